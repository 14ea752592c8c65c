"""The bags of a live flight: their counts, the audit of the flight's chips, and what goes on to day 2.

When a flight is over, each remaining player bags their chips. Two people count a bag. All bags together must hold the
chips of the flight; a difference is put right, or accepted for a reason. If a player has bags from several flights, the
structure says which of them goes forward (`Structure.flight_stacks`); the other bags are forfeited.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from sidepot.tournament.commands import BringFlight
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import FlightStacks
from sidepot.validation import quantities as q


class Bag(msgspec.Struct, frozen=True):
    """A bag of chips.

    - `number`: the number on the bag
    - `counted`, `checked`: the initials of the people who counted and checked it
    """

    chips: q.SomeChips
    number: str
    counted: str
    checked: str


class TableBags(NamedTuple):
    """The bags of the players at a table (table 0: players without a seat).

    - `missing`: the players whose bags have not been entered
    - `bagged`: the chips in the bags
    - `recorded`: the chips in the last record, which may be out of date because players have moved
    """

    table: int
    players: tuple[str, ...]
    missing: tuple[str, ...]
    bagged: int
    recorded: int

    @property
    def difference(self) -> int:
        """How many more chips are in the bags than in the record (negative if fewer)."""
        return self.bagged - self.recorded


class BagAudit(NamedTuple):
    """The bags of a flight, table by table.

    `due` is the number of chips that must be in play.
    """

    tables: tuple[TableBags, ...]
    due: int

    @property
    def bagged(self) -> int:
        """The chips in all bags."""
        return sum(one.bagged for one in self.tables)

    @property
    def missing(self) -> tuple[str, ...]:
        """The players whose bags have not been entered."""
        return tuple(player for one in self.tables for player in one.missing)

    @property
    def difference(self) -> int:
        """How many more chips are in the bags than must be in play (negative if fewer)."""
        return self.bagged - self.due


def chips_due(tournament: TournamentState) -> int:
    """The chips that must be in play: the issued chips, less the removed ones, plus the accepted differences."""
    return tournament.issued - tournament.removed + tournament.reports.accepted


def audit_bags(tournament: TournamentState, bags: Mapping[str, Bag]) -> BagAudit:
    """Compare the bags of a flight with the chips that must be in play."""
    players: dict[int, list[str]] = {}
    for one in tournament.players_in():
        players.setdefault(one.table, []).append(one.player)
    tables = [_at_table(tournament, number, players[number], bags) for number in sorted(players)]
    return BagAudit(tuple(tables), chips_due(tournament))


def _at_table(tournament: TournamentState, number: int, players: list[str], bags: Mapping[str, Bag]) -> TableBags:
    players.sort(key=lambda player: _seat(tournament, player))
    return TableBags(
        number,
        tuple(players),
        tuple([player for player in players if player not in bags]),
        sum(bags[player].chips for player in players if player in bags),
        sum(tournament.stack_of(player) for player in players) - tournament.reports.adrift.get(number, 0),
    )


def _seat(tournament: TournamentState, player: str) -> int:
    place = tournament.place_at(tournament.entrants[player])
    return place.seat if place is not None else -1


# ---- day 2


class FlightPlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a flight.

    - `paid`: the money that the player paid
    - `won`: the money that the player won
    - `chips`: the chips in the player's bag (0: no bag)
    - `number`: the number on the bag
    - `counted`, `checked`: the initials of the two people who counted the bag
    - `head`: the bounty on the player
    """

    player: str
    paid: q.Sum = 0
    won: q.Sum = 0
    knock_outs: q.Entries = 0
    chips: q.Chips = 0
    number: str = ""
    counted: str = ""
    checked: str = ""
    head: q.Money = 0


class FlightResult(msgspec.Struct, frozen=True):
    """A finished flight of a live tournament.

    `due` is the number of chips that must be in play.
    """

    tournament: str
    money: BringFlight
    due: q.Sum
    players: tuple[FlightPlayer, ...]

    @property
    def flight(self) -> str:
        """The name of the flight."""
        return self.money.flight

    @property
    def bags(self) -> list[FlightPlayer]:
        """The players who have a bag."""
        return [one for one in self.players if one.chips]


class FlightAudit(NamedTuple):
    """A check of the chips that go from a flight to day 2.

    - `due`: the chips that must be in play
    - `bagged`: the chips in the bags
    - `forfeited`: the chips in bags that do not go forward
    """

    flight: str
    players: int
    entries: int
    due: int
    bagged: int
    forfeited: int

    @property
    def carried(self) -> int:
        """The chips that are played on day 2."""
        return self.bagged - self.forfeited


def bags_forward(flights: Sequence[FlightResult], rule: FlightStacks) -> dict[str, tuple[int, ...]]:
    """For each player, the flights (by index) that the player brings chips from to day 2.

    If a player's two best bags are equal, the earlier one goes forward.
    """
    found: dict[str, tuple[int, ...]] = {}
    chips: dict[str, int] = {}
    for at, flight in enumerate(flights):
        for one in flight.bags:
            before = found.get(one.player, ())
            if before and (rule == "first" or rule == "best" and one.chips <= chips[one.player]):
                continue
            found[one.player] = (*before, at) if rule == "all" else (at,)
            chips[one.player] = one.chips
    return found


def audit_flights(flights: Sequence[FlightResult], rule: FlightStacks) -> list[FlightAudit]:
    """Check the chips that go from each flight to day 2."""
    forward = bags_forward(flights, rule)
    return [
        FlightAudit(
            flight.flight,
            len(flight.players),
            flight.money.entries,
            flight.due,
            sum(one.chips for one in flight.bags),
            sum(one.chips for one in flight.bags if at not in forward[one.player]),
        )
        for at, flight in enumerate(flights)
    ]


def all_players(flights: Iterable[FlightResult]) -> dict[str, FlightPlayer]:
    """Each player of the flights, with the totals that the player paid and won in all flights."""
    found: dict[str, FlightPlayer] = {}
    for flight in flights:
        for one in flight.players:
            known = found.get(one.player, FlightPlayer(one.player))
            found[one.player] = FlightPlayer(
                one.player, known.paid + one.paid, known.won + one.won, known.knock_outs + one.knock_outs
            )
    return found
