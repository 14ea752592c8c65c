"""The state of a betting round: its numbers, and the acts that they allow.

Three numbers express the rules on raising:

- `price`: what a seat must have in front to stay in. Posting short never lowers it (AI-5).
- `level`: the price as a measure of what has been raised; the same, except that a bring-in raises nothing.
- `full_at`: the level at the last full bet or raise.

A seat that has acted may raise again when enough has been raised since (TDA-2013 41-B; TS-9); posting is not acting.
"""

from __future__ import annotations

from typing import Final

from sidepot.hand.betting_terms import FIXED_LIMIT, FULL, HALF, HALF_ALONE, NO_LIMIT, SPREAD_LIMIT, Terms

# of each seat, at the beginning of a round
_NO_CHIPS: Final = [0]
_NOT_YET: Final = [-1]


class BettingState:
    """The chips of a hand and the current betting round.

    `stacks`, `bets` (this round) and `put` (this hand, without dead money) are per seat. `live` seats have not folded,
    `able` seats are live with chips to bet, `to_act` seats must still act. `actor` is the seat to act, -1 when the
    round is over. `alt` is the larger of two possible bet sizes at fixed limit, 0 if there is only one. `began` has the
    seats that could bet when the round began.

    `betting.betting_of` starts a hand. There is no `__init__`, so that copies, one for each view, are faster.
    """

    __slots__ = (
        "able", "acted", "actor", "aggressor", "alt", "began", "bets", "capped", "dead", "extra", "full_at",
        "full_raise", "level", "live", "price", "put", "raises", "stacks", "terms", "to_act", "unit",
    )  # fmt: skip

    terms: Terms
    stacks: list[int]
    put: list[int]
    bets: list[int]
    acted: list[int]
    dead: int
    live: int
    able: int
    to_act: int
    began: int
    actor: int
    aggressor: int
    unit: int
    alt: int
    price: int
    level: int
    full_at: int
    full_raise: int
    raises: int
    extra: int
    capped: bool

    def open_round(self, unit: int) -> None:
        """Start a round without bets. `unit` is its minimum bet, or its bet size at fixed limit."""
        seats = len(self.stacks)
        self.bets = _NO_CHIPS * seats
        self.acted = _NOT_YET * seats
        self.extra = 0
        self.to_act = self.began = self.able
        self.actor = -1
        self.aggressor = -1
        self.unit = unit
        self.alt = 0
        self.price = 0
        self.level = 0
        self.full_at = 0
        self.full_raise = self.terms.low or unit
        self.raises = 0
        self.capped = False

    # ---- legal acts

    def to_call(self, seat: int) -> int:
        """The chips that the seat must add to stay in, never more than it has (SD-1)."""
        owed = self.price - self.bets[seat]
        if owed <= 0:
            return 0
        stack = self.stacks[seat]
        return stack if stack < owed else owed

    def is_reopened(self, seat: int) -> bool:
        """Whether the seat has not acted yet, or enough was raised since its act. Rule: TDA-2013 41-B, TS-9."""
        acted = self.acted[seat]
        reopening = self.terms.reopening
        if acted < 0 or self.full_at > acted and reopening != HALF:
            return True
        if reopening in (FULL, HALF_ALONE):
            return False
        size = self.unit if self.terms.kind == FIXED_LIMIT else self.full_raise
        raised = self.level - acted
        return 2 * raised >= size if reopening == HALF else raised >= size

    def full_raise_to(self) -> int:
        """The least total that is a full bet or raise. At fixed limit, it completes a short bet, or adds a bet to a
        full one.
        """
        if self.terms.kind == FIXED_LIMIT:
            return self.full_at + self.unit
        return self.level + self.full_raise

    def bounds(self, seat: int, stack: int = -1) -> tuple[int, int]:
        """The least and greatest total that the seat may bet or raise to; (0, 0) if it may not raise.

        With `stack`, assume that the seat has that much behind.

        All-in for less than a full raise is allowed. The bounds are rounded inwards to amounts that the chips in play
        can make; at fixed limit the amount is given. Rule: TDA-2013 41-A, 45; PG-23, PG-39.
        """
        terms = self.terms
        all_in = self.bets[seat] + (self.stacks[seat] if stack < 0 else stack)
        price = self.price
        if (
            all_in <= price
            or self.capped
            or not self.able & ~(1 << seat)
            or (self.acted[seat] >= 0 and not self.is_reopened(seat))
        ):
            return 0, 0
        kind = terms.kind
        if kind == FIXED_LIMIT:
            full = self.full_at + self.unit
            most = self.full_at + self.alt if self.alt else full
        else:
            full = self.level + self.full_raise
            if kind == NO_LIMIT:
                most = all_in
            elif kind == SPREAD_LIMIT:
                most = price + terms.high
            else:
                after_call = self.pot() + self.assumed(seat) + price - self.bets[seat]
                most = price + after_call * terms.numerator // terms.denominator
                if most < full:
                    most = full
            if terms.chip > 1:
                full += -full % terms.chip
                if most < all_in:
                    most = max(most + (-most % terms.chip if terms.rounds_up else -(most % terms.chip)), full)
        return full if full < all_in else all_in, most if most < all_in else all_in

    def step(self) -> int:
        """Totals within the bounds must be multiples of this; 0 if only the bounds themselves are allowed."""
        return 0 if self.alt else self.terms.chip

    def assumed(self, seat: int) -> int:
        """The chips that count in pot limit for this seat's raise, although nobody has put them in.

        If the small blind counts as a big one, it does so for the other seats, until the big blind has acted. Rule:
        TDA-2024 54-B; Robert's, pot limit.
        """
        terms = self.terms
        if not self.extra or terms.small < 0:
            return self.extra
        if seat == terms.small or self.acted[terms.big] >= 0 or not self.live >> terms.big & 1:
            return 0
        return max(terms.big_blind - self.bets[terms.small], 0)

    def pot(self) -> int:
        """Everything in the middle and in front of the seats."""
        return sum(self.put) + self.dead
