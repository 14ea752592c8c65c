"""The orders of an event to the tables of an online tournament, and the outbox in which they wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.room.table.commands import Order, Sent
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.terms import level_timing
from sidepot.rules.clauses import as_one, in_lists
from sidepot.table.events import HandBegun, Sat
from sidepot.tournament import events as e

if TYPE_CHECKING:
    from sidepot.room.tournament.events import News, TournamentEvent
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.table.events import Event


def send(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Put the orders of an event into the outbox."""
    for number, order in orders_of(state, event).items():
        state.outbox.setdefault(number, []).append(order)
        state.last_order[number] = order.step
        if any(isinstance(one, HandBegun) for one in order.events):
            state.began[number] = order.step
    if isinstance(event.command, s.TakeReport) and event.command.report.began:
        taken(state, event.command.report.number, event.command.report.began)


def taken(state: RoomTournamentState, number: int, step: int) -> None:
    """Remove from the outbox the orders up to `step`, which table `number` has carried out."""
    waiting = state.outbox.get(number)
    if waiting is None:
        return
    while waiting and waiting[0].step <= step:
        del waiting[0]
    if not waiting and number not in state.tournament.tables:
        del state.outbox[number]


class _Sheet:
    """The order to one table while it is collected."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.sent: list[Sent] = []
        self.ends = False


def orders_of(state: RoomTournamentState, event: TournamentEvent) -> dict[int, Order]:
    """The orders that follow from an event that was just applied, by table number."""
    sheets: dict[int, _Sheet] = {}
    for step in event.steps:
        for happened in step.events:
            _write(sheets, happened)
            if isinstance(happened, e.Ended):
                for number in state.tournament.tables:
                    sheets.setdefault(number, _Sheet()).ends = True
    news = _news_of(state, event, sheets)
    return {number: _order(state, event, number, sheets.get(number) or _Sheet(), news) for number in sorted(news)}


def _write(sheets: dict[int, _Sheet], happened: e.Event) -> None:
    if isinstance(happened, e.AtTable):
        sheets.setdefault(happened.table, _Sheet()).events.append(happened.event)
    elif isinstance(happened, e.TableClosed):
        sheets.setdefault(happened.table, _Sheet()).ends = True
    elif isinstance(happened, e.Moved):
        move = happened.move
        if move.from_table != move.to_table:
            sent = Sent(
                move.player,
                "",
                move.to_table,
                move.to_seat,
                move.because,
                str(move.cite),
                in_lists(as_one(move.clauses)),
            )
            sheets.setdefault(move.from_table, _Sheet()).sent.append(sent)


def _news_of(state: RoomTournamentState, event: TournamentEvent, sheets: dict[int, _Sheet]) -> dict[int, list[News]]:
    """The news for each table that gets any."""
    news: dict[int, list[News]] = {number: [] for number in sheets}
    open_now = [number for number in state.opened if number in state.tournament.tables or number in sheets]
    for one in event.news:
        for number in one.tables or open_now:
            if number in state.opened:
                news.setdefault(number, []).append(one)
    return news


def _line(one: News) -> list[object]:
    """A line of news with its rule, as data."""
    sentence = one.sentence or [one.text]
    return ["{} ({})", sentence, one.cite] if one.cite else sentence


def _order(
    state: RoomTournamentState, event: TournamentEvent, number: int, sheet: _Sheet, news: dict[int, list[News]]
) -> Order:
    came = [one.player for one in sheet.events if isinstance(one, Sat)]
    begins = any(isinstance(one, HandBegun) for one in sheet.events)
    dealt = [player for one in sheet.events if isinstance(one, HandBegun) for player in one.players]
    return Order(
        step=event.seq,
        after=state.last_order.get(number, 0),
        events=tuple(sheet.events),
        bots={player: state.bots[player] for player in came if player in state.bots},
        accounts={player: state.accounts[player] for player in [*came, *dealt] if player in state.accounts},
        lines=tuple([f"{one.text} ({one.cite})" if one.cite else one.text for one in news[number]]),
        sent=tuple(sheet.sent),
        ends=sheet.ends,
        timing=level_timing(state.terms, state.tournament.levels.get(number, 0)) if begins else None,
        banks={player: state.banks[player] for player in came if player in state.banks},
        parts=tuple(map(_line, news[number])),
    )
