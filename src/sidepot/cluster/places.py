"""The owners of streams: transactions of the store in which a process claims, holds and hands over streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from sidepot.cluster import statements as words
from sidepot.room.store.member import Member


def claim(member: Member, prefix: str, most: int, first: Sequence[str] = ()) -> Callable[[Connection], list[str]]:
    """A write that claims up to `most` streams without an owner, and returns their names.

    Streams that other processes are claiming are skipped. Streams in `first` (names without the prefix) come first.
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
    """A write that lists the streams of a room as unowned, so that processes can claim them."""

    def act(connection: Connection) -> None:
        connection.execute(words.LIST_PLACES, {"prefix": prefix})

    return act


def hold(member: Member, name: str) -> Callable[[Connection], bool]:
    """A write that takes a role for this process if nobody holds the role.

    At most one process of a room may hold the role. The write returns whether this process holds the role now.
    """
    values: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": name}

    def act(connection: Connection) -> bool:
        if connection.scalar(words.HAS, values) is not None:
            return True
        connection.execute(words.MAKE_PLACE, {"stream": name})
        return connection.scalar(words.HOLD, values) is not None

    return act


def hand_over(member: Member, stream: str, to: str) -> Callable[[Connection], bool]:
    """A write that hands over one of this process's streams to process `to`.

    The write returns False if process `to` is not up.
    """
    values: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": stream, "to": to}
    return lambda connection: connection.scalar(words.HAND_OVER, values) is not None


def parts() -> Callable[[Connection], list[str]]:
    """A query for the parts of the room in use: `room` if a single process has it, otherwise `shares/NODE` for each
    process.
    """
    return lambda connection: [str(stream) for stream in connection.scalars(words.PARTS)]


def places(prefix: str) -> Callable[[Connection], dict[str, str]]:
    """A query for the owner of each unfinished stream ("" if it has none)."""
    return lambda connection: {
        str(stream): str(node) for stream, node in connection.execute(words.PLACES, {"prefix": prefix})
    }
