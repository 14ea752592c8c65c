"""Why a seat may add chips at open stakes, or not; and what a marker asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite
from sidepot.hand.credit.rights import bound_to, has_forfeited, lacks, marker_bounds, may_offer, was_refused
from sidepot.hand.due import CONSENT
from sidepot.hand.legal.reason import Reason

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

CASH: Final = Cite("OS", "1")
RESTRICTED: Final = Cite("OS", "4")
MARKER: Final = Cite("OS", "6")
REFUSED: Final = Cite("OS", "7")
LOAN: Final = Cite("OS", "8")
TO_RAISE: Final = Cite("OS", "10")
LEAST: Final = Cite("OS", "13")


def on_marker(hand: Hand) -> Reason:
    """What the seat must do about a marker: answer it, or bet what its own was accepted for."""
    if hand.due is CONSENT:
        seat, to, face = hand.aside.credit.offer
        what = "call" if to == hand.betting.price else f"bet {to}"
        return Reason(
            f"Seat {seat + 1} would {what} with a marker of {face}, payable to who wins the pot: you accept it or not, "
            "and all in the pot must",
            MARKER,
        )
    to = bound_to(hand)
    what = "call" if to == hand.betting.price else f"bet {to}"
    return Reason(f"You must {what} now: your marker was accepted for that", MARKER)


def on_credit(hand: Hand) -> Sequence[Reason]:
    """Whether the seat may buy and borrow, and what with. Nothing at table stakes."""
    terms = hand.setup.open
    if terms is None:
        return ()
    if hand.seat in terms.restricted:
        return (Reason("You may neither buy nor borrow chips in this hand: buy a full stake after it", RESTRICTED),)
    why = [
        Reason("You may buy chips with cash now, and bet them at once", CASH),
        Reason("You may borrow of a player who is not in the pot; the others take such chips", LOAN),
    ]
    if was_refused(hand):
        why.append(Reason("You may not offer another marker in this turn: one was refused", REFUSED))
    elif may_offer(hand) and (lacks(hand, hand.betting.price) > 0 or marker_bounds(hand)[1]):
        why.append(
            Reason("You may bet with a marker for what your chips do not cover, if all in the pot agree", MARKER)
        )
        if terms.threshold > 1:
            why.append(Reason(f"A marker of less than {terms.threshold} must be accepted", LEAST))
    if not has_forfeited(hand):
        why.append(Reason("Who raises with borrowed chips may not go all-in later in the hand", TO_RAISE))
    return why
