"""The effects of an event on a tournament: its state, the orders to its tables, the postings to the club's books."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.room.store.rows import HOUSE, NAMED
from sidepot.room.table.booking import legs
from sidepot.room.table.commands import Order, Sent
from sidepot.room.table.snapshot import SeatEvent
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.terms import level_timing
from sidepot.rules.clauses import as_one, in_lists
from sidepot.table.events import HandBegun, Sat
from sidepot.tournament import events as e
from sidepot.tournament.money import standings

if TYPE_CHECKING:
    from sidepot.room.table.booking import Money
    from sidepot.room.table.play.tournament import Report
    from sidepot.room.tournament.events import News, TournamentEvent
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.table.events import Event
    from sidepot.tournament.tournament import Step, Tournament

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
    """Apply a step of a log. An undo is carried out again: it rebuilds the state from the remaining steps."""
    first = step.events[0] if step.events else None
    if isinstance(first, e.Opened):
        return  # it was opened with this one
    if isinstance(first, (e.Undone, e.Redone)):
        if step.command is None:
            raise Conflict("an undo needs its command", code="event_out_of_order")
        state.tournament.do(step.command, step.at, by=step.by)
        state.director = None
    else:
        state.tournament.apply(step)


def apply_rest(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Update the state by an event whose steps are already applied (by `decide` or `apply`)."""
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
    if state.terms.real:
        state.live.note(event)
    else:
        _note_opened(state, event)
    _note_command(state, event)
    if event.offer is not msgspec.UNSET:
        _note_offer(state, event)
    busted = state.tournament.busted
    if busted or state.busted:
        state.busted = {player: state.busted.get(player, event.at) for player in busted}
    state.news += event.news
    del state.news[:-NEWS]
    state.called_off = state.called_off or event.called_off
    state.over = state.tournament.ended or bool(state.called_off)
    if state.terms.real:  # its tables and its money are not in the room
        return
    _send(state, event)
    book(state, event)
    _forget(state)


def _note_opened(state: RoomTournamentState, event: TournamentEvent) -> None:
    for step in event.steps:
        for happened in step.events:
            if isinstance(happened, e.TableOpened):
                state.opened[happened.table] = happened
                state.next_at[happened.table] = event.at + state.terms.timing.showdown


