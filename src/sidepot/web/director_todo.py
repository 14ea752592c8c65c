"""The lines of what is to do in a tournament with real chips and cards, in words: who goes where, and by which rule.

They are made with the numbers of persons, as the stream has them. A draw is told before only as far as it is known:
who draws, for which seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.room.tournaments.real_todo import ASK, Todo, todo_of
from sidepot.rules.floor_choices import BreakSeats
from sidepot.tournament import commands as c
from sidepot.tournament.balancing import why_chosen
from sidepot.tournament.seating import tables_needed
from sidepot.tournament.views import final_seats, hall, seats_at_each
from sidepot.web.director_clock import moment
from sidepot.web.director_shown import TodoLine
from sidepot.web.director_words import type_of

if TYPE_CHECKING:
    from sidepot.room.tournaments.live_tournament import LiveTournament
    from sidepot.room.tournaments.real_desk import Asked
    from sidepot.tournament.moves import Move
    from sidepot.tournament.tournament import Tournament

ASKED: Final = {
    "enter": "{} would like to enter",
    "rebuy": "{} would like to buy again",
    "add_on": "{} would like the add-on",
    "reenter": "{} would like to enter again",
    "floor": "{} asks for the floor",
    "out": "{} says that they are out",
    "count": "{} says that they have {:,}",
}
MOST_NAMED: Final = 6  # tables that are told by number


def todo_lines(event: LiveTournament, now: int) -> list[TodoLine]:
    """All that is to do: what players ask, orders, questions; those that were set aside come last."""
    at = moment(event, now)
    lines = [_asked_line(event, number) for number in [one.number for one in event.desk.open_asks()]]
    for one in todo_of(event.tournament, at):
        line = _order_line(one, event.tournament, at) if one.order is not None else _question_line(one)
        aside = event.desk.aside.get(one.id)
        lines.append(line if aside is None else msgspec.structs.replace(line, aside=aside.why or "not now"))
    return sorted(lines, key=lambda line: bool(line.aside))


def text_of_todo(event: LiveTournament, now: int, todo: str) -> str:
    """What a line says; "" where it is not to do."""
    return next((line.text for line in todo_lines(event, now) if line.id == todo), "")


def asked_words(one: Asked) -> str:
    """A wish of a player in words."""
    return ASKED[one.about].format(one.player, one.n)


def _order_line(todo: Todo, tournament: Tournament, at: int) -> TodoLine:
    order = todo.order
    assert order is not None
    command: Any = order.command
    players: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    text = _order_words(command)
    if todo.move is not None:
        text, players, tables = _move_words(todo.move, tournament, at)
    elif isinstance(command, c.Break):
        text, players, tables = _break_words(command.table, tournament, at)
    elif isinstance(command, c.Redraw):
        text = _redraw_words(tournament, at)
    named = [*order.holds, *([command.table] if getattr(command, "table", 0) else []), *tables]
    return TodoLine(
        id=todo.id,
        kind="order",
        text=text,
        because=order.because,
        cite=str(order.cite),
        do={"type": "do_todo", "todo": todo.id},
        players=players,
        tables=tuple(dict.fromkeys(named)),
        about=type_of(command),
    )


Told = tuple[str, tuple[str, ...], tuple[int, ...]]  # the words, the players and the tables that they name


def _move_words(move: Move, tournament: Tournament, at: int) -> Told:
    """A move in words: the player, the rule, the new seat."""
    why = why_chosen(hall(tournament, at).views[move.from_table], move.from_seat, tournament.structure.rulebook)
    text = f"Table {move.from_table} to {move.to_table}: {move.player}, {why}, to seat {move.to_seat + 1}"
    return text, (move.player,), (move.from_table, move.to_table)


def _break_words(number: int, tournament: Tournament, at: int) -> Told:
    """A broken table in words: its players draw for the seats at other tables."""
    seen = hall(tournament, at)
    players = seen.views[number].players
    tables = tuple([other for other, seats in sorted(seen.open_seats.items()) if other != number and seats])
    cards = tournament.structure.rulebook.break_seats is BreakSeats.TWO_STEPS
    who = "its player draws" if len(players) == 1 else f"its {len(players)} players draw"
    what = "cards for the order, then seats" if cards else "for seats"
    many = len(tables) > MOST_NAMED
    where = "the other tables" if many else f"table{'s' * (len(tables) != 1)} {_and([str(one) for one in tables])}"
    return f"Break table {number}: {who} {what} at {where}", players, () if many else tables


def _redraw_words(tournament: Tournament, at: int) -> str:
    """How many draw, and for how many tables."""
    left = sum([len(view.taken) for view in hall(tournament, at).views.values()])
    final = final_seats(tournament)
    if left <= final:
        return f"All {left} draw for seats at one table of {final}"
    return f"All {left} draw for seats at {tables_needed(left, seats_at_each(tournament))} tables"


def _and(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)


def _order_words(command: Any) -> str:
    match command:
        case c.Race(table):
            return f"Race chips off at table {table}"
        case c.GoHandForHand(on):
            return "Go hand for hand" if on else "End hand for hand"
        case c.CloseEntry():
            return "Close the entry"
        case c.SeatAlternates():
            return "Give seats to those who wait"
        case c.OpenTable():
            return "Open a table"
        case c.Halt(table, on):
            return f"Stop table {table}" if on else f"Let table {table} play on"
        case c.End():
            return "End it"
        case _:
            return type_of(command).replace("_", " ").capitalize()


def _question_line(todo: Todo) -> TodoLine:
    ask = todo.ask
    assert ask is not None
    return TodoLine(
        id=todo.id, kind="question", text=ask.text, cite=str(ask.cite), tables=(ask.table,), about=str(ask.about)
    )


def _asked_line(event: LiveTournament, number: int) -> TodoLine:
    one = event.desk.asks[number]
    entrant = event.tournament.entrants.get(one.player)
    key = f"{ASK}{number}"
    return TodoLine(
        id=key,
        kind="asked",
        text=asked_words(one),
        do={"type": "do_todo", "todo": key},
        players=(one.player,),
        tables=(entrant.table,) if entrant is not None and entrant.table else (),
        about=one.about,
        ask=number,
        n=one.n,
        at=one.at,
    )
