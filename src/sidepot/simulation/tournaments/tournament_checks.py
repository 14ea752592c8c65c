"""An auditor of a simulated tournament: reads every step, adds up independently, and compares with the tournament.

The chips in play are exactly the issued chips less the removed ones, and exactly the stacks at the tables. Tables are
even, and nobody is put into a forbidden seat (`seat_check`). Everybody has one place, and the money that was collected
is paid (`place_check`). The auditor does not use the tournament's own code, only facts that must be true of any
tournament.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from sidepot.simulation.tournaments.place_check import Out, wrong_money, wrong_places
from sidepot.simulation.tournaments.seat_check import SeatChecks
from sidepot.table import events as at_table
from sidepot.tournament import events as e
from sidepot.tournament.mystery import drawn, hash_of
from sidepot.tournament.tournament import Step, Tournament

EVERY: Final = 500  # steps, or as many as have entered, after which everybody's chips are counted


class TournamentViolation(msgspec.Struct, frozen=True):
    """A violation of a rule that every tournament must keep: the step of the log, the time, and what was wrong."""

    step: int
    at: int
    what: str


class TournamentChecks:
    """The books of an auditor: sums from the steps of a tournament, and the errors found."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.found: list[TournamentViolation] = []
        self.issued = self.removed = self.total = 0
        self.collected = self.fees = self.bounties = 0
        self.stacks: dict[str, int] = {}  # at the tables
        self.carried: dict[str, int] = {}  # on the way between two
        self.outs: dict[str, Out] = {}  # of each player the last time out
        self.seats = SeatChecks(tournament, self.breach)
        self.seal = ""
        self.keys: list[str] = []  # of the envelopes opened
        self.envelopes: list[int] = []
        self._step = 1
        self._round = 0
        self._in_round = False
        self._begun: dict[int, at_table.HandBegun] = {}
        self._waits: dict[int, int] = {}  # chips in the pots that nobody has won yet

    def breach(self, what: str) -> None:
        """Record an error."""
        self.found.append(TournamentViolation(self._step, self.tournament.at, what))

    def step(self, step: Step) -> None:
        """Read the events of a step, and compare them with the books."""
        self._step = step.number
        for happened in step.events:
            if isinstance(happened, e.AtTable):
                read = _AT_TABLE.get(type(happened.event))
                if read is not None:
                    read(self, happened.table, happened.event)
                self.seats.happened(happened.table, happened.event)
            else:
                read = _READ.get(type(happened))
                if read is not None:
                    read(self, happened)
                self.seats.read(happened)
        self._compare()
        if not step.number % max(EVERY, len(self.tournament.entrants)):
            self.close()

    def finish(self) -> None:
        """Check everybody's chips, places and prizes at the end."""
        self.close()
        tournament = self.tournament
        if not tournament.ended:
            if not self.found:
                self.breach("the tournament is not over")
            return
        standings = tournament.standings()
        for what in wrong_places(standings, self.outs, tournament.entrants):
            self.breach(what)
        for what in wrong_money(tournament, standings, self.collected, self.fees, self.bounties):
            self.breach(what)

    def close(self) -> None:
        """Count all chips at the end."""
        tournament = self.tournament
        there = {
            player: place.stack for table in tournament.tables.values() for player, place in table.places.items()
        }  # fmt: skip
        if there != self.stacks:
            wrong = sorted(
                player for player in there.keys() | self.stacks.keys() if there.get(player) != self.stacks.get(player)
            )
            player = wrong[0]
            self.breach(
                f"{player} has {there.get(player, 'no seat')}, and should have {self.stacks.get(player, 'no seat')}"
            )
        waits = {number: table.carried for number, table in tournament.tables.items() if table.carried}
        if waits != {number: chips for number, chips in self._waits.items() if chips}:
            self.breach(f"in the pots wait {waits}, and should {self._waits}")
        if sum(there.values()) + sum([table.carried for table in tournament.tables.values()]) != tournament.in_play:
            self.breach(f"{sum(there.values())} chips are at the tables, and {tournament.in_play} should be in play")
        counts = dict.fromkeys(tournament.counts, 0)
        for entrant in tournament.entrants.values():
            counts[entrant.status] += 1
        if counts != tournament.counts:
            self.breach(f"the players are counted as {tournament.counts}, and are {counts}")

    def _compare(self) -> None:
        tournament = self.tournament
        if tournament.issued - tournament.removed != tournament.in_play:
            self.breach(
                f"{tournament.issued} chips were issued and {tournament.removed} removed, "
                f"and {tournament.in_play} are in play"
            )
        if (self.issued, self.removed, self.total) != (tournament.issued, tournament.removed, tournament.in_play):
            self.breach(
                f"{self.issued} chips were issued, {self.removed} removed and {self.total} are in play, and the "
                f"tournament has {tournament.issued}, {tournament.removed} and {tournament.in_play}"
            )

    # ---- chips

    def _set(self, player: str, chips: int) -> None:
        self.total += chips - self.stacks.get(player, 0)
        self.stacks[player] = chips

    def _sat(self, table: int, what: at_table.Sat) -> None:
        self.issued += what.chips - self.carried.pop(what.player, 0)
        self._set(what.player, what.chips)

    def _left(self, table: int, what: at_table.Left) -> None:
        if what.chips != self.stacks.get(what.player):
            self.breach(f"{what.player} leaves with {what.chips}, and had {self.stacks.get(what.player)}")
        if what.chips:
            self.carried[what.player] = what.chips
        self._set(what.player, 0)
        del self.stacks[what.player]

    def _bought(self, table: int, what: at_table.Bought) -> None:
        self.issued += what.chips
        self._set(what.player, self.stacks[what.player] + what.chips)

    def _coloured(self, table: int, what: at_table.Coloured) -> None:
        for player, _, chips in what.rows:
            self.issued += max(chips, 0)
            self.removed += max(-chips, 0)
            self._set(player, self.stacks[player] + chips)

    def _hand_begun(self, table: int, what: at_table.HandBegun) -> None:
        has = self.stacks.get
        for player, chips in zip(what.players, what.setup.stacks, strict=True):
            if has(player) != chips:
                self.breach(f"{player} is dealt in with {chips}, and has {has(player)}")
        self._begun[table] = what

    def _hand_done(self, table: int, what: at_table.HandDone) -> None:
        begun = self._begun.pop(table, None)
        if begun is None:
            self.breach(f"a hand is over at table {table} that never began")
            return
        had = sum(begun.setup.stacks) + self._waits.get(table, 0)
        if sum(what.stacks) + what.carried != had or min(*what.stacks, what.carried) < 0:
            self.breach(f"table {table} began its hand with {begun.setup.stacks}, and ends it with {what.stacks}")
        self._wait(table, what.carried)
        stacks = self.stacks
        self.total += sum(what.stacks) - sum([stacks.get(player, 0) for player in begun.players])
        stacks.update(zip(begun.players, what.stacks, strict=True))

    def _wait(self, table: int, chips: int) -> None:
        self.total += chips - self._waits.get(table, 0)
        self._waits[table] = chips

    def _pot_given(self, table: int, what: at_table.PotGiven) -> None:
        left = self._waits.get(table, 0) - what.chips
        if left < 0 or what.chips < 1:
            self.breach(f"{what.player} is given {what.chips} of a pot that has not so many at table {table}")
        self._wait(table, left)
        self._set(what.player, self.stacks[what.player] + what.chips)

    def _voided(self, table: int, what: at_table.HandVoided) -> None:
        self._begun.pop(table, None)

    def _chips_removed(self, what: e.ChipsRemoved) -> None:
        self.removed += what.chips
        if self.carried.pop(what.player, 0) != what.chips:
            self.breach(f"{what.chips} chips of {what.player} leave play, and the player has others")

    # ---- money, and players going out

    def _entered(self, what: e.Registered | e.Reentered) -> None:
        terms = self.tournament.structure.entry
        self.collected += terms.buy_in
        self.fees += terms.fee
        self.bounties += terms.bounty
        self.outs.pop(what.player, None)

    def _withdrew(self, what: e.Withdrew) -> None:
        terms = self.tournament.structure.entry
        self.collected -= terms.buy_in
        self.fees -= terms.fee
        self.bounties -= terms.bounty

    def _flight_brought(self, what: e.FlightBrought) -> None:
        self.collected += what.money
        self.fees += what.fees
        self.bounties += what.bounties

    def _envelope_opened(self, what: e.EnvelopeOpened) -> None:
        key, number = what.key, len(self.keys)
        if hash_of(key) != (self.keys[-1] if self.keys else self.seal):
            self.breach(f"the key of envelope {number + 1} is not the one that was sealed")
        self.keys.append(key)
        if what.value not in self.envelopes or drawn(sorted(self.envelopes, reverse=True), key) != what.value:
            self.breach(f"envelope {number + 1} holds {what.value}, and its key draws another")
        else:
            self.envelopes.remove(what.value)
        if sum([cash for _, cash in what.shares]) != what.value:
            self.breach(f"an envelope with {what.value} pays {what.shares}")

    def _envelopes_filled(self, what: e.EnvelopesFilled) -> None:
        self.envelopes = list(what.values)
        if sum(what.values) != self.bounties or len(what.values) < self.tournament.left:
            self.breach(f"{self.bounties} for {self.tournament.left} players are in envelopes with {what.values}")

    def _envelopes_sealed(self, what: e.EnvelopesSealed) -> None:
        self.seal = what.seal

    def _paid_for(self, what: e.Rebought | e.AddedOn) -> None:
        self.collected += what.cost
        self.fees += what.fee
        if isinstance(what, e.Rebought):
            self.outs.pop(what.player, None)

    def _busted(self, what: e.Busted) -> None:
        if self.stacks.get(what.player):
            self.breach(f"{what.player} is out with {self.stacks[what.player]}")
        self.outs[what.player] = Out(self._step, what.table, what.rank, self._round if self._in_round else 0)

    def _disqualified(self, what: e.Disqualified) -> None:
        self.outs[what.player] = Out(self._step, 0, 0)

    def _hand_for_hand(self, what: e.HandForHand) -> None:
        self._in_round = what.on
        self._round += 1

    def _round_done(self, what: e.RoundDone) -> None:
        self._round += 1


