"""Unusual folds, reactions before the amount is clear, and conditional statements."""

from __future__ import annotations

from typing import Final, Literal

from sidepot.errors import BadNotation, Cite
from sidepot.floor.topic import Facts
from sidepot.floor.turns.out_of_turn import FOLDED, ODD_FOLD
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Effect, Option, Ruling, Sanction, act_by, each_then, left_open
from sidepot.rules.texts import Point, cite

FOLD: Final = Point(
    "fold in turn", {"TDA-2013": "37-A/in-turn", "TDA-2024": "50-A", "RRP-11": "dead-hands/folded", "PG": "59"}
)
UNFORCED: Final = Point(
    "cards thrown away in turn with nothing to call",
    {"TDA-2013": "50", "TDA-2024": "58", "RRP-11": "dead-hands/folded", "PG": "59"},
)
MUCKED: Final = Point("cards thrown away at the showdown", {"TDA-2013": "14-A", "TDA-2024": "14", "PG": "113"})
TABLED: Final = Point("hand not tabled", {"TDA-2013": "13-B", "TDA-2024": "13-B"})
EARLY: Final = Point("reaction before the amount is clear", {"TDA-2013": "37-B", "TDA-2024": "59-B"})
CONDITION: Final = Point("conditional statement", {"TDA-2013": "51", "TDA-2024": "59-A"})


class OddFold(Facts, frozen=True, kw_only=True, tag="odd fold"):
    """A hand thrown away, in turn or out of turn, with or without a bet to call.

    - `acted_behind`: whether a later player has acted since then
    """

    in_turn: bool = True
    facing_bet: bool = False
    betting_over: bool = False
    acted_behind: bool = False
    seat: int = -1


class EarlyReaction(Facts, frozen=True, kw_only=True, tag="early reaction"):
    """The action of players behind a bet or raise before its amount was clear.

    - `amount`: the final amount (0 if it is not clear yet)
    """

    reactions: tuple[Literal["fold", "call"], ...]
    declared: Literal["bet", "raise"] = "raise"
    amount: int = 0


class ConditionalStatement(Facts, frozen=True, kw_only=True, tag="conditional statement"):
    """A player's statement of what they would do under a condition.

    - `relied_on`: whether another player acted on the statement
    """

    said: str = ""
    condition: Literal["open", "met", "not met"] = "open"
    relied_on: bool = False


def rule_on_odd_fold(facts: OddFold, rulebook: Rulebook) -> Ruling:
    """Rule on a fold with no bet to call or out of turn, and on cards thrown away after the betting.

    Rule: TDA-2013 50, 13-B, 14-A; TDA-2024 58; Robert's, dead hands.
    """
    if facts.betting_over:
        if facts.facing_bet:
            raise BadNotation(
                "betting_over and facing_bet: nobody faces a bet when the betting is over; leave one of the two out"
            )
        return Ruling(
            verdict="no fold",
            reason=say("The betting is over, so the rules of the showdown apply to the cards."),
            cites=tuple(cite(point, rulebook) for point in (ODD_FOLD, MUCKED, TABLED)),
            instructions=(say("Keep the cards separate until it is clear whether they can be identified."),),
        )
    effects = act_by(facts.seat, "fold")
    if not facts.in_turn:
        return Ruling(
            verdict="fold",
            reason=say("The player folded out of turn. A fold is binding, whatever the skipped players do."),
            cites=(cite(ODD_FOLD, rulebook), cite(FOLDED, rulebook)),
            instructions=(say("Muck the cards."), say("Give the action to the player whose turn it is.")),
            penalty=Sanction("acting out of turn"),
            effects=effects,
        )
    if facts.facing_bet:
        return Ruling(
            verdict="fold",
            reason=say("The fold was made in turn, facing a bet, so it is binding."),
            cites=(cite(FOLD, rulebook),),
            instructions=(say("Muck the cards."),),
            effects=effects,
        )
    return _unforced(facts, rulebook, effects)


def _unforced(facts: OddFold, rulebook: Rulebook, effects: tuple[Effect, ...]) -> Ruling:
    """Rule on cards thrown away in turn when the player could check."""
    decides = cite(UNFORCED, rulebook, "free_fold_binds")
    if not rulebook.free_fold_binds and not facts.acted_behind:
        return Ruling(
            verdict="not yet a fold",
            reason=say("The player faced no bet and nobody has acted behind, so the cards are not dead."),
            cites=(decides,),
            instructions=(
                say("Give the cards back if they can be clearly identified."),
                say("Tell the player that they may check."),
            ),
        )
    because = say("The fold was made in turn, so it is binding even with nothing to call.")
    if not rulebook.free_fold_binds:
        because = say("The player threw the cards forward and another player has acted behind, so the hand is dead.")
    return Ruling(
        verdict="fold",
        reason=because,
        cites=(decides,),
        instructions=(say("Muck the cards."), say("Tell the player that a check was possible.")),
        penalty=Sanction("odd fold"),
        effects=effects,
    )


