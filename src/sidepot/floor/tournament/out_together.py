"""Players who bust in the same hand at one table: who had more chips, and whether an ante counts."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation, Cite
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling
from sidepot.rules.texts import Point, cite

_STACKS: Final = {"WSOP-2026": "126/places", "RRP-11": "tournament/same-hand"}
IN_MONEY: Final = Point("players out in the same hand", {"TDA-2026": "22", **_STACKS})
BEFORE_MONEY: Final = Point("players out in the same hand, before the money", _STACKS)

SHARED_BOUNTY: Final = say("Split any bounty that depends on place or stack in the same way.")
BOUNTY: Final = say("Use the same order for any bounty that depends on place or stack.")


class OutTogether(Facts, frozen=True, kw_only=True, tag="out together"):
    """Two players who busted in the same hand.

    - `first`: the first player's stack when the hand began
    - `second`: the second player's stack when the hand began
    - `first_ante`: any ante that the first player paid for the whole table
    - `second_ante`: any ante that the second player paid for the whole table
    """

    first: int
    second: int
    first_ante: int = 0
    second_ante: int = 0
    in_money: bool = True  # the higher of the two places is paid


def rule_on_out_together(facts: OutTogether, rulebook: Rulebook) -> Ruling:
    """Rule on two players who busted in the same hand: who ranks higher and gets the larger prize.

    Rule: TDA-2026 22; Robert's, tournaments.
    """
    if facts.first < 1 or facts.second < 1:
        raise BadNotation(f"first and second: expected at least 1 chip each, not {facts.first} and {facts.second}")
    if not 0 <= facts.first_ante <= facts.first or not 0 <= facts.second_ante <= facts.second:
        raise BadNotation("first_ante and second_ante: expected 0 or more chips, and at most the player's stack")
    if facts.first_ante and facts.second_ante:
        raise BadNotation("first_ante and second_ante: only one player antes for the table; leave one of the two out")
    by_ante = rulebook.single_ante_off_rank
    after = by_ante and facts.in_money
    first, second = _stacks(facts, after_ante=after)
    cites: tuple[Cite, ...] = (cite(IN_MONEY if facts.in_money else BEFORE_MONEY, rulebook, "single_ante_off_rank"),)
    bounty = SHARED_BOUNTY if first == second else BOUNTY
    if by_ante and not facts.in_money and (facts.first_ante or facts.second_ante):
        bounty = _bounty_after_ante(*_stacks(facts, after_ante=True))
        cites = (*cites, cite(IN_MONEY, rulebook))
    if first == second:
        because = (
            say("Both had {amount} after the ante, so they share the two places.", first)
            if after
            else say("Both had {amount} at the start of the hand, so they share the two places.", first)
        )
        steps = (say("Add up both prizes and split them evenly."), bounty)
        return Ruling(verdict="shared", reason=because, cites=cites, instructions=steps)
    is_first = first > second
    who = "first" if is_first else "second"
    because = _larger(max(first, second), min(first, second), is_first=is_first, after_ante=after)
    if by_ante and not facts.in_money:
        because = in_a_row(say("Out of the money, the stacks at the start of the hand decide."), because)
    higher = (
        say("Give the first player the higher place and any prize for it.")
        if is_first
        else say("Give the second player the higher place and any prize for it.")
    )
    steps = (higher, bounty)
    return Ruling(verdict=f"the {who} places higher", reason=because, cites=cites, instructions=steps)


def _stacks(facts: OutTogether, *, after_ante: bool) -> tuple[int, int]:
    return facts.first - facts.first_ante * after_ante, facts.second - facts.second_ante * after_ante


def _larger(more: int, less: int, *, is_first: bool, after_ante: bool) -> Sentence:
    if is_first:
        return (
            say("The first player had more chips after the ante: {more} against {less}.", more, less)
            if after_ante
            else say("The first player had more chips at the start of the hand: {more} against {less}.", more, less)
        )
    return (
        say("The second player had more chips after the ante: {more} against {less}.", more, less)
        if after_ante
        else say("The second player had more chips at the start of the hand: {more} against {less}.", more, less)
    )


def _bounty_after_ante(first: int, second: int) -> Sentence:
    """The step for a bounty before the money: places are decided by whole stacks, bounties are not."""
    if first == second:
        return say("Split a bounty that depends on the stack: after the ante both had {amount}.", first)
    more, less = max(first, second), min(first, second)
    return (
        say(
            "A bounty that depends on the stack goes by the stacks after the ante: there the first player had more "
            "chips, {more} against {less}.",
            more,
            less,
        )
        if first > second
        else say(
            "A bounty that depends on the stack goes by the stacks after the ante: there the second player had more "
            "chips, {more} against {less}.",
            more,
            less,
        )
    )
