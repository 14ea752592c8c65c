"""The facts that must be true of a hand after every event, checked with separate books.

A `Watch` follows a hand from its log alone: it keeps its own ledger of chips and its own list of seats still to act,
and compares. If a fact is not true, it raises `Broken` with the whole log, so that the hand can be played again.
"""

from __future__ import annotations

from sidepot.games.limits import FixedLimit
from sidepot.hand import events as e
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.setup import DEAD_POSTS, LIVE_POSTS, Post
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from universal.agreements import Agreements
from universal.broken import require
from universal.credit_checks import CreditBooks
from universal.draw_checks import DrawBooks
from universal.oracles import (
    chips_barred,
    first_to_act,
    lifted,
    may_open_pair_bet_more,
    most_to,
    most_won,
)
from universal.table_checks import check_cards, check_counts, check_open, check_pots, check_show

BETTING = (Due.ACT, Due.BRING_IN)
ACTS = (e.BroughtIn, e.Called, e.Checked, e.Folded, e.RaisedTo)


class Watch:
    """The books of an independent observer: chips by seat, the seats still to act, and the most that each seat may
    win.
    """

    def __init__(self, hand: Hand) -> None:
        self.start = sum(hand.setup.stacks) + hand.setup.carried
        self.stacks = list(hand.setup.stacks)
        self.bets = [0] * len(self.stacks)
        self.put = [0] * len(self.stacks)
        self.paid = [0] * len(self.stacks)
        self.cap: int | None = getattr(hand.setup.limit, "cap", None)
        self.won = [0] * len(self.stacks)
        self.dead = hand.setup.carried
        self.carried = 0
        self.raked = 0
        self.is_paying = False  # whether chips came out of the middle already: betting is over then
        self.folded = 0
        self.is_killed = False
        self.street = hand.street
        self.aggressor = -1  # who bet or raised last in this round
        self.opener = -1  # who bet or raised first in this hand
        self.big = hand.setup.stakes.bet_size(big=True)
        self.is_big = False  # whether somebody has bet the upper limit in this round
        self.is_pair: bool | None = None  # whether a pair lay open on fourth street
        self.waiting: set[int] = set()
        self.acted: set[int] = set()
        self.blind = max((owed.amount for owed in hand.setup.owed if owed.post in LIVE_POSTS), default=0)
        self.before = hand.due
        self.turn = hand.seat
        self.price = hand.price
        self.last_raise = (0, -1, False)  # what it was made over, and `opener` and `is_big` as they were
        self.is_killed_in_deal = False
        self.full = hand.betting.full_raise_to()
        self.credit = CreditBooks(hand)
        self.agreed = Agreements(hand)
        self.draws = DrawBooks(hand)
        self.look(hand)

    def after(self, hand: Hand) -> None:
        """Record the last event of the log, and check everything. Raises Broken if something is wrong."""
        event = hand.log[-1]
        require(hand, e.decode(e.encode(event)) == event, f"{event} does not survive JSON")
        if isinstance(event, e.Redealt):
            vars(self).update(vars(Watch(hand)))
            return
        if isinstance(event, e.Killed):
            self._kill(hand, event)
        self._book(hand, event)
        self.agreed.take(hand, event)
        self.draws.take(hand, event)
        self.look(hand)
        self.before = hand.due if hand.due is not Due.CONSENT else Due.ACT  # an answer in between is not an action
        self.turn = hand.seat
        self.price = hand.setup.stakes.bring_in if hand.due is Due.BRING_IN else hand.price
        self.full = hand.betting.full_raise_to()

    def look(self, hand: Hand) -> None:
        """Compare the hand with the books, although no event has happened. Raises Broken if they differ."""
        self._check_chips(hand)
        self._check_masks(hand)
        check_cards(hand, self.folded)
        check_pots(hand)
        self._check_round(hand)
        check_open(hand, is_late=self.is_killed_in_deal)
        check_counts(hand)
        self.credit.look(hand)
        self.agreed.look(hand)
        self.draws.look(hand)
        if hand.due is Due.DONE:
            self._check_end(hand)

    def _book(self, hand: Hand, event: e.Event) -> None:  # noqa: C901 - one branch for each event
        match event:
            case e.Posted(seat, post, amount):
                self._pay(seat, amount, live=post in LIVE_POSTS, dead=post in DEAD_POSTS)
                self.credit.pay(hand, event, seat, self.bets[seat], amount)
            case e.BroughtIn(seat, amount) | e.Called(seat, amount):
                self._pay(seat, amount)
                self._act(seat)
                self.credit.pay(hand, event, seat, self.bets[seat], amount)
                price = hand.setup.stakes.bring_in if isinstance(event, e.BroughtIn) else self.price
                if self.bets[seat] < price:
                    self.credit.go_all_in(hand, seat)
            case e.RaisedTo():
                self._raise(hand, event)
            case e.Checked(seat):
                self._act(seat)
            case e.Folded(seat):
                self._act(seat)
                self.folded |= 1 << seat
            case e.Killed(seat):
                self.credit.kill(seat)
                self.waiting.discard(seat)
                self.folded |= 1 << seat
                self.is_killed = True
            case e.Returned(seat, amount):
                self.stacks[seat] += amount
                self.put[seat] -= amount
                self.paid[seat] -= amount
                self.is_paying = True
            case e.TookBack(seat, amount):
                self._pay(seat, -amount)
                self.credit.give_back(seat, amount)
                self.acted.discard(seat)
                self.waiting = self._playing()
                self.before = Due.DEAL  # the round begins anew
            case e.Exposed(_, _, kept) if not kept:
                self.before = Due.DEAL
                self.waiting = self._playing()
            case e.Awarded(_, _, shares, rake):
                self.raked += rake
                for seat, amount in shares:
                    self.stacks[seat] += amount
                    self.won[seat] += amount
                self.is_paying = True
            case e.PassedOut(amount):
                self.carried += amount
            case e.Voided():
                self._void()
            case Added() | Borrowed() | MarkerOffered() | Consented():
                for seat, chips in self.credit.take(hand, event, hand.live):
                    self.stacks[seat] += chips
                    self.start += chips

    def _raise(self, hand: Hand, event: e.RaisedTo) -> None:
        seat, to = event.seat, event.to
        self.last_raise = (self.price, self.opener, self.is_big)
        self.is_big |= to - max(self.bets) >= self.big
        self.credit.pay(hand, event, seat, to, to - self.bets[seat])
        if to < self.full:
            self.credit.go_all_in(hand, seat)
        self._pay(seat, to - self.bets[seat])
        self._act(seat)
        self.aggressor = seat
        self.opener = seat if self.opener < 0 else self.opener
        self.waiting = self._playing() - {seat}

    def _void(self) -> None:
        """Return each seat's starting chips; chips from elsewhere go back there."""
        self.stacks = [stack + paid for stack, paid in zip(self.stacks, self.paid, strict=True)]
        self.stacks = [stack - won for stack, won in zip(self.stacks, self.won, strict=True)]
        self.won = [0] * len(self.stacks)
        moved = self.credit.undo()
        self.start -= sum(moved)
        self.stacks = [stack - chips for stack, chips in zip(self.stacks, moved, strict=True)]
        self.carried = self.start - sum(self.stacks)
        self.raked = 0
        self.is_paying = True

    def _playing(self) -> set[int]:
        """The seats that may have to act: with chips, or if they might add some."""
        return {seat for seat, stack in enumerate(self.stacks) if stack or self.credit.may_be_broke(seat)}

    def _kill(self, hand: Hand, event: e.Killed) -> None:
        """Return the uncalled chips of a killed hand's own bet (T56)."""
        self.is_killed_in_deal |= self.before in (Due.DEAL, Due.BOARD)
        seat, refund = event.seat, event.refund
        require(hand, refund >= 0 and (event.before is not None) is (refund > 0), "a refund is half given")
        if not refund:
            return
        over, opener, is_big = self.last_raise
        called = max(bet for other, bet in enumerate(self.bets) if other != seat)
        rest = self.bets[seat] - refund
        require(hand, self.before is Due.ACT and seat == self.aggressor, "a refund without a bet of one's own (T56)")
        require(hand, rest == max(called, over), f"{refund} go back of {self.bets[seat]}, {called} called over {over}")
        self._pay(seat, -refund)
        if rest == over:
            self.opener, self.is_big = opener, is_big
            self.aggressor = hand.betting.aggressor
        if hand.due is Due.ACT and hand.street == self.street:
            require(hand, hand.price == rest, f"the price is {hand.price}, and should fall back to {rest} (T56)")
        able = {other for other in range(len(self.stacks)) if hand.able >> other & 1}
        self.waiting = {other for other in able if other not in self.acted or self.bets[other] < rest}

    def _pay(self, seat: int, amount: int, *, live: bool = True, dead: bool = False) -> None:
        self.stacks[seat] -= amount
        self.paid[seat] += amount
        if dead:
            self.dead += amount
        else:
            self.put[seat] += amount
            self.bets[seat] += amount if live else 0

    def _act(self, seat: int) -> None:
        self.waiting.discard(seat)
        self.acted.add(seat)

    def _check_chips(self, hand: Hand) -> None:
        betting = hand.betting
        held = sum(hand.stacks) + sum(betting.put) + betting.dead + hand.carried + self.raked
        require(hand, held == self.start, f"{self.start} chips were brought, {held} are there")
        require(hand, hand.stacks == self.stacks, f"the stacks should be {self.stacks}, not {hand.stacks}")
        require(hand, min(hand.stacks) >= 0 and min(betting.put) >= 0, "a stack or a contribution is negative")
        require(hand, betting.dead >= 0 and hand.carried == self.carried, "dead money or a carried pot is wrong")
        if hand.due in BETTING:
            new = hand.street > max(self.street, 0)
            bets = [0] * len(self.bets) if new else self.bets
            require(hand, betting.bets == bets, f"the bets should be {bets}, not {betting.bets}")
            require(hand, all(map(int.__le__, betting.bets, betting.put)), "a bet is not part of the chips put in")
        if not hand.setup.owed or hand.street >= 0:
            chip = hand.setup.stakes.chip
            if chip > 1 and not any(stack % chip for stack in hand.setup.stacks):
                require(hand, not any(stack % chip for stack in self.stacks), f"a stack is no multiple of {chip}")

    def _check_masks(self, hand: Hand) -> None:
        betting = hand.betting
        live, able = betting.live, betting.able
        require(hand, live > 0, "nobody is live")
        if hand.street < len(hand.plan.streets):
            require(hand, not able & ~live, "somebody is able who is not live")
        for seat in range(len(self.stacks)):
            room = betting.stacks[seat]
            if able >> seat & 1:
                broke = self.credit.may_be_broke(seat)
                require(hand, room > 0 or broke, f"seat {seat} is able without chips")
            elif live >> seat & 1 and not self.is_paying:
                require(hand, room == 0, f"seat {seat} is live with {room} to bet, and not able")
        if hand.due in BETTING:
            require(hand, not self.is_paying, "there is betting after chips came out of the middle")
            require(hand, hand.seat == betting.actor, "the seat that is due is not the actor")
            require(hand, able >> hand.seat & 1 == 1, f"seat {hand.seat} is to act and is not able")

    def _check_round(self, hand: Hand) -> None:
        """The actor is next clockwise of those who must act; a round ends when all had a turn and stakes are equal."""
        if hand.due is Due.CONSENT:
            return
        betting = hand.betting
        able = betting.able
        ended = self.before in BETTING and (hand.due not in BETTING or hand.street != self.street)
        if ended and able & (able - 1) and not isinstance(hand.log[-1], e.Voided):
            bets = {self.bets[seat] for seat in range(len(self.stacks)) if able >> seat & 1}
            require(hand, len(bets) == 1 and bets.pop() >= max(self.bets), "the round ended with unequal bets (PG-56)")
            silent = {seat for seat in range(len(self.stacks)) if able >> seat & 1} - self.acted
            require(hand, not silent, f"the round ended and {silent} had no turn (PG-56)")
        if hand.street != self.street:
            if hand.street > 0:
                self.bets = [0] * len(self.bets)
            if hand.street < len(hand.plan.streets):
                self.aggressor = -1
            self.street = hand.street
            self.is_killed_in_deal = False
            self.acted = set()
            self.is_big = False
            self.waiting = {seat for seat in range(len(self.stacks)) if able >> seat & 1}
        elif hand.street == 0 and hand.due not in BETTING and self.before not in BETTING:
            self.waiting = {seat for seat in range(len(self.stacks)) if able >> seat & 1}
        if hand.due in BETTING:
            self.waiting &= {seat for seat in range(len(self.stacks)) if able >> seat & 1}
            require(hand, hand.seat in self.waiting, f"seat {hand.seat} is to act, not one of {self.waiting}")
            last = getattr(hand.log[-1], "seat", -1)
            if self.before in BETTING and isinstance(hand.log[-1], ACTS):
                seats = len(self.stacks)
                first = min(self.waiting, key=lambda seat: (seat - last - 1) % seats)
                if isinstance(hand.log[-1], e.Folded) and last != self.turn:  # out of turn: the turn stays where it is
                    first = self.turn
                require(hand, hand.seat == first, f"seat {first} is next clockwise from {last}, not {hand.seat}")
            others = [bet for seat, bet in enumerate(betting.bets) if seat != hand.seat]
            owes = betting.bets[hand.seat] < max(others, default=0)
            require(hand, owes or able & (able - 1) != 0, "one seat is asked to bet against all-ins (TS-12)")
            if hand.street == 0:
                require(hand, betting.price >= self.blind, f"the price is {betting.price}, below {self.blind} (AI-5)")
            require(hand, betting.price >= max(others, default=0), "the price is below the highest bet")
            self._check_bounds(hand)
            if self.before not in BETTING:
                first = first_to_act(hand.setup, hand.street, self._faces(hand), self.waiting, self.opener)
                require(hand, first == hand.seat, f"seat {first} opens the round, not {hand.seat} (PG-54)")
        if hand.due is Due.SHOW and self.before is not Due.SHOW and hand.street == len(hand.plan.streets):
            if not (hand.shown or self.before is Due.AWARD or self.is_killed):
                check_show(hand, self._faces(hand), self.opener, self.aggressor)

    def _check_bounds(self, hand: Hand) -> None:
        low, high = hand.raise_bounds()
        if high:
            bet = self.bets[hand.seat]
            if self.credit.must is not None:
                require(hand, {low, high} == {self.credit.must[1]}, f"{low} to {high} is not what was accepted (OS-6)")
                return
            all_in = bet + self.stacks[hand.seat]
            if self.cap is not None:
                all_in = bet + min(self.stacks[hand.seat], self.cap - self.paid[hand.seat])
            first = hand.street == 0
            middle = self.start - sum(self.stacks) + (self._lifted(hand) if first else 0)
            most = most_to(hand.setup, bet, hand.price, all_in, middle, low, is_first=first)
            if self._is_open_pair(hand):
                small, big = (hand.setup.stakes.bet_size(big=big) for big in (False, True))
                most = min(all_in, hand.betting.full_raise_to() - small + big)
            require(hand, high == most, f"seat {hand.seat} may raise to {most} at most, not {high} (PG-39)")
            full = hand.betting.full_raise_to()
            chip = 1 if isinstance(hand.setup.limit, FixedLimit) else hand.setup.stakes.chip
            least = min(all_in, next(total for total in range(full, full + chip) if total % chip == 0))
            require(hand, low == least, f"seat {hand.seat} may raise to {least} at least, not {low} (PG-23)")

    def _lifted(self, hand: Hand) -> int:
        """The difference of the small blind to a big one, if it counts as one. Rule: Robert's, pot limit."""
        big = [owed.seat for owed in hand.setup.owed if owed.post is Post.BIG_BLIND]
        through = any(seat in self.acted or self.folded >> seat & 1 for seat in big)
        return lifted(hand.setup, hand.seat, self.bets, big_has_acted=through)

    def _is_open_pair(self, hand: Hand) -> bool:
        """Whether the upper limit may be bet on fourth street of stud, since a pair is open. Rule: Robert's, stud."""
        if not may_open_pair_bet_more(hand.setup, hand.street) or self.is_big:
            return False
        if self.is_pair is None:  # cards open when the round begins count for all of it
            self.is_pair = any(len({card // 4 for card in up}) < len(up) for up in self._faces(hand))
        return self.is_pair

    def _faces(self, hand: Hand) -> list[tuple[int, ...]]:
        """The upcards of the live seats, as they were dealt."""
        return [cards if hand.live >> seat & 1 else () for seat, cards in enumerate(hand.faces)]

    def _check_end(self, hand: Hand) -> None:
        betting = hand.betting
        require(hand, not any(betting.put) and not betting.dead, "the hand is over and chips lie in the middle")
        last = hand.live & (hand.live - 1) == 0 and hand.able != 0  # it takes what others left without being all-in
        for seat, won in enumerate(self.won):
            if not hand.aside.kept and not (last and hand.live >> seat & 1):
                barred = chips_barred(hand.setup, seat, hand.live, self.won)
                dead = self.dead if hand.setup.stacks[seat] or not hand.setup.parts else hand.setup.carried
                most = most_won(seat, tuple(self.put), dead - barred)
                require(hand, won <= most, f"seat {seat} won {won}, and may win {most} at most (TS-4)")
