"""Compare hands as a case of the kind `rank` asks, by any engine's evaluator."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from case_cards import cards_in
from script_play import Answer, CannotExpress, Line

Strength = Callable[[dict[str, Any], str, str], tuple[Any, str, str]]
"""From a case, the cards of a hand and the board: something to compare, its best cards, its category."""


def play_rank(line: Line, strength: Strength) -> Answer:
    """Compare as the case does.

    Words for hands (`text`) are each engine's own and are not asked for; nor is which of two equal cards plays.
    """
    case = line["case"]
    expect = case["expect"]
    board = case["board"].replace(" ", "")

    def made(name: str) -> tuple[Any, str, str]:
        return strength(case, case["hands"].get(name, name).replace(" ", ""), board)

    try:
        if not (expect["order"] or expect["best"] or expect["category"]):
            raise CannotExpress("hands in words")
        for order in expect["order"]:
            problem = _order(order, made)
            if problem:
                return "fail", problem
        for name, best in expect["best"].items():
            got = made(name)[1]
            if got and sorted(card[0] for card in cards_in(got)) != sorted(card[0] for card in cards_in(best)):
                return "fail", f"the best cards of {name}: expected {best}, got {got}"
        for name, category in expect["category"].items():
            got = made(name)[2]
            if got and got != category and (got, category) != ("straight flush", "royal flush"):
                return "fail", f"the category of {name}: expected {category}, got {got}"
    except CannotExpress as error:
        return "cannot express", str(error)
    return "pass", ""


def _order(order: str, made: Callable[[str], tuple[Any, str, str]]) -> str:
    words = order.split()
    signs = [at for at, word in enumerate(words) if word in ("<", ">", "=")]
    names = [" ".join(words[left + 1 : right]) for left, right in pairwise([-1, *signs, len(words)])]
    for (one, other), at in zip(pairwise(names), signs, strict=True):
        left, right = made(one)[0], made(other)[0]
        got = ">" if left > right else "<" if left < right else "="
        if got != words[at]:
            return f"{one} {words[at]} {other} is expected, got {one} {got} {other}"
    return ""
