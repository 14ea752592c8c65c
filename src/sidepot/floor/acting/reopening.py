"""A bet or raise that is all-in for less than a full one: for whom it reopens the betting, and for whom it does not."""

from __future__ import annotations

from typing import NamedTuple

from sidepot.errors import Cite
from sidepot.floor.acting.act_points import MAY_RAISE
from sidepot.floor.spot import Acted, Spot
from sidepot.rules.rulebook import Reopening, Rulebook
from sidepot.rules.texts import cite

LIMITED = ("fixed limit", "spread limit")


class ShortAllIn(NamedTuple):
    """The effect of a short all-in on the others: in words, the dealer's steps, the rule, and the seats `barred`."""

    because: str
    steps: tuple[str, ...]
    cites: tuple[Cite, ...]
    barred: tuple[Acted, ...] = ()


def short_all_in(spot: Spot, amount: int, full: int, rulebook: Rulebook) -> ShortAllIn:
    """All-in for a total of `amount`, where a full bet or raise is to `full`. Rule: TDA-2013 41-B; TDA-2024 47-A; TS-9.

    Those who have acted may raise again only where they face enough; those who have not acted may raise as always.
    """
    limited = spot.limit in LIMITED
    field = "reopening_limit" if limited else "reopening"
    how: Reopening = getattr(rulebook, field)
    cites = (cite(MAY_RAISE, rulebook, field),)
    size = spot.full or full - spot.price
    it = "a full raise" if spot.price else "a full bet"
    more = f"{amount - spot.price}{' more' if spot.price else ''} is less than {it} of {size}"
    by_half = how in (Reopening.HALF, Reopening.HALF_ALONE)
    if by_half and 2 * (amount - _level(spot)) >= size:
        return ShortAllIn(f"{more}, but half of it or more: that reopens the betting for everybody.", (), cites)
    enough = f"half of {it}" if by_half else it
    if how is Reopening.HALF_ALONE:
        enough += " by one player"
    if spot.acted is None:
        because = f"{more}, so it does not reopen the betting for a player who has acted and faces less than {enough}."
        return ShortAllIn(because, ("Players who have acted may call or fold, until somebody raises in full.",), cites)
    barred = [one for one in spot.acted if not _may_raise(one, amount, size, how)]
    free = [one for one in spot.acted if one not in barred]
    parts, steps = [f"{more}."], []
    if barred:
        has, face = ("has", "faces") if len(barred) == 1 else ("have", "face")
        who = _names(barred)
        parts.append(f"So the betting is not reopened for {who}, who {has} acted and {face} less than {enough}.")
        steps.append(f"Tell {who}: call or fold, but no raise, unless somebody else raises in full.")
    if free:
        faces = "faces" if len(free) == 1 else "face"
        parts.append(f"For {_names(free)} it is reopened: with the raises before it, {_names(free)} {faces} {enough}.")
    if not spot.acted:
        parts.append("Nobody who is still to act has acted before, so it bars nobody from raising.")
    return ShortAllIn(" ".join(parts), tuple(steps), cites, tuple(barred))


def _level(spot: Spot) -> int:
    """The level a bet or raise is measured from: a bring-in is no bet, so a completion is measured from below it."""
    return spot.least - spot.full if spot.opening and spot.least else spot.price


def _may_raise(other: Acted, amount: int, size: int, how: Reopening) -> bool:
    """Whether somebody who has acted may raise again over a short all-in to this total, which is no full raise."""
    if other.reopened:
        return True
    raised = amount - other.at
    if how is Reopening.HALF:
        return 2 * raised >= size
    return how is Reopening.CUMULATIVE and raised >= size


def _names(players: list[Acted]) -> str:
    names = [one.name or (f"seat {one.seat + 1}" if one.seat >= 0 else "a player") for one in players]
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
