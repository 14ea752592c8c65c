"""The slow judge settles showdowns again: hands that were played, and tables that were laid out, of every game.

A thousand by default, and as many more in the long part: `make judge` (`SIDEPOT_SOAK=100`) settles 100,000 there. A
disagreement is printed with its seed.
"""

from __future__ import annotations

import ast
import inspect
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from each import each
from random_setups import TIMES
from random_showdowns import LaidOut, laid_out, played_showdown
from slow_settling import Settled, difference, judge, settle_by_chip

from sidepot import settle
from sidepot.hand import apply, course, ending, pots, state
from sidepot.hand.hand import Hand
from sidepot.hand.settling import real_chips
from sidepot.rules.rulebook import OddChip

EACH = 500  # of either kind


# ---- every game


@pytest.mark.long
def test_judge_agrees_with_play() -> None:
    """The returned chips, the pots, the rake and the shares of hands from their logs."""
    seen: Counter[str] = Counter()
    for number in range(EACH):
        seen.update(_look_at(*_play_and_judge(f"played {number}")))
    assert not PLAYED - seen.keys(), "this never comes up"


@pytest.mark.long
def test_judge_agrees_with_settlement() -> None:
    """The same of facts that are given to `settle`, up to three runs of each board."""
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for number in range(EACH):
        table, expected = _laid_and_judged(f"laid {number}")
        differs = difference(expected, settle(**table.facts))
        wrong += [f"seed {number}: {differs}"] if differs else []
        seen.update(_look_at_table(table, expected))
    assert not wrong, "\n".join(wrong)
    assert not LAID - seen.keys(), "this never comes up"


def test_judge_agrees_with_some_of_each() -> None:
    _play_and_judge("more 25294")  # two badugis of three tie, and one of them leaves out an ace
    for number in range(40):
        _play_and_judge(f"played {number}")
        table, expected = _laid_and_judged(f"laid {number}")
        assert not difference(expected, settle(**table.facts)), f"seed {number}"


@pytest.mark.long
@each("block", range(8))
def test_judge_agrees_at_length(block: int) -> None:
    wrong: list[str] = []
    for number in range(block, EACH * TIMES, 8):
        _play_and_judge(f"more {number}")
        table, expected = _laid_and_judged(f"more {number}")
        differs = difference(expected, settle(**table.facts))
        wrong += [f"seed {number}: {differs}"] if differs else []
    assert not wrong, "\n".join(wrong)


def _play_and_judge(seed: str) -> tuple[Hand, Settled]:
    try:
        hand = played_showdown(seed)
        return hand, judge(hand)
    except Exception as error:
        error.add_note(f"seed {seed!r}")
        raise


def _laid_and_judged(seed: str) -> tuple[LaidOut, Settled]:
    table = laid_out(seed)
    return table, settle_by_chip(table.showdown, table.middle)


PLAYED = {"a side pot", "a rake of two pots", "chips back", "a wild card", "a hand mucked", "several boards"}
LAID = {
    "a side pot", "chips back", "two folded tops", "a killed hand forfeits", "a wild card", "a joker",
    "a stripped deck", "two boards", "three runs", "nobody holds what wins", "one odd chip",
    "the larger half first", "odd chips by card", "a hand mucked", "declared halves",
}  # fmt: skip


def _look_at(hand: Hand, expected: Settled) -> Iterator[str]:
    """What is rare about a hand."""
    contested = [pot for pot in expected.pots if len(pot.seats) > 1]
    yield from ["a side pot"] * (len(contested) > 1)
    yield from ["a rake of two pots"] * (sum(pot.rake > 0 for pot in expected.pots) > 1)
    yield from ["chips back"] * bool(expected.returned)
    yield from ["a wild card"] * bool(hand.setup.game.wild)
    yield from ["a hand mucked"] * any(type(event).__name__ == "Mucked" for event in hand.log)
    yield from ["several boards"] * (len(hand.boards) > 1)


