"""Refusals in one form, with the rule if there is one; and the headers of responses."""

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
from sidepot.room.runtime.errors import why_not_written
from sidepot.room.store.errors import StoreError
from sidepot.rules.clauses import Sentence, say
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
# Pages of this room may show several tables in frames; foreign pages may not.
TABLE_POLICY: Final = HEADERS["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors 'self'")
# Scripts and styles need no policy of their own: the page's applies. A table page loads sixty of them.
PART_HEADERS: Final = {name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")}

_CODES: Final = {
    401: "say_who",
    403: "other_page",  # only Litestar's CSRF middleware raises it; ours is `NotAllowed`
    404: "not_found",
    405: "not_done_here",
    413: "too_long",
    429: "too_much",
}
WENT_WRONG: Final = "something went wrong on the server; the error was logged"
_WORDS: Final = {
    403: "the request did not come from a page of this room; reload the page",
    404: "nothing at this address",
    405: "this method is not allowed here",
    413: "the request is too large",
    429: "too many requests; wait a moment and try again",
    500: WENT_WRONG,
}


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused. The request changed nothing.

    - `because`: the reason in words
    - `cite`: the rule, if there is one
    - `code`: the kind of reason (docs/reference/codes.md)
    - `sentence`: the reason with gaps, for translation; given only if the page needs more than the code, such as a
      number and its bounds
    """

    because: str
    cite: str = ""
    code: str = ""
    sentence: Sentence = ()


class NotFound(SidepotError, usual="not_found"):
    """The error for something that does not exist: 404."""


class NotAllowed(SidepotError, usual="not_permitted"):
    """The error for something that the client may not do: 403."""


class LoginRequired(SidepotError, usual="say_who"):
    """The error for a client that needs an account and has none: 401."""


_STATUS: Final[tuple[tuple[type[SidepotError], int], ...]] = (
    (NotFound, 404),
    (NotAllowed, 403),
    (LoginRequired, 401),
    (TooOften, 429),
    (WrongPassword, 403),
    (StoreError, 503),
    (BadNotation, 400),
    (Conflict, 409),
    (SidepotError, 409),
)


def refused(_: Ask | None, error: SidepotError) -> Response[Refusal]:
    """The response for an error of sidepot."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    if isinstance(error, StoreError):  # its message names a path or an address
        trouble(_log, "the store reported an error", error)
        return Response(Refusal(why_not_written(error), code="not_written"), status_code=status)
    headers = {"retry-after": str(error.wait)} if isinstance(error, TooOften) else None
    refusal = Refusal(error.message, str(error.cite) if error.cite else "", error.code, sentence_of_error(error))
    return Response(refusal, status_code=status, headers=headers)


def sentence_of_error(error: SidepotError) -> Sentence:
    """The message of an error with gaps, for translation.

    It is the error's own sentence, or names the number out of bounds and its bounds. It is empty for other errors.
    """
    if error.sentence:
        return error.with_names(()).sentence
    return say("{field}: expected {least} to {most}", error.place, *error.bounds) if error.bounds is not None else ()


def refused_by_http(request: Ask, error: HTTPException) -> Response[Refusal]:
    """The response for an error of Litestar: an unknown path, an unreadable body, too many requests."""
    if isinstance(error, ValidationException) and isinstance(error.extra, list) and error.extra:
        wrong = _misfit(request, error.extra[0])
        found = Refusal(wrong.message, code=wrong.code, sentence=sentence_of_error(wrong))
        return Response(found, status_code=error.status_code, headers=error.headers)
    detail = _WORDS.get(error.status_code, error.detail)
    code = _CODES.get(error.status_code, "unreadable" if error.status_code < 500 else "went_wrong")
    return Response(Refusal(detail, code=code), status_code=error.status_code, headers=error.headers)


def _misfit(request: Ask, found: Mapping[str, object]) -> BadNotation:
    """The problem in the body, path or query of a request, and what was expected. It repeats no value of the client."""
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
    """The response for a body that is nested too deeply."""
    return Response(Refusal("the request is nested too deeply", code="unreadable"), status_code=400)


def failed(request: Ask, error: Exception) -> Response[Refusal]:
    """Log an unexpected error without its text. Returns a response without details."""
    trouble(_log, "a request failed", error, method=request.method, path=request.scope["path"])
    return Response(Refusal(WENT_WRONG, code="went_wrong"), status_code=500)
