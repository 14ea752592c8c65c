"""The effects of an event on a tournament: its state here, its orders in `orders`, its postings in `booking`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.room.table.snapshot import SeatEvent
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.booking import book
from sidepot.room.tournament.live import effects
from sidepot.room.tournament.orders import send
from sidepot.tournament import events as e

if TYPE_CHECKING:
    from sidepot.room.table.play.tournament import Report
    from sidepot.room.tournament.events import TournamentEvent
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.tournament.tournament import Step

KNOWN: Final = 10_000  # how many command ids are remembered, to recognize repeated ones
NEWS: Final = 60  # lines of news for a new subscriber


def apply(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Apply the next event of the log."""
    if event.seq != state.seq + 1:
        raise Conflict(
            f"event {event.seq} does not follow event {state.seq} of tournament {state.id}", code="event_out_of_order"
        )
    for step in event.steps:
        _take(state, step)
    apply_rest(state, event)


def _take(state: RoomTournamentState, step: Step) -> None:
    """Apply a step of the log. An undo is carried out again: it rebuilds the state from the remaining steps."""
    first = step.events[0] if step.events else None
    if isinstance(first, e.Opened):
        return  # it was opened with this one
    if isinstance(first, (e.Undone, e.Redone)):
        if step.command is None:
            raise Conflict("an undo or redo must be stored with its command", code="event_out_of_order")
        state.tournament.do(step.command, step.at, by=step.by)
        state.director = None
    else:
        state.tournament.apply(step)


def apply_rest(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Apply everything in an event except its steps. `decide` or `apply` has already applied the steps."""
    state.seq = event.seq
    if isinstance(event.command, s.Restarted):
        _wait_on(state, event.at - state.at)
    state.at = event.at
    if event.id:
        state.ids[event.id] = event.seq
        if len(state.ids) > KNOWN:
            del state.ids[next(iter(state.ids))]
    for name, account in event.accounts.items():
        state.accounts[name] = account
        state.names[account] = name
    state.bots.update(event.bots)
    if not state.terms.live:
        _note_opened(state, event)
    effect = EFFECTS.get(type(event.command))
    if effect is not None:
        effect(state, event, event.command)
    if event.offer is not msgspec.UNSET:
        state.offer = event.offer
    busted = state.tournament.busted
    if busted or state.busted:
        state.busted = {player: state.busted.get(player, event.at) for player in busted}
    state.news += event.news
    del state.news[:-NEWS]
    state.called_off = state.called_off or event.called_off
    state.over = state.tournament.ended or bool(state.called_off)
    book(state, event)
    if state.terms.live:  # its tables are not in the room
        return
    send(state, event)
    _forget(state)


def _note_opened(state: RoomTournamentState, event: TournamentEvent) -> None:
    for step in event.steps:
        for happened in step.events:
            if isinstance(happened, e.TableOpened):
                state.opened[happened.table] = happened
                state.next_at[happened.table] = event.at + state.terms.timing.showdown


# ---- what a command changes besides its steps


def table_linked(state: RoomTournamentState, event: TournamentEvent, command: s.TableIs) -> None:
    state.tables[command.number] = command.table


def report_taken(state: RoomTournamentState, event: TournamentEvent, command: s.TakeReport) -> None:
    report = command.report
    if report.done is not None and report.began == state.began.get(report.number):
        state.next_at[report.number] = report.next_at
        _note_banks(state, report)
    if report.stands:
        state.stands.add(report.number)
    else:
        state.stands.discard(report.number)


def flight_linked(state: RoomTournamentState, event: TournamentEvent, command: s.FlightIs) -> None:
    state.flights[command.flight] = command.tournament


def flight_bagged(state: RoomTournamentState, event: TournamentEvent, command: s.Bagged) -> None:
    state.brought[command.flight] = len(command.bags)
    state.is_last = state.is_last or command.is_last and bool(event.called_off)


def registered(state: RoomTournamentState, event: TournamentEvent, command: s.Register) -> None:
    if command.accepts and event.by in state.accounts:
        state.accepted[state.accounts[event.by]] = command.accepts, event.at


def frozen(state: RoomTournamentState, event: TournamentEvent, command: s.Freeze) -> None:
    state.frozen = command.reason


def called_off(state: RoomTournamentState, event: TournamentEvent, command: s.CallOff) -> None:
    if state.terms.days is not None and not state.tournament.is_seated:
        state.dropped = " ".join(command.reason.split())
    state.is_last = state.is_last or bool(event.called_off or state.dropped)


def stopped(state: RoomTournamentState, event: TournamentEvent, command: s.StopClock) -> None:
    state.paused = True


def resumed(state: RoomTournamentState, event: TournamentEvent, command: s.StartClock) -> None:
    state.frozen = ""
    state.paused = False


def deal_offered(state: RoomTournamentState, event: TournamentEvent, command: s.OfferDeal) -> None:
    state.offers += 1
    state.offered[event.by] = state.tournament.reading(state.moment(event.at)).level


Effect = Callable[["RoomTournamentState", "TournamentEvent", Any], None]
EFFECTS: Final[dict[type, Effect]] = {  # the other commands change nothing besides their steps
    s.Register: registered,
    s.OfferDeal: deal_offered,
    s.CallOff: called_off,
    s.StopClock: stopped,
    s.StartClock: resumed,
    s.Act: effects.acted,
    s.PutAsk: effects.asked,
    s.CloseAsk: effects.ask_closed,
    s.RefuseAll: effects.all_refused,
    s.SetCheckIn: effects.check_in_set,
    s.SetAside: effects.set_aside,
    s.HandOut: effects.handed_out,
    s.PutBag: effects.bag_put,
    s.TakeBag: effects.bag_taken,
    s.AcceptBags: effects.bags_accepted,
    s.CarryOver: effects.carried_over,
    s.Gather: effects.gathered,
    s.Rename: effects.renamed,
    s.Redraft: effects.redrafted,
    s.TableIs: table_linked,
    s.TakeReport: report_taken,
    s.FlightIs: flight_linked,
    s.Bagged: flight_bagged,
    s.Freeze: frozen,
}


def _note_banks(state: RoomTournamentState, report: Report) -> None:
    """Set the time banks after a hand. The banks of people who are not named are full."""
    table = state.tournament.tables.get(report.number)
    if state.banks and table is not None:
        for player in table.places:
            state.banks.pop(player, None)
    state.banks.update(report.banks)


def _wait_on(state: RoomTournamentState, ms: int) -> None:
    """Move deadlines by the time that the room was closed."""
    state.busted = {player: at + ms for player, at in state.busted.items()}
    state.next_at = {number: at + ms for number, at in state.next_at.items()}


def _forget(state: RoomTournamentState) -> None:
    """Shorten the logs of the tables, which the event log contains, except for the events that show which seat was left
    last.
    """
    for table in state.tournament.tables.values():
        if len(table.log) > 200:
            table.log[1:] = [one for one in table.log[1:] if isinstance(one, SeatEvent)]
