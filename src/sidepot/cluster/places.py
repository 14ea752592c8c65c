"""Which process has which stream: places are claimed, held and handed over in transactions of the store."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from sidepot.cluster import statements as words
from sidepot.room.store.member import Member


def claim(member: Member, prefix: str, most: int, first: Sequence[str] = ()) -> Callable[[Connection], list[str]]:
    """Take streams that no process has, up to a limit, skipping those that others are just taking.

    `first` are the names, after the prefix, of those that are taken before others.
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
    """Let streams without an owner be claimed."""

    def act(connection: Connection) -> None:
        connection.execute(words.LIST_PLACES, {"prefix": prefix})

    return act


def hold(member: Member, name: str) -> Callable[[Connection], bool]:
    """Take something that exists once in the room, if no process has it; return whether this one has it now."""
    values: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": name}

    def act(connection: Connection) -> bool:
        if connection.scalar(words.HAS, values) is not None:
            return True
        connection.execute(words.MAKE_PLACE, {"stream": name})
        return connection.scalar(words.HOLD, values) is not None

    return act


def hand_over(member: Member, stream: str, to: str) -> Callable[[Connection], bool]:
    """Hand a stream of this process over to another one; False if that one is not up."""
    values: dict[str, object] = {"me": member.name, "epoch": member.epoch, "stream": stream, "to": to}
    return lambda connection: connection.scalar(words.HAND_OVER, values) is not None


def parts() -> Callable[[Connection], list[str]]:
    """List `room` if a process has the whole room, `shares/NODE` for each that has a share of it."""
    return lambda connection: [str(stream) for stream in connection.scalars(words.PARTS)]


def places(prefix: str) -> Callable[[Connection], dict[str, str]]:
    """The process of each stream that is not over, "" if none has it."""
    return lambda connection: {
        str(stream): str(node) for stream, node in connection.execute(words.PLACES, {"prefix": prefix})
    }
