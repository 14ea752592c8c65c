"""Cases of seating: draws for seats, moves between tables, tables that stop or break, dodged blinds.

Tables and seats are counted from 1; a place is written `2.5`, table and seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from sidepot.cards import text
from sidepot.cases.bounds import Seats
from sidepot.cases.expected import OrdersExpected, Problems, compare, compare_orders, differ
from sidepot.cases.refusal import is_expected
from sidepot.errors import BadNotation, Cite, SidepotError
from sidepot.rules.rulebook import Rulebook
from sidepot.table.button import Marks
from sidepot.tournament.balancing import balance, halts
from sidepot.tournament.breaking import break_table, table_to_break
from sidepot.tournament.dodging import dodging, hurry
from sidepot.tournament.final import final_table
from sidepot.tournament.moves import Move, SeatDraw, TableView
from sidepot.tournament.seating import ANY_SEAT, check_draw, draw_seats, to_right_seats

# ---- blinds that were dodged


NONE = "none"


class DodgingExpected(OrdersExpected, frozen=True, forbid_unknown_fields=True):
    """What a case expects.

    - `big`: how many big blinds passed
    - `small`: how many small blinds passed
    - `will`: whether dodging the blinds must be punished; otherwise, it may be punished
    - `taken`: whether the house takes the blinds from the stack
    """

    big: int | None = None
    small: int | None = None
    will: bool | None = None
    taken: bool | None = None
    warns: str | None = None


class DodgingCase(msgspec.Struct, frozen=True, tag="dodging", tag_field="kind"):
    """A player who was sent to a seat and arrived late.

    - `hands`: the button, small blind and big blind of each hand at the new table, beginning with the last hand before
      the move
    - `within`: the number of hands in which the big blind was expected to reach the seat
    """

    seats: Seats
    seat: Seats
    hands: list[list[int]]
    expect: DodgingExpected
    within: int = 0
    broken: bool = True


def marks_of(body: DodgingCase) -> list[Marks]:
    """The button and the blinds of each hand. Raises BadNotation for a seat that the table does not have."""
    if not all(len(hand) == 3 and all(1 <= seat <= body.seats for seat in hand) for hand in body.hands):
        raise BadNotation(f"each of `hands` needs three of the {body.seats} seats: button, small blind, big blind")
    return [Marks(*[seat - 1 for seat in hand]) for hand in body.hands]


def run_dodging(body: DodgingCase, rulebook: Rulebook) -> Problems:
    """Compare the floor's ruling on a late player with the expected one."""
    expect = body.expect
    problems: Problems = []
    move = Move("Ann", 1, 0, 2, body.seat - 1, Cite("TDA-2013", "9"), "", body.within)
    seen = dodging(move, marks_of(body), body.seats, rulebook, broken=body.broken)
    compare(
        problems,
        expect,
        big=seen.big if seen else 0,
        small=seen.small if seen else 0,
        will=seen is not None and seen.will,
        taken=seen is not None and seen.taken,
        warns=hurry(move, len(body.hands) - 1) or NONE,
    )
    compare_orders(problems, expect, [] if seen is None else [seen])
    return problems


# ---- seats, balance and broken tables


EMPTY = "-"


class Seated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table and its players by seat. An empty seat is `-`; a seat number stands for a player who has left.

    - `last`: the button, small blind and big blind of the last hand
    - `opened`: the empty seats, in the order in which they became empty
    - `pinned`: players who keep their table
    - `new`: players who have not been dealt in yet
    - `frozen`: whether the button does not move because the game is stud
    """

    seats: list[str]
    last: list[str | int] = []
    is_on: bool = False
    frozen: bool = False
    stud: bool = False
    opened: list[int] = []
    pinned: list[str] = []
    new: list[str] = []
    by_elimination: bool = True


class SeatsExpected(OrdersExpected, frozen=True, forbid_unknown_fields=True):
    """What a case expects: the seats, table sizes, a player's move to the drawn seat, or a correct `record`."""

    at: dict[str, str] = msgspec.field(default_factory=dict)
    sizes: list[int] | None = None
    moves: list[str] | None = None
    holds: bool | None = None
    refused: str | None = None


class SeatsCase(msgspec.Struct, frozen=True, tag="seats", tag_field="kind"):
    """A draw for seats.

    - `tables`: the number of seats of each table
    - `taken`: the occupied seats
    - `pinned`: players who are given a place, or a table
    - `started`: where the players sat down
    - `record`: what somebody claims to be the result of the draw
    """

    players: list[str]
    tables: list[Seats]
    seed: str
    expect: SeatsExpected
    taken: list[str] = []
    pinned: dict[str, str] = {}
    started: dict[str, str] = {}
    record: dict[str, str] = {}


