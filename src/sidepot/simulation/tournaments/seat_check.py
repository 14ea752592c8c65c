"""Whether the tables of a tournament are as even as they must be, and nobody is put into a forbidden seat.

These are not the rules of seating, only what holds by any of them: at a table, nobody has the big blind in two
successive hands, comes in between the button and the small blind, or is moved into the small blind; no hand begins at
a table that should first have given a player away or been broken, or that is so short that it stops. Source: T9a,
T10a, T10d, T10e, T11.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from sidepot.hand.setup import Post
from sidepot.rules.floor_choices import Halting
from sidepot.simulation.button_check import wrong_marks
from sidepot.table import events as at_table
from sidepot.table.button import between
from sidepot.tournament import events as e
from sidepot.tournament.commands import Balance
from sidepot.tournament.moves import TableView
from sidepot.tournament.positions import worst_seat
from sidepot.tournament.structure import Kind
from sidepot.tournament.tournament import Tournament
from sidepot.tournament.views import final_seats, may_still_come, view

APART: Final = 2
SHORT_BY: Final = 3
ROUNDS: Final = (Kind.SHOOTOUT, Kind.HEADS_UP)  # if nobody is moved before a round is over


class SeatChecks:
    """Checks of the seating, made from the log.

    - `seats`: each player's seat, by table and player
    - `sizes`: the number of players with chips at each table
    """

    def __init__(self, tournament: Tournament, breach: Callable[[str], None]) -> None:
        self.tournament = tournament
        self.breach = breach
        self.seats: dict[int, dict[str, int]] = {}
        self.sizes: dict[int, int] = {}
        self.many: dict[int, set[int]] = defaultdict(set)  # the tables with that many players
        self.sat = 0  # how many with chips sit at all of them
        self.free = 0  # seats in which nobody sits, at all of them
        self._rings: dict[int, int] = {}  # how many seats each table has
        self._where: dict[str, int] = {}  # at which table who sits
        self._order: list[int] = []  # the tables as they were opened; closed ones go when they are the last
        self._waits: set[int] = set()  # tables with a pot that nobody has won yet
        self._chips: dict[int, set[str]] = {}  # who has chips, by table
        self._fresh: dict[int, set[str]] = {}  # players who came since their last hand
        self._since: dict[int, set[str]] = {}  # who has come since the last hand began
        self._balanced: dict[str, int] = {}  # who was moved to even the tables out, and has not been dealt in there
        self._begun: dict[int, at_table.HandBegun] = {}
        self._new: dict[int, set[str]] = {}  # of those in the current hand, who is dealt in for the first time
        self._last: dict[int, at_table.HandBegun] = {}
        self._big: dict[int, str] = {}

    # ---- the log

    def read(self, what: e.Event) -> None:
        """Read an event of the tournament."""
        if isinstance(what, e.TableOpened):
            self.seats[what.table] = {}
            self._chips[what.table] = set()
            self._fresh[what.table] = set()
            self._since[what.table] = set()
            self.sizes[what.table] = 0
            self.many[0].add(what.table)
            self._rings[what.table] = self.tournament.tables[what.table].rules.seats
            self.free += self._rings[what.table]
            self._order.append(what.table)
        elif isinstance(what, e.TableClosed):
            if self.sizes[what.table]:
                self.breach(f"table {what.table} is closed, and {self.sizes[what.table]} with chips sit there")
            self.many[self.sizes.pop(what.table)].discard(what.table)
            for player in self.seats[what.table]:
                self._where.pop(player, None)
            self.free -= self._rings.pop(what.table) - len(self.seats[what.table])
            self._waits.discard(what.table)
            for kept in (
                self.seats, self._chips, self._fresh, self._since, self._begun, self._new, self._last, self._big,
            ):  # fmt: skip
                kept.pop(what.table, None)
        elif isinstance(what, e.Moved) and isinstance(self.tournament.log[-1].command, Balance):
            self._balanced[what.move.player] = what.move.to_table

    def happened(self, table: int, what: at_table.Event) -> None:
        """Read an event of a table."""
        if isinstance(what, at_table.HandBegun):
            self._hand_begun(table, what)
        elif isinstance(what, at_table.HandDone):
            self._hand_done(table, what)
            self._wait(table)
        elif isinstance(what, at_table.HandVoided):
            self._voided(table)
        elif isinstance(what, at_table.Sat):
            self._sat(table, what)
        elif isinstance(what, at_table.Left):
            del self.seats[table][what.player]
            self._where.pop(what.player, None)
            self.free += 1
            self._fresh[table].discard(what.player)
            if self._big.get(table) == what.player:
                del self._big[table]  # a player who comes back gets a seat like a new one, with its debts
            self._count(table, what.player, 0)
        elif isinstance(what, (at_table.Bought, at_table.PotGiven)):
            self._count(table, what.player, 1)
            self._wait(table)
        elif isinstance(what, at_table.ButtonDrawn):
            self._last.pop(table, None)

    def _wait(self, table: int) -> None:
        """Check whether a pot is waiting at a table, because then nobody may move from it."""
        there = self.tournament.tables.get(table)
        (self._waits.add if there is not None and there.carried else self._waits.discard)(table)

    def _sat(self, table: int, what: at_table.Sat) -> None:
        if what.seat in self.seats[table].values():
            self.breach(f"{what.player} sits down at table {table} in seat {what.seat + 1}, which is taken")
        other = self._where.get(what.player)
        if other is not None:
            self.breach(f"{what.player} sits down at table {table}, and sits at table {other}")
        self._where[what.player] = table
        self.free -= what.player not in self.seats[table]
        self.seats[table][what.player] = what.seat
        self._fresh[table].add(what.player)
        self._since[table].add(what.player)
        self._count(table, what.player, what.chips)

    def _count(self, table: int, player: str, chips: int) -> None:
        (self._chips[table].add if chips else self._chips[table].discard)(player)
        self._resize(table)

    def _resize(self, table: int) -> None:
        old, new = self.sizes[table], len(self._chips[table])
        if old != new:
            self.many[old].discard(table)
            self.many[new].add(table)
            self.sizes[table] = new
            self.sat += new - old

    def _hand_done(self, table: int, what: at_table.HandDone) -> None:
        begun = self._begun.pop(table, None)
        if begun is None:
            return
        self._last[table] = begun
        if not all(what.stacks):
            for player, stack in zip(begun.players, what.stacks, strict=True):
                barred = sum([chips for chips, players in what.parts if player in players])
                if not stack and barred == what.carried:  # otherwise the player is all-in for the waiting pot
                    self._chips[table].discard(player)
            self._resize(table)
        blinds = [owed.seat for owed in begun.setup.owed if owed.post is Post.BIG_BLIND]
        if blinds:
            self._big[table] = begun.players[blinds[0]]
        elif begun.marks.big not in begun.seats:  # in a round without blinds the player went whose turn it is
            self._big.pop(table, None)  # it goes on from that seat, perhaps to the player who had it last

    def _voided(self, table: int) -> None:
        begun = self._begun.pop(table, None)
        if begun is not None:  # it is dealt again: all is as it was before it
            self._fresh[table].update(self._new[table].intersection(self.seats[table]))
            self._since[table].update(self._fresh[table])

    # ---- when a hand begins

    def _hand_begun(self, table: int, what: at_table.HandBegun) -> None:
        self._begun[table] = what
        rules = self.tournament.tables[table].rules
        for wrong in wrong_marks(what, self._last.get(table), rules, self._since[table]):
            self.breach(f"table {table}: {wrong}")
        self._since[table] = set()
        if what.setup.stakes.blinds:
            for wrong in self._wrong_blinds(table, what, rules.seats):
                self.breach(f"table {table}: {wrong}")
        self._new[table] = self._fresh[table].intersection(what.players)
        self._fresh[table].difference_update(what.players)
        for player in self._balanced.keys() & what.players if self._balanced else ():
            if self._balanced[player] == table:
                del self._balanced[player]
        if self.tournament.structure.kind not in ROUNDS:
            for wrong in self._wrong_sizes(table):
                self.breach(f"table {table} begins a hand: {wrong}")

    def _wrong_blinds(self, table: int, what: at_table.HandBegun, ring: int) -> Iterator[str]:
        """The errors in the blinds, and in the seats dealt in."""
        marks = what.marks
        here = dict(zip(what.seats, what.players, strict=True))
        big = here.get(marks.big)
        if big is not None and big == self._big.get(table):
            yield f"{big} has the big blind twice running"
        fresh = self._fresh[table]
        if table not in self._last or fresh.issuperset(what.players):
            return  # it starts again: everybody is dealt in
        closed = between(marks.button, marks.small, ring) if fresh else ()
        behind = [seat for seat in closed if here.get(seat) in fresh]
        if len(here) > len(behind) + 1:  # the last one left plays with anybody
            for seat in behind:
                yield f"{here[seat]} comes in between the button and the small blind, in seat {seat + 1}"
        small = here.get(marks.small)
        if small is not None and self._balanced.get(small) == table and len(here) > 2 and marks.small != marks.big:
            yield f"{small} was moved to even the tables out, and has the small blind"

    def _wrong_sizes(self, table: int) -> Iterator[str]:
        """The changes of tables that are overdue before a hand begins at this one."""
        tournament = self.tournament
        if len(self.sizes) < 2:
            return
        if tournament.hand_for_hand and tournament.round_played:
            return  # a hand that was called off is dealt again: nobody moves before every table has played the round
        waits = self._waits
        everybody = not waits and tournament.left == self.sat and not may_still_come(tournament, tournament.at)
        is_flight = self.tournament.structure.kind is Kind.FLIGHT  # its last table is not the final one
        if everybody and not is_flight and self.sat <= final_seats(tournament):
            yield f"the {self.sat} who are left should sit down at the final table"
            return
        sizes = [size for size, tables in self.many.items() if tables]
        most, least, mine = max(sizes), min(sizes), self.sizes[table]
        room = (len(self.sizes) - 1) * tournament.structure.seats
        first = self._first_to_break() if self.sat <= room and not tournament.hand_for_hand else 0
        breaks = first > 0 and first not in waits and self._fits_without(first)
        if breaks and first == table:
            yield "its players fit at the other tables, and it should have been broken"
        rulebook = tournament.structure.rulebook
        apart = APART + (0 < rulebook.even_from < len(self.sizes))
        if breaks or most - least < apart:
            return
        if mine == most and table not in waits and not self._has_longer(table):
            short = (number for size in sizes if mine - size >= apart for number in self.many[size])
            if any(worst_seat(view(tournament, number), rulebook) is not None for number in short):
                yield f"it has {mine}, another one {least}, and a player should have been moved"
        stops = rulebook.halting is Halting.THREE_SHORT and not tournament.structure.turbo
        stops = stops and table in self._last  # before the first hand nobody knew which seats were good
        if stops and most - mine >= SHORT_BY and worst_seat(self._before(table), rulebook) is not None:
            yield f"it has {mine}, the fullest {most}: it should have stopped"

    def _before(self, number: int) -> TableView:
        """A table at which a hand has just begun, as it was before."""
        table = self.tournament.tables[number]
        fresh = frozenset([place.seat for place in table.places.values() if place.owes and place.stack])
        return view(self.tournament, number)._replace(
            is_on=False, marks=table.marks, parked=table.parked, first_button=table.first_button, fresh=fresh
        )

    def _first_to_break(self) -> int:
        """The first table to break: the highest number, unless a player keeps a seat at it."""
        entrants = self.tournament.entrants
        while self._order[-1] not in self.sizes:
            self._order.pop()
        for number in reversed(self._order):
            if number in self.sizes and all(entrants[player].pin is None for player in self._chips[number]):
                return number
        return self._order[-1]

    def _fits_without(self, number: int) -> bool:
        """Whether the players of a table fit into the open seats of the other tables."""
        return self.sizes[number] <= self.free - (self._rings[number] - len(self.seats[number]))

    def _has_longer(self, table: int) -> bool:
        """Whether a player is taken from another of the fullest tables, which is the one with the highest number."""
        return any(number > table for number in self.many[self.sizes[table]])
