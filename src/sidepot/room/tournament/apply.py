"""What a record does to a live tournament besides its steps; `apply` does all of it, from the stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.room.table.snapshot import SeatEvent
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.online import booking
from sidepot.room.tournament.online.orders import orders_of
from sidepot.table.events import HandBegun
from sidepot.tournament import events as e

if TYPE_CHECKING:
    from sidepot.room.table.play.tournament import Report
    from sidepot.room.tournament.events import EventEntry
    from sidepot.room.tournament.state import EventState
    from sidepot.tournament.tournament import Step

KNOWN: Final = 10_000  # commands that are known again
NEWS: Final = 60  # lines that a new viewer is told


def apply(event: EventState, entry: EventEntry) -> None:
    """Apply a record of the stream."""
    if entry.seq != event.seq + 1:
        raise Conflict(
            f"record {entry.seq} does not follow record {event.seq} of tournament {event.id}", code="entry_out_of_order"
        )
    for step in entry.steps:
        _take(event, step)
    note(event, entry)


def _take(event: EventState, step: Step) -> None:
    first = step.events[0] if step.events else None
    if isinstance(first, e.Opened):
        return  # it was opened with this
    if isinstance(first, (e.Undone, e.Redone)):
        if step.command is None:
            raise Conflict("an undo has its command", code="entry_out_of_order")
        event.tournament.do(step.command, step.at, by=step.by)
        event.director = None
    else:
        event.tournament.apply(step)


def note(event: EventState, entry: EventEntry) -> None:
    """Count a record in, and keep what it leaves behind."""
    event.seq = entry.seq
    if isinstance(entry.said, s.Restarted):
        _wait_on(event, entry.at - event.at)
    event.at = entry.at
    if entry.id:
        event.ids[entry.id] = entry.seq
        if len(event.ids) > KNOWN:
            del event.ids[next(iter(event.ids))]
    for name, account in entry.accounts.items():
        event.accounts[name] = account
        event.names[account] = name
    event.bots.update(entry.bots)
    if event.terms.real:
        event.desk.note(entry)
    else:
        _note_opened(event, entry)
    if not isinstance(entry.said, s.Act):
        _note_said(event, entry)
    if entry.offer is not msgspec.UNSET:
        _note_offer(event, entry)
    busted = event.tournament.busted
    if busted or event.busted:
        event.busted = {player: event.busted.get(player, entry.at) for player in busted}
    event.news += entry.news
    del event.news[:-NEWS]
    event.called_off = event.called_off or entry.called_off
    event.over = event.tournament.ended or bool(event.called_off)
    if event.terms.real:  # its tables are elsewhere, and so is its money
        return
    _send(event, entry)
    booking.book(event, entry)
    _forget(event)


def _note_opened(event: EventState, entry: EventEntry) -> None:
    for step in entry.steps:
        for happened in step.events:
            if isinstance(happened, e.TableOpened):
                event.opened[happened.table] = happened
                event.next_at[happened.table] = entry.at + event.terms.timing.showdown


def _note_said(event: EventState, entry: EventEntry) -> None:
    match entry.said:
        case s.TableIs(number, table):
            event.tables[number] = table
        case s.Told(report):
            if report.done is not None and report.began == event.began.get(report.number):
                event.next_at[report.number] = report.next_at
                _note_banks(event, report)
            if report.stands:
                event.stands.add(report.number)
            else:
                event.stands.discard(report.number)
        case s.FlightIs(flight, of_flight):
            event.flights[flight] = of_flight
        case s.Bagged(flight, bags=bags, is_last=is_last):
            event.brought[flight] = len(bags)
            event.is_last = event.is_last or is_last and bool(entry.called_off)
        case s.Register(accepts) if accepts and entry.by in event.accounts:
            event.accepted[event.accounts[entry.by]] = accepts, entry.at
        case s.Redraft(terms):
            event.terms, event.agreement = terms, ""
        case s.Freeze(reason):
            event.frozen = reason
        case s.CallOff(reason):
            if event.terms.days is not None and not event.tournament.is_seated:
                event.dropped = " ".join(reason.split())
            event.is_last = event.is_last or bool(entry.called_off or event.dropped)
        case s.StopClock():
            event.paused = True
        case s.StartClock():
            event.frozen = ""
            event.paused = False


def _note_banks(event: EventState, report: Report) -> None:
    """The time banks after a hand: those of people who are not named are full."""
    table = event.tournament.tables.get(report.number)
    if event.banks and table is not None:
        for player in table.places:
            event.banks.pop(player, None)
    event.banks.update(report.banks)


def _wait_on(event: EventState, ms: int) -> None:
    """The room was not there for so long: nobody's time went by."""
    event.busted = {player: at + ms for player, at in event.busted.items()}
    event.next_at = {number: at + ms for number, at in event.next_at.items()}


def _note_offer(event: EventState, entry: EventEntry) -> None:
    offer = entry.offer
    if isinstance(entry.said, s.OfferDeal):
        event.offers += 1
        event.offered[entry.by] = event.tournament.reading(max(entry.at, event.tournament.at)).level
    event.offer = None if offer is msgspec.UNSET else offer


def _send(event: EventState, entry: EventEntry) -> None:
    """Put the orders of a record in the outbox."""
    for number, order in orders_of(event, entry).items():
        event.outbox.setdefault(number, []).append(order)
        event.last_order[number] = order.step
        if any(isinstance(one, HandBegun) for one in order.events):
            event.began[number] = order.step
    if isinstance(entry.said, s.Told) and entry.said.report.began:
        taken(event, entry.said.report.number, entry.said.report.began)


def taken(event: EventState, number: int, step: int) -> None:
    """A table has taken all orders up to this one: they are not sent again."""
    waiting = event.outbox.get(number)
    if waiting is None:
        return
    while waiting and waiting[0].step <= step:
        del waiting[0]
    if not waiting and number not in event.tournament.tables:
        del event.outbox[number]


def _forget(event: EventState) -> None:
    """Let the tables forget their logs: the stream has them. What tells which seat was left last stays."""
    for table in event.tournament.tables.values():
        if len(table.log) > 200:
            table.log[1:] = [one for one in table.log[1:] if isinstance(one, SeatEvent)]
