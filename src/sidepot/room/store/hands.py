"""Queries of an account's hands: lists in pages, figures, and private notes.

Each function returns a query to run on a connection. No query reads more than the rows of one account.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Float, and_, case, cast, delete, func, insert, select, tuple_

from sidepot.games.unit import MOST_DECIMALS
from sidepot.hand.seat_stats import LinePoint
from sidepot.privacy import PrivateStruct
from sidepot.room.store.rows import HandShown
from sidepot.room.store.schema import hand, hand_note, hand_of, in_unit

POINTS: Final = 200  # most points of the line over time
_AT_ONCE: Final = 1000

Place = tuple[int, str, int]  # position of a hand in a list: its end, its stream, its number


class HandFilter(msgspec.Struct, frozen=True):
    """A filter for the hands of a person. A field with its default value selects all hands.

    - `stream`, `game`: hands at this table, in this game
    - `least`, `most`: the size of the pot (5 means 5.00 at a table with cents)
    - `showdown`: hands with a showdown
    - `mine`: hands that the person played, not just watched
    - `noted`: hands with a note
    - `tournament`: hands in tournaments (True), or at cash tables (False)
    - `since`, `until`: when the hand ended (ms since 1970)
    """

    stream: str = ""
    game: str = ""
    least: int = 0
    most: int = 0
    showdown: bool = False
    mine: bool = False
    noted: bool = False
    tournament: bool | None = None
    since: int = 0
    until: int = 0

    def between(self, since: int, until: int) -> HandFilter:
        """The same filter, for hands that ended at or after `since` and before `until`."""
        return msgspec.structs.replace(self, since=since, until=until)


class HandFound(HandShown, frozen=True):
    """A hand in a person's list.

    - `seat`: the person's seat (-1 for a spectator)
    - `cards`: the person's hole cards
    """

    SHOWN = ("stream", "number")

    at: int
    stream: str
    number: int
    seat: int
    net: int
    unit: int
    cards: str
    noted: bool

    @property
    def place(self) -> Place:
        """The position of the hand in the list."""
        return self.at, self.stream, self.number


class Tally(msgspec.Struct, frozen=True):
    """A person's totals in one game, at cash tables or in tournaments. `hand.seat_stats` defines the figures.

    - `net`: the net result in units of `10 ** -decimals`
    - `units`: the net result in big blinds
    """

    game: str
    tournament: bool
    hands: int
    net: int
    units: float
    voluntary: int
    raised: int
    showdowns: int
    won_there: int
    walks: int
    decimals: int = 0


class HandPlace(PrivateStruct, frozen=True):
    """Where a hand is in its table's stream, and the link of the chain before the hand."""

    SHOWN = ("at", "first", "last")

    at: int
    first: int
    last: int
    before: bytes


_BOTH: Final = hand_of.join(hand, and_(hand.c.stream == hand_of.c.stream, hand.c.number == hand_of.c.number))
_NOTED: Final = _BOTH.outerjoin(
    hand_note,
    and_(
        hand_note.c.account == hand_of.c.account,
        hand_note.c.stream == hand_of.c.stream,
        hand_note.c.number == hand_of.c.number,
    ),
)
_ONE: Final = 10**MOST_DECIMALS
_ORDER: Final = (hand_of.c.at, hand_of.c.stream, hand_of.c.number)


def _where(account: str, wanted: HandFilter) -> list[ColumnElement[bool]]:
    of, listed = hand_of.c, hand.c
    found: list[ColumnElement[bool]] = [of.account == account]
    if wanted.stream:
        found.append(of.stream == wanted.stream)
    if wanted.game:
        found.append(listed.game == wanted.game)
    if wanted.least:
        found.append(_fine(listed.pot) >= wanted.least * _ONE)
    if wanted.most:
        found.append(_fine(listed.pot) <= wanted.most * _ONE)
    if wanted.showdown:
        found.append(listed.showdown)
    if wanted.mine:
        found.append(of.seat >= 0)
    if wanted.noted:
        found.append(hand_note.c.text.is_not(None))
    if wanted.tournament is not None:
        found.append(listed.tournament == wanted.tournament)
    if wanted.since:
        found.append(of.at >= wanted.since)
    if wanted.until:
        found.append(of.at < wanted.until)
    return found


