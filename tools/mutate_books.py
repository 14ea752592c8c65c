"""Change one choice of a TDA house, or one number or comparison of the floor, and see whether a case notices.

python tools/mutate_books.py                 all of it; survivors are listed, and the exit code is 1 if there are any
python tools/mutate_books.py --house tda-2024    the choices of one house
python tools/mutate_books.py --floor             the floor alone
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple, get_args, get_type_hints

sys.path.insert(0, str(Path(__file__).resolve().parent))  # the tests load this file from elsewhere
from mutants import Key, Mutant, changed, mutants_of

from sidepot.cases.run import Case, load_cases, run_case
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import Rulebook

NAMES: Final = ("name", "edition")
SECONDS: Final = 20  # a mutant that runs for ever is noticed, too
ALIKE: Final = {
    ("ante_reduced_at", 1): "a hand of one player is never dealt",
    ("jurisdiction", "law"): "no text of the floor is the law of that place",
}
"""Other values of a house that change nothing anywhere, each with the reason; `_is_alike` has those of the texts."""
BOOKS: Final = tuple(name for name in HOUSES if name.startswith("tda-"))


class Survivor(NamedTuple):
    """A change that no case noticed; `tried` cases go by it."""

    place: str
    change: str
    tried: int

    def __str__(self) -> str:
        return f"{self.place}: {self.change} ({self.tried} case{'' if self.tried == 1 else 's'} go by it)"


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
            if not _noticed(own, {field: other}):
                yield Survivor(house, f"{field} = {_text(other)} for {_text(value)}", len(own))


def _is_alike(rulebook: Rulebook, field: str, other: Any) -> bool:
    """Whether the change can be seen nowhere: it is listed, or takes out a text that decides no point of the floor."""
    if field == "texts":
        # the page on all-in situations: the hand cites it in every house, and the floor never does
        return "AI" in set(rulebook.texts) - set(other)
    return not isinstance(other, tuple) and (field, other) in ALIKE


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _noticed(cases: list[Case], patch: dict[str, Any]) -> bool:
    """Whether a case fails with the change; one that has failed is tried first from then on."""
    for at, case in enumerate(cases):
        with _in_time() as ended:
            failed = bool(run_case(case, patch))
        if failed or ended:
            cases.insert(0, cases.pop(at))
            return True
    return False


# ---- the floor


def routes(cases: Iterable[Case], folder: str) -> dict[Key, list[Case]]:
    """For each function of a folder, the cases that go through it."""
    found: dict[Key, dict[str, Case]] = {}
    for case in cases:
        seen: set[Key] = set()

        def call(frame: FrameType, event: str, _: Any, seen: set[Key] = seen) -> None:
            if event == "call" and folder in frame.f_code.co_filename:
                seen.add((frame.f_code.co_filename, frame.f_code.co_qualname.split(".<locals>")[0]))

        sys.setprofile(call)
        try:
            run_case(case)
        finally:
            sys.setprofile(None)
        for key in seen:
            found.setdefault(key, {})[case.id] = case
    return {key: list(some.values()) for key, some in found.items()}


def survivors_of_floor(mutants: Iterable[Mutant], through: dict[Key, list[Case]]) -> Iterator[Survivor]:
    """The changes of the floor that no case notices."""
    for mutant in mutants:
        cases = list({case.id: case for key in mutant.functions for case in through.get(key, ())}.values())
        with changed(mutant):
            noticed = _noticed(cases, {})
        if not noticed:
            yield Survivor(mutant.place, mutant.change, len(cases))


@contextmanager
def _in_time() -> Iterator[list[str]]:
    """Ends what runs for too long; the list is no longer empty then."""
    ended: list[str] = []

    def end(*_: Any) -> None:
        ended.append("time")
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(SECONDS)
    try:
        yield ended
    except TimeoutError:
        pass
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def main(arguments: Sequence[str]) -> int:
    """Try them all, and list the survivors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--house", action="append", choices=BOOKS, help="only the choices of this house")
    parser.add_argument("--floor", action="store_true", help="only the floor")
    asked = parser.parse_args(arguments)
    cases = load_cases()
    left: list[Survivor] = []
    for house in () if asked.floor else asked.house or BOOKS:
        left += survivors_of_house(house, cases)
        tried = sum(len(other_values(name, getattr(HOUSES[house], name))) for name in Rulebook.__struct_fields__[2:])
        print(f"{house}: {tried} changes, {sum(one.place == house for one in left)} not noticed", flush=True)
    if asked.floor or not asked.house:
        found = mutants_of("sidepot.floor")
        some = list(survivors_of_floor(found.mutants, routes(cases, "/sidepot/")))
        left += some
        print(f"floor: {len(found.mutants)} changes, {len(some)} not noticed; {found.untried} stand outside functions")
    for one in left:
        print(one)
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
