"""The grammar of JSON, to find the first thing in a text that it does not allow, and what would be right there.

>>> first_fault('{"seats" 9}')
(9, 'a colon is due after the key')
>>> first_fault('{"seats": 9'), first_fault('{"seats": 9}')
(None, None)
"""

from __future__ import annotations

import re
from typing import Final

VALUE: Final = 'a value is due: text in "double quotes", a number, true, false, null, a list or a table'
NUMBER: Final = "a number is written as in 12, -0.5 or 1e6"
ESCAPE: Final = "a backslash in text is written twice, as in \\\\"
KEY: Final = 'a key in double quotes is due, as in "name"'
COLON: Final = "a colon is due after the key"
COMMA_IN: Final = {"{": "a comma or a } is due", "[": "a comma or a ] is due"}
NO_COMMA: Final = {"{": "no comma stands before a }", "[": "no comma stands before a ]"}
OVER: Final = "the JSON is over before this, and nothing may follow it"

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_TEXT: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*')
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD: Final = re.compile(r"true|false|null")
_ENDS: Final = {"{": "}", "[": "]"}


class _Fault(Exception):
    """The grammar ends here: `at` is None where the text is only cut off."""

    def __init__(self, at: int | None, right: str = "") -> None:
        self.at = at
        self.right = right


def first_fault(text: str) -> tuple[int, str] | None:
    """The place of the first fault in a text, and what would be right; None where it has none, or is only cut off."""
    try:
        _read(text)
    except _Fault as fault:
        return None if fault.at is None else (fault.at, fault.right)
    return None


def _read(text: str) -> None:
    """Go through the whole text. Raises `_Fault`."""
    open_ones: list[str] = []  # brackets that are not closed yet
    at = _skip(text, 0)
    while True:
        # A value is due here.
        if text[at] in _ENDS:
            open_ones.append(text[at])
            at = _skip(text, at + 1)
            if text[at] != _ENDS[open_ones[-1]]:
                at = _key(text, at) if open_ones[-1] == "{" else at
                continue
        else:
            at = _scalar(text, at)
            if not open_ones:
                break
        # It is over, as are all lists and tables that end here.
        at = _after(text, at, open_ones)
        if not open_ones:
            break
        at = _key(text, at) if open_ones[-1] == "{" else at
    rest = _SPACE.match(text, at)
    if rest is not None and rest.end() < len(text):
        raise _Fault(rest.end(), OVER)


def _after(text: str, at: int, open_ones: list[str]) -> int:
    """Go on to what follows the next comma, past all brackets that close; what is left is in `open_ones`."""
    while open_ones:
        at = _skip(text, at)
        if text[at] == _ENDS[open_ones[-1]]:
            open_ones.pop()
            at += 1
        elif text[at] == ",":
            return _next(text, at, open_ones[-1])
        else:
            raise _Fault(at, COMMA_IN[open_ones[-1]])
    return at


def _next(text: str, at: int, bracket: str) -> int:
    found = _skip(text, at + 1)
    if text[found] == _ENDS[bracket]:
        raise _Fault(found, NO_COMMA[bracket])
    return found


def _key(text: str, at: int) -> int:
    """Go past a key and its colon, to the value."""
    if text[at] != '"':
        raise _Fault(at, KEY)
    at = _skip(text, _text(text, at))
    if text[at] != ":":
        raise _Fault(at, COLON)
    return _skip(text, at + 1)


def _scalar(text: str, at: int) -> int:
    """Go past a text, a number or a word."""
    if text[at] == '"':
        return _text(text, at)
    if text[at] == "-" or text[at].isdecimal():
        return _number(text, at)
    if (word := _WORD.match(text, at)) is not None:
        return word.end()
    if any(one.startswith(text[at:]) for one in ("true", "false", "null")):
        raise _Fault(None)
    raise _Fault(at, VALUE)


def _number(text: str, at: int) -> int:
    found = _NUMBER.match(text, at)
    end = found.end() if found is not None else at
    if found is None or text[end : end + 1].isalnum() or text[end : end + 1] in (".", "+"):
        raise _Fault(at, NUMBER)
    return end


def _text(text: str, at: int) -> int:
    found = _TEXT.match(text, at)
    end = found.end() if found is not None else at
    if end == len(text):
        raise _Fault(None)
    if text[end] == '"':
        return end + 1
    if text[end] == "\\" and len(text) - end < (6 if text[end + 1 : end + 2] == "u" else 2):
        raise _Fault(None)
    raise _Fault(end, ESCAPE)


def _skip(text: str, at: int) -> int:
    """Go past spaces. Raises where the text ends, which is never right here."""
    found = _SPACE.match(text, at)
    end = found.end() if found is not None else at
    if end == len(text):
        raise _Fault(None)
    return end
