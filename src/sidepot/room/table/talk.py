"""The lines of talk that a table keeps, and the reports about them."""

from __future__ import annotations

from typing import Literal

import msgspec

TalkNow = Literal["at once", "held", "in the hand", "silenced"]


class TalkLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A line that somebody has written to the table: `seq` is its number, `reactions` who answered with which emoji."""

    seq: int
    at: int
    by: str
    text: str
    reactions: dict[str, tuple[str, ...]] = {}


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line, by an `account`.

    `held`: it waits for the end of the hand. `told` is the entry by which all were told of it last.
    """

    seq: int
    at: int
    by: str
    text: str
    account: str = ""
    held: bool = False
    told: int = 0
    reactions: dict[str, tuple[str, ...]] = {}

    def public(self) -> TalkLine:
        """The line as all are told it."""
        return TalkLine(self.seq, self.at, self.by, self.text, self.reactions)


class Reported(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Report number `seq`, for the host: the `line`, and those `around` it, in order."""

    seq: int
    at: int
    by: str
    line: TalkLine
    around: tuple[TalkLine, ...] = ()
