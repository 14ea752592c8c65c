"""The default stakes of an environment: the usual limit of a game and small stakes."""

from __future__ import annotations

from typing import Final

from sidepot.games.limits import FixedLimit, Limit
from sidepot.games.model import HIGH_SCALES, Game, Opens
from sidepot.games.stakes import Stakes

STACK: Final = 200  # a hundred big blinds
SEATS: Final = 6


def usual_stakes(game: Game, limit: Limit) -> Stakes:
    """Blinds of 1 and 2, bets of 2 and 4; in stud an ante of 1, a bring-in of 1 and bets of 2 and 4."""
    small, big = (2, 4) if isinstance(limit, FixedLimit) else (0, 0)
    opens = game.streets[0].opens
    if opens is Opens.LEFT_OF_BLINDS:
        return Stakes(blinds=(1, 2), small_bet=small, big_bet=big)
    if opens is Opens.HIGH_CARD and all(half.scale in HIGH_SCALES for half in game.halves):
        return Stakes(bring_in=2, small_bet=2, big_bet=4)  # nobody antes, and the high card must bet (PG-90)
    brings_in = opens in (Opens.LOW_CARD, Opens.HIGH_CARD)
    return Stakes(ante=1, bring_in=1 if brings_in else 0, small_bet=2, big_bet=4)
