"""Commitments: the order of a deck is fixed before the first card, and each card can be proved by itself.

Each card is hashed with its place and a salt; the hashes form a Merkle tree, whose root is published before the deal. A
player who is shown a card gets its place, its salt and the sibling hashes on its path, from which the root follows; the
salted hashes reveal nothing about other cards.

    leaf(place, card) = SHA-256(00 | salt, 16 bytes | place, 1 byte | card, 1 byte)
    node(left, right) = SHA-256(01 | left, 32 bytes | right, 32 bytes)

Hashes are paired from the left on each level; an odd one at the end moves up unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

import msgspec

from sidepot.cards import Below, Cards, Deck, cards_of, pack_of
from sidepot.errors import BadNotation, Conflict
from sidepot.room.fairness.shuffle import OS, Source, os_below, shuffle
from sidepot.table import cutting
from sidepot.validation.codec import UNREADABLE

SALT: Final = 16  # bytes: 128 bits for each card
HASH: Final = 32
MOST: Final = 255  # a place is stored in one byte
_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


class SealedDeck(msgspec.Struct, frozen=True):
    """The secret of one shuffle. It is stored before the root that commits to it is published.

    Later, only single cards are opened.

    - `order`: the cards, top card first
    - `salts`: the salts of all cards, one after the other
    """

    order: tuple[int, ...]
    salts: bytes

    def __repr__(self) -> str:
        """The representation in logs and tracebacks, without cards and salts."""
        return f"<SealedDeck of {len(self.order)} cards>"

    def __post_init__(self) -> None:
        if not 0 < len(self.order) <= MOST or len(self.salts) != SALT * len(self.order):
            raise Conflict(
                f"expected {len(self.order)} salts of {SALT} bytes for {len(self.order)} cards, got "
                f"{len(self.salts)} bytes"
            )

    def salt(self, index: int) -> bytes:
        """The salt of the card at this index."""
        return self.salts[SALT * index : SALT * (index + 1)]


class Opened(msgspec.Struct, frozen=True):
    """An opened card of a committed deck.

    - `index`: the index of the card from the top
    - `salt`: the salt of the card
    - `path`: the sibling hashes up to the root
    """

    index: int
    card: int
    salt: bytes
    path: tuple[bytes, ...]


class Commitment:
    """The Merkle tree over the order of one deck. Its `root` is published before the deal."""

    __slots__ = ("_deck", "_levels")

    def __init__(self, deck: SealedDeck) -> None:
        self._deck = deck
        hashed, salts, order = sha256, deck.salts, deck.order
        tails = bytes([byte for placed in enumerate(order) for byte in placed])  # place and card, two bytes each
        level = [
            hashed(_LEAF + salts[SALT * index : SALT * index + SALT] + tails[2 * index : 2 * index + 2]).digest()
            for index in range(len(order))
        ]
        self._levels = [level]
        while len(level) > 1:
            odd = level[-1:] if len(level) & 1 else []
            pairs = zip(level[::2], level[1::2], strict=False)
            level = [hashed(_NODE + left + right).digest() for left, right in pairs] + odd
            self._levels.append(level)

    @property
    def root(self) -> bytes:
        return self._levels[-1][0]

    def opened(self, index: int) -> Opened:
        """The card at this index, with its proof against the root."""
        path = []
        at = index
        for level in self._levels[:-1]:
            if at ^ 1 < len(level):
                path.append(level[at ^ 1])
            at >>= 1
        return Opened(index, self._deck.order[index], self._deck.salt(index), tuple(path))


def leaf(salt: bytes, index: int, card: int) -> bytes:
    """The commitment to one card. It reveals nothing without the salt."""
    return sha256(_LEAF + salt + bytes((index, card))).digest()


def root_of(opened: Opened, count: int) -> bytes:
    """Compute the root from one opened card of a deck of `count` cards. Raises BadNotation if the proof is
    malformed.
    """
    if not 0 <= opened.index < count <= MOST or not 0 <= opened.card <= MOST:
        raise BadNotation(f"a deck of {count} cards cannot have card {opened.card} at position {opened.index}")
    if len(opened.salt) != SALT:
        raise BadNotation(f"expected a salt of {SALT} bytes, got {len(opened.salt)}")
    if any(len(beside) != HASH for beside in opened.path):
        raise BadNotation(f"every hash in the path must be {HASH} bytes long")
    found = leaf(opened.salt, opened.index, opened.card)
    path = list(opened.path[::-1])
    at, width = opened.index, count
    while width > 1:
        if at ^ 1 < width:
            if not path:
                raise BadNotation(f"the path of hashes for position {opened.index} is too short")
            beside = path.pop()
            found = sha256(_NODE + (beside + found if at & 1 else found + beside)).digest()
        at >>= 1
        width = (width + 1) >> 1
    if path:
        raise BadNotation(f"the path of hashes for position {opened.index} is too long")
    return found


def unhex(text: str, size: int) -> bytes:
    """The `size` bytes of a hash or salt from lower-case hexadecimal. Raises BadNotation for any other text."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != size or found.hex() != text:
        raise BadNotation(f"expected {2 * size} lower-case hexadecimal digits, got {text!r:.80}")
    return found


