"""Whether everything that the players of `cluster.py` were told is true: the log is read from end to end.

Acknowledged commands are in it once, with their numbers; a refusal is right for a state of its table between question
and answer; a player was shown the cards of their own seat, and what is public was told as it is; no chips are made.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from cluster_players import Refusal, Told
from cluster_witness import PASSING
from crash_audit import unbalanced

from sidepot.errors import SidepotError
from sidepot.room.store.place import place_of
from sidepot.room.store.store import open_store
from sidepot.room.table.commands import Moved
from sidepot.room.table.events import TableEvent, decode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.views.log_lines import public_items
from sidepot.room.views.messages import Cmd
from sidepot.room.views.player import player_view

UNSURE: Final = {"not_written", "closing", "closed"}  # of those that pass: it may have been done all the same
# Those in the second line are found by `cluster_witness.py`.
MUST_BE_0: Final = (
    *("lost", "doubled", "wrong_refusals", "leaks", "gaps", "chips", "told_wrong"),
    *("put_out_writes", "two_writers", "two_answer", "unreadable", "faults"),
)
SLACK: Final = 100  # milliseconds by which the clocks of players and the room may differ
_CMD: Final = msgspec.json.Decoder(Cmd)


class Harm(NamedTuple):
    """Harm that came to a process: when, and the tables that it had."""

    kind: str
    node: str
    at: int
    tables: list[str]


class Findings:
    """The counts, and the first problems in words."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.takeovers: dict[str, list[float]] = {}  # by the kind of harm
        self.passing: Counter[str] = Counter()

    def add(self, what: str, problem: str) -> None:
        """Something is wrong."""
        self.counts[what] += 1
        self.problems.append(f"{what}: {problem}")


class ToldOf:
    """All that was told of one table; the refusals stand in the order in which they were asked."""

    def __init__(self) -> None:
        self.acked: list[tuple[str, int]] = []
        self.seen: list[tuple[int, int, Any]] = []
        self.cards: dict[int, list[tuple[str, tuple[int, ...]]]] = {}
        self.refusals: list[Refusal] = []


def by_table(told: Told) -> defaultdict[str, ToldOf]:
    """All that was told, sorted by table."""
    found: defaultdict[str, ToldOf] = defaultdict(ToldOf)
    for (table, number), seq in told.acked.items():
        found[table].acked.append((number, seq))
    for (table, seq), (when, what) in told.seen.items():
        found[table].seen.append((seq, when, what))
    for (table, seq, player), cards in told.private.items():
        found[table].cards.setdefault(seq, []).append((player, cards))
    for one in sorted(told.refusals, key=lambda one: one.asked):
        found[one.table].refusals.append(one)
    return found


async def check(address: str, told: Told, harms: list[Harm]) -> Findings:
    """Hold the log of a room that does not run against all that was told."""
    found = Findings()
    for problem in told.broken:
        found.add("told_wrong", problem)
    sorted_by_table = by_table(told)
    async with open_store(place_of(address=address)) as store:
        for stream in await store.streams("table/"):
            table = stream.partition("/")[2]
            entries = [decode_table_event(record.data) for record in await store.read(stream)]
            _once(table, entries, sorted_by_table[table], found)
            _shown(table, entries, sorted_by_table[table], found)
            _times(table, entries, harms, found)
            _Fold(table, entries, sorted_by_table[table], found).run()
    return found


def _once(table: str, entries: list[TableEvent], told: ToldOf, found: Findings) -> None:
    where: dict[str, int] = {}
    for at, entry in enumerate(entries, 1):
        found.counts["entries"] += 1
        if entry.seq != at:
            found.add("gaps", f"table {table}: event {entry.seq} is at place {at}")
        if entry.id and where.setdefault(entry.id, entry.seq) != entry.seq:
            found.add("doubled", f"table {table}: {entry.id} is events {where[entry.id]} and {entry.seq}")
    for number, seq in told.acked:
        if where.get(number) != seq:
            found.add("lost", f"table {table}: {number} was acknowledged as {seq}, and is {where.get(number)}")
    for one in told.refusals:
        done = where.get(f"{one.player}/{one.id}")
        if done is not None and one.code not in UNSURE:
            found.add("wrong_refusals", f"table {table}: event {done} was refused: {one.because}")
        elif done is not None:
            found.counts["unsure_and_done"] += 1


