"""The views of a tournament for displays, seat pages and the public page. Times are milliseconds since 1970.

They are sent whole each time, so that a page which missed something is right again with the next one. Each holds the
schedule that is still to come: with it a page counts on alone. Seats and tables are counted from 1.
"""

from __future__ import annotations

import msgspec

from sidepot.games.titles import Parts
from sidepot.room.views.tournament_fields import EntrantShown, EventFigures
from sidepot.rules.clauses import Said


class ItemShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A level (from 1) or a break (0) of the schedule, in words; `out`: the chips that leave play in it.

    `big` is what is shown largest, where one game is played: the blinds, or the bets of a fixed limit. `by_one`: one
    player pays the `ante` for all.
    """

    level: int
    text: str
    ms: int
    big: tuple[int, ...] = ()
    ante: int = 0
    by_one: bool = False
    out: tuple[int, ...] = ()
    said: Parts = ()  # the stakes as data, for pages in other languages


class ClockShown(msgspec.Struct, frozen=True, gc=False):
    """The clock: it runs to `until`, or stands with `left` of the time; the last level has no end (`last`).

    `item` is the place in the schedule. `extra`: the break that is on is none of the schedule, and the item goes on
    after it with `after` of its time. `stakes` are those of this level, in a break those of the one before it.
    """

    running: bool
    item: int
    level: int
    is_break: bool
    until: int
    left: int
    stakes: str
    next: str
    next_break: int
    last: bool = False
    extra: bool = False
    after: int = 0
    stakes_said: Parts = ()  # as data, for pages in other languages
    next_said: Parts = ()


class MoveShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player goes to a seat at another table; on the player's own page with the rule and the reason, also as data."""

    player: str
    from_table: int
    from_seat: int
    table: int
    seat: int
    at: int = 0
    because: str = ""
    cite: str = ""
    said: Said = ()


class StackShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is left: seat and chips; `how` they are known (estimated, unknown; left out: counted)."""

    player: str
    chips: int
    table: int = 0
    seat: int = 0
    how: str = ""


class OutShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is out: the place, and what was won."""

    player: str
    place: int
    paid: int = 0


class TableShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A table: how many sit there, of how many seats, and whether it does not play."""

    number: int
    players: int
    seats: int
    stops: bool = False


class ChipShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A kind of chip in play, and its colour where one is agreed."""

    value: int
    colour: str = ""


class CalledShown(msgspec.Struct, frozen=True, gc=False):
    """The clock is called on a player, until then."""

    player: str
    table: int
    until: int


class SaidShown(msgspec.Struct, frozen=True, gc=False):
    """An announcement, and its time."""

    text: str
    at: int


class ScreenShown(EventFigures, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the displays show. `version` counts the steps; `seating` changes when anybody has another seat, or none.

    `paid` places are paid; `prizes` has the first of them.
    """

    id: str
    title: str
    phase: str
    version: int
    clock: ClockShown
    schedule: tuple[ItemShown, ...]  # from the item that is on
    more: int = 0  # items of the schedule that come after these
    tables: int = 0
    paid: int = 0
    chips: tuple[ChipShown, ...] = ()
    moves: tuple[MoveShown, ...] = ()  # of the last minutes, the last one first
    stacks: tuple[StackShown, ...] = ()  # the largest; at the final table all of them, by seat
    final: bool = False
    places: tuple[TableShown, ...] = ()
    out: tuple[OutShown, ...] = ()  # the last ones, the last one first
    said: SaidShown | None = None
    called: CalledShown | None = None
    seating: int = 0


class SeatShown(EntrantShown, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One player's own page: where they sit, what they have, how often they were moved and why, and the screen."""

    number: int  # of the entry
    screen: ScreenShown
    seat: int = 0
    penalty: int = 0
    moves: tuple[MoveShown, ...] = ()  # the last one first
    may: tuple[str, ...] = ()  # what can be asked for: rebuy, add_on, reenter, floor, out, count


class PublicShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The public page: chip counts and places, with names or with the numbers of the entries."""

    names: str  # names or numbers
    screen: ScreenShown
    stacks: tuple[StackShown, ...] = ()
    out: tuple[OutShown, ...] = ()
    entered: tuple[str, ...] = ()  # before the start
    check_in: bool = False
