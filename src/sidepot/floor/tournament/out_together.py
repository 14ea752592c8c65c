"""Players who bust in the same hand at one table: who had more chips, and whether an ante counts."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation, Cite
from sidepot.floor.topic import Facts
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

_STACKS: Final = {"WSOP-2026": "126", "RRP-11": "tournament/same-hand"}
IN_MONEY: Final = Point("players out in the same hand", {"TDA-2026": "22", **_STACKS})
BEFORE_MONEY: Final = Point("players out in the same hand, before the money", _STACKS)

BOUNTY: Final = "Award any bounty that depends on place or stack in the same order."


class OutTogether(Facts, frozen=True, kw_only=True, tag="out together"):
    """Two players went out in the same hand: their stacks at its start, and the ante for the table that each paid."""

    first: int
    second: int
    first_ante: int = 0
    second_ante: int = 0
    in_money: bool = True  # the higher of the two places is paid


def rule_on_out_together(facts: OutTogether, rulebook: Rulebook) -> Ruling:
    """Rule on two players who went out in the same hand: who places higher, and gets the higher prize.

    Rule: TDA-2026 22; Robert's, tournaments.
    """
    if facts.first < 1 or facts.second < 1:
        raise BadNotation("a player began the hand with chips: 1 or more")
    if not 0 <= facts.first_ante <= facts.first or not 0 <= facts.second_ante <= facts.second:
        raise BadNotation("an ante is 0 or more, and no more than the stack that paid it")
    if facts.first_ante and facts.second_ante:
        raise BadNotation("one player antes for all: leave the other ante out")
    by_ante = rulebook.single_ante_off_rank
    after = by_ante and facts.in_money
    first, second = _stacks(facts, after_ante=after)
    when = "after the ante" if after else "at the start of the hand"
    cites: tuple[Cite, ...] = (cite(IN_MONEY if facts.in_money else BEFORE_MONEY, rulebook, "single_ante_off_rank"),)
    bounty = BOUNTY
    if by_ante and not facts.in_money and (facts.first_ante or facts.second_ante):
        bounty = _bounty_after_ante(*_stacks(facts, after_ante=True))
        cites = (*cites, cite(IN_MONEY, rulebook))
    if first == second:
        because = f"Both had {first} {when}, so they share the two places."
        steps = ("Add up both prizes and split them evenly.", bounty)
        return Ruling(verdict="shared", because=because, cites=cites, steps=steps)
    who = "first" if first > second else "second"
    because = f"The {who} player had more {when}: {max(first, second)} to {min(first, second)}."
    steps = (f"Give the {who} player the higher place and its prize.", bounty)
    return Ruling(verdict=f"the {who} places higher", because=because, cites=cites, steps=steps)


def _stacks(facts: OutTogether, *, after_ante: bool) -> tuple[int, int]:
    return facts.first - facts.first_ante * after_ante, facts.second - facts.second_ante * after_ante


def _bounty_after_ante(first: int, second: int) -> str:
    """The step for a bounty before the money: places go by whole stacks, bounties do not."""
    if first == second:
        return f"Split a bounty that depends on the stack: after the ante both had {first}."
    who = "first" if first > second else "second"
    more, less = max(first, second), min(first, second)
    return f"For a bounty that depends on the stack, count after the ante: the {who} player had more, {more} to {less}."
