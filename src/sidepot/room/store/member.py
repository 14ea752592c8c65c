"""What a store asks of its own process where several share a PostgreSQL database (`Membership` of the cluster)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Connection

from sidepot.room.store.pipeline import Statement


class Member(Protocol):
    """This process among others."""

    name: str
    epoch: int
    writes: int  # the format of the entries that it writes now

    def join(self) -> None:
        """Become one of them. Raises StoreError."""

    def adopt(self, connection: Connection) -> None:
        """This connection writes from now on."""

    def fence(self, connection: Connection) -> None:
        """The first statement of each transaction. Raises StoreError where this process was put out."""

    def guard(self) -> list[Statement]:
        """The same as statements, of which one fails where this process was put out."""

    def may_answer(self) -> bool:
        """Whether what this process knows of its tables is still the truth."""

    def lease_left(self) -> float:
        """Seconds for which that holds, unless it is renewed."""

    def lease_length(self) -> float:
        """Seconds for which it is renewed each time."""

    def reserve(self, stream: str) -> Callable[[Connection], bool]:
        """A write: a stream that is about to begin is this process's; False if another one begins it."""

    def look(self) -> None:
        """The tables' own thread is at work."""

    def leave(self) -> None:
        """Be one of them no more."""

    def watch_others(self, changed: Callable[[], None] | None) -> None:
        """Call this, from another thread, whenever processes have come or gone."""


def join(member: Member, connect: Callable[[], Connection], connection: Connection) -> Callable[[], Connection]:
    """Join with the first connection that writes; how to connect from then on. Raises StoreError; then it is closed."""

    def connect_again() -> Connection:
        found = connect()
        try:
            member.adopt(found)
        except BaseException:
            found.close()
            raise
        return found

    try:
        member.join()
        member.adopt(connection)
    except BaseException:
        connection.close()
        raise
    return connect_again