# ---- storage

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(list[SealedDeck])


def seal(decks: Sequence[SealedDeck]) -> bytes:
    """Encode the shuffles of a hand, so that they can be stored in secret before their roots are published."""
    return _ENCODER.encode(decks)


def unseal(data: bytes) -> list[SealedDeck]:
    """Decode sealed shuffles. Raises BadNotation if the bytes are anything else."""
    try:
        decks = _DECODER.decode(data)
    except UNREADABLE as error:
        raise BadNotation(f"not a sealed deck: {error}") from None
    if any(not 0 <= card <= MOST for deck in decks for card in deck.order):
        raise BadNotation("not a sealed deck: a card number is out of range")
    return decks


# ---- sealed decks


class FairDeck(Deck):
    """A deck for the `Dealer`, with sealed shuffles. Tests can replace the random sources of shuffles and salts.

    - `sealed`: the secret of each shuffle so far; a reshuffle, a redeal or a restored stub counts as a new shuffle
    - `roots`: the public roots of these shuffles
    """

    __slots__ = ("_chance_of", "_salts", "roots", "sealed")

    def __init__(self, pack: Sequence[int], *, below: Below | None = None, salts: Source = OS) -> None:
        self._below = self._chance = None
        self.sealed: list[SealedDeck] = []
        self.roots: list[bytes] = []
        self._chance_of = below
        self._salts = salts
        self._shuffle([*pack_of(pack)], below)

    @classmethod
    def resumed(
        cls, sealed: Sequence[SealedDeck], cut: int, drawn: int, *, below: Below | None = None, salts: Source = OS
    ) -> FairDeck:
        """The deck after `drawn` cards of its last shuffle were dealt, and after a cut at `cut` (0 for no cut).

        `sealed` has the secrets of all its shuffles so far. `below` and `salts` are the random sources of later ones.
        """
        deck = cls.__new__(cls)
        deck._below = deck._chance = None
        deck.sealed = [*sealed]
        deck.roots = [Commitment(one).root for one in sealed]
        deck._chance_of = below
        deck._salts = salts
        order = sealed[-1].order
        deck._stub = [*(order[cut:] + order[:cut])[drawn:][::-1]]
        return deck

    def cut(self, at: int) -> None:
        """Cut the deck before the deal: move its first `at` cards to the bottom. Rule: PG-50.

        Raises Conflict if the deck cannot be cut at this card, or can no longer be cut.
        """
        if len(self._stub) != len(self.sealed[-1].order):
            raise Conflict("the pack can no longer be cut: cards have been dealt", cutting.THE_CUT, code="no_cut")
        self._stub = [*cutting.cut(self.sealed[-1].order, at)[::-1]]

    def refill(self, some: Cards) -> None:
        """Shuffle `some` cards (discards or mucked hands) together with the stub into a new sealed order."""
        self._shuffle([*self._stub, *cards_of(some)], None)

    def put_back(self, some: Cards) -> None:
        """Raise Conflict, because a card dealt from a committed order cannot be put back."""
        raise Conflict("cards cannot go back into an order committed before the deal; shuffle again")

    def copy(self) -> FairDeck:
        """An independent copy with the same stub and secrets."""
        new = FairDeck.__new__(FairDeck)
        new.take(self)
        return new

    def take(self, other: Deck) -> None:
        """Become a copy of `other`. Raises Conflict if that is not a sealed deck."""
        if not isinstance(other, FairDeck):
            raise Conflict("only a sealed deck can replace a sealed deck")
        super().take(other)
        self.sealed = other.sealed.copy()
        self.roots = other.roots.copy()
        self._chance_of = other._chance_of
        self._salts = other._salts

    def _shuffle(self, cards: list[int], below: Below | None) -> None:
        order = shuffle(cards, below or self._chance_of or os_below())
        deck = SealedDeck(order, self._salts(SALT * len(order)))
        self.sealed.append(deck)
        self.roots.append(Commitment(deck).root)
        self._stub = [*order[::-1]]
        self._below = None
