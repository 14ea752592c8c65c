"""HTTP: hands as files that other programs read: one hand, a night, a table, or all that an account was at or saw.

Each hand is written from its record, as its viewer saw it (`room.views.replayed`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack
from tempfile import TemporaryFile
from typing import IO, Annotated, Final

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.room.running.table_log import PREFIX, stream_of
from sidepot.room.store.accounts import Account
from sidepot.room.store.hands import HandFound, Wanted, about_hand, hands_of
from sidepot.room.store.ledger import FURTHEST, span_of
from sidepot.room.views.replayed import BETWEEN, SUFFIX_OF, SUFFIX_OF_MANY, HomeKind, Told, home_text
from sidepot.web.hand_records import seen_record
from sidepot.web.requests import Ask, HandNumber, TableId
from sidepot.web.routes.hands import WANTED, AsAll
from sidepot.web.state import Desk

Night = Annotated[
    str, QueryParameter(description="Only hands of a night (2026-11-26) or a month (2026-11).", max_length=10)
]
Offset = Annotated[
    int, QueryParameter(description="Minutes that your clock is ahead of UTC.", ge=-FURTHEST, le=FURTHEST)
]
LeaveOut = Annotated[bool, QueryParameter(description="Leave out the hands that the format cannot tell.")]

MOST: Final = 20_000  # hands of one file
PAGE: Final = 500  # that are asked for at a time
NAMED: Final = 5  # hands that a refusal names
CHUNK: Final = 1 << 16
_MAKING: Final[set[str]] = set()  # accounts whose file is being made


@get("/api/tables/{table:str}/hands/{hand:int}/file", media_type="text/plain")
async def hand_file(
    request: Ask,
    desk: NamedDependency[Desk],
    table: TableId,
    hand: HandNumber,
    kind: FromQuery[HomeKind] = "phh",
    public: AsAll = False,
) -> Response[str]:
    """A hand as a history (`phh`, `ohh`, `stars`) or as its record (`json`), as you saw it or as everybody did."""
    record = await seen_record(desk, table, hand, request.user, public=public)
    about = await desk.store.ask(about_hand(stream_of(table), hand))
    told = Told(table, about.title, hand, about.at, about.tournament) if about else Told(table, "", hand, 0)
    text = await asyncio.to_thread(home_text, record, told, kind)
    return Response(text, headers=_named(f"hand-{table}-{hand}{SUFFIX_OF[kind]}"))


@get("/api/hands/file", media_type="text/plain", dependencies=WANTED)
async def hands_file(
    desk: NamedDependency[Desk],
    who: NamedDependency[Account],
    wanted: NamedDependency[Wanted],
    kind: FromQuery[HomeKind] = "phh",
    night: Night = "",
    offset: Offset = 0,
    leave_out: LeaveOut = False,
) -> Stream:
    """The hands of your list as one file, each as you saw it, the oldest first; by the same choices, or by a night.

    Where the format cannot tell some of them, it is refused with their names, unless you leave them out.
    """
    span = span_of(night, offset) if night else None
    if span is not None:
        wanted = wanted.between(span.begins, span.ends)
    if who.id in _MAKING:
        raise Conflict("a file of yours is being made: wait for it", code="too_much")
    _MAKING.add(who.id)
    try:
        made = await _made(desk, who, await _listed(desk, who, wanted), kind, leave_out=leave_out)
    finally:
        _MAKING.discard(who.id)
    table = wanted.stream.removeprefix(PREFIX)
    name = "-".join(filter(None, ("hands", table, night))) + SUFFIX_OF_MANY[kind]
    return Stream(_chunks(made), media_type="text/plain; charset=utf-8", headers=_named(name))


async def _listed(desk: Desk, who: Account, wanted: Wanted) -> list[HandFound]:
    """The hands, the oldest first. Raises BadNotation where there are too many, or none."""
    found: list[HandFound] = []
    while True:
        page = await desk.store.ask(hands_of(who.id, wanted, found[-1].place if found else None, PAGE))
        found += page
        if len(found) > MOST:
            raise BadNotation(
                f"a file has {MOST:,} hands at most", code="too_long", hint="choose fewer: a game, a table or a night"
            )
        if len(page) < PAGE:
            break
    if not found:
        raise BadNotation("there is no such hand", code="no_hand")
    return found[::-1]


async def _made(desk: Desk, who: Account, hands: Sequence[HandFound], kind: HomeKind, *, leave_out: bool) -> IO[bytes]:
    """The file. Raises BadNotation where the format cannot tell a hand, unless those are left out."""
    problems: list[str] = []
    is_first = True
    with ExitStack() as stack:
        made = stack.enter_context(TemporaryFile())
        for one in hands:
            table = one.stream.removeprefix(PREFIX)
            told = Told(table, one.title, one.number, one.at, one.tournament)
            try:
                record = await seen_record(desk, table, one.number, who)
                text = await asyncio.to_thread(home_text, record, told, kind, one_of_many=True)
            except SidepotError as error:
                problems.append(f"hand {one.number} at {one.title}: {error.message}")
                continue
            made.write((text if is_first else BETWEEN[kind] + text).encode())
            is_first = False
        if problems and (is_first or not leave_out):
            raise _cannot_tell(problems, len(hands))
        made.seek(0)
        stack.pop_all()
        return made


def _cannot_tell(problems: Sequence[str], hands: int) -> BadNotation:
    some = "; ".join(problems[:NAMED]) + ("; ..." if len(problems) > NAMED else "")
    return BadNotation(f"{len(problems)} of {hands} hands cannot be told in this format ({some})", code="cannot_tell")


async def _chunks(made: IO[bytes]) -> AsyncIterator[bytes]:
    with made:
        while chunk := made.read(CHUNK):
            yield chunk


def _named(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name}"'}


HAND_FILES: Final = (hand_file, hands_file)
