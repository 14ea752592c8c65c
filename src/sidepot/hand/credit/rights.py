"""The questions of open stakes: which seats may buy or borrow chips in a hand, and what binds them.

Without chips a seat is not all-in yet: it is asked, and goes all-in by calling for less than the price, if need be for
nothing (OS-2). Whatever it does instead, bets are limited by the structure of the game alone (OS-5). Nothing here
changes a hand; what does is in `markers`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.hand import refusals
from sidepot.hand.due import ACT, BRING_IN
from sidepot.hand.streets import seats_of

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

BOUNDLESS: Final = 1 << 60
"""More chips than any bet: what a seat could bet with if it had to name no sum."""


def turn_of(hand: HandState) -> tuple[int, ...]:
    """An identity of the turn of the seat to act: it changes as soon as the seat has acted."""
    betting = hand.betting
    return hand.seat, hand.street, betting.price, betting.bets[hand.seat]


def bound_to(hand: HandState) -> int:
    """The total for which the marker of the seat to act was accepted: it bets or calls just that; 0 if there is none.

    Rule: OS-6.
    """
    credit = hand.aside.credit
    return credit.bound if credit.bound and hand.due is ACT and credit.turn == turn_of(hand) else 0


def was_refused(hand: HandState) -> bool:
    """Whether the seat to act has offered a marker in this turn, and somebody refused it. Rule: OS-7."""
    credit = hand.aside.credit
    return not credit.bound and hand.due is ACT and credit.turn == turn_of(hand)


def has_forfeited(hand: HandState) -> bool:
    """Whether the seat to act raised with borrowed chips, and may not go all-in in this hand. Rule: OS-10."""
    return bool(hand.aside.credit.forfeited >> hand.seat & 1)


def is_on_credit(hand: HandState) -> bool:
    """Whether a raise with all its chips would be all-in with borrowed ones, or after such a raise. Rule: OS-10."""
    unspent = hand.aside.credit.unspent
    return has_forfeited(hand) or bool(unspent and unspent[hand.seat] and hand.betting.stacks[hand.seat])


def may_add(hand: HandState) -> bool:
    """Whether the seat whose turn it is may buy chips or borrow them now. Rule: OS-1, OS-4, OS-8."""
    terms = hand.setup.open
    if terms is None or hand.due is not ACT and hand.due is not BRING_IN:
        return False
    return hand.seat not in terms.restricted and not bound_to(hand)


def may_offer(hand: HandState) -> bool:
    """Whether the seat whose turn it is may offer a marker, if there is a bet to make with it. Rule: OS-6, OS-7."""
    return hand.due is ACT and may_add(hand) and not was_refused(hand)


def may_go_all_in(hand: HandState) -> bool:
    """Whether the seat to act, whose chips do not cover the call, may call for all it has. Rule: OS-2, OS-9, OS-10."""
    return hand.due is ACT and lacks(hand, hand.betting.price) > 0 and not has_forfeited(hand)


def lacks(hand: HandState, to: int) -> int:
    """What the seat to act has too little for a total of `to`: the face of a marker for it; 0 or less for nothing."""
    betting = hand.betting
    return to - betting.bets[hand.seat] - betting.stacks[hand.seat]


def lending(hand: HandState) -> list[int]:
    """The seats that have folded with chips left, which they may lend. Rule: OS-8."""
    idle = [seat for seat, stack in enumerate(hand.betting.stacks) if stack]
    return [seat for seat in idle if not hand.betting.live >> seat & 1]


def opponents(hand: HandState) -> list[int]:
    """The seats that must agree to a marker of the seat to act: all others in the pot, all-in or not, clockwise."""
    live = hand.betting.live & ~(1 << hand.seat)
    return sorted(seats_of(live), key=lambda seat: (seat - hand.seat) % hand.plan.seats)


def marker_bounds(hand: HandState) -> tuple[int, int]:
    """The least and the greatest total that the seat to act may bet or raise to with a marker; (0, 0) for none.

    It takes a full bet or raise: a seat with chips behind cannot bet less. Without a limit the greatest is
    more than anybody counts to.
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
    """The bounds of a bet or raise if something other than the chips may prevent it.

    It lacks openers, or has checked; it is bound to a marker that was accepted; or it has raised with borrowed chips,
    or would raise with them, and may make no raise that is all-in for less than a full one (OS-10).
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
