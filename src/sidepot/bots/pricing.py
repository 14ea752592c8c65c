"""What a check, a call, a bet or a raise is worth to a seat, in chips, against its opponents' possible hands.

A call is worth the part of the pot that the hand will really get: less than its share if it is behind and bets are to
come, more if it is ahead. A bet wins the pot if everybody folds; otherwise, the hand is played out against the hands
that call. Each opponent folds by the odds offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.bots.field import Field, Weights
from sidepot.bots.likelihood import calls_with, ramp
from sidepot.games.model import BY_FACES, Opens
from sidepot.hand.betting_terms import FIXED_LIMIT
from sidepot.hand.legal.options import Options
from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

AHEAD: Final = 0.05  # how much more of its share a good hand gets for each round to come, and a bad one less
AHEAD_FIXED: Final = 0.03
LAST: Final = 0.04  # acting last adds that part of the share
DRAWS: Final = 0.10  # a draw that comes in is paid later
RAISED: Final = 0.35  # the part of the share lost when a bet is raised
CROWD: Final = 0.03  # each opponent more makes a call harder


class Spot(NamedTuple):
    """A decision as its seat sees it: the chips to win, the price of a call, and the chips still to come."""

    seat: int
    pot: int  # chips in the middle that the seat may win
    call: int
    rounds: int  # betting rounds to come
    last: float  # 1 for the last to act, -1 for the first, 0 if cards decide
    fixed: bool
    behind: int  # chips that may still go in after a call


def spot_of(view: Hand, options: Options) -> Spot:
    """The decision that the seat to act faces, with all amounts in chips."""
    betting = view.betting
    seat = options.seat
    mine = betting.put[seat] + options.call
    pot = _dead(view, seat) + sum([min(put, mine) if at != seat else put for at, put in enumerate(betting.put)])
    rest = betting.stacks[seat] - options.call
    able = betting.able & ~(1 << seat)
    most = max([betting.stacks[other] for other in seats_of(able)], default=0)
    rounds = sum([1 for street in view.plan.streets[view.street + 1 :] if street.opens is not Opens.NOBODY])
    if not rest or not able:
        rounds = 0
    return Spot(
        seat,
        pot,
        options.call,
        rounds,
        _lastness(view, seat),
        betting.terms.kind == FIXED_LIMIT,
        max(min(rest, most), 0),
    )


def _lastness(view: Hand, seat: int) -> float:
    if view.plan.streets[-1].opens in BY_FACES:
        return 0.0
    order = [other for other in view.plan.order if view.live >> other & 1]  # the button is last
    if len(order) < 2 or seat not in order:
        return 0.0
    return 2 * order.index(seat) / (len(order) - 1) - 1


def odds(share: float) -> float:
    """Convert a share to odds: the share divided by the rest. For example, a share of 0.75 has odds of 3."""
    share = min(max(share, 0.01), 0.99)
    return share / (1 - share)


def gets(share: float, others: float, spot: Spot) -> float:
    """The fraction of the pot that a hand with this share wins in the end against `others` opponents.

    In the betting rounds to come, a good hand wins more than its share, and a poor hand less.
    """
    if not spot.rounds or share <= 0:
        return share
    better = log2(odds(share) / odds(1 / (others + 1)))
    more = (AHEAD_FIXED if spot.fixed else AHEAD) * min(spot.rounds, 3) * min(max(better, -2.0), 2.0)
    return min(share * (1 + more + LAST * spot.last), 1.0)


def worth_of_staying(field: Field, shares: Sequence[float], spot: Spot) -> float:
    """The value of a check or call in chips. For comparison, a fold is worth 0."""
    share = sum(shares) / len(shares)
    worth = gets(share, len(field.seats), spot) * (spot.pot + spot.call) - spot.call
    if spot.rounds and spot.call and share < 0.5:
        made = sum([1 for one in shares if one > 0.8]) / len(shares)
        later = min(spot.behind, spot.pot + spot.call) if not spot.fixed else min(spot.behind, 2 * spot.call)
        worth += DRAWS * made * later
    return worth


class Bet(NamedTuple):
    """A bet or raise to a total, its value in chips, and the share of the pot against players who call."""

    to: int
    worth: float
    share: float


def _dead(view: Hand, seat: int) -> int:
    """The dead money that a seat may win, without the parts of a waiting pot that only other seats contest."""
    others = [chips for chips, can in view.aside.parts if can & view.live and not can >> seat & 1]
    return view.betting.dead - sum(others)


def worth_of_betting(
    view: Hand, field: Field, spot: Spot, to: int, *, raises: int, tops: Sequence[float] | None = None
) -> Bet:
    """The value of a bet or raise to the total `to`, after `raises` bets and raises in the round.

    With `tops`, each opponent calls with this fraction of the hands: the best ones.
    """
    betting = view.betting
    add = to - betting.bets[spot.seat]
    reach = betting.put[spot.seat] + add
    pot = _dead(view, spot.seat) + sum(
        [min(put, reach) if at != spot.seat else put for at, put in enumerate(betting.put)]
    )
    kept: list[Weights] = []
    folds: list[float] = []
    calls = 0.0
    raised = 1.0
    crowd = CROWD * (len(field.seats) - 1) + (0.05 if raises else 0.0)
    for at, other in enumerate(field.seats):
        weights = field.weights[at]
        pays = min(to - betting.bets[other], betting.stacks[other])
        if pays <= 0:
            kept.append(weights)
            folds.append(0.0)
            continue
        worths = field.pools[at].worths
        cut = calls_with(pays / (pot + add + pays)) + crowd
        if tops is not None:
            cut = quantile(worths, weights, 1 - tops[at])
        stays = [weight * ramp(worth, cut, 0.1) for weight, worth in zip(weights, worths, strict=True)]
        total = sum(weights)
        goes_on = sum(stays) / total if total else 1.0
        kept.append(stays)
        folds.append(1 - goes_on)
        calls += goes_on * pays
        strong = sum([weight for weight, worth in zip(weights, worths, strict=True) if worth > 0.88])
        raised *= 1 - 0.5 * (strong / total if total else 0.0)
    everybody = 1.0
    for fold in folds:
        everybody *= fold
    shares = field.shares(kept, folds)
    called = 1 - everybody
    if called < 0.01:
        return Bet(to, float(pot), 0.5)
    share = max(0.0, (sum(shares) / len(shares) - everybody) / called)
    is_all_in = to >= betting.bets[spot.seat] + betting.stacks[spot.seat]
    rounds = 0 if is_all_in or to - betting.bets[spot.seat] - spot.call >= spot.behind else spot.rounds
    real = gets(share, max(1.0, sum([1 - fold for fold in folds]) / called), spot._replace(rounds=rounds))
    worth = everybody * pot + called * (real * (pot + add + calls / called) - add)
    if not is_all_in and share < 0.75:
        worth -= RAISED * (1 - raised) * min(share, 0.5) * (pot + 2 * add)
    return Bet(to, worth, share)


def quantile(worths: Sequence[float], weights: Sequence[float], part: float) -> float:
    """The value below which the fraction `part` of the total weight lies."""
    left = part * sum(weights)
    for worth, weight in sorted(zip(worths, weights, strict=True)):
        left -= weight
        if left <= 0:
            return worth
    return 1.0
