"""Legal bets in a spot, and the rulings made of them: the amount, the change, the chips to add, the act.

Each chip that a player puts out is counted or goes back: the chips there afterwards (`out`), with those that must
be added, is the player's total for the round and the change. So

    chips put out == (amount - front - add) + change        with the chips of earlier bets left where they were

holds for every ruling here and for each option of one. Where no amount is ruled, the total stays what it was. A ruling
that is left to the director moves no chips until one is chosen.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final, TypeVar

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.spot import MUCH, Spot, moves
from sidepot.hand.raising import nearest
from sidepot.rules.ruling import Act, Effect, Option, Ruling, Sanction, held_to

FOLD, CHECK, CALL, BET, RAISE, COMPLETE = "fold", "check", "call", "bet", "raise", "complete"
CHOOSE_AGAIN, CALL_OR_FOLD = "choose again", "call or fold"
RAISES = (BET, RAISE, COMPLETE)
_ACTIONS = (FOLD, CHECK, CALL, *RAISES)
_TOLD = {  # what no action is announced for
    CHOOSE_AGAIN: "Have {} act again.",
    CALL_OR_FOLD: "Tell {}: call or fold, but no raise.",
    "chips stay": "Ask {}: call in full, or fold?",
    "taken back": "Have {} act again.",
    "forfeits and folds": "Take the cards of {} in.",
}

_Decided = TypeVar("_Decided", Ruling, Option)
_like_option: Final = attrgetter(*Option.__struct_fields__)


# ---- what may be bet


def least_total(spot: Spot) -> int:
    """The least total of a full bet or raise, 0 where they may not raise. Raises BadNotation where it is not told."""
    if spot.least is not None:
        if 0 < spot.least <= spot.price:
            raise BadNotation(f"a raise is more than the price of {spot.price}: {spot.least} cannot be the least")
        return spot.least
    if spot.full:
        return spot.price + spot.full
    if not spot.price:
        return 1
    if spot.opening:
        return 2 * spot.price
    raise BadNotation("say how large a full raise is here (full): the bet before the last raise is not told")


def greatest_total(spot: Spot) -> int:
    """The greatest total the limit allows, the stack apart. Raises BadNotation where the pot must be told."""
    least = least_total(spot)
    if not least or spot.limit == "fixed limit" and spot.most is None:
        return least
    if spot.limit == "pot limit" and spot.most is None and spot.pot < max(spot.price, 1):
        raise BadNotation(f"say how large the pot is, with all that lies in front of the players: it is not {spot.pot}")
    return max(spot.most_raise, least)


def legal_total(spot: Spot, wanted: int) -> int:
    """The bet or raise nearest to a wanted total, all-in if they have no more; 0 where they may not raise or cannot.

    It is made of the chips in play (PG-23), and where they do not make it, the next amount below.

    >>> legal_total(Spot(price=400, full=400), 500)
    800
    """
    least = least_total(spot)
    if not least or spot.all_in <= spot.price:
        return 0
    low = min(least, spot.all_in)
    if wanted <= low:
        return low
    high = min(greatest_total(spot), spot.all_in)
    if spot.limit == "fixed limit":
        return high if wanted >= high else low
    return nearest(wanted, low, high, spot.chip)


def call_total(spot: Spot) -> int:
    """The total of a player who calls: the price, or all they have (SD-1)."""
    return min(spot.price, spot.all_in) if spot.is_facing_bet else spot.front


def verb_of(spot: Spot) -> str:
    """The verb for more chips than the price: the first ones bet, and a short limit bet is completed."""
    if not spot.price:
        return BET
    short = spot.limit == "fixed limit" and spot.full > 0 and least_total(spot) < spot.price + spot.full
    return COMPLETE if short and least_total(spot) else RAISE


def is_short(spot: Spot, total: int) -> bool:
    """Whether this raise is all they have, and less than a full one."""
    return total == spot.all_in < least_total(spot)


def in_words(spot: Spot, verdict: str, amount: int) -> str:
    """The announcement: `raise to 1700`, `bet 600, all-in`, `call`."""
    what = f"bet {amount}" if verdict == BET else f"{verdict} to {amount}" if verdict in RAISES else verdict
    return f"{what}, all-in" if is_all_in(spot, verdict, amount) else what


def is_all_in(spot: Spot, verdict: str, amount: int | None) -> bool:
    """Whether the player puts in all they have by this."""
    return verdict in (CALL, *RAISES) and amount == spot.all_in


# ---- rulings


def outcome(
    spot: Spot,
    verdict: str,
    amount: int | None,
    out: int,
    because: str,
    cites: tuple[Cite, ...],
    *,
    penalty: Sanction | None = None,
    steps: tuple[str, ...] = (),
) -> Ruling:
    """The ruling that the player is held to this, where `out` lies there with all that was put out."""
    found = option(spot, verdict, amount, out, because)
    return held_to(found, cites, steps=steps or found.steps, penalty=penalty)


def option(spot: Spot, verdict: str, amount: int | None, out: int, because: str) -> Option:
    """One way for the director to decide it, where `out` lies there with all that was put out."""
    change, add = _settled(spot.front if amount is None else amount, out)
    return Option(
        verdict=verdict,
        because=because,
        amount=amount,
        change=change,
        add=add,
        all_in=is_all_in(spot, verdict, amount),
        steps=_steps(spot, verdict, amount, change, add),
        effects=_effects(spot, verdict, amount),
    )


def as_option(ruling: Ruling) -> Option:
    """A ruling as one of the ways for the director to decide."""
    return Option(**dict(zip(Option.__struct_fields__, _like_option(ruling), strict=True)))


def settle(ruling: Ruling, spot: Spot, out: int) -> Ruling:
    """The same ruling where `out` lies there, with all the chips that were put out: change and add follow."""
    options = tuple(_settled_with(one, spot, out) for one in ruling.options)
    ruling = msgspec.structs.replace(ruling, options=options)
    return msgspec.structs.replace(ruling, change=0, add=0) if ruling.is_open else _settled_with(ruling, spot, out)


def and_also(
    ruling: Ruling, *, first: str = "", then: str = "", decides: tuple[Cite, ...] = (), cites: tuple[Cite, ...] = ()
) -> Ruling:
    """The same ruling with a word before or behind its reason, and more rules that it rests on."""
    every = (*decides, *ruling.cites, *cites)
    because = " ".join(part for part in (first, ruling.because, then) if part)
    return msgspec.structs.replace(ruling, because=because, cites=tuple(dict.fromkeys(every)))


def and_ask(spot: Spot, ruling: Ruling) -> Ruling:
    """The same bet or raise where its amount was left open: the dealer asks, and takes the least if no more is named.

    Rule: TDA-2013 37-A, 47; TDA-2024 50-A, 54-D.
    """
    least = ruling.amount or 0
    most = min(greatest_total(spot), spot.all_in)
    if most <= least:
        return ruling
    sizes = f"any amount from {least} to {most}" if most < MUCH else f"{least} or more"
    ask = f"Ask {spot.who} for the amount: {'' if ruling.verdict == BET else 'in all, '}{sizes}."
    chips = "".join(f" {step}" for step in moves(spot, ruling.change, ruling.add))
    otherwise = f"If no amount is named, announce: {in_words(spot, ruling.verdict, least)}.{chips}"
    return msgspec.structs.replace(ruling, at_least=True, steps=(ask, otherwise))


def _settled(amount: int, out: int) -> tuple[int, int]:
    """The chips that go back, and those to add."""
    return max(out - amount, 0), max(amount - out, 0)


def _settled_with(one: _Decided, spot: Spot, out: int) -> _Decided:
    change, add = _settled(spot.front if one.amount is None else one.amount, out)
    if (change, add) == (one.change, one.add) and one.steps:
        return one
    before, now = moves(spot, one.change, one.add), moves(spot, change, add)
    kept = tuple(step for step in one.steps if step not in before)
    first = int(one.verdict in _ACTIONS)  # behind what is announced
    steps: tuple[str, ...] = kept[:first] + now + kept[first:]
    return msgspec.structs.replace(one, change=change, add=add, steps=steps)


def _effects(spot: Spot, verdict: str, amount: int | None) -> tuple[Effect, ...]:
    if spot.seat < 0:
        return ()
    if verdict == FOLD:
        return (Act(spot.seat, "fold"),)
    if verdict == CHECK:
        return (Act(spot.seat, "check"),)
    if verdict == CALL:
        return (Act(spot.seat, "call" if spot.is_facing_bet else "check"),)
    if verdict in RAISES and amount is not None:
        return (Act(spot.seat, "raise_to", amount),)
    return ()


def _steps(spot: Spot, verdict: str, amount: int | None, change: int, add: int) -> tuple[str, ...]:
    """The dealer's steps: announce it, and put the chips right."""
    announced = (f"Announce: {in_words(spot, verdict, amount or 0)}.",) if verdict in _ACTIONS else ()
    told = (_TOLD[verdict].replace("{}", spot.who),) if verdict in _TOLD else ()
    return (*announced, *moves(spot, change, add), *told)
