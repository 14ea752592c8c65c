"""Seats that the host gives: a player who would sit down asks for one, and waits until a host says yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.errors import NotDue
from sidepot.room.table import commands as s
from sidepot.room.table.events import Person
from sidepot.table.events import Queued, Sat

if TYPE_CHECKING:
    from sidepot.room.table.events import Entry
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.unit_of_work import Work


def must_ask(work: Work) -> bool:
    """Whether a player who would sit down needs the word of a host: bots and hosts do not."""
    return work.room.terms.approve and not work.staff


def check(room: RoomState, player: str) -> None:
    """Raise NotDue for a player who has asked already."""
    if player in room.requests:
        raise NotDue(f"{player} has asked for a seat: the host says yes or no", code="asked_already")


def asked(room: RoomState, said: s.AnswerSeat) -> str:
    """The player whom the host answers. Raises NotDue where that player does not ask for a seat (any more)."""
    player = room.names.get(said.account, "") if said.account else said.player
    if player not in room.requests:
        raise NotDue(f"{player or 'nobody of that account'} does not ask for a seat (any more)", code="not_asked")
    return player


def drop(work: Work, player: str) -> bool:
    """Take a request back, or say no to it; whether there was one."""
    if player not in work.room.requests:
        return False
    work.people[player] = Person(player, gone=True)
    return True


def note(room: RoomState, entry: Entry) -> None:
    """Keep a request that was made by an entry; forget those that were answered, or taken back."""
    for event in entry.table:
        if isinstance(event, (Sat, Queued)):
            room.requests.pop(event.player, None)
    for person in entry.people:
        if person.gone:
            room.requests.pop(person.player, None)
    said = entry.said
    if isinstance(said, s.Sit) and is_request(entry):
        room.requests[entry.by] = said


def is_request(entry: Entry) -> bool:
    """Whether a player asks for a seat by an entry: to sit down brings a seat, or a place on the list."""
    return type(entry.said) is s.Sit and not entry.table
