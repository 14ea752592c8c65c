"""The structure of a tournament, announced before entry: its prizes, its schedule, its chips.

A `Structure` is a value, and always playable: if it were not, making it raises an error that names the place and what
would be right. Amounts of chips and of money are ints; times are milliseconds. Source: T7, T22, T23, T24b.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, Literal

import msgspec

from sidepot.errors import Conflict
from sidepot.games.mixes import Mix, mix_of_name
from sidepot.games.unit import WHOLE, Unit
from sidepot.rules.houses import TDA_2013, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.table.chips import ChipSet
from sidepot.table.piles import Pile
from sidepot.table.table_rules import TableRules
from sidepot.tournament.entry_terms import ANY, EntryTerms
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import Break, Item, Level, chips_by_item, levels_of, settle_schedule
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

__all__ = ["ANY", "ROUNDS", "Break", "EntryTerms", "Item", "Kind", "Level", "Structure"]


class Kind(StrEnum):
    """How a tournament is played down to a winner."""

    PLAIN = "plain"  # tables are broken and balanced until one is left
    SHOOTOUT = "shootout"  # every table plays down to its winner; the winners meet in the next round
    SATELLITE = "satellite"  # it ends when as many are left as there are seats to win
    HEADS_UP = "heads-up"  # matches of two, the winners meet in the next round
    FLIGHT = "flight"  # it ends after some levels; who has chips then plays on, on the final day


FlightStacks = Literal["best", "first", "all"]
ROUNDS: Final = (Kind.SHOOTOUT, Kind.HEADS_UP)  # every table plays down to its winner


class Structure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """The terms of a tournament.

    - `stack`: the starting stack
    - `pile`: the chips that make up this stack (by default, a usual mix)
    - `final`: the size of the final table (0: as in the rulebook)
    - `redraw_at`: the numbers of remaining players at which all seats are redrawn before the final table
    - `turbo`: whether the director decides if a short table is halted
    - `money`: the unit and the currency of all prices and prizes
    - `at_full`: whether the tournament begins as soon as `entry.most` players have entered, as a sit-and-go does
    - `flights`: the names of the flights, which are the first days among which a player may choose
    - `flight_levels`: a flight ends after this number of levels
    - `flight_left`: a flight also ends when entry is closed and this number of players is left (0: it does not)
    - `flight_percent`: `flight_left` as a percentage of the flight's entries, rounded up
    - `flight_stacks`: whether a player who qualifies in several flights keeps the `best` stack, the `first`, or `all`
      of them together

    Players keep their chips for the final day (`flights.flight_of`, `flights.final_day`). A level is played with the
    chips that are still in play. Its `Stakes.chip` is the smallest of these chips.
    """

    name: str
    title: str = ""
    kind: Kind = Kind.PLAIN
    seats: q.Seats = 9
    mix: Mix
    schedule: tuple[Item, ...]
    chips: ChipSet
    stack: q.SomeChips
    pile: Pile = Pile()
    money: Unit = WHOLE
    entry: EntryTerms = EntryTerms()
    pays: PayTerms = PayTerms()
    rulebook: Rulebook = TDA_2013
    turbo: bool = False
    final: q.Seats = 0
    redraw_at: tuple[q.Entries, ...] = ()
    at_full: bool = False
    flights: tuple[str, ...] = ()
    flight_levels: q.Levels = 0
    flight_left: q.Entries = 0
    flight_percent: q.Percent = 0
    flight_stacks: FlightStacks = "best"

    def __post_init__(self) -> None:
        fill = msgspec.structs.force_setattr
        fill(self, "mix", mix_of_name(self.mix))
        fill(self, "rulebook", house_of(self.rulebook, "rulebook"))
        check_fields(self)
        if not self.name.strip():
            raise Conflict("the tournament has no name")
        # what is left out has its usual value, so that equal terms are equal
        fill(self, "title", self.title or self.name)
        fill(self, "money", WHOLE if self.money == WHOLE else self.money)  # views leave it out if it is this object
        fill(self, "schedule", settle_schedule(self.schedule, self.mix, self.chips))
        fill(self, "pile", _pile_of(self))
        _check_tables(self)
        _check_entry(self)
        _check_flights(self)

    # ---- the schedule

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels of the schedule in order, without its breaks."""
        return levels_of(self.schedule)

    def item(self, at: int) -> Item:
        """The level or break at index `at` of the schedule. Raises Conflict if there is none."""
        if not 0 <= at < len(self.schedule):
            raise Conflict(f"`item` must be from 0 to {len(self.schedule) - 1}, not {at}")
        return self.schedule[at]

    def level(self, number: int) -> Level:
        """The level with this number, counted from 0. The last level never ends.

        Raises Conflict for a negative number.
        """
        if number < 0:
            raise Conflict(f"there is no level {number}; levels are numbered from 0")
        return self.levels[min(number, len(self.levels) - 1)]

    def item_of(self, level: int) -> int:
        """The index of a level in the schedule. Raises Conflict for a negative number."""
        found = self.level(level)
        return next(at for at, item in enumerate(self.schedule) if item is found)

    def chips_at(self, level: int) -> ChipSet:
        """The denominations in play at a level, without those removed in earlier breaks."""
        return tuple(chips_by_item(self.schedule, self.chips))[self.item_of(level)]

    def table_rules(self, level: int, name: str = "table") -> TableRules:
        """The terms of a table at a level. `name` is the name of the table."""
        return TableRules(
            name=name,
            seats=self.seats,
            mix=self.mix,
            stakes=self.level(level).stakes,
            rulebook=self.rulebook,
            chips=self.chips_at(level),
            is_tournament=True,
        )

    # ---- entries

    def open_at(self, level: int, *, on_break: bool = False) -> tuple[bool, bool]:
        """Whether players may still enter, and whether rebuys are sold. With `on_break`, in the break before the
        level.
        """
        entry = self.entry
        late, rebuy = [
            level < levels or on_break and 0 < levels == level for levels in (entry.late_levels, entry.rebuy_levels)
        ]
        return late, rebuy and entry.rebuys != 0

    @property
    def addon_level(self) -> int:
        """The level (counted from 1) before the break in which the add-on is sold; 0 if there is no add-on."""
        return len(levels_of(self.schedule[: self.entry.addon_item])) if self.entry.addon_item >= 0 else 0

    @property
    def rebuy_below(self) -> int:
        """The largest stack with which a player may still buy chips."""
        return self.stack if self.entry.rebuy_below < 0 else self.entry.rebuy_below


