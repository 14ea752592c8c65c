"""What is to do, on the console of a live tournament: orders, questions and the players' requests, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.room.tournament.acts import of_type, type_of
from sidepot.room.tournament.live.reports import ASK, Todo
from sidepot.room.views.readers import Scope, Scopes
from sidepot.rules.clauses import Sentence, as_one, names, plain, say
from sidepot.rules.floor_choices import BreakSeats
from sidepot.tournament import commands as c
from sidepot.tournament.balancing import why_chosen
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How
from sidepot.tournament.seating import tables_needed
from sidepot.tournament.views import all_tables, final_seats, seats_at_each
from sidepot.web.director.schemas import TodoLine

if TYPE_CHECKING:
    from sidepot.room.tournament.live_state import StaffRequest
    from sidepot.room.views.tournament import TournamentView
    from sidepot.tournament.moves import Move
    from sidepot.tournament.state import TournamentState
OrderWords = tuple[Sentence, tuple[str, ...], tuple[int, ...]]  # the words, and the players and tables in them

ASKED: Final[dict[str, Callable[[str, int], Sentence]]] = {
    "enter": lambda player, n: say("{player} would like to enter", player),
    "rebuy": lambda player, n: say("{player} would like to buy again", player),
    "add_on": lambda player, n: say("{player} would like the add-on", player),
    "reenter": lambda player, n: say("{player} would like to enter again", player),
    "floor": lambda player, n: say("{player} asks for the floor", player),
    "out": lambda player, n: say("{player} reports being out", player),
    "count": lambda player, n: say("{player} reports a stack of {amount}", player, n),
}
ASKS_WITHOUT_MONEY: Final = ("floor", "out", "count")  # requests that do not involve money
OVERPAID: Final = "overpaid"
FAR: Final = 5  # factor between count and record: a digit too many, or one too few
MOST_NAMED: Final = 6  # most tables listed by number


def todo_lines(view: TournamentView, scopes: Scopes) -> list[TodoLine]:
    """All tasks: requests from players, orders and questions. Postponed tasks are last.

    A user who may not see money does not see requests to enter or buy.
    """
    lines = view.once(_todo_lines)
    if Scope.MONEY in scopes:
        return lines
    return [one for one in lines if one.about != OVERPAID and (not one.ask or one.about in ASKS_WITHOUT_MONEY)]


def _todo_lines(view: TournamentView) -> list[TodoLine]:
    tournament, live = view.tournament, view.state.live
    lines = [_asked_line(tournament, one) for one in live.open_asks()]
    lines += _overpaid_lines(view)
    for one in view.todo:
        line = _order_line(one, tournament, view.at) if one.order is not None else _question_line(one)
        aside = live.aside.get(one.id)
        lines.append(line if aside is None else msgspec.structs.replace(line, aside=aside.why or "not now"))
    return sorted(lines, key=lambda line: bool(line.aside))


def _overpaid_lines(view: TournamentView) -> list[TodoLine]:
    """The players who received more than they have won, because a correction followed."""
    found = []
    for player, given in view.state.live.given.items():
        line = view.standings.get(player) if given.amount else None
        won = line.paid + line.bounties if line is not None else 0
        if line is None or given.amount <= won:
            continue
        more, part = given.amount - won, view.tournament.structure.money.part
        sentence = say(
            "{player} has {amount} too much: received {given}, won {won}",
            player, part(more), part(given.amount), part(won),
        )  # fmt: skip
        do = {"type": "hand_out", "player": player}
        found.append(
            TodoLine(
                id=f"{OVERPAID}-{player}-{more}",
                kind="question",
                text=plain(sentence),
                do=do,
                players=(player,),
                about=OVERPAID,
                n=more,
                sentence=sentence,
            )
        )
    return found


def text_of_todo(view: TournamentView, todo: str) -> str:
    """The text of a task; "" if the task no longer exists."""
    return next((line.text for line in view.once(_todo_lines) if line.id == todo), "")


def asked_words(one: StaffRequest) -> Sentence:
    """A player's request in words."""
    return ASKED[one.about](one.player, one.n)


def _order_line(todo: Todo, tournament: TournamentState, at: int) -> TodoLine:
    order = todo.order
    assert order is not None
    command: Any = order.command
    players: tuple[str, ...] = ()
    tables: tuple[int, ...] = ()
    sentence = _order_words(command)
    if todo.move is not None:
        sentence, players, tables = _move_words(todo.move, tournament, at)
    elif isinstance(command, c.Break):
        sentence, players, tables = _break_words(command.table, tournament, at)
    elif isinstance(command, c.Redraw):
        sentence = _redraw_words(tournament, at)
    elif isinstance(command, c.BringBack):
        sentence = _back_words(order.holds)
    named = [*order.holds, *([command.table] if getattr(command, "table", 0) else []), *tables]
    return TodoLine(
        id=todo.id,
        kind="order",
        text=plain(sentence),
        because=order.because,
        cite=str(order.cite),
        do={"type": "do_todo", "todo": todo.id},
        players=players,
        tables=tuple(dict.fromkeys(named)),
        about=type_of(command),
        sentence=sentence,
        because_sentence=as_one(order.clauses),
    )


