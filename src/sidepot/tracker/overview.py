"""What the page of the tracker shows about the owner's hands: results, sessions, figures by position, lists of hands.

All of it is about the hands of one kind of money: one currency, or tournament chips. Results are in that currency, and
for tournament chips in big blinds, because chips of two tournaments cannot be added.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.stats.figures import FIGURES, USUAL, Figure
from sidepot.stats.hand_seen import POSITIONS
from sidepot.tracker.database import reading

POINTS: Final = 1000
"""The approximate number of points in a line."""

SESSIONS: Final = 30
BEST: Final = 5
PAGE: Final = 50
MOST_HANDS: Final = 1 << 40
PAUSE: Final = 30
"""The number of minutes without a hand after which a session ends."""

CHIPS: Final = "tournament chips"
SHOWN: Final = (*USUAL, "af", "wwsf", "expected_per_100", "rake_per_100")
BY_POSITION: Final = (
    "per_100", "vpip", "pfr", "rfi", "limp", "three_bet", "fold_to_three_bet", "steal", "fold_to_steal", "c_bet",
    "fold_to_c_bet_flop", "check_raise_flop", "af", "wtsd", "w_sd", "wwsf", "expected_per_100",
)  # fmt: skip

_MINE: Final = "mine WHERE money = $money"
_VALUE: Final = f"if(money = '{CHIPS}', {{0}} / unit, {{0}} / 10.0 ** decimals)"
_NET: Final = _VALUE.format("net")
_EXPECTED: Final = _VALUE.format("coalesce(expected, net)")


class MoneyHands(msgspec.Struct, frozen=True):
    """A kind of money, and how many of the owner's hands were played for it."""

    money: str
    hands: int


class Cell(msgspec.Struct, frozen=True):
    """A figure of the owner.

    - `value`, `error`: its value (from 0 to 1 for a rate), and its standard error
    - `chances`: the number of its chances or, for a mean, of hands
    """

    key: str
    name: str
    unit: str
    value: float | None
    error: float | None
    chances: int


class Point(msgspec.Struct, frozen=True):
    """The results after some hands: in total, with a showdown, without one, and with all-ins at their average."""

    hands: int
    day: str
    net: float
    showdown: float
    without: float
    expected: float


class Session(msgspec.Struct, frozen=True):
    """Hands without a long pause between them.

    - `hands`, `tables`, `hours`: the number of hands, of tables, and of hours
    - `net`, `bb`: the result, and the result in big blinds
    """

    start: str
    end: str
    hands: int
    tables: int
    hours: float
    net: float
    bb: float


class PlayedHand(msgspec.Struct, frozen=True):
    """A hand in a list.

    - `id`: as text, because JavaScript has no numbers of this size
    - `net`, `bb`: the owner's result, and the result in big blinds
    - `file`, `hand`: the file of the hand, and its number there
    """

    id: str
    started: str
    site: str
    game: str
    stakes: str
    position: str
    cards: str
    board: str
    net: float
    bb: float
    file: str
    hand: str


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """The owner's results for one kind of money.

    - `moneys`: all kinds of money, with their numbers of hands
    - `measure`: the unit of the results
    - `players`: the owner's names
    - `hours`, `per_hour`: the hours of play, and the result per hour, from hands with a date
    - `line`: the running result
    - `best`, `worst`: the hands with the largest wins and losses
    """

    moneys: list[MoneyHands]
    money: str
    measure: str
    players: list[str]
    hands: int
    net: float
    hours: float
    per_hour: float | None
    figures: list[Cell]
    line: list[Point]
    sessions: list[Session]
    best: list[PlayedHand]
    worst: list[PlayedHand]


class PositionRow(msgspec.Struct, frozen=True):
    """The figures of one position or, if `position` is "", of all positions."""

    position: str
    hands: int
    cells: list[Cell]


def overview(home: Path, money: str = "", *, by_days: bool = False) -> Overview:
    """The results for a kind of money (by default, the one with the most hands).

    With `by_days`, the line has one point for each day. Raises BadNotation for an unknown kind of money.
    """
    with reading(home) as found:
        moneys = _moneys(found)
        money = _chosen(moneys, money)
        of = {"money": money}
        hands, net = found.execute(f"SELECT count(*), coalesce(sum({_NET}), 0) FROM {_MINE}", of).fetchone()
        sessions = _sessions(found, of)
        hours = sum(one.hours for one in sessions)
        dated = sum(one.net for one in sessions)
        names = found.execute(f"SELECT player FROM {_MINE} GROUP BY player ORDER BY count(*) DESC LIMIT 5", of)
        return Overview(
            moneys=moneys,
            money=money,
            measure="bb" if money == CHIPS else money,
            players=[name for (name,) in names.fetchall()],
            hands=hands,
            net=round(net, 4),
            hours=hours,
            per_hour=dated / hours if hours else None,
            figures=_cells(found, SHOWN, of)[0].cells,
            line=_line(found, of, hands, by_days=by_days),
            sessions=sessions[::-1][:SESSIONS],
            best=_hands(found, of, f"net > 0 ORDER BY {_NET} DESC", BEST),
            worst=_hands(found, of, f"net < 0 ORDER BY {_NET}", BEST),
        )


