"""The program that runs an online or simulated tournament by the rules, as a director would.

As soon as the rules call for it, it breaks and balances tables, moves players, stops short tables, draws seats for the
final table, goes hand for hand before the money, and races off chips. If the schedule is too short for the chips in
play, it adds levels. It also decides which tables may begin a hand. It keeps no state of the tournament: a new director
continues in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sidepot.table.events import HandBegun
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.advice import Advice, bubble, longer_schedule, orders, race_due, races_due
from sidepot.tournament.balancing import least_apart, longest_table
from sidepot.tournament.steps import Step
from sidepot.tournament.structure import ROUNDS, Kind
from sidepot.tournament.tournament import Tournament
from sidepot.tournament.views import all_tables

STIRS: Final = (  # events that may require a move, a broken table, or the start or end of hand for hand
    e.Busted, e.WentOut, e.Registered, e.Reentered, e.Rebought, e.HandForHand, e.RoundDone, e.TableOpened,
    e.TableClosed, e.Disqualified, e.EnvelopeWon,
)  # fmt: skip

Do = Callable[[c.AnyCommand, Advice | None], object]


def _nothing(_: int) -> None:
    """Report it to nobody."""


class Director:
    """Directs a tournament by the rules. Pass each step of the tournament to `note`.

    - `do`: called with each command, and with the advice behind the command (None if there is none)
    - `turned`: called with each item of the schedule that begins
    - `on_break`: called with each break that begins
    - `first`: called each time before the advice is computed
    - `idle`: the tables that wait for their next hand
    - `held`: the tables that may not begin a hand until a command is given
    - `awaited`: the tables at which something may become possible when their hand ends
    """

    def __init__(
        self,
        tournament: Tournament,
        do: Do,
        *,
        turned: Callable[[int], None] = _nothing,
        on_break: Callable[[int], None] = _nothing,
        first: Callable[[], None] = lambda: None,
    ) -> None:
        self.tournament = tournament
        self.do = do
        self._turned = turned
        self._on_break = on_break
        self.first = first
        self.idle: set[int] = {number for number, table in tournament.tables.items() if not table.is_hand_on}
        self.held: set[int] = set()
        self.awaited: set[int] = set()
        self.stirred = True
        self.is_break = False
        self.is_won = False
        self.item = 0
        self._clock: object = None

    # ---- events

    def note(self, step: Step) -> None:
        """Note the events of a step."""
        for happened in step.events:
            if isinstance(happened, e.AtTable):
                if not isinstance(happened.event, HandBegun):
                    self.idle.add(happened.table)  # somebody may have come there, or have bought chips
            elif isinstance(happened, STIRS):
                self.stirred = True
                if isinstance(happened, e.TableOpened):
                    self.idle.add(happened.table)

    def hand_over(self, number: int, now: int, *, waited: int) -> None:
        """Handle the end of a hand at a table.

        `waited` is the number of chips that the pot had carried over from earlier hands.
        """
        self.idle.add(number)
        tournament = self.tournament
        if number in self.held or number in self.awaited or tournament.hand_for_hand or number in tournament.halted:
            self.stirred = True
        table = tournament.tables.get(number)
        if waited and (table is None or not table.carried):  # nobody was moved from there until it was won
            self.stirred = True
        if self.is_break and not tournament.ended:
            self.race(number, now)

    # ---- tasks

    def manage(self, now: int) -> bool:
        """Carry out every command that is due now. Find the tables where a command must wait for the end of the hand.

        Returns whether the tournament has finished.
        """
        self.look_at_clock(now)
        if not self.stirred or self.tournament.ended:
            return True
        tournament = self.tournament
        self.stirred = False
        if not self._lengthen(now):
            return False
        due: list[Advice] = []
        for _ in range(200 + 20 * len(tournament.tables)):
            if tournament.ended:
                return True
            self.first()
            turn = bubble(tournament, now)
            if turn is not None:
                self.do(turn.command, turn)
            due = orders(tournament, now)
            possible = next((order for order in due if order.is_possible(tournament)), None)
            if possible is None:
                break
            if self.do(possible.command, possible) is None:
                return False
        else:
            return False
        self.held = {number for order in due for number in order.holds}
        self.awaited = self._uneven() if tournament.structure.kind not in ROUNDS else set()
        # in a satellite all who are left have a seat then, and it is over with the last hand in progress
        self.is_won = tournament.structure.kind is Kind.SATELLITE and tournament.left <= tournament.seats_won
        self.stirred = False
        return True

    def _lengthen(self, now: int) -> bool:
        """Add the levels that the chips in play need, so that all see them long before; whether that was possible."""
        while (order := longer_schedule(self.tournament, now)) is not None:
            if self.do(order.command, order) is None:
                return False
        return True

    def _uneven(self) -> set[int]:
        """The table that a player leaves, and the short tables open to the player, after their hands."""
        seen = all_tables(self.tournament)
        apart = least_apart(len(seen.views), self.tournament.structure.rulebook)
        number = longest_table(seen, apart=apart)
        return set() if number is None else {number, *seen.up_to(seen.most - apart)}

    # ---- the clock

    def look_at_clock(self, now: int) -> int | None:
        """Check whether a level or a break has begun.

        Returns the remaining time (ms) if the clock was reset, else None.
        """
        tournament = self.tournament
        if tournament.clock is self._clock:
            return None
        self._clock = tournament.clock
        reading = tournament.reading(now)
        self._see(reading.item, now, is_break=reading.is_break)
        return reading.left_ms if reading.running else None

    def turn(self, now: int) -> None:
        """End the level or break if its time is up."""
        reading = self.tournament.reading(now)
        if (reading.item, reading.is_break) != (self.item, self.is_break):
            self._clock = None  # and look for the end of this one
            self._see(reading.item, now, is_break=reading.is_break)

    def _see(self, item: int, now: int, *, is_break: bool) -> None:
        if (item, is_break) == (self.item, self.is_break):
            return
        begins = is_break and not self.is_break
        self.item, self.is_break = item, is_break
        self.stirred = True
        self._turned(item)
        for order in races_due(self.tournament, now):
            if order.is_possible(self.tournament):
                self.do(order.command, order)
        if begins:
            self._on_break(item)

    # ---- hands

    def may_begin(self) -> Iterator[int]:
        """Yield the tables that may begin a hand, in order of their numbers."""
        tournament = self.tournament
        if self.is_break or self.is_won or not self.idle:
            return
        for number in sorted(self.idle):
            if tournament.ended:
                return
            if number in self.held or number in tournament.halted:
                continue
            if tournament.hand_for_hand and number in tournament.round_played:
                continue
            table = tournament.tables.get(number)
            if table is None or table.is_hand_on or table.in_play_here < 2:  # until somebody comes
                self.idle.discard(number)
                continue
            yield number

    def prepare(self, number: int, now: int) -> None:
        """Prepare a table for its next hand: race off the chips that have left play."""
        self.idle.discard(number)
        table = self.tournament.tables[number]
        if table.rules.chips != self.tournament.chips_at(self.tournament.reading(now).level):
            self.race(number, now)

    def race(self, number: int, now: int) -> None:
        """Race off chips at a table if that is due."""
        order = race_due(self.tournament, number, now) if number in self.tournament.tables else None
        if order is not None:
            self.do(order.command, order)

    def begun(self, number: int) -> bool:
        """Record that a hand has begun at a table.

        Returns whether the advice must be recomputed, because something was awaited at this table.
        """
        if number in self.awaited:
            self.stirred = True
            return True
        return False