# ---- what cannot be


def _pile_of(structure: Structure) -> Pile:
    """The starting stack in chips."""
    least = structure.schedule[0].stakes[0].min_bet if isinstance(structure.schedule[0], Level) else 0
    if structure.stack < least:
        raise Conflict(
            f"the starting stack must be at least one bet of the first level ({least}), not {structure.stack}"
        )
    pile = structure.pile
    try:
        if not pile.counts:
            return structure.chips.usable(structure.stack)
        structure.chips.check(pile)
    except Conflict as error:
        raise Conflict(f"the starting stack: {error.message}") from None
    if pile.total != structure.stack:
        raise Conflict(f"the starting stack is {structure.stack}, but its chips {pile} are worth {pile.total}")
    return pile


def _check_tables(structure: Structure) -> None:
    structure.table_rules(0)  # refuses tables that the game does not have
    if structure.kind is Kind.HEADS_UP and structure.seats != 2:
        raise Conflict(f"matches are heads-up: `seats` must be 2, not {structure.seats}")
    most = structure.mix.seats[1]
    if structure.final and not 2 <= structure.final <= most:
        raise Conflict(
            f"the final table must have 2 to {most} seats, or 0 for the number in the rules, not {structure.final}"
        )
    draws = structure.redraw_at
    if draws != tuple(sorted(set(draws), reverse=True)) or any(left < 2 for left in draws):
        raise Conflict(f"`redraw_at` must list numbers of players left, 2 or more, largest first, not {list(draws)}")


