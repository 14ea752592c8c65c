"""`sidepot archive`: move closed tables to a compressed file. `sidepot audit` can still check them there."""

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
        int, typer.Option(metavar="N", min=0, max=36_500, help="Archive tables closed at least N days ago.")
    ] = 30,
    to: Annotated[
        Path | None,
        typer.Option(
            parser=common.path, metavar="DIR", help="The folder for the archive [room.db.archive next to room.db]."
        ),
    ] = None,
    undo: Annotated[
        str,
        typer.Option(
            metavar="FILE", callback=common.not_empty, help="Move the tables of this archive back into the database."
        ),
    ] = "",
    json: AsJson = False,
) -> None:
    """Move closed tables from the database to a compressed archive.

    Stop the room first. The archive holds the complete event logs, the sealed decks and the hash chains. It is written,
    read back and compared before anything is deleted from the database. `sidepot audit verify` still checks its hands,
    and `sidepot doctor` checks the file. To move its tables back, use
    --undo closed-1795000000-1.db.xz; the file is kept.

    Keep the archive as long as the room, and as secret. `sidepot backup` does not copy it.

    Examples:

      sidepot archive
      sidepot archive --days 7 --data /srv/cards
      sidepot archive --db postgresql://ann@localhost/cards --to /srv/archive --json

    Exit codes: 0 done, or nothing to archive; 2 failed, and nothing has changed.
    """
    place = find_place(data, db)
    from sidepot.room.store.archive import archive, folder_of, restore

    if undo:
        restored = restore(place, undo)
        common.answer(lambda: restored, lambda: _show(restored, back=True), json=json)
        return
    folder = to or folder_of(place)
    if folder is None:
        raise BadNotation("with PostgreSQL, give the folder of the archive: --to DIR")
    moved = archive(place, int(time.time() * 1000) - days * DAY, folder)
    common.answer(lambda: moved, lambda: _show(moved, back=False), json=json)


def _show(found: Moved, *, back: bool) -> None:
    if not found.file:
        print("No table was closed that long ago; nothing was moved.")
        return
    what = f"{len(found.streams):,} table{'s'[: len(found.streams) != 1]}, {found.records:,} records"
    if back:
        print(f"{found.file}: {what} moved back to the database; the room no longer needs the file.")
    else:
        print(f"{found.file}: {what}, {found.bytes / (1 << 20):,.1f} MB; read back and compared.")
