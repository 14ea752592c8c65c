"""One tournament of the room, online or live: turns commands into events, and events into its state.

`decide` carries out a command with all its immediate consequences, or refuses it and changes nothing. The time is an
argument, and draws come from the seed in the first event. `rebuild` makes the same tournament from its log.

It wraps the library's `Tournament`, which has its own handlers, `apply` and `UnitOfWork`. Here `s` is the module of
commands to this machine, `c` the library's.

If `decide` raises anything but a SidepotError, do not use it again: rebuild it from its log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sidepot.errors import BadNotation, NotDue, SidepotError
from sidepot.room.table.senders import check_sender
from sidepot.room.tournament import (
    apply,
    news,
)
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import TournamentEvent
from sidepot.room.tournament.live import bags, reports
from sidepot.room.tournament.online import course, deals, flights
from sidepot.room.tournament.orders import taken
from sidepot.room.tournament.state import RoomTournamentState
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.room.tournament.unit_of_work import UnitOfWork, director_of, secret_of
from sidepot.tournament import commands as c
from sidepot.tournament.mystery import seal
from sidepot.tournament.structure import Kind
from sidepot.validation.type_checks import check_fields

__all__ = ["RoomTournament"]

HANDLERS: Final[dict[type, Callable[[UnitOfWork, Any], None]]] = {
    s.Register: course.register,
    s.TakeBack: course.of_player,
    s.Reenter: course.of_player,
    s.Rebuy: course.of_player,
    s.AddOn: course.of_player,
    s.GoOut: course.of_player,
    s.AddBots: course.add_bots,
    s.OfferDeal: deals.offer,
    s.AnswerDeal: deals.answer,
    s.Begin: course.begin,
    s.Announce: course.announce,
    s.CallOff: course.call_off,
    s.Direct: course.direct,
    s.StopClock: course.pause,
    s.StartClock: course.go_on,
    s.Act: reports.act,  # its handler is in `sidepot.tournament.handlers`, by the type of its `do`
    s.PutAsk: reports.put_ask,
    s.CloseAsk: reports.close_ask,
    s.RefuseAll: reports.refuse_all,
    s.SetCheckIn: reports.set_check_in,
    s.SetAside: reports.set_aside,
    s.HandOut: reports.hand_out,
    s.PutBag: bags.put_bag,
    s.TakeBag: bags.take_bag,
    s.AcceptBags: bags.accept_bags,
    s.CarryOver: bags.carry_over,
    s.Gather: bags.gather,
    s.Rename: reports.rename,
    s.Redraft: reports.redraft,
    s.Open: course.open_tournament,
    s.Tick: course.tick,
    s.TableIs: course.table_is,
    s.TakeReport: course.take_report,
    s.FlightIs: flights.flight_is,
    s.Bagged: flights.bagged,
    s.FlightOff: flights.flight_off,
    s.Restarted: course.restarted,
    s.Freeze: course.freeze,
}
LIVE_WHEN_FROZEN: Final = (s.StartClock,)
WHEN_FROZEN: Final = (s.StartClock, s.TableIs, s.TakeReport, s.FlightIs, s.Bagged, s.Restarted)


class RoomTournament(RoomTournamentState):
    """A tournament of the room: its state, and the methods that change it. The methods do no input or output."""

    __slots__ = ()

    @classmethod
    def open(
        cls, id: str, terms: TournamentTerms, seed: str, *, now: int, by: str = "", secret: str = ""
    ) -> tuple[RoomTournament, TournamentEvent]:
        """Open a new tournament. Returns the tournament and the first event of its log."""
        state = cls(id, terms, seed, at=now, by=by, secret=secret)
        command = s.Open(terms, seed, secret)
        if terms.structure.entry.mystery and not terms.live and terms.structure.kind is not Kind.FLIGHT:
            state.tournament.do(c.SealEnvelopes(seal(secret_of(state))), now)
        event = TournamentEvent(seq=1, at=now, by=by, command=command, steps=tuple(state.tournament.log[1:]))
        apply.apply_rest(state, event)
        return state, event

    def decide(
        self,
        command: s.TournamentCommand,
        *,
        now: int,
        by: str = "",
        id: str = "",
        staff: bool = False,
        account: str = "",
    ) -> TournamentEvent:
        """Carry out a command. Returns its event, which has already been applied.

        - `now`: the time in milliseconds since 1970
        - `by`: the sender's name, or the sender's mark in a live tournament ("" for the room itself)
        - `account`: the id of the sender's account ("" for a bot or the room)
        - `id`: identifies a command that may be sent again ("" for a command that may not)
        - `staff`: whether the sender belongs to the staff

        Raises SidepotError, with nothing changed, if the command is refused. Raises RuntimeError if something failed
        after the first change. The tournament must then be rebuilt.
        """
        kind, is_live = type(command), self.terms.live
        _check(self, kind, by, staff=staff)
        if kind not in s.ROOM_ONLY:
            check_fields(command)
        if id and id in self.ids:  # the actor answers known ids itself; this is for other callers
            raise NotDue(f"this command was already carried out, as event {self.ids[id]}", code="done_already")
        name = by if is_live or kind in s.STAFF_ONLY else self.name_of(account, by)
        work = UnitOfWork(self, command, max(now, self.at), name, account)
        failed, where = "", None
        try:
            HANDLERS[kind](work, command)
            if not is_live:  # people lead a live tournament
                course.follow(work)
            news.add_news(work)
        except SidepotError as error:
            if not work.has_changed():
                raise
            failed, where = f"a consequence of {kind.__name__} failed: {type(error).__name__}", error.__traceback__
        if failed:  # without the text of the error, which not everybody may read
            raise RuntimeError(failed).with_traceback(where)
        event = work.event(id)
        apply.apply_rest(self, event)  # the steps are already applied
        return event

    def apply(self, event: TournamentEvent) -> None:
        """Apply the next event of the log."""
        apply.apply(self, event)

    @classmethod
    def begin(cls, id: str, first: TournamentEvent | None) -> RoomTournament:
        """Make a tournament from the first event of its log. Raises BadNotation if that event does not open a
        tournament.
        """
        if first is None or not isinstance(first.command, s.Open):
            raise BadNotation(f"the first record of tournament {id} does not open it")
        command = first.command
        state = cls(id, command.terms, command.seed, at=first.at, by=first.by, secret=command.secret)
        for step in first.steps:
            state.tournament.apply(step)
        apply.apply_rest(state, first)
        return state

    @classmethod
    def rebuild(cls, id: str, entries: Iterable[TournamentEvent]) -> RoomTournament:
        """Rebuild a tournament from its log."""
        events = iter(entries)
        state = cls.begin(id, next(events, None))
        for event in events:
            state.apply(event)
        return state

    alarm = course.alarm  # when a `Tick` is due; 0 for never

    def wake(self) -> None:
        """Create a new `Director` for an online tournament after a replay."""
        if self.director is None and self.is_on and not self.terms.live:
            director_of(self)

    def taken(self, number: int, step: int) -> None:
        """Record that table `number` has carried out all orders up to `step`."""
        taken(self, number, step)


def _check(state: RoomTournamentState, kind: type, by: str, *, staff: bool) -> None:
    """Raise an error if the sender may not give this command, or not now."""
    check_sender(kind, by, s.ROOM_ONLY, s.STAFF_ONLY, staff=staff, who="staff of the tournament", opens=s.Open)
    is_live = state.terms.live
    if kind is s.Open:
        if state.seq:
            raise NotDue("this tournament is already open", code="opened_already")
        return
    if kind in s.LIVE_ONLY and not is_live:
        raise NotDue("the room runs online tournaments itself; this command is for live tournaments", code="not_live")
    if is_live and kind not in s.LIVE_ONLY and kind not in (s.Freeze, s.StartClock):
        raise NotDue("this is a live tournament; its staff report what happens",
                     code="live_tournament")  # fmt: skip
    if state.over and not is_live and kind not in (s.TableIs, s.TakeReport):
        raise NotDue("this tournament is over" if not state.called_off else "this tournament is cancelled",
                     code="tournament_over")  # fmt: skip
    if state.frozen and kind not in (LIVE_WHEN_FROZEN if is_live else WHEN_FROZEN):
        raise NotDue(f"this tournament is stopped until its staff resume it: {state.frozen}", code="tournament_frozen")