def hands_of(
    account: str, wanted: HandFilter, before: Place | None, most: int
) -> Callable[[Connection], list[HandFound]]:
    """A query for up to `most` hands of an account that pass the filter `wanted`, newest first.

    Only hands older than the position `before` are found (None: all hands).
    """
    of, listed = hand_of.c, hand.c
    query = (
        select(
            *[listed[name] for name in HandShown.__struct_fields__],
            of.at, of.stream, of.number, of.seat, of.net, of.unit, of.cards,
            hand_note.c.text.is_not(None).label("noted"),
        )
        .select_from(_NOTED)
        .where(*_where(account, wanted))
        .order_by(*[column.desc() for column in _ORDER])
        .limit(most)
    )  # fmt: skip
    if before is not None:
        query = query.where(tuple_(*_ORDER) < tuple_(*before))

    def ask(connection: Connection) -> list[HandFound]:
        return [HandFound(**row) for row in connection.execute(query).mappings()]

    return ask


def games_of(account: str) -> Callable[[Connection], list[str]]:
    """A query for the games that an account has played or watched."""
    query = select(hand.c.game).distinct().select_from(_BOTH).where(hand_of.c.account == account).order_by(hand.c.game)
    return lambda connection: [str(game) for game in connection.scalars(query)]


def decimals_of(account: str, wanted: HandFilter) -> Callable[[Connection], int]:
    """A query for the number of decimals of the smallest unit used in the hands that an account played.

    Only hands that pass the filter `wanted` count.
    """
    query = select(func.max(hand.c.decimals)).select_from(_NOTED).where(*_where(account, wanted), hand_of.c.seat >= 0)
    return lambda connection: int(connection.scalar(query) or 0)


def figures_of(account: str, wanted: HandFilter) -> Callable[[Connection], list[Tally]]:
    """A query for the totals of an account in each game, over the hands that pass the filter `wanted`.

    Hands that the account only watched do not count.
    """
    of = hand_of.c

    def count(column: ColumnElement[bool]) -> ColumnElement[int]:
        return func.sum(case((column, 1), else_=0))

    def ask(connection: Connection) -> list[Tally]:
        decimals = decimals_of(account, wanted)(connection)
        net_sum = func.sum(in_unit(of.net, hand.c.decimals, decimals))
        query = (
            select(
                hand.c.game, hand.c.tournament, func.count(), net_sum, func.sum(_units()),
                count(of.voluntary), count(of.raised), count(of.showdown), count(of.won_there), count(of.walk),
            )
            .select_from(_NOTED)
            .where(*_where(account, wanted), of.seat >= 0)
            .group_by(hand.c.game, hand.c.tournament)
            .order_by(hand.c.game, hand.c.tournament)
        )  # fmt: skip
        return [
            Tally(game, bool(event), hands, int(net), float(units), *map(int, (*counts, decimals)))
            for game, event, hands, net, units, *counts in connection.execute(query)
        ]

    return ask


def _fine(chips: ColumnElement[int]) -> ColumnElement[int]:
    return in_unit(chips, hand.c.decimals, MOST_DECIMALS)


def _units() -> ColumnElement[float]:
    """The net result in big blinds, or in the unit that the hand has instead."""
    return cast(hand_of.c.net, Float(asdecimal=False)) / case((hand_of.c.unit > 0, hand_of.c.unit), else_=1)


