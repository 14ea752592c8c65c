"""A whole tournament between bots, in virtual time: entries, hands at all tables, moves, breaks, the last hand.

The tournament is the machine of `sidepot.tournament`, led by the `advice` to its director. Every hand takes
about as long as a real one, so that tables play side by side, levels go by, and a table that is held waits for others.
All chance comes from one seed: the same seed gives the same tournament.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from random import Random
from time import perf_counter
from typing import Any, Final, NamedTuple

from sidepot.cards import Deck
from sidepot.errors import SidepotError
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import DONE
from sidepot.hand.hand import Hand
from sidepot.simulation.bot_hand import Bot, play_out
from sidepot.simulation.collecting import collecting_seldom
from sidepot.simulation.tournaments.end import EndWatch
from sidepot.simulation.tournaments.tournament_checks import TournamentChecks
from sidepot.simulation.tournaments.tournament_people import Habits, TournamentPeople
from sidepot.simulation.tournaments.tournament_result import TournamentResult, result_of
from sidepot.table.events import HandBegun
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.advice import bubble, orders, race_due, races_due
from sidepot.tournament.balancing import least_apart, longest_table
from sidepot.tournament.mystery import key, seal
from sidepot.tournament.structure import ROUNDS, Kind, Structure
from sidepot.tournament.tournament import Step, Tournament
from sidepot.tournament.views import hall

HAND_MS: Final = 20_000  # the shuffle, and the pot
SEAT_MS: Final = 12_000  # for each player who is dealt in
VOIDS: Final = 0.0005  # so many hands are called off
STIRS: Final = (  # what may call for somebody to be moved, a table to be broken, hand for hand to begin or end
    e.Busted, e.WentOut, e.Registered, e.Reentered, e.Rebought, e.HandForHand, e.RoundDone, e.TableOpened,
    e.TableClosed, e.Disqualified, e.EnvelopeWon,
)  # fmt: skip

OnHand = Callable[[int, Hand, HandBegun], None]  # of which table
Advance = Callable[["TournamentRun"], None]


class Due(NamedTuple):
    """Something that happens at a time; `number` keeps those of one moment in the order in which they were planned."""

    at: int
    number: int
    do: Callable[..., None]
    about: Any = None


class TournamentRun:
    """A tournament on its way. `tournament` is the machine, `checks` the auditor of every step."""

    def __init__(
        self,
        structure: Structure,
        players: int | Sequence[str],
        seed: int,
        bots: Sequence[Bot],
        *,
        rng: Random | None = None,
        habits: Habits | None = None,
        on_hand: OnHand | None = None,
        voids: float = VOIDS,
        brought: Sequence[c.AnyCommand] = (),
    ) -> None:
        width = len(str(players))
        names = [f"P{at:0{width}}" for at in range(1, players + 1)] if isinstance(players, int) else list(players)
        self.names = names
        self.rng = rng or Random(seed)
        self.chance = chance = self.rng.random
        self.below: Callable[[int], int] = lambda n: int(chance() * n)
        self.bots = {name: bots[at % len(bots)] for at, name in enumerate(names)}
        self.tournament = Tournament(structure, f"{structure.name}/{seed}")
        self.secret = f"{structure.name}/{seed}/envelopes"
        self.brought = brought  # to a final day, by its flights
        self.checks = TournamentChecks(self.tournament)
        self.people = TournamentPeople(self, habits or Habits())
        self.watch = EndWatch(self.tournament)
        self.on_hand = on_hand
        self.voids = voids
        self.now = 0
        self.seconds = 0.0
        self.most_tables = 0
        self.results: dict[int, c.EndHand | c.VoidHand] = {}  # of the hands that are on, by table
        self._due: list[Due] = []
        self._planned = 0
        self._idle: set[int] = set()  # tables that may begin a hand
        self._held: set[int] = set()  # of those, who wait for an order
        self._awaited: set[int] = set()  # tables where something may be possible when their hand is over
        self._stirred = True
        self._is_break = False
        self._is_won = False
        self._item = 0
        self._clock: object = None

    def run(self, advance: Advance | None = None) -> TournamentResult:
        """Play the tournament to its end, or until something is found that cannot be. `advance` hears of every hand."""
        started = perf_counter()
        try:
            with collecting_seldom():
                self._play(advance)
        finally:
            self.seconds += perf_counter() - started
        return self.result()

    def _play(self, advance: Advance | None) -> None:
        self._open()
        while not self.tournament.ended and not self.checks.found:
            self._manage()
            while self._begin_hands():
                self._manage()
            if self.tournament.ended or not self._go_on(advance):
                break
        self.checks.finish()

    def result(self) -> TournamentResult:
        """The result so far."""
        notes = self.watch.notes(self.now)
        return result_of(
            self.tournament, self.now, self.most_tables, self.checks.found, self.seconds, self.names, notes
        )

    # ---- what there is to do

    def plan(self, at: int, do: Callable[..., None], about: Any = None) -> None:
        """Let something happen at a time."""
        self._planned += 1
        heappush(self._due, Due(at, self._planned, do, about))

    def do(self, command: c.AnyCommand) -> Step | None:
        """Give a command that must be possible; one that is refused is a fault."""
        try:
            step = self.tournament.do(command, self.now)
        except SidepotError as error:
            self.checks.breach(f"{type(command).__name__} was refused: {error}")
            return None
        self.note(step)
        return step

    def attempt(self, command: c.AnyCommand) -> bool:
        """Give a command that may be refused, because it is too late for it; whether it was done."""
        try:
            step = self.tournament.do(command, self.now)
        except SidepotError:
            return False
        self.note(step)
        return True

    def note(self, step: Step) -> None:
        """Look at the events of a step."""
        self.checks.step(step)
        for happened in step.events:
            if isinstance(happened, e.AtTable):
                if not isinstance(happened.event, HandBegun):
                    self._idle.add(happened.table)  # somebody may have come there, or have bought chips
            elif isinstance(happened, STIRS):
                self._stirred = True
                if isinstance(happened, e.TableOpened):
                    self._idle.add(happened.table)
                    self.most_tables = max(self.most_tables, len(self.tournament.tables))
                elif isinstance(happened, e.Busted):
                    self.watch.busted()
                    if not happened.final:
                        self.people.busted(happened.player)

    def _open(self) -> None:
        if self.tournament.structure.entry.mystery and self.tournament.structure.kind is not Kind.FLIGHT:
            self.do(c.SealEnvelopes(seal(self.secret)))
        if self.brought:
            for command in self.brought:
                self.do(command)
        else:
            self.people.enter()
        if self.brought and self.tournament.left == 1:
            self.do(c.End())  # who alone came through the flights has won
            return
        self.people.live()
        self.do(c.DrawSeats())
        self.do(c.Start())
        self.watch.turned(0, self.now)

    def _go_on(self, advance: Advance | None) -> bool:
        """Let the next thing happen; whether there was one."""
        if not self._due:
            self.checks.breach("nothing more happens, and the tournament is not over: " + self._stuck())
            return False
        endless = self.watch.endless(self.now)
        if endless:  # people come and go for ever, though nobody plays
            self.checks.breach(endless + self._stuck())
            return False
        due = heappop(self._due)
        self.now = due.at
        hands = self.tournament.hands
        due.do(due.about)
        if advance is not None and self.tournament.hands > hands:
            advance(self)
        return True

    def _stuck(self) -> str:
        tournament = self.tournament
        sizes = ", ".join(f"{number}: {len(table.places)}" for number, table in tournament.tables.items())
        waiting = [type(order.command).__name__ for order in orders(tournament, self.now)]
        return (
            f"{tournament.left} left at tables {sizes}; orders: {', '.join(waiting) or 'none'}; "
            f"held: {sorted(self._held)}; halted: {sorted(tournament.halted)}; "
            f"hand for hand: {tournament.hand_for_hand}, played: {sorted(tournament.round_played)}"
        )

    # ---- the director

    def _manage(self) -> None:
        """Carry out the tasks of now, and see which tables wait for later ones."""
        self._look_at_clock()
        if not self._stirred or self.tournament.ended:
            return
        tournament = self.tournament
        self._stirred = False
        for _ in range(200 + 20 * len(tournament.tables)):
            if tournament.ended or self.checks.found:
                return
            while tournament.envelopes.unopened and not self.checks.found:
                self.do(c.OpenEnvelope(key(self.secret, tournament.envelopes.opened + 1)))
            turn = bubble(tournament, self.now)
            if turn is not None:
                self.do(turn.command)
            due = orders(tournament, self.now)
            possible = next((order for order in due if order.is_possible(tournament)), None)
            if possible is None:
                break
            self.do(possible.command)
        else:
            self.checks.breach(f"there is no end of orders: {possible}")
        self._held = {number for order in due for number in order.holds}
        self._awaited = self._uneven() if tournament.structure.kind not in ROUNDS else set()
        # in a satellite all who are left have a seat then, and it is over with the last hand that is on
        self._is_won = tournament.structure.kind is Kind.SATELLITE and tournament.left <= tournament.seats_won
        self._stirred = False

    def _uneven(self) -> set[int]:
        """The table a player leaves, and the short ones open to the player, when their hands are over."""
        seen = hall(self.tournament)
        apart = least_apart(len(seen.views), self.tournament.structure.rulebook)
        number = longest_table(seen, apart=apart)
        return set() if number is None else {number, *seen.up_to(seen.most - apart)}

    def _look_at_clock(self) -> None:
        """See whether a level or a break has begun, and plan to look again when it is over."""
        tournament = self.tournament
        if tournament.clock is self._clock:
            return
        self._clock = tournament.clock
        reading = tournament.reading(self.now)
        if reading.running and reading.left_ms is not None:
            self.plan(self.now + reading.left_ms, self._clock_turns)
        self._see(reading.item, is_break=reading.is_break)

    def _clock_turns(self, about: None) -> None:
        reading = self.tournament.reading(self.now)
        if (reading.item, reading.is_break) != (self._item, self._is_break):
            self._clock = None  # and plan for the end of this one
            self._see(reading.item, is_break=reading.is_break)

    def _see(self, item: int, *, is_break: bool) -> None:
        if (item, is_break) == (self._item, self._is_break):
            return
        begins = is_break and not self._is_break
        self._item, self._is_break = item, is_break
        self._stirred = True
        self.watch.turned(item, self.now)
        for order in races_due(self.tournament, self.now):
            if order.is_possible(self.tournament):
                self.do(order.command)
        if begins:
            self.people.on_break(item)

    # ---- hands

    def _begin_hands(self) -> bool:
        """Begin all hands that may; whether to ask first what is to be done, since a short table has gone on."""
        if self._is_break or self._is_won or not self._idle:
            return False
        tournament = self.tournament
        for number in sorted(self._idle):
            if tournament.ended or self.checks.found:
                return False
            if number in self._held or number in tournament.halted:
                continue
            if tournament.hand_for_hand and number in tournament.round_played:
                continue
            self._idle.discard(number)
            table = tournament.tables.get(number)
            if table is None or table.is_hand_on:
                continue
            if table.in_play_here > 1:  # else until somebody comes
                self._begin(number)
                if number in self._awaited:
                    self._stirred = True
                    return True
        return False

    def _begin(self, number: int) -> None:
        tournament = self.tournament
        table = tournament.tables[number]
        if table.rules.chips != tournament.chips_at(tournament.reading(self.now).level):
            self._race(number)
        try:
            hand = tournament.start_hand(number, self.now)
        except SidepotError as error:
            self.checks.breach(f"table {number} cannot begin its hand: {error}")
            return
        self.note(tournament.log[-1])
        begun = table.begun
        if begun is None:
            self.checks.breach(f"table {number} has begun a hand, and none is on")
            return
        if self.voids and self.chance() < self.voids:
            if Dealer(Deck(hand.plan.deck, below=self.below)).run(hand) is not DONE:  # all may be all-in by the blinds
                hand.void()
        else:
            bots = [self.bots[player] for player in begun.players]
            play_out(hand, self._dealer(hand, begun, bots), bots)
            if self.on_hand is not None:
                self.on_hand(number, hand, begun)
        try:
            self.results[number] = tournament.result_of(number, hand)
        except SidepotError as error:
            self.checks.breach(f"the hand of table {number} cannot end: {error}")
            return
        usual = HAND_MS + SEAT_MS * len(begun.players)
        self.plan(self.now + int(usual * (0.75 + self.chance() / 2)), self._end, number)

    def _dealer(self, hand: Hand, begun: HandBegun, bots: Sequence[Bot]) -> Dealer:
        looks = any(bot.looks for bot in bots)
        return Dealer(Deck(hand.plan.deck, below=self.below), auto_show=not looks, absent=begun.dead)

    def _race(self, number: int) -> None:
        order = race_due(self.tournament, number, self.now) if number in self.tournament.tables else None
        if order is not None:
            self.do(order.command)

    def _end(self, number: int) -> None:
        waited = self.tournament.tables[number].carried
        if self.do(self.results.pop(number)) is None:
            return
        self._idle.add(number)
        tournament = self.tournament
        if number in self._held or number in self._awaited or tournament.hand_for_hand or number in tournament.halted:
            self._stirred = True
        table = tournament.tables.get(number)
        if waited and (table is None or not table.carried):  # nobody was moved from there until it was won
            self._stirred = True
        if self._is_break and not tournament.ended:
            self._race(number)
