"""A live tournament as everybody sees it, and as one player does: read off its state."""

from __future__ import annotations

from heapq import nlargest
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sidepot.room.tournament.online.entries import to_accept
from sidepot.room.tournament.online.flights import missing_flights, waits
from sidepot.room.tournament.terms import first_level, starts_full
from sidepot.room.views.tournament import TournamentView, schedule_of
from sidepot.room.views.tournament_fields import (
    Announced,
    EventLine,
    FlightLine,
    LevelLine,
    Out,
    OwnEvent,
    PublicEvent,
    Stack,
    TableLine,
    entry_shown,
)
from sidepot.rules.meanings import house_title
from sidepot.tournament.entrants import Status
from sidepot.tournament.kind_words import kinds_of
from sidepot.tournament.structure import ANY

if TYPE_CHECKING:
    from sidepot.room.tournament.state import EventState
    from sidepot.room.tournament.terms import EventTerms

LARGEST = 10
LAST_OUT = 30


class EventView(NamedTuple):
    """A tournament as everybody sees it, and the read model that it is taken from."""

    model: TournamentView
    state: PublicEvent

    @property
    def seq(self) -> int:
        """The record after which it is so."""
        return self.model.seq

    @property
    def at(self) -> int:
        """The moment at which it is so."""
        return self.model.at


def announced(terms: EventTerms) -> Announced:
    """The terms, as they are announced."""
    structure = terms.days or terms.structure  # who enters a flight of a final day sees what they enter
    entry = structure.entry
    return Announced(
        **entry_shown(entry),
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
        flight_stacks=structure.flight_stacks,
        levels=tuple(_levels(terms)),
        kinds=kinds_of(structure),
        mystery=entry.mystery,
        mystery_left=entry.mystery_left,
        locked=terms.locked,
        real=terms.real,
    )


def _levels(terms: EventTerms) -> list[LevelLine]:
    return [
        LevelLine(one.level, one.text, one.ms, said=one.said) if one.level else LevelLine(0, "Break", one.ms, one.text)
        for one in schedule_of(terms.structure, first_level(terms)).items
    ]


def public_view(event: EventState, now: int) -> EventView:
    """The tournament as it stands. Everything must be durable."""
    view = TournamentView(event, now)
    return EventView(view, public_event(view))


def public_event(view: TournamentView) -> PublicEvent:
    """A tournament with all that anybody sees of it; `event_seen` takes what one reader sees."""
    event, tournament, reading = view.event, view.tournament, view.reading
    stakes, following = view.stakes(reading.level), view.stakes(reading.level + 1)
    bags = bag_lines(event)
    bagged = {one.player for one in bags if event.terms.flight}  # they have a place by their chips, and are not out
    out = [Out(one.player, one.place, one.paid, one.bounties) for one in view.out if one.player not in bagged]
    runs = view.runs and reading.left_ms is not None
    return PublicEvent(
        id=event.id,
        phase=view.phase,
        about=announced(event.played),
        players=len(tournament.entrants),
        entries=tournament.entries,
        registered=_registered(event),
        left=tournament.left,
        bots=len(event.bots),
        level=view.first_level + reading.level,
        stakes=stakes.text,
        next_stakes=following.text,
        is_break=reading.is_break,
        level_until=view.until,
        level_left=0 if runs else reading.left_ms or 0,
        next_break=view.next_break if runs else 0,
        time_left=tournament.time_left(view.at) if event.is_on else 0,
        chips=tournament.in_play,
        average=view.average,
        average_bets=view.average_bets,
        pool=tournament.pool,
        prizes=view.prizes,
        jump=view.jump,
        hand_for_hand=tournament.hand_for_hand,
        entry_open=view.enters and takes_entries(event),
        rebuys_open=view.rebuys,
        addon_open=view.addon_open,
        tables=tuple(_tables(event)),
        stacks=_largest(view),
        out=tuple(out if event.over and not event.terms.real else out[:LAST_OUT]),
        waiting=tuple(tournament.waiting),
        offer=event.offer,
        news=tuple(event.news),
        envelopes=tournament.envelopes.values,
        seal=tournament.envelopes.seal,
        flights=flight_lines(event),
        bags=bags,
        stakes_said=stakes.said,
        next_said=following.said,
        why=event.frozen or event.called_off or event.dropped,
    )


def _largest(view: TournamentView) -> tuple[Stack, ...]:
    """The players with most chips."""
    event, entrants = view.event, view.tournament.entrants
    first = islice(view.standings.values(), min(LARGEST, len(view.ranks)))
    return tuple(
        [
            Stack(one.player, view.ranks[one.player], one.stack, entrants[one.player].table, one.player in event.bots)
            for one in first
        ]
    )


def _registered(event: EventState) -> tuple[str, ...]:
    """Those who have entered, until seats are drawn; where people play elsewhere a page reads them 200 at a time."""
    entrants = event.tournament.entrants
    return () if event.tournament.is_seated else tuple(entrants)[: 200 if event.terms.real else None]


def _tables(event: EventState) -> list[TableLine]:
    tournament = event.tournament
    found = []
    for number, table in sorted(tournament.tables.items()):
        most = nlargest(2, table.places.values(), key=lambda place: place.stack)
        alone = len(most) == 1 or (len(most) > 1 and most[0].stack > most[1].stack)
        found.append(
            TableLine(
                number,
                event.tables.get(number, ""),
                len(table.places),
                tournament.totals.get(number, 0),
                most[0].player if alone else "",
                table.is_hand_on,
                tournament.halted.get(number, ""),
                number in event.stands,
                len(tournament.tables) == 1,
            )
        )
    return found


