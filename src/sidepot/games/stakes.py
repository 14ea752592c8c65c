"""The stakes of a hand: antes, blinds, the bring-in, bet sizes and the smallest chip in play."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Conflict
from sidepot.games.rake import Rake
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields


class AnteBy(StrEnum):
    """Which seats post the ante. Source: PG-38, PG-49."""

    ALL = "all"
    BIG_BLIND = "big blind"
    BUTTON = "button"


class Stakes(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """The amounts of one level, in chips.

    - `blinds`: the small blind, the big blind and any straddles, clockwise from the left of the button
    - `big_bet`: the big bet at fixed limit (0: twice the small bet)
    - `chip`: the smallest chip in play, to which odd chips are broken down (TDA-2013 19)
    - `ante_is_dead`: whether antes are dead money, which makes no side pots (a big-blind ante always is)
    """

    ante: q.Chips = 0
    ante_by: AnteBy = AnteBy.ALL
    blinds: tuple[q.Chips, ...] = ()
    bring_in: q.Chips = 0
    small_bet: q.Chips = 0
    big_bet: q.Chips = 0
    chip: q.SomeChips = 1
    ante_is_dead: bool = False
    rake: Rake | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        amounts = (self.ante, self.bring_in, self.small_bet, self.big_bet, *self.blinds)
        if not any(amounts):
            raise Conflict("the stakes need an ante, a blind or a bring-in")

    @property
    def min_bet(self) -> int:
        """The minimum opening bet: the small bet or, in games without one, the highest blind, the bring-in or
        the ante.
        """
        return self.small_bet or max(self.blinds[:2], default=0) or self.bring_in or self.ante

    def bet_size(self, *, big: bool) -> int:
        """The fixed bet of a street: the big bet if `big`, else the small bet."""
        small = self.small_bet or self.min_bet
        return (self.big_bet or 2 * small) if big else small
