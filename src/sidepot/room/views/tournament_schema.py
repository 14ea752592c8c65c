"""The views of a tournament as data: what its page, the list of tournaments and a player get."""

from __future__ import annotations

import msgspec

from sidepot.games.titles import Parts
from sidepot.games.unit import WHOLE, Unit
from sidepot.room.dealer.forms import DealerCmd
from sidepot.room.tournament.commands import PlayerCommand, StaffCommand
from sidepot.room.tournament.events import News, Offer
from sidepot.room.views.messages import FromClient
from sidepot.room.views.readers import Public
from sidepot.room.views.tournament import OutView


class TableLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A table of a tournament.

    - `number`, `table`: its number in the tournament, and its id in the room ("" while it is being opened)
    - `largest`: the player with the most chips ("" if several players have equally many)
    - `hand`: a hand is in progress
    - `stops`: why the table does not play
    - `stands`: the table is paused
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
    """A flight of a final day.

    - `tournament`: the id of the flight ("" while it is being announced)
    - `through`: after the flight's end, the number of players who reached the final day
    """

    name: str
    tournament: str = ""
    starts_at: int = 0
    over: bool = False
    through: int = 0


class Stack(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A remaining player, with the place by chips.

    `how` is "estimated" or "unknown" if the chips were not counted.
    """

    player: str
    place: int
    chips: int
    table: int = 0
    bot: bool = False
    how: str = ""


class LevelLine(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A level or a break of the schedule, in words. `level` is the number of the level, from 1 (0: a break)."""

    level: int
    text: str
    ms: int
    note: str = ""
    parts: Parts = ()  # the stakes as data, for pages in other languages


class EntryView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules of a tournament for entries, rebuys and add-ons, with prices in the unit `money`."""

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
    rebuy_fee: int = 0
    rebuy_levels: int = 0
    addon_fee: int = 0
    addon_level: int = 0  # the add-on is sold in the break after it
    money: Unit = WHOLE


class Announced(EntryView, frozen=True, kw_only=True, omit_defaults=True):
    """The announced terms of a tournament, with its structure in a few fields."""

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
    house_title: str = ""  # the name of the house
    starts_at: int = 0
    starts_full: bool = False
    weekly: bool = False
    fill: int = 0
    levels: tuple[LevelLine, ...] = ()
    kinds: tuple[str, ...] = ()  # in words: re-entry, mystery bounty, turbo, ...
    mystery: tuple[int, ...] = ()  # percent of all bounties in the first envelopes
    mystery_left: int = 0
    locked: bool = False
    live: bool = False  # played with real chips and cards
    flight: str = ""  # the name of this flight
    final: str = ""  # the tournament that is its final day
    flights: tuple[str, ...] = ()  # flights of this final day; entry and stack are those of the flights
    flight_levels: int = 0
    flight_left: int = 0
    flight_percent: int = 0
    flight_stacks: str = "best"


class ShareView(msgspec.Struct, frozen=True, gc=False):
    """A player's share of a deal."""

    player: str
    amount: int


class TournamentFigures(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The figures of a tournament, and what players may buy.

    - `left`: the number of remaining players.
    - `average`, `average_bets`: the average stack, in chips and in big blinds.
    - `prizes`: the prizes by place or, after the end, the prizes that were paid.
    - `deal`, `kept`: after a deal, each player's share, and what is left for the winner.
    """

    players: int = 0
    entries: int = 0
    left: int = 0
    average: int = 0
    average_bets: float = 0.0
    pool: int = 0
    prizes: tuple[int, ...] = ()
    jump: tuple[int, int] = (0, 0)  # (players who must go out, additional money)
    deal: tuple[ShareView, ...] = ()
    kept: int = 0
    hand_for_hand: bool = False
    entry_open: bool = False
    rebuys_open: bool = False
    why: str = ""  # why it is frozen, or was called off


class PublicTournament(TournamentFigures, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The public view of a tournament.

    - `phase`: draft, registering, running, break, deal (one is offered), paused, frozen, called off or over.
    - `level`: the current level, from 1.
    - `level_until`, `level_left`: when the level ends, or the milliseconds that it has left while the clock is stopped.
    - `next_break`: when the next break begins.
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
    out: tuple[OutView, ...] = ()  # the last thirty, latest first; after the end all of them
    waiting: tuple[str, ...] = ()  # players waiting for a seat
    offer: Offer | None = None
    news: tuple[News, ...] = ()
    envelopes: tuple[int, ...] = ()  # bounties in unopened envelopes, largest first
    flights: tuple[FlightLine, ...] = ()  # flights of this final day
    bags: tuple[Stack, ...] = ()  # bags of a finished flight, or of a final day before its start
    seal: str = ""  # for envelopes: the SHA-256 of their next key
    stakes_parts: Parts = ()  # as data, for pages in other languages
    next_parts: Parts = ()


class EntrantView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who has entered, with chips and winnings.

    - `place`: the rank by chips of a remaining player, or the final place.
    - `how`: how the number of chips is known, if the chips are real.
    - `counted_at`: when the chips were counted, if they are real.
    """

    player: str
    status: str
    place: int = 0
    chips: int = 0
    table: int = 0
    paid: int = 0
    how: str = ""
    counted_at: int = 0


class OwnTournament(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The private view of one player.

    - `name`: the name under which the account plays.
    - `status`: the player's status, as in `entrants`.
    - `until`: when the player is out for good, unless they rebuy or re-enter.
    - `may`: the commands that the player can give now.
    - `accept`: the version of the terms to accept with `register` ("" for none).
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


class TournamentLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament in the list of all tournaments."""

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
    live: bool = False  # played with real chips and cards
    locked: bool = False  # a player needs a password to enter, and to watch its tables
    password_of: str = ""  # the tournament of its series that has the password, if another one
    flight: str = ""  # the name of this flight, and its final day
    final: str = ""
    flights: int = 0  # the number of flights of this final day
    money: Unit = WHOLE
    public: Public = ""  # what the public may read of a live tournament: nothing, `numbers` or `names`
    first_flight: str = ""  # the first flight of a live tournament, for its other flights and day 2


class TournamentCmd(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tournament_cmd"):
    """A command to a tournament. The answer is an `ack` or `nack` that has `tournament/ID` as its table.

    If a command is sent again with the same `id`, it gets the same answer and is not carried out again.
    """

    id: str
    tournament: str
    do: PlayerCommand | StaffCommand


AnyFromClient = FromClient | TournamentCmd | DealerCmd


class TournamentUpdate(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag="tournament"):
    """A tournament after event `seq`. `state` is the same for everybody, and `yours` is only for the recipient."""

    tournament: str
    seq: int
    at: int
    state: PublicTournament
    yours: OwnTournament | None = None
