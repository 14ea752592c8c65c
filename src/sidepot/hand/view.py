"""What one seat may see: the events of a hand with everything hidden from it left out.

A view is built by allow-list: each kind of event names what of it is public, and an event that is not named here is not
passed on. Redacted events fold in the same `Hand` class, with unknown cards in the places of hidden ones, so that
server, client, bot and a history with `??` cards are one code path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sidepot.cards import UNKNOWN
from sidepot.errors import Conflict
from sidepot.games.limits import PotLimit
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

SPECTATOR = -1


def _hidden(count: int) -> tuple[int, ...]:
    return (UNKNOWN,) * count


_ALLOWED: dict[type, Callable[[Any, int], Event]] = {
    Started: lambda event, seat: Started(event.setup),
    Posted: lambda event, seat: Posted(event.seat, event.post, event.amount),
    Burned: lambda event, seat: Burned(UNKNOWN),
    Dealt: lambda event, seat: Dealt(
        event.seat,
        event.cards
        if event.seat == seat
        else _hidden(len(event.cards) - event.up) + event.cards[len(event.cards) - event.up :],
        event.up,
    ),
    BoardDealt: lambda event, seat: BoardDealt(event.cards, event.board),
    Reshuffled: lambda event, seat: Reshuffled(event.count),
    BroughtIn: lambda event, seat: BroughtIn(event.seat, event.amount),
    Folded: lambda event, seat: Folded(event.seat),
    Checked: lambda event, seat: Checked(event.seat),
    Called: lambda event, seat: Called(event.seat, event.amount),
    RaisedTo: lambda event, seat: RaisedTo(event.seat, event.to),
    Discarded: lambda event, seat: Discarded(
        event.seat, event.cards if event.seat == seat else _hidden(len(event.cards))
    ),
    Returned: lambda event, seat: Returned(event.seat, event.amount),
    Shown: lambda event, seat: Shown(event.seat, event.cards),
    Mucked: lambda event, seat: Mucked(event.seat),
    Killed: lambda event, seat: Killed(event.seat),
    Awarded: lambda event, seat: Awarded(event.pot, event.amount, event.shares),
    PassedOut: lambda event, seat: PassedOut(event.amount),
}


def redact(event: Event, seat: int) -> Event:
    """What `seat` may see of an event (`SPECTATOR`: somebody who was dealt no cards).

    Public are chips, actions, cards dealt face up, the board and tabled hands. A seat's own cards and discards are its
    own; burns are nobody's.
    """
    show = _ALLOWED.get(type(event))
    if show is None:
        raise Conflict(f"a {type(event).__name__} may be shown to nobody")
    return show(event, seat)


def redact_log(log: Iterable[Event], seat: int) -> list[Event]:
    """What `seat` may see of a whole log."""
    return [redact(event, seat) for event in log]


def view_of(hand: Hand, seat: int) -> Hand:
    """The hand as `seat` sees it: the fold of the events it may see. Needs the hand's log."""
    started, *events = redact_log(hand.log, seat)
    if not isinstance(started, Started):
        raise Conflict("a view is folded from the hand's log, and this copy of the hand has none")
    view = Hand(started.setup)
    for event in events:
        view.apply(event)
    return view


def shown_pot(hand: Hand) -> int | None:
    """The count of the pot that a seat may ask for: in some houses only at pot limit. Rule: TDA-2013 47."""
    setup = hand.setup
    if setup.rulebook.pot_count_in_pot_limit_only and not isinstance(setup.limit, PotLimit):
        return None
    return hand.betting.pot()
