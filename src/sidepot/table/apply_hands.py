"""What the beginning and the end of a hand do to a table: stacks and blinds owed, and the pot that waits (PG-81)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict
from sidepot.table import credit, kills
from sidepot.table import events as e
from sidepot.table.ledger import POT, RAKE
from sidepot.table.places import State

if TYPE_CHECKING:
    from sidepot.table.state import Columns


def hand_begun(table: Columns, event: e.HandBegun) -> None:
    table.begun = event


def hand_voided(table: Columns, event: e.HandVoided) -> None:
    table.begun = None
    drop_barred(table)  # who was barred may have left meanwhile


def hand_done(table: Columns, event: e.HandDone) -> None:
    begun = table.begun
    if begun is None or len(event.stacks) != len(begun.players) or len(event.won) != len(begun.players):
        raise Conflict("no such hand is on")
    for player, chips in event.bought:
        table.place_of(player).bought += chips
        table.ledger.buy(player, chips, f"buys in hand {event.number}")
    _pay(table, begun, event)
    _carry(table, begun, event)
    _seat_again(table, begun, event)
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


def _pay(table: Columns, begun: e.HandBegun, event: e.HandDone) -> None:
    """What each put in and took, in the ledger, and his stack."""
    came = dict(event.bought)
    why = f"hand {event.number}"
    if event.credit is not None:
        credit.take_in(table, begun, event.credit, came)
    for player, had, won, has in zip(begun.players, begun.setup.stacks, event.won, event.stacks, strict=True):
        table.ledger.put(player, had + came.get(player, 0) + won - has, why)
    for player, won, has in zip(begun.players, event.won, event.stacks, strict=True):
        table.ledger.win(player, won, why)
        table.place_of(player).stack = has
    if event.credit is not None:
        credit.tear_up(table, event.credit, why)
    table.ledger.post(RAKE, POT, event.raked, why)


def _seat_again(table: Columns, begun: e.HandBegun, event: e.HandDone) -> None:
    """Who is in from now on, who has no chips, and what blinds are owed."""
    for player in begun.settled:
        place = table.place_of(player)
        place.new = False
        if place.state in (State.WAITS, State.POSTS):
            place.state = State.IN
    for player, small, big in begun.missed:
        missed = table.places.get(player)
        if missed is not None and not missed.new:
            missed.owes_small = small
            missed.owes_big = big
    for player in begun.players:
        place = table.place_of(player)
        place.hands += 1
        if not table.in_play(place):
            place.state = State.BUSTED


# ---- the pot that waits


def _carry(table: Columns, begun: e.HandBegun, event: e.HandDone) -> None:
    """What waits in the pot, and who has a claim to it: those who have anted it, and what (PG-81).

    Who could not ante in full contests what he has matched, and owes nothing for the rest.
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
            del table.claims[player]  # his hand was dead


def pot_is_won(table: Columns) -> None:
    """No pot waits any more: who waited for it, and for nothing else, is in again, and who was all-in for it is not."""
    table.claims = {}
    table.parts = ()
    table.anted_only = True
    for place in table.places.values():
        if not place.stack:
            place.state = State.BUSTED
        elif place.state in (State.WAITS, State.POSTS) and not place.owes:
            place.state = State.IN


def drop_barred(table: Columns) -> None:
    """Who has no claim any more need not be barred; what nobody may win who is left is for all of them."""
    left = [(chips, tuple([one for one in who if one in table.claims])) for chips, who in table.parts]
    table.parts = tuple([(chips, who) for chips, who in left if 0 < len(who) < len(table.claims)])
