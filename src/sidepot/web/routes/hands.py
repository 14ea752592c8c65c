"""HTTP for the hands you played or watched: lists, replays, notes, your statistics, and hand-history files.

Each hand comes from its record, as you saw it (`room.views.replayed`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO, Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, JSONBody, QueryParameter
from litestar.response import Stream

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.formats.phh_history import with_comments
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phh
from sidepot.formats.room_record import comments_of
from sidepot.games.catalog import GAMES
from sidepot.hand.seat_stats import LinePoint, decided
from sidepot.room.runtime.table_storage import PREFIX, stream_of
from sidepot.room.store.accounts import Account
from sidepot.room.store.hands import (
    HandFilter,
    HandFound,
    Place,
    Tally,
    about_hand,
    figures_of,
    games_of,
    hands_of,
    keep_note,
    line_of,
    note_of,
)
from sidepot.room.store.ledger import FURTHEST, span_of
from sidepot.room.views.equities import Equities, Shares, equities_of_record, shares_of_record
from sidepot.room.views.practice import Practice, practice_of_record
from sidepot.room.views.replayed import (
    BETWEEN,
    SUFFIX_OF,
    SUFFIX_OF_MANY,
    HomeKind,
    PlayedHand,
    Replayed,
    hand_of_record,
    home_text,
    replay_record,
)
from sidepot.validation.shown_text import PILED, is_piled
from sidepot.web.hand_records import saw, seen_record
from sidepot.web.requests import Ask, HandNumber, Person, TableId
from sidepot.web.schemas.base import EmptyAnswer
from sidepot.web.state import AppState, Shared

LONGEST_NOTE = 2000


class MyHand(msgspec.Struct, frozen=True):
    """A hand in your list.

    - `own`: whether you were dealt in; otherwise, you watched
    - `cards`: your cards in short form (`AhKd`)

    Amounts are in units of `10 ** -decimals`.
    """

    table: str
    hand: int
    at: int
    title: str
    game: str
    game_title: str
    tournament: bool
    players: int
    pot: int
    showdown: bool
    boards: list[str]
    own: bool
    net: int
    cards: str
    noted: bool
    decimals: int = 0


class MyHands(msgspec.Struct, frozen=True):
    """A page of your hands. To get the next page, send `more` as `before` ("" if there is none).

    `games` are all games by id, on the first page only.
    """

    hands: list[MyHand]
    more: str
    games: dict[str, str]


class GameFigures(msgspec.Struct, frozen=True):
    """Your figures in one game ("" for all games). All are numbers of hands, except `net` and `per_100`.

    - `net`: your result in chips
    - `per_100`: your result in big blinds per 100 hands
    - `decided`: the hands in which you decided: all except walks and bomb pots
    - `voluntary`, `raised`: the hands in which you put chips in voluntarily (VPIP) and raised (PFR) in the first round
    - `won_there`: the showdowns that you won
    """

    game: str
    title: str
    hands: int
    net: int
    per_100: float
    voluntary: int
    raised: int
    showdowns: int
    won_there: int
    decided: int


class MyFigures(msgspec.Struct, frozen=True):
    """Your figures in total and by game, and your result over time. Chips are in units of `10 ** -decimals`."""

    all: GameFigures
    games: list[GameFigures]
    line: list[LinePoint]
    decimals: int = 0


class Replay(msgspec.Struct, frozen=True):
    """A hand to replay, your `note` about it, and whether it is in your list of hands (`own`)."""

    table: str
    replayed: Replayed
    note: str
    own: bool


class NoteForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your note about a hand."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]


Game = Annotated[str, QueryParameter(description="Only hands of this game, by its id.", max_length=100)]
Table = Annotated[str, QueryParameter(description="Only hands of this table.", max_length=64)]
Pot = Annotated[
    int, QueryParameter(description="Bounds of all pots together, in whole units; 0: none.", ge=0, le=2**62)
]
Before = Annotated[str, QueryParameter(description="The `more` of the page before.", max_length=120)]
AsAll = Annotated[bool, QueryParameter(description="As everybody saw it, also for a player of the hand.")]

PAGE: Final = 50  # hands per page


def wanted_hands(
    game: Game = "",
    table: Table = "",
    least: Pot = 0,
    most: Pot = 0,
    showdown: FromQuery[bool] = False,
    mine: FromQuery[bool] = False,
    noted: FromQuery[bool] = False,
) -> HandFilter:
    """The filter for a list or a file of hands.

    - `least`, `most`: the bounds of all pots together, in whole units (0: none)
    - `showdown`: only hands with a showdown
    - `mine`: only hands in which you were dealt in
    - `noted`: only hands with a note
    """
    stream = stream_of(table) if table else ""
    return HandFilter(stream, game, least, most, showdown=showdown, mine=mine, noted=noted)


WANTED: Final = {"wanted": Provide(wanted_hands, sync_to_thread=False)}


@get("/api/hands", dependencies=WANTED)
async def my_hands(
    app_state: Shared, who: Person, wanted: NamedDependency[HandFilter], before: Before = ""
) -> Response[MyHands]:
    """Your hands, played or watched, latest first, in pages. The list can be filtered by game, pot, showdown, and so
    on.
    """
    place = _place(before) if before else None
    found = await app_state.store.ask(hands_of(who.id, wanted, place, PAGE + 1))
    games = [] if before else await app_state.store.ask(games_of(who.id))
    more = _more(found[PAGE - 1]) if len(found) > PAGE else ""
    page = [_my_hand(one) for one in found[:PAGE]]
    return Response(MyHands(page, more, {one: _title(one) for one in games}))


@get("/api/figures")
async def my_figures(app_state: Shared, who: Person, game: Game = "", tournament: FromQuery[bool] = False) -> MyFigures:
    """Your figures in cash games or tournaments, in total and by game, and your result over time."""
    tallies = await app_state.store.ask(figures_of(who.id, HandFilter(tournament=tournament)))
    of = [one for one in tallies if game in ("", one.game)]
    decimals = max([one.decimals for one in tallies], default=0)
    line = await app_state.store.ask(
        line_of(who.id, HandFilter(game=game, tournament=tournament), sum(one.hands for one in of), decimals)
    )
    return MyFigures(_sum(of), [_figures(one.game, [one]) for one in tallies], line, decimals)


@get("/api/tables/{table:str}/hands/{hand:int}/replay")
async def replay(
    request: Ask, app_state: Shared, table: TableId, hand: HandNumber, public: AsAll = False
) -> Response[Replay]:
    """A hand step by step, with the user's note, and with the cards that the user (or, if `public`, spectators) saw."""
    who = request.user
    record = await seen_record(app_state, table, hand, who, public=public)
    steps = await asyncio.to_thread(replay_record, record)
    note = "" if who is None else await app_state.store.ask(note_of(who.id, stream_of(table), hand))
    own = who is not None and (record.seat >= 0 or await saw(app_state, table, hand, who))
    return Response(Replay(table, steps, note, own))


