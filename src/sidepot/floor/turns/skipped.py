"""A skipped player: whether the action goes back, and else what happens to the hand."""

from __future__ import annotations

from typing import Final, NamedTuple

from sidepot.errors import BadNotation
from sidepot.floor.spot import Spot
from sidepot.floor.topic import Facts
from sidepot.floor.turns.deeds import Deed, after, as_spot, read_deed, total_of
from sidepot.floor.turns.substantial import fields_of, is_substantial
from sidepot.rules.floor_choices import SkippedHand
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Option, Ruling, Sanction, kill, left_open
from sidepot.rules.texts import Point, cite

SKIPPED: Final = Point(
    "player who was skipped",
    {"TDA-2013": "38-B", "TDA-2024": "53-B", "RRP-11": "irregularities/skipped", "PG": "108", "WSOP-LIVE-2026": "137"},
)


class Skipped(Facts, frozen=True, kw_only=True, tag="skipped"):
    """A player was skipped: `spot` is the player's, `behind` are the acts of later players, in order.

    `spoke_up`: the player, or somebody else, spoke up in time. `had_time`: there was time to. `was_due`: all earlier
    players had acted. `next_card`: the dealer has dealt the next card.
    """

    behind: tuple[str, ...] = ()
    spot: Spot | str = Spot()
    spoke_up: bool = False
    had_time: bool = True
    was_due: bool = True
    next_card: bool = False


class _Behind(NamedTuple):
    """The acts behind the player: whether they are too many, why, and the choices of the house that decide it."""

    is_much: bool
    because: str
    fields: tuple[str, ...] = ()


def rule_on_skipped(facts: Skipped, rulebook: Rulebook) -> Ruling:
    """Rule on a skipped player, and on the action behind.

    Rule: TDA-2013 38-B, with both illustrations; TDA-2024 53-B; Robert's Rules, irregularities; PG-108.
    """
    before = as_spot(facts.spot, rulebook)
    deeds = [read_deed(word) for word in facts.behind]
    try:
        now = after(before, deeds, rulebook)
    except BadNotation as error:
        if facts.spot == Spot():
            raise BadNotation(
                f"{error.detail}; before the flop? give spot=NL 100/200: A to act, in quotes; after a bet? give "
                "spot=NL 100/200: A 600; B to act"
            ) from None
        raise
    who = before.who
    behind = _behind(deeds, rulebook)
    if not facts.was_due:
        return _goes_back("Another player still had to act first, so this player missed nothing.", who, facts, rulebook)
    if facts.spoke_up:
        return _goes_back("The player spoke up in time.", who, facts, rulebook)
    if not behind.is_much and not facts.next_card:
        return _goes_back(behind.because, who, facts, rulebook, behind.fields)
    if not facts.had_time and not facts.next_card:
        return _goes_back("There was no reasonable time to speak up.", who, facts, rulebook)
    if facts.next_card:
        dealt = "The next card was dealt."
        behind = _Behind(True, f"{behind.because} {dealt}" if behind.is_much else dealt)
    return _too_late(behind, facts, now, rulebook)


def _behind(deeds: list[Deed], rulebook: Rulebook) -> _Behind:
    most = rulebook.skipped_after
    if not deeds:
        return _Behind(False, "Nobody has acted behind the player, so it is not too late.")
    if most > 0:
        is_much = len(deeds) >= most
        acted = f"{len(deeds)} players have" if len(deeds) > 1 else "1 player has"
        because = f"{acted} acted behind the player."
        if not is_much:
            because = f"{acted} acted behind the player. It is too late only after {most}."
        return _Behind(is_much, because, ("skipped_after",))
    words = ["raise" if deed.verb == "all-in" else deed.verb for deed in deeds]
    done = ", ".join(words)
    fields = ("skipped_after", *fields_of(words, rulebook))
    if is_substantial(words, rulebook):
        return _Behind(True, f"There was substantial action behind the player ({done}).", fields)
    return _Behind(False, f"The action behind the player ({done}) is not substantial, so it is not too late.", fields)


def _goes_back(reason: str, who: str, facts: Skipped, rulebook: Rulebook, fields: tuple[str, ...] = ()) -> Ruling:
    """The action goes back to the player, with all rights."""
    steps = [f"Give the action back to {who}."]
    if facts.behind:
        steps.append("Treat the later actions as action out of turn.")
    if facts.next_card:
        steps.insert(0, "Treat the card as dealt prematurely.")
    return Ruling(
        verdict="action goes back",
        because=f"{reason} The player still has all options: check or call, raise, or fold.",
        cites=(cite(SKIPPED, rulebook, *fields),),
        steps=tuple(steps),
        penalty=Sanction("acting out of turn") if facts.behind else None,
    )


def _too_late(behind: _Behind, facts: Skipped, now: Spot, rulebook: Rulebook) -> Ruling:
    """The action behind the player is binding; the director decides on the skipped hand."""
    who = now.who
    passive = Deed("call" if now.is_facing_bet else "check")
    amount = total_of(passive, now)
    words = f"call {amount}" if now.is_facing_bet else "check"
    stands = (f"Let the action behind {who} stand: {', '.join(facts.behind)}.",) if facts.behind else ()
    if not facts.had_time:
        stands = ()
    options = [
        Option(
            verdict="no raise",
            because=f"The player did not defend the right to act, so the player may only {words} or fold.",
            amount=amount,
            steps=(f"Ask {who}: {words}, or fold?", *stands),
        ),
        Option(
            verdict="dead",
            because="The player did not defend the right to act, so the hand is dead.",
            steps=(f"Muck the cards of {who}.", *stands),
            effects=kill(now.seat),
        ),
    ]
    if rulebook.skipped_hand is SkippedHand.DISCRETION or not facts.had_time:
        options.append(
            Option(
                verdict="full rights",
                because="It is fairer to let the player act as if nobody had been skipped.",
                steps=(f"Give the action back to {who}.", "Treat the later actions as action out of turn."),
            )
        )
    time = (
        "The player had time to speak up before that."
        if facts.had_time
        else "The player had no reasonable time to speak up."
    )
    because = f"{behind.because} {time}"
    return left_open(
        because,
        (cite(SKIPPED, rulebook, "skipped_hand", *behind.fields),),
        *options,
        recommended="no raise" if facts.had_time else "full rights",
        steps=(f"Call the floor to decide about {who}'s hand.", *stands),
        penalty=Sanction("acting out of turn") if facts.behind else None,
    )
