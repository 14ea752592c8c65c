"""A hand of ours played again in a PokerKit state: the same cards and actions, and what each asks at every decision.

PokerKit deals replacements when all have discarded, asks the last seat with chips for a check that decides nothing, and
asks for run-outs in any order: the mirror bridges that. Every call it makes is kept, so that a hand can be printed as a
script that runs without us.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final, NamedTuple

from against_pokerkit.games import arguments, our_seat, their_seat
from sidepot.cards import cards as read_cards
from sidepot.cards import text
from sidepot.hand import events as e
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup

DECISIONS: Final = (Due.ACT, Due.BRING_IN, Due.DRAW)

Shares = dict[int, int]
Parts = dict[tuple[int | None, int | None], Shares]


class Asked(NamedTuple):
    """A decision as an engine sees it: who must decide what, and what it costs. Amounts of raises are totals.

    `what` is "act", "bring in", "draw" or "nothing". `call` is what staying in adds (the bring-in where that is due);
    `low` and `high` are (0, 0) where there may be no raise.
    """

    what: str
    seat: int = -1
    call: int = 0
    low: int = 0
    high: int = 0

    def __str__(self) -> str:
        if self.what == "nothing":
            return "nobody is asked"
        raises = f"raise to {self.low}..{self.high}" if self.high else "no raise"
        costs = f", {self.call} to stay in, {raises}" if self.what != "draw" else ""
        return f"seat {self.seat + 1} is asked to {self.what}{costs}"


NOBODY: Final = Asked("nothing")


class Difference(NamedTuple):
    """Where the two part: at a decision ("asked"), on a call ("refused"), or in what is paid ("paid").

    `ours` and `theirs` are what each engine asked there; `what` says the rest in words.
    """

    kind: str
    hand: Hand
    mirror: Mirror
    ours: Asked
    theirs: Asked
    what: str


class Refused(Exception):
    """PokerKit does not take what our hand went on with."""


class Mirror:
    """PokerKit's state of the same hand. `bridged` counts the checks that it alone asked for."""

    def __init__(self, pk: ModuleType, setup: Setup) -> None:
        self.pk = pk
        self.setup = setup
        self.asks_runs = setup.rulebook.run_it > 1
        self.state: Any = pk.State(**arguments(pk, setup, ask_runs=self.asks_runs))
        self.calls: list[str] = []
        self.bridged = 0
        self._burn = "??"
        self._drawn: list[tuple[int, str]] = []
        self._runs: list[int] = []

    # ---- what our hand does

    def follow(self, event: e.Event) -> None:
        """Do in PokerKit what happened in our hand. Raises Refused."""
        try:
            self._follow(event)
        except (ValueError, AssertionError, IndexError, KeyError, TypeError) as error:
            raise Refused(f"{type(event).__name__}: {error or type(error).__name__}") from error

    def _follow(self, event: e.Event) -> None:
        match event:
            case e.Burned(card=card):
                self.settle()
                self._burn = text((card,))
            case e.Dealt(seat=seat, cards=cards):
                self._deal(seat, text(cards))
            case e.BoardDealt(cards=cards):
                self._end_round()
                self._burn_one()
                self._call("deal_board", text(cards))
            case e.Folded():
                self._call("fold")
            case e.Checked() | e.Called():
                self._call("check_or_call")
            case e.BroughtIn():
                self._call("post_bring_in")
            case e.RaisedTo(to=to):
                self._call("complete_bet_or_raise_to", to)
            case e.Discarded(cards=cards):
                self._call("stand_pat_or_discard", text(cards))
            case e.RunChosen(runs=runs):
                self._runs.append(runs)
            case _:
                pass

    def settle(self) -> None:
        """Bring PokerKit to where our hand is: draws dealt, run-outs chosen, checks made that decide nothing."""
        state = self.state
        self._deal_drawn()
        while state.actor_index is not None and self._is_alone(state.actor_index):
            self._call("check_or_call")
            self.bridged += 1
        if self.asks_runs:
            for _ in tuple(state.runout_count_selector_indices):
                self._call("select_runout_count", min(self._runs) if self._runs else None)

    def _end_round(self) -> None:
        """Bring PokerKit to the next cards. Raises ValueError where it still asks a seat to act."""
        self.settle()
        if self.state.actor_index is not None:
            raise ValueError(f"first, {self.asked()}")

    def _is_alone(self, at: int) -> bool:
        """Whether the seat owes nothing and nobody else who is in has chips."""
        state = self.state
        others = [other for other in state.player_indices if other != at and state.statuses[other]]
        return state.bets[at] >= max(state.bets) and not any(state.stacks[other] for other in others)

    def _deal(self, seat: int, cards: str) -> None:
        if self.state.street is not None and self.state.street.draw_status:
            self._drawn.append((their_seat(self.setup, seat), cards))
            return
        self._end_round()
        self._burn_one()
        self._call("deal_hole", cards, their_seat(self.setup, seat))

    def _deal_drawn(self) -> None:
        """Deal what was drawn, once nobody has to discard any more."""
        state = self.state
        if state.street is None or not state.street.draw_status or any(state.standing_pat_or_discarding_statuses):
            return
        self._burn_one()
        for at, cards in self._drawn:
            self._call("deal_hole", cards, at)
        self._drawn = []

    def _burn_one(self) -> None:
        if self.state.card_burning_status:
            self._call("burn_card", self._burn)
            self._burn = "??"

    def _call(self, name: str, *args: Any) -> None:
        self.calls.append(f"state.{name}({', '.join(map(repr, args))})")
        getattr(self.state, name)(*args)

    # ---- what it asks and pays

    def asked(self) -> Asked:
        """What PokerKit asks now."""
        state = self.state
        at = state.stand_patter_or_discarder_index
        if at is not None:
            return Asked("draw", our_seat(self.setup, at))
        at = state.actor_index
        if at is None:
            return NOBODY
        low = state.min_completion_betting_or_raising_to_amount or 0
        high = state.max_completion_betting_or_raising_to_amount or 0
        if state.bring_in_status:
            return Asked("bring in", our_seat(self.setup, at), state.effective_bring_in_amount, low, high)
        return Asked("act", our_seat(self.setup, at), state.checking_or_calling_amount, low, high)

    def chips(self, of: Sequence[int]) -> list[int]:
        """Amounts by PokerKit's seats, by ours."""
        return [of[their_seat(self.setup, seat)] for seat in range(len(of))]

    def boards(self) -> list[tuple[int, ...]]:
        """The boards that PokerKit goes by, in our cards."""
        state = self.state
        return [read_cards("".join(map(repr, state.get_board_cards(at)))) for at in state.board_indices]

    def paid(self) -> list[Parts]:
        """What the pots of the showdown paid, by board and half; (None, None) where one hand was left of them."""
        pots: dict[int, Parts] = {}
        for push in self.state.operations:
            if isinstance(push, self.pk.state.ChipsPushing):
                shares = {our_seat(self.setup, at): amount for at, amount in enumerate(push.amounts) if amount}
                pots.setdefault(push.pot_index, {})[push.board_index, push.hand_type_index] = shares
        return list(pots.values())


def asked_by(hand: Hand) -> Asked:
    """What our hand asks now."""
    if hand.due is Due.DRAW:
        return Asked("draw", hand.seat)
    if hand.due is Due.BRING_IN:
        bring_in = min(hand.setup.stakes.bring_in, hand.stacks[hand.seat])
        return Asked("bring in", hand.seat, bring_in, *hand.raise_bounds())
    if hand.due is Due.ACT:
        return Asked("act", hand.seat, hand.to_call, *hand.raise_bounds())
    return NOBODY


def paid_by(hand: Hand) -> list[Parts]:
    """What the pots of our hand paid, by board and half; nothing for a pot that was not divided."""
    return [
        {(part.board, part.half): {seat: amount for seat, amount in part.shares if amount} for part in event.parts}
        for event in hand.log
        if isinstance(event, e.Awarded)
    ]
