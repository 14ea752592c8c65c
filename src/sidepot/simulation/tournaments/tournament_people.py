"""Acts of players in a simulated tournament other than play: come late, buy again, leave the table, misbehave."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import log
from typing import Final, Protocol

import msgspec

from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament.entrants import Status
from sidepot.tournament.schedule import MINUTE, Level
from sidepot.tournament.tournament import Tournament

LEAST: Final = 2  # who is there when seats are drawn, at least
HOUR: Final = 60 * MINUTE


class Habits(msgspec.Struct, frozen=True):
    """How likely people are to do things, each from 0 to 1.

    - `late`: to register after the start, if that is allowed
    - `rebuys`: to rebuy
    - `reenters`: to re-enter
    - `addons`: to take the add-on
    - `away`: per hour, for every ten players, to leave the table for a while
    - `penalised`: per hour, for every ten players, to miss hands as a penalty
    - `pledges`: per hour and player, to announce a rebuy before a hand and pay for it later
    """

    late: float = 0.15
    rebuys: float = 0.6
    reenters: float = 0.4
    addons: float = 0.7
    pledges: float = 0.05
    away: float = 0.6
    penalised: float = 0.1


class Run(Protocol):
    """What the people of a running tournament can do with it."""

    names: list[str]
    tournament: Tournament
    now: int
    chance: Callable[[], float]

    def plan(self, at: int, do: Callable[[], None]) -> None:
        """Schedule `do` for the time `at`."""

    def do(self, command: c.AnyCommand) -> object:
        """Give a command that must be possible. If it is refused, that is an error."""

    def attempt(self, command: c.AnyCommand) -> bool:
        """Give a command that may come too late. Returns whether the command was carried out."""


class TournamentPeople:
    """The people of a tournament, and their plans."""

    def __init__(self, run: Run, habits: Habits) -> None:
        self.run = run
        self.habits = habits

    # ---- coming

    def enter(self) -> None:
        """Enter the players: most of them before the start, and some later if late entry is allowed."""
        run = self.run
        until = self._late_ms()
        late = []
        for player in run.names:
            if until and run.chance() < self.habits.late:
                late.append(player)
            else:
                run.do(c.Register(player))
        while late and len(run.tournament.entrants) < LEAST:
            run.do(c.Register(late.pop()))
        for player in late:
            run.plan(int(run.chance() * until), partial(self._come_late, player))

    def live(self) -> None:
        """Now and then, let people leave the table for a while, misbehave, or announce a rebuy."""
        if self.habits.away:
            self._plan_chance(self.habits.away, self._go_away)
        if self.habits.penalised:
            self._plan_chance(self.habits.penalised, self._misbehave)
        if self.run.tournament.structure.entry.rebuys and self.habits.pledges:
            self._plan_chance(self.habits.pledges * 10, self._pledge)

    def _late_ms(self) -> int:
        """For how long after the start people may enter."""
        structure = self.run.tournament.structure
        found = levels = 0
        for item in structure.schedule:
            if isinstance(item, Level):
                if levels == structure.entry.late_levels:
                    break
                levels += 1
            found += item.ms
        return found if structure.entry.late_levels else 0

    def _come_late(self, player: str) -> None:
        self.run.attempt(c.Register(player))

    # ---- coming back

    def busted(self, player: str) -> None:
        """Let a player who has lost all chips decide whether to buy or enter again."""
        run = self.run
        entry = run.tournament.structure.entry
        if entry.rebuys and run.chance() < self.habits.rebuys and run.attempt(c.Rebuy(player)):
            return
        comes_back = bool(entry.reentries) and run.chance() < self.habits.reenters
        wait = (1 + run.chance() * (9 if comes_back else 1)) * MINUTE
        run.plan(run.now + int(wait), partial(self._reenter if comes_back else self._go_out, player))

    def _reenter(self, player: str) -> None:
        if self._is_busted(player) and not self.run.attempt(c.Reenter(player)):
            self._go_out(player)

    def _go_out(self, player: str) -> None:
        if self._is_busted(player):
            self.run.do(c.GoOut(player))

    def _is_busted(self, player: str) -> bool:
        return self.run.tournament.entrants[player].status is Status.BUSTED

    # ---- chips

    def on_break(self, item: int) -> None:
        """Let players act in the break at index `item` of the schedule, for example buy the add-on.

        A player who is still in a hand takes the add-on when the hand is over.
        """
        run = self.run
        if run.tournament.structure.entry.addon_item != item:
            return
        for one in run.tournament.players_in():
            if run.chance() < self.habits.addons:
                self._add_on(one.player)

    def _add_on(self, player: str) -> None:
        run = self.run
        entrant = run.tournament.entrants[player]
        table = run.tournament.tables.get(entrant.table)
        if table is not None and table.is_in_hand(player):
            run.plan(run.now + MINUTE, partial(self._add_on, player))
        elif entrant.status is Status.SEATED:
            run.attempt(c.AddOn(player))

    def _pledge(self, player: str) -> None:
        """Announce a rebuy for few chips, and pay for it a little later."""
        run = self.run
        table = run.tournament.tables.get(run.tournament.entrants[player].table)
        if table is not None and not table.is_in_hand(player) and run.attempt(c.Rebuy(player, pledge=True)):
            run.plan(run.now + MINUTE, partial(self._pay, player))

    def _pay(self, player: str) -> None:
        if self.run.tournament.entrants[player].owes:
            self.run.do(c.PayPledge(player))

    # ---- away, and out of order

    def _plan_chance(self, rate: float, what: Callable[[str], None]) -> None:
        """Plan the next time that somebody does this, if ten players do it `rate` times an hour."""
        run = self.run
        left = max(run.tournament.left, 2)
        wait = -log(1 - run.chance()) * HOUR * 10 / (rate * left)
        run.plan(run.now + int(wait) + 1, partial(self._somebody, rate, what))

    def _somebody(self, rate: float, what: Callable[[str], None]) -> None:
        run = self.run
        player = run.names[int(run.chance() * len(run.names))]
        entrant = run.tournament.entrants.get(player)
        if entrant is not None and entrant.status is Status.SEATED:
            what(player)
        if run.tournament.left > LEAST:
            self._plan_chance(rate, what)

    def _go_away(self, player: str) -> None:
        run = self.run
        place = run.tournament.tables[run.tournament.entrants[player].table].places[player]
        if place.state is State.IN and run.attempt(c.Absent(player)):
            run.plan(run.now + int((3 + 20 * run.chance()) * MINUTE), partial(self._come, player))

    def _come(self, player: str) -> None:
        entrant = self.run.tournament.entrants[player]
        table = self.run.tournament.tables.get(entrant.table)
        if table is not None and player in table.places and table.places[player].state is State.OUT:
            self.run.do(c.Present(player))

    def _misbehave(self, player: str) -> None:
        run = self.run
        run.attempt(c.Penalise(player, hands=1 + int(run.chance() * 3), why="a phone at the table"))
