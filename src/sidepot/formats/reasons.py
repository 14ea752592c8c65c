"""Why the result of a hand cannot be checked: whole sentences, which pages translate."""

from __future__ import annotations

from typing import Final

from sidepot.hand.due import Due

NO_WINNER: Final = "the text does not tell who won"
NO_RAKE: Final = "the text prints no rake, so that what a player won cannot be compared to the chip"
NO_RESULT: Final = "no result is printed"
NO_UPCARDS: Final = "the text does not print the upcards, which decide who opens"
INCOMPLETE: Final = "the winnings that are printed do not add up to the pots"
ODD_CHIP: Final = "the text gives an odd chip of a pot to another of its winners than the rules do"
DROP: Final = "the text does not print what the site takes for a jackpot"
NOT_SHOWN: Final = "hands that decide a pot were not shown"
OPENERS_NOT_SHOWN: Final = "the openers were not shown"
NOT_DECLARED: Final = "the declaration is unknown"
CANCELLED: Final = "the hand was cancelled, and all bets were returned"
SPLASHED: Final = "nobody bets after such a splash, and the text does not tell who won"
CASHED_OUT: Final = "several players cashed out, and the text does not tell who won"
ONE_BOARD: Final = "the text prints one of the two boards"
DRAWN_TWICE: Final = "the draw was run twice"
DISCONNECTED: Final = "a player who was disconnected was taken to be all-in, and had chips left"
UNFINISHED: Final = "the record ends before the hand does"
STOPPED: Final = "the history stops at something that cannot be played"

ENDS_BEFORE: Final = {
    Due.DEAL: "the history ends before the cards are dealt",
    Due.BOARD: "the history ends before the board is complete",
    Due.BRING_IN: "the history ends before the bring-in",
    Due.ACT: "the history ends before the hand does",
    Due.DRAW: "the history ends before the draw",
}
"""The reasons for a history that ends too early, by what is due."""

REASONS: Final = frozenset([
    NO_WINNER, NO_RAKE, NO_RESULT, NO_UPCARDS, INCOMPLETE, ODD_CHIP, DROP, NOT_SHOWN, OPENERS_NOT_SHOWN, NOT_DECLARED,
    CANCELLED, SPLASHED, CASHED_OUT, ONE_BOARD, DRAWN_TWICE, DISCONNECTED, UNFINISHED, STOPPED, *ENDS_BEFORE.values(),
])  # fmt: skip
