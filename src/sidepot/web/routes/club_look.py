"""HTTP: how the club looks on displays and public pages: its name, its colour and its logo."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Annotated, Final, Literal

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter
from msgspec.structs import replace

from sidepot.errors import BadNotation
from sidepot.rules.clauses import refuse, say
from sidepot.validation.shown_text import can_be_shown
from sidepot.web.auth.sessions import for_staff
from sidepot.web.pictures import LARGEST, logo_picture
from sidepot.web.problems import NotFound
from sidepot.web.requests import Ask
from sidepot.web.state import AppState, Shared

LONGEST: Final = 40
_KEY: Final = "web/club-look"

Colour = Literal["", "blue", "gold", "green", "red", "violet"]
Tag = Annotated[str, PathParameter(description="The tag of the logo, from its address.", max_length=32)]


class ClubLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """The club's name and colour, and the address of its logo; "" for what the host has not chosen."""

    name: str = ""
    colour: Colour = ""
    logo: str = ""


class ClubLookForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new name and colour of the club. If `logo` is false, the club's logo is removed."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST)] = ""
    colour: Colour = ""
    logo: bool = True


class _Kept(msgspec.Struct, frozen=True):
    """The look as it is stored."""

    name: str = ""
    colour: Colour = ""
    tag: str = ""
    picture: bytes = b""


async def look_of_club(app_state: AppState) -> ClubLook:
    """The name, colour and logo of the club."""
    return _shown(await _kept(app_state))


@get("/api/club/look")
async def see_look(app_state: Shared) -> ClubLook:
    """The club's name, colour and logo, for everybody."""
    return await look_of_club(app_state)


@get("/api/club/logo/{tag:str}", media_type="image/webp")
async def see_logo(app_state: Shared, tag: FromPath[Tag]) -> Response[bytes]:
    """The club's logo: at most 640 by 320 pixels."""
    kept = await _kept(app_state)
    if not kept.tag or kept.tag != tag:
        raise NotFound("no such picture")
    return Response(kept.picture, media_type="image/webp", headers={"cache-control": "private, max-age=3600"})


@post("/api/club/look", status_code=200, guards=[for_staff])
async def choose_look(app_state: Shared, data: JSONBody[ClubLookForm]) -> ClubLook:
    """Choose the club's name and colour, or remove its logo. For hosts."""
    name = data.name.strip()
    if name and not can_be_shown(name):
        raise refuse(BadNotation, say("the name of the club may have only printable characters"), code="bad_name")
    kept = replace(await _kept(app_state), name=name, colour=data.colour)
    return await _keep(app_state, kept if data.logo else replace(kept, tag="", picture=b""))


@post("/api/club/logo", status_code=200, guards=[for_staff], request_max_body_size=LARGEST)
async def send_logo(request: Ask, app_state: Shared) -> ClubLook:
    """Upload the club's logo as the body: PNG, JPEG or WebP. For hosts."""
    picture = await asyncio.to_thread(logo_picture, await request.body())
    tag = sha256(picture).hexdigest()[:16]
    return await _keep(app_state, replace(await _kept(app_state), tag=tag, picture=picture))


async def _kept(app_state: AppState) -> _Kept:
    kept = await app_state.store.get(_KEY)
    return msgspec.json.decode(kept, type=_Kept) if kept else _Kept()


async def _keep(app_state: AppState, look: _Kept) -> ClubLook:
    await app_state.store.put(_KEY, msgspec.json.encode(look).decode())
    return _shown(look)


def _shown(kept: _Kept) -> ClubLook:
    return ClubLook(kept.name, kept.colour, f"/api/club/logo/{kept.tag}" if kept.tag else "")


CLUB_LOOK: Final = (see_look, see_logo, choose_look)
CLUB_LOOK_HEAVY: Final = (send_logo,)
