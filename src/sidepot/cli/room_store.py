"""Shared by the commands about a room's store: naming it, and saying so where its packages are missing."""

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
        help="The folder of the room's data (else SIDEPOT_DATA, else the user's own).",
    ),
]
Address = Annotated[
    str,
    text_option("The store elsewhere: postgresql://... or sqlite:///FILE.", "URL", "--db"),
]
OnlyTables = Annotated[
    list[str] | None, typer.Option("--table", metavar="ID", help="Only this table; may be given several times.")
]


def find_place(data: Path | None, address: str) -> Place:
    """The store that is meant. Raises BadNotation, also where what it needs is not installed."""
    if data is not None and address:
        raise BadNotation("--data and --db both say where the store is: give one")
    try:
        from sidepot.room.store.place import place_of
    except ModuleNotFoundError as error:
        raise BadNotation(not_installed(error, "serve")) from None
    return place_of(data, address)
