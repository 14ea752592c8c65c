"""Duplicate matches: the same cards in every seating of the players, so that luck with the cards cancels out.

Each deal is played once in each seating: the players move on by one seat, and the cards stay. A player's result of a
deal is the sum over these hands. Deals are independent, so the standard error comes from their spread.

>>> from sidepot.hand.commands import Call, Check, Fold
>>> def timid(view, may):
...     return Check() if may.may_check else Fold()
>>> def curious(view, may):
...     return Check() if may.may_check else Call()
>>> found = play_duplicate({"Tim": timid, "Cora": curious}, 20, seed=1)
>>> [one.agent for one in found.standings], found.hands
(['Cora', 'Tim'], 40)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.catalog import game_of
from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.games.usual import limit_for, stakes_for
from sidepot.hand.legal.options import Player
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.matches.one_deal import play_deal
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import IntLike, as_int
from sidepot.validation.type_checks import expect, expect_callable, expect_mapping

DEEP: Final = 100  # minimum bets, if no stack is given
MOST_AGENTS: Final = 64
MOST_DEALS: Final = 100_000_000
SURE: Final = 1.96  # standard errors of a 95 % confidence interval


class PlayedSeat(NamedTuple):
    """The result of one seat in one hand of a match.

    - `table`: the number of the table, which is a group of agents that play each other
    - `deal`: the number of the deal
    - `seating`: how many seats the agents have moved on
    - `failure`: why the agent failed in this hand ("" if it did not fail)
    """

    table: int
    deal: int
    seating: int
    seat: int
    agent: str
    net: int
    failure: str


class Standing(msgspec.Struct, frozen=True):
    """The result of an agent in all its deals, in minimum bets per hundred hands.

    - `low`, `high`: the 95 % confidence interval
    - `failures`: the number of hands that the agent lost because it failed
    - `failed`: why the agent failed for the first time
    """

    agent: str
    deals: int
    hands: int
    per_100: float
    error: float
    low: float
    high: float
    failures: int
    failed: str


class Match(msgspec.Struct, frozen=True):
    """A match that was played: its terms, and every seat of every hand."""

    agents: tuple[str, ...]
    seats: int
    deals: int
    min_bet: int
    seed: int
    rows: list[PlayedSeat]

    @property
    def hands(self) -> int:
        """The number of hands that were played."""
        return len(self.rows) // self.seats

    def of_deals(self) -> dict[tuple[int, int], dict[str, int]]:
        """What each agent won in each deal, by table and deal. The seatings of a deal are added up."""
        found: dict[tuple[int, int], dict[str, int]] = {}
        for row in self.rows:
            sums = found.setdefault((row.table, row.deal), {})
            sums[row.agent] = sums.get(row.agent, 0) + row.net
        return found

    @property
    def standings(self) -> list[Standing]:
        """The results of the agents, the best agent first."""
        won: dict[str, list[float]] = {agent: [] for agent in self.agents}
        for sums in self.of_deals().values():
            for agent, net in sums.items():
                won[agent].append(100 * net / self.seats / self.min_bet)
        failures: dict[str, list[str]] = {agent: [] for agent in self.agents}
        for row in self.rows:
            if row.failure:
                failures[row.agent].append(row.failure)
        found = []
        for agent, each in won.items():
            error = stdev(each) / sqrt(len(each)) if len(each) > 1 else 0.0
            mean, wrong = fmean(each), failures[agent]
            found.append(
                Standing(
                    agent, len(each), len(each) * self.seats, mean, error, mean - SURE * error, mean + SURE * error,
                    len(wrong), wrong[0] if wrong else "",
                )
            )  # fmt: skip
        return sorted(found, key=lambda one: -one.per_100)


def no_progress(_hands: int) -> None:
    """A `progress` function that ignores its argument."""


def play_duplicate(
    agents: Mapping[str, Player],
    deals: IntLike,
    seed: IntLike = 0,
    *,
    seats: IntLike = 0,
    game: Game | str = "holdem",
    limit: Limit | None = None,
    stakes: Stakes | None = None,
    house: Rulebook | str = CASH,
    stack: IntLike = 0,
    progress: Callable[[int], None] = no_progress,
) -> Match:
    """Play `deals` deals at each table, each of them in every seating. If there are fewer seats than agents, each group
    of agents has a table.

    - `seats`: the number of players at a table; by default, all agents play together
    - `limit`, `stakes`: by default, those that are usual for the game
    - `stack`: the chips of each player at the start of every hand; by default, 100 minimum bets
    - `progress`: called with the number of hands played

    The same seed gives the same cards. An agent that fails loses its hand, not the match. A hand that nobody wins
    counts for nothing (see `play_deal`). Raises BadNotation or Conflict for impossible terms.
    """
    named = expect_mapping(agents, "agents", "a dict of functions by name, as in {'Ann': ann, 'Bo': bo}")
    for name, player in named.items():
        if not callable(player):
            raise BadNotation(f"agents: {name}: expected a function that takes a view and options, not {player!r:.60}")
    count, chance, each = as_int(deals, "deals"), as_int(seed, "seed"), as_int(seats, "seats") or len(named)
    if not 2 <= len(named) <= MOST_AGENTS:
        raise BadNotation(f"agents: expected 2 to {MOST_AGENTS}, not {len(named)}")
    if not 2 <= each <= len(named):
        raise BadNotation(f"seats: expected 2 to {len(named)}, the number of agents, not {each}")
    if not 1 <= count <= MOST_DEALS:
        raise BadNotation(f"deals: expected 1 to {MOST_DEALS:,}, not {count}")
    played, house = game_of(game), house_of(house)
    expect_callable(progress, "progress", "a function that takes a number of hands")
    bets = limit_for(played) if limit is None else limit
    usual = stakes_for(played, bets, 4 if played.is_stud else 2)
    paid = usual if stakes is None else expect(stakes, Stakes, "stakes")
    setup = seat_hand(played, bets, paid, house, [as_int(stack, "stack") or DEEP * paid.min_bet] * each)
    rows: list[PlayedSeat] = []
    for table, group in enumerate(combinations(named, each)):
        for deal in range(count):
            for seating in range(each):
                names = [*group[seating:], *group[:seating]]
                hand = play_deal(setup, f"{chance} {deal}", [named[name] for name in names])
                rows += _rows(table, deal, seating, names, hand.nets, hand.failures)
            progress(each)
    return Match(tuple(named), each, count, paid.min_bet, chance, rows)


def _rows(
    table: int, deal: int, seating: int, names: Sequence[str], nets: Sequence[int], failures: Sequence[str]
) -> list[PlayedSeat]:
    return [
        PlayedSeat(table, deal, seating, seat, name, net, failure)
        for seat, (name, net, failure) in enumerate(zip(names, nets, failures, strict=True))
    ]
