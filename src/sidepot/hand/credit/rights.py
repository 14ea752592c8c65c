"""Questions about open stakes: which seats may buy or borrow chips during a hand, and their obligations.

A seat without chips is not all-in yet: it gets its turn, and goes all-in by calling for less than the price, even for
nothing (OS-2). Its bets are limited only by the structure of the game (OS-5). Nothing here changes a hand; `markers`
does.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.hand import refusals
from sidepot.hand.due import ACT, BRING_IN

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

BOUNDLESS: Final = 1 << 60
"""More chips than any bet, as the stack of seats that may bet any amount."""


def turn_of(hand: HandState) -> tuple[int, ...]:
    """A value that identifies the current turn. It changes when the seat acts."""
    betting = hand.betting
    return hand.seat, hand.street, betting.price, betting.bets[hand.seat]


def bound_to(hand: HandState) -> int:
    """The total that the seat to act must bet or call, because its marker was accepted; 0 without such a marker.

    Rule: OS-6.
    """
    credit = hand.aside.credit
    return credit.bound if credit.bound and hand.due is ACT and credit.turn == turn_of(hand) else 0


def was_refused(hand: HandState) -> bool:
    """Whether somebody has refused a marker that the seat to act offered in this turn. Rule: OS-7."""
    credit = hand.aside.credit
    return not credit.bound and hand.due is ACT and credit.turn == turn_of(hand)


def has_forfeited(hand: HandState) -> bool:
    """Whether the seat to act may not go all-in in this hand, because it raised with borrowed chips. Rule: OS-10."""
    return bool(hand.aside.credit.forfeited >> hand.seat & 1)


def is_on_credit(hand: HandState) -> bool:
    """Whether an all-in raise would use borrowed chips or follow a raise with borrowed chips. Rule: OS-10."""
    unspent = hand.aside.credit.unspent
    return has_forfeited(hand) or bool(unspent and unspent[hand.seat] and hand.betting.stacks[hand.seat])


def may_add(hand: HandState) -> bool:
    """Whether the seat in turn may buy or borrow chips now. Rule: OS-1, OS-4, OS-8."""
    terms = hand.setup.open
    if terms is None or hand.due is not ACT and hand.due is not BRING_IN:
        return False
    return hand.seat not in terms.restricted and not bound_to(hand)


def may_offer(hand: HandState) -> bool:
    """Whether the seat in turn may offer a marker, provided there is a call, bet or raise to make with it.

    Rule: OS-6, OS-7.
    """
    return hand.due is ACT and may_add(hand) and not was_refused(hand)


def may_go_all_in(hand: HandState) -> bool:
    """Whether the seat to act cannot cover the call but may call all-in for less. Rule: OS-2, OS-9, OS-10."""
    return hand.due is ACT and lacks(hand, hand.betting.price) > 0 and not has_forfeited(hand)


def lacks(hand: HandState, to: int) -> int:
    """The chips that the seat to act lacks to bet or raise to `to`: the amount of the marker it needs (0 or less:
    none).
    """
    betting = hand.betting
    return to - betting.bets[hand.seat] - betting.stacks[hand.seat]


def lending(hand: HandState) -> list[int]:
    """The folded seats that have chips to lend. Rule: OS-8."""
    idle = [seat for seat, stack in enumerate(hand.betting.stacks) if stack]
    return [seat for seat in idle if not hand.betting.live >> seat & 1]


def marker_bounds(hand: HandState) -> tuple[int, int]:
    """The minimum and maximum total that the seat to act may bet or raise to with a marker; (0, 0) if it may not.

    The bet or raise must be a full one, because a seat that can still add chips cannot go all-in for less. At no limit,
    there is practically no maximum.
    """
    if not may_offer(hand) or refusals.lacks_openers(hand) or refusals.has_checked(hand):
        return 0, 0
    betting = hand.betting.copy()
    covered = betting.bets[hand.seat] + betting.stacks[hand.seat]
    betting.stacks[hand.seat] = BOUNDLESS
    low, high = betting.bounds(hand.seat)
    if high <= covered:
        return 0, 0
    if low > covered:
        return low, high
    least = high if betting.alt else covered + 1
    return min(least + -least % betting.terms.chip, high), high


def ruled_bounds(hand: HandState) -> tuple[int, int]:
    """The bounds of a bet or raise, after rules that are not about chips.

    A seat may not raise if it lacks openers, has checked, or is bound by a marker. A seat that raises or has raised
    with borrowed chips may not raise all-in for less than a full raise (OS-10).
    """
    if refusals.lacks_openers(hand) or refusals.has_checked(hand):
        return 0, 0
    bound = bound_to(hand)
    if bound:
        return (bound, bound) if bound > hand.betting.price else (0, 0)
    low, high = hand.betting.bounds(hand.seat)
    if low < hand.betting.full_raise_to() and is_on_credit(hand):
        return 0, 0
    return low, high
