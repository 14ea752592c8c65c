"""The right to know an opponent's stack: an estimate, a count, and chips found behind an all-in."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import CountRight
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, left_open
from sidepot.rules.texts import FAIRNESS, Point, by_text, cite

ACCEPTED: Final = Point("accepted action", {"TDA-2013": "46", "TDA-2024": "49"})
COUNT: Final = Point("count of an opponent's stack", {"TDA-2013": "52", "TDA-2024": "60"})
STAKE_DISCLOSED: Final = Point(
    "any player may ask for the size of a stack", {"TS": "2", "TDA-2013": "52", "TDA-2024": "60"}
)
ESTIMATE: Final = Point("a reasonable estimate", {"TDA-2013": "24-A", "TDA-2024": "25-A"})
HIDDEN: Final = Point("chips found behind an all-in", {"TDA-2013": "54", "TDA-2024": "62"})
FOUND: Final = HIDDEN.part("found", "TDA-2013")

MOST_STEPS: Final = 40  # the finest estimate: no text gives a number

PART: Final = "part of the action"
NOT_PART: Final = "not part of the action"


# ---- the count of a stack


class StackCount(Facts, frozen=True, kw_only=True, tag="count"):
    """A request to count an opponent's stack.

    - `stack`: the size of the stack in chips, for an estimate
    - `unit`: the smallest chip in the stack, for an estimate
    """

    facing_all_in: bool = False
    in_turn: bool = True
    owner_counts: bool = False
    stack: int | None = None
    unit: int = 100


def rule_on_count(facts: StackCount, rulebook: Rulebook) -> Ruling:
    """Rule on whether a player may have an opponent's stack counted. Rule: TDA-2013 24-A, 52; TDA-2024 25-A, 60."""
    looks = (
        say("Give the player an estimate of the stack.")
        if facts.stack is None
        else say("Give the player an estimate of the stack: about {amount}.", at_a_glance(facts.stack, facts.unit))
    )
    right = rulebook.count_right
    estimated = cite(ESTIMATE, rulebook)
    if right is CountRight.ALWAYS:
        return Ruling(
            verdict="count",
            reason=say("In this house a player who is asked must say how many chips they have."),
            cites=(cite(STAKE_DISCLOSED, rulebook, "count_right"), estimated),
            instructions=(say("Have the player announce or count the stack."),),
        )
    count = cite(COUNT, rulebook, "count_right")
    if not facts.facing_all_in:
        why = say("The player does not face an all-in, and so gets only a reasonable estimate, not a count.")
    elif right is CountRight.ALL_IN_IN_TURN and not facts.in_turn:
        why = say(
            "The player faces an all-in but it is not their turn yet, so for now they only get a reasonable estimate."
        )
    else:
        who = (
            say("Have the all-in player count the chips while the dealer watches.")
            if facts.owner_counts
            else say("Count the chips yourself.")
        )
        return Ruling(
            verdict="count",
            reason=say("The player faces the all-in and may have it counted.")
            if facts.owner_counts
            else say(
                "The player faces the all-in and may have it counted. The all-in player need not do the counting."
            ),
            cites=(count, cite(ACCEPTED, rulebook), estimated),
            instructions=(who, say("Announce the amount. A caller must call the true amount in any case.")),
        )
    return Ruling(
        verdict="estimate",
        reason=why,
        cites=(count, estimated),
        instructions=(
            looks,
            say("Have the chips stacked in twenties, with the large chips in front."),
        ),
    )


def at_a_glance(stack: int, unit: int) -> int:
    """The size of a stack as a player across the table sees it, in units or, for a large stack, in coarser steps.

    A step is 1, 2 or 5 times a power of ten, and a stack has at most forty steps. A finer number would amount to a
    count. Rule: TDA-2013 24-A. Raises BadNotation for impossible numbers.

    >>> at_a_glance(12_345, 100), at_a_glance(18_250, 500), at_a_glance(2_600, 100), at_a_glance(75, 100)
    (12500, 18500, 2600, 75)
    """
    steps = (first * 10**zeros for zeros in range(len(str(max(stack, 0)))) for first in (1, 2, 5))
    return estimate(stack, max(unit, next(step for step in steps if step * MOST_STEPS >= stack)) if unit > 0 else unit)


def estimate(stack: int, unit: int) -> int:
    """An estimate of a stack, rounded to full units (halves up). A stack of less than one unit is given exactly.

    Rule: TDA-2013 24-A; TDA-2024 25-A. Raises BadNotation for impossible numbers.

    >>> estimate(18_250, 500), estimate(18_249, 500), estimate(75, 100)
    (18500, 18000, 75)
    """
    if stack < 0 or unit < 1:
        raise BadNotation(f"expected a stack of 0 or more and a unit of 1 or more, not {stack} and {unit}")
    return stack if stack < unit else (2 * stack + unit) // (2 * unit) * unit


# ---- chips found behind


