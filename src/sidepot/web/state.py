"""The state of the application: the objects that handlers share, made once when the server starts."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import logging
import secrets
import sys
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from litestar.di import NamedDependency

from sidepot.bots.bot_names import MARK, is_bot_name
from sidepot.errors import Conflict
from sidepot.room.runtime.lobby import TableSummary
from sidepot.room.runtime.season_nights import SeasonNights
from sidepot.room.runtime.tables import TableRegistry
from sidepot.room.store.accounts import Account, Accounts
from sidepot.room.store.club_persons import ClubPersons
from sidepot.room.store.floor_log import FloorLog
from sidepot.room.store.seasons import Seasons
from sidepot.room.store.store import Store
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.room.views.tournament_schema import TournamentLine
from sidepot.validation.shown_text import THAT_CAN_BE_DISPLAYED, can_be_shown
from sidepot.web.integrity_checks import IntegrityChecks
from sidepot.web.lan import Lan
from sidepot.web.logs import note, trouble
from sidepot.web.metrics import Meters
from sidepot.web.peers import LOGGED_OUT, ConnectedClient, HostWatch, Peers
from sidepot.web.security.bans import Bans
from sidepot.web.security.names import Names
from sidepot.web.security.passwords import Locks, lock_name
from sidepot.web.security.pins import PinBook
from sidepot.web.security.throttle import LoginThrottle, budgets_in
from sidepot.web.settings import Settings
from sidepot.web.socket_backpressure import Connection, Flusher
from sidepot.web.tournament_copies import Archives

MANY: Final = 500  # after this many closed sockets, of 20 to 30 KB each
SOON: Final = 1.0  # seconds to wait, because many sockets often close together


class MemorySweep:
    """Counts the sockets that have closed since the last full garbage collection."""

    def __init__(self) -> None:
        self.sockets = 0
        self._is_due = False

    def socket_gone(self) -> None:
        """Count a socket that has closed."""
        self.sockets += 1
        if self.sockets >= MANY and not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(SOON, self.clear)

    def clear(self) -> None:
        """Run a full garbage collection, and return free memory to the system."""
        self.sockets = 0
        self._is_due = False
        gc.collect()
        give_back()


def give_back() -> None:
    """Return free memory to the system, if the C library supports it (glibc)."""
    if sys.platform != "linux":
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


OWNER: Final = "host"  # the account that used the host link, or became owner later
STAFF: Final = (OWNER, "staff")
LONGEST_BOT: Final = 30
MOMENT: Final = 1.0  # seconds to wait, so that one look covers several lost messages
PLAYED: Final = b"played"  # the data of a guest's account after the first seat

_log = logging.getLogger("sidepot.web")


def now_ms() -> int:
    """The current time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class AppState:
    """The state of an open room: its store, accounts, tables, clients and counts.

    `room` distinguishes the cookies of several rooms on one machine; `secret` signs cookies and form tokens.
    """

    def __init__(self, settings: Settings, store: Store, registry: TableRegistry, *, room: str, secret: str) -> None:
        self.settings = settings
        self.lan = Lan(settings)
        self.store = store
        self.accounts = Accounts(store)
        self.club_persons = ClubPersons(store)
        self.seasons = Seasons(store)
        self.floor_log = FloorLog(store)
        self.season_nights = SeasonNights()
        self.registry = registry
        self.room = room
        self.secret = secret
        self.locks = Locks(store)
        self.budgets = budgets_in(store)
        self.login_throttle = LoginThrottle(self.budgets)
        self.pins = PinBook(store, secret)
        self.topics: Any = None  # set by the application, because `topics.Topics` is in a higher layer
        self.names = Names()
        self.bans = Bans(store)
        self.clients: dict[str, set[ConnectedClient]] = defaultdict(set)  # by account
        self.connections: set[Connection] = set()  # all open sockets
        self.flusher = Flusher()
        self.by_address: Counter[str] = Counter()
        self.verifying = asyncio.Lock()
        self.making_day_2 = asyncio.Lock()
        self.integrity = IntegrityChecks(store.place)
        self.memory = MemorySweep()
        self.meters = Meters(self._live, registry.phases, store.commit_waits, self.flusher)
        self.host_watch = HostWatch(registry, self.clients)
        self.peers = Peers(
            registry, self.clients, lambda: self.names, self.bans, self.host_watch, self._look_again_soon
        )
        registry.connected = lambda: {number for number, some in self.clients.items() if some}
        self._looking: asyncio.Task[None] | None = None
        self._to_note: set[str] = set()  # accounts known at a table that are not noted in the store yet

    def _look_again_soon(self) -> None:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.get_running_loop().create_task(self._look_again())

    async def _look_again(self) -> None:
        """Check for logouts, taken names and bans, because messages of other servers may have been lost."""
        await asyncio.sleep(MOMENT)
        try:
            clients = [client for some in self.clients.values() for client in some if client.session]
            live = await self.accounts.live(sorted({client.session for client in clients}), now_ms())
            for client in clients:
                if client.session not in live:
                    client.leave(LOGGED_OUT, "logged out")
            self.names = Names(await self.accounts.names())
            await self.bans.load()
            self.put_out_banned()
        except Exception as error:  # the next check may succeed
            trouble(_log, "could not check which sessions are still valid", error)

    def table_here(self, table: str) -> RoomTable | None:
        """The state machine of a table; None if the table does not run in this process."""
        room: RoomTable | None = getattr(self.registry.get(table), "machine", None)
        return room

    def table_elsewhere(self, table: str) -> TableSummary | None:
        """The last summary of a table that runs in another process, or None."""
        summary: TableSummary | None = getattr(self.registry.get(table), "summary", None)
        return summary

    async def open_table(self, terms: RoomTerms, *, by: str, password: str = "") -> str:
        """Open a table. Returns its id. Raises Conflict if a bot's name could be a person's."""
        if password:
            kept = await self.locks.hashed(password)
        for bot in terms.bots:
            check_bot_name(bot.name)
        found = await self.registry.open(terms, by)
        if password:
            await self.locks.lock(found, kept)
        note(_log, "table opened", table=found, title=terms.title, by=by)
        return found

    async def may_watch(self, table: str, who: Account | None) -> bool:
        """Whether a person may watch a table. Raises IllegalAction for a banned player.

        A person may watch a locked table only from a seat, or after giving the table's password.
        """
        self.bans.check(who, now_ms(), watching=True)
        if who is not None and who.role in STAFF or self.registry.get(table) is None:  # no lock for an unknown table
            return True
        if who is not None and self._sits_at(table, who.id):  # the password may have changed since
            return True
        locked = self.is_locked(table)
        return await self.locks.is_let_in(self.lock_of(table), who.id if who else "", locked=locked)

    def _sits_at(self, table: str, account: str) -> bool:
        """Whether an account has a seat at a table."""
        here = self.table_here(table)
        if here is None:
            return table in self.registry.seats_of(account)
        return here.names.get(account) in here.table.places

    def lock_of(self, table: str) -> str:
        """The name of a table's lock: its own or, at a table of a tournament, the tournament's."""
        here, elsewhere = self.table_here(table), self.table_elsewhere(table)
        if here is not None:
            tournament = here.terms.of_tournament.tournament if here.terms.of_tournament is not None else ""
            lock = here.terms.lock
        else:
            tournament = elsewhere.of_tournament if elsewhere is not None else ""
            lock = elsewhere.lock if elsewhere is not None else ""
        return self.lock_of_tournament(tournament) if tournament else lock_name(table, lock)

    async def open_tournament(self, terms: TournamentTerms, *, by: str, password: str = "") -> str:
        """Announce a tournament, and lock it if it has a password. Returns its id."""
        kept = await self.locks.hashed(password) if password else ""
        found = await self.registry.tournaments.open(terms, by=by)
        if kept:
            await self.locks.lock(tournament_lock(found), kept)
        note(_log, "tournament announced", table=f"tournament/{found}", title=terms.title, by=by)
        return found

    def lock_of_tournament(self, tournament: str) -> str:
        """The name of a tournament's lock. All tournaments of a series share one."""
        line = self._line_of(tournament)
        return tournament_lock(tournament if line is None else line.password_of or tournament)

    def is_tournament_locked(self, tournament: str) -> bool:
        """Whether a tournament has a password and is not over."""
        line = self._line_of(tournament)
        return line is not None and line.locked

    def _line_of(self, tournament: str) -> TournamentLine | None:
        return next((line for line in self.registry.tournaments.lines() if line.id == tournament), None)

    async def may_enter(self, tournament: str, who: Account | None) -> bool:
        """Whether a person may enter a tournament.

        A person may enter a locked tournament only after giving its password.
        """
        if who is not None and who.role in STAFF or not self.is_tournament_locked(tournament):
            return True
        return await self.locks.is_let_in(self.lock_of_tournament(tournament), who.id if who else "", locked=True)

    def is_locked(self, table: str) -> bool:
        """Whether the terms of a table include a password."""
        return self.registry.get(table) is not None and self.registry.is_locked(table)

    def put_out_banned(self) -> None:
        """Remove banned players who still have seats because their table was frozen at the time of the ban."""
        now = now_ms()
        banned = [account for account, ban in self.bans.all.items() if not ban.is_over(now)]
        if banned:
            self.registry.tables()  # updates the summaries of changed tables
        for account in banned:
            self.peers.put_out(account, self.registry.seats_of(account))

    # ---- housekeeping

    async def note_played(self) -> None:
        """Record in the store which guests have played, because closed tables forget them."""
        found = self._to_note = self._to_note | self.registry.newly_known()
        await self.accounts.note(sorted(found), PLAYED, of="guest")
        self._to_note = self._to_note - found

    def _live(self) -> dict[str, float]:
        players = sum(1 for of in self.clients.values() if of)
        found = {"players": players, "store_commits": self.store.commits, "store_ill": self.store.is_ill}
        return found | self.registry.gauges()


