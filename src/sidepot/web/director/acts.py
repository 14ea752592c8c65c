"""HTTP: commands of a live tournament's staff. Names become marks, roles are checked, and the tournament decides."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec.structs import replace

from sidepot.errors import NotDue, SidepotError
from sidepot.room.runtime.persons import Persons, check_person
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import came_of, with_numbers
from sidepot.room.tournament.live.reports import (
    ASK,
    AlreadyDone,
    check_no_seed,
    find_todo,
    open_ask,
    todo_is_gone,
    won_by,
)
from sidepot.room.tournament.live_state import granted
from sidepot.room.views.readers import Scope
from sidepot.rules.clauses import plain
from sidepot.tournament import commands as c
from sidepot.tournament.bags import Bag
from sidepot.web.director.bag_forms import AcceptBagsForm, PutBagForm, TakeBagForm
from sidepot.web.director.offers import offers_for, unfit
from sidepot.web.director.roles import check_line, check_role_may
from sidepot.web.director.schemas import (
    OF_PRIZES,
    Already,
    DeskRefusal,
    DoForm,
    Done,
    DoTodo,
    HandOutForm,
    NotNow,
    Offered,
    Paid,
    Previewed,
    RefuseAllForm,
    SetCheckInForm,
    changed,
    drawn,
)
from sidepot.web.director.todo_lines import text_of_todo
from sidepot.web.problems import refused
from sidepot.web.tournaments.access import (
    Access,
    access,
    check_id,
    check_texts,
    find_person,
    find_tournament,
    named,
    with_why,
)

if TYPE_CHECKING:
    from sidepot.room.tournament.machine import RoomTournament

DeskCommand = (
    s.Act | s.CloseAsk | s.RefuseAll | s.SetCheckIn | s.SetAside | s.HandOut | s.PutBag | s.TakeBag | s.AcceptBags
)


# ---- from a form to a command


async def command_of(access: Access, form: DoForm, now: int, *, new: bool) -> DeskCommand:
    """Make a command from a form, with the marks that are stored in place of names.

    Raises SidepotError for an impossible form.

    - `new`: whether a new player gets a mark if the role may enter players; false for a preview
    """
    staff, tournament, persons = access.staff, access.machine, access.persons
    check_texts(form)
    if isinstance(form.do, c.Command):
        do = with_why(form.do, form.why, form.at, now) if form.why or form.at is not None else form.do
        check_no_seed(do)
        if isinstance(do, c.Register):
            check_role_may(staff, do, tournament, persons)  # before a mark is made; all commands are checked below
            name = do.player
            mark = (
                (await persons.enter([name], club=form.person))[0] if new else persons.find(name) or check_person(name)
            )
            do = replace(do, player=mark)
        else:
            do = with_numbers(do, partial(find_person, persons))
        ask = _number(form.todo) if form.todo.startswith(ASK) else form.ask
        command: DeskCommand = s.Act(do, staff.role, form.why, form.expect, "" if ask else form.todo, ask)
    else:
        check_line(staff.role, form.do)  # check first: the command may show sums of money
        command = _of_button(form, access, now)
    if isinstance(command, s.Act):
        check_role_may(staff, command.do, tournament, persons)
    return command


def _of_button(form: DoForm, access: Access, now: int) -> DeskCommand:
    """The command of a button that names a task, a debt or a list instead of a library command."""
    tournament, persons, role = access.machine, access.persons, access.staff.role
    match form.do:
        case DoTodo(todo):
            return _of_task(tournament, todo, role, form.why, now)
        case NotNow(todo, why, on):
            if todo.startswith(ASK):
                return s.CloseAsk(_number(todo), False, why or form.why)
            return s.SetAside(todo, why or form.why, on, text_of_todo(access.view, todo))
        case Paid(player):
            return _of_payment(tournament, find_person(persons, player), role)
        case RefuseAllForm(why):
            return s.RefuseAll(why or form.why, role)
        case SetCheckInForm(on):
            return s.SetCheckIn(on, role)
        case HandOutForm(player, back):
            return _of_payout(tournament, find_person(persons, player), back=back)
        case PutBagForm(player, chips, number, counted, checked, was):
            bag = Bag(chips, number.strip(), counted.strip(), checked.strip())
            return s.PutBag(find_person(persons, player), bag, was, role, form.why)
        case TakeBagForm(player):
            return s.TakeBag(find_person(persons, player), role, form.why)
        case AcceptBagsForm(difference):
            return s.AcceptBags(difference, form.why, role)
        case _:
            raise TypeError(f"the desk has no such action: {type(form.do).__name__}")


def _number(todo: str) -> int:
    """The number of the player's request behind a task id; 0 for other tasks."""
    digits = todo.removeprefix(ASK)
    return int(digits) if digits.isdecimal() and len(digits) < 16 else 0


def _of_task(machine: RoomTournament, todo: str, role: str, why: str, now: int) -> s.Act | s.CloseAsk:
    """The command that carries out a task. Raises AlreadyDone, or NotDue for a task that no longer exists."""
    if todo.startswith(ASK):
        command = granted(open_ask(machine, _number(todo)))
        return s.CloseAsk(_number(todo)) if command is None else s.Act(command, role, why, ask=_number(todo))
    found = find_todo(machine.tournament, machine.moment(now), todo)
    if found is None:
        todo_is_gone(machine, todo)
    if found is None or found.order is None:
        raise NotDue("a question can only be answered, not carried out", code="not_to_do")
    return s.Act(found.order.command, role, why, todo=todo)


