"""One hand of poker: commands become events, and events change the hand.

`Hand` says what is `due`; a command answers it. The command checks itself against the rules, makes one event, and gives
it to `apply`, which logs it and changes the hand. A refused command changes nothing, and `replay(hand.log)` gives the
same hand again. What may be due next is a table, `follows.FOLLOWS`.

The commands of nearly every hand, `HOT`, save the way through `apply`: they log their event (where cards go around, one
for each seat) and call the function that its handler calls. The result is the same; the universal tester applies the
events of each hand to copies of it, and compares.

The columns of a hand are in `state`, its chips and betting round in `betting`. Refusals are worded in `refusals`;
streets, pots and showdowns have modules of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.cards import UNKNOWN
from sidepot.hand import apply, apply_cards, deaths, events, floor_acts, refusals, saying
from sidepot.hand.aside import NOTHING_ASIDE, Called
from sidepot.hand.course import owe_post
from sidepot.hand.credit import markers, rights
from sidepot.hand.due import (
    ACT,
    AWARD,
    BOARD,
    BRING_IN,
    BURN,
    DEAL,
    DRAW,
    PASS_OUT,
    POST,
    PROVE,
    RESHUFFLE,
    RETURN,
    REVEAL,
    SHOW,
)
from sidepot.hand.events import Event
from sidepot.hand.mistakes import exposure, may_bring_in, taken_back
from sidepot.hand.newcards import check_discards, check_new
from sidepot.hand.portrait import portrait
from sidepot.hand.raising import allows
from sidepot.hand.result import HandResult, result
from sidepot.hand.setup import Setup
from sidepot.hand.state import HandState
from sidepot.hand.stub import to_reshuffle
from sidepot.hand.winning.openers import proof, splits_openers
from sidepot.hand.winning.showdown import award
from sidepot.rules.ruling import Ruling
from sidepot.whole import Whole, whole

# the events of nearly every hand, by names that need no look into another module
_POSTED: Final = events.Posted
_BURNED: Final = events.Burned
_DEALT: Final = events.Dealt
_BOARD_DEALT: Final = events.BoardDealt
_FOLDED: Final = events.Folded
_CHECKED: Final = events.Checked
_CALLED: Final = events.Called
_RAISED_TO: Final = events.RaisedTo

HOT: Final = (
    "post", "burn", "deal_round", "board", "fold", "check", "call", "check_or_call", "raise_to", "show_all",
)  # fmt: skip


class Hand(HandState):
    """A hand of poker in progress, from the first post to the last odd chip.

    `due` is what is owed, `seat` by whom (-1: the dealer), `count` how many cards or chips, or which pot. Seats are
    0-based; `live` and `able` are bit masks. `street` is -1 before the deal and `len(streets)` at the showdown.
    """

    __slots__ = ()

    def __init__(self, setup: Setup) -> None:
        super().__init__(setup)
        owe_post(self, 0)

    def __repr__(self) -> str:
        return portrait(self)

    def result(self) -> HandResult:
        """Who won which pot and why, and what each seat is up or down, once the hand is over. Raises NotDue before."""
        return result(self)

    # ---- what the seat whose turn it is may do

    def raise_bounds(self) -> tuple[int, int]:
        """The least and greatest totals the seat to act may bet or raise to; (0, 0) when it may not."""
        if self.due is ACT:
            return rights.ruled_bounds(self) if self.plan.is_ruled else self.betting.bounds(self.seat)
        if self.due is BRING_IN and self.betting.stacks[self.seat] > self.setup.stakes.bring_in:
            return self.betting.bounds(self.seat)
        return 0, 0

    def may_add(self) -> bool:
        """Whether the seat whose turn it is may buy or borrow chips."""
        return rights.may_add(self)

    def may_raise(self) -> bool:
        """Whether the seat to act may bet or raise."""
        return self.raise_bounds()[1] > 0

    def may_raise_to(self, to: int) -> bool:
        """Whether the seat to act may bet or raise to a total of `to`: within bounds, and made of the chips in play."""
        return allows(to, *self.raise_bounds(), self.betting.step())

    def min_raise_to(self) -> int:
        """The least total for the round the seat to act may bet or raise to, 0 when it may not."""
        return self.raise_bounds()[0]

    def max_raise_to(self) -> int:
        """The greatest total for the round the seat to act may bet or raise to, 0 when it may not."""
        return self.raise_bounds()[1]

    # ---- commands of the dealer

    def post(self) -> None:
        """Take the forced bet that is due, or as much of it as the seat has (AI-1)."""
        if self.due is not POST:
            raise refusals.not_due(self, "post")
        forced = self.plan.posts[self.count]
        amount = min(forced.amount, self.betting.stacks[forced.seat])
        self.log.append(_POSTED(forced.seat, forced.post, amount))
        apply.pay(self, forced.seat, amount, live=forced.live, dead=forced.dead)

    def burn(self, card: int = UNKNOWN) -> None:
        """Burn the top card before the next stage of the deal (PG-53)."""
        if self.due is not BURN:
            raise refusals.not_due(self, "burn")
        fresh = check_new(self, (card,))
        self.log.append(_BURNED(card))
        apply_cards.burn(self, card, fresh)

    def deal(self, cards: Sequence[int]) -> None:
        """Deal the `count` cards that are due to `seat`, the last `up_count` of them face up."""
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        check_new(self, cards)
        self.apply(_DEALT(self.seat, tuple(cards), self.up_count))

    def deal_round(self, cards: Sequence[int]) -> None:
        """Deal all seats that wait for cards, one card at a time clockwise, off the top of the deck."""
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        if self.plan.stages[self.street].changes or not self.pending:  # replacements go to one seat at a time
            self.deal(cards)
            return
        if len(cards) != self.count * self.pending.bit_count():
            raise refusals.wrong_count(self, len(cards))
        apply_cards.dealt_around(self, tuple(cards), check_new(self, cards))

    def board(self, cards: Sequence[int]) -> None:
        """Turn the `count` cards that are due to the board, or to board `board_at` where there are several."""
        if self.due is not BOARD:
            raise refusals.not_due(self, "board")
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        fresh, cards = check_new(self, cards), tuple(cards)
        self.log.append(_BOARD_DEALT(cards, self.board_at))
        apply_cards.turn(self, cards, self.board_at, fresh)

    def reshuffle(self) -> None:
        """Make a new stub: of the discards, or on the last street of stud of the burns."""
        if self.due is not RESHUFFLE:
            raise refusals.not_due(self, "reshuffle")
        self.apply(events.Reshuffled(len(to_reshuffle(self))))

    def return_uncalled(self) -> None:
        """Give back the chips that nobody called (SD-2, PG-8)."""
        if self.due is not RETURN:
            raise refusals.not_due(self, "return chips")
        self.apply(events.Returned(self.seat, self.count))

    def award(self) -> None:
        """Pay the pot that is due to its winners. Raises Conflict when a hand that contests it is not known."""
        if self.due is not AWARD:
            raise refusals.not_due(self, "award a pot")
        self.apply(award(self, self.count))

    def pass_out(self) -> None:
        """Leave the pot for the next deal: nobody opened (PG-81), or nobody holds what wins it (PG-62)."""
        if self.due is not PASS_OUT:
            raise refusals.not_due(self, "throw the cards in")
        amount = self.betting.pot() if self.pot_at < 0 else self.layers[self.pot_at].amount
        self.apply(events.PassedOut(amount))

    def reveal(self) -> None:
        """Open the closed hands in which the seats have declared (PG-69)."""
        if self.due is not REVEAL:
            raise refusals.not_due(self, "open the closed hands")
        if any(ways < 0 for _, ways in self.aside.declared):
            raise refusals.unknown_declarations()
        self.apply(events.Revealed(self.aside.declared))

    def prove(self) -> None:
        """Show the openers of the seat that opened; without any, its hand is dead (PG-84)."""
        if self.due is not PROVE:
            raise refusals.not_due(self, "prove openers")
        self.apply(proof(self))

    def expose(self, seat: Whole, card: int) -> None:
        """A down card of a seat was seen by all as it was dealt: it is kept, or replaced, as the house has it."""
        self.apply(exposure(self, seat, card))

    # ---- commands of the floor

    def kill(self, seat: Whole, *, refund: bool = False) -> None:
        """Declare a hand dead; its chips stay in the pot. Needs a reason of the floor, and another live hand.

        With `refund` what nobody has called of its own bet or raise goes back to it (TDA-2013 56).
        """
        self.apply(deaths.death(self, seat, refund=refund))

    def redeal(self) -> None:
        """Call a misdeal: every chip goes back, and the same hand begins again (TDA-2013 34-B)."""
        floor_acts.check_on(self, "deal the hand again")
        self.apply(events.Redealt())

    def void(self) -> None:
        """Call the hand off: every chip goes back, and nobody wins anything."""
        floor_acts.check_on(self, "call the hand off")
        self.apply(events.Voided())

    def restub(self, *, mixed: bool = False) -> None:
        """Have a stub shuffled that is out of order; where it is `mixed` with them, muck and burns too (RP-4)."""
        self.apply(floor_acts.new_stub(self, mixed=mixed))

    def rule(self, ruling: Ruling, *, by: str = "") -> None:
        """Put a ruling on record, and who made it; that changes nothing by itself, and is possible after the hand."""
        self.apply(floor_acts.decision(ruling, by))

    # ---- commands of the seat whose turn it is

    def bring_in(self, seat: Whole | None = None) -> None:
        """Pay the bring-in, or all that is left. In some houses another `seat` than owes it may, by mistake."""
        who = self.seat if seat is None else whole(seat, "the seat that brings it in")
        if self.due is not BRING_IN or who != self.seat and not may_bring_in(self, who):
            raise refusals.not_due(self, "bring it in")
        amount = min(self.setup.stakes.bring_in, self.betting.stacks[who])
        self.apply(events.BroughtIn(who, amount))

    def take_back(self) -> None:
        """Take back the bring-in of the wrong seat: possible until the next one acts (Robert's, stud)."""
        self.apply(taken_back(self))

    def fold(self, *, seat: Whole | None = None) -> None:
        """Fold. Always possible in turn, even where checking is free (TDA-2013 50); a `seat` out of turn is bound."""
        if seat is not None and seat != self.seat:
            self.apply(floor_acts.early_fold(self, seat))
            return
        if self.due is not ACT:
            raise refusals.not_due(self, "fold")
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "fold")
        self.log.append(_FOLDED(self.seat))
        apply.fold(self, self.seat)

    def check(self) -> None:
        """Check: pass the action on, owing nothing."""
        if self.due is not ACT:
            raise refusals.not_due(self, "check")
        if self.betting.price > self.betting.bets[self.seat]:
            raise refusals.must_call(self)
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "check")
        self.log.append(_CHECKED(self.seat))
        apply.check(self, self.seat)

    def call(self) -> None:
        """Call the price, or all-in for less (SD-1); at open stakes for nothing, if need be."""
        if self.due is not ACT:
            raise refusals.not_due(self, "call")
        seat = self.seat
        betting = self.betting
        owed = betting.price - betting.bets[seat]
        if owed <= 0:
            raise refusals.nothing_to_call(self)
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "call", betting.price)
        if owed > betting.stacks[seat]:
            markers.check_short(self)
            owed = betting.stacks[seat]
        self.log.append(_CALLED(seat, owed))
        apply.call(self, seat, owed)

    def check_or_call(self) -> None:
        """Stay in for as little as possible: check where it is free, else call."""
        if self.due is not ACT:
            raise refusals.not_due(self, "check or call")
        seat = self.seat
        betting = self.betting
        owed = betting.price - betting.bets[seat]
        if self.aside is not NOTHING_ASIDE:
            markers.check_bound(self, "check or call", betting.price)
        if owed > 0:
            stack = betting.stacks[seat]
            if owed > stack:
                markers.check_short(self)
                owed = stack
            self.log.append(_CALLED(seat, owed))
            apply.call(self, seat, owed)
        else:
            self.log.append(_CHECKED(seat))
            apply.check(self, seat)

    def raise_to(self, to: Whole) -> None:
        """Bet, raise or complete to a total of `to` for the round, made of the chips in play (PG-23)."""
        if self.due is not ACT and self.due is not BRING_IN:
            raise refusals.not_due(self, "bet or raise")
        seat = self.seat
        betting = self.betting
        low, high = self.raise_bounds() if self.plan.is_ruled or self.due is not ACT else betting.bounds(seat)
        total = to if type(to) is int else whole(to, "a bet or raise")
        if not allows(total, low, high, 0 if betting.alt else betting.terms.chip):
            markers.check_bound(self, f"bet or raise to {total}", total)
            raise refusals.out_of_bounds(self, total, low, high) if high else refusals.may_not_raise(self)
        self.log.append(_RAISED_TO(seat, total))
        apply.raise_to(self, seat, total)

    def buy(self, amount: Whole) -> None:
        """Buy chips with cash out of pocket, at open stakes (OS-1). It is still this seat's turn."""
        self.apply(markers.bought(self, amount))

    def offer_marker(self, to: Whole | None = None) -> None:
        """Call, or bet or raise to `to`, with a marker for what chips do not cover, if all in the pot agree (OS-6)."""
        self.apply(markers.offer(self, to))

    def consent(self, agrees: bool) -> None:
        """Accept the marker that is offered, or refuse it: one refusal is enough (OS-7)."""
        self.apply(markers.consent(self, agrees))

    def borrow(self, amount: Whole, lender: Whole | str) -> None:
        """Borrow chips of a seat that has folded, or, by name, of a player who sits out; nobody is asked (OS-8)."""
        self.apply(markers.loan(self, amount, lender))

    def discard(self, cards: Sequence[int] = (), *, split: bool | None = None) -> None:
        """Throw these cards away to draw as many; none to stand pat (PG-82). On some streets none come for them.

        `split` says that openers go, where the cards are not known here; else it follows from them (PG-84).
        """
        if self.due is not DRAW:
            raise refusals.not_due(self, "draw")
        check_discards(self, cards)
        if self.plan.to_open:
            split = splits_openers(self, cards, told=bool(split))
        elif split:
            raise refusals.not_due(self, "split openers")
        self.apply(events.Discarded(self.seat, tuple(cards), bool(split)))

    def choose_runs(self, runs: Whole) -> None:
        """Say how often the rest of the board is to be run: the least that anybody says is done."""
        self.apply(saying.runs_chosen(self, runs))

    def declare(self, ways: Whole) -> None:
        """Declare for high (1), low (2) or both (3) (PG-69)."""
        self.apply(saying.declaration(self, ways))

    def show(self, cards: Sequence[int] | None = None, *, seat: Whole | None = None, called: Called = ()) -> None:
        """Table the whole hand (PG-73). Any live seat may show early (PG-72), and the winner after the hand.

        `cards` need be given only where they are not known here: they must agree with those that are. `called` are, for
        each half, the cards it is said to play, where the house takes players at their word (PG-76).
        """
        if cards is None and seat is None and not called and self.due is SHOW and UNKNOWN not in self.hole[self.seat]:
            self.apply(events.Shown(self.seat, self.hole[self.seat]))
            return
        self.apply(saying.shows(self, cards, seat, called))

    def show_all(self) -> None:
        """Table every hand that is asked for now, in turn: when betting is over and hands lie open (TDA-2013 15)."""
        if self.due is not SHOW:
            raise refusals.not_due(self, "show")
        live = self.betting.live
        hidden = [seat for seat, hole in enumerate(self.hole) if live >> seat & 1 and UNKNOWN in hole]
        if hidden:
            raise refusals.unknown_cards(hidden, self.hole)
        apply_cards.shown_around(self)

    def muck(self) -> None:
        """Throw a beaten hand away unseen, where the house allows it (TDA-2013 16)."""
        self.apply(saying.mucks(self))

    # ---- events

    def apply(self, event: Event) -> None:
        """Log an event, and change the hand by it. It is trusted: commands and `strict_replay` do the checking."""
        apply.APPLY[type(event)](self, event)
