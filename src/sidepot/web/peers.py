"""What the servers of a room tell each other aside: whose sockets end, which names are taken, what the host must know.

A room that is one process tells itself: nobody else is there to hear it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sidepot.errors import SidepotError
from sidepot.room.table.commands import Remove
from sidepot.table.bans import Ban
from sidepot.web.hall_type import Connected, TableHall
from sidepot.web.host_watch import HERE, HostWatch
from sidepot.web.logs import trouble
from sidepot.web.security.bans import Bans, heard, told
from sidepot.web.security.names import Names

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
    bans: Bans
    host_watch: HostWatch
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

    def come_again(self, account: str) -> None:
        """Somebody has another role, or name: the sockets of that account end, and come again by themselves."""
        self._come_again(account)
        self.hall.tell_others("come again", account=account)

    def banned(self, account: str, ban: Ban | None) -> None:
        """Somebody was sent away, or may come back (None). The ban is kept, and known here already."""
        self._banned(account, ban)
        self.hall.tell_others("banned", account=account, ban=told(ban))

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
            elif about == HERE:
                self.host_watch.note()
            elif about == "come again":
                self._come_again(facts["account"])
            elif about == "banned":
                self.bans.note(facts["account"], ban := heard(facts["ban"]))
                self._banned(facts["account"], ban)
        except Exception as error:  # of another version
            trouble(_log, "another server was not understood", error)

    def _come_again(self, account: str) -> None:
        for client in list(self.clients.get(account, ())):
            client.leave(COME_AGAIN, "come again")

    def _banned(self, account: str, ban: Ban | None) -> None:
        """Somebody leaves every table, and watches none any more, unless the ban lets them."""
        if ban is None:
            return
        for client in list(self.clients.get(account, ())):
            client.look_away(ban)
        self.put_out(account, [table.id for table in self.hall.tables()])

    def put_out(self, account: str, tables: Iterable[str]) -> None:
        """Have somebody leave these tables, where they sit or wait there."""
        for table in tables:
            try:
                actor = self.hall.actor(table)
            except SidepotError:  # it was closed a moment ago
                continue
            actor.submit(Remove("", account), _nothing, by="", id="", staff=True, account="")

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


def _nothing(_: int, __: SidepotError | None) -> None:
    """A table where they are not refuses it: that is fine."""
