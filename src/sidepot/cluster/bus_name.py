"""The name of a room on the bus, which distinguishes its messages from those of other rooms.

A copy of a database is another room from then on, though it has all that this one has: on the same bus the two would
take each other's commands, and acknowledge what is not in the other's log. So the name belongs to one database of one
server of PostgreSQL. A copy of the whole server, file by file, looks the same.
"""

from __future__ import annotations

import secrets
from typing import Final

from sqlalchemy import Connection, select, text

from sidepot.room.store.schema import meta
from sidepot.room.store.transaction import insert_new

NAME: Final = "room/bus"
MADE_FOR: Final = "room/bus-of"  # the database in which that name was made

_DATABASE: Final = text("SELECT oid FROM pg_database WHERE datname = current_database()")
_MAY_ASK: Final = text(
    "SELECT to_regprocedure('pg_control_system()') IS NOT NULL "
    "AND has_function_privilege(to_regprocedure('pg_control_system()'), 'execute')"
)
_SERVER: Final = text("SELECT system_identifier FROM pg_control_system()")


def bus_name(connection: Connection) -> str:
    """The name of the room in this database, the same for all its processes; made if there is none."""
    here = _identity(connection)
    name = _kept(connection, NAME, secrets.token_hex(4))
    if _kept(connection, MADE_FOR, here) == here:
        return name
    return _kept(connection, f"{NAME}/{here}", secrets.token_hex(4))


def _identity(connection: Connection) -> str:
    server = connection.scalar(_SERVER) if connection.scalar(_MAY_ASK) else ""
    return f"{server}.{connection.scalar(_DATABASE)}"


def _kept(connection: Connection, key: str, value: str) -> str:
    """The value that is kept by a key: this one, if there was none."""
    insert_new(connection, meta, {"key": key, "value": value})
    return str(connection.scalar(select(meta.c.value).where(meta.c.key == key)))
