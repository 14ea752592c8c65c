"""Cases test the rules. Each has rule ids, a situation, actions and an expectation, as data in TOML.

`load_cases` reads them (the package's own, files or folders); `run_case` plays one and returns the differences.
`docs/reference/cases.md` describes the format. Nothing in it is specific to this engine, so that other engines can use
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import msgspec

from sidepot.cases.bounds import check_numbers
from sidepot.cases.kinds import KINDS, OF_BODY
from sidepot.errors import BadNotation, SidepotError
from sidepot.rules.editions import RENUMBERED, number_in
from sidepot.rules.houses import find_house
from sidepot.rules.index import find_rule, find_rules
from sidepot.rules.own_houses import HouseFile, house_of, read_house_file
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.problems import as_type
from sidepot.validation.reader import at_place, decoded_text, toml_of
from sidepot.validation.type_checks import expect, expect_mapping

# ---- one case in several houses, under the numbers of each book


ALSO: Final = "also"


def in_houses(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The case as written, and a copy of it for each other house that it names. Raises BadNotation for an unknown
    house.
    """
    case = {key: value for key, value in table.items() if key != ALSO}
    yield case
    for name, cites in _named(table).items():
        house = find_house(name)
        there = case | {"id": f"{case.get('id')}@{house.name}", "house": house.name}
        there["rules"] = [_rule_in(rule, house.edition) for rule in case.get("rules", ())]
        if cites:
            there["expect"] = {**case.get("expect", {}), "cites": cites}
        yield there


def _named(table: Mapping[str, Any]) -> dict[str, list[str]]:
    named = table.get(ALSO, {})
    if not isinstance(named, dict) or not all(isinstance(cites, list) for cites in named.values()):
        raise BadNotation(
            '`also`: expected a table of houses with their citations, as in { "tda-2026" = ["TDA-2026:47-B"] }'
        )
    if table.get("house", "tda-2013") in named:
        raise BadNotation("`also` must name houses other than the case's own")
    return named


def _rule_in(rule: str, edition: str) -> str:
    """A rule that a case tests, under its number in another house's book."""
    earlier = RENUMBERED[edition].earlier if edition in RENUMBERED else ""
    text, _, number = rule.partition(":")
    if not earlier or text != earlier:
        return rule
    there = number_in(edition, number)
    return find_rules(f"{edition}:{there}")[0].id if there else rule


# ---- cases


B = TypeVar("B")
MAY_DIFFER: Final = ("script", "expect")
FAILED: Final = "failed"
UNREADABLE: Final = "unreadable"
COMMON = ("id", "title", "rules", "source", "house", "rulebook", ALSO, "readings")


class Case(msgspec.Struct, frozen=True):
    """A case: the rules it tests, its source, its house, and its body, which depends on the kind."""

    id: str
    title: str
    rules: tuple[str, ...]
    source: str
    body: object  # the struct of its kind
    house: str = "tda-2013"
    rulebook: dict[str, object] = {}
    readings: tuple[dict[str, object], ...] = ()  # where the text is open: keys that other engines may play by instead
    file: str = ""

    def house_rules(self, patch: Mapping[str, object] | None = None) -> Rulebook:
        """The rulebook of the case: its house with the case's own changes and then the changes in `patch`."""
        return find_house(self.house).but(**{**self.rulebook, **(patch or {})})


class Problem(msgspec.Struct, frozen=True):
    """How a case differs from what it expects, or why it cannot be read.

    - `case`: the name of the case; "" if the problem concerns a whole file
    """

    case: str
    file: str
    detail: str
    kind: Literal["failed", "unreadable"] = FAILED

    def __str__(self) -> str:
        return f"{self.file}: {f'case {self.case}: ' if self.case else ''}{self.detail}"


class Checked(msgspec.Struct, frozen=True):
    """The result of running cases. `cases` is the sum of the other three numbers.

    A file without cases counts as one unreadable case.
    """

    cases: int
    passed: int
    failed: int
    unreadable: int
    problems: tuple[Problem, ...]


class Gathered(msgspec.Struct, frozen=True):
    """The cases of some files, and the parts of the files that cannot be read."""

    cases: tuple[Case, ...]
    unread: tuple[Problem, ...]


def load_cases(paths: Iterable[str | Path] | None = None) -> list[Case]:
    """The cases in these files and folders. By default, the package's own cases.

    Raises BadNotation, giving the file, the case and the key, for an unreadable case.
    """
    return list(_all_read(gather_cases(paths)))


