"""The addresses about opponents, tournaments, notes and tags, and the tables as CSV."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody, PathParameter, QueryParameter

from sidepot.tracker.exports import Given, csv_of
from sidepot.tracker.notes import (
    LONGEST_NAME,
    LONGEST_NOTE,
    LONGEST_TAG,
    MOST_NAMES,
    MOST_TAGS,
    Name,
    Notes,
    Person,
    join,
    note_hand,
    note_player,
    read_notes,
    separate,
)
from sidepot.tracker.one_hand import key_of_hand
from sidepot.tracker.opponents import Asked, OnePerson, Opponents, one_person, opponents, person_with
from sidepot.tracker.overview import MOST_HANDS
from sidepot.tracker.parameters import HandId, Money, Skip, Where
from sidepot.tracker.selection import Wanted
from sidepot.tracker.tournaments import GroupBy, Tournaments, tournaments
from sidepot.web.problems import NotAllowed

LONGEST: Final = LONGEST_NAME

Search = Annotated[str, QueryParameter(description="A part of the name.", max_length=LONGEST)]
Sort = Annotated[str, QueryParameter(description="The order: hands, name, last, or a figure.", max_length=40)]
Up = Annotated[bool, QueryParameter(description="Smallest first.")]
Least = Annotated[int, QueryParameter(description="Only players with so many hands.", ge=0, le=MOST_HANDS)]
PersonId = Annotated[str, QueryParameter(description="A person, such as PokerStars:Bo.", max_length=LONGEST)]
Currency = Annotated[str | None, QueryParameter(description="Only tournaments in it.", max_length=40)]
By = Annotated[GroupBy, QueryParameter(description="How to group them.")]
Table = Annotated[str, PathParameter(max_length=40)]

Tag = Annotated[str, msgspec.Meta(max_length=LONGEST_TAG)]


class NoteForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note and tags. Empty ones delete what was there."""

    note: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)] = ""
    tags: Annotated[tuple[Tag, ...], msgspec.Meta(max_length=MOST_TAGS)] = ()


class PersonNoteForm(NoteForm, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A note about a person, given by the person's id."""

    person: Annotated[str, msgspec.Meta(max_length=LONGEST)]


class JoinForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names that belong to one person. With `me`, they belong to the owner."""

    names: Annotated[tuple[Name, ...], msgspec.Meta(min_length=1, max_length=MOST_NAMES)]
    me: bool = False


class HandNoted(msgspec.Struct, frozen=True):
    """The note and tags about a hand, and all tags that any hand has."""

    note: str
    tags: list[str]
    known: list[str]


def from_own_page(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse a change that the page of another site requests. Browsers send JSON to another site only if that site
    allows it.
    """
    is_json = connection.headers.get("content-type", "").split(";")[0].strip().lower() == "application/json"
    if not is_json or connection.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise NotAllowed("the request did not come from a page of this tracker; reload the page", code="other_page")


GUARDS: Final = [from_own_page]


def people_routes(home: Path) -> list[Any]:
    """The handlers for the people and notes of a tracker, whose folder is `home`."""
    return [*_readers(home), *_writers(home)]


def _readers(home: Path) -> list[Any]:
    @get("/api/tracker/opponents")
    async def opponents_of(
        money: Money = "",
        where: Where = "",
        search: Search = "",
        sort: Sort = "hands",
        up: Up = False,
        least: Least = 1,
        skip: Skip = 0,
    ) -> Opponents:
        return await asyncio.to_thread(opponents, home, Wanted(money, where), Asked(search, sort, up, least, skip))

    @get("/api/tracker/opponent")
    async def opponent(person: PersonId, money: Money = "", where: Where = "") -> OnePerson:
        return await asyncio.to_thread(one_person, home, Wanted(money, where), person)

    @get("/api/tracker/tournaments")
    async def tournaments_of(currency: Currency = None, by: By = "buy_in") -> Tournaments:
        return await asyncio.to_thread(tournaments, home, currency, by)

    @get("/api/tracker/notes")
    async def notes() -> Notes:
        return await asyncio.to_thread(read_notes, home)

    @get("/api/tracker/hand/{number:int}/note")
    async def hand_note(number: HandId) -> HandNoted:
        return await asyncio.to_thread(_hand_noted, home, number)

    @get("/api/tracker/csv/{table:str}")
    async def csv(
        table: Table,
        money: Money = "",
        where: Where = "",
        other: Where = "",
        search: Search = "",
        sort: Sort = "hands",
        up: Up = False,
        least: Least = 1,
        currency: Currency = None,
        by: By = "buy_in",
    ) -> Response[str]:
        given = Given(Wanted(money, where), other, Asked(search, sort, up, least), currency, by)
        text = await asyncio.to_thread(csv_of, home, table, given)
        headers = {"content-disposition": f'attachment; filename="{table}.csv"'}
        return Response(text, media_type="text/csv", headers=headers)

    return [opponents_of, opponent, tournaments_of, notes, hand_note, csv]


def _writers(home: Path) -> list[Any]:
    @post("/api/tracker/hand/{number:int}/note", status_code=200, guards=GUARDS)
    async def keep_hand_note(number: HandId, data: JSONBody[NoteForm]) -> HandNoted:
        def keep() -> HandNoted:
            note_hand(home, key_of_hand(home, number), data.note, data.tags)
            return _hand_noted(home, number)

        return await asyncio.to_thread(keep)

    @post("/api/tracker/opponent/note", status_code=200, guards=GUARDS)
    async def keep_person_note(data: JSONBody[PersonNoteForm]) -> Person:
        def keep() -> Person:
            name = person_with(read_notes(home), data.person).names[0]
            return note_player(home, name, data.note, data.tags)

        return await asyncio.to_thread(keep)

    @post("/api/tracker/join", status_code=200, guards=GUARDS)
    async def join_names(data: JSONBody[JoinForm]) -> Person:
        return await asyncio.to_thread(join, home, data.names, is_me=data.me)

    @post("/api/tracker/separate", status_code=200, guards=GUARDS)
    async def separate_name(data: JSONBody[Name]) -> Notes:
        def change() -> Notes:
            separate(home, data)
            return read_notes(home)

        return await asyncio.to_thread(change)

    return [keep_hand_note, keep_person_note, join_names, separate_name]


def _hand_noted(home: Path, number: int) -> HandNoted:
    notes = read_notes(home)
    one = notes.hand(key_of_hand(home, number))
    known = sorted({tag for hand in notes.hands for tag in hand.tags}, key=str.casefold)
    return HandNoted(one.note, list(one.tags), known)
