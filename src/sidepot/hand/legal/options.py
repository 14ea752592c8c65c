"""The legal actions of the seat in turn: every permission, with its amounts and reasons.

Players use `options`: a bot decides from it, a prompt and a web page show it. A `Hand` accepts exactly what it offers.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sidepot.hand.betting_terms import FIXED_LIMIT
from sidepot.hand.commands import Command
from sidepot.hand.due import ACT, BRING_IN, CONSENT, DECLARE, DRAW, RUN, SHOW
from sidepot.hand.legal.offers import open_options
from sidepot.hand.legal.option import Options, Verb
from sidepot.hand.legal.reason import Reason
from sidepot.hand.legal.reasons import may_muck, reasons
from sidepot.hand.state import HandState
from sidepot.validation.type_checks import expect_row, wrong_type

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand

__all__ = ["Options", "Player", "Verb", "options", "verb_of"]

Player = Callable[["Hand", Options], Command]
"""A player: a function from the seat's view of the hand and its options to a command."""


def options(hand: Hand, *, explain: bool = True, names: Sequence[str] = ()) -> Options:
    """What the seat that must decide may do. With `explain`, the reasons are included; bots need none.

    The reasons call other players by their `names` or, without names, by their seats.
    """
    if not isinstance(hand, HandState):
        raise wrong_type(hand, (HandState,), "hand")
    if names != ():
        names = expect_row(names, str, "names")
    due = hand.due
    seat = hand.seat
    low, high = hand.raise_bounds()
    why = reasons(hand, names, (low, high)) if explain else ()
    if due is ACT:
        call = hand.betting.to_call(seat)
        if hand.setup.open is not None:
            return _at_open_stakes(hand, why)
        return Options(
            due,
            seat,
            may_fold=True,
            may_check=not call,
            call=call,
            raise_min=low,
            raise_max=high,
            raise_two=hand.betting.alt > 0 and low < high,
            verb=verb_of(hand),
            why=why,
            step=hand.betting.step(),
        )
    if due is BRING_IN:
        amount = min(hand.setup.stakes.bring_in, hand.betting.stacks[seat])
        may = None if hand.setup.open is None else open_options(hand)
        return Options(
            due,
            seat,
            raise_min=low,
            raise_max=high,
            verb="complete",
            bring_in=amount,
            why=why,
            open=may,
            step=hand.betting.step(),
        )
    if due is DRAW:
        street = hand.plan.streets[hand.street]
        return Options(due, seat, discard=street.discard or street.draw, discard_least=street.discard, why=why)
    if due is SHOW:
        return Options(due, seat, may_show=True, may_muck=may_muck(hand), why=why)
    if due is RUN:
        return Options(due, seat, runs=hand.count, why=why)
    if due is DECLARE:
        return Options(due, seat, declare=True, why=why)
    if due is CONSENT:
        return Options(due, seat, why=why, open=open_options(hand))
    return Options(due, -1)


def _at_open_stakes(hand: Hand, why: tuple[Reason, ...]) -> Options:
    """The options of a seat that may add chips: it may call for more than it has, and its credit may bind it."""
    low, high = hand.raise_bounds()
    may = open_options(hand)
    owes = hand.betting.price > hand.betting.bets[hand.seat]
    pays = owes and (may.bound == hand.betting.price or not may.bound)
    return Options(
        hand.due,
        hand.seat,
        may_fold=not may.bound,
        may_check=not owes and not may.bound,
        call=hand.to_call if pays and (may.all_in or not may.lacks) else 0,
        raise_min=low,
        raise_max=high,
        raise_two=hand.betting.alt > 0 and low < high,
        verb=verb_of(hand),
        why=why,
        open=may,
        step=hand.betting.step(),
    )


def verb_of(hand: Hand) -> Verb:
    """The name of the action that puts in more than the price: bet, raise or complete."""
    betting = hand.betting
    if not betting.price:
        return "bet"
    short = betting.price > betting.full_at and betting.terms.kind == FIXED_LIMIT
    return "complete" if short else "raise"
