"""The league of a club: the results of a season's nights, and the points for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import Connection

from sidepot.errors import BadNotation
from sidepot.room.store.ledger import Period, at_bot_tables, decimals_in, names_of, nights_between, span_of
from sidepot.room.store.night_books import ONE_NIGHT, bots_by_night, distinct_names, is_bot, sees_part
from sidepot.room.store.night_changes import changes_of, last_change, points_chosen
from sidepot.tournament.league import PlacePoints, points_of


class LeagueLine(msgspec.Struct, frozen=True):
    """A player's line in a league: nights played, points, the result of all nights (without bots), and the best night.

    `result` and `best` are None if the viewer may not see them.
    """

    player: str
    nights: int
    points: int
    result: int | None
    best: int | None
    you: bool


class League(msgspec.Struct, frozen=True):
    """The players of a month or a year, ordered by points or, if no points are chosen, by result.

    - `points`: the points for each rank of a night
    - `last`: the number of the last change, which a new choice of points must name
    """

    period: str
    points: tuple[int, ...]
    players: list[LeagueLine]
    last: int
    decimals: int


_YEAR = len("2026")


def league_of(viewer: str | None, me: str, period: str, offset: int, connection: Connection) -> League:
    """The league of a month or a year. Raises BadNotation if `period` is neither.

    `viewer` is the account of the user (None: a host), `me` is the user's key in the books, and `offset` is the user's
    time zone, in minutes from UTC.

    Only nights on which chips moved between people count. Players are ranked by their results without bots, and equal
    results share a rank. Once the host has chosen points, everybody sees the points. A result is shown only to its own
    player, the host, and viewers who sat at every table.
    """
    span = span_of(period, offset)
    if len(period) == ONE_NIGHT:
        raise BadNotation(f"{period!r}: expected a month such as 2026-11 or a year such as 2026")
    points = points_chosen(changes_of(period[:_YEAR], connection), period[:_YEAR])
    decimals = decimals_in(None, span)(connection)
    nights = _results_by_night(span, decimals, connection)
    lines = _league_lines(nights, points)
    is_partly = sees_part(viewer, span, (), connection)
    if is_partly and me not in lines or is_partly and not points:
        lines = {who: line for who, line in lines.items() if who == me}
    names = distinct_names(names_of(lines)(connection))
    shown = []
    for who, line in lines.items():
        is_seen = not is_partly or who == me
        result, best = (line.result, line.best) if is_seen else (None, None)
        shown.append(LeagueLine(names[who], line.nights, line.points, result, best, bool(me) and who == me))
    shown.sort(key=lambda one: (-one.points, -(one.result or 0), one.player))
    return League(period, points, shown, last_change(connection), decimals)


class _Tally(msgspec.Struct):
    nights: int = 0
    points: int = 0
    result: int = 0
    best: int = 0


def _results_by_night(span: Period, decimals: int, connection: Connection) -> dict[int, dict[str, int]]:
    """The results of people on each night, without bots."""
    bots = bots_by_night(at_bot_tables(None, span)(connection), decimals)
    found: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for row in nights_between(None, span, decimals)(connection):
        if not is_bot(row.player):
            found[row.night][row.player] = row.result + bots.get(row.night, {}).get(row.player, 0)
    return found


def _league_lines(nights: Mapping[int, Mapping[str, int]], points: Sequence[int]) -> dict[str, _Tally]:
    lines: dict[str, _Tally] = {}
    formula = PlacePoints(tuple(points))
    for results in nights.values():
        if not any(results.values()):
            continue  # nobody played against people
        for who, result in results.items():
            tally = lines.setdefault(who, _Tally(best=result))
            rank = sum(other > result for other in results.values())
            tally.nights += 1
            tally.points += points_of(formula, rank + 1, len(results))
            tally.result += result
            tally.best = max(tally.best, result)
    return lines
