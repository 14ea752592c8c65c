"""What each kind of line posts to the accounts of persons, house, bank and tables: amounts that add up to 0.

The holder of an account above zero is owed money; the holder of an account below zero owes money. So the house's
account `chips` (what is on the tables) is above zero while chips are in play, and its account `bank` is below zero by
the money in the bank.

>>> line = Line(1, 0, "", "buy_in", 100, player="Ann")
>>> changes_of(line)
{('Ann', 'bought'): -100, ('', 'chips'): 100, ('', 'bank'): -100, ('Ann', 'paid'): 100}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from sidepot.room.cash.events import Kind, Line
from sidepot.room.store.rows import BANK, BOUGHT, CASHED, HOUSE, NAMED, PAID, RESERVE
from sidepot.room.table.booking import book_changes

if TYPE_CHECKING:
    from sidepot.games.unit import Unit
    from sidepot.room.store.rows import BookChange

Changes = dict[tuple[str, str], int]
CHIPS: Final = "chips"


def _from(one: tuple[str, str], other: tuple[str, str], chips: int) -> Changes:
    return {one: -chips, other: chips}


def _house(kind: str, other: str) -> Callable[[Line], Changes]:
    """Move money from one account of the house to another."""
    return lambda line: _from((HOUSE, kind), (HOUSE, other), line.chips)


def _bought(line: Line) -> Changes:
    found = _from((line.player, BOUGHT), (HOUSE, CHIPS), line.chips)
    return found if line.on_account else found | _paid_in(line)


def _cashed(line: Line) -> Changes:
    found = _from((HOUSE, CHIPS), (line.player, CASHED), line.chips)
    return found if line.on_account else found | _paid_out(line)


def _paid_in(line: Line) -> Changes:
    return _from((HOUSE, BANK), (line.player, PAID), line.chips)


def _paid_out(line: Line) -> Changes:
    return _from((line.player, PAID), (HOUSE, BANK), line.chips)


def _between(kind: str, *, back: bool = False) -> Callable[[Line], Changes]:
    """Move an amount from the `player` of a line to the `other` player. A payment (`back`) reduces a debt between the
    two.
    """
    sign = -1 if back else 1
    return lambda line: _from((line.player, kind), (line.other, kind), sign * line.chips)


def _expense(line: Line) -> Changes:
    payer = (line.player, PAID) if line.player else (HOUSE, BANK)
    return _from((HOUSE, "expenses"), payer, line.chips)


CHANGES: Final[dict[Kind, Callable[[Line], Changes]]] = {
    "buy_in": _bought,
    "top_up": _bought,
    "cash_out": _cashed,
    "time": _house(CHIPS, "time"),
    "drop": _house(CHIPS, "rake"),
    "pay_in": _paid_in,
    "pay_out": _paid_out,
    "settled": _between(PAID, back=True),
    "marker": _between("marker"),
    "loan": _between("marker"),
    "marker_paid": _between(PAID, back=True),
    "float": _house(BANK, RESERVE),
    "handed_over": _house(RESERVE, BANK),
    "count": lambda _: {},
    "difference": _house(BANK, "difference"),
    "missing": _house(CHIPS, "difference"),
    "expense": _expense,
}


def changes_of(line: Line) -> Changes:
    """The change that a line makes to each account, by player and kind of account."""
    return CHANGES[line.kind](line)


def posted(lines: Sequence[Line], parties: Mapping[str, str], unit: Unit) -> tuple[BookChange, ...]:
    """The postings of these lines to the club's books. `parties` maps each player to the player's key in these
    books.
    """
    found: Changes = {}
    for line in lines:
        for key, chips in changes_of(line).items():
            found[key] = found.get(key, 0) + chips
    return book_changes(found, lambda name: parties.get(name, NAMED + name) if name else HOUSE, unit)
