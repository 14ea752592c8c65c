"""At open stakes, every bot accepts the other players' markers, and honours its own."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING

from sidepot.hand.commands import Call, Command, Consent, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options, Player

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def honours_markers(play: Player) -> Player:
    """A player that answers offers of markers. If its own marker is accepted, it makes the bet or call that the marker
    was offered for.

    `play` decides everything else.
    """

    @wraps(play)
    def played(view: Hand, options: Options) -> Command:
        if options.due is Due.CONSENT:
            return Consent(True)
        if options.open is None or not options.open.bound:
            return play(view, options)
        return RaiseTo(options.raise_max) if options.may_raise else Call()

    return played
