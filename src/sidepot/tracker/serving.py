"""The page of the tracker, on the loopback address only: a small application with styles and scripts of the room."""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
from litestar import Litestar, Request, Response, get
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware

from sidepot.errors import SidepotError
from sidepot.room.views.equities import Equities
from sidepot.rules.clauses import Sentence
from sidepot.tracker.filter_routes import filter_routes
from sidepot.tracker.importing import Imported, imported_at, what_is_there
from sidepot.tracker.one_hand import TrackedHand, equities_of_hand, replay_hand
from sidepot.tracker.overview import (
    Overview,
    PlayedHand,
    PositionRow,
    hands_page,
    moneys,
    overview,
    positions,
)
from sidepot.tracker.parameters import Days, HandId, Money, Skip, Where
from sidepot.tracker.people_routes import people_routes
from sidepot.tracker.selection import Moneys, Wanted
from sidepot.tracker.watching import Progress, Watcher
from sidepot.web.asgi import HostNames, own_names
from sidepot.web.problems import HEADERS, failed, refused, refused_by_http
from sidepot.web.routes.avatars import Avatars
from sidepot.web.routes.pages import send_file, static_file
from sidepot.web.settings import Settings

HOST: Final = "127.0.0.1"


class News(msgspec.Struct, frozen=True):
    """What is new in the tracker.

    - `progress`: the progress of the running import (None if there is none)
    - `imported_at`: when a program last imported something, in seconds since 1970 (0 if never)
    - `error`: why the last import failed, or which rooms could not be read ("" if all went well)
    - `sentence`: the same with gaps, for translation; empty if a part of it has no sentence
    """

    progress: Progress | None
    imported_at: float
    error: str
    sentence: Sentence


@get("/", include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page of the tracker."""
    return send_file(request, "tracker/tracker.html")


@get("/api/avatars")
async def avatars() -> Avatars:
    """An empty list of avatars, which the room's replayer requests."""
    return Avatars({})


@get("/hand", include_in_schema=False)
async def hand_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page that replays a hand."""
    return send_file(request, "tracker/hand.html")


def make_app(home: Path, watcher: Watcher) -> Litestar:
    """The web application for the tracker in a folder."""

    @get("/api/tracker/money")
    async def money_of(money: Money = "") -> Moneys:
        return await asyncio.to_thread(moneys, home, money)

    @get("/api/tracker/overview")
    async def overview_of(money: Money = "", where: Where = "", days: Days = False) -> Overview:
        return await asyncio.to_thread(overview, home, Wanted(money, where), by_days=days)

    @get("/api/tracker/positions")
    async def positions_of(money: Money = "", where: Where = "") -> list[PositionRow]:
        return await asyncio.to_thread(positions, home, Wanted(money, where))

    @get("/api/tracker/hands")
    async def hands_of(money: Money = "", where: Where = "", skip: Skip = 0) -> list[PlayedHand]:
        return await asyncio.to_thread(hands_page, home, Wanted(money, where), skip)

    @get("/api/tracker/hand/{number:int}")
    async def hand(number: HandId) -> TrackedHand:
        return await asyncio.to_thread(replay_hand, home, number)

    @get("/api/tracker/hand/{number:int}/equities")
    async def equities(number: HandId) -> Equities:
        return await asyncio.to_thread(equities_of_hand, home, number)

    @get("/api/tracker/imported")
    async def imported() -> Imported:
        return await asyncio.to_thread(what_is_there, home)

    @get("/api/tracker/news")
    async def news() -> News:
        return News(watcher.progress, imported_at(home), watcher.error, watcher.sentence)

    about_hands = [money_of, overview_of, positions_of, hands_of, hand, equities]
    return Litestar(
        [
            page,
            hand_page,
            static_file,
            avatars,
            imported,
            news,
            *about_hands,
            *people_routes(home),
            *filter_routes(home),
        ],
        middleware=[DefineMiddleware(HostNames, names=own_names(Settings(host=HOST)), refused=Counter())],
        exception_handlers={SidepotError: refused, HTTPException: refused_by_http, Exception: failed},
        after_request=_with_headers,
        openapi_config=None,
    )


def _with_headers(response: Any) -> Any:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("cache-control", "no-store")
    return response


def serve(home: Path, opened: socket.socket, watcher: Watcher, started: Callable[[str], None]) -> None:
    """Serve the page on an opened port until Ctrl+C. `started` is called with the page's address."""
    config = uvicorn.Config(make_app(home, watcher), log_level="warning", access_log=False)
    watcher.start()
    try:
        started(f"http://{HOST}:{opened.getsockname()[1]}")
        opened.listen()
        uvicorn.Server(config).run(sockets=[opened])
    finally:
        watcher.stop()
