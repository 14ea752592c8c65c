"""Read the record of a hand played in a room (HAND.json) as a history, from its owner's view.

A file has one record or several, each beginning on a new line. The rules check every event. `sidepot verify` checks the
chain and the sealed cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, TypeVar

import msgspec

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.reasons import UNFINISHED
from sidepot.hand.due import DONE
from sidepot.hand.events import Dealt, Event, Started, decode
from sidepot.hand.hand import Hand
from sidepot.hand.view_replay import replay_view
from sidepot.validation import quantities as q
from sidepot.validation.codec import UNREADABLE
from sidepot.validation.decimals import unscaled
from sidepot.validation.json_text import json_error

SITE: Final = "sidepot"
CURRENCY: Final = "Chips"
MARK: Final = '"sidepot hand record '
LOOKED_AT: Final = 4_000
_OF_THE_ROOM: Final = ("heading", "shuffled", "cut")

T = TypeVar("T", str, bytes, msgspec.Raw)
R = TypeVar("R")


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The description of a hand. No hash covers the description.

    - `name`: the number of the hand
    - `table`: the title of its table
    - `when`: when the hand ended, in UTC ("" if unknown)
    - `tournament`: whether the hand belongs to a tournament
    """

    name: str
    table: str
    when: str
    tournament: bool = False


class SidePayment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A payment from one player to another after a hand, in a side game of the table. No hash covers it."""

    game: Literal["seven-deuce", "stand-up game"]
    payer: str
    payee: str
    chips: q.Chips


class RoomHand(msgspec.Struct, frozen=True):
    """A hand of a room, as one seat or a spectator saw it.

    - `line`: the first line of the record of the hand
    - `seat`: the seat that saw the hand (-1 for a spectator)
    - `rabbit`: the cards of a rabbit hunt
    - `side`: the payments in side games after the hand
    """

    line: int
    seat: int
    players: tuple[str, ...]
    events: tuple[Event, ...]
    about: About
    decimals: q.Decimals = 0
    rabbit: tuple[q.Card, ...] = ()
    side: tuple[SidePayment, ...] = ()


class _Own(msgspec.Struct, frozen=True):
    item: int
    event: msgspec.Raw


class _Record(msgspec.Struct, frozen=True):
    """The parts of a record that a history needs."""

    format: Literal["sidepot hand record 1"]
    seat: int
    items: list[msgspec.Raw]
    own: list[_Own]
    about: About | None = None
    rabbit: tuple[q.Card, ...] = ()
    side: tuple[SidePayment, ...] = ()


class _Tag(msgspec.Struct, frozen=True):
    type: str


class _Heading(msgspec.Struct, frozen=True):
    table: str
    hand: int
    players: tuple[str, ...]
    decimals: q.Decimals = 0


_RECORDS: Final = msgspec.json.Decoder(_Record)
_TAGS: Final = msgspec.json.Decoder(_Tag)
_HEADINGS: Final = msgspec.json.Decoder(_Heading)


def is_record(text: str) -> bool:
    """Whether a text begins like a hand record."""
    start = text[:LOOKED_AT].lstrip("\ufeff \t\r\n")
    return start.startswith("{") and MARK in start


def read_records(text: str, first_line: int = 1) -> Iterator[tuple[str, RoomHand | BadNotation]]:
    """Yield the name of each hand of a text with the hand, or with a BadNotation if it is unreadable.

    `first_line` is the number of the text's first line in its file.
    """
    at, line = 0, first_line
    while at < len(text):
        end = text.find("\n{", at) + 1 or len(text)
        one = text[at:end]
        stripped = one.lstrip("\ufeff \t\r\n")
        begins = line + one[: len(one) - len(stripped)].count("\n")
        if stripped:
            try:
                found = _read(stripped, begins)
                yield found.about.name, found
            except BadNotation as error:
                yield str(begins), error.at_line(begins)
        line += one.count("\n")
        at = end


def _read(text: str, line: int) -> RoomHand:
    record: _Record = _decoded(_RECORDS.decode, text, "not a hand record", _Record)
    heading: _Heading | None = None
    events: list[Event] = []
    own = {one.item: one.event for one in record.own}
    for at, raw in enumerate(record.items):
        kind: _Tag = _decoded(_TAGS.decode, raw, f"item {at}", _Tag)
        if kind.type == "heading":
            heading = _decoded(_HEADINGS.decode, raw, f"item {at}", _Heading)
        if kind.type not in _OF_THE_ROOM:
            events.append(_decoded(decode, bytes(own.get(at, raw)), f"item {at}", Event))
    if heading is None or not events or not isinstance(events[0], Started):
        raise BadNotation("a record must have a heading, and the events of one hand from its start")
    seats = len(events[0].setup.stacks)
    if len(heading.players) != seats or not -1 <= record.seat < seats:
        raise BadNotation(
            f"the record names {len(heading.players)} players and is for seat {record.seat}, but its hand has {seats} "
            "seats"
        )
    if any(isinstance(event, Dealt) and not 0 <= event.up <= len(event.cards) for event in events):
        raise BadNotation("more cards are face up than are dealt")
    about = record.about or About(str(heading.hand), heading.table, "")
    return RoomHand(
        line, record.seat, heading.players, tuple(events), about, heading.decimals, record.rabbit, record.side
    )


def _decoded(decode: Callable[[T], R], data: T, what: str, wanted: object) -> R:
    try:
        return decode(data)
    except BadNotation as error:
        raise error.at(what) from None
    except UNREADABLE as error:
        text = data if isinstance(data, str) else bytes(data)
        raise json_error(error, text, wanted, "the record of a hand", first_line=0).at(what) from None


def play_room_hand(found: RoomHand) -> Hand:
    """Replay a hand as its owner saw it, as far as the record goes. Raises BadNotation for impossible events."""
    try:
        return replay_view(found.events)
    except SidepotError as error:
        raise error.at_line(found.line) from None


def of_room_hand(found: RoomHand, hand: Hand) -> HandHistory:
    """The history of a replayed record. Raises BadNotation if the hand is not over."""
    if hand.due is not DONE:
        raise BadNotation(UNFINISHED).at_line(found.line)
    return room_history(hand, found.players, found.seat, found.about, found.decimals, found.rabbit, found.side)


def room_history(
    hand: Hand,
    players: tuple[str, ...],
    seat: int,
    about: About,
    decimals: int = 0,
    rabbit: tuple[int, ...] = (),
    side: tuple[SidePayment, ...] = (),
) -> HandHistory:
    """The history of a replayed hand of a room, with the cards of a `rabbit` hunt and the `side` payments after it."""
    return HandHistory(
        hand=hand,
        names=players,
        numbers=tuple(range(1, len(players) + 1)),
        name=about.name,
        site=SITE,
        table=about.table,
        when=f"{about.when} UTC" if about.when else "",
        currency="" if about.tournament else CURRENCY,
        hero=seat,
        decimals=decimals,
        is_tournament=about.tournament,
        comments=comments_of(rabbit, side, decimals),
    )


def comments_of(rabbit: Sequence[int], side: Iterable[SidePayment], decimals: int) -> tuple[str, ...]:
    """The cards of a `rabbit` hunt and the payments in side games after a hand, in words."""
    hunted = [f"rabbit hunt: {cards_text(rabbit)} would have come"] if rabbit else []
    paid = [f"{one.game}: {one.payer} pays {one.payee} {unscaled(one.chips, decimals)}" for one in side]
    return (*hunted, *paid)
