"""The interface between a store and this process's membership of a cluster (`cluster.Membership` implements it)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from sqlalchemy import Connection

from sidepot.room.store.pipeline import Statement


class Member(Protocol):
    """The membership of this process in a cluster: its name, its epoch, and the event format that it writes."""

    name: str
    epoch: int
    writes: int  # the event format that it writes now

    def join(self) -> None:
        """Join the cluster. Raises StoreError if the database cannot be reached, or the name is taken."""

    def adopt(self, connection: Connection) -> None:
        """Use this connection for all further writes."""

    def fence(self, connection: Connection) -> None:
        """Raise StoreError if this process was fenced off. Each transaction begins with this call."""

    def guard(self) -> list[Statement]:
        """The statements that do the same as `fence`. One of them fails if this process was fenced off."""

    def has_lease(self) -> bool:
        """Whether the lease is valid. Only with a valid lease does this process know the current state of its
        tables.
        """

    def lease_left(self) -> float:
        """The number of seconds until the lease expires."""

    def lease_length(self) -> float:
        """The duration of a new lease in seconds."""

    def reserve(self, stream: str) -> Callable[[Connection], bool]:
        """A write that reserves a new stream for this process. It returns False if another process already has the
        stream.
        """

    def look(self) -> None:
        """Record that the event loop of the tables is still running."""

    def leave(self) -> None:
        """Leave the cluster."""

    def watch_others(self, changed: Callable[[], None] | None) -> None:
        """Call `changed`, from another thread, whenever a process joins or leaves the cluster."""


def join(member: Member, connect: Callable[[], Connection], connection: Connection) -> Callable[[], Connection]:
    """Join the cluster with the first writing connection. Returns a function that opens a new connection later.

    If this raises StoreError, the connection is closed.
    """

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
