"""Cards are small ints, decks are values, and a `Deck` is a physical pack in the dealer's hand.

A card is `4 * rank + suit`: ranks 0 to 12 for deuce to ace, suits 0 to 3 for clubs, diamonds, hearts, spades.
So a higher int is a higher card, with suits breaking ties as for the first dealer, the bring-in and odd chips
(clubs lowest, spades highest; never at showdown). Source: PG-21, PG-48.

>>> cards("As Kh")
(51, 46)
>>> text((51, 46))
'AsKh'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from sidepot.chance import Below as Below
from sidepot.chance import below_of as below_of
from sidepot.chance import draw, draw_one
from sidepot.errors import BadNotation, Conflict
from sidepot.whole import whole_row

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER: Final = 52
UNKNOWN: Final = 53
STANDARD_DECK: tuple[int, ...] = tuple(range(52))

RANK_NAMES = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
RANK_PLURALS = (
    "deuces",
    "threes",
    "fours",
    "fives",
    "sixes",
    "sevens",
    "eights",
    "nines",
    "tens",
    "jacks",
    "queens",
    "kings",
    "aces",
)

_TEXT: tuple[str, ...] = (*(r + s for r in RANKS for s in SUITS), "Jo", "??")
_CARD: dict[str, int] = {name: card for card, name in enumerate(_TEXT)}


def rank_of(card: int) -> int:
    """0 for a deuce to 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def card(name: str) -> int:
    """The card written `As`, `Td` or `10d`, `Jo` (joker) or `??` (unknown). Raises BadNotation."""
    found = _CARD.get(name)
    if found is None:
        tidy = name.replace("10", "T")
        found = _CARD.get(tidy[:1].upper() + tidy[1:].lower())
    if found is None:
        raise BadNotation(
            f"no card is written {name!r}; a card is a rank of {RANKS} and a suit of {SUITS}, as in As or Td"
        )
    return found


def cards(text_of_cards: str) -> tuple[int, ...]:
    """The cards of a text such as `AsKh`, `As Kh`, `????`, in order. Raises BadNotation.

    Duplicates are allowed here: the dealer of a game decides whether a card may come twice.
    """
    squeezed = text_of_cards.replace(" ", "").replace(",", "").replace("10", "T")
    if len(squeezed) % 2:
        raise BadNotation(f"cards are written with two letters each, as in AsKh; {text_of_cards!r} has a half card")
    return tuple(card(squeezed[i : i + 2]) for i in range(0, len(squeezed), 2))


def text(some: Iterable[int]) -> str:
    """`AsKh` for cards, in the order given; unknown cards are `??`."""
    return "".join([_TEXT[c] for c in some])


def find_duplicate(some: Sequence[int]) -> int | None:
    """The first known card that stands twice in `some`, or None."""
    seen = 0
    for c in some:
        if c != UNKNOWN:
            if seen >> c & 1:
                return c
            seen |= 1 << c
    return None


class Deck:
    """A pack in the dealer's hand: the stub, dealt from the top.

    Either its order is fixed (`Deck(order=...)`: a physical deck, a test, a history) or each card is chosen as it is
    drawn (`Deck(cards, below=...)`), which is a Fisher-Yates shuffle done only as far as cards are needed. Once a
    card has been looked at, the order of such a deck is fixed too, until its cards are shuffled again.
    """

    __slots__ = ("_below", "_chance", "_stub")

    def __init__(self, some: Sequence[int] = STANDARD_DECK, *, below: Below | None = None) -> None:
        if some is not STANDARD_DECK:
            some = whole_row(some, "a card")
            twice = None if len(set(some)) == len(some) else find_duplicate(some)
            if twice is not None:
                raise Conflict(f"{text((twice,))} stands twice in the deck")
        self._stub: list[int] = [*some] if below is not None else [*some[::-1]]  # the top card last
        self._below = below
        self._chance = below

    def __len__(self) -> int:
        return len(self._stub)

    def draw(self, count: int) -> tuple[int, ...]:
        """The next `count` cards off the top. Raises Conflict when the stub is shorter."""
        return draw(self._stub, self._below, count)

    def draw_one(self) -> int:
        """The top card. Raises Conflict when there is none."""
        return draw_one(self._stub, self._below)

    def remove(self, some: Iterable[int]) -> None:
        """Take known cards out of the stub, as when a history names the cards that came. Raises Conflict."""
        for c in some:
            if c not in self._stub:
                raise Conflict(f"{text((c,))} is not in the stub")
            self._stub.remove(c)

    def refill(self, some: Sequence[int]) -> None:
        """Put `some` (discards, mucked hands) under the rest of the stub.

        With chance, every card of the new stub is as likely to come next; with an injected order they come last, in the
        order given.
        """
        self._stub[:0] = some[::-1]
        self._below = self._chance

    def put_back(self, some: Sequence[int]) -> None:
        """Put cards back on top: the first of `some` comes next, and all others in the order that they have now."""
        if self._below is not None:  # the next cards are chosen now, not as they are drawn
            self._stub = [*self.draw(len(self._stub))[::-1]]
            self._below = None
        self._stub += some[::-1]

    def shuffle(self, some: Sequence[int] = (), *, below: Below | None = None) -> None:
        """Shuffle the stub, and `some` cards (the muck, the burns) with it. Raises Conflict without any chance.

        A deck that is dealt by chance needs no other; a deck in a fixed order needs `below`.
        """
        self._shuffle([*self._stub, *some], below)

    def gather(self, some: Sequence[int], *, below: Below | None = None) -> None:
        """Take all cards in, dealt or not, and shuffle them for a new deal: a pack of `some` cards. Raises Conflict."""
        self._shuffle([*some], below)

    def _shuffle(self, cards: list[int], below: Below | None) -> None:
        chance = below or self._chance
        if chance is None:
            raise Conflict("the order of this deck is fixed: to shuffle it, chance is needed (`below`)")
        for size in range(len(cards), 1, -1):
            at = chance(size)
            cards[at], cards[size - 1] = cards[size - 1], cards[at]
        self._stub = cards
        self._below = None

    def copy(self) -> Deck:
        """The same stub, card by card."""
        new = Deck.__new__(Deck)
        new.take(self)
        return new

    def take(self, other: Deck) -> None:
        """Become another deck, card by card."""
        self._stub = other._stub.copy()
        self._below = other._below
        self._chance = other._chance
