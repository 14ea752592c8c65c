"""The owners of streams: transactions of the store in which a process claims, holds and hands over streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from sidepot.cluster import statements as words
from sidepot.room.store.member import Member


def claim(member: Member, prefix: str, most: int, first: Sequence[str] = ()) -> Callable[[Connection], list[str]]:
    """A transaction to claim up to `most` streams without an owner, skipping those that other processes are claiming.

    It returns their names.

    The streams in `first` (names without the prefix) are claimed before others.
    """
    wanted = [prefix + name for name in first]
    values: dict[str, object] = {
        "me": member.name,
        "epoch": member.epoch,
        "prefix": prefix,
        "most": most,
        "wanted": wanted,
    }
    return lambda connection: [str(name) for name in connection.scalars(words.CLAIM, values)]


def list_places(prefix: str) -> Callable[[Connection], None]:
    """A transaction to list the streams of a room, so that those without an owner can be claimed."""

    def act(connection: Connection) -> None:
        connection.execute(words.LIST_PLACES, {"prefix": prefix})

    return act


def hold(member: Member, name: str) -> Callable[[Connection], bool]:
    """A transaction to take a role, if no process has it; at most one process per room may.

    It returns whether this process has it now.
    """
    values: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": name}

    def act(connection: Connection) -> bool:
        if connection.scalar(words.HAS, values) is not None:
            return True
        connection.execute(words.MAKE_PLACE, {"stream": name})
        return connection.scalar(words.HOLD, values) is not None

    return act


def hand_over(member: Member, stream: str, to: str) -> Callable[[Connection], bool]:
    """A transaction to hand one of this process's streams over to another process.

    It returns False if that process is not up.
    """
    values: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": stream, "to": to}
    return lambda connection: connection.scalar(words.HAND_OVER, values) is not None


def parts() -> Callable[[Connection], list[str]]:
    """A query that lists `room` if one process has the whole room, and `shares/NODE` for each process with a share."""
    return lambda connection: [str(stream) for stream in connection.scalars(words.PARTS)]


def places(prefix: str) -> Callable[[Connection], dict[str, str]]:
    """A query that lists each unfinished stream with its owner ("" if it has none)."""
    return lambda connection: {
        str(stream): str(node) for stream, node in connection.execute(words.PLACES, {"prefix": prefix})
    }