def positions(home: Path, money: str = "") -> list[PositionRow]:
    """The figures of each position, in the order of play, and of all positions together."""
    with reading(home) as found:
        of = {"money": _chosen(_moneys(found), money)}
        rows = _cells(found, BY_POSITION, of, group=True)
        return [*sorted(rows, key=lambda row: POSITIONS.index(row.position)), *_cells(found, BY_POSITION, of)]


def hands_page(home: Path, money: str = "", skip: int = 0) -> list[PlayedHand]:
    """The owner's hands, latest first, from the one with index `skip`."""
    with reading(home) as found:
        of = {"money": _chosen(_moneys(found), money)}
        return _hands(found, of, "true ORDER BY started DESC NULLS LAST, id DESC", PAGE, skip)


def _moneys(found: Any) -> list[MoneyHands]:
    if not found.execute("SELECT 1 FROM duckdb_tables() WHERE table_name = 'mine'").fetchall():
        return []
    rows = found.execute("SELECT money, count(*) FROM mine GROUP BY money ORDER BY count(*) DESC, money")
    return [MoneyHands(*row) for row in rows.fetchall()]


def _chosen(moneys: list[MoneyHands], money: str) -> str:
    if not moneys:
        raise BadNotation("the tracker has no hands of yours: none of its files shows whose cards they have")
    if money and money not in [one.money for one in moneys]:
        raise BadNotation(f"you have no hands for {money!r}")
    return money or moneys[0].money


def _cells(found: Any, keys: tuple[str, ...], of: dict[str, str], *, group: bool = False) -> list[PositionRow]:
    figures = [FIGURES[key] for key in keys]
    what = ", ".join([sql for one in figures for sql in (one.sql, one.error_sql, one.chances_sql)])
    by = "GROUP BY position" if group else ""
    rows = found.execute(
        f"SELECT {'position' if group else repr('')}, count(*), {what} FROM {_MINE} {by}", of
    ).fetchall()
    return [PositionRow(position, hands, _row(figures, values)) for position, hands, *values in rows]


def _row(figures: list[Figure], values: list[Any]) -> list[Cell]:
    triples = zip(values[::3], values[1::3], values[2::3], strict=True)
    return [
        Cell(one.key, one.name, one.unit, value, error, int(chances or 0))
        for one, (value, error, chances) in zip(figures, triples, strict=True)
    ]


def _line(found: Any, of: dict[str, str], hands: int, *, by_days: bool) -> list[Point]:
    every = max(hands // POINTS, 1)
    sums = f"""
        SELECT row_number() OVER played_on AS n, coalesce(strftime(started, '%Y-%m-%d'), '') AS day,
               sum({_NET}) OVER played_on AS net, sum(if(showdown, {_NET}, 0)) OVER played_on AS showdown,
               sum({_EXPECTED}) OVER played_on AS expected
        FROM {_MINE} WINDOW played_on AS (ORDER BY started NULLS FIRST, id ROWS UNBOUNDED PRECEDING)
    """
    if by_days:
        asked = f"""SELECT max(n), day, arg_max(net, n), arg_max(showdown, n), arg_max(expected, n)
                    FROM ({sums}) GROUP BY day ORDER BY max(n)"""
    else:
        asked = f"SELECT * FROM ({sums}) WHERE n % {every} = 0 OR n = {hands} ORDER BY n"
    return [
        Point(n, day, round(net, 4), round(shown, 4), round(net - shown, 4), round(expected, 4))
        for n, day, net, shown, expected in found.execute(asked, of).fetchall()
    ]


def _sessions(found: Any, of: dict[str, str]) -> list[Session]:
    """The sessions, oldest first. Hands without a date belong to none."""
    rows = found.execute(
        f"""
        WITH timed AS (
            SELECT *, started - coalesce(lag(started) OVER (ORDER BY started, id), started)
                      > INTERVAL {PAUSE} MINUTE AS is_later
            FROM {_MINE} AND started IS NOT NULL
        ), counted AS (SELECT *, count_if(is_later) OVER (ORDER BY started, id) AS session FROM timed)
        SELECT strftime(min(started), '%Y-%m-%d %H:%M:%S'), strftime(max(started), '%Y-%m-%d %H:%M:%S'), count(*),
               count(DISTINCT (site, "table")), epoch(max(started) - min(started)) / 3600, sum({_NET}), sum(net / unit)
        FROM counted GROUP BY session ORDER BY min(started)
        """,
        of,
    ).fetchall()
    return [
        Session(start, end, hands, tables, hours, round(net, 4), round(bb, 4))
        for start, end, hands, tables, hours, net, bb in rows
    ]


def _hands(found: Any, of: dict[str, str], which: str, most: int, skip: int = 0) -> list[PlayedHand]:
    rows = found.execute(
        f"""
        SELECT id::VARCHAR, coalesce(strftime(started, '%Y-%m-%d %H:%M:%S'), ''), site, game, stakes, position, cards,
               board, {_NET}, net / unit, file, hand
        FROM {_MINE} AND {which} LIMIT {most} OFFSET {skip}
        """,
        of,
    ).fetchall()
    return [PlayedHand(*row) for row in rows]
