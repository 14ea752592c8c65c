"""One command while it is being carried out: its effects are collected, and become its event."""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.room.table import hands
from sidepot.room.table.events import Clock, Person, TableEvent

if TYPE_CHECKING:
    from sidepot.room.fairness.decks import SealedDeck
    from sidepot.room.fairness.items import Item
    from sidepot.room.table.commands import TableCommand
    from sidepot.room.table.state import RoomState
    from sidepot.room.table.terms import RoomTerms


class UnitOfWork:
    """A `command` that is being carried out at the time `now`. `by` is the sender's name at this table.

    Handlers change the hand and the table directly. They collect the rest of the event here: `items`, `people`,
    `accounts`, `clock`, `showed`, `rabbit`, `held` and `terms` (see `TableEvent`). The events of the library's table
    are read from its log.

    - `account`: the sender's account ("" for the room and for bots)
    - `staff`: the sender is a host
    - `timing`: the table's current time limits
    - `shuffled`: the new sealed decks
    - `is_chat`: the command is about the chat
    - `ended`: the command has ended the hand
    - `waits`: no hand can begin for now, so that it is useless to try again
    """

    __slots__ = (
        "_hand", "_hand_log", "_table_log", "account", "accounts", "by", "clock", "command", "ended", "held", "is_chat",
        "items", "now", "people", "rabbit", "room", "showed", "shuffled", "staff", "terms", "timing", "waits",
    )  # fmt: skip

    def __init__(
        self, room: RoomState, command: TableCommand, now: int, by: str, account: str = "", *, staff: bool = False
    ) -> None:
        self.room = room
        self.command = command
        self.now = now
        self.by = by
        self.account = account
        self.staff = staff
        self.timing = room.terms.timing if room.at_tournament is None else room.timing
        self.accounts: dict[str, str] = {}
        self.clock = room.clock
        self.items: list[Item] = []
        self.people: dict[str, Person] = {}
        self.shuffled: list[SealedDeck] = []
        self.showed: tuple[int, ...] = ()
        self.rabbit: tuple[int, ...] = ()
        self.is_chat = False
        self.held = False
        self.terms: RoomTerms | None = None
        self.ended = False
        self.waits = False
        # the lengths of the logs before the command
        self._hand = room.hand
        self._hand_log = len(room.hand.log) if room.hand is not None else 0
        self._table_log = len(room.table.log)

    @property
    def hand_on(self) -> bool:
        """Whether a hand is in progress, after the changes made so far."""
        return self.room.hand is not None and not self.ended

    # ---- for handlers

    def set_clock(
        self,
        *,
        player: str = "",
        since: int = 0,
        bank_from: int = 0,
        until: int = 0,
        next_at: int = 0,
        turn: int = -1,
    ) -> None:
        """Set the clock after the event. Without arguments, the table waits for nothing. Times are in ms since 1970."""
        now = self.clock
        self.clock = Clock(now.turn if turn < 0 else turn, player, since, bank_from, until, next_at, now.stopped_at)

    def person(self, player: str) -> Person:
        """The room's record of a player, after the changes made so far."""
        return self.people.get(player) or self.room.people.get(player) or Person(player)

    def keep(self, person: Person) -> None:
        """Put a player's record into the event, if the record has changed."""
        if self.person(person.player) != person or person.player not in self.room.people:
            self.people[person.player] = person

    # ---- results

    def has_changed(self) -> bool:
        """Whether the command has already changed anything."""
        hand = self.room.hand
        in_hand = hand is not self._hand or hand is not None and len(hand.log) != self._hand_log
        at_table = len(self.room.table.log) != self._table_log
        return bool(self.items or self.people or self.showed or self.rabbit or self.is_chat or in_hand or at_table)

    def event(self, id: str) -> TableEvent:
        """The event of the command, with all its effects. `id` is the id under which the command may be sent again."""
        room = self.room
        happened = room.table.log[self._table_log :]
        if happened:
            self._forget_gone()
        return TableEvent(
            seq=room.seq + 1,
            at=self.now,
            by=self.by,
            id=id,
            command=self.command,
            table=tuple(happened),
            items=tuple(self.items),
            clock=self.clock,
            people=tuple(self.people.values()),
            accounts=self.accounts,
            link=hands.link_after(room.link, [*room.items, *self.items]).hex() if self.ended else "",
            showed=self.showed,
            rabbit=self.rabbit,
            account=self.account if self.is_chat else "",
            held=self.held,
            terms=self.terms,
        )

    def _forget_gone(self) -> None:
        """Drop the records of players who have left."""
        room = self.room
        there = set(room.table.places).union(room.table.going_list, room.requests)
        for player in [*room.people, *self.people]:
            if player not in there:
                self.people[player] = Person(player, gone=True)
