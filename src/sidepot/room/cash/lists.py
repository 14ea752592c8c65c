"""The lists and seats of a cash night: who is called, who sits where, who must move. Handlers return facts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.errors import Conflict, IllegalAction, NotDue
from sidepot.room.cash import events as e
from sidepot.room.cash.terms import MOST_TABLES
from sidepot.rules.clauses import refuse, say

if TYPE_CHECKING:
    from sidepot.room.cash import commands as c
    from sidepot.room.cash.state import CashState, CashTable, Entry, Place

Facts = Sequence[e.AnyFact]


# ---- lists


def put_on_list(night: CashState, command: c.PutOnList, now: int) -> Facts:
    """Put a player on a list, or change the player's entry."""
    check_game(night, command.game)
    place = night.seats.get(command.player)
    if place is not None and night.tables[place.table].game == command.game:
        raise Conflict(f"{command.player} already sits in this game", code="seated_already")
    old = _entry(night, command.game, command.player)
    if old is not None and (old.going, old.phone) == (command.going, command.phone):
        raise Conflict(f"{command.player} is already on this list", code="on_list_already")
    return [e.Listed(command.player, command.game, command.going, command.phone)]


def take_off_list(night: CashState, command: c.TakeOffList, now: int) -> Facts:
    """Take a player off a list."""
    _listed(night, command.game, command.player)
    return [e.Unlisted(command.player, command.game)]


def call_next(night: CashState, command: c.CallNext, now: int) -> Facts:
    """Call a player to a free seat."""
    check_game(night, command.game)
    player = command.player or night.next_called(command.game)
    if not player:
        raise NotDue("there is nobody on this list to call", code="nobody_waits")
    entry = _listed(night, command.game, player)
    if entry.until:
        raise Conflict(f"{player} has already been called for a seat", code="done_already")
    if free_seats(night, command.game) <= len(night.called(command.game)):
        raise NotDue("no seat in this game is free", code="no_free_seat")
    found: list[e.AnyFact] = [] if entry.going else [e.Listed(player, command.game, True, entry.phone)]
    return [*found, e.Called(player, command.game, now + night.terms.call_ms)]


def pass_on(night: CashState, command: c.Pass, now: int) -> Facts:
    """Let a called player pass without losing the place on the list."""
    if not _listed(night, command.game, command.player).until:
        raise NotDue(f"{command.player} has not been called for a seat", code="not_called")
    return [e.CallEnded(command.player, command.game)]


def to_end(night: CashState, command: c.ToEnd, now: int) -> Facts:
    """Put a player at the end of the list."""
    _listed(night, command.game, command.player)
    return [e.CallEnded(command.player, command.game, to_end=True)]


def tick(night: CashState, _: c.Tick, now: int) -> Facts:
    """End the calls whose time has run out. The players go to the end of their lists."""
    late = [(one.until, game, one.player) for game, some in night.lists.items() for one in some if 0 < one.until <= now]
    return [e.CallEnded(player, game, to_end=True) for _, game, player in sorted(late)]


def alarm(night: CashState) -> int:
    """When the next call runs out (0: never)."""
    if night.over or night.frozen:
        return 0
    return min([one.until for some in night.lists.values() for one in some if one.until], default=0)


# ---- tables


def open_table(night: CashState, command: c.OpenTable, now: int) -> Facts:
    """Open a table."""
    check_game(night, command.game)
    if len(night.tables) >= MOST_TABLES:
        raise Conflict(f"a night can have at most {MOST_TABLES} tables at once", code="no_table")
    main = command.must_move
    if main and (_table(night, main).game != command.game or night.tables[main].must_move):
        raise Conflict("a must-move table must lead to a main table of the same game", code="bad_seats")
    seats = command.seats or night.game(command.game).seats
    if seats < 2:
        raise Conflict("a table must have at least two seats", code="bad_seats")
    number = max(night.tables, default=0) + 1
    return [e.TableOpened(number, command.game, seats, main)]


def close_table(night: CashState, command: c.CloseTable, now: int) -> Facts:
    """Close an empty table."""
    _table(night, command.table)
    there = night.at_table(command.table)
    if there:
        player = next(iter(there.values()))
        raise refuse(
            NotDue, say("{player} still sits at table {table}", player, str(command.table)), code="seated_already"
        )
    if any(one.must_move == command.table for one in night.tables.values()):
        raise NotDue("players of another table must still move to this table; close that table first", code="no_table")
    return [e.TableClosed(command.table)]


# ---- seats


