"""The commands that each role of a live tournament's staff may give. Directors may give all commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.room.tournament.acts import ACTS, COUNTER, DEALER, DIRECTOR, FLOOR, type_of
from sidepot.tournament import commands as c
from sidepot.tournament.state import TournamentState
from sidepot.web.problems import NotAllowed
from sidepot.web.security.pins import Staff

if TYPE_CHECKING:
    from sidepot.room.runtime.persons import Persons
    from sidepot.room.tournament.machine import RoomTournament

_LINES: Final = {  # buttons that are not library commands, such as `schemas.DoTodo`
    DIRECTOR: (
        "do_todo",
        "not_now",
        "paid",
        "hand_out",
        "refuse_all",
        "set_check_in",
        "put_bag",
        "take_bag",
        "accept_bags",
    ),
    FLOOR: ("do_todo", "not_now", "put_bag", "take_bag"),
    COUNTER: ("do_todo", "not_now", "paid", "hand_out", "refuse_all", "put_bag", "take_bag"),
}


def may_do(role: str) -> tuple[str, ...]:
    """The names of the commands that a role may give.

    Each role may undo its own steps, and redo what it undid. A task is checked as the command that it carries out.
    """
    names = [type_of(kind) for kind, act in ACTS.items() if role in (DIRECTOR, *act.roles) or kind in (c.Undo, c.Redo)]
    return (*names, *_LINES.get(role, ()))


def check_line(role: str, form: object) -> None:
    """Raise NotAllowed if the role may not press this button, such as *do it*, *paid* or *hand out*."""
    if type_of(form) not in _LINES.get(role, ()):
        raise NotAllowed(f"the role {role} may not do that; ask a director", code="other_role")


def check_role_may(staff: Staff, command: object, machine: RoomTournament, persons: Persons) -> None:
    """Raise NotAllowed for a command that the role may not give. Dealers may report only for their own table.

    The command must name players by the marks that are stored in place of names.
    """
    role = staff.role
    if role == DIRECTOR:
        return
    if isinstance(command, c.Undo):
        _check_own(staff, command, machine, persons)
        if command.instead is not None:
            check_role_may(staff, command.instead, machine, persons)
        return
    if isinstance(command, c.Redo):
        _check_own(staff, c.Undo(step=command.step, only=True), machine, persons)
        return
    act = ACTS.get(type(command))
    if act is None or role not in act.roles:
        raise NotAllowed(f"the role {role} may not do that; ask a director", code="other_role")
    if role == DEALER and staff.table:
        _check_table(staff.table, command, machine.tournament)


def _check_own(staff: Staff, command: c.Undo, tournament: RoomTournament, persons: Persons) -> None:
    """Raise NotAllowed unless people undo only their own reports, and redo only what they undid.

    Names are chosen freely, so the role is compared too.
    """
    mark = persons.find(staff.name, staff=True)
    if not command.only or not all(
        _is_own(staff, mark, number, tournament) for number in (command.step, *command.also)
    ):
        raise NotAllowed("only a director may take back somebody else's report", code="other_role")


def _is_own(staff: Staff, mark: str, number: int, machine: RoomTournament) -> bool:
    tournament, note = machine.tournament, machine.live.notes.get(number)
    at = number - 1 - tournament.earlier
    return (
        note is not None and note.role == staff.role and 0 <= at < len(tournament.log) and tournament.log[at].by == mark
    )


def _check_table(table: int, command: object, tournament: TournamentState) -> None:
    players = [one for one in [getattr(command, "player", ""), *dict(getattr(command, "stacks", ()))] if one]
    tables = {getattr(command, "table", table)}
    tables |= {tournament.entrants[one].table for one in players if one in tournament.entrants}
    if tables - {table, 0}:
        raise NotAllowed(f"this dealer reports for table {table} only", code="other_role")
