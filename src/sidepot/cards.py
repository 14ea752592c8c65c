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
from copy import deepcopy
from itertools import pairwise
from typing import Final, cast

from sidepot.errors import BadNotation, Conflict
from sidepot.randomness import Below as Below
from sidepot.randomness import below_of as below_of
from sidepot.randomness import draw, draw_one
from sidepot.validation.integers import as_int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER: Final = 52
UNKNOWN: Final = 53
NEW_PACK: Final = 20  # this many cards in ascending order, or more, mean an unshuffled pack
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

_TEXT: dict[int, str] = dict(enumerate([*(r + s for r in RANKS for s in SUITS), "Jo", "??"]))
_CARD: dict[str, int] = {name: card for card, name in _TEXT.items()}
_INTS: Final = frozenset({int})


def rank_of(card: int) -> int:
    """The rank of a card: 0 for a deuce to 12 for an ace."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a card: 0 for clubs, 1 for diamonds, 2 for hearts, 3 for spades."""
    return card & 3


Cards = str | Iterable[int | str]
"""Cards as callers give them: text (`AsKh`), or a row of numbers and texts (`[51, "Kh"]`)."""


def card(name: str) -> int:
    """The number of the card written as `As`, `Td` or `10d`, `Jo` (joker) or `??` (unknown).

    Raises BadNotation for any other text.
    """
    try:
        return _CARD[name]
    except (KeyError, TypeError):  # written in another way, or no text
        found = None
    if isinstance(name, str):
        tidy = name.replace("10", "T")
        found = _CARD.get(tidy[:1].upper() + tidy[1:].lower())
    if found is None:
        raise BadNotation(
            f"unknown card {name!r:.60}; expected a rank of {RANKS} and a suit of {SUITS}, as in As or Td"
        )
    return found


def cards(text_of_cards: str) -> tuple[int, ...]:
    """The numbers of the cards in a text such as `AsKh`, `As Kh` or `????`, in order.

    Duplicates are allowed, because the dealer of a game decides whether a card may occur twice. Raises BadNotation for
    any other text.
    """
    if not isinstance(text_of_cards, str):
        raise BadNotation(f"expected cards as text, as in 'AsKh', got {text_of_cards!r:.60}")
    squeezed = text_of_cards.replace(" ", "").replace(",", "").replace("10", "T")
    if len(squeezed) % 2:
        raise BadNotation(f"expected two characters for each card, as in AsKh, got {text_of_cards!r:.60}")
    return tuple([card(squeezed[i : i + 2]) for i in range(0, len(squeezed), 2)])


def cards_of(given: Cards, what: str = "cards") -> tuple[int, ...]:
    """The numbers of cards that a caller gives as text or as numbers. Every function that takes cards uses this.

    Raises BadNotation for anything else; the message begins with `what`.

    >>> cards_of("AsKh") == cards_of([51, 46]) == cards_of(("As", 46))
    True
    """
    if isinstance(given, str):
        try:
            return cards(given)
        except BadNotation as error:
            raise error.at(what) from None
    if not isinstance(given, Iterable) or isinstance(given, bytes | dict):
        form = "cards, as in 'AsKh', [51, 46] or ['As', 'Kh']"
        raise BadNotation(f"{what}: expected {form}, not {given!r:.60}", code="no_card")
    row = tuple(given)
    if _INTS.issuperset(map(type, row)) and (not row or min(row) >= 0 and max(row) <= UNKNOWN):  # type: ignore[operator]  # all are integers here
        return row  # type: ignore[return-value]  # as above
    return tuple([card_of(one, what) for one in row])


