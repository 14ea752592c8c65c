"""Commitments: the order of a pack is fixed before the first card, and each card can be opened for itself.

Every card, with its place and a salt of its own, is hashed; of these hashes a tree is built, and its root is told to
all before a card is dealt. A player who is shown a card gets its place, its salt and the hashes beside its way up the
tree: they work out the root, and learn nothing of the other cards, whose salted hashes are all they get.

    leaf(place, card) = SHA-256(00 | salt, 16 bytes | place, 1 byte | card, 1 byte)
    node(left, right) = SHA-256(01 | left, 32 bytes | right, 32 bytes)

Hashes are paired from the left on each level; an odd one at the end goes up as it is.
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
MOST: Final = 255  # a place is one byte
_LEAF: Final = b"\x00"
_NODE: Final = b"\x01"


class SealedDeck(msgspec.Struct, frozen=True):
    """The secret of one shuffle: its order, top card first, and the salts of its cards, one after the other.

    It is stored before the root is told, and only single cards of it are ever opened.
    """

    order: tuple[int, ...]
    salts: bytes

    def __repr__(self) -> str:
        """Without its cards and salts, since logs and tracebacks show this."""
        return f"<SealedDeck of {len(self.order)} cards>"

    def __post_init__(self) -> None:
        if not 0 < len(self.order) <= MOST or len(self.salts) != SALT * len(self.order):
            raise Conflict(f"{len(self.order)} cards need as many salts of {SALT} bytes, not {len(self.salts)} bytes")

    def salt(self, index: int) -> bytes:
        """The salt of the card at a place."""
        return self.salts[SALT * index : SALT * (index + 1)]


class Opened(msgspec.Struct, frozen=True):
    """One card of a committed order: its place from the top, its salt, and the hashes beside its way to the root."""

    index: int
    card: int
    salt: bytes
    path: tuple[bytes, ...]


class Commitment:
    """All the hashes over one order: `root` is told before the deal, `opened` shows a single card."""

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
        """The card at a place, with all that is needed to check it against the root."""
        path = []
        at = index
        for level in self._levels[:-1]:
            if at ^ 1 < len(level):
                path.append(level[at ^ 1])
            at >>= 1
        return Opened(index, self._deck.order[index], self._deck.salt(index), tuple(path))


def leaf(salt: bytes, index: int, card: int) -> bytes:
    """The commitment to one card: as long for every card, and without the salt nobody can tell for which."""
    return sha256(_LEAF + salt + bytes((index, card))).digest()


def root_of(opened: Opened, count: int) -> bytes:
    """The root that an opened card leads to in an order of `count` cards. Raises BadNotation where it leads nowhere."""
    if not 0 <= opened.index < count <= MOST or not 0 <= opened.card <= MOST:
        raise BadNotation(f"there is no card {opened.card} at place {opened.index} of {count}")
    if len(opened.salt) != SALT:
        raise BadNotation(f"a salt has {SALT} bytes, not {len(opened.salt)}")
    if any(len(beside) != HASH for beside in opened.path):
        raise BadNotation(f"each hash of a path has {HASH} bytes")
    found = leaf(opened.salt, opened.index, opened.card)
    path = list(opened.path[::-1])
    at, width = opened.index, count
    while width > 1:
        if at ^ 1 < width:
            if not path:
                raise BadNotation(f"the path of place {opened.index} is too short")
            beside = path.pop()
            found = sha256(_NODE + (beside + found if at & 1 else found + beside)).digest()
        at >>= 1
        width = (width + 1) >> 1
    if path:
        raise BadNotation(f"the path of place {opened.index} is too long")
    return found


def unhex(text: str, size: int) -> bytes:
    """The bytes of a hash or a salt as records write it: lower case, two digits a byte. Raises BadNotation."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != size or found.hex() != text:
        raise BadNotation(f"{size} bytes are written as {2 * size} hexadecimal digits in lower case, not {text!r:.80}")
    return found


# ---- what is stored under seal

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(list[SealedDeck])


def seal(decks: Sequence[SealedDeck]) -> bytes:
    """The shuffles of a hand as they are stored, secret, before their roots are told."""
    return _ENCODER.encode(decks)


def unseal(data: bytes) -> list[SealedDeck]:
    """Read sealed shuffles back. Raises BadNotation."""
    try:
        decks = _DECODER.decode(data)
    except UNREADABLE as error:
        raise BadNotation(f"not a sealed deck: {error}") from None
    if any(not 0 <= card <= MOST for deck in decks for card in deck.order):
        raise BadNotation("not a sealed deck: it has cards that there are not")
    return decks


# ---- decks that are shuffled and sealed


class FairDeck(Deck):
    """A pack that is shuffled whole, for the `Dealer` like any other.

    `sealed` has a secret for each shuffle so far: one as the hand begins, one more for each reshuffle, new deal or stub
    that is put in order; `roots` what is told of them. Both chance and salts are arguments, for tests.
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
        """The pack as it lay after `drawn` cards of its last shuffle, which was cut at `cut` (0: not cut)."""
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
        """Put the first `at` cards under the others, before any is dealt. Raises Conflict. Rule: PG-50."""
        if len(self._stub) != len(self.sealed[-1].order):
            raise Conflict("cards of this pack are dealt: it is not cut any more", cutting.THE_CUT, code="no_cut")
        self._stub = [*cutting.cut(self.sealed[-1].order, at)[::-1]]

    def refill(self, some: Cards) -> None:
        """Shuffle `some` cards (discards, mucked hands) with the rest of the stub: a new order, sealed anew."""
        self._shuffle([*self._stub, *cards_of(some)], None)

    def put_back(self, some: Cards) -> None:
        """Not here: cards that have been dealt off a committed order do not go back to its top."""
        raise Conflict("this order was fixed before the deal: cards do not go back on it, only a new shuffle helps")

    def copy(self) -> FairDeck:
        """The same stub, card by card, and the same secrets."""
        new = FairDeck.__new__(FairDeck)
        new.take(self)
        return new

    def take(self, other: Deck) -> None:
        """Become another pack of the room, card by card."""
        if not isinstance(other, FairDeck):
            raise Conflict("only a pack whose orders are sealed can take the place of one")
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
