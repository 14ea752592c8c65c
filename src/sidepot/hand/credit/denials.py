"""The messages of refusals at open stakes, with their rules, and the reasons why a seat may or may not add chips.

Rarely executed, like `refusals`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import BadNotation, Cite, IllegalAction
from sidepot.hand.credit.rights import BOUNDLESS, lending
from sidepot.hand.refusals import CREDIT, illegal, may_not_raise

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

STAKE: Final = Cite("TS", "1")
CASH: Final = Cite("OS", "1")
RESTRICTED: Final = Cite("OS", "4")
MARKER: Final = Cite("OS", "6")
REFUSED: Final = Cite("OS", "7")
LOAN: Final = Cite("OS", "8")


def table_stakes() -> IllegalAction:
    return IllegalAction("players can only use the chips they had when the hand began", STAKE, code="table_stakes")


def restricted(hand: HandState, what: str) -> IllegalAction:
    why = "it went all-in for less than a full stake and has not bought up to one since"
    return illegal(hand, "credit_restricted", f"{{}} may not {what}: {why}", RESTRICTED)


def no_amount(hand: HandState, what: str, amount: int) -> IllegalAction:
    return illegal(hand, "no_chips", f"{{}} cannot {what} {amount} chips: the amount must be at least 1", CASH)


def no_answer(given: object) -> BadNotation:
    message = f"a marker is accepted or refused: True or False, not {given!r}"
    return BadNotation(message, MARKER, code="no_answer")


def no_lender(hand: HandState, name: str) -> IllegalAction:
    assert hand.setup.open is not None
    there = ", ".join(hand.setup.open.lenders) or "nobody"
    message = f"{name or 'nobody'} is not there to lend chips; at the table and out of it: {there}"
    return IllegalAction(message, LOAN, code="unknown_lender")


def cannot_lend(hand: HandState, lender: int, amount: int) -> IllegalAction:
    if lender in lending(hand):
        message = f"{{}} has only {hand.betting.stacks[lender]} to lend, not {amount}"
    elif 0 <= lender < hand.plan.seats and hand.betting.live >> lender & 1:
        message = "{} is in the pot: only players out of the pot may lend chips"
    else:
        message = "{} has no chips to lend"
    return IllegalAction(message, LOAN, code="cannot_lend", seats=(lender,))


def refused_before(hand: HandState) -> IllegalAction:
    why = "its marker was refused; it may buy or borrow chips, go all-in or fold"
    return illegal(hand, "marker_refused", f"{{}} may not offer another marker in this turn: {why}", REFUSED)


def nothing_to_call(hand: HandState) -> IllegalAction:
    return illegal(hand, "nothing_to_call", "{} has nothing to call and needs no marker: it may check", MARKER)


def covered(hand: HandState, to: int) -> IllegalAction:
    betting = hand.betting
    adds = to - betting.bets[hand.seat]
    have = betting.stacks[hand.seat]
    return illegal(hand, "marker_not_needed", f"{{}} has {have} and owes only {adds}: it needs no marker", MARKER)


def bad_bet(hand: HandState, to: int, low: int, high: int) -> IllegalAction:
    if not high:
        return may_not_raise(hand)
    chip = hand.betting.terms.chip
    made = f", in chips of {chip}" if chip > 1 else ""
    most = "" if high >= BOUNDLESS else f" or to {high}" if hand.betting.alt and low < high else f", to {high} at most"
    least = f"to {low}" if hand.betting.alt else f"to {low} at least"
    message = f"{{}} may not bet or raise to {to} with a marker: {least}{most}{made}"
    between = "raise_between" if hand.betting.alt else "chips_cannot_make"
    code = "raise_too_small" if to < low else "raise_too_large" if to > high else between
    return illegal(hand, code, message, MARKER)


def bound(hand: HandState, what: str, to: int) -> IllegalAction:
    bet = f"bet or raise to {to}" if to > hand.betting.price else f"call {hand.betting.to_call(hand.seat)}"
    return illegal(hand, "marker_binds", f"{{}} may not {what}: its marker was accepted, so it must {bet}", MARKER)


def forfeited(hand: HandState) -> IllegalAction:
    owed = hand.betting.price - hand.betting.bets[hand.seat]
    why = f"it has raised with borrowed chips; it must find the {owed} to call, or fold"
    return illegal(hand, "credit_all_in", f"{{}} may not go all-in: {why}", CREDIT)