def own_view(event: EventState, view: EventView, account: str, name: str, *, staff: bool = False) -> OwnEvent | None:
    """The private part of one player; None for nobody in particular."""
    if not name:
        return None
    if event.terms.real:
        return OwnEvent(may=("do",) if staff else ())
    player = event.names.get(account, "") if account else name
    tournament = event.tournament
    entrant = tournament.entrants.get(player)
    may = _may(event, view, player if entrant is not None else "")
    if staff and not event.over:
        may += [
            "announce",
            "direct",
            "call_off",
            *(["go_on"] if event.paused or event.frozen else ["pause"] if event.is_on else []),
            *([] if tournament.is_seated else ["begin", "add_bots"]),
        ]
        may = [one for one in may if one not in closed_to(event)]
    if entrant is None:
        return OwnEvent(may=tuple(may), accept=to_accept(event, account) if "register" in may else "")
    table = tournament.tables.get(entrant.table)
    place = table.places.get(player) if table is not None else None
    line = view.model.standings.get(player)
    since = event.busted.get(player, 0)
    return OwnEvent(
        name=player,
        status=entrant.status,
        table=event.tables.get(entrant.table, ""),
        number=entrant.table,
        seat=place.seat if place is not None else -1,
        chips=tournament.stack_of(player) if entrant.is_in else 0,
        place=view.model.ranks.get(player, 0) or (line.place if line is not None else 0),
        paid=line.paid + line.bounties if line is not None else 0,
        until=since + event.terms.timing.away if since else 0,
        may=tuple(may),
    )


def _may(event: EventState, view: EventView, player: str) -> list[str]:
    """The commands open to somebody now; the tournament itself checks them."""
    state, tournament = view.state, event.tournament
    if event.over or event.frozen:
        return []
    entrant = tournament.entrants.get(player)
    if entrant is None:
        return ["register"] if state.entry_open else []
    entry = event.terms.structure.entry
    found = []
    if not tournament.clock.begun or entrant.status in (Status.REGISTERED, Status.ALTERNATE) and entrant.entries == 1:
        found += [] if event.terms.days is not None else ["take_back"]
    again = entry.reentries == ANY or entrant.entries <= entry.reentries
    if not entrant.is_in and entrant.status is not Status.DISQUALIFIED:
        found += ["reenter"] if view.model.enters and again and tournament.is_seated else []
    if state.rebuys_open and entrant.status in (Status.SEATED, Status.BUSTED):
        left = entry.rebuys == ANY or entrant.rebought < entry.rebuys
        stack = tournament.stack_of(player) if entrant.status is Status.SEATED else 0
        found += ["rebuy"] if left and stack <= event.terms.structure.rebuy_below else []
    if entrant.status is Status.BUSTED:
        found.append("go_out")
    if state.addon_open and not entrant.addons and entrant.status is Status.SEATED:
        found.append("add_on")
    offer = event.offer
    if offer is not None and offer.figures and player not in offer.agreed and entrant.status is Status.SEATED:
        found.append("answer_deal")
    is_last = len(tournament.tables) == 1 and tournament.left <= len(state.prizes) and tournament.left > 1
    if event.is_on and is_last and offer is None and tournament.deal is None and not event.may_come_back():
        found += ["offer_deal"] if entrant.status is Status.SEATED and not event.paused else []
    return found


def event_line(event: EventState, now: int) -> EventLine:
    """The tournament in the list of all."""
    view = TournamentView(event, now)
    tournament, terms = event.tournament, event.terms
    entry = terms.structure.entry
    winner = ""
    if tournament.ended and not terms.flight:
        winner = next((one.player for one in view.out if one.place == 1), "")
    return EventLine(
        event.id,
        terms.title,
        event.phase,
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
        view.enters and takes_entries(event),
        winner,
        terms.real,
        terms.locked,
        terms.password_of,
        terms.flight,
        terms.final,
        len(terms.days.flights) if terms.days is not None else 0,
        terms.public,
    )


# ---- a final day and its flights


def flight_lines(event: EventState) -> tuple[FlightLine, ...]:
    """The flights of a final day, in their order."""
    days, starts = event.terms.days, event.terms.flights_at
    if days is None:
        return ()
    return tuple(
        [
            FlightLine(
                name,
                event.flights.get(name, ""),
                starts[at] if at < len(starts) else 0,
                name in event.brought,
                event.brought.get(name, 0),
            )
            for at, name in enumerate(days.flights)
        ]
    )


def bag_lines(event: EventState) -> tuple[Stack, ...]:
    """The bags, the largest first: of a flight that is over, or those that a final day has before its start."""
    tournament = event.tournament
    if event.terms.flight and tournament.ended:
        bags = [(one.player, tournament.stack_of(one.player)) for one in tournament.players_in()]
    elif event.terms.days is not None and not tournament.is_seated:
        bags = [(one.player, one.due) for one in tournament.players_in()]
    else:
        return ()
    bags.sort(key=lambda one: -one[1])
    held = [chips for _, chips in bags]
    return tuple([Stack(name, held.index(chips) + 1, chips, bot=name in event.bots) for name, chips in bags])


def takes_entries(event: EventState) -> bool:
    """Whether anybody can enter, as far as it is not for the clock: there is room, and it is no final day."""
    most = event.terms.structure.entry.most
    is_full = bool(most) and len(event.tournament.entrants) >= most
    return not event.over and not is_full and event.terms.days is None


def closed_to(event: EventState) -> tuple[str, ...]:
    """What staff cannot do now at a final day that has not begun."""
    if not waits(event):
        return ()
    is_kept = missing_flights(event) or event.dropped
    return ("add_bots", "direct", *(["begin"] if is_kept else []), *(["call_off"] if event.dropped else []))
