"""The errors of the store, with messages that say what to do.

Every database failure becomes a `StoreError` with a `Trouble` for callers and a text for people. The text never
contains stored data, because records contain hidden cards.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from sidepot.errors import SidepotError
from sidepot.rules.clauses import Sentence, plain


class Trouble(StrEnum):
    """The kinds of trouble that a store can have."""

    STALE = "stale"  # another process has written to the stream
    BUSY = "busy"  # another program has locked the database
    FOREIGN = "foreign"  # a database or file that is not a room's
    NEWER = "newer"  # made by a later sidepot
    OLDER = "older"  # made by an earlier sidepot; needs a migration
    UNWRITABLE = "unwritable"  # no permission, a failing or read-only disk, no folder
    FULL = "full"  # the disk is full
    DAMAGED = "damaged"  # the database is damaged
    GONE = "gone"  # the file was moved, deleted or replaced while open; the last write may be in the old one
    BEHIND = "behind"  # acknowledged records are missing
    UNREACHABLE = "unreachable"  # the database server does not answer, or it refuses the user
    UNSURE = "unsure"  # the connection broke during the commit, which may or may not have succeeded
    CLOSED = "closed"  # the store was closed
    CLOCK = "clock"  # this machine's clock differs from that of the shared database
    MISSING = "missing"  # the store does not exist, or a package is missing
    FAILED = "failed"  # any other error


class StoreError(SidepotError):
    """Raised if the store failed. Nothing was written, unless the trouble is `UNSURE` or `GONE`."""

    def __init__(self, trouble: Trouble, message: str, *, sentence: Sentence = ()) -> None:
        super().__init__(message, code=f"store_{trouble.value}", sentence=sentence)
        self.trouble = trouble


def store_error(trouble: Trouble, sentence: Sentence) -> StoreError:
    """The error whose message is a sentence with gaps, so that it can be translated."""
    return StoreError(trouble, plain(sentence, commas=False), sentence=sentence)


class Stale(StoreError):
    """Raised if a stream ends at record `found` instead of `expected`. The caller reads the new records and decides
    again.
    """

    def __init__(self, stream: str, expected: int, found: int) -> None:
        super().__init__(
            Trouble.STALE, f"{stream}: expected to write after record {expected}, but the last record is {found}"
        )
        self.stream = stream
        self.expected = expected
        self.found = found


TEXTS: Final = {
    Trouble.STALE: "another process wrote here at the same time; read again",
    Trouble.BUSY: "another program has locked the database; close it and try again",
    Trouble.FOREIGN: "this is not a room's database and was not changed; choose another file",
    Trouble.UNWRITABLE: "the database is not readable and writable; check its disk and its permissions",
    Trouble.FULL: "the disk is full; nothing of this was written, and earlier writes are safe",
    Trouble.DAMAGED: "the database is damaged; stop the room and restore a backup",
    Trouble.GONE: (
        "another program moved, deleted, replaced, emptied or changed the file while the room "
        "was open, so the room writes no more; put the file back, or stop the room with Ctrl+C, "
        "which saves its content in another file in the same folder"
    ),
    Trouble.UNREACHABLE: "the database does not answer; check that its server is running and the address is correct",
    Trouble.UNSURE: "the connection broke during the commit, which may or may not have succeeded; read again",
    Trouble.CLOSED: "the store is closed",
    Trouble.CLOCK: "times at the tables would be wrong; synchronize both clocks (chrony, ntpd) and restart this node",
    Trouble.FAILED: "the database reported an error",
}

_TAKEN: Final = (1555, 2067)  # SQLite's PRIMARYKEY and UNIQUE: another process was first

# The low byte of SQLite's result codes; the rest does not matter here.
_SQLITE: Final = {
    3: Trouble.UNWRITABLE,  # PERM
    5: Trouble.BUSY,
    6: Trouble.BUSY,  # LOCKED
    8: Trouble.UNWRITABLE,  # READONLY
    10: Trouble.UNWRITABLE,  # IOERR
    11: Trouble.DAMAGED,  # CORRUPT
    13: Trouble.FULL,
    14: Trouble.UNWRITABLE,  # CANTOPEN
    26: Trouble.FOREIGN,  # NOTADB
}

# PostgreSQL's SQLSTATE: the code, or its class.
_POSTGRES: Final = {
    "53100": Trouble.FULL,
    "23505": Trouble.STALE,  # unique violation
    "25006": Trouble.UNWRITABLE,  # read-only transaction, as on a standby
    "42501": Trouble.UNWRITABLE,  # insufficient privilege
    "55P03": Trouble.BUSY,
    "08": Trouble.UNREACHABLE,
    "28": Trouble.UNREACHABLE,  # no such user, or a wrong password
    "3D": Trouble.UNREACHABLE,  # no such database
    "57": Trouble.UNREACHABLE,  # it is starting, stopping, or has disconnected us
    "58": Trouble.UNWRITABLE,  # its own disk failed
    "XX": Trouble.DAMAGED,
}


def trouble_of(error: BaseException) -> Trouble:
    """Classify an error of SQLAlchemy, a driver or the system."""
    if isinstance(error, StoreError):
        return error.trouble
    cause = getattr(error, "orig", None) or error
    code = getattr(cause, "sqlite_errorcode", None)
    if isinstance(code, int):
        if code in _TAKEN:
            return Trouble.STALE
        return _SQLITE.get(code & 0xFF, Trouble.FAILED)
    state = getattr(cause, "sqlstate", None)
    if isinstance(state, str):
        return _POSTGRES.get(state) or _POSTGRES.get(state[:2], Trouble.FAILED)
    if type(cause).__module__.startswith("psycopg") and type(cause).__name__ == "OperationalError":
        return Trouble.UNREACHABLE  # no code: the server was not reached
    if isinstance(cause, OSError):
        return Trouble.FULL if cause.errno == 28 else Trouble.UNWRITABLE
    return Trouble.FAILED


def explain(error: BaseException, where: str) -> SidepotError:
    """Turn an error into a SidepotError with a message for people, which begins with the name of the place, `where`.

    A SidepotError is returned unchanged.
    """
    if isinstance(error, SidepotError):
        return error
    trouble = trouble_of(error)
    text = TEXTS[trouble]
    if trouble in (Trouble.FAILED, Trouble.UNREACHABLE, Trouble.UNWRITABLE):
        text += f" ({_reason(error)})"
    return StoreError(trouble, f"{where}: {text}")


def _reason(error: BaseException) -> str:
    """The first line of the driver's message. The rest of SQLAlchemy's message quotes the data."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, OSError):
        return cause.strerror or type(cause).__name__
    if getattr(cause, "sqlite_errorcode", None) is None and not type(cause).__module__.startswith("psycopg"):
        return type(cause).__name__
    return str(cause).partition("\n")[0][:200] or type(cause).__name__
