"""The meaning of common gestures where a player is to act: a large chip without a word, a bare "raise"."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from sidepot.errors import SidepotError
from sidepot.floor.rulings import TOPICS, read_facts, rule_on
from sidepot.floor.spot import Spot, spot_of
from sidepot.floor.verdict_words import verdict_words
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand

CHIPS: Final = tuple(value * 1000**power for power in range(5) for value in (1, 5, 25, 100, 500))


class Gesture(NamedTuple):
    """A gesture, its meaning, and the rule that decides."""

    does: str
    counts_as: str
    cite: str


def gestures(hand: Hand) -> tuple[Gesture, ...]:
    """The meaning of some gestures for the seat to act; none where no bet is due."""
    if hand.due is not Due.ACT or "act" not in TOPICS:
        return ()
    spot = spot_of(hand)
    found = [_rule(hand, spot, chips=[[chip]]) for chip in _large_chip(spot)]
    found.append(_rule(hand, spot, said="raise" if spot.price else "bet"))
    return tuple([one for one in found if one is not None])


def _large_chip(spot: Spot) -> list[int]:
    """A chip that would be enough for a raise, if the player has it."""
    wanted = spot.least_raise or spot.price + 1
    return [chip for chip in CHIPS if wanted - spot.front <= chip <= (spot.stack or 0)][:1]


def _rule(hand: Hand, spot: Spot, **did: Any) -> Gesture | None:
    try:
        facts = read_facts({"topic": "act", "spot": msgspec.to_builtins(spot)} | did)
        ruling = rule_on(facts, hand.setup.rulebook)
    except SidepotError:
        return None
    chips = did.get("chips")
    does = f"One chip of {chips[0][0]} without a word" if chips else f'"{did["said"]}" without an amount'
    counts = "for the director" if ruling.is_open else verdict_words(ruling, "the player").rstrip(".")
    return Gesture(does, counts, str(ruling.cites[0]))
