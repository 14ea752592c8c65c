"""HTTP: tables, their terms, passwords, and finished hands."""

from __future__ import annotations

import asyncio
from random import SystemRandom
from typing import Final, Literal

from litestar import Response, get, post
from litestar.params import JSONBody, RawBody
from msgspec.structs import replace

from sidepot.games.catalog import GAMES
from sidepot.games.forms import form_of, forms_of
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import MIXES, Mix
from sidepot.games.model import Game
from sidepot.games.titles import kind_of
from sidepot.games.usual import has_blinds, has_bring_in, must_bet, usual_limit
from sidepot.room.fairness.record import decode_record, encode_record
from sidepot.room.fairness.record_check import Verified, verify_record
from sidepot.room.store.accounts import Account
from sidepot.room.table.agreement import accepted, agreement, terms_seq
from sidepot.room.table.changeable import values_of
from sidepot.room.table.commands import Open
from sidepot.room.table.events import TableEvent, decode_table_event
from sidepot.room.tournament.commands import AddBots
from sidepot.rules.meanings import asked_houses
from sidepot.table.table_rules import has_bounty
from sidepot.web.auth.authorization import open_lock
from sidepot.web.hand_records import STREAM, hands_behind, seen_record
from sidepot.web.problems import NotAllowed, NotFound
from sidepot.web.requests import Ask, HandNumber, Person, TableId
from sidepot.web.schemas.base import (
    BookListed,
    EmptyAnswer,
    GameForm,
    Games,
    Hands,
    Listed,
    LockMade,
    Opened,
    PasswordForm,
    Tables,
    TableTerms,
)
from sidepot.web.schemas.tables import TableForm, limit_key, sit_and_go_terms, terms_of
from sidepot.web.state import STAFF, AppState, Shared

LARGEST_RECORD: Final = 4 * 1024 * 1024
NO_TERMS: Final = "the terms of this table are not stored here"
_RANDOM: Final = SystemRandom()


@get("/api/tables")
async def tables(request: Ask, app_state: Shared) -> Response[Tables]:
    """All tables of the room, and the tables where you sit or wait."""
    found = list(app_state.registry.tables())
    mine = app_state.registry.seats_of(request.user.id) if request.user is not None else []
    open_now = [line for line in app_state.registry.tournaments.lines() if line.entry_open and not line.live]
    return Response(Tables(found, mine, open_now))


def _listed(game: Game) -> Listed:
    """A game as it is offered to a host."""
    forms = [(name, form_of(game, name)) for name in forms_of(game)]
    return Listed(
        game.name,
        game.title,
        game.seats,
        kind=kind_of(game),
        limit=usual_limit(game),
        blinds=has_blinds(game),
        bring_in=has_bring_in(game) and not must_bet(game),
        halves=len(game.halves) > 1,
        sevens=has_bounty(game),
        forms=tuple([GameForm(form.name, form.title, name, len(form.halves) > 1) for name, form in forms]),
    )


def _listed_mix(mix: Mix) -> Listed:
    """A mix as it is offered to a host."""
    return Listed(
        mix.name,
        mix.title,
        mix.seats,
        mix=True,
        limit="fl" if any(isinstance(part.limit, FixedLimit) for part in mix.games) else "nl",
        blinds=any(has_blinds(part.game) for part in mix.games),
        bring_in=any(has_bring_in(part.game) for part in mix.games),
        halves=any(len(part.game.halves) > 1 for part in mix.games),
        sevens=any(has_bounty(part.game) for part in mix.games),
        menu=mix.names,
    )


def _played(mix: Mix) -> Listed:
    """What a table plays: a mix, or a game with the table's own limit."""
    if len(mix.games) > 1:
        return _listed_mix(mix)
    (part,) = mix.games
    return replace(_listed(part.game), limit=limit_key(part.limit), forms=())


@get("/api/games")
async def games() -> Games:
    """All games and mixes, and the rulebooks."""
    found = [*map(_listed, GAMES.values()), *map(_listed_mix, MIXES.values())]
    kinds: tuple[tuple[Literal["tournament", "cash"], bool], ...] = (("tournament", True), ("cash", False))
    books = [
        BookListed(name, title, is_tournament)
        for kind, is_tournament in kinds
        for name, title in asked_houses(kind).items()
    ]
    return Games(found, books)


async def open_sit_and_go(app_state: AppState, form: TableForm, *, by: str) -> str:
    """Announce a sit-and-go, and enter its bots. Returns the tournament's id."""
    tournament = await app_state.open_tournament(sit_and_go_terms(form), by=by, password=form.password)
    if form.bots:
        bots = AddBots(form.bots, form.strength)
        await app_state.registry.tournaments.actor(tournament).say(bots, by=by, id="sit-and-go/bots", staff=True)
    return tournament


