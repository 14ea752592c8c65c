"""The universal tester: each catalogue game x limit x seats x house, with random tables and random play.

By default some two thousand hands are played, each looked at after every event. `SIDEPOT_SOAK=1` plays fifty times as
many, on other tables; `SIDEPOT_SOAK=N` for any other number. A hand that breaks a rule is printed as its log in JSON,
and can be played again with the seed in the name of the test.
"""

from __future__ import annotations

import random

import pytest
from random_setups import HOUSES, LIMITS, TIMES, random_setup

from sidepot.analysis.invariants import Broken
from sidepot.analysis.tester import play_randomly, snapshot, try_refusals
from sidepot.games.catalog import GAMES, HOLDEM, RAZZ, STUD, STUD8
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.betting import Betting
from sidepot.hand.events import Checked
from sidepot.hand.hand import Hand
from sidepot.hand.replay import replay, strict_replay
from sidepot.hand.seating import seat_hand
from sidepot.rules.houses import CASH


def seats_of(game: Game) -> range:
    return range(max(game.seats[0], 2), min(game.seats[1], 10) + 1)


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game(game: Game, limit: str) -> None:
    for number in range(TIMES):
        for seats in seats_of(game):
            for house in HOUSES:
                seed = f"{game.name} {limit} {seats} {house.name} {number}"
                chance = random.Random(seed)
                setup = random_setup(game, limit, seats, house, chance)
                try:
                    play_randomly(setup, chance.randrange, thorough=not chance.randrange(3), refold=replay)
                except Exception as error:
                    error.add_note(f"seed {seed!r}")
                    raise


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_game_with_kills_and_strict_replay(game: Game) -> None:
    """The floor kills hands, more seats than ten sit down, and the log is played again by the rules."""
    for number in range(10 * TIMES):
        chance = random.Random(f"kills {game.name} {number}")
        seats = chance.randint(*game.seats)
        setup = random_setup(game, chance.choice(LIMITS), seats, chance.choice(HOUSES), chance)
        play_randomly(setup, chance.randrange, thorough=not number % 3, kills=True, refold=strict_replay)


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


def hand() -> Hand:
    return Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [100] * 3))


def test_tester_finds_lost_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tester is tested: an engine that makes a chip with every call is caught."""
    put_in = Betting.put_in

    def generous(self: Betting, seat: int, amount: int) -> int:
        self.stacks[seat] += 1
        return put_in(self, seat, amount)

    monkeypatch.setattr(Betting, "put_in", generous)
    with pytest.raises(Broken, match="chips"):
        play_randomly(hand().setup, random.Random(1).randrange)


def test_tester_finds_a_bound_that_is_too_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = Betting.bounds
    monkeypatch.setattr(Betting, "bounds", lambda self, seat: (bounds(self, seat)[0], self.stacks[seat] + 500))
    with pytest.raises(Broken):
        play_randomly(hand().setup, random.Random(1).randrange)


def test_tester_finds_a_refusal_that_leaves_a_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    fold = Hand.fold

    def careless(self: Hand) -> None:
        self.log.append(Checked(0))
        fold(self)

    monkeypatch.setattr(Hand, "fold", careless)
    with pytest.raises(Broken, match="is refused and changes log"):
        try_refusals(hand(), random.Random(1).randrange)


def test_snapshot_holds_everything() -> None:
    one = hand()
    names = {*Hand.__slots__, *Betting.__slots__} - {"betting", "plan", "terms"}
    assert names <= set(snapshot(one))
    assert snapshot(one) == snapshot(one.copy(log=True))
    assert snapshot(Hand(seat_hand(STUD, NoLimit(), Stakes(ante=1), CASH, [5, 5]))) != snapshot(one)