@get("/api/tables/{table:str}/hands/{hand:int}/shares")
async def shares(request: Ask, app_state: Shared, table: TableId, hand: HandNumber) -> Response[Shares]:
    """The equity of each hand in an all-in, before the board is run out and after each street."""
    record = await seen_record(app_state, table, hand, request.user, public=True)
    return Response(await asyncio.to_thread(shares_of_record, record))


@get("/api/tables/{table:str}/hands/{hand:int}/equities")
async def equities(
    request: Ask, app_state: Shared, table: TableId, hand: HandNumber, public: AsAll = False
) -> Response[Equities]:
    """The equity of each known hand at each step of a replay, for the cards that the user (or, if `public`, spectators)
    saw.
    """
    record = await seen_record(app_state, table, hand, request.user, public=public)
    return Response(await asyncio.to_thread(equities_of_record, record))


@get("/api/tables/{table:str}/hands/{hand:int}/practice")
async def practice(app_state: Shared, who: Person, table: TableId, hand: HandNumber) -> Response[Practice]:
    """Your decisions in a hand, with the pot odds, and your equity against the ranges that the other players' actions
    suggest.
    """
    record = await seen_record(app_state, table, hand, who)
    return Response(await asyncio.to_thread(practice_of_record, record))


@get("/api/tables/{table:str}/hands/{hand:int}/phh", media_type="text/plain")
async def as_phh(request: Ask, app_state: Shared, table: TableId, hand: HandNumber) -> Response[str]:
    """The Poker Hand History of a hand, with the cards that the user or spectators saw."""
    record = await seen_record(app_state, table, hand, request.user)

    def write() -> str:
        played, players, unit = hand_of_record(record)
        seats = len(players)
        order = [(played.setup.button + 1 + at) % seats for at in range(seats)]
        there = [seat for seat in order if played.setup.stacks[seat]]
        about = {"hand": hand, "table": table, "players": [players[seat] for seat in there]}
        phh = phh_of_hand(played, about=about, decimals=unit.decimals)
        return write_phh(with_comments(phh, comments_of(record.rabbit, record.side, unit.decimals)))

    headers = {"content-disposition": f'attachment; filename="hand-{table}-{hand}.phh"'}
    return Response(await asyncio.to_thread(write), headers=headers)


