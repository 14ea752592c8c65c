"""Short names of `sidepot play`: the limits, and the ways to declare."""

from __future__ import annotations

from enum import StrEnum


class LimitName(StrEnum):
    """No limit, pot limit, fixed limit."""

    NL = "nl"
    PL = "pl"
    FL = "fl"


class Declares(StrEnum):
    """How the halves of a pot are declared: all at once with chips in the hand, or aloud in turn."""

    CHIPS = "chips"
    TURN = "turn"
