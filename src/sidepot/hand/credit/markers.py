"""Open stakes: buying chips, markers with their acceptance, loans, and the effects of these events.

A player's own chips are bet before borrowed ones. A player who bets or raises with borrowed chips may not go all-in
later in the hand (OS-10). A player who only calls with them may (OS-9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.hand.aside import Credit
from sidepot.hand.betting_terms import allows
from sidepot.hand.credit import denials as words
from sidepot.hand.credit.rights import bound_to, has_forfeited, lacks, lending, marker_bounds, turn_of, was_refused
from sidepot.hand.due import ACT, BRING_IN, CONSENT
from sidepot.hand.ending import owe
from sidepot.hand.refusals import not_due
from sidepot.hand.streets import next_seat
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered, OpenTerms
from sidepot.validation.integers import IntLike, as_int

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


# ---- checks


def bought(hand: HandState, amount: IntLike) -> Added:
    """The event in which the seat in turn buys `amount` chips.

    Raises NotDue if the seat may not buy now. Raises IllegalAction at table stakes, and for a seat that is restricted
    or bound by a marker.
    """
    _check_open(hand, "buy chips")
    chips = as_int(amount, "what is bought")
    if chips < 1:
        raise words.no_amount(hand, "buy", chips)
    return Added(hand.seat, chips)


def loan(hand: HandState, amount: IntLike, lender: IntLike | str) -> Borrowed:
    """The event in which the seat in turn borrows `amount` chips from `lender`, a player who is not in the pot.

    Raises NotDue if the seat may not borrow now. Raises IllegalAction at table stakes, for a seat that is restricted or
    bound by a marker, and if the lender cannot lend the chips.
    """
    terms = _check_open(hand, "borrow")
    chips = as_int(amount, "what is borrowed")
    if chips < 1:
        raise words.no_amount(hand, "borrow", chips)
    if isinstance(lender, str):
        if lender not in terms.lenders:
            raise words.no_lender(hand, lender)
        return Borrowed(hand.seat, chips, name=lender)
    seat = as_int(lender, "the seat that lends")
    if seat not in lending(hand) or chips > hand.betting.stacks[seat]:
        raise words.cannot_lend(hand, seat, chips)
    return Borrowed(hand.seat, chips, seat)


def offer(hand: HandState, bet: IntLike | None) -> MarkerOffered:
    """The event in which the seat in turn offers a marker for the chips that it lacks for a bet or raise to `bet`.

    If `bet` is None, the seat wants to call. Raises NotDue if the seat may not offer a marker now. Raises IllegalAction
    at table stakes, for a seat that is restricted or bound by a marker, if the bet itself is not allowed, if the
    player's chips cover it, or if a marker was refused in this turn (OS-7).
    """
    if hand.due is BRING_IN:
        raise not_due(hand, "offer a marker")
    _check_open(hand, "offer a marker")
    if was_refused(hand):
        raise words.refused_before(hand)
    price = hand.betting.price
    to = price if bet is None else as_int(bet, "a bet with a marker")
    if to == price and price <= hand.betting.bets[hand.seat]:
        raise words.nothing_to_call(hand)
    if to < price:
        low, high = marker_bounds(hand)
        raise words.bad_bet(hand, to, low, high)
    if lacks(hand, to) < 1:
        raise words.covered(hand, to)
    if to != price:
        low, high = marker_bounds(hand)
        if not allows(to, low, high, hand.betting.step()):
            raise words.bad_bet(hand, to, low, high)
    return MarkerOffered(hand.seat, to, lacks(hand, to))


def consent(hand: HandState, agrees: bool) -> Consented:
    """The event in which the seat that was asked about a marker answers. Raises NotDue if no seat was asked."""
    if hand.due is not CONSENT:
        raise not_due(hand, "accept or refuse a marker")
    if not isinstance(agrees, bool):
        raise words.no_answer(agrees)
    return Consented(hand.seat, agrees)


def check_bound(hand: HandState, done: str, to: int = 0, *parts: int) -> None:
    """Raise IllegalAction if an accepted marker binds the seat to act to something else (OS-6).

    - `done`: what the seat wants to do, in words, with gaps for the `parts`
    - `to`: the total of the bet, raise or call (0 for anything else)
    """
    bound = bound_to(hand)
    if bound and bound != to:
        raise words.bound(hand, bound, done, *parts)


def check_short(hand: HandState) -> None:
    """Raise IllegalAction for a short call by a seat that has raised with borrowed chips (OS-10)."""
    if has_forfeited(hand):
        raise words.forfeited(hand)


def _check_open(hand: HandState, what: str) -> OpenTerms:
    if hand.due is not ACT and hand.due is not BRING_IN:
        raise not_due(hand, what)
    terms = hand.setup.open
    if terms is None:
        raise words.table_stakes()
    if hand.seat in terms.restricted:
        raise words.restricted(hand, what)
    check_bound(hand, what)
    return terms


# ---- effects


def added(hand: HandState, event: Added) -> None:
    hand.log.append(event)
    credit = _credit(hand, event.seat)
    hand.betting.stacks[event.seat] += event.amount
    hand.aside = hand.aside._replace(credit=credit._replace(added=_plus(credit.added, event.seat, event.amount)))


def borrowed(hand: HandState, event: Borrowed) -> None:
    hand.log.append(event)
    if event.lender >= 0:
        hand.betting.stacks[event.lender] -= event.amount
    credit = _lent(hand, event.seat, event.amount)
    loans = (*credit.loans, (event.seat, event.amount, event.lender, event.name))
    hand.aside = hand.aside._replace(credit=credit._replace(loans=loans))


def marker_offered(hand: HandState, event: MarkerOffered) -> None:
    hand.log.append(event)
    credit = _credit(hand, event.seat)._replace(offer=(event.seat, event.to, event.face))
    hand.aside = hand.aside._replace(credit=credit)
    terms = hand.setup.open
    if terms is not None and event.face < terms.threshold:
        _accept(hand)
        return
    hand.pending = hand.betting.live & ~(1 << event.seat)
    owe(hand, CONSENT, next_seat(hand.pending, event.seat + 1), event.face)


def consented(hand: HandState, event: Consented) -> None:
    hand.log.append(event)
    hand.pending &= ~(1 << event.seat)
    bettor, _, face = hand.aside.credit.offer
    if not event.agrees:
        hand.pending = 0
        owe(hand, ACT, bettor, 0)
        credit = hand.aside.credit._replace(offer=(-1, 0, 0), turn=turn_of(hand), bound=0)
        hand.aside = hand.aside._replace(credit=credit)
    elif hand.pending:
        owe(hand, CONSENT, next_seat(hand.pending, event.seat + 1), face)
    else:
        _accept(hand)


def _accept(hand: HandState) -> None:
    """Accept the marker: its maker gets the chips, and the bet or call is made."""
    seat, to, face = hand.aside.credit.offer
    owe(hand, ACT, seat, 0)
    credit = _lent(hand, seat, face)
    markers = (*credit.markers, (seat, face))
    credit = credit._replace(markers=markers, offer=(-1, 0, 0), turn=turn_of(hand), bound=to)
    hand.aside = hand.aside._replace(credit=credit)


def after_raise(hand: HandState, seat: int) -> None:
    """Record whether a raise used borrowed chips. A seat's own chips are bet first."""
    credit = hand.aside.credit
    left = hand.betting.stacks[seat]
    if credit.unspent and left < credit.unspent[seat]:
        credit = credit._replace(unspent=_put(credit.unspent, seat, left), forfeited=credit.forfeited | 1 << seat)
        hand.aside = hand.aside._replace(credit=credit)


def _lent(hand: HandState, seat: int, amount: int) -> Credit:
    """Give a seat borrowed chips, and count the ones that it has not bet."""
    credit = _credit(hand, seat)
    hand.betting.stacks[seat] += amount
    return credit._replace(unspent=_plus(credit.unspent, seat, amount))


def _credit(hand: HandState, seat: int) -> Credit:
    """The credit so far. A seat cannot have more unspent borrowed chips than chips."""
    credit = hand.aside.credit
    if not credit.added:
        nothing = (0,) * hand.plan.seats
        return credit._replace(added=nothing, unspent=nothing)
    left = min(credit.unspent[seat], hand.betting.stacks[seat])
    return credit._replace(unspent=_put(credit.unspent, seat, left))


def _plus(amounts: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return _put(amounts, seat, amounts[seat] + amount)


def _put(amounts: tuple[int, ...], seat: int, amount: int) -> tuple[int, ...]:
    return (*amounts[:seat], amount, *amounts[seat + 1 :])
