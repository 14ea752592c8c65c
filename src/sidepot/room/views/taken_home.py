"""A hand that was played here as a history to take home, in the formats that other programs read.

It is made from the record of the hand alone (`fair.record`), which shows its owner's cards and nobody else's: so no
format tells a card more.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, Literal, get_args

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.phh_told import phh_of_told
from sidepot.formats.phh_write import write_phh, write_phhs
from sidepot.formats.room_record import About, told_of_room
from sidepot.formats.told_hand import ToldHand
from sidepot.histories.converting import written
from sidepot.room.fairness.record import HandRecord
from sidepot.room.views.replayed import hand_of_record

HomeKind = Literal["phh", "ohh", "stars", "json"]
KINDS: Final[tuple[HomeKind, ...]] = get_args(HomeKind)
SUFFIX_OF: Final[dict[HomeKind, str]] = {"phh": ".phh", "ohh": ".ohh", "stars": ".txt", "json": ".json"}
SUFFIX_OF_MANY: Final[dict[HomeKind, str]] = {**SUFFIX_OF, "phh": ".phhs", "json": ".jsonl"}
BETWEEN: Final[dict[HomeKind, str]] = {"phh": "\n", "ohh": "\n", "stars": "\n\n", "json": ""}
"""What stands between two hands of a file."""


class Told(msgspec.Struct, frozen=True):
    """A hand of a table: its number there, the moment at which it was over (0: not known), and whether of an event."""

    table: str
    title: str
    hand: int
    at: int
    is_tournament: bool = False


def about_of(told: Told) -> About:
    """The words beside a hand. Its name is one number for each hand of a room, as trackers need it."""
    when = f"{datetime.fromtimestamp(told.at / 1000, UTC):%Y-%m-%d %H:%M:%S}" if told.at else ""
    return About(str(told.at * 1000 + told.hand % 1000), told.title, when, told.is_tournament)


def told_of_record(record: HandRecord, told: Told) -> ToldHand:
    """The hand as its owner saw it, with its names, its place and its time. Raises BadNotation."""
    hand, players = hand_of_record(record)
    return told_of_room(hand, tuple(players), record.seat, about_of(told))


def home_text(record: HandRecord, told: Told, kind: HomeKind, *, one_of_many: bool = False) -> str:
    """A hand in a format, alone or as one of a file. Raises BadNotation for a hand that the format cannot tell."""
    if kind == "json":
        return msgspec.json.encode(msgspec.structs.replace(record, about=about_of(told))).decode() + "\n"
    hand = told_of_record(record, told)
    if kind == "phh":
        phh = phh_of_told(hand)
        if one_of_many:
            return write_phhs([msgspec.structs.replace(phh, name=f"{told.table}-{told.hand}")])
        return write_phh(msgspec.structs.replace(phh, name=""))
    text = written(hand, kind)
    if isinstance(text, str):
        return text
    raise BadNotation(text.message, text.cite)
