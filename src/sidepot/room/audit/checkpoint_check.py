"""Whether the checkpoints of a table are what the entries before them come to.

The entries are folded once, one after the other as they are read: what is kept meanwhile is the table itself, and the
hand that is gathered. At the entry of each checkpoint the table must be the one that the checkpoint tells of, and the
hand that is over by it must make the same table of it as the room does when it opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, Literal

import msgspec

from sidepot.errors import SidepotError
from sidepot.room.store.log import Checkpoint
from sidepot.room.table import snapshot
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.rebuild import Folding

INSIDE: Final = ("table", "tournament")  # images in an image: their parts are told


class Fault(msgspec.Struct, frozen=True):
    """A checkpoint that does not hold, and why.

    `refused`: the room does not use it. `different`: the room opens from it, and has another table than its entries
    make. `unknown`: there is nothing to compare it with, as an entry before it is damaged.
    """

    seq: int
    kind: Literal["refused", "different", "unknown"]
    says: str

    @property
    def is_known(self) -> bool:
        """Whether it is the checkpoint that is wrong."""
        return self.kind != "unknown"


def check_checkpoints(records: Iterable[object], table: str, kept: Sequence[Checkpoint]) -> list[Fault]:
    """The faults of a table's checkpoints; no more of its records are taken than that needs."""
    check = CheckpointCheck(table, kept)
    for record in islice(records, check.last):
        check.take(record)
    return check.done()


class CheckpointCheck:
    """Follows the entries of one table from the first one on. `kept` are its checkpoints, in any order.

    Those of another version are left out: nobody reads them.
    """

    def __init__(self, table: str, kept: Sequence[Checkpoint]) -> None:
        now = snapshot.version()
        self._table = table
        self._due = {one.seq: one for one in kept if one.version == now and isinstance(one.seq, int)}
        self.last = max(self._due, default=0)  # no entry after it is needed
        self._folding = Folding(table, self.last + 1, Chance())
        self._seq = 0
        self._first = b""
        self._lost = ""
        self.faults: list[Fault] = []

    def take(self, record: object) -> None:
        """The next entry as it is stored."""
        self._seq += 1
        if self._seq > self.last or self._lost:
            return
        try:
            if not isinstance(record, bytes):
                raise TypeError("no bytes")
            self._folding.take(record)
            self._first = self._first or record
        except Exception:  # what is wrong with it is not for here: the auditor tells
            self._lost = f"entry {self._seq} does not follow from those before it"
            return
        if one := self._due.pop(self._seq, None):
            self._compare(one)

    def done(self) -> list[Fault]:
        """The faults, once all entries were taken, those with nothing to compare with among them."""
        for seq in sorted(self._due):
            if self._seq < seq:
                self._tell(seq, "refused", f"is of an entry that is not there: there are {self._seq}")
            else:
                self._tell(seq, "unknown", f"cannot be compared: {self._lost}")
        self._due.clear()
        return self.faults

    def _compare(self, one: Checkpoint) -> None:
        room = self._folding.done()
        try:
            image = snapshot.decode(one.data)
            restored = snapshot.restore(self._table, self._first, image, self._folding.hand, Chance())
        except Exception as error:
            self._tell(one.seq, "refused", f"cannot be used ({_words(error)})")
            return
        if restored.seq != one.seq:
            self._tell(one.seq, "refused", f"says that it is of entry {restored.seq}")
        elif parts := _differences(room, image):
            self._tell(one.seq, "different", f"is not what the entries come to: {', '.join(parts)}")

    def _tell(self, seq: int, kind: Literal["refused", "different", "unknown"], says: str) -> None:
        self.faults.append(Fault(seq, kind, f"its checkpoint at entry {seq} {says}"))


def _words(error: Exception) -> str:
    return error.message if isinstance(error, SidepotError) else type(error).__name__


def _differences(room: RoomTable, image: snapshot.RoomImage) -> list[str]:
    """The names of the parts in which they differ, and not what they are: it is for the log, too."""
    return list(_parts(snapshot.image_of(room), image))


def _parts(one: msgspec.Struct, other: msgspec.Struct) -> Iterator[str]:
    for name in one.__struct_fields__:
        mine, theirs = getattr(one, name), getattr(other, name)
        if name in INSIDE and mine is not None and theirs is not None:
            yield from _parts(mine, theirs)
        elif msgspec.msgpack.encode(mine) != msgspec.msgpack.encode(theirs):  # also where only the order does
            yield name
