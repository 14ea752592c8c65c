"""A tournament, from the first entry to the last hand: the fold of its steps.

A step is what came of one command: who asked for it, when, and its events. `do` carries a command out or refuses it and
leaves everything as it was; `undo` and `redo` are commands too, so that the log tells all that ever happened, and
`replay` makes the same tournament of it. Hands are played at the tables (`start_hand`, `end_hand`), or with real cards,
and their results brought (`CountHand`): to the event they are the same.

Who works from an older picture than there is gives the `version` he saw as `expect`, and is refused if something was
done meanwhile: two directors do not undo each other's work.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.hand.hand import Hand
from sidepot.table import finishing
from sidepot.table.chips import ChipSet
from sidepot.table.events import HandDone
from sidepot.table.race import RaceSheet
from sidepot.table.table import Table
from sidepot.tournament import apply, handlers, money
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.clock import Clock, Reading
from sidepot.tournament.doing import Doing
from sidepot.tournament.entrants import IN_EVENT, Entrant, Standing, Status
from sidepot.tournament.estimate import time_left
from sidepot.tournament.hall import Hall
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.steps import Step, again, check_text, decode, effective, encode, since, without
from sidepot.tournament.structure import ROUNDS, Level, Structure
from sidepot.whole import whole, whole_arguments, whole_fields

_KEPT: Final = ("chances", "hall")  # what saves work, and can be made anew


class Tournament:
    """A tournament in progress.

    `entrants` are by player, `tables` by number; `levels` says which level each table plays, `totals` what chips are
    there. `issued` less `removed` chips are `in_play`. `collected` is the money for the prize pool, `fees` the house's,
    `bounties` that for bounties. `groups` are those who went out, the first first; who shares a place is in one group.
    `halted` tables do not play, and why; at `eliminated` ones players have gone out, and `busted` may come back.
    Alternates are `waiting`, who came first first. In hand for hand `round_played` are the tables that have played
    their hand.
    `entries` counts those that were paid, second ones of a player too. `hall` keeps the tables as those who seat people
    saw them last (`views.hall`), and `chances` what was open when it was looked last who cannot come back: both are no
    part of what the event is.
    """

    __slots__ = (
        "at", "bounties", "busted", "chances", "chips_ahead", "clock", "collected", "counts", "deal", "draws",
        "eliminated", "ended", "entrants", "entries", "fees", "groups", "hall", "halted", "hand_for_hand", "hands",
        "in_play", "issued", "last_table", "levels", "levels_ahead", "log", "moves", "races", "redrawn_at", "removed",
        "round_busts", "round_played", "seed", "signals", "structure", "tables", "totals", "waiting",
    )  # fmt: skip

    def __init__(self, structure: Structure, seed: str = "", *, at: int = 0, by: str = "") -> None:
        at = whole(at, "at")
        self.structure = structure
        self.seed = seed or structure.name
        self.levels_ahead = structure.levels
        self.chips_ahead = tuple([structure.chips_at(level) for level in range(len(structure.levels))])
        self._clear()
        self.at = at
        self.log: list[Step] = [Step(1, at, by, None, (e.Opened(structure, seed),))]

    def _clear(self) -> None:
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
        self.redrawn_at = 0
        self.ended = False
        self.entries = 0
        self.hall = Hall()
        self.chances: tuple[bool, bool] | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tournament):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name not in _KEPT)

    __hash__ = None  # type: ignore[assignment]

    # ---- what there is to see

    @property
    def version(self) -> int:
        """How many steps there have been: what `expect` is compared with."""
        return len(self.log)

    def reading(self, now: int) -> Reading:
        """What the clock shows."""
        return self.clock.at(now)

    def time_left(self, now: int) -> int:
        """About how long it goes on, in milliseconds, by the chips in play: in rounds, for the one that is on."""
        chips = max([0, *self.totals.values()]) if self.structure.kind in ROUNDS else self.in_play
        return time_left(self.structure.schedule, self.clock.at(now), chips, max(self.seats_won, 1))

    @property
    def is_seated(self) -> bool:
        """Whether seats have been drawn."""
        return self.last_table > 0

    def players_in(self) -> list[Entrant]:
        """Who is still in the event, with chips or about to get them."""
        return [entrant for entrant in self.entrants.values() if entrant.is_in]

    @property
    def left(self) -> int:
        """How many players are still in the event."""
        return sum([self.counts[status] for status in IN_EVENT])

    @property
    def pool(self) -> int:
        """The prize pool: what was collected, or what is guaranteed where that is more."""
        return max(self.collected, self.structure.entry.guarantee)

    @property
    def seats_won(self) -> int:
        """How many seats a satellite pays, as entries stand."""
        return money.seats_won(self)

    @property
    def overlay(self) -> int:
        """What the house adds to make up the guarantee."""
        return self.pool - self.collected

    def prizes(self) -> tuple[int, ...]:
        """What each place is paid, as entries stand now."""
        return money.prizes(self)

    def standings(self) -> tuple[Standing, ...]:
        """Everybody, the best place first: those who are in by their chips, then those who are out by place."""
        return money.standings(self)

    def stack_of(self, player: str) -> int:
        """What a player has at his table; in a hand, what he began it with."""
        entrant = self.entrants[player]
        table = self.tables.get(entrant.table)
        return table.places[player].stack if table is not None and player in table.places else entrant.carried

    def level(self, number: int) -> Level:
        """A level by its number, from 0 on; the last one goes on for ever."""
        return self.levels_ahead[min(number, len(self.levels_ahead) - 1)]

    def chips_at(self, level: int) -> ChipSet:
        """The chips that are in play at a level."""
        return self.chips_ahead[min(level, len(self.chips_ahead) - 1)]

    # ---- commands

    @whole_arguments
    def do(self, command: c.AnyCommand, now: int, *, by: str = "", expect: int | None = None) -> Step:
        """Carry a command out at the time `now`. Raises what refuses it, and then nothing has changed.

        `expect` is the version that it was made for, unless None.
        """
        self._check(now, expect)
        whole_fields(command)
        check_text(command, by)
        if isinstance(command, c.Undo):
            return self._undo(command, now, by)
        if isinstance(command, c.Redo):
            return self._redo(command, now, by)
        return self._carry_out(command, now, by)[0]

    def _carry_out(self, command: c.AnyCommand, now: int, by: str) -> tuple[Step, Hand | None]:
        """The step that a command makes, and the hand that it begins, if it does."""
        if self.ended:
            raise NotDue("the event is over: only an undo is left")
        doing = Doing(self, now)
        try:
            handlers.carry_out(doing, command)
            self._audit()
        except Exception:  # whatever it was, what had been done already is taken back
            if doing.is_begun:
                self._fold_again(self.effective())
            raise
        return self._log(now, by, command, doing.events), doing.hand

    @whole_arguments
    def start_hand(self, table: int, now: int, *, by: str = "") -> Hand:
        """Begin a hand at a table; deal it and play it, and bring it to `end_hand`.

        `tables[table].begun.dead` are seats of the hand to be killed when they have their cards (absent, penalised).
        """
        self._check(now, None)
        hand = self._carry_out(c.BeginHand(table), now, by)[1]
        if hand is None:
            raise NotDue(f"no hand is on at table {table}")
        return hand

    @whole_arguments
    def end_hand(self, table: int, hand: Hand, now: int, *, by: str = "") -> Step:
        """Bring a hand that is over: it is paid out at its table, and who has lost everything is out."""
        at = self.tables.get(table)
        if at is None:
            raise Conflict(f"there is no table {table}")
        done = finishing.outcome(at, hand)
        if isinstance(done, HandDone):
            knocked = money.knock_outs(at, hand) if self.structure.entry.bounty else ()
            return self.do(c.EndHand(table, done, knocked), now, by=by)
        return self.do(c.VoidHand(table), now, by=by)

    def _check(self, now: int, expect: int | None) -> None:
        if now < self.at:
            raise Conflict(f"time does not go back: it is {self.at} ms, not {now}")
        if expect is not None and expect != self.version:
            told = since(self.log, expect) or "nothing was done since"
            raise Conflict(f"this was made for version {expect}, and it is {self.version} by now: {told}; look again")

    def _audit(self) -> None:
        """All chips that were issued are in play, or left it by a rule."""
        if self.issued - self.removed != self.in_play:
            raise Conflict(
                f"{self.issued} chips were issued and {self.removed} removed, and {self.in_play} are in play: "
                f"{self.issued - self.removed - self.in_play} are missing"
            )

    def _log(self, now: int, by: str, command: c.AnyCommand, events: Iterable[e.Event]) -> Step:
        step = Step(len(self.log) + 1, now, by, command, tuple(events))
        self.log.append(step)
        self.at = now
        return step

    # ---- undo

    def effective(self) -> list[Step]:
        """The steps that hold: all but those that were undone, and the undoing."""
        return effective(self.log)[0]

    def _undo(self, command: c.Undo, now: int, by: str) -> Step:
        kept, first = without(self.log, command.step)
        self._fold_again(kept)
        return self._log(now, by, command, [e.Undone(first)])

    def _redo(self, command: c.Redo, now: int, by: str) -> Step:
        steps, number = again(self.log)
        self._fold_again(steps)
        return self._log(now, by, command, [e.Redone(number)])

    def _fold_again(self, steps: Iterable[Step]) -> None:
        """Make everything from these steps anew; the log stays."""
        self._clear()
        for step in steps:
            for event in step.events:
                if not isinstance(event, e.Opened):
                    apply.APPLY[type(event)](self, event)


def replay(log: Iterable[Step]) -> Tournament:
    """The tournament that a trusted log tells of. Raises BadNotation for a log that does not begin with an opening."""
    steps = list(log)
    first = steps[0].events[0] if steps and steps[0].events else None
    if not isinstance(first, e.Opened):
        raise BadNotation("a log begins with the step in which the event was opened")
    event = Tournament(first.structure, first.seed, at=steps[0].at, by=steps[0].by)
    event.log = steps
    event.at = steps[-1].at
    try:
        event._fold_again(effective(steps)[0])
    except SidepotError as error:
        raise BadNotation(f"this log tells of no tournament: {error.message}") from None
    except (LookupError, ValueError):
        raise BadNotation("a step of this log does not fit what was before it") from None
    return event


__all__ = ["Status", "Step", "Tournament", "decode", "encode", "replay"]
