"""HTTP: the dealer's helper of a table, which follows the hands there by taps. For dealers of the table, floor and
directors.

The seats, the game, the stakes and the button come from the tournament; the results of each hand go back to it.
"""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, PathParameter

from sidepot.errors import BadNotation, NotDue, SidepotError
from sidepot.formats.phh_write import write_phhs
from sidepot.games.titles import Parts, limit_words, stakes_parts, stakes_words
from sidepot.room.dealer import commands as d
from sidepot.room.dealer.acts import AnyAct
from sidepot.room.dealer.history import finished, phh_of
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.dealer.spot import spot_of
from sidepot.room.dealer.terms import Seated, next_marks, terms_of
from sidepot.room.dealer.view import DealtView, dealt_view
from sidepot.room.runtime.dealer_actor import DealerActor
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import DEALER, DIRECTOR, FLOOR
from sidepot.room.views.readers import Scope
from sidepot.table.button import Marks
from sidepot.tournament import commands as c
from sidepot.tournament.entrants import Status
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How
from sidepot.tournament.tournament import Tournament
from sidepot.validation import quantities as q
from sidepot.web.director.acts import refuse
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.tournaments.access import Access, access, check_id, check_texts

MAY: Final = (DEALER, FLOOR, DIRECTOR)
AtTable = Annotated[int, PathParameter(ge=1, le=q.MOST_TABLES)]


# ---- forms


class _Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a dealer does."""


class BeginForm(_Form, frozen=True, tag="begin"):
    """Begin a hand. `button` is the seat of the button (-1 to move it by the rules), `game` the number of the game in
    the tournament's mix.
    """

    button: q.AnySeat = -1
    game: q.Item = 0


class TapForm(_Form, frozen=True, tag="tap"):
    """Carry out an act."""

    act: AnyAct


class TakeBackForm(_Form, frozen=True, tag="take_back"):
    """Take the last act back."""


class CorrectForm(_Form, frozen=True, tag="correct"):
    """Replace the act with this number."""

    number: q.SomeHands
    act: AnyAct


class CallOffForm(_Form, frozen=True, tag="call_off"):
    """Call the hand off."""


class CloseForm(_Form, frozen=True, tag="close"):
    """Close the hand, and report its results to the tournament. After a refusal, report them again."""


class SkipForm(_Form, frozen=True, tag="skip"):
    """Skip the report of the last hand's results."""


class ResumeForm(_Form, frozen=True, tag="resume"):
    """Resume a helper that an error has frozen."""


class DealerForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to do at a table. A form with a used `id` is not repeated."""

    id: Annotated[str, msgspec.Meta(max_length=64)]
    do: BeginForm | TapForm | TakeBackForm | CorrectForm | CallOffForm | CloseForm | SkipForm | ResumeForm


# ---- views


class DealerSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of the table: its player, and the player's chips (-1 if they are unknown)."""

    seat: int
    player: str = ""
    chips: int = -1


class DealerGame(msgspec.Struct, frozen=True):
    """A game of the tournament at the current level. `stakes_parts` are the stakes as data."""

    title: str
    limit: str
    stakes: str
    stakes_parts: Parts = ()


class DealerView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The helper of a table (`dealt`), and what the tournament knows about the next hand there.

    `size` is the number of seats. `button` is where the button goes (-1 if unknown), `game` the number of the last
    game. `halted` is the reason why the table does not play.
    """

    title: str
    dealt: DealtView
    size: int
    seats: tuple[DealerSeat, ...]
    games: tuple[DealerGame, ...]
    level: int = 0
    button: int = -1
    game: int = 0
    halted: str = ""


class DealerSpot(msgspec.Struct, frozen=True):
    """The betting of the present round as a line of text; empty if a line cannot express it."""

    spot: str


def _view(access: Access, table: DealerTable) -> DealerView:
    tournament, number = access.machine.tournament, table.table
    here = tournament.tables[number]
    level = tournament.reading(access.now).level
    stakes = tournament.level(level).stakes
    marks = _marks(tournament, table, -1, table.game, level)
    return DealerView(
        access.machine.terms.title,
        dealt_view(table),
        here.rules.seats,
        tuple([DealerSeat(one.seat, one.player, one.chips) for one in _seated(tournament, number)]),
        tuple(
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
        level,
        marks.button if marks is not None else -1,
        table.game,
        tournament.halted.get(number, ""),
    )


def _seated(tournament: Tournament, number: int) -> list[Seated]:
    """The players who are dealt in, by seat, with their chips if these are known as of now."""
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
    """The helper of a table: the hand in progress with its pots, the seat in turn, and its choices."""
    _, found = await _found(access, table)
    return access.answer(_view(access, found))


@get("/api/tournaments/{tournament:str}/dealer/{table:int}/hands.phhs", dependencies=access(Scope.TABLES))
async def dealer_hands(access: NamedDependency[Access], table: AtTable) -> Response[bytes]:
    """The finished hands of a table as Poker Hand Histories. Whatever was not entered is unknown in them."""
    actor, _ = await _found(access, table)
    hands = []
    for one in finished(await access.app_state.registry.dealers.events(actor.id)):
        try:
            hands.append(phh_of(one, table, access.name))
        except BadNotation:
            continue  # the format has no such game
    headers = {"content-disposition": f'attachment; filename="table-{table}.phhs"'}
    return Response(write_phhs(hands).encode(), media_type="text/plain", headers=headers)


@get("/api/tournaments/{tournament:str}/dealer/{table:int}/spot", dependencies=access(Scope.TABLES))
async def dealer_spot(access: NamedDependency[Access], table: AtTable) -> DealerSpot:
    """How the betting stands, as a line for the floor."""
    _, found = await _found(access, table)
    return DealerSpot(spot_of(found.play) if found.terms is not None else "")


@post(
    "/api/tournaments/{tournament:str}/dealer/{table:int}",
    status_code=200,
    dependencies=access(Scope.TABLES, roles=MAY),
)
async def deal(access: NamedDependency[Access], table: AtTable, data: JSONBody[DealerForm]) -> Response[DealerView]:
    """Carry out an act at a table. Returns the table's helper. A form with a used `id` is not repeated."""
    actor, found = await _found(access, table)
    try:
        check_id(data.id)
        check_texts(data)
        await _do(access, actor, found, data)
    except SidepotError as error:
        return refuse(error, access.persons)
    return access.answer(_view(access, await access.app_state.registry.dealers.read(actor)))


