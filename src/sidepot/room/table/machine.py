"""A table of the room: each command becomes an entry, and the entries make the table.

`decide` carries out a command with all that follows from it at once, or refuses it and changes nothing. The time is an
argument, and chance comes from its `Chance` alone. `fold` makes the same table from the stored entries again, in the
middle of a hand too, with the same clocks.

If `decide` raises anything but a SidepotError, do not use the table any more: fold it again from its stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.room.fairness.decks import SealedDeck, seal
from sidepot.room.table import apply, hands
from sidepot.room.table import commands as s
from sidepot.room.table.events import Entry
from sidepot.room.table.play import acting, alarms, chat, hand_cycle, host, of_tournament, people, seating, showdown
from sidepot.room.table.speakers import check_speaker
from sidepot.room.table.state import Chance, HandAt, RoomState, Secrets
from sidepot.room.table.terms import RoomTerms
from sidepot.room.table.unit_of_work import Work
from sidepot.table import commands as t
from sidepot.validation.integers import whole_fields

__all__ = ["Chance", "HandAt", "RoomTable"]


class RoomTable(RoomState):
    """A table of the room, pure: its state, and the commands and entries that change it.

    Repeated commands are known by account, so that no account can make another act twice.
    """

    __slots__ = ()

    # ---- to and from the stream

    @classmethod
    def open(
        cls, id: str, terms: RoomTerms, *, now: int, by: str = "", chance: Chance | None = None
    ) -> tuple[RoomTable, Entry]:
        """A new table, and the first entry of its stream. Raises Conflict for terms that cannot be played."""
        room = cls(id, terms, chance or Chance())
        return room, room.decide(s.Open(terms), now=now, by=by, staff=True)

    def decide(
        self, said: s.Saying, *, now: int, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> Entry:
        """Carry out `said` for `by`; return its entry, already applied. Raises SidepotError where it is refused.

        With an `account`, that is who says it, and `by` only the name to show; without one it is whom the table shows
        by that name.
        """
        entry = carry_out(self, said, now, by, id, account=account, staff=staff)
        apply.note(self, entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Take the next entry of the stream. The secrets of its shuffles come by `give_deck`."""
        apply.apply(self, entry)

    @classmethod
    def begin(cls, id: str, first: Entry | None, chance: Chance | None = None) -> RoomTable:
        """The table that the first entry of a stream opens. Raises BadNotation for one that opens none."""
        if first is None or not isinstance(first.said, s.Open):
            raise BadNotation(f"the stream of table {id} does not begin with its opening")
        room = cls(id, first.said.terms, chance or Chance())
        room.apply(first)
        return room

    @classmethod
    def fold(cls, id: str, entries: Iterable[Entry], secrets: Secrets, chance: Chance | None = None) -> RoomTable:
        """The table that a stream tells of, as it was. Raises BadNotation for a stream that does not begin one."""
        told = iter(entries)
        room = cls.begin(id, next(told, None), chance)
        for entry in told:
            room.apply(entry)
        for root in room.lacks:
            deck = secrets(root) if callable(secrets) else secrets.get(root)
            if deck is None:
                break
            room.give_deck(root, deck)
        return room

    def give_deck(self, root: str, deck: SealedDeck) -> None:
        """Bring the secret of the next shuffle that is lacked. Raises Conflict for another one."""
        lacks = self.lacks
        if not lacks or lacks[0] != root or hands.root_of(deck) != root:
            raise Conflict(f"this is not the secret that table {self.id} needs next", code="wrong_secret")
        self.decks.append(deck)

    def to_seal(self) -> list[tuple[str, bytes]]:
        """The secrets to seal in the store before the last entry is appended: by key, those of its shuffles."""
        if not self.shuffled:
            return []
        roots = hands.roots(self.items)[-len(self.shuffled) :]
        return [(deck_key(self.id, root), seal([deck])) for root, deck in zip(roots, self.shuffled, strict=True)]

    def alarm(self) -> int:
        """When a `Tick` is due; 0: never, as things stand."""
        return alarms.alarm(self)


def deck_key(table: str, root: str) -> str:
    """The key under which the secret of a shuffle is sealed in the store."""
    return f"deck/{table}/{root}"


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
    work = Work(room, said, max(now, room.at), people.name_of(room, account, by), account, staff=staff)
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
        people.forget_gone(work)
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