_AT_TABLE: Final[dict[type, Callable[..., None]]] = {
    at_table.Sat: TournamentChecks._sat,
    at_table.Left: TournamentChecks._left,
    at_table.Bought: TournamentChecks._bought,
    at_table.Coloured: TournamentChecks._coloured,
    at_table.HandBegun: TournamentChecks._hand_begun,
    at_table.HandDone: TournamentChecks._hand_done,
    at_table.PotGiven: TournamentChecks._pot_given,
    at_table.HandVoided: TournamentChecks._voided,
}
_READ: Final[dict[type, Callable[..., None]]] = {
    e.ChipsRemoved: TournamentChecks._chips_removed,
    e.Registered: TournamentChecks._entered,
    e.Reentered: TournamentChecks._entered,
    e.Withdrew: TournamentChecks._withdrew,
    e.Rebought: TournamentChecks._paid_for,
    e.AddedOn: TournamentChecks._paid_for,
    e.FlightBrought: TournamentChecks._flight_brought,
    e.EnvelopesSealed: TournamentChecks._envelopes_sealed,
    e.EnvelopesFilled: TournamentChecks._envelopes_filled,
    e.EnvelopeOpened: TournamentChecks._envelope_opened,
    e.Busted: TournamentChecks._busted,
    e.Disqualified: TournamentChecks._disqualified,
    e.HandForHand: TournamentChecks._hand_for_hand,
    e.RoundDone: TournamentChecks._round_done,
}
