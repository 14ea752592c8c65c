"""The views of a live tournament: what all see, and what is for one player. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Any

import msgspec

from sidepot.games.titles import Parts
from sidepot.room.tournament.events import News, Offer
from sidepot.room.views.readers import Public
from sidepot.tournament.entry_terms import EntryTerms


class TableLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A table: its `number` in the tournament, its `table` in the room ("" while it is being opened), its players.

    `largest` is the player with most chips, "" where several have as many. `hand`: one is on. `stops`: why it does not
    play; `stands`: it is paused.
    """

    number: int
    table: str
    players: int
    chips: int = 0
    largest: str = ""
    hand: bool = False
    stops: str = ""
    stands: bool = False
    final: bool = False


class FlightLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A flight of a final day: its name, which tournament it is ("" while it is announced), and when it starts.

    When it is over, `through` players have brought their chips.
    """

    name: str
    tournament: str = ""
    starts_at: int = 0
    over: bool = False
    through: int = 0


class Stack(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is left: place by chips, and where they sit."""

    player: str
    place: int
    chips: int
    table: int = 0
    bot: bool = False


class Out(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is out, the place, and what was won."""

    player: str
    place: int
    paid: int = 0
    bounties: int = 0


class LevelLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A level (from 1), or a break (0), of the schedule, in words."""

    level: int
    text: str
    ms: int
    note: str = ""
    said: Parts = ()  # the stakes as data, for pages in other languages


class EntryShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """What players may enter and buy, and until when: the part of the terms of entry that all views show."""

    late_levels: int = 0
    reentries: int = 0
    rebuys: int = 0
    rebuy_cost: int = 0
    rebuy_chips: int = 0
    addon_cost: int = 0
    addon_chips: int = 0
    most: int = 0
    bounty: int = 0
    guarantee: int = 0


class Announced(EntryShown, frozen=True, kw_only=True, omit_defaults=True):
    """The terms as they are announced: the structure in a few fields; money is in the smallest unit."""

    title: str
    description: str = ""
    game: str = ""
    kind: str = "plain"
    seats: int = 0
    stack: int = 0
    buy_in: int = 0
    fee: int = 0
    progressive: bool = False
    house: str = ""
    house_title: str = ""  # what people call the house
    starts_at: int = 0
    starts_full: bool = False
    weekly: bool = False
    fill: int = 0
    levels: tuple[LevelLine, ...] = ()
    kinds: tuple[str, ...] = ()  # in words: re-entry, mystery bounty, turbo, ...
    mystery: tuple[int, ...] = ()  # percent of all bounties in the first envelopes
    mystery_left: int = 0
    locked: bool = False
    real: bool = False  # it is played elsewhere, with real chips and cards
    flight: str = ""  # the name of this flight
    final: str = ""  # the tournament that is its final day
    flights: tuple[str, ...] = ()  # of this final day; entry and stack are those of its flights
    flight_levels: int = 0
    flight_left: int = 0
    flight_stacks: str = "best"


def entry_shown(entry: EntryTerms) -> dict[str, Any]:
    """The fields of `EntryShown`, for the views that have them."""
    return {name: getattr(entry, name) for name in EntryShown.__struct_fields__}


class EventFigures(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How a tournament stands, in figures, and what is open: the part that pages and displays both show.

    `left` are still in, of `players` in `entries`; `average` is in chips, `average_bets` in big blinds. `prizes` are by
    place; `jump` is what the next place is paid more, and how many must go out for it.
    """

    players: int = 0
    entries: int = 0
    left: int = 0
    average: int = 0
    average_bets: float = 0.0
    pool: int = 0
    prizes: tuple[int, ...] = ()
    jump: tuple[int, int] = (0, 0)  # (players who must go out, money more)
    hand_for_hand: bool = False
    entry_open: bool = False
    rebuys_open: bool = False
    why: str = ""  # why it is frozen, or was called off


class PublicEvent(EventFigures, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A tournament as everybody sees it.

    `phase`: draft, registering, running, break, deal (one is offered), paused, frozen, called off, over. `level` is
    counted from 1, and is over at `level_until`, or has `level_left` milliseconds left where the clock stands.
    `next_break` is when the next break begins.
    """

    id: str
    phase: str
    about: Announced
    started_at: int = 0
    registered: tuple[str, ...] = ()
    bots: int = 0
    level: int = 0
    stakes: str = ""
    next_stakes: str = ""
    is_break: bool = False
    level_until: int = 0
    level_left: int = 0
    next_break: int = 0
    time_left: int = 0
    chips: int = 0
    addon_open: bool = False
    tables: tuple[TableLine, ...] = ()
    stacks: tuple[Stack, ...] = ()  # the ten largest
    out: tuple[Out, ...] = ()  # the last thirty, the last one first; when it is over all of them
    waiting: tuple[str, ...] = ()  # for a seat
    offer: Offer | None = None
    news: tuple[News, ...] = ()
    envelopes: tuple[int, ...] = ()  # what is in those that nobody has opened yet, the largest first
    flights: tuple[FlightLine, ...] = ()  # of this final day
    bags: tuple[Stack, ...] = ()  # of a flight that is over; of a final day before its start: what is brought so far
    seal: str = ""  # of the envelopes: the SHA-256 of their next key
    stakes_said: Parts = ()  # as data, for pages in other languages
    next_said: Parts = ()


class EntrantShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Somebody who has entered: `place` by chips while in, else for good; the chips, the table, and what was won.

    `how` the chips are known, and when they were counted, where they are real.
    """

    player: str
    status: str
    place: int = 0
    chips: int = 0
    table: int = 0
    paid: int = 0
    how: str = ""
    counted_at: int = 0


class OwnEvent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The private part of one player: the `name` by which they play here, `status` (see `entrants`), chips and place.

    `may` are the commands open to them now; `until`: when they are out for good unless they come back. `accept` is the
    version of the terms to accept with `register`, where that is asked for.
    """

    name: str = ""
    status: str = ""
    table: str = ""
    number: int = 0
    seat: int = -1
    chips: int = 0
    place: int = 0
    paid: int = 0
    until: int = 0
    may: tuple[str, ...] = ()
    accept: str = ""


class EventLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament in the list of all."""

    id: str
    title: str
    phase: str
    game: str
    kind: str = "plain"
    starts_at: int = 0
    buy_in: int = 0
    fee: int = 0
    players: int = 0
    left: int = 0
    most: int = 0
    level: int = 0
    tables: int = 0
    entry_open: bool = False
    winner: str = ""
    real: bool = False  # it is played elsewhere, with real chips and cards
    locked: bool = False  # a player needs a password to enter, and to watch its tables
    password_of: str = ""  # the tournament of its series that has the password, where it is another one
    flight: str = ""  # the name of this flight, and the tournament that is its final day
    final: str = ""
    flights: int = 0  # how many this final day has
    public: Public = ""  # what everybody may read of one with real chips: nothing, `numbers` or `names`