class HiddenChips(Facts, frozen=True, kw_only=True, tag="hidden chips"):
    """Chips that turn up after their owner went all-in.

    - `bet`: the all-in as everybody saw it
    - `hidden`: the value of the chips that turned up
    - `called`: whether a player had already called
    - `in_view`: whether the chips could be seen
    - `caller`: the caller's whole stack (None if it is large enough)
    """

    bet: int
    hidden: int
    called: bool = True
    in_view: bool = False
    caller: int | None = None


def rule_on_hidden(facts: HiddenChips, rulebook: Rulebook) -> Ruling:
    """Rule on chips found after a player went all-in. Rule: TDA-2013 54; TDA-2024 62."""
    _check_hidden(facts)
    decides = cite(HIDDEN, rulebook)
    penalty = None if facts.in_view else Sanction("hidden chips", whose="all-in")
    whole = facts.bet + facts.hidden
    if not facts.called:
        return Ruling(
            verdict=PART,
            reason=say(
                "Nobody has called yet, so nobody has relied on the smaller amount. The chips found normally count, "
                "and the all-in is {whole}.",
                whole,
            ),
            cites=(cite(ESTIMATE, rulebook), cite(FOUND, rulebook)),
            amount=whole,
            add=facts.hidden,
            instructions=(
                say("Announce that the all-in is {whole}.", whole),
                say("Continue with the next player. If this would be unfair, have the director decide."),
            ),
            penalty=penalty,
        )
    caller = whole if facts.caller is None else facts.caller
    if caller <= facts.bet:
        return Ruling(
            verdict=NOT_PART,
            reason=say(
                "The caller has only {caller}, so no more than that is at stake, and the {hidden} found does not "
                "matter.",
                caller,
                facts.hidden,
            ),
            cites=(decides,),
            amount=caller,
            instructions=(say("Let the all-in player keep the {hidden}.", facts.hidden),),
            penalty=penalty,
        )
    total = min(whole, caller)
    is_tournament = rulebook.face_up_all_in  # all houses of tournaments choose so
    also = () if is_tournament else (cite(FAIRNESS, rulebook),)
    return left_open(
        _why_hidden(facts),
        by_text(tuple(dict.fromkeys((decides, cite(ACCEPTED, rulebook), *also))), rulebook),
        _not_part(facts, is_tournament=is_tournament),
        _part(facts, total),
        recommended=PART if facts.in_view else NOT_PART,
        instructions=(
            say("Stop the action, and leave the found chips where they are."),
            say("Have the director decide."),
        ),
        penalty=penalty,
    )


def _check_hidden(facts: HiddenChips) -> None:
    if facts.bet < 1 or facts.hidden < 1:
        raise BadNotation(f"bet and hidden: expected at least 1 chip each, not {facts.bet} and {facts.hidden}")
    if facts.caller is not None and facts.caller < 1:
        raise BadNotation(f"caller: expected at least 1 chip, not {facts.caller}")
    if facts.caller is not None and not facts.called:
        raise BadNotation("caller: nobody has called, so there is no caller's stack; leave out `caller`")


def _why_hidden(facts: HiddenChips) -> Sentence:
    return (
        say("The {amount} found was in view, and the director decides whether it is part of the all-in.", facts.hidden)
        if facts.in_view
        else say(
            "The {amount} found was hidden from the caller, and the director decides whether it is part of the all-in.",
            facts.hidden,
        )
    )


def _not_part(facts: HiddenChips, *, is_tournament: bool) -> Option:
    because = (
        say(
            "The all-in was {bet}. If the all-in player wins, the {amount} is not matched; if not, the player is "
            "eliminated, and the {amount} may go to the caller.",
            facts.bet,
            facts.hidden,
            facts.hidden,
        )
        if is_tournament
        else say(
            "The all-in was {bet}. If the all-in player wins, the {amount} is not matched; if not, the caller wins "
            "{bet}, and the director decides who gets the {amount}.",
            facts.bet,
            facts.hidden,
            facts.bet,
            facts.hidden,
        )
    )
    return Option(
        verdict=NOT_PART,
        reason=because,
        when=say("If the caller relied on the smaller stack, the all-in was {bet}.", facts.bet),
        amount=facts.bet,
        instructions=(say("Leave the found chips where they are until the hand is over."),),
    )


def _part(facts: HiddenChips, total: int) -> Option:
    return Option(
        verdict=PART,
        reason=say(
            "The caller accepted the whole all-in but has only {stack}, so it is {total}, whether the all-in player "
            "wins or loses.",
            total,
            total,
        )
        if total < facts.bet + facts.hidden
        else say(
            "The caller accepted the whole all-in. It is {total}, whether the all-in player wins or loses.", total
        ),
        when=say(
            "If the caller accepted the whole all-in, it is {total}, whether the all-in player wins or loses.",
            total,
        ),
        amount=total,
        add=total - facts.bet,
        instructions=(say("Add the {amount} to the all-in, and have the caller match it.", total - facts.bet),),
    )
