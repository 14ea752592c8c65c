"""Options and errors shared by the commands that open the database of a room."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import text_option
from sidepot.errors import BadNotation
from sidepot.extras import not_installed

if TYPE_CHECKING:
    from sidepot.room.store.place import Place

Data = Annotated[
    Path | None,
    typer.Option(
        parser=common.path,
        metavar="DIR",
        help="The data folder of the room [SIDEPOT_DATA, or the user's data folder].",
    ),
]
Address = Annotated[
    str,
    text_option("The database: postgresql://... or sqlite:///FILE.", "URL", "--db"),
]
OnlyTables = Annotated[list[str] | None, typer.Option("--table", metavar="ID", help="Only this table; repeatable.")]


def find_place(data: Path | None, address: str) -> Place:
    """The location of the database.

    Raises BadNotation for a malformed address, or if the packages for that kind of database are missing.
    """
    if data is not None and address:
        raise BadNotation("--data and --db both name the database: give only one")
    try:
        from sidepot.room.store.place import place_of
    except ModuleNotFoundError as error:
        raise BadNotation(not_installed(error, "serve")) from None
    return place_of(data, address)
