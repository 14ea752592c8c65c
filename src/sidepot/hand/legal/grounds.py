"""Why a seat may add chips at open stakes, or not; and what a marker asks of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite
from sidepot.hand.credit.denials import CASH, LOAN, MARKER, REFUSED, RESTRICTED
from sidepot.hand.credit.rights import bound_to, has_forfeited, lacks, lending, marker_bounds, may_offer, was_refused
from sidepot.hand.due import CONSENT
from sidepot.hand.legal.reason import About, Reason, Said, because
from sidepot.hand.refusals import CREDIT

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.hand.terms import OpenTerms

LEAST: Final = Cite("OS", "13")

# what a reason is about
ADDING: Final[tuple[About, ...]] = ("buy", "borrow", "marker")
OFFERING: Final[tuple[About, ...]] = ("marker",)
ANYTHING: Final[tuple[About, ...]] = ("call", "raise", "fold", "check", "buy", "borrow", "marker")


def seat_name(seat: int, names: Sequence[str]) -> str:
    """The player on a seat as a reason names them: by name, or as `Seat 2`."""
    return names[seat] if seat < len(names) else f"Seat {seat + 1}"


def on_marker(hand: Hand, names: Sequence[str] = ()) -> Reason:
    """What the seat must do about a marker: answer it, or bet what its own was accepted for."""
    if hand.due is CONSENT:
        seat, to, face = hand.aside.credit.offer
        what, *how_much = _owed(hand, to)
        offered = f"{{}} would {what} with a marker of {{}}, payable to the winner of the pot"
        said = (f"{offered}: you accept it or not, and all in the pot must", seat_name(seat, names), *how_much, face)
        return because(("consent",), "may", said, MARKER, (seat,))
    what, *how_much = _owed(hand, bound_to(hand))
    return because(ANYTHING, "must", (f"You must {what} now: your marker was accepted for that", *how_much), MARKER)


def _owed(hand: Hand, to: int) -> Said:
    """What a marker is for, `call` or `bet {}`, and how much; a tuple of words and parts."""
    return ("call",) if to == hand.betting.price else ("bet {}", to)


def _borrowing(hand: Hand, terms: OpenTerms) -> Reason:
    if lending(hand) or terms.lenders:
        told = "You may borrow of a player who is not in the pot; the others take such chips"
        return Reason(("borrow",), "may", told, LOAN)
    nobody = "You may not borrow now: every player with chips here is in the pot"
    return Reason(("borrow",), "may_not", nobody, LOAN)


def on_credit(hand: Hand) -> Sequence[Reason]:
    """Whether the seat may buy and borrow, and what with. Nothing at table stakes."""
    terms = hand.setup.open
    if terms is None:
        return ()
    if hand.seat in terms.restricted:
        neither = "You may neither buy nor borrow chips in this hand: buy a full stake after it"
        return (Reason(ADDING, "may_not", neither, RESTRICTED),)
    why = [
        Reason(("buy",), "may", "You may buy chips with cash now, and bet them at once", CASH),
        _borrowing(hand, terms),
    ]
    if was_refused(hand):
        refused = "You may not offer another marker in this turn: one was refused"
        why.append(Reason(OFFERING, "may_not", refused, REFUSED))
    elif may_offer(hand) and (lacks(hand, hand.betting.price) > 0 or marker_bounds(hand)[1]):
        offer = "You may bet with a marker for what your chips do not cover, if all in the pot agree"
        why.append(Reason(OFFERING, "may", offer, MARKER))
        if terms.threshold > 1:
            least = ("A marker of less than {} must be accepted", terms.threshold)
            why.append(because(OFFERING, "note", least, LEAST))
    if (lending(hand) or terms.lenders) and not has_forfeited(hand):
        later = "A player who raises with borrowed chips may not go all-in later in the hand"
        why.append(Reason(("borrow",), "note", later, CREDIT))
    return why
