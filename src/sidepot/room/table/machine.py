"""A table of the room: each command becomes an entry, and the entries make the table.

`decide` carries out a command with all that follows from it at once, or refuses it and changes nothing. The time is an
argument, and chance comes from its `Chance` alone. `fold` makes the same table from the stored entries again, in the
middle of a hand too, with the same clocks.

If `decide` raises anything but a SidepotError, do not use the table any more: fold it again from its stream.
"""

from __future__ import annotations

from collections.abc import Iterable

from sidepot.errors import BadNotation, Conflict
from sidepot.room.fairness.commit import SealedDeck, seal
from sidepot.room.table import apply, handling, hands
from sidepot.room.table import commands as s
from sidepot.room.table.events import Entry
from sidepot.room.table.play import alarms
from sidepot.room.table.state import Chance, HandAt, RoomState, Secrets
from sidepot.room.table.terms import RoomTerms

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
        entry = handling.carry_out(self, said, now, by, id, account=account, staff=staff)
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
