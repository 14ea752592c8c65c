"""A player who was passed over: whether the action goes back to him, and what becomes of his hand if it does not."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from sidepot.floor.spot import Spot
from sidepot.floor.topic import Topic
from sidepot.floor.turns.deeds import Deed, after, as_spot, read_deed, total_of
from sidepot.floor.turns.substantial import fields_of, is_substantial
from sidepot.rules.floor_choices import SkippedHand
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import DISCRETION, Kill, Option, Ruling, Sanction
from sidepot.rules.texts import Point, cite

SKIPPED: Final = Point(
    "player who was skipped",
    {"TDA-2013": "38-B", "TDA-2024": "53-B", "RRP-11": "irregularities/skipped", "PG": "108"},
)


class Skipped(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="skipped", tag_field="topic"):
    """A player was passed over: `spot` is his place, `behind` what others have done behind him, in order.

    `spoke_up`: he, or somebody for him, before it was too late. `had_time`: he could have. `was_due`: all in front of
    him had acted. `next_card`: the dealer has gone on and dealt.
    """

    behind: tuple[str, ...] = ()
    spot: Spot | str = Spot()
    spoke_up: bool = False
    had_time: bool = True
    was_due: bool = True
    next_card: bool = False


class _Behind(NamedTuple):
    """What was done behind him: whether it is too much, that in words, and the house's choices that it rests on."""

    is_much: bool
    told: str
    fields: tuple[str, ...] = ()


def rule_on_skipped(facts: Skipped, rulebook: Rulebook) -> Ruling:
    """What becomes of a player who was skipped, and of the action behind him.

    Rule: TDA-2013 38-B, with both illustrations; TDA-2024 53-B; Robert's Rules, irregularities; PG-108.
    """
    before = as_spot(facts.spot, rulebook)
    deeds = [read_deed(word) for word in facts.behind]
    now = after(before, deeds, rulebook)
    behind = _behind(deeds, rulebook)
    if not facts.was_due:
        return _goes_back("Somebody in front of him had still to act, so he has missed nothing", facts, rulebook)
    if facts.spoke_up:
        return _goes_back("He spoke up in time", facts, rulebook)
    if not behind.is_much and not facts.next_card:
        return _goes_back(f"{behind.told}, so it is not too late for him", facts, rulebook, behind.fields)
    if not facts.had_time and not facts.next_card:
        return _goes_back("He had no reasonable time to speak up", facts, rulebook)
    if facts.next_card:
        behind = _Behind(
            True, f"{behind.told}, and the next card was dealt" if behind.is_much else "The next card was dealt"
        )
    return _too_late(behind, facts, now, rulebook)


def _behind(deeds: list[Deed], rulebook: Rulebook) -> _Behind:
    most = rulebook.skipped_after
    if not deeds:
        return _Behind(False, "Nobody has acted behind him")
    if most > 0:
        told = f"{len(deeds)} player{'s' if len(deeds) > 1 else ''} acted behind him"
        is_much = len(deeds) >= most
        return _Behind(is_much, told if is_much else f"{told}, and it takes {most}", ("skipped_after",))
    words = ["raise" if deed.verb == "all-in" else deed.verb for deed in deeds]
    done = ", ".join(words)
    fields = ("skipped_after", *fields_of(words, rulebook))
    if is_substantial(words, rulebook):
        return _Behind(True, f"There was substantial action behind him ({done})", fields)
    return _Behind(False, f"What was done behind him ({done}) is no substantial action", fields)


def _goes_back(reason: str, facts: Skipped, rulebook: Rulebook, fields: tuple[str, ...] = ()) -> Ruling:
    """The action goes back to him, and he may do whatever he could before."""
    steps = ["Give the action back to him."]
    if facts.behind:
        steps.append("Rule on what was done behind him as action out of turn.")
    if facts.next_card:
        steps.insert(0, "Rule on the card as one that was dealt too early.")
    return Ruling(
        verdict="action goes back",
        because=f"{reason}. He has all his rights.",
        cites=(cite(SKIPPED, rulebook, *fields),),
        steps=tuple(steps),
        penalty=Sanction("acting out of turn") if facts.behind else None,
    )


def _too_late(behind: _Behind, facts: Skipped, now: Spot, rulebook: Rulebook) -> Ruling:
    """The action behind him stands; the director decides on his hand."""
    passive = Deed("call" if now.is_facing_bet else "check")
    amount = total_of(passive, now)
    words = f"call {amount}" if now.is_facing_bet else "check"
    options = [
        Option(
            verdict="no raise",
            because=f"He may {words} or fold: he did not defend his right to act, and may not change the action now.",
            amount=amount,
        ),
        Option(
            verdict="dead",
            because="He did not defend his right to act, and his hand is dead.",
            effects=(Kill(now.seat),) if now.seat >= 0 else (),
        ),
    ]
    if rulebook.skipped_hand is SkippedHand.DISCRETION or not facts.had_time:
        options.append(
            Option(verdict="full rights", because="It is fairer that he acts as if he had not been skipped.")
        )
    if facts.had_time:
        because = f"{behind.told}, and he had time to speak up and did not."
        steps = [f"Let stand what was done behind him: {', '.join(facts.behind)}."] if facts.behind else []
    else:
        because = f"{behind.told}, and he had no reasonable time to speak up."
        steps = []
    return Ruling(
        verdict=DISCRETION,
        because=because + " What becomes of his hand is for the director.",
        cites=(cite(SKIPPED, rulebook, "skipped_hand", *behind.fields),),
        options=tuple(options),
        recommended="no raise" if facts.had_time else "full rights",
        steps=("Call the floor to decide on his hand.", *steps),
        penalty=Sanction("acting out of turn") if facts.behind else None,
    )


TOPICS: Final = (
    Topic(
        "A player was passed over",
        Skipped,
        rule_on_skipped,
        {
            "behind": "What was done behind him, in order (check, call, fold, bet 300, raise to 800)?",
            "spot": "What was his place in the betting when he was passed over?",
            "was_due": "Had everybody in front of him acted?",
            "spoke_up": "Did he, or somebody for him, speak up before it was too late?",
            "had_time": "Did he have reasonable time to speak up?",
            "next_card": "Has the dealer dealt the next card?",
        },
    ),
)
