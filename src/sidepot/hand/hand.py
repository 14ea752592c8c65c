"""One hand of poker: the fold of its events.

`Hand` says what is `due`; commands answer it. A command checks itself against the rules, then applies exactly one
event; a command that is refused leaves everything as it was. `apply` is the only thing that changes a hand, so
`replay(hand.log)` gives the same hand again.

What a command is refused for is worded in `refusals`; how streets, pots and showdowns work is in the modules of those
names; the chips and the betting round are in `betting`.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.cards import UNKNOWN
from sidepot.hand import events, fold, refusals
from sidepot.hand.betting import Betting
from sidepot.hand.course import owe_post, to_reshuffle
from sidepot.hand.due import (
    ACT,
    AWARD,
    BOARD,
    BRING_IN,
    BURN,
    DEAL,
    DONE,
    DRAW,
    PASS_OUT,
    POST,
    RESHUFFLE,
    RETURN,
    SHOW,
)
from sidepot.hand.events import Event, Setup, Started
from sidepot.hand.newcards import check_new, fill_in
from sidepot.hand.plan import Plan, plan_of
from sidepot.hand.pots import Pot, pots
from sidepot.hand.showdown import is_last_claim, shares


class Hand:
    """A hand of poker in progress, from the first post to the last odd chip.

    `due` is what is owed, `seat` by whom (-1: the dealer), `count` how many cards or chips, or which pot. Seats are
    0-based; `live` and `able` are bit masks. `street` is -1 before the deal and `len(streets)` at the showdown.
    """

    __slots__ = (
        "betting", "boards", "burns", "carried", "count", "due", "faces", "forced", "hole", "layers", "log",
        "muck_pile", "opener", "pending", "plan", "pot_at", "seat", "seen", "setup", "show_from", "shown", "street",
        "stub", "to_board", "up_count",
    )  # fmt: skip

    def __init__(self, setup: Setup) -> None:
        plan = plan_of(setup)
        seats = plan.seats
        self.setup = setup
        self.plan: Plan = plan
        self.betting = Betting(plan.terms, plan.stacks.copy(), plan.units[0])
        self.betting.dead = setup.carried
        self.log: list[Event] = [Started(setup)]
        self.hole: list[tuple[int, ...]] = [()] * seats
        self.faces: list[tuple[int, ...]] = [()] * seats
        self.boards: tuple[tuple[int, ...], ...] = ((),)
        self.burns: tuple[int, ...] = ()
        self.muck_pile: tuple[int, ...] = ()
        self.stub = len(plan.deck)
        self.seen = bytearray(plan.unseen)
        self.street = -1
        self.pending = 0
        self.to_board = 0
        self.opener = -1
        self.shown = 0
        self.forced = False
        self.show_from = plan.deal_from
        self.layers: list[Pot] = []
        self.pot_at = -1
        self.carried = 0
        self.seat = -1
        self.count = 0
        self.up_count = 0
        self.due = DONE
        owe_post(self, 0)

    # ---- what there is to see

    @property
    def stacks(self) -> list[int]:
        """Chips behind, per seat; in a cap game those that the cap keeps out of this hand too."""
        reserve = self.plan.reserve
        stacks = self.betting.stacks
        return [stack + kept for stack, kept in zip(stacks, reserve, strict=True)] if reserve else stacks

    @property
    def bets(self) -> list[int]:
        """Chips in front of each seat in the round that is on; none when they have been collected."""
        return self.betting.bets if self._has_bets_in_front() else [0] * self.plan.seats

    @property
    def put(self) -> list[int]:
        """What each seat has in the pots that are still to be paid."""
        return self.betting.put

    @property
    def dead(self) -> int:
        """Dead money in the main pot: big-blind antes, dead blinds."""
        return self.betting.dead

    @property
    def live(self) -> int:
        """Who has not folded, as a bit mask."""
        return self.betting.live

    @property
    def able(self) -> int:
        """Who is live with chips to bet, as a bit mask."""
        return self.betting.able

    @property
    def price(self) -> int:
        """What a seat must have in front to stay in."""
        return self.betting.price

    @property
    def to_call(self) -> int:
        """What the seat to act must add to stay in."""
        return self.betting.to_call(self.seat)

    def raise_bounds(self) -> tuple[int, int]:
        """The least and greatest totals the seat to act may bet or raise to; (0, 0) when it may not."""
        due = self.due
        if due is ACT or due is BRING_IN and self.betting.stacks[self.seat] > self.setup.stakes.bring_in:
            return self.betting.bounds(self.seat)
        return 0, 0

    def may_raise(self) -> bool:
        """Whether the seat to act may bet or raise."""
        return self.raise_bounds()[1] > 0

    def min_raise_to(self) -> int:
        """The least total for the round the seat to act may bet or raise to, 0 when it may not."""
        return self.raise_bounds()[0]

    def max_raise_to(self) -> int:
        """The greatest total for the round the seat to act may bet or raise to, 0 when it may not."""
        return self.raise_bounds()[1]

    def upcards(self, seat: int) -> tuple[int, ...]:
        """The cards of a seat that lie face up; all of them once it has shown."""
        return self.hole[seat] if self.shown >> seat & 1 else self.faces[seat]

    def pots(self) -> list[Pot]:
        """The pots that are collected, main pot first; bets of a round that is on still lie in front of the seats."""
        betting = self.betting
        if self.street >= self.plan.showdown:
            return self.layers[: self.pot_at + 1]
        if not self._has_bets_in_front():
            return pots(betting.put, betting.live, betting.dead)
        collected = [put - bet for put, bet in zip(betting.put, betting.bets, strict=True)]
        return pots(collected, betting.live, betting.dead)

    def copy(self, *, log: bool = False) -> Hand:
        """The same hand, free to go another way. The copy starts an empty log unless it is asked to take this one."""
        new = Hand.__new__(Hand)
        new.setup = self.setup
        new.plan = self.plan
        new.betting = self.betting.copy()
        new.log = self.log.copy() if log else []
        new.hole = self.hole.copy()
        new.faces = self.faces.copy()
        new.boards = self.boards
        new.burns = self.burns
        new.muck_pile = self.muck_pile
        new.stub = self.stub
        new.seen = self.seen.copy()
        new.street = self.street
        new.pending = self.pending
        new.to_board = self.to_board
        new.opener = self.opener
        new.shown = self.shown
        new.forced = self.forced
        new.show_from = self.show_from
        new.layers = self.layers
        new.pot_at = self.pot_at
        new.carried = self.carried
        new.seat = self.seat
        new.count = self.count
        new.up_count = self.up_count
        new.due = self.due
        return new

    # ---- commands of the dealer

    def post(self) -> None:
        """Take the forced bet that is due, or as much of it as the seat has (AI-1)."""
        if self.due is not POST:
            raise refusals.not_due(self, "post")
        owed = self.setup.owed[self.count]
        fold.posted(self, events.Posted(owed.seat, owed.post, min(owed.amount, self.betting.stacks[owed.seat])))

    def burn(self, card: int = UNKNOWN) -> None:
        """Burn the top card before the next stage of the deal (PG-53)."""
        if self.due is not BURN:
            raise refusals.not_due(self, "burn")
        if card != UNKNOWN:
            check_new(self, (card,))
        fold.burned(self, events.Burned(card))

    def deal(self, cards: Sequence[int]) -> None:
        """Deal the `count` cards that are due to `seat`, the last `up_count` of them face up."""
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        check_new(self, cards)
        fold.dealt(self, events.Dealt(self.seat, tuple(cards), self.up_count))

    def deal_round(self, cards: Sequence[int]) -> None:
        """Deal all seats that wait for cards, one card at a time clockwise, off the top of the deck."""
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        if self.plan.is_draw and self.street:  # replacements go to one seat at a time
            self.deal(cards)
            return
        if len(cards) != self.count * self.pending.bit_count():
            raise refusals.wrong_count(self, len(cards))
        check_new(self, cards)
        fold.dealt_around(self, tuple(cards))

    def board(self, cards: Sequence[int]) -> None:
        """Turn the `count` cards that are due to the board."""
        if self.due is not BOARD:
            raise refusals.not_due(self, "board")
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        check_new(self, cards)
        fold.board_dealt(self, events.BoardDealt(tuple(cards)))

    def reshuffle(self) -> None:
        """Make a new stub: of the discards, or on the last street of stud of the burns."""
        if self.due is not RESHUFFLE:
            raise refusals.not_due(self, "reshuffle")
        fold.reshuffled(self, events.Reshuffled(len(to_reshuffle(self))))

    def return_uncalled(self) -> None:
        """Give back the chips that nobody called (SD-2, PG-8)."""
        if self.due is not RETURN:
            raise refusals.not_due(self, "return chips")
        fold.returned(self, events.Returned(self.seat, self.count))

    def award(self) -> None:
        """Pay the pot that is due to whom it belongs. Raises Conflict when a hand that contests it is not known."""
        if self.due is not AWARD:
            raise refusals.not_due(self, "award a pot")
        pot = self.layers[self.count]
        fold.awarded(self, events.Awarded(self.count, pot.amount, shares(self, pot)))

    def pass_out(self) -> None:
        """Throw the cards in: nobody opened, and the pot waits for the next deal (PG-81)."""
        if self.due is not PASS_OUT:
            raise refusals.not_due(self, "throw the cards in")
        fold.passed_out(self, events.PassedOut(self.betting.pot()))

    def kill(self, seat: int) -> None:
        """Declare a hand dead; its chips stay in the pot. Needs a reason of the floor, and another live hand."""
        if not self._is_live(seat) or self.due not in (ACT, DRAW, SHOW):
            raise refusals.not_due(self, f"kill the hand of seat {seat + 1}")
        if not self.betting.live & ~(1 << seat) or is_last_claim(self, seat):
            raise refusals.last_claim(seat)
        fold.killed(self, events.Killed(seat))

    # ---- commands of the seat whose turn it is

    def bring_in(self) -> None:
        """Pay the bring-in, or all that is left."""
        if self.due is not BRING_IN:
            raise refusals.not_due(self, "bring it in")
        amount = min(self.setup.stakes.bring_in, self.betting.stacks[self.seat])
        fold.brought_in(self, events.BroughtIn(self.seat, amount))

    def fold(self) -> None:
        """Fold. Always possible in turn, even where checking is free (TDA-2013 50)."""
        if self.due is not ACT:
            raise refusals.not_due(self, "fold")
        fold.folded(self, events.Folded(self.seat))

    def check(self) -> None:
        """Check: pass the action on, owing nothing."""
        if self.due is not ACT:
            raise refusals.not_due(self, "check")
        if self.betting.price > self.betting.bets[self.seat]:
            raise refusals.must_call(self)
        fold.checked(self, events.Checked(self.seat))

    def call(self) -> None:
        """Call the price, or all-in for less (SD-1)."""
        if self.due is not ACT:
            raise refusals.not_due(self, "call")
        amount = self.betting.to_call(self.seat)
        if not amount:
            raise refusals.nothing_to_call(self)
        fold.called(self, events.Called(self.seat, amount))

    def check_or_call(self) -> None:
        """Stay in for as little as possible: check where it is free, else call."""
        if self.due is not ACT:
            raise refusals.not_due(self, "check or call")
        seat = self.seat
        betting = self.betting
        owed = betting.price - betting.bets[seat]
        if owed > 0:
            stack = betting.stacks[seat]
            fold.called(self, events.Called(seat, owed if owed < stack else stack))
        else:
            fold.checked(self, events.Checked(seat))

    def raise_to(self, to: int) -> None:
        """Bet, raise or complete to a total of `to` for the round."""
        if self.due is not ACT and self.due is not BRING_IN:
            raise refusals.not_due(self, "bet or raise")
        seat = self.seat
        low, high = self.betting.bounds(seat) if self.due is ACT else self.raise_bounds()
        if not low <= to <= high or not high:
            raise refusals.out_of_bounds(self, to) if high else refusals.may_not_raise(self)
        fold.raised(self, events.RaisedTo(seat, to))

    def discard(self, cards: Sequence[int] = ()) -> None:
        """Throw these cards away to draw as many; none to stand pat (PG-82)."""
        if self.due is not DRAW:
            raise refusals.not_due(self, "draw")
        held = list(self.hole[self.seat])
        most = self.plan.streets[self.street].draw
        if len(cards) > most:
            raise refusals.too_many_discards(self, len(cards), most)
        for card in cards:
            if card not in held:
                if UNKNOWN not in held:
                    raise refusals.not_held(self, card)
                check_new(self, (card,))
            held.remove(card if card in held else UNKNOWN)
        fold.discarded(self, events.Discarded(self.seat, tuple(cards)))

    def show(self, cards: Sequence[int] | None = None, *, seat: int | None = None) -> None:
        """Table the whole hand (PG-73). Any live seat may show early (PG-72), and the winner after the hand.

        `cards` need be given only where they are not known here: they must agree with those that are.
        """
        if seat is None:
            seat = self.seat
            if cards is None and self.due is SHOW and UNKNOWN not in self.hole[seat]:
                fold.shown(self, events.Shown(seat, self.hole[seat]))
                return
        may = self._is_live(seat) and not self.shown >> seat & 1
        if not may or (self.due is not SHOW and (self.due is not DONE or not self.hole[seat])):
            raise refusals.not_due(self, "show")
        hole = self.hole[seat]
        if cards is not None and tuple(cards) != hole:
            hole = fill_in(self, seat, cards)
            check_new(self, [card for card in hole if card not in self.hole[seat]])
        if UNKNOWN in hole:
            raise refusals.unknown_cards([seat], self.hole)
        fold.shown(self, events.Shown(seat, hole))

    def show_all(self) -> None:
        """Table every hand that is asked for now, in turn: when betting is over and hands lie open (TDA-2013 15)."""
        if self.due is not SHOW:
            raise refusals.not_due(self, "show")
        live = self.betting.live
        hidden = [seat for seat, hole in enumerate(self.hole) if live >> seat & 1 and UNKNOWN in hole]
        if hidden:
            raise refusals.unknown_cards(hidden, self.hole)
        fold.shown_around(self)

    def muck(self) -> None:
        """Throw a beaten hand away unseen, where the house allows it (TDA-2013 16)."""
        if self.due is not SHOW:
            raise refusals.not_due(self, "muck")
        if self.forced:
            raise refusals.must_show(self)
        if is_last_claim(self, self.seat):
            raise refusals.last_claim(self.seat)
        fold.mucked(self, events.Mucked(self.seat))

    # ---- the fold

    def apply(self, event: Event) -> None:
        """Take one event in, of a log or a wire. It is trusted: commands and `replay.strict_replay` are what checks."""
        fold.FOLD[type(event)](self, event)

    # ---- helpers

    def _has_bets_in_front(self) -> bool:
        """Whether bets lie before the seats: while a round is on, and blinds before the first one."""
        return self.due in (ACT, BRING_IN) or (self.street <= 0 and self.due in (POST, DEAL))

    def _is_live(self, seat: int) -> bool:
        return 0 <= seat < self.plan.seats and self.betting.live >> seat & 1 == 1
