"""`sidepot drain`: have one process of a room hand its tables over, and stop."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, find_place
from sidepot.errors import BadNotation, Conflict

if TYPE_CHECKING:
    from sidepot.cluster.node_list import NodeShown

AGAIN = 0.25  # seconds between two looks whether it has stopped


def command(
    node: Annotated[str, typer.Argument(callback=common.not_empty, metavar="NODE", help="The name of the process.")],
    db: Address = "",
    wait: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, max=86_400, help="Seconds to wait until it has stopped.")
    ] = 60.0,
    json: AsJson = False,
) -> None:
    """Have a process hand its tables over to the others, and stop: nobody's hand is called off.

    Its players are connected again at another process within a moment. Do this before you update a machine. If the
    service manager starts the process again, it takes a share of the tables again.

    Examples:

      sidepot drain n1 --db postgresql://ann@db/cards
      sidepot drain n1 --db postgresql://ann@db/cards --wait 0

    Exit codes: 0 it has stopped, or was asked to and you do not wait; 1 it has not stopped in time; 2 there is no such
    process, no store, or bad usage.
    """
    if not db:
        raise BadNotation("give the database that the processes share: --db postgresql://USER@HOST/DATABASE")
    place = find_place(None, db)
    from sidepot.cluster.node_list import ask_to_drain, list_nodes

    before = next((one for one in list_nodes(place) if one.node == node), None)
    if before is None or not ask_to_drain(place, node):
        names = ", ".join(one.node for one in list_nodes(place) if one.state != "out")
        raise Conflict(f"no process {node} is up", code="no_node", hint=f"these are: {names}" if names else "none is")
    until = time.monotonic() + wait
    stopped, now = False, before
    while not stopped and time.monotonic() < until:
        time.sleep(AGAIN)
        now = next(one for one in list_nodes(place) if one.node == node)
        stopped = now.state == "out" or now.epoch != before.epoch
    report = DrainReport(node, before.tables, stopped)
    common.answer(lambda: report, lambda: _show(report, now, wait), json=json)
    raise typer.Exit(common.OK if stopped or not wait else common.DOES_NOT_HOLD)


class DrainReport(Struct, frozen=True):
    """A process, the tables that it had, and whether it has stopped."""

    node: str
    tables: int
    stopped: bool


def _show(report: DrainReport, now: NodeShown, wait: float) -> None:
    node = report.node
    if report.stopped:
        print(f"{node} has stopped")
    elif not wait:
        print(f"{node} was asked to hand {report.tables} tables over and stop")
    elif now.state == "silent":
        print(f"{node} is silent, and has heard nothing: the other processes put it out, or the next one that starts")
    else:
        print(f"{node} has not stopped after {wait:g} seconds: its log says why; it has {now.tables} tables")
