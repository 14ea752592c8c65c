"""`sidepot drain`: stop one node of a room gracefully; its tables move to the others."""

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

AGAIN = 0.25  # seconds between two checks


def command(
    node: Annotated[str, typer.Argument(callback=common.not_empty, metavar="NODE", help="The name of the node.")],
    db: Address = "",
    wait: Annotated[
        float, typer.Option(metavar="SECONDS", min=0, max=86_400, help="Seconds to wait until the node has stopped.")
    ] = 60.0,
    json: AsJson = False,
) -> None:
    """Stop one node gracefully; its tables move to the other nodes, and no hand is cancelled.

    Players reconnect to another node within a moment. Drain a node before you update its machine. If the service
    manager restarts the node, it takes a share of the tables again.

    Examples:

      sidepot drain n1 --db postgresql://ann@db/cards
      sidepot drain n1 --db postgresql://ann@db/cards --wait 0

    Exit codes: 0 the node has stopped, or with --wait 0 was asked to; 1 it did not stop in time; 2 no such node, no
    database, or bad usage.
    """
    if not db:
        raise BadNotation("give the database that the nodes share: --db postgresql://USER@HOST/DATABASE")
    place = find_place(None, db)
    from sidepot.cluster.node_list import ask_to_drain, list_nodes

    before = next((one for one in list_nodes(place) if one.node == node), None)
    if before is None or not ask_to_drain(place, node):
        names = ", ".join(one.node for one in list_nodes(place) if one.state != "out")
        raise Conflict(
            f"no node {node} is running",
            code="no_node",
            hint=f"running nodes: {names}" if names else "no node is running",
        )
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
    """A node that was drained, the tables that it had, and whether it has stopped."""

    node: str
    tables: int
    stopped: bool


def _show(report: DrainReport, now: NodeShown, wait: float) -> None:
    node = report.node
    if report.stopped:
        print(f"{node} has stopped")
    elif not wait:
        print(f"{node} was asked to move its {report.tables} tables and stop")
    elif now.state == "silent":
        print(f"{node} does not respond; the other nodes, or the next one to start, will take its tables")
    else:
        print(f"{node} has not stopped after {wait:g} seconds and has {now.tables} tables; see its log")
