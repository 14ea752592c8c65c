"""Options: the legal actions of a seat in a hand, each with its amounts. `options` computes them."""

from __future__ import annotations

from typing import Literal

import msgspec

from sidepot.hand.betting_terms import allows, nearest
from sidepot.hand.due import DRAW, Due
from sidepot.hand.legal.offers import OpenOptions
from sidepot.hand.legal.reason import Reason

Verb = Literal["bet", "raise", "complete"]


class Options(msgspec.Struct, frozen=True, gc=False):
    """The legal actions of a seat now. If no seat must decide, `seat` is -1 and nothing is allowed.

    - `call`: the chips that a call adds (0 if there is nothing to call)
    - `raise_min`, `raise_max`: the minimum and maximum total for the round to bet or raise to (0: not allowed)
    - `verb`: whether this is called a bet, a raise or a completion
    - `step`: the smallest chip; between `raise_min` and `raise_max`, its multiples are allowed
    - `raise_two`: whether only `raise_min` and `raise_max` are allowed; `step` is then 0
    - `bring_in`: the cost of the bring-in
    - `discard`, `discard_least`: the maximum and minimum number of cards to exchange
    - `runs`: how often the board may be run
    - `declare`: whether the seat must declare for high, low or both
    - `why`: the reason and the rule of each permission and refusal
    - `open`: the further options at open stakes (None at table stakes)
    """

    due: Due
    seat: int
    may_fold: bool = False
    may_check: bool = False
    call: int = 0
    raise_min: int = 0
    raise_max: int = 0
    raise_two: bool = False
    verb: Verb = "bet"
    bring_in: int = 0
    discard: int = 0
    discard_least: int = 0
    runs: int = 0
    declare: bool = False
    may_show: bool = False
    may_muck: bool = False
    why: tuple[Reason, ...] = ()
    open: OpenOptions | None = None
    step: int = 1

    @property
    def may_call(self) -> bool:
        """Whether there is a bet that the seat may call. At open stakes, the seat may call even without chips."""
        return self.call > 0 or self.open is not None and self.open.all_in

    @property
    def may_raise(self) -> bool:
        """Whether a bet, raise or completion is allowed."""
        return self.raise_max > 0

    def allows(self, to: int) -> bool:
        """Whether a bet or raise to the total `to` is allowed."""
        return allows(to, self.raise_min, self.raise_max, self.step)

    def nearest(self, to: int) -> int:
        """The largest allowed bet or raise to a total not above `to`, or the minimum if there is none."""
        return nearest(to, self.raise_min, self.raise_max, self.step)

    @property
    def is_bet(self) -> bool:
        """Whether putting in chips would be a bet rather than a raise."""
        return self.verb == "bet"

    @property
    def is_draw(self) -> bool:
        """Whether the seat may exchange cards now."""
        return self.due is DRAW
