"""A table from the point of view of seating, and the orders of seating: a draw, a move, a halt.

A `TableView` is made from a `Table` (`view_of`), or by hand from the sheet of a floor person. Seats are those
of the table, 0-based and clockwise; tables have numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

import msgspec

from sidepot.errors import Cite
from sidepot.rules.clauses import Clauses
from sidepot.table.button import Marks
from sidepot.table.events import Left, Moved, Sat
from sidepot.table.table import Table

_NO_SEATS: Final[frozenset[int]] = frozenset()


class TableView(NamedTuple):
    """A table between two hands. While a hand `is_on`, the table is shown as it will be after the hand if nobody busts.

    - `taken`: the seats of players with chips, in order
    - `held`: seats kept for other players
    - `marks`: the marks of the current or last hand (None before the first hand)
    - `parked`: whether the button does not move in games without blinds (TDA-2013 10-B)
    - `fresh`: seats that have not been dealt in yet
    - `blinds`: the number of blinds in the table's games
    - `stud_only`: whether none of its games has blinds
    - `opened`: a number for each empty seat; the higher the number, the later the seat became empty
    - `pinned`: players who keep their table (rule T8)
    - `eliminated`: whether players were eliminated at this table; by the rules of 2024, only then is a short table
      stopped
    - `unknown`: whether nobody has reported where the button is
    """

    number: int
    seats: int
    taken: tuple[tuple[int, str], ...]
    marks: Marks | None = None
    is_on: bool = False
    stud_only: bool = False
    opened: tuple[tuple[int, int], ...] = ()
    pinned: frozenset[str] = frozenset()
    parked: bool = False
    fresh: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    blinds: int = 2
    first_button: int | None = None
    eliminated: bool = True
    unknown: bool = False

    @property
    def open_seats(self) -> tuple[int, ...]:
        """The seats that can be given to players."""
        blocked = {seat for seat, _ in self.taken} | self.held
        return tuple([seat for seat in range(self.seats) if seat not in blocked])

    @property
    def players(self) -> tuple[str, ...]:
        """The players at this table, in seat order."""
        return tuple([player for _, player in self.taken])

    def joined_by(self, newcomers: Iterable[tuple[int, str]]) -> TableView:
        """The table with these newcomers, given as (seat, player) pairs. They have not been dealt in at this table
        yet.
        """
        more = tuple(newcomers)
        taken = tuple(sorted((*self.taken, *more)))
        return self._replace(taken=taken, fresh=self.fresh.union([seat for seat, _ in more]))


class Move(msgspec.Struct, frozen=True):
    """An order to move a player with all their chips to another seat.

    - `within`: the number of hands until the player has the big blind there (1: in the next hand; 0: unknown; RP-6)
    - `clauses`: the reason as translatable sentences
    """

    player: str
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    cite: Cite
    because: str
    within: int = 0
    clauses: Clauses = ()


class Halt(msgspec.Struct, frozen=True):
    """An order to stop a short table when its hand is over, until players arrive.

    - `discretion`: whether the director may let the table play on (TDA-2013 10-D)
    - `clauses`: the reason as translatable sentences
    """

    table: int
    cite: Cite
    because: str
    discretion: bool = False
    clauses: Clauses = ()


class SeatDraw(msgspec.Struct, frozen=True):
    """A draw for seats. Anybody can repeat it with `check_draw`.

    - `order`: each player's seat, in the order in which the players drew, including `pinned` seats
    - `tables`: the open seats of each table before the draw
    - `sitting`: the number of players who already sat at each table
    - `pinned`: the seats that were given before the draw
    - `cards`: each player's card, if the order was drawn with playing cards (TDA-2024 10-B)
    """

    seed: str
    order: tuple[tuple[str, int, int], ...]
    tables: tuple[tuple[int, tuple[int, ...]], ...]
    sitting: tuple[tuple[int, int], ...] = ()
    pinned: tuple[tuple[str, int, int], ...] = ()
    cards: tuple[tuple[str, int], ...] = ()


class Drawn(msgspec.Struct, frozen=True):
    """A draw for seated players, with the moves that follow from it. All moves are made at the same time."""

    draw: SeatDraw
    moves: tuple[Move, ...]


class Dodged(msgspec.Struct, frozen=True):
    """Blinds that passed the new seat of a player who arrived late. The director judges whether the player was late on
    purpose (rule T32).

    - `hands`: the number of hands that the player missed
    - `big`, `small`: the number of big and small blinds missed in these hands
    - `will`: whether the director must punish it if it was on purpose (false: may punish it)
    - `taken`: whether the house also takes the blinds from the stack (WSOP-2026 86)
    """

    player: str
    table: int
    seat: int
    hands: int
    big: int
    small: int
    will: bool
    taken: bool
    cite: Cite
    because: str


def view_of(
    table: Table,
    number: int,
    *,
    pinned: Collection[str] = (),
    eliminated: bool = True,
    held: Collection[int] = (),
) -> TableView:
    """A table as it is now, as seating needs it.

    - `pinned`: the players who keep their table
    - `eliminated`: whether players were eliminated at this table
    - `held`: seats that are kept for other players

    Players without chips keep their seats until they leave the table.
    """
    begun = table.begun
    settled = begun.settled if begun is not None else ()
    there = table.seated()
    broke = [place.seat for place in there if not place.stack and not table.in_play(place)]
    if broke:
        there = [place for place in there if place.seat not in broke]
    blinds = max([len(stakes.blinds) for stakes in table.rules.stakes])
    return TableView(
        number,
        table.rules.seats,
        tuple([(place.seat, place.player) for place in there]),
        begun.marks if begun is not None else table.marks,
        is_on=begun is not None,
        stud_only=not blinds,
        opened=() if blinds else opened_seats(table),
        pinned=frozenset(pinned),
        parked=begun.parked if begun is not None else table.parked,
        fresh=frozenset([place.seat for place in there if place.owes and place.player not in settled]),
        held=frozenset({*broke, *held}.difference([place.seat for place in there])) if broke or held else _NO_SEATS,
        blinds=blinds,
        first_button=table.first_button if begun is None else None,
        eliminated=eliminated,
    )


def opened_seats(table: Table) -> tuple[tuple[int, int], ...]:
    """When each empty seat was left, as an index in the log. The seat that was left last has the highest index (rule
    T10b).

    Seats that nobody has used are left out.
    """
    where: dict[str, int] = {}
    left: dict[int, int] = {}
    for at, event in enumerate(table.log):
        if isinstance(event, Sat | Moved):
            old = where.get(event.player)
            if old is not None:
                left[old] = at
            where[event.player] = event.seat
            left.pop(event.seat, None)
        elif isinstance(event, Left):
            left[where.pop(event.player)] = at
    return tuple(sorted(left.items()))
