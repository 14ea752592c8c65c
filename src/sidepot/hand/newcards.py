"""New cards of a hand: they must belong to the deck, be unseen, and agree with the known cards."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sidepot.cards import UNKNOWN, Cards, cards_of
from sidepot.hand import refusals

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


_BITS: Final = {card: 1 << card for card in range(UNKNOWN + 1)}


def given_cards(cards: Cards) -> tuple[int, ...]:
    """The cards of a command as numbers. They may be given as text. Raises BadNotation for an invalid card."""
    if type(cards) is not tuple:
        if type(cards) is not list:
            return cards_of(cards)
        cards = tuple(cards)
    for card in cards:
        if type(card) is not int:
            return cards_of(cards)
    return cards  # type: ignore[return-value]  # as dealers and programs give them; `check_new` asks if they are cards


def check_new(hand: HandState, cards: Sequence[int]) -> int:
    """Raise an error if these cards are not in the deck or were seen before.

    Returns the cards that can still be dealt after these cards, as a bit mask.
    """
    fresh = hand.fresh
    try:
        for card in cards:
            bit = _BITS[card]
            if not fresh & bit and card != UNKNOWN:
                raise refusals.not_in_stub(hand, card)
            fresh ^= bit
    except KeyError:
        raise refusals.not_in_stub(hand, next(card for card in cards if card not in _BITS)) from None
    return fresh | _BITS[UNKNOWN]  # an unknown card can always come


def without(fresh: int, cards: Sequence[int]) -> int:
    """The cards that can still be dealt after `cards` have been seen, as a bit mask. `fresh` is the bit mask before."""
    for card in cards:
        if card != UNKNOWN:
            fresh &= ~(1 << card)
    return fresh


def with_back(fresh: int, cards: Sequence[int]) -> int:
    """The cards that can still be dealt after `cards` have gone back into the deck, as a bit mask. `fresh` is the bit
    mask before.
    """
    for card in cards:
        fresh |= 1 << card
    return fresh


def check_discards(hand: HandState, cards: Sequence[int]) -> None:
    """Raise an error for too many or too few discards, or for cards that the seat does not hold."""
    hole = hand.hole[hand.seat]
    street = hand.plan.streets[hand.street]
    count = len(cards)
    if count != street.discard if street.discard else count > street.draw:
        raise refusals.wrong_discards(hand, count)
    if UNKNOWN not in hole and len(set(hole).difference(cards)) + count == len(hole):
        return  # all are held, and none occurs twice: nothing more to check
    held = list(hole)
    exposed = hand.faces[hand.seat]
    if exposed and UNKNOWN in cards and UNKNOWN in held:  # nobody saw whether the exposed card is discarded
        held = [UNKNOWN if card in exposed else card for card in held]
    for card in cards:
        if card not in held:
            if UNKNOWN not in held:
                raise refusals.not_held(hand, card)
            check_new(hand, (card,))
        held.remove(card if card in held else UNKNOWN)


def tabled(hand: HandState, seat: int, given: Cards | None) -> tuple[int, ...]:
    """All cards of a seat that tables its hand: the cards already known, and the cards `given`.

    Raises Conflict if known and given cards contradict each other.
    """
    hole = hand.hole[seat]
    cards = None if given is None else given_cards(given)
    if cards is not None and cards != hole:
        cards = cards_of(cards)
        hole = fill_in(hand, seat, cards)
        check_new(hand, [card for card in hole if card not in hand.hole[seat]])
    if UNKNOWN in hole:
        raise refusals.unknown_cards([seat], hand.hole)
    return hole


def fill_in(hand: HandState, seat: int, cards: Sequence[int]) -> tuple[int, ...]:
    """The hole cards of a seat, with unknown cards filled in from `cards`.

    Raises IllegalAction if `cards` are not all of the dealt cards, or contradict known cards. Rule: PG-73.
    """
    hole = hand.hole[seat]
    new = list(cards)
    for card in hole:
        if card != UNKNOWN:
            if card not in new:
                raise refusals.other_cards(hand, seat)
            new.remove(card)
    if len(cards) != len(hole):
        raise refusals.other_cards(hand, seat)
    return tuple(new.pop(0) if card == UNKNOWN else card for card in hole)
