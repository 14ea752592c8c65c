"""Change one choice of a TDA house, or one number or comparison of the floor, and see whether a case notices.

python tools/mutate_books.py                     all of it; what is not noticed is listed, and the exit code is then 1
python tools/mutate_books.py --house tda-2024    the choices of one house
python tools/mutate_books.py --floor             the floor alone
python tools/mutate_books.py --part deal         one part of the floor
python tools/mutate_books.py --json              one JSON object with the numbers, and the changes not noticed
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent))  # the tests load this file from elsewhere
from mutate_floor import PARTS, Part, Survivor, noticed, try_floor

from sidepot.cases.run import Case, load_cases
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Rulebook

NAMES: Final = ("name", "edition")
ALIKE: Final = {
    ("ante_reduced_at", 1): "a hand of one player is never dealt",
    ("jurisdiction", "law"): "no text of the floor is the law of that place",
}
"""Other values of a house that change nothing anywhere, each with the reason; `_is_alike` has those of the texts."""
BOOKS: Final = tuple(name for name in HOUSES if name.startswith("tda-"))


# ---- the choices of a house


def other_values(field: str, value: Any) -> list[Any]:
    """What else a house might choose: one step of a number, one more or less of a list."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, StrEnum):
        return [other for other in type(value) if other is not value]
    if isinstance(value, int):
        return [value + 1, *([value - 1] if value > (field == "run_it") else [])]
    if isinstance(value, str):
        return [f"{value} law".strip()]
    return [*_lists(field, value)]


def _lists(field: str, value: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    for at in range(len(value)):
        yield value[:at] + value[at + 1 :]
    (kind, *_) = get_args(get_type_hints(Rulebook)[field])
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        for more in kind:
            if more not in value:
                yield (*value, more)


def survivors_of_house(house: str, cases: Sequence[Case], fields: Iterable[str] = ()) -> Iterator[Survivor]:
    """The changes of a house that none of its cases notices. A case that sets a field itself does not count."""
    rulebook = HOUSES[house]
    for field in fields or [name for name in Rulebook.__struct_fields__ if name not in NAMES]:
        value = getattr(rulebook, field)
        own = [case for case in cases if case.house == house and field not in case.rulebook]
        for other in other_values(field, value):
            if _is_alike(rulebook, field, other):
                continue
            if not noticed(own, {field: other}):
                yield Survivor(house, f"{field} = {_text(other)} for {_text(value)}", len(own))


def _is_alike(rulebook: Rulebook, field: str, other: Any) -> bool:
    """Whether the change can be seen nowhere: it is listed, or takes out a text that decides no point of the floor."""
    if field == "texts":
        # the page on all-in situations: the hand cites it in every house, and the floor never does
        return "AI" in set(rulebook.texts) - set(other)
    return not isinstance(other, tuple) and (field, other) in ALIKE


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


# ---- the command


def main(arguments: Sequence[str]) -> int:
    """Try them all, and list what was not noticed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--house", action="append", choices=BOOKS, help="only the choices of this house")
    parser.add_argument("--floor", action="store_true", help="only the floor")
    parser.add_argument("--part", action="append", choices=PARTS, help="only this part of the floor")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args(arguments)
    houses = asked.house or (() if asked.floor or asked.part else BOOKS)
    parts = asked.part or (PARTS if asked.floor or not asked.house else ())
    of_houses, of_floor = [], []
    for house in houses:
        of_houses.append(try_house(house, load_cases(), _tell))
        _say(of_houses[-1], quiet=asked.json)
    for part in try_floor(parts, _tell) if parts else ():
        of_floor.append(part)
        _say(part, quiet=asked.json)
    if asked.json:
        print(msgspec.json.encode({"houses": of_houses, "floor": [one._asdict() for one in of_floor]}).decode())
    return int(any(one.unnoticed or one.unlike for one in (*of_houses, *of_floor)))


def try_house(house: str, cases: Sequence[Case], tell: Callable[[str], None] = lambda _: None) -> Part:
    """Try each other value of each choice of a house."""
    tell(f"{house}: its choices")
    fields = {name: getattr(HOUSES[house], name) for name in Rulebook.__struct_fields__ if name not in NAMES}
    others = [(name, other) for name, value in fields.items() for other in other_values(name, value)]
    same = sum(_is_alike(HOUSES[house], name, other) for name, other in others)
    left = tuple(survivors_of_house(house, cases))
    return Part(house, len(others), len(others) - same - len(left), 0, same, left)


def _tell(line: str) -> None:
    """One line of progress, in place."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)


def _say(part: Part, *, quiet: bool) -> None:
    _tell("")
    if quiet:
        return
    tests = f", {part.by_tests} by tests" if part.by_tests else ""
    print(
        f"{part.name}: {part.changes} changes; {part.by_cases} noticed by cases{tests}, {part.alike} change nothing, "
        f"{len(part.unnoticed)} not noticed",
        flush=True,
    )
    for one in part.unnoticed:
        print(f"  {one}", flush=True)
    for one in part.unlike:
        print(f"  {one.where}: {one.change}: it is listed as changing nothing, and a case notices it", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
