"""Words that every kind of case with hands knows, and cards that a case must tell."""

from __future__ import annotations

import json

import pytest
from places import ROOT

from sidepot.cards import UNKNOWN, cards
from sidepot.cases.run import read_cases, run_case
from sidepot.errors import Conflict
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Post
from sidepot.rules.houses import CASH

TABLE_OF_THREE = """\
house = "cash"
kind = "hand"
game = "holdem"
stakes = { blinds = [1, 2] }
stacks = { SB = 20, BB = 5, Button = 20 }
cards = { SB = "KsKh", BB = "AsAh", Button = "QsQh" }
board = "2c7d9h3sJc"
"""


def one_case(text: str) -> list[str]:
    """What is wrong with a case, of which only the kind's own keys are given."""
    (case,) = read_cases('[[case]]\nid = "X"\ntitle = "x"\nrules = ["PG-12"]\nsource = "ours"\n' + text)
    return run_case(case)


def test_all_in_is_a_raise_or_a_call() -> None:
    steps = ["Button raises to 4", "SB goes all-in", "BB goes all-in", "Button goes all-in"]
    played = f"{TABLE_OF_THREE}script = {json.dumps(steps)}\n"
    told = ["SB raises to 20", "BB calls 3", "Button calls 16"]
    assert one_case(f"{played}expect = {{ events = {json.dumps(told)} }}") == []
    assert one_case(f'{played}expect = {{ events = ["BB calls 4"] }}') != []
    tried = '["Button raises to 4", { seat = "SB", refuses = { "goes all-in" = "" } }]'
    assert "it was accepted" in one_case(f"{TABLE_OF_THREE}script = {tried}\nexpect = {{ over = false }}")[0]


def test_all_show_in_turn_also_who_might_muck() -> None:
    script = 'script = ["all call", "all check", "all check", "all check", "all show"]\n'
    told = ["SB shows", "BB shows", "Button shows", "main pot: 6 to BB"]
    assert one_case(f"{TABLE_OF_THREE}{script}expect = {{ settlement = {json.dumps(told)} }}") == []
    unknown = (TABLE_OF_THREE + script).replace(', Button = "QsQh" }', " }")
    assert one_case(f"{unknown}expect = {{ pot = 0 }}")[0].startswith("step 5 (all show): refused: ")
    early = f'{TABLE_OF_THREE}script = ["all show"]\nexpect = {{ pot = 3 }}'
    assert one_case(early)[0] == "step 1 (all show): nobody is to show, due is act"


def test_where_all_show_pots_that_come_first_are_paid() -> None:
    steps = ["Button goes all-in", "SB goes all-in", "BB goes all-in", "all show"]
    told = ["Button shows", "SB shows", "side pot 1: 30 to SB", "BB shows", "main pot: 15 to BB"]
    text = f"{TABLE_OF_THREE}script = {json.dumps(steps)}\nexpect = {{ settlement = {json.dumps(told)} }}"
    assert one_case(text) == []


@pytest.mark.parametrize(
    ("words", "options"),
    [("all check", ["check", "bet", "all-in", "cash", "marker", "fold"]), ("all call", []), ("all fold", [])],
)
def test_at_open_stakes_all_do_the_same_too(words: str, options: list[str]) -> None:
    history = ["A bets 20", words, "A wins"] if words == "all call" else [words]
    won = 20 if words == "all call" else 0
    text = f"""\
house = "open-stakes"
kind = "openstakes"
stacks = {{ A = 100, B = 100 }}
history = {json.dumps(history)}
expect = {{ stacks = {{ A = {100 + won}, B = {100 - won} }}, options = {json.dumps(options)} }}
"""
    assert one_case(text) == []


@pytest.mark.parametrize(
    ("told", "name", "street"),
    [('{ A = "AsKsQs" }', "B", "third street"), ('{ A = "AsKsQs", B = "2c3c4c5d" }', "A", "fourth street")],
)
def test_a_missing_upcard_is_named(told: str, name: str, street: str) -> None:
    text = f"""\
kind = "hand"
game = "stud"
limit = "fixed limit"
stakes = {{ ante = 1, bring_in = 2, small_bet = 4, big_bet = 8 }}
stacks = {{ A = 100, B = 100 }}
cards = {told}
script = ["all call", "all check"]
expect = {{ pot = 6 }}
"""
    assert f"the upcard of {name} on {street} is unknown" in one_case(text)[0]


def test_the_hand_itself_names_the_seat_whose_upcard_is_not_known() -> None:
    setup = seat_hand(find_game("stud"), FixedLimit(), Stakes(ante=1, bring_in=2, small_bet=4), CASH, [100, 100])
    hand, dealt = Hand(setup), iter([cards("AsKsQs"), cards("2c3c4c"), (UNKNOWN,), cards("5d")])
    while hand.street < 1 or hand.due is not Due.DEAL or hand.seat == 0:
        if hand.due is Due.DEAL:
            hand.deal(next(dealt))
        elif hand.due is Due.POST:
            hand.post()
        elif hand.due is Due.BURN:
            hand.burn()
        elif hand.due is Due.BRING_IN:
            hand.bring_in()
        else:
            hand.check_or_call()
    with pytest.raises(Conflict, match="is unknown, but it decides who opens"):
        hand.deal(next(dealt))


def test_paid_pots_and_short_calls_are_as_documented() -> None:
    """`pots` is empty once they are paid; `to_call` is never more than a stack; 0 and 0 where nobody may raise."""
    steps = '["Button raises to 10", "SB calls", { seat = "BB", to_call = 3, may_raise = false, min_raise_to = 0, '
    steps += 'max_raise_to = 0, do = "calls" }, "all check", "all check", "all check", "all show"]'
    assert (
        one_case(f"{TABLE_OF_THREE}script = {steps}\nexpect = {{ pots = [], payouts = {{ SB = 10, BB = 15 }} }}") == []
    )


def test_the_docs_list_every_post() -> None:
    text = (ROOT / "docs" / "reference" / "cases.md").read_text(encoding="utf-8")
    assert [post for post in Post if f"`{post}`" not in text] == []
