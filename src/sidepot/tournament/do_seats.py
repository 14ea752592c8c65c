"""Seats: draws, moves, and tables that are opened and broken. Source: T6, T7, T8, T9a, T10, T11."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from sidepot.errors import Cite, Conflict, NotDue
from sidepot.rules.clauses import clause, in_words, names, refuse, say
from sidepot.table import commands as t
from sidepot.table.chips import ChipSet
from sidepot.table.places import State
from sidepot.table.table import Table
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.balancing import balance as next_balance
from sidepot.tournament.balancing import buttons_asked, where_is_the_button
from sidepot.tournament.breaking import break_table, table_to_break
from sidepot.tournament.cited import BALANCE, DRAWN, NEW_PLAYERS, RACES, SHORT
from sidepot.tournament.do_clock import close_round
from sidepot.tournament.do_race import bring_back
from sidepot.tournament.entrants import Status
from sidepot.tournament.final import redraw_all
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.seating import draw_seats, tables_needed
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import ROUNDS
from sidepot.tournament.unit_of_work import UnitOfWork, kept_draw, kept_move, kept_moves
from sidepot.tournament.views import (
    ALL_SEATS,
    all_tables,
    final_seats,
    open_pins,
    pins,
    seat_keepers,
    seats_at_each,
    view,
    views,
    without_keepers,
)

NEEDS: Final = Cite("TDA-2013", "8")


# ---- new players


def pin(work: UnitOfWork, command: c.Pin) -> None:
    """Keep a player at a table or in a seat, as far as possible (rule T8)."""
    work.entrant(command.player)
    if command.seat >= work.tournament.structure.seats:
        raise Conflict(f"table {command.table} has no seat {command.seat + 1}", NEEDS, code="unknown_seat")
    work.emit(e.Pinned(command.player, command.table, command.seat, command.why))


def draw(work: UnitOfWork, command: c.DrawSeats) -> None:
    """Draw seats for all players who have entered, and open tables for these players (rule T6).

    If there is no late entry and all players fit at the final table, they play there from the first hand on (rule T11).
    """
    tournament = work.tournament
    if tournament.is_seated:
        raise NotDue("the seats are already drawn; late entries get theirs at once", code="seats_drawn")
    waiting = [one.player for one in tournament.entrants.values() if one.status is Status.REGISTERED]
    if len(waiting) < 2:
        raise NotDue(f"a draw needs at least two players, but {len(waiting)} have entered", code="too_few_players")
    level = work.reading.level
    kept = work.drawn()
    needed = len(kept.tables) if kept is not None else tables_needed(len(waiting), seats_at_each(tournament))
    final = final_seats(tournament)
    if kept is None and needed > 1 and len(waiting) <= final and not tournament.structure.entry.late_levels:
        _open(work, level, final)
    else:
        for _ in range(needed):
            _open(work, level)
    if kept is None:
        kept = draw_seats(
            waiting, all_tables(tournament).open_seats, work.seed(command.seed), pinned=pins(tournament, waiting)
        )
    record = kept_draw(kept, waiting)
    work.emit(e.Drawn(record, "the first draw"))
    for player, table, seat in record.order:
        _sit(work, player, table, seat)


def seat_new(work: UnitOfWork, player: str, seed: str = "") -> bool:
    """Seat an alternate, if a seat is free and nobody has waited longer. Returns whether the player got a seat."""
    tournament = work.tournament
    kept = work.drawn()
    if kept is not None:
        _sit_drawn(work, player, kept_draw(kept, [player]))
        return True
    seen = all_tables(tournament)
    if work.again is not None or seen.room <= list(tournament.waiting).index(player):
        return False
    tables = {number: seats for number, seats in seen.open_seats.items() if seats}
    sitting = {number: len(tournament.tables[number].places) for number in tables}
    record = draw_seats(
        [player], tables, work.seed(seed), pinned=open_pins(tournament, [player], tables), sitting=sitting
    )
    _sit_drawn(work, player, record)
    return True


def _sit_drawn(work: UnitOfWork, player: str, record: SeatDraw) -> None:
    work.emit(e.Drawn(record, "a late entry"))
    _, table, seat = record.order[0]
    _sit(work, player, table, seat)


def seat_alternates(work: UnitOfWork, command: c.SeatAlternates) -> None:
    """Give free seats to alternates, longest wait first (rule T7)."""
    tournament = work.tournament
    waiting = list(tournament.waiting)
    if not waiting:
        raise NotDue("nobody is waiting for a seat", NEW_PLAYERS, code="nobody_waits")
    seated = 0
    for at, player in enumerate(waiting):
        if not all_tables(tournament).room or not seat_new(
            work, player, f"{command.seed}/{at}" if command.seed else ""
        ):
            break
        seated += 1
    if not seated:
        _check_keepers(tournament)
        raise NotDue(f"no seat is free for the {len(waiting)} who are waiting", NEW_PLAYERS, code="no_free_seat")


def open_table(work: UnitOfWork, command: c.OpenTable) -> None:
    """Open another table. Alternates get its seats first."""
    tournament = work.tournament
    if not tournament.is_seated:
        raise NotDue("tables are opened by the draw for seats; draw first", code="seats_not_drawn")
    _no_match(tournament)
    _open(work, work.reading.level)
    if tournament.waiting:
        seat_alternates(work, c.SeatAlternates(command.seed))


def _open(work: UnitOfWork, level: int, seats: int = 0) -> int:
    number = work.tournament.last_table + 1
    work.emit(e.TableOpened(number, level, seats))
    return number


def _sit(work: UnitOfWork, player: str, table: int, seat: int) -> None:
    chips = work.tournament.entrants[player].due
    work.at_table(table, t.Sit(seat, chips), player)


# ---- moves


def leave(work: UnitOfWork, player: str) -> None:
    """Remove a player from the table, after the current hand. The chips of a disqualified player leave play."""
    tournament = work.tournament
    work.at_table(tournament.entrants[player].table, t.Leave(), player)
    drop_chips(work, player)


def drop_chips(work: UnitOfWork, player: str) -> None:
    """Remove the chips of a disqualified player who has left the table (TDA-2013 58-D)."""
    entrant = work.tournament.entrants[player]
    if entrant.status is Status.DISQUALIFIED and entrant.carried:
        work.emit(e.ChipsRemoved(player, entrant.carried))


def carry_out(work: UnitOfWork, move: Move, afresh: int = 0) -> None:
    """Move a player with all their chips to another seat. An absent player stays absent. Raises NotDue during a hand.

    In a new round of a shoot-out, every player begins with `afresh` chips.
    """
    tournament = work.tournament
    table = work.table(move.from_table)
    place = table.place_of(move.player)
    if table.is_in_hand(move.player):
        raise NotDue(
            f"{move.player} is still playing a hand at table {move.from_table}; move the player after that hand",
            move.cite,
            code="in_hand",
        )
    if move.from_table == move.to_table:
        work.at_table(move.from_table, t.Move(move.to_seat), move.player)
    else:
        stack, away = place.stack, place.state is State.OUT
        there = work.table(move.to_table)
        due = tournament.chips_at(work.reading.level)
        if not afresh and not there.is_hand_on and set(there.rules.chips.values) < set(due.values):
            bring_back(work, move.to_table, due)
        chips = there.rules.chips
        if not afresh and is_too_fine(work, table, chips, stack):
            raise NotDue(
                f"{move.player} has {stack}, but {chips.smallest} is the smallest chip at table "
                f"{move.to_table}; race off the smaller chips at table {move.from_table} first",
                RACES,
                code="chips_leave_first",
            )
        work.at_table(move.from_table, t.Leave(), move.player)
        if afresh:
            work.emit(e.ChipsRemoved(move.player, stack))
        work.at_table(move.to_table, t.Sit(move.to_seat, afresh or stack), move.player)
        if away:
            work.at_table(move.to_table, t.SitOut(), move.player)
    work.emit(e.Moved(move, work.now))
    if tournament.halted.get(move.to_table):
        work.emit(e.Halted(move.to_table, on=False))


def is_too_fine(work: UnitOfWork, table: Table, chips: ChipSet, stack: int) -> bool:
    """Whether a stack contains smaller chips than another table uses.

    A real stack is assumed to contain the smallest chips of its `table`.
    """
    if work.tournament.reports.live:
        return table.rules.chips.smallest < chips.smallest
    return not chips.can_make(stack)


def share_pots(work: UnitOfWork, *tables: int) -> None:
    """Divide the pots carried at these tables. Their players leave the tables, so no later hand can award these pots
    (PG-81).
    """
    for number in tables:
        if work.table(number).carried and not work.table(number).is_hand_on:
            work.at_table(number, t.SharePot())


def move_to(work: UnitOfWork, command: c.MoveTo) -> None:
    """Move a player, with their current chips, to the seat that the director gives, such as the seat that was drawn
    (rule T6).
    """
    tournament = work.tournament
    entrant = work.entrant(command.player)
    if entrant.status is not Status.SEATED:
        raise Conflict(f"{command.player} is {entrant.status} and cannot be moved", code="not_in_play")
    locks = tournament.reports.locks
    if command.seat in locks.get(command.table, {}):
        raise NotDue(f"seat {command.seat + 1} at table {command.table} is locked", code="locked")
    there = work.table(command.table).player_in(command.seat)
    if there is not None and there in seat_keepers(tournament):
        raise _seat_kept([there])
    if entrant.table != command.table:
        locked = next((one for one in (command.table, entrant.table) if ALL_SEATS in locks.get(one, {})), 0)
        if locked:
            raise NotDue(f"table {locked} is locked, so players can neither join nor leave it", code="locked")
        share_pots(work, entrant.table)
    seat = work.table(entrant.table).place_of(command.player).seat
    clauses = () if command.why else (clause("The player goes to the right seat, with the chips they have now."),)
    why = command.why or in_words(clauses)
    carry_out(work, Move(command.player, entrant.table, seat, command.table, command.seat, DRAWN, why, clauses=clauses))


def balance(work: UnitOfWork, command: c.Balance) -> None:
    """Move one player from a long table to a short one (rules T10a, T10b)."""
    tournament = work.tournament
    _no_match(tournament)
    move = kept_move(work) or next_balance(
        all_tables(tournament, work.now), tournament.structure.rulebook, order=tournament.reports.order
    )
    if move is None:
        unknown = buttons_asked(tournament, work.now)
        if unknown:
            raise NotDue(where_is_the_button(unknown), BALANCE, code="button_unknown")
        freed = without_keepers(tournament, all_tables(tournament, work.now))
        if next_balance(freed, tournament.structure.rulebook, order=tournament.reports.order) is not None:
            _check_keepers(tournament)
        raise NotDue(
            "no player can be moved now: the tables are balanced, or a hand is in progress",
            BALANCE,
            code="nobody_to_move",
        )
    share_pots(work, move.from_table)
    carry_out(work, move)


def break_one(work: UnitOfWork, command: c.Break) -> None:
    """Break a table: its players draw seats at the other tables (rule T9a)."""
    tournament = work.tournament
    _no_match(tournament)
    seen = all_tables(tournament, work.now)
    kept = work.drawn()
    number = command.table or table_to_break(seen, tournament.reports.order)
    if kept is not None:
        number = work.was(e.TableClosed).table
    if number is None:
        if table_to_break(without_keepers(tournament, seen), tournament.reports.order) is not None:
            _check_keepers(tournament)
        raise NotDue("no table can be broken: its players would not fit at the other tables", code="no_table_to_break")
    work.table(number)
    here = seen.views[number]
    if kept is not None:
        draw = kept_draw(kept, here.players)
        moves = kept_moves(work, draw, {player: (number, seat) for seat, player in here.taken})
    else:
        elsewhere = {other: seats for other, seats in seen.open_seats.items() if other != number}
        if sum(map(len, elsewhere.values())) < len(here.taken):
            _check_keepers(tournament, but=number)
        pinned = open_pins(tournament, here.players, elsewhere)
        draw, moves = structs.astuple(
            break_table(here, seen, work.seed(command.seed), tournament.structure.rulebook, pinned=pinned)
        )
    work.emit(e.Drawn(draw, f"table {number} is broken"))
    share_pots(work, number)
    for move in moves:
        carry_out(work, move)
    _close(work, number)


def _check_keepers(tournament: TournamentState, *, but: int = 0) -> None:
    """Raise NotDue if players without chips keep seats, at a table other than this one."""
    names_of = [player for player, table in seat_keepers(tournament).items() if table != but]
    if names_of:
        raise _seat_kept(names_of)


def _seat_kept(players: Sequence[str]) -> NotDue:
    one = say("{player} is out of chips and keeps a seat: rebuy or home?", players[0])
    many = say("{players} are out of chips and keep their seats: rebuy or home?", names([*players]))
    return refuse(NotDue, many if players[1:] else one, code="seat_kept")


def _no_match(tournament: TournamentState) -> None:
    """Raise NotDue if each table plays down to a winner, because then nobody moves."""
    if tournament.structure.kind in ROUNDS:
        raise NotDue(
            f"in a {tournament.structure.kind} every table plays down to a winner, so nobody moves between tables",
            code="matches",
        )


def _close(work: UnitOfWork, number: int) -> None:
    """Close a table without chips. Busted players who may still rebuy leave their seats."""
    for player in work.table(number).players:
        leave(work, player)
    work.emit(e.TableClosed(number))


def redraw(work: UnitOfWork, command: c.Redraw) -> None:
    """Redraw all seats at as few tables as possible, for the final table or the next round (rule T11)."""
    tournament = work.tournament
    seen = views(tournament)
    on = [one.number for one in seen if one.is_on]
    if on:
        raise NotDue(
            f"a hand is in progress at table {on[0]}; draw the seats when every table has finished",
            BALANCE,
            code="hand_on",
        )
    left = sum([len(one.taken) for one in seen])
    if left < 2:
        raise NotDue(f"a redraw needs at least two players at the tables, but {left} are left", code="players_left")
    close_round(work)
    again = tournament.structure.kind in ROUNDS
    if again:
        unfinished = next((one.number for one in seen if len(one.taken) > 1), None)
        if unfinished is not None:
            raise NotDue(
                f"table {unfinished} has no winner yet; draw the seats when every table has one",
                code="tables_unfinished",
            )
        work.emit(e.ClockSet(tournament.clock.jump(work.now, 0)))
    level = work.reading.level
    size = final_seats(tournament)
    kept_on: dict[str, tuple[int, bool]] = {}
    if command.table:
        _check_keeps(work, command.table, left, size)
        share_pots(work, *[one.number for one in seen])
        kept_on = _reopen(work, command.table, level, size)
        new = [command.table]
    elif left <= size:
        new = [_open(work, level, size)]
    else:
        new = [_open(work, level) for _ in range(tables_needed(left, seats_at_each(tournament)))]
    tables = {number: view(tournament, number).open_seats for number in new}
    pinned = open_pins(tournament, [player for one in seen for player in one.players], tables)
    kept = work.drawn()
    if kept is not None:
        draw = kept_draw(kept, [player for one in seen for player in one.players])
        moves = kept_moves(work, draw, {player: (one.number, seat) for one in seen for seat, player in one.taken})
    else:
        draw, moves = structs.astuple(
            redraw_all(seen, tables, work.seed(command.seed), tournament.structure.rulebook, pinned=pinned)
        )
    work.emit(e.Drawn(draw, "all draw again"))
    share_pots(work, *[one.number for one in seen if one.number != command.table])
    for player, table, seat in draw.order:
        if player in kept_on:
            _sit_again(work, player, table, seat, kept_on[player])
    for move in moves:
        if move.player in kept_on:
            work.emit(e.Moved(move, work.now))
        else:
            carry_out(work, move, tournament.structure.stack if again else 0)
    for one in seen:
        if one.number != command.table:
            _close(work, one.number)
    work.emit(e.Redrawn(left))


def _check_keeps(work: UnitOfWork, number: int, left: int, size: int) -> None:
    """Raise NotDue or Conflict if the final table cannot keep the number of this table."""
    table = work.table(number)
    if not work.tournament.reports.live:
        raise NotDue("in an online tournament the final table always gets a new number", code="number_not_kept")
    if left > size:
        raise NotDue(f"{left} players do not fit at one table of {size}", BALANCE, code="number_not_kept")
    chips = work.tournament.chips_at(work.reading.level)
    for place in table.places.values():
        if is_too_fine(work, table, chips, place.stack):
            raise NotDue(f"race off the smaller chips at table {number} first", RACES, code="chips_leave_first")


def _reopen(work: UnitOfWork, number: int, level: int, size: int) -> dict[str, tuple[int, bool]]:
    """Open a table again under its number, with this many seats.

    Returns its players with chips, who have no seat yet: their stack, and whether they are absent.
    """
    places = work.table(number).places
    found = {player: (place.stack, place.state is State.OUT) for player, place in places.items() if place.stack}
    _close(work, number)
    work.emit(e.TableOpened(number, level, size))
    return found


def _sit_again(work: UnitOfWork, player: str, table: int, seat: int, kept: tuple[int, bool]) -> None:
    stack, away = kept
    work.at_table(table, t.Sit(seat, stack), player)
    if away:
        work.at_table(table, t.SitOut(), player)


def halt(work: UnitOfWork, command: c.Halt) -> None:
    """Stop a short table, or let it play on (rule T10e)."""
    work.table(command.table)
    if (command.table in work.tournament.halted) == command.on:
        raise NotDue(
            f"table {command.table} {'is already stopped' if command.on else 'is not stopped'}",
            SHORT,
            code="table_halted",
        )
    work.emit(e.Halted(command.table, command.on, command.why or "it is short of players"))
