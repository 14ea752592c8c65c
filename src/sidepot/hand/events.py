"""The things that can happen in a hand of poker, one struct each.

A hand is the fold of these. One definition is the Python object, the JSON on the wire, the row in a store and the
schema in the docs. Cards are ints (`4 * rank + suit`, 52 the joker, 53 unknown), seats are 0-based, amounts are
chips. `Folded`, `Called` and the like carry no cause: who asked, and why it was allowed, is the caller's record.

>>> encode(RaisedTo(seat=2, to=600))
b'{"type":"raised_to","seat":2,"to":600}'
>>> decode(b'{"type":"called","seat":0,"amount":400}')
Called(seat=0, amount=400)
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from sidepot.codec import Codec
from sidepot.errors import Conflict
from sidepot.games.limits import Limit
from sidepot.games.model import Game, Opens
from sidepot.games.stakes import Stakes
from sidepot.hand.terms import (
    PRIVATE,
    Added,
    Borrowed,
    Consented,
    MarkerOffered,
    OpenTerms,
    check_place,
    check_terms,
)
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.ruling import Ruling


class Post(StrEnum):
    """What a chip was posted for."""

    ANTE = "ante"
    DEAD_ANTE = "dead ante"  # a big-blind or button ante: dead money, makes no layers
    SMALL_BLIND = "small blind"
    BIG_BLIND = "big blind"
    STRADDLE = "straddle"
    LIVE_BLIND = "live blind"  # posted by a new or returning player, counts as his bet
    DEAD_BLIND = "dead blind"  # goes to the pot and is no bet


LIVE_POSTS = (Post.SMALL_BLIND, Post.BIG_BLIND, Post.STRADDLE, Post.LIVE_BLIND)
DEAD_POSTS = (Post.DEAD_ANTE, Post.DEAD_BLIND)


class Owed(msgspec.Struct, frozen=True):
    """A forced bet that a seat owes before the deal, in the order in which they are paid."""

    seat: int
    post: Post
    amount: int


class Setup(msgspec.Struct, frozen=True):
    """All that is agreed before the first card: the game, the limit, the stakes, the house, the stacks, the posts.

    `stacks` are what each seat has before it posts anything. `players_left` counts who is left in the whole event
    (None for a cash game); it decides whether limit raises are capped heads-up (TDA-2013 45). `carried` is a pot that
    waits since a deal was passed out (PG-81): dead money of the main pot, but for those `parts` of it, (chips, seats),
    that only some contest, because the others were all-in for less or have put nothing in. A seat without chips is in
    the hand if it may win one of them. `open` are the terms of open stakes, None for table stakes.
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
        seats = len(self.stacks)
        low, high = self.game.seats
        if not low <= seats <= high:
            raise Conflict(f"{self.game.title} is played by {low} to {high}, not by {seats}")
        if any(stack < 0 for stack in self.stacks):
            raise Conflict(f"no stack is negative: {list(self.stacks)}")
        if not any(self.stacks) and not self.parts:
            raise Conflict("nobody has a chip")
        if not 0 <= self.button < seats:
            raise Conflict(f"the button is on a seat from 0 to {seats - 1}, not {self.button}")
        for owed in self.owed:
            if not 0 <= owed.seat < seats or owed.amount < 0:
                raise Conflict(f"nobody can owe this: {owed}")
        if len({(owed.seat, owed.post) for owed in self.owed}) < len(self.owed):
            raise Conflict("no seat posts the same thing twice")
        if self.game.streets[0].opens is Opens.NOBODY and any(owed.post in LIVE_POSTS for owed in self.owed):
            raise Conflict(
                f"{self.game.title}: without betting on the first street nobody could call a blind: use antes"
            )
        antes = [owed.amount for owed in self.owed if owed.post is Post.ANTE and owed.amount]
        if antes and (len(set(antes)) > 1 or len(antes) < sum(1 for stack in self.stacks if stack)):
            raise Conflict("antes that are not the same for all are dead money: post them as dead antes")
        if self.carried < 0:
            raise Conflict(f"no pot is negative: {self.carried} is carried")
        if self.parts:
            self._check_parts()
        playing = sum(1 for stack in self.stacks if stack)
        if self.players_left is not None and self.players_left < playing:
            raise Conflict(f"{playing} have chips here, so {self.players_left} cannot be all that are left")
        if self.open is not None:
            self._check_open(self.open)

    def _check_parts(self) -> None:
        """Raise Conflict for parts of a pot that are more than the whole, or for seats that are not in the hand."""
        for chips, can in self.parts:
            if chips < 1 or not all(0 <= seat < len(self.stacks) for seat in can):
                raise Conflict(f"no part of a pot that waits: {chips} for the seats {list(can)}")
        whole = sum([chips for chips, _ in self.parts])
        if whole > self.carried:
            raise Conflict(f"{self.carried} wait in the pot, and its parts come to {whole}")

    def _check_open(self, terms: OpenTerms) -> None:
        """Raise Conflict for open stakes where there are none, or whose terms cannot be."""
        check_place(open_stakes=self.rulebook.open_stakes, is_event=self.players_left is not None)
        if getattr(self.limit, "cap", None) is not None:
            raise Conflict("a hand has a cap, or is played at open stakes, and not both", PRIVATE)
        check_terms(terms, len(self.stacks))


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The hand began: everything that was agreed before the first card."""

    setup: Setup


class Posted(msgspec.Struct, frozen=True, gc=False, tag="posted"):
    """A forced bet was paid, or as much of it as the seat has."""

    seat: int
    post: Post
    amount: int


class Burned(msgspec.Struct, frozen=True, gc=False, tag="burned"):
    """The top card went face down to the burns."""

    card: int


class Dealt(msgspec.Struct, frozen=True, gc=False, tag="dealt"):
    """Cards went to a seat; the last `up` of them lie face up."""

    seat: int
    cards: tuple[int, ...]
    up: int = 0


class BoardDealt(msgspec.Struct, frozen=True, gc=False, tag="board_dealt"):
    """Cards went face up to a board that all live hands share."""

    cards: tuple[int, ...]
    board: int = 0


class Reshuffled(msgspec.Struct, frozen=True, gc=False, tag="reshuffled"):
    """The stub ran out: `count` discards, mucked cards or burns were shuffled and are the stub now."""

    count: int


class BroughtIn(msgspec.Struct, frozen=True, gc=False, tag="brought_in"):
    """The forced bring-in of stud was paid."""

    seat: int
    amount: int


class Folded(msgspec.Struct, frozen=True, gc=False, tag="folded"):
    """A seat gave up its hand, in turn or out of it; its chips stay in the pot."""

    seat: int


class Checked(msgspec.Struct, frozen=True, gc=False, tag="checked"):
    """A seat that owes nothing passed the action on."""

    seat: int


class Called(msgspec.Struct, frozen=True, gc=False, tag="called"):
    """A seat matched the price, or put in all it has; `amount` is what it added."""

    seat: int
    amount: int


class RaisedTo(msgspec.Struct, frozen=True, gc=False, tag="raised_to"):
    """A seat bet, raised or completed; `to` is its total for the round."""

    seat: int
    to: int


class Discarded(msgspec.Struct, frozen=True, gc=False, tag="discarded"):
    """A seat threw cards away to draw as many; none means that it stands pat. `split`: openers are among them."""

    seat: int
    cards: tuple[int, ...]
    split: bool = False


class Returned(msgspec.Struct, frozen=True, gc=False, tag="returned"):
    """The part of a bet that nobody called went back to the seat that bet it."""

    seat: int
    amount: int


class Shown(msgspec.Struct, frozen=True, gc=False, tag="shown"):
    """A seat tabled its whole hand, face up; `called` are the cards it said it plays for each half, if it did."""

    seat: int
    cards: tuple[int, ...]
    called: tuple[tuple[int, ...], ...] = ()


class RunChosen(msgspec.Struct, frozen=True, gc=False, tag="run_chosen"):
    """A seat said how often it would have the board run; the least that anybody says is done."""

    seat: int
    runs: int


class Declared(msgspec.Struct, frozen=True, gc=False, tag="declared"):
    """A seat declared which half it plays for: 1 high, 2 low, 3 both; -1 where that is not known here.

    `spoken` aloud, for all to hear, or with chips in the closed hand.
    """

    seat: int
    ways: int
    spoken: bool = False


class Revealed(msgspec.Struct, frozen=True, gc=False, tag="revealed"):
    """The closed hands were opened: what each seat has declared, as (seat, ways) pairs."""

    declared: tuple[tuple[int, int], ...]


class Proved(msgspec.Struct, frozen=True, gc=False, tag="proved"):
    """Who opened showed his openers; where they are not `good`, his hand is dead."""

    seat: int
    cards: tuple[int, ...]
    good: bool


class Exposed(msgspec.Struct, frozen=True, gc=False, tag="exposed"):
    """A down card was seen by all as it was dealt; where it is not `kept`, it goes, and another one comes for it."""

    seat: int
    card: int
    kept: bool


class TookBack(msgspec.Struct, frozen=True, gc=False, tag="took_back"):
    """A bring-in of the wrong seat was taken back: the right one brings it in."""

    seat: int
    amount: int


class Mucked(msgspec.Struct, frozen=True, gc=False, tag="mucked"):
    """A seat threw its hand away at the showdown without showing it."""

    seat: int


class Before(msgspec.Struct, frozen=True, gc=False):
    """Where the betting stands once a bet or raise that nobody called has gone back (see `betting` for the numbers).

    `raises` counts the bets and raises of the round; `aggressor` made the last one, `opener` the first of the hand (-1:
    nobody). `unit` is the bet of this round, and `alt` the larger one that is open too, where there are two.
    """

    level: int
    full_at: int
    full_raise: int
    raises: int
    capped: bool
    aggressor: int
    opener: int
    unit: int
    alt: int


class Killed(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="killed"):
    """A hand was declared dead: its chips stay in the pot, its claims are gone.

    Where it went by mistake, the part of its bet or raise that nobody has called goes back (`refund`), and the betting
    falls back to how it stood `before` that.
    """

    seat: int
    refund: int = 0
    before: Before | None = None


class Redealt(msgspec.Struct, frozen=True, gc=False, tag="redealt"):
    """A misdeal: every chip went back, and the hand begins again as it began, with the same setup."""


class Voided(msgspec.Struct, frozen=True, gc=False, tag="voided"):
    """The hand was called off: every chip went back, and it is over. A pot that was carried to it waits on."""


class Restubbed(msgspec.Struct, frozen=True, gc=False, tag="restubbed"):
    """The stub was out of order and has been shuffled: `count` cards, where `mixed` the muck and the burns with it."""

    count: int
    mixed: bool = False


class Ruled(msgspec.Struct, frozen=True, omit_defaults=True, tag="ruled"):
    """The floor has ruled, and `by` whom. By itself that changes nothing: what follows from it are the events after."""

    ruling: Ruling
    by: str = ""


class Part(NamedTuple):
    """What one half of one board paid: (seat, amount) pairs. `half` is -1 where both halves went the same way."""

    board: int
    half: int
    shares: tuple[tuple[int, int], ...]


class Awarded(msgspec.Struct, frozen=True, gc=False, tag="awarded"):
    """A pot was paid: `shares` are (seat, amount) pairs that add up to `amount` less `rake`. Pot 0 is the main pot.

    `parts` says which board and half paid what, in pots that several of them share.
    """

    pot: int
    amount: int
    shares: tuple[tuple[int, int], ...]
    rake: int = 0
    parts: tuple[Part, ...] = ()


class PassedOut(msgspec.Struct, frozen=True, gc=False, tag="passed_out"):
    """Nobody opened, or nobody who contests a pot may win it: the chips wait for the next deal."""

    amount: int


Event = (
    Started
    | Posted
    | Burned
    | Dealt
    | BoardDealt
    | Reshuffled
    | BroughtIn
    | Folded
    | Checked
    | Called
    | RaisedTo
    | Discarded
    | Returned
    | RunChosen
    | Declared
    | Revealed
    | Proved
    | Exposed
    | TookBack
    | Shown
    | Mucked
    | Killed
    | Awarded
    | PassedOut
    | Redealt
    | Voided
    | Restubbed
    | Ruled
    | Added
    | MarkerOffered
    | Consented
    | Borrowed
)

_JSON: Final = Codec[Event](Event, "an event", "a log of events")
encode = _JSON.encode
decode = _JSON.decode
decode_log = _JSON.decode_log
schema = _JSON.schema
