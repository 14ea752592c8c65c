"""HTTP: what a player's page has beyond its tournament: the person's picture, and their page in a later tournament.

A player sends a picture on their own page, a host on the page of the club's people. It is re-encoded at 128 pixels, and
stored with the person until somebody erases it.
"""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from sidepot.errors import NotDue
from sidepot.room.runtime.persons import mark_of
from sidepot.room.store.avatars import keep_avatar
from sidepot.room.store.club_persons import Club, photo_key, read_club, read_pictures, read_played
from sidepot.web.director.people import Token, player_of, seat_token
from sidepot.web.pictures import LARGEST, small_picture
from sidepot.web.problems import NotFound
from sidepot.web.requests import Ask, Person
from sidepot.web.routes.avatars import address_of
from sidepot.web.routes.club_persons import PersonNumber, PersonsOfClub, all_persons
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments.access import find_real

MOST_LATER: Final = 5  # tournaments in which a person is looked for, the latest first


class LaterPage(msgspec.Struct, frozen=True):
    """The page of the same person in a later tournament that is not over."""

    tournament: str
    title: str
    token: str


class SeatPerson(msgspec.Struct, frozen=True, omit_defaults=True):
    """The person of a player's page: the name, the address of the picture ("" for none), and the `later` page."""

    name: str
    picture: str = ""
    later: LaterPage | None = None


@get("/api/seat/{token:str}/person")
async def see_person(app_state: Shared, token: FromPath[Token]) -> Response[SeatPerson]:
    """Your picture, and your page in a later tournament that you have entered, if any."""
    return Response(await _person(app_state, token))


@post("/api/seat/{token:str}/picture", status_code=200, request_max_body_size=LARGEST)
async def send_own_picture(request: Ask, app_state: Shared, token: FromPath[Token]) -> Response[SeatPerson]:
    """Send your picture as the body: PNG, JPEG or WebP. An empty body erases your picture.

    Raises NotDue until the desk has entered you, because the club does not know who you are before that.
    """
    tournament, mark = await player_of(app_state, token)
    found, persons = await find_real(app_state, tournament)
    if mark not in found.tournament.entrants or not persons.club(mark):
        raise NotDue("the desk must enter you first", code="not_entered")
    club = await app_state.club_persons.read()
    await _keep(app_state, club, persons.club(mark), await request.body())
    return Response(await _person(app_state, token))


@post("/api/club/persons/{person:int}/picture", status_code=200, request_max_body_size=LARGEST)
async def send_picture_of(
    request: Ask, app_state: Shared, staff: Person, person: PersonNumber
) -> Response[PersonsOfClub]:
    """Send a person's picture as the body: PNG, JPEG or WebP. An empty body erases the picture. For hosts."""
    club = await app_state.club_persons.read()
    if person not in club.persons or not club.persons[club.root(person)].name:
        raise NotFound("the club has no such person", code="no_person")
    await _keep(app_state, club, person, await request.body())
    return Response(await all_persons(app_state))


async def _keep(app_state: AppState, club: Club, number: int, body: bytes) -> None:
    """Store a picture in place of all earlier pictures of the person, under any of their numbers."""
    root = club.root(number)
    small = await asyncio.to_thread(small_picture, body) if body else b""
    for one in club.groups[root]:
        key = photo_key(one)
        tag = sha256(key.encode() + small).hexdigest()[:32] if small and one == root else ""
        await app_state.store.write(keep_avatar(key, tag=tag, picture=small if tag else b""))


async def _person(app_state: AppState, token: str) -> SeatPerson:
    tournament, mark = await player_of(app_state, token)
    _, persons = await find_real(app_state, tournament)
    number, name = persons.club(mark), persons.name(mark)
    if not number:
        return SeatPerson(name)
    club, played, pictures = await app_state.store.ask(
        lambda connection: (club := read_club(connection), read_played(connection), read_pictures(connection, club))
    )
    root = club.root(number)
    there = [(int(one.tournament), one.number) for one in played
             if one.tournament.isdecimal() and club.root(one.club) == root]  # fmt: skip
    after = sorted([one for one in there if one[0] > int(tournament)], reverse=True)
    picture = address_of(*pictures[root]) if root in pictures else ""
    return SeatPerson(name, picture, await _later(app_state, after[:MOST_LATER]))


async def _later(app_state: AppState, there: list[tuple[int, int]]) -> LaterPage | None:
    """The person's page in the latest of these tournaments that is not over and that they have entered."""
    for tournament, number in there:
        mark = mark_of(number)
        try:
            found, persons = await find_real(app_state, str(tournament))
        except NotFound:  # archived elsewhere
            continue
        if mark in found.tournament.entrants and not found.over:
            return LaterPage(found.id, found.terms.title, seat_token(app_state, found.id, persons, mark))
    return None


PHOTOS: Final[tuple[HTTPRouteHandler, ...]] = (see_person,)
PHOTOS_HEAVY: Final[tuple[HTTPRouteHandler, ...]] = (send_own_picture, send_picture_of)
