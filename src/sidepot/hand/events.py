"""The events of a hand of poker, one struct each.

A hand is rebuilt from its events. The same definition serves as Python object, JSON on the wire, row in a store and
schema in the docs. Cards are ints (`4 * rank + suit`, 52 the joker, 53 unknown), seats are 0-based, amounts are chips.
An event such as `Folded` gives no reason; the caller records who acted and why.

>>> encode(RaisedTo(seat=2, to=600))
b'{"type":"raised_to","seat":2,"to":600}'
>>> decode(b'{"type":"called","seat":0,"amount":400}')
Called(seat=0, amount=400)
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from sidepot.hand.setup import Post, Setup
from sidepot.hand.terms import Added, Borrowed, Consented, MarkerOffered
from sidepot.rules.ruling import Ruling
from sidepot.validation.codec import Codec


class OfSeat(msgspec.Struct, frozen=True, gc=False):
    """An event of one seat."""

    seat: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The hand began with everything that was agreed before the first card."""

    setup: Setup


class Posted(OfSeat, frozen=True, gc=False, tag="posted"):
    """A seat paid a forced bet, or all its chips if they were too few."""

    post: Post
    amount: int


class Burned(msgspec.Struct, frozen=True, gc=False, tag="burned"):
    """The top card was burned, face down."""

    card: int


class Dealt(OfSeat, frozen=True, gc=False, tag="dealt"):
    """Cards were dealt to a seat, the last `up` of them face up."""

    cards: tuple[int, ...]
    up: int = 0


class BoardDealt(msgspec.Struct, frozen=True, gc=False, tag="board_dealt"):
    """Cards were dealt face up on a board that all live hands share."""

    cards: tuple[int, ...]
    board: int = 0


class Reshuffled(msgspec.Struct, frozen=True, gc=False, tag="reshuffled"):
    """The stub was used up. `count` discards, mucked cards or burn cards were shuffled to make a new stub."""

    count: int


class BroughtIn(OfSeat, frozen=True, gc=False, tag="brought_in"):
    """A seat paid the bring-in, the forced bet of stud."""

    amount: int


class Folded(OfSeat, frozen=True, gc=False, tag="folded"):
    """A seat folded, in turn or out of turn; its chips stay in the pot."""


class Checked(OfSeat, frozen=True, gc=False, tag="checked"):
    """A seat checked."""


class Called(OfSeat, frozen=True, gc=False, tag="called"):
    """A seat matched the price, or called all-in for less. `amount` is the number of chips added."""

    amount: int


class RaisedTo(OfSeat, frozen=True, gc=False, tag="raised_to"):
    """A seat bet, raised or completed. `to` is its total for the round."""

    to: int


class Discarded(OfSeat, frozen=True, gc=False, tag="discarded"):
    """A seat discarded cards, and will draw as many. Without cards, the seat stood pat.

    `split` means that some of the cards were openers.
    """

    cards: tuple[int, ...]
    split: bool = False


class Returned(OfSeat, frozen=True, gc=False, tag="returned"):
    """The uncalled part of a bet was returned to its seat."""

    amount: int


class Shown(OfSeat, frozen=True, gc=False, tag="shown"):
    """A seat tabled its whole hand. `called` lists the cards that the seat announced for each half of the pot."""

    cards: tuple[int, ...]
    called: tuple[tuple[int, ...], ...] = ()


class RunChosen(OfSeat, frozen=True, gc=False, tag="run_chosen"):
    """A seat chose how often to run the board. The lowest choice counts."""

    runs: int


class Declared(OfSeat, frozen=True, gc=False, tag="declared"):
    """A seat declared for high (1), low (2) or both (3). `ways` is -1 if this copy of the log hides the declaration.

    `spoken` means that the seat declared aloud, not with chips in a closed hand.
    """

    ways: int
    spoken: bool = False


class Revealed(msgspec.Struct, frozen=True, gc=False, tag="revealed"):
    """Closed declarations of high, low or both were revealed, as pairs of a seat and the ways that it declared."""

    declared: tuple[tuple[int, int], ...]


