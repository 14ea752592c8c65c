"""The dealer does everything due that is not a player's decision: post, burn, deal, return chips, award pots."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from sidepot.cards import Deck
from sidepot.errors import BadNotation
from sidepot.hand.absent import kill_absent
from sidepot.hand.due import ACT, AWARD, BOARD, BURN, DEAL, PASS_OUT, POST, PROVE, RESHUFFLE, RETURN, REVEAL, SHOW, Due
from sidepot.hand.hand import Hand
from sidepot.hand.rabbit import streets_to_come
from sidepot.hand.rebuilding import Reduced, reduced
from sidepot.hand.stub import to_reshuffle
from sidepot.validation.integers import as_ints
from sidepot.validation.type_checks import expect, wrong_type


class Dealer:
    """Deals a hand from a deck. `run` continues until a player must decide or the hand is over.

    - `auto_show`: whether every hand is tabled in order at the showdown
    - `absent`: the absent seats, which are dealt in and whose hands are killed after the deal (TDA-2013 29)
    """

    __slots__ = ("absent", "auto_show", "deck")

    def __init__(self, deck: Deck, *, auto_show: bool = False, absent: Sequence[int] = ()) -> None:
        if not isinstance(deck, Deck):
            raise BadNotation(f"deck: expected a Deck, as in Deck(below=Random().randrange), not {deck!r:.60}")
        self.deck = deck
        self.auto_show = auto_show
        self.absent = () if absent == () else as_ints(absent, "absent")

    def __repr__(self) -> str:
        shows = ", shows all hands" if self.auto_show else ""
        return f"<Dealer: {len(self.deck)} cards{shows}>"

    def copy(self) -> Dealer:
        """An independent copy with its own deck. `copy.copy` does the same."""
        return Dealer(self.deck.copy(), auto_show=self.auto_show, absent=self.absent)

    def __copy__(self) -> Dealer:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Dealer:
        return Dealer(deepcopy(self.deck, memo), auto_show=self.auto_show, absent=self.absent)

    def __reduce__(self) -> Reduced:
        return reduced(self, (self.deck,), {"auto_show": self.auto_show, "absent": self.absent})

    def run(self, hand: Hand) -> Due:  # noqa: C901 - one branch for each due, the frequent ones first
        """Do everything that the dealer must do. Returns what is due from a player."""
        deck = self.deck
        if not isinstance(hand, Hand):
            raise wrong_type(hand, (Hand,), "hand")
        while True:
            due = hand.due
            if due is ACT:
                return due
            if due is DEAL:
                if hand.plan.stages[hand.street].changes or not hand.pending:  # one seat at a time
                    hand.deal(deck.draw(hand.count))
                else:
                    hand.deal_round(deck.draw(hand.count * hand.pending.bit_count()))
                if self.absent:
                    self.absent = kill_absent(hand, self.absent)
            elif due is BOARD:
                hand.board(deck.draw(hand.count))
                if self.absent:
                    self.absent = kill_absent(hand, self.absent)
            elif due is BURN:
                hand.burn(deck.draw_one())
            elif due is POST:
                while hand.due is POST:
                    hand.post()
            elif due is SHOW and (self.auto_show or hand.forced):
                hand.show_all()
            elif due is AWARD:
                hand.award()
                if self.absent:
                    self.absent = kill_absent(hand, self.absent)
            elif due is RETURN:
                hand.return_uncalled()
                if self.absent:
                    self.absent = kill_absent(hand, self.absent)
            elif due is RESHUFFLE:
                deck.refill(to_reshuffle(hand))
                hand.reshuffle()
            elif due is PASS_OUT:
                hand.pass_out()
            elif due is REVEAL:
                hand.reveal()
            elif due is PROVE:
                hand.prove()
            else:
                return due

    def rabbit(self, hand: Hand) -> tuple[int, ...]:
        """The board cards that would have been dealt if the hand had continued. Rule: TDA-2013 28.

        Raises IllegalAction if the house does not show these cards, or if no more would have been dealt.
        """
        cards: tuple[int, ...] = ()
        for street in streets_to_come(expect(hand, Hand, "hand")):
            if street.burn:
                self.deck.draw_one()
            cards += self.deck.draw(street.board * hand.plan.boards)
        return cards
