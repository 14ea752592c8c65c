"""What things print: enough to know them by, and no card that is hidden from anybody."""

from __future__ import annotations

import inspect
import re
from random import Random
from typing import Any

import pytest
from needs import FAST, RL

import sidepot
from sidepot import CASH, Dealer, Deck, Hand, NoLimit, Stakes, Table, TableRules, Tournament, text
from sidepot.bots.roster import loose
from sidepot.games.mixes import single
from sidepot.hand.due import Due
from sidepot.simulation.cash_table import Simulation
from sidepot.simulation.visitors import Guest

BLINDS = Stakes(blinds=(1, 2))


def begun() -> tuple[Hand, Dealer]:
    hand = Hand(sidepot.seat_hand("five-card-draw", NoLimit(), Stakes(ante=1, small_bet=2), CASH, [100, 100, 100]))
    dealer = Dealer(Deck(hand.plan.deck, below=Random(4).randrange), auto_show=True)
    assert dealer.run(hand) is Due.ACT
    return hand, dealer


def names_a_card(said: str) -> bool:
    return bool(re.search(r"\b(10|[2-9TJQKA])[cdhs]\b|\(\d+, \d+", said))


def things() -> list[tuple[str, Any]]:
    hand, dealer = begun()
    rules = TableRules(mix=single("holdem", NoLimit()), stakes=(BLINDS,), seats=2, buy_in=(20, 200))
    table = Table(rules)
    table.sit("Ann", 0, 100)
    fixed = Deck("As Kh 7d 2c")
    played = sidepot.play_phh(sidepot.phh_of_hand(hand), strict=False)
    guests = [Guest(name, loose(Random(1))) for name in ("Ann", "Bo")]
    return [
        ("<Deck: 37 cards, in random order>", dealer.deck),
        ("<Deck: 4 cards, in a fixed order>", fixed),
        ("<Dealer: 37 cards, shows all hands>", dealer),
        ("<Dealer: 4 cards>", Dealer(fixed)),
        ("<Hand: Five-card draw", hand),
        ("<Table 'table': Texas hold'em, 1 of 2 seats taken, 0 hands played>", table),
        ("<Tournament 'turbo': 0 entries, 0 players left, version 1>", Tournament(sidepot.find_preset("turbo"))),
        ("<Played: 0 actions not played; <Hand: Five-card draw", played),
        ("<Simulation: 0 hands at <Table", Simulation(rules, guests, Random(1))),
        ("Rulebook 'cash'", CASH),
        ("Game 'razz'", sidepot.find_game("razz")),
        ("Stakes(blinds=(1, 2))", BLINDS),
        ("Rake(numerator=3, cap=5)", sidepot.Rake(3, 5)),
    ]


def test_things_say_what_they_are_and_no_hidden_card() -> None:
    hand, _ = begun()
    assert names_a_card(text(hand.hole[0])[:2]) and names_a_card(repr(hand.hole[0]))
    for starts, thing in things():
        assert repr(thing).startswith(starts), repr(thing)
        assert not names_a_card(repr(thing).removeprefix("Stakes(blinds=(1, 2))")), repr(thing)


def test_help_of_functions_is_short_enough_to_read() -> None:
    for name in ("match", "settle", "seat_hand", "play_phh", "rule_on", "equity", "Batch", "PokerEnv"):
        said = str(inspect.signature(getattr(sidepot, name)))
        assert len(said) < 900, said
    assert "house: 'Rulebook | str' = Rulebook 'cash'" in str(inspect.signature(sidepot.match))


@RL.mark
def test_an_environment_says_what_it_is() -> None:
    env = sidepot.PokerEnv("omaha8", seats=3)
    env.reset(seed=1)
    assert repr(env) == "<PokerEnv: Omaha high-low, eight or better, 3 agents>"


@FAST.mark
def test_decks_of_a_batch_may_be_text() -> None:
    deck = "As Ks Ah Kh 2c 3d7c9d 2d Jc 2h 4s"
    tables = sidepot.Batch(seats=2).deal([100, 100], decks=[deck])
    assert text(tables.holes[0, 0]) == "AsAh"
    with pytest.raises(sidepot.BadNotation, match="decks: row 1: unknown card 'Xx'"):
        sidepot.Batch(seats=2).deal([100, 100], decks=[deck, "Xx"])


@RL.mark
def test_a_copy_of_an_environment_goes_its_own_way() -> None:
    from copy import copy, deepcopy

    env = sidepot.PokerEnv("holdem", seats=3, stacks=40)
    env.reset(seed=5)
    env.step(1)
    for way in (copy, deepcopy):
        before = len(env.hand.log)
        other = way(env)
        while not all(other.terminations.values()):
            other.step(1)
        assert len(env.hand.log) == before and sum(other.rewards.values()) == 0
        again = way(env)
        while not all(again.terminations.values()):
            again.step(1)
        assert (again.rewards, again.hand.boards) == (other.rewards, other.hand.boards)
