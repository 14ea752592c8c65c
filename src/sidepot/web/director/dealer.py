"""The dealer's helper of a table, which follows the hands there by taps: its view, its acts, and its routes over HTTP.
The socket uses the same functions (`web.ws.dealers`).

The seats, the game, the stakes and the button come from the tournament; the results of each hand go back to it.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec.structs import replace

from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.floor.spot_text import line_before
from sidepot.formats.phh_write import write_phhs
from sidepot.games.titles import Parts, limit_words, stakes_parts, stakes_words
from sidepot.room.dealer import commands as d
from sidepot.room.dealer.forms import (
    BeginForm,
    CallOffForm,
    CloseForm,
    CorrectForm,
    DealerForm,
    Doing,
    ReopenForm,
    ResumeForm,
    SkipForm,
    TakeBackForm,
    TapForm,
)  # fmt: skip
from sidepot.room.dealer.history import finished, phh_of
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.dealer.play import Play, spot_of
from sidepot.room.dealer.terms import HandTerms, Seated, next_marks, terms_of
from sidepot.room.dealer.view import DealtView, dealt_view
from sidepot.room.runtime.dealer_actor import DealerActor
from sidepot.room.runtime.tournament_actor import TournamentActor
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import DEALER, DIRECTOR, FLOOR
from sidepot.room.tournament.live.reports import AlreadyDone
from sidepot.room.views.readers import Scope
from sidepot.table.button import Marks
from sidepot.tournament import commands as c
from sidepot.tournament.entrants import Status
from sidepot.tournament.real_tables import is_button_known, stock_of
from sidepot.tournament.reports import How
from sidepot.tournament.tournament import Tournament
from sidepot.validation import quantities as q
from sidepot.web.director.acts import refuse
from sidepot.web.director.roles import check_role_may
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.tournaments.access import Access, access, check_id, check_texts, find_tournament

if TYPE_CHECKING:
    from sidepot.room.tournament.machine import RoomTournament
    from sidepot.web.state import AppState

MAY: Final = (DEALER, FLOOR, DIRECTOR)
WITHIN_A_HAND: Final = (TapForm, TakeBackForm, CorrectForm)  # acts that concern only the helper of the table
AtTable = Annotated[int, PathParameter(ge=1, le=q.MOST_TABLES)]
OfTable = Annotated[int, QueryParameter(description="That table alone; 0: no table.", ge=0, le=q.MOST_TABLES)]


# ---- views


class DealerSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the table: its player, and the player's chips (-1 if they are unknown)."""

    seat: int
    player: str = ""
    chips: int = -1


class DealerGame(msgspec.Struct, frozen=True):
    """A game of the tournament at the current level.

    `stakes_parts` are the stakes as data, for pages in other languages.
    """

    title: str
    limit: str
    stakes: str
    stakes_parts: Parts = ()


class DealerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The dealer's helper of a table (`dealt`) and, between two hands, what the tournament knows about the next hand.

    - `size`: the number of seats
    - `button`: the seat of the button in the next hand (-1 if unknown)
    - `game`: the number of the last game
    - `halted`: why the table is not playing ("" if it is)
    """

    title: str
    dealt: DealtView
    size: int
    seats: tuple[DealerSeat, ...] = ()
    games: tuple[DealerGame, ...] = ()
    level: int = 0
    button: int = -1
    game: int = 0
    halted: str = ""


class TableSpot(msgspec.Struct, frozen=True):
    """The betting at a table as a line of text for the floor; "" if a line cannot express the betting."""

    spot: str


def view_of(found: RoomTournament, table: DealerTable, now: int) -> DealerView:
    """The content of the page of a dealer's helper. During a hand, only `dealt` changes."""
    tournament, number = found.tournament, table.table
    here = tournament.tables[number]
    plain = DealerView(found.terms.title, dealt_view(table), here.rules.seats)
    if plain.dealt.hand is not None:
        return plain
    level = tournament.reading(found.moment(now)).level
    stakes = tournament.level(level).stakes
    marks = _marks(tournament, table, -1, table.game, level)
    return replace(
        plain,
        seats=tuple([DealerSeat(one.seat, one.player, one.chips) for one in _seated(tournament, number)]),
        games=tuple(
            [
                DealerGame(
                    of.game.title,
                    limit_words(of.limit),
                    stakes_words(of.limit, one),
                    tuple(stakes_parts(of.limit, one)),
                )
                for of, one in zip(here.rules.mix.games, stakes, strict=True)
            ]
        ),
        level=level,
        button=marks.button if marks is not None else -1,
        game=table.game,
        halted=tournament.halted.get(number, ""),
    )


