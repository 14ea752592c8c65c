"""What a record of a tournament orders its tables to do: for each of them the events of its steps there, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.room.table.commands import Order, Sent
from sidepot.room.tournament.terms import level_timing
from sidepot.rules.clauses import as_one, in_lists
from sidepot.table.events import HandBegun, Sat
from sidepot.tournament import events as e

if TYPE_CHECKING:
    from sidepot.room.tournament.events import EventEntry, News
    from sidepot.room.tournament.state import EventState
    from sidepot.table.events import Event


class _Sheet:
    """What one table is ordered."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.sent: list[Sent] = []
        self.ends = False


def orders_of(event: EventState, entry: EventEntry) -> dict[int, Order]:
    """The orders of a record that the tournament has just taken in, by the number of the table."""
    sheets: dict[int, _Sheet] = {}
    for step in entry.steps:
        for happened in step.events:
            _write(sheets, happened)
            if isinstance(happened, e.Ended):
                for number in event.tournament.tables:
                    sheets.setdefault(number, _Sheet()).ends = True
    told = _told(event, entry, sheets)
    return {number: _order(event, entry, number, sheets.get(number) or _Sheet(), told) for number in sorted(told)}


def _write(sheets: dict[int, _Sheet], happened: e.Event) -> None:
    if isinstance(happened, e.AtTable):
        sheets.setdefault(happened.table, _Sheet()).events.append(happened.event)
    elif isinstance(happened, e.TableClosed):
        sheets.setdefault(happened.table, _Sheet()).ends = True
    elif isinstance(happened, e.Moved):
        move = happened.move
        if move.from_table != move.to_table:
            sent = Sent(
                move.player, "", move.to_table, move.to_seat, move.because, str(move.cite), in_lists(as_one(move.said))
            )
            sheets.setdefault(move.from_table, _Sheet()).sent.append(sent)


def _told(event: EventState, entry: EventEntry, sheets: dict[int, _Sheet]) -> dict[int, list[News]]:
    """The news for each table that is told anything."""
    told: dict[int, list[News]] = {number: [] for number in sheets}
    open_now = [number for number in event.opened if number in event.tournament.tables or number in sheets]
    for one in entry.news:
        for number in one.tables or open_now:
            if number in event.opened:
                told.setdefault(number, []).append(one)
    return told


def _line(one: News) -> list[object]:
    """News with its rule, as data."""
    said = one.said or [one.text]
    return ["{} ({})", said, one.cite] if one.cite else said


def _order(event: EventState, entry: EventEntry, number: int, sheet: _Sheet, told: dict[int, list[News]]) -> Order:
    came = [one.player for one in sheet.events if isinstance(one, Sat)]
    begins = any(isinstance(one, HandBegun) for one in sheet.events)
    dealt = [player for one in sheet.events if isinstance(one, HandBegun) for player in one.players]
    return Order(
        step=entry.seq,
        after=event.last_order.get(number, 0),
        events=tuple(sheet.events),
        bots={player: event.bots[player] for player in came if player in event.bots},
        accounts={player: event.accounts[player] for player in [*came, *dealt] if player in event.accounts},
        lines=tuple([f"{one.text} ({one.cite})" if one.cite else one.text for one in told[number]]),
        sent=tuple(sheet.sent),
        ends=sheet.ends,
        timing=level_timing(event.terms, event.tournament.levels.get(number, 0)) if begins else None,
        banks={player: event.banks[player] for player in came if player in event.banks},
        said=tuple(map(_line, told[number])),
    )
