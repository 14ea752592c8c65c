"""The pack of the room: every order that it gets is sealed and committed to before a card of it is dealt."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.cards import Below, Cards, Deck, cards_of, pack_of
from sidepot.errors import Conflict
from sidepot.room.fairness.commit import SALT, Commitment, SealedDeck
from sidepot.room.fairness.shuffle import OS, Source, os_below, shuffle
from sidepot.table import cutting


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
