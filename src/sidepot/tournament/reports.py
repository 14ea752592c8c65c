"""Reports about a tournament with real chips and cards: stacks, buttons, headcounts, hands, each with its time.

Tables play some twenty-five hands an hour, and few of these are reported. So a stack is known as of the time at which
it was counted, estimated from other reports, or unknown.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from sidepot.tournament import events as e

HAND_MS: Final = 144_000  # twenty-five hands an hour


class How(StrEnum):
    """How reliably a stack is known."""

    KNOWN = "known"  # counted, or given out, at that time
    ESTIMATED = "estimated"  # known, and changed by other reports
    UNKNOWN = "unknown"  # somebody at the table won chips, and it was not reported who


class Stock(msgspec.Struct, frozen=True):
    """How reliably a stack is known (`how`), and since when (`at`)."""

    how: How = How.KNOWN
    at: int = 0


class Penalty(msgspec.Struct, frozen=True):
    """A penalty for a player.

    - `hands`: the number of hands to miss
    - `at`: when the penalty began
    """

    hands: int
    at: int = 0


class Largest(msgspec.Struct, frozen=True):
    """The largest stack so far.

    - `how`: how reliably the stack was known
    - `left`: how many players were left at the time
    """

    player: str
    chips: int
    how: How
    left: int


class Reports(msgspec.Struct):
    """Everything that people at the tables have reported.

    - `live`: whether chips and cards are real
    - `since`: the time since which they have been real
    - `stacks`: how reliably each player's stack is known
    - `adrift`: by table, how many more chips its record has than were given out there (table 0: chips that left with a
      closed table)
    - `accepted`: the total of the differences that were accepted
    - `outs`: the eliminations
    - `returned`: by step, the eliminations of players who bought in again before the winner of the bounty was named
    - `heads`, `buttons`, `hands`: the last reports of each table
    - `locks`: the locked seats by table (-1: the whole table)
    - `names`: the names of tables
    - `seats`: the number of seats used at each table (0: all seats)
    - `finals`: the final tables, where all seats are used
    - `order`: the breaking order
    - `draft`: whether the check-in is not open yet
    - `penalties`: the penalties being served
    - `largest`: the largest stack, kept while three or more players are left
    - `round_since`: when the round of hand-for-hand play began
    """

    live: bool = False
    since: int = 0
    stacks: dict[str, Stock] = {}
    adrift: dict[int, int] = {}
    accepted: int = 0
    outs: dict[str, e.Busted] = {}
    returned: dict[int, e.Busted] = {}
    buttons: dict[int, e.ButtonReported] = {}
    heads: dict[int, e.HeadcountReported] = {}
    hands: dict[int, e.HandsReported] = {}
    locks: dict[int, dict[int, str]] = {}
    names: dict[int, str] = {}
    seats: int = 0
    finals: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    added: int = 0
    penalties: dict[str, Penalty] = {}
    called: e.ClockCalled | None = None
    announced: e.Announced | None = None
    cancelled: str = ""
    largest: Largest | None = None
    round_since: int = 0
    draft: bool = False

    def close(self, table: int) -> None:
        """Forget a closed table. The difference in its record no longer belongs to any table."""
        self.buttons.pop(table, None)
        self.heads.pop(table, None)
        self.hands.pop(table, None)
        self.locks.pop(table, None)
        rest = self.adrift.pop(table, 0) + self.adrift.pop(0, 0)
        if rest:
            self.adrift[0] = rest

    def copy(self) -> Reports:
        """A copy that can be changed independently."""
        return msgspec.structs.replace(
            self,
            stacks=self.stacks.copy(),
            adrift=self.adrift.copy(),
            outs=self.outs.copy(),
            returned=self.returned.copy(),
            buttons=self.buttons.copy(),
            heads=self.heads.copy(),
            hands=self.hands.copy(),
            penalties=self.penalties.copy(),
            locks={table: seats.copy() for table, seats in self.locks.items()},
        )
