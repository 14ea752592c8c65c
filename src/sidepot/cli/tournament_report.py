"""How a tournament stands, as `sidepot tournament direct` reports it; seats and levels count from 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from sidepot.cli.common import filled

if TYPE_CHECKING:
    from sidepot.tournament import commands as c
    from sidepot.tournament.tournament import Tournament


class ClockReport(Struct, frozen=True):
    """The clock."""

    level: int
    is_break: bool
    left_ms: int | None
    running: bool
    next_break_ms: int | None


class OrderReport(Struct, frozen=True):
    """A command that is due, and why."""

    do: c.AnyCommand
    text: str
    cite: str


class AskReport(Struct, frozen=True):
    """A question that is open."""

    about: str
    table: int
    text: str
    cite: str


class DifferenceReport(Struct, frozen=True):
    """The chips of a table beside those that it should have."""

    table: int
    chips: int
    counted: bool


class SeatReport(Struct, frozen=True):
    """A player at a table: the stack and how it is known, and the penalty to serve."""

    seat: int
    player: str
    stack: int
    known: str
    since_ms: int
    penalty: str


class TableReport(Struct, frozen=True):
    """A table, its button and its players; why it is stopped."""

    table: int
    button: int | None
    button_known: bool
    stopped: str
    seats: list[SeatReport]


class PlaceReport(Struct, frozen=True):
    """A place, its player and what is paid."""

    place: int
    player: str
    paid: int
    bounties: int


class StandReport(Struct, frozen=True, kw_only=True):
    """How a tournament stands: clock, orders, questions, tables, places."""

    name: str
    version: int
    left: int
    entries: int
    average: int
    pool: int
    prizes: tuple[int, ...]
    over: bool
    cancelled: bool
    hand_for_hand: bool
    clock: ClockReport
    orders: list[OrderReport]
    asks: list[AskReport]
    difference: int
    differences: list[DifferenceReport]
    tables: list[TableReport]
    places: list[PlaceReport]


def report_of(tournament: Tournament, now: int) -> StandReport:
    """How a tournament stands now."""
    from sidepot.tournament.advice import all_orders
    from sidepot.tournament.asks import asks
    from sidepot.tournament.stocks import average, difference, differences

    reading = tournament.reading(now)
    return filled(
        StandReport,
        tournament,
        name=tournament.structure.name,
        average=average(tournament),
        prizes=tournament.prizes(),
        over=tournament.ended,
        cancelled=tournament.heard.cancelled,
        clock=filled(ClockReport, reading, level=reading.level + 1),
        orders=[OrderReport(one.command, one.because, str(one.cite)) for one in all_orders(tournament, now)],
        asks=[filled(AskReport, one, about=str(one.about), cite=str(one.cite)) for one in asks(tournament, now)],
        difference=difference(tournament),
        differences=[filled(DifferenceReport, one, counted=one.is_counted) for one in differences(tournament)],
        tables=[_table(tournament, number, now) for number in sorted(tournament.tables)],
        places=[filled(PlaceReport, line) for line in tournament.standings() if line.place],
    )


def _table(tournament: Tournament, number: int, now: int) -> TableReport:
    from sidepot.tournament.heard_tables import is_button_known, served
    from sidepot.tournament.stocks import stock_of

    button = tournament.heard.buttons.get(number)
    seats = []
    for place in tournament.tables[number].seated():
        stock, penalty = stock_of(tournament, place.player), served(tournament, place.player, now)
        seats.append(
            SeatReport(
                place.seat + 1,
                place.player,
                place.stack,
                str(stock.how),
                stock.at,
                "" if penalty is None else str(penalty),
            )
        )
    return TableReport(
        number,
        None if button is None else button.seat + 1,
        is_button_known(tournament, number, now),
        tournament.halted.get(number, ""),
        seats,
    )