def gather_cases(paths: Iterable[str | Path] | None = None) -> Gathered:
    """The cases in these files and folders, and a list of the unreadable ones. By default, the package's own cases.

    Raises BadNotation if a file does not exist or is not text.
    """
    if isinstance(paths, str | bytes | Path) or paths is not None and not isinstance(paths, Iterable):
        raise BadNotation(f"paths: expected a list of files and folders, as in ['mine.toml'], not {paths!r:.60}")
    texts = list(_own_texts()) if paths is None else [(str(path), _read(path)) for path in _find(paths)]
    folders = {} if paths is None else {file: Path(file).parent for file, _ in texts}
    found: dict[str, Case] = {}
    unread: list[Problem] = []
    for file, content in texts:
        for one in _each(content, file, folders.get(file)):
            if isinstance(one, Case) and one.id in found:
                taken = f"the id is taken, by a case of {found[one.id].file}"
                unread.append(Problem(one.id, file, taken, UNREADABLE))
            elif isinstance(one, Case):
                found[one.id] = one
            else:
                unread.append(one)
    return Gathered(tuple(found.values()), tuple(unread))


def read_cases(content: str, file: str = "cases") -> list[Case]:
    """The cases in a TOML text. Raises BadNotation for the first case that cannot be understood."""
    each = list(_each(content, file))
    unread = [one for one in each if isinstance(one, Problem)]
    return list(_all_read(Gathered(tuple([one for one in each if isinstance(one, Case)]), tuple(unread))))


def _all_read(gathered: Gathered) -> tuple[Case, ...]:
    if gathered.unread:
        raise BadNotation(str(gathered.unread[0]))
    return gathered.cases


def _each(content: str, file: str, folder: Path | None = None) -> Iterator[Case | Problem]:
    """Each case of one TOML text, or why it cannot be read. `folder` is where the text's paths begin."""
    try:
        data = toml_of(content, "a case file")
    except BadNotation as error:
        yield Problem("", file, error.message, UNREADABLE)
        return
    tables = data.pop("case", None)
    if data:
        what = f"unknown key {next(iter(data))!r}; a case file has [[case]] tables only"
        yield Problem("", file, what, UNREADABLE)
    if not isinstance(tables, list) or not tables:
        yield Problem("", file, "the file has no [[case]]", UNREADABLE)
        return
    for number, table in enumerate(tables, 1):
        name = table.get("id") if isinstance(table, dict) else None
        try:
            several = in_houses(_in_its_book(table, folder)) if isinstance(table, dict) else (table,)
            yield from [_case(one, file) for one in several]
        except Exception as error:  # a fault of the reader stops its case, and the others are still read
            name = name if isinstance(name, str) and name else f"number {number}"
            yield Problem(name, file, _why(error), UNREADABLE)


def _why(error: Exception) -> str:
    if isinstance(error, SidepotError):
        return error.message
    return f"internal error: {type(error).__name__}: {error}"


def _in_its_book(table: dict[str, Any], folder: Path | None) -> dict[str, Any]:
    """A case in a club's own house, as a case in the house's book that changes the club's choices."""
    house = table.get("house")
    with at_place("house"):
        if isinstance(house, dict):
            file = as_type(house, HouseFile, "")
        elif folder is not None and isinstance(house, str) and house.endswith(".toml"):
            file = read_house_file(_read(folder / house), house)
        else:
            return table
        house_of(file)  # raises an error if it is wrong
    changes = table.get("rulebook", {})
    choices = file.choices | changes if isinstance(changes, dict) else changes
    return table | {"house": find_house(file.based_on).name, "rulebook": choices}


def _case(table: object, file: str) -> Case:
    if not isinstance(table, dict):
        raise BadNotation("a case must be a table under [[case]]")
    kind = KINDS.get(str(table.get("kind")))
    if "kind" not in table:
        raise BadNotation(f"`kind` is missing; expected one of {', '.join(KINDS)}")
    if kind is None:
        raise BadNotation(f"unknown kind of case {table.get('kind')!r}; expected one of {', '.join(KINDS)}")
    check_numbers(table)
    common = {key: value for key, value in table.items() if key in COMMON}
    rest = {key: value for key, value in table.items() if key not in COMMON}
    _check_keys(rest, kind.body)
    case = as_type(common | {"body": as_type(rest, kind.body, ""), "file": file}, Case, "")
    check_case(case)
    return case


