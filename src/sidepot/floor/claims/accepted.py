"""Accepted action: a caller misunderstood the amount of the bet."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.floor.claims.stacks import ACCEPTED
from sidepot.floor.topic import Facts
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import Accepted
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, act_by, left_open
from sidepot.rules.texts import Point, cite

MISUNDERSTOOD: Final = Point("gross misunderstanding", {"RRP-11": "no-limit/misunderstanding", "TDA-2013": "46"})
FAIRNESS: Final = Point("fairness first", {"TDA-2013": "1", "TDA-2024": "1"})


# ---- accepted action


class AcceptedAction(Facts, frozen=True, kw_only=True, tag="accepted action"):
    """A call by a player who misunderstood the amount of the bet. All amounts are totals for the round.

    - `true`: the true bet
    - `announced`: the amount that was announced to the caller
    - `pushed`: the chips put out (None if the caller said "call")
    - `stack`: the most that the caller can put in, including chips already out
    - `misunderstood`: whether it was a gross misunderstanding (None if the amounts decide)
    - `acted_on`: whether a later player has acted, or a card has been dealt
    """

    true: int
    announced: int | None = None
    pushed: int | None = None
    stack: int | None = None
    misunderstood: bool | None = None
    acted_on: bool = False
    seat: int = -1


def rule_on_accepted(facts: AcceptedAction, rulebook: Rulebook) -> Ruling:
    """Rule on a caller who claims to have misunderstood the bet. Rule: TDA-2013 46; TDA-2024 49."""
    _check_accepted(facts)
    owes = facts.true if facts.stack is None else min(facts.true, facts.stack)
    pushed = facts.pushed or 0
    add, change = max(owes - pushed, 0), max(pushed - owes, 0)
    effects = act_by(facts.seat, "call")
    was = _taken_for(facts)
    if rulebook.accepted_action is Accepted.NOT_IF_GROSS and _is_gross(facts):
        return _protected(facts, rulebook, was, owes)
    if rulebook.accepted_action is Accepted.NOT_IF_GROSS:
        decides = cite(MISUNDERSTOOD, rulebook, "accepted_action")
        why = (
            say(
                "This is not a gross misunderstanding, so the caller must call {bet}, but has only {stack} and is "
                "all-in.",
                facts.true,
                owes,
            )
            if owes < facts.true
            else say("This is not a gross misunderstanding, so the call is {amount}.", owes)
        )
        taken_for = _amounts_taken_for(facts)
        if facts.misunderstood is None and {*taken_for} - {facts.true}:
            why = in_a_row(say("The {amount} is at least 80 percent of the bet.", min(taken_for)), why)
    else:
        decides = cite(ACCEPTED, rulebook, "accepted_action")
        why = (
            say(
                "The caller is responsible for knowing the amount and must call {bet}, but has only {stack} and is "
                "all-in.",
                facts.true,
                owes,
            )
            if owes < facts.true
            else say("The caller is responsible for knowing the amount, so the call is {amount}.", owes)
        )
    return Ruling(
        verdict="call",
        reason=in_a_row(was, why),
        cites=(decides, cite(FAIRNESS, rulebook)),
        amount=owes,
        add=add,
        change=change,
        all_in=owes == facts.stack,
        instructions=(*_chips(add, change), say("Play on. If this would be unfair, have the director decide.")),
        effects=effects,
    )


def _chips(add: int, change: int) -> tuple[Sentence, ...]:
    """The dealer's steps for the chips that the caller adds or gets back."""
    more = (say("Have the caller put in {add} more.", add),) if add else ()
    return (*more, say("Give {change} back to the caller.", change)) if change else more


def _check_accepted(facts: AcceptedAction) -> None:
    if facts.true < 1:
        raise BadNotation(f"true: expected at least 1 chip, not {facts.true}")
    for name, amount in (("announced", facts.announced), ("pushed", facts.pushed), ("stack", facts.stack)):
        if amount is not None and amount < 0:
            raise BadNotation(f"{name}: expected 0 or more chips, not {amount}")
    if facts.stack is not None and (facts.pushed or 0) > facts.stack:
        raise BadNotation(f"pushed: expected at most the stack of {facts.stack}, not {facts.pushed}")


def _taken_for(facts: AcceptedAction) -> Sentence:
    if facts.announced is not None and facts.announced != facts.true:
        return say("The bet was {bet}, but it was announced as {announced}.", facts.true, facts.announced)
    if facts.pushed is not None and facts.pushed != facts.true:
        return say("The bet was {bet}, but the caller put out {amount}.", facts.true, facts.pushed)
    return say("The bet was {bet}.", facts.true)


def _is_gross(facts: AcceptedAction) -> bool:
    """Whether the misunderstanding is gross: less than eighty percent of the bet (Robert's Rules)."""
    if facts.misunderstood is not None:
        return facts.misunderstood
    taken_for = _amounts_taken_for(facts)
    return bool(taken_for) and 10 * min(taken_for) < 8 * facts.true


def _amounts_taken_for(facts: AcceptedAction) -> list[int]:
    """The amounts that the bet was announced as, or that the caller put out for it, as far as they are known."""
    return [amount for amount in (facts.announced, facts.pushed) if amount is not None]


def _protected(facts: AcceptedAction, rulebook: Rulebook, was: Sentence, owes: int) -> Ruling:
    """Rule by Robert's Rules, no limit: a gross misunderstanding may be protected, at the director's discretion."""
    pushed = facts.pushed or 0
    stays = min(pushed, owes)
    seat = facts.seat
    options = (
        Option(
            verdict="call",
            reason=say("The caller is to blame for the misunderstanding and must call the true amount: {owes}.", owes),
            when=say(
                "If the caller is to blame for the misunderstanding, the true amount must be called: {owes}.", owes
            ),
            amount=owes,
            add=owes - stays,
            change=pushed - stays,
            instructions=_chips(owes - stays, pushed - stays),
            effects=act_by(seat, "call"),
        ),
        Option(
            verdict="call taken back",
            reason=say("The {pushed} goes back, and the caller acts again.", pushed)
            if pushed
            else say("The caller acts again."),
            when=say("If nobody has relied on the call, it is taken back and the caller acts again."),
            change=pushed,
            instructions=(*_chips(0, pushed), say("Have the caller act again.")),
        ),
        Option(
            verdict="chips stay",
            reason=say("The {stays} stays in the pot, and the caller may fold or call in full.", stays),
            when=say(
                "If somebody has relied on the call, the {stays} stays in the pot, and the caller may fold or call in "
                "full.",
                stays,
            )
            if facts.acted_on
            else say("As a compromise, the {stays} stays in the pot, and the caller may fold or call in full.", stays),
            amount=stays,
            change=pushed - stays,
            instructions=(*_chips(0, pushed - stays), say("Ask the caller: call in full, or fold?")),
        ),
    )
    since = (
        say("A player behind has acted since, or a card has been dealt.")
        if facts.acted_on
        else say("Nobody has acted since, and no card has been dealt.")
    )
    return left_open(
        in_a_row(was, say("The director may protect the caller from such a gross misunderstanding."), since),
        (cite(MISUNDERSTOOD, rulebook, "accepted_action"), cite(FAIRNESS, rulebook)),
        *options,
        recommended="call" if facts.acted_on else "call taken back",
        instructions=(
            say("Stop the action, and ask what was said and seen before the call."),
            say("Have the director decide."),
        ),
    )