@post("/api/tables", status_code=200)
async def open_table(app_state: Shared, staff: Person, data: JSONBody[TableForm]) -> Opened:
    """Open a table from a short form or from complete `terms`, or announce a sit-and-go. For hosts."""
    if data.kind == "sit-and-go" and data.terms is None:
        return Opened("", await open_sit_and_go(app_state, data, by=staff.name))
    return Opened(await app_state.open_table(terms_of(data, _RANDOM), by=staff.name, password=data.password))


@post("/api/tables/{table:str}/join", status_code=200)
async def join(request: Ask, app_state: Shared, table: TableId, data: JSONBody[PasswordForm]) -> Response[EmptyAnswer]:
    """Give the password of a table. The password is needed only once."""
    _find(app_state, table)
    return await open_lock(
        request, app_state, data.password, app_state.lock_of(table), locked=app_state.is_locked(table)
    )


@get("/api/tables/{table:str}/hands")
async def hands(request: Ask, app_state: Shared, table: TableId) -> Response[Hands]:
    """The numbers of a table's last thousand finished hands."""
    await check_open(request, app_state, table)
    found, after = await app_state.registry.hands(table), hands_behind(app_state, table, request.user)
    if after:
        found = [one for one in found if 0 < after <= found[-1] - one]
    return Response(Hands(found))


@get("/api/tables/{table:str}/hands/{hand:int}")
async def hand(request: Ask, app_state: Shared, table: TableId, hand: HandNumber) -> Response[bytes]:
    """The record of a hand, `HAND.json`, with the cards that the user or spectators saw."""
    record = await seen_record(app_state, table, hand, request.user)
    headers = {"content-disposition": f'attachment; filename="hand-{hand}.json"'}
    return Response(encode_record(record), media_type="application/json", headers=headers)


@post("/api/verify", status_code=200, request_max_body_size=LARGEST_RECORD)
async def verify(body: RawBody, app_state: Shared) -> Verified:
    """Check the record of a hand, as `sidepot verify` does. Only one record is checked at a time, because a record can
    be long.
    """
    async with app_state.verifying:
        return await asyncio.to_thread(lambda: verify_record(decode_record(body)))


def _find(app_state: AppState, table: str) -> None:
    if app_state.registry.get(table) is None:
        raise NotFound("no such table", code="no_table")


async def check_open(request: Ask, app_state: AppState, table: str) -> None:
    """Check that the sender may see a table.

    Raises NotFound for an unknown table, NotAllowed if its password is missing, and IllegalAction for a banned player.
    """
    _find(app_state, table)
    if not await app_state.may_watch(table, request.user):
        raise NotAllowed("this table has a password; join with the password first", code="password_needed")


@post("/api/tables/{table:str}/password", status_code=200)
async def new_password(
    app_state: Shared, staff: Person, table: TableId, data: JSONBody[PasswordForm]
) -> Response[LockMade]:
    """Store a new password for a table. The password applies once the table's terms name its lock. For hosts."""
    _find(app_state, table)
    return Response(LockMade(await app_state.locks.add(table, data.password)))


@get("/api/tables/{table:str}/agreement")
async def table_agreement(request: Ask, app_state: Shared, table: TableId) -> Response[TableTerms]:
    """The terms of a table in words, and how its rules differ from the rulebook's."""
    await check_open(request, app_state, table)
    room, elsewhere = app_state.table_here(table), app_state.table_elsewhere(table)
    seq = terms_seq(room) if room is not None else elsewhere.terms_seq if elsewhere is not None else 1
    first = await _event(app_state, table, 1)
    event = first if seq == 1 else await _event(app_state, table, seq)
    terms = event.command.terms if isinstance(event.command, Open) else event.terms
    if terms is None:
        raise NotFound(NO_TERMS, code="no_table")
    found = agreement(terms)
    when = _accepted(app_state, table, request.user, found.version)
    changed = event.at if seq > 1 else 0
    values, game = values_of(terms), _played(terms.rules.mix)
    if request.user is None or request.user.role not in STAFF:
        values = replace(values, call="")  # which players at the table get by themselves
    return Response(TableTerms(terms.title, found, first.at, terms.agreed, when, changed, values, game))


async def _event(app_state: AppState, table: str, seq: int) -> TableEvent:
    """An event of a table's log. Raises NotFound if it is not stored here."""
    records = await app_state.store.read(STREAM.format(table), seq - 1, 1)
    if not records:
        raise NotFound(NO_TERMS, code="no_table")
    return decode_table_event(records[0].data)


def _accepted(app_state: AppState, table: str, who: Account | None, version: str) -> int:
    """When an account accepted this version, at a table of this process; else 0."""
    room = app_state.table_here(table)
    if who is None or room is None:
        return 0
    known, at = accepted(room, who.id)
    return at if known == version else 0


PLAIN: Final = (tables, games, open_table, table_agreement)
ENTRY: Final = (join, new_password)
HEAVY: Final = (hands, hand, verify)
