"""The forms and answers of the bags of a live flight, and of day 2, one struct each."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sidepot.games.titles import Parts
from sidepot.room.tournament.terms import LONGEST_TITLE
from sidepot.validation import quantities as q

Player = Annotated[str, msgspec.Meta(max_length=60)]
Number = Annotated[str, msgspec.Meta(max_length=12)]
Initials = Annotated[str, msgspec.Meta(max_length=4)]


class PutBagForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="put_bag"):
    """Enter or correct the bag of a player: its chips and number, and the initials of two people.

    `was` is the number of chips that the sender has seen entered (0 for none).
    """

    player: Player
    chips: q.SomeChips
    number: Number
    counted: Initials
    checked: Initials
    was: q.Chips = 0


class TakeBagForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take_bag"):
    """Remove the bag of a player that was entered by mistake."""

    player: Player


class AcceptBagsForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="accept_bags"):
    """Accept, for the reason `why` of the form, that the bags hold this many more chips than there must be."""

    difference: q.Difference


class DayTwoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make day 2 from all flights: its title ("" for a usual one), and the level with which it begins (0: as usual)."""

    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    level: q.Levels = 0


class TakeBackForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take day 2 back, for a reason."""

    why: Annotated[str, msgspec.Meta(max_length=300)]


class BagLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player with a bag, or who needs one. `recorded` are the chips of the last record, known as `how` says.

    `by` entered or last corrected the bag, at the time `at`. With several bags, `other` is the flight of the one that
    goes forward in its place.
    """

    player: str
    table: int = 0
    seat: int = 0
    recorded: int = 0
    how: str = ""
    chips: int = 0
    number: str = ""
    counted: str = ""
    checked: str = ""
    by: str = ""
    at: int = 0
    flight: str = ""
    other: str = ""


class BagTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bags at a table: how many are missing, the chips in them, and the chips of the last record."""

    table: int
    name: str = ""
    missing: int = 0
    bagged: int = 0
    recorded: int = 0


class FlightOfSeries(msgspec.Struct, frozen=True, omit_defaults=True):
    """A flight on its way to day 2, with its chips: those that must be in play, bagged, forfeited and carried over.

    `is_over` means that it has ended, `is_complete` that all bags are entered, and their sum is right or accepted.
    """

    id: str
    flight: str
    is_over: bool = False
    is_complete: bool = False
    players: int = 0
    entries: int = 0
    missing: int = 0
    due: int = 0
    bagged: int = 0
    forfeited: int = 0
    carried: int = 0


class LevelChoice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A level with which day 2 may begin."""

    level: int
    text: str
    parts: Parts = ()  # the stakes as data, for pages in other languages


class BagsView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bags of a flight, or of day 2, and all flights.

    `rule` says which bag of a player goes forward who has several: best, first or all. `due` are the chips that must be
    in play, `accepted` is the reason for which a difference was accepted. `day_2` is the id of day 2, once it is made.
    `usual` is the level with which it usually begins, `levels` are those with which it may.
    """

    id: str
    title: str
    seq: int
    flight: str = ""
    is_over: bool = False
    rule: str = "best"
    denominations: tuple[int, ...] = ()
    due: int = 0
    bagged: int = 0
    missing: int = 0
    difference: int = 0
    accepted: str = ""
    accepted_by: str = ""
    day_2: str = ""
    may: tuple[str, ...] = ()
    usual: int = 0
    lines: tuple[BagLine, ...] = ()
    tables: tuple[BagTable, ...] = ()
    flights: tuple[FlightOfSeries, ...] = ()
    levels: tuple[LevelChoice, ...] = ()
