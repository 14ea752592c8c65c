"""Whether a command of a socket is heard at all, before it is put to its table; and how much one account may say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sidepot.errors import SidepotError
from sidepot.room.runtime.unavailable import why_not_written
from sidepot.room.store.accounts import Account
from sidepot.room.store.errors import StoreError
from sidepot.room.table.commands import HOST_ONLY, Resume
from sidepot.room.views.messages import NO_ID, Cmd, is_id
from sidepot.web.security.rate_limits import Bucket
from sidepot.web.state import Desk

MOST_WATCHED: Final = 500  # tables of one socket
TOO_MANY_TABLES: Final = f"a socket watches {MOST_WATCHED} tables at most"
NO_TABLE: Final = "there is no such table"
MOST_WAITING: Final = 32  # commands of one socket that are not answered yet
LOCKED: Final = "this table has a password: join it first"
NOT_YET: Final = "a host lets the table go on; if all of them are away for two minutes, a player here may"


def why_not_heard(desk: Desk, cmd: Cmd, who: Account | None, waiting: int, *, is_staff: bool) -> tuple[str, str]:
    """Why a command of somebody is not put to its table: a code, and the words for it; empty where it is."""
    if not is_id(cmd.id):
        return "bad_id", NO_ID
    if who is None or not who.name:
        return "say_who", "say who you are first: you only watch"
    if not (is_staff or may_host(desk, cmd, who)):
        return "host_only", NOT_YET if isinstance(cmd.do, Resume) else "only the host says that"
    if waiting >= MOST_WAITING:
        return "too_much", "wait for the answers to what you said before"
    return "", ""


def may_host(desk: Desk, cmd: Cmd, who: Account) -> bool:
    """Whether a player may say that: where all hosts are away, players let a paused table go on."""
    if not isinstance(cmd.do, HOST_ONLY):
        return True
    return isinstance(cmd.do, Resume) and desk.host_watch.may_resume(cmd.table, who.id)


async def why_not_let_in(desk: Desk, table: str, who: Account | None) -> tuple[str, str]:
    """Why somebody may not watch a table: a code, and the words for it; empty where they may."""
    try:
        let_in = await desk.may_watch(table, who)
    except StoreError as error:  # it does not answer: it may be asked again
        return "not_written", why_not_written(error)
    except SidepotError as error:
        return error.code, error.message
    return ("", "") if let_in else ("password_needed", LOCKED)


def shared_bucket(buckets: Iterable[Bucket | None]) -> Bucket:
    """The bucket of an account: all of its sockets together may say so much, more of them are not heard more."""
    return next((one for one in buckets if one is not None), None) or Bucket()
