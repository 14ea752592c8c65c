"""The action that a hand is waiting for. `follows.FOLLOWS` lists what may be due next."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Due(IntEnum):
    """What is due in a hand: a task of the dealer or a player's decision."""

    DONE = 0  # nothing: the hand is over
    POST = 1  # a forced bet
    BURN = 2
    DEAL = 3  # `count` cards to `seat`, the last `up_count` of them face up
    BOARD = 4  # `count` cards to the board
    RESHUFFLE = 5  # the stub is too short
    BRING_IN = 6  # `seat` posts the bring-in, or completes
    ACT = 7  # `seat` folds, checks, calls, bets or raises
    DRAW = 8  # `seat` discards, or stands pat
    RETURN = 9  # `count` uncalled chips return to `seat`
    SHOW = 10  # `seat` shows, or mucks if it may
    AWARD = 11  # pot `count` is paid
    PASS_OUT = 12  # nobody may win the pot: it waits for the next deal
    RUN = 13  # `seat` chooses how often to run the board, at most `count` times
    DECLARE = 14  # `seat` declares for high, low or both
    REVEAL = 15  # all have declared, and closed declarations are revealed
    PROVE = 16  # `seat` opened and must show its openers
    CONSENT = 17  # `seat` accepts or refuses the offered marker


# members as module names, because looking one up on the class is slow
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
