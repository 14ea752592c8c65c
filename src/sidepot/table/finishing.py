"""The end of a hand at the table: its effect on stacks, on players who leave, and on a carried pot.

Source: SD-9; TS-1; OS-1; PG-23, PG-43, PG-81.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sidepot.errors import Conflict, NotDue
from sidepot.games.stakes import AnteBy
from sidepot.hand import events as happened
from sidepot.hand.due import Due
from sidepot.hand.setup import Post
from sidepot.table import credit, kills, side_games
from sidepot.table.colour import Row, Why
from sidepot.table.events import Asked, Bought, Event, HandBegun, HandDone, HandVoided
from sidepot.table.places import by_seat
from sidepot.table.pot_waits import parts_after
from sidepot.table.seats import may_buy_short

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.table.state import TableState


def _begun(table: TableState) -> HandBegun:
    if table.begun is None:
        raise NotDue("no hand is in progress", code="no_hand")
    return table.begun


def called_off(table: TableState) -> HandVoided:
    """The event that calls off the current hand. Raises NotDue if there is no hand."""
    return HandVoided(_begun(table).number)


def check_done(table: TableState, done: HandDone) -> HandBegun:
    """Check that a result fits the current hand, to the chip. Returns the event that began the hand.

    Raises Conflict if it does not fit, and NotDue if there is no hand.
    """
    begun = _begun(table)
    if done.number != begun.number or not len(done.stacks) == len(done.won) == len(begun.players):
        raise Conflict(f"this result does not belong to hand {begun.number}, which is in progress", code="other_hand")
    if done.credit is not None:  # markers and loans bring chips in, and take them out
        return begun
    had = sum(begun.setup.stacks) + table.carried + sum([chips for _, chips in done.bought])
    has = sum(done.stacks) + done.carried + done.raked
    if had != has:
        raise Conflict(
            f"hand {begun.number} began with {had} chips but would end with {has}", code="chips_do_not_add_up"
        )
    return begun


def outcome(table: TableState, hand: Hand) -> HandDone | HandVoided:
    """The event with the result of a hand.

    Raises NotDue if the hand is not over, and Conflict if it is not the current hand or if chips are missing.
    """
    begun = _begun(table)
    if hand.setup is not begun.setup and hand.setup != begun.setup:
        raise Conflict(
            f"the finished hand is not hand {begun.number}, the one in progress: their first events differ",
            code="other_hand",
        )
    if hand.due is not Due.DONE:
        raise NotDue(f"hand {begun.number} is not over", code="hand_on")
    log, kinds = _last_deal(hand.log)
    if happened.Voided in kinds:
        return HandVoided(begun.number)
    stacks = tuple(hand.stacks)
    is_open = begun.setup.open is not None
    had = sum(begun.setup.stacks) + begun.setup.carried + (credit.came_in(hand) if is_open else 0)
    has = sum(stacks) + hand.raked + hand.carried
    if had != has:
        raise Conflict(f"hand {begun.number} began with {had} chips but ended with {has}", code="chips_do_not_add_up")
    won = [0] * len(stacks)
    for event in log[kinds.index(happened.Awarded) :] if happened.Awarded in kinds else ():
        if isinstance(event, happened.Awarded):
            for seat, chips in event.shares:
                won[seat] += chips
    winners = [seat for seat, chips in enumerate(won) if chips]
    on_credit = credit.Outcome((), None, stacks)
    if is_open:
        on_credit = credit.of_hand(table, begun, hand, log, won)
    whole = winners[0] if len(winners) == 1 and not hand.carried else -1
    carried = hand.carried + table.carried - begun.setup.carried  # with the chips that nobody in the hand could win
    counts = whole >= 0 and table.rules.kill is not None
    return HandDone(
        begun.number,
        on_credit.stacks,
        tuple(won),
        hand.raked,
        carried,
        _anted(table, begun, log) if carried else (),
        whole,
        on_credit.bought,
        on_credit.credit,
        kills.bets_won(begun, hand, log, won, whole) if counts else 0,
        parts_after(table, begun, hand, log) if carried else (),
        side_games.shown_winners(hand) if table.rules.seven_deuce else (),
    )


def _last_deal(log: Sequence[happened.Event]) -> tuple[Sequence[happened.Event], list[type]]:
    """The events since the final deal, and their kinds. Raises Conflict if the hand has no log."""
    if not log or not isinstance(log[0], happened.Started):
        raise Conflict("this copy of the hand has no log, which the table needs; use `copy(log=True)`", code="no_log")
    kinds = [type(event) for event in log]
    first = len(kinds) - kinds[::-1].index(happened.Redealt) if happened.Redealt in kinds else 1
    return log[first:], kinds[first:]


def _anted(table: TableState, begun: HandBegun, log: Sequence[happened.Event]) -> tuple[int, ...]:
    """Each player's antes, if all players ante, and posts for an equal claim. Circulating antes do not count."""
    full = max(table.claims.values(), default=0)
    short = [full - table.claims.get(player, 0) for player in begun.players]
    for_all = begun.setup.stakes.ante_by is AnteBy.ALL
    anted = [0] * len(short)
    for event in log:
        if isinstance(event, happened.Posted):
            if event.post is Post.DEAD_BLIND:
                anted[event.seat] += min(event.amount, short[event.seat])
            elif for_all and event.post in (Post.ANTE, Post.DEAD_ANTE):
                anted[event.seat] += event.amount
    return tuple(anted)


# ---- after it


def asked(table: TableState, at: int) -> list[Event]:
    """The events that add the chips requested during a hand, up to the table's maximum.

    A player who has lost everything gets the chips only if they make up a full buy-in.
    """
    least, most = table.rules.buy_in
    happens: list[Event] = []
    for place in by_seat([one for one in table.places.values() if one.asked]):
        chips = min(place.asked, max(most - place.stack, 0)) if most else place.asked
        if chips and (place.stack or chips >= least or may_buy_short(table, place)):
            happens.append(Bought(place.player, chips, at))
        else:
            happens.append(Asked(place.player, 0))
    return happens


def booked(table: TableState, rows: Iterable[Row]) -> tuple[tuple[str, Why, int], ...]:
    """The entries of a chip race or an exchange, by player instead of seat. Raises NotDue or Conflict if the entries
    are impossible.
    """
    if table.begun is not None:
        raise NotDue(f"hand {table.begun.number} is in progress; colour up when the hand is over", code="hand_on")
    stacks = {place.seat: place.stack for place in table.places.values()}
    found = []
    for row in rows:
        player = table.player_in(row.seat)
        if player is None:
            raise Conflict(f"seat {row.seat + 1} is empty", code="seat_empty")
        stacks[row.seat] += row.amount
        if stacks[row.seat] < 0:
            raise Conflict(
                f"{player} does not have the {-row.amount} chips to hand in",
                code="chips_not_held",
            )
        found.append((player, row.why, row.amount))
    return tuple(found)
