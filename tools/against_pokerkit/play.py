"""One hand of the differential test: random actions in our hand, the same in PokerKit, compared at every decision."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import NamedTuple

from against_pokerkit.known import KNOWN, Known, find_known
from against_pokerkit.mirror import (
    DECISIONS,
    NOBODY,
    Difference,
    Mirror,
    Refused,
    asked_by,
)
from against_pokerkit.paid import difference_in_paid
from against_pokerkit.setup import LIMITS, random_setup
from sidepot.cards import Deck
from sidepot.games.model import Game
from sidepot.hand.betting_terms import nearest
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded
from sidepot.hand.hand import Hand
from sidepot.hand.planning.plan import plan_of
from sidepot.hand.setup import Setup


class Played(NamedTuple):
    """The outcome of one hand: `known` names the divergence it ended in, `found` is one that no row explains."""

    hand: Hand
    mirror: Mirror
    decisions: int
    known: str = ""
    found: Difference | None = None


def limit_of(at: int) -> str:
    """The limits take turns."""
    return LIMITS[at % len(LIMITS)]


def play(pk: ModuleType, game: Game, seed: int, at: int, *, known: tuple[Known, ...] = KNOWN) -> Played:
    """Hand `at` of a seed: the same table, cards and actions whenever it is asked for."""
    chance = Random(f"{game.name}, seed {seed}, hand {at}")
    setup = random_setup(game, limit_of(at), chance)
    deck = Deck(plan_of(setup).deck, below=chance.randrange)
    manner = (1 + chance.randrange(6), 4 + chance.randrange(20), 1 + chance.randrange(12))
    return play_both(pk, setup, deck, lambda hand: decide(hand, chance, manner), known=known)


def play_both(
    pk: ModuleType, setup: Setup, deck: Deck, decide: Callable[[Hand], None], *, known: tuple[Known, ...] = KNOWN
) -> Played:
    """Play a hand to its end, or to the first difference; `decide` makes the players' decisions in our hand."""
    hand = Hand(setup)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit warns of cards it did not expect, and of folds that are not needed
        mirror = Mirror(pk, setup)
        decisions, found = _play_on(hand, mirror, Dealer(deck, auto_show=True), decide)
        name = find_known(found, known) if found is not None else ""
    return Played(hand, mirror, decisions, name, None if name else found)


def _play_on(
    hand: Hand, mirror: Mirror, dealer: Dealer, decide: Callable[[Hand], None]
) -> tuple[int, Difference | None]:
    seen = decisions = 0
    while True:
        dealer.run(hand)
        events, seen = hand.log[seen:], len(hand.log)
        try:
            for event in events:
                mirror.follow(event)
            if hand.due is not Due.RUN:
                mirror.settle()
        except Refused as refused:
            return decisions, Difference("refused", hand, mirror, asked_by(hand), NOBODY, str(refused))
        if hand.due is not Due.RUN:
            found = _compare(hand, mirror)
            if found is not None or hand.due is Due.DONE:
                return decisions, found
            decisions += 1
        decide(hand)


def _compare(hand: Hand, mirror: Mirror) -> Difference | None:
    """What differs now: who decides what, for how much, the chips behind, and at the end who won what."""
    ours, theirs = asked_by(hand), mirror.asked()
    if ours != theirs:
        return Difference("asked", hand, mirror, ours, theirs, "the decision differs")
    stacks, others = _before_pots(hand) if hand.due in DECISIONS else hand.stacks, mirror.chips(mirror.state.stacks)
    what = f"stacks {stacks} and {others}" if stacks != others else ""
    if hand.due is Due.DONE:
        found = Difference("paid", hand, mirror, ours, theirs, what)
        if not what and hand.live & (hand.live - 1):
            found = found._replace(what=difference_in_paid(found))
        return found if found.what else None
    return Difference("asked", hand, mirror, ours, theirs, what) if what else None


def _before_pots(hand: Hand) -> list[int]:
    """Stacks without the pots that were paid already: PokerKit pays them all at the end."""
    stacks = hand.stacks.copy()
    for event in hand.log:
        if isinstance(event, Awarded):
            for seat, amount in event.shares:
                stacks[seat] -= amount
    return stacks


def decide(hand: Hand, chance: Random, manner: tuple[int, int, int]) -> None:
    """One random legal decision; `manner` weighs fold, check or call, and bet or raise."""
    fold, stay, push = manner
    if hand.due is Due.RUN:
        hand.choose_runs(chance.randint(1, hand.count))
    elif hand.due is Due.DRAW:
        hole = hand.hole[hand.seat]
        hand.discard([card for card in hole if chance.randrange(2)] if chance.randrange(5) else hole)
    elif hand.due is Due.BRING_IN:
        to = _some_raise(hand, chance) if not chance.randrange(3) else 0
        if to:
            hand.raise_to(to)
        else:
            hand.bring_in()
    else:
        pick = chance.randrange(fold + stay + push)
        to = _some_raise(hand, chance) if pick >= fold + stay else 0
        if to:
            hand.raise_to(to)
        elif pick < fold and (hand.to_call or not chance.randrange(8)):
            hand.fold()
        else:
            hand.check_or_call()


def _some_raise(hand: Hand, chance: Random) -> int:
    """The least, the greatest or any other legal total to bet or raise to; 0 if there is none."""
    low, high = hand.raise_bounds()
    pick = chance.randrange(4)
    to = low if pick == 0 else high if pick == 1 else low + chance.randrange(high - low + 1)
    return nearest(to, low, high, hand.betting.step())
