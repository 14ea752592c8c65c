"""The owner's tournaments, from their summaries: cost, prizes, ROI and ITM with standard errors.

A tournament with hands but without a summary is listed, but counted nowhere, because hands do not say what a tournament
cost and paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import sqrt
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from sidepot.errors import BadNotation
from sidepot.formats.sites.tournament_summary import DECIMALS
from sidepot.rules.clauses import refuse, say
from sidepot.stats.figures import error_of_rate
from sidepot.tracker.database import reading
from sidepot.tracker.notes import ME

GroupBy = Literal["buy_in", "kind", "size", "site", "month"]

MOST: Final = 5000
"""The maximum number of tournaments in the list."""

POINTS: Final = 1000
UNKNOWN: Final = "unknown"

_OWN: Final = f"(hero OR (site, player) IN (SELECT (site, player) FROM alias WHERE person = '{ME}'))"
"""Whether a row of `tournament` is the owner's."""

_MINE: Final = """
SELECT t.*, coalesce(h.hands, 0) AS hands FROM tournament t
LEFT JOIN (SELECT site, tournament, count(*) AS hands FROM mine GROUP BY site, tournament) h USING (site, tournament)
WHERE {own} AND NOT t.playing ORDER BY t.started NULLS FIRST, t.site, t.tournament
"""
_WITHOUT: Final = """
SELECT site, tournament, any_value(price), coalesce(strftime(min(started), '%Y-%m-%d %H:%M:%S'), ''), count(*)
FROM mine ANTI JOIN (SELECT site, tournament FROM tournament WHERE {own} AND NOT playing) USING (site, tournament)
WHERE money = 'tournament chips' GROUP BY site, tournament ORDER BY min(started) DESC NULLS LAST, site, tournament
"""


class PlayedTournament(msgspec.Struct, frozen=True, kw_only=True):
    """A tournament that the owner played. Amounts are in the tournament's currency.

    - `buy_in`: the whole price of one entry, with bounty and fee
    - `cost`: everything that was paid: entries, rebuys and add-ons
    - `got`: prizes and bounties
    - `ticket`: a prize in words, which is not counted
    - `hands`: the number of the tournament's hands in the database
    """

    started: str
    site: str
    tournament: str
    title: str
    game: str
    currency: str
    kind: str
    entries: int
    place: int
    buy_in: float
    cost: float
    got: float
    ticket: str
    net: float
    hands: int


class TournamentGroup(msgspec.Struct, frozen=True, kw_only=True):
    """The results of some tournaments in one currency.

    - `paid`: the number of tournaments with a prize or a bounty
    - `roi`: the net result divided by the cost (None if nothing was paid)
    - `roi_error`: the standard error of `roi`
    - `itm`: the share of tournaments with a prize or a bounty
    - `itm_error`: the standard error of `itm`
    """

    group: str
    events: int
    paid: int
    cost: float
    got: float
    net: float
    roi: float | None
    roi_error: float | None
    itm: float
    itm_error: float | None


class TournamentPoint(msgspec.Struct, frozen=True):
    """The net result after some tournaments."""

    events: int
    day: str
    net: float


class WithoutSummary(msgspec.Struct, frozen=True):
    """A tournament with hands but without a summary.

    - `tournament`: its number
    - `price`: its buy-in in the site's words
    - `started`: the time of its first hand
    - `hands`: the number of its hands
    """

    site: str
    tournament: str
    price: str
    started: str
    hands: int


class CurrencyEvents(msgspec.Struct, frozen=True):
    """A currency ("" for play money), and the number of tournaments in it."""

    currency: str
    events: int


class Tournaments(msgspec.Struct, frozen=True, kw_only=True):
    """The owner's tournaments in one currency.

    - `currencies`: all currencies, with their numbers of tournaments
    - `total`: the results of all tournaments (None if there are none)
    - `groups`: the results by buy-in, kind, size, site or month
    - `played`: at most 5,000 tournaments, the latest first
    - `tickets`: the number of tournaments that paid a ticket, which is not counted
    - `without`: the tournaments without a summary, in all currencies
    """

    currencies: list[CurrencyEvents]
    currency: str
    total: TournamentGroup | None
    groups: list[TournamentGroup]
    line: list[TournamentPoint]
    played: list[PlayedTournament]
    tickets: int
    without: list[WithoutSummary]