def _look_at_table(table: LaidOut, expected: Settled) -> Iterator[str]:
    """What is rare about a table."""
    of, middle, game, house = table.showdown, table.middle, table.showdown.game, table.showdown.rulebook
    folded = [chips for seat, chips in enumerate(middle.put) if not middle.live >> seat & 1]
    top = max(chips for seat, chips in enumerate(middle.put) if middle.live >> seat & 1)
    several = any(len(shares) > 1 for pot in expected.pots for _, _, shares in pot.parts)
    split = any(len(pot.parts) > 1 for pot in expected.pots)
    yield from ["a side pot"] * (len(expected.pots) > 1)
    yield from ["chips back"] * bool(expected.returned)
    yield from ["two folded tops"] * (sum(chips > top for chips in folded) > 1 and len(expected.returned) > 1)
    yield from ["a killed hand forfeits"] * any(
        chips > top and middle.kept >> seat & 1 for seat, chips in enumerate(middle.put)
    )
    yield from ["a wild card"] * bool(game.wild)
    yield from ["a joker"] * ("joker" in game.deck)
    yield from ["a stripped deck"] * (game.deck[0] in "3567T")
    yield from ["two boards"] * (game.boards == 2)
    yield from ["three runs"] * (len(of.boards) == 3 * game.boards)
    yield from ["nobody holds what wins"] * (expected.carried > 0)
    yield from ["one odd chip"] * (house.one_odd_chip and split and several)
    yield from ["the larger half first"] * (house.odd_half == "the larger hand" and split)
    yield from ["odd chips by card"] * (game.is_stud and several and house.odd_chip_stud is not OddChip.POSITION)
    yield from ["a hand mucked"] * bool(middle.mucked)
    yield from ["declared halves"] * bool(of.declared)


# ---- the judge is judged: a change of `hand/pots` is noticed

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Sub: ast.Add, ast.Add: ast.Sub, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
CHANGED = ("layered", "last_claim", "over_called", "cut")
PLACES = {
    course: ("last_claim", "layered", "over_called"),
    ending: ("layered",),
    state: ("layered",),
    apply: ("cut",),
    real_chips: ("layered", "uncalled"),
}
WAITING = (0, 1, 46, 183)  # hands in which parts of a pot that waited are won at once, or contested by nobody
SAME = {  # the changes after which the same comes out, each with the reason
    "if least < 0 or amount < least: [Lt] 2": "the least is the same",
    "if amount > most: [Gt]": "the most is the same",
    "if chips > floor: [Gt]": "nothing is added to the layer, or cut off",
    "amount += (chips if chips < level else level) - floor [Lt]": "both are the same",
    "if chips > most: [Gt] 2": "the last of those that put in most: nothing is uncalled either way",
    "elif chips > second: [Gt]": "the second is the same",
    "if chips > floor: [Gt] 2": "as above",
}


def _mutants() -> Iterator[tuple[str, dict[str, Any]]]:
    """The functions that divide pots with one comparison, sum or connection changed: its line, and the module."""
    source = inspect.getsource(pots)
    lines = source.splitlines()
    named: Counter[str] = Counter()
    for at, _ in enumerate(_changeable(ast.parse(source))):
        tree = ast.parse(source)
        node, field, index = list(_changeable(tree))[at]
        old = getattr(node, field)
        if index is None:
            setattr(node, field, OTHER[type(old)]())
        else:
            old = old[index]
            node.ops[index] = OTHER[type(old)]()
        changed: dict[str, Any] = {"__name__": "changed_pots"}
        exec(compile(ast.fix_missing_locations(tree), "changed_pots", "exec"), changed)
        name = f"{lines[node.lineno - 1].split('  #')[0].strip()} [{type(old).__name__}]"
        named[name] += 1
        yield name + (f" {named[name]}" if named[name] > 1 else ""), changed


def _changeable(tree: ast.Module) -> Iterator[tuple[Any, str, int | None]]:
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.name in CHANGED:
            for node in ast.walk(function):
                if isinstance(node, ast.Compare):
                    yield from ((node, "ops", at) for at, op in enumerate(node.ops) if type(op) in OTHER)
                elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in OTHER:
                    yield node, "op", None


@pytest.mark.long
def test_each_change_of_the_pots_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [_laid_and_judged(f"mutant {number}") for number in range(40)]
    missed = []
    for name, changed in _mutants():
        with monkeypatch.context() as patch:
            for module, names in PLACES.items():
                for one in names:
                    patch.setattr(module, one, changed[one])
            if not _is_noticed(tables):
                missed.append(name)
    assert sorted(missed) == sorted(SAME)


def _is_noticed(tables: list[tuple[LaidOut, Settled]]) -> bool:
    """Whether a settlement, or a hand that is played, comes out otherwise, or not at all."""
    try:
        if any(difference(expected, settle(**table.facts)) for table, expected in tables):
            return True
        for number in range(25):
            judge(played_showdown(f"mutant {number}"))
        for number in WAITING:
            judge(played_showdown(f"waiting {number}", waits=True))
    except Exception:
        return True
    return False
