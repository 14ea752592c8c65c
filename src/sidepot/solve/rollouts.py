"""Rollouts: what a spot is worth if certain players play it to its end, over random cards that a seat does not see.

>>> from sidepot.hand.commands import Call, Check
>>> from sidepot.hand.planning.study import study_setup
>>> from sidepot.hand.view import view_of
>>> hand = Hand(study_setup("leduc"))
>>> hand.post(), hand.post(), hand.deal("Kh"), hand.deal("Js")
(None, None, None, None)
>>> def calls(view, may):
...     return Call() if may.call else Check()
>>> found = rollout(view_of(hand, 0), [calls, calls], Random(1), hands=400)
>>> 1.2 < found.chips[0] < 1.6  # 1.4: of five deals, a king wins three and ties one, for two chips
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from sidepot.cards import Deck
from sidepot.errors import BadNotation, Conflict
from sidepot.hand.commands import Command
from sidepot.hand.dealer import Dealer
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Player
from sidepot.hand.playing import play_on
from sidepot.solve.forks import deal_unknown
from sidepot.validation.integers import as_int


class Rollout(NamedTuple):
    """The result of rollouts.

    - `chips`: the chips that each seat won on average from the spot on, including the pot
    - `error`: the standard error of each average
    - `hands`: the number of hands
    """

    chips: tuple[float, ...]
    error: tuple[float, ...]
    hands: int


def rollout(
    view: Hand,
    players: Sequence[Player],
    rng: Random,
    *,
    hands: int = 1000,
    ranges: Mapping[int, str] | None = None,
    command: Command | None = None,
) -> Rollout:
    """Play a spot to its end again and again. Cards that the view does not show are random.

    - `players`: the players of all seats
    - `ranges`: the ranges of seats with two cards
    - `command`: the first command of the seat in turn; with the same seed, two commands are tried with the same cards

    Raises PlayerFailed for a player that fails, and Conflict for ranges that cannot all be dealt.
    """
    count = as_int(hands, "hands")
    if count < 2:
        raise BadNotation(f"hands: expected 2 or more, not {count}")
    if len(players) != view.plan.seats:
        raise Conflict(f"players: expected {view.plan.seats}, one for each seat, not {len(players)}")
    sums, squares = [0] * len(players), [0] * len(players)
    for _ in range(count):
        seed = rng.getrandbits(64)  # of its own for each hand, so that hands stay alike whatever the players draw
        hand = deal_unknown(view, Random(seed), ranges)
        stub = [card for card in hand.plan.deck if hand.fresh >> card & 1]
        if command is not None:
            hand.do(command)
        play_on(hand, Dealer(Deck(stub, below=Random(seed + 1).randrange), auto_show=True), players)
        for seat, (after, before) in enumerate(zip(hand.stacks, view.stacks, strict=True)):
            sums[seat] += after - before
            squares[seat] += (after - before) ** 2
    means = [won / count for won in sums]
    spread = [max(square - count * mean * mean, 0.0) for square, mean in zip(squares, means, strict=True)]
    return Rollout(tuple(means), tuple([(one / (count - 1) / count) ** 0.5 for one in spread]), count)