def tournaments(home: Path, currency: str | None = None, by: GroupBy = "buy_in") -> Tournaments:
    """The owner's tournaments in a currency. By default, it is the currency with the most tournaments.

    Raises BadNotation for an unknown currency.
    """
    with reading(home) as found:
        played = [_played(row) for row in _rows(found, _MINE.format(own=_OWN))]
        without = [WithoutSummary(*row) for row in found.execute(_WITHOUT.format(own=_OWN)).fetchall()]
    counted: dict[str, int] = {}
    for one in played:
        counted[one.currency] = counted.get(one.currency, 0) + 1
    currencies = sorted(counted, key=lambda name: (-counted[name], not name, name))
    if currency is None:
        currency = currencies[0] if currencies else ""
    elif currency not in counted:
        raise refuse(BadNotation, say("you have no tournaments in {currency}", repr(currency)))
    mine = [one for one in played if one.currency == currency]
    return Tournaments(
        currencies=[CurrencyEvents(name, counted[name]) for name in currencies],
        currency=currency,
        total=_group("", mine) if mine else None,
        groups=_groups(mine, by),
        line=_line(mine),
        played=mine[::-1][:MOST],
        tickets=sum([bool(one.ticket) for one in mine]),
        without=without,
    )


def _rows(found: Any, question: str) -> list[dict[str, Any]]:
    answer = found.execute(question)
    names = [column[0] for column in answer.description]
    return [dict(zip(names, row, strict=True)) for row in answer.fetchall()]


def _played(row: dict[str, Any]) -> PlayedTournament:
    got, entry = row["prize"] + row["bounties"], row["buy_in"] + row["bounty"] + row["fee"]
    started = row["started"]
    return PlayedTournament(
        started=f"{started:%Y-%m-%d %H:%M:%S}" if started is not None else "",
        site=row["site"],
        tournament=row["tournament"],
        title=row["title"],
        game=row["game"],
        currency=row["currency"],
        kind="free" if not entry else "knockout" if row["bounty"] else "usual",
        entries=row["entries"],
        place=row["place"],
        buy_in=_amount(entry),
        cost=_amount(got - row["net"]),
        got=_amount(got),
        ticket=row["ticket"],
        net=_amount(row["net"]),
        hands=row["hands"],
    )


def _amount(units: int) -> float:
    return float(units / 10**DECIMALS)


# ---- groups


_SIZES: Final = ((2, "2"), (10, "3-10"), (100, "11-100"), (1000, "101-1000"))
LARGER: Final = "1001-"


def _size(one: PlayedTournament) -> str:
    """The size of the field, as its smallest and largest number of entries."""
    if not one.entries:
        return UNKNOWN
    return next((name for most, name in _SIZES if one.entries <= most), LARGER)


def _key(one: PlayedTournament, by: GroupBy) -> str:
    if by == "buy_in":
        return f"{one.buy_in:.2f}"
    if by == "month":
        return one.started[:7] or UNKNOWN
    return _size(one) if by == "size" else one.site if by == "site" else one.kind


def _groups(mine: Sequence[PlayedTournament], by: GroupBy) -> list[TournamentGroup]:
    """The groups in the order of their price, size or month, else those with the most tournaments first."""
    found: dict[str, list[PlayedTournament]] = {}
    for one in mine:
        found.setdefault(_key(one, by), []).append(one)
    names = sorted(found, key=lambda name: (-len(found[name]), name))
    if by == "buy_in":
        names.sort(key=float)
    elif by in ("month", "size"):
        names.sort(
            key=lambda name: (name == UNKNOWN, int(name.split("-")[0]) if by == "size" and name != UNKNOWN else 0, name)
        )
    return [_group(name, found[name]) for name in names]


def _group(name: str, some: Sequence[PlayedTournament]) -> TournamentGroup:
    cost, got = sum([one.cost for one in some]), sum([one.got for one in some])
    paid, events = sum([one.got > 0 for one in some]), len(some)
    roi = (got - cost) / cost if cost else None
    return TournamentGroup(
        group=name,
        events=events,
        paid=paid,
        cost=round(cost, DECIMALS),
        got=round(got, DECIMALS),
        net=round(got - cost, DECIMALS),
        roi=roi,
        roi_error=None if roi is None else _error_of_roi(some, roi, cost),
        itm=paid / events,
        itm_error=error_of_rate(paid, events),
    )


def _error_of_roi(some: Sequence[PlayedTournament], roi: float, cost: float) -> float | None:
    """The standard error of a ratio of two sums: of `net` to `cost`, over independent tournaments."""
    events = len(some)
    if events < 2:
        return None
    squares = sum([(one.net - roi * one.cost) ** 2 for one in some])
    return sqrt(squares * events / (events - 1)) / cost


def _line(mine: Sequence[PlayedTournament]) -> list[TournamentPoint]:
    every = max(len(mine) // POINTS, 1)
    sums = accumulate([one.net for one in mine])
    return [
        TournamentPoint(at, one.started[:10], round(total, DECIMALS))
        for at, (one, total) in enumerate(zip(mine, sums, strict=True), 1)
        if at % every == 0 or at == len(mine)
    ]
