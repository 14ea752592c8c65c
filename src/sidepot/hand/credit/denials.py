"""The messages of refusals at open stakes, with their rules, and the reasons why a seat may or may not add chips.

Rarely executed, like `refusals`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import SEAT, BadNotation, Cite, IllegalAction
from sidepot.hand.credit.rights import BOUNDLESS, lending
from sidepot.hand.refusals import CREDIT, illegal, may_not_raise
from sidepot.rules.clauses import refuse, say

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

STAKE: Final = Cite("TS", "1")
CASH: Final = Cite("OS", "1")
RESTRICTED: Final = Cite("OS", "4")
MARKER: Final = Cite("OS", "6")
REFUSED: Final = Cite("OS", "7")
LOAN: Final = Cite("OS", "8")


def table_stakes() -> IllegalAction:
    sentence = say("players can only use the chips they had when the hand began")
    return refuse(IllegalAction, sentence, STAKE, code="table_stakes")


def restricted(hand: HandState, what: str) -> IllegalAction:
    why = say("it went all-in for less than a full stake and has not bought up to one since")
    return illegal(hand, "credit_restricted", (f"{{player}} may not {what}: {{why}}", SEAT, why), RESTRICTED)


def no_amount(hand: HandState, what: str, amount: int) -> IllegalAction:
    sentence = (f"{{player}} cannot {what} {{amount}} chips: the amount must be at least 1", SEAT, amount)
    return illegal(hand, "no_chips", sentence, CASH)


def no_answer(given: object) -> BadNotation:
    message = f"a marker is accepted or refused: True or False, not {given!r}"
    return BadNotation(message, MARKER, code="no_answer")


def no_lender(hand: HandState, name: str) -> IllegalAction:
    assert hand.setup.open is not None
    nobody = say("nobody")
    there = ", ".join(hand.setup.open.lenders) or nobody
    sentence = say("{player} is not there to lend chips; at the table and out of it: {others}", name or nobody, there)
    return refuse(IllegalAction, sentence, LOAN, code="unknown_lender")


def cannot_lend(hand: HandState, lender: int, amount: int) -> IllegalAction:
    if lender in lending(hand):
        sentence = say("{player} has only {stack} to lend, not {amount}", SEAT, hand.betting.stacks[lender], amount)
    elif 0 <= lender < hand.plan.seats and hand.betting.live >> lender & 1:
        sentence = say("{player} is in the pot: only players out of the pot may lend chips", SEAT)
    else:
        sentence = say("{player} has no chips to lend", SEAT)
    return refuse(IllegalAction, sentence, LOAN, code="cannot_lend", seats=(lender,))


def refused_before(hand: HandState) -> IllegalAction:
    sentence = say(
        "{player} may not offer another marker in this turn: its marker was refused; it may buy or borrow chips, go "
        "all-in or fold",
        SEAT,
    )
    return illegal(hand, "marker_refused", sentence, REFUSED)


def nothing_to_call(hand: HandState) -> IllegalAction:
    sentence = say("{player} has nothing to call and needs no marker: it may check", SEAT)
    return illegal(hand, "nothing_to_call", sentence, MARKER)


def covered(hand: HandState, to: int) -> IllegalAction:
    betting = hand.betting
    adds = to - betting.bets[hand.seat]
    have = betting.stacks[hand.seat]
    sentence = say("{player} has {stack} and owes only {amount}: it needs no marker", SEAT, have, adds)
    return illegal(hand, "marker_not_needed", sentence, MARKER)


def bad_bet(hand: HandState, to: int, low: int, high: int) -> IllegalAction:
    if not high:
        return may_not_raise(hand)
    chip = hand.betting.terms.chip
    bounds = (
        (say("to {amount} or to {other}", low, high) if low < high else say("to {amount}", low))
        if hand.betting.alt
        else say("to {low} at least", low)
        if high >= BOUNDLESS
        else say("to {low} at least, to {high} at most", low, high)
    )
    if chip > 1:
        bounds = say("{bounds}, in chips of {chip}", bounds, chip)
    sentence = say("{player} may not bet or raise to {amount} with a marker: {bounds}", SEAT, to, bounds)
    between = "raise_between" if hand.betting.alt else "chips_cannot_make"
    code = "raise_too_small" if to < low else "raise_too_large" if to > high else between
    return illegal(hand, code, sentence, MARKER)


def bound(hand: HandState, to: int, what: str, *parts: int) -> IllegalAction:
    bet = (
        say("it must bet or raise to {amount}", to)
        if to > hand.betting.price
        else say("it must call {amount}", hand.betting.to_call(hand.seat))
    )
    sentence = (f"{{player}} may not {what}: its marker was accepted, so {{bet}}", SEAT, *parts, bet)
    return illegal(hand, "marker_binds", sentence, MARKER)


def forfeited(hand: HandState) -> IllegalAction:
    owed = hand.betting.price - hand.betting.bets[hand.seat]
    sentence = say(
        "{player} may not go all-in: it has raised with borrowed chips; it must find the {amount} to call, or fold",
        SEAT,
        owed,
    )
    return illegal(hand, "credit_all_in", sentence, CREDIT)
