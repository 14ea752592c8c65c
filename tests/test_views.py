"""Views: what a seat is shown leaks no card, and folds to the same public state as the whole hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EXAMPLES, played

from sidepot.analysis.tester import difference, snapshot
from sidepot.cards import UNKNOWN
from sidepot.hand.due import Due
from sidepot.hand.events import (
    BoardDealt,
    Dealt,
    Event,
    Shown,
    Started,
    encode,
)
from sidepot.hand.hand import Hand
from sidepot.hand.options import options
from sidepot.hand.view import SPECTATOR, redact, view_of

seeds = st.integers(0, 2**32)
few = settings(max_examples=EXAMPLES, deadline=None)
some = settings(max_examples=3 * EXAMPLES, deadline=None)
many = settings(max_examples=8 * EXAMPLES, deadline=None)


def known_to(seat: int, log: list[Event]) -> Iterator[tuple[Event, set[int]]]:
    """Each event with the cards that a seat has had a right to see when it happened, told from the rules.

    His own cards, cards dealt face up, the board, and tabled hands: nothing else.
    """
    known: set[int] = set()
    for event in log:
        match event:
            case Dealt(whose, cards, up):
                known |= set(cards if whose == seat else cards[len(cards) - up :])
            case BoardDealt(cards) | Shown(_, cards):
                known |= set(cards)
        yield event, known


def cards_in(value: Any, *, under: str = "") -> Iterator[int]:
    """Whatever stands in JSON where cards stand."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from cards_in(part, under=key)
    elif isinstance(value, list):
        for part in value:
            yield from cards_in(part, under=under)
    elif under not in PUBLIC_NUMBERS and isinstance(value, int):
        yield value


PUBLIC_NUMBERS = {"seat", "amount", "to", "up", "count", "pot", "shares", "board", "setup"}


@few
@given(seeds, st.booleans())
def test_a_view_leaks_no_card(seed: int, kills: bool) -> None:
    """Each viewer, each event: no card he has no right to see stands in the JSON; and nobody sees a burn."""
    hand = played(seed, kills=kills)
    for viewer in (SPECTATOR, *range(len(hand.stacks))):
        for event, known in known_to(viewer, hand.log):
            shown = redact(event, viewer)
            if isinstance(event, Started):
                assert shown == event
                continue
            there = set(cards_in(json.loads(encode(shown)))) - {UNKNOWN}
            assert there <= known, f"seat {viewer} sees {there - known} in {shown}"
            assert type(shown) is type(event)


@few
@given(seeds, st.booleans())
def test_a_view_folds_to_the_same_public_state(seed: int, kills: bool) -> None:
    hand = played(seed, kills=kills)
    for viewer in (SPECTATOR, *range(len(hand.stacks))):
        whole = Hand(hand.setup)
        view = Hand(hand.setup)
        assert public(whole, viewer) == public(view, viewer)
        for event in hand.log[1:]:
            whole.apply(event)
            view.apply(redact(event, viewer))
            assert public(view, viewer) == public(whole, viewer), f"seat {viewer} after {event}"
        assert not difference(snapshot(view), snapshot(view_of(hand, viewer)))


PUBLIC = (
    "dead", "live", "able", "price", "due", "seat", "count", "street", "boards", "stub", "carried", "shown", "forced",
    "pot_at",
)  # fmt: skip


def public(hand: Hand, viewer: int) -> dict[str, Any]:
    """What a hand says to a viewer; the cards of others only as far as they lie face up."""
    seats = range(len(hand.stacks))
    found: dict[str, Any] = {name: getattr(hand, name) for name in PUBLIC}
    found |= {name: tuple(getattr(hand, name)) for name in ("stacks", "bets", "put")}
    found["pots"] = hand.pots()
    found["upcards"] = [hand.upcards(seat) for seat in seats]
    found["held"] = [len(hand.hole[seat]) for seat in seats]
    found["bounds"] = hand.raise_bounds()
    if viewer >= 0:
        found["own"] = hand.hole[viewer]
    found["options"] = options(hand)
    if hand.due is Due.DEAL:
        found["up_count"] = hand.up_count
    return found
