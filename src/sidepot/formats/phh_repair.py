"""What lenient reading makes of an odd action, and what would have been legal, in the words of the format."""

from __future__ import annotations

from sidepot.cards import UNKNOWN, text
from sidepot.formats.amounts import unscaled
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand


def what_is_owed(hand: Hand, decimals: int) -> str:
    """What would have been legal now: `p3 is to act: ...`, with amounts in the file's scale."""
    who = f"p{hand.seat + 1}"
    if hand.due is Due.ACT:
        low, high = hand.min_raise_to(), hand.max_raise_to()
        call = f"`cc` to call {unscaled(hand.to_call, decimals)}" if hand.to_call else "`cc` to check"
        raises = f", `cbr` from {unscaled(low, decimals)} to {unscaled(high, decimals)}" if low else ""
        return f"{who} is to act: `f`, {call}{raises}"
    if hand.due is Due.BRING_IN:
        return f"{who} must bring it in with `pb`, or complete with `cbr {unscaled(hand.min_raise_to(), decimals)}`"
    if hand.due is Due.DRAW:
        return f"{who} is to draw with `sd`, of {text(hand.hole[hand.seat])}"
    return f"{who} is to show or muck with `sm`"


def is_all_that_counts(hand: Hand, to: int) -> bool:
    """Whether a bet is written as what the opponents can call: the rest of it would come back uncalled.

    Histories write a limit raise so when the caller has less than a bet left.
    """
    others = hand.live & ~(1 << hand.seat)
    most = max(hand.bets[seat] + hand.stacks[seat] for seat in range(len(hand.hole)) if others >> seat & 1)
    return to == most and to > hand.price


def fresh_cards(hand: Hand, cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards with those unknown that have come before, or that are not in the deck."""
    seen = {card for some in (*hand.hole, *hand.boards, hand.muck_pile) for card in some}
    fresh: list[int] = []
    for card in cards:
        fresh.append(card if card in hand.plan.deck and card not in seen else UNKNOWN)
        seen.add(card)
    return tuple(fresh)


def check_or_call(hand: Hand) -> None:
    """What `cc` says: a call where something is owed, else a check."""
    if hand.to_call:
        hand.call()
    else:
        hand.check()


def check_or_fold(hand: Hand) -> str:
    """What a seat did that a history leaves out, and its name."""
    if hand.to_call:
        hand.fold()
        return "fold"
    hand.check()
    return "check"
