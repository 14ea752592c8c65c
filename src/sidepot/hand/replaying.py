"""Rebuild a hand from its log. A trusted log is applied; an untrusted one is checked event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.hand import events, terms
from sidepot.hand.apply import APPLY
from sidepot.hand.events import Event, Started
from sidepot.hand.hand import Hand

_ASK: dict[type, Callable[[Hand, Any], object]] = {
    events.Posted: lambda hand, event: hand.post(),
    events.Burned: lambda hand, event: hand.burn(event.card),
    events.Dealt: lambda hand, event: hand.deal(event.cards),
    events.BoardDealt: lambda hand, event: hand.board(event.cards),
    events.Reshuffled: lambda hand, event: hand.reshuffle(),
    events.BroughtIn: lambda hand, event: hand.bring_in(event.seat),
    events.Folded: lambda hand, event: hand.fold(seat=event.seat),
    events.Checked: lambda hand, event: hand.check(),
    events.Called: lambda hand, event: hand.call(),
    events.RaisedTo: lambda hand, event: hand.raise_to(event.to),
    events.Discarded: lambda hand, event: hand.discard(event.cards, split=event.split),
    events.Returned: lambda hand, event: hand.return_uncalled(),
    events.RunChosen: lambda hand, event: hand.choose_runs(event.runs),
    events.Declared: lambda hand, event: hand.declare(event.ways),
    events.Revealed: lambda hand, event: hand.reveal(),
    events.Proved: lambda hand, event: hand.prove(),
    events.Exposed: lambda hand, event: hand.expose(event.seat, event.card),
    events.TookBack: lambda hand, event: hand.take_back(),
    events.Shown: lambda hand, event: hand.show(event.cards, seat=event.seat, called=event.called),
    events.Mucked: lambda hand, event: hand.muck(),
    events.Killed: lambda hand, event: hand.kill(event.seat, refund=event.refund != 0),
    events.Awarded: lambda hand, event: hand.award(),
    events.PassedOut: lambda hand, event: hand.pass_out(),
    events.Redealt: lambda hand, event: hand.redeal(),
    events.Voided: lambda hand, event: hand.void(),
    events.Restubbed: lambda hand, event: hand.restub(mixed=event.mixed),
    events.Ruled: lambda hand, event: hand.rule(event.ruling, by=event.by),
    terms.Added: lambda hand, event: hand.buy(event.amount),
    terms.MarkerOffered: lambda hand, event: hand.offer_marker(event.to),
    terms.Consented: lambda hand, event: hand.consent(event.agrees),
    terms.Borrowed: lambda hand, event: hand.borrow(event.amount, event.name or event.lender),
}


def replay(log: Iterable[Event]) -> Hand:
    """Rebuild a hand from a trusted log. Raises BadNotation if the log does not begin with its setup."""
    each = _each(log)
    hand = _start(each)
    for event in each:
        take = APPLY.get(type(event))
        if take is None:
            raise _no_event(event)
        take(hand, event)
    return hand


def strict_replay(log: Iterable[Event]) -> Hand:
    """Rebuild a hand from an untrusted log, checking each event by the rules.

    Raises BadNotation, with the index of the event (from 0) and the reason, for the first event that could not have
    happened. A log that hides the cards that decide a pot cannot be checked, and is refused.
    """
    each = _each(log)
    hand = _start(each)
    for at, event in enumerate(each, start=1):
        try:
            happened = as_ruled(hand, event)
        except SidepotError as error:
            raise BadNotation(f"event {at} ({type(event).__name__}): {error.message}", error.cite) from None
        if happened != event:
            raise BadNotation(f"event {at}: the log has {event}, but by the rules it would be {happened}")
        hand.apply(event)
    return hand


def as_ruled(hand: Hand, event: Event) -> Event:
    """The event that results if the act behind `event` is carried out again by the rules. The hand is not changed.

    Raises an error if the rules do not allow the act.
    """
    ask = _ASK.get(type(event))
    if ask is None:
        raise _no_event(event)
    # the command runs on a copy, so that the hand stays unchanged if the event differs
    looks_back = isinstance(event, events.Killed)  # the returned part of a bet is found in the log
    trial = hand.copy(log=looks_back)
    ask(trial, event)
    return trial.log[-1]


def _each(log: Iterable[Event]) -> Iterator[Event]:
    """The events of a log. Raises BadNotation for anything but a sequence."""
    if not isinstance(log, Iterable):
        raise BadNotation(f"log: expected the events of a hand, as in hand.log, not {log!r:.60}")
    return iter(log)


def _no_event(given: object) -> BadNotation:
    if isinstance(given, Started):
        return BadNotation("a hand can start only once")
    return BadNotation(f"log: expected events of a hand, not {given!r:.60}")


def _start(each: Iterator[Event]) -> Hand:
    first = next(each, None)
    if not isinstance(first, Started):
        raise BadNotation("the log must begin with the event that starts the hand and holds its setup")
    try:
        return Hand(first.setup)
    except Conflict as error:
        raise BadNotation(f"event 0: {error.message}", error.cite) from None
