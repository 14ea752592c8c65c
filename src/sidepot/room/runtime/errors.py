"""Errors of a table or tournament that takes no commands at the moment, and their messages."""

from __future__ import annotations

from typing import Final

from sidepot.errors import SidepotError
from sidepot.room.store.errors import StoreError, Trouble

WENT_WRONG: Final = "something went wrong at this table; its host can let it go on"
NOBODY: Final = "this table does not answer just now: try again"
TOO_MUCH: Final = "too much is said here at once: try again"
CLOSING: Final = "the room is closing: say it again when it is open"


class Busy(SidepotError, usual="busy"):
    """The command cannot be carried out at the moment, and nothing has changed: try again."""


class Frozen(SidepotError, usual="table_frozen"):
    """The table is frozen after an error, and its host must act."""


_WHY: Final = {
    Trouble.FULL: "its disk is full",
    Trouble.BUSY: "another program holds its database",
    Trouble.UNWRITABLE: "its disk does not take it",
    Trouble.UNREACHABLE: "its database does not answer",
    Trouble.UNSURE: "its database did not answer",
    Trouble.DAMAGED: "its database is damaged",
    Trouble.GONE: "its database is gone",
}


def why_not_written(error: SidepotError) -> str:
    """The message to players about an error of the store, without paths and addresses."""
    trouble = error.trouble if isinstance(error, StoreError) else Trouble.FAILED
    if trouble is Trouble.STALE:
        return "somebody else wrote to this table meanwhile: try again"
    if trouble is Trouble.CLOSED:
        return CLOSING
    return f"the room cannot write this down, since {_WHY.get(trouble, 'its database refused')}: try again"
