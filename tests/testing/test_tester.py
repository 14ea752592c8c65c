"""The universal tester is tested: what is rare comes up in it, and an engine that breaks a rule is caught."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from each import each
from msgspec.structs import replace
from universal.broken import Broken
from universal.tester import is_same, play_randomly, snapshot, try_refusals

from sidepot.games.catalog import (
    BADUGI_GAME,
    DOUBLE_BOARD_HOLDEM,
    HOLDEM,
    JACKS,
    JACKS_TRIPS,
    LOWBALL,
    OMAHA8,
    STUD,
    STUD8,
    STUD_HIGH_LOW,
    TRIPLE_DRAW,
)
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.model import Game
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand import apply_cards, course, deaths, ending, floor_acts, refusals, stub
from sidepot.hand.betting import Betting
from sidepot.hand.due import Due
from sidepot.hand.events import (
    Awarded,
    Checked,
    Declared,
    Discarded,
    Event,
    Exposed,
    Folded,
    Killed,
    PassedOut,
    Proved,
    Redealt,
    Reshuffled,
    Restubbed,
    Revealed,
    Shown,
    TookBack,
    Voided,
)
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Post, Setup
from sidepot.hand.winning import claims, openers, split_pots
from sidepot.rules.houses import CASH, HOME, ROBERTS, TDA_2013
from sidepot.rules.rulebook import BothWays, Declaration, Openers, Reading, Rulebook

# ---- what is rare is seen


def table(game: Game, house: Rulebook, chance: random.Random, *, seats: int = 4, deep: int = 40) -> Setup:
    """A table where rare things happen: fixed limit where the game is played so, short stacks elsewhere, and a rake."""
    stacks = [chance.randint(2, deep) for _ in range(seats)]
    rake = Rake(5, cap=3, no_flop_no_drop=chance.random() < 0.5)
    if game.is_stud:
        return seat_hand(game, FixedLimit(), Stakes(ante=1, bring_in=1, small_bet=2, rake=rake), house, stacks)
    if game.pass_out:
        return seat_hand(game, NoLimit(), Stakes(ante=1, small_bet=2, rake=rake), house, stacks)
    limit = FixedLimit() if game.is_draw else NoLimit()
    return seat_hand(game, limit, Stakes(blinds=(1, 2), rake=rake), house, stacks)


def events_of(hand: Hand, kind: type) -> list[Any]:
    return [event for event in hand.log if isinstance(event, kind)]


PROVED = CASH.but(openers=Openers.PROVED)
CHIPS = CASH.but(declaration=Declaration.CHIPS_IN_HAND)
ALOUD = CASH.but(declaration=Declaration.IN_TURN, both_ways=BothWays.WIN_OUTRIGHT)
CALLED = CASH.but(reading=Reading.AS_CALLED)
RARE: dict[str, tuple[Game, Rulebook, Callable[[Hand], object]]] = {
    "the board is run three times": (HOLDEM, HOME, lambda hand: len(hand.boards) > 2),
    "two boards are run twice": (DOUBLE_BOARD_HOLDEM, HOME, lambda hand: len(hand.boards) == 4),
    "one of those asked wants one run": (HOLDEM, HOME, lambda hand: hand.aside.runs == 1),
    "declarations are revealed": (STUD_HIGH_LOW, CHIPS, lambda hand: events_of(hand, Revealed)),
    "who declares both ways takes it all": (
        OMAHA8,
        CHIPS,
        lambda hand: any(
            (seat, 3) in hand.aside.declared and len(won.shares) == 1 and hand.shown.bit_count() > 2
            for won in events_of(hand, Awarded)
            for seat, _ in won.shares
        ),
    ),
    "declarations are spoken": (OMAHA8, ALOUD, lambda hand: any(said.spoken for said in events_of(hand, Declared))),
    "a hand is called": (HOLDEM, CALLED, lambda hand: any(any(shown.called) for shown in events_of(hand, Shown))),
    "a pot is raked up to the cap": (HOLDEM, TDA_2013, lambda hand: hand.raked == 3),
    "nothing is raked before the flop": (
        HOLDEM,
        CASH,
        lambda hand: hand.setup.stakes.rake.no_flop_no_drop and not hand.raked and not any(hand.boards),
    ),
    "openers are proved": (JACKS, CASH, lambda hand: any(proof.good for proof in events_of(hand, Proved))),
    "openers are false": (JACKS, PROVED, lambda hand: any(not proof.good for proof in events_of(hand, Proved))),
    "openers are split": (JACKS, CASH, lambda hand: any(away.split for away in events_of(hand, Discarded))),
    "nobody has openers": (JACKS, CASH, lambda hand: events_of(hand, PassedOut)),
    "nobody has trips": (JACKS_TRIPS, CASH, lambda hand: events_of(hand, PassedOut) and events_of(hand, Shown)),
    "a checked seven wins no bets": (LOWBALL, ROBERTS, lambda hand: hand.aside.voided),
    "an exposed card is replaced": (
        LOWBALL,
        ROBERTS,
        lambda hand: any(not seen.kept for seen in events_of(hand, Exposed)),
    ),
    "an exposed card is kept": (TRIPLE_DRAW, CASH, lambda hand: any(seen.kept for seen in events_of(hand, Exposed))),
    "a wrong bring-in is taken back": (STUD, ROBERTS, lambda hand: events_of(hand, TookBack)),
    "discards are shuffled": (BADUGI_GAME, CASH, lambda hand: events_of(hand, Reshuffled)),
    "one card serves all": (STUD8, CASH, lambda hand: hand.boards[0]),
    "a bet of a killed hand goes back": (
        HOLDEM,
        CASH,
        lambda hand: any(dead.refund for dead in events_of(hand, Killed)),
    ),
    "a part of it was called": (
        HOLDEM,
        CASH,
        lambda hand: any(dead.before and dead.before.aggressor == dead.seat for dead in events_of(hand, Killed)),
    ),
    "a bring-in stays of a completion that goes back": (
        STUD,
        CASH,
        lambda hand: any(dead.before and dead.before.level == 0 for dead in events_of(hand, Killed)),
    ),
    "a hand is killed between two streets": (HOLDEM, CASH, lambda hand: was_killed_at(hand, Due.BURN, Due.BOARD)),
    "a hand is killed as runs are asked": (HOLDEM, HOME, lambda hand: was_killed_at(hand, Due.RUN)),
    "a tabled hand is killed": (HOLDEM, CASH, lambda hand: was_killed_at(hand, Due.AWARD)),
    "a seat folds out of turn": (
        HOLDEM,
        CASH,
        lambda hand: any(isinstance(event, Folded) and event.seat != turn for event, turn, _ in moments(hand)),
    ),
    "a hand is dealt again": (HOLDEM, CASH, lambda hand: events_of(hand, Redealt)),
    "a hand is called off": (HOLDEM, CASH, lambda hand: events_of(hand, Voided)),
    "the muck is shuffled into the stub": (HOLDEM, CASH, lambda hand: any(e.mixed for e in events_of(hand, Restubbed))),
}


def moments(hand: Hand) -> Iterator[tuple[Event, int, Due]]:
    """Each event with whose turn it was, and what was due."""
    told = Hand(hand.setup)
    for event in hand.log[1:]:
        yield event, told.seat, told.due
        told.apply(event)


def was_killed_at(hand: Hand, *dues: Due) -> bool:
    return any(isinstance(event, Killed) and due in dues for event, _, due in moments(hand))


@pytest.mark.long
@each("what", RARE)
def test_rare_situations_occur(what: str) -> None:
    """So that a hand of the tester which never gets there is noticed."""
    game, house, seen = RARE[what]
    for number in range(200):
        chance = random.Random(f"{what} {number}")
        seats = 8 if game in (STUD8, BADUGI_GAME, LOWBALL) else 4
        setup = table(game, house, chance, seats=seats, deep=20 if house is HOME else 40)
        if seen(play_randomly(setup, chance.randrange, thorough=False, kills=True, manner=(1, 12, 4))):
            return
    pytest.fail(f"in 200 hands it was never seen that {what}")


# ---- the tester is tested: an engine that breaks a rule is caught


def hand() -> Hand:
    return Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [100] * 3))


def is_caught(game: Game, house: Rulebook, what: str, *, seats: int = 4, kills: bool = False) -> None:
    with pytest.raises(Broken, match=what):
        play_many(game, house, seats, kills=kills)


def play_many(game: Game, house: Rulebook, seats: int, *, kills: bool) -> None:
    for number in range(100):
        chance = random.Random(number)
        setup = table(game, house, chance, seats=seats)
        play_randomly(setup, chance.randrange, thorough=False, kills=kills, manner=(1, 12, 4))


def test_tester_finds_a_pot_that_goes_to_the_wrong_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(split_pots, "winners", lambda hand, seats, board: [(0, 1 << seats[-1])])
    is_caught(HOLDEM, CASH, "parts should go to")


def test_tester_finds_a_rake_that_is_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    on_pots = Rake.on_pots
    monkeypatch.setattr(Rake, "on_pots", lambda self, *pots: [chips + 1 for chips in on_pots(self, *pots)])
    is_caught(HOLDEM, CASH, "the rake on pot")


def test_tester_finds_that_declarations_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        claims,
        "declared_winners",
        lambda hand, seats, board: claims.best_of_halves(hand, seats, board),
    )
    is_caught(OMAHA8, CHIPS, "parts should go to")


def test_tester_finds_one_who_opens_without_openers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refusals, "lacks_openers", lambda hand: False)
    is_caught(JACKS, CASH, "without openers")


def test_tester_finds_a_proof_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openers, "holds_openers", lambda hand, cards: True)
    is_caught(JACKS, PROVED, "openers are called True|does not say so")


def test_tester_finds_a_seven_that_wins_bets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ending, "sevens_void", lambda hand: False)
    wild = replace(LOWBALL, wild=("K", "Q", "J", "T"))  # so that there are many sevens
    is_caught(wild, ROBERTS, "sevens rule", seats=8)


def test_tester_finds_own_discards_that_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (stub, apply_cards):
        monkeypatch.setattr(module, "going_back", lambda hand: stub.Back(len(hand.muck_pile)))
    is_caught(TRIPLE_DRAW, CASH, "just thrown away", seats=8)


def test_tester_finds_runs_that_nobody_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "most_runs", lambda hand: 2)
    is_caught(HOLDEM, HOME, "runs cannot be had")


def test_tester_finds_a_price_that_does_not_fall_back(monkeypatch: pytest.MonkeyPatch) -> None:
    fall_back = Betting.fall_back

    def dear(self: Betting, *numbers: int) -> None:
        price = self.price
        fall_back(self, *numbers)
        self.price = price

    monkeypatch.setattr(Betting, "fall_back", dear)
    is_caught(HOLDEM, CASH, "should fall back|below the highest", kills=True)


def test_tester_finds_a_blind_that_goes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forced bets stay: only what was bet or raised goes back."""
    refunded = deaths._refunded

    def generous(hand: Hand, seat: int) -> Killed:
        killed = refunded(hand, seat)
        return replace(killed, refund=hand.bets[seat]) if killed.refund else killed

    monkeypatch.setattr(deaths, "_refunded", generous)
    is_caught(HOLDEM, CASH, "go back of", kills=True)


