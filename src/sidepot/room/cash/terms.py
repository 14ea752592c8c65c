"""The terms of a cash night with real chips: its games, the unit of money, and the house's times."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from sidepot.errors import BadNotation, Conflict
from sidepot.games.unit import WHOLE, Unit
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Rulebook
from sidepot.validation import quantities as q
from sidepot.validation.shown_text import can_be_shown
from sidepot.validation.type_checks import check_fields

MINUTE: Final = 60_000
LONGEST_TEXT: Final = 80
MOST_GAMES: Final = 20
MOST_TABLES: Final = 50
MOST_DENOMINATIONS: Final = 12
BACK: Final = CASH.back_within * MINUTE  # PG-44

Charge = Literal["none", "time", "rake"]


class CashGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game of the night. Its `name` includes the stakes.

    - `least`, `most`: the smallest and the largest buy-in (0 as `most`: no limit)
    - `charge`: what the house takes: `none`, `time` (an `amount` from each seat per period), or `rake` from the pots
    """

    name: str
    least: q.SomeMoney
    most: q.Money = 0
    seats: q.Seats = 9
    charge: Charge = "none"
    amount: q.Money = 0
    period_ms: q.SomeMs = 30 * MINUTE

    def __post_init__(self) -> None:
        check_fields(self)
        check_text(self.name)
        if self.most and self.most < self.least:
            raise Conflict(f"{self.name}: the largest buy-in is below the smallest", code="bad_terms")
        if not 2 <= self.seats <= q.MOST_SEATS:
            raise Conflict(f"{self.name}: a table has at least two seats", code="bad_terms")
        if (self.charge == "time") != (self.amount > 0):
            raise Conflict(
                f"{self.name}: a time charge needs an amount, and only a time charge has one", code="bad_terms"
            )


class CashTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The terms of a night. All amounts are in the smallest unit of its currency.

    - `chips`: the values of the chips in use, for counting
    - `call_ms`: how long a called player has to take the seat
    - `back_ms`: a player who comes back within this time must bring at least the chips with which they left (PG-44)
    - `rulebook`: the rules of the house, as they were when the night was opened
    """

    title: str
    games: tuple[CashGame, ...]
    unit: Unit = WHOLE
    chips: tuple[q.SomeChips, ...] = ()
    call_ms: q.SomeMs = 5 * MINUTE
    back_ms: q.Ms = BACK
    rulebook: Rulebook = CASH

    def __post_init__(self) -> None:
        check_fields(self)
        check_text(self.title)
        if not 1 <= len(self.games) <= MOST_GAMES:
            raise Conflict(f"a cash night has 1 to {MOST_GAMES} games", code="bad_terms")
        if len(self.chips) > MOST_DENOMINATIONS or len(set(self.chips)) < len(self.chips):
            raise Conflict(f"list at most {MOST_DENOMINATIONS} chip values, each once", code="bad_terms")


def check_text(text: str, longest: int = LONGEST_TEXT) -> str:
    """Check a line of text, and return it. Raises BadNotation if it is empty, too long or not displayable."""
    if not text.strip() or len(text) > longest or not can_be_shown(text):
        raise BadNotation(f"a text must have 1 to {longest} visible characters", code="bad_text")
    return text
