"""Silent chips: their meaning against a bet, and without one.

One large chip calls. Several call if each is needed for it; otherwise they raise if they make half of a raise. Without
a bet before them they are a bet.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from sidepot.errors import Cite
from sidepot.floor.acting.act_points import (
    ALL_IN_CALL,
    BET_BROUGHT_UP,
    BOUNDS,
    BROUGHT_UP,
    CAPPED,
    CHANGE,
    CHIPS_BET,
    EXACT_CHIPS,
    HALF,
    LAST_CHIPS,
    MANY_CHIPS,
    MAY_RAISE,
    NOBODY_CALLS,
    ONE_CHIP,
    SPARE_CHIPS,
)
from sidepot.floor.acting.legal import (
    CALL,
    CHECK,
    call_total,
    is_short,
    least_total,
    legal_total,
    outcome,
    verb_of,
)
from sidepot.floor.spot import Acted, Spot
from sidepot.rules.floor_choices import LastChips
from sidepot.rules.rulebook import Reopening, Rulebook
from sidepot.rules.ruling import Ruling, Sanction
from sidepot.rules.texts import cite

# ---- who may raise after a short all-in


LIMITED = ("fixed limit", "spread limit")


class ShortAllIn(NamedTuple):
    """The effect of a short all-in on the others: in words, steps, the rule, and the seats `barred` from raising."""

    because: str
    steps: tuple[str, ...]
    cites: tuple[Cite, ...]
    barred: tuple[Acted, ...] = ()


def short_all_in(spot: Spot, amount: int, full: int, rulebook: Rulebook) -> ShortAllIn:
    """An all-in to `amount`, below a full bet or raise to `full`. Rule: TDA-2013 41-B; TDA-2024 47-A; TS-9.

    Players who have acted may raise again only if they face enough; the others may raise as always.
    """
    limited = spot.limit in LIMITED
    field = "reopening_limit" if limited else "reopening"
    how: Reopening = getattr(rulebook, field)
    cites = (cite(MAY_RAISE, rulebook, field),)
    size = spot.full or full - spot.price
    it = "a full raise" if spot.price else "a full bet"
    more = (
        f"The all-in to {amount} raises by {amount - spot.price}, less than a full raise of {size}."
        if spot.price
        else f"The all-in for {amount} is less than a full bet of {size}."
    )
    by_half = how in (Reopening.HALF, Reopening.HALF_ALONE)
    if by_half and 2 * (amount - _level(spot)) >= size:
        return ShortAllIn(f"{more} It is at least half of that, so it reopens the betting for everybody.", (), cites)
    enough = f"half of {it}" if by_half else it
    if how is Reopening.HALF_ALONE:
        enough += " by one player"
    if spot.acted is None:
        because = f"{more} It does not reopen the betting for players who have acted and now face less than {enough}."
        return ShortAllIn(
            because, ("Players who have acted may only call or fold, until somebody makes a full raise.",), cites
        )
    barred = [one for one in spot.acted if not _may_raise(one, amount, size, how)]
    free = [one for one in spot.acted if one not in barred]
    parts, steps = [more], []
    if barred:
        has, face = ("has", "faces") if len(barred) == 1 else ("have", "face")
        who = _names(barred)
        parts.append(f"It does not reopen the betting for {who}, who {has} acted and now {face} less than {enough}.")
        steps.append(f"Tell {who}: call or fold, but no raise, unless somebody else makes a full raise.")
    if free:
        faces = "faces" if len(free) == 1 else "face"
        parts.append(f"It reopens the betting for {_names(free)}, who now {faces} {enough} in total.")
    if not spot.acted:
        parts.append("None of the players still to act has acted before, so all of them may raise.")
    return ShortAllIn(" ".join(parts), tuple(steps), cites, tuple(barred))


def _level(spot: Spot) -> int:
    """The level that a bet or raise is measured from; a bring-in does not count, as it is not a bet."""
    return spot.least - spot.full if spot.opening and spot.least else spot.price


def _may_raise(other: Acted, amount: int, size: int, how: Reopening) -> bool:
    """Whether a player who has acted may raise again over a short all-in to this total."""
    if other.reopened:
        return True
    raised = amount - other.at
    if how is Reopening.HALF:
        return 2 * raised >= size
    return how is Reopening.CUMULATIVE and raised >= size


def _names(players: list[Acted]) -> str:
    names = [one.name or (f"seat {one.seat + 1}" if one.seat >= 0 else "a player") for one in players]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# ---- silent chips


_WHOLE: Final = (1000000, 100000, 25000, 10000, 5000, 1000, 500, 100, 50, 25, 10, 5)  # usual values of chips


def silent_standard(
    spot: Spot, chips: tuple[int, ...], total: int, rulebook: Rulebook, *, last: bool = False
) -> Ruling:
    """Rule on several silent chips against a bet, `total` for the round; `last`: the player has no more.

    It is a call if each chip is needed for it; otherwise half of a raise or more is a raise, and less is a call. Rule:
    TDA-2013 43, 41-A; TDA-2024 45, 43-A.

    >>> from sidepot.rules.houses import TDA_2013
    >>> ruling = silent_standard(Spot(price=1100, full=600), (1000, 100, 100, 100, 100), 1400, TDA_2013, last=False)
    >>> ruling.verdict, ruling.amount, ruling.add
    ('raise', 1700, 300)
    """
    spot = with_last_chips(spot, total) if last else spot
    to_call = spot.price - (total - sum(chips))  # the total that these chips needed
    if total - min(chips) < spot.price:
        return _all_needed(spot, chips, total, to_call, rulebook)
    spare = f"Without the smallest chip, the others still cover the call of {to_call}."
    if not legal_total(spot, total):
        return may_not_raise(spot, total, rulebook, cite(SPARE_CHIPS, rulebook))
    is_last = total >= spot.all_in
    if is_last and rulebook.last_chips is LastChips.ALL_IN:
        because = f"{spare} These are the player's last chips, so it is an all-in."
        return raised(spot, total, total, because, (cite(LAST_CHIPS, rulebook, "last_chips"),), rulebook)
    cites = (cite(HALF, rulebook), cite(SPARE_CHIPS, rulebook, *_last_field(is_last)))
    if is_last:
        cites = cites[::-1]
    return half_standard(spot, total, total, spare, cites, rulebook, chips=chips)


def half_standard(
    spot: Spot,
    total: int,
    out: int,
    why: str,
    cites: tuple[Cite, ...],
    rulebook: Rulebook,
    *,
    chips: tuple[int, ...] = (),
) -> Ruling:
    """Rule on more than the price without a declared raise: half of a raise or more is a raise, less a call or check.

    Rule: TDA-2013 41-A; TDA-2024 43-A.
    """
    more, full = total - spot.price, least_total(spot) - spot.price
    if more >= full:
        return raised(spot, total, out, f"{why} The chips make a full raise.", cites, rulebook)
    if 2 * more >= full:
        because = f"{why} The extra {more} is at least half of the {full} needed for a raise, so it is a raise."
        ruling = raised(spot, total, out, because, cites, rulebook)
        if not _expects_change(chips, total - spot.price):
            return ruling
        change = (*ruling.cites, cite(CHANGE, rulebook))
        return msgspec.structs.replace(ruling, cites=change, penalty=Sanction("over-betting for change"))
    verdict = CALL if spot.is_facing_bet else CHECK
    because = f"{why} The extra {more} is less than half of the {full} needed for a raise, so it is a {verdict}."
    return outcome(spot, verdict, call_total(spot), out, because, cites)


def one_chip(spot: Spot, chip: int, rulebook: Rulebook) -> Ruling:
    """A single silent chip larger than the call: a call. Rule: TDA-2013 42; TDA-2024 44."""
    because = f"A single oversized chip without a declared raise is a call: {chip} for a call of {spot.to_call}."
    return outcome(spot, CALL, spot.price, spot.front + chip, because, (cite(ONE_CHIP, rulebook),))


def called(spot: Spot, out: int, rulebook: Rulebook) -> Ruling:
    """Chips that make the call exactly. Rule: TDA-2013 39; TDA-2024 41-B."""
    because = f"The chips are exactly the call of {spot.to_call}."
    return outcome(spot, CALL, spot.price, out, because, (cite(EXACT_CHIPS, rulebook),))


def chips_without_bet(spot: Spot, chips: tuple[int, ...], rulebook: Rulebook) -> Ruling:
    """Silent chips with nothing to call: a bet of their sum, or a raise of the player's own blind.

    A single chip is oversized if it is more than the least bet. Rule: TDA-2013 42, last sentence, 37-A; TDA-2024 44.
    """
    total = spot.front + sum(chips)
    what = f"{chips[0]} chip" if len(chips) == 1 else str(sum(chips))
    point = ONE_CHIP if len(chips) == 1 and total > least_total(spot) else CHIPS_BET
    if not legal_total(spot, total):
        return may_not_raise(spot, total, rulebook, cite(point, rulebook))
    if not spot.price:
        because = f"Nobody has bet yet, so the {what} is a bet."
        return raised(spot, total, total, because, (cite(point, rulebook),), rulebook)
    why = f"The player has nothing to call, so the added {what} is a raise"
    if total >= spot.all_in and rulebook.last_chips is LastChips.ALL_IN:
        return raised(spot, total, total, f"{why}, all-in.", (cite(LAST_CHIPS, rulebook, "last_chips"),), rulebook)
    if total >= least_total(spot):
        return raised(spot, total, total, f"{why}.", (cite(point, rulebook),), rulebook)
    return half_standard(
        spot, total, total, f"The player has nothing to call and added {sum(chips)}.", (cite(HALF, rulebook),), rulebook
    )


def raised(spot: Spot, wanted: int, out: int, because: str, cites: tuple[Cite, ...], rulebook: Rulebook) -> Ruling:
    """A bet or raise to a total, brought to the nearest legal one. Rule: TDA-2013 41-A; PG-39."""
    amount = legal_total(spot, wanted)
    if not amount:
        return may_not_raise(spot, out, rulebook, *cites)
    verdict = verb_of(spot)
    steps: tuple[str, ...] = ()
    if is_short(spot, amount):
        short = short_all_in(spot, amount, least_total(spot), rulebook)
        because += f" {short.because}"
        cites, steps = (*cites, *short.cites), short.steps
    elif amount > wanted:
        because += f" The minimum {verdict} is {'' if verdict == 'bet' else 'to '}{amount}."
        cites = (*cites, cite(BROUGHT_UP if spot.price else BET_BROUGHT_UP, rulebook))
    elif amount < wanted and amount < spot.all_in:
        because += f" The maximum {verdict} is {'' if verdict == 'bet' else 'to '}{amount}."
        cites = (*cites, cite(BOUNDS, rulebook))
    elif amount < wanted:
        because += f" The player has only {amount}."
    ruling = outcome(spot, verdict, amount, out, because, tuple(dict.fromkeys(cites)))
    return msgspec.structs.replace(ruling, steps=(*ruling.steps, *steps))


def may_not_raise(spot: Spot, out: int, rulebook: Rulebook, *cites: Cite) -> Ruling:
    """A raise by a player who may not raise, or has no chips for it: a call or a check.

    Rule: TDA-2013 41-B, 45; TS-12; SD-1.
    """
    if spot.is_facing_bet and spot.all_in <= spot.price:
        because = f"The player has only {spot.all_in} for a bet of {spot.price}, so it is a call, all-in."
        return outcome(spot, CALL, spot.all_in, out, because, (cite(ALL_IN_CALL, rulebook), *cites))
    verdict, point = CALL if spot.is_facing_bet else CHECK, MAY_RAISE
    because = f"{spot.who[:1].upper()}{spot.who[1:]} may not raise here, so it is a {verdict}."
    if spot.alone:
        because = f"All the others are all-in and nobody could call a raise, so it is a {verdict}."
        point = NOBODY_CALLS
    elif spot.limit == "fixed limit" and spot.to_call >= spot.full:
        because, point = f"The maximum number of raises is reached, so it is a {verdict}.", CAPPED
    elif spot.front and 0 < spot.to_call < spot.full:
        least = "half a raise" if spot.limit == "fixed limit" else "a full raise"
        because = (
            f"The {spot.to_call} to call is less than {least}, so the player may not raise again, and "
            f"it is a {verdict}."
        )
    return outcome(spot, verdict, call_total(spot), out, because, (cite(point, rulebook), *cites))


def with_last_chips(spot: Spot, total: int) -> Spot:
    """The spot of a player who is all-in for `total`."""
    return msgspec.structs.replace(spot, stack=max(total - spot.front, 0))


def _all_needed(spot: Spot, chips: tuple[int, ...], total: int, to_call: int, rulebook: Rulebook) -> Ruling:
    which = "Every chip is"
    if len(chips) == 2:
        which = f"Both {chips[0]} chips are" if chips[0] == chips[1] else "Both chips are"
    because = f"{which} needed to cover the call of {to_call}, so it is a call."
    return outcome(spot, CALL, call_total(spot), total, because, (cite(MANY_CHIPS, rulebook),))


def _last_field(is_last: bool) -> tuple[str, ...]:
    return ("last_chips",) if is_last else ()


def _expects_change(chips: tuple[int, ...], more: int) -> bool:
    """Whether small chips were added to avoid change: 525 against 325, for 200 back."""
    least = min(chips, default=0)
    return _whole(more) > _whole(more - least) and _whole(more) > least


def _whole(amount: int) -> int:
    """The largest chip value that an amount is a multiple of."""
    return next((value for value in _WHOLE if amount and amount % value == 0), 1)