def test_tester_finds_chips_that_a_re_deal_keeps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_acts, "COLUMNS", [name for name in floor_acts.COLUMNS if name != "betting"])
    is_caught(HOLDEM, CASH, "chips|does not begin as it began|should be", kills=True)


def test_tester_finds_lost_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that makes a chip with every call."""
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
    slots = {name for kind in (Hand, Betting) for parent in kind.__mro__ for name in getattr(parent, "__slots__", ())}
    names = slots - {"betting", "plan", "terms"}
    assert {"due", "price"} < names <= set(snapshot(one))
    assert snapshot(one) == snapshot(one.copy(log=True))
    assert snapshot(Hand(seat_hand(STUD, NoLimit(), Stakes(ante=1), CASH, [5, 5]))) != snapshot(one)


def test_two_hands_are_the_same_when_their_snapshots_are() -> None:
    one = hand()
    other = one.copy(log=True)
    assert is_same(one, other)
    other.post()
    assert not is_same(one, other)
    for name in ("count", "due", "fresh", "log", "aside"):
        other = one.copy(log=True)
        changed = {"aside": one.aside._replace(raked=1), "log": []}.get(name, 7)
        setattr(other, name, changed)
        assert not is_same(one, other), name


@pytest.mark.long
def test_a_big_blind_without_chips_lifts_no_small_blind() -> None:
    """Robert's counts the small blind as a big one until the big blind has acted; one who is not in never will."""
    setup = seat_hand(HOLDEM, PotLimit(), Stakes(blinds=(1, 3)), ROBERTS, [60] * 5)
    big = next(owed.seat for owed in setup.owed if owed.post is Post.BIG_BLIND)
    setup = replace(setup, stacks=tuple(0 if seat == big else 60 for seat in range(5)))
    for seed in range(20):
        play_randomly(setup, random.Random(seed).randrange)
