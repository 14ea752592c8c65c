"""Known divergences, each with its reason: the file of `sidepot replay --expect`.

    [[expect]]
    file = "wsop-2019-42-day3/00-01-07.phh"   # the end of the path
    hand = "1"
    kind = "failed"                           # or mismatched, unchecked
    reason = "one fold is missing"

An expectation that is no longer true is a problem too, so that the list does not outlive its reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sidepot.errors import BadNotation
from sidepot.histories.outcomes import Outcome
from sidepot.validation.problems import as_type
from sidepot.validation.reader import toml_of

KINDS = ("mismatched", "failed", "unchecked")


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A known difference from a printed result: the hand, the kind of difference, and the reason for it."""

    file: str
    hand: str
    kind: str
    reason: str

    def is_of(self, file: str) -> bool:
        """Whether the expectation is about this file. The file's path must end with the expected path."""
        return file == self.file or file.endswith("/" + self.file)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    expect: list[Expectation] = []


def read_expectations(text: str) -> list[Expectation]:
    """Read a list of expectations. Raises BadNotation, naming the key, for an invalid value."""
    found = as_type(toml_of(text, "a list of expectations"), _File, "").expect
    for expectation in found:
        if expectation.kind not in KINDS:
            raise BadNotation(f"{expectation.file}: kind: expected one of {', '.join(KINDS)}, got {expectation.kind!r}")
        if not expectation.file.strip() or not expectation.reason.strip():
            raise BadNotation("each expectation must name its file and its reason")
    return found


Settled = tuple[str, Outcome | None, str, tuple[str, str]]


def settle(files: Iterable[tuple[str, Iterable[Outcome]]], expect: Sequence[Expectation]) -> Iterator[Settled]:
    """Yield each hand's file, outcome and kind. The kind is `expected` for a known difference.

    Then yield the expectations that were not met, without an outcome.
    """
    came_true: set[int] = set()
    spoken_of: set[int] = set()
    for file, outcomes in files:
        here = [(at, expectation) for at, expectation in enumerate(expect) if expectation.is_of(file)]
        spoken_of.update(at for at, _ in here)
        for outcome in outcomes:
            kind = "unchecked" if outcome.kind == "unknown game" else outcome.kind
            hits = [at for at, expected in here if expected.hand == outcome.hand and expected.kind == kind]
            came_true.update(hits)
            yield file, outcome, "expected" if hits and outcome.kind != "matched" else outcome.kind, ("", "")
    for at in sorted(spoken_of - came_true):
        expectation = expect[at]
        detail = f"expected to be {expectation.kind} ({expectation.reason}), but it no longer is"
        yield expectation.file, None, "expectation", (expectation.hand, detail)
