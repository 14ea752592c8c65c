"""What a store asks of its own process where several share a PostgreSQL database (`membership.Membership`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from sqlalchemy import Connection

from sidepot.room.store import membership_words as words
from sidepot.room.store.one_trip import Statement


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


def claim(member: Member, prefix: str, most: int, first: Sequence[str] = ()) -> Callable[[Connection], list[str]]:
    """An act: take streams that no process has, so many at most, past those that others are just taking.

    `first` are the names, after the prefix, of those that are taken before others.
    """
    wanted = [prefix + name for name in first]
    told: dict[str, object] = {
        "me": member.name,
        "epoch": member.epoch,
        "prefix": prefix,
        "most": most,
        "wanted": wanted,
    }
    return lambda connection: [str(name) for name in connection.scalars(words.CLAIM, told)]


def list_places(prefix: str) -> Callable[[Connection], None]:
    """An act: streams that nobody ever had can be claimed."""

    def act(connection: Connection) -> None:
        connection.execute(words.LIST_PLACES, {"prefix": prefix})

    return act


def hold(member: Member, name: str) -> Callable[[Connection], bool]:
    """An act: have something of which there is one in the room, if no process has it; whether this one has it (now)."""
    told: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": name}

    def act(connection: Connection) -> bool:
        if connection.scalar(words.HAS, told) is not None:
            return True
        connection.execute(words.MAKE_PLACE, {"stream": name})
        return connection.scalar(words.HOLD, told) is not None

    return act


def place_new(member: Member, stream: str) -> Callable[[Connection], bool]:
    """An act: a stream that is about to begin is this process's; False if another one begins it."""
    told: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": stream}
    return lambda connection: connection.scalar(words.PLACE_NEW, told) is not None


def hand_over(member: Member, stream: str, to: str) -> Callable[[Connection], bool]:
    """An act: a stream of this process is another one's from now on; False where that one is not up."""
    told: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": stream, "to": to}
    return lambda connection: connection.scalar(words.HAND_OVER, told) is not None


def parts() -> Callable[[Connection], list[str]]:
    """A question: `room` where a process has the room as a whole, `shares/NODE` for each that has a share of it."""
    return lambda connection: [str(stream) for stream in connection.scalars(words.PARTS)]


def places(prefix: str) -> Callable[[Connection], dict[str, str]]:
    """A question: the process of each stream that lasts, "" where none has it."""
    return lambda connection: {
        str(stream): str(node) for stream, node in connection.execute(words.PLACES, {"prefix": prefix})
    }
