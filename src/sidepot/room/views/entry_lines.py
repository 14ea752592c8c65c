"""An entry in words, for all to read: arrivals and departures, acts in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sidepot.cards import text
from sidepot.hand.events import Started
from sidepot.room.table import commands as s
from sidepot.room.table.play.asking import is_request
from sidepot.room.views.public_items import AT_TABLE, end_of_hand
from sidepot.room.views.stakes_text import title_said
from sidepot.room.views.told_parts import marked, name
from sidepot.table import events as e

if TYPE_CHECKING:
    from sidepot.room.table.events import Entry
    from sidepot.room.table.machine import RoomTable
    from sidepot.room.views.public_hand import Onlooker


def entry_lines(room: RoomTable, seen: Onlooker, entry: Entry) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """An entry's lines, told when the table has taken it in; and the places of those that begin a hand.

    `seen` is the onlooker of the table, who has caught up.
    """
    end = end_of_hand(entry)
    lines = list(_said(entry))
    for event in entry.table[:end]:
        lines += _happened(room, event)
    headings = _headings(seen, entry, len(lines))
    lines += hand_lines(seen, entry)
    for event in entry.table[end:]:
        lines += _happened(room, event)
    return tuple(lines), headings


def hand_lines(seen: Onlooker, entry: Entry) -> tuple[str, ...]:
    """The lines of an entry's part of the hand: all of them, where it is an act."""
    count = len(entry.items)
    if count == 1:  # as most acts are
        return seen.lines[-1]
    return tuple([line for lines in seen.lines[len(seen.lines) - count :] for line in lines])


def _headings(seen: Onlooker, entry: Entry, at: int) -> tuple[int, ...]:
    """The places of lines that begin a hand, where the entry's first line of the hand is at this place."""
    found = []
    lines = seen.lines
    for item, told in zip(entry.items, lines[len(lines) - len(entry.items) :], strict=True):
        if isinstance(item, Started):
            found.append(at)
        at += len(told)
    return tuple(found)


# ---- what was said


_SAID: Final[dict[type, str]] = {
    s.Pause: "The table is paused",
    s.Resume: "Play goes on",
    s.Close: "The table is closed when the hand is over",
    s.Freeze: "Something went wrong here: the table waits for its host",
    s.Restarted: "The room was started again: play goes on where it was",
    s.Moved: "Another server has this table now: play goes on where it was",
}


def _said(entry: Entry) -> Iterator[str]:
    """Lines that no event tells."""
    said = entry.said
    if type(said) in _SAID:
        yield _SAID[type(said)]
    match said:
        case s.Came(player) if player:
            yield f"{name(player)} is connected"
        case s.Went(player) if player:
            yield f"{name(player)} has lost the connection"
        case s.Silence(player=player, quiet=quiet):
            yield f"{name(player)} may {'not write any more' if quiet else 'write again'}"
        case s.Sit() if is_request(entry):
            yield f"{name(entry.by)} asks for a seat"
        case s.AnswerSeat(yes=False):
            yield f"{name(entry.people[0].player)} gets no seat now"
        case s.Order():
            yield from map(marked, said.said or said.lines)
        case s.ShowHand():
            yield f"{name(entry.by)} shows {name(text(entry.showed))}"
        case s.Tick():
            for player in _lapsed(entry):
                yield f"{name(player)} has no time left"


def _lapsed(entry: Entry) -> list[str]:
    """The player whose time ran out. Where a hand begins, others are among the `people` too, with banks filled up."""
    lapsed = [one.player for one in entry.people if one.lapses and not one.gone]
    if not any(isinstance(event, e.HandBegun) for event in entry.table):
        return lapsed
    chosen = [event.player for event in entry.table if isinstance(event, e.Chosen)]  # who had no time to name a game
    return [player for player in lapsed if player in chosen]


# ---- what happened


def _happened(room: RoomTable, event: e.Event) -> list[str]:
    if isinstance(event, e.Chosen):
        game = room.table.rules.mix.games[event.game].game
        return [f"{name(event.player)} names the game: {marked(title_said(game))}"]
    words = AT_TABLE.get(type(event))
    return [words(event)] if words is not None else []
