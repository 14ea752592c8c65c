"""`sidepot doctor`: is this machine fit to run a room?"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, Data, find_place

if TYPE_CHECKING:
    from sidepot.room.audit.doctor import Check, Finding


def command(
    data: Data = None,
    db: Address = "",
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address of the room.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="Its port.")] = 8000,
    bus: Annotated[
        str,
        typer.Option(callback=common.not_empty, metavar="URL", help="The NATS of a room of several processes."),
    ] = "",
    drop_snapshots: Annotated[
        bool, typer.Option("--drop-snapshots", help="First remove snapshots that the entries contradict.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Check what a room needs: Python, packages, the database, disk, port, clock, and the signs of the suits.

    Of a room in PostgreSQL it also tells how far the server is, whether its clock is right, whether a standby has each
    commit too, which processes are silent, and which tables are at none of them.

    It reads the whole database, rebuilds each table from its first entry, compares the snapshots with that, and
    changes nothing. It can run while the room is open (its port is then taken).

    With --drop-snapshots it first removes the snapshots that are not what the entries come to; the room then opens
    those tables from their entries. Stop the room before. Nothing else is changed, and no entry.

    Examples:

      sidepot doctor
      sidepot doctor --data /srv/cards --host 0.0.0.0 --port 80
      sidepot doctor --db postgresql://ann@db/cards --bus nats://n1:secret@bus:4222
      sidepot doctor --drop-snapshots --data /srv/cards
      sidepot doctor --json

    Exit codes: 0 all is well, 1 something is bad, 2 bad usage.
    """
    from sidepot.room.audit.doctor import dropped_snapshots, examine

    more: dict[str, Check] = {}
    if find_spec("sqlalchemy"):  # else that is the finding
        place = find_place(data, db)
        from sidepot.cluster.checkup import cluster_checks

        more = cluster_checks(place, bus)
    findings = dropped_snapshots(data, db) if drop_snapshots else []
    findings += examine(data, db, host, port, more)
    bad = sum(finding.state == "bad" for finding in findings)
    report = DoctorReport(not bad, findings)
    common.answer(lambda: report, lambda: _show(report), json=json)
    raise typer.Exit(common.DOES_NOT_HOLD if bad else common.OK)


class DoctorReport(Struct, frozen=True):
    """Whether the machine is fit, and what was found."""

    well: bool
    findings: list[Finding]


def _show(report: DoctorReport) -> None:
    for finding in report.findings:
        print(f"{finding.state if finding.state != 'bad' else 'BAD':<5} {finding.name:<9} {finding.says}")
        if finding.todo:
            print(f"{'':<16}{finding.todo}")
    bad = sum(finding.state == "bad" for finding in report.findings)
    print("All is well." if not bad else f"{bad} thing{'s' * (bad > 1)} to put right.")
