"""Every bot by its name: the one list for `simulate`, `tournament run`, `play` and the room.

Three bots play by their cards, and differ in strength; three do not look at cards, and are fast.
`docs/reference/bots.md` describes them all.

>>> list(BOTS)
['beginner', 'regular', 'expert', 'loose', 'steady', 'random']
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, cast

from sidepot.bots.loose import loose_bets
from sidepot.bots.random_player import random_player
from sidepot.bots.steady import steady_bets
from sidepot.bots.strengths import player as of_strength
from sidepot.hand.commands import Call, Check, Command, Fold, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options, Player
from sidepot.simulation.bot_hand import Bot
from sidepot.validation.reader import unknown

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def beginner(rng: Random) -> Bot:
    """Looks at its cards, calls too much, and seldom raises."""
    return Bot("beginner", of_strength("beginner", rng))


def regular(rng: Random) -> Bot:
    """A regular: plays by its cards, the price and the position."""
    return Bot("regular", of_strength("regular", rng))


def expert(rng: Random) -> Bot:
    """An expert: estimates the hands of its opponents from their actions. The slowest bot."""
    return Bot("expert", of_strength("expert", rng))


def loose(rng: Random) -> Bot:
    """Usually calls, bets and raises at random, and never looks at a card: the fastest bot."""
    return Bot("loose", random_player(rng), looks=False, bet=loose_bets(rng))


def steady(rng: Random) -> Bot:
    """Folds most hands and plays small pots, and never looks at a card: tournaments last about as long as real ones."""
    return Bot("steady", random_player(rng, fold=0.0), looks=False, bet=steady_bets(rng))


def random(rng: Random) -> Bot:
    """Does anything that is allowed, in any size."""
    return Bot("random", random_player(rng), looks=False)


BOTS: Final[dict[str, Callable[[Random], Bot]]] = {
    "beginner": beginner,
    "regular": regular,
    "expert": expert,
    "loose": loose,
    "steady": steady,
    "random": random,
}


def gist_of(name: str) -> str:
    """How a bot plays, in one sentence."""
    return (BOTS[name].__doc__ or "").strip()


def find_bot(name: str, rng: Random) -> Bot:
    """The bot with this name. `rng` makes its random choices. Raises BadNotation, listing all bots, if no bot has this
    name.

    >>> find_bot("stedy", Random(1))
    Traceback (most recent call last):
    sidepot.errors.BadNotation: unknown bot 'stedy'; did you mean 'steady'? the choices are beginner, regular, expert,
    loose, steady, random
    """
    wanted = name.strip().lower()
    make = BOTS.get(wanted)
    if make is None:
        raise unknown(f"unknown bot {name!r:.80}", wanted, BOTS)
    return make(rng)


def player(name: str, rng: Random) -> Player:
    """The bot with this name, as a function that chooses an action from its seat's view and options.

    Raises BadNotation if there is no such bot.
    """
    bot = find_bot(name, rng)
    bets = bot.bet
    if bets is None:
        return bot.play

    def play(view: Hand, options: Options) -> Command:
        if options.due is not Due.ACT:
            return bot.play(view, options)
        recorder = _Recorder(view)
        bets(cast("Hand", recorder))
        return recorder.command

    return play


class _Recorder:
    """Stands in for a hand, which must not change: it records the chosen action."""

    def __init__(self, hand: Hand) -> None:
        self._hand = hand
        self.command: Command = Fold()

    def __getattr__(self, name: str) -> object:
        return getattr(self._hand, name)

    def fold(self) -> None:
        self.command = Fold()

    def check(self) -> None:
        self.command = Check()

    def call(self) -> None:
        self.command = Call()

    def check_or_call(self) -> None:
        self.command = Call() if self._hand.to_call else Check()

    def raise_to(self, to: int) -> None:
        self.command = RaiseTo(to)
