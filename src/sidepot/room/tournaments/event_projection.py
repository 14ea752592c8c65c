"""A live tournament as everybody sees it, and as one player does: read off its state."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, NamedTuple

from sidepot.room.tables.stakes_text import level_parts, level_words
from sidepot.room.tournaments.entering import to_accept
from sidepot.room.tournaments.event_shown import (
    Announced,
    EventLine,
    LevelLine,
    Out,
    OwnEvent,
    PublicEvent,
    Stack,
    TableLine,
    entry_shown,
)
from sidepot.room.tournaments.event_terms import first_level, starts_full
from sidepot.room.tournaments.flight_shown import bag_lines, closed_to, flight_lines, takes_entries
from sidepot.rules.meanings import house_title
from sidepot.tournament.do_entries import is_open
from sidepot.tournament.entrants import Standing, Status
from sidepot.tournament.kind_words import kinds_of
from sidepot.tournament.schedule import Level
from sidepot.tournament.structure import ANY

if TYPE_CHECKING:
    from sidepot.room.tournaments.event_terms import EventTerms
    from sidepot.room.tournaments.state import EventState
    from sidepot.tournament.clock import Reading

LARGEST = 10
LAST_OUT = 30


class Places(NamedTuple):
    """The place of each player by chips, or of those who are out, at a moment."""

    at: int
    places: dict[str, Standing]
    ranks: dict[str, int]


class EventView(NamedTuple):
    """The public state of a record, and the place of each player by chips or of those who are out."""

    seq: int
    at: int
    state: PublicEvent
    places: dict[str, Standing]
    ranks: dict[str, int]


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
    found, number = [], first_level(terms) - 1
    for item in terms.structure.schedule:
        if isinstance(item, Level):
            number += 1
            games = terms.structure.mix.games
            said = level_parts(games, item.stakes)
            found.append(LevelLine(number, level_words(games, item.stakes), item.ms, said=said))
        else:
            found.append(LevelLine(0, "Break", item.ms, item.note))
    return found


def places_of(event: EventState, now: int) -> Places:
    """The places as they stand."""
    standings = event.tournament.standings()
    ranks, last, before = {}, 0, -1
    for place, line in enumerate([one for one in standings if not one.place], 1):
        last = place if line.stack != before else last
        ranks[line.player], before = last, line.stack
    return Places(max(now, event.at, event.tournament.at), {one.player: one for one in standings}, ranks)


def public_view(event: EventState, now: int) -> EventView:
    """The tournament as it stands. Everything must be durable."""
    tournament, structure = event.tournament, event.tournament.structure
    at, places, ranks = places_of(event, now)
    reading, standings = tournament.reading(at), [*places.values()]
    prizes = tournament.prizes()
    bet = structure.level(reading.level).stakes[0].min_bet
    average = (tournament.issued - tournament.removed) // max(tournament.left, 1) if tournament.is_seated else 0
    entry, rebuys = is_open(tournament, reading)
    is_last = reading.level + 1 >= len(structure.levels)
    games = structure.mix.games
    runs = reading.running and reading.left_ms is not None and not event.over
    bags = bag_lines(event)
    bagged = {one.player for one in bags if event.terms.flight}  # they have a place by their chips, and are not out
    out = [
        Out(one.player, one.place, one.paid, one.bounties)
        for one in standings
        if one.place and one.player not in bagged
    ]
    state = PublicEvent(
        id=event.id,
        phase=event.phase if event.phase not in ("running", "break") else "break" if reading.is_break else "running",
        about=announced(event.played),
        players=len(tournament.entrants),
        entries=tournament.entries,
        registered=_registered(event),
        left=tournament.left,
        bots=len(event.bots),
        level=first_level(event.terms) + reading.level,
        stakes=level_words(games, structure.level(reading.level).stakes),
        next_stakes="" if is_last else level_words(games, structure.level(reading.level + 1).stakes),
        is_break=reading.is_break,
        level_until=at + (reading.left_ms or 0) if runs else 0,
        level_left=(reading.left_ms or 0) if not runs else 0,
        next_break=at + reading.next_break_ms if runs and reading.next_break_ms else 0,
        time_left=tournament.time_left(at) if event.is_on else 0,
        chips=tournament.in_play,
        average=average,
        average_bets=round(average / bet, 1) if bet else 0.0,
        pool=tournament.pool,
        prizes=prizes,
        jump=_jump(event, prizes),
        hand_for_hand=tournament.hand_for_hand,
        entry_open=entry and takes_entries(event),
        rebuys_open=rebuys and tournament.is_seated and not event.over,
        addon_open=_addon_open(event, reading),
        tables=tuple(_tables(event)),
        stacks=tuple(
            [
                Stack(
                    one.player,
                    ranks[one.player],
                    one.stack,
                    tournament.entrants[one.player].table,
                    one.player in event.bots,
                )
                for one in standings[: min(LARGEST, len(ranks))]
            ]
        ),
        out=tuple(out if event.over and not event.terms.real else out[:LAST_OUT]),
        waiting=tuple(tournament.waiting),
        offer=event.offer,
        news=tuple(event.news),
        envelopes=tournament.envelopes.values,
        seal=tournament.envelopes.seal,
        flights=flight_lines(event),
        bags=bags,
        stakes_said=level_parts(games, structure.level(reading.level).stakes),
        next_said=() if is_last else level_parts(games, structure.level(reading.level + 1).stakes),
        why=event.frozen or event.called_off or event.dropped,
    )
    return EventView(event.seq, at, state, places, ranks)


def _registered(event: EventState) -> tuple[str, ...]:
    """Those who have entered, until seats are drawn; where people play elsewhere a page reads them 200 at a time."""
    entrants = event.tournament.entrants
    return () if event.tournament.is_seated else tuple(entrants)[: 200 if event.terms.real else None]


def _addon_open(event: EventState, reading: Reading) -> bool:
    return event.is_on and event.terms.structure.entry.addon_item == reading.item and event.tournament.deal is None


def _jump(event: EventState, prizes: tuple[int, ...]) -> tuple[int, int]:
    """How many must go out until the rest are sure of more, and how much more that is."""
    left = event.tournament.left
    if not event.is_on or left < 2:
        return 0, 0
    sure = prizes[left - 1] if left <= len(prizes) else 0
    for place in range(left - 1, 0, -1):
        paid = prizes[place - 1] if place <= len(prizes) else 0
        if paid > sure:
            return left - place, paid - sure
    return 0, 0


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
    line = view.places.get(player)
    since = event.busted.get(player, 0)
    return OwnEvent(
        name=player,
        status=entrant.status,
        table=event.tables.get(entrant.table, ""),
        number=entrant.table,
        seat=place.seat if place is not None else -1,
        chips=tournament.stack_of(player) if entrant.is_in else 0,
        place=view.ranks.get(player, 0) or (line.place if line is not None else 0),
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
        entries, _ = is_open(tournament, tournament.reading(view.at))
        found += ["reenter"] if entries and again and tournament.is_seated else []
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
    tournament, terms = event.tournament, event.terms
    reading = tournament.reading(max(now, event.at, tournament.at))
    winner = ""
    if tournament.ended and not terms.flight:
        winner = next((one.player for one in tournament.standings() if one.place == 1), "")
    return EventLine(
        event.id,
        terms.title,
        event.phase,
        terms.structure.mix.title,
        terms.structure.kind,
        terms.starts_at,
        terms.structure.entry.buy_in,
        terms.structure.entry.fee,
        len(tournament.entrants),
        tournament.left,
        terms.structure.entry.most,
        first_level(terms) + reading.level,
        len(tournament.tables),
        is_open(tournament, reading)[0] and takes_entries(event),
        winner,
        terms.real,
        terms.locked,
        terms.password_of,
        terms.flight,
        terms.final,
        len(terms.days.flights) if terms.days is not None else 0,
        terms.public,
    )
