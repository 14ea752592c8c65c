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
    """Enter or correct the bag of a player.

    - `number`: the number on the bag
    - `counted`, `checked`: the initials of the two people who counted the chips
    - `was`: the number of chips entered before, as the sender saw it (0 for no bag)
    """

    player: Player
    chips: q.SomeChips
    number: Number
    counted: Initials
    checked: Initials
    was: q.Chips = 0


class TakeBagForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="take_bag"):
    """Remove a player's bag that was entered by mistake."""

    player: Player


class AcceptBagsForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="accept_bags"):
    """Accept that the bags hold `difference` chips more than must be in play. The form's `why` gives the reason."""

    difference: q.Difference


class DayTwoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make day 2 from all flights.

    - `title`: the title of day 2 ("" for the usual title)
    - `level`: the level with which day 2 begins, counted from 1 (0 for the usual level)
    """

    title: Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)] = ""
    level: q.Levels = 0


class TakeBackForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Cancel day 2 for the reason `why`."""

    why: Annotated[str, msgspec.Meta(max_length=300)]


class BagLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A remaining player of a flight, with the bag if it is entered.

    - `recorded`: the chips of the last record
    - `how`: whether these chips are known, estimated or unknown
    - `chips`: the chips in the bag
    - `number`: the number on the bag
    - `counted`, `checked`: the initials of the two people who counted the chips
    - `by`, `at`: who entered or last corrected the bag, and when
    - `other`: the flight of the player's bag that goes forward in place of this one ("" if there is none)
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
    """A flight on its way to day 2.

    - `is_over`: whether the flight has ended
    - `is_complete`: whether all bags are entered, and their sum is right or accepted
    - `missing`: the number of bags that are not entered
    - `due`: the chips that must be in play
    - `bagged`: the chips in all bags
    - `forfeited`: the chips in bags that do not count on day 2
    - `carried`: the chips in bags that count on day 2
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
    """A level with which day 2 may begin, in words and as a sentence for translation."""

    level: int
    text: str
    parts: Parts = ()  # the stakes as data, for pages in other languages


class BagsView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bags of a flight or of day 2, and all flights.

    - `rule`: which bag goes forward if a player has several: best, first or all
    - `due`: the chips that must be in play
    - `bagged`: the chips in the bags
    - `missing`: the number of bags that are not entered
    - `accepted`, `accepted_by`: why a difference was accepted, and by whom
    - `day_2`: the id of day 2, once it is made
    - `usual_level`: the level with which day 2 usually begins
    - `levels`: the levels with which day 2 may begin
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
    usual_level: int = 0
    lines: tuple[BagLine, ...] = ()
    tables: tuple[BagTable, ...] = ()
    flights: tuple[FlightOfSeries, ...] = ()
    levels: tuple[LevelChoice, ...] = ()
