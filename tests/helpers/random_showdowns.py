"""Random showdowns for the judge: hands played at random, and tables laid out at random to be settled."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from msgspec.structs import replace
from random_games import random_game
from random_setups import EVERY_GAME, LIMITS, random_house, random_setup, with_parts
from slow_settling import Middle
from universal.answering import answer, kill
from universal.slow_awards import Showdown

from sidepot.cards import Deck
from sidepot.games.catalog import JACKS, JACKS_TRIPS
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded, Killed, PassedOut, Proved, Returned
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup
from sidepot.rules.hand_choices import OddHalf
from sidepot.rules.houses import BARGE_2026, CASH, ROBERTS, TDA_2024, WSOP_LIVE
from sidepot.rules.rulebook import Declaration, OddChip, Reading, Rulebook

LONGEST = 2000  # no hand has so many events
HOUSES = (TDA_2024, ROBERTS, BARGE_2026, CASH, WSOP_LIVE)


class LaidOut(NamedTuple):
    """A table at the end of a hand: for the judge, and as it is given to `settle`."""

    showdown: Showdown
    middle: Middle
    facts: dict[str, Any]


def some_game(chance: random.Random) -> Game:
    """A game of the catalogue in any of its forms, and one time in six one that nobody has played."""
    return random_game(chance) if not chance.randrange(6) else chance.choice(EVERY_GAME)


def some_house(chance: random.Random) -> Rulebook:
    """One of five houses, with what only some houses do, and its odd chips as they may be."""
    house = random_house(chance, chance.choice(HOUSES))
    changes: dict[str, Any] = {"sevens_rule": False, "run_it": chance.randint(1, 3)}
    if chance.random() < 0.5:
        changes |= {
            "one_odd_chip": chance.random() < 0.5,
            "odd_half": chance.choice(tuple(OddHalf)),
            "odd_chip_stud": chance.choice(tuple(OddChip)),
            "identical_high_low_even": chance.random() < 0.5,
            "dead_hand_forfeits": chance.random() < 0.5,
        }
    return house.but(**changes)


# ---- played


def played_showdown(seed: str, *, waits: bool = False) -> Hand:
    """A hand in which the judge has something to say: most players stay, and some are killed.

    Of any game; or, where a pot `waits` since an earlier deal, of one in which only some contest parts of it.
    """
    chance = random.Random(seed)
    while True:
        game = chance.choice((JACKS, JACKS_TRIPS)) if waits else some_game(chance)
        seats = chance.randint(game.seats[0], min(game.seats[1], 7))
        setup = random_setup(game, chance.choice(LIMITS), seats, some_house(chance), chance)
        if waits:
            setup = with_parts(replace(setup, carried=9 * setup.stakes.chip, parts=()), chance)
        hand = _played(setup, chance)
        if _is_judged(hand):
            return hand


def _played(setup: Setup, chance: random.Random) -> Hand:
    below = chance.randrange
    hand = Hand(setup)
    deck = Deck(hand.plan.deck, below=below)
    manner = (1 + below(3), 8 + below(30), below(8))
    while hand.due is not Due.DONE:
        events = len(hand.log)
        if hand.due is Due.ACT and not below(20):
            kill(hand, below)
        if len(hand.log) == events:
            answer(hand, deck, below, manner)
        if len(hand.log) > LONGEST:
            raise AssertionError(f"this hand does not end: {hand.log[-5:]}")
    return hand


def _is_judged(hand: Hand) -> bool:
    """Whether cards were compared, and the hand went its ordinary way since: see `judge`."""
    paid = [at for at, event in enumerate(hand.log) if isinstance(event, Awarded | PassedOut | Returned)]
    is_odd = any(isinstance(event, Killed) for event in hand.log[paid[0] :])
    is_odd |= any(isinstance(event, Proved) and not event.good for event in hand.log)
    return hand.street >= hand.plan.showdown and hand.live & (hand.live - 1) != 0 and not is_odd


# ---- laid out


def laid_out(seed: str) -> LaidOut:
    """Hands, boards and chips of any game, as they may lie at the end of a hand; the board is run up to three times."""
    chance = random.Random(seed)
    while True:
        game, house = some_game(chance), some_house(chance).but(reading=Reading.CARDS_SPEAK)
        seats = chance.randint(game.seats[0], min(game.seats[1], 7))
        community = int(game.is_stud and chance.random() < 0.1)
        pack = list(find_deck(game.deck).cards)
        chance.shuffle(pack)
        runs = chance.choice((1, 1, 2, 3)) if game.board_cards else 1
        each = game.hole_cards - community
        if len(pack) >= seats * each + runs * game.boards * game.board_cards + community:
            return _lay_out(chance, game, house, pack, seats, runs, community)


def _lay_out(
    chance: random.Random, game: Game, house: Rulebook, pack: list[int], seats: int, runs: int, community: int
) -> LaidOut:
    chip = chance.choice((1, 1, 1, 5, 25))
    holes = [tuple(pack.pop() for _ in range(game.hole_cards - community)) for _ in range(seats)]
    boards = _boards(chance, game, pack, runs) if game.board_cards else [tuple(pack.pop() for _ in range(community))]
    if chance.random() < 0.4:  # many ties
        holes[1] = _of_same_ranks(holes[0], holes[1], pack)
    button = chance.randrange(seats)
    levels = [chip * chance.randint(0, 40) for _ in range(chance.randint(1, 4))]
    put = [chance.choice(levels) if chance.random() < 0.7 else chip * chance.randint(0, 60) for _ in range(seats)]
    put[chance.randrange(seats)] += chip
    live = [seat for seat in range(seats) if chance.random() < 0.7] or [chance.randrange(seats)]
    out = [seat for seat in range(seats) if seat not in live]
    killed = [seat for seat in out if chance.random() < 0.4]
    most = max(put[seat] for seat in live)
    mucked = [seat for seat in live if put[seat] < most and chance.random() < 0.1]
    chance.shuffle(mucked)
    all_in = live if chance.random() < 0.7 else live[1:]
    declares = len(game.halves) == 2 and house.declaration is not Declaration.CARDS_SPEAK
    declared = {seat: chance.randint(1, 3) for seat in live if seat not in mucked} if declares else {}
    dead = chip * chance.choice((0, 0, 1, 7))
    name = "S{}".format
    middle = Middle(
        tuple(put),
        sum(1 << seat for seat in live),
        dead,
        tuple(mucked),
        all_in == live,
        sum(1 << seat for seat in killed) if house.dead_hand_forfeits else 0,
    )
    facts = {
        "put": {name(seat): chips for seat, chips in enumerate(put)},
        "folded": [name(seat) for seat in out if seat not in killed],
        "killed": [name(seat) for seat in killed],
        "mucked": [name(seat) for seat in mucked],
        "hands": {name(seat): holes[seat] for seat in live if seat not in mucked},
        "board": [board for board in boards if board],
        "dead": dead,
        "declared": {name(seat): ("", "first", "second", "both")[ways] for seat, ways in declared.items()},
        "all_in": [name(seat) for seat in all_in],
        "game": game,
        "house": house,
        "button": name(button),
        "chip": chip,
    }
    return LaidOut(Showdown(game, house, button, chip, holes, boards, declared, {}, {}), middle, facts)


def _of_same_ranks(model: tuple[int, ...], hole: tuple[int, ...], pack: list[int]) -> tuple[int, ...]:
    """A hand of the ranks of another, as far as the pack has them; the cards that it had go back."""
    pack += hole
    found = []
    for card in model:
        found.append(next((one for one in pack if one // 4 == card // 4), pack[0]))
        pack.remove(found[-1])
    return tuple(found)


def _boards(chance: random.Random, game: Game, pack: list[int], runs: int) -> list[tuple[int, ...]]:
    """The boards of each run, with the streets that all runs share."""
    streets = [street.board for street in game.streets if street.board]
    shared = sum(streets[: chance.randrange(len(streets))])
    first = [tuple(pack.pop() for _ in range(shared)) for _ in range(game.boards)]
    rest = game.board_cards - shared
    return [board + tuple(pack.pop() for _ in range(rest)) for _ in range(runs) for board in first]
