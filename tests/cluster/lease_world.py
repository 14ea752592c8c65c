"""A room of several processes in a world of its own: one database, clocks that differ, messages late or lost.

The database does what `cluster/membership.py` asks of PostgreSQL, statement by statement; the processes are run by
`cluster/lease.py` itself. Nothing else decides anything, so what holds here holds by those rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sidepot.cluster import lease as rules
from sidepot.cluster.lease import Lease, OtherProcess, Watcher


@dataclass
class Row:
    """The row of a process in the database: by the database's clock."""

    epoch: int
    up: bool
    until: float


@dataclass
class Beat:
    """A beat on its way: when it was sent, over which connection; and whether the database has `taken` it."""

    sent: float
    line: int
    taken: bool = False


@dataclass
class Process:
    """One process: what it believes, and what it is in the middle of."""

    name: str
    epoch: int
    rate: float
    offset: float
    lease: Lease
    tables: set[str] = field(default_factory=set)
    giving: set[str] = field(default_factory=set)  # nothing is decided there any more
    beats: list[Beat] = field(default_factory=list)
    writing: str = ""  # the table of the transaction that is open
    line: int = 0  # its connection to the database; no two were ever the same
    alive: bool = True
    stopped: bool = False  # SIGSTOP: it is there, and does nothing


