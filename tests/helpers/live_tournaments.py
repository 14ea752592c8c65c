"""A live tournament and its tables for tests, without a disk: led along in virtual time, killed between any two steps.

Everything that a stream would hold is kept as it is stored. A `kill` folds a table or the tournament again from that,
and loses what was on its way: reports and orders are made again from what was kept, as the running room does.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from room_tables import START, chance

from sidepot.bots.random_player import random_player
from sidepot.errors import SidepotError
from sidepot.hand.commands import Call, Check, Fold
from sidepot.room.fairness.decks import SealedDeck
from sidepot.room.table import commands as t
from sidepot.room.table.events import decode_table_event, encode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.play.tournament import report_of
from sidepot.room.table.terms import Timing
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.events import TournamentEvent, decode_event, encode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms, table_terms
from sidepot.tournament.structure import Structure

QUICK = Timing(decide=1_000, bank=0, show=0, street=0, between=100, showdown=100, cut=0, grace=0, away=500)
Play = Callable[[Random, Any, Any], Any]


def calm(rng: Random, hand: Any, may: Any) -> Any:
    """Mostly calls, sometimes anything."""
    if rng.random() < 0.3:
        return random_player(rng)(hand, may)
    if may.may_check:
        return Check()
    return Call() if may.may_call and rng.random() < 0.5 else Fold() if may.may_fold else random_player(rng)(hand, may)


class LiveTournament:
    """A tournament with its tables. `acts` plays for everybody; `kills` is how often something is folded again."""

    def __init__(self, structure: Structure, players: int, *, seed: int = 1, kills: float = 0.0, **more: Any) -> None:
        self.now = START
        self.rng = Random(seed)
        self.kills = kills
        self.killed = 0
        terms = TournamentTerms(title="Friday", structure=structure, timing=more.pop("timing", QUICK), **more)
        secret = f"secret {seed}"
        self.machine, entry = RoomTournament.open("1", terms, f"seed {seed}", now=self.now, by="Host", secret=secret)
        self.log = [encode_event(entry)]
        self.tables: dict[int, RoomTable] = {}
        self.logs: dict[int, list[bytes]] = {}
        self.secrets: dict[str, SealedDeck] = {}
        self.play: Play = calm
        for at in range(1, players + 1):
            self.say(s.Register(), by=f"P{at}", account=f"a{at}")

    # ---- what is said

    def say(self, said: s.TournamentCommand, **more: Any) -> TournamentEvent:
        """Say something to the tournament, as often as it is killed meanwhile."""
        entry = self.machine.decide(said, now=self.now, **more)
        self.log.append(encode_event(entry))
        self.check()
        return entry

    def attempt(self, said: s.TournamentCommand, **more: Any) -> bool:
        """The same, where it may be refused."""
        try:
            self.say(said, **more)
        except SidepotError:
            return False
        return True

    def at_table(self, number: int, said: t.TableCommand, **more: Any) -> bool:
        """Say something to a table; whether it was taken."""
        table = self.tables[number]
        try:
            entry = table.decide(said, now=self.now, **more)
        except SidepotError:
            return False
        for key, data in table.to_seal():
            from sidepot.room.fairness.decks import unseal

            (self.secrets[key.split("/")[-1]],) = unseal(data)
        self.logs[number].append(encode_table_event(entry))
        return True

    # ---- what goes on

    def push(self) -> None:
        """Open tables, and send what they may not have."""
        for number, opened in list(self.machine.opened.items()):
            if number not in self.tables:
                what = table_terms("1", self.machine.played, opened)
                table, entry = RoomTable.open(str(number), what, now=self.now, by="", chance=chance(number))
                self.tables[number] = table
                self.logs[number] = [encode_table_event(entry)]
                self.maybe_kill(number)
            if number not in self.machine.tables:
                self.say(s.TableIs(number, str(number)))
                self.maybe_kill(0)
        for number in list(self.machine.outbox):
            for order in list(self.machine.outbox.get(number, ())):
                if self.tables[number].at_tournament.step < order.step:  # type: ignore[union-attr]
                    assert self.at_table(number, order), order
                    self.maybe_kill(number)
            step = self.tables[number].at_tournament.step  # type: ignore[union-attr]
            self.machine.taken(number, step)
        self.check_same()

    def reports(self) -> bool:
        """Every table reports, and what was reported before is known; whether there was anything new."""
        before = self.machine.seq
        for number in list(self.tables):
            report = report_of(self.tables[number])
            if report is not None and (report.done is not None or report.requests):
                if self.attempt(s.TakeReport(report)):
                    self.maybe_kill(0)
                    assert not self.attempt(s.TakeReport(report)) or report.requests, "it is done once"
        return self.machine.seq != before

    def step(self) -> bool:
        """Let the next thing happen; whether there was one."""
        self.push()
        if self.reports():
            self.push()
            return True
        due = [(at, 0) for at in [self.machine.alarm()] if at]
        for number, table in self.tables.items():
            if table.over:
                continue
            player, turn = table.to_decide()
            if player:
                may = table.options_of(player)
                command = self.play(self.rng, table.hand, may)
                self.now += 7
                if not self.at_table(number, t.Act(turn, command), by=player):
                    assert self.at_table(number, t.Act(turn, Check() if may.may_check else Fold()), by=player)  # type: ignore[union-attr]
                self.maybe_kill(number)
                return True
            if at := table.alarm():
                due.append((at, number))
        if not due:
            return False
        at, number = min(due)
        self.now = max(self.now, at)
        if number:
            return self.at_table(number, t.Tick())
        self.say(s.Tick())
        self.maybe_kill(0)
        return True

    def run(self, most: int = 200_000) -> None:
        """Play it to its end."""
        for _ in range(most):
            if self.machine.over and all(table.over for table in self.tables.values()):
                return
            if not self.step():
                break
        self.push()
        assert self.machine.over, f"it stands still: {self.machine!r}, {self.tables}"
        assert all(table.over for table in self.tables.values())

    # ---- killing, and what must hold

    def maybe_kill(self, number: int) -> None:
        """Now and then a table (by number), or the tournament (0), is killed and folded again."""
        if self.rng.random() < self.kills:
            self.kill(number)

    def kill(self, number: int) -> None:
        """Fold it again from what is kept."""
        self.killed += 1
        if number:
            entries = [decode_table_event(one) for one in self.logs[number]]
            again = RoomTable.rebuild(str(number), entries, self.secrets, chance(self.killed + 99))
            assert again.at_tournament == self.tables[number].at_tournament and again.table == self.tables[number].table
            self.tables[number] = again
            return
        before = self.machine
        again_event = RoomTournament.rebuild("1", [decode_event(one) for one in self.log])
        again_event.wake()
        assert again_event.tournament == before.tournament
        for name in ("tables", "last_order", "began", "next_at", "stands", "busted", "offer", "accounts", "bots"):
            assert getattr(again_event, name) == getattr(before, name), name
        assert again_event.news == before.news and dict(again_event.money) == dict(before.money)
        self.machine = again_event

    def check(self) -> None:
        """Chips are conserved."""
        tournament = self.machine.tournament
        assert tournament.issued - tournament.removed == tournament.in_play

    def check_same(self) -> None:
        """Each table is exactly the one that the tournament knows, once it has all orders."""
        for number, table in self.tables.items():
            there = self.machine.tournament.tables.get(number)
            if there is None or table.over:
                continue
            for name in ("places", "marks", "begun", "hands", "rules", "first_button", "carried", "level"):
                assert getattr(table.table, name) == getattr(there, name), (number, name)
        seats = [player for table in self.tables.values() if not table.over for player in table.table.places]
        assert len(seats) == len(set(seats)), "nobody is in two seats"
