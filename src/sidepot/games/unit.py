"""The unit of a game or of money: how amounts are shown and typed. Internally, they are integers of the smallest unit.

>>> CENTS = Unit(2)
>>> CENTS.show(25), CENTS.show(1_500), CENTS.read("1.5"), Unit().show(25)
('0.25', '15', 150, '25')
>>> EUROS = Unit(2, "EUR")
>>> EUROS.money(1_250), EUROS.part(1_250)
('€12.50', ('{money}', 1250, 2, 'EUR'))
"""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.validation import quantities as q
from sidepot.validation.decimals import MONEY, Currency, decimals_of, money_text, scaled, unscaled
from sidepot.validation.type_checks import check_fields

MOST_DECIMALS: Final = 2


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """What one chip is worth: 1 without `decimals`, and 0.01 with two, so that 150 chips are shown as 1.50.

    No amount is ever rounded to the unit, because odd chips and rake are already multiples of the unit. `currency` is
    set if the amounts are money.
    """

    decimals: q.Decimals = 0
    currency: Currency = ""

    def __post_init__(self) -> None:
        check_fields(self)

    @property
    def smallest(self) -> str:
        """The smallest amount as shown to people, such as `1` or `0.01`."""
        return self.show(1)

    @property
    def one(self) -> int:
        """The number of chips that is shown as 1."""
        return int(10**self.decimals)

    def show(self, chips: int) -> str:
        """An amount as text, with as many decimals as the unit has."""
        return unscaled(chips, self.decimals)

    def money(self, amount: int) -> str:
        """An amount of money, counted in the smallest unit, as English text with the sign of its currency."""
        return money_text(amount, self.decimals, self.currency)

    def part(self, amount: int) -> tuple[str, int, int, str]:
        """An amount of money, counted in the smallest unit, as a part of a sentence.

        Pages format the amount in the user's language.
        """
        return (MONEY, amount, self.decimals, self.currency)

    def number(self, chips: int) -> Decimal:
        """An amount as a number in the shown unit, for tables and files."""
        return Decimal(self.show(chips))

    def read(self, text: str) -> int:
        """The chips in an amount that a person typed. Raises BadNotation for a fraction of the smallest unit."""
        typed = text.strip()
        finest = max(decimals_of(typed), self.decimals)
        unit: int = 10 ** (finest - self.decimals)
        chips, part = divmod(scaled(typed, finest), unit)
        if part:
            raise BadNotation(f"{typed} is not a multiple of the smallest unit, {self.smallest}")
        return chips


WHOLE: Final = Unit()
"""The unit of one chip: for tournament chips and most play money."""