class RoomExpected(OrdersExpected, frozen=True, forbid_unknown_fields=True):
    """What a case expects.

    - `moves`: all moves, in order
    - `within`: the number of hands until the player who moves first has the big blind in the new seat
    - `halts`: tables that halt
    - `breaks`: the table that breaks (0 for none)
    - `final`: whether the final table is due
    """

    moves: list[str] | None = None
    within: int | None = None
    halts: list[str] | None = None
    discretion: bool | None = None
    breaks: int | None = None
    final: bool | None = None


class BalanceCase(msgspec.Struct, frozen=True, tag="balance", tag_field="kind"):
    """The tables of a tournament between hands.

    - `order`: the order in which tables break or give up players
    """

    tables: list[Seated]
    expect: RoomExpected
    order: list[int] = []
    full_tables: bool = True


class BreakExpected(OrdersExpected, frozen=True, forbid_unknown_fields=True):
    """What a case expects: where the players move, the cards dealt for the order, and the sizes of the other tables."""

    moves: list[str] | None = None
    cards: dict[str, str] = msgspec.field(default_factory=dict)
    sizes: dict[str, int] = msgspec.field(default_factory=dict)
    within: dict[str, int] = msgspec.field(default_factory=dict)
    refused: str | None = None


class BreakCase(msgspec.Struct, frozen=True, tag="break", tag_field="kind"):
    """A table of a tournament that is broken."""

    tables: list[Seated]
    table: int
    seed: str
    expect: BreakExpected
    pinned: dict[str, str] = {}


SeatingCase = SeatsCase | BalanceCase | BreakCase | DodgingCase


def prepare_seating(body: SeatingCase) -> None:
    """Raise BadNotation for impossible tables, or if the case expects nothing."""
    if body.expect == type(body.expect)():
        raise BadNotation("`expect` is empty; give the result")
    if isinstance(body, BalanceCase | BreakCase):
        _views(body.tables)
    if isinstance(body, BreakCase) and not 1 <= body.table <= len(body.tables):
        raise BadNotation(f"there is no table {body.table} to break")
    if isinstance(body, DodgingCase):
        marks_of(body)
    else:
        places = [*getattr(body, "pinned", {}).values(), *getattr(body, "started", {}).values()]
        for place in (*places, *getattr(body, "taken", ()), *getattr(body, "record", {}).values()):
            _place(place)


def run_seating(body: SeatingCase, rulebook: Rulebook) -> Problems:
    """Carry out the order, and return the differences from the case."""
    refused = getattr(body.expect, "refused", None)
    try:
        problems = _RUN[type(body)](body, rulebook)
    except SidepotError as error:
        return [] if is_expected(refused, error) else [f"expected {refused!r}, got: {error}"]
    return problems if refused is None else [f"expected a refusal with {refused!r}, and it was not refused"]


# ---- reading


def _place(text: str) -> tuple[int, int]:
    """The table and seat in `2.5`, or only the table in `2`. Raises BadNotation for other text."""
    found = re.fullmatch(r"(\d{1,4})(?:\.(\d{1,2}))?", text)
    if not found or found[2] == "0":
        raise BadNotation(f"expected a place such as 2.5 (table.seat), got {text!r}")
    return int(found[1]), int(found[2]) - 1 if found[2] else ANY_SEAT


def _written(table: int, seat: int) -> str:
    return f"{table}.{seat + 1}"


def _moved(moves: Iterable[Move]) -> list[str]:
    return [
        f"{one.player}: {_written(one.from_table, one.from_seat)} to {_written(one.to_table, one.to_seat)}"
        for one in moves
    ] or [NONE]


def _views(tables: Sequence[Seated]) -> list[TableView]:
    return [_view(number, table) for number, table in enumerate(tables, 1)]


def _view(number: int, table: Seated) -> TableView:
    where = {name: seat for seat, name in enumerate(table.seats) if name != EMPTY}
    if len(where) < sum(name != EMPTY for name in table.seats) or not 2 <= len(table.seats) <= 22:
        raise BadNotation(f"table {number}: expected 2 to 22 seats, with a different name in each")
    strange = (set(table.pinned) | set(table.new)) - set(where)
    if strange:
        raise BadNotation(f"table {number}: {sorted(strange)[0]} has no seat there")
    if len(table.last) not in (0, 3) or table.frozen and not table.last:
        raise BadNotation(
            f"table {number}: `last` needs three entries: who had the button, the small and the big blind"
        )
    last = [_seat_of(one, where, len(table.seats), number) for one in table.last]
    return TableView(
        number,
        len(table.seats),
        tuple([(seat, name) for name, seat in where.items()]),
        Marks(*last) if last else None,
        is_on=table.is_on,
        stud_only=table.stud,
        opened=tuple([(seat - 1, at) for at, seat in enumerate(table.opened)]),
        pinned=frozenset(table.pinned),
        parked=table.frozen,
        fresh=frozenset([where[name] for name in table.new]),
        blinds=0 if table.stud else 2,
        eliminated=table.by_elimination,
    )


