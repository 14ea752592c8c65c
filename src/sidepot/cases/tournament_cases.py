"""Cases of whole tournaments: a structure, players, one command after the other, with expected results.

Times are in minutes; tables and seats are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import msgspec

from sidepot.cases.expected import Problems, differ
from sidepot.cases.refusal import is_expected
from sidepot.errors import BadNotation, SidepotError
from sidepot.rules.rulebook import Rulebook
from sidepot.tournament import commands as c
from sidepot.tournament.advice import orders
from sidepot.tournament.asks import asks
from sidepot.tournament.events import Note
from sidepot.tournament.presets import find_preset
from sidepot.tournament.real_tables import average, differences, served, stock_of
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.structure import Structure
from sidepot.tournament.structure_files import structure_of
from sidepot.tournament.tournament import Tournament, decode, encode, replay
from sidepot.validation.problems import as_type


class Then(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected after a step: of the tournament, and of the players named."""

    issued: int | None = None
    removed: int | None = None
    in_play: int | None = None
    left: int | None = None
    entries: int | None = None
    pool: int | None = None
    overlay: int | None = None
    fees: int | None = None
    prizes: list[int] | None = None
    level: int | None = None
    minutes_left: float | None = None
    minutes_to_go: int | None = None
    tables: dict[str, int] | None = None
    halted: list[int] | None = None
    orders: list[str] | None = None
    stakes: dict[str, list[int]] | None = None
    dead: dict[str, list[str]] | None = None
    button: dict[str, str] | None = None
    last_move: dict[str, int | str] | None = None
    notes: list[str] | None = None
    envelopes: list[int] | None = None
    ended: bool | None = None
    version: int | None = None
    smallest_chip: dict[str, int] | None = None
    asks: list[str] | None = None
    differ: dict[str, int] | None = None
    average: int | None = None
    rack: list[list[int]] | None = None
    # of each player
    stack: dict[str, int] | None = None
    place: dict[str, int] | None = None
    paid: dict[str, int] | None = None
    owes: dict[str, int] | None = None
    penalty: dict[str, int] | None = None
    table: dict[str, int] | None = None
    seat: dict[str, int] | None = None
    head: dict[str, int] | None = None
    bounties: dict[str, int] | None = None
    status: dict[str, str] | None = None
    state: dict[str, str] | None = None
    known: dict[str, str] | None = None
    served: dict[str, str] | None = None


class StepTerms(msgspec.Struct, frozen=True):
    """The keys of a step that do not belong to its command."""

    do: str | None = None
    at: float | None = None
    by: str = ""
    expect: int | None = None
    then: Then | None = None
    refused: str | None = None
    cite: str | None = None


class Step(NamedTuple):
    """A step of a case: its place in the case, its terms, and its command (None if the step only checks)."""

    place: str
    terms: StepTerms
    command: c.AnyCommand | None


class TournamentCase(msgspec.Struct, frozen=True, tag="tournament", tag_field="kind"):
    """A tournament: a preset or the terms of a structure, the players, their seats, and the steps.

    Each step of `do` has a command with its fields, and a check. A step without a command only checks. Other keys of a
    step:

    - `at`: the minute
    - `by`: who sends the command
    - `expect`: the version that this person saw
    - `then`: the state afterwards
    - `refused`: a part of the error message
    - `cite`: the rule that the error cites

    `seats` lists the tables as drawn: names clockwise from seat 1, "" for an empty seat.
    """

    do: list[dict[str, object]]
    preset: str = ""
    terms: dict[str, object] | None = None
    players: list[str] = []
    seats: list[list[str]] = []
    buttons: list[int] = []


def prepare_tournament(body: TournamentCase) -> None:
    """Check the terms and the steps of a case before it runs.

    Raises BadNotation or Conflict for impossible terms, for unknown commands, or if no step checks anything.
    """
    structure_of_tournament(body, None)
    steps = _steps(body)
    if all(step.terms.then is None and step.terms.refused is None for step in steps):
        raise BadNotation("no step of `do` checks anything; give `then` or `refused` in at least one")


def run_tournament(body: TournamentCase, rulebook: Rulebook) -> Problems:
    """Carry out all steps, and compare after each. At the end, replay the whole log. Returns the differences."""
    problems: Problems = []
    tournament = Tournament(structure_of_tournament(body, rulebook), "case")
    _seat(tournament, body)
    now = 0
    for step in _steps(body):
        now = now if step.terms.at is None else round(step.terms.at * MINUTE)
        _do(tournament, step, now, problems)
        _look(tournament, step, now, problems)
    again = replay([decode(encode(step)) for step in tournament.log])
    if again != tournament:
        problems.append("the log, read back, makes another tournament")
    return problems


