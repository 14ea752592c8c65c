"""Cases of the kind `pots`, for engines that make pots within a hand only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from script_play import Answer, CannotExpress, Line, Table, play


def play_pots(line: Line, begin: Callable[[Line], Table]) -> Answer:
    """Play a case of the kind `pots` as a betting round in which the chips come in.

    The seats go up by what they put in; a seat that folded has chips behind, and folds when a larger bet comes. Where
    such a raise is not legal the case cannot be expressed.
    """
    try:
        told = _as_betting(line)
    except CannotExpress as error:
        return "cannot express", str(error)
    verdict, why = play(told, lambda: begin(told))
    if verdict == "fail" and why.startswith("step"):
        return "cannot express", "chips that come in otherwise than by legal bets"
    return verdict, why


def _as_betting(line: Line) -> Line:
    case = line["case"]
    if case["dead"]:
        raise CannotExpress("dead money without a hand")
    put = dict(sorted(case["put"].items(), key=lambda one: (one[1], one[0] not in case["folded"])))
    most = max(put.values())
    if any(put[name] == most for name in case["folded"]):
        raise CannotExpress("a fold by the player with the most chips in")
    script: list[Any] = []
    bet = 0
    for name, chips in put.items():
        script.append(f"{name} raises to {chips}" if chips > bet else f"{name} calls")
        bet = max(bet, chips)
    script += [f"{name} folds" for name in put if name in case["folded"]]
    stacks = {name: chips + (10 * most if name in case["folded"] else 0) for name, chips in put.items()}
    terms = {
        "game": ROUND, "limit": {"kind": "no limit"}, "stakes": {"chip": 1, "bring_in": 0}, "owed": [], "carried": 0,
        "stacks": list(stacks.values()), "button": len(stacks) - 1, "units": [1], "price": 0, "raises": 0,
    }  # fmt: skip
    return line | {
        "kind": "betting",
        "case": {"stacks": stacks, "script": script, "expect": case["expect"]},
        "terms": terms,
    }


ROUND: Final = {
    "name": "one-round", "deck": "standard", "boards": 1, "wild": [], "pass_out": False, "open_requirement": "",
    "win_requirement": "", "halves": [{"scale": "high", "choose": "any"}],
    "streets": [
        {"name": "betting", "opens": "left of button", "down": 1, "up": 0, "board": 0, "draw": 0, "discard": 0,
         "burn": False, "big": False},
    ],
}  # fmt: skip
