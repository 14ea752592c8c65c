"""One betting round: what each seat has put in, the price, which seats may still act, and how much may be raised.

`Betting` holds the chips of all seats for the whole hand (so that nothing is copied between rounds) and the state of
the round that is on. It knows nothing of cards. Seats that may act are bit masks; amounts are chips.

Three numbers carry the rules on raising:

- `price`: what a seat must have in front to stay in. Posting short never lowers it (AI-5).
- `level`: the price as a measure of what has been raised; the same, except that a bring-in raises nothing.
- `full_at`: the level at the last full bet or raise.

A seat that has acted may raise again when enough has been raised since (TDA-2013 41-B; TS-9); posting is not acting.
"""

from __future__ import annotations

from typing import Final

from sidepot.hand.raising import (
    BINDS,
    CUMULATIVE,
    FIXED_LIMIT,
    FULL,
    HALF,
    HALF_ALONE,
    LIFTED,
    NO_LIMIT,
    POT_LIMIT,
    SPREAD_LIMIT,
    Terms,
)

__all__ = [
    "CUMULATIVE", "FIXED_LIMIT", "FULL", "HALF", "HALF_ALONE", "NO_LIMIT", "POT_LIMIT", "SPREAD_LIMIT", "Betting",
    "Terms",
]  # fmt: skip

# of each seat, at the beginning of a round
_NO_CHIPS: Final = [0]
_NOT_YET: Final = [-1]


