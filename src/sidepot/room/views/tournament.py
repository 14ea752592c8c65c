"""The read model of a tournament: everything that its pages show, computed once per step and moment.

All pages show selections of it: console, tables of the desk, displays, players' pages, the public page, the list. Each
takes the fields that its reader may see (`readers`) and computes nothing itself. Players of a live tournament are marks
here, as in its event log; names are filled in when a page is encoded.

The figures are computed at once. Lists that only some pages show are made when the first page asks for them, so a view
must not be used after the next step; `Views` then makes a new one.
"""

from __future__ import annotations

from functools import cached_property
from heapq import nlargest
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, TypeVarTuple
from zlib import crc32

import msgspec

from sidepot.games.stakes import AnteBy
from sidepot.games.titles import Parts
from sidepot.room.table.level_text import level_parts, level_words
from sidepot.room.tournament.live.reports import todo_of
from sidepot.room.tournament.terms import first_level
from sidepot.tournament import events as e
from sidepot.tournament.do_entries import chances
from sidepot.tournament.entrants import IN_TOURNAMENT, Status
from sidepot.tournament.money import out_lines, payouts
from sidepot.tournament.real_tables import average, record_of
from sidepot.tournament.reports import How
from sidepot.tournament.schedule import Level
from sidepot.tournament.views import is_open, seats_used

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sidepot.games.mixes import MixGame
    from sidepot.room.tournament.live.reports import Todo
    from sidepot.room.tournament.state import RoomTournamentState
    from sidepot.tournament.entrants import Entrant, Standing
    from sidepot.tournament.structure import Structure

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MINUTE: Final = 60_000
LATELY: Final = 15 * MINUTE  # how long a move counts as news
MOST: Final = 10  # moves and players out, as displays show them
MOST_PRIZES: Final = 20  # prizes that displays show
FINAL: Final = 10  # players at the final table, at most
KEPT: Final = 10  # tournaments whose view is cached
_SCHEDULES: Final = 64


class ItemView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A level or a break of the schedule, in words.

    - `level`: the number of the level, from 1 (0: a break)
    - `big`: the text in large print: the blinds, or the bets of a fixed limit (in a single game)
    - `by_one`: one player pays the `ante` for all
    - `out`: the chips that leave play in a break
    """

    level: int
    text: str
    ms: int
    big: tuple[int, ...] = ()
    ante: int = 0
    by_one: bool = False
    out: tuple[int, ...] = ()
    parts: Parts = ()  # the stakes as data, for pages in other languages


class Stakes(NamedTuple):
    """The stakes of a level in words, and as data for pages in other languages. `bet` is the big blind."""

    text: str
    parts: Parts
    bet: int = 0


class Schedule(NamedTuple):
    """A schedule in words: its levels and breaks (`items`), and the stakes of its levels."""

    items: tuple[ItemView, ...]
    levels: tuple[Stakes, ...]


class StackView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A remaining player, with seat and chips.

    `how` is "estimated" or "unknown" if the chips were not counted.
    """

    player: str
    chips: int
    table: int = 0
    seat: int = 0
    how: str = ""


class OutView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An eliminated player, with place, prize and bounties."""

    player: str
    place: int
    paid: int = 0
    bounties: int = 0


class TableSummary(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A table of a tournament: its number, its players and seats, and whether it is stopped."""

    number: int
    players: int
    seats: int
    stops: bool = False


class CalledView(msgspec.Struct, frozen=True, gc=False):
    """A player on whom the clock was called.

    - `table`: the player's table (0: none)
    - `until`: when the clock runs out
    """

    player: str
    table: int
    until: int


class ClockView(msgspec.Struct, frozen=True, gc=False):
    """The clock of a tournament.

    - `item`: the index of the current item in the schedule
    - `until`, `left`: when the item ends, or the time that it has left while the clock is stopped
    - `stakes`: the current stakes; during a break, on a display the last stakes, and on a console the next ones
    - `last`: this is the last level, which has no end
    - `extra`, `after`: a break that is not in the schedule, and the time that the item has left after it
    """

    running: bool
    item: int
    level: int
    is_break: bool
    until: int
    left: int
    stakes: str
    next: str
    next_break: int
    begun: bool = False
    last: bool = False
    extra: bool = False
    after: int = 0
    stakes_parts: Parts = ()  # as data, for pages in other languages
    next_parts: Parts = ()


