"""How an expert plays the first round: if first in, it raises or folds, with more hands the fewer players are behind.

Against a raise, it decides by its share of the pot against the hands that would raise; with few chips, it goes all-in
or folds.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.field import Field
from sidepot.bots.likelihood import opens
from sidepot.bots.past import Past
from sidepot.bots.pricing import Spot, gets, spot_of, worth_of_betting
from sidepot.bots.simple import within
from sidepot.hand.commands import BringIn, Call, Check, Command, Fold, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options
from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

SHORT: Final = 12  # with this many big blinds or fewer it is all-in or out
STAYS: Final = 0.3  # how often a player still to act with chips in stays for a raise
AGAIN: Final = 0.57  # with this share against the raiser it raises again
AGAIN_FIXED: Final = 0.54
OPENS_TWO: Final = 0.8  # with two players only, and the button last in the rounds to come
OPENS_STUD: Final = 0.6  # and if cards decide who acts last
USUAL: Final = 0.7  # chips in the pot for each chip of a raise, with blinds and no antes
LIGHT: Final = 0.10  # and how often it raises with less


def come_in(view: Hand, options: Options, past: Past, field: Field, rng: Random) -> Command:
    """An expert's command in the first betting round."""
    if options.due is Due.BRING_IN:
        top = opens(len(field.seats)) * 0.8
        return RaiseTo(options.raise_min) if options.may_raise and field.place > 1 - top else BringIn()
    spot = spot_of(view, options)
    waiting = [other for other in seats_of(view.able) if other != options.seat and other not in past.acted]
    all_in = _all_in(view, options, past, field, spot, len(waiting))
    if all_in is not None:
        return all_in
    if not past.raises:
        return _first_in(view, options, past, field, spot, len(waiting))
    return _against_a_raise(view, options, past, field, spot, waiting, rng)


def _first_in(view: Hand, options: Options, past: Past, field: Field, spot: Spot, waiting: int) -> Command:
    """Raise or fold if nobody has raised. Call if other players have called, or if the pot is twice the price."""
    betting = view.betting
    unit = max(betting.price, betting.unit, 1)
    to = within(options, round((2.5 + past.callers + (0.5 if spot.last < 0 else 0)) * unit))
    top = opens(waiting) if view.plan.seats > 2 else OPENS_TWO if spot.last else OPENS_STUD
    if not waiting:
        top = 0.3  # the big blind, or last if all have checked
    if past.callers:
        top = min(top, 0.35) * 0.8**past.callers
    cost = max(to - betting.bets[options.seat], 1)
    top *= min(max((spot.pot / cost / USUAL) ** 0.35, 0.8), 1.5)  # antes are worth a wider range
    if options.may_raise and field.place > 1 - top:
        return RaiseTo(to)
    if options.may_check:
        return Check()
    share = _mean(field.shares(folds=[0.0 if other in past.acted else 1 - STAYS for other in field.seats]))
    cheap = past.callers > 0 or options.call * 2 <= max(betting.price, spot.pot)
    worth = gets(share, max(past.callers, 1), spot) * 0.92 * (spot.pot + spot.call) - spot.call
    good = field.place > (0.4 if view.plan.seats > 2 else 0.25)
    return Call() if cheap and good and options.may_call and worth > 0 else Fold()


def _against_a_raise(
    view: Hand, options: Options, past: Past, field: Field, spot: Spot, waiting: list[int], rng: Random
) -> Command:
    folds = [1 - STAYS if other in waiting else 0.0 for other in field.seats]
    share = _mean(field.shares(folds=folds))
    rivals = max(1, len(field.seats) - len(waiting))
    even = 1 / (rivals + 1)
    need = (AGAIN_FIXED if spot.fixed else AGAIN) + (0.02 if spot.fixed else 0.03) * (past.raises - 1)
    need = even * need / 0.5
    betting = view.betting
    light = past.raises == 1 and not past.callers and not spot.fixed and field.place > 0.6 and rng.random() < LIGHT
    if options.may_raise and (share > need and rng.random() < 0.9 or light):
        to = (3 if spot.last > 0 else 3.5) * betting.price + past.callers * betting.price
        return RaiseTo(within(options, round(to)))
    if options.may_check:
        return Check()
    price = 0.95 if spot.fixed else 0.88
    price -= 0.03 * len(waiting)
    if not spot.rounds:
        price = 1.0
    worth = gets(share, rivals, spot) * price * (spot.pot + spot.call) - spot.call
    return Call() if options.may_call and worth > 0 else Fold()


def _all_in(view: Hand, options: Options, past: Past, field: Field, spot: Spot, waiting: int) -> Command | None:
    """Go all-in or fold if stacks are short and an all-in is allowed (None if not)."""
    betting = view.betting
    unit = max(view.setup.stakes.min_bet, 1)
    whole = betting.bets[options.seat] + betting.stacks[options.seat]
    if spot.fixed or options.raise_max < whole or min(whole, spot.behind + betting.price) > SHORT * unit:
        return None
    if past.callers == 0 and not past.raises and options.may_check:
        return None
    tops = []
    for other in field.seats:
        pays = min(whole, betting.bets[other] + betting.stacks[other]) - betting.bets[other]
        price = pays / max(betting.pot() + whole + pays, 1)
        wide = opens(waiting if not past.raises else 3) ** 0.6
        tops.append(min(0.9, 0.75 * (1 - price) * wide) if other not in past.acted else 0.6)
    jam = worth_of_betting(view, field, spot, whole, raises=past.raises, tops=tops)
    if jam.worth > 0.03 * spot.pot and not (past.raises and jam.share < 0.3):
        return RaiseTo(options.raise_max)
    if options.may_check:
        return Check()
    share = _mean(field.shares(folds=[0.0 if other in past.acted else 0.7 for other in field.seats]))
    if options.call >= betting.stacks[options.seat] or not spot.rounds:
        return Call() if share * (spot.pot + spot.call) > spot.call else Fold()
    return Call() if 0.8 * share * (spot.pot + spot.call) > spot.call and options.call * 2 <= betting.price else Fold()


def _mean(shares: list[float]) -> float:
    return sum(shares) / len(shares)
