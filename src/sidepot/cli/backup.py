"""`sidepot backup`: copy the database of a room while it runs."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, Data, find_place

if TYPE_CHECKING:
    from sidepot.room.store.backup import Survey


def command(
    target: Annotated[
        Path | None,
        typer.Argument(
            parser=common.path, metavar="COPY", help="The file to write [room-DATE-TIME.db in the current folder]."
        ),
    ] = None,
    data: Data = None,
    db: Address = "",
    force: Annotated[bool, typer.Option("--force", help="Replace an existing copy.")] = False,
    json: AsJson = False,
) -> None:
    """Back up the database of a room while it runs, and check the copy.

    The copy is one SQLite file, consistent at one moment, also if the room uses PostgreSQL. It gets its name only when
    it is complete. To restore it, stop the room, move room.db and the files next to it away, and rename the copy to
    room.db.

    Keep the copy secret: it contains face-down cards.

    Examples:

      sidepot backup
      sidepot backup friday.db --data /srv/cards
      sidepot backup friday.db --db postgresql://ann@localhost/cards --json

    Exit codes: 0 the copy is complete, 1 the database or the copy is damaged, 2 no copy could be made.
    """
    place = find_place(data, db)
    from sidepot.room.store.backup import back_up
    from sidepot.room.store.errors import StoreError, Trouble

    target = target or Path(time.strftime("room-%Y%m%d-%H%M%S.db"))
    try:
        found = back_up(place, target, replace=force)
    except StoreError as error:
        if error.trouble is Trouble.DAMAGED:
            common.say(f"error: {error}")
            raise typer.Exit(common.DOES_NOT_HOLD) from None
        raise
    report = BackupReport(str(target), target.stat().st_size, found)
    common.answer(lambda: report, lambda: _show(report), json=json)


class BackupReport(Struct, frozen=True):
    """A copy of a room's database, and its contents."""

    copy: str
    bytes: int
    found: Survey


def _show(report: BackupReport) -> None:
    size, found = report.bytes / (1 << 20), report.found
    print(
        f"{report.copy}: {found.records:,} records in {found.streams:,} streams, {size:,.1f} MB; the copy is complete."
    )
