"""The table of what may be due after what: every pair of it is reached, and hands go by it."""

from __future__ import annotations

import ast
import inspect

from courses import pairs_of, read_courses

from sidepot.cards import Deck, cards
from sidepot.games.catalog import LOWBALL
from sidepot.games.limits import FixedLimit
from sidepot.games.stakes import Stakes
from sidepot.hand import hand as hand_module
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import ACT, DONE, Due
from sidepot.hand.follows import ANSWERS, BETWEEN, FOLLOWS, is_in_course
from sidepot.hand.hand import HOT, Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.replaying import strict_replay
from sidepot.rules.houses import ROBERTS


def sevens() -> Hand:
    """A pat seven low that is checked, and wins: the bets after the draw go back, seat by seat."""
    seven, eight = cards("7c5d4h3sAc"), cards("8d6c5h4s2d")
    hand = Hand(seat_hand(LOWBALL, FixedLimit(), Stakes(blinds=(1, 2), small_bet=2), ROBERTS, [100, 100]))
    dealer = Dealer(Deck([*sum(zip(seven, eight, strict=True), ()), *cards("KdKc")]), auto_show=True)
    for name, *to in (["call"], ["check"], ["discard"], ["discard"], ["check"], ["raise_to", 4], ["call"]):
        dealer.run(hand)
        getattr(hand, name)(*to)
    dealer.run(hand)
    return hand


def test_every_pair_is_reached_and_no_other() -> None:
    """By hands that the rules allow: their logs are played again, each event checked."""
    hands = [sevens(), *map(strict_replay, read_courses())]
    pairs = set().union(*map(pairs_of, hands))
    assert pairs == {(due, then) for due, may_be in FOLLOWS.items() for then in may_be}


def test_every_due_is_answered_and_the_end_by_nothing() -> None:
    assert set(FOLLOWS) == set(Due)
    assert set(ANSWERS) == set(Due) - {DONE}
    assert FOLLOWS[DONE] == frozenset()


def test_transition_outside_the_table_is_reported() -> None:
    kinds = {kind for answers in ANSWERS.values() for kind in answers}
    assert any(not is_in_course(ACT, kind, ACT) for kind in kinds)
    assert all(is_in_course(ACT, kind, ACT) for kind in BETWEEN)
    for due, may_be in FOLLOWS.items():
        for then in set(Due) - may_be:
            assert not any(is_in_course(due, kind, then) for kind in ANSWERS.get(due, ()))


def _calls(command: ast.FunctionDef) -> int:
    """How many times a method of a hand calls `self.apply`."""
    calls = [node.func for node in ast.walk(command) if isinstance(node, ast.Call)]
    return sum(isinstance(call, ast.Attribute) and ast.unparse(call) == "self.apply" for call in calls)


def test_every_command_but_the_hot_ones_changes_the_hand_by_apply_alone() -> None:
    """A command that is not `HOT` calls `apply`, and no function that changes a hand."""
    kinds = [one for one in ast.parse(inspect.getsource(hand_module)).body if isinstance(one, ast.ClassDef)]
    methods = {node.name: node for kind in kinds for node in kind.body if isinstance(node, ast.FunctionDef)}
    assert set(HOT) <= set(methods)
    assert any(_calls(node) for node in methods.values())
    for name, node in methods.items():
        if name == "apply":
            continue
        changes = [call for call in ast.walk(node) if isinstance(call, ast.Attribute) and _changes(ast.unparse(call))]
        assert bool(changes) is (name in HOT), name


def _changes(name: str) -> bool:
    return name == "self.log.append" or name.startswith(("apply.", "apply_cards."))
