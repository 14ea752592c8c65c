"""`sidepot verify`: verify the record of a hand played in a room."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.validation.reader import at_place

if TYPE_CHECKING:
    from sidepot.room.fairness.record_check import Verified


def command(
    file: Annotated[
        Path,
        typer.Argument(parser=common.path, metavar="HAND.json", help="The record of the hand; - for standard input."),
    ],
    root: Annotated[str, typer.Option(metavar="HEX", help="The root that you saw before the first card.")] = "",
    link: Annotated[
        str, typer.Option(metavar="HEX", help="A link of the hash chain that you noted during the hand.")
    ] = "",
    json: AsJson = False,
) -> None:
    """Verify the record of a hand: nothing was changed, and the deck was fixed before the first card.

    It checks the hash chain, the rules event by event, the commitment to the deck, the cut, and each card that you were
    shown. With --root and --link it also checks that this is the hand you played; without them, a completely invented
    record passes too.

    Examples:

      sidepot verify HAND.json
      sidepot verify HAND.json --root 5d739250c7e4fa7d79d146db8161107eaae765dccc1acda366cf1270203d4fe1
      sidepot verify - --json < HAND.json

    Exit codes: 0 all checks passed, 1 a check failed, 2 not a record, or bad usage.
    """
    from sidepot.room.fairness.decks import HASH, unhex
    from sidepot.room.fairness.record import decode_record
    from sidepot.room.fairness.record_check import verify_record

    for noted in filter(None, (root, link)):
        unhex(noted.strip().lower(), HASH)
    data = common.read_bytes(file)
    with at_place(str(file)):
        found = verify_record(decode_record(data), root=root, link=link)
    common.finish(found, _show, json=json, holds=found.holds)


def _show(found: Verified) -> None:
    who = found.players[found.seat] if 0 <= found.seat < len(found.players) else "a spectator"
    print(f"hand {found.hand} at {found.table or '?'}, as {who} saw it: {found.events} events")
    for check in found.checks:
        print(f"  {check.name:<7} {'holds' if check.holds else 'DOES NOT HOLD'}: {check.found}")
    for root in found.roots:
        print(f"  root    {root}")
    print(f"  link    {found.link}")
    if not found.finished and found.holds:
        print("The hand was not over when this record was written.")
    print("All checks passed." if found.holds else "The record does not hold.")
