"""The record of a mistake of the room's own: its place in the program, and no card.

The text of an exception may quote what it was about, and the values of a traceback are the hand itself. So neither is
kept: only the kinds of things, and lines of the program.
"""

from __future__ import annotations

import traceback

import msgspec

DEEPEST = 40  # lines of the program


class Evidence(msgspec.Struct, frozen=True):
    """A mistake at a table or tournament: while a command of kind `said` was carried out ("": while it was told),
    after event `seq`, at `at`; `what` went wrong, and the `lines` of the program."""

    table: str
    seq: int
    at: int
    said: str
    what: str
    lines: tuple[str, ...]


def evidence(error: BaseException, table: str, seq: int, at: int, command: object | None) -> Evidence:
    """The public part of a mistake."""
    kinds: list[str] = []
    frames: list[traceback.FrameSummary] = []
    cause: BaseException | None = error
    while cause is not None and len(kinds) < 5:
        kinds.append(type(cause).__name__)
        frames += traceback.extract_tb(cause.__traceback__)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    lines = tuple([f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-DEEPEST:]])
    said = type(command).__name__ if command is not None else ""
    return Evidence(table, seq, at, said, " < ".join(kinds), lines)


def evidence_key(found: Evidence) -> str:
    """Where it is kept among the settings of the room."""
    return f"evidence/{found.table.replace(' ', '-')}/{found.at}"


def encode_evidence(found: Evidence) -> str:
    """As it is kept."""
    return msgspec.json.encode(found).decode()
