"""The rooms of sidepot whose hands a tracker takes (`room_hands.py` takes them)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from sidepot.privacy import replace_private

FILE: Final = "rooms.json"


class Room(msgspec.Struct, frozen=True):
    """A room: its data folder or the address of its database, and the name of the player whose hands are taken."""

    data: str
    player: str


def remembered_rooms(home: Path) -> list[Room]:
    """The rooms whose hands the tracker takes. An unreadable file counts as empty."""
    try:
        return msgspec.json.decode((home / FILE).read_bytes(), type=list[Room])
    except (FileNotFoundError, msgspec.MsgspecError):
        return []


def remember_room(home: Path, room: Room) -> None:
    """Store this room as one whose hands are imported. Only the owner may read the file, because an address may contain
    a password."""
    known = remembered_rooms(home)
    if room not in known:
        home.mkdir(parents=True, exist_ok=True)
        replace_private(home / FILE, msgspec.json.encode([*known, room]))