class Betting:
    """The chips of a hand and the betting round that is on.

    `stacks`, `bets` (this round) and `put` (this hand, dead money apart) are per seat. `live` has not folded, `able` is
    live with chips to bet, `to_act` still owes an action. `actor` is the seat to act, -1 when the round is over.
    `alt` is the larger of two bet sizes that are open at fixed limit, 0 where there is one. `by_two`: only two seats,
    or fewer, could bet when the round began.
    """

    __slots__ = (
        "able", "acted", "actor", "aggressor", "alt", "bets", "by_two", "capped", "dead", "extra", "full_at",
        "full_raise", "level", "live", "price", "put", "raises", "stacks", "terms", "to_act", "unit",
    )  # fmt: skip

    def __init__(self, terms: Terms, stacks: list[int], unit: int = 0) -> None:
        seats = len(stacks)
        mask = 0
        for seat in range(seats):
            if stacks[seat]:
                mask |= 1 << seat
        self.terms = terms
        self.stacks = stacks
        self.put = _NO_CHIPS * seats
        self.dead = 0
        self.live = mask
        self.able = mask
        self.open_round(unit)

    def copy(self) -> Betting:
        """The same round, free to go another way."""
        new = Betting(self.terms, self.stacks.copy())  # not `__new__`: see HandState.copy
        new.put = self.put.copy()
        new.bets = self.bets.copy()
        new.acted = self.acted.copy()
        new.dead = self.dead
        new.extra = self.extra
        new.live = self.live
        new.able = self.able
        new.to_act = self.to_act
        new.actor = self.actor
        new.aggressor = self.aggressor
        new.unit = self.unit
        new.alt = self.alt
        new.price = self.price
        new.level = self.level
        new.full_at = self.full_at
        new.full_raise = self.full_raise
        new.raises = self.raises
        new.by_two = self.by_two
        new.capped = self.capped
        return new

    # ---- the round

    def open_round(self, unit: int) -> None:
        """Start a round without bets; `unit` is its minimum bet, or its one bet size at fixed limit."""
        seats = len(self.stacks)
        self.bets = _NO_CHIPS * seats
        self.acted = _NOT_YET * seats
        self.extra = 0
        self.to_act = self.able
        self.actor = -1
        self.aggressor = -1
        self.unit = unit
        self.alt = 0
        self.price = 0
        self.level = 0
        self.full_at = 0
        self.full_raise = self.terms.low or unit
        self.raises = 0
        able = self.able & (self.able - 1)
        self.by_two = not able & (able - 1)
        self.capped = False

    def open_at(self, price: int, raises: int) -> None:
        """Begin from posted blinds: `price` is the full blind whatever was posted, `raises` counts it and straddles."""
        self.price = price
        self.level = price
        self.full_at = price
        self.raises = raises
        self.full_raise = max(self.full_raise, price)
        if self.terms.high and self.full_raise > self.terms.high:
            self.full_raise = self.terms.high  # no raise of a spread is larger than its greatest bet
        self.to_act = self.able
        if self.terms.bets and raises >= self.terms.bets:
            self.cap()

    def cap(self) -> None:
        """No more raises in this round, unless the house lifts the cap for the two who are left."""
        binds = self.terms.cap_heads_up
        if binds == LIFTED:
            self.capped = self.able.bit_count() > 2
        else:
            self.capped = binds == BINDS or not self.by_two

    def begin(self, first: int) -> int:
        """Give the action to the first seat that may act, from `first` on; to nobody (-1) when betting is over."""
        if not self.able & (self.able - 1) and not self._owes_call():
            self.to_act = 0
        return self._pass_on(first - 1)

    def _owes_call(self) -> bool:
        """Whether the one seat with chips has less in front than somebody else put in, all-in or folded since (TS-12).

        Chips that a folded seat has above the others are there to be won, by who matches them.
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
        """Give the action to the next seat clockwise from `seat` that still owes one."""
        to_act = self.to_act
        if not to_act:
            self.actor = -1
            return -1
        after = to_act >> (seat + 1)
        actor = seat + (after & -after).bit_length() if after else (to_act & -to_act).bit_length() - 1
        self.actor = actor
        return actor

    # ---- what happens

    def post(self, seat: int, amount: int, live: bool, dead: bool) -> None:
        """A forced bet: a live blind lies in front of the seat, an ante in the pot, dead money in nobody's name."""
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
        """The forced bring-in of stud, as much of it as the seat has."""
        self.open_for_bring_in(price)
        self.put_in(seat, amount)

    def open_for_bring_in(self, price: int) -> None:
        """The price of the bring-in stands: no raise, so that a completion reopens it to everybody.

        A bring-in as large as the bet leaves nothing to complete: it counts as the bet.
        """
        self.price = price
        if price >= self.full_raise:
            self.level = price
            self.full_at = price
            self.raises = 1

    def fold(self, seat: int) -> None:
        """Give up the hand; the chips stay."""
        gone = ~(1 << seat)
        self.live &= gone
        self.able &= gone
        self.to_act &= gone
        if not self.live & (self.live - 1) or not self.able & (self.able - 1) and not self._owes_call():
            self.to_act = 0
        if self.actor >= 0:  # a hand that is killed between two rounds passes nothing on
            self._pass_on(seat if seat == self.actor else self.actor - 1)

    def put_in(self, seat: int, amount: int) -> int:
        """The seat has acted and adds `amount` (nothing for a check): it owes no more until somebody raises.

        Returns the next seat to act, -1 when the round is over.
        """
        if amount:  # read, added and written one by one: `bets[seat] += amount` is slower when it is compiled
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
        if not after & 1:  # the next seat does not act: whoever is next of those who do
            actor = seat + (after & -after).bit_length() if after else (to_act & -to_act).bit_length() - 1
        self.actor = actor
        return actor

    def raise_to(self, seat: int, to: int) -> int:
        """Bet, raise or complete to a total of `to` for the round; whether it is a full raise follows from it.

        Returns the next seat to act, -1 when the round is over.
        """
        terms = self.terms
        if terms.kind == FIXED_LIMIT:
            step = to - self.full_at
            size = self.unit
            if self.alt and step >= self.alt:  # from now on it is the larger size for everybody
                self.unit = size = self.alt
                self.alt = 0
        else:
            step = to - self.level
            size = self.full_raise
        reopening = terms.reopening
        half = step if reopening == HALF else to - self.level if reopening == HALF_ALONE else 0
        if step >= size or 2 * half >= size:
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

    def go_all_in(self, seat: int) -> None:
        """At open stakes, where a seat without chips might add some: it raises for less than it must, or calls so."""
        if self.terms.adds >> seat & 1:
            self.able &= ~(1 << seat)

    def give_back(self, seat: int, amount: int) -> None:
        """Return what nobody called."""
        self.stacks[seat] += amount
        self.put[seat] -= amount
        if self.bets[seat] >= amount:
            self.bets[seat] -= amount

    def fall_back(self, seat: int, refund: int, level: int, full_at: int, full_raise: int, raises: int) -> None:
        """Give a bet or raise that nobody called back, as far as it was not called; the price falls to what is left.

        A seat that has acted on that price owes nothing. The numbers are those from before; see `events.Before` for the
        rest.
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

    # ---- what is allowed

    def to_call(self, seat: int) -> int:
        """What the seat must add to stay in: never more than it has (SD-1)."""
        owed = self.price - self.bets[seat]
        if owed <= 0:
            return 0
        stack = self.stacks[seat]
        return stack if stack < owed else owed

    def is_reopened(self, seat: int) -> bool:
        """Whether the seat has not acted yet, or enough was raised since it did. Rule: TDA-2013 41-B, TS-9."""
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
        """The least total that is a full bet or raise. Fixed limit: completes a short bet, adds to a real one."""
        if self.terms.kind == FIXED_LIMIT:
            return self.full_at + self.unit
        return self.level + self.full_raise

    def bounds(self, seat: int) -> tuple[int, int]:
        """The least and the greatest total the seat may bet or raise to; (0, 0) when it may not raise.

        All-in for less than a full raise is allowed. Chips that cannot make the least round it up, those that cannot
        make the greatest round it down; at fixed limit the amount is given. Rule: TDA-2013 41-A, 45; PG-23, PG-39.
        """
        terms = self.terms
        all_in = self.bets[seat] + self.stacks[seat]
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
        """The amounts within the bounds are multiples of this; 0 where only the bounds themselves are allowed."""
        return 0 if self.alt else self.terms.chip

    def assumed(self, seat: int) -> int:
        """What counts in the pot of pot limit for this seat's raise, though nobody has put it in.

        Where the small blind counts as a big one it does so for others than its owner, until the big blind has acted.
        Rule: TDA-2024 54-B; Robert's, pot limit.
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
