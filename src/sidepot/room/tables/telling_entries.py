"""An entry in words, for all to read: arrivals and departures, acts in the hand, players out of the tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from sidepot.cards import text
from sidepot.hand.events import Started
from sidepot.room.tables import commands as s
from sidepot.room.tables.asking import is_request
from sidepot.room.tables.public_items import AT_TABLE, end_of_hand, happened_in
from sidepot.room.tables.stakes_text import level_said, title_said
from sidepot.room.tables.told_parts import chips, marked, name, number
from sidepot.table import events as e
from sidepot.tournament import events as t

if TYPE_CHECKING:
    from sidepot.room.tables.events import Entry
    from sidepot.room.tables.onlooker import Onlooker
    from sidepot.room.tables.room_table import RoomTable
    from sidepot.tournament.entrants import Standing


def entry_lines(room: RoomTable, seen: Onlooker, entry: Entry) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """An entry's lines, told when the table has taken it in; and the places of those that begin a hand.

    `seen` is the onlooker of the table, who has caught up.
    """
    happened = happened_in(entry)
    end = end_of_hand(happened)
    lines = list(_said(entry))
    for event in happened[:end]:
        lines += _happened(room, event)
    headings = _headings(seen, entry, len(lines))
    lines += hand_lines(seen, entry)
    for event in happened[end:]:
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
    if not any(isinstance(event, e.HandBegun) for event in happened_in(entry)):
        return lapsed
    chosen = [event.player for event in entry.table if isinstance(event, e.Chosen)]  # who had no time to name a game
    return [player for player in lapsed if player in chosen]


# ---- what happened


def _happened(room: RoomTable, event: Any) -> list[str]:
    at_table = AT_TABLE.get(type(event))
    if at_table is not None:
        return [at_table(event)]
    in_tournament = _TOURNAMENT.get(type(event))
    return in_tournament(room, event) if in_tournament is not None else []


def _chosen(room: RoomTable, event: e.Chosen) -> list[str]:
    return [f"{name(event.player)} names the game: {marked(title_said(room.table.rules.mix.games[event.game].game))}"]


def _level(room: RoomTable, event: t.LevelSet) -> list[str]:
    if room.tournament is None:
        return []
    structure = room.tournament.structure
    stakes = level_said(structure.mix.games, structure.level(event.level).stakes)
    return [f"Level {number(event.level + 1)}: {marked(stakes)}"]


def _ranked(room: RoomTable, event: t.Ranked) -> list[str]:
    if room.tournament is None:
        return []
    stands = {line.player: line for line in room.tournament.standings()}
    return [_finishes(stands[player]) for group in event.groups for player in group if player in stands]


def _finishes(line: Standing) -> str:
    prize = f" and gets {number(line.paid)}" if line.paid else ""
    if line.place == 1:
        return f"{name(line.player)} wins the tournament{prize}"
    return f"{name(line.player)} is out{f', in place {number(line.place)}' if line.place else ''}{prize}"


def _names(shares: tuple[tuple[str, int], ...]) -> str:
    return name(", ".join([player for player, _ in shares]))


def _text(words: Callable[[Any], str]) -> Callable[[RoomTable, Any], list[str]]:
    return lambda room, event: [words(event)]


_TOURNAMENT: Final[dict[type, Callable[[RoomTable, Any], list[str]]]] = {
    e.Chosen: _chosen,
    t.LevelSet: _level,
    t.Ranked: _ranked,
    t.Registered: _text(lambda event: f"{name(event.player)} enters"),
    t.Withdrew: _text(lambda event: f"{name(event.player)} takes the entry back"),
    t.Reentered: _text(lambda event: f"{name(event.player)} enters again"),
    t.Rebought: _text(lambda event: f"{name(event.player)} buys {chips(event.chips)} again"),
    t.AddedOn: _text(lambda event: f"{name(event.player)} takes the add-on of {chips(event.chips)}"),
    t.Drawn: _text(lambda event: "Seats are drawn"),
    t.BountyWon: _text(lambda event: f"The bounty of {name(event.player)} goes to {_names(event.shares)}"),
    t.EnvelopesSealed: _text(lambda event: f"The envelopes are sealed: {name(event.seal)}"),
    t.EnvelopesFilled: _text(
        lambda event: f"Bounties are in {number(len(event.values))} envelopes, up to {number(event.values[0])}"
    ),
    t.EnvelopeOpened: _text(
        lambda event: f"{_names(event.shares)} open an envelope for {name(event.player)}: {number(event.value)}"
    ),
    t.Penalised: _text(lambda event: f"{name(event.player)} misses {number(event.hands)} hands"),
    t.Disqualified: _text(lambda event: f"{name(event.player)} is put out of the tournament"),
    t.DealMade: _text(lambda event: f"{name(', '.join(event.players))} divide the money that is left"),
    t.FlightBrought: _text(lambda event: f"{number(event.entries)} entries come from {name(event.flight)}"),
    t.Qualified: _text(lambda event: f"{name(event.player)} brings {chips(event.chips)} from {name(event.flight)}"),
    t.Note: _text(lambda event: name(event.text)),
    t.Ended: _text(lambda event: "The tournament is over"),
}
