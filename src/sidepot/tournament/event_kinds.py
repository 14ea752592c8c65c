"""What many events of a tournament have in common: they happened to a player, or to a table."""

from __future__ import annotations

import msgspec


class OfPlayer(msgspec.Struct, frozen=True):
    """An event that happened to a player."""

    player: str


class OfTable(msgspec.Struct, frozen=True):
    """An event that happened to a table."""

    table: int