class TournamentView:
    """A tournament after event `seq`, at one moment. Seats and tables count from 1, levels from 0.

    A finished tournament is shown as it was after its last step.

    - `until`: when the current item ends (0 if the clock is stopped, or the item has no end)
    - `next_break`: when the next break begins
    - `enters`, `rebuys`: whether players can enter now, and whether they can rebuy
    """

    def __init__(self, state: RoomTournamentState, now: int) -> None:
        tournament = state.tournament
        self.state = state
        self.tournament = tournament
        self.seq = state.seq
        self.at = max(now, state.at, tournament.at)
        self.clock_at = tournament.at if tournament.ended else self.at
        self.reading = reading = tournament.reading(self.clock_at)
        self.is_on = tournament.is_seated and not state.over
        self.runs = reading.running and not state.over
        self.until = self.at + reading.left_ms if self.runs and reading.left_ms is not None else 0
        self.next_break = self.at + reading.next_break_ms if self.runs and reading.next_break_ms else 0
        self.phase = state.phase_at(reading)
        self.first_level = first_level(state.terms)
        self.schedule = schedule_of(tournament.structure, self.first_level)
        self.prizes = payouts(tournament)
        self.deal = tournament.deal if not tournament.ended else None
        self.average = average(tournament)
        bet = self.stakes(reading.level).bet
        self.average_bets = round(self.average / bet, 1) if bet else 0.0
        self.enters, self.rebuys = is_open(tournament, reading) if not state.over else (False, False)
        self.rebuys = self.rebuys and self.is_on
        prizes = self.prizes if self.deal is None else (self.deal.deal.kept,)  # the agreed amounts are for any place
        self.jump = jump_of(prizes, tournament.left) if self.is_on else (0, 0)
        self._made: dict[Any, Any] = {}

    def once(self, make: Callable[[TournamentView, *Ts], T], *about: *Ts) -> T:
        """The result of `make` for this view and these arguments. It is cached, so that all readers share it."""
        key = make, *about
        found: T | None = self._made.get(key)
        if found is None:
            found = self._made[key] = make(self, *about)
        return found

    @property
    def addon_open(self) -> bool:
        """Whether players may buy an add-on now."""
        tournament = self.tournament
        is_now = tournament.structure.entry.addon_item == self.reading.item and tournament.clock.begun
        return is_now and self.is_on and tournament.deal is None

    def stakes(self, level: int) -> Stakes:
        """The stakes of a level, counted from 0 (empty after the last level)."""
        return self.schedule.levels[level] if level < len(self.schedule.levels) else NO_STAKES

    def clock(self, *, ahead: bool = False) -> ClockView:
        """The clock. During a break, it has the stakes before the break or, with `ahead`, the stakes after the
        break.
        """
        reading, level = self.reading, self.reading.level  # in a break, the level is the one after it
        if reading.is_break and not reading.is_extra and not ahead:
            level -= 1
        following = level if reading.is_break and ahead else level + 1
        now, coming = self.stakes(level), self.stakes(following)
        return ClockView(
            running=self.runs,
            item=reading.item,
            level=self.first_level + level,
            is_break=reading.is_break,
            until=self.until,
            left=0 if self.runs else reading.left_ms or 0,  # a page counts down to `until`
            stakes=now.text,
            next=coming.text,
            next_break=self.next_break,
            begun=self.tournament.clock.begun,
            last=reading.left_ms is None,
            extra=reading.is_extra,
            after=self.tournament.clock.settled(self.clock_at).left if reading.is_extra else 0,
            stakes_parts=now.parts,
            next_parts=coming.parts,
        )

    # ---- players

    @cached_property
    def stacks(self) -> dict[str, StackView]:
        """The seats and chips of all remaining players, in entry order (empty before seats are drawn)."""
        tournament = self.tournament
        if not tournament.is_seated:
            return {}
        tables, stocks = tournament.tables, tournament.reports.stacks if tournament.reports.live else {}
        found: dict[str, StackView] = {}
        for player, one in tournament.entrants.items():  # may be thousands: no function is called for each
            if one.status not in IN_TOURNAMENT:
                continue
            table = tables.get(one.table)
            place = table.places.get(player) if table is not None else None
            stock = stocks.get(player)
            how = "" if stock is None or stock.how is How.KNOWN else stock.how.value
            if place is not None:
                found[player] = StackView(player, place.stack, one.table, place.seat + 1, how)
            else:
                found[player] = StackView(player, one.carried, one.table, 0, how)
        return found

    @cached_property
    def tables(self) -> tuple[TableSummary, ...]:
        """All tables, by number."""
        tournament = self.tournament
        return tuple(
            [
                TableSummary(
                    number, record_of(tournament, number), seats_used(tournament, number), number in tournament.halted
                )
                for number in sorted(tournament.tables)
            ]
        )

    @property
    def is_final(self) -> bool:
        """Whether all remaining players sit at the final table."""
        return len(self.tournament.tables) == 1 and self.tournament.left <= FINAL

    @cached_property
    def leaders(self) -> list[StackView]:
        """The chip leaders, as far as stacks are known. At the final table, these are all remaining players, by
        seat.
        """
        stacks = self.stacks.values()
        if self.is_final:
            return sorted(stacks, key=attrgetter("seat"))
        known = [one for one in stacks if one.chips and one.how != How.UNKNOWN]
        return nlargest(MOST, known, key=attrgetter("chips"))

    @cached_property
    def standings(self) -> dict[str, Standing]:
        """The standing of each player: remaining players by chips, then eliminated players by place."""
        return {line.player: line for line in self.tournament.standings()}

    @cached_property
    def ranks(self) -> dict[str, int]:
        """The rank of each remaining player by chips. Players with equal chips share a rank."""
        ranks: dict[str, int] = {}
        last, before = 0, -1
        for place, line in enumerate([one for one in self.standings.values() if not one.place], 1):
            last = place if line.stack != before else last
            ranks[line.player], before = last, line.stack
        return ranks

    @cached_property
    def last_out(self) -> list[OutView]:
        """The players who were eliminated last, latest first.

        After the end of the tournament, these are the paid players, but no more of them than displays show.
        """
        if not self.tournament.groups:
            return []
        most = max(MOST, min(len(self.prizes), MOST_PRIZES)) if self.tournament.ended else MOST
        return list(islice(_out(out_lines(self.tournament)), most))

    @cached_property
    def out(self) -> list[OutView]:
        """All eliminated players, latest first."""
        return list(_out(self.standings.values())) if self.tournament.groups else []

    @cached_property
    def last_moves(self) -> list[e.Moved]:
        """The moves of the last few minutes, latest first. There are none once the tournament is over."""
        tournament = self.tournament
        if self.state.over or not tournament.moves:
            return []
        found: list[e.Moved] = []
        most = min(MOST, len(tournament.moves))
        for step in reversed(tournament.course().holds):
            if step.at < self.at - LATELY or len(found) >= most:
                break
            found += reversed([happened for happened in step.events if isinstance(happened, e.Moved)])
        return found[:most]

    @cached_property
    def seating(self) -> int:
        """A number that changes whenever a seat changes."""
        seats = [
            f"{player} {number} {place.seat}"
            for number, table in self.tournament.tables.items()
            for player, place in table.places.items()
        ]
        return crc32("\n".join(seats).encode())

    # ---- the staff

    def called(self, after: int = 0) -> CalledView | None:
        """The player on whom the clock was called.

        Returns None if there is none, or if the clock ran out more than `after` milliseconds ago.
        """
        called = self.tournament.reports.called
        until = called.at + called.seconds * 1000 if called is not None else 0
        if called is None or until + after <= self.at:
            return None
        entrant = self.tournament.entrants.get(called.player)
        return CalledView(called.player, entrant.table if entrant is not None else 0, until)

    @cached_property
    def todo(self) -> list[Todo]:
        """The tasks of the staff: orders, and questions to the tables."""
        return todo_of(self.tournament, self.at)