def _seat_of(one: str | int, where: dict[str, int], seats: int, number: int) -> int:
    seat = where.get(one) if isinstance(one, str) else one - 1
    if seat is None or not 0 <= seat < seats:
        raise BadNotation(f"table {number}: `last` names {one!r}, who has no seat there")
    return seat


# ---- running


def _seats(body: SeatsCase, rulebook: Rulebook) -> Problems:
    taken = [_place(place) for place in body.taken]
    free = {
        table: [seat for seat in range(seats) if (table, seat) not in taken]
        for table, seats in enumerate(body.tables, 1)
    }
    sitting = {table: seats - len(free[table]) for table, seats in enumerate(body.tables, 1)}
    pinned = {player: _place(place) for player, place in body.pinned.items()}
    draw = draw_seats(body.players, free, body.seed, pinned=pinned, sitting=sitting)
    expect = body.expect
    problems: Problems = []
    at = {player: _written(table, seat) for player, table, seat in draw.order}
    differ(problems, "at", expect.at, {player: at.get(player) for player in expect.at})
    sizes = [sitting[table] + sum(one == table for _, one, _ in draw.order) for table in free]
    compare(problems, expect, sizes=sizes, holds=not check_draw(_claimed(draw, body.record)))
    started: dict[int, list[tuple[int, str]]] = {table: [] for table in free}
    for player, place in body.started.items():
        table, seat = _place(place)
        started[table].append((seat, player))
    views = [TableView(table, body.tables[table - 1], tuple(sorted(sit))) for table, sit in started.items()]
    moves = to_right_seats(draw, views, rulebook)
    compare(problems, expect, moves=_moved(moves))
    compare_orders(problems, expect, moves)
    return problems


def _claimed(draw: SeatDraw, record: dict[str, str]) -> SeatDraw:
    """The draw with the places that a record claims."""
    recorded = {player: _place(place) for player, place in record.items()}
    order = [(player, *recorded.get(player, (table, seat))) for player, table, seat in draw.order]
    return msgspec.structs.replace(draw, order=tuple(order))


def _balance(body: BalanceCase, rulebook: Rulebook) -> Problems:
    views = _views(body.tables)
    expect = body.expect
    problems: Problems = []
    stopped = halts(views, rulebook, full_tables=body.full_tables)
    left = sum([len(view.taken) for view in views])
    final = final_table(left, len(views), max([view.seats for view in views]), rulebook)
    compare(
        problems,
        expect,
        halts=[f"table {halt.table}" for halt in stopped] or [NONE],
        discretion=any(halt.discretion for halt in stopped),
        breaks=table_to_break(views, body.order) or 0,
        final=final,
    )
    moves: list[Move] = []
    while (move := balance(views, rulebook, order=body.order)) is not None:
        moves.append(move)
        views = [_after(view, move) for view in views]
    compare(problems, expect, moves=_moved(moves), within=moves[0].within if moves else 0)
    compare_orders(problems, expect, [*(stopped if expect.halts else ()), *(moves if expect.moves else ())])
    return problems


def _after(view: TableView, move: Move) -> TableView:
    if view.number == move.from_table:
        return view._replace(taken=tuple([one for one in view.taken if one[1] != move.player]))
    return view.joined_by([(move.to_seat, move.player)]) if view.number == move.to_table else view


def _break(body: BreakCase, rulebook: Rulebook) -> Problems:
    views = _views(body.tables)
    broken = views.pop(body.table - 1)
    pinned = {player: _place(place) for player, place in body.pinned.items()}
    drawn = break_table(broken, views, body.seed, rulebook, pinned=pinned)
    expect = body.expect
    problems: Problems = []
    sizes = {str(view.number): len(view.taken) for view in views}
    for move in drawn.moves:
        sizes[str(move.to_table)] += 1
    within = {move.player: move.within for move in drawn.moves}
    differ(problems, "sizes", expect.sizes or sizes, sizes)
    differ(problems, "within", expect.within, {player: within.get(player) for player in expect.within})
    cards = {player: text((card,)) for player, card in drawn.draw.cards}
    differ(problems, "cards", expect.cards, cards if expect.cards else {})
    compare(problems, expect, moves=_moved(drawn.moves))
    compare_orders(problems, expect, drawn.moves)
    return problems


_RUN: dict[type, Callable[[Any, Rulebook], Problems]] = {
    SeatsCase: _seats,
    BalanceCase: _balance,
    BreakCase: _break,
    DodgingCase: run_dodging,
}
