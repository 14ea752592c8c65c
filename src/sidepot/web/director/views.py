"""The staff's views of a live tournament, selected from its read model: tasks, console, tables, money, history.

They contain marks, like the event log. Names are filled in when a view is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import OF_PLAY, of_type, sentence_of, type_of
from sidepot.room.tournament.live.reports import ASK, Todo
from sidepot.room.tournament.terms import is_day_2, is_live_flight
from sidepot.room.views.display import move_view
from sidepot.room.views.readers import Scope, Scopes
from sidepot.room.views.tournament import LATELY
from sidepot.room.views.tournament_page import EntryView, entry_view, only
from sidepot.rules.clauses import Sentence, as_one, names, plain, say
from sidepot.rules.floor_choices import BreakSeats
from sidepot.table.dealing import waits_for_blinds
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.balancing import why_chosen
from sidepot.tournament.entrants import Status
from sidepot.tournament.real_tables import is_button_known, is_counted, record_of, served, stock_of
from sidepot.tournament.reports import How
from sidepot.tournament.schedule import Break
from sidepot.tournament.seating import tables_needed
from sidepot.tournament.views import all_tables, final_seats, seats_at_each, seats_used
from sidepot.web.director.roles import may_do
from sidepot.web.director.schemas import (
    Counts,
    DeskItem,
    DeskMoves,
    DeskSchedule,
    DeskSeat,
    DeskTable,
    DeskTerms,
    DirectorView,
    HistoryLine,
    LargestStack,
    TodoLine,
)
from sidepot.web.security.pins import Staff

if TYPE_CHECKING:
    from sidepot.games.unit import Unit
    from sidepot.room.tournament.live_state import ActNote, HistoryEntry, StaffRequest
    from sidepot.room.views.tournament import TournamentView
    from sidepot.tournament.moves import Move
    from sidepot.tournament.state import TournamentState
    from sidepot.tournament.steps import Step
    from sidepot.tournament.tournament import Tournament

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


OrderWords = tuple[Sentence, tuple[str, ...], tuple[int, ...]]  # the words, and the players and tables in them


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


COUNT_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.STANDINGS: (
        "left", "players", "entries", "tables", "waiting", "busted", "chips", "average", "average_bets",
    ),
    Scope.PRIZES: ("pool",),
    Scope.MONEY: ("unpaid", "checked_in"),
}  # fmt: skip
TERM_FIELDS: Final[dict[Scope, tuple[str, ...]]] = {
    Scope.TERMS: (
        *EntryView.__struct_fields__, "seats", "stack", "cost", "entry_open", "reentry_open", "rebuy_open",
        "addon_open", "hand_for_hand", "button_waits", "final_seats", "house", "game", "kind", "denominations",
        "check_in_closed",
    ),
    Scope.PRIZES: ("prizes",),
    Scope.MONEY: ("added", "pays"),
}  # fmt: skip
_PHASES: Final = {"registering": "checkin", "called off": "cancelled", "break": "running", "paused": "running"}


def counts_of(view: TournamentView, scopes: Scopes) -> Counts:
    """The counts that a user with these scopes may see."""
    return only(view.once(_counts), scopes, COUNT_FIELDS)


def _counts(view: TournamentView) -> Counts:
    tournament, checked_in = view.tournament, len(view.state.live.checked_in())
    return Counts(
        left=tournament.left,
        players=len(tournament.entrants),
        entries=tournament.entries,
        tables=len(tournament.tables),
        waiting=tournament.counts[Status.ALTERNATE],
        busted=tournament.counts[Status.BUSTED],
        chips=tournament.issued - tournament.removed,
        average=view.average,
        average_bets=view.average_bets,
        pool=tournament.pool,
        checked_in=checked_in,
        unpaid=checked_in + sum([one.owes > 0 for one in tournament.entrants.values()]),
    )


def terms_of(view: TournamentView, scopes: Scopes) -> DeskTerms:
    """The current terms, and what players may enter or buy, as far as a user with these scopes may see them."""
    return only(view.once(_terms), scopes, TERM_FIELDS)


def _terms(view: TournamentView) -> DeskTerms:
    tournament = view.tournament
    structure = tournament.structure
    entry = structure.entry
    return DeskTerms(
        **entry_view(structure),
        seats=tournament.reports.seats or structure.seats,
        stack=structure.stack,
        cost=entry.price,
        added=tournament.reports.added,
        entry_open=view.enters,
        check_in_closed=not view.state.live.check_in,
        reentry_open=view.enters and view.is_on and entry.reentries != 0,
        rebuy_open=view.rebuys,
        addon_open=view.addon_open,
        hand_for_hand=tournament.hand_for_hand,
        button_waits=waits_for_blinds(structure.level(view.reading.level).stakes),
        house=structure.rulebook.name,
        game=structure.mix.title,
        kind=str(structure.kind),
        prizes=view.prizes,
        denominations=tournament.chips_at(view.reading.level).values,
        pays=msgspec.to_builtins(structure.pays),
        final_seats=final_seats(tournament),
    )


def _last_moved(view: TournamentView) -> DeskMoves | None:
    """The moves of the last step that moved players, for a while."""
    for step in reversed(view.tournament.course().holds):
        if step.at < view.at - LATELY or view.state.over:
            return None
        moves = [move_view(happened.move) for happened in step.events if isinstance(happened, e.Moved)]
        if moves:
            return DeskMoves(step.number, step.at, tuple(moves))
    return None


def phase_of(view: TournamentView) -> str:
    """The phase of a tournament: draft, checkin, seated, running, frozen, over or cancelled.

    Running includes breaks and pauses.
    """
    return _PHASES.get(view.phase, view.phase)


def schedule_shown(view: TournamentView, now: int) -> DeskSchedule:
    """The schedule and the clock, so that a page can keep time without a connection."""
    tournament = view.tournament
    structure = tournament.structure
    before = view.first_level - 1  # levels of the flights
    items, level = [], before
    for at, item in enumerate(structure.schedule):
        what = msgspec.to_builtins(item)
        if isinstance(item, Break):
            items.append(DeskItem(at, level, True, item.ms, note=item.note, remove=item.remove, what=what))
        else:
            words = view.stakes(level - before)
            level += 1
            items.append(DeskItem(at, level, False, item.ms, words.text, what=what, parts=words.parts))
    return DeskSchedule(
        items=items,
        denominations=structure.chips.values,
        late_levels=structure.entry.late_levels,
        clock=view.clock(ahead=True),
        now=now,
        seq=view.seq,
    )


LATEST: Final = 30  # steps at the start of a console
MOST_LINES: Final = 24  # tasks at once
MOST_TABLES: Final = 14  # tables that are sent with all their seats
MONEYLESS: Final = OF_PLAY | {"", "rename"}  # types of history lines that do not involve money
WHOLE: Final = -1  # of a lock: the table
BROUGHT: Final = (c.BringFlight, c.Qualify)  # they come with day 2, and are taken back with it


def director_view(view: TournamentView, now: int, staff: Staff, scopes: Scopes) -> DirectorView:
    """The start page of a console, with what a user with these scopes may see."""
    machine, tournament = view.state, view.tournament
    todo = todo_lines(view, scopes)
    return DirectorView(
        id=machine.id,
        title=machine.terms.title,
        now=now,
        seq=view.seq,
        step=tournament.version,
        phase=phase_of(view),
        role=staff.role,
        name=staff.name,
        clock=view.clock(ahead=True),
        counts=counts_of(view, scopes),
        terms=terms_of(view, scopes),
        table=staff.table,
        may=may_do(staff.role),
        todo=tuple(todo[:MOST_LINES]),
        todo_more=max(len(todo) - MOST_LINES, 0),
        history=tuple(history(view, LATEST, scopes)[0][:LATEST][::-1]),
        tables=tuple(tables_of(view).values()),
        moved=view.once(_last_moved),
        announcement=tournament.reports.announced.text if tournament.reports.announced is not None else "",
        called=view.called(),
        why=machine.frozen or tournament.reports.cancelled,
        largest=_largest(tournament),
        bags="flight" if is_live_flight(machine.terms) else "day 2" if is_day_2(machine.terms) else "",
    )


def _largest(tournament: TournamentState) -> LargestStack | None:
    found = tournament.reports.largest
    if found is None:
        return None
    return LargestStack(found.player, found.chips, found.left, found.how is How.ESTIMATED)


# ---- history


def history(view: TournamentView, most: int, scopes: Scopes, before: int = 0) -> tuple[list[HistoryLine], int]:
    """At most `most` steps before step `before` (0 for the latest ones), latest first.

    Returns the lines of these steps, and the step from which to continue (0 if there are no more). A user who may not
    see money sees only the steps of play.
    """
    tournament = view.tournament
    lines: list[HistoryLine] = []
    log = tournament.log
    at = len(log) if not before else max(min(before - 1 - tournament.earlier, len(log)), 0)
    while at > 0 and len(lines) < most:
        at -= 1
        lines += [line for line in view.once(_lines_of, at) if Scope.MONEY in scopes or line.type in MONEYLESS]
    return lines, log[at].number if at > 0 else 0


def _lines_of(view: TournamentView, at: int) -> list[HistoryLine]:
    """The step at index `at` of the log, and the other entries after it, latest first."""
    step, money = view.tournament.log[at], view.tournament.structure.money
    found = [_beside_line(one, money) for one in reversed(view.once(_beside).get(step.number, ()))]
    holds = view.once(_holds)
    now = holds.get(step.number, step)  # a corrected step appears as it is now
    return [*found, _history_line(now, view.state.live.notes.get(step.number), step.number in holds)]


def _holds(view: TournamentView) -> dict[int, Step]:
    """The steps that were not undone, by number."""
    return {step.number: step for step in view.tournament.course().holds}


def _beside(view: TournamentView) -> dict[int, list[HistoryEntry]]:
    """Entries that are not steps, by the step before them."""
    found: dict[int, list[HistoryEntry]] = {}
    for one in view.state.live.beside:
        found.setdefault(one.after, []).append(one)
    return found


def _beside_line(one: HistoryEntry, money: Unit) -> HistoryLine:
    """A history line that is not a step: a task postponed or due again, a refused request, money, a name."""
    command, sentence = one.command, _beside_words(one, money)
    kind = "not_now" if isinstance(command, s.CloseAsk | s.SetAside) else type_of(command)
    why, role = getattr(command, "why", ""), getattr(command, "role", "")
    return HistoryLine(0, one.at, one.by, plain(sentence), why, kind, role, seq=one.seq, sentence=sentence)


def _beside_words(one: HistoryEntry, money: Unit) -> Sentence:
    match one.command:
        case s.HandOut(player, amount) if amount > 0:
            return say("{player} is paid {amount}", player, money.part(amount))
        case s.HandOut(player, amount):
            return say("{player} returns {amount}", player, money.part(-amount))
        case s.PutBag(player, bag):
            number = bag.number
            if one.bag is None:
                return say("Bag {number} of {player}: {chips} chips", number, player, bag.chips)
            before = one.bag.chips
            return say("Bag {number} of {player}: {chips} chips, not {before}", number, player, bag.chips, before)
        case s.TakeBag(player):
            return say("The bag of {player} is removed", player)
        case s.AcceptBags(difference):
            return say("The bags are accepted with a difference of {difference} chips", difference)
        case s.CarryOver(final):
            return say("The bags go to day 2") if final else say("Day 2 is taken back")
        case s.Rename(player, was):
            return say("{old} is now called {new}", was, player)
        case s.SetCheckIn(on):
            return say("Check-in is open") if on else say("Check-in is closed")
        case s.RefuseAll():
            return say("Refused: {names} who waited to be entered", one.refused)
        case s.SetAside(text=text, on=on):
            what: Sentence = (text,) if text else say("something to do")  # a sentence that no page has other words for
            return say("Not now: {what}", what) if on else say("To do again: {what}", what)
        case command:
            return say("Not granted: {what}", asked_words(one.asked)) if one.asked is not None else of_type(command)


def _history_line(step: Step, note: ActNote | None, holds: bool) -> HistoryLine:
    command = step.command
    is_back = isinstance(command, c.Undo | c.Redo)
    why = getattr(command, "why", "") or (note.why if note is not None else "")
    sentence = sentence_of(step)
    return HistoryLine(
        step=step.number,
        at=step.at,
        by=step.by,
        text=plain(sentence),
        why=why,
        type=type_of(command) if command is not None else "",
        role=note.role if note is not None else "",
        undo=holds and command is not None and not is_back and not isinstance(command, BROUGHT),
        undone=not holds and not is_back,
        sentence=sentence,
        out=msgspec.to_builtins(command) if holds and isinstance(command, c.Out) else None,
    )


# ---- tables


def tables_of(view: TournamentView) -> dict[int, DeskTable]:
    """All tables. If there are few, their seats are included."""
    return view.once(_all_tables)


def _all_tables(view: TournamentView) -> dict[int, DeskTable]:
    numbers = sorted(view.tournament.tables)
    seats = len(numbers) <= MOST_TABLES
    return {number: view.once(_table, number, seats) for number in numbers}


def table_of(view: TournamentView, number: int) -> DeskTable:
    """A table with its seats."""
    return view.once(_table, number, True)


def _table(view: TournamentView, number: int, seats: bool) -> DeskTable:
    """A table, with or without its seats."""
    tournament, at = view.tournament, view.at
    reports, table = tournament.reports, tournament.tables[number]
    button, known = reports.buttons.get(number), is_button_known(tournament, number, at)
    differs = reports.adrift.get(number, 0)
    counted = is_counted(tournament, number) if seats or differs else False
    brief = DeskTable(
        number=number,
        name=reports.names.get(number, ""),
        players=record_of(tournament, number),
        size=seats_used(tournament, number),
        final=len(tournament.tables) == 1,
        halted=tournament.halted.get(number, ""),
        locked=WHOLE in reports.locks.get(number, ()),
        button=button.seat if button is not None and (known or seats) else -1,
        button_known=known,
        button_waits=button is not None and button.frozen,
        differs=differs if counted or seats else 0,
        removed=tuple(value for value in tournament.structure.chips.values if value not in table.rules.chips.values),
    )
    if not seats:
        return brief
    heads, hands = reports.heads.get(number), reports.hands.get(number)
    return msgspec.structs.replace(
        brief,
        seats=tuple(_seats(tournament, number, at)),
        button_at=button.at if button is not None else 0,
        heads=heads.n if heads is not None else -1,
        hands=hands.n if hands is not None else 0,
        chips=tournament.totals.get(number, 0),
        counted=counted,
        played=number in tournament.round_played,
    )


def _seats(tournament: Tournament, number: int, at: int) -> list[DeskSeat]:
    table, locks = tournament.tables[number], tournament.reports.locks.get(number, {})
    sits = {place.seat: place for place in table.places.values()}
    found = []
    for seat in sorted({*range(seats_used(tournament, number)), *sits}):
        place = sits.get(seat)
        if place is None:
            found.append(DeskSeat(seat, locked=seat in locks))
            continue
        stock, penalty = stock_of(tournament, place.player), served(tournament, place.player, at)
        found.append(
            DeskSeat(
                seat,
                place.player,
                place.stack,
                str(stock.how),
                stock.at,
                "" if penalty is None else str(penalty),
                place.state is State.OUT,
                seat in locks,
                () if penalty is None else penalty.sentence,
            )
        )
    return found
