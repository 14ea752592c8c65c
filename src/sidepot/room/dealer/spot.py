"""The betting of the present round as a line of text that the floor reads."""

from __future__ import annotations

from sidepot.floor.spot_text import line_of
from sidepot.room.dealer.play import Play


def spot_of(play: Play) -> str:
    """The current betting as a line of text that the floor reads (empty if it cannot be expressed in this way)."""
    if play.waits or play.is_over:
        return ""
    return line_of(play.hand, play.hand.log, lambda at: play.terms.seats[at].seat + 1)
