"""What the page of the tracker shows about the owner's hands: results, sessions, figures by position, lists of hands.

All of it is about selected hands of one kind of money: one currency, or tournament chips. Results are in that currency,
and for tournament chips in big blinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from sidepot.stats.figures import FIGURES, USUAL, Figure
from sidepot.stats.hand_seen import POSITIONS
from sidepot.tracker.database import reading
from sidepot.tracker.notes import HAND_KEY, hand_notes
from sidepot.tracker.selection import EVERYTHING, EXPECTED, NET, Moneys, Selection, Wanted, moneys_of, select

POINTS: Final = 1000
"""The approximate number of points in a line."""

SESSIONS: Final = 30
BEST: Final = 5
PAGE: Final = 50
MOST_HANDS: Final = 1 << 40
PAUSE: Final = 30
"""The number of minutes without a hand after which a session ends."""

SHOWN: Final = (*USUAL, "af", "wwsf", "expected_per_100", "rake_per_100")
BY_POSITION: Final = (
    "per_100", "vpip", "pfr", "rfi", "limp", "three_bet", "fold_to_three_bet", "steal", "fold_to_steal", "c_bet",
    "fold_to_c_bet_flop", "check_raise_flop", "af", "wtsd", "w_sd", "wwsf", "expected_per_100",
)  # fmt: skip


class Cell(msgspec.Struct, frozen=True):
    """A figure of the owner.

    - `value`: its value, from 0 to 1 for a rate
    - `error`: its standard error
    - `chances`: the number of its chances; for a mean, the number of hands
    """

    key: str
    name: str
    unit: str
    value: float | None
    error: float | None
    chances: int


class Point(msgspec.Struct, frozen=True):
    """The results after some hands: the total, the parts with and without a showdown, and the total with each all-in
    at its expected result.
    """

    hands: int
    day: str
    net: float
    showdown: float
    without: float
    expected: float


class Session(msgspec.Struct, frozen=True):
    """Hands without a long pause between them.

    - `hands`, `tables`, `hours`: the numbers of hands, tables and hours
    - `net`: the result
    - `bb`: the result in big blinds
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

    - `id`: the id as text, because JavaScript has no numbers of this size
    - `net`: the owner's result
    - `bb`: the owner's result in big blinds
    - `file`: the file of the hand
    - `hand`: the number of the hand in its file
    - `note`, `tags`: what the owner wrote about the hand
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
    note: str
    tags: list[str]


class Overview(msgspec.Struct, frozen=True, kw_only=True):
    """The owner's results for one kind of money.

    - `measure`: the unit of the results
    - `players`: the owner's names
    - `hours`: the hours of all sessions
    - `per_hour`: the result per hour, from sessions with more than one hand; None if the filter leaves out hands of
      these sessions
    - `line`: the running result
    - `best`, `worst`: the hands with the largest wins and losses
    """

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
    """The figures of one position. If `position` is "", the figures of all positions together."""

    position: str
    hands: int
    cells: list[Cell]


def moneys(home: Path, money: str = "") -> Moneys:
    """The kinds of money of the owner's hands, and the chosen kind. By default, it is the one with the most hands."""
    with reading(home) as found:
        return moneys_of(found, money)


def overview(home: Path, wanted: Wanted = EVERYTHING, *, by_days: bool = False) -> Overview:
    """The results of the wanted hands. With `by_days`, the line has one point for each day.

    Raises BadNotation for an unknown kind of money, or an invalid filter.
    """
    with reading(home) as found:
        of = select(found, wanted)
        ((hands, net),) = of.ask(f"SELECT count(*), coalesce(sum({NET}), 0) FROM {of.rows}")
        sessions = _sessions(of)
        names = of.ask(f"SELECT player FROM {of.rows} GROUP BY player ORDER BY count(*) DESC, player LIMIT 5")
        return Overview(
            money=of.money,
            measure=of.measure,
            players=[name for (name,) in names],
            hands=hands,
            net=round(net, 4),
            hours=sum(one.hours for one in sessions),
            per_hour=_per_hour(of, sessions),
            figures=cells(of, SHOWN)[0].cells,
            line=_line(of, hands, by_days=by_days),
            sessions=sessions[::-1][:SESSIONS],
            best=hand_list(of, f"net > 0 ORDER BY {NET} DESC", BEST),
            worst=hand_list(of, f"net < 0 ORDER BY {NET}", BEST),
        )


def positions(home: Path, wanted: Wanted = EVERYTHING) -> list[PositionRow]:
    """The figures of each position, in the order of play, and of all positions together."""
    with reading(home) as found:
        of = select(found, wanted)
        rows = cells(of, BY_POSITION, by_position=True)
        return [*sorted(rows, key=lambda row: POSITIONS.index(row.position)), *cells(of, BY_POSITION)]


def all_figures(home: Path, wanted: Wanted = EVERYTHING) -> PositionRow:
    """All figures of the wanted hands that had a chance."""
    with reading(home) as found:
        row = cells(select(found, wanted), tuple(FIGURES))[0]
    return PositionRow("", row.hands, [cell for cell in row.cells if cell.chances])


def hands_page(home: Path, wanted: Wanted = EVERYTHING, skip: int = 0, *, most: int = PAGE) -> list[PlayedHand]:
    """The wanted hands, latest first. The first one has the index `skip`."""
    with reading(home) as found:
        return hand_list(select(found, wanted), "true ORDER BY started DESC NULLS LAST, id DESC", most, skip)


