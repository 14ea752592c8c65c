"""How a hand ends at the table: what it did to the stacks, who leaves, and what became of a pot that waits.

Source: SD-9; TS-1; OS-1; PG-23, PG-43, PG-81.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from sidepot.errors import Conflict, NotDue
from sidepot.games.stakes import AnteBy
from sidepot.hand import events as happened
from sidepot.hand.due import Due
from sidepot.hand.events import Post
from sidepot.hand.streets import seats_of
from sidepot.table import credit, kills
from sidepot.table.colour import Row, Why
from sidepot.table.dealing import waiting
from sidepot.table.events import Asked, Bought, Event, HandBegun, HandDone, HandVoided, Parts, PotGiven

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.table.columns import Columns


def _begun(table: Columns) -> HandBegun:
    if table.begun is None:
        raise NotDue("no hand is on")
    return table.begun


def called_off(table: Columns) -> HandVoided:
    """The hand that is on, called off. Raises NotDue where none is."""
    return HandVoided(_begun(table).number)


def outcome(table: Columns, hand: Hand) -> HandDone | HandVoided:
    """What a hand did. Raises NotDue where it is not over, Conflict where it is another hand or chips are missing."""
    begun = _begun(table)
    if hand.setup is not begun.setup and hand.setup != begun.setup:
        raise Conflict(f"this is not hand {begun.number}, which is on: it began otherwise")
    if hand.due is not Due.DONE:
        raise NotDue(f"hand {begun.number} is not over")
    log = _last_deal(hand.log)
    kinds = [type(event) for event in log]
    if happened.Voided in kinds:
        return HandVoided(begun.number)
    stacks = tuple(hand.stacks)
    is_open = begun.setup.open is not None
    had = sum(begun.setup.stacks) + begun.setup.carried + (credit.came_in(hand) if is_open else 0)
    has = sum(stacks) + hand.raked + hand.carried
    if had != has:
        raise Conflict(f"hand {begun.number} began with {had} chips and ends with {has}")
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
    carried = hand.carried + table.carried - begun.setup.carried  # with what nobody in the hand could win
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
        _parts(table, begun, hand) if carried else (),
    )


def _parts(table: Columns, begun: HandBegun, hand: Hand) -> Parts:
    """The chips that wait and that some may not win, by who may not.

    Who is out with a dead hand wins none of them; what he alone could have won is for all the others.
    """
    before = waiting(table, begun.players, begun.setup.stacks) if table.carried else []
    contested = [one for one in before if one.seats]
    out = sum([1 << seat for seat, stack in enumerate(hand.stacks) if not stack]) & ~hand.live
    found: dict[tuple[str, ...], int] = {}
    for chips, mask, part in hand.aside.waits:
        barred = {begun.players[seat] for seat in seats_of(mask | out)}
        if part >= 0:
            barred |= {player for player in contested[part].barred if player not in begun.players}
        who = tuple(sorted(barred))
        found[who] = found.get(who, 0) + chips
    for one in before:
        if not one.seats:  # who may win it sits out
            who = tuple(sorted({*one.barred, *begun.players}))
            found[who] = found.get(who, 0) + one.chips
    dead = {begun.players[seat] for seat in seats_of(out)}
    left = {*table.claims, *begun.players} - dead
    barred_from = [(chips, who if left.difference(who) else tuple(sorted(dead))) for who, chips in found.items()]
    return tuple([(chips, who) for chips, who in barred_from if who])


def _last_deal(log: Sequence[happened.Event]) -> Sequence[happened.Event]:
    """What happened since the cards were dealt for good. Raises Conflict for a hand that has no log."""
    if not log or not isinstance(log[0], happened.Started):
        raise Conflict("what became of a hand is read from its log, and this one has none: `copy(log=True)`")
    kinds = [type(event) for event in log]
    if happened.Redealt not in kinds:
        return log[1:]
    return log[len(log) - kinds[::-1].index(happened.Redealt) :]


def _anted(table: Columns, begun: HandBegun, log: Sequence[happened.Event]) -> tuple[int, ...]:
    """What each has anted, where all do, and put in to have a claim like the others. What goes round does not count."""
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


def asked(table: Columns, at: int) -> list[Event]:
    """The chips that were asked for during the hand, as far as the most that a player may have lets them come.

    Who has lost everything gets them only if they are a whole buy-in, and so does who is restricted (OS-4).
    """
    least, most = table.rules.buy_in
    happens: list[Event] = []
    for place in table.seated():
        if not place.asked:
            continue
        chips = min(place.asked, max(most - place.stack, 0)) if most else place.asked
        if chips and place.stack + chips >= (least if not place.stack or place.restricted else 0):
            happens.append(Bought(place.player, chips, at))
        else:
            happens.append(Asked(place.player, 0))
    return happens


def last_claim(table: Columns) -> PotGiven | None:
    """A pot that waits goes to the only one who has a claim to it still, where all others have left (PG-81)."""
    if table.begun is not None or not table.carried:
        return None
    claimants = [player for player in table.claims if table.has_claim(player)]
    if len(claimants) != 1:
        return None
    return PotGiven(claimants[0], table.carried)


def shares(table: Columns) -> list[PotGiven]:
    """A pot that waits, divided among those who have a claim to it, each part among those who may win it.

    Odd chips go first to who has none left, then from the left of the button.
    """
    unit = table.rules.chips.smallest
    marks = table.marks
    button = marks.button if marks is not None else -1
    there = [place for place in table.seated() if place.player in table.claims]
    there.sort(key=lambda place: (place.stack > 0, (place.seat - button - 1) % table.rules.seats))
    rest = table.carried - sum([chips for chips, _ in table.parts])
    found: dict[str, int] = {}
    for chips, barred in ((rest, ()), *table.parts):
        players = [place.player for place in there if place.player not in barred] or [place.player for place in there]
        each, odd = divmod(chips // unit, len(players))
        for at, player in enumerate(players):
            found[player] = found.get(player, 0) + (each + (at < odd)) * unit
        found[players[0]] += chips % unit
    return [PotGiven(player, chips) for player, chips in found.items() if chips]


def booked(table: Columns, rows: Iterable[Row]) -> tuple[tuple[str, Why, int], ...]:
    """What came of a race or an exchange, by player. Raises NotDue and Conflict."""
    if table.begun is not None:
        raise NotDue(f"hand {table.begun.number} is on: chips are coloured up when it is over")
    stacks = {place.seat: place.stack for place in table.places.values()}
    found = []
    for row in rows:
        player = table.player_in(row.seat)
        if player is None:
            raise Conflict(f"nobody sits in seat {row.seat + 1}")
        stacks[row.seat] += row.amount
        if stacks[row.seat] < 0:
            raise Conflict(f"{player} has not so many chips: {row}")
        found.append((player, row.why, row.amount))
    return tuple(found)
