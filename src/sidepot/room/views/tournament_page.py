"""The public view of a tournament, the reader's and the player's own view, and the messages about it.

Everything is a selection of the read model. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from sidepot.games.titles import Parts
from sidepot.games.unit import WHOLE, Unit
from sidepot.room.dealer.forms import DealerCmd
from sidepot.room.tournament.commands import PlayerCommand, StaffCommand
from sidepot.room.tournament.events import News, Offer
from sidepot.room.tournament.online.course import to_accept
from sidepot.room.tournament.online.flights import missing_flights, waits
from sidepot.room.tournament.terms import first_level, starts_full
from sidepot.room.views.messages import FromClient
from sidepot.room.views.readers import Public, Scope, Scopes
from sidepot.room.views.tournament import OutView, TournamentView, purchases, schedule_of
from sidepot.rules.meanings import house_title
from sidepot.tournament.entrants import Status
from sidepot.tournament.kind_words import kinds_of
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How

if TYPE_CHECKING:
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.room.tournament.terms import TournamentTerms
    from sidepot.tournament.structure import Structure


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


def entry_view(structure: Structure) -> dict[str, Any]:
    """The fields of `EntryView` for a structure, to include in other views."""
    own = {"money": structure.money, "addon_level": structure.addon_level}
    return own | {name: getattr(structure.entry, name) for name in EntryView.__struct_fields__ if name not in own}


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


def figures(view: TournamentView) -> dict[str, Any]:
    """The fields of `TournamentFigures` for a view, to include in other views."""
    tournament, deal = view.tournament, view.deal
    shares = () if deal is None else zip(deal.players, deal.deal.amounts, strict=True)
    return {
        "players": len(tournament.entrants),
        "entries": tournament.entries,
        "left": tournament.left,
        "average": view.average,
        "average_bets": view.average_bets,
        "pool": tournament.pool,
        "prizes": view.prizes,
        "jump": view.jump,
        "deal": tuple([ShareView(player, amount) for player, amount in shares]),
        "kept": 0 if deal is None else deal.deal.kept,
        "hand_for_hand": tournament.hand_for_hand,
        "rebuys_open": view.rebuys,
    }


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


LARGEST = 10
LAST_OUT = 30


def announced(terms: TournamentTerms) -> Announced:
    """The terms of a tournament as they are announced."""
    structure = terms.days or terms.structure  # a player who enters a flight sees the terms of the final day
    entry = structure.entry
    return Announced(
        **entry_view(structure),
        title=terms.title,
        description=terms.description,
        game=structure.mix.title,
        kind=structure.kind,
        seats=structure.seats,
        stack=structure.stack,
        buy_in=entry.buy_in,
        fee=entry.fee,
        progressive=entry.progressive,
        house=structure.rulebook.name,
        house_title=house_title(structure.rulebook),
        starts_at=terms.starts_at,
        starts_full=starts_full(terms),
        weekly=bool(terms.weekly),
        fill=terms.fill,
        flight=terms.flight,
        final=terms.final,
        flights=structure.flights,
        flight_levels=structure.flight_levels,
        flight_left=structure.flight_left,
        flight_percent=structure.flight_percent,
        flight_stacks=structure.flight_stacks,
        levels=tuple(_levels(terms)),
        kinds=kinds_of(structure),
        mystery=entry.mystery,
        mystery_left=entry.mystery_left,
        locked=terms.locked,
        live=terms.live,
    )


def _levels(terms: TournamentTerms) -> list[LevelLine]:
    return [
        LevelLine(one.level, one.text, one.ms, parts=one.parts)
        if one.level
        else LevelLine(0, "Break", one.ms, one.text)
        for one in schedule_of(terms.structure, first_level(terms)).items
    ]


def public_tournament(view: TournamentView) -> PublicTournament:
    """The public view with all fields. `tournament_seen` reduces it to what a reader may see."""
    state, tournament, reading = view.state, view.tournament, view.reading
    stakes, following = view.stakes(reading.level), view.stakes(reading.level + 1)
    bags = bag_lines(state)
    bagged = {one.player for one in bags if state.terms.flight}  # they have a place by chips, and are not out
    out = [one for one in view.out if one.player not in bagged]
    runs = view.runs and reading.left_ms is not None
    return PublicTournament(
        id=state.id,
        phase=view.phase,
        about=announced(state.played),
        **figures(view),
        registered=_registered(state),
        bots=len(state.bots),
        level=view.first_level + reading.level,
        stakes=stakes.text,
        next_stakes=following.text,
        is_break=reading.is_break,
        level_until=view.until,
        level_left=0 if runs else reading.left_ms or 0,
        next_break=view.next_break if runs else 0,
        time_left=tournament.time_left(view.at) if state.is_on else 0,
        chips=tournament.in_play,
        entry_open=view.enters and takes_entries(state),
        addon_open=view.addon_open,
        tables=tuple(_tables(view)),
        stacks=_largest(view),
        out=tuple(out if state.over and not state.terms.live else out[:LAST_OUT]),
        waiting=tuple(tournament.waiting),
        offer=state.offer,
        news=tuple(state.news),
        envelopes=tournament.envelopes.values,
        seal=tournament.envelopes.seal,
        flights=flight_lines(state),
        bags=bags,
        stakes_parts=stakes.parts,
        next_parts=following.parts,
        why=state.frozen or state.called_off or state.dropped,
    )


def _largest(view: TournamentView) -> tuple[Stack, ...]:
    """The players with the most chips."""
    state, tournament, found = view.state, view.tournament, []
    for one in islice(view.standings.values(), min(LARGEST, len(view.ranks))):
        table, how = tournament.entrants[one.player].table, stock_of(tournament, one.player).how
        is_known, is_bot = how is How.KNOWN, one.player in state.bots
        found.append(Stack(one.player, view.ranks[one.player], one.stack, table, is_bot, "" if is_known else how.value))
    return tuple(found)


def _registered(state: RoomTournamentState) -> tuple[str, ...]:
    """The entrants until seats are drawn. For a live tournament, pages read them 200 at a time."""
    entrants = state.tournament.entrants
    return () if state.tournament.is_seated else tuple(entrants)[: 200 if state.terms.live else None]


def _tables(view: TournamentView) -> list[TableLine]:
    state, tournament = view.state, view.tournament
    found = []
    for one in view.tables:
        table = tournament.tables[one.number]
        most = nlargest(2, table.places.values(), key=lambda place: place.stack)
        alone = len(most) == 1 or (len(most) > 1 and most[0].stack > most[1].stack)
        found.append(
            TableLine(
                one.number,
                state.tables.get(one.number, ""),
                one.players,
                tournament.totals.get(one.number, 0),
                most[0].player if alone else "",
                table.is_hand_on,
                tournament.halted.get(one.number, ""),
                one.number in state.stands,
                len(view.tables) == 1,
            )
        )
    return found


def own_view(view: TournamentView, account: str, name: str, *, staff: bool = False) -> OwnTournament | None:
    """The private view of one player (None for a reader without an account)."""
    state = view.state
    if not name:
        return None
    if state.terms.live:
        return OwnTournament(may=("do",) if staff else ())
    player = state.names.get(account, "") if account else name
    tournament = state.tournament
    entrant = tournament.entrants.get(player)
    may = _may(view, player if entrant is not None else "")
    if staff and not state.over:
        may += [
            "announce",
            "direct",
            "call_off",
            *(["go_on"] if state.paused or state.frozen else ["pause"] if state.is_on else []),
            *([] if tournament.is_seated else ["begin", "add_bots"]),
        ]
        may = [one for one in may if one not in closed_to(state)]
    if entrant is None:
        return OwnTournament(may=tuple(may), accept=to_accept(state, account) if "register" in may else "")
    place = tournament.place_at(entrant)
    line = view.standings.get(player)
    since = state.busted.get(player, 0)
    return OwnTournament(
        name=player,
        status=entrant.status,
        table=state.tables.get(entrant.table, ""),
        number=entrant.table,
        seat=place.seat if place is not None else -1,
        chips=tournament.stack_of(player) if entrant.is_in else 0,
        place=view.ranks.get(player, 0) or (line.place if line is not None else 0),
        paid=line.paid + line.bounties if line is not None else 0,
        until=since + state.terms.timing.away if since else 0,
        may=tuple(may),
    )


def _may(view: TournamentView, player: str) -> list[str]:
    """The commands that a player can give now. The tournament itself checks them."""
    state, tournament = view.state, view.tournament
    if state.over or state.frozen:
        return []
    entrant = tournament.entrants.get(player)
    if entrant is None:
        return ["register"] if view.enters and takes_entries(state) else []
    found = []
    if not tournament.clock.begun or entrant.status in (Status.REGISTERED, Status.ALTERNATE) and entrant.entries == 1:
        found += [] if state.terms.days is not None else ["take_back"]
    found += purchases(view, entrant)
    if entrant.status is Status.BUSTED:
        found.append("go_out")
    offer = state.offer
    if offer is not None and offer.figures and player not in offer.agreed and entrant.status is Status.SEATED:
        found.append("answer_deal")
    is_last = len(tournament.tables) == 1 and tournament.left <= len(view.prizes) and tournament.left > 1
    if state.is_on and is_last and offer is None and tournament.deal is None and not state.may_come_back():
        found += ["offer_deal"] if entrant.status is Status.SEATED and not state.paused else []
    return found


def tournament_line(state: RoomTournamentState, now: int) -> TournamentLine:
    """A tournament's line in the list of tournaments."""
    view = TournamentView(state, now)
    tournament, terms = state.tournament, state.terms
    entry = terms.structure.entry
    winner = ""
    if tournament.ended and not terms.flight:
        winner = next((one.player for one in view.out if one.place == 1), "")
    return TournamentLine(
        state.id,
        terms.title,
        state.phase,
        terms.structure.mix.title,
        terms.structure.kind,
        terms.starts_at,
        entry.buy_in,
        entry.fee,
        len(tournament.entrants),
        tournament.left,
        entry.most,
        view.first_level + view.reading.level,
        len(tournament.tables),
        view.enters and takes_entries(state),
        winner,
        terms.live,
        terms.locked,
        terms.password_of,
        terms.flight,
        terms.final,
        len(terms.days.flights) if terms.days is not None else 0,
        terms.structure.money,
        terms.public,
        terms.first_flight,
    )


