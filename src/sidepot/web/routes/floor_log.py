"""HTTP: the rulings that hosts keep outside of a tournament, each with a photo if they send one; and their file."""

from __future__ import annotations

import asyncio
import logging
from hashlib import sha256
from typing import Annotated, Final

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter

from sidepot.errors import BadNotation
from sidepot.room.store.floor_log import MOST_RULINGS, RulingRow, rulings_as_csv
from sidepot.validation import quantities as q
from sidepot.validation.shown_text import can_be_shown
from sidepot.web.auth.sessions import for_staff
from sidepot.web.logs import note
from sidepot.web.pictures import LARGEST, photo_picture
from sidepot.web.problems import NotFound
from sidepot.web.requests import Ask, Person
from sidepot.web.state import AppState, Shared, now_ms

PAGE: Final = 50  # rulings of an answer
_LATEST: Final = 2**53
_log = logging.getLogger("sidepot.web")

RulingNumber = Annotated[int, PathParameter(description="The number of a ruling in the log.", ge=1, le=q.MOST_STEPS)]
Before = Annotated[
    int, QueryParameter(description="The `more` of the page before; 0: the last rulings.", ge=0, le=_LATEST)
]
Tag = Annotated[str, PathParameter(description="The tag of a photo, from its address.", max_length=64)]


class RulingForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling to store in the log.

    - `table`: the name of the table
    - `by`: who ruled ("" for you)
    - `what`: what had happened
    - `ruling`: the verdict
    - `rule`: the rule that decided, as the book numbers it
    - `house`: the house by whose rules it was made
    - `link`: the address of the case at the floor's page, from `/floor` on
    """

    what: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    ruling: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    by: Annotated[str, msgspec.Meta(max_length=60)] = ""
    rule: Annotated[str, msgspec.Meta(max_length=80)] = ""
    house: Annotated[str, msgspec.Meta(max_length=64)] = ""
    link: Annotated[str, msgspec.Meta(max_length=4000, pattern=r"^/floor(#[!-~]*)?$(?!\n)")] = "/floor"


class KeptRuling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling of the log.

    - `at`: when it was kept, in milliseconds since 1970
    - `photo`: the address of its photo ("" if there is none)
    """

    number: int
    at: int
    table: str
    by: str
    what: str
    ruling: str
    rule: str
    house: str
    link: str
    photo: str = ""


class KeptRulings(msgspec.Struct, frozen=True):
    """Rulings of the log, latest first, and how many the log has. To get earlier rulings, send `more` as `before` (0 if
    there are none).
    """

    rulings: list[KeptRuling]
    count: int
    more: int


@get("/api/floor/log", guards=[for_staff])
async def see_floor_log(app_state: Shared, before: Before = 0) -> Response[KeptRulings]:
    """The rulings in the log, latest first. For hosts."""
    return Response(await _page(app_state, before))


@post("/api/floor/log", status_code=200)
async def keep_ruling(app_state: Shared, staff: Person, data: JSONBody[RulingForm]) -> Response[KeptRulings]:
    """Store a ruling in the log. Returns the latest rulings. For hosts."""
    ruling = RulingRow(
        number=0,
        at=now_ms(),
        table=_checked(data.table),
        by=_checked(data.by) or staff.name,
        what=_checked(data.what),
        ruling=_checked(data.ruling),
        rule=_checked(data.rule),
        house=_checked(data.house),
        link=data.link,
    )
    number = await app_state.floor_log.add(ruling)
    note(_log, "ruling kept", number=number, by=staff.name)
    return Response(await _page(app_state))


@post("/api/floor/log/{ruling:int}/photo", status_code=200, request_max_body_size=LARGEST)
async def send_photo(request: Ask, app_state: Shared, staff: Person, ruling: RulingNumber) -> Response[KeptRulings]:
    """Send the photo of a ruling as the body: PNG, JPEG or WebP. An empty body erases the photo. For hosts."""
    if not await app_state.floor_log.has(ruling):
        raise _no_ruling()
    body = await request.body()
    photo = await asyncio.to_thread(photo_picture, body) if body else b""
    tag = sha256(b"%d/%b" % (ruling, photo)).hexdigest()[:32] if photo else ""
    if not await app_state.floor_log.keep_photo(ruling, tag, photo):
        raise _no_ruling()
    note(_log, "photo of a ruling kept" if photo else "photo of a ruling erased", number=ruling, by=staff.name)
    return Response(await _page(app_state))


@get("/api/floor/log/photos/{tag:str}", media_type="image/webp", guards=[for_staff])
async def see_photo(app_state: Shared, tag: FromPath[Tag]) -> Response[bytes]:
    """The photo of a ruling: at most 1280 by 1280 pixels. For hosts."""
    found = await app_state.floor_log.photo(tag)
    if found is None:
        raise NotFound("no such picture")
    return Response(found, media_type="image/webp", headers={"cache-control": "no-store"})


@post("/api/floor/log/{ruling:int}/erase", status_code=200)
async def erase_ruling(app_state: Shared, staff: Person, ruling: RulingNumber) -> Response[KeptRulings]:
    """Erase a ruling and its photo. Returns the latest rulings. For hosts."""
    if not await app_state.floor_log.erase(ruling):
        raise _no_ruling()
    note(_log, "ruling erased", number=ruling, by=staff.name)
    return Response(await _page(app_state))


@get("/api/floor/log/csv", media_type="text/csv", guards=[for_staff])
async def floor_log_csv(app_state: Shared) -> Response[str]:
    """All rulings of the log as CSV, latest first. For hosts."""
    text = rulings_as_csv(await app_state.floor_log.before(_LATEST, MOST_RULINGS))
    return Response(text, headers={"content-disposition": 'attachment; filename="rulings.csv"'})


async def _page(app_state: AppState, before: int = 0) -> KeptRulings:
    found = await app_state.floor_log.before(before or _LATEST, PAGE + 1)
    rulings = [
        KeptRuling(*one[:-1], photo=f"/api/floor/log/photos/{one.tag}" if one.tag else "") for one in found[:PAGE]
    ]
    return KeptRulings(rulings, await app_state.floor_log.count(), rulings[-1].number if len(found) > PAGE else 0)


def _checked(text: str) -> str:
    """A text without outer blanks. Raises BadNotation if it is not one visible line."""
    if not can_be_shown(text.strip()):
        raise BadNotation("the text must be one line of visible characters", code="bad_text")
    return text.strip()


def _no_ruling() -> NotFound:
    return NotFound("the log has no such ruling", code="no_ruling")


FLOOR_LOG: Final = (see_floor_log, keep_ruling, erase_ruling)
FLOOR_LOG_HEAVY: Final = (send_photo, see_photo, floor_log_csv)
