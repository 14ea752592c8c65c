"""Leagues: points for the nights of a season, and the standings.

A night is a tournament. Its players get points by a formula, for knock-outs and for being there. Points are integers
in units of `10 ** -decimals`; each formula is computed exactly and rounded half up, so that everybody who checks the
table with a calculator gets the same. Players who share places share the points of these places evenly, or all get the
points of the best one.

| formula | points | example |
| --- | --- | --- |
| `PlacePoints` | fixed for each place | (10, 7, 5): the second gets 7 |
| `LinearPoints` | entries - place + 1, times `step` | 20 entries: the third gets 18 |
| `RootPoints` | factor x sqrt(entries) / sqrt(place) | factor 10, 25 entries: the fourth gets 25 |
| `NeauPoints` | sqrt(entries x buy-in^2 / cost) / (place + 1) | 25 entries of 20, no rebuy: the winner gets 11.18 |
| `PoolPoints` | percents of the prize pool won | a prize of 150 out of 600: 25 |

>>> [points_of(PlacePoints((10, 7, 5)), place, 20) for place in (1, 2, 4)]
[10, 7, 0]
>>> points_of(LinearPoints(), 3, 20), points_of(RootPoints(), 4, 25), points_of(RootPoints(), 2, 10, decimals=2)
(18, 25, 2236)
>>> points_of(NeauPoints(), 1, 25, buy_in=20, cost=20, decimals=2), points_of(PoolPoints(), 2, 9, prize=150, pool=600)
(1118, 25)

Dr. Neau's formula: https://www.homepokertourney.org/poker-league-scoring.htm; the square root is the part of
PokerStars' formula that does not depend on the buy-in.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import isqrt
from typing import Annotated, Final, Literal

import msgspec

from sidepot.errors import BadNotation
from sidepot.validation import quantities as q
from sidepot.validation.type_checks import check_fields

MOST_PLACES: Final = 200
MOST_NIGHTS: Final = 500
LONGEST_TITLE: Final = 60

PointsOf = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Factor = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TITLE)]
Night = Annotated[str, msgspec.Meta(min_length=1, max_length=18)]
Nights = Annotated[tuple[Night, ...], msgspec.Meta(max_length=MOST_NIGHTS)]
TieBreak = Literal["wins", "seconds", "head_to_head", "best", "knock_outs", "latest"]


class PlacePoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="place"):
    """Fixed points for the first place, the second, and so on. Each further place gets `rest`."""

    points: Annotated[tuple[PointsOf, ...], msgspec.Meta(min_length=1, max_length=MOST_PLACES)]
    rest: PointsOf = 0


class LinearPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="linear"):
    """Points that rise by `step` with each place. With `n` entries, the last gets `step`, and the winner gets `n` times
    `step`.
    """

    step: Factor = 1


class RootPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="root"):
    """`factor` times the square root of the number of entries, divided by the square root of the place."""

    factor: Factor = 10


class NeauPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="neau"):
    """Dr. Neau's formula: the square root of entries x buy-in x buy-in / cost, divided by place + 1, times `factor`.

    The buy-in is the price of one entry, and the cost is all that the player paid. A free tournament gives no points.
    """

    factor: Factor = 1


class PoolPoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="by", tag="pool"):
    """`factor` points for each percent of the prize pool that a player won."""

    factor: Factor = 1


Formula = PlacePoints | LinearPoints | RootPoints | NeauPoints | PoolPoints


class Bonus(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Chips for the final of a league.

    - `stack`: the chips that each player gets
    - `chips`: the additional chips for each whole point
    - `round_to`: the sum is rounded down to a multiple of this
    - `players`: the number of players in the final, from the top of the standings (0: all)
    """

    stack: q.Chips
    chips: q.Chips = 0
    round_to: q.SomeChips = 1
    players: Annotated[int, msgspec.Meta(ge=0, le=MOST_PLACES)] = 0


