"""Rabbit hunting at a table of the room: after a hand, the board cards that would have come, for everybody.

The shuffle committed to these cards before the deal, so their openings prove them (`fairness.record`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sidepot.errors import NotDue
from sidepot.hand.dealer import Dealer
from sidepot.hand.rabbit import can_hunt, streets_to_come
from sidepot.room.table import hands
from sidepot.room.table.play import people

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.table import commands as s
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import UnitOfWork


def may_hunt(room: RoomState, player: str) -> bool:
    """Whether a player may ask for the rabbit hunt after the last hand."""
    hand, begun = room.last, room.begun
    if room.hand is not None or hand is None or begun is None or room.rabbit or room.at_tournament is not None:
        return False
    return player in begun.players and bool(room.decks) and not room.lacks and can_hunt(hand)


def somebody_may_hunt(work: UnitOfWork, hand: Hand) -> bool:
    """Whether any person (not a bot) may ask for the rabbit hunt after this hand."""
    begun = work.room.begun
    if begun is None or work.room.at_tournament is not None or not can_hunt(hand):
        return False
    players = [work.person(player) for player in begun.players]
    return any(not person.bot and not person.away_since for person in players)


def hunt_rabbit(work: UnitOfWork, command: s.HuntRabbit) -> None:
    """Show everybody the board cards that would have come, and wait long enough for everybody to look at them.

    Raises NotDue if the player was not in the hand, or no hand is finished. Raises IllegalAction if the house does not
    allow it, or no more cards would have come.
    """
    room = work.room
    hand, begun = room.last, room.begun
    if room.hand is not None or hand is None or begun is None or work.by not in begun.players:
        raise NotDue(
            "only the players of a hand can ask for the cards that would have come, and only until the next "
            "hand begins",
            code="no_hand_to_hunt",
        )
    if room.rabbit:
        raise NotDue("the cards that would have come are shown already", code="hunted_already")
    streets_to_come(hand)  # raises, with the rule
    if not room.decks or room.lacks:
        raise NotDue("the deck of this hand is no longer stored", code="no_hand_to_hunt")
    work.rabbit = Dealer(hands.pack_again(room, hand)).rabbit(hand)
    if work.clock.next_at:
        later = max(work.clock.next_at, work.now + room.terms.timing.show)
        work.clock = msgspec.structs.replace(work.clock, next_at=later)
    person = room.people.get(work.by)
    if person is not None and person.lapses:
        work.keep(people.fresh(work, work.by))
