"""The commands of a hand that no player gives: those of the dealer and the floor.

`Hand` inherits them, and adds the commands of the players. Each command checks the rules, makes one event and applies
it.
"""

from __future__ import annotations

from typing import Final

from sidepot.cards import UNKNOWN, Cards, card_of
from sidepot.hand import apply, apply_cards, deaths, events, floor_acts, refusals
from sidepot.hand.due import AWARD, BOARD, BURN, DEAL, PASS_OUT, POST, PROVE, RESHUFFLE, RETURN, REVEAL
from sidepot.hand.events import Event
from sidepot.hand.mistakes import exposure
from sidepot.hand.newcards import check_new, given_cards
from sidepot.hand.state import HandState
from sidepot.hand.stub import to_reshuffle
from sidepot.hand.winning.openers import proof
from sidepot.hand.winning.split_pots import award
from sidepot.rules.ruling import Ruling
from sidepot.validation.integers import IntLike

# direct names of frequent events, which are faster than a lookup in another module
_POSTED: Final = events.Posted
_BURNED: Final = events.Burned
_DEALT: Final = events.Dealt
_BOARD_DEALT: Final = events.BoardDealt


class DealtHand(HandState):
    """A hand with the commands of its dealer and of the floor."""

    __slots__ = ()

    # ---- events

    def apply(self, event: Event) -> None:
        """Log an event, and change the hand by it. The event is trusted: commands and `strict_replay` check it
        before.
        """
        apply.APPLY[type(event)](self, event)

    # ---- commands of the dealer

    def post(self) -> None:
        """Take the forced bet that is due, or as much of it as the seat has (AI-1)."""
        if self.due is not POST:
            raise refusals.not_due(self, "post")
        forced = self.plan.posts[self.count]
        amount = min(forced.amount, self.betting.stacks[forced.seat])
        self.log.append(_POSTED(forced.seat, forced.post, amount))
        apply.pay(self, forced.seat, amount, live=forced.live, dead=forced.dead)

    def burn(self, card: int | str = UNKNOWN) -> None:
        """Burn the top card before the next stage of the deal (PG-53)."""
        if self.due is not BURN:
            raise refusals.not_due(self, "burn")
        if type(card) is not int:
            card = card_of(card)
        fresh = check_new(self, (card,))
        self.log.append(_BURNED(card))
        apply_cards.burn(self, card, fresh)

    def deal(self, cards: Cards) -> None:
        """Deal the `count` cards that are due to `seat`, the last `up_count` of them face up."""
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        cards = given_cards(cards)
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        fresh = check_new(self, cards)
        self.log.append(_DEALT(self.seat, cards, self.up_count))
        apply_cards.deal(self, self.seat, cards, self.up_count, fresh)

    def deal_round(self, cards: Cards) -> None:
        """Deal to all waiting seats, one card at a time clockwise, from the top of the deck."""
        if self.due is not DEAL:
            raise refusals.not_due(self, "deal")
        cards = given_cards(cards)
        if self.plan.stages[self.street].changes or not self.pending:  # replacements go to one seat at a time
            self.deal(cards)
            return
        if len(cards) != self.count * self.pending.bit_count():
            raise refusals.wrong_count(self, len(cards))
        apply_cards.dealt_around(self, cards, check_new(self, cards))

    def board(self, cards: Cards) -> None:
        """Turn the `count` cards due on the board, or on board `board_at` if there are several."""
        if self.due is not BOARD:
            raise refusals.not_due(self, "board")
        cards = given_cards(cards)
        if len(cards) != self.count:
            raise refusals.wrong_count(self, len(cards))
        fresh = check_new(self, cards)
        self.log.append(_BOARD_DEALT(cards, self.board_at))
        apply_cards.turn(self, cards, self.board_at, fresh)

    def reshuffle(self) -> None:
        """Make a new stub from the discards, or on the last street of stud from the burns."""
        if self.due is not RESHUFFLE:
            raise refusals.not_due(self, "reshuffle")
        self.apply(events.Reshuffled(len(to_reshuffle(self))))

    def return_uncalled(self) -> None:
        """Return uncalled chips (SD-2, PG-8)."""
        if self.due is not RETURN:
            raise refusals.not_due(self, "return chips")
        self.apply(events.Returned(self.seat, self.count))

    def award(self) -> None:
        """Pay the pot that is due to its winners. Raises Conflict if a contesting hand is not known."""
        if self.due is not AWARD:
            raise refusals.not_due(self, "award a pot")
        self.apply(award(self, self.count))

    def pass_out(self) -> None:
        """Leave the pot for the next deal: nobody opened (PG-81), or nobody holds a winning hand (PG-62)."""
        if self.due is not PASS_OUT:
            raise refusals.not_due(self, "throw the cards in")
        amount = self.betting.pot() if self.pot_at < 0 else self.layers[self.pot_at].amount
        self.apply(events.PassedOut(amount))

    def reveal(self) -> None:
        """Reveal the closed declarations of all seats (PG-69)."""
        if self.due is not REVEAL:
            raise refusals.not_due(self, "open the closed hands")
        if any(ways < 0 for _, ways in self.aside.declared):
            raise refusals.unknown_declarations()
        self.apply(events.Revealed(self.aside.declared))

    def prove(self) -> None:
        """Show the opener's openers. Without openers, its hand is dead (PG-84)."""
        if self.due is not PROVE:
            raise refusals.not_due(self, "prove openers")
        self.apply(proof(self))

    def expose(self, seat: IntLike, card: int | str) -> None:
        """Expose a down card of a seat during the deal. It is kept or replaced, as the house rules."""
        self.apply(exposure(self, seat, card))

    # ---- commands of the floor

    def kill(self, seat: IntLike, *, refund: bool = False) -> None:
        """Declare a hand dead, for a reason of the floor; its chips stay in the pot. Another hand must be live.

        With `refund`, the uncalled part of its bet or raise is returned (TDA-2013 56).
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
        """Shuffle a stub that is out of order; if it is `mixed` with muck and burns, with all of them (RP-4)."""
        self.apply(floor_acts.new_stub(self, mixed=mixed))

    def rule(self, ruling: Ruling, *, by: str = "") -> None:
        """Record a ruling and its author. It changes nothing by itself, and is possible even after the hand."""
        self.apply(floor_acts.decision(ruling, by))
