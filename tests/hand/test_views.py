"""Views: what a seat is shown leaks no card, and folds to the same public state as the whole hand."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_setups import EXAMPLES, played, random_setup
from universal.tester import difference, play_randomly, snapshot

from sidepot.cards import UNKNOWN
from sidepot.games.catalog import BADACEY, OMAHA8, STUD_HIGH_LOW
from sidepot.hand.due import Due
from sidepot.hand.events import (
    BoardDealt,
    Dealt,
    Declared,
    Discarded,
    Event,
    Exposed,
    Proved,
    Revealed,
    Shown,
    Started,
    encode,
)
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.view import OPEN, PLAIN, SPECTATOR, redact, view_of
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration

seeds = st.integers(0, 2**32)
few = settings(max_examples=EXAMPLES, deadline=None)
some = settings(max_examples=examples(3) * EXAMPLES, deadline=None)
many = settings(max_examples=examples(8) * EXAMPLES, deadline=None)


def known_to(seat: int, log: list[Event]) -> Iterator[tuple[Event, set[int]]]:
    """Each event with the cards that a seat has had a right to see when it happened, told from the rules.

    Their own cards, cards dealt face up or exposed, the boards, tabled hands and openers: nothing else.
    """
    known: set[int] = set()
    for event in log:
        match event:
            case Dealt(whose, cards, up):
                known |= set(cards if whose == seat else cards[len(cards) - up :])
            case BoardDealt(cards) | Shown(_, cards) | Proved(_, cards):
                known |= set(cards)
            case Exposed(_, card):
                known.add(card)
        yield event, known


def cards_in(value: Any, *, under: str = "") -> Iterator[int]:
    """Whatever stands in JSON where cards stand."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from cards_in(part, under=key)
    elif isinstance(value, list):
        for part in value:
            yield from cards_in(part, under=under)
    elif under not in PUBLIC_NUMBERS and isinstance(value, int) and not isinstance(value, bool):
        yield value


PUBLIC_NUMBERS = {
    "seat", "amount", "to", "up", "count", "pot", "shares", "board", "setup", "rake", "parts", "runs", "ways",
    "declared", "spoken", "split", "good", "kept", "refund", "before", "level", "full_at", "full_raise", "raises",
    "capped", "aggressor", "opener", "unit", "alt", "mixed", "change", "add", "chosen", "will",
}  # fmt: skip


@few
@given(seeds, st.booleans())
def test_a_view_leaks_no_card(seed: int, kills: bool) -> None:
    """Each viewer, each event: no card they have no right to see stands in the JSON; and nobody sees a burn."""
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
def test_everybody_sees_the_whole_of_an_open_event_and_a_seat_of_its_own_cards(seed: int, kills: bool) -> None:
    """Such events are passed on as they are. A field that is added to one is to be thought about here."""
    fields = {"setup", "seat", "amount", "to", "post", "board", "cards", "called"}
    assert all(fields.issuperset(kind.__struct_fields__) for kind in OPEN)
    assert (Dealt.__struct_fields__, Discarded.__struct_fields__) == (
        ("seat", "cards", "up"),
        ("seat", "cards", "split"),
    )
    for event in played(seed, kills=kills).log:
        if type(event) in OPEN:
            assert redact(event, SPECTATOR) == event
        if isinstance(event, (Dealt, Discarded)):
            assert redact(event, event.seat) == event


@few
@given(seeds)
def test_closed_hands_stay_closed(seed: int) -> None:
    """What is declared with chips in the hand is seen by nobody else before the hands are opened. Rule: PG-69."""
    hand = declared_hand(seed)
    assert any(isinstance(event, Declared) for event in hand.log) or hand.shown.bit_count() < 2
    for viewer in (SPECTATOR, *range(len(hand.stacks))):
        seen: list[int] = []
        for event in hand.log:
            shown = redact(event, viewer)
            match event:
                case Declared(seat, ways, spoken):
                    assert shown == Declared(seat, ways if spoken or seat == viewer else -1, spoken)
                    seen.append(seat)
                case Revealed(declared):
                    assert shown == event
                    assert [seat for seat, _ in declared] == seen


def declared_hand(seed: int) -> Hand:
    """A high-low hand of a house where halves are declared for."""
    chance = random.Random(seed)
    kinds = (Declaration.CHIPS_IN_HAND, Declaration.CHIPS_IN_HAND, Declaration.IN_TURN)
    house = CASH.but(declaration=chance.choice(kinds))
    setup = random_setup(chance.choice((OMAHA8, STUD_HIGH_LOW, BADACEY)), "fixed limit", 4, house, chance)
    return play_randomly(setup, chance.randrange, thorough=False, manner=(1, 20, 3))


@pytest.mark.parametrize("kind", sorted(PLAIN, key=lambda kind: kind.__name__))
def test_everybody_sees_the_whole_of_a_plain_act(kind: type) -> None:
    """A field that is added to one of them is told nobody before it is allowed: then it is plain no more."""
    event = kind(*range(1, 1 + len(kind.__struct_fields__)))
    assert redact(event, SPECTATOR) == event
    assert set(kind.__struct_fields__) <= {"seat", "amount", "to"}


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
            assert cards_of_others(view, viewer) <= open_cards(whole, viewer), f"seat {viewer} after {event}"
            assert public(view, viewer) == public(whole, viewer), f"seat {viewer} after {event}"
        assert not difference(snapshot(view), snapshot(view_of(hand, viewer)))


def cards_of_others(view: Hand, viewer: int) -> set[int]:
    """What a view holds of hands that are not its seat's own."""
    return {card for seat, hole in enumerate(view.hole) if seat != viewer for card in hole} - {UNKNOWN}


def open_cards(hand: Hand, viewer: int) -> set[int]:
    """What lies open of the hands of others: upcards, exposed cards, hands that were tabled, mucked or not, openers."""
    tabled = [event for event in hand.log if isinstance(event, (Shown, Proved))]
    exposed = {event.card for event in hand.log if isinstance(event, Exposed)}
    return exposed.union(*hand.faces, *(event.cards for event in tabled))


PUBLIC = (
    "dead", "live", "able", "price", "due", "seat", "count", "street", "boards", "board_at", "stub", "carried", "shown",
    "forced", "pot_at", "raked", "opener",
)  # fmt: skip


def public(hand: Hand, viewer: int) -> dict[str, Any]:
    """What a hand says to a viewer; the cards of others only as far as they lie face up."""
    seats = range(len(hand.stacks))
    found: dict[str, Any] = {name: getattr(hand, name) for name in PUBLIC}
    found |= {name: tuple(getattr(hand, name)) for name in ("stacks", "bets", "put")}
    found["pots"] = hand.pots()
    found["upcards"] = [hand.upcards(seat) for seat in seats]
    found["held"] = [len(hand.hole[seat]) for seat in seats]
    if viewer >= 0:
        found["own"] = hand.hole[viewer]
    if viewer == hand.seat or not hand.setup.game.open_requirement:  # only they know whether they have openers
        found["bounds"] = hand.raise_bounds()
        found["options"] = options(hand)
    aside = hand.aside._replace(opening=(), set_aside=())
    found["aside"] = aside._replace(
        declared=tuple((seat, ways if aside.revealed or seat == viewer else -1) for seat, ways in aside.declared)
    )
    if hand.setup.rulebook.declaration is Declaration.IN_TURN:
        found["aside"] = aside
    if hand.due is Due.DEAL:
        found["up_count"] = hand.up_count
    return found
