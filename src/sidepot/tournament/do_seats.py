"""Where they sit: draws, moves, tables that open and break. Source: T6, T7, T8, T9a, T10, T11."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import Cite, Conflict, NotDue
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.balancing import balance as next_balance
from sidepot.tournament.breaking import break_table, table_to_break
from sidepot.tournament.do_rounds import close_round
from sidepot.tournament.doing import Doing
from sidepot.tournament.entrants import Status
from sidepot.tournament.final import redraw_all
from sidepot.tournament.moves import Move
from sidepot.tournament.seating import draw_seats, tables_needed
from sidepot.tournament.structure import ROUNDS
from sidepot.tournament.views import final_seats, hall, open_pins, pins, view, views

if TYPE_CHECKING:
    from sidepot.tournament.tournament import Tournament

WRONG_SEAT: Final = Cite("TDA-2013", "6")
NEEDS: Final = Cite("TDA-2013", "8")
ALTERNATES: Final = Cite("TDA-2013", "7")
SHORT: Final = Cite("TDA-2013", "10-D")
EVEN: Final = Cite("TDA-2013", "10-A")
RACES: Final = Cite("TDA-2013", "23-A")


# ---- new players


def pin(doing: Doing, command: c.Pin) -> None:
    """A player keeps to a table or a seat, as far as that can be done (T8)."""
    doing.entrant(command.player)
    if command.table < 0 or command.seat < -1 or command.seat >= doing.event.structure.seats:
        raise Conflict(f"there is no seat {command.seat + 1} at table {command.table}", NEEDS)
    doing.emit(e.Pinned(command.player, command.table, command.seat, command.why))


def draw(doing: Doing, command: c.DrawSeats) -> None:
    """The draw for seats: tables are opened for all who have entered (T6).

    When nobody can come late, those who all sit down at the final table have that one from the first hand on (T11).
    """
    event = doing.event
    if event.is_seated:
        raise NotDue("seats have been drawn; who comes late gets his at once")
    waiting = [one.player for one in event.entrants.values() if one.status is Status.REGISTERED]
    if len(waiting) < 2:
        raise NotDue(f"a draw for seats needs two players, and {len(waiting)} have entered")
    level = event.clock.at(doing.now).level
    needed = tables_needed(len(waiting), event.structure.seats)
    final = final_seats(event)
    if needed > 1 and len(waiting) <= final and not event.structure.entry.late_levels:
        _open(doing, level, final)
    else:
        for _ in range(needed):
            _open(doing, level)
    record = draw_seats(waiting, hall(event).open_seats, doing.seed(command.seed), pinned=pins(event, waiting))
    doing.emit(e.Drawn(record, "the first draw"))
    for player, table, seat in record.order:
        _sit(doing, player, table, seat)


def seat_new(doing: Doing, player: str, seed: str = "") -> bool:
    """Give a seat to an alternate, if one is free, and not for those who wait for longer. Whether he got one."""
    event = doing.event
    seen = hall(event)
    if seen.room <= list(event.waiting).index(player):
        return False
    tables = {number: seats for number, seats in seen.open_seats.items() if seats}
    sitting = {number: len(event.tables[number].places) for number in tables}
    record = draw_seats([player], tables, doing.seed(seed), pinned=open_pins(event, [player], tables), sitting=sitting)
    doing.emit(e.Drawn(record, "a late entry"))
    _, table, seat = record.order[0]
    _sit(doing, player, table, seat)
    return True


def seat_alternates(doing: Doing, command: c.SeatAlternates) -> None:
    """Free seats go to alternates, who came first first (T7)."""
    event = doing.event
    waiting = list(event.waiting)
    if not waiting:
        raise NotDue("nobody waits for a seat", ALTERNATES)
    seated = 0
    for at, player in enumerate(waiting):
        if not hall(event).room:
            break
        seat_new(doing, player, f"{command.seed}/{at}" if command.seed else "")
        seated += 1
    if not seated:
        raise NotDue(f"no seat is free; {len(waiting)} wait", ALTERNATES)


def open_table(doing: Doing, command: c.OpenTable) -> None:
    """Another table, while players may still enter; alternates sit down there first."""
    event = doing.event
    if not event.is_seated:
        raise NotDue("tables are opened with the draw for seats")
    _no_match(event)
    _open(doing, event.clock.at(doing.now).level)
    if event.waiting:
        seat_alternates(doing, c.SeatAlternates(command.seed))


def _open(doing: Doing, level: int, seats: int = 0) -> int:
    number = doing.event.last_table + 1
    doing.emit(e.TableOpened(number, level, seats))
    return number


def _sit(doing: Doing, player: str, table: int, seat: int) -> None:
    chips = doing.event.entrants[player].due
    doing.tell(table, lambda at: at.sit(player, seat, chips, doing.now))


# ---- moves


def leave(doing: Doing, player: str) -> None:
    """A player leaves his table; who has been disqualified leaves his chips out of play. In a hand: after it."""
    event = doing.event
    doing.tell(event.entrants[player].table, lambda at: at.leave(player, doing.now))
    drop_chips(doing, player)


def drop_chips(doing: Doing, player: str) -> None:
    """The chips of who was disqualified, and has left his table, leave play (TDA-2013 58-D)."""
    entrant = doing.event.entrants[player]
    if entrant.status is Status.DISQUALIFIED and entrant.carried:
        doing.emit(e.ChipsRemoved(player, entrant.carried))


def carry_out(doing: Doing, move: Move, afresh: int = 0) -> None:
    """A player goes to another seat with all his chips; who is away stays away. Raises NotDue while he is in a hand.

    In a new round of a shoot-out he begins `afresh`, with a stack like everybody's.
    """
    event = doing.event
    table = doing.table(move.from_table)
    place = table.place_of(move.player)
    if table.is_in_hand(move.player):
        raise NotDue(
            f"{move.player} is in the hand that is on at table {move.from_table}: he moves after it", move.cite
        )
    if move.from_table == move.to_table:
        doing.tell(move.from_table, lambda at: at.move(move.player, move.to_seat))
    else:
        stack, away = place.stack, place.state is State.OUT
        chips = doing.table(move.to_table).rules.chips
        if not afresh and not chips.can_make(stack):
            raise NotDue(
                f"{move.player} has {stack}, and at table {move.to_table} {chips.smallest} is the smallest chip: "
                f"at table {move.from_table} the chips are raced off first",
                RACES,
            )
        doing.tell(move.from_table, lambda at: at.leave(move.player, doing.now))
        if afresh:
            doing.emit(e.ChipsRemoved(move.player, stack))
        doing.tell(move.to_table, lambda at: at.sit(move.player, move.to_seat, afresh or stack, doing.now))
        if away:
            doing.tell(move.to_table, lambda at: at.sit_out(move.player, doing.now))
    doing.emit(e.Moved(move, doing.now))
    if event.halted.get(move.to_table):
        doing.emit(e.Halted(move.to_table, on=False))


def share_pots(doing: Doing, *tables: int) -> None:
    """A pot that waits at one of these tables is divided: its players go, and no hand there will win it (PG-81)."""
    for number in tables:
        if doing.table(number).carried and not doing.table(number).is_hand_on:
            doing.tell(number, lambda at: at.share_pot())


def move_to(doing: Doing, command: c.MoveTo) -> None:
    """A player is moved by hand: to the seat where he should have begun, with the chips he has now (T6)."""
    entrant = doing.entrant(command.player)
    if entrant.status is not Status.SEATED:
        raise Conflict(f"{command.player} is {entrant.status}, and cannot be moved")
    if entrant.table != command.table:
        share_pots(doing, entrant.table)
    seat = doing.table(entrant.table).place_of(command.player).seat
    why = command.why or "He goes to the seat that is his, with the chips he has now."
    carry_out(doing, Move(command.player, entrant.table, seat, command.table, command.seat, WRONG_SEAT, why))


def balance(doing: Doing, command: c.Balance) -> None:
    """One player goes from a long table to a short one (T10a, T10b)."""
    event = doing.event
    _no_match(event)
    move = next_balance(hall(event), event.structure.rulebook)
    if move is None:
        raise NotDue("no player has to be moved, or none can be before a hand is over", EVEN)
    share_pots(doing, move.from_table)
    carry_out(doing, move)


def break_one(doing: Doing, command: c.Break) -> None:
    """A table is broken, and its players draw for seats at the others (T9a)."""
    event = doing.event
    _no_match(event)
    seen = hall(event)
    number = command.table or table_to_break(seen)
    if number is None:
        raise NotDue("no table can be broken: its players would not fit at the others")
    doing.table(number)
    here = seen.views[number]
    elsewhere = {other: seats for other, seats in seen.open_seats.items() if other != number}
    pinned = open_pins(event, here.players, elsewhere)
    done = break_table(here, seen, doing.seed(command.seed), event.structure.rulebook, pinned=pinned)
    doing.emit(e.Drawn(done.draw, f"table {number} is broken"))
    share_pots(doing, number)
    for move in done.moves:
        carry_out(doing, move)
    _close(doing, number)


def _no_match(event: Tournament) -> None:
    """Raise NotDue where nobody comes to a table or leaves it before it has its winner."""
    if event.structure.kind in ROUNDS:
        raise NotDue(f"in a {event.structure.kind} every table is played to its winner")


def _close(doing: Doing, number: int) -> None:
    """Close a table at which nobody with chips sits; who may still buy at it stands up."""
    for player in doing.table(number).players:
        leave(doing, player)
    doing.emit(e.TableClosed(number))


def redraw(doing: Doing, command: c.Redraw) -> None:
    """All draw for seats anew, at as few tables as hold them: the final table, or the next round (T11)."""
    event = doing.event
    seen = views(event)
    on = [one.number for one in seen if one.is_on]
    if on:
        raise NotDue(f"a hand is on at table {on[0]}: all draw when every table has finished", EVEN)
    left = sum([len(one.taken) for one in seen])
    if left < 2:
        raise NotDue(f"{left} players are left at the tables")
    close_round(doing)
    again = event.structure.kind in ROUNDS
    if again:
        unfinished = next((one.number for one in seen if len(one.taken) > 1), None)
        if unfinished is not None:
            raise NotDue(f"table {unfinished} has no winner yet: the winners draw when every table has one")
        doing.emit(e.ClockSet(event.clock.jump(doing.now, 0)))
    level = event.clock.at(doing.now).level
    size = final_seats(event)
    if left <= size:
        new = [_open(doing, level, size)]
    else:
        new = [_open(doing, level) for _ in range(tables_needed(left, event.structure.seats))]
    tables = {number: view(event, number).open_seats for number in new}
    pinned = open_pins(event, [player for one in seen for player in one.players], tables)
    done = redraw_all(seen, tables, doing.seed(command.seed), event.structure.rulebook, pinned=pinned)
    doing.emit(e.Drawn(done.draw, "all draw again"))
    share_pots(doing, *[one.number for one in seen])
    for move in done.moves:
        carry_out(doing, move, event.structure.stack if again else 0)
    for one in seen:
        _close(doing, one.number)
    doing.emit(e.Redrawn(left))


def halt(doing: Doing, command: c.Halt) -> None:
    """A short table stops, or plays on (T10e)."""
    doing.table(command.table)
    if (command.table in doing.event.halted) == command.on:
        raise NotDue(f"table {command.table} {'has stopped' if command.on else 'is playing'}", SHORT)
    doing.emit(e.Halted(command.table, command.on, command.why or "it is short of players"))