def sit(night: CashState, command: c.Sit, now: int) -> Facts:
    """Seat a player who is next on the list."""
    table, player = _table(night, command.table), command.player
    if player in night.seats:
        raise Conflict(f"{player} already has a seat", code="seated_already")
    seat = _seat(night, command.table, command.seat)
    _check_nobody_moves_first(night, command.table, "")
    _check_turn(night, table.game, player)
    return [e.Sat(player, command.table, seat)]


def move(night: CashState, command: c.Move, now: int) -> Facts:
    """Move a player to another table of the game."""
    player, table = command.player, _table(night, command.table)
    place = seated(night, player)
    if place.table == command.table:
        raise Conflict(f"{player} already sits at this table", code="seated_already")
    if night.tables[place.table].game != table.game:
        raise Conflict(
            f"{player} would change to another game, which has other buy-ins; leave the seat and take a new one",
            code="no_table",
        )
    seat = _seat(night, command.table, command.seat)
    _check_nobody_moves_first(night, command.table, player)
    others = [one for one in table.wants if one != player]
    if others and player not in table.wants and player not in night.must_move_to(command.table):
        raise refuse(NotDue, say("{player} has asked for this table first", others[0]), code="others_wait")
    return [e.Moved(player, command.table, seat)]


def want_table(night: CashState, command: c.WantTable, now: int) -> Facts:
    """Put a player on the list for a change to a table, or take the player off this list."""
    table = _table(night, command.table)
    if command.on == (command.player in table.wants):
        raise Conflict("this would change nothing", code="no_change")
    if command.on:
        place = seated(night, command.player)
        if place.table == command.table or night.tables[place.table].game != table.game:
            raise Conflict("a table change must be to another table of the same game", code="no_table")
    return [e.Wanted(command.player, command.table, command.on)]


def free_seats(night: CashState, game: int) -> int:
    """The number of free seats in a game."""
    return sum(len(night.free_at(table)) for table in night.tables_of(game))


def seated(night: CashState, player: str) -> Place:
    """The seat of a player. Raises Conflict if the player has none."""
    place = night.seats.get(player)
    if place is None:
        raise Conflict(f"{player} has no seat", code="not_seated")
    return place


def check_game(night: CashState, game: int) -> None:
    """Raise Conflict if the night does not have this game."""
    if not 1 <= game <= len(night.terms.games):
        raise Conflict(
            f"there is no game {game}; this night has games 1 to {len(night.terms.games)}", code="unknown_game"
        )


def _table(night: CashState, number: int) -> CashTable:
    found = night.tables.get(number)
    if found is None:
        numbers = ", ".join([str(one) for one in night.tables]) or "none"
        raise Conflict(f"there is no table {number}; open: {numbers}", code="no_table")
    return found


def _entry(night: CashState, game: int, player: str) -> Entry | None:
    return next((one for one in night.lists.get(game, ()) if one.player == player), None)


def _listed(night: CashState, game: int, player: str) -> Entry:
    check_game(night, game)
    found = _entry(night, game, player)
    if found is None:
        raise Conflict(f"{player} is not on this list", code="not_on_list")
    return found


def _seat(night: CashState, table: int, seat: int) -> int:
    """The wanted seat of a table, or the first free one. Raises Conflict if the seat is taken or does not exist."""
    free, seats = night.free_at(table), night.tables[table].seats
    if seat >= seats:
        raise Conflict(f"there is no seat {seat + 1}; the table has seats 1 to {seats}", code="unknown_seat")
    if not free:
        raise NotDue(f"table {table} has no free seat", code="no_free_seat")
    if seat >= 0 and seat not in free:
        player = night.at_table(table)[seat]
        raise refuse(Conflict, say("seat {seat} is taken by {player}", str(seat + 1), player), code="seat_taken")
    return seat if seat >= 0 else free[0]


def _check_nobody_moves_first(night: CashState, table: int, player: str) -> None:
    """Raise NotDue if another player must move to this table first (longest seated first)."""
    first = next(iter(night.must_move_to(table)), player)
    if first != player:
        raise refuse(
            NotDue,
            say("{player} must move to table {table} first", first, str(table)),
            code="others_wait",
        )


def _check_turn(night: CashState, game: int, player: str) -> None:
    """Raise IllegalAction if the free seats are for players who were called, or are ahead on the list."""
    some = night.lists.get(game, [])
    place = next((at for at, one in enumerate(some) if one.player == player), len(some))
    if place < len(some) and some[place].until:
        return
    ahead = [one.player for at, one in enumerate(some) if one.until or one.going and not one.passed and at < place]
    if ahead and free_seats(night, game) <= len(ahead):
        raise refuse(
            IllegalAction, say("{player} is next on the list and gets the free seat", ahead[0]), code="others_wait"
        )
