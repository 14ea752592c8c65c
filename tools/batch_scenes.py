"""Hands of `sidepot.kernels.batch` played again by the engine, decision by decision.

A *scene* is a batch of tables with random everything: game, limit, stakes, house, seats, stacks, buttons, decks. Half
of them are stepped through beside the engine, which is asked at each decision what is allowed; the others are played by
a policy, and the engine plays what was decided. Whatever differs is a `Conflict` that names the scene.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from sidepot.cards import Deck
from sidepot.errors import Conflict
from sidepot.games.catalog import BIG_O, HOLDEM, OMAHA, OMAHA8, find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.kernels.batch import Batch
from sidepot.kernels.jit import Array
from sidepot.rules.houses import HOUSES
from sidepot.rules.rulebook import CapHeadsUp, PotLimitBlinds, Reopening, Rulebook, ShortPost

GAMES: tuple[Game, ...] = (HOLDEM, HOLDEM, OMAHA, OMAHA8, BIG_O, find_game("omaha6"), find_game("holdem-high-low-8"))
_ROOM = 400  # decisions of a hand; capped or short stacks never come near
_ANTES = (AnteBy.ALL, AnteBy.ALL, AnteBy.BIG_BLIND, AnteBy.BUTTON)


class Scene(NamedTuple):
    """Tables to play, and what they have in common."""

    name: str
    batch: Batch
    stacks: Array
    buttons: Array


def scene(seed: int, tables: int) -> Scene:
    """The tables of a seed."""
    import numpy as np

    chance = random.Random(seed)
    game = chance.choice(GAMES)
    seats = chance.randint(2, min(10, game.seats[1]))
    unit = chance.choice((1, 1, 2, 5, 25))
    stakes = some_stakes(chance, seats, unit)
    limit = some_limit(chance, stakes)
    house = some_house(chance)
    big = max((*stakes.blinds, stakes.ante, stakes.small_bet))
    deep = chance.choice((3, 12, 40, 120)) * big
    draw = np.random.default_rng(seed)
    stacks = draw.integers(1, deep, size=(tables, seats))
    if chance.random() < 0.5:
        stacks = -(-stacks // stakes.chip) * stakes.chip
    stacks[draw.random((tables, seats)) < chance.choice((0.0, 0.0, 0.1))] = 0
    stacks[stacks.sum(axis=1) == 0] = big
    left = None if chance.random() < 0.7 else seats + chance.choice((0, 0, 5))
    batch = Batch(game, limit, stakes, house, seats=seats, players_left=left)
    name = f"scene {seed}: {game.name}, {limit}, {stakes}, {house.name}, {seats} seats, {left} left"
    return Scene(name, batch, stacks, draw.integers(0, seats, size=tables))


def some_stakes(chance: random.Random, seats: int, unit: int) -> Stakes:
    """Blinds in a room's usual sizes, with or without antes and straddles."""
    small = unit * chance.choice((1, 1, 2, 3))
    blinds: tuple[int, ...] = (small, chance.choice((2, 2, 1, 3)) * small)
    if seats > 3 and chance.random() < 0.15:
        blinds = (*blinds, 2 * blinds[1])
    ante = chance.choice((0, 0, 0, unit, small))
    if chance.random() < 0.05:
        ante, blinds = small, ()
    return Stakes(
        blinds=blinds,
        ante=ante,
        ante_by=chance.choice(_ANTES),
        ante_is_dead=chance.random() < 0.2,
        chip=unit,
        small_bet=0 if chance.random() < 0.7 else 2 * small,
    )


def some_limit(chance: random.Random, stakes: Stakes) -> Limit:
    """Any limit that these stakes are played at."""
    least = stakes.min_bet
    cap = chance.choice((None, None, None, 10 * least))
    limits: tuple[Limit, ...] = (
        NoLimit(cap),
        NoLimit(),
        PotLimit(cap=cap),
        PotLimit(1, 2),
        FixedLimit(),
        FixedLimit(chance.choice((3, None))),
        SpreadLimit(least, 4 * least, chance.choice((None, 4))),
    )
    return chance.choice(limits)


def some_house(chance: random.Random) -> Rulebook:
    """A house, or one with another choice in what concerns the betting, odd chips and caps."""
    house = chance.choice(list(HOUSES.values()))
    if chance.random() < 0.5:
        return house
    return house.but(
        name=f"a house like {house.name}",
        reopening=chance.choice(list(Reopening)),
        reopening_limit=chance.choice(list(Reopening)),
        short_post=chance.choice(list(ShortPost)),
        cap_heads_up=chance.choice(list(CapHeadsUp)),
        pot_limit_blinds=chance.choice(list(PotLimitBlinds)),
        identical_high_low_even=chance.random() < 0.5,
        one_odd_chip=chance.random() < 0.5,
        pot_limit_rounds_up=chance.random() < 0.5,
    )


