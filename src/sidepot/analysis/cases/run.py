"""Cases prove the rules: rule ids, a situation, actions, an expectation, as data in TOML.

`load_cases` reads them (the package's own, files or folders), `run_case` plays one and says what came out otherwise.
The format is described in `docs/cases.md`; nothing in it belongs to this engine, so that others can be run on it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from sidepot.analysis.cases.button import ButtonCase, prepare_button, run_button
from sidepot.analysis.cases.chips import Chips, prepare_chips, run_chips
from sidepot.analysis.cases.cut import CutCase, prepare_cut, run_cut
from sidepot.analysis.cases.hand import run_script
from sidepot.analysis.cases.mixes import MixCase, prepare_mix, run_mix
from sidepot.analysis.cases.openstakes import OpenStakesCase, prepare_openstakes, run_openstakes
from sidepot.analysis.cases.prizes import IcmCase, PayoutCase, PlacesCase, prepare_prizes, run_prizes
from sidepot.analysis.cases.ruling import RulingCase, prepare_ruling, run_ruling
from sidepot.analysis.cases.script import prepare_script
from sidepot.analysis.cases.seating import (
    BalanceCase,
    BreakCase,
    DodgingCase,
    SeatsCase,
    prepare_seating,
    run_seating,
)
from sidepot.analysis.cases.small import (
    Pots,
    Problems,
    Rank,
    Split,
    prepare_pots,
    prepare_rank,
    prepare_split,
    run_pots,
    run_rank,
    run_split,
)
from sidepot.analysis.cases.structure import (
    ClockCase,
    StructureCase,
    prepare_clock,
    prepare_structure,
    run_clock,
    run_structure,
)
from sidepot.analysis.cases.table import Betting, WholeHand, setup_of
from sidepot.analysis.cases.tables import TableCase, prepare_table, run_table
from sidepot.analysis.cases.tournament import EventCase, prepare_event, run_event
from sidepot.errors import BadNotation, SidepotError
from sidepot.rules.houses import find_house
from sidepot.rules.index import find_rule, find_rules
from sidepot.rules.rulebook import Rulebook

Body = (
    Pots
    | Split
    | Rank
    | Betting
    | WholeHand
    | RulingCase
    | Chips
    | CutCase
    | MixCase
    | TableCase
    | ButtonCase
    | OpenStakesCase
    | ClockCase
    | StructureCase
    | PayoutCase
    | PlacesCase
    | IcmCase
    | EventCase
    | SeatsCase
    | BalanceCase
    | BreakCase
    | DodgingCase
)

_BODIES: dict[str, type[Body]] = {
    "pots": Pots,
    "split": Split,
    "rank": Rank,
    "betting": Betting,
    "hand": WholeHand,
    "ruling": RulingCase,
    "chips": Chips,
    "cut": CutCase,
    "mix": MixCase,
    "table": TableCase,
    "button": ButtonCase,
    "openstakes": OpenStakesCase,
    "clock": ClockCase,
    "structure": StructureCase,
    "payout": PayoutCase,
    "places": PlacesCase,
    "icm": IcmCase,
    "seats": SeatsCase,
    "balance": BalanceCase,
    "break": BreakCase,
    "dodging": DodgingCase,
    "event": EventCase,
}
_RUN: dict[type, Callable[[Any, Rulebook], Problems]] = {
    Pots: run_pots,
    Split: run_split,
    Rank: run_rank,
    Betting: run_script,
    WholeHand: run_script,
    RulingCase: run_ruling,
    Chips: run_chips,
    CutCase: run_cut,
    MixCase: run_mix,
    TableCase: run_table,
    ButtonCase: run_button,
    OpenStakesCase: run_openstakes,
    ClockCase: run_clock,
    StructureCase: run_structure,
    PayoutCase: run_prizes,
    PlacesCase: run_prizes,
    IcmCase: run_prizes,
    SeatsCase: run_seating,
    BalanceCase: run_seating,
    BreakCase: run_seating,
    DodgingCase: run_seating,
    EventCase: run_event,
}
_COMMON = ("id", "title", "rules", "source", "house", "rulebook")


class Case(msgspec.Struct, frozen=True):
    """One case: which rules it proves, where it comes from, in which house it is played, and its body by kind."""

    id: str
    title: str
    rules: tuple[str, ...]
    source: str
    body: Body
    house: str = "tda-2013"
    rulebook: dict[str, Any] = {}
    file: str = ""

    def house_rules(self, patch: Mapping[str, Any] | None = None) -> Rulebook:
        """The rulebook it is played by: the house, its own changes, and then those of `patch`."""
        return find_house(self.house).but(**{**self.rulebook, **(patch or {})})


class Problem(msgspec.Struct, frozen=True):
    """What came out otherwise than a case expects."""

    case: str
    file: str
    detail: str


class Checked(msgspec.Struct, frozen=True):
    """The result of running cases."""

    cases: int
    passed: int
    failed: int
    problems: tuple[Problem, ...]


def load_cases(paths: Iterable[str | Path] | None = None) -> list[Case]:
    """The cases of these files and folders, or the package's own.

    Raises BadNotation, naming the file, the case and the key, for whatever cannot be understood.
    """
    texts = list(_own_texts()) if paths is None else [(str(path), _read(path)) for path in _find(paths)]
    found: list[Case] = []
    places: dict[str, str] = {}
    for file, content in texts:
        for case in read_cases(content, file):
            if case.id in places:
                raise BadNotation(f"{file}: case {case.id}: the id is taken, by a case of {places[case.id]}")
            places[case.id] = file
            found.append(case)
    return found


def read_cases(content: str, file: str = "cases") -> list[Case]:
    """The cases of one TOML text. Raises BadNotation."""
    try:
        data = tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadNotation(f"{file}: {error or 'nested too deeply'}") from None
    tables = data.pop("case", None)
    if data:
        raise BadNotation(f"{file}: unknown key {next(iter(data))!r}; a case file has [[case]] tables only")
    if not isinstance(tables, list) or not tables:
        raise BadNotation(f"{file}: there is no [[case]] in it")
    return [_case(table, number, file) for number, table in enumerate(tables, 1)]


def _case(table: Any, number: int, file: str) -> Case:
    name = table.get("id") if isinstance(table, dict) else None
    place = f"{file}: case {name or f'number {number}'}"
    try:
        if not isinstance(table, dict):
            raise BadNotation("a case is a table: [[case]]")
        body_type = _BODIES.get(str(table.get("kind")))
        if "kind" not in table:
            raise BadNotation(f"`kind` is missing: one of {', '.join(_BODIES)}")
        if body_type is None:
            raise BadNotation(f"no kind of case is called {table.get('kind')!r}; there are {', '.join(_BODIES)}")
        common = {key: value for key, value in table.items() if key in _COMMON}
        rest = {key: value for key, value in table.items() if key not in _COMMON}
        _check_keys(rest, body_type)
        case = msgspec.convert(common | {"body": rest, "file": file}, Case)
        check_case(case)
    except msgspec.ValidationError as error:
        raise BadNotation(f"{place}: {_by_key(str(error))}") from None
    except SidepotError as error:
        raise BadNotation(f"{place}: {_by_key(error.message)}") from None
    return case


def _by_key(message: str) -> str:
    """A message that begins with the key of the case where it ended with a path, as in ``- at `$.body.put[...]` ``."""
    head, _, path = message.partition(" - at `$")
    key = re.sub(r"\[.*?\]|`", "", path).removeprefix(".body").strip(".")
    before, colon, what = head.rpartition(": ")
    return f"{before}{colon}{key}: {what}" if key else head


def _check_keys(fields: dict[str, Any], body_type: type[Body]) -> None:
    known = ("kind", *body_type.__struct_fields__)
    for key in fields:
        if key not in known:
            raise BadNotation(f"unknown key {key!r}; there are {', '.join((*_COMMON, *known))}")


def check_case(case: Case) -> None:
    """Raise BadNotation or Conflict for what cannot be played: a house, a rule, a name, a card, an action."""
    if not case.id or not case.rules:
        raise BadNotation("a case has an id, and names the rules it proves")
    for rule in case.rules:
        if find_rule(rule).id != rule:
            raise BadNotation(f"rule {rule!r} is written {find_rule(rule).id}")
    rulebook = case.house_rules()
    body = case.body
    if isinstance(body, Pots):
        prepare_pots(body)
    elif isinstance(body, Split):
        prepare_split(body)
    elif isinstance(body, Rank):
        prepare_rank(body)
    elif isinstance(body, RulingCase):
        prepare_ruling(body)
    elif isinstance(body, Chips):
        prepare_chips(body, rulebook)
    elif isinstance(body, CutCase):
        prepare_cut(body)
    elif isinstance(body, MixCase):
        prepare_mix(body)
    elif isinstance(body, TableCase):
        prepare_table(body, rulebook)
    elif isinstance(body, ButtonCase):
        prepare_button(body)
    elif isinstance(body, OpenStakesCase):
        prepare_openstakes(body)
    elif isinstance(body, ClockCase):
        prepare_clock(body)
    elif isinstance(body, StructureCase):
        prepare_structure(body)
    elif isinstance(body, PayoutCase | PlacesCase | IcmCase):
        prepare_prizes(body)
    elif isinstance(body, SeatsCase | BalanceCase | BreakCase | DodgingCase):
        prepare_seating(body)
    elif isinstance(body, EventCase):
        prepare_event(body)
    else:
        prepare_script(body)
        setup_of(body, rulebook)


def run_case(case: Case, patch: Mapping[str, Any] | None = None) -> list[str]:
    """Play a case and return what came out otherwise than it expects; nothing when it passed.

    `patch` changes fields of the rulebook, over the house and over the case's own changes.
    """
    try:
        return _RUN[type(case.body)](case.body, case.house_rules(patch))
    except SidepotError as error:
        return [str(error)]
    except Exception as error:  # a fault of the engine fails its case, and the others still run
        return [f"internal error: {type(error).__name__}: {error}"]


def check_cases(cases: Sequence[Case], advance: Callable[[int], None] = lambda steps: None) -> Checked:
    """Run cases and count; `advance` is told after each."""
    problems: list[Problem] = []
    failed = 0
    for case in cases:
        details = run_case(case)
        failed += bool(details)
        problems += [Problem(case.id, case.file, detail) for detail in details]
        advance(1)
    return Checked(len(cases), len(cases) - failed, failed, tuple(problems))


def proving(cases: Iterable[Case], rules: Iterable[str]) -> list[Case]:
    """The cases that prove one of these rules: ids, numbers or citations. Raises BadNotation for an unknown one."""
    wanted = {rule.id for text in rules for rule in find_rules(text)}
    return [case for case in cases if wanted & set(case.rules)]


# ---- files


def _own_texts() -> Iterable[tuple[str, str]]:
    for entry in sorted(files("sidepot.cases").iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            yield entry.name, entry.read_text(encoding="utf-8")


def _find(paths: Iterable[str | Path]) -> list[Path]:
    """The files of these paths: files as they are, folders with all `*.toml` in them; each once."""
    found: dict[Path, None] = {}
    for given in paths:
        path = Path(given)
        if not path.is_dir():
            found[path] = None
            continue
        inside = sorted(file for file in path.rglob("*.toml") if file.is_file())
        if not inside:
            raise BadNotation(f"{path}: there is no .toml file in this folder")
        found.update(dict.fromkeys(inside))
    return list(found)


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise BadNotation(f"{path}: there is no such file") from None
    except UnicodeDecodeError as error:
        raise BadNotation(f"{path}: byte {error.start} is not UTF-8; save the file as UTF-8 text") from None
    except (OSError, ValueError) as error:
        raise BadNotation(f"{path}: cannot be read: {error}") from None
