"""Bots at open stakes: now and then one buys chips in a hand, borrows some, or offers a marker. Source: OS-1 to OS-10.

A bot bets in its own way; this module lets it add chips, and answer offers of markers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sidepot.hand.commands import Borrow, Buy, Call, Command, Consent, Fold, OfferMarker, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.offers import OpenOptions
from sidepot.hand.legal.options import Options, Player
from sidepot.simulation.bot_hand import Bot

AGREES: Final = 0.9  # how often a marker is accepted
BUYS: Final = 0.2  # who cannot cover a bet buys so often,
OFFERS: Final = 0.25  # offers a marker,
BORROWS: Final = 0.25  # or borrows; else it folds, or goes all-in
MOST: Final = 200  # chips that it buys or owes at a time
PLAYS_ON: Final = 0.02  # how often who needs none of it raises with a marker, or buys

Chance = Callable[[], float]


def on_credit(bot: Bot, chance: Chance, chip: int = 1, most: int = MOST) -> Bot:
    """The same bot at open stakes. The bot buys chips in multiples of `chip`, and at most `most` chips for a call."""
    return Bot(bot.name, credit_player(bot.play, chance, chip, most), bot.looks)


def credit_player(play: Player, chance: Chance, chip: int = 1, most: int = MOST) -> Player:
    """A player who bets like `play`. As far as open stakes allow, the player also buys, borrows and offers markers.

    The player buys chips in multiples of `chip`, and at most `most` chips for a call.
    """

    def plays(view: Hand, options: Options) -> Command:
        if options.due is Due.CONSENT:
            return Consent(chance() < AGREES)
        may = options.open
        if may is None:
            return play(view, options)
        if may.bound:
            return RaiseTo(may.bound) if options.may_raise else Call()
        return _more_chips(may, view.stacks, chance, chip, most) or _possible(play(view, options), options)

    return plays


def _more_chips(may: OpenOptions, stacks: list[int], chance: Chance, chip: int, most: int) -> Command | None:
    """A way to get more chips; usually none if the player can call."""
    u = chance()
    if not may.lacks:
        if u < PLAYS_ON and may.may_add:
            return OfferMarker(may.marker_min) if 0 < may.marker_min <= most and chance() < 0.5 else Buy(10 * chip)
        return None
    wanted = -(-may.lacks // chip) * chip
    if wanted > most:
        return None
    if u < BUYS and may.may_add:
        return Buy(wanted)
    u -= BUYS
    if 0 <= u < OFFERS and may.marker_call:
        return OfferMarker()
    u -= OFFERS
    if 0 <= u < BORROWS:
        rich = [seat for seat in may.folded if stacks[seat] >= wanted]
        if rich and chance() < 0.7:
            return Borrow(wanted, rich[int(chance() * len(rich))])
        if may.lenders:
            return Borrow(wanted, name=may.lenders[int(chance() * len(may.lenders))])
    return None


def _possible(command: Command, options: Options) -> Command:
    """The command or, for a player who has raised on credit, a fold in place of a call for less (OS-10)."""
    return Fold() if isinstance(command, Call) and not options.may_call else command
