"""HTTP: the bags of a live flight: enter, compare, accept; and the day 2 that is made from all flights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from msgspec.structs import replace

from sidepot.room.table.level_text import level_parts, level_words
from sidepot.room.tournament.live.bags import audit, is_accepted
from sidepot.room.tournament.terms import is_day_2, is_live_flight
from sidepot.room.views.readers import Scope
from sidepot.tournament.bags import FlightResult, audit_flights, bags_forward
from sidepot.tournament.real_tables import stock_of
from sidepot.validation.csv_text import write_csv
from sidepot.web.auth.sessions import for_staff
from sidepot.web.director.bag_forms import (
    BagLine,
    BagsView,
    BagTable,
    DayTwoForm,
    FlightOfSeries,
    LevelChoice,
    TakeBackForm,
)
from sidepot.web.director.flights import (
    Flight,
    day_2_of,
    first_flight_of,
    make_day_2,
    results_of,
    series_of,
    take_back,
    usual_level,
)
from sidepot.web.director.roles import may_do
from sidepot.web.problems import NotFound
from sidepot.web.requests import Person, TournamentId
from sidepot.web.schemas.base import EmptyAnswer
from sidepot.web.security.pins import PinView
from sidepot.web.state import Shared
from sidepot.web.tournaments.access import Access, access, check_texts, find_real
from sidepot.web.tournaments.routes import TournamentOpened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.room.tournament.machine import RoomTournament
    from sidepot.tournament.structure import FlightStacks, Structure

NOT_A_FLIGHT: Final = "this tournament has no flights"
BAGS: Final = ("put_bag", "take_bag", "accept_bags")


@get("/api/tournaments/{tournament:str}/bags", dependencies=access(Scope.MONEY))
async def bags(access: NamedDependency[Access]) -> Response[BagsView]:
    """The bags of a flight or of day 2, and all flights with their chips. For the staff except dealers."""
    return access.answer(await bags_of(access))


@get(
    "/api/tournaments/{tournament:str}/bags.csv",
    media_type="text/csv",
    dependencies=access(Scope.MONEY),
)
async def bags_csv(access: NamedDependency[Access]) -> Response[str]:
    """The bags of a flight or of day 2 as a CSV file. For the staff except dealers."""
    heads = ("flight", "table", "seat", "player", "chips", "bag", "counted", "checked", "forward")
    rows: list[Sequence[object]] = [heads]
    for one in (await bags_of(access)).lines:
        forward = "" if not one.chips else f"no: {one.other}" if one.other else "yes"
        place = (one.table or None, one.seat or None)
        rows.append((one.flight, *place, access.name(one.player), one.chips or None, one.number, one.counted,
                     one.checked, forward))  # fmt: skip
    headers = {"content-disposition": f'attachment; filename="bags-{access.machine.id}.csv"'}
    return Response(write_csv(rows), media_type="text/csv", headers=headers)


async def bags_of(access: Access) -> BagsView:
    """The bags of a flight or of day 2, and all flights; empty for any other tournament."""
    machine, app_state = access.machine, access.app_state
    if not (is_live_flight(machine.terms) or is_day_2(machine.terms)):
        return BagsView(machine.id, machine.terms.title, machine.seq)
    first = first_flight_of(machine.terms, machine.id)
    flights = await series_of(app_state, first)
    results = [*machine.live.gathered] or await results_of(app_state, flights)
    last = await day_2_of(app_state, first)
    rule = machine.tournament.structure.flight_stacks
    found = BagsView(
        machine.id,
        machine.terms.title,
        machine.seq,
        rule=rule,
        day_2=last.machine.id if last is not None else machine.live.carried,  # or one that was cancelled at its desk
        may=tuple(one for one in may_do(access.staff.role) if one in BAGS),
        flights=_flights(flights, results, rule),
    )
    return _of_day_2(found, machine) if is_day_2(machine.terms) else _of_flight(found, access, flights, results)


def _of_day_2(view: BagsView, machine: RoomTournament) -> BagsView:
    """The view with the bags of all flights, as they were brought to day 2."""
    results = machine.live.gathered
    forward = bags_forward(results, machine.tournament.structure.flight_stacks)
    lines = []
    for at, flight in enumerate(results):
        for one in flight.bags:
            went = forward[one.player]
            other = "" if at in went else results[went[0]].flight
            lines.append(
                BagLine(
                    one.player, chips=one.chips, number=one.number, counted=one.counted, checked=one.checked,
                    flight=flight.flight, other=other,
                )
            )  # fmt: skip
    return replace(view, is_over=machine.over, lines=tuple(lines))


def _of_flight(view: BagsView, access: Access, flights: Sequence[Flight], results: Sequence[FlightResult]) -> BagsView:
    """The view with the players of a flight and their bags."""
    machine, names = access.machine, access.machine.tournament.reports.names
    found = audit(machine)
    accepted = machine.live.accepted if found.difference and is_accepted(machine, found) else None
    other = _others(machine.id, flights, results, machine.tournament.structure.flight_stacks)
    return replace(
        view,
        flight=machine.terms.flight,
        is_over=machine.tournament.ended and not machine.tournament.reports.cancelled,
        denominations=machine.tournament.structure.chips.values,
        due=found.due,
        bagged=found.bagged,
        missing=len(found.missing),
        difference=found.difference,
        accepted=accepted.why if accepted is not None else "",
        accepted_by=accepted.by if accepted is not None else "",
        usual_level=usual_level(flights),
        lines=tuple(_line(machine, player, other) for table in found.tables for player in table.players),
        tables=tuple(
            BagTable(one.table, names.get(one.table, ""), len(one.missing), one.bagged, one.recorded)
            for one in found.tables
        ),
        levels=_levels(machine.tournament.structure),
    )


def _line(machine: RoomTournament, player: str, other: dict[str, str]) -> BagLine:
    tournament, entry = machine.tournament, machine.live.bags.get(player)
    one = tournament.entrants[player]
    place = tournament.place_at(one)
    seat = place.seat + 1 if place is not None else 0
    line = BagLine(player, one.table, seat, tournament.chips_of(one), str(stock_of(tournament, player).how))
    if entry is None:
        return line
    bag = entry.bag
    return replace(
        line, chips=bag.chips, number=bag.number, counted=bag.counted, checked=bag.checked, by=entry.by, at=entry.at,
        flight=machine.terms.flight, other=other.get(player, ""),
    )  # fmt: skip


def _others(
    here: str, flights: Sequence[Flight], results: Sequence[FlightResult], rule: FlightStacks
) -> dict[str, str]:
    """The players of a flight whose bag from another flight goes forward, and that flight."""
    at = next((at for at, one in enumerate(results) if one.tournament == here), -1)
    if at < 0:
        return {}
    forward = bags_forward(results, rule)
    machine = next(one.machine for one in flights if one.machine.id == here)
    players = dict(zip(machine.tournament.entrants, results[at].players, strict=True))
    return {
        player: results[forward[one.player][0]].flight
        for player, one in players.items()
        if one.chips and at not in forward[one.player]
    }


def _flights(
    flights: Sequence[Flight], results: Sequence[FlightResult], rule: FlightStacks
) -> tuple[FlightOfSeries, ...]:
    """All flights with their chips. A flight that is not over has none yet."""
    lines = audit_flights(results, rule)
    over = {one.tournament: line for one, line in zip(results, lines, strict=True)}
    found = []
    for flight in flights:
        machine = flight.machine
        line = over.get(machine.id)
        if line is None:
            entries = machine.tournament.entries
            found.append(
                FlightOfSeries(
                    machine.id, machine.terms.flight, players=len(machine.tournament.entrants), entries=entries
                )
            )
            continue
        checked = audit(machine)
        found.append(
            FlightOfSeries(
                machine.id, line.flight, True, not checked.missing and is_accepted(machine, checked), line.players,
                line.entries, len(checked.missing), line.due, line.bagged, line.forfeited, line.carried,
            )
        )  # fmt: skip
    return tuple(found)


def _levels(structure: Structure) -> tuple[LevelChoice, ...]:
    """The levels with which day 2 may begin."""
    games = structure.mix.games
    return tuple(
        LevelChoice(number, level_words(games, one.stakes), level_parts(games, one.stakes))
        for number, one in enumerate(structure.levels, 1)
    )


# ---- day 2


@post("/api/tournaments/{tournament:str}/day2", status_code=200, guards=[for_staff])
async def day_2(
    app_state: Shared, tournament: TournamentId, staff: Person, data: JSONBody[DayTwoForm]
) -> TournamentOpened:
    """Make day 2 from all flights of the tournament, with their bags, players and money. For the host.

    If the server stops before day 2 is complete, the same request finishes the work.
    """
    found, _ = await find_real(app_state, tournament)
    if not is_live_flight(found.terms):
        raise NotFound(NOT_A_FLIGHT, code="bad_flight")
    check_texts(data.title)
    first = first_flight_of(found.terms, found.id)
    made, pins = await make_day_2(app_state, first, data.title, data.level, staff.name)
    return TournamentOpened(made, [PinView(role, pin=pin) for role, pin in pins.items()])


@post("/api/tournaments/{tournament:str}/day2/back", status_code=200, guards=[for_staff])
async def day_2_back(
    app_state: Shared, tournament: TournamentId, staff: Person, data: JSONBody[TakeBackForm]
) -> EmptyAnswer:
    """Cancel a day 2 that has not begun, and open its flights again. For the host."""
    found = Flight(*await find_real(app_state, tournament))
    if not is_day_2(found.machine.terms):
        raise NotFound("this tournament is not a day 2", code="bad_flight")
    check_texts(data.why)
    await take_back(app_state, found, data.why, staff.name)
    return EmptyAnswer()


BAG_ROUTES: Final[tuple[HTTPRouteHandler, ...]] = (bags, bags_csv, day_2, day_2_back)