@post("/api/tables/{table:str}/hands/{hand:int}/note", status_code=200)
async def note(
    app_state: Shared, who: Person, table: TableId, hand: HandNumber, data: JSONBody[NoteForm]
) -> EmptyAnswer:
    """Store a private note about a hand that you may see. An empty note deletes it."""
    if is_piled(data.text):
        raise BadNotation(PILED, code="bad_text")
    await seen_record(app_state, table, hand, who)
    await app_state.store.write(keep_note(who.id, stream_of(table), hand, data.text.strip()))
    return EmptyAnswer()


# ---- hand-history files


def _more(one: HandFound) -> str:
    at, stream, number = one.place
    return f"{at}.{number}.{stream.removeprefix(PREFIX)}"


def _place(before: str) -> Place:
    at, _, rest = before.partition(".")
    number, _, table = rest.partition(".")
    if not (at.isdecimal() and number.isdecimal() and table) or len(at) > 18 or len(number) > 18:
        raise BadNotation("`before` must be the `more` of an earlier page")
    return int(at), stream_of(table), int(number)


def _my_hand(one: HandFound) -> MyHand:
    return MyHand(
        one.stream.removeprefix(PREFIX), one.number, one.at, one.title, one.game, _title(one.game), one.tournament,
        one.players, one.pot, one.showdown, one.board.split(), one.seat >= 0, one.net, one.cards, one.noted,
        one.decimals,
    )  # fmt: skip


def _title(game: str) -> str:
    found = GAMES.get(game)
    return found.title if found is not None else game


def _figures(game: str, tallies: list[Tally]) -> GameFigures:
    hands = sum(one.hands for one in tallies)
    units = sum(one.units for one in tallies)
    return GameFigures(
        game,
        _title(game),
        hands,
        sum(one.net for one in tallies),
        round(100 * units / hands, 2) if hands else 0.0,
        sum(one.voluntary for one in tallies),
        sum(one.raised for one in tallies),
        sum(one.showdowns for one in tallies),
        sum(one.won_there for one in tallies),
        decided(hands, sum(one.walks for one in tallies)),
    )


def _sum(tallies: list[Tally]) -> GameFigures:
    return _figures("", tallies)


Night = Annotated[
    str, QueryParameter(description="Only hands of a night (2026-11-26) or a month (2026-11).", max_length=10)
]
Offset = Annotated[
    int, QueryParameter(description="Minutes that your clock is ahead of UTC.", ge=-FURTHEST, le=FURTHEST)
]
LeaveOut = Annotated[bool, QueryParameter(description="Leave out the hands that the format cannot tell.")]

MOST_IN_FILE: Final = 20_000  # most hands per file
BATCH: Final = 500  # hands read at a time
MOST_NAMED: Final = 5  # hands named in a refusal
CHUNK: Final = 1 << 16
_MAKING: Final[set[str]] = set()  # accounts whose file is being made


