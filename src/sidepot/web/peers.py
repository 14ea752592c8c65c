"""Messages between the servers of a room: sockets to close, taken names, bans, notices, whether a host is there.

A room of one process has no peers; all of this is then local.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any, Final, Protocol

from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.table.commands import Remove
from sidepot.table.bans import Ban
from sidepot.web.logs import trouble
from sidepot.web.rate_limits import Bucket
from sidepot.web.security.bans import Bans, decode_ban, encode_ban
from sidepot.web.security.names import Names

LOGGED_OUT: Final = 4001  # the close code of a socket whose token is no longer valid
COME_AGAIN: Final = 4002  # for an outdated token; the browser gets the new one with its next request
AWAY: Final = 120.0  # seconds without a host after which players may resume a paused table
BEAT: Final = 30.0  # seconds between two messages to the other servers
HERE: Final = "host here"

_log = logging.getLogger("sidepot.web")


class ConnectedClient(Protocol):
    """An open socket of an account: `session` is the hash of its token, `bucket` its rate limit."""

    session: str
    bucket: Bucket | None

    @property
    def is_staff(self) -> bool:
        """Whether the client may use the host's commands."""

    def leave(self, code: int, reason: str) -> None:
        """Close the socket."""

    def notice(self, table: str, because: str) -> None:
        """Notify the client of a problem at a table, if the client is a host or on the staff."""

    def look_away(self, ban: Ban) -> None:
        """Stop watching tables because the account was banned, unless the ban still allows watching."""


class HostWatch:
    """Records when a host was last connected to any server of the room."""

    def __init__(self, registry: TableRegistry, clients: Mapping[str, set[ConnectedClient]]) -> None:
        self._hall = registry
        self._clients = clients
        self.seen = monotonic()  # after a start, hosts get the same time to connect

    def is_here(self) -> bool:
        """Whether a host is connected to this server."""
        return any(client.is_staff for some in self._clients.values() for client in some)

    def note(self) -> None:
        """Record that a host is connected, to this server or another."""
        self.seen = monotonic()

    def is_away(self) -> bool:
        """Whether no host has been connected to any server for some time."""
        return not self.is_here() and monotonic() - self.seen >= AWAY

    def may_resume(self, table: str, account: str) -> bool:
        """Whether a player may resume a paused table: the player sits at the table, and no host has been connected for
        some time.
        """
        if not self.is_away():
            return False
        paused = {one.id for one in self._hall.tables() if one.phase == "paused"}
        return table in paused and table in self._hall.seats_of(account)

    def beat(self) -> None:
        """Tell the other servers if a host is connected to this server."""
        if self.is_here():
            self._hall.tell_others(HERE)


@dataclass(eq=False)
class Peers:
    """Carries out what concerns all servers of a room: on this server first, then by messages to the other servers.

    It also handles the messages of the other servers. `look_again` is called after messages may have been lost.
    """

    registry: TableRegistry
    clients: Mapping[str, set[ConnectedClient]]
    names: Callable[[], Names]
    bans: Bans
    host_watch: HostWatch
    look_again: Callable[[], None]

    def __post_init__(self) -> None:
        self.registry.heard = self.hear
        self.registry.tell_host = self.notice

    # ---- to all servers

    def notice(self, table: str, because: str) -> None:
        """Notify hosts and staff on all servers of a problem at a table."""
        self._notice(table, because)
        self.registry.tell_others("notice", table=table, because=because)

    def log_out(self, account: str, *, only: str = "", again: str = "") -> None:
        """Close the sockets of an account: those of the session `only` or, if that is "", all of them.

        Sockets of the session `again` reconnect automatically. Sessions are named by the hashes of their tokens.
        """
        self._log_out(account, only, again)
        self.registry.tell_others("log out", account=account, only=only, again=again)

    def named(self, name: str) -> None:
        """Tell the other servers that a name was taken. This server already knows it."""
        self.registry.tell_others("named", name=name)

    def unnamed(self, *names: str) -> None:
        """Tell the other servers that these names are free again."""
        self.names().give_back(*names)
        self.registry.tell_others("unnamed", names=names)

    def come_again(self, account: str) -> None:
        """Close the sockets of an account that has a new role or name. They reconnect automatically."""
        self._come_again(account)
        self.registry.tell_others("come again", account=account)

    def banned(self, account: str, ban: Ban | None) -> None:
        """Apply a ban (None ends it), and tell the other servers. This server has already stored it."""
        self._banned(account, ban)
        self.registry.tell_others("banned", account=account, ban=encode_ban(ban))

    # ---- from other servers

    def hear(self, about: str, facts: dict[str, Any]) -> None:
        """Handle a message from another server."""
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
                self.bans.note(facts["account"], ban := decode_ban(facts["ban"]))
                self._banned(facts["account"], ban)
        except Exception as error:  # of another version
            trouble(_log, "a message of another server was not understood", error)

    def _come_again(self, account: str) -> None:
        for client in list(self.clients.get(account, ())):
            client.leave(COME_AGAIN, "come again")

    def _banned(self, account: str, ban: Ban | None) -> None:
        """Remove a banned player from every table, and stop their watching unless the ban allows it."""
        if ban is None:
            return
        for client in list(self.clients.get(account, ())):
            client.look_away(ban)
        self.put_out(account, [table.id for table in self.registry.tables()])

    def put_out(self, account: str, tables: Iterable[str]) -> None:
        """Remove an account from these tables, where it has a seat or waits for one."""
        for table in tables:
            actor = self.registry.get(table)
            if actor is not None:  # otherwise it has just closed
                actor.submit(Remove("", account), staff=True)

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
