"""The state of a cash night: lists, tables, seats, and the lines of its books with the accounts that they make."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from sidepot.room.cash.events import Agreed, Line
from sidepot.room.store.rows import HOUSE

if TYPE_CHECKING:
    from sidepot.room.cash.terms import CashGame, CashTerms
    from sidepot.room.store.rows import BookChange


class Entry(msgspec.Struct, frozen=True):
    """A player who has been on a list since `at`.

    - `until`: when the call of the player ends (0 if the player has not been called)
    - `passed`: the player let a call pass, so other players are called first
    """

    player: str
    at: int
    going: bool
    phone: bool
    until: int = 0
    passed: bool = False


class CashTable(msgspec.Struct, frozen=True):
    """A table of a game.

    - `must_move`: the table to which the players of this table must move (0: none)
    - `time_at`: when the time charge was last collected or, before that, when the table opened
    - `wants`: the players who asked to change to this table
    - `was_played`: somebody has bought in at this table
    """

    game: int
    seats: int
    must_move: int
    time_at: int
    wants: tuple[str, ...] = ()
    agreed: Agreed | None = None
    was_played: bool = False


class Place(msgspec.Struct, frozen=True):
    """The seat of a player, taken at the time `at`. `has_bought` is false until the player has chips."""

    table: int
    seat: int
    at: int
    has_bought: bool = False


class Gone(msgspec.Struct, frozen=True):
    """When a player left a game, and with how many chips."""

    at: int
    chips: int


class CashState:
    """The state of a cash night.

    - `lists`: the waiting list of each game
    - `seats`: the seat of each seated player
    - `gone`: when each player last left a game, and with how many chips, by player and game
    - `away`: the chips that each player has kept after leaving
    - `lines`: the books
    - `written`: the numbers of the lines that each event wrote
    - `corrected`: the number of the counter-entry of each corrected line
    - `accounts`: the balances of each player ("" for the house), by kind of account
    - `parties`: each player's key in the club's books
    - `booked`: the postings of the last event
    """

    __slots__ = (
        "accounts", "at", "away", "booked", "by", "corrected", "frozen", "gone", "id", "ids", "lines", "lists",
        "over", "parties", "restricted", "seats", "seq", "tables", "terms", "why_over", "written",
    )  # fmt: skip

    def __init__(self, id: str, terms: CashTerms, at: int = 0) -> None:
        self.id = id
        self.terms = terms
        self.seq = 0
        self.at = at
        self.by = ""
        self.lists: dict[int, list[Entry]] = {}
        self.tables: dict[int, CashTable] = {}
        self.seats: dict[str, Place] = {}
        self.gone: dict[str, dict[int, Gone]] = {}
        self.away: dict[str, int] = {}
        self.restricted: set[str] = set()
        self.lines: list[Line] = []
        self.written: dict[int, list[int]] = {}
        self.corrected: dict[int, int] = {}
        self.accounts: dict[str, dict[str, int]] = {}
        self.parties: dict[str, str] = {}
        self.frozen = ""
        self.over = False
        self.why_over = ""
        self.ids: dict[str, int] = {}
        self.booked: tuple[BookChange, ...] = ()

    def __repr__(self) -> str:
        return f"<CashNight {self.id!r} at event {self.seq}, {len(self.seats)} seated>"

    # ---- questions

    def game(self, number: int) -> CashGame:
        """The game with this number, counted from 1. The game must exist."""
        return self.terms.games[number - 1]

    def tables_of(self, game: int) -> list[int]:
        """The numbers of the open tables of a game."""
        return [number for number, table in self.tables.items() if table.game == game]

    def at_table(self, table: int) -> dict[int, str]:
        """The players at a table, by seat."""
        found = {place.seat: player for player, place in self.seats.items() if place.table == table}
        return dict(sorted(found.items()))

    def free_at(self, table: int) -> list[int]:
        """The free seats of a table."""
        taken = self.at_table(table)
        return [seat for seat in range(self.tables[table].seats) if seat not in taken]

    def called(self, game: int) -> list[str]:
        """The players on the list of a game who have been called and have not answered."""
        return [one.player for one in self.lists.get(game, ()) if one.until]

    def next_called(self, game: int) -> str:
        """The player to call next ("" if nobody on the list is going)."""
        going = [one for one in self.lists.get(game, ()) if one.going and not one.until]
        return next((one.player for one in going if not one.passed), going[0].player if going else "")

    def must_move_to(self, table: int) -> list[str]:
        """The players who must move to this table. The player who has been seated longest comes first."""
        feeders = [number for number, one in self.tables.items() if one.must_move == table]
        found = [(place.at, player) for player, place in self.seats.items() if place.table in feeders]
        return [player for _, player in sorted(found)]

    # ---- the books

    def balance(self, player: str, kind: str = "") -> int:
        """What a player is owed (below zero: what the player owes), in total or on accounts of one kind."""
        kinds = self.accounts.get(player, {})
        return kinds.get(kind, 0) if kind else sum(kinds.values())

    @property
    def in_play(self) -> int:
        """The number of chips that were sold and have not been taken back."""
        return self.balance(HOUSE, "chips")

    @property
    def on_tables(self) -> int:
        """The number of chips in play at the tables. Chips that players kept when they left do not count."""
        return self.in_play - sum(self.away.values())

    @property
    def cash(self) -> int:
        """The amount of money that the bank should hold."""
        return -self.balance(HOUSE, "bank")

    def line(self, number: int) -> Line | None:
        """The line of the books with this number (None if there is none)."""
        return self.lines[number - 1] if 1 <= number <= len(self.lines) else None

    def stands(self, line: Line) -> bool:
        """Whether a line counts. A counter-entry does not, and neither does the line that it reverses."""
        return not line.corrects and line.number not in self.corrected

    def markers(self) -> list[Line]:
        """The markers and loans that count."""
        return [one for one in self.lines if one.kind in ("marker", "loan") and self.stands(one)]

    def unpaid(self, marker: Line) -> int:
        """What is still owed on a marker or loan."""
        return marker.chips - sum(one.chips for one in self.lines if one.of == marker.number)