def _do(tournament: Tournament, step: Step, now: int, problems: Problems) -> None:
    """Give the command, and check that it is carried out or refused as the case expects."""
    terms, version = step.terms, tournament.version
    try:
        if step.command is not None:
            tournament.do(step.command, now, by=terms.by, expect=terms.expect)
        if terms.refused is not None:
            problems.append(f"{step.place}: expected a refusal with {terms.refused!r}")
    except SidepotError as error:
        cite = str(error.cite) if error.cite is not None else ""
        if not is_expected(terms.refused, error):
            wanted = "no refusal" if terms.refused is None else terms.refused
            problems.append(f"{step.place}: expected {wanted!r}, got: {error}")
        elif terms.cite not in (None, cite):
            problems.append(f"{step.place}: expected it to cite {terms.cite}, got {cite or 'nothing'}")
        if tournament.version != version:
            problems.append(f"{step.place}: a refusal changed the tournament")


def _look(tournament: Tournament, step: Step, now: int, problems: Problems) -> None:
    then = step.terms.then
    for name in Then.__struct_fields__ if then is not None else ():
        wanted = getattr(then, name)
        if wanted is None:
            continue
        if name in _FACTS:
            differ(problems, f"{step.place}, {name}", wanted, _FACTS[name](tournament, now))
            continue
        for player, value in wanted.items():
            differ(problems, f"{step.place}, {name} of {player}", value, _of(tournament, player, name, now))


# ---- reading


def structure_of_tournament(body: TournamentCase, rulebook: Rulebook | None) -> Structure:
    """The structure of the tournament in a case, under a rulebook.

    Raises BadNotation or Conflict for terms that contradict each other.
    """
    if (body.terms is None) == (not body.preset):
        raise BadNotation("give either `terms` or a `preset`")
    structure = structure_of(body.terms) if body.terms is not None else find_preset(body.preset)
    return structure if rulebook is None else msgspec.structs.replace(structure, rulebook=rulebook)


def _steps(body: TournamentCase) -> list[Step]:
    """The steps, with their commands. Raises BadNotation for an unreadable step."""
    found = []
    for number, given in enumerate(body.do, 1):
        terms = as_type(given, StepTerms, "")
        rest = {key: value for key, value in given.items() if key not in StepTerms.__struct_fields__}
        if terms.do is None and rest:
            raise BadNotation(f"unknown key {min(rest)!r} in a step without a command")
        command = None if terms.do is None else _command(terms.do, rest)
        found.append(Step(f"step {number} ({terms.do or 'look'})", terms, command))
    return found


class FieldType(NamedTuple):
    """A field of a command that a case writes in another form.

    - `wanted`: its type in the case
    - `read`: the function that converts its value
    - `name`: its name in the command, if that differs
    """

    wanted: type
    read: Callable[[Any], object]
    name: str = ""


def _from_one(number: int) -> int:
    return number - 1


def _ms(minutes: float) -> int:
    return round(minutes * MINUTE)


def _pairs(table: dict[str, object]) -> tuple[tuple[str, object], ...]:
    return tuple(table.items())


def _by_seat(table: dict[str, object]) -> tuple[tuple[int, object], ...]:
    return tuple([(_seat_of(seat), value) for seat, value in table.items()])


_MINUTES: Final = FieldType(float, _ms)
_WHEN: Final = FieldType(float, _ms, "at")
_OF_ALL: Final = {
    "ms": _MINUTES,
    "left": _MINUTES,
    "seat": FieldType(int, _from_one),
    "item": FieldType(int, _from_one),
}
_OF_COMMAND: Final = {
    "count_hand": {"stacks": FieldType(dict[str, int], _pairs)},
    "count": {"stacks": FieldType(dict[str, int], _pairs), "when": _WHEN},
    "race": {
        "stacks": FieldType(dict[str, str], _by_seat),
        "odd": FieldType(dict[str, int], _by_seat),
        "cards": FieldType(dict[str, str], _by_seat),
    },
    "out": {"when": _WHEN, "won_by": FieldType(list[str], list, "by")},
    "button_at": {"when": _WHEN},
    "hands": {"when": _WHEN},
    "heads": {"when": _WHEN},
    "make_deal": {"amounts": FieldType(dict[str, int], _pairs)},
}
OTHER_NAMES = ("when", "won_by")  # for `at` and `by` of a command, as a step has its own


def typed_fields(command: str) -> dict[str, FieldType]:
    """The fields that a step writes in another form than its command, such as minutes, or seats counted from 1."""
    return _OF_ALL | _OF_COMMAND.get(command, {})


def _command(name: str, fields: dict[str, object]) -> c.AnyCommand:
    """The command of a step. Raises BadNotation for an unknown command or field."""
    typed = typed_fields(name)
    plain: dict[str, object] = {"type": name} | ({"stacks": ()} if name in ("count_hand", "count") else {})
    for key, value in fields.items():
        one = typed.get(key)
        plain[one.name or key if one else key] = one.read(as_type(value, one.wanted, key)) if one else value
    kinds: type[c.AnyCommand] = c.AnyCommand  # type: ignore[assignment]  # mypy takes no union for a type
    return as_type(plain, kinds, name)


