"""The draw for the first deal: a card for each player, and the highest deals; or cards dealt round until a jack comes.

The cards come from a `Deck`, in a fixed order or by chance, and are recorded: the same draw replays from its record.
Source: PG-47, PG-48.

>>> from sidepot.cards import cards
>>> draw_button((0, 1, 2), FirstButton.HIGH_CARD, Deck(cards("KhKsQs"))).seat  # spades before hearts
1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sidepot.cards import RANKS, STANDARD_DECK, Deck, find_duplicate, rank_of, text
from sidepot.errors import Cite, Conflict
from sidepot.rules.table_choices import FirstButton
from sidepot.validation.type_checks import check_fields

HIGH_CARD: Final = Cite("PG", "48")
FIRST_JACK: Final = Cite("PG", "47")
DRAWS: Final = {FirstButton.HIGH_CARD: HIGH_CARD, FirstButton.FIRST_JACK: FIRST_JACK}
_JACK: Final = RANKS.index("J")


class FirstDraw(msgspec.Struct, frozen=True):
    """A draw for the first button.

    - `dealt`: each card dealt, in order, with its seat
    - `seat`: the seat that won
    """

    rule: FirstButton
    dealt: tuple[tuple[int, int], ...]
    seat: int

    def __post_init__(self) -> None:
        check_fields(self)
        if self.seat != drawn_seat(self.rule, self.dealt):
            raise Conflict(
                f"according to these cards, seat {drawn_seat(self.rule, self.dealt) + 1} gets the button, "
                f"not seat {self.seat + 1}"
            )

    def __str__(self) -> str:
        shown = ", ".join(f"seat {seat + 1} {text((card,))}" for seat, card in self.dealt)
        return f"Draw for the button ({self.rule}): {shown}. Seat {self.seat + 1} deals first."


def draw_button(seats: Sequence[int], rule: FirstButton, deck: Deck) -> FirstDraw:
    """Draw for the first button among these seats, in this order (clockwise from the left of the dealer).

    Rule: PG-47, PG-48. Raises Conflict if there are too few seats or cards.
    """
    if len(seats) < 2 or len(set(seats)) < len(seats) or min(seats) < 0:
        raise Conflict(f"drawing for the first button needs at least two different seats, not {_seats(seats)}")
    dealt: list[tuple[int, int]] = []
    if rule is FirstButton.HIGH_CARD:
        dealt = list(zip(seats, deck.draw(len(seats)), strict=True))
    while rule is FirstButton.FIRST_JACK and not (dealt and rank_of(dealt[-1][1]) == _JACK):
        if not len(deck):
            raise Conflict("all cards were dealt, but no jack appeared", FIRST_JACK)
        dealt.append((seats[len(dealt) % len(seats)], deck.draw_one()))
    return FirstDraw(rule, tuple(dealt), drawn_seat(rule, dealt))


def drawn_seat(rule: FirstButton, dealt: Sequence[tuple[int, int]]) -> int:
    """The seat that gets the first button, from the (seat, card) pairs dealt. Raises Conflict if these pairs are
    impossible.

    >>> from sidepot.cards import card
    >>> drawn_seat(FirstButton.FIRST_JACK, [(3, card("2c")), (5, card("Jd"))])
    5
    """
    some = [card for _, card in dealt]
    strange = [card for card in some if card not in STANDARD_DECK]
    if strange or not dealt:
        problem = f"{text(strange[:1])} is not one of them" if strange else "none was dealt"
        raise Conflict(f"the draw for the first button uses 52 face-up cards; {problem}")
    twice = find_duplicate(some)
    if twice is not None:
        raise Conflict(f"{text((twice,))} was dealt twice")
    if rule is FirstButton.HIGH_CARD:
        seats = [seat for seat, _ in dealt]
        if len(seats) < 2 or len(set(seats)) < len(seats):
            raise Conflict(f"deal one card each to at least two different seats, not to {_seats(seats)}", HIGH_CARD)
        return max(dealt, key=lambda pair: pair[1])[0]
    jacks = [at for at, card in enumerate(some) if rank_of(card) == _JACK]
    if jacks[:1] != [len(some) - 1]:
        raise Conflict("cards must be dealt round the table until the first jack, and none after it", FIRST_JACK)
    return dealt[-1][0]


def _seats(seats: Sequence[int]) -> str:
    return f"seats {', '.join(str(seat + 1) for seat in seats)}" if seats else "nobody"
