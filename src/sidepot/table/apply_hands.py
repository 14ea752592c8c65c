"""What the beginning and the end of a hand do to a table: stacks and blinds owed, and the pot that waits (PG-81)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import Conflict
from sidepot.table import credit, kills
from sidepot.table import events as e
from sidepot.table.ledger import POT, RAKE
from sidepot.table.places import Place, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.table.state import TableState

_COMES: Final = (State.WAITS, State.POSTS)


def hand_begun(table: TableState, event: e.HandBegun) -> None:
    table.begun = event


def hand_voided(table: TableState, event: e.HandVoided) -> None:
    table.begun = None
    drop_barred(table)  # barred players may have left meanwhile


def hand_done(table: TableState, event: e.HandDone) -> None:
    begun = table.begun
    if begun is None or len(event.stacks) != len(begun.players) or len(event.won) != len(begun.players):
        raise Conflict("no such hand is on")
    for player, chips in event.bought:
        table.place_of(player).bought += chips
        table.ledger.buy(player, chips, f"buys in hand {event.number}")
    there = table.places
    places = [there[player] for player in begun.players]
    _pay(table, begun, event, places)
    _carry(table, begun, event)
    _seat_again(table, begun, places)
    if begun.setup.open is not None:
        credit.restrict(table, event.credit, begun.players)
    if not table.carried:
        pot_is_won(table)
    kills.tally(table, begun, event)
    table.marks = begun.marks
    table.turn = begun.turn
    table.parked = begun.parked
    table.first_button = None
    table.hands = event.number
    table.chosen = None
    table.straddles = ()
    table.begun = None


def _pay(table: TableState, begun: e.HandBegun, event: e.HandDone, places: Sequence[Place]) -> None:
    """What each put in and took, in the ledger and in the stack."""
    came = dict(event.bought)
    why = f"hand {event.number}"
    if event.credit is not None:
        credit.take_in(table, begun, event.credit, came)
    for player, had, won, has in zip(begun.players, begun.setup.stacks, event.won, event.stacks, strict=True):
        put = had + won - has + (came.get(player, 0) if came else 0)
        if put:
            table.ledger.put(player, put, why)
    for place, won, has in zip(places, event.won, event.stacks, strict=True):
        if won:
            table.ledger.win(place.player, won, why)
        place.stack = has
    if event.credit is not None:
        credit.tear_up(table, event.credit, why)
    table.ledger.post(RAKE, POT, event.raked, why)


def _seat_again(table: TableState, begun: e.HandBegun, places: Sequence[Place]) -> None:
    """Which players are in from now on, which have no chips, and what blinds are owed."""
    there = table.places
    for player in begun.settled:
        place = there[player]
        place.new = False
        if place.state is not State.IN and place.state in _COMES:
            place.state = State.IN
    for player, small, big in begun.missed:
        missed = there.get(player)
        if missed is not None and not missed.new:
            missed.owes_small = small
            missed.owes_big = big
    for place in places:
        place.hands += 1
        if not place.stack and not table.in_play(place):
            place.state = State.BUSTED


# ---- the pot that waits


def _carry(table: TableState, begun: e.HandBegun, event: e.HandDone) -> None:
    """What waits in the pot, and the claims to it: what each has anted (PG-81).

    A player who could not ante in full contests the chips matched, and owes nothing for the rest.
    """
    new = event.carried - table.carried
    table.carried = event.carried
    table.parts = event.parts
    if not event.carried:
        return
    table.anted_only = table.anted_only and new <= sum(event.anted)
    for player, chips in zip(begun.players, event.anted, strict=True):
        table.claims[player] = table.claims.get(player, 0) + chips
    full = max(table.claims.values())
    for player, stack in zip(begun.players, event.stacks, strict=True):
        table.claims[player] = full
        if not stack and not table.has_claim(player):
            del table.claims[player]  # a dead hand


def pot_is_won(table: TableState) -> None:
    """No pot waits any more: players who waited only for it are in again; players all-in for it are not."""
    table.claims = {}
    table.parts = ()
    table.anted_only = True
    for place in table.places.values():
        if not place.stack:
            place.state = State.BUSTED
        elif place.state is not State.IN and place.state in _COMES and not place.owes:
            place.state = State.IN


def drop_barred(table: TableState) -> None:
    """Drop bars of players without a claim; what none of the others may win is for all of them."""
    left = [(chips, tuple([one for one in who if one in table.claims])) for chips, who in table.parts]
    table.parts = tuple([(chips, who) for chips, who in left if 0 < len(who) < len(table.claims)])