def _out(lines: Iterable[Standing]) -> Iterator[OutView]:
    """The lines of players who have a place."""
    return (OutView(one.player, one.place, one.paid, one.bounties) for one in lines if one.place)


def purchases(view: TournamentView, one: Entrant) -> list[str]:
    """What a player can buy now: rebuy, reenter, add_on."""
    tournament = view.tournament
    if not view.is_on:
        return []
    found = []
    rebuy, again = chances(tournament, view.reading, one)
    if rebuy and one.status in (Status.SEATED, Status.BUSTED):
        is_known = one.status is Status.SEATED and not tournament.reports.live  # the last count of a real stack is old
        stack = tournament.stack_of(one.player) if is_known else 0
        found += ["rebuy"] if stack <= tournament.structure.rebuy_below else []
    if again and not one.is_in and one.status is not Status.DISQUALIFIED:
        found.append("reenter")
    if view.addon_open and not one.addons and one.status is Status.SEATED:
        found.append("add_on")
    return found


class Views:
    """The views of the tournaments that are being read. A view is made at most once per second and step.

    `now` is the clock of the room.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._views: dict[str, TournamentView] = {}

    def of(self, state: RoomTournamentState, *, exact: bool = False) -> TournamentView:
        """The view of a tournament whose events are all durable.

        With `exact`, it is the view of this moment. Otherwise it may have been made earlier in the same second.
        """
        now, found, second = self._now(), self._views.get(state.id), 1 if exact else 1000
        if found is None or found.state is not state or found.seq != state.seq or found.at // second != now // second:
            found = self._views[state.id] = TournamentView(state, now)
            if len(self._views) > KEPT:
                del self._views[next(iter(self._views))]
        return found


# ---- independent of the state

NO_STAKES: Final = Stakes("", ())
_schedules: dict[tuple[int, int], tuple[Structure, Schedule]] = {}


def schedule_of(structure: Structure, first: int = 1) -> Schedule:
    """The schedule in words, with levels counted from `first`. It is cached for each structure."""
    key = id(structure), first  # hashing a structure is slow; `_schedules` keeps it, so its id stays valid
    found = _schedules.get(key)
    if found is None:
        if len(_schedules) >= _SCHEDULES:
            _schedules.clear()
        found = _schedules[key] = structure, _schedule(structure, first)
    return found[1]


def _schedule(structure: Structure, first: int) -> Schedule:
    games = structure.mix.games
    levels = [
        Stakes(level_words(games, one.stakes), level_parts(games, one.stakes), one.min_bet) for one in structure.levels
    ]
    items: list[ItemView] = []
    number = 0
    for one in structure.schedule:
        if isinstance(one, Level):
            items.append(_level(first + number, one, games, levels[number]))
            number += 1
        else:
            items.append(ItemView(0, one.note, one.ms, out=one.remove))
    return Schedule(tuple(items), tuple(levels))


def _level(number: int, item: Level, games: Sequence[MixGame], words: Stakes) -> ItemView:
    if len(games) > 1:
        return ItemView(number, words.text, item.ms, parts=words.parts)
    stakes = item.stakes[0]
    fixed = (stakes.bet_size(big=False), stakes.bet_size(big=True)) if stakes.small_bet else ()
    by_one = stakes.ante_by is not AnteBy.ALL and bool(stakes.ante)
    return ItemView(number, words.text, item.ms, fixed or stakes.blinds, stakes.ante, by_one, parts=words.parts)


def jump_of(prizes: tuple[int, ...], left: int) -> tuple[int, int]:
    """How many players must be eliminated until the next pay jump, and the size of that jump.

    `prizes` are by place, and `left` is the number of remaining players.
    """
    sure = prizes[left - 1] if 0 < left <= len(prizes) else 0
    for place in range(min(left - 1, len(prizes)), 0, -1):
        if prizes[place - 1] > sure:
            return left - place, prizes[place - 1] - sure
    return 0, 0
