"""Decisions of a seat other than bets: running the board, declaring, showing, mucking.

Each function checks the rules and returns the event.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cards import Cards, cards_of
from sidepot.hand import refusals
from sidepot.hand.aside import Called
from sidepot.hand.due import DECLARE, DONE, RUN, SHOW
from sidepot.hand.events import Declared, Mucked, RunChosen, Shown
from sidepot.hand.newcards import tabled
from sidepot.hand.winning.claims import BOTH_WAYS, HIGH_WAY, LOW_WAY, check_called
from sidepot.hand.winning.split_pots import is_last_claim
from sidepot.rules.rulebook import Declaration
from sidepot.validation.integers import IntLike, as_int

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def runs_chosen(hand: HandState, runs: IntLike) -> RunChosen:
    """The event in which a seat chooses to run the rest of the board `runs` times."""
    if hand.due is not RUN:
        raise refusals.not_due(hand, "say how often the board is run")
    count = as_int(runs, "how often the board is run")
    if not 1 <= count <= hand.count:
        raise refusals.wrong_runs(hand, count)
    return RunChosen(hand.seat, count)


def declaration(hand: HandState, ways: IntLike) -> Declared:
    """The event in which a seat declares for parts of the pot. `ways` is 1 for high, 2 for low, 3 for both (PG-69)."""
    if hand.due is not DECLARE:
        raise refusals.not_due(hand, "declare")
    spoken = hand.setup.rulebook.declaration is Declaration.IN_TURN
    way = as_int(ways, "what is declared")
    if way not in (HIGH_WAY, LOW_WAY, BOTH_WAYS):
        raise refusals.wrong_ways(hand, way)
    return Declared(hand.seat, way, spoken)


def shows(hand: HandState, cards: Cards | None, seat: IntLike | None, called: Called) -> Shown:
    """The event in which a seat tables its hand. `called` holds the cards that the seat announces for each half of the
    pot.
    """
    who = hand.seat if seat is None else as_int(seat, "the seat that shows")
    is_live = 0 <= who < hand.plan.seats and hand.betting.live >> who & 1 == 1
    may = is_live and not hand.shown >> who & 1
    if not may or (hand.due is not SHOW and (hand.due is not DONE or not hand.hole[who])):
        raise refusals.not_due(hand, "show")
    hole = tabled(hand, who, cards)
    played = tuple([cards_of(five, "called") for five in called])
    if played:
        check_called(hand, who, hole, played)
    return Shown(who, hole, played)


def mucks(hand: HandState) -> Mucked:
    """The event in which a seat mucks a beaten hand unseen, if the house allows it (TDA-2013 16)."""
    if hand.due is not SHOW:
        raise refusals.not_due(hand, "muck")
    if hand.forced:
        raise refusals.must_show(hand)
    if is_last_claim(hand, hand.seat):
        raise refusals.last_claim(hand.seat)
    if hand.plan.to_open and hand.seat == hand.opener and not hand.aside.proved:
        raise refusals.must_prove(hand.seat)
    return Mucked(hand.seat)
