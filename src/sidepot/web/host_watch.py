"""Whether a host of the room is there: where none is for a while, the players go on by themselves.

Each server sees its own clients; several tell each other from time to time.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Final

from sidepot.web.hall_type import Connected, TableHall

AWAY: Final = 120.0  # seconds without any host, after which players may let a paused table go on
BEAT: Final = 30.0  # seconds between two words to the other servers
HERE: Final = "host here"


class HostWatch:
    """Knows when a host was there last, at any server of the room."""

    def __init__(self, hall: TableHall, clients: Mapping[str, set[Connected]]) -> None:
        self._hall = hall
        self._clients = clients
        self.seen = monotonic()  # they have a while to come after a start

    def is_here(self) -> bool:
        """Whether a host is connected to this server."""
        return any(client.is_staff for some in self._clients.values() for client in some)

    def note(self) -> None:
        """A host was here or elsewhere a moment ago."""
        self.seen = monotonic()

    def is_away(self) -> bool:
        """Whether no host has been there for a while."""
        return not self.is_here() and monotonic() - self.seen >= AWAY

    def may_resume(self, table: str, account: str) -> bool:
        """Whether a player may let a table go on: it is paused, they sit there, and no host is there for a while."""
        if not self.is_away():
            return False
        paused = {one.id for one in self._hall.tables() if one.phase == "paused"}
        return table in paused and table in self._hall.seats_of(account)

    def beat(self) -> None:
        """Tell the other servers, if a host is here."""
        if self.is_here():
            self._hall.tell_others(HERE)
