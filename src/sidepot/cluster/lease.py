"""The lease of a process: until when it may speak for its tables, by its own clock, and what others do when it ends.

Every process of a room has one row in the database: its epoch, whether it is up, and the end of its lease. The log is
safe by that row alone: each commit of a process begins by reading it (the fence), so that nothing is written by a
process that was put out. The log cannot fence what is not written: a refusal, a snapshot, an answer from memory. For
those a process asks its `Lease`.

Two things show others that a process has gone. Its lease is over by the database's clock; or the lock that its
connection holds is free, which is known within milliseconds if the process was killed. The first is safe by time
alone: a process counts its lease from when it *sent* the beat, and stops a `MARGIN` before the database does. The
second is safe since a node looks at that connection every `LOOK_EVERY`, says nothing if it has not looked for
`LATE`, and its tables are not taken before `HUSH` has passed. A database that ends closes the connections of all, one
after the other: so a lock must be found free twice, by a process whose own connection is still open. Clocks may differ
by any amount, and in their rates by a tenth. How long a lease is each process chooses for itself, as its row says when
it ends.
"""

from __future__ import annotations

from typing import Final

import msgspec

LEASE: Final = 2.0  # seconds from the beat, by the database's clock, if no other is asked for
SHORTEST: Final = 0.4
LONGEST: Final = 60.0
BEAT: Final = 0.25  # part of a lease between two beats
MARGIN: Final = 0.25  # part of a lease by which a process stops speaking before it is over
LOOK_EVERY: Final = 0.05  # seconds between two looks at the connection that holds the lock
LATE: Final = 0.05  # without a look, after which nothing is said before the next
HUSH: Final = 0.2  # from the fence of a process whose lease was not over, until its tables are taken
SURE: Final = 0.05  # seconds between two looks that find a lock free, before its process is put out
WATCHED: Final = 3  # processes that each one watches

_NEVER: Final = float("-inf")


class Lease:
    """Whether this process may speak, by its own clock in seconds. One thread beats, another one asks.

    >>> lease = Lease()
    >>> lease.held(sent=10.0)
    >>> lease.looked(10.1, connected=True)
    >>> lease.may_answer(10.1), lease.is_late(10.1), lease.may_answer(10.2), lease.is_late(10.2)
    (True, False, False, True)
    """

    __slots__ = ("_ended", "_looked", "_lost", "_until", "length")

    def __init__(self, length: float = LEASE) -> None:
        self.length = length
        self._until = _NEVER
        self._looked = _NEVER
        self._lost = _NEVER  # when the connection was last found to be lost
        self._ended = False

    def held(self, sent: float) -> None:
        """The database has taken the beat that was sent at that time, over a connection that holds the lock.

        Word of a beat over a connection that was lost since comes too late.
        """
        if sent > self._lost:
            self._until = max(self._until, sent + self.length * (1 - MARGIN))

    def looked(self, now: float, *, connected: bool) -> None:
        """The connection that holds the lock was checked. If it is lost, a new heartbeat is needed."""
        self._looked = now
        if not connected:
            self._until = _NEVER
            self._lost = now

    def end(self) -> None:
        """This node stops answering for good."""
        self._ended = True

    def is_late(self, now: float) -> bool:
        """Whether the connection has to be looked at before anything is said."""
        return now >= self._looked + LATE

    def may_answer(self, now: float) -> bool:
        """Whether what this process knows of its tables is still the truth."""
        return now < self._until and not self.is_late(now) and not self._ended

    def left(self, now: float) -> float:
        """Seconds that are left."""
        return 0.0 if self._ended else max(0.0, self._until - now)


class Seen(msgspec.Struct, frozen=True):
    """The row of a process as another one sees it: its lease is `over` by the database's clock, its lock is `free`."""

    node: str
    epoch: int
    up: bool
    over: bool
    free: bool


class Watcher:
    """Which other processes this one puts out.

    If the database has just begun, or was lost and is found again, or did not answer this process's own beats for as
    long as its lease, nobody is put out for a while: it may have been so for all others too, and they beat in a moment.

    >>> watcher, gone = Watcher("a"), Seen("b", epoch=1, up=True, over=False, free=True)
    >>> [watcher.to_fence([gone], at) == [gone] for at in (10.0, 10.01, 10.06)]
    [False, False, True]
    """

    __slots__ = ("_free", "_me", "_since", "_wait")

    def __init__(self, me: str, lease: float = LEASE) -> None:
        self._me = me
        self._wait = max(lease, LEASE)  # others may have a longer one than this process
        self._since = _NEVER
        self._free: dict[tuple[str, int], float] = {}  # since when the lock of a process is found free at each look

    def connected(self, now: float, up: float = 0.0) -> None:
        """The database answers again, which has been up for that many seconds; 0 if it did not answer before."""
        self._since = now - up
        self._free.clear()

    def to_fence(self, seen: list[Seen], now: float) -> list[Seen]:
        """Those of the rows whose processes have gone. The database looks once more before it puts one out."""
        others = [one for one in seen if one.up and one.node != self._me]
        self._free = {(one.node, one.epoch): self._free.get((one.node, one.epoch), now) for one in others if one.free}
        if now < self._since + self._wait:
            return []
        return [one for one in others if one.over or self._is_surely_free(one, now)]

    def _is_surely_free(self, one: Seen, now: float) -> bool:
        return one.free and now >= self._free[one.node, one.epoch] + SURE


def ring(me: str, nodes: list[str]) -> list[str]:
    """The processes that one watches: the next three by name, so that each is watched by three however many there are.

    >>> ring("c", ["a", "b", "c", "d", "e"])
    ['d', 'e', 'a']
    """
    others = sorted(set(nodes) - {me})
    after = [node for node in others if node > me]
    return [*after, *others[: len(others) - len(after)]][:WATCHED]
