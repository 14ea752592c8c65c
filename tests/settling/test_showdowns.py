"""Hands to settle, as data, and what comes of them: by the words of a file, and by the form of the page."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from sidepot.cli.settle_input import read_hand
from sidepot.errors import SidepotError

HANDS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "showdowns.toml").read_text("utf-8"))["hand"]
EXPECTED = ("payouts", "returned", "carried", "unpaid", "error")


def outcome(hand: dict[str, Any]) -> dict[str, Any]:
    """What a hand is settled to, in the keys of the file."""
    facts = {key: value for key, value in hand.items() if key not in (*EXPECTED, "why")}
    try:
        found = read_hand(facts, "hand").settle()
    except SidepotError as error:
        return {"error": error.message}
    whole = {"payouts": found.payouts, "returned": found.returned, "carried": found.carried, "unpaid": found.unpaid}
    given = sum(hand["put"].values()) + hand.get("dead", 0)
    assert sum(found.payouts.values()) + sum(found.returned.values()) + found.carried + found.unpaid == given
    return {key: value for key, value in whole.items() if value or key == "payouts"}


def test_each_hand_is_settled_as_the_rules_say() -> None:
    wrong = []
    for number, hand in enumerate(HANDS, 1):
        expected = {key: hand[key] for key in EXPECTED if key in hand}
        found = outcome(hand)
        is_refused = "error" in expected and expected["error"] in found.get("error", "")
        if found != expected and not is_refused:
            wrong.append(f"{number}, {hand['why']}: {found}, not {expected}")
    assert not wrong, "\n".join(wrong)
