"""A table of the room: each command becomes an entry, and the table is the fold of its entries.

`handle` carries out what somebody said, with all that follows from it at once, or refuses it and changes nothing. It
asks nobody for the time, and for chance only its `Chance`. `fold` makes the same table of the stored entries again, in
the middle of a hand too, with the same clocks.

Where `handle` raises anything but a SidepotError the table is not to be used any more: fold it again from its stream.

The logs of a cash table and of its bank are let go as they come: the stream has them, and the fold does not look back.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sidepot.errors import BadNotation, Conflict
from sidepot.hand.hand import Hand
from sidepot.room.fair.commit import SealedDeck, seal
from sidepot.room.tables import alarms, handling, hands, people, tournament_play
from sidepot.room.tables import sayings as s
from sidepot.room.tables.columns import Chance, Columns, HandAt, Secrets
from sidepot.room.tables.entry import Clock, Entry
from sidepot.room.tables.room_terms import RoomTerms
from sidepot.table.events import HandBegun, Queued, Sat, Unqueued

COMMANDS: Final = 100  # of one account that are known again, at least
SPEAKERS: Final = 1000  # accounts whose commands are
SILENCE: Final = 24 * 60 * 60 * 1000  # milliseconds: after such silence an account's commands are not
CROWD: Final = 2000  # commands that are known before anybody's are forgotten
GONE: Final = 1000  # players who have left, whose chips are remembered

__all__ = ["Chance", "HandAt", "RoomTable"]


class Spoken:
    """The ids of the last commands of one account, and when it spoke last, by entry `seq`."""

    __slots__ = ("at", "ids", "seq")

    def __init__(self) -> None:
        self.seq = 0
        self.at = 0
        self.ids: list[str] = []


class RoomTable(Columns):
    """A table of the room, pure. Its attributes are documented at `Columns`; `spoken` is by account.

    Repeated commands are known by account, so that no account can make another act twice.
    """

    __slots__ = ("crowded", "spoken")

    def __init__(self, id: str, terms: RoomTerms, chance: Chance) -> None:
        super().__init__(id, terms, chance)
        self.spoken: dict[str, Spoken] = {}
        self.crowded = CROWD  # with so many ids there are some to be forgotten

    # ---- to and from the stream

    @classmethod
    def open(
        cls, id: str, terms: RoomTerms, *, now: int, by: str = "", chance: Chance | None = None
    ) -> tuple[RoomTable, Entry]:
        """A new table, and the first entry of its stream. Raises Conflict for terms that cannot be played."""
        room = cls(id, terms, chance or Chance())
        return room, room.handle(s.Open(terms), now=now, by=by, staff=True)

    def handle(self, said: s.Saying, *, now: int, by: str = "", id: str = "", staff: bool = False) -> Entry:
        """Carry out `said` for `by`; return its entry, already applied. Raises SidepotError where it is refused."""
        entry = handling.carry_out(self, said, now, by, id, staff=staff)
        self.book(entry)
        return entry

    def take(self, entry: Entry) -> None:
        """Take an entry of the stream in. It is trusted. The secrets of its shuffles come by `give_deck`."""
        self._take_table(entry)
        for event in hands.table_events(entry):
            if isinstance(event, HandBegun):
                hands.begin(self, Hand(event.setup), event)
        if entry.items:
            hands.take_items(self, entry.items)
        self.book(entry)

    def take_past(self, entry: Entry) -> None:
        """Take an entry in while hands are on that are not played again, as they are over: `Folding` says which are.

        Its cards are not looked at; where it ends a hand, it has its link.
        """
        self._take_table(entry)
        if entry.table or entry.steps:
            hands.pass_over(self, entry)
        self.book(entry)

    def take_past_act(self, seq: int, at: int, clock: Clock, id: str) -> None:
        """The same for an act, of which nothing else is left."""
        if seq != self.seq + 1:
            raise Conflict(
                f"entry {seq} does not follow entry {self.seq} of table {self.id}", code="entry_out_of_order"
            )
        self._count(seq, at, clock, id)

    def _count(self, seq: int, at: int, clock: Clock, id: str) -> None:
        self.seq = seq
        self.at = at
        self.clock = clock
        if id:
            self._remember(id, seq, at)

    def _remember(self, id: str, seq: int, at: int) -> None:
        """Know a command again, by the account and its own id."""
        account, slash, _ = id.partition("/")
        spoken = self.spoken.get(account if slash else "")
        if spoken is None:
            spoken = self.spoken[account if slash else ""] = Spoken()
        spoken.seq = seq
        spoken.at = at
        spoken.ids.append(id)
        self.ids[id] = seq
        if len(spoken.ids) > 2 * COMMANDS:  # many at once, as each costs little then
            for old in spoken.ids[:-COMMANDS]:
                self.ids.pop(old, None)
            del spoken.ids[:-COMMANDS]
        if len(self.ids) > self.crowded:
            self._forget_silent()

    def _forget_silent(self) -> None:
        """Those who have said nothing for a day; and of very many accounts, those who spoke before all the others."""
        latest = sorted(self.spoken, key=lambda account: self.spoken[account].seq, reverse=True)
        for place, account in enumerate(latest):
            if place >= SPEAKERS or self.spoken[account].at < self.at - SILENCE:
                for old in self.spoken.pop(account).ids:
                    self.ids.pop(old, None)
        self.crowded = 2 * len(self.ids) + CROWD

    def _take_table(self, entry: Entry) -> None:
        if entry.seq != self.seq + 1:
            raise Conflict(
                f"entry {entry.seq} does not follow entry {self.seq} of table {self.id}", code="entry_out_of_order"
            )
        self.shuffled = []
        if entry.steps:
            tournament_play.take_steps(self, entry.steps)
        for event in entry.table:
            self.table.apply(event)

    @classmethod
    def begin(cls, id: str, first: Entry | None, chance: Chance | None = None) -> RoomTable:
        """The table that the first entry of a stream opens. Raises BadNotation for one that opens none."""
        if first is None or not isinstance(first.said, s.Open):
            raise BadNotation(f"the stream of table {id} does not begin with its opening")
        room = cls(id, first.said.terms, chance or Chance())
        room.take(first)
        return room

    @classmethod
    def fold(cls, id: str, entries: Iterable[Entry], secrets: Secrets, chance: Chance | None = None) -> RoomTable:
        """The table that a stream tells of, as it was. Raises BadNotation for a stream that does not begin one."""
        told = iter(entries)
        room = cls.begin(id, next(told, None), chance)
        for entry in told:
            room.take(entry)
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

    def book(self, entry: Entry) -> None:
        """The part that every entry leaves behind, carried out or taken in."""
        alarms.note(self, entry)
        self._count(entry.seq, entry.at, entry.clock, entry.id)
        for person in entry.people:
            if person.gone:
                self.people.pop(person.player, None)
            else:
                self.people[person.player] = person
        if entry.items or entry.table or entry.steps:
            hands.book(self, entry)
        if entry.table or entry.steps:
            self._look_at_table(entry)
        if self.closing or self.event is not None:
            self.over = self._is_over()

    def _look_at_table(self, entry: Entry) -> None:
        for event in entry.table:
            if isinstance(event, Queued) and isinstance(entry.said, s.Sit):
                self.queue[event.player] = entry.said
            elif isinstance(event, (Sat, Unqueued)):
                self.queue.pop(event.player, None)
        people.look_for_busted(self)
        table = self.table
        if self.event is None:
            del table.log[1:]
            table.ledger.postings.clear()
            while len(table.gone) > GONE:
                del table.gone[next(iter(table.gone))]

    def _is_over(self) -> bool:
        """Whether an event has ended, or a table is closed: then nothing is said to it any more."""
        if self.hand is not None:
            return False
        if self.event is not None:
            return self.event.ended or self.closing
        return not self.table.places

    def alarm(self) -> int:
        """When a `Tick` is due; 0: never, as things stand."""
        return alarms.alarm(self)


def deck_key(table: str, root: str) -> str:
    """The key under which the secret of a shuffle is sealed in the store."""
    return f"deck/{table}/{root}"
