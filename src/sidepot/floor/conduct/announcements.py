"""Notices and announcements of a tournament: the duties of players, devices, language, belongings, in our own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from sidepot.errors import BadNotation
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
    ("See that your entry and your seat are right before you sit down.", ""),
    ("Look after your cards yourself, and keep them where all can see them.", "cards out of view"),
    ("Follow the play, and act when it is your turn.", "acting out of turn"),
    ("Say what you mean to do so that nobody can take it for something else.", "conditional statement"),
    ("If you are passed over, say so at once.", ""),
    ("Stay at the table while you have a live hand.", "leaving the table"),
    ("A player who sees a mistake says so.", ""),
    ("When you are moved, go straight to your new table.", "dodging blinds"),
    ("Play your own hand: ask nobody, tell nobody, help nobody.", "two to a hand"),
    ("Know the rules, and be pleasant company.", "disruption"),
)

LATER: Final = ("TDA-2024", "TDA-2026")  # editions with the duties that are newer than 2013
LATER_DUTIES: Final = (
    # TDA-2024 2
    "Check that you have the right number of cards before there is much action.",
    "Act in good time.",
    "Report conduct that offends others.",
)

_STACKS: Final = (
    "Stack your chips in twenties of one value, so that others can judge by eye how many there are.",
    "Large chips stand in front.",
)

_DEVICES: Final = {
    Devices.HOUSE: (
        "No telephone calls at the table.",
        "For other devices the rules of this house hold.",
    ),
    Devices.NOT_IN_HAND: (
        "No telephone calls at the table, and no telephone on it.",
        "With a live hand, no device at all.",
        "No charts and no programs that tell you how to play, in a hand or not.",
    ),
}

_BELONGINGS: Final = (
    "The table is for cards and chips: leave everything else off it.",
    "Keep bags and coats out of the way of knees and walkers.",
)

_MOVES: Final = (
    "When you are moved, put your chips into a rack at once, and carry them where all can see them.",
    "Be in the new seat before the blinds come to it.",
)


def announcements(
    rulebook: Rulebook, languages: Sequence[str] = ("English",), subjects: Sequence[Subject] = ()
) -> tuple[str, ...]:
    """The notices as lines, on the named subjects or on all.

    Rule: TDA-2013 2, 4, 5, 24-A, RP-3, RP-6; TDA-2024 2, 5, 6, 25-A, RP-3, RP-6. Raises BadNotation without a
    language.
    """
    spoken = [language.strip() for language in languages if language.strip()]
    if not spoken:
        raise BadNotation("the house says which language is spoken at the table, and none was told")
    lines: dict[Subject, tuple[str, ...]] = {
        "duties": (*(duty for duty, _ in DUTIES), *(LATER_DUTIES if rulebook.edition in LATER else ())),
        "stacks": _STACKS,
        "devices": _DEVICES[rulebook.devices],
        "language": (f"While a hand is played we speak {_listed(spoken)}, and nothing else.",),
        "belongings": _BELONGINGS,
        "moves": _MOVES,
        "rule books": (NOTICE, f"These notices are in our own words. The rules themselves: {LINK}"),
    }
    return tuple(line for subject in subjects or tuple(SUBJECTS) for line in lines[subject])


def _listed(names: list[str]) -> str:
    return " or ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else names[0]
