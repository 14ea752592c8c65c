"""A hand as one seat saw it, replayed by the rules: hidden parts are trusted, all else is checked.

`strict_replay` plays whole logs and most views. A view cannot replay three things: a half declared in the closed hand,
openers proved among unknown cards, and the order of a partly exposed hand. Each is checked here as far as the view
allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation, SidepotError
from sidepot.hand.due import Due
from sidepot.hand.events import Declared, Event, Proved, Revealed, Shown, Started
from sidepot.hand.hand import Hand
from sidepot.hand.replaying import as_ruled, strict_replay
from sidepot.hand.winning.openers import holds_openers

_WAYS: Final = (1, 2, 3)


def replay_view(log: Iterable[Event]) -> Hand:
    """Rebuild a hand from a seat's view of its log. Each event is checked by the rules before it is applied.

    Raises BadNotation, with the index of the event (from 0) and the reason, for the first event that could not have
    happened.
    """
    events = iter(log)
    first = next(events, None)
    if not isinstance(first, Started):
        raise BadNotation("the record must begin with the event that starts the hand and holds its setup")
    hand = strict_replay([first])
    for at, event in enumerate(events, start=1):
        allowed = _HIDDEN.get(type(event))
        try:
            if allowed is None or not allowed(hand, event):
                _check(hand, event)
        except SidepotError as error:
            raise BadNotation(f"event {at} ({type(event).__name__}): {error.message}", error.cite) from None
        hand.apply(event)
    return hand


def _check(hand: Hand, event: Event) -> None:
    """Raise an error for an event that the rules would not produce now."""
    happened = as_ruled(hand, event)
    if happened != event and not (isinstance(event, Shown) and _same_hand(event, happened)):
        raise BadNotation(f"the record has {event}, but by the rules it would be {happened}")


def _same_hand(event: Shown, happened: Event) -> bool:
    """Whether two shown hands differ only in the order of cards, because exposed cards are known first."""
    if not isinstance(happened, Shown) or sorted(event.cards) != sorted(happened.cards):
        return False
    return msgspec.structs.replace(event, cards=happened.cards) == happened


# ---- what a view cannot play again


def _declared(hand: Hand, event: Declared) -> bool:
    """Check the turn of a declaration in the closed hand. Its half is known only when hands are opened."""
    if event.ways != -1 or event.spoken:
        return False
    _check(hand, msgspec.structs.replace(event, ways=_WAYS[0]))
    return True


def _revealed(hand: Hand, event: Revealed) -> bool:
    """Check opened declarations: as many as were closed, and known ones unchanged."""
    declared = hand.aside.declared
    if hand.due is not Due.REVEAL or all(ways >= 0 for _, ways in declared):
        return False
    for (seat, ways), (other, shown) in zip(declared, event.declared, strict=False):
        if seat != other or shown not in _WAYS or ways not in (-1, shown):
            raise BadNotation(f"seat {other + 1} cannot reveal the declaration of seat {seat + 1}")
    if len(declared) != len(event.declared):
        raise BadNotation(f"{len(declared)} seats declared, but {len(event.declared)} declarations are revealed")
    return True


def _proved(hand: Hand, event: Proved) -> bool:
    """Check openers shown by a seat whose cards are unknown: they must be openers, or the whole hand that opened."""
    opening = hand.aside.opening
    if hand.due is not Due.PROVE or UNKNOWN not in opening:
        return False
    cards = event.cards
    if event.seat != hand.opener:
        raise BadNotation(f"seat {hand.opener + 1} opened the betting, not seat {event.seat + 1}")
    unseen = [card for card in cards if card not in opening]
    if len(set(cards)) < len(cards) or len(unseen) > opening.count(UNKNOWN) or not set(cards) <= set(hand.plan.deck):
        raise BadNotation("the opener cannot have held these cards")
    if event.good != holds_openers(hand, cards) or not event.good and len(cards) != len(opening):
        raise BadNotation("the record is wrong about whether these cards are openers")
    return True


_HIDDEN: Final[dict[type, Callable[[Hand, Any], bool]]] = {Declared: _declared, Revealed: _revealed, Proved: _proved}
