"""`sidepot audit`: verify every hand played in a room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.app import group_of
from sidepot.cli.common_options import AsJson
from sidepot.cli.room_store import Address, Data, OnlyTables, find_place

if TYPE_CHECKING:
    from sidepot.room.audit.auditor import Audit


def verify(
    data: Data = None,
    db: Address = "",
    table: OnlyTables = None,
    link: Annotated[
        list[str] | None, typer.Option(metavar="HEX", help="A link of the hash chain that a player noted; repeatable.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Verify all finished hands of a room: the rules, every card against the sealed deck, the hash chain.

    The audit only reads, and can run while people play. It prints the last link of each table's chain. Compare it with
    the links that players noted, or pass those with --link. The report of a fault may show cards: keep it from players.

    Examples:

      sidepot audit verify
      sidepot audit verify --data /srv/cards --table 7
      sidepot audit verify --link d8f5a93c93ec05e6da04e8949ef66d29e06e60d5dd3e6e69b962c280e2e23894 --json

    Exit codes: 0 all checks passed, 1 a check failed, 2 no database, or bad usage.
    """
    place = find_place(data, db)
    from sidepot.room.audit.auditor import audit
    from sidepot.room.fairness.decks import HASH, unhex

    for noted in link or ():
        unhex(noted.strip().lower(), HASH)
    with common.progress("hands") as advance:
        found = audit(place, tables=table or (), links=link or (), looked_at=advance)
    common.finish(found, _show, json=json, holds=found.holds)


def _show(found: Audit) -> None:
    for one in found.tables:
        print(f"table {one.table}  {one.title}: {one.hands:,} hands, {one.entries:,} events")
        for fault in one.faults:
            print(f"  DOES NOT HOLD  {fault}")
        if one.hands:
            print(f"  link  {one.link}")
    for fault in found.faults:
        print(f"DOES NOT HOLD  {fault}")
    for link in found.missing:
        print(f"DOES NOT HOLD  link {link} is in no chain of this room")
    print(f"{found.hands:,} hands: " + ("all checks passed." if found.holds else "some checks failed."))


_HELP = """Verify the hands played in a room.

Examples:

  sidepot audit verify

Exit codes: 0 all checks passed, 1 a check failed, 2 no database, or bad usage.
"""

group = group_of("audit", _HELP, {"verify": (verify, "Verify rules, sealed decks and hash chain of all hands.")})
