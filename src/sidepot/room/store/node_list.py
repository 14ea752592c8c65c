"""The processes of a room that shares a PostgreSQL database: which are up, who has the room, and how many tables."""

from __future__ import annotations

from typing import Final

import msgspec
from sqlalchemy import text

from sidepot.errors import Conflict
from sidepot.room.store.database import check_version, connect_for_reading, version_found
from sidepot.room.store.place import Place
from sidepot.room.store.schema import MIGRATIONS, version_of
from sidepot.room.store.troubles import explain

_LIST: Final = text(
    "SELECT n.id, n.epoch, n.up, n.until - (extract(epoch from clock_timestamp()) * 1000)::bigint, n.address, "
    "n.version, count(p.stream) FILTER (WHERE p.stream LIKE 'table/%' AND s.over IS NULL), "
    "coalesce(bool_or(p.stream = 'room'), false) "
    "FROM node n LEFT JOIN place p ON p.node = n.id AND p.epoch = n.epoch AND n.up "
    "LEFT JOIN stream s ON s.name = p.stream GROUP BY n.id ORDER BY n.id"
)
_WITH_NODES: Final = 3  # the version of the store from which on there are any


class NodeShown(msgspec.Struct, frozen=True):
    """A process by its row. `state`: has the room, stands by, silent (its lease is over), or out.

    `epoch` counts its lives; `lease` is the seconds that are left of its lease, `tables` how many it has.
    """

    node: str
    state: str
    epoch: int
    lease: float
    tables: int
    address: str
    version: str


def list_nodes(place: Place) -> list[NodeShown]:
    """Every process that was ever of the room, by name. Raises Conflict for a room in a file, StoreError."""
    if place.file is not None:
        raise Conflict(
            "a room in a file is one process",
            code="bad_address",
            hint="several share one only in PostgreSQL: name it by --db postgresql://...",
        )
    engine = connect_for_reading(place)
    try:
        with engine.connect() as connection, connection.begin():
            found = version_found(connection, place.shown)
            check_version(found, version_of(MIGRATIONS), place.shown)
            rows = connection.execute(_LIST).all() if found >= _WITH_NODES else []
    except Exception as error:
        raise explain(error, place.shown) from None
    finally:
        engine.dispose()
    return [
        NodeShown(name, _state(up, left, has_room), epoch, max(left, 0) / 1000 if up else 0.0, tables, address, version)
        for name, epoch, up, left, address, version, tables, has_room in rows
    ]


def _state(up: bool, left: int, has_room: bool) -> str:
    if not up:
        return "out"
    if left <= 0:
        return "silent"
    return "has the room" if has_room else "stands by"