def boards_of(given: Cards | Sequence[Cards], what: str = "board") -> list[tuple[int, ...]]:
    """The boards that a caller gives: a single board, or several boards as `a / b` or in a list.

    Raises BadNotation for anything else; the message begins with `what`.

    >>> boards_of("AsKh / 2c2d") == boards_of(["AsKh", (0, 1)])
    True
    >>> boards_of(["As", "Kh"]) == boards_of([51, 46]) == boards_of("AsKh")
    True
    """
    if isinstance(given, str):
        return _each_board(given.split("/") if given.strip() else (), what)
    if isinstance(given, Sequence) and not all(map(_is_one, given)):
        return _each_board(cast("Sequence[Cards]", given), what)
    board = cards_of(cast("Cards", given), what)
    return [board] if board else []


def _each_board(given: Sequence[Cards], what: str) -> list[tuple[int, ...]]:
    many = len(given) > 1
    return [cards_of(one, f"{what} {at}" if many else what) for at, one in enumerate(given, 1)]


def _is_one(given: object) -> bool:
    """Whether this is one card and not a row of cards: no list, and no text of several cards."""
    return len(given.strip()) < 4 if isinstance(given, str) else not isinstance(given, Iterable)


def card_of(given: int | str, what: str = "card") -> int:
    """The number of a card that a caller gives as text or as a number.

    Raises BadNotation for anything else; the message begins with `what`.
    """
    if isinstance(given, str):
        try:
            return card(given)
        except BadNotation as error:
            raise error.at(what) from None
    number = as_int(given, what) if hasattr(given, "__index__") and not isinstance(given, bool) else -1
    if not 0 <= number <= UNKNOWN:
        form = f"a card, as in 'As' or a number from 0 to {UNKNOWN}"
        raise BadNotation(f"{what}: expected {form}, not {given!r:.60}", code="no_card")
    return number


def text(some: Iterable[int]) -> str:
    """The text of cards, such as `AsKh`, in the order given; unknown cards are `??`.

    Raises BadNotation for a card that does not exist.
    """
    try:
        return "".join([_TEXT[c] for c in some])
    except (TypeError, KeyError):
        return "".join([_TEXT[c] for c in cards_of(some)])


def find_duplicate(some: Sequence[int]) -> int | None:
    """The first known card that occurs twice, or None."""
    seen = 0
    for c in some:
        if c != UNKNOWN:
            if seen >> c & 1:
                return c
            seen |= 1 << c
    return None


