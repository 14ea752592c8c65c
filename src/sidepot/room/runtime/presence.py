"""Presence: informs a table when a player that it knows has connected or disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from sidepot.room.table.commands import Came, TableCommand, Went

if TYPE_CHECKING:
    from sidepot.room.table.machine import RoomTable

MOMENT = 2.0  # seconds without a connection after which a player is away


class Presence:
    """Sends one table the commands `Came` and `Went`. A player is away when none of the player's clients watches the
    table.

    `Went` is sent after a delay, because a page that is reloaded disconnects for a moment. The name "" stands for all
    subscribers together: bots play on alone only while somebody watches.
    """

    __slots__ = ("_is_there", "_room", "_say", "_waiting")

    def __init__(
        self, room: Callable[[], RoomTable], is_there: Callable[[str], bool], say: Callable[[TableCommand], None]
    ) -> None:
        self._room = room
        self._is_there = is_there
        self._say = say
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def look(self, player: str) -> None:
        """Check whether a player is present, after a client connected or disconnected, and notify the table of a
        change.
        """
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
        """Check after a delay whether the player is still disconnected."""
        if player not in self._waiting:
            loop = asyncio.get_running_loop()
            self._waiting[player] = loop.call_later(seconds, self._is_away, player)

    def stop(self) -> None:
        """Stop sending commands to the table."""
        for waiting in self._waiting.values():
            waiting.cancel()
        self._waiting.clear()

    def _thought_away(self, player: str) -> bool | None:
        """Whether the table considers the player away (None if it does not know the player)."""
        room = self._room()
        if not player:
            return not room.watched
        person = room.people.get(player)
        return None if person is None or person.bot else person.away_since > 0

    def _is_away(self, player: str) -> None:
        self._waiting.pop(player, None)
        if self._thought_away(player) is False and not self._is_there(player):
            self._say(Went(player))
