"""Silent chips in one motion: finds the rule that decides."""

from __future__ import annotations

from typing import Final

from sidepot.floor.acting.act_points import TINY
from sidepot.floor.acting.chip_standards import (
    called,
    chips_without_bet,
    may_not_raise,
    one_chip,
    silent_standard,
    with_last_chips,
)
from sidepot.floor.acting.legal import CALL, call_total, option, settle
from sidepot.floor.acting.undercall import STAYS, TAKEN_BACK, rule_on_undercall
from sidepot.floor.spot import Spot
from sidepot.rules.clauses import say
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling, Sanction, left_open
from sidepot.rules.texts import cite

TINY_PART: Final = 10  # chips of at most a tenth of the call are tiny: no text gives a number


def rule_on_chips(spot: Spot, chips: tuple[int, ...], rulebook: Rulebook, *, last: bool = False) -> Ruling:
    """Rule on silent chips put out in one motion. With `last`, the player has no more chips.

    Rule: TDA-2013 39, 42, 43, 37-A; TDA-2024 41, 44, 45, 51.

    >>> from sidepot.rules.houses import TDA_2013
    >>> rule_on_chips(Spot(price=400, full=400), (1000,), TDA_2013).change
    600
    """
    total = spot.front + sum(chips)
    if last:
        spot = with_last_chips(spot, total)
    if not spot.is_facing_bet:
        return chips_without_bet(spot, chips, rulebook)
    if total < spot.price:
        return less_than_the_call(spot, chips, rulebook)
    if total == spot.price:
        return called(spot, total, rulebook)
    if len(chips) == 1:
        return one_chip(spot, chips[0], rulebook)
    return silent_standard(spot, chips, total, rulebook, last=last)


def less_than_the_call(spot: Spot, chips: tuple[int, ...], rulebook: Rulebook) -> Ruling:
    """Rule on silent chips for less than the call: the player's last chips, a tiny chip, or an undercall.

    Rule: TDA-2013 37-A, 39; SD-1.
    """
    total = spot.front + sum(chips)
    if total >= spot.all_in:
        return may_not_raise(spot, total, rulebook)
    if sum(chips) * TINY_PART <= spot.to_call:
        return tiny_chips(spot, chips, rulebook)
    return settle(rule_on_undercall(spot, total, sum(chips), rulebook), spot, total)


def tiny_chips(spot: Spot, chips: tuple[int, ...], rulebook: Rulebook) -> Ruling:
    """Rule on silent chips that are tiny compared with the bet. The director may rule that they are a full call.

    Rule: TDA-2013 39; TDA-2024 41.
    """
    put, out = sum(chips), spot.front + sum(chips)
    options = (
        option(
            spot,
            CALL,
            call_total(spot),
            out,
            say(
                "The {put} put in silently is far too small for this bet, and the director rules that it is a full "
                "call of {call}.",
                put,
                call_total(spot),
            ),
            say("If the player meant to call, it is a full call of {call}.", call_total(spot)),
        ),
        option(
            spot,
            STAYS,
            out,
            out,
            say("The {put} stays in the pot, and the player may fold or call in full.", put),
            say("As a compromise, the {put} stays in the pot, and the player may fold or call in full.", put),
        ),
        option(
            spot,
            TAKEN_BACK,
            spot.front,
            out,
            say("The {put} goes back, and the player may call, raise or fold.", put),
            say("If it was an obvious slip, the {put} goes back, and the player may call, raise or fold.", put),
        ),
    )
    because = say(
        "With {to_call} to call, the {put} put in silently is so small that the director decides what it means.",
        spot.to_call,
        put,
    )
    return left_open(because, (cite(TINY, rulebook),), *options, penalty=Sanction("tiny chips"))
