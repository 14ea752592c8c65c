"""The course of an online tournament: entries, start, clock, hands, staff commands, end."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

from sidepot.bots.bot_names import bot_names
from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.acts import sentence_of
from sidepot.room.tournament.live.reports import check_no_seed
from sidepot.room.tournament.online import deals, flights
from sidepot.room.tournament.online.flights import check_entry
from sidepot.room.tournament.terms import starts_full
from sidepot.rules.clauses import Sentence, plain, say
from sidepot.table.agreement import check_accepted
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.entrants import Status
from sidepot.tournament.steps import without
from sidepot.validation.shown_text import THAT_CAN_BE_DISPLAYED, can_be_shown

if TYPE_CHECKING:
    from sidepot.room.table.play.tournament import Report
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.room.tournament.unit_of_work import UnitOfWork


def register(work: UnitOfWork, command: s.Register) -> None:
    """Enter a player. After the draw, the player is seated at once if a seat is free.

    Raises Conflict if the terms were not accepted.
    """
    state = work.state
    check_entry(state)
    if command.accepts or work.account and state.terms.agreed:
        check_accepted(state.version, command.accepts or accepted(state, work.account)[0])
    work.do(c.Register(work.by))
    if work.account:
        work.accounts[work.by] = work.account


def accepted(state: RoomTournamentState, account: str) -> tuple[str, int]:
    """The version of the terms that an account has accepted, and the time. Returns ("", 0) if it has accepted none."""
    return state.accepted.get(account, ("", 0))


def to_accept(state: RoomTournamentState, account: str) -> str:
    """The version of the terms that an account must accept to enter ("" if it need not accept any)."""
    return state.version if state.terms.agreed and accepted(state, account)[0] != state.version else ""


OF_PLAYER: Final = {
    s.TakeBack: c.Withdraw, s.Reenter: c.Reenter, s.Rebuy: c.Rebuy, s.AddOn: c.AddOn, s.GoOut: c.GoOut,
}  # fmt: skip


def of_player(work: UnitOfWork, command: s.TakeBack | s.Reenter | s.Rebuy | s.AddOn | s.GoOut) -> None:
    """Carry out a player's re-entry, purchase or withdrawal. Raises Conflict if the player has not entered."""
    if work.by not in work.tournament.entrants:
        raise Conflict(f"{work.by} has not entered", code="not_entered")
    work.do(OF_PLAYER[type(command)](work.by))


def add_bots(work: UnitOfWork, command: s.AddBots) -> None:
    """Enter bots."""
    check_entry(work.state)
    enter_bots(work, command.count, command.strength)


def enter_bots(work: UnitOfWork, count: int, strength: str) -> None:
    """Enter `count` bots, or as many as there is room for. Raises NotDue if there is no room for any."""
    most = work.state.terms.structure.entry.most
    if most:
        room = most - len(work.tournament.entrants)
        if room < 1:
            raise NotDue(f"the tournament is full: {most} have entered", code="tournament_full")
        count = min(count, room)
    rng = Random(f"{work.tournament.seed}/{work.tournament.version}")
    for name in bot_names(work.tournament.entrants, rng, count):
        work.do(c.Register(name), by="")
        work.bots[name] = strength


LONGEST: int = 300  # most characters of an announcement or a reason


# ---- start


def open_tournament(work: UnitOfWork, command: s.Open) -> None:
    """Announce the tournament."""


def begin(work: UnitOfWork, command: s.Begin) -> None:
    """Start the tournament now, at a host's command."""
    if work.tournament.is_seated:
        raise NotDue("the tournament has already begun", code="begun_already")
    start(work)


def start(work: UnitOfWork) -> None:
    """Add bots, draw the seats, and start the clock. Raises NotDue if there are too few players."""
    state, terms = work.state, work.state.terms
    flights.check_start(state)
    most, fill = terms.structure.entry.most, terms.fill if terms.days is None else 0
    missing = (min(fill, most) if most else fill) - work.tournament.left
    if missing > 0:
        enter_bots(work, missing, terms.strength)
    if work.tournament.left < terms.least and terms.days is None:
        raise NotDue(plain(_short_of_players(work)), code="too_few_players")
    work.do(c.DrawSeats(), by="")
    work.do(c.Start(), by="")
    state.director = None


def _short_of_players(work: UnitOfWork) -> Sentence:
    return say(
        "{entered} have entered, and the tournament needs {least}",
        str(work.tournament.left),
        str(work.state.terms.least),
    )


# ---- effects of time


