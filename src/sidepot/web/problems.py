"""How the server says no: one shape for every refusal, with the rule where one decides; and the headers of answers."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Final

import msgspec
from litestar import Response
from litestar.di import Provide
from litestar.exceptions import HTTPException, ValidationException
from litestar.handlers import BaseRouteHandler

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.room.runtime.unavailable import why_not_written
from sidepot.room.store.errors import StoreError
from sidepot.rules.clauses import Said, say
from sidepot.validation.problems import find_problem_of_field, placed
from sidepot.web.logs import trouble
from sidepot.web.requests import GIVEN, Ask
from sidepot.web.security.throttle import TooOften, WrongPassword

_log = logging.getLogger("sidepot.web")

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
# The page of a table may lie in a page of this room, which shows several of them; pages elsewhere may have none of it.
TABLE_POLICY: Final = HEADERS["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors 'self'")
# A script or a style is no page: the page that loads it decides what it may do. A page of a table loads sixty of them.
PART_HEADERS: Final = {name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")}

_CODES: Final = {
    401: "say_who",
    403: "other_page",  # by Litestar's CSRF middleware alone: what we forbid is `NotAllowed`
    404: "not_found",
    405: "not_done_here",
    413: "too_long",
    429: "too_much",
}
WENT_WRONG: Final = "something went wrong here; it was noted"
_WORDS: Final = {
    403: "this did not come from a page of this room: load it again",
    404: "there is nothing here",
    405: "this is not done here in that way",
    413: "this is too large",
    429: "that was too much at once: wait a moment, and try again",
    500: WENT_WRONG,
}


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done, in words and as a `code` (docs/codes.md), and by which rule; nothing has changed.

    `said` are the words as data, where a page in another language needs more than the code: a number and its bounds.
    """

    because: str
    cite: str = ""
    code: str = ""
    said: Said = ()


class NotFound(SidepotError, usual="not_found"):
    """Something that is asked for, and is not there."""


class NotAllowed(SidepotError, usual="not_permitted"):
    """Something that not everybody may do."""


class SayWho(SidepotError, usual="say_who"):
    """Something that only somebody with a name may do."""


_STATUS: Final[tuple[tuple[type[SidepotError], int], ...]] = (
    (NotFound, 404),
    (NotAllowed, 403),
    (SayWho, 401),
    (TooOften, 429),
    (WrongPassword, 403),
    (StoreError, 503),
    (BadNotation, 400),
    (Conflict, 409),
    (SidepotError, 409),
)


def refused(_: Ask | None, error: SidepotError) -> Response[Refusal]:
    """A refusal by sidepot, as an answer to the client."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    if isinstance(error, StoreError):  # what it says has a path in it, or an address
        trouble(_log, "the store refused", error)
        return Response(Refusal(why_not_written(error), code="not_written"), status_code=status)
    headers = {"retry-after": str(error.wait)} if isinstance(error, TooOften) else None
    told = Refusal(error.message, str(error.cite) if error.cite else "", error.code, bounds_said(error))
    return Response(told, status_code=status, headers=headers)


def bounds_said(error: SidepotError) -> Said:
    """Which number is out of its bounds, as data; nothing for any other error."""
    return say("{field}: expected {least} to {most}", error.place, *error.bounds) if error.bounds is not None else ()


def refused_by_http(request: Ask, error: HTTPException) -> Response[Refusal]:
    """A refusal by Litestar: unknown paths, bodies that cannot be read, too many requests."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        wrong = _misfit(request, error.extra[0])
        found = Refusal(wrong.message, code=wrong.code, said=bounds_said(wrong))
        return Response(found, status_code=error.status_code, headers=error.headers)
    detail = _WORDS.get(error.status_code, error.detail)
    code = _CODES.get(error.status_code, "unreadable" if error.status_code < 500 else "went_wrong")
    return Response(Refusal(detail, code=code), status_code=error.status_code, headers=error.headers)


def _misfit(request: Ask, found: Mapping[str, object]) -> BadNotation:
    """What does not fit in a request, and what would: in its body, address or query. It repeats no value."""
    is_body = found.get("source") == "body"
    name = "data" if is_body else re.split(r"[.\[]", str(found.get("key") or "data"), maxsplit=1)[0]
    parts: list[BaseRouteHandler | Provide] = [
        request.route_handler,
        *request.route_handler.resolve_dependencies().values(),
    ]
    part = next((one for one in parts if name in one.parsed_fn_signature.parameters), parts[0])
    parameter = part.parsed_fn_signature.parameters.get(name)
    shown = getattr(parameter and parameter.kwarg_definition, "name", None) or name
    if name == "data":
        return find_problem_of_field(part.signature_model, name, request.scope["state"].get(GIVEN), strict=True)
    value = request.query_params.get(shown, request.path_params.get(name))
    return placed(find_problem_of_field(part.signature_model, name, value, strict=False), shown)


def too_deep(_: Ask, __: RecursionError) -> Response[Refusal]:
    """A body of brackets in brackets in brackets."""
    return Response(Refusal("this is nested too deep", code="unreadable"), status_code=400)


def failed(request: Ask, error: Exception) -> Response[Refusal]:
    """An unforeseen error: noted without its text, and the client learns as little."""
    trouble(_log, "a request failed", error, method=request.method, path=request.scope["path"])
    return Response(Refusal(WENT_WRONG, code="went_wrong"), status_code=500)
