"""Where houses differ over many hands: the first deal, the button, missed blinds, the chip race."""

from __future__ import annotations

from enum import StrEnum


class ButtonRule(StrEnum):
    """How the button moves from hand to hand."""

    DEAD = "dead"  # TDA-2013 31: it follows the blinds, also to an empty seat
    DEAD_OVER_EMPTY = "dead, over empty seats"  # TDA-2026 36-B: a dead button moves on over extra empty seats
    MOVING = "moving"  # PG-51: it passes to the next player


class FirstButton(StrEnum):
    """How the player who gets the first button is chosen."""

    HIGH_CARD = "high card"  # PG-48: one card each, suits break ties
    FIRST_JACK = "first jack"  # PG-47: cards are dealt round until a jack comes


class MissedBlinds(StrEnum):
    """What a player who missed blinds posts in order to play before the next big blind."""

    BOTH = "both"  # Robert's: the big one live, the small one dead
    BIG_ONLY = "the big one"  # many home games: live
    NONE = "nothing"


class FullBuyIn(StrEnum):
    """The minimum buy-in at a limit table if the table has not agreed on one."""

    AGREED = "as agreed"  # PG-42: whatever the table agrees on
    TEN_LARGEST = "ten times the largest bet"  # Robert's, buy-in
    TEN_SMALL = "ten small bets"  # WSOP live 104


class RaceRounding(StrEnum):
    """Whether a chip race gives one more chip for a remainder, which is worth less than the smallest chip still in
    play.

    TDA rule 23 does not cover this.
    """

    NEAREST = "nearest"  # Robert's: from half of a chip on
    UP = "up"  # however small the rest
    DOWN = "down"  # never