# ---- a final day and its flights


def flight_lines(state: RoomTournamentState) -> tuple[FlightLine, ...]:
    """The flights that lead to a final day, in order."""
    days, starts = state.terms.days, state.terms.flights_at
    if days is None:
        return ()
    return tuple(
        [
            FlightLine(
                name,
                state.flights.get(name, ""),
                starts[at] if at < len(starts) else 0,
                name in state.brought,
                state.brought.get(name, 0),
            )
            for at, name in enumerate(days.flights)
        ]
    )


def bag_lines(state: RoomTournamentState) -> tuple[Stack, ...]:
    """The bags of a finished flight, or of a final day before its start, largest first."""
    tournament = state.tournament
    if state.terms.flight and tournament.ended:
        entered = state.live.bags
        bags = [
            (one.player, entered[one.player].bag.chips if one.player in entered else tournament.stack_of(one.player))
            for one in tournament.players_in()
        ]
    elif state.terms.days is not None and not tournament.is_seated:
        bags = [(one.player, one.due) for one in tournament.players_in()]
    else:
        return ()
    bags.sort(key=lambda one: -one[1])
    held = [chips for _, chips in bags]
    return tuple([Stack(name, held.index(chips) + 1, chips, bot=name in state.bots) for name, chips in bags])


def takes_entries(state: RoomTournamentState) -> bool:
    """Whether another player could enter: there is room, and it is not a final day. The clock is ignored."""
    most = state.terms.structure.entry.most
    is_full = bool(most) and len(state.tournament.entrants) >= most
    return not state.over and not is_full and state.terms.days is None


