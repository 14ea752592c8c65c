"""HTTP: avatars. A person chooses one of the drawings, or sends a picture; without either, pages draw a pattern."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from sidepot.room.store.avatars import avatars_of, keep_avatar, picture_of
from sidepot.web.pictures import LARGEST, small_picture
from sidepot.web.problems import NotFound
from sidepot.web.requests import Ask, Person
from sidepot.web.state import Shared

Drawing = Literal[
    "", "bear", "cat", "fox", "frog", "koala", "lion", "octopus", "owl", "panda", "penguin", "pig", "rabbit"
]
MOST_NAMES: Final = 24
LONGEST_NAME: Final = 64


class AvatarForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a drawing to use as your avatar. "" erases the avatar, even a picture."""

    drawing: Drawing


class Avatars(msgspec.Struct, frozen=True):
    """The addresses of avatars by name. People without an avatar are left out."""

    avatars: dict[str, str]


Names = Annotated[
    list[Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]],
    QueryParameter(name="name", description=f"The names of people, at most {MOST_NAMES}.", max_items=MOST_NAMES),
]
Tag = Annotated[str, PathParameter(description="The tag of a picture, from its address.", max_length=64)]


@get("/api/avatars")
async def avatars(app_state: Shared, names: Names) -> Response[Avatars]:
    """The avatars of these people."""
    found = await app_state.store.ask(avatars_of(names))
    return Response(Avatars({name: address_of(*one) for name, one in found.items()}))


@get("/api/avatars/{tag:str}", media_type="image/webp")
async def picture(app_state: Shared, tag: FromPath[Tag]) -> Response[bytes]:
    """The picture that a person uploaded: a square of 128 pixels."""
    found = await app_state.store.ask(picture_of(tag)) if tag else None
    if found is None:
        raise NotFound("no such picture")
    return Response(found, media_type="image/webp", headers={"cache-control": "private, max-age=3600"})


@post("/api/avatar", status_code=200)
async def choose_avatar(app_state: Shared, who: Person, data: JSONBody[AvatarForm]) -> Response[Avatars]:
    """Choose one of the drawings, or erase your avatar."""
    await app_state.store.write(keep_avatar(who.id, drawing=data.drawing))
    return Response(Avatars({who.name: address_of(data.drawing, "")} if data.drawing else {}))


@post("/api/avatar/picture", status_code=200, request_max_body_size=LARGEST)
async def send_picture(request: Ask, app_state: Shared, who: Person) -> Response[Avatars]:
    """Upload your own picture as the body: PNG, JPEG or WebP. It is stored as a square of 128 pixels."""
    small = await asyncio.to_thread(small_picture, await request.body())
    tag = sha256(who.id.encode() + small).hexdigest()[:32]
    await app_state.store.write(keep_avatar(who.id, tag=tag, picture=small))
    return Response(Avatars({who.name: address_of("", tag)}))


def address_of(drawing: str, tag: str) -> str:
    """The address of an avatar: a drawing or, if `drawing` is "", the picture with this tag."""
    return f"/static/faces/{drawing}.svg" if drawing else f"/api/avatars/{tag}"


AVATARS: Final = (avatars, picture, choose_avatar)
AVATARS_HEAVY: Final = (send_picture,)
