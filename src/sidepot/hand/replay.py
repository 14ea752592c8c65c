"""A log becomes a hand again: trusted logs are folded, untrusted ones are played by the rules, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.hand.events import (
    Awarded,
    BoardDealt,
    BroughtIn,
    Burned,
    Called,
    Checked,
    Dealt,
    Discarded,
    Event,
    Folded,
    Killed,
    Mucked,
    PassedOut,
    Posted,
    RaisedTo,
    Reshuffled,
    Returned,
    Shown,
    Started,
)
from sidepot.hand.hand import Hand

_ASK: dict[type, Callable[[Hand, Any], object]] = {
    Posted: lambda hand, event: hand.post(),
    Burned: lambda hand, event: hand.burn(event.card),
    Dealt: lambda hand, event: hand.deal(event.cards),
    BoardDealt: lambda hand, event: hand.board(event.cards),
    Reshuffled: lambda hand, event: hand.reshuffle(),
    BroughtIn: lambda hand, event: hand.bring_in(),
    Folded: lambda hand, event: hand.fold(),
    Checked: lambda hand, event: hand.check(),
    Called: lambda hand, event: hand.call(),
    RaisedTo: lambda hand, event: hand.raise_to(event.to),
    Discarded: lambda hand, event: hand.discard(event.cards),
    Returned: lambda hand, event: hand.return_uncalled(),
    Shown: lambda hand, event: hand.show(event.cards, seat=event.seat),
    Mucked: lambda hand, event: hand.muck(),
    Killed: lambda hand, event: hand.kill(event.seat),
    Awarded: lambda hand, event: hand.award(),
    PassedOut: lambda hand, event: hand.pass_out(),
}


def replay(log: Iterable[Event]) -> Hand:
    """The hand that a trusted log tells of. Raises BadNotation when the log does not begin with its setup."""
    events = iter(log)
    hand = _start(events)
    for event in events:
        hand.apply(event)
    return hand


def strict_replay(log: Iterable[Event]) -> Hand:
    """The hand that an untrusted log tells of, each event checked by the rules before it is taken in.

    Raises BadNotation, naming the first event (counted from 0) that could not have happened and why. Pots of hands
    whose cards the log does not show cannot be checked, and are refused.
    """
    events = iter(log)
    hand = _start(events)
    for at, event in enumerate(events, start=1):
        ask = _ASK.get(type(event))
        if ask is None:
            raise BadNotation(f"event {at}: a hand starts once")
        # the command runs on a copy, so that the hand stays as it was when its event turns out another
        trial = hand.copy()
        try:
            ask(trial, event)
        except SidepotError as error:
            raise BadNotation(f"event {at} ({type(event).__name__}): {error.message}", error.cite) from None
        (happened,) = trial.log
        if happened != event:
            raise BadNotation(f"event {at}: the log has {event}, the rules make it {happened}")
        hand.apply(event)
    return hand


def steps(log: Iterable[Event]) -> Iterator[Hand]:
    """The hand after each event of a trusted log, from its start on; each a copy of its own."""
    events = iter(log)
    hand = _start(events)
    yield hand.copy(log=True)
    for event in events:
        hand.apply(event)
        yield hand.copy(log=True)


def at_step(log: Iterable[Event], count: int) -> Hand:
    """The hand after the first `count` events that follow its start."""
    for at, hand in enumerate(steps(log)):
        if at == count:
            return hand
    raise BadNotation(f"the log has fewer than {count} events after its start")


def _start(events: Iterator[Event]) -> Hand:
    first = next(events, None)
    if not isinstance(first, Started):
        raise BadNotation("a log begins with the event that the hand started, which holds its setup")
    try:
        return Hand(first.setup)
    except Conflict as error:
        raise BadNotation(f"event 0: {error.message}", error.cite) from None
