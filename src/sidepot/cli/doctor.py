"""`sidepot doctor`: check that this machine can run a room."""

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
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="The port to listen on.")] = 8000,
    bus: Annotated[
        str,
        typer.Option(callback=common.not_empty, metavar="URL", help="The NATS server of a room with several nodes."),
    ] = "",
    drop_snapshots: Annotated[
        bool, typer.Option("--drop-snapshots", help="First delete snapshots that contradict the event logs.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Check that this machine can run a room: Python, packages, database, disk, port, clock, suit symbols.

    With PostgreSQL, it also checks the server's latency, clock and standby, and reports nodes that do not respond and
    tables without a node.

    The check reads the whole database, rebuilds every table from its event log, compares the snapshots with the result,
    and changes nothing. It can run while the room is open; the port is then reported as taken.

    --drop-snapshots first deletes the snapshots that contradict their event logs; the room then rebuilds those tables
    from the logs. Stop the room before. Nothing else is changed.

    Examples:

      sidepot doctor
      sidepot doctor --data /srv/cards --host 0.0.0.0 --port 80
      sidepot doctor --db postgresql://ann@db/cards --bus nats://n1:secret@bus:4222
      sidepot doctor --drop-snapshots --data /srv/cards
      sidepot doctor --json

    Exit codes: 0 all checks passed, 1 a check failed, 2 bad usage.
    """
    from sidepot.room.audit.doctor import dropped_snapshots, examine

    more: dict[str, Check] = {}
    if find_spec("sqlalchemy"):  # otherwise the error itself is the finding
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
    """Whether all checks of this machine passed, and the findings."""

    well: bool
    findings: list[Finding]


def _show(report: DoctorReport) -> None:
    for finding in report.findings:
        print(f"{finding.state if finding.state != 'bad' else 'BAD':<5} {finding.name:<9} {finding.says}")
        if finding.todo:
            print(f"{'':<16}{finding.todo}")
    bad = sum(finding.state == "bad" for finding in report.findings)
    print("All checks passed." if not bad else f"{bad} problem{'s' * (bad > 1)} to fix.")
