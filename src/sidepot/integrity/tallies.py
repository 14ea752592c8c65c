"""The counts over many hands, by player and by pair. Memory grows with the number of pairs, not of hands."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from typing import Final

from sidepot.integrity.facts import HandFacts

BIG: Final = 20.0  # big blinds lost to one player in a hand that make a big loss
KEPT: Final = 8  # hands that are kept for each count

Pair = tuple[str, str]


@dataclass
class Shown:
    """How often something happened, and the hands that show it best. Hands with greater weights are better examples."""

    count: int = 0
    total: float = 0.0
    _kept: list[tuple[float, int, str]] = field(default_factory=list)

    def add(self, label: str, weight: float = 1.0) -> None:
        """Count one occurrence. `weight` is the value of the hand `label` as an example."""
        self.count += 1
        self.total += weight
        one = (weight, -self.count, label)  # of equal ones the first
        if len(self._kept) < KEPT:
            heappush(self._kept, one)
        else:
            heappushpop(self._kept, one)

    @property
    def hands(self) -> tuple[str, ...]:
        """The labels of the kept hands, the clearest examples first."""
        return tuple([label for _, _, label in sorted(self._kept, reverse=True)])


@dataclass
class Asked:
    """The choices of one kind: how many choices there were, and in how many of them the player yielded."""

    chances: int = 0
    yields: Shown = field(default_factory=Shown)


@dataclass
class Meeting:
    """Two players in the same hands: how often each of them put chips in voluntarily, and how often both did."""

    hands: int = 0
    first_in: int = 0
    second_in: int = 0
    both_in: int = 0


@dataclass
class Pace:
    """How fast a player acts: the number of measured times, their mean and their spread (Welford)."""

    count: int = 0
    mean: float = 0.0
    _squares: float = 0.0

    def add(self, milliseconds: int) -> None:
        """Add the time that one action took."""
        self.count += 1
        off = milliseconds - self.mean
        self.mean += off / self.count
        self._squares += off * (milliseconds - self.mean)

    @property
    def spread(self) -> float:
        """The standard deviation as a fraction of the mean; 0 if all times are equal."""
        if self.count < 2 or not self.mean:
            return 0.0
        return float((self._squares / (self.count - 1)) ** 0.5 / self.mean)


@dataclass
class Tallies:
    """All counts. They are kept by pair of players: (loser, winner), (player, against), or two names in alphabetical
    order.
    """

    hands: int = 0
    played: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    meetings: defaultdict[Pair, Meeting] = field(default_factory=lambda: defaultdict(Meeting))
    flows: defaultdict[Pair, float] = field(default_factory=lambda: defaultdict(float))
    losses: defaultdict[Pair, Shown] = field(default_factory=lambda: defaultdict(Shown))
    given_up: defaultdict[Pair, Shown] = field(default_factory=lambda: defaultdict(Shown))
    all_ins: defaultdict[Pair, Shown] = field(default_factory=lambda: defaultdict(Shown))
    choices: defaultdict[tuple[str, str, str], Asked] = field(default_factory=lambda: defaultdict(Asked))
    paces: defaultdict[str, Pace] = field(default_factory=lambda: defaultdict(Pace))

    def add(self, facts: HandFacts) -> None:
        """Count one hand."""
        self.hands += 1
        players = sorted(facts.players)
        for at, first in enumerate(players):
            self.played[first] += 1
            for second in players[at + 1 :]:
                self._meet(first, second, facts.entered)
        for pair, amount in facts.flows.items():
            self.flows[pair] += amount
            if amount >= BIG:
                self.losses[pair].add(facts.label, amount)
        if facts.all_in is not None:
            self.all_ins[facts.all_in[:2]].add(facts.label, facts.all_in.amount)
        for pair in facts.given_up:
            self.given_up[pair].add(facts.label, facts.flows[pair])
        for choice in facts.choices:
            asked = self.choices[choice.kind, choice.player, choice.against]
            asked.chances += 1
            if choice.yields:
                asked.yields.add(facts.label)
        for player, milliseconds in facts.answers:
            self.paces[player].add(milliseconds)

    def _meet(self, first: str, second: str, entered: frozenset[str]) -> None:
        met = self.meetings[first, second]
        met.hands += 1
        is_first, is_second = first in entered, second in entered
        met.first_in += is_first
        met.second_in += is_second
        met.both_in += is_first and is_second

    def together(self, one: str, other: str) -> int:
        """The number of hands into which two players were both dealt."""
        met = self.meetings.get((min(one, other), max(one, other)))
        return met.hands if met is not None else 0