def _seat_of(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 99:
        raise BadNotation(f"expected a seat number from 1 to 99, got {text!r}")
    return int(text) - 1


def _seat(tournament: Tournament, body: TournamentCase) -> None:
    """Enter all players, and seat those with given seats, which are pinned so that the draw keeps them."""
    for player in [*[name for table in body.seats for name in table if name], *body.players]:
        tournament.do(c.Register(player), 0)
    if not body.seats:
        return
    for number, table in enumerate(body.seats, 1):
        for seat, player in enumerate(table):
            if player:
                tournament.do(c.Pin(player, number, seat), 0)
    tournament.do(c.DrawSeats(), 0)
    for table in body.seats:
        for player in filter(None, table):
            tournament.do(c.Pin(player, 0), 0)
    for number, button in enumerate(body.buttons, 1):
        tournament.do(c.SetButton(number, button - 1), 0)


# ---- looking


def _of(tournament: Tournament, player: str, name: str, now: int) -> object:
    if player not in tournament.entrants:
        raise BadNotation(f"{name}: no player is named {player!r}; the players are {', '.join(tournament.entrants)}")
    if name == "known":
        return str(stock_of(tournament, player).how)
    if name == "served":
        return str(served(tournament, player, now) or "")
    entrant = tournament.entrants[player]
    if name == "stack":
        return tournament.stack_of(player)
    if name in ("place", "paid", "bounties"):
        return next(getattr(one, name) for one in tournament.standings() if one.player == player)
    if name in ("seat", "state"):
        place = tournament.place_at(entrant)
        return None if place is None else place.seat + 1 if name == "seat" else str(place.state)
    return str(entrant.status) if name == "status" else getattr(entrant, name)


def _last_move(tournament: Tournament) -> dict[str, object] | None:
    if not tournament.moves:
        return None
    move = tournament.moves[-1]
    return {"player": move.player, "table": move.to_table, "seat": move.to_seat + 1, "cite": str(move.cite)}


def _stakes(tournament: Tournament) -> dict[str, list[int]]:
    """The stakes of the current hands: the blinds, by table."""
    return {
        str(number): list(table.begun.setup.stakes.blinds)
        for number, table in tournament.tables.items()
        if table.begun is not None
    }


_FACTS: Final[dict[str, Callable[[Tournament, int], object]]] = {
    "issued": lambda tournament, now: tournament.issued,
    "removed": lambda tournament, now: tournament.removed,
    "in_play": lambda tournament, now: tournament.in_play,
    "left": lambda tournament, now: tournament.left,
    "entries": lambda tournament, now: tournament.entries,
    "pool": lambda tournament, now: tournament.pool,
    "overlay": lambda tournament, now: tournament.overlay,
    "fees": lambda tournament, now: tournament.fees,
    "prizes": lambda tournament, now: list(tournament.prizes()),
    "level": lambda tournament, now: tournament.clock.at(now).level + 1,
    "minutes_left": lambda tournament, now: (tournament.clock.at(now).left_ms or 0) / MINUTE,
    "minutes_to_go": lambda tournament, now: round(tournament.time_left(now) / MINUTE),
    "tables": lambda tournament, now: {
        str(number): len(table.places) for number, table in sorted(tournament.tables.items())
    },
    "halted": lambda tournament, now: sorted(tournament.halted),
    "orders": lambda tournament, now: [type(order.command).__struct_config__.tag for order in orders(tournament, now)],
    "stakes": lambda tournament, now: _stakes(tournament),
    "dead": lambda tournament, now: {
        str(number): [table.begun.players[seat] for seat in table.begun.dead]
        for number, table in tournament.tables.items()
        if table.begun is not None
    },
    "button": lambda tournament, now: {
        str(number): begun.players[begun.setup.button]
        for number, table in tournament.tables.items()
        for begun in [table.begun]
        if begun is not None
    },
    "last_move": lambda tournament, now: _last_move(tournament),
    "notes": lambda tournament, now: [what.cite for what in tournament.log[-1].events if isinstance(what, Note)],
    "envelopes": lambda tournament, now: list(tournament.envelopes.values),
    "ended": lambda tournament, now: tournament.ended,
    "asks": lambda tournament, now: [f"{one.about} {one.table}" for one in asks(tournament, now)],
    "differ": lambda tournament, now: {str(one.table): one.chips for one in differences(tournament)},
    "average": lambda tournament, now: average(tournament),
    "rack": lambda tournament, now: [list(pair) for pair in tournament.races[-1][1].rack],
    "version": lambda tournament, now: tournament.version,
    "smallest_chip": lambda tournament, now: {
        str(number): table.rules.chips.smallest for number, table in tournament.tables.items()
    },
}
