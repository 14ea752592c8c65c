"""A table of the room: turns commands into events, and events into its state.

`decide` carries out a command with all its immediate consequences, or refuses it and changes nothing. The time is an
argument, and all randomness comes from its `Chance`. `rebuild` makes the same table from its stored events, with the
same clocks, even in the middle of a hand.

If `decide` raises anything but a SidepotError, do not use the table again: rebuild it from its log.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.room.fairness.decks import SealedDeck, seal
from sidepot.room.table import apply, hands
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent
from sidepot.room.table.play import (
    acting,
    alarms,
    changing,
    chat,
    hand_cycle,
    host,
    people,
    rabbit,
    seating,
    showdown,
    tournament,
)
from sidepot.room.table.senders import check_sender
from sidepot.room.table.state import Chance, HandAt, RoomState, Secrets
from sidepot.room.table.terms import RoomTerms
from sidepot.room.table.unit_of_work import UnitOfWork
from sidepot.table import commands as t
from sidepot.validation.type_checks import check_fields

__all__ = ["Chance", "HandAt", "RoomTable"]


Handler = Callable[[UnitOfWork, Any], None]

HANDLERS: Final[dict[type, tuple[Handler, Handler]]] = {
    # command: its handler at a cash table, and at a table of a tournament
    s.Act: (acting.act, acting.act),
    s.Sit: (seating.sit, tournament.not_here),
    t.Leave: (seating.leave, tournament.sit_out),
    t.SitOut: (seating.at_table, tournament.sit_out),
    t.ComeBack: (seating.come_back, tournament.come_back),
    t.Buy: (seating.buy, tournament.not_here),
    t.TopUp: (seating.at_table, tournament.not_here),
    t.ChooseGame: (hand_cycle.choose_game, tournament.not_here),
    t.DoStraddle: (seating.at_table, tournament.not_here),
    s.AcceptTerms: (changing.accept, tournament.not_here),
    s.SitOutAtBig: (seating.sit_out_at_big, tournament.not_here),
    s.AskCut: (people.ask_cut, people.ask_cut),
    s.CutPack: (hand_cycle.cut_pack, hand_cycle.cut_pack),
    s.AskShow: (showdown.ask_show, showdown.ask_show),
    s.ShowHand: (showdown.show_hand, showdown.show_hand),
    s.HuntRabbit: (rabbit.hunt_rabbit, tournament.not_here),
    s.Talk: (chat.talk, chat.talk),
    s.React: (chat.react, chat.react),
    s.Throw: (chat.throw, chat.throw),
    s.Report: (chat.report, chat.report),
    # from the host
    s.Pause: (host.pause, host.pause),
    s.Resume: (host.resume, host.resume),
    s.Close: (host.close, tournament.not_here),
    s.ChangeTerms: (changing.change_terms, tournament.not_here),
    s.WithdrawChange: (changing.withdraw, tournament.not_here),
    s.BombPot: (host.bomb_pot, tournament.not_here),
    s.WithdrawBombPot: (host.withdraw_bomb_pot, tournament.not_here),
    s.StandUp: (host.stand_up, tournament.not_here),
    s.EndStandUp: (host.end_stand_up, tournament.not_here),
    s.Remove: (seating.remove, tournament.not_here),
    s.AddBot: (seating.add_bot, tournament.not_here),
    s.AdjustStack: (seating.adjust_stack, tournament.not_here),
    s.AnswerSeat: (seating.answer_seat, tournament.not_here),
    s.Silence: (chat.silence, chat.silence),
    s.DropReport: (chat.drop_report, chat.drop_report),
    # from the room
    s.Open: (host.open_table, host.open_table),
    s.Tick: (alarms.tick, alarms.tick),
    s.Came: (people.came, people.came),
    s.Went: (people.went, people.went),
    s.Restarted: (host.restarted, host.restarted),
    s.Moved: (host.moved, host.moved),
    s.Freeze: (host.freeze, host.freeze),
    s.Order: (seating.at_table, tournament.order),
}
# All other commands belong to the library's table, which refuses unknown ones.
OTHERS: Final[tuple[Handler, Handler]] = (seating.at_table, tournament.not_here)
OF_TALK: Final = (s.Talk, s.React, s.Throw, s.Report, s.Silence, s.DropReport)
WHEN_FROZEN: Final = (s.Resume, s.Came, s.Went, s.Restarted, s.Moved, s.Order, *OF_TALK)
WHEN_OVER: Final = (s.Came, s.Went, s.Restarted, s.Moved, s.Freeze, *OF_TALK)


class RoomTable(RoomState):
    """A table of the room: its state, and the methods that change it. The methods do no input or output."""

    __slots__ = ()

    # ---- commands, and events from the log

    @classmethod
    def open(
        cls, id: str, terms: RoomTerms, *, now: int, by: str = "", chance: Chance | None = None
    ) -> tuple[RoomTable, TableEvent]:
        """Open a new table. Returns the table and the first event of its log. Raises Conflict if the terms are
        impossible.
        """
        room = cls(id, terms, chance or Chance())
        return room, room.decide(s.Open(terms), now=now, by=by, staff=True)

    def decide(
        self, command: s.TableCommand, *, now: int, by: str = "", id: str = "", staff: bool = False, account: str = ""
    ) -> TableEvent:
        """Carry out a command. Returns its event, which has already been applied.

        The sender is the `account`, and `by` is only the name to show. Without an account, the sender is the bot named
        `by`, or the room itself if `by` is "". `staff` says whether the sender is a host. `id` identifies a command
        that may be sent again ("" for a command that may not).

        Raises SidepotError, with nothing changed, if the command is refused. Raises RuntimeError if something failed
        after the first change. The table must then be rebuilt.
        """
        kind = type(command)
        check_sender(kind, by, s.ROOM_ONLY, s.HOST_ONLY, staff=staff, who="host of the table", opens=s.Open)
        if self.over or self.frozen or kind is s.Open:
            self._check_time(kind)
        check_fields(command)
        if isinstance(command, s.Act):  # it contains the command of the hand
            check_fields(command.command)
        if id and id in self.ids:  # an actor looks before; others may not
            raise NotDue(f"this command was already carried out, as event {self.ids[id]}", code="done_already")
        name = self.names.get(account) or people.name_of(self, account, by)
        work = UnitOfWork(self, command, max(now, self.at), name, account, staff=staff)
        at_cash_table, at_tournament = HANDLERS.get(kind, OTHERS)
        failed = ""
        try:  # the handler changes the hand and the table, and adds to `work` what else belongs into the event
            (at_cash_table if self.at_tournament is None else at_tournament)(work, command)
            if self.hand is None or work.ended:  # between hands
                hand_cycle.schedule(work)
        except SidepotError as error:
            if not work.has_changed() or kind is s.Open:  # a new table that fails is simply discarded
                raise
            failed = f"a consequence of {kind.__name__} failed: {type(error).__name__}"
        if failed:  # raised outside of `except`, to avoid chaining an error whose message may name cards
            raise RuntimeError(failed)
        event = work.event(id)
        self.shuffled = work.shuffled  # for `to_seal`
        apply.apply_rest(self, event)  # `apply` does the rest
        return event

    def _check_time(self, kind: type) -> None:
        """Raise NotDue if the table is closed or frozen, or already open (for a second `Open`)."""
        if kind is s.Open and self.seq:
            raise NotDue("this table is already open", code="opened_already")
        if self.over and kind not in WHEN_OVER:
            raise NotDue("this table is closed", code="table_over")
        if self.frozen and kind not in WHEN_FROZEN:
            raise NotDue(f"this table is stopped until its host resumes it: {self.frozen}", code="table_frozen")

    def apply(self, event: TableEvent) -> None:
        """Apply the next event of the log during a rebuild. Sealed decks are added separately (`give_deck`)."""
        apply.apply(self, event)

    @classmethod
    def begin(cls, id: str, first: TableEvent | None, chance: Chance | None = None) -> RoomTable:
        """Make a table from the first event of its log. Raises BadNotation if that event does not open a table."""
        if first is None or not isinstance(first.command, s.Open):
            raise BadNotation(f"the first event of table {id} does not open it")
        room = cls(id, first.command.terms, chance or Chance())
        room.apply(first)
        return room

    @classmethod
    def rebuild(
        cls, id: str, entries: Iterable[TableEvent], secrets: Secrets, chance: Chance | None = None
    ) -> RoomTable:
        """Rebuild a table from its log. `secrets` returns the sealed decks of the table.

        Raises BadNotation if the log does not open a table.
        """
        events = iter(entries)
        room = cls.begin(id, next(events, None), chance)
        for event in events:
            room.apply(event)
        for root in room.lacks:
            deck = secrets(root) if callable(secrets) else secrets.get(root)
            if deck is None:
                break
            room.give_deck(root, deck)
        return room

    def give_deck(self, root: str, deck: SealedDeck) -> None:
        """Add the next sealed deck that a rebuilt table lacks. Raises Conflict if `deck` is the wrong deck."""
        lacks = self.lacks
        if not lacks or lacks[0] != root or hands.root_of(deck) != root:
            raise Conflict(f"table {self.id} needs another sealed deck next", code="wrong_secret")
        self.decks.append(deck)

    def to_seal(self) -> list[tuple[str, bytes]]:
        """The sealed decks of the last event's shuffles, by key. The store writes them together with the event."""
        if not self.shuffled:
            return []
        roots = hands.roots(self.items)[-len(self.shuffled) :]
        return [(deck_key(self.id, root), seal([deck])) for root, deck in zip(roots, self.shuffled, strict=True)]

    def alarm(self) -> int:
        """When a `Tick` is due, in milliseconds since 1970 (0: never)."""
        return alarms.alarm(self)


def deck_key(table: str, root: str) -> str:
    """The key under which the store keeps a sealed deck. `root` commits to the order of the deck."""
    return f"deck/{table}/{root}"