def _move_words(move: Move, tournament: TournamentState, at: int) -> OrderWords:
    """A move in words: the player, the rule, the new seat."""
    why = why_chosen(all_tables(tournament, at).views[move.from_table], move.from_seat, tournament.structure.rulebook)
    where = str(move.from_table), str(move.to_table)
    sentence = say(
        "Table {table} to {to_table}: {player}, {why}, to seat {seat}", *where, move.player, why, str(move.to_seat + 1)
    )
    return sentence, (move.player,), (move.from_table, move.to_table)


def _break_words(number: int, tournament: TournamentState, at: int) -> OrderWords:
    """A broken table in words: its players draw for seats at other tables."""
    seen = all_tables(tournament, at)
    players = seen.views[number].players
    tables = tuple([other for other, seats in sorted(seen.open_seats.items()) if other != number and seats])
    cards = tournament.structure.rulebook.break_seats is BreakSeats.TWO_STEPS
    many = len(tables) > MOST_NAMED
    where = say("the other tables") if many else _tables(tables)
    return _draw_words(str(number), len(players), where, cards=cards), players, () if many else tables


def _draw_words(number: str, players: int, where: Sentence, *, cards: bool) -> Sentence:
    if not players:
        return say("Break table {table}: nobody sits there", number)
    if players == 1:
        if cards:
            return say(
                "Break table {table}: its player draws cards for the order, then seats at {tables}", number, where
            )
        return say("Break table {table}: its player draws for seats at {tables}", number, where)
    many = number, str(players), where
    if cards:
        return say("Break table {table}: its {players} players draw cards for the order, then seats at {tables}", *many)
    return say("Break table {table}: its {players} players draw for seats at {tables}", *many)


def _tables(numbers: Sequence[int]) -> Sentence:
    listed = names([str(one) for one in numbers])
    return say("table {table}", listed) if len(numbers) == 1 else say("tables {tables}", listed)


def _back_words(tables: Sequence[int]) -> Sentence:
    where = say("all of these tables") if len(tables) > MOST_NAMED else _tables(tables)
    return say("Bring the small chips back to {tables}", where)


def _redraw_words(tournament: TournamentState, at: int) -> Sentence:
    """In words: how many players draw, for how many tables."""
    left = sum([len(view.taken) for view in all_tables(tournament, at).views.values()])
    final = final_seats(tournament)
    if left <= final:
        return say("All {players} draw for seats at one table of {seats}", str(left), str(final))
    return say(
        "All {players} draw for seats at {tables} tables",
        str(left),
        str(tables_needed(left, seats_at_each(tournament))),
    )


def _order_words(command: object) -> Sentence:
    match command:
        case c.Race(table):
            return say("Race chips off at table {table}", str(table))
        case c.GoHandForHand(on):
            return say("Go hand for hand") if on else say("End hand for hand")
        case c.CloseEntry():
            return say("Close registration")
        case c.SeatAlternates():
            return say("Seat waiting players")
        case c.OpenTable():
            return say("Open a table")
        case c.Halt(table, on):
            return say("Stop table {table}", str(table)) if on else say("Resume table {table}", str(table))
        case c.End():
            return say("End the tournament")
        case _:
            return of_type(command)


def _question_line(todo: Todo) -> TodoLine:
    ask = todo.ask
    assert ask is not None
    return TodoLine(
        id=todo.id,
        kind="question",
        text=ask.text,
        cite=str(ask.cite or ""),
        players=(ask.player,) if ask.player else (),
        tables=(ask.table,),
        about=str(ask.about),
        n=ask.step,
        sentence=as_one(ask.clauses),
    )


def _asked_line(tournament: TournamentState, one: StaffRequest) -> TodoLine:
    entrant = tournament.entrants.get(one.player)
    key, sentence, because = f"{ASK}{one.number}", asked_words(one), _beside_record(tournament, one)
    place = tournament.place_at(entrant) if one.about == "floor" and entrant is not None and entrant.table else None
    if entrant is not None and place is not None:
        where = str(entrant.table), str(place.seat + 1)
        sentence = say("{player} asks for the floor at table {table}, seat {seat}", one.player, *where)
    return TodoLine(
        id=key,
        kind="asked",
        text=plain(sentence),
        do={"type": "do_todo", "todo": key},
        because=plain(because) if because else "",
        players=(one.player,),
        tables=(entrant.table,) if entrant is not None and entrant.table else (),
        about=one.about,
        ask=one.number,
        n=one.n,
        at=one.at,
        sentence=sentence,
        because_sentence=because,
    )


def _beside_record(tournament: TournamentState, one: StaffRequest) -> Sentence:
    """The recorded stack, for comparison with a player's count, and a warning if they differ a lot."""
    entrant, chips = tournament.entrants.get(one.player), tournament.issued - tournament.removed
    if one.about != "count":
        return ()
    if one.n > chips:
        return say("Look again: there are {chips} chips in all.", chips)
    how = stock_of(tournament, one.player).how
    if entrant is None or not entrant.is_in or how is How.UNKNOWN:
        return ()
    record = tournament.stack_of(one.player)
    sentence = (
        say("The record has about {chips}.", record) if how is How.ESTIMATED else say("The record has {chips}.", record)
    )
    return say("Look again: {what}", sentence) if one.n >= FAR * record or record >= FAR * one.n else sentence
