"""One betting round: the chips of each seat, the price, the seats that may act, and the legal raises.

`Betting` holds the chips of all seats for the whole hand (so that nothing is copied between rounds) and the state of
the current round. It does not know cards. Sets of seats are bit masks; amounts are chips.

Three numbers express the rules on raising:

- `price`: what a seat must have in front to stay in. Posting short never lowers it (AI-5).
- `level`: the price as far as bets and raises made it: equal to the price, except that a bring-in does not count.
- `full_at`: the level at the last full bet or raise.

A seat that has acted may raise again when enough has been raised since (TDA-2013 41-B; TS-9); posting is not acting.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import Final

from sidepot.hand.betting_terms import (
    BINDS,
    FIXED_LIMIT,
    FULL,
    HALF,
    HALF_ALONE,
    LIFTED,
    NO_LIMIT,
    SPREAD_LIMIT,
    Terms,
)
from sidepot.hand.rebuilding import BETTING, Reduced, reduced
from sidepot.validation.integers import as_int, as_ints
from sidepot.validation.type_checks import expect

_INTS: Final = frozenset({int})

# of each seat, at the beginning of a round
_NO_CHIPS: Final = [0]
_NOT_YET: Final = [-1]


class Betting:
    """The chips of a hand, and its current betting round.

    - `stacks`: the chips behind each seat
    - `bets`: the chips that each seat put in during this round, without dead money
    - `put`: the chips that each seat put in during this hand, without dead money
    - `live`: the seats that have not folded (a bit mask)
    - `able`: the live seats with chips to bet (a bit mask)
    - `to_act`: the seats that must still act (a bit mask)
    - `actor`: the seat to act (-1: the round is over)
    - `alt`: the larger of two possible bet sizes at fixed limit (0: there is only one size)
    - `began`: the seats that could bet when the round began, as a bit mask

    Call `betting_of` to make a `Betting`. There is no `__init__`, so that copying for each view is fast.
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

    def copy(self) -> Betting:
        """An independent copy."""
        new = Betting()
        new.terms = self.terms
        new.stacks = self.stacks.copy()
        new.put = self.put.copy()
        new.bets = self.bets.copy()
        new.acted = self.acted.copy()
        new.dead = self.dead
        new.live = self.live
        new.able = self.able
        new.to_act = self.to_act
        new.began = self.began
        new.actor = self.actor
        new.aggressor = self.aggressor
        new.unit = self.unit
        new.alt = self.alt
        new.price = self.price
        new.level = self.level
        new.full_at = self.full_at
        new.full_raise = self.full_raise
        new.raises = self.raises
        new.extra = self.extra
        new.capped = self.capped
        return new

    def __copy__(self) -> Betting:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Betting:
        return self.copy()

    def __reduce__(self) -> Reduced:
        return reduced(self, (), {name: getattr(self, name) for name in BETTING})

    # ---- legal acts

    def to_call(self, seat: int) -> int:
        """The chips that the seat must add to stay in; at most its stack (SD-1)."""
        owed = self.price - self.bets[seat]
        if owed <= 0:
            return 0
        stack = self.stacks[seat]
        return stack if stack < owed else owed

    def is_reopened(self, seat: int) -> bool:
        """Whether the seat may raise, because it has not acted yet or because the raises since its last action are
        large enough.

        Rule: TDA-2013 41-B, TS-9.
        """
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
        """The minimum total for a full bet or raise. At fixed limit, it completes a short bet, or raises a full bet."""
        if self.terms.kind == FIXED_LIMIT:
            return self.full_at + self.unit
        return self.level + self.full_raise

    def bounds(self, seat: int, stack: int = -1) -> tuple[int, int]:
        """The minimum and maximum total that the seat may bet or raise to; (0, 0) if it may not raise.

        With `stack`, the seat is assumed to have this many chips behind. An all-in for less than a full raise is
        allowed. The bounds are rounded inwards to amounts that the chips in play can make. At fixed limit, both bounds
        are the fixed amount. Rule: TDA-2013 41-A, 45; PG-23, PG-39.
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
        """The step between allowed totals within the bounds; 0 if only the bounds themselves are allowed."""
        return 0 if self.alt else self.terms.chip

    def assumed(self, seat: int) -> int:
        """The chips that nobody has put in but that count as part of the pot for this seat's pot-limit raise.

        In some houses, a short small blind counts as a full big blind. The chips that it lacks count until the big
        blind has acted, but not when the small blind raises. Rule: TDA-2024 54-B; Robert's, pot limit.
        """
        terms = self.terms
        if not self.extra or terms.small < 0:
            return self.extra
        if seat == terms.small or self.acted[terms.big] >= 0 or not self.live >> terms.big & 1:
            return 0
        return max(terms.big_blind - self.bets[terms.small], 0)

    def pot(self) -> int:
        """All chips in the pots and in front of the seats."""
        return sum(self.put) + self.dead

    # ---- the round

    def open_round(self, unit: int) -> None:
        """Start a betting round, with no bets made yet. `unit` is the minimum bet, or the bet size at fixed limit."""
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

    def open_at(self, price: int, raises: int) -> None:
        """Start the first round after the posted blinds. `price` is the full big blind, even if less was posted.

        `raises` counts the big blind and the straddles.
        """
        self.price = price
        self.level = price
        self.full_at = price
        self.raises = raises
        self.full_raise = max(self.full_raise, price)
        if self.terms.high and self.full_raise > self.terms.high:
            self.full_raise = self.terms.high  # no raise of a spread limit is larger than its greatest bet
        self.to_act = self.able
        if self.terms.bets and raises >= self.terms.bets:
            self.cap()

    def cap(self) -> None:
        """Allow no more raises in this round, unless the house lifts the cap when two players remain."""
        binds = self.terms.cap_heads_up
        if binds == LIFTED:
            self.capped = self.able.bit_count() > 2
        else:
            began = self.began & (self.began - 1)
            self.capped = binds == BINDS or began & (began - 1) != 0

    def begin(self, first: int) -> int:
        """Give the action to the first seat that may act, from `first` on.

        Returns that seat, or -1 if betting is over.
        """
        if not self.able & (self.able - 1) and not self._owes_call():
            self.to_act = 0
        return self._pass_on(first - 1)

    def _owes_call(self) -> bool:
        """Whether the only seat with chips has less in front than an all-in or folded seat (TS-12).

        Extra chips of a folded seat can be won by a seat that matches them.
        """
        if not self.able:
            return False
        bets = self.bets
        mine = bets[self.able.bit_length() - 1]
        for bet in bets:
            if bet > mine:
                return True
        return False

    def _pass_on(self, seat: int) -> int:
        """Give the action to the next seat clockwise from `seat` that must still act."""
        to_act = self.to_act
        if not to_act:
            self.actor = -1
            return -1
        after = to_act >> (seat + 1)
        actor = seat + (after & -after).bit_length() if after else (to_act & -to_act).bit_length() - 1
        self.actor = actor
        return actor

    # ---- acts

    def post(self, seat: int, amount: int, live: bool, dead: bool) -> None:
        """Post a forced bet: a blind (`live`), dead money (`dead`) or, if it is neither, an ante.

        Only a live bet is in front of the seat and counts towards a call.
        """
        stack = self.stacks[seat] - amount
        self.stacks[seat] = stack
        if dead:
            self.dead += amount
        else:
            self.put[seat] += amount
            if live:
                self.bets[seat] += amount
        if not stack and not self.terms.adds >> seat & 1:
            self.able &= ~(1 << seat)

    def bring_in(self, seat: int, amount: int, price: int) -> None:
        """Post the forced bring-in of stud, or as much of it as the seat has. `price` is then the price to call."""
        self.open_for_bring_in(price)
        self.put_in(seat, amount)

    def open_for_bring_in(self, price: int) -> None:
        """Set the price of the bring-in. It is not a raise, so a completion reopens the betting to everybody.

        A bring-in as large as the bet counts as that bet, because there is nothing to complete.
        """
        self.price = price
        if price >= self.full_raise:
            self.level = price
            self.full_at = price
            self.raises = 1

    def fold(self, seat: int) -> None:
        """Apply a fold. The seat's chips stay in the pot."""
        gone = ~(1 << seat)
        self.live &= gone
        self.able &= gone
        self.to_act &= gone
        if not self.live & (self.live - 1) or not self.able & (self.able - 1) and not self._owes_call():
            self.to_act = 0
        if self.actor >= 0:  # a hand killed between two rounds does not pass the action on
            self._pass_on(seat if seat == self.actor else self.actor - 1)

    def put_in(self, seat: int, amount: int) -> int:
        """Add `amount` for the seat's action (0 for a check). The seat need not act again until somebody raises.

        Returns the next seat to act, or -1 when the round is over.
        """
        if amount:  # read, added and written separately, because compiled `bets[seat] += amount` is slower
            bets = self.bets
            put = self.put
            stack = self.stacks[seat] - amount
            bet = bets[seat] + amount
            all_put = put[seat] + amount
            self.stacks[seat] = stack
            bets[seat] = bet
            put[seat] = all_put
            if not stack and (not self.terms.adds >> seat & 1 or bet < self.price):
                self.able &= ~(1 << seat)
        self.acted[seat] = self.level
        able = self.able
        to_act = self.to_act & able & ~(1 << seat)
        if to_act == able and not able & (able - 1) and not self._owes_call():
            to_act = 0  # one seat has chips left, and nothing to call
        self.to_act = to_act
        if not to_act:
            self.actor = -1
            return -1
        actor = seat + 1
        after = to_act >> actor
        if not after & 1:  # the next seat cannot act: find the next one that can
            actor = seat + (after & -after).bit_length() if after else (to_act & -to_act).bit_length() - 1
        self.actor = actor
        return actor

    def raise_to(self, seat: int, to: int) -> int:
        """Apply a bet, raise or completion to a total of `to` for the round. A full raise reopens the betting.

        Returns the next seat to act, or -1 when the round is over.
        """
        terms = self.terms
        if terms.kind == FIXED_LIMIT:
            step = to - self.full_at
            size = self.unit
            if self.alt and step >= self.alt:  # from now on, this larger size counts for everybody
                self.unit = size = self.alt
                self.alt = 0
        else:
            step = to - self.level
            size = self.full_raise
        if step >= size or 2 * self._counted(to, step) >= size:
            self.full_at = to
            self.raises += 1
            if step > size:
                self.full_raise = min(step, terms.high) if terms.high else step
            elif step < size:
                self.go_all_in(seat)
            if terms.bets and self.raises >= terms.bets:
                self.cap()
        else:
            self.go_all_in(seat)
        self.price = to
        self.level = to
        self.aggressor = seat
        self.to_act = self.able
        return self.put_in(seat, to - self.bets[seat])

    def _counted(self, to: int, step: int) -> int:
        """How much of an incomplete bet or raise counts in houses where half a raise is a full one; 0 in other
        houses.
        """
        reopening = self.terms.reopening
        if reopening == HALF:
            return step
        return to - self.level if reopening == HALF_ALONE else 0

    def go_all_in(self, seat: int) -> None:
        """Mark a seat at open stakes as all-in, because it bet, raised or called for less than the full amount.

        Without this, a seat that may still buy or borrow chips does not count as all-in.
        """
        if self.terms.adds >> seat & 1:
            self.able &= ~(1 << seat)

    def give_back(self, seat: int, amount: int) -> None:
        """Return uncalled chips."""
        self.stacks[seat] += amount
        self.put[seat] -= amount
        if self.bets[seat] >= amount:
            self.bets[seat] -= amount

    def fall_back(self, seat: int, refund: int, level: int, full_at: int, full_raise: int, raises: int) -> None:
        """Return the uncalled part of a bet or raise. The price then falls to the part that remains.

        A seat that had acted at that price need not act again. `refund` is the part returned; `level`, `full_at`,
        `full_raise` and `raises` are the state of the betting before the bet (see `events.Before`).
        """
        self.stacks[seat] += refund
        self.put[seat] -= refund
        self.bets[seat] -= refund
        self.price = price = self.bets[seat]
        self.level = level
        self.full_at = full_at
        self.full_raise = full_raise
        self.raises = raises
        to_act = 0
        for other in range(len(self.bets)):
            if self.able >> other & 1 and (self.acted[other] < 0 or self.bets[other] < price):
                to_act |= 1 << other
        self.to_act = to_act


def betting_of(terms: Terms, stacks: list[int], unit: int = 0) -> Betting:
    """The betting of a hand before its first bet. `unit` is the minimum bet. The list `stacks` is changed in place."""
    if type(terms) is not Terms or type(stacks) is not list or type(unit) is not int:
        terms, unit = expect(terms, Terms, "terms"), as_int(unit, "unit")
        stacks = expect(stacks, list, "stacks")
    if not _INTS.issuperset(map(type, stacks)):
        stacks = list(as_ints(stacks, "stacks"))
    seats = len(stacks)
    mask = 0
    for seat in range(seats):
        if stacks[seat]:
            mask |= 1 << seat
    betting = Betting()
    betting.terms = terms
    betting.stacks = stacks
    betting.put = [0] * seats
    betting.dead = 0
    betting.live = mask
    betting.able = mask
    betting.open_round(unit)
    return betting
