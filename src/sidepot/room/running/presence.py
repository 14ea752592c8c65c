"""Presence: a player at a table is away when nobody watches it under that name any more.

A page that is loaded again is gone for a moment only, so a little is waited before it is said. Whether anybody looks on
at all is told in the same way, under the name "": bots alone do not play for nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sidepot.room.table.commands import Came, Saying, Went

if TYPE_CHECKING:
    from sidepot.room.table.machine import RoomTable

MOMENT: Final = 2.0  # seconds


class Presence:
    """Says `Came` and `Went` to one table, of the people it knows."""

    __slots__ = ("_is_there", "_room", "_say", "_waiting")

    def __init__(
        self, room: Callable[[], RoomTable], is_there: Callable[[str], bool], say: Callable[[Saying], None]
    ) -> None:
        self._room = room
        self._is_there = is_there
        self._say = say
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def look(self, player: str) -> None:
        """Somebody of that name has come to watch, or has gone: say so, if the table thinks otherwise."""
        away = self._thought_away(player)
        if away is None:
            return
        if self._is_there(player):
            waiting = self._waiting.pop(player, None)
            if waiting is not None:
                waiting.cancel()
            if away:
                self._say(Came(player))
        elif not away:
            self.wait(player, MOMENT)

    def wait(self, player: str, seconds: float) -> None:
        """Look after the player in a while."""
        if player not in self._waiting:
            loop = asyncio.get_running_loop()
            self._waiting[player] = loop.call_later(seconds, self._is_away, player)

    def stop(self) -> None:
        """Say nothing any more."""
        for waiting in self._waiting.values():
            waiting.cancel()
        self._waiting.clear()

    def _thought_away(self, player: str) -> bool | None:
        """Whether the table has the player as away; None where it does not know the name."""
        room = self._room()
        if not player:
            return not room.watched
        person = room.people.get(player)
        return None if person is None or person.bot else person.away_since > 0

    def _is_away(self, player: str) -> None:
        self._waiting.pop(player, None)
        if self._thought_away(player) is False and not self._is_there(player):
            self._say(Went(player))
