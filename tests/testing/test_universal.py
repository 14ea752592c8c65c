"""The universal tester: each catalogue game x limit x seats, in every form, and games that nobody has played.

Houses, rakes and tables are random. By default some three thousand hands are played, each looked at after every event.
`SIDEPOT_SOAK=1` plays fifty times as many, on other tables; `SIDEPOT_SOAK=N` for any other number. A hand that breaks a
rule is printed as its log in JSON, and can be played again with the seed in the note of the error.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from each import each
from random_games import random_game
from random_setups import HOUSES, LIMITS, TIMES, forms, random_house, random_setup
from universal.tester import play_randomly

from sidepot.games.catalog import (
    GAMES,
    RAZZ,
    STUD,
    STUD8,
)
from sidepot.games.limits import FixedLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.events import (
    Event,
)
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.replaying import replay, strict_replay

pytestmark = pytest.mark.long


def play(seed: str, game: Game, seats: int, limit: str = "", *, kills: bool = False, thorough: int = 3) -> Hand:
    """One hand from a seed, at a random table of a random house; one in `thorough` is looked at thoroughly."""
    chance = random.Random(seed)
    house = random_house(chance)
    try:
        setup = random_setup(game, limit or chance.choice(LIMITS), seats, house, chance)
        refold: Callable[[list[Event]], Hand] = strict_replay if kills else replay
        close = not chance.randrange(thorough)
        return play_randomly(setup, chance.randrange, thorough=close, kills=kills, refold=refold)
    except Exception as error:
        error.add_note(f"seed {seed!r}")
        raise


@each("limit", LIMITS)
@each("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game(game: Game, limit: str) -> None:
    """From two seats to as many as the game takes: each third number of them at one limit, the next at the next."""
    for number in range(TIMES):
        for seats in range(game.seats[0] + (LIMITS.index(limit) + number) % 3, game.seats[1] + 1, 3):
            play(f"{game.name} {limit} {seats} {number}", game, seats, limit, thorough=4)


@each("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_with_kills_and_strict_replay(game: Game) -> None:
    """The floor kills hands, dealers and players err, and the log is played again by the rules."""
    for number in range(3 * TIMES):
        seats = random.Random(f"seats {number}").randint(*game.seats)
        play(f"kills {game.name} {number}", game, seats, kills=True)


@each("game", forms(), ids=lambda game: game.name)
def test_every_form(game: Game) -> None:
    """Low, high-low and so on: the deal of a game, with another showdown."""
    for number in range(2 * TIMES):
        play(f"form {game.name} {number}", game, random.Random(f"{number}").randint(2, 6), kills=number % 2 == 1)


@each("block", range(10))
def test_games_that_nobody_has_played(block: int) -> None:
    """Whatever the model takes can be played: any streets, boards, discards, wild cards, scales."""
    for number in range(15 * TIMES):
        seed = f"own {block} {number}"
        game = random_game(random.Random(seed))
        play(seed, game, random.Random(number).randint(*game.seats), kills=number % 3 == 2)


@pytest.mark.parametrize("game", [STUD, STUD8, RAZZ], ids=lambda game: game.name)
def test_eight_stay_to_the_end_of_a_stud_hand(game: Game) -> None:
    """Eight times seven cards are more than a deck: burns come back, or one card in the middle serves all (PG-95)."""
    for number in range(4 * TIMES):
        chance = random.Random(f"eight {game.name} {number}")
        stakes = Stakes(ante=1, bring_in=1, small_bet=2)
        stacks = [chance.randint(6, 90) for _ in range(8)]
        setup = seat_hand(game, FixedLimit(), stakes, chance.choice(HOUSES), stacks)
        hand = play_randomly(setup, chance.randrange, manner=(number % 2, 40, 3), refold=strict_replay)
        assert hand.boards[0] or hand.live.bit_count() < 8
