"""Everything agreed before the first card of a hand: game, limit, stakes, house, seats, and forced bets."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Conflict
from sidepot.games.catalog import game_of
from sidepot.games.limits import Limit
from sidepot.games.model import Game, Opens
from sidepot.games.stakes import Stakes
from sidepot.hand.terms import PRIVATE, OpenTerms, check_place, check_terms
from sidepot.rules.houses import house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.type_checks import check_fields


class Post(StrEnum):
    """The kind of a post."""

    ANTE = "ante"
    DEAD_ANTE = "dead ante"  # a big-blind or button ante: dead money, which makes no layers
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    LIVE_BLIND = "live blind"  # from a new or returning player, counts as a bet
    DEAD_BLIND = "dead blind"  # goes to the pot and is not a bet


LIVE_POSTS = (Post.SMALL_BLIND, Post.BIG_BLIND, Post.STRADDLE, Post.LIVE_BLIND)
DEAD_POSTS = (Post.DEAD_ANTE, Post.DEAD_BLIND)


class Owed(msgspec.Struct, frozen=True, gc=False):
    """A forced bet that a seat owes before the deal."""

    seat: int
    post: Post
    amount: int

    def __post_init__(self) -> None:
        check_fields(self)


class Setup(msgspec.Struct, frozen=True, gc=False):
    """Everything that is agreed before the first card.

    - `stacks`: the chips of each seat before it posts anything
    - `owed`: the forced bets in payment order
    - `players_left`: the number of players left in the tournament (None in a cash game); it decides whether limit
      raises are capped heads-up (TDA-2013 45)
    - `carried`: the chips carried over from a deal that was passed out (PG-81); they are dead money in the main pot
    - `parts`: the parts of `carried` that only some seats contest, as (chips, seats), because the other seats had put
      in less
    - `open`: the terms of open stakes (None at table stakes)

    A seat without chips is in the hand if it may win one of the `parts`.
    """

    game: Game
    limit: Limit
    stakes: Stakes
    rulebook: Rulebook
    stacks: tuple[int, ...]
    button: int
    owed: tuple[Owed, ...]
    players_left: int | None = None
    carried: int = 0
    open: OpenTerms | None = None
    parts: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def __post_init__(self) -> None:
        if type(self.game) is not Game or type(self.rulebook) is not Rulebook:
            self._find_names()
        check_fields(self)
        seats = len(self.stacks)
        low, high = self.game.seats
        if not low <= seats <= high:
            raise Conflict(f"{self.game.title} needs {low} to {high} players, not {seats}", code="wrong_player_count")
        if min(self.stacks) < 0:
            raise Conflict(f"a stack cannot be negative: {list(self.stacks)}")
        if not any(self.stacks) and not self.parts:
            raise Conflict("no player has any chips")
        if not 0 <= self.button < seats:
            raise Conflict(f"button: expected a seat from 0 to {seats - 1}, not {self.button}")
        for owed in self.owed:
            if not 0 <= owed.seat < seats or owed.amount < 0:
                raise Conflict(f"owed: expected a seat from 0 to {seats - 1} and an amount of 0 or more, not {owed}")
        if len({(owed.seat, owed.post) for owed in self.owed}) < len(self.owed):
            raise Conflict("a seat cannot post the same blind or ante twice")
        if self.game.streets[0].opens is Opens.NOBODY and any(owed.post in LIVE_POSTS for owed in self.owed):
            raise Conflict(
                f"{self.game.title}: the first street has no betting, so nobody could call a blind; use antes"
            )
        antes = [owed.amount for owed in self.owed if owed.post is Post.ANTE and owed.amount]
        playing = seats - self.stacks.count(0)
        if antes and (len(set(antes)) > 1 or len(antes) < playing):
            raise Conflict("antes of different sizes must be posted as dead antes")
        if self.carried < 0:
            raise Conflict(f"`carried` must not be negative, but is {self.carried}")
        if self.parts:
            self._check_parts()
        if self.players_left is not None and self.players_left < playing:
            raise Conflict(
                f"`players_left` ({self.players_left}) is less than the number of players with chips here ({playing})"
            )
        if self.open is not None:
            self._check_open(self.open)

    def _find_names(self) -> None:
        """Replace the names of the game and the house by the objects. Raises BadNotation for an unknown name."""
        msgspec.structs.force_setattr(self, "game", game_of(self.game))
        msgspec.structs.force_setattr(self, "rulebook", house_of(self.rulebook, "rulebook"))

    def _check_parts(self) -> None:
        """Raise Conflict for parts that exceed the pot, or for seats that are not in the hand."""
        for chips, can in self.parts:
            if chips < 1 or not all(0 <= seat < len(self.stacks) for seat in can):
                at = ", ".join([str(seat + 1) for seat in can])
                raise Conflict(
                    "a part of a carried pot must have 1 chip or more, for seats from 1 to "
                    f"{len(self.stacks)}; got {chips} for seats {at or 'none'}"
                )
        whole = sum([chips for chips, _ in self.parts])
        if whole > self.carried:
            raise Conflict(f"the carried pot has {self.carried} chips, but its parts add up to {whole}")

    def _check_open(self, terms: OpenTerms) -> None:
        """Raise Conflict if open stakes are not allowed in this setup, or if their terms are impossible."""
        check_place(open_stakes=self.rulebook.open_stakes, is_tournament=self.players_left is not None)
        if getattr(self.limit, "cap", None) is not None:
            raise Conflict("a hand can have a cap or open stakes, but not both", PRIVATE)
        check_terms(terms, len(self.stacks))
