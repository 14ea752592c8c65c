"""Chips without an owner, found on the floor, and objects without value, such as a bounty chip that was bet."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.floor.deal.deal_errors import CALL_FLOOR
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, each_then, left_open
from sidepot.rules.texts import Point, cite

FOUND: Final = Point("chips without an owner", {"TDA-2024": "64"})
WORTHLESS: Final = Point("chips without value that are bet", {"TDA-2024": "RP-22"})


class FoundChips(Facts, frozen=True, kw_only=True, tag="found chips"):
    """Chips that were found.

    - `owner_known`: whether the owner of the chips is certain
    """

    owner_known: bool = False


def rule_on_found_chips(facts: FoundChips, rulebook: Rulebook) -> Ruling:
    """Rule on whether found chips are returned to an owner. Rule: TDA-2024 64."""
    cites = (cite(FOUND, rulebook),)
    if facts.owner_known:
        because = say("It is certain whose chips they are.")
        return Ruling(
            verdict="given back",
            reason=because,
            cites=cites,
            instructions=(say("Give the chips back to their owner."),),
        )
    return Ruling(
        verdict="out of play",
        reason=say("Nobody knows whose chips they are."),
        cites=cites,
        instructions=(
            say("Remove the chips from play and return them to the inventory."),
            say("Record how many there were."),
        ),
    )


class WorthlessChip(Facts, frozen=True, kw_only=True, tag="chip without value"):
    """An object without value that was pushed in as a bet.

    - `means`: what the object counts as by a rule of the house, if there is such a rule
    """

    thing: Literal["a bounty chip", "a clock token"] = "a bounty chip"
    facing_bet: bool = True
    means: Literal["", "call", "all-in"] = ""


def rule_on_worthless_chip(facts: WorthlessChip, rulebook: Rulebook) -> Ruling:
    """Rule on a bet of a bounty chip or another object without value. The house or the director decides how the object
    counts.

    Rule: TDA-2024 RP-22.
    """
    mild = "call" if facts.facing_bet else "check"
    meanings = {
        mild: say("It counts as the smallest action that it can mean, a call.")
        if facts.facing_bet
        else say("It counts as the smallest action that it can mean, a check."),
        "all-in": say("It stands for the player's whole stack."),
    }
    cites = (cite(WORTHLESS, rulebook),)
    is_bounty = facts.thing == "a bounty chip"
    steps = (
        say("Give the bounty chip back; it is not part of the stack.")
        if is_bounty
        else say("Give the clock token back; it is not part of the stack."),
    )
    if facts.means:
        verdict = facts.means if facts.means == "all-in" else mild
        allows = (
            say("This house allows a bounty chip as a bet.")
            if is_bounty
            else say("This house allows a clock token as a bet.")
        )
        because = in_a_row(allows, meanings[verdict])
        return Ruling(verdict=verdict, reason=because, cites=cites, instructions=steps, all_in=verdict == "all-in")
    return left_open(
        say("A bounty chip has no value in play, and this house has no rule on betting one.")
        if is_bounty
        else say("A clock token has no value in play, and this house has no rule on betting one."),
        cites,
        *each_then(steps, *[Option(verdict=verdict, reason=why) for verdict, why in meanings.items()]),
        recommended=mild,
        instructions=(*CALL_FLOOR, *steps),
    )
