"""Players who go out in the same hand at one table: whose stack was larger, and whether an ante counts in it."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts, Topic
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

SAME_HAND: Final = Point("players out in the same hand", {"TDA-2026": "22", "RRP-11": "tournament/same-hand"})

BOUNTY: Final = "Have a bounty that goes by place or by stack follow the same order."


class OutTogether(Facts, frozen=True, kw_only=True, tag="out together"):
    """Two players went out in the same hand: their stacks at its start, and the ante for all that each paid."""

    first: int
    second: int
    first_ante: int = 0
    second_ante: int = 0
    in_money: bool = True  # the higher of the two places is paid


def rule_on_out_together(facts: OutTogether, rulebook: Rulebook) -> Ruling:
    """The higher place of two players that went out in the same hand, and so the higher pay.

    Rule: TDA-2026 22; Robert's, tournaments.
    """
    if facts.first < 1 or facts.second < 1:
        raise BadNotation("a player began the hand with chips: 1 or more")
    if not 0 <= facts.first_ante <= facts.first or not 0 <= facts.second_ante <= facts.second:
        raise BadNotation("an ante is 0 or more, and no more than the stack that paid it")
    if facts.first_ante and facts.second_ante:
        raise BadNotation("one player antes for all: leave the other ante out")
    after = rulebook.single_ante_off_rank and facts.in_money
    first = facts.first - facts.first_ante * after
    second = facts.second - facts.second_ante * after
    when = "after the ante" if after else "at the start of the hand"
    cites = (cite(SAME_HAND, rulebook, "single_ante_off_rank"),)
    if first == second:
        because = f"Both had {first} {when}, so they share the two places."
        return Ruling(
            verdict="shared", because=because, cites=cites, steps=("Add up both prizes, and halve them.", BOUNTY)
        )
    who = "first" if first > second else "second"
    because = f"The {who} had more {when}: {max(first, second)} to {min(first, second)}."
    steps = (f"Give the {who} the higher place, and its prize.", BOUNTY)
    return Ruling(verdict=f"the {who} places higher", because=because, cites=cites, steps=steps)


TOPICS: Final = (
    Topic(
        "Two players are out in the same hand",
        OutTogether,
        rule_on_out_together,
        {
            "first": "With how many chips did the first begin the hand?",
            "second": "With how many chips did the second begin it?",
            "first_ante": "How much of an ante for all did the first pay?",
            "second_ante": "How much of an ante for all did the second pay?",
            "in_money": "Is the higher of the two places paid?",
        },
    ),
)
