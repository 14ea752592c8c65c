"""Plain words for a wrong value of an option: Typer tells it in those of the library that checks values."""

from __future__ import annotations

from typing import Any

from typer.exceptions import TyperException

_LONGEST = 40  # letters of a value that are told
_WORDS = {
    "int_parsing": "this is no whole number",
    "int_from_float": "this is no whole number",
    "int_parsing_size": "this number has too many digits",
    "float_parsing": "this is no number",
    "bool_parsing": "this is neither yes nor no",
    "greater_than_equal": "the least is {ge}",
    "greater_than": "it must be more than {gt}",
    "less_than_equal": "the most is {le}",
    "less_than": "it must be less than {lt}",
    "value_error": "{error}",
}


def in_plain_words(error: TyperException) -> TyperException:
    """The same error, which says what would be right where the kind of the mistake is known."""
    details = getattr(error.__cause__, "errors", None)
    if details is None:
        return error
    first: dict[str, Any] = details()[0]
    words = _WORDS.get(first["type"])
    if words is not None:
        said = words.format(**first.get("ctx", {}))
        given = str(first["input"])
        shown = given if len(given) <= _LONGEST else f"{given[:_LONGEST]}..."
        error.message = said if first["type"] == "value_error" else f"{shown!r}: {said}"
    return error
