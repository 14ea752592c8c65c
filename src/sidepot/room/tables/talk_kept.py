"""A line of talk as a table keeps it."""

from __future__ import annotations

import msgspec

from sidepot.room.tables.shown import TalkLine


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
