"""The application: all routes, the checks before them, and how requests are refused."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from typing import Final

import msgspec
from litestar import Litestar, Response, Router, get
from litestar.config.csrf import CSRFConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.stores.memory import MemoryStore
from litestar.types import ControllerRouterHandler, Message, Scope

from sidepot import __version__
from sidepot.errors import SidepotError
from sidepot.web import rate_limits
from sidepot.web.auth.sessions import ROLES, Sessions, entry_key
from sidepot.web.cash import routes as cash_routes
from sidepot.web.director import build
from sidepot.web.director import routes as director
from sidepot.web.metrics import CONTENT_TYPE
from sidepot.web.problems import HEADERS, PART_HEADERS, TABLE_POLICY, failed, refused, refused_by_http, too_deep
from sidepot.web.rate_limits import Limit
from sidepot.web.requests import JsonRequest
from sidepot.web.routes import (
    accounts,
    club,
    floor,
    hands,
    houses,
    invite,
    nights,
    quiz,
    settle,
    tables,
)
from sidepot.web.routes.avatars import AVATARS, AVATARS_HEAVY
from sidepot.web.routes.club_look import CLUB_LOOK, CLUB_LOOK_HEAVY
from sidepot.web.routes.club_persons import CLUB_PERSONS, CLUB_PERSONS_HEAVY
from sidepot.web.routes.floor_log import FLOOR_LOG, FLOOR_LOG_HEAVY
from sidepot.web.routes.journal import JOURNAL
from sidepot.web.routes.pages import PAGES, PlainPage, no_such_page
from sidepot.web.routes.seasons import SEASONS, SEASONS_HEAVY
from sidepot.web.state import AppState, Shared
from sidepot.web.tournaments import routes as tournaments
from sidepot.web.tournaments.routes import TOURNAMENT_ENTRY, TOURNAMENT_HANDS, TOURNAMENT_TERMS
from sidepot.web.ws.route import table_socket
from sidepot.web.ws.topics import Topics

STORE_IS_ILL: Final = "the database is not writable; look at the log and run `sidepot doctor`"
LEAVING: Final = "stopping; its tables move to other nodes"
LARGEST_BODY: Final = 64 * 1024
_NO_STORE: Final = (b"cache-control", b"no-store")  # because most answers depend on the sender
_HEADERS: Final = tuple((name.encode(), value.encode()) for name, value in HEADERS.items())
_PART_HEADERS: Final = tuple((name.encode(), value.encode()) for name, value in PART_HEADERS.items())
_TABLE_HEADERS: Final = tuple(
    (name, TABLE_POLICY.encode() if name == b"content-security-policy" else value) for name, value in _HEADERS
)
_TABLE: Final = re.compile("/table/[^/]+")
_PARTS: Final = (b"text/javascript", b"text/css")


class Health(msgspec.Struct, frozen=True, omit_defaults=True):
    """The health of the room.

    - `status`: "ok", or what the operator should do
    - `frozen`: the number of frozen tables, tournaments and cash nights
    - `unreadable`: the number of unreadable ones
    - `cannot_be_read`: the ids of unreadable tables, tournaments (`tournament/4`) and cash nights (`cash/4`)
    """

    status: str
    tables: int
    frozen: int
    unreadable: int
    cannot_be_read: tuple[str, ...] = ()


class Readiness(msgspec.Struct, frozen=True):
    """Whether this process accepts new clients: `status` is "ok", or why it does not."""

    status: str


@get("/healthz")
async def healthz(app_state: Shared) -> Response[Health]:
    """Whether the store can be read and written, and how many tables, tournaments and cash nights are out of order.

    The answer is 503 if the store does not answer, if the last write failed, or if anything is unreadable. A frozen
    table alone does not make it 503.
    """
    phases, registry = app_state.registry.phases(), app_state.registry.tournaments
    cash = app_state.registry.cash_nights
    frozen = phases["frozen"] + registry.frozen + (cash.frozen if cash is not None else 0)
    tables, tournaments = [*app_state.registry.unreadable], [*registry.unreadable]
    nights = [*cash.unreadable] if cash is not None else []
    unread = (*tables, *[f"tournament/{one}" for one in tournaments], *[f"cash/{one}" for one in nights])
    await app_state.store.get("web/room")
    well = await app_state.store.is_well()
    status = "ok" if not frozen else "look at the log"
    if unread:
        named = (("table", tables), ("tournament", tournaments), ("cash night", nights))
        some = [f"{kind} {', '.join(found)}" for kind, found in named if found]
        status = f"cannot be read: {', '.join(some)}; look at the log and run `sidepot doctor`"
    found = Health(status if well else STORE_IS_ILL, sum(phases.values()), frozen, len(unread), unread)
    return Response(found, status_code=200 if well and not unread else 503)


@get("/readyz")
async def readyz(app_state: Shared) -> Response[Readiness]:
    """Whether a proxy may send clients to this process.

    The answer does not depend on the store or on unreadable tables (see `/healthz`), because the other tables keep
    running. The answer is 404 while this process migrates its tables. The proxy should then send it no new clients, but
    keep the open connections.
    """
    if app_state.registry.leaving:
        return Response(Readiness(LEAVING), status_code=404)
    return Response(Readiness("ok"))


@get("/metrics", include_in_schema=False)
async def metrics(app_state: Shared) -> Response[bytes]:
    """The metrics of the room in the text format of Prometheus."""
    return Response(app_state.meters.page(), media_type=CONTENT_TYPE)


async def _headers(message: Message, scope: Scope) -> None:
    """Add the security headers, and `no-store` to answers without their own `cache-control`."""
    if message["type"] == "http.response.start":
        path = scope["path"]
        is_part = path.startswith("/static/") and any(
            name == b"content-type" and kind.startswith(_PARTS) for name, kind in message["headers"]
        )
        more = _PART_HEADERS if is_part else _TABLE_HEADERS if _TABLE.fullmatch(path) else _HEADERS
        if not any(name == b"cache-control" for name, _ in message["headers"]):
            more = (*more, _NO_STORE)
        message["headers"] = [*message["headers"], *more]


def make_app(app_state: AppState) -> Litestar:
    """Make the web application of an open room."""
    settings = app_state.settings
    app_state.topics = Topics(app_state)
    csrf = CSRFConfig(
        secret=app_state.secret,
        cookie_name=f"sidepot-csrf-{app_state.room}",
        cookie_httponly=True,
        cookie_secure=settings.secure,
        exclude=["^/static/", "^/ws$"],
    )
    return Litestar(
        route_handlers=_routes(app_state),
        dependencies={"app_state": Provide(lambda: app_state, sync_to_thread=False), **ROLES},
        middleware=[DefineMiddleware(Sessions, app_state=app_state)],
        csrf_config=csrf,
        before_send=[_headers],
        request_class=JsonRequest,
        exception_handlers={
            SidepotError: refused,
            404: no_such_page,
            HTTPException: refused_by_http,
            RecursionError: too_deep,
            Exception: failed,
        },
        stores={limit.store: MemoryStore() for limit in rate_limits.LIMITS},
        request_max_body_size=LARGEST_BODY,
        openapi_config=OpenAPIConfig(
            title="sidepot",
            version=__version__,
            description="A card room over HTTP; the tables are played through the socket at /ws.",
            openapi_router=_limited(app_state, (), rate_limits.WATCHING, "/schema"),
            render_plugins=[PlainPage(path="/"), JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
        debug=False,
    )


_PLAIN: Final = (
    *accounts.OPEN,
    *AVATARS,
    *CLUB_LOOK,
    *CLUB_PERSONS,
    *SEASONS,
    *tables.PLAIN,
    *hands.PLAIN,
    *nights.PLAIN,
    *invite.INVITE,
    *club.CLUB,
    *tournaments.HANDLERS,
    *TOURNAMENT_TERMS,
    *director.PLAIN,
    *floor.FLOOR,
    *FLOOR_LOG,
    *houses.HOUSE_FILES,
    *quiz.QUIZ,
    *cash_routes.PLAIN,
)
_ENTRIES: Final = (
    *accounts.RATED,
    *tables.ENTRY,
    *TOURNAMENT_ENTRY,
    *director.RATED,
    *cash_routes.RATED,
)
_HEAVY: Final = (
    *tournaments.TOURNAMENTS_HEAVY,
    *TOURNAMENT_HANDS,
    *AVATARS_HEAVY,
    *CLUB_LOOK_HEAVY,
    *CLUB_PERSONS_HEAVY,
    *FLOOR_LOG_HEAVY,
    *JOURNAL,
    *SEASONS_HEAVY,
    *tables.HEAVY,
    *hands.HEAVY,
    *nights.HEAVY,
    *settle.HEAVY,
    *director.HEAVY,
    *build.HEAVY,
    *cash_routes.HEAVY,
)


def _routes(app_state: AppState) -> list[ControllerRouterHandler]:
    """All routes with their rate limits."""
    return [
        _limited(app_state, _PLAIN, rate_limits.GENERAL),
        _limited(app_state, PAGES, rate_limits.FILES),
        _limited(app_state, (healthz, readyz, metrics), rate_limits.WATCHING),
        _limited(app_state, _ENTRIES, rate_limits.ENTRIES),
        _limited(app_state, _HEAVY, rate_limits.HEAVY),
        table_socket,
    ]


def _limited(app_state: AppState, handlers: Sequence[ControllerRouterHandler], limit: Limit, path: str = "/") -> Router:
    """Routes with a rate limit for each address."""
    key = entry_key(app_state) if limit is rate_limits.ENTRIES else rate_limits.address_of
    middleware = [rate_limits.rate(limit, key)] if app_state.settings.limits else []
    in_schema = path == "/"  # the pages of the schema are not part of the schema
    return Router(path=path, route_handlers=list(handlers), middleware=middleware, include_in_schema=in_schema)


async def sweep(app: Litestar) -> None:
    """Forget the addresses that have not sent requests recently."""
    for limit in rate_limits.LIMITS:
        store = app.stores.get(limit.store)
        if isinstance(store, MemoryStore):
            await store.delete_expired()


logging.getLogger("litestar").setLevel(logging.WARNING)
