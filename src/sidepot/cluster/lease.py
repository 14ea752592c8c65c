"""The lease of a process: how long it may act for its tables, and what the others do when it ends.

Every process of a room has one row in the database: its epoch, whether it is up, and the end of its lease. This row
alone protects the log: each commit of a process begins by reading it (the fence), so a process that was fenced off
cannot write. The row does not protect answers that are not written: a refusal, a snapshot, an answer from memory.
Before those, a process asks its `Lease`.

Other processes recognize a dead one in two ways: its lease has expired by the database's clock, or the lock that its
connection held is free, which shows within milliseconds of a kill. The first way is safe by time alone: a process
counts its lease from the time it *sent* the heartbeat, and stops a `MARGIN` before its end. The second way is safe
because a process checks that connection every `LOOK_EVERY`, is silent if it has not checked for `LATE`, and loses its
tables only after `HUSH`. A database that stops closes its connections one by one, so a process must find a lock free
twice, while its own connection is open. Clocks may differ by any amount, and in speed by a tenth. Each process chooses
the length of its lease.
"""

from __future__ import annotations

from typing import Final

import msgspec

LEASE: Final = 2.0  # seconds from the heartbeat, by the database's clock, unless configured
SHORTEST: Final = 0.4
LONGEST: Final = 60.0
BEAT: Final = 0.25  # fraction of a lease between two heartbeats
MARGIN: Final = 0.25  # fraction of a lease at its end in which a process is already silent
LOOK_EVERY: Final = 0.05  # seconds between two checks of the connection that holds the lock
LATE: Final = 0.05  # seconds without a check, after which a process is silent until the next one
HUSH: Final = 0.2  # seconds from the fencing of a process whose lease was not over until its tables are taken
SURE: Final = 0.05  # seconds between two checks that find a lock free, before its process is fenced off
WATCHED: Final = 3  # processes that each one watches

_NEVER: Final = float("-inf")


class Lease:
    """Decides whether this process may act for its tables. Times are in seconds of this process's clock.

    One thread sends heartbeats. Another thread asks whether the lease is valid.

    >>> lease = Lease()
    >>> lease.held(sent=10.0)
    >>> lease.looked(10.1, connected=True)
    >>> lease.is_valid(10.1), lease.is_late(10.1), lease.is_valid(10.2), lease.is_late(10.2)
    (True, False, False, True)
    """

    __slots__ = ("_ended", "_looked", "_lost", "_until", "length")

    def __init__(self, length: float = LEASE) -> None:
        self.length = length
        self._until = _NEVER
        self._looked = _NEVER
        self._lost = _NEVER  # when the connection was last found lost
        self._ended = False

    def held(self, sent: float) -> None:
        """Record that the database accepted a heartbeat, sent at the time `sent` over the connection with the lock.

        The heartbeat does not count if that connection has been lost since then.
        """
        if sent > self._lost:
            self._until = max(self._until, sent + self.length * (1 - MARGIN))

    def looked(self, now: float, *, connected: bool) -> None:
        """Record whether the connection with the lock was still open at the time `now`.

        If the connection was lost, a new heartbeat is needed.
        """
        self._looked = now
        if not connected:
            self._until = _NEVER
            self._lost = now

    def end(self) -> None:
        """End the lease for good."""
        self._ended = True

    def is_late(self, now: float) -> bool:
        """Whether the connection must be checked before this process answers anything."""
        return now >= self._looked + LATE

    def is_valid(self, now: float) -> bool:
        """Whether the lease is valid, so that this process certainly knows the current state of its tables."""
        return now < self._until and not self.is_late(now) and not self._ended

    def left(self, now: float) -> float:
        """The number of seconds until the lease expires."""
        return 0.0 if self._ended else max(0.0, self._until - now)


class OtherProcess(msgspec.Struct, frozen=True):
    """The row of another process in the database.

    - `up`: whether the process has not ended
    - `over`: whether its lease has expired, by the database's clock
    - `free`: whether nobody holds its lock
    """

    node: str
    epoch: int
    up: bool
    over: bool
    free: bool


class Watcher:
    """Decides which other processes this process fences off.

    Nobody is fenced off for a while after the database has started or was unreachable. The same applies if the database
    left this process's heartbeats unanswered for the length of a lease. The other processes may have had the same
    problem, and will soon send heartbeats.

    >>> watcher, gone = Watcher("a"), OtherProcess("b", epoch=1, up=True, over=False, free=True)
    >>> [watcher.to_fence([gone], at) == [gone] for at in (10.0, 10.01, 10.06)]
    [False, False, True]
    """

    __slots__ = ("_free", "_me", "_since", "_wait")

    def __init__(self, me: str, lease: float = LEASE) -> None:
        self._me = me
        self._wait = max(lease, LEASE)  # others may have a longer lease than this process
        self._since = _NEVER
        self._free: dict[tuple[str, int], float] = {}  # since when the lock of a process was free at each check

    def connected(self, now: float, up: float = 0.0) -> None:
        """Record that the database answers again.

        `up` is for how many seconds the database has been up (0 after it was unreachable).
        """
        self._since = now - up
        self._free.clear()

    def to_fence(self, seen: list[OtherProcess], now: float) -> list[OtherProcess]:
        """The dead processes among `seen`. Before a process is fenced off, the database checks again."""
        others = [one for one in seen if one.up and one.node != self._me]
        self._free = {(one.node, one.epoch): self._free.get((one.node, one.epoch), now) for one in others if one.free}
        if now < self._since + self._wait:
            return []
        return [one for one in others if one.over or self._is_surely_free(one, now)]

    def _is_surely_free(self, one: OtherProcess, now: float) -> bool:
        return one.free and now >= self._free[one.node, one.epoch] + SURE


def ring(me: str, nodes: list[str]) -> list[str]:
    """The processes that this process watches: the next three by name, so that every process is watched by three
    others.

    >>> ring("c", ["a", "b", "c", "d", "e"])
    ['d', 'e', 'a']
    """
    others = sorted(set(nodes) - {me})
    after = [node for node in others if node > me]
    return [*after, *others[: len(others) - len(after)]][:WATCHED]
