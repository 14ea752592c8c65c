"""Buttons that correct a refused command, by the kind of refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.room.tournament.acts import sentence_of, words_of
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.tournament import commands as c
from sidepot.tournament.corrections import DoesNotFit
from sidepot.tournament.do_reports import out_in_round
from sidepot.tournament.real_tables import is_counted
from sidepot.tournament.views import ALL_SEATS, all_tables, closed_seats, seat_keepers
from sidepot.web.director.schemas import DoForm, Offered, Unfit
from sidepot.web.tournaments.access import UnknownPerson

if TYPE_CHECKING:
    from sidepot.errors import SidepotError
    from sidepot.room.tournament.machine import RoomTournament

MOST_SEATS: Final = 4
MOST_STEPS: Final = 8  # later steps that one button also undoes


def offers_for(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    """The buttons to show with a refusal; empty if no command would help."""
    find = _OFFERS.get(error.code)
    return find(error, tournament, form, command, now) if find is not None else []


def _offer(sentence: Sentence, do: object, *, why: bool = False) -> Offered:
    return Offered(plain(sentence), do, why, sentence)


def _form_fields(form: DoForm, **changes: object) -> dict[str, object]:
    return {**msgspec.to_builtins(form.do), **changes}


def _player(command: object) -> str:
    return str(getattr(command, "player", ""))


def _not_entered(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    if not isinstance(error, UnknownPerson):
        player = _player(command)
        return [_offer(say("Enter {player}", player), {"type": "register", "player": player})] if player else []
    found = [_offer(say("Use {player}", near), _renamed(form.do, error.name, near)) for near in error.near]
    return [*found, _offer(say("Enter {player}", error.name), {"type": "register", "player": error.name})]


def _renamed(do: object, old: str, new: str) -> object:
    def put(one: object) -> object:
        if one == old:
            return new
        if isinstance(one, dict):
            return {key: put(value) for key, value in one.items()}
        return [put(value) for value in one] if isinstance(one, list | tuple) else one

    return put(msgspec.to_builtins(do))


def _entered(error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    return [_offer(say("{player} re-enters", _player(command)), {"type": "reenter", "player": _player(command)})]


def _already_out(
    error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    fell = machine.tournament.reports.outs.get(_player(command))
    if fell is None:
        return []
    by, step = ", ".join([player for player, _ in fell.by]), str(fell.step)
    undo = {"type": "undo", "step": fell.step, "only": True}
    return [
        _offer(
            say("Take back step {step}: out by {winner}", step, by) if by else say("Take back step {step}", step), undo
        )
    ]


def _closed(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    tournament = machine.tournament
    if tournament.deal is not None or machine.over:
        return []
    level = tournament.reading(machine.moment(now)).level + 1
    found = []
    if tournament.structure.entry.late_levels < level:
        do = {"type": "change_terms", "late_levels": level}
        found.append(_offer(say("Open the late entry through level {level}", str(level)), do, why=True))
    return found


def _no_rebuy(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    entrant = machine.tournament.entrants.get(_player(command))
    if entrant is None or entrant.is_in:
        return []
    return [_offer(say("{player} re-enters", _player(command)), {"type": "reenter", "player": _player(command)})]


def _no_reentry(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    return _closed(error, tournament, form, command, now)


def _still_in(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    return [
        _offer(say("{player} is out first", _player(command)), {"type": "out", "player": _player(command)}),
        _offer(say("{player} rebuys", _player(command)), {"type": "rebuy", "player": _player(command)}),
    ]


def _full(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    most = len(machine.tournament.entrants) + 1
    return [_offer(say("Allow {players} players", str(most)), {"type": "change_terms", "most": most}, why=True)]


def _stale(error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    return [_offer(say("Do it anyway"), _form_fields(form))]


def _seat_taken(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    """Buttons for the free seats at that table."""
    tournament = machine.tournament
    fell = tournament.reports.outs.get(_player(command))
    number = getattr(command, "table", 0) or (fell.table if fell is not None else 0)
    table = tournament.tables.get(number)
    if table is None and isinstance(command, c.Unbust):  # it was broken in the meantime: the shortest table with room
        seen = all_tables(tournament, machine.moment(now))
        with_room = [one for one, seats in seen.open_seats.items() if seats]
        number = min(with_room, key=lambda one: len(seen.views[one].taken), default=0)
        table = tournament.tables.get(number)
    if table is None:
        return []
    seats = table.rules.seats
    taken = {*[place.seat for place in table.places.values()], *closed_seats(tournament, number, seats)}
    free = [seat for seat in range(seats) if seat not in taken]
    return [
        _offer(
            say("Seat {seat} at table {table}", str(seat + 1), str(number)), _form_fields(form, table=number, seat=seat)
        )
        for seat in free[:MOST_SEATS]
    ]


def _closed_table(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    """Buttons for a returning player whose table was broken: the shortest table with room, or another one."""
    if not isinstance(command, c.Unbust):
        return []
    return _seat_taken(error, tournament, form, command, now) or [
        _offer(say("Open a table for them"), {"type": "open_table"})
    ]


def _locked(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    """Buttons for a locked table: unlock it; for a locked seat: another seat."""
    entrant = machine.tournament.entrants.get(_player(command))
    tables = [getattr(command, "table", 0), entrant.table if entrant is not None else 0]
    locks = machine.tournament.reports.locks
    found = [
        _offer(say("Unlock table {table}", str(table)), {"type": "lock", "table": table, "on": False})
        for table in tables
        if ALL_SEATS in locks.get(table, {})
    ]
    return found or _seat_taken(error, machine, form, command, now)


def _counted_since(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    given = {key: value for key, value in _form_fields(form).items() if key != "at"}
    return [_offer(say("Accept it anyway"), given)] if given["type"] == "count" else []


def _does_not_fit(
    error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    if not isinstance(command, c.Undo) or not command.step:
        return []
    sentence = say("Undo all from step {step} on", str(command.step))
    found = [
        *_with_them(error, machine, command, now),
        _offer(sentence, {"type": "undo", "step": command.step}, why=True),
    ]
    fell = next((one for one in machine.tournament.reports.outs.values() if one.step == command.step), None)
    if fell is not None:  # they come back, and nothing else changes
        back = {"type": "unbust", "player": fell.player}
        found.insert(0, _offer(say("{player} is not out after all", fell.player), back, why=True))
    return found


def _with_them(error: SidepotError, machine: RoomTournament, command: c.Undo, now: int) -> list[Offered]:
    """A button that also undoes the later steps that do not fit, including those that depend on these."""
    faults = list(error.faults) if isinstance(error, DoesNotFit) else []
    tournament, also = machine.tournament, set(command.also)
    found = {step.number: step for step, _ in faults}
    while faults and len(found) <= MOST_STEPS:
        also |= {*found}
        act = c.Undo(step=command.step, only=True, also=tuple(sorted(also)))
        try:
            tournament.preview(act, max(now, machine.at, tournament.at))
        except DoesNotFit as more:
            faults = list(more.faults)
            found |= {step.number: step for step, _ in faults}
            continue
        except SidepotError:
            return []
        [first, *others] = [found[number] for number in sorted(found)]
        many = say("Take back {steps} later steps too", str(len(found)))
        sentence = many if others else say("Take back too: {step}", sentence_of(first))
        return [_offer(sentence, {"type": "undo", "step": act.step, "only": True, "also": [*act.also]}, why=True)]
    return []


def unfit(error: SidepotError) -> tuple[Unfit, ...]:
    """The later steps that would become impossible if the steps named in an error were undone."""
    if not isinstance(error, DoesNotFit):
        return ()
    return tuple(
        [
            Unfit(step.number, step.at, step.by, words_of(step), refuses.message, refuses.code, sentence_of(step))
            for step, refuses in error.faults
        ]
    )


def _other_hand(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    given = {key: value for key, value in _form_fields(form).items() if key not in ("with", "higher")}
    return [_offer(say("{player} went out in a hand of their own", _player(command)), given)]


def _same_hand(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    """Buttons for each busted player to say who began the hand with more chips, or to report the end of the round."""
    if not isinstance(command, c.Out):
        return []
    at, tournament = machine.moment(now) if command.at is None else command.at, machine.tournament
    given = {key: value for key, value in msgspec.to_builtins(command).items() if value is not None}
    found = []
    for other in [one.player for one in out_in_round(tournament, tournament.entrants[_player(command)].table, at)]:
        player, one = _player(command), {**given, "with": other}
        found += [
            _offer(say("{player} had more than {other}", player, other), {**one, "higher": True}),
            _offer(say("{player} had more than {other}", other, player), {**one, "higher": False}),
            _offer(say("{player} had as many as {other}", player, other), one),
        ]
    return [*found, _offer(say("A later hand: all tables have played theirs"), {"type": "round"})]


def _not_known(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    """Buttons to count the tables first, or to make a deal that needs no count."""
    found = machine.tournament
    tables = dict.fromkeys([one.table for one in found.players_in() if one.table and not is_counted(found, one.table)])
    first = [
        _offer(say("Count the stacks of table {table}", str(table)), {"type": "ask_count", "table": table})
        for table in [*tables][:MOST_SEATS]
    ]
    if not isinstance(command, c.MakeDeal):
        return first
    return [*first, _offer(say("Divide the prizes evenly"), {"type": "make_deal", "by": "even"})]


def _seat_kept(error: SidepotError, machine: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    """Buttons for the players without chips who keep seats: eliminate them, or sell them a rebuy."""
    players = [*seat_keepers(machine.tournament)][:MOST_SEATS]
    home = [_offer(say("{player} goes home", player), {"type": "go_out", "player": player}) for player in players]
    return home + [_offer(say("{player} rebuys", player), {"type": "rebuy", "player": player}) for player in players]


def _no_reason(
    error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int
) -> list[Offered]:
    return [_offer(say("Say why"), _form_fields(form), why=True)]


def _draft(error: SidepotError, tournament: RoomTournament, form: DoForm, command: object, now: int) -> list[Offered]:
    return [_offer(say("Open check-in"), {"type": "open_check_in"})]


_Find = Callable[["SidepotError", "RoomTournament", DoForm, object, int], list[Offered]]
_OFFERS: Final[dict[str, _Find]] = {
    "not_entered": _not_entered,
    "entered_already": _entered,
    "already_out": _already_out,
    "registration_closed": _closed,
    "no_reentry": _no_reentry,
    "no_rebuy": _no_rebuy,
    "still_in": _still_in,
    "tournament_full": _full,
    "stale": _stale,
    "seat_taken": _seat_taken,
    "locked": _locked,
    "no_table": _closed_table,
    "counted_since": _counted_since,
    "does_not_fit": _does_not_fit,
    "other_hand": _other_hand,
    "same_hand": _same_hand,
    "stack_not_known": _not_known,
    "seat_kept": _seat_kept,
    "no_reason": _no_reason,
    "draft": _draft,
}
