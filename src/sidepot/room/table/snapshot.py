"""A checkpoint of a table: what its stream comes to by the end of a hand. The table is taken up from there.

The stream stays the truth. A checkpoint says nothing of the hand that is over by it: that is played again from its
records, and its link must be the one of the checkpoint. Where anything is in doubt, the table is folded from its first
entry.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.hand.hand import Hand
from sidepot.room.table import hands
from sidepot.room.table.commands import Sit
from sidepot.room.table.events import AtEvent, Clock, Entry, Line, Person, Reported, decode_entry
from sidepot.room.table.machine import Chance, HandAt, RoomTable
from sidepot.room.table.rebuild import is_link
from sidepot.room.table.state import Spoken
from sidepot.room.table.table_image import TableImage, set_table, table_image, version_of
from sidepot.table.events import HandBegun

EVERY: Final = 256  # entries from one checkpoint to the next, about
FORMAT: Final = 1  # one more where a field means something else than before; other fields change the version themselves


class RoomImage(msgspec.Struct, frozen=True):
    """The table of the room: each field is the attribute of that name, but for those after `talk_pace`.

    `spoken` has each account, when it spoke last, and its commands with their entries.
    """

    seq: int
    at: int
    clock: Clock
    people: dict[str, Person]
    accounts: dict[str, str]
    accepted: dict[str, tuple[str, int]]
    link: bytes
    first_seq: int
    hands: dict[int, HandAt]
    busted: dict[str, int]
    queue: dict[str, Sit]
    requests: dict[str, Sit]
    closing: bool
    over: bool
    frozen: str
    paused: bool
    watched: bool
    lines: list[Line]
    silenced: dict[str, str]
    reports: list[Reported]
    talk_pace: dict[str, tuple[int, ...]]
    spoken: tuple[tuple[str, int, tuple[tuple[str, int], ...]], ...]
    table: TableImage
    event: AtEvent | None = None


_OF_ROOM: Final = RoomImage.__struct_fields__[: RoomImage.__struct_fields__.index("spoken")]
_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(RoomImage)


@lru_cache
def version() -> int:
    """The version of today's checkpoints: another one wherever any field of what they hold has changed."""
    return version_of(RoomImage, FORMAT)


def to_keep(room: RoomTable, entry: Entry) -> tuple[int, bytes] | None:
    """The checkpoint to write with the last entry, and its version; None where none is due."""
    return (version(), encode(room)) if is_due(room, entry) else None


def is_due(room: RoomTable, entry: Entry) -> bool:
    """Whether a checkpoint is written with an entry: a hand is over, and the last end of one lies far enough back."""
    if not entry.link:
        return False
    before = next(islice(reversed(room.hands.values()), 1, 2), None)
    return entry.seq // EVERY > (before.last_seq // EVERY if before is not None else 0)


def encode(room: RoomTable) -> bytes:
    """What a checkpoint has of a table."""
    return _ENCODER.encode(image_of(room))


def decode(data: bytes) -> RoomImage:
    """Read a checkpoint of today's version. Raises BadNotation."""
    try:
        return _DECODER.decode(data)
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        raise BadNotation(f"not a checkpoint of a table: {error}") from None


def image_of(room: RoomTable) -> RoomImage:
    """What lasts of a table from hand to hand."""
    ids = room.ids
    spoken = [(name, one.at, tuple([(said, ids[said]) for said in one.ids])) for name, one in room.spoken.items()]
    of_room: dict[str, Any] = {name: getattr(room, name) for name in _OF_ROOM}
    return RoomImage(
        **of_room,
        spoken=tuple(spoken),
        table=table_image(room.table, room.terms.rules),
        event=room.event,
    )


def restore(id: str, first: bytes, image: RoomImage, records: Sequence[bytes], chance: Chance) -> RoomTable:
    """The table as it was when its checkpoint was written.

    `first` is the first record of its stream, `records` are those of the hand that was over by the checkpoint. Raises
    BadNotation or Conflict where these do not belong together.
    """
    room = RoomTable.begin(id, decode_entry(first), chance)
    for name in _OF_ROOM:
        setattr(room, name, getattr(image, name))
    room.names = {account: name for name, account in room.accounts.items()}
    for account, at, told in image.spoken:
        spoken = room.spoken[account] = Spoken()
        spoken.at = at
        spoken.ids = [command for command, _ in told]
    room.ids = {command: seq for _, _, told in image.spoken for command, seq in told}
    room.shuffled = []
    set_table(room.table, image.table)
    room.event = image.event
    _play_last(room, image, records)
    return room


def _play_last(room: RoomTable, image: RoomImage, records: Sequence[bytes]) -> None:
    """Play the hand again that was over by the checkpoint: its cards are still shown, and its link is looked at."""
    entries = [decode_entry(record) for record in records]
    numbers = [entry.seq for entry in entries]
    begun = [one for entry in entries for one in entry.table if isinstance(one, HandBegun)]
    if len(begun) != 1 or numbers != list(range(image.first_seq, image.seq + 1)):
        raise BadNotation(f"the checkpoint of table {room.id} at entry {image.seq} is not the end of one hand")
    room.begun = begun[0]
    room.hand = Hand(room.begun.setup)
    room.items = []
    for entry in entries:
        hands.take_items(room, entry.items)
        room.items += entry.items
    room.last, room.hand = room.hand, None
    at = room.hands.get(room.begun.number)
    link = image.link.hex()
    if at is None or entries[-1].link != link or not is_link(link, at.before, room.items, records):
        raise BadNotation(f"the checkpoint of table {room.id} at entry {image.seq} has another link than its hand")


def is_same(one: RoomTable, other: RoomTable) -> bool:
    """Whether two tables are the same: what lasts of them, and the hand that is on, or was over last."""
    return (
        encode(one) == encode(other)
        and one.begun == other.begun
        and one.items == other.items
        and (one.hand is None) == (other.hand is None)
    )
