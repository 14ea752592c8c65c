"""How a command to a tournament is carried out: who may say it, what it does, what follows, and its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import NotDue, SidepotError
from sidepot.room.tables.speakers import check_speaker
from sidepot.room.tournaments import commands as s
from sidepot.room.tournaments import dealing_out, entering, event_course, event_telling, flight_days, real_course
from sidepot.room.tournaments.event_work import Work
from sidepot.whole import whole_fields

if TYPE_CHECKING:
    from sidepot.room.tournaments.events import EventEntry
    from sidepot.room.tournaments.state import EventState

HANDLERS: Final[dict[type, Callable[[Work, Any], None]]] = {
    s.Register: entering.register,
    s.TakeBack: entering.take_back,
    s.Reenter: entering.reenter,
    s.Rebuy: entering.rebuy,
    s.AddOn: entering.add_on,
    s.LeaveEvent: entering.go_out,
    s.AddBots: entering.add_bots,
    s.OfferDeal: dealing_out.offer,
    s.AnswerDeal: dealing_out.answer,
    s.Begin: event_course.begin,
    s.Announce: event_course.announce,
    s.CallOff: event_course.call_off,
    s.Direct: event_course.direct,
    s.StopClock: event_course.pause,
    s.StartClock: event_course.go_on,
    s.Act: real_course.act,
    s.PutAsk: real_course.put_ask,
    s.CloseAsk: real_course.close_ask,
    s.RefuseAll: real_course.refuse_all,
    s.SetCheckIn: real_course.set_check_in,
    s.SetAside: real_course.set_aside,
    s.HandOut: real_course.hand_out,
    s.Rename: real_course.rename,
    s.Redraft: real_course.redraft,
    s.Open: event_course.open_event,
    s.Tick: event_course.tick,
    s.TableIs: event_course.table_is,
    s.Told: event_course.told,
    s.FlightIs: flight_days.flight_is,
    s.Bagged: flight_days.bagged,
    s.FlightOff: flight_days.flight_off,
    s.Restarted: event_course.restarted,
    s.Freeze: event_course.freeze,
}
WHEN_FROZEN: Final = (s.StartClock, s.TableIs, s.Told, s.FlightIs, s.Bagged, s.Restarted)


def carry_out(
    event: EventState, said: s.EventSaying, now: int, by: str, id: str, *, account: str, staff: bool
) -> EventEntry:
    """Carry the command out, and return its record. Raises SidepotError where it is refused: nothing changed.

    Raises RuntimeError where what follows from it failed: then the tournament must be folded again.
    """
    kind = type(said)
    _check(event, kind, by, staff=staff)
    if kind not in s.ROOM_ONLY:
        whole_fields(said)
    if id and id in event.ids:
        raise NotDue(f"this was done already, by record {event.ids[id]}", code="done_already")
    work = Work(
        event,
        said,
        max(now, event.at),
        by if kind in s.STAFF_ONLY or event.terms.real else event.name_of(account, by),
        account,
    )
    failed, where = "", None
    try:
        HANDLERS[kind](work, said)
        if not event.terms.real:
            event_course.follow(work)
        event_telling.tell(work)
    except SidepotError as error:
        if not work.has_changed():
            raise
        failed, where = f"what follows from {kind.__name__} failed: {type(error).__name__}", error.__traceback__
    if failed:  # in the words of the error there may be something that not everybody may read
        raise RuntimeError(failed).with_traceback(where)
    return work.entry(id)


def _check(event: EventState, kind: type, by: str, *, staff: bool) -> None:
    """Raise for a command that the sender may not give, or not now."""
    check_speaker(kind, by, s.ROOM_ONLY, s.STAFF_ONLY, staff=staff, who="staff of the tournament", opens=s.Open)
    if kind is s.Open and event.seq:
        raise NotDue("a tournament is opened once", code="opened_already")
    if kind in s.REAL_ONLY or event.terms.real and kind is not s.Open:
        _check_real(event, kind)
        return
    if event.over and kind not in (s.TableIs, s.Told):
        raise NotDue("this tournament is over" if not event.called_off else "this tournament was called off",
                     code="event_over")  # fmt: skip
    if event.frozen and kind not in WHEN_FROZEN:
        raise NotDue(f"this tournament is stopped until its staff let it go on: {event.frozen}", code="event_frozen")


def _check_real(event: EventState, kind: type) -> None:
    """Raise for commands that are not said where chips and cards are real, or nowhere else."""
    if not event.terms.real:
        raise NotDue("this tournament is played at the tables of the room: it leads itself", code="not_real")
    if kind not in (*s.REAL_ONLY, s.Freeze, s.StartClock):
        raise NotDue("this tournament is played with real chips and cards: its staff tell what happens",
                     code="real_event")  # fmt: skip
    if event.frozen and kind is not s.StartClock:
        raise NotDue(f"this tournament is stopped until its staff let it go on: {event.frozen}", code="event_frozen")
