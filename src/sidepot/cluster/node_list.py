"""The nodes of a room that shares a PostgreSQL database: list them with their tables, and ask one to leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
from sqlalchemy import Connection, Engine, text

from sidepot.cluster.statements import DRAIN
from sidepot.errors import Conflict
from sidepot.room.store.database import (
    check_version,
    connect_for_reading,
    connect_for_writing,
    connected_once,
    explained,
    version_found,
)
from sidepot.room.store.place import Place
from sidepot.room.store.schema import MIGRATIONS, version_of

_LIST: Final = text(
    "SELECT n.id, n.epoch, n.up, n.until - (extract(epoch from clock_timestamp()) * 1000)::bigint, n.address, "
    "n.version, n.reads, n.writes, count(p.stream) FILTER (WHERE p.stream LIKE 'table/%' AND s.over IS NULL), "
    "coalesce(bool_or(p.stream = 'room'), false), coalesce(bool_or(p.stream = 'shares/' || n.id), false), "
    "coalesce(max(p.load) FILTER (WHERE p.stream IN ('room', 'shares/' || n.id)), 0), "
    "array_remove(array_agg(s.name ORDER BY length(s.name), s.name) FILTER (WHERE s.over IS NULL), NULL) "
    "FROM node n LEFT JOIN place p ON p.node = n.id AND p.epoch = n.epoch AND n.up "
    "LEFT JOIN stream s ON s.name = p.stream GROUP BY n.id ORDER BY n.id"
)
SHARES: Final = "shares the room"  # the state of a process that has a share of the tables


class NodeShown(msgspec.Struct, frozen=True):
    """A node as its row in the database shows it.

    - `state`: whether the node has the room, shares the room, stands by, is silent (its lease has expired), or is out
    - `epoch`: how many times the node has started
    - `lease`: how many seconds of its lease are left
    - `tables`: the number of its tables
    - `reads`: the latest event format that the node reads
    - `writes`: the event format that the node writes
    - `load`: its recent CPU usage, in percent of a core
    - `owns`: its tables and tournaments, such as `table/7`
    """

    node: str
    state: str
    epoch: int
    lease: float
    tables: int
    address: str
    version: str
    reads: int
    writes: int
    load: int = 0
    owns: tuple[str, ...] = ()


def list_nodes(place: Place) -> list[NodeShown]:
    """Every node that the room has ever had, by name.

    Raises Conflict if the room is in a file, and StoreError if the database cannot be read.
    """
    with _connected(place) as connection:
        rows = [] if connection is None else connection.execute(_LIST).all()
    return [
        NodeShown(
            node=name,
            state=_state(up, left, has, shares),
            epoch=epoch,
            lease=max(left, 0) / 1000 if up else 0.0,
            tables=tables,
            address=where,
            version=version,
            reads=reads,
            writes=writes,
            load=load,
            owns=tuple(owns or ()),
        )
        for name, epoch, up, left, where, version, reads, writes, tables, has, shares, load, owns in rows
    ]


def drain_key(node: str) -> str:
    """The name of the setting that asks a process to migrate its tables and stop. The value is the process's epoch."""
    return f"drain/{node}"


def ask_to_drain(place: Place, node: str) -> bool:
    """Ask a node to migrate its tables and stop. Returns False if no node with this name is up.

    Raises Conflict if the room is in a file, and StoreError if the database cannot be read.
    """
    with _connected(place, connect_for_writing) as connection:
        values = {"key": "room/" + drain_key(node), "me": node}
        return connection is not None and connection.scalar(DRAIN, values) is not None


@contextmanager
def _connected(place: Place, connect: Callable[[Place], Engine] = connect_for_reading) -> Iterator[Connection | None]:
    """A connection to the database, in a transaction (None if the room never had a node)."""
    if place.file is not None:
        raise Conflict(
            "a room in a file has only one node",
            code="bad_address",
            hint="several nodes need PostgreSQL: give --db postgresql://...",
        )
    with explained(place), connected_once(connect(place)) as connection:
        found = version_found(connection, place.shown)
        check_version(found, version_of(MIGRATIONS), place.shown)
        yield connection if found else None


def _state(up: bool, left: int, has_room: bool, shares: bool) -> str:
    if not up:
        return "out"
    if left <= 0:
        return "silent"
    return "has the room" if has_room else SHARES if shares else "stands by"