@get("/api/tables/{table:str}/hands/{hand:int}/file", media_type="text/plain")
async def hand_file(
    request: Ask,
    app_state: Shared,
    table: TableId,
    hand: HandNumber,
    kind: FromQuery[HomeKind] = "phh",
    public: AsAll = False,
) -> Response[str]:
    """A hand as a hand history (`phh`, `ohh`, `stars`) or as its record (`json`).

    It has the cards that the user saw or, if `public`, those that spectators saw.
    """
    record = await seen_record(app_state, table, hand, request.user, public=public)
    about = await app_state.store.ask(about_hand(stream_of(table), hand))
    played = (
        PlayedHand(table, about.title, hand, about.at, about.tournament) if about else PlayedHand(table, "", hand, 0)
    )
    text = await asyncio.to_thread(home_text, record, played, kind)
    return Response(text, headers=_named(f"hand-{table}-{hand}{SUFFIX_OF[kind]}"))


@get("/api/hands/file", media_type="text/plain", dependencies=WANTED)
async def hands_file(
    app_state: Shared,
    who: Person,
    wanted: NamedDependency[HandFilter],
    kind: FromQuery[HomeKind] = "phh",
    night: Night = "",
    offset: Offset = 0,
    leave_out: LeaveOut = False,
) -> Stream:
    """The hands of your list as one file, oldest first, as you saw them.

    The file has the hands that a filter selects, or those of a night. If the format cannot express some hands, the
    request is refused and names these hands, unless you leave them out.
    """
    span = span_of(night, offset) if night else None
    if span is not None:
        wanted = wanted.between(span.begins, span.ends)
    if who.id in _MAKING:
        raise Conflict("your last export is not finished; wait for it", code="too_much")
    _MAKING.add(who.id)
    try:
        made = await _made(app_state, who, await _listed(app_state, who, wanted), kind, leave_out=leave_out)
    finally:
        _MAKING.discard(who.id)
    table = wanted.stream.removeprefix(PREFIX)
    name = "-".join(filter(None, ("hands", table, night))) + SUFFIX_OF_MANY[kind]
    return Stream(_chunks(made), media_type="text/plain; charset=utf-8", headers=_named(name))


async def _listed(app_state: AppState, who: Account, wanted: HandFilter) -> list[HandFound]:
    """The selected hands, oldest first. Raises BadNotation if there are too many, or none."""
    found: list[HandFound] = []
    while True:
        page = await app_state.store.ask(hands_of(who.id, wanted, found[-1].place if found else None, BATCH))
        found += page
        if len(found) > MOST_IN_FILE:
            raise BadNotation(
                f"an export has at most {MOST_IN_FILE:,} hands",
                code="too_long",
                hint="choose fewer: a game, a table or a night",
            )
        if len(page) < BATCH:
            break
    if not found:
        raise BadNotation("no such hand", code="no_hand")
    return found[::-1]


async def _made(
    app_state: AppState, who: Account, hands: Sequence[HandFound], kind: HomeKind, *, leave_out: bool
) -> IO[bytes]:
    """The file of hands. Raises BadNotation if the format cannot express a hand, unless such hands are left out."""
    problems: list[str] = []
    is_first = True
    with ExitStack() as stack:
        made = stack.enter_context(TemporaryFile())
        for one in hands:
            table = one.stream.removeprefix(PREFIX)
            played = PlayedHand(table, one.title, one.number, one.at, one.tournament)
            try:
                record = await seen_record(app_state, table, one.number, who)
                text = await asyncio.to_thread(home_text, record, played, kind, one_of_many=True)
            except SidepotError as error:
                problems.append(f"hand {one.number} at {one.title}: {error.message}")
                continue
            made.write((text if is_first else BETWEEN[kind] + text).encode())
            is_first = False
        if problems and (is_first or not leave_out):
            raise _cannot_express(problems, len(hands))
        made.seek(0)
        stack.pop_all()
        return made


def _cannot_express(problems: Sequence[str], hands: int) -> BadNotation:
    some = "; ".join(problems[:MOST_NAMED]) + ("; ..." if len(problems) > MOST_NAMED else "")
    return BadNotation(
        f"{len(problems)} of {hands} hands cannot be expressed in this format ({some})", code="cannot_express"
    )


async def _chunks(made: IO[bytes]) -> AsyncIterator[bytes]:
    with made:
        while chunk := made.read(CHUNK):
            yield chunk


def _named(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


PLAIN: Final = (my_hands, my_figures, note)
HEAVY: Final = (replay, shares, equities, practice, as_phh, hand_file, hands_file)