def _check_entry(structure: Structure) -> None:
    entry = structure.entry
    if (structure.kind is Kind.SATELLITE) != (structure.pays.seat_price > 0):
        raise Conflict('a satellite needs both kind = "satellite" and the value of a seat (`pays.seat_price`)')
    if structure.at_full and (entry.most < 2 or entry.late_levels):
        raise Conflict("a tournament that begins when it is full needs `entry.most`, and cannot have late registration")
    if structure.kind in ROUNDS and (entry.late_levels or entry.reentries):
        raise Conflict(
            f"a {structure.kind} cannot have late registration or re-entries, because each table plays down to a winner"
        )
    for name, levels in (("late_levels", entry.late_levels), ("rebuy_levels", entry.rebuy_levels)):
        if levels > len(structure.levels):
            raise Conflict(f"{name}: expected at most {len(structure.levels)}, the number of levels, not {levels}")
    if entry.addon_item >= 0 and not isinstance(structure.item(entry.addon_item), Break):
        breaks = [at for at, item in enumerate(structure.schedule) if isinstance(item, Break)]
        raise Conflict(
            f"the add-on must be sold in a break, but item {entry.addon_item} is a level; "
            + (f"the breaks are the items {', '.join(map(str, breaks))}" if breaks else "there is no break")
        )
    last = len(structure.levels) - 1
    after = tuple(chips_by_item(structure.schedule, structure.chips))[entry.addon_item]
    for name, amount, chips in (
        ("an entry", structure.stack, structure.chips_at(min(entry.late_levels, last))),
        ("a rebuy", entry.rebuy_chips, structure.chips_at(min(entry.rebuy_levels, last))),
        ("an add-on", entry.addon_chips, after),
    ):
        if amount and not chips.can_make(amount):  # late, when the small chips have left play
            raise Conflict(f"{name} brings {amount}, which cannot be made with {chips}, the chips in play by then")


def _check_flights(structure: Structure) -> None:
    """Flights end while there is another level, and nobody enters or buys after them."""
    entry, ends = structure.entry, structure.flight_levels
    if (structure.kind is Kind.FLIGHT or bool(structure.flights)) != (ends > 0):
        raise Conflict(
            "give both the names of the flights (`flights`) and the number of levels of each (`flight_levels`)"
        )
    if structure.flight_left < 0 or structure.flight_left == 1 or structure.flight_left and not ends:
        raise Conflict(f"`flight_left` must be at least 2 players, not {structure.flight_left}")
    if structure.flight_percent and not ends:
        raise Conflict("`flight_percent` needs `flight_levels`: only a flight ends at a percentage of its entries")
    if not ends:
        return
    if structure.kind not in (Kind.PLAIN, Kind.FLIGHT) or structure.kind is Kind.FLIGHT and structure.flights:
        raise Conflict(f"a {structure.kind} cannot have flights")
    names = [name.strip() for name in structure.flights]
    if "" in names or len(set(names)) < len(names):
        raise Conflict(f"flights need different names, such as 1A and 1B, not {list(structure.flights)}")
    if ends >= len(structure.levels):
        raise Conflict(
            f"the flights play {ends} of {len(structure.levels)} levels, which leaves none for the final day"
        )
    for name, levels in (("late_levels", entry.late_levels), ("rebuy_levels", entry.rebuy_levels)):
        if levels > ends:
            raise Conflict(f"{name}: expected at most {ends}, the last level of the flights, not {levels}")
    if entry.addon_item >= structure.item_of(ends):
        raise Conflict("the add-on must be sold in a break of the flights, not on the final day")