def _shown(table: str, entries: list[TableEvent], told: ToldOf, found: Findings) -> None:
    for seq, when, what in told.seen:
        if seq > len(entries):
            found.add("lost", f"table {table}: event {seq} was shown, and is not there")
        elif entries[seq - 1].at != when or _plain(public_items(entries[seq - 1])) != _plain(what):
            found.add("leaks", f"table {table}: event {seq} was shown otherwise than it is")


def _plain(what: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(what))


def _times(table: str, entries: list[TableEvent], harms: list[Harm], found: Findings) -> None:
    """How long after each harm another process had the table."""
    moves = [entry.at for entry in entries if isinstance(entry.command, Moved)]
    found.counts["moves"] += len(moves)
    for at, harm in enumerate(harms):
        if table in harm.tables:
            end = harms[at + 1].at if at + 1 < len(harms) else harm.at + 60_000
            taken = next((one for one in moves if harm.at - SLACK <= one < end), None)
            if taken is not None:
                found.takeovers.setdefault(harm.kind, []).append(max(taken - harm.at, 0) / 1000)
            else:
                found.counts["kept"] += 1


class _Fold:
    """A table, entry after entry, and what was told of it meanwhile."""

    def __init__(self, table: str, entries: list[TableEvent], told: ToldOf, found: Findings) -> None:
        self.table = table
        self.entries = entries
        self.found = found
        self.cards = dict(told.cards)
        self.open = list(told.refusals)

    def run(self) -> None:
        """Read them all."""
        room: RoomTable | None = None
        for at, entry in enumerate(self.entries):
            try:
                if room is None:
                    room = self._folded(1)
                else:
                    room.apply(entry)
            except Exception as error:
                self.found.add("gaps", f"table {self.table}: event {entry.seq} cannot be taken in: {error!r}")
                return
            for problem in unbalanced(room):
                self.found.add("chips", f"table {self.table}, event {entry.seq}: {problem}")
            self._cards(room)
            room = self._refusals(room, at)
        for one in self.open:
            self.found.add("wrong_refusals", f"table {self.table}: {one.player}/{one.id}: {one.code}: {one.because}")

    def _folded(self, count: int) -> RoomTable:
        return RoomTable.rebuild(self.table, self.entries[:count], {})

    def _cards(self, room: RoomTable) -> None:
        for player, cards in self.cards.pop(room.seq, ()):
            self.found.counts["private"] += 1
            own = player_view(room, player)
            if own is None or own.cards != cards:
                self.found.add("leaks", f"table {self.table}, event {room.seq}: {player} was shown other cards")

    def _refusals(self, room: RoomTable, at: int) -> RoomTable:
        """Those refusals that this state explains, while it stood, are right; the table in this state.

        What a table refuses changes nothing, so that it is asked itself: a copy of it costs more than all the rest.
        Where it has done it instead, it is folded again.
        """
        since = self.entries[at].at
        until = self.entries[at + 1].at if at + 1 < len(self.entries) else 1 << 62
        rest = []
        for place, one in enumerate(self.open):
            if one.asked - SLACK > until:
                rest += self.open[place:]  # they are in the order in which they were asked
                break
            if one.code in PASSING:
                self.found.passing[one.code] += 1
            elif one.answered + SLACK < since:
                rest.append(one)
            elif (code := _code_of(room, one, since)) == one.code:
                self.found.counts["right_refusals"] += 1
            else:
                rest.append(one)
                if not code:
                    room = self._folded(at + 1)
        self.open = rest
        return room


def _code_of(room: RoomTable, one: Refusal, now: int) -> str:
    """The code by which the table refuses that; "" where it does it, or fails, and is of no use any more."""
    said = _CMD.decode(one.said).do
    try:
        room.decide(said, now=now, by=one.player, id=f"{one.player}/{one.id}", account=one.player)
    except SidepotError as error:
        return error.code
    except Exception:  # it would have been done, with secrets that are not here
        return ""
    return ""
