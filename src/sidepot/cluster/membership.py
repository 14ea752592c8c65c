"""This process among those that share a room's PostgreSQL database: its row, heartbeat, lock and fence.

`cluster/lease.py` has the rules, this module the statements. One thread with its own connection sends heartbeats, holds
the lock of this process, and watches three others. The writer begins every transaction by reading the row FOR KEY SHARE
(`fence`): a heartbeat does not wait for this lock, but a process that fences this one off does.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from time import process_time
from typing import Any, Final

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import NullPool

from sidepot import __version__
from sidepot.cluster import statements as words
from sidepot.cluster.database_clock import check_clock
from sidepot.cluster.lease import BEAT, HUSH, LEASE, Lease, OtherProcess, Watcher, ring
from sidepot.room.store.database import FIRST_FORMAT, TODAY, Build, allow, check_format, format_found, postgres_engine
from sidepot.room.store.errors import TEXTS, StoreError, Trouble, explain
from sidepot.room.store.pipeline import Lost, Refused, RoundTrip, Statement, is_hung_up, list_of_names, number, texts
from sidepot.room.store.place import Place

LOOK: Final = 0.05  # seconds between two checks of the others
RETRY: Final = 0.25  # seconds between two tries to reach the database again
STUCK: Final = 10.0  # this process ends if the tables' own thread has been idle for these seconds
LOAD: Final = 5.0  # seconds over which this process's CPU usage is averaged
FORMATS: Final = 5.0  # seconds to wait for others that join, or start to write a new format
PATIENCE: Final = 10.0  # seconds to wait until a process of the same name has ended

_log: Final = logging.getLogger("sidepot.room")


class Fenced(StoreError):
    """Raised in a process that another process has fenced off.

    The state of such a process is out of date, and the process must not write any more.
    """

    def __init__(self, node: str) -> None:
        super().__init__(Trouble.CLOSED, f"node {node} was fenced off; another node has its tables")


class Membership:
    """The membership of one process in a room's cluster.

    If the process must end, `ended` is called once, from any thread, with the reason.
    """

    def __init__(
        self,
        place: Place,
        name: str,
        ended: Callable[[str], None],
        *,
        address: str = "",
        clock: Callable[[], float],
        build: Build = TODAY,
        lease: float = LEASE,
    ) -> None:
        self.name = name
        self.epoch = 0
        self.writes = FIRST_FORMAT
        self._build = build
        self.lease = Lease(lease)
        self._clock = clock
        self._address = address
        self._where = place.shown
        self._engine: Engine = postgres_engine(place, words.PATIENT, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        self._connection: Connection | None = None
        self._trip: RoundTrip | None = None  # on the same connection
        self._socket = -1
        self._watcher = Watcher(name, lease)
        self._ended = ended
        self._is_over = False
        self._door = threading.Lock()
        self._stop = threading.Event()
        self._up: set[str] = set()  # the processes that were up at the last check
        self._changed: Callable[[], None] | None = None
        self._looked = 0.0  # when the tables' own thread was last alive; 0: not yet
        self._thread = threading.Thread(target=self._work, name="sidepot-lease", daemon=True)

    def has_lease(self) -> bool:
        """Whether the lease is valid, so that this process certainly knows the current state of its tables."""
        now = self._clock()
        if self.lease.is_late(now):
            self._look_at_lock(now)
        return self.lease.is_valid(now)

    def lease_left(self) -> float:
        """The number of seconds until the lease expires, unless it is renewed."""
        return self.lease.left(self._clock())

    def lease_length(self) -> float:
        """How long a renewed lease is valid, in seconds."""
        return self.lease.length

    def look(self) -> None:
        """Record that the event loop of the tables is still running."""
        self._looked = self._clock()
        self._look_at_lock(self._looked)

    def _look_at_lock(self, now: float) -> None:
        """Check whether the connection that holds the lock still exists."""
        self.lease.looked(now, connected=self._socket >= 0 and not is_hung_up(self._socket))

    def watch_others(self, changed: Callable[[], None] | None) -> None:
        """Call `changed`, from the lease's thread, whenever a process joins or leaves."""
        self._changed = changed

    # ---- for the writer

    def adopt(self, connection: Connection) -> None:
        """Use this connection for writing from now on. A process that fences this process off can cut the
        connection.
        """
        values = {"name": f"{words.PROGRAM} {self.name}", **self._me()}
        with connection.begin():
            connection.execute(words.NAME_CONNECTION, values)
            connection.execute(words.ADOPT, values)

    def fence(self, connection: Connection) -> None:
        """Raise Fenced if this process was fenced off, and prevent fencing until the commit. Called first in each
        transaction.
        """
        if connection.scalar(words.FENCE, self._me()) is None:
            self._end("another node fenced it off")
            raise Fenced(self.name)

    def guard(self) -> list[Statement]:
        """The statements that do what `fence` does, for a pipeline: one of them fails if this process was fenced
        off.
        """
        return [(words.GUARD, [*texts(self.name), number(self.epoch)])]

    def reserve(self, stream: str) -> Callable[[Connection], bool]:
        """A write that reserves a stream which this process is about to begin.

        The write returns False if another process has already reserved the stream.
        """
        values = {"stream": stream, **self._me()}
        return lambda connection: connection.scalar(words.PLACE_NEW, values) is not None

    def _me(self) -> dict[str, object]:
        return {"me": self.name, "epoch": self.epoch}

    # ---- joining and leaving

    def join(self) -> None:
        """Join the room, after an earlier process of the same name has ended. Raises StoreError if this is impossible.

        If the clock of this machine is wrong, joining fails at once and changes nothing.
        """
        try:
            connection = self._connect()
            check_clock(connection, self._where)
            self._wait_for_name(connection)
            with _formats_held(connection):
                self.writes = _check_room(connection, self._build, self._where)
                sent = self._clock()
                values = {
                    "address": self._address,
                    "version": __version__,
                    "lease": _ms(self.lease.length),
                    **self._me(),
                }
                values |= {"reads": self._build.reads, "writes": self.writes}
                self.epoch = int(connection.scalar(words.JOIN, values) or 0)
        except Exception as error:
            self._drop()
            raise explain(error, self._where) from None
        self.lease.held(sent)
        self._thread.start()

    def _wait_for_name(self, connection: Connection) -> None:
        until = self._clock() + PATIENCE
        values = {"hush": _ms(HUSH), **self._me()}
        while not connection.scalar(words.TAKE_LOCK, values):
            if connection.scalar(words.IS_OVER, values):
                self._put_out(connection, connection.scalar(words.EPOCH, values) or 0, self.name)
                connection.execute(words.BREAK_LOCK, values)
            elif self._clock() > until:
                raise StoreError(
                    Trouble.BUSY, f"{self._where}: another node is named {self.name}; choose another --node"
                )
            time.sleep(LOOK)
        connection.execute(words.PUT_OUT_BEFORE, values)
        while connection.scalar(words.IS_HUSHED, values):
            time.sleep(LOOK / 2)

    def leave(self) -> None:
        """Leave the room after everything is published. Other processes can take its tables at once."""
        self.lease.end()
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        if self._connection is not None and not self._is_over:
            try:
                self._connection.execute(words.LEAVE, self._me())
            except DBAPIError as error:  # otherwise its lease expires
                _log.warning("the node left without notifying the database: %s", explain(error, self._where).message)
        self._drop()
        self._engine.dispose()

    def _end(self, why: str) -> None:
        """End the membership, because the state of this process is out of date: it neither sends nor writes from now
        on.
        """
        self.lease.end()
        with self._door:
            if self._is_over:
                return
            self._is_over = True
        self._stop.set()
        self._ended(why)

    # ---- the thread

    def _work(self) -> None:
        last = measured = ran = self._clock()
        used = process_time()
        while not self._stop.wait(LOOK):
            try:
                if self._connection is None:
                    self._find_again()
                    last = 0.0
                now = self._clock()
                if now - ran > STUCK / 2 and self._looked:  # the whole process was stopped, as when the machine sleeps
                    self._looked = now
                ran = now
                if self._looked and now - self._looked > STUCK:
                    self._end(f"its tables made no progress for {STUCK:.0f} seconds")
                elif now - last >= self.lease.length * BEAT:
                    self._beat(now)
                    last = now
                if now - measured >= LOAD and self._connection is not None and not self._is_over:
                    busy, used = process_time() - used, process_time()
                    self._connection.execute(words.LOAD, {"load": round(100 * busy / (now - measured)), **self._me()})
                    measured = now
                if self._connection is not None and not self._is_over:
                    self._watch(self._connection)
            except Exception as error:
                if not isinstance(error, DBAPIError) or not _is_timeout(error):
                    _log.warning("could not renew the lease: %s", explain(error, self._where).message)
                    self._drop()
                    self._stop.wait(RETRY)

    def _beat(self, now: float) -> None:
        connection = self._connection
        if connection is None:
            return
        if connection.scalar(words.BEAT, {"lease": _ms(self.lease.length), **self._me()}) is None:
            self._end("another node fenced it off")
            return
        if not self.lease_left():  # the database may have kept all processes waiting
            self._watcher.connected(self._clock())
        self.lease.held(now)

    def _watch(self, connection: Connection) -> None:
        if self.writes < self._build.writes:
            self.writes = _agreed_format(connection, self._build, self._me(), self.writes)
        names = ring(self.name, sorted(self._up))
        seen = self._see(connection, names)
        up = {one.node for one in seen}
        if up != self._up:
            self._up = up
            if self._changed is not None:
                self._changed()
        watched = [one for one in seen if one.node in names]
        for one in self._watcher.to_fence(watched, self._clock()):
            if self._put_out(connection, one.epoch, one.node):
                self._up.discard(one.node)
                if self._changed is not None:
                    self._changed()
                _log.warning(
                    "node %s was fenced off: %s",
                    one.node,
                    "its lease expired" if one.over else "its connection is gone",
                )

    def _see(self, connection: Connection, names: list[str]) -> list[OtherProcess]:
        """All processes that are up. This runs twenty times per second, so it leaves out everything unnecessary."""
        if self._trip is None or not self._trip.is_free:
            return [OtherProcess(*row) for row in connection.execute(words.SEE, {"names": names})]
        try:
            rows = self._trip.ask(words.SEE_AT_ONCE, list_of_names(names))
        except (Lost, Refused):
            raise StoreError(Trouble.UNREACHABLE, f"{self._where}: {TEXTS[Trouble.UNREACHABLE]}") from None
        return [OtherProcess(node, int(epoch), *[one == "t" for one in more]) for node, epoch, *more in rows]

    def _put_out(self, connection: Connection, epoch: int, node: str) -> bool:
        """Fence a process off. If it has stopped inside a transaction and holds its row, its connection is cut."""
        values = {"id": node, "epoch": epoch, "hush": _ms(HUSH), "program": words.PROGRAM}
        for _ in range(5):
            try:
                return bool(connection.execute(words.PUT_OUT, values).rowcount)
            except DBAPIError as error:
                if not _is_timeout(error):
                    raise
                connection.execute(words.CUT_OFF, values)
        return False

    def _find_again(self) -> None:
        connection = self._connect()
        if connection.scalar(words.STANDS, self._me()) is None:
            self._end("another node fenced it off")
        elif not connection.scalar(words.TAKE_LOCK, self._me()):
            self._drop()  # another process is checking it, or the database has not noticed yet that the old one is gone

    def _connect(self) -> Connection:
        connection = self._connection = self._engine.connect()
        driver: Any = connection.connection.driver_connection
        connection.execute(text("SET lock_timeout = '100ms'"))
        self._socket = driver.pgconn.socket
        self._trip = RoundTrip(connection)
        self._watcher.connected(self._clock(), 0.0 if self.epoch else float(connection.scalar(words.UP_FOR) or 0))
        return connection

    def _drop(self) -> None:
        connection, self._connection, self._trip, self._socket = self._connection, None, None, -1
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception:  # it was already broken
                return