def _check_keys(fields: dict[str, object], body_type: type[msgspec.Struct]) -> None:
    known = ("kind", *body_type.__struct_encode_fields__)
    for key in fields:
        if key not in known:
            raise BadNotation(f"unknown key {key!r}; the keys are {', '.join((*COMMON, *known))}")


def check_case(case: Case) -> None:
    """Raise BadNotation or Conflict for a case with an impossible house, rule, name, card or action."""
    if not case.id or not case.rules:
        raise BadNotation("a case needs an id and the rules that it tests")
    for rule in case.rules:
        if find_rule(rule).id != rule:
            raise BadNotation(f"write rule {rule!r} as {find_rule(rule).id}")
    kind = OF_BODY[type(case.body)]
    kind.prepare(case.body, case.house_rules())
    for reading in case.readings:
        _check_reading(reading, case.body)
        kind.prepare(read_otherwise(case.body, reading), case.house_rules())


def _check_reading(reading: dict[str, object], body: object) -> None:
    """Raise BadNotation for a reading that is empty, or changes a key that is not part of the body."""
    may = {key for key in MAY_DIFFER if hasattr(body, key)}
    other = set(reading) - {"says"}
    if not isinstance(reading.get("says"), str) or not reading["says"] or not other or other - may:
        raise BadNotation(f"a reading needs `says` (a sentence) and one of {', '.join(sorted(may))}")


def read_otherwise(body: B, reading: Mapping[str, object]) -> B:
    """The body of a case, in which the keys of one of its readings replace its own. Raises BadNotation for unknown
    keys.
    """
    merged = msgspec.to_builtins(body) | {key: value for key, value in reading.items() if key != "says"}
    return as_type(merged, type(body), "reading")


def run_case(case: Case, patch: Mapping[str, object] | None = None) -> list[str]:
    """Run a case. Returns the differences from what the case expects; empty if it passed.

    - `patch`: changes of the rulebook, in addition to the case's own
    """
    expect(case, Case, "case")
    if patch is not None:
        patch = expect_mapping(patch, "patch", "a dict of fields of the rulebook, as in {'run_it': 2}")
    try:
        return OF_BODY[type(case.body)].run(case.body, case.house_rules(patch))
    except SidepotError as error:
        return [str(error)]
    except Exception as error:  # a fault of the engine fails its case, and the others still run
        return [f"internal error: {type(error).__name__}: {error}"]


def check_cases(
    cases: Sequence[Case], advance: Callable[[int], None] = lambda steps: None, *, unread: Sequence[Problem] = ()
) -> Checked:
    """Run cases and count the results. The unread cases are counted, too. `advance` is called after each case."""
    problems: list[Problem] = list(unread)
    failed = 0
    for case in cases:
        details = run_case(case)
        failed += bool(details)
        problems += [Problem(case.id, case.file, detail) for detail in details]
        advance(1)
    return Checked(len(cases) + len(unread), len(cases) - failed, failed, len(unread), tuple(problems))


def proving(cases: Iterable[Case], rules: Iterable[str]) -> list[Case]:
    """The cases that test one of these rules. Rules are given as ids, numbers or citations.

    Raises BadNotation for an unknown rule.
    """
    wanted = {rule.id for text in rules for rule in find_rules(text)}
    return [case for case in cases if wanted & set(case.rules)]


# ---- files


def _own_texts() -> Iterable[tuple[str, str]]:
    for entry in sorted(files("sidepot.cases").iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(".toml"):
            yield entry.name, entry.read_text(encoding="utf-8")


def _find(paths: Iterable[str | Path]) -> list[Path]:
    """The files of these paths, each once: files themselves, and all `*.toml` in folders."""
    found: dict[Path, None] = {}
    for given in paths:
        if not isinstance(given, str | PathLike):
            raise BadNotation(f"paths: expected a list of files and folders, as in ['mine.toml'], not {given!r:.60}")
        path = Path(given)
        if not path.is_dir():
            found[path] = None
            continue
        inside = sorted(file for file in path.rglob("*.toml") if file.is_file())
        if not inside:
            raise BadNotation(f"{path}: no .toml file in this folder")
        found.update(dict.fromkeys(inside))
    return list(found)


def _read(path: Path) -> str:
    try:
        with at_place(str(path)):
            return decoded_text(path.read_bytes())
    except FileNotFoundError:
        raise BadNotation(f"{path}: no such file") from None
    except (OSError, ValueError) as error:
        raise BadNotation(f"{path}: cannot be read: {error}") from None
