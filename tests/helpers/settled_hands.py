"""Hands that were played to their end at random, and the facts of them that people settle a hand by."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import msgspec
from random_setups import LIMITS, random_setup
from universal.answering import answer

from sidepot.cards import Deck
from sidepot.games.model import Game
from sidepot.hand.apply import APPLY
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded, PassedOut, Proved, Redealt, Returned
from sidepot.hand.hand import Hand
from sidepot.hand.streets import seats_of
from sidepot.rules.rulebook import Rulebook

NAMES = "S{}"


class Outcome(NamedTuple):
    """What came of a hand: chips won, chips given back, chips that stay for the next deal."""

    payouts: dict[str, int]
    returned: dict[str, int]
    carried: int


class PlayedOut(NamedTuple):
    """A hand that was played, what `settle` is told of it, and what the engine made of it."""

    hand: Hand
    facts: dict[str, Any]
    outcome: Outcome

    @property
    def is_contested(self) -> bool:
        """Whether hands were compared."""
        return "hands" in self.facts


def played_out(game: Game, house: Rulebook, seed: int) -> PlayedOut:
    """A random hand of a game, mostly called down, that ends with all hands tabled."""
    chance = random.Random(seed)
    house = house.but(sevens_rule=False)  # what it gives back depends on how it was bet, and is not told to `settle`
    while True:
        seats = chance.randint(game.seats[0], min(game.seats[1], 8))
        setup = random_setup(game, chance.choice(LIMITS), seats, house, chance)
        stakes = msgspec.structs.replace(setup.stakes, rake=None)
        stacks = tuple([stack - stack % stakes.chip for stack in setup.stacks])
        hand = Hand(msgspec.structs.replace(setup, stakes=stakes, stacks=stacks, carried=0, parts=()))
        deck = Deck(hand.plan.deck, below=chance.randrange)
        manner = (1, chance.randint(4, 30), chance.randint(0, 6))
        while hand.due is not Due.DONE:
            if hand.due is Due.SHOW:
                hand.show_all()
            else:
                answer(hand, deck, chance.randrange, manner)
        if not any(isinstance(event, Proved) and not event.good for event in hand.log) and hand.pot_at < 0:
            if not _is_passed_out(hand):
                return PlayedOut(hand, facts_of(hand), outcome_of(hand))


def _is_passed_out(hand: Hand) -> bool:
    """Whether nobody opened, and no cards were compared."""
    return hand.street < hand.plan.showdown and any(isinstance(event, PassedOut) for event in hand.log)


def outcome_of(hand: Hand, names: str = NAMES) -> Outcome:
    """What the engine paid, gave back, and left in the pot, in the last deal of a hand."""
    won: Counter[str] = Counter()
    returned: Counter[str] = Counter()
    for event in hand.log:
        if isinstance(event, Redealt):
            won.clear()
            returned.clear()
        elif isinstance(event, Awarded):
            for seat, chips in event.shares:
                won[names.format(seat)] += chips
        elif isinstance(event, Returned):
            returned[names.format(event.seat)] += event.amount
    return Outcome({name: chips for name, chips in won.items() if chips}, dict(returned), hand.carried)


def facts_of(hand: Hand) -> dict[str, Any]:
    """The facts of a hand when all betting was over: what a dealer sees on the table."""
    then = _before_payment(hand)
    seats = range(hand.plan.seats)
    live = seats_of(then.live)
    facts: dict[str, Any] = {
        "put": {name_of(seat): then.betting.put[seat] for seat in seats},
        "folded": [name_of(seat) for seat in seats if seat not in live],
        "all_in": [name_of(seat) for seat in live if not then.betting.stacks[seat]],
        "dead": then.dead,
        "game": hand.setup.game,
        "house": hand.setup.rulebook,
        "button": name_of(hand.setup.button),
        "chip": hand.setup.stakes.chip,
    }
    if len(live) > 1 or hand.plan.to_win:
        facts["hands"] = {name_of(seat): hand.hole[seat] for seat in live}
        facts["board"] = [board for board in hand.boards if board]
        if hand.aside.declared:
            words = {1: "first", 2: "second", 3: "both"}
            facts["declared"] = {name_of(seat): words[ways] for seat, ways in hand.aside.declared}
    return facts


def _before_payment(hand: Hand) -> Hand:
    """The hand as it was before the first chip went back or was paid."""
    then = Hand(hand.setup)
    for event in hand.log[1:]:
        if isinstance(event, Awarded | PassedOut | Returned):
            break
        APPLY[type(event)](then, event)
    return then


def name_of(seat: int) -> str:
    return NAMES.format(seat)