def tournament_lock(tournament: str) -> str:
    """The name of the lock of a tournament."""
    return f"tournament/{tournament}"


def check_bot_name(name: str) -> None:
    """Raise Conflict for a bot's name that could be a person's."""
    if len(name) > LONGEST_BOT or not can_be_shown(name):
        raise Conflict(
            f"the name of a bot can have at most {LONGEST_BOT} characters {THAT_CAN_BE_DISPLAYED}", code="bad_name"
        )
    if not is_bot_name(name):
        raise Conflict(f"the name of a bot must end with {MARK}: {name} {MARK}", code="bad_name")


Shared = NamedDependency[AppState]  # the parameter `app_state` of a handler


async def kept_secret(store: Store, key: str, make: Callable[[], str]) -> str:
    """A secret that survives restarts. `make` makes it once, even if several processes open the room together."""
    return await store.get(key) or await store.put_new(key, make())


async def _keep_archives(app_state: AppState) -> Archives | None:
    """Keep copies of live tournaments, if the settings name a folder."""
    if not app_state.settings.archive:
        return None
    found = Archives(Path(app_state.settings.archive), app_state.store)
    app_state.registry.tournaments.opened = found.take
    for actor in app_state.registry.tournaments.actors():
        found.take(actor)
    return found


@asynccontextmanager
async def open_app_state(settings: Settings, store: Store, registry: TableRegistry) -> AsyncIterator[AppState]:
    """Open the room: load its tables, and yield its state. The tables are stopped when the context ends."""
    room = await kept_secret(store, "web/room", lambda: secrets.token_hex(3))
    secret = await kept_secret(store, "web/csrf", secrets.token_urlsafe)
    app_state = AppState(settings, store, registry, room=room, secret=secret)
    app_state.names = Names(await app_state.accounts.names())
    await app_state.bans.load()
    await registry.start()
    archives = await _keep_archives(app_state)
    try:
        yield app_state
    finally:
        if archives is not None:
            await archives.stop()
        await app_state.integrity.stop()
        try:
            await app_state.note_played()
        except Exception as error:  # the store may have failed; still stop the tables
            trouble(_log, "could not note which guests have played", error)
        await registry.stop()
