"""The voice of a story: the names of the players, the reader, and the look of cards and of emphasis."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from sidepot.cards import JOKER, RANKS, UNKNOWN

_SUITS: Final = "♣♦♥♠"


def cards_words(cards: Iterable[int]) -> str:
    """Cards as they are written for people: `K♠ 7♦`.

    >>> cards_words((46, 21, 52))
    'K♥ 7♦ Joker'
    """
    return " ".join([_card(card) for card in cards])


def _card(card: int) -> str:
    if card == UNKNOWN:
        return "?"
    return "Joker" if card == JOKER else RANKS[card >> 2] + _SUITS[card & 3]


@dataclass(slots=True, eq=False)
class Voice:
    """The names of the seats, and the reader: the seat `you`, or everybody (-1).

    `cards` formats cards and `chips` amounts, `quote` escapes a text from elsewhere, `strong` makes a text stand out,
    and `phrase` may mark words that form a unit in a sentence.
    """

    names: Sequence[str]
    you: int = -1
    cards: Callable[[Iterable[int]], str] = field(default=cards_words, kw_only=True)
    quote: Callable[[str], str] = field(default=str, kw_only=True)
    strong: Callable[[str], str] = field(default=str, kw_only=True)
    chips: Callable[[int], str] = field(default=str, kw_only=True)
    phrase: Callable[[str], str] = field(default=str, kw_only=True)

    def who(self, seat: int) -> str:
        """The name of a seat at the beginning of a sentence: `Ann`, or `You`."""
        return "You" if seat == self.you else self.names[seat]

    def whom(self, seat: int) -> str:
        """The name of a seat within a sentence: `Ann`, or `you`."""
        return "you" if seat == self.you else self.names[seat]

    def says(self, seat: int, deed: str) -> str:
        """What a seat does, as a sentence.

        `deed` is worded for another player (`raises to 60`), and reworded if the seat is the reader's.

        >>> voice = Voice(("Ann", "Bo"), 1)
        >>> voice.says(0, "raises to 60"), voice.says(1, "raises to 60"), voice.says(1, "goes all-in")
        ('Ann raises to 60', 'You raise to 60', 'You go all-in')
        """
        if seat != self.you:
            return f"{self.names[seat]} {deed}"
        verb, space, rest = deed.partition(" ")
        return f"You {verb.removesuffix('es' if verb == 'goes' else 's')}{space}{rest}"