def closed_to(state: RoomTournamentState) -> tuple[str, ...]:
    """The tags of the commands that staff cannot give before a final day begins."""
    if not waits(state):
        return ()
    is_kept = missing_flights(state) or state.dropped
    return ("add_bots", "direct", *(["begin"] if is_kept else []), *(["call_off"] if state.dropped else []))


T = TypeVar("T", bound=msgspec.Struct)

TOURNAMENT_FIELDS: Final[Mapping[Scope, tuple[str, ...]]] = {
    Scope.TERMS: ("id", "phase", "about", "entry_open"),
    Scope.STANDINGS: (
        "players", "entries", "registered", "left", "average", "average_bets", "hand_for_hand", "rebuys_open",
        "started_at", "level", "stakes", "next_stakes", "stakes_parts", "next_parts", "is_break", "level_until",
        "level_left", "next_break", "time_left", "chips", "addon_open", "tables", "stacks", "out", "flights", "bags",
    ),
    Scope.PRIZES: ("pool", "prizes", "jump", "deal", "kept"),
    Scope.COURSE: ("bots", "waiting", "offer", "news", "envelopes", "seal", "why"),
}  # fmt: skip
LINE_FIELDS: Final[Mapping[Scope, tuple[str, ...]]] = {
    Scope.TERMS: (
        "id", "title", "phase", "game", "kind", "starts_at", "buy_in", "fee", "most", "entry_open", "live", "locked",
        "password_of", "flight", "final", "flights", "public", "money", "first_flight",
    ),
    Scope.STANDINGS: ("players", "left", "level", "tables"),
    Scope.NAMES: ("winner",),
}  # fmt: skip
_WITHOUT_CLOCK: Final = {"break": "running", "paused": "running", "deal": "running"}


def only(shown: T, scopes: Scopes, fields: Mapping[Scope, tuple[str, ...]]) -> T:
    """Return a copy of a struct with only the fields that these scopes allow. All other fields have their defaults."""
    return type(shown)(**{name: getattr(shown, name) for scope in scopes for name in fields.get(scope, ())})


def tournament_seen(state: PublicTournament, scopes: Scopes) -> PublicTournament:
    """Reduce the view of a tournament to what a reader with these scopes may see."""
    found = only(state, scopes, TOURNAMENT_FIELDS)
    if Scope.COURSE in scopes:
        return found
    tables = [TableLine(one.number, "", one.players, final=one.final) for one in found.tables]
    out = [replace(one, paid=one.paid if Scope.PRIZES in scopes else 0, bounties=0) for one in found.out]
    return replace(found, phase=_phase(state.phase, scopes), tables=tuple(tables), out=tuple(out))


def line_seen(line: TournamentLine, scopes: Scopes) -> TournamentLine:
    """Reduce a tournament's line in the list to what a reader with these scopes may see."""
    return replace(only(line, scopes, LINE_FIELDS), phase=_phase(line.phase, scopes))


def _phase(phase: str, scopes: Scopes) -> str:
    """The phase. For readers without the clock, breaks and pauses count as play."""
    return phase if Scope.STANDINGS in scopes else _WITHOUT_CLOCK.get(phase, phase)


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
