"""How a command is carried out: the permission, the effect, the consequences, and the entry of it all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import NotDue, SidepotError
from sidepot.room.tables import (
    acting,
    alarms,
    cash_play,
    event_play,
    hand_cycle,
    hosting,
    known,
    people,
    showing,
    talking,
)
from sidepot.room.tables import commands as s
from sidepot.room.tables.events import Entry
from sidepot.room.tables.speakers import check_speaker
from sidepot.room.tables.work import Work
from sidepot.table import commands as t
from sidepot.validation.integers import whole_fields

if TYPE_CHECKING:
    from sidepot.room.tables.state import RoomState

Handler = Callable[[Work, Any], None]

ALIKE: Final[dict[type, Handler]] = {
    s.Act: acting.act,
    s.AskCut: people.ask_cut,
    s.CutPack: hand_cycle.cut_pack,
    s.AskShow: showing.ask_show,
    s.ShowHand: showing.show_hand,
    s.Talk: talking.talk,
    s.React: talking.react,
    s.Report: talking.report,
    s.Silence: talking.silence,
    s.DropReport: talking.drop_report,
    s.Pause: hosting.pause,
    s.Resume: hosting.resume,
    s.Close: hosting.close,
    s.Open: hosting.open_table,
    s.Tick: alarms.tick,
    s.Came: people.came,
    s.Went: people.went,
    s.Restarted: hosting.restarted,
    s.Moved: hosting.moved,
    s.Freeze: hosting.freeze,
}
# At a cash table; another command of a table is carried out as it is.
CASH: Final[dict[type, Handler]] = {
    **ALIKE,
    s.Sit: cash_play.sit,
    t.Leave: cash_play.leave,
    t.ComeBack: cash_play.come_back,
    t.Buy: cash_play.buy,
    t.ChooseGame: hand_cycle.choose_game,
    s.Remove: cash_play.remove,
    s.AddBot: cash_play.add_bot,
    s.AdjustStack: cash_play.adjust_stack,
    s.AnswerSeat: cash_play.answer_seat,
}
# At a table of a live tournament.
EVENT: Final[dict[type, Handler]] = {
    **{kind: do for kind, do in ALIKE.items() if kind is not s.Close},
    s.Order: event_play.order,
    t.Leave: event_play.sit_out,
    t.SitOut: event_play.sit_out,
    t.ComeBack: event_play.come_back,
}
OF_TALK: Final = (s.Talk, s.React, s.Report, s.Silence, s.DropReport)
WHEN_FROZEN: Final = (s.Resume, s.Came, s.Went, s.Restarted, s.Moved, s.Order, *OF_TALK)
WHEN_OVER: Final = (s.Came, s.Went, s.Restarted, s.Moved, s.Freeze, *OF_TALK)


def carry_out(room: RoomState, said: s.Saying, now: int, by: str, id: str, *, account: str, staff: bool) -> Entry:
    """Carry out the command, and return its entry. Raises SidepotError where it is refused: nothing changed.

    Raises RuntimeError where what follows from it failed: then the table must be folded again.
    """
    kind = type(said)
    check_speaker(kind, by, s.ROOM_ONLY, s.HOST_ONLY, staff=staff, who="host of the table", opens=s.Open)
    _check_time(room, kind)
    whole_fields(said)
    if isinstance(said, s.Act):
        whole_fields(said.command)
    if id and id in room.ids:
        raise NotDue(f"this was done already, by entry {room.ids[id]}", code="done_already")
    work = Work(room, said, max(now, room.at), known.name_of(room, account, by), account, staff=staff)
    failed = ""
    try:
        if room.event is not None:
            EVENT.get(kind, event_play.not_here)(work, said)
        else:
            CASH.get(kind, cash_play.at_table)(work, said)
        hand_cycle.schedule(work)
    except SidepotError as error:
        if not work.has_changed() or kind is s.Open:
            raise
        failed = f"what follows from {kind.__name__} failed: {type(error).__name__}"
    if failed:  # raised here, and not above, so that the error is no part of it: in its words there may be cards
        raise RuntimeError(failed)
    if work.at_table():
        people.forget(work)
    entry = work.entry(id)
    room.shuffled = work.shuffled
    return entry


def _check_time(room: RoomState, kind: type) -> None:
    """Raise NotDue for a command to a table that is over, or frozen."""
    if kind is s.Open and room.seq:
        raise NotDue("a table is opened once", code="opened_already")
    if room.over and kind not in WHEN_OVER:
        raise NotDue("this table is closed", code="table_over")
    if room.frozen and kind not in WHEN_FROZEN:
        raise NotDue(f"this table is stopped until its host lets it go on: {room.frozen}", code="table_frozen")
