"""What a hand is waiting for. `follows.FOLLOWS` is the table of what may be due after it."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Due(IntEnum):
    """The thing that is owed now. The dealer answers most of them, a seat the rest."""

    DONE = 0  # nothing: the hand is over
    POST = 1  # a forced bet
    BURN = 2
    DEAL = 3  # `count` cards to `seat`, the last `up_count` of them face up
    BOARD = 4  # `count` cards to the board
    RESHUFFLE = 5  # the stub is too short
    BRING_IN = 6  # `seat` brings it in, or completes
    ACT = 7  # `seat` folds, checks, calls, bets or raises
    DRAW = 8  # `seat` discards, or stands pat
    RETURN = 9  # `count` chips that nobody called go back to `seat`
    SHOW = 10  # `seat` shows, or mucks if it may
    AWARD = 11  # pot `count` is paid
    PASS_OUT = 12  # nobody may take the pot: it waits for the next deal
    RUN = 13  # `seat` says how often the board is run, `count` times at most
    DECLARE = 14  # `seat` declares for high, low or both
    REVEAL = 15  # all have declared, and the hands that hold the chips are opened
    PROVE = 16  # `seat` opened and must show its openers
    CONSENT = 17  # `seat` accepts the marker that is offered, or refuses it


# the members by their own names, for code that compares them often: looking one up on the class is slow
DONE: Final = Due.DONE
POST: Final = Due.POST
BURN: Final = Due.BURN
DEAL: Final = Due.DEAL
BOARD: Final = Due.BOARD
RESHUFFLE: Final = Due.RESHUFFLE
BRING_IN: Final = Due.BRING_IN
ACT: Final = Due.ACT
DRAW: Final = Due.DRAW
RETURN: Final = Due.RETURN
SHOW: Final = Due.SHOW
AWARD: Final = Due.AWARD
PASS_OUT: Final = Due.PASS_OUT
RUN: Final = Due.RUN
DECLARE: Final = Due.DECLARE
REVEAL: Final = Due.REVEAL
PROVE: Final = Due.PROVE
CONSENT: Final = Due.CONSENT