def _seated(tournament: Tournament, number: int) -> list[Seated]:
    """The players who are dealt in, by seat, with their chips if their current chips are known."""
    places = sorted(tournament.tables[number].places.values(), key=lambda place: place.seat)
    return [
        Seated(place.seat, place.player, place.stack if stock_of(tournament, place.player).how is How.KNOWN else -1)
        for place in places
        if tournament.entrants[place.player].status is Status.SEATED
    ]


def _marks(tournament: Tournament, table: DealerTable, button: int, game: int, level: int) -> Marks | None:
    """The seats of the button and the blinds in the next hand; None if the position of the button is unknown."""
    here = tournament.tables[table.table]
    taken = [one.seat for one in _seated(tournament, table.table)]
    blinds = tournament.level(level).stakes[game].blinds
    last = table.marks
    if len(taken) < 2:
        return None
    if last is not None and not blinds and button < 0:
        return last  # the button waits for a game with blinds
    if last is None and button < 0:
        report = tournament.reports.buttons.get(table.table)
        if report is None:
            return None
        last = next_marks(taken, here.rules.seats, here.rules.rulebook.button, last=None, button=report.seat)
    return next_marks(
        taken, here.rules.seats, here.rules.rulebook.button, last=last, button=button, one_blind=len(blinds) == 1
    )


# ---- routes


@get("/api/tournaments/{tournament:str}/dealer/{table:int}", dependencies=access(Scope.TABLES))
async def dealer(access: NamedDependency[Access], table: AtTable) -> Response[DealerView]:
    """The dealer's helper of a table: the hand in progress with its pots, the seat in turn, and the choices of that
    seat.
    """
    return access.answer(await durable_view(access.app_state, await helper_of(access, table)))


@get("/api/tournaments/{tournament:str}/dealer/{table:int}/hands.phhs", dependencies=access(Scope.TABLES))
async def dealer_hands(access: NamedDependency[Access], table: AtTable) -> Response[bytes]:
    """The finished hands of a table as Poker Hand Histories, in which everything that was not entered is unknown."""
    actor = await helper_of(access, table)
    hands = []
    for one in finished(await access.app_state.registry.dealers.events(actor.id)):
        try:
            hands.append(phh_of(one, table, access.name))
        except BadNotation:
            continue  # the format has no such game
    headers = {"content-disposition": f'attachment; filename="table-{table}.phhs"'}
    return Response(write_phhs(hands).encode(), media_type="text/plain", headers=headers)


@get("/api/tournaments/{tournament:str}/spot", dependencies=access(Scope.TABLES))
async def table_spot(access: NamedDependency[Access], table: OfTable = 0) -> TableSpot:
    """The betting at a table as a line of text, for the floor: the current round of the hand that a dealer's helper
    follows.

    If no hand is under way, it is the start of the next one, with its stakes and all stacks. The button is taken from
    the helper, or else from the latest report. Without a table, or if the position of the button is unknown, the line
    gives only the game, the stakes and the number of players.
    """
    tournament = access.machine.tournament
    level = tournament.reading(access.now).level
    if not table:
        structure = tournament.structure
        of, (stakes, *_) = structure.mix.games[0], tournament.level(level).stakes
        return TableSpot(line_before(of.limit, stakes, structure.seats))
    helper = await access.app_state.registry.dealers.read(await helper_of(access, table))
    if helper.terms is not None:
        return TableSpot(spot_of(helper.play))
    marks = None
    if helper.marks is not None:
        marks = _marks(tournament, helper, -1, helper.game, level)
    elif is_button_known(tournament, table, access.now):
        marks = _marks(tournament, helper, tournament.reports.buttons[table].seat, helper.game, level)
    of, stakes = tournament.tables[table].rules.mix.games[helper.game], tournament.level(level).stakes[helper.game]
    if marks is None:
        return TableSpot(line_before(of.limit, stakes, max(len(_seated(tournament, table)), 2)))
    return TableSpot(spot_of(Play(_next_hand(access, helper, marks, helper.game, level))))


