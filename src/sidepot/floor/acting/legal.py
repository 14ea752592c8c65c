"""Legal bets in a spot, and rulings made from them: the amount, the change, the chips to add, the action.

Each chip that a player puts out either counts or goes back: the chips in front afterwards (`out`) and those still to
add make up the player's total for the round and the change. So

    chips put out == (amount - front - add) + change        with the chips of earlier bets left where they were

is true for every ruling here and for each of its options. Without an amount the total stays the same. A ruling that is
left to the director moves no chips until an option is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Final, TypeVar

import msgspec

from sidepot.errors import BadNotation, Cite
from sidepot.floor.spot import MUCH, Spot, announce, moves
from sidepot.hand.betting_terms import nearest
from sidepot.rules.clauses import Sentence, in_a_row, say
from sidepot.rules.ruling import DECISION, Act, Effect, Option, Ruling, Sanction, held_to

FOLD, CHECK, CALL, BET, RAISE, COMPLETE = "fold", "check", "call", "bet", "raise", "complete"
CHOOSE_AGAIN, CALL_OR_FOLD = "choose again", "call or fold"
RAISES = (BET, RAISE, COMPLETE)
_ACTIONS = (FOLD, CHECK, CALL, *RAISES)
_STEPS_FOR: Final[dict[str, tuple[Callable[[str], Sentence], Sentence]]] = {
    # the dealer's step for verdicts without an action: with the name of the player, and without
    CHOOSE_AGAIN: (lambda player: say("Have {player} act again.", player), say("Have the player act again.")),
    CALL_OR_FOLD: (
        lambda player: say("Tell {player}: you may call or fold, but not raise.", player),
        say("Tell the player: you may call or fold, but not raise."),
    ),
    "chips stay": (
        lambda player: say("Ask {player}: call in full, or fold?", player),
        say("Ask the player: call in full, or fold?"),
    ),
    "taken back": (lambda player: say("Have {player} act again.", player), say("Have the player act again.")),
    "forfeits and folds": (
        lambda player: say("Muck {player}'s cards.", player),
        say("Muck the player's cards."),
    ),
}

_Decided = TypeVar("_Decided", Ruling, Option)
_decision_of: Final = attrgetter(*DECISION)


# ---- legal bets


def least_total(spot: Spot) -> int:
    """The minimum total of a full bet or raise. 0 if the player may not raise.

    Raises BadNotation if the minimum is unknown.
    """
    if spot.least is not None:
        if 0 < spot.least <= spot.price:
            raise BadNotation(f"least: expected a raise above the price of {spot.price}, not {spot.least}")
        return spot.least
    if spot.full:
        return spot.price + spot.full
    if not spot.price:
        return 1
    if spot.opening:
        return 2 * spot.price
    raise BadNotation(
        "full is missing: give the size of a full raise, because the bet before the last raise is unknown"
    )


def greatest_total(spot: Spot) -> int:
    """The maximum total that the limit allows, regardless of the stack. Raises BadNotation if the size of the pot is
    unknown.
    """
    least = least_total(spot)
    if not least or spot.limit == "fixed limit" and spot.most is None:
        return least
    if spot.limit == "pot limit" and spot.most is None and spot.pot < max(spot.price, 1):
        raise BadNotation(f"pot: expected the whole pot, with the bets in front of the players, not {spot.pot}")
    return max(spot.most_raise, least)


def legal_total(spot: Spot, wanted: int) -> int:
    """The legal bet or raise nearest to the total `wanted`, or all-in. 0 if the player may not or cannot raise.

    If the chips in play cannot make this total, the next lower total that they can make is used (PG-23).

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
    """The total of a player who calls: the price or, if the stack is smaller than the price, the whole stack (SD-1)."""
    return min(spot.price, spot.all_in) if spot.is_facing_bet else spot.front


def verb_of(spot: Spot) -> str:
    """The verb for chips above the price: "bet" if nobody has bet, "complete" for a short limit bet, otherwise
    "raise".
    """
    if not spot.price:
        return BET
    short = spot.limit == "fixed limit" and spot.full > 0 and least_total(spot) < spot.price + spot.full
    return COMPLETE if short and least_total(spot) else RAISE


def is_short(spot: Spot, total: int) -> bool:
    """Whether a raise to `total` is an all-in for less than a full raise."""
    return total == spot.all_in < least_total(spot)


def announced(spot: Spot, verdict: str, amount: int) -> Sentence:
    """The action in words that fit into a sentence, such as `raise to 1700`, `bet 600, all-in` or `call`."""
    if verdict not in RAISES:
        act = (verdict,)
    elif verdict == BET:
        act = say("bet {amount}", amount)
    elif verdict == COMPLETE:
        act = say("complete to {amount}", amount)
    else:
        act = say("raise to {amount}", amount)
    return say("{act}, all-in", act) if is_all_in(spot, verdict, amount) else act


def is_all_in(spot: Spot, verdict: str, amount: int | None) -> bool:
    """Whether the player is all-in with this action."""
    return verdict in (CALL, *RAISES) and amount == spot.all_in


# ---- rulings


def outcome(
    spot: Spot,
    verdict: str,
    amount: int | None,
    out: int,
    because: Sentence,
    cites: tuple[Cite, ...],
    *,
    penalty: Sanction | None = None,
    steps: tuple[Sentence, ...] = (),
) -> Ruling:
    """The ruling that an action counts as `verdict`, with its reason and rules.

    `out` is the total of the chips in front of the player.
    """
    found = option(spot, verdict, amount, out, because)
    return held_to(found, cites, instructions=steps or found.instructions, penalty=penalty)