def rule_on_early_reaction(facts: EarlyReaction, rulebook: Rulebook) -> Ruling:
    """Rule on folds and calls before the amount of a bet or raise was clear.

    Rule: TDA-2013 37-B; TDA-2024 59-B.
    """
    if facts.amount < 0:
        raise BadNotation(f"amount: expected 0 or more chips, not {facts.amount}")
    if not facts.reactions:
        raise BadNotation("reactions: expected at least one, fold or call")
    cites = (cite(EARLY, rulebook),)
    penalty = Sanction("premature reaction", whose="actor" if len(facts.reactions) == 1 else "actors")
    is_bet = facts.declared == "bet"
    ask = say("Ask the bettor for the exact amount.") if is_bet else say("Ask the raiser for the exact amount.")
    steps = (
        say("Announce the amount: {amount}.", facts.amount) if facts.amount else ask,
        say("Tell the players to wait in future until an amount is clear.")
        if facts.amount
        else say("Tell the others to wait until the amount is clear."),
    )
    if "call" not in facts.reactions:
        return Ruling(
            verdict="binding",
            about="fold" if len(facts.reactions) == 1 else "both folds" if len(facts.reactions) == 2 else "folds",
            reason=say("Players who fold before the bettor has named an amount do so at their own risk.")
            if is_bet
            else say("Players who fold before the raiser has named an amount do so at their own risk."),
            cites=cites,
            instructions=steps,
            penalty=penalty,
        )
    return _called_early(facts, is_bet, steps, cites, penalty)


def _called_early(
    facts: EarlyReaction, is_bet: bool, steps: tuple[Sentence, Sentence], cites: tuple[Cite, ...], penalty: Sanction
) -> Ruling:
    """Let the director decide what a player owes who called before the amount was clear."""
    folds = say("All folds stand.") if "fold" in facts.reactions else ()
    called = (
        say("A player called before the bettor had named an amount, so the director decides what the caller owes.")
        if is_bet
        else say("A player called before the raiser had named an amount, so the director decides what the caller owes.")
    )
    early = (
        say("The caller had no need to act so early, so it is a call of {amount}.", facts.amount)
        if facts.amount
        else say("The caller had no need to act so early, so it is a call of the final amount.")
    )
    return left_open(
        in_a_row(called, folds),
        cites,
        *each_then(
            steps,
            Option(
                verdict="call",
                reason=early,
                when=say("If the caller had no reason to act so early, the call is binding."),
                amount=facts.amount or None,
            ),
            Option(
                verdict="free",
                reason=say("The caller could not know the amount, so the caller acts again once it is clear."),
                when=say("If the caller could not guess the amount, the caller acts again once it is clear."),
            ),
        ),
        recommended="call",
        instructions=(steps[0], say("Have the director decide."), steps[1]),
        penalty=penalty,
    )


_NO_IF: Final = (say("Tell the player not to announce actions out of turn or with conditions."),)


def rule_on_conditional_statement(facts: ConditionalStatement, rulebook: Rulebook) -> Ruling:
    """Rule on a conditional statement. Rule: TDA-2013 51; TDA-2024 59-A."""
    cites = (cite(CONDITION, rulebook),)
    penalty = Sanction("conditional statement")
    said = facts.said.strip()
    if facts.condition == "not met":
        return Ruling(
            verdict="not binding",
            reason=say('The condition "{words}" was not met, so the statement is not binding.', said)
            if said
            else say("The condition was not met, so the statement is not binding."),
            cites=cites,
            instructions=_NO_IF,
            penalty=penalty,
        )
    is_ahead = facts.condition == "open"
    free = say("It was idle talk, so the player is free to act as usual.")
    held = (
        say("The player must act as announced if the condition is met.")
        if is_ahead
        else say("The condition was met, so the player must act as announced.")
    )
    relied = say("Another player has relied on it.") if facts.relied_on else ()
    statement = (
        say('The conditional statement "{words}" is not allowed, but it may be binding.', said)
        if said
        else say("A conditional statement is not allowed, but it may be binding.")
    )
    return left_open(
        in_a_row(statement, relied),
        cites,
        *each_then(
            _NO_IF,
            Option(
                verdict="not binding",
                reason=free,
                when=say("If it was idle talk, the player is free to act as usual."),
            ),
            Option(
                verdict="binding",
                reason=held,
                when=say(
                    "If the words were meant seriously, the player must act as announced once the condition is met."
                )
                if is_ahead
                else say("If the words were meant seriously, or another player relied on them, they are binding."),
            ),
        ),
        recommended="binding" if facts.relied_on else "not binding",
        about="words",
        instructions=(say("Have the director decide."), *_NO_IF),
        penalty=penalty,
    )
