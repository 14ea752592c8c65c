"""Choices of houses within a hand: how many raises, who shows first, who gets odd chips."""

from __future__ import annotations

from enum import StrEnum


class RaiseCap(StrEnum):
    """How many raises a round of a limit game may have, if the limit leaves it to the house."""

    THREE = "three raises"  # PG-40: a bet and three raises
    FOUR = "four raises"  # WSOP-2026 100; WSOP live 130
    BY_ROUNDS = "three raises, four in games of two rounds"  # Robert's, betting: two rounds as in draw and lowball


class OddHalf(StrEnum):
    """Which half of a split pot gets the odd chip."""

    FIRST = "the high half"  # TDA-2013 19: the half that the game names first
    LARGER = "the larger hand"  # BARGE: five cards before four, and the draw before the board


class ShowFirst(StrEnum):
    """Which player shows first if nobody bet on the last street because a player was already all-in."""

    FIRST_TO_ACT = "the first to act"  # TDA-2013 16
    PUSHER = "the last to bet"  # WSOP live 149: at no limit the player who pushed all-in
    LAST_BETTOR = "the last to bet at any limit"  # PG-70: the final round is the last in which anybody could act


class TiedBoards(StrEnum):
    """Which seat opens a round of stud if several seats show the same hand."""

    POSITION = "position"  # Robert's, stud; WSOP live 219: the first left of the button
    SUIT = "high card by suit"  # TDA-2024 RP-10-D: in razz too
    SUIT_NOT_HIGH_LOW = "high card by suit, position in high-low"  # WSOP-2026, stud