class Season(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of a league.

    - `nights`: the ids of tournaments that belong to the season
    - `without`: the ids of tournaments that do not belong to it
    - `series`: tournaments whose title begins with this also belong to it ("" for none)
    - `begins`, `ends`: a tournament of the series must begin at or after the first time and before the second (ms since
      1970; 0: no limit)
    - `kinds`: whether live and online tournaments count
    - `knock_outs`: the points for each player knocked out
    - `attendance`: the points for each night
    - `best`: how many of each player's best nights count (0: all)
    - `shared`: whether players who share places get the `average` or the `best` points of these places
    - `tie_breaks`: the tie-breaks, in order; players who are still equal share a rank
    """

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_TITLE)]
    points: Formula
    decimals: q.Decimals = 0
    nights: Nights = ()
    series: Text = ""
    begins: q.Moment = 0
    ends: q.Moment = 0
    without: Nights = ()
    kinds: Literal["all", "live", "online"] = "all"
    knock_outs: PointsOf = 0
    attendance: PointsOf = 0
    best: Annotated[int, msgspec.Meta(ge=0, le=MOST_NIGHTS)] = 0
    shared: Literal["average", "best"] = "average"
    tie_breaks: Annotated[tuple[TieBreak, ...], msgspec.Meta(max_length=6)] = (
        "wins", "seconds", "head_to_head", "latest",
    )  # fmt: skip
    bonus: Bonus | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise BadNotation("a tie-break is listed twice")
        if not self.nights and not self.series:
            raise BadNotation("a season needs `nights`, or a `series`: how the titles of its tournaments begin")


class Result(msgspec.Struct, frozen=True):
    """The result of one player on a night. `place` is the best of the places that the player shares."""

    player: str
    place: int
    knock_outs: int = 0
    prize: int = 0
    cost: int = 0


class NightResult(msgspec.Struct, frozen=True):
    """A finished night of a season.

    - `at`: the time of the tournament
    - `buy_in`: the price of an entry
    - `pool`: the prize pool
    - `money`: the number of smallest units in one whole unit, such as 100 for cents

    Amounts are in the smallest unit of the money.
    """

    id: str
    title: str
    at: int
    entries: int
    results: tuple[Result, ...]
    buy_in: int = 0
    pool: int = 0
    money: int = 1


class NightPoints(msgspec.Struct, frozen=True):
    """A player's points on a night.

    `counts` is false if only the best nights count and this night is not one of them.
    """

    night: str
    place: int
    points: int
    knock_outs: int
    counts: bool


class Line(msgspec.Struct, frozen=True):
    """A line of the standings.

    - `points`: the points that count
    - `nights`: the player's nights, in order
    - `final`: the chips with which the player begins the final (0: the player is not in the final)
    """

    rank: int
    player: str
    points: int
    played: int
    wins: int
    knock_outs: int
    nights: tuple[NightPoints, ...]
    final: int = 0


# ---- points of a night


def points_of(
    formula: Formula,
    place: int,
    entries: int,
    *,
    buy_in: int = 0,
    cost: int = 0,
    prize: int = 0,
    pool: int = 0,
    money: int = 1,
    decimals: int = 0,
) -> int:
    """The points that a formula gives for a place among this many `entries`, in units of `10 ** -decimals`.

    - `buy_in`: the price of an entry
    - `cost`: everything that the player paid
    - `prize`: what the player won
    - `pool`: the prize pool
    - `money`: the number of smallest units of money in one whole unit, such as 100 for cents
    """
    unit: int = 10**decimals
    match formula:
        case PlacePoints(points, rest):
            return unit * (points[place - 1] if place <= len(points) else rest)
        case LinearPoints(step):
            return unit * step * max(entries - place + 1, 0)
        case RootPoints(factor):
            return _root((unit * factor) ** 2 * entries, place)
        case NeauPoints(factor):
            if not buy_in or not cost:
                return 0
            return _root((unit * factor * buy_in) ** 2 * entries, cost * money * (place + 1) ** 2)
        case PoolPoints(factor):
            return _half_up(unit * factor * 100 * prize, pool) if pool else 0


def _half_up(number: int, by: int) -> int:
    """A quotient, rounded half up.

    >>> _half_up(5, 2), _half_up(9, 4)
    (3, 2)
    """
    return (2 * number + by) // (2 * by)


def _root(number: int, by: int) -> int:
    """The square root of a quotient, rounded half up: without fractions, so that it is exact.

    >>> _root(25, 4), _root(24, 4), _root(2, 1)
    (3, 2, 1)
    """
    return (isqrt(4 * number // by) + 1) // 2


def night_points(season: Season, night: NightResult) -> dict[str, int]:
    """The points of each player on a night. If a player has two results, the better one counts."""
    sharing = Counter(one.place for one in night.results)
    found: dict[str, int] = {}
    for one in night.results:
        places = range(one.place, one.place + (sharing[one.place] if season.shared == "average" else 1))
        each = [
            points_of(
                season.points, place, night.entries, buy_in=night.buy_in, cost=one.cost, prize=one.prize,
                pool=night.pool, money=night.money, decimals=season.decimals,
            )
            for place in places
        ]  # fmt: skip
        unit: int = 10**season.decimals
        more = unit * (season.attendance + season.knock_outs * one.knock_outs)
        found[one.player] = max(_half_up(sum(each), len(each)) + more, found.get(one.player, 0))
    return found


# ---- standings


class _Player:
    """What the standings need to know about a player."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.results: dict[str, Result] = {}  # the better one of each night
        self.points: dict[str, int] = {}
        self.counting: set[str] = set()

    @property
    def total(self) -> int:
        return sum(self.points[night] for night in self.counting)

    def places(self, place: int) -> int:
        return sum(one.place == place for one in self.results.values())

    @property
    def knock_outs(self) -> int:
        return sum(one.knock_outs for one in self.results.values())


def standings(season: Season, nights: Iterable[NightResult]) -> tuple[Line, ...]:
    """The standings after these nights, best player first."""
    order = sorted(nights, key=lambda one: (one.at, one.id))
    players: dict[str, _Player] = {}
    for night in order:
        points = night_points(season, night)
        for result in sorted(night.results, key=lambda one: -one.place):  # the better place is noted last
            player = players.setdefault(result.player, _Player(result.player))
            player.results[night.id] = result
            player.points[night.id] = points[result.player]
    at = {night.id: number for number, night in enumerate(order)}
    for player in players.values():
        best = sorted(player.points, key=lambda night: (-player.points[night], at[night]))
        player.counting = set(best[: season.best or None])
    ranked = _ranked(list(players.values()), season.tie_breaks, order)
    lines: list[Line] = []
    for group in ranked:
        rank = len(lines) + 1
        lines += [_line(season, rank, one, at) for one in sorted(group, key=lambda one: one.name)]
    return tuple(lines)


def _line(season: Season, rank: int, player: _Player, at: Mapping[str, int]) -> Line:
    nights = tuple(
        [
            NightPoints(night, one.place, player.points[night], one.knock_outs, night in player.counting)
            for night, one in sorted(player.results.items(), key=lambda item: at[item[0]])
        ]
    )
    line = Line(rank, player.name, player.total, len(nights), player.places(1), player.knock_outs, nights)
    return msgspec.structs.replace(line, final=final_stack(season, line))


def final_stack(season: Season, line: Line) -> int:
    """The number of chips with which a player begins the final; 0 for a player who is not in the final.

    >>> season = Season(title="x", points=LinearPoints(), series="x", bonus=Bonus(10_000, 70, 100, players=2))
    >>> [final_stack(season, Line(rank, "Ann", 13, 1, 0, 0, ())) for rank in (1, 2, 3)]
    [10900, 10900, 0]
    """
    bonus = season.bonus
    if bonus is None or bonus.players and line.rank > bonus.players:
        return 0
    unit: int = 10**season.decimals
    chips = bonus.stack + bonus.chips * (line.points // unit)
    return chips - chips % bonus.round_to


Groups = list[list[_Player]]
_Order = Callable[[Sequence[_Player], Sequence[NightResult]], Groups]


def _by(key: Callable[[_Player], int]) -> _Order:
    """Order players by a number, the highest first."""

    def order(players: Sequence[_Player], nights: Sequence[NightResult]) -> Groups:
        groups: defaultdict[int, list[_Player]] = defaultdict(list)
        for one in players:
            groups[key(one)].append(one)
        return [groups[number] for number in sorted(groups, reverse=True)]

    return order


def _head_to_head(players: Sequence[_Player], nights: Sequence[NightResult]) -> Groups:
    """Order players by how often they finished ahead of another of these players, minus how often behind one."""
    ahead: Counter[str] = Counter()
    for night in nights:
        places = {one.name: one.results[night.id].place for one in players if night.id in one.results}
        for name, place in places.items():
            others = places.values()
            ahead[name] += sum(place < other for other in others) - sum(place > other for other in others)
    return _by(lambda one: ahead[one.name])(players, nights)


def _latest(players: Sequence[_Player], nights: Sequence[NightResult]) -> Groups:
    """Order players by the last night in which they differ: more points are better, and having played is better than
    not having played.
    """
    for night in reversed(nights):
        groups = _by(lambda one, id=night.id: one.points.get(id, -1))(players, nights)  # type: ignore[misc]  # noqa: A006
        if len(groups) > 1:
            return groups
    return [list(players)]


_TIE_BREAKS: Final[dict[TieBreak, _Order]] = {
    "wins": _by(lambda one: one.places(1)),
    "seconds": _by(lambda one: one.places(2)),
    "head_to_head": _head_to_head,
    "best": _by(lambda one: max(one.points.values())),
    "knock_outs": _by(lambda one: one.knock_outs),
    "latest": _latest,
}


def _ranked(players: Sequence[_Player], tie_breaks: Sequence[TieBreak], nights: Sequence[NightResult]) -> Groups:
    """The players in groups, the best first. The players of one group are equal in points and by all tie-breaks."""
    groups = _by(lambda one: one.total)(players, nights)
    for name in tie_breaks:
        groups = [part for group in groups for part in (_split(group, name, nights) if len(group) > 1 else [group])]
    return groups


def _split(group: Sequence[_Player], name: TieBreak, nights: Sequence[NightResult]) -> Groups:
    """Split a group of equals by a tie-break. Players who are still equal are compared again among themselves."""
    parts = _TIE_BREAKS[name](group, nights)
    if name in ("head_to_head", "latest") and len(parts) > 1:  # these depend on who is compared
        return [part for one in parts for part in (_split(one, name, nights) if len(one) > 1 else [one])]
    return parts
