"""The name of a room on the message bus, which keeps its messages apart from those of other rooms.

A copy of a database is a different room with the same content. On the same bus, each would take commands meant for the
other and acknowledge events that the other's log does not contain. So the name belongs to one database of one
PostgreSQL server. A file-by-file copy of the whole server cannot be distinguished from the original.
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, select, text

from sidepot.room.store.schema import meta
from sidepot.room.store.transaction import insert_new

NAME: Final = "room/bus"
MADE_FOR: Final = "room/bus-of"  # the database for which the name was made

_DATABASE: Final = text("SELECT oid FROM pg_database WHERE datname = current_database()")
_MAY_ASK: Final = text(
    "SELECT to_regprocedure('pg_control_system()') IS NOT NULL "
    "AND has_function_privilege(to_regprocedure('pg_control_system()'), 'execute')"
)
_SERVER: Final = text("SELECT system_identifier FROM pg_control_system()")


def bus_name(connection: Connection) -> str:
    """The name under which the processes of a room find each other on the bus.

    The name is made and stored if the database has none yet.
    """
    here = _identity(connection)
    name = _kept(connection, NAME, secrets.token_hex(4))
    if _kept(connection, MADE_FOR, here) == here:
        return name
    return _kept(connection, f"{NAME}/{here}", secrets.token_hex(4))


def _identity(connection: Connection) -> str:
    server = connection.scalar(_SERVER) if connection.scalar(_MAY_ASK) else ""
    return f"{server}.{connection.scalar(_DATABASE)}"


def _kept(connection: Connection, key: str, value: str) -> str:
    """The value stored under a key. If there is none, `value` is stored."""
    insert_new(connection, meta, {"key": key, "value": value})
    return str(connection.scalar(select(meta.c.value).where(meta.c.key == key)))
