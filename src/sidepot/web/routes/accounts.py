"""HTTP: your account, and the ways to get one."""

from __future__ import annotations

from html import escape
from typing import Final

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody, URLEncodedBody
from litestar.response import Redirect
from litestar.utils.scope.state import ScopeState

from sidepot.errors import Conflict
from sidepot.privacy import PrivateStruct
from sidepot.web.auth import identities
from sidepot.web.auth.identities import LoggedIn
from sidepot.web.auth.sessions import forget_cookie, known_cookie, known_in, session_cookie
from sidepot.web.catalogues import mark
from sidepot.web.rate_limits import address_of
from sidepot.web.requests import Ask, Person
from sidepot.web.routes.pages import FOLDER, fill_frame, read_frame
from sidepot.web.schemas.base import GuestForm, LogInForm, Me, NameForm, TokenForm, Who
from sidepot.web.security.devices import browser_cookie, browser_name
from sidepot.web.state import AppState, Shared


def _welcome(request: Ask, app_state: AppState, found: LoggedIn) -> Response[Who]:
    who = Who(found.account.name, found.account.role)
    cookies = [session_cookie(app_state, found.token)]
    if found.account.password is not None:
        cookies.append(known_cookie(request, app_state, identities.password_of(found.account)))
    return Response(who, cookies=cookies)


@get("/api/me")
async def me(request: Ask, app_state: Shared) -> Response[Me]:
    """Your account. The name is empty if you have none."""
    who = request.user
    csrf = ScopeState.from_scope(request.scope).csrf_token
    offer = "" if who is not None else await identities.free_name(app_state)
    found = Me(
        who.name if who else "",
        who.role if who else "",
        csrf if isinstance(csrf, str) else "",
        offer,
        kept=who is not None and who.password is not None,
    )
    new = (
        []
        if browser_name(app_state.room) in request.cookies
        else [browser_cookie(app_state.room, secure=app_state.settings.secure)]
    )
    return Response(found, cookies=new)


@post("/api/guest", status_code=200)
async def guest(request: Ask, app_state: Shared, data: JSONBody[GuestForm]) -> Response[Who]:
    """Log in as a guest: a name is enough."""
    if request.user is not None:
        raise Conflict(f"you are already logged in as {request.user.name}; log out first", code="signed_in_already")
    return _welcome(request, app_state, await identities.come_as_guest(app_state, data.name))


@post("/api/signup", status_code=200)
async def signup(request: Ask, app_state: Shared, data: JSONBody[LogInForm]) -> Response[Who]:
    """Sign up with a name and a password. A guest who signs up keeps the guest account and its seats."""
    found = await identities.sign_up(app_state, data.name, data.password, request.user, request.auth or "")
    return _welcome(request, app_state, found)


@post("/api/rename", status_code=200)
async def rename(app_state: Shared, who: Person, data: JSONBody[NameForm]) -> Response[Who]:
    """Change your name. You keep your seats and chips; tables where you sit show the old name until you leave."""
    now = await identities.rename(app_state, who, data.name)
    return Response(Who(now.name, now.role))


@post("/api/login", status_code=200)
async def login(request: Ask, app_state: Shared, data: JSONBody[LogInForm]) -> Response[Who]:
    """Log in with name and password."""
    found = await identities.log_in(
        app_state, data.name, data.password, address_of(request), known_in(request, app_state)
    )
    return _welcome(request, app_state, found)


@post("/api/logout", status_code=200)
async def logout(request: Ask, app_state: Shared) -> Response[Who]:
    """Log out."""
    if request.user is not None:
        await identities.log_out(app_state, request.user, request.auth or "")
    return Response(Who("", ""), cookies=[forget_cookie(app_state)])


@post("/api/host", status_code=200)
async def host(request: Ask, app_state: Shared, data: JSONBody[TokenForm]) -> Response[Who]:
    """Become the host with the token that `sidepot serve` printed."""
    return _welcome(
        request, app_state, await identities.become_host(app_state, data.token, request.user, request.auth or "")
    )


# ---- the host link


_FRAME: Final = read_frame(FOLDER)
_PAGE: Final = """<!-- head -->
  <meta name="robots" content="noindex">
  <title>Become the host &ndash; sidepot</title>
<!-- page -->
  <main class="lobby">
    <h1>Become the host</h1>
{main}
  </main>
  <footer class="foot"><a href="/">All tables</a></footer>
"""
_ASK: Final = """    <p class="lead">The host opens, pauses and closes tables, removes players and adds bots.</p>
    <form method="post" action="/host">
      <input type="hidden" name="token" value="{token}">
      <input type="hidden" name="_csrf_token" value="{csrf}">
      <button type="submit" class="strong">{button} <span translate="no">{name}</span></button>
    </form>"""
_REFUSED: Final = '    <p class="refusal" role="alert" lang="en">{because}</p>'


class HostForm(PrivateStruct, frozen=True):
    """The form behind the button on the page of the host link."""

    token: str = ""


def _page(main: str, status: int) -> Response[bytes]:
    text = fill_frame(_FRAME, _PAGE.replace("{main}", main))
    return Response(text.encode(), status_code=status, media_type="text/html")


def _no(request: Ask, error: Conflict) -> Response[bytes]:
    if request.user is not None and request.user.role == "host":
        return Redirect("/", status_code=303)
    return _page(_REFUSED.format(because=escape(error.message)), 409)


@get("/host", include_in_schema=False)
async def host_page(request: Ask, app_state: Shared, token: FromQuery[str] = "") -> Response[bytes]:
    """The page of the host link. Only its button uses up the link, because chat programs load links for previews."""
    try:
        await identities.check_host_token(app_state, token)
    except Conflict as error:
        return _no(request, error)
    csrf = ScopeState.from_scope(request.scope).csrf_token
    name = request.user.name if request.user is not None else ""
    button = mark("Become the host as") if name else mark("Become the host of this room")
    fields = {"token": token, "csrf": csrf if isinstance(csrf, str) else "", "button": button, "name": name}
    return _page(_ASK.format(**{name: escape(value) for name, value in fields.items()}), 200)


@post("/host", include_in_schema=False, status_code=303)
async def take_host(request: Ask, app_state: Shared, data: URLEncodedBody[HostForm]) -> Response[bytes]:
    """Handle the button of the host page: the first person to press it becomes host, and goes to the lobby."""
    try:
        found = await identities.become_host(app_state, data.token, request.user, request.auth or "")
    except Conflict as error:
        return _no(request, error)
    return Redirect("/", status_code=303, cookies=[session_cookie(app_state, found.token)])


OPEN: Final = (me, logout)
RATED: Final = (guest, signup, rename, login, host, host_page, take_host)
