"""How a command is carried out: the permission, the effect, the consequences, and the entry of it all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from sidepot.errors import NotDue, SidepotError
from sidepot.room.table import commands as s
from sidepot.room.table.events import Entry
from sidepot.room.table.play import (
    acting,
    alarms,
    chat,
    hand_cycle,
    host,
    known,
    of_tournament,
    people,
    seating,
    showdown,
)
from sidepot.room.table.speakers import check_speaker
from sidepot.room.table.unit_of_work import Work
from sidepot.table import commands as t
from sidepot.validation.integers import whole_fields

if TYPE_CHECKING:
    from sidepot.room.table.state import RoomState

Handler = Callable[[Work, Any], None]

ALIKE: Final[dict[type, Handler]] = {
    s.Act: acting.act,
    s.AskCut: people.ask_cut,
    s.CutPack: hand_cycle.cut_pack,
    s.AskShow: showdown.ask_show,
    s.ShowHand: showdown.show_hand,
    s.Talk: chat.talk,
    s.React: chat.react,
    s.Report: chat.report,
    s.Silence: chat.silence,
    s.DropReport: chat.drop_report,
    s.Pause: host.pause,
    s.Resume: host.resume,
    s.Close: host.close,
    s.Open: host.open_table,
    s.Tick: alarms.tick,
    s.Came: people.came,
    s.Went: people.went,
    s.Restarted: host.restarted,
    s.Moved: host.moved,
    s.Freeze: host.freeze,
}
# At a cash table; another command of a table is carried out as it is.
CASH: Final[dict[type, Handler]] = {
    **ALIKE,
    s.Sit: seating.sit,
    t.Leave: seating.leave,
    t.ComeBack: seating.come_back,
    t.Buy: seating.buy,
    t.ChooseGame: hand_cycle.choose_game,
    s.Remove: seating.remove,
    s.AddBot: seating.add_bot,
    s.AdjustStack: seating.adjust_stack,
    s.AnswerSeat: seating.answer_seat,
}
# At a table of a live tournament.
EVENT: Final[dict[type, Handler]] = {
    **{kind: do for kind, do in ALIKE.items() if kind is not s.Close},
    s.Order: of_tournament.order,
    t.Leave: of_tournament.sit_out,
    t.SitOut: of_tournament.sit_out,
    t.ComeBack: of_tournament.come_back,
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
            EVENT.get(kind, of_tournament.not_here)(work, said)
        else:
            CASH.get(kind, seating.at_table)(work, said)
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