def alarm(state: RoomTournamentState) -> int:
    """When a `Tick` is due, in milliseconds since 1970 (0: never)."""
    if state.over or state.frozen or state.terms.live:
        return 0
    if not state.tournament.is_seated:
        return 0 if flights.missing_flights(state) else state.terms.starts_at
    due = [at + state.terms.timing.away for at in state.busted.values()]
    if state.offer is not None:
        due.append(state.offer.until)
    reading = state.tournament.reading(max(state.at, state.tournament.at))
    if reading.running and reading.left_ms is not None:
        due.append(max(state.at, state.tournament.at) + reading.left_ms)
    if state.may_deal() and not reading.is_break and state.director is not None:
        due += [state.next_at.get(number, 0) or state.at for number in ready(state)]
    return min(due, default=0)


def ready(state: RoomTournamentState) -> list[int]:
    """The numbers of the tables that can begin a hand as soon as the clock allows it."""
    director = state.director
    if director is None:
        return []
    return [number for number in director.may_begin() if number in state.tables and number not in state.stands]


def tick(work: UnitOfWork, command: s.Tick) -> None:
    """Handle the alarm. Raises NotDue if it comes too early."""
    state, now = work.state, work.now
    due = alarm(state)
    if not due or now < due:
        raise NotDue("nothing is due in this tournament now", code="not_due_yet")
    if not state.tournament.is_seated:
        try:
            start(work)
        except NotDue as error:
            if work.has_changed():
                raise
            work.called_off = error.detail
            work.add_news(say("The tournament is cancelled: {reason}", _short_of_players(work)), "staff")
        return
    work.director.turn(now)
    for player, since in list(state.busted.items()):
        if now >= since + state.terms.timing.away or player in state.bots:
            if state.tournament.entrants[player].status is Status.BUSTED and not state.tournament.ended:
                work.do(c.GoOut(player), by="")
    deals.lapse(work)


def follow(work: UnitOfWork) -> None:
    """Carry out what follows from a command. The program that directs the tournament applies the rules, and due hands
    begin.

    After an error has frozen the tournament, nothing follows until staff resume it, but reports from tables are still
    accepted.
    """
    state, terms, tournament = work.state, work.state.terms, work.tournament
    if starts_full(terms) and not tournament.is_seated and tournament.left >= terms.structure.entry.most:
        start(work)
    if not state.is_on or work.called_off or state.tournament.ended:
        return
    if isinstance(work.command, s.Freeze) or state.frozen and not isinstance(work.command, s.StartClock):
        return
    _manage(work)
    deals.look(work)
    if isinstance(work.command, s.Tick):
        while _begin_hands(work):
            _manage(work)


def _manage(work: UnitOfWork) -> None:
    if not work.director.manage(work.now):
        raise RuntimeError("the automatic director of this tournament never stops giving orders")


def _begin_hands(work: UnitOfWork) -> bool:
    """Begin all hands that are due. Returns whether a short table has continued, so that the director must be asked
    again.
    """
    state, director, now = work.state, work.director, work.now
    reading = state.tournament.reading(now)
    if not state.may_deal() or reading.is_break or work.offer:
        return False
    for number in director.may_begin():
        if number not in state.tables or number in state.stands or now < state.next_at.get(number, 0):
            continue
        director.prepare(number, now)
        work.start_hand(number)
        if director.begun(number):
            return True
    return False


def restarted(work: UnitOfWork, command: s.Restarted) -> None:
    """Handle a restart of the room. The time while the room was closed does not count."""
    tournament, since = work.tournament, work.state.at
    if work.state.is_on and tournament.clock.running and work.now > since:
        step = tournament.do(c.Pause(), max(since, tournament.at))
        work.director.note(step)
        if not tournament.ended:
            work.do(c.Start(), by="")


# ---- reports of tables


def table_is(work: UnitOfWork, command: s.TableIs) -> None:
    """Link a table that the room has opened for this tournament."""
    if command.number in work.state.tables:
        raise NotDue(f"table {command.number} is already open", code="done_already")
    if command.number not in work.state.opened:
        raise Conflict(f"this tournament has no table {command.number}", code="no_table")


def take_report(work: UnitOfWork, command: s.TakeReport) -> None:
    """Process a table's report: the result of a hand, and who is absent.

    Raises NotDue if the report contains nothing new.
    """
    state, report = work.state, command.report
    stood = report.number in state.stands
    changed = _take_result(work, report)
    changed = _take_requests(work, report) or changed
    if not changed and stood == report.stands:
        raise NotDue("this report changes nothing", code="done_already")


