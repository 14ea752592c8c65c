"""The view of one seat: the events of a hand without anything that is hidden from that seat.

A view is built by allow-list: each kind of event names its public fields, and an event that this module does not name
is never shown. Redacted events are applied to the same `Hand` class, with unknown cards in place of hidden ones, so
server, client, bot and a history with `??` cards share one code path.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict
from sidepot.games.limits import PotLimit
from sidepot.hand import events, terms
from sidepot.hand.events import Event, Started
from sidepot.hand.hand import Hand
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect

SPECTATOR = -1


def _hidden(count: int) -> tuple[int, ...]:
    return (UNKNOWN,) * count


ALLOWED: dict[type, Callable[[Any, int], Event]] = {
    Started: lambda event, seat: Started(event.setup),
    events.Posted: lambda event, seat: events.Posted(event.seat, event.post, event.amount),
    events.Burned: lambda event, seat: events.Burned(UNKNOWN),
    events.Dealt: lambda event, seat: events.Dealt(
        event.seat,
        event.cards
        if event.seat == seat
        else _hidden(len(event.cards) - event.up) + event.cards[len(event.cards) - event.up :],
        event.up,
    ),
    events.BoardDealt: lambda event, seat: events.BoardDealt(event.cards, event.board),
    events.Reshuffled: lambda event, seat: events.Reshuffled(event.count),
    events.BroughtIn: lambda event, seat: events.BroughtIn(event.seat, event.amount),
    events.Folded: lambda event, seat: events.Folded(event.seat),
    events.Checked: lambda event, seat: events.Checked(event.seat),
    events.Called: lambda event, seat: events.Called(event.seat, event.amount),
    events.RaisedTo: lambda event, seat: events.RaisedTo(event.seat, event.to),
    events.Discarded: lambda event, seat: events.Discarded(
        event.seat, event.cards if event.seat == seat else _hidden(len(event.cards)), event.split
    ),
    events.Returned: lambda event, seat: events.Returned(event.seat, event.amount),
    events.RunChosen: lambda event, seat: events.RunChosen(event.seat, event.runs),
    events.Declared: lambda event, seat: events.Declared(
        event.seat, event.ways if event.spoken or event.seat == seat else -1, event.spoken
    ),
    events.Proved: lambda event, seat: events.Proved(event.seat, event.cards, event.good),
    events.Exposed: lambda event, seat: events.Exposed(event.seat, event.card, event.kept),
    events.TookBack: lambda event, seat: events.TookBack(event.seat, event.amount),
    events.Revealed: lambda event, seat: events.Revealed(event.declared),
    events.Shown: lambda event, seat: events.Shown(event.seat, event.cards, event.called),
    events.Mucked: lambda event, seat: events.Mucked(event.seat),
    events.Killed: lambda event, seat: events.Killed(event.seat, event.refund, event.before),
    events.Awarded: lambda event, seat: events.Awarded(event.pot, event.amount, event.shares, event.rake, event.parts),
    events.PassedOut: lambda event, seat: events.PassedOut(event.amount),
    events.Redealt: lambda event, seat: events.Redealt(),
    events.Voided: lambda event, seat: events.Voided(),
    events.Restubbed: lambda event, seat: events.Restubbed(event.count, event.mixed),
    events.Ruled: lambda event, seat: events.Ruled(event.ruling, event.by),
    terms.Added: lambda event, seat: terms.Added(event.seat, event.amount),
    terms.MarkerOffered: lambda event, seat: terms.MarkerOffered(event.seat, event.to, event.face),
    terms.Consented: lambda event, seat: terms.Consented(event.seat, event.agrees),
    terms.Borrowed: lambda event, seat: terms.Borrowed(event.seat, event.amount, event.lender, event.name),
}


PLAIN: Final = frozenset({events.Folded, events.Checked, events.Called, events.RaisedTo, events.BroughtIn})
"""Acts of a seat with its chips, which everybody sees completely."""

OPEN: Final = PLAIN | {
    Started, events.Posted, events.Returned, events.TookBack, events.BoardDealt, events.Shown, events.Mucked,
}  # fmt: skip
"""The events of ordinary hands that everybody sees completely."""


def redact(event: Event, seat: int) -> Event:
    """What `seat` may see of an event. For a spectator, `seat` is `SPECTATOR`.

    Chips, actions, cards dealt face up, the board and tabled hands are public. Only the seat itself sees its cards and
    discards. Nobody sees burn cards.
    """
    show = ALLOWED.get(type(event))
    if show is None:
        raise Conflict(f"event: expected a hand event, not {type(event).__name__}")
    return show(event, seat if type(seat) is int else as_int(seat, "seat"))


def redact_log(log: Iterable[Event], seat: int) -> list[Event]:
    """What `seat` may see of a whole log."""
    return [redact(event, seat) for event in log]


def view_of(hand: Hand, seat: int) -> Hand:
    """The hand as `seat` sees it, rebuilt from the events that this seat may see. The hand must have its log."""
    return view_of_log(expect(hand, Hand, "hand").log, as_int(seat, "seat"))


def view_of_log(log: Iterable[Event], seat: int) -> Hand:
    """The hand as `seat` sees it, rebuilt from the log of the hand.

    Raises Conflict for a log that does not begin with the start of the hand.
    """
    seen = redact_log(log, seat)
    started = seen[0] if seen else None
    if not isinstance(started, Started):
        raise Conflict("a view is made from the hand's log, which this copy lacks; use `copy(log=True)`", code="no_log")
    view = Hand(started.setup)
    for event in seen[1:]:
        view.apply(event)
    return view


def shown_pot(hand: Hand) -> int | None:
    """The chips in all pots and bets, if players may ask for a count.

    None if the house counts the pot only at pot limit and this hand has another limit. Rule: TDA-2013 47.
    """
    setup = hand.setup
    if setup.rulebook.pot_count_in_pot_limit_only and not isinstance(setup.limit, PotLimit):
        return None
    return hand.betting.pot()
