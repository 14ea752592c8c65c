"""Cases of whole events: a structure, players, one command after the other, with expected results.

Times are minutes, tables and seats are counted from 1, as people count them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from sidepot.cases.expected import Problems, differ
from sidepot.cases.refusal import is_expected
from sidepot.errors import BadNotation, SidepotError
from sidepot.rules.rulebook import Rulebook
from sidepot.tournament import commands as c
from sidepot.tournament.advice import orders
from sidepot.tournament.asks import asks
from sidepot.tournament.events import Note
from sidepot.tournament.heard_tables import served
from sidepot.tournament.presets import find_preset
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.stocks import average, differences, stock_of
from sidepot.tournament.structure import Structure
from sidepot.tournament.structure_files import structure_of
from sidepot.tournament.tournament import Tournament, decode, encode, replay
from sidepot.validation.problems import as_type

STEP_TYPES: dict[str, Any] = {
    "do": str, "at": float, "by": str, "expect": int, "then": dict[str, Any], "refused": str, "cite": str,
}  # fmt: skip
_PER_PLAYER: dict[str, Any] = dict.fromkeys(
    ("stack", "place", "paid", "owes", "penalty", "table", "seat", "head", "bounties"), dict[str, int]
) | {"status": dict[str, str], "state": dict[str, str], "known": dict[str, str], "served": dict[str, str]}


MINUTES = ("ms", "left")
FROM_ONE = ("seat", "item")
TABLES: dict[str, dict[str, object]] = {
    "count_hand": {"stacks": dict[str, int]},
    "count": {"stacks": dict[str, int], "when": float},
    "race": {"stacks": dict[str, str], "odd": dict[str, int], "cards": dict[str, str]},
    "out": {"when": float, "won_by": list[str]},
    "button_at": {"when": float},
    "hands": {"when": float},
    "heads": {"when": float},
    "make_deal": {"amounts": dict[str, int]},
}


class TournamentCase(msgspec.Struct, frozen=True, tag="event", tag_field="kind"):
    """A tournament: a preset or the terms of a structure, the entrants, their seats, and the steps.

    Each step of `do` is a command by its name with its fields, `at` so many minutes, `by` somebody who saw version
    `expect`; `then` is looked at after it, or a part of the message it is `refused` with, and the `cite` of that. A
    step without a name only looks. `seats` are the tables as they are drawn: names clockwise from seat 1, "" for none.
    """

    do: list[dict[str, Any]]
    preset: str = ""
    terms: dict[str, Any] | None = None
    players: list[str] = []
    seats: list[list[str]] = []
    buttons: list[int] = []


def prepare_tournament(body: TournamentCase) -> None:
    """Raise BadNotation or Conflict for terms that are none, unknown commands, and where nothing is looked at."""
    structure_of_tournament(body, None)
    if not any("then" in step or "refused" in step for step in body.do):
        raise BadNotation("`do` expects nothing: say in one step what is `then`, or `refused`")
    for step in body.do:
        for key, wanted in STEP_TYPES.items():
            if key in step:
                as_type(step[key], wanted, key)
        _command(step)
        unknown = set(step.get("then", {})) - set(_FACTS) - set(_PER_PLAYER)
        if unknown:
            raise BadNotation(f"`then` knows no {sorted(unknown)[0]!r}; it knows {', '.join([*_FACTS, *_PER_PLAYER])}")
        for key, value in step.get("then", {}).items():
            as_type(value, THEN_TYPES[key], key)


def run_tournament(body: TournamentCase, rulebook: Rulebook) -> Problems:
    """Do one thing after the other, look, and read the whole log back at the end."""
    problems: Problems = []
    tournament = Tournament(structure_of_tournament(body, rulebook), "case")
    _seat(tournament, body)
    now = 0
    for number, step in enumerate(body.do, 1):
        now = round(step.get("at", now / MINUTE) * MINUTE)
        where = f"step {number} ({step.get('do', 'look')})"
        command = _command(step)
        version = tournament.version
        try:
            if command is not None:
                tournament.do(command, now, by=step.get("by", ""), expect=step.get("expect"))
            if "refused" in step:
                problems.append(f"{where}: expected a refusal with {step['refused']!r}")
        except SidepotError as error:
            cite = str(error.cite) if error.cite is not None else ""
            if not is_expected(step.get("refused"), error):
                problems.append(f"{where}: expected {step.get('refused', 'no refusal')!r}, got: {error}")
            elif cite != step.get("cite", cite):
                problems.append(f"{where}: expected it to cite {step['cite']}, got {cite or 'nothing'}")
            if tournament.version != version:
                problems.append(f"{where}: a refusal changed the tournament")
        for name, wanted in step.get("then", {}).items():
            if name in _PER_PLAYER:
                for player, value in wanted.items():
                    differ(problems, f"{where}, {name} of {player}", value, _of(tournament, player, name, now))
            else:
                differ(problems, f"{where}, {name}", wanted, _FACTS[name](tournament, now))
    again = replay([decode(encode(step)) for step in tournament.log])
    if again != tournament:
        problems.append("the log, read back, makes another tournament")
    return problems


# ---- reading


def structure_of_tournament(body: TournamentCase, rulebook: Rulebook | None) -> Structure:
    """The structure of the tournament of a case, played by a rulebook. Raises BadNotation and Conflict."""
    if (body.terms is None) == (not body.preset):
        raise BadNotation("say `terms`, or a `preset`, and not both")
    structure = structure_of(body.terms) if body.terms is not None else find_preset(body.preset)
    return structure if rulebook is None else msgspec.structs.replace(structure, rulebook=rulebook)


def _command(step: dict[str, Any]) -> c.AnyCommand | None:
    """The command of a step: minutes as milliseconds, seats and items from 0. Raises BadNotation."""
    if "do" not in step:
        strange = set(step) - set(STEP_TYPES)
        if strange:
            raise BadNotation(f"unknown key {sorted(strange)[0]!r} in a step that does nothing")
        return None
    fields = {key: value for key, value in step.items() if key not in STEP_TYPES}
    for key, wanted in told_types(step["do"]).items():
        if key in fields:
            fields[key] = as_type(fields[key], wanted, key)
    for key in MINUTES:
        if key in fields:
            fields[key] = round(fields[key] * MINUTE)
    for key in FROM_ONE:
        if key in fields:
            fields[key] -= 1
    _pair(step["do"], fields)
    kinds: Any = c.AnyCommand
    command: c.AnyCommand = as_type({"type": step["do"], **fields}, kinds, step["do"])
    return command


def _pair(command: str, fields: dict[str, Any]) -> None:
    """Write the fields as the command has them: pairs for tables, and its own names for `when` and `won_by`."""
    if "when" in fields:
        fields["at"] = round(fields.pop("when") * MINUTE)
    if "won_by" in fields:
        fields["by"] = fields.pop("won_by")
    if command in ("count_hand", "count"):
        fields["stacks"] = tuple(fields.get("stacks", {}).items())
    for key in ("stacks", "odd", "cards"):
        if command == "race" and key in fields:
            fields[key] = tuple([(_seat_of(seat), told) for seat, told in fields[key].items()])
    if command == "make_deal" and "amounts" in fields:
        fields["amounts"] = tuple(fields["amounts"].items())


OTHER_NAMES = ("when", "won_by")  # for `at` and `by` of a command, as a step has its own


def told_types(command: str) -> dict[str, Any]:
    """Fields that a step writes in another form than its command: minutes, seats and items from 1, tables for pairs."""
    return dict.fromkeys(MINUTES, float) | dict.fromkeys(FROM_ONE, int) | TABLES.get(command, {})


def _seat_of(told: str) -> int:
    if not told.isdecimal() or not 1 <= int(told) <= 99:
        raise BadNotation(f"seats are counted 1, 2, 3, ..., and {told!r} is none")
    return int(told) - 1


def _seat(tournament: Tournament, body: TournamentCase) -> None:
    """Enter everybody, and seat those who have seats: pinned there, so that the draw puts them nowhere else."""
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
        raise BadNotation(f"{name}: nobody is called {player!r}; there are {', '.join(tournament.entrants)}")
    if name == "known":
        return str(stock_of(tournament, player).how)
    if name == "served":
        return str(served(tournament, player, now) or "")
    entrant = tournament.entrants[player]
    table = tournament.tables.get(entrant.table)
    if name == "stack":
        return tournament.stack_of(player)
    if name in ("place", "paid", "bounties"):
        return next(getattr(one, name) for one in tournament.standings() if one.player == player)
    if name in ("seat", "state"):
        place = table.places.get(player) if table is not None else None
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


def _tag_of(command: c.AnyCommand) -> str:
    return str(type(command).__struct_config__.tag)


_FACTS: dict[str, Any] = {
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
    "orders": lambda tournament, now: [_tag_of(order.command) for order in orders(tournament, now)],
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
THEN_TYPES: dict[str, Any] = {
    **dict.fromkeys(("issued", "removed", "in_play", "left", "entries", "pool", "overlay", "fees"), int),
    "prizes": list[int], "level": int, "minutes_left": float, "minutes_to_go": int, "tables": dict[str, int],
    "halted": list[int], "orders": list[str], "stakes": dict[str, list[int]], "dead": dict[str, list[str]],
    "button": dict[str, str], "last_move": dict[str, int | str], "notes": list[str],
    "envelopes": list[int], "ended": bool, "version": int,
    "smallest_chip": dict[str, int], "asks": list[str], "differ": dict[str, int], "average": int,
    "rack": list[list[int]], **_PER_PLAYER,
}  # fmt: skip