def check(seed: int, tables: int) -> int:
    """Play a scene both ways; how many decisions were compared. Raises Conflict, saying where the two part."""
    here = scene(seed, tables)
    return check_steps(here, seed) if seed % 2 else check_plays(here, seed)


def dealt(here: Scene, at: int, deck: Array) -> tuple[Hand, Dealer]:
    """The engine's hand at one table of a scene, before its first decision."""
    batch = here.batch
    setup = seat_hand(
        batch.game,
        batch.limit,
        batch.stakes,
        batch.rulebook,
        [int(stack) for stack in here.stacks[at]],
        button=int(here.buttons[at]),
        players_left=batch.players_left,
    )
    hand = Hand(setup)
    dealer = Dealer(Deck([int(card) for card in deck]), auto_show=True)
    run(hand, dealer)
    return hand, dealer


def run(hand: Hand, dealer: Dealer) -> None:
    """Let the dealer go on; a board is run once."""
    while dealer.run(hand) is Due.RUN:
        hand.choose_runs(1)


def do(hand: Hand, dealer: Dealer, act: int) -> None:
    """The engine's part of an act of a kernel."""
    if act < 0:
        hand.fold()
    elif act:
        hand.raise_to(act)
    else:
        hand.check_or_call()
    if hand.due is not Due.ACT:
        run(hand, dealer)


def check_plays(here: Scene, seed: int) -> int:
    """Whole hands by a policy: the engine takes each decision, and the same chips are won."""
    import numpy as np

    draw = np.random.default_rng(seed + 1)
    policy = draw.dirichlet((0.4, 3.0, 0.8, 0.4, 0.3), size=(here.batch.seats, 4, 2))
    played = here.batch.play(here.stacks, policy, buttons=here.buttons, seed=seed, keep=_ROOM)
    assert played.decks is not None
    assert played.log is not None
    for at in range(len(here.stacks)):
        hand, dealer = dealt(here, at, played.decks[at])
        for seat, act in decisions(played.log[at]):
            if hand.due is not Due.ACT or hand.seat != seat:
                raise Conflict(f"{here.name}, table {at}: {seat} acts, in the engine {hand.due} of {hand.seat}")
            if act > 0 and not hand.may_raise_to(act):
                raise Conflict(f"{here.name}, table {at}: {act} is no raise in the engine: {hand.raise_bounds()}")
            do(hand, dealer, act)
        compare_chips(here, at, hand, played.won[at])
    return played.decisions


def decisions(log: Array) -> Iterator[tuple[int, int]]:
    """The seats and acts of one hand."""
    for seat, act in log.tolist():
        if seat < 0:
            return
        yield seat, act


def check_steps(here: Scene, seed: int) -> int:
    """Hands act by act: at each decision the same seat, the same call, the same least and greatest raise."""
    import numpy as np

    draw = np.random.default_rng(seed + 1)
    count = len(here.stacks)
    decks = draw.permuted(np.tile(np.arange(52), (count, 1)), axis=1)
    tables = here.batch.deal(here.stacks, buttons=here.buttons, decks=decks)
    hands = [dealt(here, at, decks[at]) for at in range(count)]
    compared = 0
    while tables.on:
        acts = some_acts(draw, tables.low, tables.high, here.batch.form.chip)
        seen = zip(*[column.tolist() for column in (tables.seat, tables.street, tables.owed)], strict=True)
        may = zip(*[column.tolist() for column in (tables.low, tables.high, tables.pot)], strict=True)
        for at, (one, other) in enumerate(zip(seen, may, strict=True)):
            hand, dealer = hands[at]
            if one[0] < 0 and hand.due is Due.DONE:
                continue
            asked = (hand.seat, hand.street, hand.to_call, *hand.raise_bounds(), hand.betting.pot())
            if hand.due is not Due.ACT or asked != (*one, *other):
                raise Conflict(f"{here.name}, table {at}: {(*one, *other)}, in the engine {hand.due} {asked}")
            do(hand, dealer, int(acts[at]))
            compared += 1
        tables.step(acts)
    for at in range(count):
        compare_chips(here, at, hands[at][0], tables.won[at])
    return compared


def some_acts(draw: Array, low: Array, high: Array, chip: int) -> Array:
    """An act for each table: mostly calls, and raises of all sizes that are allowed."""
    import numpy as np

    kind = draw.random(len(low))
    between = draw.integers(low, high + 1)
    made = np.maximum(between - between % chip, low)
    sizes = np.where(kind < 0.85, low, np.where((kind < 0.93) & (between < high), made, high))
    return np.where(kind < 0.07, -1, np.where(kind < 0.65, 0, sizes))


def compare_chips(here: Scene, at: int, hand: Hand, won: Array) -> None:
    """Raise Conflict unless the hand is over in the engine too, and each seat has the same chips."""
    ours = [after - before for after, before in zip(hand.stacks, hand.setup.stacks, strict=True)]
    if hand.due is not Due.DONE or ours != won.tolist():
        raise Conflict(f"{here.name}, table {at}: {won.tolist()} won, in the engine {ours} ({hand.due})")