def _of_payment(machine: RoomTournament, player: str, role: str) -> s.Act:
    """The command for a player who has paid: for a waiting entry, or for a debt. Raises NotDue if there is neither."""
    ask = next((one for one in machine.live.open_asks() if one.about == "enter" and one.player == player), None)
    if ask is not None:
        return s.Act(c.Register(player), role, ask=ask.number)
    entrant = machine.tournament.entrants.get(player)
    if entrant is None or not entrant.owes:
        raise NotDue(f"{player} owes nothing", code="no_debt")
    return s.Act(c.PayPledge(player), role)


def _of_payout(machine: RoomTournament, player: str, *, back: bool) -> s.HandOut:
    """The command that pays out all winnings that a player has not received or, with `back`, takes everything back."""
    given = machine.live.given.get(player)
    before = given.amount if given is not None else 0
    return s.HandOut(player, -before if back else won_by(machine.tournament, player) - before)


# ---- carrying out commands


@post("/api/tournaments/{tournament:str}/do", status_code=200, dependencies=access(Scope.TABLES))
async def do(access: NamedDependency[Access], data: JSONBody[DoForm]) -> Response[Done]:
    """Carry out a command of the staff, if their role allows it. A command with a used `id` is not repeated."""
    found, persons, now = access.machine, access.persons, access.app_state.registry.clock()
    command: DeskCommand | None = None
    try:
        check_id(data.id)
        key = f"desk/{access.staff.session}/{data.id}"
        known = found.ids.get(key)
        if known is not None:  # answered before a command is made, which may no longer be possible
            return named(persons, done_by(found, known))
        actor = access.actor
        command = await command_of(access, data, now, new=True)
        enters = command.do.player if isinstance(command, s.Act) and isinstance(command.do, c.Register) else ""
        needs_new_slip = bool(enters) and was_refused(found, enters)
        to_erase = nobodys(found) if isinstance(command, s.RefuseAll) else []
        seq = await actor.say(command, by=await persons.enter_staff(access.staff.name), id=key, staff=True)
        if to_erase:
            await persons.erase(*to_erase)
        if needs_new_slip:
            await persons.new_slip(enters)
    except AlreadyDone as error:
        return named(persons, Done(found.seq, error.step, Already(error.by, error.done_at, error.step)))
    except SidepotError as error:
        return refuse(error, persons, _offers(error, found, data, command, now))
    after = await find_tournament(access.app_state, found.id)  # not `found`, if another node runs the tournament
    return named(persons, done_by(after, seq))


def nobodys(machine: RoomTournament) -> list[str]:
    """The marks (stored in place of names) of people who have checked in but have no entry.

    Refusing all check-ins erases these people's names.
    """
    return [one.player for one in machine.live.checked_in() if one.player not in machine.tournament.entrants]


def was_refused(tournament: RoomTournament, player: str) -> bool:
    """Whether the player's last check-in was refused. Its slip might then be in another person's hands."""
    asks = [one for one in tournament.live.asks.values() if one.player == player and one.about == "enter"]
    return bool(asks) and asks[-1].state == "refused"


def _offers(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: DeskCommand | None, now: int
) -> list[Offered]:
    """The buttons that the console offers with a refusal, according to the command or, without one, to the form."""
    return offers_for(error, tournament, form, command.do if isinstance(command, s.Act) else form.do, now)


def done_by(machine: RoomTournament, seq: int) -> Done:
    """The answer to the command that was stored as event `seq`. Only an event that has a step can be undone."""
    number = machine.live.step_of.get(seq, 0)
    if not number:
        return Done(seq)
    tournament = machine.tournament
    step = tournament.log[number - 1 - tournament.earlier]
    came = came_of(step)
    return Done(
        seq,
        number,
        undo=0 if isinstance(step.command, c.Undo | c.Redo) else number,
        redo=isinstance(step.command, c.Undo),
        notes=(plain(came),) if came else (),
        note_sentences=(came,) if came else (),
    )


@post("/api/tournaments/{tournament:str}/preview", status_code=200, dependencies=access(Scope.TABLES))
async def preview(access: NamedDependency[Access], data: JSONBody[DoForm]) -> Response[Previewed]:
    """Show what a command would change, without carrying it out."""
    found, persons, now = access.machine, access.persons, access.app_state.registry.clock()
    command: DeskCommand | None = None
    try:
        command = await command_of(access, data, now, new=False)
        if not isinstance(command, s.Act):
            return named(persons, Previewed(0))
        shown = found.tournament.preview(command.do, found.moment(now))
    except AlreadyDone as error:
        return named(persons, Previewed(0, already=Already(error.by, error.done_at, error.step)))
    except SidepotError as error:
        return refuse(error, persons, _offers(error, found, data, command, now))
    seen = [one for one in shown.changes if Scope.PRIZES in access.scopes or one.what not in OF_PRIZES]
    money = found.tournament.structure.money
    changes, by_chance = [changed(one, money) for one in seen], [drawn(one) for one in shown.by_chance]
    return named(persons, Previewed(shown.events, tuple(changes), tuple(by_chance)))


def refuse(error: SidepotError, persons: Persons, offers: Sequence[Offered] = ()) -> Response[Any]:
    """The answer to a refused command, with names in place of the stored marks.

    `offers` are buttons that correct the command.
    """
    refusal = refused(None, error)
    plain = refusal.content
    answer = DeskRefusal(plain.because, plain.cite, plain.code, tuple(offers), unfit(error), plain.sentence)
    found: Response[Any] = named(persons, answer, refusal.status_code or 409)
    found.headers.update(refusal.headers)
    return found
