"""The mutants of the floor, part by part: which of them no case notices."""

from __future__ import annotations

import signal
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))  # the tests load this file from elsewhere
from mutants import FLOOR, Key, Mutant, changed, forget, mutants_of

from sidepot.cases.run import Case, load_cases, read_cases, run_case

ROOT: Final = Path(__file__).resolve().parent.parent
EDGES: Final = ROOT / "tests/floor/edges.toml"
LISTS: Final = ROOT / "tools/floor_mutants.toml"
SECONDS: Final = 20  # a mutant that runs for ever is noticed, too
OTHERS: Final = "others"
PARTS: Final = ("acting", "claims", "conduct", "deal", "hands", "tournament", "turns", OTHERS)
"""The folders of the floor; `others` are its other files: how a spot is read, how a ruling is carried out."""


class Survivor(NamedTuple):
    """A change that nothing noticed; `tried` cases go by it."""

    place: str
    change: str
    tried: int
    where: str = ""

    def __str__(self) -> str:
        return f"{self.place}: {self.change} ({self.tried} case{'' if self.tried == 1 else 's'} go by it)"


class Part(NamedTuple):
    """What became of the mutants of one part of the floor.

    `by_cases` and `by_tests` are the numbers of those that were noticed, `alike` of those that are listed because they
    change nothing that anybody can see. `unlike` are listed so, and were noticed all the same.
    """

    name: str
    changes: int
    by_cases: int
    by_tests: int
    alike: int
    unnoticed: tuple[Survivor, ...]
    unlike: tuple[Survivor, ...] = ()


def part_of(mutant: Mutant) -> str:
    """The folder of the floor that a mutant is in."""
    folder, dot, _ = mutant.module.removeprefix(f"{FLOOR}.").partition(".")
    return folder if dot else OTHERS


# ---- the lists


def alike() -> dict[tuple[str, str], str]:
    """The changes that nobody can see, each with the reason."""
    rows = tomllib.loads(LISTS.read_text(encoding="utf-8")).get("alike", [])
    return {(row["where"], change): row["why"] for row in rows for change in row["changes"]}


def proved_by_tests() -> dict[str, list[str]]:
    """The modules that are no topics, with the tests that prove them."""
    rows = tomllib.loads(LISTS.read_text(encoding="utf-8")).get("tested", [])
    return {f"{FLOOR}.{row['module']}": row["by"] for row in rows}


def floor_cases() -> list[Case]:
    """The cases of the package, and facts at the edge of what can be: one step in, and one step out."""
    return [*load_cases(), *edges()]


def edges() -> list[Case]:
    """Facts at the edge, as cases."""
    return read_cases(EDGES.read_text(encoding="utf-8"), EDGES.name)


# ---- what notices


def noticed(cases: list[Case], patch: dict[str, Any]) -> bool:
    """Whether a case fails with the change; one that has failed is tried first from then on."""
    for at, case in enumerate(cases):
        with _in_time() as ended:
            failed = bool(run_case(case, patch))
        if failed or ended:
            cases.insert(0, cases.pop(at))
            return True
    return False


def noticed_by_tests(files: Sequence[str]) -> bool:
    """Whether a test fails with the change."""
    import pytest

    with _in_time(6 * SECONDS) as ended, redirect_stdout(StringIO()):
        files = [f"{ROOT}/{one}" if one.startswith("tests/") else one for one in files]
        failed = pytest.main(["-q", "-x", "-p", "no:cacheprovider", *files]) != 0
    return bool(ended) or failed


def routes(cases: Iterable[Case], folder: str) -> dict[Key, list[Case]]:
    """For each function of a folder, the cases that go through it."""
    found: dict[Key, dict[str, Case]] = {}
    for case in cases:
        seen: set[Key] = set()

        def call(frame: FrameType, event: str, _: Any, seen: set[Key] = seen) -> None:
            if event == "call" and folder in frame.f_code.co_filename:
                seen.add((frame.f_code.co_filename, frame.f_code.co_qualname.split(".<locals>")[0]))

        forget()
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
            found = noticed(cases, {})
        if not found:
            yield Survivor(mutant.place, mutant.change, len(cases), mutant.where)


def try_part(
    name: str, mutants: Iterable[Mutant], through: dict[Key, list[Case]], tell: Callable[[str], None] = lambda _: None
) -> Part:
    """Try the mutants of one part of the floor, by cases and then by the tests of what is no topic."""
    own = [mutant for mutant in mutants if part_of(mutant) == name]
    listed, by = alike(), proved_by_tests()
    unnoticed: list[Survivor] = []
    by_tests = hidden = 0
    alive: set[tuple[str, str]] = set()
    for at, mutant in enumerate(own):
        tell(f"{name}: {at} of {len(own)} changes, {len(unnoticed)} not noticed")
        for one in survivors_of_floor((mutant,), through):
            alive.add((one.where, one.change))
            if (one.where, one.change) in listed:
                hidden += 1
            elif mutant.module in by and _tests_notice(mutant, by[mutant.module]):
                by_tests += 1
            else:
                unnoticed.append(one)
    unlike = tuple(
        Survivor(one.place, one.change, 0, one.where)
        for one in own
        if (one.where, one.change) in listed and (one.where, one.change) not in alive
    )
    by_cases = len(own) - by_tests - hidden - len(unnoticed)
    return Part(name, len(own), by_cases, by_tests, hidden, tuple(unnoticed), unlike)


def _tests_notice(mutant: Mutant, files: Sequence[str]) -> bool:
    with changed(mutant):
        return noticed_by_tests(files)


def try_floor(parts: Sequence[str] = PARTS, tell: Callable[[str], None] = lambda _: None) -> Iterator[Part]:
    """Try the mutants of these parts of the floor."""
    mutants = mutants_of(FLOOR).mutants
    through = routes(floor_cases(), "/sidepot/")
    for name in parts:
        yield try_part(name, mutants, through, tell)


@contextmanager
def _in_time(seconds: int = SECONDS) -> Iterator[list[str]]:
    """Ends what runs for too long; the list is no longer empty then."""
    ended: list[str] = []

    def end(*_: Any) -> None:
        ended.append("time")
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(seconds)
    try:
        yield ended
    except TimeoutError:
        pass
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
