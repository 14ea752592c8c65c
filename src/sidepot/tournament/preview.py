"""Preview the effects of an action or an undo by carrying it out on a copy and comparing the two."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from sidepot.rules.clauses import Sentence, say
from sidepot.table.events import ButtonDrawn
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.money import prizes
from sidepot.tournament.state import TournamentState
from sidepot.tournament.steps import Step

if TYPE_CHECKING:
    from sidepot.tournament.moves import SeatDraw


class Change(msgspec.Struct, frozen=True):
    """One difference between two states of a tournament.

    - `whom`: the player, the table or the tournament that changed
    - `what`: the fact that changed
    - `before`, `after`: the old and the new value
    """

    whom: str
    what: str
    before: str
    after: str


class Preview(msgspec.Struct, frozen=True):
    """The certain effects of a command.

    - `events`: the number of events that the command would cause
    - `by_chance`: a description of what will be drawn
    """

    events: int
    changes: tuple[Change, ...]
    by_chance: tuple[Sentence, ...] = ()


Facts = dict[tuple[str, str], str]


def changes_between(before: TournamentState, after: TournamentState, now: int) -> tuple[Change, ...]:
    """The differences between two states of a tournament: first overall, then by table, then by player."""
    tables = {number for number in {*before.tables, *after.tables} if not _is_same(before, after, number)}
    players = {
        player
        for player in {*before.entrants, *after.entrants}
        if before.entrants.get(player) != after.entrants.get(player)
    }
    for tournament in (before, after):
        for number in tables:
            players.update(tournament.tables[number].places if number in tournament.tables else ())
    old, new = facts(before, now, players), facts(after, now, players)
    keys = [*new, *[key for key in old if key not in new]]
    return tuple(
        [
            Change(whom, what, old.get((whom, what), ""), new.get((whom, what), ""))
            for whom, what in keys
            if old.get((whom, what)) != new.get((whom, what))
        ]
    )


def _is_same(before: TournamentState, after: TournamentState, number: int) -> bool:
    """Whether nothing has happened at a table in between."""
    one, other = before.tables.get(number), after.tables.get(number)
    return one is not None and other is not None and len(one.log) == len(other.log) and one.log[-1] is other.log[-1]


def facts(tournament: TournamentState, now: int, players: Collection[str]) -> Facts:
    """The facts of a tournament that a preview compares, in words and numbers.

    Facts about players are included only for these players.
    """
    reading = tournament.reading(max(now, tournament.clock.since))
    found: Facts = {
        ("", "players left"): str(tournament.left),
        ("", "prize pool"): str(tournament.pool),
        ("", "prizes"): ", ".join(map(str, prizes(tournament))),
        ("", "chips in play"): str(tournament.in_play),
        ("", "level"): str(reading.level + 1),
        ("", "clock"): "runs" if reading.running else "stands",
        ("", "time left"): "" if reading.left_ms is None else str(reading.left_ms // 1000),
        ("", "break"): "yes" if reading.is_break else "no",
        ("", "hand for hand"): "yes" if tournament.hand_for_hand else "no",
        ("", "schedule"): str(len(tournament.structure.schedule)),
        ("", "over"): "yes" if tournament.ended else "no",
    }
    for number, table in tournament.tables.items():
        report = tournament.reports.buttons.get(number)
        found[f"table {number}", "players"] = str(len(table.places))
        found[f"table {number}", "stopped"] = tournament.halted.get(number, "")
        found[f"table {number}", "button"] = "" if report is None else f"seat {report.seat + 1}"
    place = tournament.left + 1
    for group in reversed(tournament.groups):
        for player in group:
            found[player, "place"] = str(place)
        place += len(group)
    for player, entrant in tournament.entrants.items():
        if player not in players:
            continue
        found[player, "status"] = str(entrant.status)
        here = tournament.place_at(entrant)
        found[player, "seat"] = "" if here is None else f"table {entrant.table} seat {here.seat + 1}"
        found[player, "stack"] = str(tournament.chips_of(entrant))
        found[player, "bounties"] = str(entrant.bounties)
        found[player, "penalty"] = str(entrant.penalty)
    return found


# ---- what chance decides
#
# A try draws by a seed of its own, never by that of the tournament. What it drew is left out of the preview; how many
# seats are drawn is certain, and is shown.


TRIAL: Final = "a try"  # the seed of its draws


class Ahead(NamedTuple):
    """What chance will decide.

    - `words`: a description of it
    - `unknown`: the facts that nobody can know in advance, as (of whom, what) pairs
    """

    words: tuple[Sentence, ...] = ()
    unknown: frozenset[tuple[str, str]] = frozenset()


def without_seed(command: c.AnyCommand) -> c.AnyCommand:
    """The command without its own seed, which would reveal the result of a draw in a preview."""
    given = getattr(command, "seed", "")
    return msgspec.structs.replace(command, seed="") if given else command


def ahead(step: Step, tournament: TournamentState) -> Ahead:
    """What chance decided in a step that was carried out only on trial. `tournament` is the state after the step."""
    seats, words, unknown = 0, list[Sentence](), set[tuple[str, str]]()
    for command, happened, before in _happened(step, tournament):
        match happened:
            case e.Drawn(record) if not _was_drawn(record, before):
                drawing = _drawing(record)
                seats += len(drawing)
                unknown |= {(player, "seat") for player in drawing} | _tables(record)
            case e.Raced(table, sheet) if _is_raced(command, happened, before):
                words.append(say("The odd chips of {value} at table {table} are raced for", sheet.removed, str(table)))
                unknown |= {(player, "stack") for player in _at(tournament, table)}
            case e.AtTable(table, ButtonDrawn()) if not before:
                words.append(say("The first button of table {table} is drawn", str(table)))
            case e.EnvelopeOpened(_, _, shares, key) if key and not before:
                words.append(say("An envelope is drawn"))
                unknown |= {(player, "bounties") for player, _ in shares}
            case _:
                pass
    if seats:
        words.insert(0, say("A seat is drawn") if seats == 1 else say("{seats} seats are drawn", str(seats)))
    return Ahead(tuple(words), frozenset(unknown))


def _happened(
    step: Step, tournament: TournamentState
) -> Iterator[tuple[c.AnyCommand | None, e.Event, tuple[e.Event, ...]]]:
    """The events of a step, and those of steps that it has carried out again, each with the original events."""
    for happened in step.events:
        yield step.command, happened, ()
        for number, events in happened.instead if isinstance(happened, e.Undone) else ():
            old = tournament.log[number - 1 - tournament.earlier]
            for again in events:
                yield old.command, again, old.events


def _was_drawn(record: SeatDraw, before: Collection[e.Event]) -> bool:
    """Whether a draw was already made: its players have the seats that they had."""
    places = {place for one in before if isinstance(one, e.Drawn) for place in one.record.order}
    return bool(before) and places.issuperset(record.order)


def _drawing(record: SeatDraw) -> list[str]:
    """The players of a draw who have no seat in advance."""
    given = {player for player, _, seat in record.pinned if seat >= 0}
    return [player for player, _, _ in record.order if player not in given]


def _tables(record: SeatDraw) -> set[tuple[str, str]]:
    """The facts about the tables of a draw that nobody knows: how many players each gets, unless there is only one."""
    tables = [f"table {number}" for number, seats in record.tables if seats]
    return set() if len(tables) < 2 else {(table, what) for table in tables for what in ("players", "stopped")}


def _is_raced(command: c.AnyCommand | None, raced: e.Raced, before: Collection[e.Event]) -> bool:
    """Whether cards were dealt for odd chips, by the program and for the first time."""
    if getattr(command, "cards", ()) or not any(seat.cards for seat in raced.sheet.seats):
        return False
    old = [one for one in before if isinstance(one, e.Raced) and one.sheet.removed == raced.sheet.removed]
    return not any(seat.cards for one in old for seat in one.sheet.seats)


def _at(tournament: TournamentState, number: int) -> tuple[str, ...]:
    table = tournament.tables.get(number)
    return table.players if table is not None else ()