class Proved(OfSeat, frozen=True, gc=False, tag="proved"):
    """The opener showed `cards` as openers. If they are not `good` enough, the hand is dead."""

    cards: tuple[int, ...]
    good: bool


class Exposed(OfSeat, frozen=True, gc=False, tag="exposed"):
    """A down card was exposed during the deal. It is replaced unless it is `kept`."""

    card: int
    kept: bool


class TookBack(OfSeat, frozen=True, gc=False, tag="took_back"):
    """The wrong seat took its bring-in back. The right seat must post it."""

    amount: int


class Mucked(OfSeat, frozen=True, gc=False, tag="mucked"):
    """A seat mucked its hand at the showdown without showing it."""


class Before(msgspec.Struct, frozen=True, gc=False):
    """The state of the betting before a bet or raise. It is restored if that bet is returned.

    - `level`: the price to call, without a bring-in
    - `full_at`: the level at the last full bet or raise
    - `full_raise`: the size of the smallest full raise
    - `raises`: the number of bets and raises in the round
    - `capped`: whether the cap on raises was reached
    - `aggressor`: the seat that made the latest of these bets and raises (-1: nobody)
    - `opener`: the seat that made the first bet of the hand (-1: nobody)
    - `unit`: the bet size of the round
    - `alt`: a second, larger bet size (0: none)
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


class Killed(OfSeat, frozen=True, gc=False, omit_defaults=True, tag="killed"):
    """A hand was declared dead. Its chips stay in the pot, and the hand can win nothing.

    If the hand was killed by mistake, the uncalled part of its bet or raise is returned (`refund`). The betting then
    returns to the state `before` that bet.
    """

    refund: int = 0
    before: Before | None = None


class Redealt(msgspec.Struct, frozen=True, gc=False, tag="redealt"):
    """There was a misdeal. Every chip was returned, and the hand begins again with the same setup."""


class Voided(msgspec.Struct, frozen=True, gc=False, tag="voided"):
    """The hand was called off. Every chip was returned, and the hand is over.

    A pot carried into this hand is carried on to the next deal.
    """


class Restubbed(msgspec.Struct, frozen=True, gc=False, tag="restubbed"):
    """The stub was out of order and was shuffled; with `mixed`, together with the muck and the burn cards.

    `count` is the number of cards in the shuffled stub.
    """

    count: int
    mixed: bool = False


class Ruled(msgspec.Struct, frozen=True, omit_defaults=True, tag="ruled"):
    """The floor made a ruling. The ruling itself changes nothing; its effects are separate events.

    `by` is the person who made the ruling.
    """

    ruling: Ruling
    by: str = ""


class Part(NamedTuple):
    """What was paid on one board for one half of the pot, or for both.

    - `half`: the half of the pot (-1: the same seats won both halves)
    - `shares`: the payments, as (seat, amount) pairs
    """

    board: int
    half: int
    shares: tuple[tuple[int, int], ...]


class Awarded(msgspec.Struct, frozen=True, gc=False, tag="awarded"):
    """A pot was paid.

    - `pot`: the number of the pot (0: the main pot)
    - `shares`: (seat, amount) pairs, which add up to `amount` minus `rake`
    - `parts`: the payments of each board and half, if the pot was split between several
    """

    pot: int
    amount: int
    shares: tuple[tuple[int, int], ...]
    rake: int = 0
    parts: tuple[Part, ...] = ()


class PassedOut(msgspec.Struct, frozen=True, gc=False, tag="passed_out"):
    """Nobody opened, or no contestant may win the pot. Its chips are carried to the next deal."""

    amount: int


Event = (
    Started | Posted | Burned | Dealt | BoardDealt | Reshuffled | BroughtIn | Folded | Checked | Called
    | RaisedTo | Discarded | Returned | RunChosen | Declared | Revealed | Proved | Exposed | TookBack | Shown
    | Mucked | Killed | Awarded | PassedOut | Redealt | Voided | Restubbed | Ruled | Added | MarkerOffered
    | Consented | Borrowed
)  # fmt: skip

_JSON: Final = Codec[Event](Event, "an event", "a log of events")
encode, decode, decode_log, schema = _JSON.encode, _JSON.decode, _JSON.decode_log, _JSON.schema
