"""The things that can happen in a hand of poker, one struct each.

A hand is rebuilt from these. One definition is the Python object, the JSON on the wire, the row in a store and the
schema in the docs. Cards are ints (`4 * rank + suit`, 52 the joker, 53 unknown), seats are 0-based, amounts are
chips. `Folded`, `Called` and the like carry no cause: who asked, and why it was allowed, is the caller's record.

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
    """An event that happened to a seat, or that it brought about."""

    seat: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    """The hand began: everything that was agreed before the first card."""

    setup: Setup


class Posted(OfSeat, frozen=True, gc=False, tag="posted"):
    """A forced bet was paid, or as much of it as the seat has."""

    post: Post
    amount: int


class Burned(msgspec.Struct, frozen=True, gc=False, tag="burned"):
    """The top card went face down to the burns."""

    card: int


class Dealt(OfSeat, frozen=True, gc=False, tag="dealt"):
    """Cards went to a seat; the last `up` of them are face up."""

    cards: tuple[int, ...]
    up: int = 0


class BoardDealt(msgspec.Struct, frozen=True, gc=False, tag="board_dealt"):
    """Cards went face up to a board that all live hands share."""

    cards: tuple[int, ...]
    board: int = 0


class Reshuffled(msgspec.Struct, frozen=True, gc=False, tag="reshuffled"):
    """The stub ran out: `count` discards, mucked cards or burns were shuffled and are the stub now."""

    count: int


class BroughtIn(OfSeat, frozen=True, gc=False, tag="brought_in"):
    """The forced bring-in of stud was paid."""

    amount: int


class Folded(OfSeat, frozen=True, gc=False, tag="folded"):
    """A seat gave up its hand, in turn or out of it; its chips stay in the pot."""


class Checked(OfSeat, frozen=True, gc=False, tag="checked"):
    """A seat that owes nothing passed the action on."""


class Called(OfSeat, frozen=True, gc=False, tag="called"):
    """A seat matched the price, or put in all it has; `amount` is what it added."""

    amount: int


class RaisedTo(OfSeat, frozen=True, gc=False, tag="raised_to"):
    """A seat bet, raised or completed; `to` is its total for the round."""

    to: int


class Discarded(OfSeat, frozen=True, gc=False, tag="discarded"):
    """A seat threw cards away to draw as many; none means that it stands pat. `split`: openers are among them."""

    cards: tuple[int, ...]
    split: bool = False


class Returned(OfSeat, frozen=True, gc=False, tag="returned"):
    """The part of a bet that nobody called went back to the seat that bet it."""

    amount: int


class Shown(OfSeat, frozen=True, gc=False, tag="shown"):
    """A seat tabled its whole hand, face up; `called` are the cards it called for each half, if it did."""

    cards: tuple[int, ...]
    called: tuple[tuple[int, ...], ...] = ()


class RunChosen(OfSeat, frozen=True, gc=False, tag="run_chosen"):
    """A seat chose how often to run the board; the lowest choice counts."""

    runs: int


class Declared(OfSeat, frozen=True, gc=False, tag="declared"):
    """A seat declared which half it plays for: 1 high, 2 low, 3 both; -1 if that is not known here.

    `spoken` aloud, for all to hear, or with chips in the closed hand.
    """

    ways: int
    spoken: bool = False


class Revealed(msgspec.Struct, frozen=True, gc=False, tag="revealed"):
    """The closed hands were opened: what each seat has declared, as (seat, ways) pairs."""

    declared: tuple[tuple[int, int], ...]


class Proved(OfSeat, frozen=True, gc=False, tag="proved"):
    """The opener showed openers; if they are not `good`, the hand is dead."""

    cards: tuple[int, ...]
    good: bool


class Exposed(OfSeat, frozen=True, gc=False, tag="exposed"):
    """A down card was seen by all as it was dealt; if it is not `kept`, it goes, and another one comes for it."""

    card: int
    kept: bool


class TookBack(OfSeat, frozen=True, gc=False, tag="took_back"):
    """A bring-in of the wrong seat was taken back: the right one brings it in."""

    amount: int


class Mucked(OfSeat, frozen=True, gc=False, tag="mucked"):
    """A seat threw its hand away at the showdown without showing it."""


class Before(msgspec.Struct, frozen=True, gc=False):
    """The state of the betting once a bet or raise that nobody called has gone back (see `betting` for the numbers).

    `raises` counts the bets and raises of the round; `aggressor` made the last one, `opener` the first of the hand (-1:
    nobody). `unit` is the bet of this round, and `alt` the larger one that is open too, if there are two.
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
    """A hand was declared dead: its chips stay in the pot, its claims are gone.

    Where it went by mistake, the part of its bet or raise that nobody has called goes back (`refund`), and the betting
    falls back to its state `before` that.
    """

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
    """What one half of one board paid: (seat, amount) pairs. `half` is -1 if both halves went the same way."""

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
    Started | Posted | Burned | Dealt | BoardDealt | Reshuffled | BroughtIn | Folded | Checked | Called
    | RaisedTo | Discarded | Returned | RunChosen | Declared | Revealed | Proved | Exposed | TookBack | Shown
    | Mucked | Killed | Awarded | PassedOut | Redealt | Voided | Restubbed | Ruled | Added | MarkerOffered
    | Consented | Borrowed
)  # fmt: skip

_JSON: Final = Codec[Event](Event, "an event", "a log of events")
encode, decode, decode_log, schema = _JSON.encode, _JSON.decode, _JSON.decode_log, _JSON.schema
