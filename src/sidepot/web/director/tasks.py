"""The lines of what is to do in a tournament with real chips and cards, in words: who goes where, and by which rule.

They are made with the numbers of persons, as the stream has them. A draw is told before only as far as it is known:
who draws, for which seats.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.room.tournament.live.tasks import ASK, Todo
from sidepot.room.tournament.wording import of_type, type_of
from sidepot.room.views.readers import Scope, Scopes
from sidepot.rules.clauses import Said, as_one, names, plain, say
from sidepot.rules.floor_choices import BreakSeats
from sidepot.tournament import commands as c
from sidepot.tournament.balancing import why_chosen
from sidepot.tournament.heard import How
from sidepot.tournament.seating import tables_needed
from sidepot.tournament.stocks import stock_of
from sidepot.tournament.views import final_seats, hall, seats_at_each
from sidepot.web.director.view_schemas import TodoLine

if TYPE_CHECKING:
    from sidepot.room.tournament.live_state import Asked
    from sidepot.room.views.tournament import TournamentView
    from sidepot.tournament.moves import Move
    from sidepot.tournament.state import TournamentState

ASKED: Final[dict[str, Callable[[str, int], Said]]] = {
    "enter": lambda player, n: say("{} would like to enter", player),
    "rebuy": lambda player, n: say("{} would like to buy again", player),
    "add_on": lambda player, n: say("{} would like the add-on", player),
    "reenter": lambda player, n: say("{} would like to enter again", player),
    "floor": lambda player, n: say("{} asks for the floor", player),
    "out": lambda player, n: say("{} says that they are out", player),
    "count": lambda player, n: say("{} says that they have {}", player, n),
}
WITHOUT_MONEY: Final = ("floor", "out", "count")  # the wishes that are not about money
FAR: Final = 5  # times as much, or as little, as the record has: a digit too many, or too few
MOST_NAMED: Final = 6  # tables that are told by number


def todo_lines(view: TournamentView, scopes: Scopes) -> list[TodoLine]:
    """All that is to do: what players ask, orders, questions; those that were set aside come last.

    A reader who does not see the money is not shown what players ask to enter or to buy.
    """
    lines = view.once(_todo_lines)
    return lines if Scope.MONEY in scopes else [one for one in lines if not one.ask or one.about in WITHOUT_MONEY]


def _todo_lines(view: TournamentView) -> list[TodoLine]:
    tournament, desk = view.tournament, view.event.desk
    lines = [_asked_line(tournament, one) for one in desk.open_asks()]
    for one in view.todo:
        line = _order_line(one, tournament, view.at) if one.order is not None else _question_line(one)
        aside = desk.aside.get(one.id)
        lines.append(line if aside is None else msgspec.structs.replace(line, aside=aside.why or "not now"))
    return sorted(lines, key=lambda line: bool(line.aside))


def text_of_todo(view: TournamentView, todo: str) -> str:
    """What a line says; "" where it is not to do."""
    return next((line.text for line in view.once(_todo_lines) if line.id == todo), "")


def may_see_ask(one: Asked, scopes: Scopes) -> bool:
    """Whether a reader may see a wish of a player."""
    return Scope.MONEY in scopes or one.about in WITHOUT_MONEY


def asked_words(one: Asked) -> Said:
    """A wish of a player in words."""
    return ASKED[one.about](one.player, one.n)


def _order_line(todo: Todo, tournament: TournamentState, at: int) -> TodoLine:
    order = todo.order
    assert order is not None
    command: Any = order.command
    players: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    said = _order_words(command)
    if todo.move is not None:
        said, players, tables = _move_words(todo.move, tournament, at)
    elif isinstance(command, c.Break):
        said, players, tables = _break_words(command.table, tournament, at)
    elif isinstance(command, c.Redraw):
        said = _redraw_words(tournament, at)
    elif isinstance(command, c.BringBack):
        said = _back_words(order.holds)
    named = [*order.holds, *([command.table] if getattr(command, "table", 0) else []), *tables]
    return TodoLine(
        id=todo.id,
        kind="order",
        text=plain(said),
        because=order.because,
        cite=str(order.cite),
        do={"type": "do_todo", "todo": todo.id},
        players=players,
        tables=tuple(dict.fromkeys(named)),
        about=type_of(command),
        said=said,
        because_said=as_one(order.said),
    )


Told = tuple[Said, tuple[str, ...], tuple[int, ...]]  # the words, the players and the tables that they name


def _move_words(move: Move, tournament: TournamentState, at: int) -> Told:
    """A move in words: the player, the rule, the new seat."""
    why = why_chosen(hall(tournament, at).views[move.from_table], move.from_seat, tournament.structure.rulebook)
    where = str(move.from_table), str(move.to_table)
    said = say("Table {} to {}: {}, {}, to seat {}", *where, move.player, why, str(move.to_seat + 1))
    return said, (move.player,), (move.from_table, move.to_table)


def _break_words(number: int, tournament: TournamentState, at: int) -> Told:
    """A broken table in words: its players draw for the seats at other tables."""
    seen = hall(tournament, at)
    players = seen.views[number].players
    tables = tuple([other for other, seats in sorted(seen.open_seats.items()) if other != number and seats])
    cards = tournament.structure.rulebook.break_seats is BreakSeats.TWO_STEPS
    many = len(tables) > MOST_NAMED
    where = say("the other tables") if many else _tables(tables)
    return _draw_words(str(number), len(players), where, cards=cards), players, () if many else tables


def _draw_words(number: str, players: int, where: Said, *, cards: bool) -> Said:
    if not players:
        return say("Break table {}: nobody sits there", number)
    if players == 1:
        if cards:
            return say("Break table {}: its player draws cards for the order, then seats at {}", number, where)
        return say("Break table {}: its player draws for seats at {}", number, where)
    many = number, str(players), where
    if cards:
        return say("Break table {}: its {} players draw cards for the order, then seats at {}", *many)
    return say("Break table {}: its {} players draw for seats at {}", *many)


def _tables(numbers: Sequence[int]) -> Said:
    listed = names([str(one) for one in numbers])
    return say("table {}", listed) if len(numbers) == 1 else say("tables {}", listed)


def _back_words(tables: Sequence[int]) -> Said:
    where = say("all of these tables") if len(tables) > MOST_NAMED else _tables(tables)
    return say("Bring the small chips back to {}", where)


def _redraw_words(tournament: TournamentState, at: int) -> Said:
    """How many draw, and for how many tables."""
    left = sum([len(view.taken) for view in hall(tournament, at).views.values()])
    final = final_seats(tournament)
    if left <= final:
        return say("All {} draw for seats at one table of {}", str(left), str(final))
    return say("All {} draw for seats at {} tables", str(left), str(tables_needed(left, seats_at_each(tournament))))


def _order_words(command: object) -> Said:
    match command:
        case c.Race(table):
            return say("Race chips off at table {}", str(table))
        case c.GoHandForHand(on):
            return say("Go hand for hand") if on else say("End hand for hand")
        case c.CloseEntry():
            return say("Close the entry")
        case c.SeatAlternates():
            return say("Give seats to those who wait")
        case c.OpenTable():
            return say("Open a table")
        case c.Halt(table, on):
            return say("Stop table {}", str(table)) if on else say("Let table {} play on", str(table))
        case c.End():
            return say("End it")
        case _:
            return of_type(command)


def _question_line(todo: Todo) -> TodoLine:
    ask = todo.ask
    assert ask is not None
    return TodoLine(
        id=todo.id,
        kind="question",
        text=ask.text,
        cite=str(ask.cite),
        tables=(ask.table,),
        about=str(ask.about),
        said=as_one(ask.said),
    )


def _asked_line(tournament: TournamentState, one: Asked) -> TodoLine:
    entrant = tournament.entrants.get(one.player)
    key, said, because = f"{ASK}{one.number}", asked_words(one), _beside_record(tournament, one)
    return TodoLine(
        id=key,
        kind="asked",
        text=plain(said),
        do={"type": "do_todo", "todo": key},
        because=plain(because) if because else "",
        players=(one.player,),
        tables=(entrant.table,) if entrant is not None and entrant.table else (),
        about=one.about,
        ask=one.number,
        n=one.n,
        at=one.at,
        said=said,
        because_said=because,
    )


def _beside_record(tournament: TournamentState, one: Asked) -> Said:
    """What the record has of a player who tells a count; and whether to look again before it is believed."""
    entrant, chips = tournament.entrants.get(one.player), tournament.issued - tournament.removed
    if one.about != "count":
        return ()
    if one.n > chips:
        return say("Look again: there are {} chips in all.", chips)
    how = stock_of(tournament, one.player).how
    if entrant is None or not entrant.is_in or how is How.UNKNOWN:
        return ()
    record = tournament.stack_of(one.player)
    said = say("The record has about {}.", record) if how is How.ESTIMATED else say("The record has {}.", record)
    return say("Look again: {}", said) if one.n >= FAR * record or record >= FAR * one.n else said
