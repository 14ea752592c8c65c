"""The location of a store (a file or the address of a PostgreSQL database), and the default location."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from sidepot.errors import BadNotation
from sidepot.room.store.folder import default_folder

NAME: Final = "room.db"
FILES: Final = (".db", ".sqlite", ".sqlite3")  # suffixes of database files; folders hardly ever have one


class Place(msgspec.Struct, frozen=True):
    """The location of a store.

    - `file`: the database file (None for PostgreSQL)
    - `shown`: the address without its password, for messages
    """

    url: URL
    file: Path | None
    shown: str


def place_of(data: str | Path | None = None, address: str = "") -> Place:
    """The location of the store, from a data folder or an address. Raises BadNotation if the address is malformed.

    >>> place_of("/srv/cards").shown
    '/srv/cards/room.db'
    >>> place_of(address="postgres://ann:secret@localhost/cards").shown
    'postgresql://ann:***@localhost/cards'
    """
    if not address:
        folder = Path(data) if data else default_folder()
        if folder.is_file():
            raise BadNotation(f"{folder} is a file: give the folder that contains {NAME}, or --db sqlite:///FILE")
        if folder.suffix in FILES and not folder.exists():
            raise BadNotation(f"{folder}: --data takes a folder; for a file use --db sqlite:///{folder}")
        return place_at(folder / NAME)
    scheme, colon, rest = address.partition("://")
    try:
        if not colon:
            raise ArgumentError("no scheme")
        url = make_url(f"postgresql://{rest}" if scheme == "postgres" else address)
    except (ArgumentError, ValueError):
        raise BadNotation(
            "expected an address such as postgresql://USER:PASSWORD@HOST/DATABASE or sqlite:///FILE"
        ) from None
    kind = url.get_backend_name()
    if kind == "sqlite":
        if not url.database or url.database == ":memory:":
            raise BadNotation("sqlite://: add a file, as in sqlite:///room.db; a room cannot be kept in memory")
        return place_at(Path(url.database))
    if kind == "postgresql":
        return Place(url.set(drivername="postgresql+psycopg"), None, url.render_as_string(hide_password=True))
    raise BadNotation(f"{kind}: expected SQLite (sqlite:///FILE) or PostgreSQL (postgresql://...)")


def place_at(file: str | Path) -> Place:
    """The location of the store in this file."""
    path = Path(file)
    return Place(URL.create("sqlite+pysqlite", database=str(path)), path, str(path))
