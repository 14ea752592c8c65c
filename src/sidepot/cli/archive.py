"""`sidepot archive`: closed tables out of the database, into a compressed file that is still audited."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, Data, find_place
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.room.store.archive import Moved

DAY = 24 * 60 * 60 * 1000


def command(
    data: Data = None,
    db: Address = "",
    days: Annotated[
        int, typer.Option(metavar="N", min=0, max=36_500, help="Tables that were closed so many days ago, or longer.")
    ] = 30,
    to: Annotated[
        Path | None,
        typer.Option(parser=common.path, metavar="DIR", help="Where to write it [room.db.archive beside room.db]."),
    ] = None,
    undo: Annotated[
        str, typer.Option(metavar="FILE", callback=common.not_empty, help="Move the tables of an archive back.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Move closed tables out of the database, into a compressed file.

    Stop the room first. The file has everything: the entries, the sealed orders of the cards, the chain. It is written,
    read again and compared before anything leaves the database. `sidepot audit verify` goes on to check its hands, and
    `sidepot doctor` the file. --undo closed-1795000000-1.db.xz moves its tables back; the file stays.

    Keep the file as long as the room, and as secret: `sidepot backup` does not copy it.

    Examples:

      sidepot archive
      sidepot archive --days 7 --data /srv/cards
      sidepot archive --db postgresql://ann@localhost/cards --to /srv/archive --json

    Exit codes: 0 done, also where nothing was to be moved; 2 it could not be done, and nothing has changed.
    """
    place = find_place(data, db)
    from sidepot.room.store.archive import archive, folder_of, restore

    if undo:
        restored = restore(place, undo)
        common.answer(lambda: restored, lambda: _show(restored, back=True), json=json)
        return
    folder = to or folder_of(place)
    if folder is None:
        raise BadNotation("--to: with PostgreSQL, say in which folder the archive is to be")
    moved = archive(place, int(time.time() * 1000) - days * DAY, folder)
    common.answer(lambda: moved, lambda: _show(moved, back=False), json=json)


def _show(found: Moved, *, back: bool) -> None:
    if not found.file:
        print("No table was closed so long ago: nothing is moved.")
        return
    what = f"{len(found.streams):,} table{'s'[: len(found.streams) != 1]}, {found.records:,} records"
    if back:
        print(f"{found.file}: {what} are in the database again; the room needs the file no more.")
    else:
        print(f"{found.file}: {what}, {found.bytes / (1 << 20):,.1f} MB; read again and compared.")