class Deck:
    """A pack in the dealer's hand: the stub, dealt from the top.

    There are two kinds of decks:

    - random (`Deck(below=Random().randrange)`, or `Deck(pack, below=...)`): each card is chosen when it is drawn, which
      is a Fisher-Yates shuffle done only as far as cards are needed; once somebody has looked at a card, the order is
      fixed until the next shuffle
    - in the given order (`Deck("As Kh 7d")`): for a physical deck, a test or a history; a pack in the order of a new
      one is refused, because nobody has shuffled it

    Raises BadNotation for anything but cards, and Conflict for a duplicate card or a new pack.
    """

    __slots__ = ("_below", "_chance", "_stub")

    def __init__(self, pack: Cards = STANDARD_DECK, *, below: Below | None = None) -> None:
        cards = pack_of(pack)
        if below is None:
            check_shuffled(cards)
        elif not callable(below):
            raise _no_chance(below)
        self._stub: list[int] = [*cards] if below is not None else [*cards[::-1]]  # the top card last
        self._below = below
        self._chance = below

    def __repr__(self) -> str:
        order = "in random order" if self._below is not None else "in a fixed order"
        return f"<Deck: {len(self._stub)} cards, {order}>"

    def __len__(self) -> int:
        return len(self._stub)

    def draw(self, count: int) -> tuple[int, ...]:
        """Draw the next `count` cards from the top. Raises Conflict if the stub has fewer."""
        return draw(self._stub, self._below, count if type(count) is int else as_int(count, "count"))

    def draw_one(self) -> int:
        """Draw the top card. Raises Conflict if the stub is empty."""
        return draw_one(self._stub, self._below)

    def remove(self, some: Cards) -> None:
        """Remove known cards from the stub, for example because a history names them.

        Raises Conflict if a card is not in the stub.
        """
        for c in cards_of(some):
            if c not in self._stub:
                raise Conflict(f"{text((c,))} is not in the stub")
            self._stub.remove(c)

    def refill(self, some: Cards) -> None:
        """Put `some` cards (discards, mucked hands) under the remaining stub.

        In a random deck, every card of the new stub is equally likely to be dealt next. In a deck with a fixed order,
        these cards are dealt last, in the order given.
        """
        self._stub[:0] = cards_of(some)[::-1]
        self._below = self._chance

    def put_back(self, some: Cards) -> None:
        """Put cards back on top of the stub. The first of `some` becomes the top card, and the stub keeps its order."""
        some = cards_of(some)
        if self._below is not None:  # the next cards are chosen now, not as they are drawn
            self._stub = [*self.draw(len(self._stub))[::-1]]
            self._below = None
        self._stub += some[::-1]

    def shuffle(self, some: Cards = (), *, below: Below | None = None) -> None:
        """Shuffle the stub, together with `some` cards (the muck, the burn cards).

        A random deck has its own source of chance; a deck in a fixed order needs `below`. Raises Conflict if there is
        no source of chance.
        """
        self._shuffle([*self._stub, *cards_of(some)], below)

    def gather(self, some: Cards, *, below: Below | None = None) -> None:
        """Gather all cards, dealt or not, and shuffle a pack of `some` cards for a new deal.

        Raises Conflict if the deck has a fixed order.
        """
        self._shuffle([*cards_of(some)], below)

    def _shuffle(self, cards: list[int], below: Below | None) -> None:
        chance = below or self._chance
        if chance is not None and not callable(chance):
            raise _no_chance(chance)
        if chance is None:
            raise Conflict("this deck has a fixed order; shuffling needs `below`, a source of random numbers")
        for size in range(len(cards), 1, -1):
            at = chance(size)
            cards[at], cards[size - 1] = cards[size - 1], cards[at]
        self._stub = cards
        self._below = None

    def copy(self) -> Deck:
        """An independent copy with the same stub, card by card, and the same source of chance.

        `copy.copy` does the same.
        """
        new = Deck.__new__(Deck)
        new.take(self)
        return new

    def __copy__(self) -> Deck:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Deck:
        new = self.copy()
        try:
            new._chance = deepcopy(self._chance, memo)
        except NotImplementedError:  # the chance of the operating system has no state that a copy could have
            return new
        if self._below is not None:
            new._below = new._chance
        return new

    def take(self, other: Deck) -> None:
        """Become a copy of another deck, card by card."""
        self._stub = other._stub.copy()
        self._below = other._below
        self._chance = other._chance


def _no_chance(given: object) -> BadNotation:
    return BadNotation(f"below: expected a function, as in Random().randrange, not {given!r:.60}")


SOME: Final = 100  # packs that are known: those of the games
_PACKS: Final[dict[int, tuple[int, ...]]] = {}
"""Packs that are known to be in order, by identity, because all hands of a game use the same pack."""


def pack_of(given: Cards) -> tuple[int, ...]:
    """The cards of a pack. Raises BadNotation for anything but cards, and Conflict for a duplicate card."""
    if given is STANDARD_DECK or type(given) is tuple and _PACKS.get(id(given)) is given:  # a tuple never changes
        return given
    pack = cards_of(given, "pack")
    twice = None if len(set(pack)) == len(pack) else find_duplicate(pack)
    if twice is not None:
        raise Conflict(f"{text((twice,))} is in the pack twice")
    if pack is given and len(_PACKS) < SOME:
        _PACKS[id(pack)] = pack
    return pack


def check_shuffled(pack: Sequence[int]) -> None:
    """Raise Conflict for a whole pack in the order of a new one. If it were dealt, everybody would know the cards."""
    if len(pack) >= NEW_PACK and all(one < other for one, other in pairwise(pack)):
        raise Conflict(
            f"these {len(pack)} cards are in the order of a new pack: pass a source of random "
            "numbers, as in Deck(pack, below=Random().randrange), or pass the cards in the order to "
            "deal"
        )
