"""What all commands of a director have in common: they are structs, about a player, a table, or neither."""

from __future__ import annotations

import msgspec

from sidepot.validation import quantities as q


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A command of a director."""


class OfPlayer(Command, frozen=True):
    """A command about a player."""

    player: str


class OfTable(Command, frozen=True):
    """A command about a table."""

    table: q.Table