class World:
    """The database, the processes, and the time that nobody sees."""

    def __init__(self, tables: tuple[str, ...]) -> None:
        self.time = 1000.0
        self.rate = 1.0  # of the database's clock
        self.rows: dict[str, Row] = {}
        self.places: dict[str, tuple[str, int]] = dict.fromkeys(tables, ("", 0))
        self.locks: dict[str, int] = {}  # by process: the connection that holds its lock
        self.processes: list[Process] = []
        self.watchers: dict[int, Watcher] = {}
        self.broken: list[str] = []
        self.lines = 0
        self.started = 0.0  # when the database began

    def now(self) -> float:
        """The database's clock."""
        return self.time * self.rate

    def clock_of(self, one: Process) -> float:
        """A process's own clock."""
        return self.time * one.rate + one.offset

    def runs(self, one: Process) -> bool:
        """Whether a process can do anything."""
        return one.alive and not one.stopped

    # ---- a process begins, beats, looks, ends

    def join(self, name: str, rate: float, offset: float, length: float = 0.0) -> Process | None:
        """A process of that name begins. It waits for the lock, and for the end of the one before.

        Where that one has the lock and does not beat, it is put out like any other, and its connection closed.
        """
        row = self.rows.get(name)
        if name in self.locks:
            if row is not None and row.until <= self.now():
                self.fence(OtherProcess(name, row.epoch, row.up, over=True, free=False))
                del self.locks[name]
            return None
        if row is not None and row.up:
            self._put_out(row)
            return None
        if row is not None and row.until > self.now():
            return None
        epoch = row.epoch + 1 if row is not None else 1
        one = Process(name, epoch, rate, offset, Lease(length or rules.LEASE))
        self.rows[name] = Row(epoch, True, self.now() + one.lease.length)
        self._connect(one)
        self.processes.append(one)
        watcher = self.watchers[id(one)] = Watcher(name, one.lease.length)
        watcher.connected(self.clock_of(one), up=self.time - self.started)
        return one

    def _connect(self, one: Process) -> None:
        self.lines += 1
        one.line = self.locks[one.name] = self.lines

    def send(self, one: Process) -> None:
        """A beat goes out, over the connection that there is."""
        one.beats.append(Beat(self.clock_of(one), one.line))

    def take(self, one: Process, beat: Beat) -> None:
        """A beat comes to the database; one over a connection that was closed does not."""
        row = self.rows[one.name]
        if self.locks.get(one.name) != beat.line or beat.taken:
            return
        if row.up and row.epoch == one.epoch:
            row.until = max(row.until, self.now() + one.lease.length)
            beat.taken = True
        else:
            self.end(one)

    def hear(self, one: Process, beat: Beat) -> None:
        """The answer to a beat comes to its process."""
        one.beats.remove(beat)
        if beat.taken:
            if not one.lease.left(self.clock_of(one)):
                self.watchers[id(one)].connected(self.clock_of(one))
            one.lease.held(beat.sent)

    def look(self, one: Process) -> None:
        """The pulse: a process looks at its connection; where it is gone it opens another one, and takes the lock."""
        connected = self.locks.get(one.name) == one.line
        one.lease.looked(self.clock_of(one), connected=connected)
        if not connected and self.rows[one.name].epoch != one.epoch:
            self.end(one)
        elif not connected and one.name not in self.locks:
            self._connect(one)
            self.watchers[id(one)].connected(self.clock_of(one))

    def end(self, one: Process) -> None:
        """A process is no more: killed, or by itself. Its connections are closed, what it was writing is taken back."""
        one.alive = False
        one.writing = ""
        if self.locks.get(one.name) == one.line:
            del self.locks[one.name]

    # ---- putting out, taking over, handing over

    def see(self, one: Process) -> list[OtherProcess]:
        """The rows that a process watches."""
        names = rules.ring(one.name, list(self.rows))
        rows = [(name, self.rows[name]) for name in names]
        return [
            OtherProcess(name, row.epoch, row.up, row.until <= self.now(), name not in self.locks) for name, row in rows
        ]

    def watch(self, one: Process) -> None:
        """A process puts out those of the others that have gone; the database looks once more."""
        for seen in self.watchers[id(one)].to_fence(self.see(one), self.clock_of(one)):
            self.fence(seen)

    def fence(self, seen: OtherProcess) -> None:
        """Put a process out, as the database does it: one that is writing is cut off."""
        row = self.rows[seen.node]
        if row.epoch != seen.epoch or not row.up or not (row.until <= self.now() or seen.node not in self.locks):
            return
        for other in self.processes:
            if other.name == seen.node and other.epoch == seen.epoch:
                other.writing = ""
        self._put_out(row)

    def _put_out(self, row: Row) -> None:
        row.up = False
        row.epoch += 1
        row.until = min(row.until, self.now() + rules.HUSH)

    def is_free(self, table: str) -> bool:
        """Whether nobody has a table any more, as the database knows it."""
        node, epoch = self.places[table]
        row = self.rows.get(node)
        return row is None or (row.epoch > epoch if row.up else row.until <= self.now())

    def claim(self, one: Process, most: int = 2) -> None:
        """A process takes some of the tables that nobody has."""
        row = self.rows[one.name]
        if not (row.up and row.epoch == one.epoch):
            self.end(one)
            return
        for table in [table for table in self.places if self.is_free(table)][:most]:
            self.places[table] = one.name, one.epoch
            one.tables.add(table)

    def give(self, one: Process, table: str, to: Process) -> None:
        """A process hands a table over, between two entries, in its own transaction behind its own fence."""
        mine, theirs = self.rows[one.name], self.rows[to.name]
        one.giving.add(table)
        if not (mine.up and mine.epoch == one.epoch):
            self.end(one)
        elif theirs.up and theirs.epoch == to.epoch:
            self.places[table] = to.name, to.epoch
            one.tables.discard(table)
            one.giving.discard(table)
        else:  # nobody is there to take it: it stays
            one.giving.discard(table)

    def find(self, one: Process) -> None:
        """A process takes up the tables that were given to it."""
        one.tables |= {table for table, place in self.places.items() if place == (one.name, one.epoch)}

    # ---- writing

    def begin(self, one: Process, table: str) -> None:
        """A transaction is opened: the fence is its first statement, and holds until it ends."""
        row = self.rows[one.name]
        if row.up and row.epoch == one.epoch:
            one.writing = table
        else:
            self.end(one)

    def commit(self, one: Process) -> None:
        """The transaction is committed: what was decided is durable, and will be acknowledged."""
        table, one.writing = one.writing, ""
        if self.places[table] != (one.name, one.epoch):
            self.broken.append(f"{one.name}/{one.epoch} has written to {table}, which is {self.places[table]}'s")

    # ---- what must hold

    def speakers(self, table: str) -> list[Process]:
        """The processes that would answer at a table; one that is stopped would, if it went on now."""
        return [
            one
            for one in self.processes
            if one.alive and table in one.tables - one.giving and one.lease.is_valid(self.clock_of(one))
        ]
