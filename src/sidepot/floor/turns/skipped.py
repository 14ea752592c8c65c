"""A skipped player: whether the action goes back and, if not, what happens to the hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.floor.spot import Spot
from sidepot.floor.topic import Facts
from sidepot.floor.turns.deeds import Deed, after, as_spot, read_deed, total_of
from sidepot.floor.turns.substantial import fields_of, is_substantial
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.floor_choices import SkippedHand
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, kill, left_open
from sidepot.rules.texts import Point, cite

SKIPPED: Final = Point(
    "player who was skipped",
    {"TDA-2013": "38-B", "TDA-2024": "53-B", "RRP-11": "irregularities/skipped", "PG": "108", "WSOP-LIVE-2026": "137"},
)


class Skipped(Facts, frozen=True, kw_only=True, tag="skipped"):
    """A player who was skipped.

    - `behind`: the actions of later players, in order
    - `spoke_up`: whether the player, or somebody else, spoke up in time
    - `had_time`: whether there was time to speak up
    - `was_due`: whether all earlier players had acted
    - `next_card`: whether the dealer has dealt the next card
    """

    behind: tuple[str, ...] = ()
    spot: Spot | str = Spot()
    spoke_up: bool = False
    had_time: bool = True
    was_due: bool = True
    next_card: bool = False


class _Behind(NamedTuple):
    """The actions behind the player: whether they are too many, why, and the choices of the house that decide it."""

    is_much: bool
    because: Sentence
    fields: tuple[str, ...] = ()


def rule_on_skipped(facts: Skipped, rulebook: Rulebook) -> Ruling:
    """Rule on a skipped player, and on the later players' actions.

    Rule: TDA-2013 38-B, with both illustrations; TDA-2024 53-B; Robert's Rules, irregularities; PG-108.
    """
    before = as_spot(facts.spot, rulebook)
    deeds = [read_deed(word) for word in facts.behind]
    try:
        now = after(before, deeds, rulebook)
    except BadNotation as error:
        if facts.spot == Spot():
            raise BadNotation(
                f"{error.detail}; or give the betting before it, as in spot='NL 100/200: A to act' before the flop or "
                "spot='NL 100/200: A 600; B to act' after a bet"
            ) from None
        raise
    behind = _behind(deeds, rulebook)
    if not facts.was_due:
        return _goes_back(
            say("An earlier player had not acted yet, so this player was not too late."), before, facts, rulebook
        )
    if facts.spoke_up:
        return _goes_back(say("The player spoke up in time."), before, facts, rulebook)
    if not behind.is_much and not facts.next_card:
        return _goes_back(behind.because, before, facts, rulebook, behind.fields)
    if not facts.had_time and not facts.next_card:
        return _goes_back(say("There was no reasonable time to speak up."), before, facts, rulebook)
    if facts.next_card:
        dealt = say("The next card was dealt before the player acted, so it is too late to go back.")
        behind = _Behind(True, in_a_row(behind.because, dealt) if behind.is_much else dealt)
    return _too_late(behind, facts, now, rulebook)


def _behind(deeds: list[Deed], rulebook: Rulebook) -> _Behind:
    most = rulebook.skipped_after
    if not deeds:
        return _Behind(False, say("Nobody has acted behind the skipped player, so it is not too late."))
    if most > 0:
        is_much = len(deeds) >= most
        count = len(deeds)
        if is_much:
            because = (
                say("One player has acted behind the skipped player, so it is too late.")
                if count == 1
                else say("Behind the skipped player {count} players have acted, so it is too late.", str(count))
            )
        elif count == 1:
            because = say(
                "Only 1 player has acted behind the skipped player; it is too late once {most} have acted.", str(most)
            )
        else:
            because = say(
                "Only {count} players have acted behind the skipped player; it is too late once {most} have acted.",
                str(count),
                str(most),
            )
        return _Behind(is_much, because, ("skipped_after",))
    words = ["raise" if deed.verb == "all-in" else deed.verb for deed in deeds]
    done = _listed([(word,) for word in words])
    fields = ("skipped_after", *fields_of(words, rulebook))
    if is_substantial(words, rulebook):
        return _Behind(True, say("There was substantial action behind the skipped player ({acts}).", done), fields)
    return _Behind(
        False,
        say("The action behind the skipped player ({acts}) is not substantial, so it is not too late.", done),
        fields,
    )


def _listed(acts: Sequence[Sentence]) -> Sentence:
    """Acts as one part of a sentence: `call, raise`."""
    *before, last = acts
    return say("{}, {}", _listed(before), last) if before else last


def _goes_back(
    reason: Sentence, spot: Spot, facts: Skipped, rulebook: Rulebook, fields: tuple[str, ...] = ()
) -> Ruling:
    """Rule that the action goes back to the player, with all rights."""
    steps = [_give_back(spot)]
    if facts.behind:
        steps.append(say("Treat all action behind the skipped player as out of turn."))
    if facts.next_card:
        steps.insert(0, say("Treat the card as dealt prematurely."))
    return Ruling(
        verdict="action goes back",
        reason=in_a_row(
            reason,
            say("The player still has all options: call, raise or fold.")
            if spot.is_facing_bet
            else say("The player still has all options and may act as if nobody had been skipped."),
        ),
        cites=(cite(SKIPPED, rulebook, *fields),),
        instructions=tuple(steps),
        penalty=_penalty(facts),
    )


def _penalty(facts: Skipped) -> Sanction | None:
    """The penalty of the players who acted before the skipped player."""
    if not facts.behind:
        return None
    return Sanction("acting out of turn", whose="actor" if len(facts.behind) == 1 else "actors")


def _give_back(spot: Spot) -> Sentence:
    return (
        say("Give the action back to {player}.", spot.name) if spot.name else say("Give the action back to the player.")
    )


def _ask(spot: Spot, amount: int | None) -> Sentence:
    if not spot.is_facing_bet:
        return say("Ask {player}: check, or fold?", spot.name) if spot.name else say("Ask the player: check, or fold?")
    return (
        say("Ask {player}: call {amount}, or fold?", spot.name, amount or 0)
        if spot.name
        else say("Ask the player: call {amount}, or fold?", amount or 0)
    )


def _action_behind(facts: Skipped, now: Spot) -> tuple[Sentence, ...]:
    """The step that confirms the action behind the skipped player, if there was any."""
    if not facts.behind:
        return ()
    acts = _listed([read_deed(word).act for word in facts.behind])
    return (
        say("Let the action behind {player} stand ({acts}).", now.name, acts)
        if now.name
        else say("Let the action behind the skipped player stand ({acts}).", acts),
    )


def _too_late(behind: _Behind, facts: Skipped, now: Spot, rulebook: Rulebook) -> Ruling:
    """Rule that the action behind the player is binding. The director decides on the skipped hand."""
    stands = _action_behind(facts, now) if facts.had_time else ()
    time = (
        say("The skipped player had time to speak up.")
        if facts.had_time
        else say("The skipped player had no reasonable time to speak up.")
    )
    because = in_a_row(behind.because, time)
    return left_open(
        because,
        (cite(SKIPPED, rulebook, "skipped_hand", *behind.fields),),
        *_measures(facts, now, rulebook, stands),
        recommended="no raise" if facts.had_time else "full rights",
        instructions=(
            say("Have the director rule on {player}'s hand.", now.name)
            if now.name
            else say("Have the director rule on the skipped player's hand."),
            *stands,
        ),
        penalty=_penalty(facts),
    )


def _measures(facts: Skipped, now: Spot, rulebook: Rulebook, stands: tuple[Sentence, ...]) -> list[Option]:
    """The decisions on the skipped hand that the house leaves to the director."""
    passive = Deed("call" if now.is_facing_bet else "check")
    amount = total_of(passive, now)
    options = [
        Option(
            verdict="no raise",
            reason=say("The player did not speak up in time, so the director allows only a call or a fold.")
            if now.is_facing_bet
            else say("The player did not speak up in time, so the director allows only a check or a fold."),
            when=say("The milder measure: the player keeps the hand but may only call or fold.")
            if now.is_facing_bet
            else say("The milder measure: the player keeps the hand but may only check or fold."),
            amount=amount,
            instructions=(_ask(now, amount), *stands),
        ),
        Option(
            verdict="dead",
            reason=say("The player did not speak up in time, so the director ruled the hand dead."),
            when=say("The harsher measure: the hand is dead."),
            instructions=(
                say("Muck {player}'s cards.", now.name) if now.name else say("Muck the player's cards."),
                *stands,
            ),
            effects=kill(now.seat),
        ),
    ]
    if rulebook.skipped_hand is SkippedHand.DISCRETION or not facts.had_time:
        options.append(
            Option(
                verdict="full rights",
                reason=say(
                    "The player is not to blame, so it is fairer to let the player act as if nobody had been skipped."
                ),
                when=say(
                    "If the player is not to blame, it is fairer to let the player act as if nobody had been skipped."
                ),
                instructions=(
                    _give_back(now),
                    say("Treat all action behind the skipped player as out of turn."),
                ),
            )
        )
    return options
