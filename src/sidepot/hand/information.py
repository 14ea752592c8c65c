"""Information states: everything that one seat has seen of a hand, in order, and nothing else.

Two hands of one setup have the same information state for a seat exactly if the seat has seen the same, so that it must
act alike in both (perfect recall). A state is a row of `Note`s, which are numbers only, so that kernels can write them
too; its text, its key and its tensor are three forms of this row, and different rows differ in each of them.

The order of cards that a seat gets, or that are turned on a board, at one time is not part of a state.

>>> from sidepot.hand.hand import Hand
>>> from sidepot.hand.planning.study import study_setup
>>> hand = Hand(study_setup("leduc"))
>>> hand.post(), hand.post(), hand.deal("Kh"), hand.deal("Js"), hand.check(), hand.raise_to(2)
(None, None, None, None, None, None)
>>> print(information_state(hand, 0).text)
seat 0 | stack 0 13, stack 1 13, button 1, dealt 0 Kh, dealt 1 ??, checked 0, raised 1 to 2
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict
from sidepot.hand import events as e
from sidepot.hand import terms
from sidepot.hand.events import Event, Started
from sidepot.hand.hand import Hand
from sidepot.hand.setup import Setup
from sidepot.hand.view import redact
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect

CARDS: Final = 53  # deuce of clubs to ace of spades, then the joker
LARGEST: Final = 127  # number in one byte of a key
HUNDRED: Final = 100  # by which counts are divided in a tensor


class Saw(IntEnum):
    """What a note of an information state is about. The value of each member is its column in the tensor."""

    STACK = 0  # the chips of a seat before the hand
    BUTTON = 1
    DEALT = 2  # cards dealt face down
    DEALT_UP = 3
    BOARD = 4  # cards on board `amount`
    BROUGHT_IN = 5
    FOLDED = 6
    CHECKED = 7
    CALLED = 8
    RAISED = 9  # to a total of `amount` for the round
    DISCARDED = 10  # `amount` is 1 if openers were split
    RUNS = 11
    DECLARED = 12
    REVEALED = 13
    PROVED = 14  # `amount` is 1 if the openers were good
    EXPOSED = 15  # `amount` is 1 if the card was kept
    TOOK_BACK = 16
    SHOWN = 17
    CLAIMED = 18  # the cards announced for one half
    MUCKED = 19
    KILLED = 20  # `amount` is the refund
    RESHUFFLED = 21
    POT = 22  # a pot of `amount` was paid
    PART = 23  # a board and a half of it
    WON = 24
    PASSED_OUT = 25
    BEGUN_AGAIN = 26
    VOIDED = 27
    ADDED = 28
    MARKER = 29  # `amount` is its face
    CONSENTED = 30
    BORROWED = 31
    LENT = 32  # by a seat, or by the lender of number `amount`
    RESTUBBED = 33  # `amount` is twice the number of cards, and 1 more if the muck was among them


COUNTS: Final = frozenset(
    {
        Saw.BOARD, Saw.DISCARDED, Saw.RUNS, Saw.DECLARED, Saw.REVEALED, Saw.PROVED, Saw.EXPOSED, Saw.RESHUFFLED,
        Saw.RESTUBBED, Saw.PART, Saw.CONSENTED, Saw.LENT,
    }
)  # fmt: skip
"""The notes whose `amount` is a count and not chips."""


class Note(NamedTuple):
    """One thing that a seat saw.

    - `saw`: what the note is about
    - `seat`: the seat that it concerns (-1: none)
    - `amount`: chips or another number, as `Saw` says
    - `cards`: the cards in ascending order, unknown cards last
    """

    saw: Saw
    seat: int = -1
    amount: int = 0
    cards: tuple[int, ...] = ()

    def __str__(self) -> str:
        words = [self.saw.name.lower().replace("_", " ")]
        if self.seat >= 0:
            words.append(str(self.seat))
        if self.saw is Saw.RAISED:
            words.append("to")
        if self.amount or self.saw in _WITH_AMOUNT:
            words.append(str(self.amount))
        if self.cards:
            words.append(text(self.cards))
        return " ".join(words)


_WITH_AMOUNT: Final = frozenset({Saw.STACK, Saw.CALLED, Saw.RAISED, Saw.PART, Saw.POT, Saw.WON})

Columns = dict[str, slice]


class InformationState(msgspec.Struct, frozen=True, dict=True):
    """What a seat has seen of a hand, in order. Two states are equal exactly if their notes are equal.

    - `seats`: the number of seats in the hand
    - `chips`: the number of all chips in play
    """

    seat: int
    seats: int
    chips: int
    notes: tuple[Note, ...]

    @cached_property
    def text(self) -> str:
        """The state in words, in one line."""
        return f"seat {self.seat} | {', '.join(map(str, self.notes))}"

    @cached_property
    def key(self) -> bytes:
        """The state as bytes: short, hashable, and the same in every process."""
        return _packed(self.seat) + key_of(self.notes)

    @property
    def columns(self) -> Columns:
        """Where each part of a note is in a row of `tensor`, as slices. They depend only on the number of seats."""
        return columns_of(self.seats)

    def tensor(self, length: int | None = None) -> list[list[float]]:
        """The state as rows of numbers from 0 to 1: a row for each note, with the columns that `columns` describes.

        With `length`, rows of zeros are added until there are `length` rows. Raises Conflict if the state has more
        rows, because several histories could have the same cut-off state.
        """
        rows = [row_of(note, self.seat, self.seats, self.chips) for note in self.notes]
        if length is not None:
            length = as_int(length, "length")
            if length < len(rows):
                raise Conflict(f"length: expected at least {len(rows)}, the number of rows of this state, not {length}")
            rows += [[0.0] * len(rows[0]) for _ in range(length - len(rows))]
        return rows


class Memory:
    """What one seat has seen so far of a hand with this setup. `see` adds an event."""

    def __init__(self, setup: Setup, seat: int) -> None:
        self.setup = setup
        self.seat = seat
        notes = [Note(Saw.STACK, at, chips) for at, chips in enumerate(setup.stacks)]
        self.notes = [*notes, Note(Saw.BUTTON, setup.button)]

    def see(self, event: Event) -> None:
        """Add what the seat may see of an event. Events that follow from the setup, such as blinds, add nothing."""
        self.notes += notes_of(event, self.seat, self.setup)

    def state(self) -> InformationState:
        """The information state now."""
        setup = self.setup
        return InformationState(self.seat, len(setup.stacks), sum(setup.stacks) + setup.carried, tuple(self.notes))


def information_state(hand: Hand, seat: int) -> InformationState:
    """The information state of a seat, from the hand itself or from that seat's view of the hand.

    Raises BadNotation for a seat that does not exist, and Conflict for a copy of a hand without its log.
    """
    log = expect(hand, Hand, "hand").log
    seats = hand.plan.seats
    at = as_int(seat, "seat")
    if not 0 <= at < seats:
        raise BadNotation(f"seat: expected a seat from 0 to {seats - 1}, not {at}")
    if not log or not isinstance(log[0], Started):
        raise Conflict(
            "an information state is made from the hand's log, which this copy lacks; use `copy(log=True)`",
            code="no_log",
        )
    memory = Memory(hand.setup, at)
    for event in log:
        memory.see(event)
    return memory.state()


def notes_of(event: Event, seat: int, setup: Setup) -> Iterable[Note]:
    """What an event adds to the information state of a seat."""
    noted = _NOTES.get(type(event))
    return () if noted is None else noted(redact(event, seat), setup)


def key_of(notes: Iterable[Note]) -> bytes:
    """The notes as bytes, one after another. The key of a state is its seat, followed by these bytes."""
    numbers: list[int] = []
    for saw, seat, amount, cards in notes:
        numbers += [saw, seat + 1, amount, len(cards), *cards]
    if max(numbers, default=0) <= LARGEST:
        return bytes(numbers)
    return b"".join([_packed(number) for number in numbers])


# ---- tensors


def columns_of(seats: int) -> Columns:
    """Where each part of a note is in a row of a tensor, as slices, for this number of seats.

    - `saw`: a flag for each kind of note, in the order of `Saw`
    - `seat`: a flag for each seat, beginning with the observer, then clockwise
    - `amount`: a number of chips as a fraction of all chips in play, or some other number divided by 100
    - `cards`: a flag for each card, from the deuce of clubs to the ace of spades, then the joker
    - `hidden`: the number of unknown cards, divided by 100
    """
    found, at = {}, 0
    for name, width in (("saw", len(Saw)), ("seat", seats), ("amount", 1), ("cards", CARDS), ("hidden", 1)):
        found[name] = slice(at, at + width)
        at += width
    return found


def row_of(note: Note, seat: int, seats: int, chips: int) -> list[float]:
    """The row of a note in the tensor of seat `seat`. `chips` is the number of all chips in play."""
    row = [0.0] * (len(Saw) + seats + CARDS + 2)
    row[note.saw] = 1.0
    if note.seat >= 0:
        row[len(Saw) + (note.seat - seat) % seats] = 1.0
    row[len(Saw) + seats] = note.amount / (HUNDRED if note.saw in COUNTS else chips)
    first = len(Saw) + seats + 1
    for card in note.cards:
        if card == UNKNOWN:
            row[-1] += 1 / HUNDRED
        else:
            row[first + card] = 1.0
    return row


def _packed(number: int) -> bytes:
    """A number of any size, seven bits a byte, so that no number is the beginning of another one."""
    found = bytearray()
    while number > LARGEST:
        found.append(number & LARGEST | LARGEST + 1)
        number >>= 7
    found.append(number)
    return bytes(found)


# ---- notes of events


def _dealt(event: e.Dealt, _: Setup) -> Iterable[Note]:
    down = len(event.cards) - event.up
    if down:
        yield Note(Saw.DEALT, event.seat, 0, _in_order(event.cards[:down]))
    if event.up:
        yield Note(Saw.DEALT_UP, event.seat, 0, _in_order(event.cards[down:]))


def _shown(event: e.Shown, _: Setup) -> Iterable[Note]:
    yield Note(Saw.SHOWN, event.seat, 0, _in_order(event.cards))
    for half in event.called:
        yield Note(Saw.CLAIMED, event.seat, 0, _in_order(half))


def _awarded(event: e.Awarded, _: Setup) -> Iterable[Note]:
    yield Note(Saw.POT, -1, event.amount)
    yield from _won(event.shares)
    for part in event.parts:
        yield Note(Saw.PART, -1, 3 * part.board + part.half + 1)
        yield from _won(part.shares)


def _won(shares: Iterable[tuple[int, int]]) -> list[Note]:
    return [Note(Saw.WON, seat, amount) for seat, amount in shares]


def _borrowed(event: terms.Borrowed, setup: Setup) -> Iterable[Note]:
    yield Note(Saw.BORROWED, event.seat, event.amount)
    lenders = setup.open.lenders if setup.open is not None else ()
    yield Note(Saw.LENT, event.lender, lenders.index(event.name) if event.name in lenders else 0)


def _in_order(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cards))  # an unknown card is the greatest number


_NOTES: Final[dict[type, Callable[[Any, Setup], Iterable[Note]]]] = {
    e.Dealt: _dealt,
    e.BoardDealt: lambda event, _: [Note(Saw.BOARD, -1, event.board, _in_order(event.cards))],
    e.BroughtIn: lambda event, _: [Note(Saw.BROUGHT_IN, event.seat, event.amount)],
    e.Folded: lambda event, _: [Note(Saw.FOLDED, event.seat)],
    e.Checked: lambda event, _: [Note(Saw.CHECKED, event.seat)],
    e.Called: lambda event, _: [Note(Saw.CALLED, event.seat, event.amount)],
    e.RaisedTo: lambda event, _: [Note(Saw.RAISED, event.seat, event.to)],
    e.Discarded: lambda event, _: [Note(Saw.DISCARDED, event.seat, event.split, _in_order(event.cards))],
    e.RunChosen: lambda event, _: [Note(Saw.RUNS, event.seat, event.runs)],
    e.Declared: lambda event, _: [Note(Saw.DECLARED, event.seat, max(event.ways, 0))],
    e.Revealed: lambda event, _: [Note(Saw.REVEALED, seat, ways) for seat, ways in event.declared],
    e.Proved: lambda event, _: [Note(Saw.PROVED, event.seat, event.good, _in_order(event.cards))],
    e.Exposed: lambda event, _: [Note(Saw.EXPOSED, event.seat, event.kept, (event.card,))],
    e.TookBack: lambda event, _: [Note(Saw.TOOK_BACK, event.seat, event.amount)],
    e.Shown: _shown,
    e.Mucked: lambda event, _: [Note(Saw.MUCKED, event.seat)],
    e.Killed: lambda event, _: [Note(Saw.KILLED, event.seat, event.refund)],
    e.Reshuffled: lambda event, _: [Note(Saw.RESHUFFLED, -1, event.count)],
    e.Restubbed: lambda event, _: [Note(Saw.RESTUBBED, -1, 2 * event.count + event.mixed)],
    e.Awarded: _awarded,
    e.PassedOut: lambda event, _: [Note(Saw.PASSED_OUT, -1, event.amount)],
    e.Redealt: lambda event, _: [Note(Saw.BEGUN_AGAIN)],
    e.Voided: lambda event, _: [Note(Saw.VOIDED)],
    terms.Added: lambda event, _: [Note(Saw.ADDED, event.seat, event.amount)],
    terms.MarkerOffered: lambda event, _: [
        Note(Saw.RAISED, event.seat, event.to),
        Note(Saw.MARKER, event.seat, event.face),
    ],
    terms.Consented: lambda event, _: [Note(Saw.CONSENTED, event.seat, event.agrees)],
    terms.Borrowed: _borrowed,
}
"""What each event adds. Posts, burns, uncalled chips and rulings add nothing: they follow from the rest, or change
nothing. (Only if the floor steps in is there a choice: whether the next card was burned before or after.)
"""
