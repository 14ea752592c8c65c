"""The host link: a page with one button, so that only the person who presses it is host, and no preview of the link.

Chat programs and browsers fetch an address before anybody follows it; the link works once, so to look at it takes
nothing.
"""

from __future__ import annotations

from html import escape
from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Redirect
from litestar.utils.scope.state import ScopeState

from sidepot.errors import Conflict
from sidepot.privacy import PrivateStruct
from sidepot.web.auth import identities
from sidepot.web.auth.sessions import session_cookie
from sidepot.web.requests import Ask
from sidepot.web.routes.pages import FOLDER, FRAME, fill_frame
from sidepot.web.state import AppState

_FRAME: Final = (FOLDER / FRAME).read_text(encoding="utf-8")
_PAGE: Final = """<!-- head -->
  <meta name="robots" content="noindex">
  <title>Be the host &ndash; sidepot</title>
<!-- page -->
  <main class="lobby">
    <h1>Be the host</h1>
{main}
  </main>
  <footer class="foot"><a href="/">All tables</a></footer>
"""
_ASK: Final = """    <p class="lead">The host opens tables, pauses and closes them, removes players and seats bots.</p>
    <form method="post" action="/host">
      <input type="hidden" name="token" value="{token}">
      <input type="hidden" name="_csrf_token" value="{csrf}">
      <button type="submit" class="strong">{button} <span translate="no">{name}</span></button>
    </form>"""
_REFUSED: Final = '    <p class="refusal" role="alert" lang="en">{because}</p>'


class HostForm(PrivateStruct, frozen=True):
    """The button of the page."""

    token: str = ""


def _page(main: str, status: int) -> Response[bytes]:
    text = fill_frame(_FRAME, _PAGE.replace("{main}", main))
    return Response(text.encode(), status_code=status, media_type="text/html")


def _no(request: Ask, error: Conflict) -> Response[bytes]:
    if request.user is not None and request.user.role == "host":
        return Redirect("/", status_code=303)
    return _page(_REFUSED.format(because=escape(error.message)), 409)


@get("/host", include_in_schema=False)
async def host_page(request: Ask, app_state: NamedDependency[AppState], token: FromQuery[str] = "") -> Response[bytes]:
    """The link that `sidepot serve` printed, as anybody may look at it: it still works once."""
    try:
        await identities.check_host_token(app_state, token)
    except Conflict as error:
        return _no(request, error)
    csrf = ScopeState.from_scope(request.scope).csrf_token
    name = request.user.name if request.user is not None else ""
    button = "Be host as" if name else "Be host of this room"
    told = {"token": token, "csrf": csrf if isinstance(csrf, str) else "", "button": button, "name": name}
    return _page(_ASK.format(**{name: escape(value) for name, value in told.items()}), 200)


@post("/host", include_in_schema=False, status_code=303)
async def take_host(
    request: Ask, app_state: NamedDependency[AppState], data: URLEncodedBody[HostForm]
) -> Response[bytes]:
    """The button of that page: the first person to press it is host, and lands in the lobby."""
    try:
        found = await identities.become_host(app_state, data.token, request.user, request.auth or "")
    except Conflict as error:
        return _no(request, error)
    return Redirect("/", status_code=303, cookies=[session_cookie(app_state, found.token)])


HOST_LINK: Final = (host_page, take_host)
