"""`sidepot nodes`: list the nodes of a room that share a PostgreSQL database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, find_place
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.cluster.node_list import NodeShown

ShowTables = Annotated[bool, typer.Option("--tables", help="List the tables and tournaments of each node.")]


def command(db: Address = "", tables: ShowTables = False, json: AsJson = False) -> None:
    """List the nodes of a room: active or standby, tables, CPU usage, remaining lease.

    The command only reads, and can run at any time. Nodes that have ended are listed as out.

    Examples:

      sidepot nodes --db postgresql://ann@db/cards
      sidepot nodes --db postgresql://ann@db/cards --tables
      sidepot nodes --db postgresql://ann@db/cards --json

    Exit codes: 0 the room has an active node, 1 it has none, 2 no database, or bad usage.
    """
    if not db:
        raise BadNotation("give the database that the nodes share: --db postgresql://USER@HOST/DATABASE")
    place = find_place(None, db)
    from sidepot.cluster.node_list import list_nodes

    found = list_nodes(place)
    common.answer(lambda: found, lambda: _show(found, tables=tables), json=json)
    has_room = any(one.state in ("has the room", "shares the room") for one in found)
    raise typer.Exit(common.OK if has_room else common.DOES_NOT_HOLD)


def _show(found: list[NodeShown], *, tables: bool) -> None:
    for one in found:
        print(
            f"{one.node}  {one.state}, {one.tables} tables, {one.load} % of a core, lease {one.lease:.1f} s, "
            f"life {one.epoch}, {one.address}, sidepot {one.version}, writes format {one.writes} of {one.reads}"
        )
        if tables and one.owns:
            print("    " + " ".join(one.owns))
    if not found:
        print("no node has ever run on this database (serve --node)")
