"""The hands of a player in a room as a source of the tracker: only what that player saw.

They are written as the room exports them for the player: records with the player's cards and those that were shown,
and no others. Each day is a file in a folder of the tracker, which is imported as any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, select

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.room_record import About
from sidepot.privacy import replace_private
from sidepot.room.runtime.table_storage import PREFIX
from sidepot.room.store.accounts import Account
from sidepot.room.store.database import check_current, check_there, read_once
from sidepot.room.store.hands import HandFilter, HandFound, hands_of, place_of_hand
from sidepot.room.store.log import ConnectedStreams
from sidepot.room.store.place import Place, place_of
from sidepot.room.store.schema import account
from sidepot.room.table.state import HandAt
from sidepot.room.views.replayed import PlayedHand, about_of, home_text
from sidepot.rules.clauses import refuse, say
from sidepot.tracker.rooms import Room
from sidepot.validation.lookalikes import name_key
from sidepot.web.hand_records import hand_record

FOLDER: Final = "room"
BATCH: Final = 500
DAY: Final = 24 * 60 * 60 * 1000
SUFFIX: Final = ".jsonl"


class Taken(msgspec.Struct, frozen=True):
    """The hands that were taken from a room.

    - `folder`: the folder with their files
    - `hands`: the number of hands that this run wrote
    - `unread`: the hands that the room could not give, each with the reason
    """

    folder: Path
    hands: int
    unread: list[str]


def take_hands(home: Path, room: Room) -> Taken:
    """Write the player's hands that were not written before to files of the tracker. The room may be in use.

    Raises StoreError if the room cannot be read, and BadNotation if it has no such player.
    """
    place = place_of_room(room)
    check_there(place)
    with read_once(place) as connection:
        check_current(connection, place)
        who = _player(connection, room.player)
        name = sha256(f"{place.shown}\0{who.id}".encode()).hexdigest()[:12]
        folder = home / FOLDER / name
        folder.mkdir(parents=True, exist_ok=True)
        last = max([file.stem for file in folder.glob(f"*{SUFFIX}")], default="")
        since = int(datetime.fromisoformat(f"{last}T00:00:00+00:00").timestamp() * 1000) if last else 0
        return asyncio.run(_write(connection, who, since, folder))


def place_of_room(room: Room) -> Place:
    """The location of the room's store. Raises BadNotation for a malformed address."""
    return place_of(address=room.data) if "://" in room.data else place_of(room.data)


def _player(connection: Connection, name: str) -> Account:
    row = connection.execute(select(account.c.id, account.c.name).where(account.c.name_key == name_key(name))).first()
    if row is None:
        raise refuse(BadNotation, say("the room has no player named {player}", repr(name)))
    return Account(row.id, row.name, "", 0)


async def _write(connection: Connection, who: Account, since: int, folder: Path) -> Taken:
    """Write a file for each day from the one that begins at `since`. Hands that were taken before stay as they are."""
    unread: list[str] = []
    count = 0
    for day, hands in groupby(_hands(connection, who, since), key=lambda one: one.at // DAY):
        file = folder / f"{datetime.fromtimestamp(day * DAY / 1000, UTC):%Y-%m-%d}{SUFFIX}"
        before = file.read_bytes() if file.exists() else b""
        lines = {_LINE.decode(line).about.name: line for line in before.splitlines()}
        for one in hands:
            name = about_of(_played(one)).name
            if name in lines:
                continue
            try:
                lines[name] = (await _text(connection, who, one)).encode().strip()
                count += 1
            except SidepotError as error:
                unread.append(f"hand {one.number} at {one.title}: {error.message}")
        data = b"".join([lines[name] + b"\n" for name in sorted(lines)])
        if data != before:
            replace_private(file, data)
    return Taken(folder, count, unread)


class _Line(msgspec.Struct):
    """The part of a record that names its hand."""

    about: About


_LINE: Final = msgspec.json.Decoder(_Line)


async def _text(connection: Connection, who: Account, one: HandFound) -> str:
    """The record of a hand as the player saw it."""
    found = place_of_hand(one.stream, one.number)(connection)
    if found is None:
        raise refuse(BadNotation, say("the room no longer has this hand"))
    played = _played(one)
    at = HandAt(found.first, found.last, found.before)
    record = await hand_record(ConnectedStreams(connection), played.table, at, one.number, who)
    if record.seat < 0:
        raise refuse(BadNotation, say("the record of this hand has no seat of the player"))
    return home_text(record, played, "json", one_of_many=True)


def _played(one: HandFound) -> PlayedHand:
    return PlayedHand(one.stream.removeprefix(PREFIX), one.title, one.number, one.at, one.tournament)


def _hands(connection: Connection, who: Account, since: int) -> Iterator[HandFound]:
    """The hands that the player played, oldest first."""
    wanted = HandFilter(mine=True, since=since)
    found: list[HandFound] = []
    while page := hands_of(who.id, wanted, found[-1].place if found else None, BATCH)(connection):
        found += page
    return reversed(found)
