"""`sidepot nodes`: the processes that share a room in PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, find_place
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.cluster.node_list import NodeShown

ShowTables = Annotated[bool, typer.Option("--tables", help="Name the tables and tournaments of each process.")]


def command(db: Address = "", tables: ShowTables = False, json: AsJson = False) -> None:
    """List the processes of a room: who has it or shares it, who stands by, how busy each is, what its lease has left.

    It only reads, and can run at any time. Processes that ended are listed as out.

    Examples:

      sidepot nodes --db postgresql://ann@db/cards
      sidepot nodes --db postgresql://ann@db/cards --tables
      sidepot nodes --db postgresql://ann@db/cards --json

    Exit codes: 0 a process has the room or shares it, 1 none does, 2 no store, or bad usage.
    """
    if not db:
        raise BadNotation("give the database that the processes share: --db postgresql://USER@HOST/DATABASE")
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
        print("no process was ever started with --node")
