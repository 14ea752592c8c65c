"""Bots in three styles: a bot that plays plainly, with some of its decisions changed.

    in_style(BotStyle.TIGHT, player, Random(1))

A style changes only folds, checks, calls and raises, and uses only what the seat sees. It is a habit, which loses chips
against a bot of the same strength without a style.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.bot_names import BotStyle
from sidepot.bots.deal_out import share_of_pot
from sidepot.bots.simple import odds, within
from sidepot.hand.commands import Call, Check, Command, Fold, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options, Player

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

DEALS: Final = 24  # random ends of the hand imagined to see how good it is
COMES_IN: Final = 1.7  # a tight player needs that many times the odds of an average hand in the first round
STAYS: Final = 1.4  # and to call a bet later
CURIOUS: Final = 0.75  # how often a loose player calls with a hand that plain play would fold
HOPES: Final = 0.45  # if it has so much of an average hand
LIMPS: Final = 0.5  # and how often it calls or checks where plain play would raise
FIRES: Final = 0.45  # how often an aggressive player bets or raises where plain play would check or call
STEALS: Final = 0.25  # and where it would fold in the first round
DARES: Final = 0.8  # with a hand of so much of an average one
MOST_RAISES: Final = 2  # in a round; beyond them an aggressive player plays plainly


def in_style(style: BotStyle, play: Player, rng: Random) -> Player:
    """A player like `play`, with the habits of a style. `rng` decides when the habits show."""
    change = _CHANGES[style]

    def styled(view: Hand, options: Options) -> Command:
        command = play(view, options)
        return change(view, options, command, rng) if options.due is Due.ACT else command

    return styled


def _tight(view: Hand, options: Options, command: Command, rng: Random) -> Command:
    """Fold hands that are only a little better than average."""
    is_first = view.street == 0
    is_doubted = isinstance(command, Call) or isinstance(command, RaiseTo) and is_first
    if is_doubted and _goodness(view, options, rng) < (COMES_IN if is_first else STAYS):
        return Check() if options.may_check else Fold() if options.may_fold else command
    return command


def _loose(view: Hand, options: Options, command: Command, rng: Random) -> Command:
    """Stay in with hopeful hands, and call where other bots raise."""
    if isinstance(command, RaiseTo) and rng.random() < LIMPS:
        return Check() if options.may_check else Call() if options.may_call else command
    is_cheap = options.call <= view.betting.pot() and 3 * options.call <= view.betting.stacks[options.seat]
    is_tempted = isinstance(command, Fold) and options.may_call and is_cheap and rng.random() < CURIOUS
    return Call() if is_tempted and _goodness(view, options, rng) > HOPES else command


def _aggressive(view: Hand, options: Options, command: Command, rng: Random) -> Command:
    """Bet or raise where other bots check, call, or fold before the flop."""
    if not options.may_raise or view.betting.raises >= MOST_RAISES or isinstance(command, RaiseTo):
        return command
    often = FIRES if not isinstance(command, Fold) else STEALS if view.street == 0 else 0.0
    if rng.random() >= often or _goodness(view, options, rng) < DARES:
        return command
    part = rng.choice((0.5, 0.75, 1.0))
    return RaiseTo(within(options, view.betting.price + round(part * (view.betting.pot() + options.call))))


def _goodness(view: Hand, options: Options, rng: Random) -> float:
    """The odds of the hand against random hands, compared with those of an average hand (1 is average)."""
    share = share_of_pot(view, options.seat, rng, deals=DEALS)
    return odds(share) / odds(1 / view.live.bit_count())


_CHANGES: Final[dict[BotStyle, Callable[[Hand, Options, Command, Random], Command]]] = {
    BotStyle.TIGHT: _tight,
    BotStyle.LOOSE: _loose,
    BotStyle.AGGRESSIVE: _aggressive,
}