@post(
    "/api/tournaments/{tournament:str}/dealer/{table:int}",
    status_code=200,
    dependencies=access(Scope.TABLES, roles=MAY),
)
async def deal(access: NamedDependency[Access], table: AtTable, data: JSONBody[DealerForm]) -> Response[DealerView]:
    """Carry out an act at a table. Returns the dealer's helper of the table. A form with a used `id` is not
    repeated.
    """
    actor = await helper_of(access, table)
    try:
        await act_at(access, actor, data.id, data.do, data.seen)
    except SidepotError as error:
        return refuse(error, access.persons)
    return access.answer(await durable_view(access.app_state, actor))


# ---- for routes and sockets


async def find_for(app_state: AppState, tournament: str, number: int, do: Doing) -> RoomTournament:
    """The tournament of an act at a table (`do`, at table `number`). Raises NotFound if there is no such tournament.

    For an act within a hand, the state of the tournament may not be durable yet. The answer to such an act must
    therefore show nothing of the tournament.
    """
    if isinstance(do, WITHIN_A_HAND):
        registry = app_state.registry
        actor, is_open = (
            registry.tournaments.get(tournament),
            registry.dealers.get(f"{tournament}-{number}") is not None,
        )
        if is_open and isinstance(actor, TournamentActor) and number in actor.machine.tournament.tables:
            return actor.machine
    return await find_tournament(app_state, tournament)


async def helper_of(access: Access, number: int) -> DealerActor:
    """The dealer's helper of a table, for a sender who may use it. Raises NotFound or NotAllowed."""
    staff = access.staff
    if staff.role == DEALER and staff.table not in (0, number):
        raise NotAllowed(f"this dealer reports for table {staff.table} only", code="other_role")
    if number not in access.machine.tournament.tables:
        raise NotFound("no such table", code="no_table")
    return await access.app_state.registry.dealers.of(access.machine.id, number)


async def durable_view(app_state: AppState, actor: DealerActor) -> DealerView:
    """The view of a dealer's helper, once the helper and its tournament are durable."""
    dealers, now = app_state.registry.dealers, app_state.registry.clock
    while True:
        table = await dealers.read(actor)
        found = await find_tournament(app_state, table.tournament)
        if not actor.is_busy:  # while the tournament was awaited, another act may have come
            return view_of(found, table, now())


async def act_at(access: Access, actor: DealerActor, id_: str, do: Doing, seen: int) -> int:
    """Carry out an act with this id at a table. Returns the number of the act's event.

    An act with a used id is not repeated. Raises Conflict if another device has acted since event `seen`, the last one
    that the sender saw (0: not checked).
    """
    check_id(id_)
    check_texts(do)
    table = await access.app_state.registry.dealers.read(actor)
    key = f"{access.staff.session}/{id_}"
    by = await access.persons.enter_staff(access.staff.name)
    if key in table.ids:
        if isinstance(do, CloseForm) and table.closed is not None:
            await _report(access, actor, by)
        return table.ids[key]
    if seen and table.seq != seen:
        raise Conflict("another device has acted at this table in the meantime; look again", code="acted_meanwhile")
    if isinstance(do, CloseForm):
        seq = await actor.say(d.Close(), by=by, id=key, staff=True) if table.closed is None else table.seq
        await _report(access, actor, by)
        return seq
    if isinstance(do, ReopenForm):
        await _undo_report(access, table, by)
    return await actor.say(_command(access, table, do), by=by, id=key, staff=True)


