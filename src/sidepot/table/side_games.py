"""Side games between hands: the seven-deuce bounty and the stand-up game, which players pay from their stacks.

**Seven-deuce.** In a game with a board and two hole cards, a player who wins a pot, or a part of one, with a seven and
a deuce and shows both gets the bounty from each other player who was dealt in. A hand that is shown only after the pot
was won counts, too.

**Stand-up.** All players of a round stand. A player who wins a pot, or a part of one, sits down. The last one standing
pays each other player of the round. If the last players sit down in the same hand, nobody pays. A player who leaves the
table leaves the round; if only one player is still standing then, the round ends without payment.

Both games are played for table stakes: nobody pays more than the chips in front of them when it is due, after the pots
are paid, and before requested chips arrive. If a stack is too small to pay all in full, each player gets an equal part;
odd chips go to the first players on the left of the player who pays. Both games are customs of home games, and no book
has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from sidepot.cards import UNKNOWN, rank_of
from sidepot.errors import Conflict, NotDue
from sidepot.hand import events as happened
from sidepot.hand.hand import Hand
from sidepot.table import events as e
from sidepot.table.places import State, by_seat
from sidepot.table.table_rules import has_bounty

if TYPE_CHECKING:
    from sidepot.table.state import TableState

_SEVEN_DEUCE: Final = frozenset({5, 0})  # ranks


def won_with_seven_deuce(hand: Hand, seat: int) -> bool:
    """Whether a seat has won a pot, or a part of one, with a seven and a deuce."""
    if not has_bounty(hand.setup.game):
        return False
    cards = hand.hole[seat]
    if len(cards) != 2 or UNKNOWN in cards or {rank_of(card) for card in cards} != _SEVEN_DEUCE:
        return False
    return any(
        isinstance(event, happened.Awarded) and any(one == seat and chips for one, chips in event.shares)
        for event in hand.log
    )


def shown_winners(hand: Hand) -> tuple[int, ...]:
    """The seats that won with a seven and a deuce, and showed them at the showdown."""
    seats = range(len(hand.hole))
    return tuple([seat for seat in seats if hand.shown >> seat & 1 and won_with_seven_deuce(hand, seat)])


# ---- who pays whom


def _parts(table: TableState, payer: str, payees: Sequence[str], each: int) -> list[tuple[str, int]]:
    """The chips that a player pays to each of the payees, in seat order from the payer's left."""
    place = table.places[payer]
    order = sorted(payees, key=lambda name: (table.places[name].seat - place.seat) % table.rules.seats)
    chip = table.rules.chips.smallest
    pays = min(place.stack, each * len(order)) // chip
    least, odd = divmod(pays, len(order))
    return [(payee, (least + (at < odd)) * chip) for at, payee in enumerate(order)]


def bounty(table: TableState, winners: Sequence[str], payers: Sequence[str]) -> Iterator[e.Event]:
    """The bounties of the winners. Each of the `payers` pays, except winners and players who have left the table."""
    there = [player for player in winners if player in table.places]
    each = table.rules.seven_deuce
    if not there or not each:
        return
    paid: dict[str, list[tuple[str, int]]] = {player: [] for player in there}
    for place in by_seat([table.places[player] for player in payers if player in table.places]):
        if place.player not in winners and place.stack:
            for payee, chips in _parts(table, place.player, there, each):
                if chips:
                    paid[payee].append((place.player, chips))
    for player in there:
        if paid[player]:
            yield e.BountyPaid(player, tuple(paid[player]))


def check_bounty(table: TableState, winner: str) -> None:
    """Check that a player gets the bounty for cards shown after the hand.

    Raises Conflict if the player does not, and NotDue during a hand.
    """
    table.place_of(winner)
    if not table.rules.seven_deuce:
        raise Conflict("this table has no seven-deuce bounty", code="no_side_game")
    if table.begun is not None:
        raise NotDue(f"hand {table.begun.number} is in progress; pay when the hand is over", code="hand_on")


# ---- the stand-up game


def round_begins(table: TableState) -> e.StandUpBegun:
    """The event that begins a round of the stand-up game.

    Raises Conflict if the table does not play it or has too few players, and NotDue if a round is already in progress.
    """
    if not table.rules.stand_up:
        raise Conflict("this table has no stand-up game: agree on an amount first", code="no_side_game")
    if table.standing:
        raise NotDue("a round of the stand-up game is already in progress", code="standing_already")
    players = [place for place in table.places.values() if table.in_play(place) and place.state is not State.OUT]
    players = [place for place in players if not place.leaving]
    if len(players) < 2:
        raise NotDue("a round of the stand-up game needs two players", code="too_few_stand")
    return e.StandUpBegun(tuple([place.player for place in by_seat(players)]))


def round_ends(table: TableState) -> e.StandUpOver:
    """The event that ends a round of the stand-up game without payment. Raises NotDue if there is no round."""
    if not table.standing:
        raise NotDue("no round of the stand-up game is in progress", code="nobody_stands")
    return e.StandUpOver()


def left_alone(table: TableState) -> Iterator[e.Event]:
    """The event that ends a round of the stand-up game, if only one player still stands after another player has
    left.
    """
    if len(table.standing) == 1:
        yield e.StandUpOver()


def sit_down(table: TableState, winners: Sequence[str]) -> Iterator[e.Event]:
    """The events of the stand-up game after a hand: its winners sit down, and the last player standing pays."""
    if not table.standing:
        return
    for player in winners:
        if player in table.standing:
            yield e.StandUpWon(player)
    if not table.standing:
        yield e.StandUpOver()
    elif len(table.standing) == 1:
        (last,) = table.standing
        others = [player for player in table.in_round if player != last and player in table.places]
        paid = _parts(table, last, others, table.rules.stand_up) if others else []
        yield e.StandUpOver(last, tuple([(payee, chips) for payee, chips in paid if chips]))


def after_hand(table: TableState, begun: e.HandBegun, done: e.HandDone) -> Iterator[e.Event]:
    """The events of the side games after a hand. Apply each event before taking the next from the iterator."""
    names = begun.players
    yield from bounty(table, [names[seat] for seat in done.sevens], names)
    if table.standing:
        yield from sit_down(table, [name for name, chips in zip(names, done.won, strict=True) if chips])