async def _found(access: Access, number: int) -> tuple[DealerActor, DealerTable]:
    """The helper of a table, for somebody who may use it. Raises NotFound, NotAllowed."""
    staff = access.staff
    if staff.role == DEALER and staff.table not in (0, number):
        raise NotAllowed(f"this dealer reports for table {staff.table} only", code="other_role")
    if number not in access.machine.tournament.tables:
        raise NotFound("no such table", code="no_table")
    dealers = access.app_state.registry.dealers
    actor = await dealers.of(access.machine.id, number)
    return actor, await dealers.read(actor)


async def _do(access: Access, actor: DealerActor, table: DealerTable, form: DealerForm) -> None:
    key = f"{access.staff.session}/{form.id}"
    by = await access.persons.enter_staff(access.staff.name)
    if key in table.ids:
        if isinstance(form.do, CloseForm) and table.closed is not None:
            await _report(access, actor, by)
        return
    command: d.DealerCommand
    match form.do:
        case BeginForm(button, game):
            command = _begin(access, table, button, game)
        case TapForm(act):
            command = d.Tap(act)
        case TakeBackForm():
            command = d.TakeBack()
        case CorrectForm(number, act):
            command = d.Correct(number, act)
        case CallOffForm():
            command = d.CallOff()
        case SkipForm():
            command = d.Report()
        case ResumeForm():
            command = d.Resume()
        case CloseForm():
            if table.closed is None:
                await actor.say(d.Close(), by=by, id=key, staff=True)
            await _report(access, actor, by)
            return
    await actor.say(command, by=by, id=key, staff=True)


def _begin(access: Access, table: DealerTable, button: int, game: int) -> d.Begin:
    """The command that begins a hand, with the seats and the stakes of the tournament."""
    tournament, here = access.machine.tournament, access.machine.tournament.tables[table.table]
    if not tournament.clock.begun or access.machine.over:
        raise NotDue("the tournament is not being played", code="clock_stands")
    if table.table in tournament.halted:
        raise NotDue(f"table {table.table} is stopped: {tournament.halted[table.table]}", code="table_halted")
    games, level = here.rules.mix.games, tournament.reading(access.now).level
    if game >= len(games):
        raise BadNotation(
            f"game: expected at most {len(games) - 1}, because the tournament has {len(games)} games; got {game}",
            code="bad_form",
        )
    seats = _seated(tournament, table.table)
    if len(seats) < 2:
        raise NotDue("a hand needs at least two players with chips", code="too_few_players")
    marks = _marks(tournament, table, button, game, level)
    if marks is None:
        raise NotDue("the position of the button is unknown; choose its seat", code="button_unknown")
    stakes = tournament.level(level).stakes[game]
    left = max(tournament.left, len(seats))
    return d.Begin(
        terms_of(
            seats,
            marks,
            games[game],
            stakes,
            here.rules.rulebook,
            game=game,
            players_left=left,
            carried=table.carried,
        )
    )


async def _report(access: Access, actor: DealerActor, by: str) -> None:
    """Report the results of the last hand to the tournament: known stacks, who is out, one hand more, the button."""
    table = await access.app_state.registry.dealers.read(actor)
    closed, role = table.closed, access.staff.role
    if closed is None:
        return
    tournament, number = access.machine.tournament, table.table
    here = tournament.tables[number].places
    stacks = tuple([(one.player, one.chips) for one in closed.results if one.chips >= 0 and one.player in here])
    key = f"dealer/{table.id}/{table.hands}"
    count = s.Act(c.CountHand(number, stacks, table.button), role)
    seq = await access.actor.say(count, by=by, id=key, staff=True)
    step = access.machine.live.step_of.get(seq, 0)
    await actor.say(d.Report(step), by=by, id=f"{key}/report", staff=True)


DEALER_ROUTES: Final[tuple[HTTPRouteHandler, ...]] = (dealer, dealer_hands, dealer_spot, deal)
