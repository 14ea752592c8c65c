"""One hand between bots, played as fast as bots allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sidepot.hand.dealer import Dealer
from sidepot.hand.due import ACT, DONE, Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player, options
from sidepot.hand.playing import carry_out
from sidepot.hand.view_cache import PlayerViews


class Bot(NamedTuple):
    """A player for a seat, with a name.

    - `play`: the function that chooses each action
    - `looks`: whether the player gets the view of its seat, which takes time; otherwise, it gets the hand itself, of
      which it may use only its options and its own cards
    - `bet`: for the fastest players, a function that bets on the hand itself
    - `is_own`: whether this is the user's own player, whose illegal actions are reported as its mistakes
    """

    name: str
    play: Player
    looks: bool = True
    bet: Callable[[Hand], None] | None = None
    is_own: bool = False


Sleepers = Sequence[tuple[int, int]]
_NOBODY: Final[Sleepers] = ()


def play_out(hand: Hand, dealer: Dealer, bots: Sequence[Bot], sleepers: Sleepers = _NOBODY) -> None:
    """Play a hand to its end. The `sleepers` straddle on their turn if nobody has raised before them."""
    run = dealer.run
    views: PlayerViews | None = None  # until somebody looks
    while (due := ACT if hand.due is ACT else run(hand)) is not DONE:
        seat = hand.seat
        bot = bots[seat]
        if due is ACT and bot.bet is not None and not sleepers:
            bot.bet(hand)
            continue
        may = options(hand, explain=False)
        if sleepers and (to := _sleeper(hand, due, may, sleepers)):
            hand.raise_to(to)
            continue
        if bot.looks:
            views = views or PlayerViews(hand)
            command = bot.play(views.of(seat), may)
        else:
            command = bot.play(hand, may)
        if bot.is_own:
            carry_out(hand, command, bot.name)
        else:
            hand.do(command)


def _sleeper(hand: Hand, due: Due, may: Options, sleepers: Sleepers) -> int:
    """The raise of a seat that straddles while its player sleeps; 0 if it does not, or if somebody has raised."""
    if due is not ACT or hand.street > 0 or hand.price > hand.plan.price:
        return 0
    to = dict(sleepers).get(hand.seat, 0)
    return to if may.allows(to) else 0