def line_of(account: str, wanted: HandFilter, hands: int, decimals: int = 0) -> Callable[[Connection], list[LinePoint]]:
    """A query for the running result of an account over the `hands` hands that pass the filter `wanted`.

    It returns at most `POINTS` points, in units of `10 ** -decimals`.
    """
    net_in_unit = in_unit(hand_of.c.net, hand.c.decimals, decimals)
    query = (
        select(hand_of.c.at, net_in_unit, _units())
        .select_from(_NOTED)
        .where(*_where(account, wanted), hand_of.c.seat >= 0)
        .order_by(*_ORDER)
        .execution_options(yield_per=_AT_ONCE)
    )
    every = max(1, -(-hands // POINTS))

    def ask(connection: Connection) -> list[LinePoint]:
        found: list[LinePoint] = []
        net, units, at, count = 0, 0.0, 0, 0
        for count, (at, won, in_units) in enumerate(connection.execute(query), start=1):
            net += won
            units += in_units
            if count % every == 0:
                found.append(LinePoint(count, at, net, round(units, 2)))
        if count % every:
            found.append(LinePoint(count, at, net, round(units, 2)))
        return found

    return ask


# ---- one hand


def place_of_hand(stream: str, number: int) -> Callable[[Connection], HandPlace | None]:
    """A query for the position of a finished hand (None if it is unknown, or not listed yet)."""
    query = select(hand.c.at, hand.c.first, hand.c.last, hand.c.before)
    query = query.where(hand.c.stream == stream, hand.c.number == number)

    def ask(connection: Connection) -> HandPlace | None:
        row = connection.execute(query).first()
        return None if row is None else HandPlace(*row)

    return ask


def hands_at(streams: Sequence[str]) -> Callable[[Connection], dict[str, tuple[int, int]]]:
    """A query for the numbers of the first and the last finished hand of each of these streams.

    Streams without a finished hand are left out.
    """
    query = select(hand.c.stream, func.min(hand.c.number), func.max(hand.c.number)).group_by(hand.c.stream)
    query = query.where(hand.c.stream.in_(streams))
    return lambda connection: {stream: (first, last) for stream, first, last in connection.execute(query)}


class HandAbout(PrivateStruct, frozen=True):
    """The title of a hand's table, the time when the hand ended, and whether it belongs to a tournament."""

    SHOWN = ("title", "at", "tournament")

    title: str
    at: int
    tournament: bool


def about_hand(stream: str, number: int) -> Callable[[Connection], HandAbout | None]:
    """A query for the description of a hand (None if it is unknown, or not listed yet)."""
    query = select(hand.c.title, hand.c.at, hand.c.tournament)
    query = query.where(hand.c.stream == stream, hand.c.number == number)

    def ask(connection: Connection) -> HandAbout | None:
        row = connection.execute(query).first()
        return None if row is None else HandAbout(str(row[0]), int(row[1]), bool(row[2]))

    return ask


def was_there(account: str, stream: str, number: int) -> Callable[[Connection], bool]:
    """A query for whether an account played or watched a hand."""
    query = select(hand_of.c.seat).select_from(_BOTH).where(hand_of.c.account == account, hand_of.c.at == hand.c.at)
    query = query.where(hand.c.stream == stream, hand.c.number == number)
    return lambda connection: connection.scalar(query) is not None


def note_of(account: str, stream: str, number: int) -> Callable[[Connection], str]:
    """A query for an account's note about a hand ("" if there is none)."""
    query = select(hand_note.c.text).where(*_noted(account, stream, number))
    return lambda connection: str(connection.scalar(query) or "")


def keep_note(account: str, stream: str, number: int, text: str) -> Callable[[Connection], None]:
    """A write that stores an account's note about a hand. An empty text deletes the note."""

    def act(connection: Connection) -> None:
        connection.execute(delete(hand_note).where(*_noted(account, stream, number)))
        if text:
            row = {"account": account, "stream": stream, "number": number, "text": text}
            connection.execute(insert(hand_note).values(row))

    return act


def _noted(account: str, stream: str, number: int) -> list[ColumnElement[bool]]:
    note = hand_note.c
    return [note.account == account, note.stream == stream, note.number == number]
