"""The sender of a request: the account that belongs to the token in the cookie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from litestar.datastructures import Cookie
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.middleware.authentication import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import ASGIApp

from sidepot.room.store.accounts import Account
from sidepot.web.auth.identities import STAYS
from sidepot.web.problems import LoginRequired, NotAllowed
from sidepot.web.rate_limits import address_of
from sidepot.web.requests import Ask, Connected
from sidepot.web.security.devices import ANY, device_known, note_known
from sidepot.web.state import STAFF, AppState, now_ms

LONGEST_TOKEN: Final = 100
KNOWN: Final = 365 * 24 * 60 * 60  # seconds for which a browser keeps the cookie
NO_SESSION: Final = (
    "^/static/",
    "^/metrics$",
    "^/healthz$",
    "^/readyz$",
    "^/favicon.ico$",
    "^/schema",
    "^/$",
    "^/table/",
    "^/verify$",
    "^/settle$",
    "^/club$",
    "^/people$",
    "^/journal$",
    "^/seasons$",
    "^/standings/",
    "^/invite$",
    "^/hands$",
    "^/nights$",
    "^/integrity$",
    "^/screens?$",
    "^/[se]/",
)


def cookie_name(room: str) -> str:
    """The name of a room's session cookie.

    It contains the port, because browsers share cookies between the ports of a host.

    >>> cookie_name("1f2e3d")
    'sidepot-1f2e3d'
    """
    return f"sidepot-{room}"


class Sessions(AbstractAuthenticationMiddleware):
    """Sets Litestar's `request.user` to the account (None if there is none), and `request.auth` to the session
    token.
    """

    def __init__(self, app: ASGIApp, app_state: AppState) -> None:
        super().__init__(app, exclude=list(NO_SESSION))
        self._app_state = app_state

    async def authenticate_request(self, connection: Connected) -> AuthenticationResult:
        """Find the account of a connection. A request without a valid session is not refused: it has no account."""
        token = connection.cookies.get(cookie_name(self._app_state.room), "")
        if not token or len(token) > LONGEST_TOKEN:
            return AuthenticationResult(user=None, auth=None)
        found = await self._app_state.accounts.who(token, now_ms())
        return AuthenticationResult(user=found, auth=token if found is not None else None)


def known_name(room: str) -> str:
    """The name of a room's known-device cookie."""
    return f"sidepot-known-{room}"


def session_cookie(app_state: AppState, token: str) -> Cookie:
    """The session cookie with a token. Scripts cannot read the cookie, and other sites do not send it."""
    return _cookie(app_state, cookie_name(app_state.room), token, STAYS // 1000)


def forget_cookie(app_state: AppState) -> Cookie:
    """An expired session cookie, which logs the browser out."""
    return _cookie(app_state, cookie_name(app_state.room), "", 0)


def known_in(connection: Connected, app_state: AppState) -> str:
    """The value of the known-device cookie of a connection; "" if there is none."""
    return connection.cookies.get(known_name(app_state.room), "")


def entry_key(app_state: AppState) -> Callable[[Ask], str]:
    """Make the function that returns the key under which a sender's log-ins are limited.

    A known device has its own key, so that other people at its address cannot lock it out.
    """

    def key(request: Ask) -> str:
        device = device_known(app_state.secret, ANY, known_in(request, app_state))
        return f"device {device}" if device else address_of(request)

    return key


def known_cookie(connection: Connected, app_state: AppState, what: str) -> Cookie:
    """The known-device cookie, which records that this browser has given the secret `what`.

    The cookie survives a log-out, and grants no access.
    """
    value = note_known(app_state.secret, what, known_in(connection, app_state))
    return _cookie(app_state, known_name(app_state.room), value, KNOWN, "/api")


def _cookie(app_state: AppState, key: str, value: str, seconds: int, path: str = "/") -> Cookie:
    secure = app_state.settings.secure
    return Cookie(key=key, value=value, max_age=seconds, httponly=True, secure=secure, samesite="lax", path=path)


def somebody(who: Account | None) -> Account:
    """The sender's account. Raises LoginRequired if there is none."""
    if who is None:
        raise LoginRequired("log in first")
    return who


def staff_only(who: Account | None) -> Account:
    """The sender's account, which must be a host or on the staff. Raises LoginRequired or NotAllowed."""
    if somebody(who).role not in STAFF:
        raise NotAllowed("only the host may do that")
    return somebody(who)


def _who(request: Ask) -> Account:
    return somebody(request.user)


def _staff(request: Ask) -> Account:
    return staff_only(request.user)


def for_staff(connection: Connected, _: BaseRouteHandler) -> None:
    """Route guard: only hosts and staff may pass. Raises LoginRequired or NotAllowed."""
    staff_only(connection.user)


# A route with one of these parameters is for people with an account, or for staff.
ROLES: Final = {"who": Provide(_who, sync_to_thread=False), "staff": Provide(_staff, sync_to_thread=False)}