def _command(access: Access, table: DealerTable, do: Doing) -> d.DealerCommand:
    """The command of the dealer's helper for an act."""
    match do:
        case BeginForm(button, game):
            return _begin(access, table, button, game)
        case TapForm(act):
            return d.Tap(act)
        case CorrectForm(number, act):
            return d.Correct(number, act)
        case CallOffForm():
            return d.CallOff()
        case ReopenForm():
            return d.Reopen()
        case SkipForm():
            return d.Report()
        case ResumeForm():
            return d.Resume()
        case _:
            return d.TakeBack()


def _begin(access: Access, table: DealerTable, button: int, game: int) -> d.Begin:
    """The command that begins a hand, with the seats and the stakes of the tournament."""
    tournament, here = access.machine.tournament, access.machine.tournament.tables[table.table]
    if not tournament.clock.begun or access.machine.over:
        raise NotDue("the tournament is not being played", code="clock_stands")
    if table.table in tournament.halted:
        reason = tournament.halted[table.table]
        raise NotDue(f"table {table.table} is stopped: {reason}", code="table_halted")
    games, level = here.rules.mix.games, tournament.reading(access.now).level
    if game >= len(games):
        raise BadNotation(
            f"game: expected at most {len(games) - 1}, because the tournament has {len(games)} games; got {game}",
            code="bad_form",
        )
    if len(_seated(tournament, table.table)) < 2:
        raise NotDue("a hand needs at least two players with chips", code="too_few_players")
    marks = _marks(tournament, table, button, game, level)
    if marks is None:
        raise NotDue("the position of the button is unknown; choose its seat", code="button_unknown")
    return d.Begin(_next_hand(access, table, marks, game, level))


def _next_hand(access: Access, table: DealerTable, marks: Marks, game: int, level: int) -> HandTerms:
    """The terms of the next hand at a table, with the seats and the stakes of the tournament."""
    tournament = access.machine.tournament
    rules, seats = tournament.tables[table.table].rules, _seated(tournament, table.table)
    return terms_of(
        seats,
        marks,
        rules.mix.games[game],
        tournament.level(level).stakes[game],
        rules.rulebook,
        game=game,
        players_left=max(tournament.left, len(seats)),
        carried=table.carried,
    )


async def _undo_report(access: Access, table: DealerTable, by: str) -> None:
    """Undo the tournament's step with the results of the last hand, if it has one. Raises NotAllowed, or what undoing
    raises.
    """
    report, role = table.last_report, access.staff.role
    if not table.ended or report is None or not report.step:
        return
    undo = c.Undo(step=report.step, only=True)
    check_role_may(access.staff, undo, access.machine, access.persons)
    key = f"dealer/{table.table}/{table.ended}/undo"
    with suppress(AlreadyDone):  # a director has undone it
        await access.actor.say(s.Act(undo, role), by=by, id=key, staff=True, account=f"dealer/{table.id}")


async def _report(access: Access, actor: DealerActor, by: str) -> None:
    """Report the results of the last hand to the tournament: known stacks, busted players, one more hand, the
    button.
    """
    table = await access.app_state.registry.dealers.read(actor)
    closed, role = table.closed, access.staff.role
    if closed is None:
        return
    tournament, number = access.machine.tournament, table.table
    here = tournament.tables[number].places
    stacks = tuple([(one.player, one.chips) for one in closed.results if one.chips >= 0 and one.player in here])
    key = f"dealer/{number}/{table.ended}"  # the same in a copy of the tournament
    count = s.Act(c.CountHand(number, stacks, table.button), role)
    # the account is that of the helper: it limits the commands that wait, and one person may sign in at many tables
    seq = await access.actor.say(count, by=by, id=key, staff=True, account=f"dealer/{table.id}")
    step = access.machine.live.step_of.get(seq, 0)
    await actor.say(d.Report(step), by=by, id=f"{key}/report", staff=True)


DEALER_ROUTES: Final[tuple[HTTPRouteHandler, ...]] = (dealer, dealer_hands, table_spot, deal)
