"""Errors of a table or tournament that accepts no commands at the moment, and their messages."""

from __future__ import annotations

from typing import Final

from sidepot.errors import SidepotError
from sidepot.room.store.errors import StoreError, Trouble

WENT_WRONG: Final = "something went wrong at this table; its host can resume it"
NOBODY: Final = "the table does not answer at the moment; try again"
TOO_MUCH: Final = "too many commands at once; try again"
CLOSING: Final = "the room is closing; try again when it is open"


class Busy(SidepotError, usual="busy"):
    """Raised for a command that cannot be carried out at the moment. Nothing has changed, and the sender may try
    again.
    """


class Frozen(SidepotError, usual="table_frozen"):
    """Raised for a command to a table that is frozen after an error. Only its host can resume it."""


_WHY: Final = {
    Trouble.FULL: "its disk is full",
    Trouble.BUSY: "another program has locked its database",
    Trouble.UNWRITABLE: "its disk is not writable",
    Trouble.UNREACHABLE: "its database does not answer",
    Trouble.UNSURE: "its database did not confirm the write",
    Trouble.DAMAGED: "its database is damaged",
    Trouble.GONE: "its database is gone",
}


def why_not_written(error: SidepotError) -> str:
    """The message that players get for an error of the store. It contains no paths or addresses."""
    trouble = error.trouble if isinstance(error, StoreError) else Trouble.FAILED
    if trouble is Trouble.STALE:
        return "another process wrote to this table at the same time; try again"
    if trouble is Trouble.CLOSED:
        return CLOSING
    return f"the room cannot save this, because {_WHY.get(trouble, 'its database reported an error')}; try again"