# ---- the event format to write: a new one once all processes can read it, and never an older one again


@contextmanager
def _formats_held(connection: Connection) -> Iterator[None]:
    """Keep other processes from joining or starting a new format. Raises StoreError if a process takes too long."""
    until = time.monotonic() + FORMATS
    while not connection.scalar(words.TAKE_FORMATS):
        if time.monotonic() > until:
            raise StoreError(Trouble.BUSY, "another node has not finished joining the room; restart that node")
        time.sleep(LOOK / 2)
    try:
        yield
    finally:
        connection.execute(words.LET_FORMATS_GO)


def _check_room(connection: Connection, build: Build, where: str) -> int:
    """The format that a process of this build writes first. Raises StoreError if it cannot read the others' format."""
    found = format_found(connection)
    writer = connection.execute(words.WHO_WRITES, {"reads": build.reads}).first()
    check_format(found, build, where, f"{writer[0]} (sidepot {writer[1]})" if writer is not None else "")
    return min(found, build.writes)


def _agreed_format(connection: Connection, build: Build, me: Mapping[str, object], writes: int) -> int:
    """The format that a process of this build writes from now on: a later one as soon as all other processes can read
    it.

    This does not wait, because the lease would expire; it is called again later.
    """
    if (connection.scalar(words.ALL_READ) or 0) <= writes or not connection.scalar(words.TAKE_FORMATS):
        return writes
    try:
        agreed = min(connection.scalar(words.ALL_READ) or 0, build.writes)
        if agreed > writes:
            allow(connection, agreed)
            connection.execute(words.WRITES, {"writes": agreed, **me})
            writes = agreed
        return writes
    finally:
        connection.execute(words.LET_FORMATS_GO)


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _is_timeout(error: DBAPIError) -> bool:
    """Whether a statement waited too long for a lock."""
    return getattr(error.orig, "sqlstate", "") == "55P03"
