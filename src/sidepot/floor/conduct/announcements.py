"""Notices and announcements of a tournament, in our own words: the duties of players, devices, language, belongings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from sidepot.errors import BadNotation
from sidepot.rules.clauses import Sentence, say
from sidepot.rules.floor_choices import Devices
from sidepot.rules.notice import LINK, NOTICE
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.texts import Point

Subject = Literal["duties", "stacks", "devices", "language", "belongings", "moves", "rule books"]

SUBJECTS: Final[dict[Subject, Point]] = {
    "duties": Point("the duties of players", {"TDA-2013": "2", "TDA-2024": "2"}),
    "stacks": Point("stacks that can be counted", {"TDA-2013": "24-A", "TDA-2024": "25-A"}),
    "devices": Point("devices at the table", {"TDA-2013": "4", "TDA-2024": "5"}),
    "language": Point("the language at the table", {"TDA-2013": "5", "TDA-2024": "6"}),
    "belongings": Point("belongings at the table", {"TDA-2013": "RP-3", "TDA-2024": "RP-3"}),
    "moves": Point("moving to another table", {"TDA-2013": "RP-6", "TDA-2024": "RP-6"}),
    "rule books": Point("the notice of the TDA", {"TDA-2013": "LIC"}),
}

DUTIES: Final = (
    # each duty, and the offence of breaking it
    (say("Check your ticket and your seat number before you sit down."), ""),
    (say("Protect your own cards, and keep them in view."), "cards out of view"),
    (say("Follow the action, and act when it is your turn."), "acting out of turn"),
    (say("Make your intentions clear."), "conditional statement"),
    (say("Speak up at once if you are skipped."), ""),
    (say("Stay at the table while you have a live hand."), "leaving the table"),
    (say("Speak up if you see a mistake."), ""),
    (say("When you are moved, go straight to your new table."), "dodging blinds"),
    (say("Play your own hand, without help from others and without helping them."), "two to a hand"),
    (say("Know the rules, and be courteous."), "disruption"),
)

LATER: Final = ("TDA-2024", "TDA-2026")  # editions with the duties that are newer than 2013
LATER_DUTIES: Final = (
    # TDA-2024 2
    say("Check that you have the right number of cards before there is substantial action."),
    say("Act in good time."),
    say("Report offensive conduct."),
)

_STACKS: Final = (
    say("Stack your chips in twenties, each stack of one value, so that others can estimate them."),
    say("Keep your large chips in front."),
)

_DEVICES: Final = {
    Devices.HOUSE: (
        say("No phone calls at the table."),
        say("House rules apply to other devices."),
    ),
    Devices.NOT_IN_HAND: (
        say("No phone calls at the table, and no phones on it."),
        say("No devices at all with a live hand."),
        say("No strategy charts or apps at the table, in a hand or not."),
    ),
}

_BELONGINGS: Final = (
    say("The table is for cards and chips. Keep everything else off it."),
    say("Keep bags and coats out of the way."),
)

_MOVES: Final = (
    say("When you are moved, rack your chips at once and carry them in full view."),
    say("Be in the new seat before the blinds reach it."),
)


def announcements(
    rulebook: Rulebook, languages: Sequence[str] = ("English",), subjects: Sequence[Subject] = ()
) -> tuple[Sentence, ...]:
    """The house's notices on these subjects, one line each. By default, on all subjects.

    Rule: TDA-2013 2, 4, 5, 24-A, RP-3, RP-6; TDA-2024 2, 5, 6, 25-A, RP-3, RP-6. Raises BadNotation if no language is
    given.
    """
    spoken = [language.strip() for language in languages if language.strip()]
    if not spoken:
        raise BadNotation("languages: expected at least one, such as English")
    lines: dict[Subject, tuple[Sentence, ...]] = {
        "duties": (*(duty for duty, _ in DUTIES), *(LATER_DUTIES if rulebook.edition in LATER else ())),
        "stacks": _STACKS,
        "devices": _DEVICES[rulebook.devices],
        "language": (say("While a hand is in progress, speak only {languages}.", _either(spoken)),),
        "belongings": _BELONGINGS,
        "moves": _MOVES,
        "rule books": (
            say('Post this notice: "{notice}"', NOTICE),
            say('Add: "These summaries of the rules are in our own words; the official rules are at {link}"', LINK),
        ),
    }
    return tuple(line for subject in subjects or tuple(SUBJECTS) for line in lines[subject])


def _either(names: list[str]) -> str | Sentence:
    *before, last = names
    return say("{before} or {last}", ", ".join(before), last) if before else last
