"""Turn hands into a report: the flow of chips, and the flags."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sidepot.errors import SidepotError
from sidepot.integrity.facts import HandFacts, facts_of
from sidepot.integrity.flags import LEAST_CHANCE, Flag, flags_of
from sidepot.integrity.played import Played
from sidepot.integrity.tallies import BIG, Tallies


class Flow(msgspec.Struct, frozen=True):
    """The net number of big blinds that went from one player to another, in all `hands` that they played together."""

    loser: str
    winner: str
    hands: int
    amount: float


class Report(msgspec.Struct, frozen=True):
    """The report of an examination.

    - `players`: the number of players
    - `names`: the latest name of each player, by the id used in the hands
    - `unread`: the hands that could not be replayed, with the reasons
    """

    hands: int
    players: int
    pairs: int
    flags: tuple[Flag, ...]
    flows: tuple[Flow, ...]
    names: dict[str, str] = {}
    unread: dict[str, str] = {}


class Examination:
    """An examination, which takes hands one by one. Its report is available at any time."""

    def __init__(self) -> None:
        self.tallies = Tallies()
        self._unread: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self.places: dict[str, tuple[str, int]] = {}  # of hands of a room that a report may name, by label

    def take(self, played: Played) -> None:
        """Examine one hand. A hand that cannot be replayed is listed as unread."""
        try:
            facts = facts_of(played)
        except SidepotError as error:
            self._unread[played.label] = error.message
            return
        self.tallies.add(facts)
        if played.where is not None and (facts.all_in or facts.given_up or facts.choices or _is_big(facts)):
            self.places[played.label] = played.where
        self._names.update(zip(played.players, played.names, strict=bool(played.names)))

    def report(self, least_chance: float = LEAST_CHANCE) -> Report:
        """The report on the hands so far, with the suspicions whose probability is below `least_chance`."""
        tallies = self.tallies
        return Report(
            hands=tallies.hands,
            players=len(tallies.played),
            pairs=len(tallies.meetings),
            flags=tuple(flags_of(tallies, least_chance)),
            flows=tuple(sorted(self._flows(), key=lambda flow: (-flow.amount, flow.loser, flow.winner))),
            names=dict(self._names),
            unread=dict(self._unread),
        )

    def _flows(self) -> Iterable[Flow]:
        for (first, second), met in self.tallies.meetings.items():
            net = self.tallies.flows.get((first, second), 0.0) - self.tallies.flows.get((second, first), 0.0)
            if net:
                loser, winner = (first, second) if net > 0 else (second, first)
                yield Flow(loser, winner, met.hands, round(abs(net), 2))


def _is_big(facts: HandFacts) -> bool:
    return any(amount >= BIG for amount in facts.flows.values())


def examine(hands: Iterable[Played], least_chance: float = LEAST_CHANCE) -> Report:
    """Examine these hands for suspicious play. Suspicions with a probability of `least_chance` or more are left out."""
    examination = Examination()
    for played in hands:
        examination.take(played)
    return examination.report(least_chance)