def all_sessions(home: Path, wanted: Wanted = EVERYTHING) -> list[Session]:
    """All sessions, oldest first."""
    with reading(home) as found:
        return _sessions(select(found, wanted))


def cells(of: Selection, keys: tuple[str, ...], *, by_position: bool = False) -> list[PositionRow]:
    """The figures with these keys, for all selected hands or for each position."""
    figures = [FIGURES[key] for key in keys]
    what = ", ".join([sql for one in figures for sql in one.columns_sql])
    position, group = ("position", "GROUP BY position") if by_position else ("''", "")
    rows = of.ask(f"SELECT {position}, count(*), {what} FROM {of.rows} {group}")
    return [PositionRow(position, hands, cells_of(figures, values)) for position, hands, *values in rows]


def cells_of(figures: list[Figure], values: list[Any]) -> list[Cell]:
    """The figures, each with the value, the error and the chances that follow each other in `values`."""
    triples = zip(values[::3], values[1::3], values[2::3], strict=True)
    return [
        Cell(one.key, one.name, one.unit, value, error, int(chances or 0))
        for one, (value, error, chances) in zip(figures, triples, strict=True)
    ]


def _line(of: Selection, hands: int, *, by_days: bool) -> list[Point]:
    """The running result. Sums of stretches of hands are added up here, which is faster than a sum for each hand."""
    stretch = "started::DATE" if by_days else f"(n - 1) // {max(hands // POINTS, 1)}"
    rows = of.ask(
        f"""
        SELECT count(*), coalesce(strftime(max(started), '%Y-%m-%d'), ''), sum({NET}), sum(if(showdown, {NET}, 0)),
               sum({EXPECTED})
        FROM (
            SELECT row_number() OVER (ORDER BY started NULLS FIRST, id) AS n, started, showdown, money, net, expected,
                   unit, decimals
            FROM {of.rows}
        ) GROUP BY {stretch} ORDER BY max(n)
        """
    )
    points = []
    n, net, shown, expected = 0, 0.0, 0.0, 0.0
    for count, day, more, more_shown, more_expected in rows:
        n, net, shown, expected = n + count, net + more, shown + more_shown, expected + more_expected
        points.append(Point(n, day, round(net, 4), round(shown, 4), round(net - shown, 4), round(expected, 4)))
    return points


def _sessions(of: Selection) -> list[Session]:
    """The sessions, oldest first. Hands without a date belong to none.

    Hands are first put together by stretches shorter than a pause, of which there are far fewer.
    """
    rows = of.ask(
        f"""
        WITH stretches AS MATERIALIZED (
            SELECT epoch(started)::BIGINT // {30 * PAUSE} AS stretch, site, "table", min(started) AS first,
                   max(started) AS last, count(*) AS hands, sum({NET}) AS net, sum(net / unit) AS bb
            FROM {of.rows} WHERE started IS NOT NULL GROUP BY ALL
        ), gaps AS (
            SELECT stretch, min(first) - coalesce(lag(max(last)) OVER (ORDER BY stretch), min(first))
                            > INTERVAL {PAUSE} MINUTE AS is_later
            FROM stretches GROUP BY stretch
        ), counted AS (SELECT stretch, count_if(is_later) OVER (ORDER BY stretch) AS session FROM gaps)
        SELECT strftime(min(first), '%Y-%m-%d %H:%M:%S'), strftime(max(last), '%Y-%m-%d %H:%M:%S'), sum(hands)::BIGINT,
               count(DISTINCT (site, "table")), epoch(max(last) - min(first)) / 3600, sum(net), sum(bb)
        FROM stretches JOIN counted USING (stretch) GROUP BY session ORDER BY min(first)
        """
    )
    return [
        Session(start, end, hands, tables, hours, round(net, 4), round(bb, 4))
        for start, end, hands, tables, hours, net, bb in rows
    ]


def _per_hour(of: Selection, sessions: Sequence[Session]) -> float | None:
    timed = [one for one in sessions if one.hours]
    if not timed or (of.where and _played_in(of, timed) != sum(one.hands for one in timed)):
        return None
    return sum(one.net for one in timed) / sum(one.hours for one in timed)


def _played_in(of: Selection, sessions: Sequence[Session]) -> int:
    """How many hands the owner played for this money in the time of these sessions, with or without the filter."""
    question = """
        WITH timed AS (SELECT unnest($starts::TIMESTAMP[]) AS first, unnest($ends::TIMESTAMP[]) AS last)
        SELECT count(*) FROM (SELECT date_trunc('second', started) AS moment FROM mine WHERE money = $money)
        ASOF JOIN timed ON moment >= first WHERE moment <= last
    """
    moments = {"starts": [one.start for one in sessions], "ends": [one.end for one in sessions], "money": of.money}
    ((hands,),) = of.found.execute(question, moments).fetchall()
    return int(hands)


def hand_list(of: Selection, which: str, most: int, skip: int = 0) -> list[PlayedHand]:
    """The selected hands. `which` is an SQL condition with an order."""
    rows = of.ask(
        f"""
        SELECT id::VARCHAR, coalesce(strftime(started, '%Y-%m-%d %H:%M:%S'), ''), site, game, stakes, position, cards,
               board, {NET}, net / unit, file, hand, {HAND_KEY}
        FROM (SELECT * FROM {of.rows} WHERE {which} LIMIT {most} OFFSET {skip})
        """
    )
    kept = hand_notes(of.found, [row[-1] for row in rows])
    return [PlayedHand(*[*row, *kept.get(key, ("", []))]) for *row, key in rows]
