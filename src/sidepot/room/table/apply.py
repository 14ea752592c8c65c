"""The effects of an event on a table of the room: its seats, its hand, its people, and its memory of past commands.

When a command is decided, its handler changes the seats and the hand directly, and `apply_rest` does the rest from the
event. When a table is rebuilt from its log, `apply` does both from the event. Events are trusted here, because their
commands were checked.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import Conflict
from sidepot.hand.hand import Hand
from sidepot.room.table import agreement, booking, hands
from sidepot.room.table.commands import Act, Sit
from sidepot.room.table.events import is_act
from sidepot.room.table.play import alarms, chat, people, seating, tournament
from sidepot.table.events import Agreed, HandBegun, Queued, Sat, Unqueued

if TYPE_CHECKING:
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.state import RoomState


def apply(room: RoomState, event: TableEvent) -> None:
    """Apply an event from the log. Sealed decks are added separately (`RoomTable.give_deck`)."""
    _at_table(room, event)
    for change in event.table:
        if isinstance(change, HandBegun):
            hands.begin(room, Hand(change.setup), change)
    if event.items:
        hands.take_items(room, event.items)
    apply_rest(room, event)


def apply_past(room: RoomState, event: TableEvent) -> None:
    """Apply an event of a finished hand that is not replayed (see `TableReplay`).

    The cards are ignored. The chain's link after the hand comes from the event that ends the hand.
    """
    _at_table(room, event)
    if event.table:
        hands.pass_over(room, event)
    apply_rest(room, event)


def apply_past_act(room: RoomState, event: TableEvent) -> None:
    """Apply an action of a finished hand: only its number, its time, the clock, and the id of its command."""
    _check_order(room, event.seq)
    _count(room, event)


def apply_rest(room: RoomState, event: TableEvent) -> None:
    """Apply what an event changes outside the hand: number, clock, people, chat, the end of a hand, the waiting
    list.
    """
    if not isinstance(event.command, Act):
        alarms.note(room, event)  # first, because it needs the clock and the time of the previous event
    _count(room, event)
    for person in event.people:
        if person.gone:
            room.people.pop(person.player, None)
        else:
            room.people[person.player] = person
    if event.showed:
        room.showed[event.by] = event.showed
    if event.rabbit:
        room.rabbit = event.rabbit
        room.decks = []
    if event.accounts:
        people.bind_accounts(room, event.accounts)
    if not is_act(event):
        agreement.note(room, event)
        seating.note_request(room, event)
        chat.note(room, event)
    room.items += event.items
    if event.table:
        hands.end_if_over(room, event)
    if room.at_tournament is not None:
        tournament.note(room, event)
    if event.table:
        _look_at_table(room, event)
    if room.closing:
        room.over = room.hand is None and (room.at_tournament is not None or not room.table.places)


def _check_order(room: RoomState, seq: int) -> None:
    if seq != room.seq + 1:
        raise Conflict(f"event {seq} does not follow event {room.seq} of table {room.id}", code="event_out_of_order")


def _at_table(room: RoomState, event: TableEvent) -> None:
    """Apply the events of the library's `Table`."""
    _check_order(room, event.seq)
    room.shuffled = []
    for change in event.table:
        room.table.apply(change)
        if isinstance(change, Agreed):
            agreement.take_effect(room)


def _look_at_table(room: RoomState, event: TableEvent) -> None:
    """Follow up the events of the library's `Table`: the waiting list, players without chips, the books, players who
    leave.
    """
    for change in event.table:
        if isinstance(change, Queued) and isinstance(event.command, Sit):
            room.queue[change.player] = event.command
        elif isinstance(change, (Sat, Unqueued)):
            room.queue.pop(change.player, None)
    people.look_for_busted(room)
    table = room.table
    del table.log[1:]  # the log and the books have these, and nothing here needs them later
    if postings := table.ledger.postings:
        if room.at_tournament is None:  # tournament chips are not money
            room.booked = booking.changes_of(room, postings)
        postings.clear()
    people.forget_leavers(room, room.at)
    people.forget_names(room)


def _count(room: RoomState, event: TableEvent) -> None:
    """Count this event as the last: its number, its time, its clock, and the id of its command."""
    room.seq = event.seq
    room.at = event.at
    room.clock = event.clock
    room.booked = ()
    if event.id:
        people.remember(room, event.id, event.seq, event.at)
    people.forget_silent(room, event.at)