def option(spot: Spot, verdict: str, amount: int | None, out: int, because: Sentence, when: Sentence = ()) -> Option:
    """An option for the director. `out` is the total of the chips in front of the player."""
    change, add = _settled(spot.front if amount is None else amount, out)
    return Option(
        verdict=verdict,
        reason=because,
        when=when,
        amount=amount,
        change=change,
        add=add,
        all_in=is_all_in(spot, verdict, amount),
        instructions=_steps(spot, verdict, amount, change, add),
        effects=_effects(spot, verdict, amount),
    )


def as_option(ruling: Ruling, when: Sentence = ()) -> Option:
    """A ruling as an option for the director. `when` says when to choose it."""
    return Option(**dict(zip(DECISION, _decision_of(ruling), strict=True)), when=when)


def settle(ruling: Ruling, spot: Spot, out: int) -> Ruling:
    """The same ruling, with the chips to return and the chips to add computed again.

    `out` is the total of the chips in front of the player.
    """
    options = tuple(_settled_with(one, spot, out) for one in ruling.options)
    ruling = msgspec.structs.replace(ruling, options=options)
    return msgspec.structs.replace(ruling, change=0, add=0) if ruling.is_open else _settled_with(ruling, spot, out)


def and_also(
    ruling: Ruling,
    *,
    first: Sentence = (),
    then: Sentence = (),
    decides: tuple[Cite, ...] = (),
    cites: tuple[Cite, ...] = (),
) -> Ruling:
    """The same ruling, with sentences added to its reason (`first`, `then`), and with more rules.

    - `decides`: the rules that come before those of the ruling
    - `cites`: the rules that come after them
    """
    every = (*decides, *ruling.cites, *cites)
    because = in_a_row(first, ruling.reason, then)
    return msgspec.structs.replace(ruling, reason=because, cites=tuple(dict.fromkeys(every)))


def and_ask(spot: Spot, ruling: Ruling) -> Ruling:
    """The ruling on a bet or raise without an amount. The dealer asks for the amount, and assumes the minimum if the
    player names none.

    Rule: TDA-2013 37-A, 47; TDA-2024 50-A, 54-D.
    """
    least = ruling.amount or 0
    most = min(greatest_total(spot), spot.all_in)
    if most <= least:
        return ruling
    ask = _ask_total(spot, least, most) if spot.price else _ask_bet(spot, least, most)
    otherwise = _least_step(spot, announced(spot, ruling.verdict, least), ruling.change, ruling.add, least)
    return msgspec.structs.replace(ruling, at_least=True, instructions=(ask, otherwise))


def _least_step(spot: Spot, act: Sentence, change: int, add: int, least: int) -> Sentence:
    """The dealer's step if the player names no amount."""
    if change:
        return (
            say('If no amount is named, announce "{act}", and give {amount} back to {player}.', act, change, spot.name)
            if spot.name
            else say('If no amount is named, announce "{act}", and give {amount} back to the player.', act, change)
        )
    if add and add == least:
        return (
            say('If no amount is named, announce "{act}", and have {player} put in {amount}.', act, spot.name, add)
            if spot.name
            else say('If no amount is named, announce "{act}", and have the player put in {amount}.', act, add)
        )
    if add:
        return (
            say('If no amount is named, announce "{act}", and have {player} put in {amount} more.', act, spot.name, add)
            if spot.name
            else say('If no amount is named, announce "{act}", and have the player put in {amount} more.', act, add)
        )
    return say('If no amount is named, announce "{act}".', act)


def _ask_bet(spot: Spot, least: int, most: int) -> Sentence:
    if most < MUCH:
        return (
            say("Ask {player} for the amount: from {least} to {most}.", spot.name, least, most)
            if spot.name
            else say("Ask the player for the amount: from {least} to {most}.", least, most)
        )
    return (
        say("Ask {player} for the amount: {least} or more.", spot.name, least)
        if spot.name
        else say("Ask the player for the amount: {least} or more.", least)
    )


def _ask_total(spot: Spot, least: int, most: int) -> Sentence:
    if most < MUCH:
        return (
            say("Ask {player} for the total: from {least} to {most}.", spot.name, least, most)
            if spot.name
            else say("Ask the player for the total: from {least} to {most}.", least, most)
        )
    return (
        say("Ask {player} for the total: {least} or more.", spot.name, least)
        if spot.name
        else say("Ask the player for the total: {least} or more.", least)
    )


def _settled(amount: int, out: int) -> tuple[int, int]:
    """The chips to return, and the chips to add."""
    return max(out - amount, 0), max(amount - out, 0)


def _settled_with(one: _Decided, spot: Spot, out: int) -> _Decided:
    change, add = _settled(spot.front if one.amount is None else one.amount, out)
    if (change, add) == (one.change, one.add) and one.instructions:
        return one
    before = moves(spot, one.change, one.add, is_more=one.amount != one.add)
    now = moves(spot, change, add, is_more=one.amount != add)
    kept = tuple(step for step in one.instructions if step not in before)
    first = int(one.verdict in _ACTIONS)  # after the announcement
    steps: tuple[Sentence, ...] = kept[:first] + now + kept[first:]
    return msgspec.structs.replace(one, change=change, add=add, instructions=steps)


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


def _steps(spot: Spot, verdict: str, amount: int | None, change: int, add: int) -> tuple[Sentence, ...]:
    """The dealer's steps: announce the action, and correct the chips."""
    act = (announce(announced(spot, verdict, amount or 0)),) if verdict in _ACTIONS else ()
    asked: tuple[Sentence, ...] = ()
    if verdict in _STEPS_FOR:
        named, unnamed = _STEPS_FOR[verdict]
        asked = (named(spot.name) if spot.name else unnamed,)
    return (*act, *moves(spot, change, add, is_more=amount != add), *asked)
