"""Detect whether a simulated tournament can end by itself, or why not."""

from __future__ import annotations

from typing import Final

from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.tournament import Tournament

HANDS: Final = 200  # for each entry, and for as many more: a tournament that takes longer does not end
SPARE: Final = 50
STALE: Final = 5_000  # hands for each table in which nobody goes out
QUIET: Final = 60 * MINUTE  # without a hand, plus the longest level or break, in which all may wait for late players


class EndWatch:
    """Watches whether a tournament still makes progress.

    It records when a hand last ended, when the clock last changed, and when a player last busted.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.quiet = QUIET + max([item.ms for item in tournament.structure.schedule])
        self.moved = 0  # when a hand was over last, or another level or break began
        self.hands = 0
        self.out = 0  # after how many hands somebody lost the last chips
        self.last_began = -1  # when the last level did
        self.left = 0  # and how many were left then

    @property
    def _last(self) -> int:
        """The index of the last level in the schedule, to which a director may add levels."""
        return len(self.tournament.structure.schedule) - 1

    def busted(self) -> None:
        """Record that a player has lost their last chips."""
        self.out = self.tournament.hands

    def turned(self, item: int, now: int) -> None:
        """Record that a level or break has begun. In a shoot-out, this may be the first level again."""
        self.moved = now
        self.last_began = now if item == self._last else -1
        self.left = self.tournament.left

    def endless(self, now: int) -> str:
        """The reason why the tournament would never end. "" if it still makes progress."""
        tournament = self.tournament
        if tournament.hands != self.hands:
            self.hands, self.moved = tournament.hands, now
        if now - self.moved > self.quiet:
            return f"no hand is over for {(now - self.moved) // MINUTE} minutes, and the tournament is not: "
        most = HANDS * (SPARE + len(tournament.entrants))
        if tournament.hands > most and tournament.hands > most + HANDS * (
            tournament.entries - len(tournament.entrants)
        ):
            return f"after {tournament.hands} hands {tournament.left} are left: it does not come to an end: "
        if tournament.hands - self.out > STALE * len(tournament.tables):
            level = tournament.reading(now).level
            bets = tournament.structure.level(level).stakes[0].min_bet
            return (
                f"in {tournament.hands - self.out} hands nobody has gone out: {tournament.in_play} chips are in play, "
                f"and level {level + 1} has bets of {bets}; the schedule needs higher levels: "
            )
        return ""

    def notes(self, now: int) -> tuple[str, ...]:
        """Remarks about a tournament that are not errors: for example, that the last level goes on forever (T22)."""
        length = self.tournament.structure.schedule[self._last].ms
        if self.last_began < 0 or now - self.last_began <= length:
            return ()
        return (
            f"the schedule ran out: its last level, {len(self.tournament.structure.levels)}, went on for "
            f"{(now - self.last_began - length) // MINUTE} minutes after its {length // MINUTE}; when it began, "
            f"{self.left} were left",
        )
