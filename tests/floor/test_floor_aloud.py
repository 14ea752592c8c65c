"""A ruling can be read aloud in every house, and says when it is borrowed from another book."""

from __future__ import annotations

from sidepot.floor.aloud import borrowed, to_player
from sidepot.floor.deck import deck
from sidepot.floor.incident import ruling_on
from sidepot.floor.what_if import MOST, in_houses, what_if
from sidepot.rules.clauses import plain
from sidepot.rules.houses import CASH, HOUSES, TDA_2013, TDA_2024


def test_each_card_of_the_deck_is_ruled_on_by_every_house() -> None:
    assert len(deck()) == len({one.title for one in deck()}) == 30
    for house in HOUSES.values():
        for one in deck():
            ruling, who = ruling_on(one.facts, house)
            said = [plain(line) for line in to_player(ruling, house, who)]
            assert 1 <= len(said) <= 2 and all("{" not in line and line[-1] in ".?" for line in said), one.title


def test_the_player_hears_what_counts_and_what_is_to_be_done() -> None:
    def said(**facts: object) -> str:
        ruling, who = ruling_on({"topic": "act", "spot": "NL 100/200: A 600; B to act"} | facts, TDA_2024)
        return plain(to_player(ruling, TDA_2024, who)[0])

    assert said(chips=[[5000]]) == "This is a call of 600. You get 4,400 back."
    assert said(said="raise", chips=[[500, 300]]) == "This is a raise to 1,000. Please put in 200 more."
    assert said(said="raise") == "This is a raise to 1,000 or more. How much do you make it?"
    assert said(said="fold") == "This is a fold."
    ruling, _ = ruling_on({"topic": "killed hand", "uncalled": 600}, TDA_2024)
    assert plain(to_player(ruling, TDA_2024)[0]) == "This hand is dead. You get 600 back."


def test_a_borrowed_rule_names_its_source() -> None:
    facts = {"topic": "misdeal", "error": "first card to the wrong seat"}
    assert borrowed(ruling_on(facts, TDA_2024)[0], TDA_2024) == ()
    ruling, _ = ruling_on({"topic": "run it twice"}, TDA_2013)
    assert plain(borrowed(ruling, TDA_2013)) == "Your book is silent on this. Source: Robert's Rules of Poker."
    ruling, _ = ruling_on({"topic": "run it twice"}, CASH.but(run_it=2))
    assert borrowed(ruling, CASH.but(run_it=2)) == (), "the house has chosen it"


def test_other_facts_and_other_houses_differ_from_each_other() -> None:
    for one in deck():
        changes = [plain(changed.verdict) for changed in what_if(one.facts, TDA_2024)]
        assert len(changes) == len(set(changes)) <= MOST, one.title
        houses = [name for together in in_houses(one.facts) for name in together.houses]
        assert sorted(houses) == sorted(HOUSES), one.title
