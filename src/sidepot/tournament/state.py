"""The state of a tournament: its entrants, tables, clock, chips and money, and simple questions about them.

`TournamentState` changes nothing by itself. `apply` defines how an event changes it, the `do_*` modules check commands
against it, and `Tournament` adds the commands. Prizes and standings are computed in `money`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from sidepot.errors import Conflict
from sidepot.table.chips import ChipSet
from sidepot.table.places import Place
from sidepot.table.race import RaceSheet
from sidepot.table.table import Table
from sidepot.tournament import events as e
from sidepot.tournament.all_tables import AllTables
from sidepot.tournament.clock import Clock, Reading
from sidepot.tournament.entrants import IN_TOURNAMENT, Entrant, Status
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.mystery import Envelopes
from sidepot.tournament.reports import Reports
from sidepot.tournament.steps import Course, Step
from sidepot.tournament.structure import Kind, Level, Structure
from sidepot.validation.integers import as_int, short
from sidepot.validation.reader import unknown
from sidepot.validation.type_checks import expect

_CACHES: Final = (
    "chances",
    "all_tables",
    "seen",
    "base",
    "points",
    "known_course",
)  # they save work, and can be recreated

_REGISTERED, _ALTERNATE, _SEATED = IN_TOURNAMENT


class TournamentState:
    """The state of a tournament.

    - `entrants`: the players by name
    - `tables`: the tables by number
    - `levels`: the level of each table
    - `totals`: the chips at each table
    - `issued`, `removed`: chips given out and taken away; the difference is `in_play`
    - `collected`: the money paid into the prize pool
    - `fees`: the money for the house
    - `bounties`: the money for bounties
    - `entries`: the number of paid entries, including re-entries
    - `groups`: the eliminated players in the order in which they busted; players in one group share a place
    - `busted`: players without chips who may buy in again
    - `waiting`: the alternates, longest wait first
    - `halted`: the tables that do not play, with the reason
    - `eliminated`: the tables at which players were eliminated
    - `round_played`: the tables that have played their hand, in a round of hand-for-hand play
    - `envelopes`: the envelopes of mystery bounties
    - `flights`: the flights that have brought their money and players
    - `earlier`: the number of steps before the log begins
    - `base`: how to return to the state after these steps (None: the log is complete)
    - `announced`: the original structure, whether the tournament is live, and whether it was a draft
    - `reports`: everything that people have reported since

    Some attributes are caches, not state:

    - `points`: the checkpoints
    - `known_course`: the steps in force, as last read
    - `all_tables`: the tables, as last read by `views.all_tables`
    - `chances`: what was open when busted players were last checked
    - `seen`: what the clock showed when it was last read
    """

    __slots__ = (
        "all_tables", "announced", "at", "base", "bounties", "busted", "chances", "chips_ahead", "clock", "collected",
        "counts", "deal", "draws", "earlier", "eliminated", "ended", "entrants", "entries", "envelopes", "fees",
        "flights", "groups", "halted", "hand_for_hand", "hands", "in_play", "issued", "known_course", "last_table",
        "levels", "levels_ahead", "log", "moves", "points", "races", "redrawn_at", "removed", "reports",
        "round_busts", "round_played", "seed", "seen", "signals", "structure", "tables", "totals", "waiting",
    )  # fmt: skip

    def __init__(
        self,
        structure: Structure,
        seed: str = "",
        *,
        at: int = 0,
        by: str = "",
        live: bool = False,
        draft: bool = False,
    ) -> None:
        expect(structure, Structure, "structure")
        seed, by = expect(seed, str, "seed"), expect(by, str, "by")
        at = as_int(at, "at")
        self.announced = structure, live, draft
        self.seed = seed or structure.name
        self.clear()
        self.at = at
        self.log: list[Step] = [Step(1, at, by, None, (e.Opened(structure, seed, live, draft),))]
        self.earlier = 0
        self.base: Callable[[], None] | None = None
        self.points: list[Point] = []
        self.known_course = Course()

    def set_structure(self, structure: Structure) -> None:
        """Use another structure from now on."""
        if getattr(self, "structure", None) is structure:
            return
        self.structure = structure
        self.levels_ahead = structure.levels
        self.chips_ahead = tuple([structure.chips_at(level) for level in range(len(structure.levels))])

    def clear(self) -> None:
        """Return to the state before the first entry. The log is kept."""
        structure, live, draft = self.announced
        self.set_structure(structure)
        self.reports = Reports(live=live, draft=draft)
        self.clock = Clock.of(self.structure.schedule)
        self.entrants: dict[str, Entrant] = {}
        self.counts = dict.fromkeys(Status, 0)
        self.busted: dict[str, None] = {}
        self.waiting: dict[str, None] = {}
        self.tables: dict[int, Table] = {}
        self.levels: dict[int, int] = {}
        self.totals: dict[int, int] = {}
        self.signals: dict[int, int] = {}
        self.halted: dict[int, str] = {}
        self.eliminated: set[int] = set()
        self.last_table = 0
        self.issued = 0
        self.removed = 0
        self.in_play = 0
        self.collected = 0
        self.fees = 0
        self.bounties = 0
        self.hands = 0
        self.groups: list[tuple[str, ...]] = []
        self.hand_for_hand = False
        self.round_played: set[int] = set()
        self.round_busts: list[e.Busted] = []
        self.draws: list[SeatDraw] = []
        self.moves: list[Move] = []
        self.races: list[tuple[int, RaceSheet]] = []
        self.deal: e.DealMade | None = None
        self.envelopes = Envelopes()
        self.flights: tuple[str, ...] = ()
        self.redrawn_at = 0
        self.ended = False
        self.entries = 0
        self.all_tables = AllTables()
        self.chances: tuple[bool, bool] | None = None
        self.seen: tuple[Clock, int, Reading] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TournamentState):
            return NotImplemented
        names = [name for name in TournamentState.__slots__ if name not in _CACHES]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    @property
    def version(self) -> int:
        """The number of steps so far. `Tournament.do` compares its argument `expect` with this number."""
        return self.earlier + len(self.log)

    def course(self) -> Course:
        """The steps of the log that are in force. Only new steps are read."""
        if not self.known_course.is_of(self.log):
            self.known_course = Course()
        for step in self.log[self.known_course.taken :]:
            self.known_course.take(step)
        return self.known_course

    def reading(self, now: int) -> Reading:
        """What the clock shows at the time `now`."""
        seen = self.seen
        if seen is None or seen[0] is not self.clock or seen[1] != now:
            self.seen = seen = self.clock, now, self.clock.at(now)
        return seen[2]

    @property
    def is_seated(self) -> bool:
        """Whether seats have been drawn."""
        return self.last_table > 0

    def players_in(self) -> list[Entrant]:
        """The players still in the tournament, with chips or about to get chips."""
        return [entrant for entrant in self.entrants.values() if entrant.is_in]

    @property
    def left(self) -> int:
        """The number of players still in the tournament."""
        counts = self.counts
        return counts[_REGISTERED] + counts[_ALTERNATE] + counts[_SEATED]

    @property
    def is_hand_on(self) -> bool:
        """Whether a hand is in progress at any table."""
        return any(table.is_hand_on for table in self.tables.values())

    @property
    def pool(self) -> int:
        """The prize pool: the money collected and added, or the guarantee if that is more.

        In a flight, the guarantee of the final day does not count.
        """
        if self.reports.cancelled:
            return 0
        paid = self.collected + self.reports.added
        return paid if self.structure.kind is Kind.FLIGHT else max(paid, self.structure.entry.guarantee)

    @property
    def overlay(self) -> int:
        """The house's contribution to reach the guarantee."""
        return max(self.pool - self.collected - self.reports.added, 0)

    def stack_of(self, player: str) -> int:
        """A player's stack; during a hand, the stack at its start."""
        entrant = self.entrants.get(expect(player, str, "player"))
        if entrant is None:
            raise unknown(f"no player named {short(player)} has entered", player, self.entrants, brief=True)
        return self.chips_of(entrant)

    def place_at(self, one: Entrant) -> Place | None:
        """The place of a player at a table; None for a player without a seat."""
        table = self.tables.get(one.table)
        return table.places.get(one.player) if table is not None else None

    def chips_of(self, one: Entrant) -> int:
        """The stack of a player, or the chips that they carry from one table to another."""
        place = self.place_at(one)
        return place.stack if place is not None else one.carried

    def level(self, number: int) -> Level:
        """A level by its number, counted from 0. The last level never ends."""
        return self.levels_ahead[min(number, len(self.levels_ahead) - 1)]

    def chips_at(self, level: int) -> ChipSet:
        """The chip denominations in play at a level."""
        return self.chips_ahead[min(level, len(self.chips_ahead) - 1)]

    def check_chips(self) -> None:
        """Raise Conflict unless all issued chips are in play or were removed by a rule."""
        missing = self.issued - self.removed + self.reports.accepted + sum(self.reports.adrift.values()) - self.in_play
        if missing:
            raise Conflict(
                f"{self.issued} chips were issued and {self.removed} removed, but {self.in_play} are in "
                f"play: {missing} are missing",
                code="chips_do_not_add_up",
            )


# ---- checkpoints


class Point(NamedTuple):
    """A checkpoint after a number of steps in force (`steps`). `last` is the last of these steps."""

    steps: int
    last: Step
    columns: dict[str, Any]
    entrants: dict[str, Entrant]
    tables: dict[int, Table]

    def fits(self, steps: Sequence[Step]) -> bool:
        """Whether a list of steps begins with the steps of the checkpoint."""
        if self.steps > len(steps):
            return False
        last = steps[self.steps - 1]
        return last.number == self.last.number and last.events is self.last.events
