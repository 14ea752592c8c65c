"""Legal bets in a spot, and rulings made from them: the amount, the change, the chips to add, the act.

Each chip that a player puts out counts or goes back: the chips in front afterwards (`out`) and those still to add make
the player's total for the round, and the change. So

    chips put out == (amount - front - add) + change        with the chips of earlier bets left where they were

is true for every ruling here and for each of its options. Without an amount the total stays the same. A ruling that is
left to the director moves no chips until an option is chosen.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Final, TypeVar

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.spot import MUCH, Spot, moves
from sidepot.hand.betting_terms import nearest
from sidepot.rules.ruling import Act, Effect, Option, Ruling, Sanction, held_to

FOLD, CHECK, CALL, BET, RAISE, COMPLETE = "fold", "check", "call", "bet", "raise", "complete"
CHOOSE_AGAIN, CALL_OR_FOLD = "choose again", "call or fold"
RAISES = (BET, RAISE, COMPLETE)
_ACTIONS = (FOLD, CHECK, CALL, *RAISES)
_STEPS_FOR = {  # the dealer's step for verdicts without an action
    CHOOSE_AGAIN: "Have {} act again.",
    CALL_OR_FOLD: "Tell {}: call or fold, but no raise.",
    "chips stay": "Ask {}: call in full, or fold?",
    "taken back": "Have {} act again.",
    "forfeits and folds": "Muck the cards of {}.",
}

_Decided = TypeVar("_Decided", Ruling, Option)
_like_option: Final = attrgetter(*Option.__struct_fields__)


# ---- legal bets


def least_total(spot: Spot) -> int:
    """The least total of a full bet or raise, 0 if the player may not raise. Raises BadNotation if it is not known."""
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
    raise BadNotation("say how large a full raise is here (full): the bet before the last raise is not given")


def greatest_total(spot: Spot) -> int:
    """The greatest total that the limit allows, whatever the stack. Raises BadNotation if the pot is not known."""
    least = least_total(spot)
    if not least or spot.limit == "fixed limit" and spot.most is None:
        return least
    if spot.limit == "pot limit" and spot.most is None and spot.pot < max(spot.price, 1):
        raise BadNotation(f"say how large the pot is, with all that lies in front of the players: it is not {spot.pot}")
    return max(spot.most_raise, least)


def legal_total(spot: Spot, wanted: int) -> int:
    """The bet or raise nearest to a wanted total, or all-in; 0 if the player may not or cannot raise.

    It is an amount that the chips in play can make (PG-23), else the next one below.

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
    """The total of a player who calls: the price, or the whole stack (SD-1)."""
    return min(spot.price, spot.all_in) if spot.is_facing_bet else spot.front


def verb_of(spot: Spot) -> str:
    """The verb for more chips than the price: bet if nobody has bet, complete over a short limit bet, else raise."""
    if not spot.price:
        return BET
    short = spot.limit == "fixed limit" and spot.full > 0 and least_total(spot) < spot.price + spot.full
    return COMPLETE if short and least_total(spot) else RAISE


def is_short(spot: Spot, total: int) -> bool:
    """Whether this raise is all-in and less than a full one."""
    return total == spot.all_in < least_total(spot)


def in_words(spot: Spot, verdict: str, amount: int) -> str:
    """The announcement: `raise to 1700`, `bet 600, all-in`, `call`."""
    what = f"bet {amount}" if verdict == BET else f"{verdict} to {amount}" if verdict in RAISES else verdict
    return f"{what}, all-in" if is_all_in(spot, verdict, amount) else what


def is_all_in(spot: Spot, verdict: str, amount: int | None) -> bool:
    """Whether the player is all-in by this."""
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
    """The ruling that this act counts. `out` is everything in front of the player."""
    found = option(spot, verdict, amount, out, because)
    return held_to(found, cites, steps=steps or found.steps, penalty=penalty)


def option(spot: Spot, verdict: str, amount: int | None, out: int, because: str) -> Option:
    """One option of the director; `out` is everything in front of the player."""
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
    """A ruling as an option of the director."""
    return Option(**dict(zip(Option.__struct_fields__, _like_option(ruling), strict=True)))


def settle(ruling: Ruling, spot: Spot, out: int) -> Ruling:
    """The same ruling with new change and chips to add. `out` is everything in front of the player."""
    options = tuple(_settled_with(one, spot, out) for one in ruling.options)
    ruling = msgspec.structs.replace(ruling, options=options)
    return msgspec.structs.replace(ruling, change=0, add=0) if ruling.is_open else _settled_with(ruling, spot, out)


def and_also(
    ruling: Ruling, *, first: str = "", then: str = "", decides: tuple[Cite, ...] = (), cites: tuple[Cite, ...] = ()
) -> Ruling:
    """The same ruling with a sentence before or after its reason, and with more rules."""
    every = (*decides, *ruling.cites, *cites)
    because = " ".join(part for part in (first, ruling.because, then) if part)
    return msgspec.structs.replace(ruling, because=because, cites=tuple(dict.fromkeys(every)))


def and_ask(spot: Spot, ruling: Ruling) -> Ruling:
    """The same bet or raise with an open amount: the dealer asks, and takes the least if the player names no more.

    Rule: TDA-2013 37-A, 47; TDA-2024 50-A, 54-D.
    """
    least = ruling.amount or 0
    most = min(greatest_total(spot), spot.all_in)
    if most <= least:
        return ruling
    sizes = f"any amount from {least} to {most}" if most < MUCH else f"{least} or more"
    ask = f"Ask {spot.who} for the {'amount' if ruling.verdict == BET else 'total'}: {sizes}."
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
    first = int(one.verdict in _ACTIONS)  # after the announcement
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
    """The dealer's steps: announce the act, and correct the chips."""
    announced = (f"Announce: {in_words(spot, verdict, amount or 0)}.",) if verdict in _ACTIONS else ()
    asked = (_STEPS_FOR[verdict].replace("{}", spot.who),) if verdict in _STEPS_FOR else ()
    return (*announced, *moves(spot, change, add), *asked)
