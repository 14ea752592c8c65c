"""Bots of three strengths, each of which plays every game: `player("expert", Random(1))`.

`docs/bots.md` says what each does and how much one wins from the next.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.beginner import beginner
from sidepot.bots.expert import expert
from sidepot.bots.simple import simple_player
from sidepot.hand.commands import Command, Player, RaiseTo
from sidepot.hand.legal.options import Options
from sidepot.reader import unknown

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

REGULAR_DEALS: Final = 32  # how many ends of the hand a regular imagines before each decision


def regular(rng: Random) -> Player:
    """A regular: goes by its cards, the price and the position, and takes all others to hold random cards."""
    return simple_player(rng, deals=REGULAR_DEALS)


_MAKERS: Final[dict[str, Callable[[Random], Player]]] = {"beginner": beginner, "regular": regular, "expert": expert}
STRENGTHS: Final = tuple(_MAKERS)


def player(strength: str, rng: Random) -> Player:
    """A bot of that strength; `rng` settles its choices. Raises BadNotation for another word.

    >>> player("regulr", Random(1))
    Traceback (most recent call last):
    sidepot.errors.BadNotation: no bot is 'regulr'; did you mean 'regular'? there are beginner, regular, expert
    """
    make = _MAKERS.get(strength)
    if make is None:
        raise unknown(f"no bot is {strength!r}", strength, STRENGTHS)
    return in_chips(make(rng))


def in_chips(play: Player) -> Player:
    """The same player, whose bets and raises are made of the chips in play as far as the bounds allow."""

    def in_whole_chips(view: Hand, options: Options) -> Command:
        command = play(view, options)
        chip = view.setup.stakes.chip
        if chip == 1 or not isinstance(command, RaiseTo) or command.to in (options.raise_min, options.raise_max):
            return command
        return RaiseTo(max(command.to - command.to % chip, options.raise_min))

    return in_whole_chips