def _take_result(work: UnitOfWork, report: Report) -> bool:
    state, tournament, done = work.state, work.tournament, report.done
    table = tournament.tables.get(report.number)
    if done is None or report.began != state.began.get(report.number) or table is None or not table.is_hand_on:
        return False
    waited = table.carried
    work.do(done, by="")
    work.director.hand_over(report.number, work.now, waited=waited)
    for player in list(tournament.busted):
        if player in state.bots and not tournament.ended:
            work.do(c.GoOut(player), by="")
    return True


def _take_requests(work: UnitOfWork, report: Report) -> bool:
    tournament = work.tournament
    changed = False
    for player, away in report.requests:
        entrant = tournament.entrants.get(player)
        table = tournament.tables.get(report.number)
        if table is None or entrant is None or entrant.table != report.number or tournament.ended:
            continue
        if (table.places[player].state is State.OUT) != away and entrant.status is not Status.DISQUALIFIED:
            try:
                work.do(c.Absent(player) if away else c.Present(player), by="")
                changed = True
            except SidepotError:
                continue
    return changed


# ---- commands of the staff


def announce(work: UnitOfWork, command: s.Announce) -> None:
    """Show a text at all tables."""
    work.add_news(say("{}", _text(command.text)), "staff", by=work.by)


def _text(text: str) -> str:
    plain = " ".join(text.split())
    if not plain or len(plain) > LONGEST or not can_be_shown(plain):
        raise Conflict(f"an announcement must have 1 to {LONGEST} characters {THAT_CAN_BE_DISPLAYED}", code="bad_text")
    return plain


def call_off(work: UnitOfWork, command: s.CallOff) -> None:
    """Call the tournament off. Before the start, entries are returned. After it, players rank by their chips.

    Raises NotDue during a hand.
    """
    reason = _text(command.reason)
    if flights.waits(work.state):
        flights.call_off(work, reason)
        return
    if work.tournament.is_seated:
        work.do(c.End())
        text = say("The tournament is over: {reason}", reason)
    else:
        work.called_off = reason
        text = say("The tournament is cancelled: {reason}", reason)
    work.add_news(text, "staff", by=work.by)


def direct(work: UnitOfWork, given: s.Direct) -> None:
    """Carry out a command of the staff."""
    state, command = work.state, given.do
    reason = _text(given.reason)
    check_no_seed(command)
    if isinstance(command, (c.Undo, c.Redo)):
        _check_undo(state, command)
        step = work.do(command)
        state.director = None
    else:
        step = work.do(command)
    work.add_news(say("{}: {}", sentence_of(step), reason), "staff", by=work.by, player=getattr(command, "player", ""))


def pause(work: UnitOfWork, command: s.StopClock) -> None:
    """Pause the tournament: the clock stops, and no hand begins."""
    reason = _text(command.reason)
    if not work.state.is_on or work.state.paused:
        raise NotDue("the tournament is already paused", code="clock_stands")
    if work.tournament.clock.running:
        work.do(c.Pause())
    work.add_news(say("The tournament is paused: {reason}", reason), "staff", by=work.by)


def go_on(work: UnitOfWork, command: s.StartClock) -> None:
    """Resume after a pause or an error."""
    state, tournament = work.state, work.tournament
    if not state.paused and not state.frozen:
        raise NotDue("the tournament is not paused", code="not_paused")
    reason = _text(command.reason) if command.reason else ""
    if not state.terms.live and state.is_on and not tournament.clock.running and not tournament.hand_for_hand:
        work.do(c.Start())
    text = say("The tournament continues: {reason}", reason) if reason else say("The tournament continues")
    work.add_news(text, "staff", by=work.by)


def _check_undo(state: RoomTournamentState, command: c.Undo | c.Redo) -> None:
    """Raise NotDue for steps at a table, because everybody has seen its cards and chips."""
    log = state.tournament.log
    if isinstance(command, c.Undo):
        if 0 < command.step <= state.tournament.earlier + 1 and state.tournament.earlier:
            raise NotDue(
                f"step {command.step} cannot be undone: hands have been played since. Correct it with a new step",
                code="not_undone",
            )
        _, first = without(log, command.step)
        steps = [step for step in state.tournament.effective() if step.number >= first]
    else:
        steps = []
    for step in steps:
        if any(isinstance(one, (e.AtTable, e.TableOpened, e.TableClosed)) for one in step.events):
            raise NotDue(
                f"step {step.number} cannot be undone: it has changed a table. Correct it with a new step",
                code="not_undone",
            )


def freeze(work: UnitOfWork, command: s.Freeze) -> None:
    """Stop the clock after an error, until staff resume the tournament."""
    if work.state.frozen:
        raise NotDue("the tournament is already stopped", code="tournament_frozen")
    if work.state.is_on and work.tournament.clock.running and not work.state.terms.live:
        work.do(c.Pause(), by="")
