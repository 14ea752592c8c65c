"""How lenient reading repairs an odd action, and the legal choices, in the words of the format."""

from __future__ import annotations

from sidepot.cards import UNKNOWN, text
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.rules.clauses import Sentence, say
from sidepot.validation.decimals import unscaled


def what_is_owed(hand: Hand, decimals: int) -> Sentence:
    """What is legal now, such as `p3 is to act: ...`, with amounts in the file's scale."""
    who = f"p{hand.seat + 1}"
    if hand.due is Due.ACT:
        low, high = hand.raise_bounds()
        to_call = unscaled(hand.to_call, decimals)
        call = say("`cc` to call {amount}", to_call) if hand.to_call else say("`cc` to check")
        bounds = unscaled(low, decimals), unscaled(high, decimals)
        if not low:
            return say("{player} is to act: `f`, {call}", who, call)
        if hand.betting.alt:
            return say("{player} is to act: `f`, {call}, `cbr` {least} or {most}", who, call, *bounds)
        return say("{player} is to act: `f`, {call}, `cbr` from {least} to {most}", who, call, *bounds)
    if hand.due is Due.BRING_IN:
        least = unscaled(hand.min_raise_to(), decimals)
        return say("{player} must bring it in with `pb`, or complete with `cbr {amount}`", who, least)
    held = text(hand.hole[hand.seat])
    if hand.due is Due.DRAW:
        away = hand.plan.streets[hand.street].discard
        if away:
            return say("{player} is to throw {count} card(s) away with `sd`, of {cards}", who, str(away), held)
        return say("{player} is to draw with `sd`, of {cards}", who, held)
    return say("{player} is to show or muck with `sm`", who)


def is_all_that_counts(hand: Hand, to: int) -> bool:
    """Whether a bet to `to` is the most that opponents can call, because any excess would be returned uncalled.

    Histories write a limit raise in this way if the caller has less than a bet left.
    """
    others = hand.live & ~(1 << hand.seat)
    most = max(hand.bets[seat] + hand.stacks[seat] for seat in range(len(hand.hole)) if others >> seat & 1)
    return to == most and to > hand.price


def mended_raise(hand: Hand, to: int, decimals: int, *, strict: bool) -> tuple[int | None, str]:
    """The total that a written raise means (None for a call), and a note about the repair ("" for none).

    With `strict`, an illegal raise is not repaired, unless it is all that the other players can call.
    """
    low, high = hand.raise_bounds()
    if low and to < low and is_all_that_counts(hand, to):
        return low, f"as much as the others can call; the bet is {unscaled(low, decimals)}"
    if strict or low <= to <= high and low:
        return to, ""
    if low:
        legal = min(max(to, low), high)
        return legal, f"the bet may be {unscaled(legal, decimals)}; so read"
    return None, f"p{hand.seat + 1} may not raise; read as a call"


def fresh_cards(hand: Hand, cards: tuple[int, ...]) -> tuple[int, ...]:
    """These cards, with unknown ones in place of cards that were already dealt or are not in the deck."""
    seen = bytearray(hand.seen)
    fresh: list[int] = []
    for card in cards:
        fresh.append(UNKNOWN if seen[card] else card)
        seen[card] = card != UNKNOWN
    return tuple(fresh)


def check_or_call(hand: Hand) -> None:
    """Do what `cc` means: call a bet, or check if there is none."""
    if hand.to_call:
        hand.call()
    else:
        hand.check()


def check_or_fold(hand: Hand) -> str:
    """Check or fold for a seat whose action is missing in the history. Returns the name of the action."""
    if hand.to_call:
        hand.fold()
        return "fold"
    hand.check()
    return "check"
