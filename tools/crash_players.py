"""The players of `tools/crash.py`: they play at random, note everything they are told, and outlive their server."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options
from sidepot.room.table.commands import Act, AskCut, CutPack, Sit, TableCommand
from sidepot.room.views.messages import Ack, Cmd, Nack, Watch
from sidepot.room.views.schema import Event, PlayerView, PublicView, Snapshot
from sidepot.table.commands import Buy, ChooseGame, ComeBack

_MESSAGES: Any = msgspec.json.Decoder(Ack | Nack | Snapshot | Event | PlayerView)
_ENCODER = msgspec.json.Encoder()


class Notes:
    """What the players of a soak have been told, by all servers so far: it must be true for ever.

    `acked` by (table, id of the command with its player) is the entry; `seen` by (table, entry) its public event, as
    far as it says the same to all; `broken` are the things that were told and cannot be.
    """

    def __init__(self) -> None:
        self.acked: dict[tuple[str, str], int] = {}
        self.seen: dict[tuple[str, int], tuple[int, Any]] = {}
        self.sent: set[tuple[str, str]] = set()
        self.hands: dict[str, int] = {}
        self.nacked: dict[str, int] = {}
        self.broken: list[str] = []
        self.snapshots = 0

    def see(self, event: Event) -> None:
        """An event was shown to somebody: the same to everybody, always."""
        key = event.table, event.seq
        told = event.at, event.what
        if self.seen.setdefault(key, told) != told:
            self.broken.append(f"table {event.table}: event {event.seq} was told twice, and differently")

    def stands(self, state: PublicView) -> None:
        """A table stands so."""
        done = state.hand - (state.phase in ("playing", "cutting"))
        self.hands[state.table] = max(self.hands.get(state.table, 0), done)


def guests_at(tables: int, names: Sequence[str], notes: Notes, rng: Random) -> dict[str, Guest]:
    """A guest of each name, at all of so many tables."""
    numbers = [str(at) for at in range(1, tables + 1)]
    return {name: Guest(name, numbers, notes, Random(rng.random())) for name in names}


class Guest:
    """A player at every table. `lines` are the messages to send to the server, in order."""

    def __init__(self, name: str, tables: list[str], notes: Notes, rng: Random) -> None:
        self.name = name
        self.lines: list[bytes] = []
        self._tables = tables
        self._notes = notes
        self._rng = rng
        self._since: dict[str, int] = dict.fromkeys(tables, 0)
        self._open: dict[str, tuple[str, bytes]] = {}  # by table, the command that is not answered yet
        self._own: dict[str, PlayerView] = {}
        self._states: dict[str, PublicView] = {}
        self._count = 0

    def connect(self) -> None:
        """There is a server (again): send unanswered commands again, under the same id, and watch on."""
        self.lines = [line for _, line in self._open.values()]
        self.lines += [_ENCODER.encode(Watch(table, since)) for table, since in self._since.items()]

    def take(self, data: bytes) -> None:
        """A message of the server."""
        told = _MESSAGES.decode(data)
        notes = self._notes
        match told:
            case Snapshot(table=table, seq=seq, state=state) | Event(table=table, seq=seq, state=state):
                since = self._since[table]
                if isinstance(told, Event):
                    notes.see(told)
                    if seq != since + 1 and since:
                        notes.broken.append(f"table {table}: {self.name} was told of event {seq} after {since}")
                else:
                    notes.snapshots += 1
                    if seq < since:
                        notes.broken.append(f"table {table}: {self.name} knew of event {since}, and it is at {seq}")
                self._since[table] = seq
                self._states[table] = state
                notes.stands(state)
            case PlayerView(table=table):
                self._own[table] = told
                self.think(table)
            case Ack(number, table, seq):
                key = table, f"{self.name}/{number}"
                if notes.acked.setdefault(key, seq) != seq:
                    notes.broken.append(f"table {table}: {key[1]} was acknowledged as {notes.acked[key]} and {seq}")
                self._answered(table, number)
            case Nack(number, table, because):
                notes.nacked[because] = notes.nacked.get(because, 0) + 1
                self._answered(table, number)

    def think(self, table: str) -> None:
        """Send a command at a table, if asked, and not just after another one."""
        own, state = self._own.get(table), self._states.get(table)
        if own is None or state is None or table in self._open:
            return
        said = self._choose(own, state)
        if said is not None:
            self._count += 1
            number = str(self._count)
            line = _ENCODER.encode(Cmd(number, table, said))  # type: ignore[arg-type]
            self._open[table] = number, line
            self._notes.sent.add((table, f"{self.name}/{number}"))
            self.lines.append(line)

    def think_again(self) -> None:
        """Nothing has happened for a while."""
        for table in self._tables:
            self.think(table)

    def _answered(self, table: str, number: str) -> None:
        found = self._open.get(table)
        if found is not None and found[0] == number:
            del self._open[table]

    def _choose(self, own: PlayerView, state: PublicView) -> TableCommand | None:
        rng = self._rng
        if own.options is not None:
            return Act(own.turn, choose(own.options, own.cards, rng))
        if own.games:
            return ChooseGame(rng.choice(own.games)[0])
        if own.cut:
            return CutPack(f"my socks {rng.random()}") if rng.random() < 0.7 else None
        if "sit" in own.may:
            return Sit(waits=False)
        stack = next((seat.stack for seat in state.seats if seat and seat.player == self.name), -1)
        if stack == 0 and "buy" in own.may and state.phase != "playing":
            return Buy(own.buy[0])
        if "come_back" in own.may and state.phase != "playing":
            return ComeBack(waits=False)
        if "ask_cut" in own.may and not own.cuts and rng.random() < 0.1:
            return AskCut()
        return None


def choose(may: Options, cards: tuple[int, ...], rng: Random) -> c.Command:
    """Something that is allowed."""
    match may.due:
        case Due.DRAW:
            return c.Discard(tuple(rng.sample(cards, rng.randint(may.discard_least, min(may.discard, len(cards))))))
        case Due.SHOW:
            return c.Muck() if may.may_muck and rng.random() < 0.5 else c.Show()
        case Due.BRING_IN:
            return c.BringIn()
        case Due.RUN:
            return c.ChooseRuns(rng.randint(1, may.runs))
        case Due.DECLARE:
            return c.Declare(rng.randint(1, 3))
        case Due.CONSENT:
            return c.Consent(False)
    if may.may_raise and rng.random() < 0.25:
        return c.RaiseTo(rng.choice((may.raise_min, may.raise_min, may.raise_max)))
    if may.may_check:
        return c.Check()
    return c.Call() if may.may_call and rng.random() < 0.7 else c.Fold()
