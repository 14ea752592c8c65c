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

from sidepot.room.tournament.online.course import to_accept
from sidepot.room.tournament.online.flights import missing_flights, waits
from sidepot.room.tournament.terms import first_level, starts_full
from sidepot.room.views.readers import Scope, Scopes
from sidepot.room.views.tournament import TournamentView, purchases, schedule_of
from sidepot.room.views.tournament_schema import (
    Announced,
    EntryView,
    FlightLine,
    LevelLine,
    OwnTournament,
    PublicTournament,
    ShareView,
    Stack,
    TableLine,
    TournamentLine,
)
from sidepot.rules.meanings import house_title
from sidepot.tournament.entrants import Status
from sidepot.tournament.kind_words import kinds_of
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How

if TYPE_CHECKING:
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.room.tournament.terms import TournamentTerms
    from sidepot.tournament.structure import Structure


def entry_view(structure: Structure) -> dict[str, Any]:
    """The fields of `EntryView` for a structure, to include in other views."""
    own = {"money": structure.money, "addon_level": structure.addon_level}
    return own | {name: getattr(structure.entry, name) for name in EntryView.__struct_fields__ if name not in own}


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
