"""Named points in carrying out a command at which tests kill a server, to check that nothing is lost.

`SIDEPOT_CRASH_AT=committed` kills the process, like a power cut, the first time it reaches that point;
`SIDEPOT_CRASH_AT=committed:7` the seventh time. Without it `here` does nothing.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from typing import Final

# In the order of a command: in `Actor`, except that "writing" to "committed" are in the store's `Writer`.
POINTS: Final = {
    "received": "the command has arrived, and nothing is decided",
    "decided": "the table has decided, and nothing is written",
    "queued": "the writer has it, among others",
    "writing": "the transaction is open",
    "written": "its records are in the transaction, which is not committed",
    "committed": "it is durable, and nobody knows yet",
    "durable": "its table knows, and no subscriber does",
    "publishing": "the first subscriber has its update, and the others do not",
    "published": "all subscribers have their updates, and the sender has no answer",
    "acked": "the sender has its acknowledgement",
}
# Of a tournament: a command, orders to its tables, and reports from them.
TOURNAMENT_POINTS: Final = {
    "tournament received": "the command has arrived, and nothing is decided",
    "tournament decided": "the tournament has decided, and nothing is written",
    "tournament queued": "the writer has it",
    "tournament durable": "it is on the disk, and nobody knows yet",
    "tournament published": "all subscribers have their updates, and the sender has no answer",
    "tournament acked": "the sender has its acknowledgement, and no table has an order",
    "tournament ordering": "an order is about to go to a table",
    "tournament ordered": "a table has taken an order, and the tournament does not know",
    "tournament opening": "a table is about to be opened for it",
    "tournament opened": "a table is open, and the tournament does not know which it is",
    "tournament reported": "a report was taken in, and its table does not know",
}
# Between a final day and its flights.
FLIGHT_POINTS: Final = {
    "flight opening": "a flight is about to be announced",
    "flight opened": "a flight is announced, and its final day does not know which tournament it is",
    "flight bringing": "a flight is over, and is about to bring its bags",
    "flight brought": "the final day has them, and the flight does not know",
}
# During recovery after a crash.
RECOVERY: Final = {
    "reading": "the store is open, and no table is read",
    "replayed": "a table is rebuilt, and does not go on yet",
    "restarted": "a table goes on, and others do not yet",
}
# While closed tables are moved into an archive, or back.
ARCHIVING: Final = {
    "packed": "the archive is on the disk, and has no name yet",
    "named": "it has its name, and the database has everything still",
    "moving": "the rows are out of the database in a transaction that is not committed",
    "restoring": "they are back in a transaction that is not committed",
}
_ALL: Final = {**POINTS, **TOURNAMENT_POINTS, **FLIGHT_POINTS, **RECOVERY, **ARCHIVING}


def _pass(_: str) -> None:
    """Do nothing."""


def bomb(setting: str, kill: Callable[[], None]) -> Callable[[str], None]:
    """Return a function that kills the process at the crash point in `setting` (NAME, or NAME:TIMES).

    Raises ValueError if there is no such crash point.

    >>> here = bomb("acked:2", lambda: print("bang"))
    >>> here("received"), here("acked"), here("acked")
    bang
    (None, None, None)
    """
    name, _, times = setting.partition(":")
    if name not in _ALL:
        raise ValueError(f"SIDEPOT_CRASH_AT: unknown point {name!r}; expected one of {', '.join(_ALL)}")
    left = int(times or 1)

    def here(point: str) -> None:
        nonlocal left
        if point == name:
            left -= 1
            if not left:
                kill()

    return here


# Before it is killed, a test's server sends all queued messages, as in one more turn of its loop.
last_words: Final[list[Callable[[], None]]] = []


def _kill() -> None:
    """Kill this process: no handler runs, no buffer is written."""
    if threading.current_thread() is threading.main_thread():
        for send in last_words:
            send()
    os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))


is_armed: Final = bool(os.environ.get("SIDEPOT_CRASH_AT"))
here: Final = bomb(os.environ["SIDEPOT_CRASH_AT"], _kill) if is_armed else _pass
