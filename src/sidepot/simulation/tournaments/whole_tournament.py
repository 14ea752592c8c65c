"""A whole tournament between bots, in virtual time: entries, hands at all tables, moves, breaks, the last hand.

The tournament is the machine of `sidepot.tournament`, led by the `advice` to its director. Every hand takes about as
long as a real one, so that tables play in parallel, levels end, and a table that is held waits for others. All random
numbers come from one seed: the same seed gives the same tournament.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from heapq import heappop, heappush
from random import Random
from time import perf_counter
from typing import Final, NamedTuple

from sidepot.cards import Deck
from sidepot.errors import SidepotError
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import DONE
from sidepot.hand.hand import Hand
from sidepot.simulation.bot_hand import Bot, play_out
from sidepot.simulation.tournaments.end import EndWatch
from sidepot.simulation.tournaments.tournament_checks import TournamentChecks
from sidepot.simulation.tournaments.tournament_people import Habits, TournamentPeople
from sidepot.simulation.tournaments.tournament_result import TournamentResult, result_of
from sidepot.table.events import HandBegun
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.advice import orders
from sidepot.tournament.auto_director import Director
from sidepot.tournament.more_levels import added
from sidepot.tournament.mystery import key, seal
from sidepot.tournament.structure import Kind, Structure
from sidepot.tournament.tournament import Step, Tournament

HAND_MS: Final = 20_000  # the shuffle, and the pot
SEAT_MS: Final = 12_000  # for each player who is dealt in
SELDOM: Final = (100_000, 50, 100)  # the thresholds of `gc` while a tournament runs
VOIDS: Final = 0.0005  # the part of hands that is called off
OnHand = Callable[[int, Hand, HandBegun], None]  # of which table
Advance = Callable[["TournamentRun"], None]


class Due(NamedTuple):
    """An action planned for a time.

    - `number`: the order of actions planned for the same time
    """

    at: int
    number: int
    do: Callable[[], None]


class TournamentRun:
    """A tournament that is being played.

    - `tournament`: the state of the tournament, and the commands that change it
    - `checks`: the books that audit every step
    """

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
        self.results: dict[int, c.EndHand | c.VoidHand] = {}  # of the hands in progress, by table
        self._due: list[Due] = []
        self._planned = 0
        self.director = Director(
            self.tournament,
            lambda command, order: self.do(command),
            turned=lambda item: self.watch.turned(item, self.now),
            on_break=lambda item: self.people.on_break(item),
            first=self._open_envelopes,
        )

    def run(self, advance: Advance | None = None) -> TournamentResult:
        """Play the tournament to its end, or until an error is found. `advance` is called after every hand."""
        started = perf_counter()
        try:
            with _collecting_seldom():
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
        notes = (*added(self.tournament.announced[0], self.tournament.structure), *self.watch.notes(self.now))
        return result_of(
            self.tournament, self.now, self.most_tables, self.checks.found, self.seconds, self.names, notes
        )

    # ---- what there is to do

    def plan(self, at: int, do: Callable[[], None]) -> None:
        """Plan an action for the time `at`."""
        self._planned += 1
        heappush(self._due, Due(at, self._planned, do))

    def do(self, command: c.AnyCommand) -> Step | None:
        """Give a command that must be possible. A refusal is recorded as an error."""
        try:
            step = self.tournament.do(command, self.now)
        except SidepotError as error:
            self.checks.breach(f"{type(command).__name__} was refused: {error}")
            return None
        self.note(step)
        return step

    def attempt(self, command: c.AnyCommand) -> bool:
        """Give a command that may come too late. Returns whether the command was carried out."""
        try:
            step = self.tournament.do(command, self.now)
        except SidepotError:
            return False
        self.note(step)
        return True

    def note(self, step: Step) -> None:
        """Check a step, and react to its events."""
        self.checks.step(step)
        self.director.note(step)
        for happened in step.events:
            if isinstance(happened, e.TableOpened):
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
        """Carry out the next planned action. Returns whether there was one."""
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
        due.do()
        if advance is not None and self.tournament.hands > hands:
            advance(self)
        return True

    def _stuck(self) -> str:
        tournament = self.tournament
        sizes = ", ".join(f"{number}: {len(table.places)}" for number, table in tournament.tables.items())
        waiting = [type(order.command).__name__ for order in orders(tournament, self.now)]
        return (
            f"{tournament.left} left at tables {sizes}; orders: {', '.join(waiting) or 'none'}; "
            f"held: {sorted(self.director.held)}; halted: {sorted(tournament.halted)}; "
            f"hand for hand: {tournament.hand_for_hand}, played: {sorted(tournament.round_played)}"
        )

    # ---- the director

    def _manage(self) -> None:
        """Carry out the tasks that are due now, and plan the next check for the end of the level or break."""
        self._plan_clock()
        if not self.checks.found and not self.director.manage(self.now) and not self.checks.found:
            self.checks.breach("there is no end of orders")

    def _open_envelopes(self) -> None:
        tournament = self.tournament
        while tournament.envelopes.unopened and not self.checks.found:
            self.do(c.OpenEnvelope(key(self.secret, tournament.envelopes.opened + 1)))

    def _plan_clock(self) -> None:
        left = self.director.look_at_clock(self.now)
        if left is not None:
            self.plan(self.now + left, self._clock_turns)

    def _clock_turns(self) -> None:
        self.director.turn(self.now)

    # ---- hands

    def _begin_hands(self) -> bool:
        """Begin all hands that are due.

        Returns whether orders must be computed first, because a short table plays again.
        """
        for number in self.director.may_begin():
            if self.checks.found:
                return False
            self._begin(number)
            if self.director.begun(number):
                return True
        return False

    def _begin(self, number: int) -> None:
        tournament = self.tournament
        table = tournament.tables[number]
        self.director.prepare(number, self.now)
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
        self.plan(self.now + int(usual * (0.75 + self.chance() / 2)), partial(self._end, number))

    def _dealer(self, hand: Hand, begun: HandBegun, bots: Sequence[Bot]) -> Dealer:
        looks = any(bot.looks for bot in bots)
        return Dealer(Deck(hand.plan.deck, below=self.below), auto_show=not looks, absent=begun.dead)

    def _end(self, number: int) -> None:
        waited = self.tournament.tables[number].carried
        if self.do(self.results.pop(number)) is None:
            return
        self.director.hand_over(number, self.now, waited=waited)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """A context with rare garbage collections.

    A tournament keeps its whole log, so frequent collections find nothing.
    """
    usual = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
