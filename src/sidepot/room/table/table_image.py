"""What lasts of a table from hand to hand, as data: for checkpoints."""

from __future__ import annotations

import zlib
from typing import Any, Final

import msgspec

from sidepot.games.mixes import Turn
from sidepot.table.button import Marks
from sidepot.table.debts import Loan, Marker
from sidepot.table.events import Left, Moved, Parts, Sat
from sidepot.table.places import Gone, Place, Waiting
from sidepot.table.state import TableState
from sidepot.table.table_rules import Straddle, TableRules

SeatEvent = Sat | Moved | Left


class TableImage(msgspec.Struct, frozen=True):
    """The table: each field is the attribute of that name, but for those after `loans`.

    `rules`: None for those that are usual there. `seats` are the events by which a tournament knows which seat was left
    last; a cash table keeps none.
    """

    places: dict[str, Place]
    gone: dict[str, Gone]
    waiting: list[Waiting]
    marks: Marks | None
    first_button: int | None
    hands: int
    turn: Turn
    level: int
    parked: bool
    chosen: tuple[str, int] | None
    straddles: tuple[tuple[str, Straddle, int], ...]
    carried: int
    claims: dict[str, int]
    parts: Parts
    anted_only: bool
    leg: tuple[str, int]
    killer: str
    markers: tuple[Marker, ...]
    loans: tuple[Loan, ...]
    rules: TableRules | None
    debits: dict[str, int]
    credits: dict[str, int]
    seats: tuple[SeatEvent, ...] = ()


OF_TABLE: Final = TableImage.__struct_fields__[: TableImage.__struct_fields__.index("rules")]


def version_of(image: type[msgspec.Struct], format: int) -> int:
    """The version of checkpoints that are such an image: another one wherever any field of it has changed."""
    schema = msgspec.json.encode(msgspec.json.schema(image), order="sorted")
    return format << 32 | zlib.crc32(schema)


def table_image(table: TableState, usual: TableRules | None) -> TableImage:
    """The image of a table whose rules are these, as a rule."""
    rules = None if table.rules is usual or table.rules == usual else table.rules
    seats = tuple([one for one in table.log if isinstance(one, SeatEvent)]) if table.rules.is_tournament else ()
    values: dict[str, Any] = {name: getattr(table, name) for name in OF_TABLE}
    return TableImage(**values, rules=rules, debits=table.ledger.debits, credits=table.ledger.credits, seats=seats)


def set_table(table: TableState, image: TableImage) -> None:
    """Have a table stand as its image."""
    values: dict[str, object] = {name: getattr(image, name) for name in OF_TABLE}
    for name, value in values.items():
        setattr(table, name, value)
    if image.rules is not None:
        table.rules = image.rules
    table.begun = None
    table.ledger.postings.clear()
    table.ledger.debits = image.debits
    table.ledger.credits = image.credits
    table.log[1:] = image.seats
