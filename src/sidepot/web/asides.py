"""What the servers of a room tell each other aside: whose sockets end, which names are taken, what the host must know.

A room that is one process tells itself: nobody else is there to hear it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sidepot.web.hall_type import Connected, TableHall
from sidepot.web.logs import trouble
from sidepot.web.names import Names

LOGGED_OUT: Final = 4001  # the close code of a socket whose token is nobody's any more
COME_AGAIN: Final = 4002  # and of one with an outdated token: the browser has it with its next answer

_log = logging.getLogger("sidepot.web")


@dataclass(eq=False)
class Asides:
    """Does here what concerns all servers of the room, and tells the others; and does what these tell.

    Their words may be lost: `look_again` is called when they may have been.
    """

    hall: TableHall
    clients: Mapping[str, set[Connected]]
    names: Callable[[], Names]
    look_again: Callable[[], None]

    def __post_init__(self) -> None:
        self.hall.heard = self.hear
        self.hall.tell_host = self.notice

    # ---- here and everywhere

    def notice(self, table: str, because: str) -> None:
        """Something is wrong at a table: tell the host and the staff, wherever they are."""
        self._notice(table, because)
        self.hall.tell_others("notice", table=table, because=because)

    def log_out(self, account: str, *, only: str = "", again: str = "") -> None:
        """Close the sockets of an account: those of the session `only`, or all.

        Those of the session `again` come again by themselves. Sessions are told by the hashes of their tokens.
        """
        self._log_out(account, only, again)
        self.hall.tell_others("log out", account=account, only=only, again=again)

    def named(self, name: str) -> None:
        """A name is taken. It is so here already."""
        self.hall.tell_others("named", name=name)

    def unnamed(self, *names: str) -> None:
        """These names are free again."""
        self.names().give_back(*names)
        self.hall.tell_others("unnamed", names=names)

    # ---- from others

    def hear(self, about: str, facts: dict[str, Any]) -> None:
        """Another server says something."""
        try:
            if about == "missed":
                self.look_again()
            elif about == "notice":
                self._notice(facts["table"], facts["because"])
            elif about == "log out":
                self._log_out(facts["account"], facts["only"], facts["again"])
            elif about == "named":
                self.names().note(facts["name"])
            elif about == "unnamed":
                self.names().give_back(*facts["names"])
        except Exception as error:  # of another version
            trouble(_log, "another server was not understood", error)

    def _notice(self, table: str, because: str) -> None:
        for clients in list(self.clients.values()):
            for client in list(clients):
                client.notice(table, because)

    def _log_out(self, account: str, only: str, again: str) -> None:
        for client in list(self.clients.get(account, ())):
            if again and client.session == again:
                client.leave(COME_AGAIN, "come again")
            elif not only or client.session == only:
                client.leave(LOGGED_OUT, "logged out")