def _note_command(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Apply what a command changes besides its steps. An `Act` changes nothing here."""
    match event.command:
        case s.TableIs(number, table):
            state.tables[number] = table
        case s.TakeReport(report):
            if report.done is not None and report.began == state.began.get(report.number):
                state.next_at[report.number] = report.next_at
                _note_banks(state, report)
            if report.stands:
                state.stands.add(report.number)
            else:
                state.stands.discard(report.number)
        case s.FlightIs(flight, of_flight):
            state.flights[flight] = of_flight
        case s.Bagged(flight, bags=bags, is_last=is_last):
            state.brought[flight] = len(bags)
            state.is_last = state.is_last or is_last and bool(event.called_off)
        case s.Register(accepts) if accepts and event.by in state.accounts:
            state.accepted[state.accounts[event.by]] = accepts, event.at
        case s.Redraft(terms):
            state.terms, state.agreement = terms, ""
        case s.Freeze(reason):
            state.frozen = reason
        case s.CallOff(reason):
            if state.terms.days is not None and not state.tournament.is_seated:
                state.dropped = " ".join(reason.split())
            state.is_last = state.is_last or bool(event.called_off or state.dropped)
        case s.StopClock():
            state.paused = True
        case s.StartClock():
            state.frozen = ""
            state.paused = False


def _note_banks(state: RoomTournamentState, report: Report) -> None:
    """Set the time banks after a hand. Banks of people who are not named are full."""
    table = state.tournament.tables.get(report.number)
    if state.banks and table is not None:
        for player in table.places:
            state.banks.pop(player, None)
    state.banks.update(report.banks)


def _wait_on(state: RoomTournamentState, ms: int) -> None:
    """Move deadlines by the time that the room was down."""
    state.busted = {player: at + ms for player, at in state.busted.items()}
    state.next_at = {number: at + ms for number, at in state.next_at.items()}


def _note_offer(state: RoomTournamentState, event: TournamentEvent) -> None:
    offer = event.offer
    if isinstance(event.command, s.OfferDeal):
        state.offers += 1
        state.offered[event.by] = state.tournament.reading(max(event.at, state.tournament.at)).level
    state.offer = None if offer is msgspec.UNSET else offer


def _send(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Put the orders of an event into the outbox."""
    for number, order in orders_of(state, event).items():
        state.outbox.setdefault(number, []).append(order)
        state.last_order[number] = order.step
        if any(isinstance(one, HandBegun) for one in order.events):
            state.began[number] = order.step
    if isinstance(event.command, s.TakeReport) and event.command.report.began:
        taken(state, event.command.report.number, event.command.report.began)


def taken(state: RoomTournamentState, number: int, step: int) -> None:
    """A table has taken all orders up to this one: remove them from the outbox."""
    waiting = state.outbox.get(number)
    if waiting is None:
        return
    while waiting and waiting[0].step <= step:
        del waiting[0]
    if not waiting and number not in state.tournament.tables:
        del state.outbox[number]


def _forget(state: RoomTournamentState) -> None:
    """Shorten the logs of the tables, which the event log contains. Keep the events that show which seat was left
    last.
    """
    for table in state.tournament.tables.values():
        if len(table.log) > 200:
            table.log[1:] = [one for one in table.log[1:] if isinstance(one, SeatEvent)]


class _Sheet:
    """The order to one table while it is collected."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.sent: list[Sent] = []
        self.ends = False


def orders_of(state: RoomTournamentState, event: TournamentEvent) -> dict[int, Order]:
    """The orders of an event that was just applied, by table number."""
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


ENTRY, PRIZE, PRIZES, FEES = "entry", "prize", "prizes", "fees"
_OF_MONEY: Final = (
    e.Registered, e.Withdrew, e.Reentered, e.Rebought, e.AddedOn, e.PledgePaid, e.DealMade, e.Ended, e.Undone, e.Redone,
)  # fmt: skip


def book(state: RoomTournamentState, event: TournamentEvent) -> None:
    """Compute the postings of an event; most events have none."""
    state.booked = ()
    if not state.over and not any(isinstance(one, _OF_MONEY) for step in event.steps for one in step.events):
        return
    before, state.money = state.money, money_of(state)
    state.booked = legs(_changed(before, state.money), partial(_whose, state))


def money_of(state: RoomTournamentState) -> dict[tuple[str, str], int]:
    """The payments and winnings of everybody so far. If the tournament is called off before it begins, all is returned.

    The players of a final day have paid in its flights. The house holds their prizes until the final day.
    """
    tournament = state.tournament
    if state.called_off and not tournament.ended:
        return {}
    found = money_in(tournament)
    if state.terms.days is None:
        return found
    won = {key: chips for key, chips in found.items() if key[1] == PRIZE}
    return {**won, (HOUSE, PRIZES): -sum(won.values())}


def money_in(tournament: Tournament) -> dict[tuple[str, str], int]:
    """The payments and winnings of everybody so far. The house has the rest, as fees and prizes to come."""
    found = {(name, ENTRY): -paid_by(tournament, name) for name in tournament.entrants}
    paid = -sum(found.values())
    won = 0
    if tournament.ended:
        for line in standings(tournament):
            found[line.player, PRIZE] = line.paid + line.bounties
            won += line.paid + line.bounties
    found[HOUSE, FEES] = tournament.fees
    found[HOUSE, PRIZES] = paid - tournament.fees - won
    return found


def paid_by(tournament: Tournament, name: str) -> int:
    """Everything that a player has paid or owes."""
    one, terms = tournament.entrants[name], tournament.structure.entry
    rebuys = one.rebuys * (terms.rebuy_cost + terms.rebuy_fee)
    return one.entries * terms.price + rebuys + one.addons * (terms.addon_cost + terms.addon_fee)


def _changed(before: Money, now: Money) -> dict[tuple[str, str], int]:
    """The money that moved between two states."""
    return {key: now.get(key, 0) - before.get(key, 0) for key in {**before, **now}}


def _whose(state: RoomTournamentState, name: str) -> str:
    return HOUSE if not name else state.accounts.get(name) or NAMED + name
