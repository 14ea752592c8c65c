"""Read JSON. An error names the line and the key, what is wrong, and what would be right.

>>> import msgspec
>>> read_json('{"name": "friday",\\n "seats": "nine"}', msgspec.json.Decoder(dict[str, int | str]), "a table") and None
>>> read_json('{"blinds": 1,\\n "seats": "nine"}', msgspec.json.Decoder(dict[str, int]), "a table")
Traceback (most recent call last):
sidepot.errors.BadNotation: line 2: seats: expected an integer, not 'nine'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import reduce
from operator import getitem
from typing import Final, TypeVar

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.validation.problems import Steps, find_problem, joined, path_text, placed, refused
from sidepot.validation.reader import decoded_text, not_text

T = TypeVar("T")

CLOSES: Final = {"{": "}", "[": "]"}
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*("?)|[\[\]{}]', re.DOTALL)
_DECODER: Final = json.JSONDecoder()


def json_given(data: bytes | str, what: str) -> str:
    """Return JSON text that is given as text or bytes. Raises BadNotation for any other type, and for empty text."""
    if not isinstance(data, bytes | str):
        raise BadNotation(f"{what} must be JSON text, {not_text(data)}")
    text = decoded_text(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    if not text.strip():
        raise BadNotation(
            "the text is empty", hint=f"expected JSON that begins with {{ or [, for {what}", place=_line(1)
        )
    return text


def read_json(data: bytes | str, decoder: msgspec.json.Decoder[T], what: str, *, first_line: int = 1) -> T:
    """Decode JSON. For invalid JSON, raises BadNotation, saying where the mistake is.

    If the data is only a part of a file, `first_line` is the number of the part's first line.
    """
    text = json_given(data, what)
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError, SidepotError) as error:
        raise json_error(error, text, decoder.type, what, first_line=first_line) from None


def json_error(
    error: Exception,
    data: bytes | str,
    wanted: object,
    what: str,
    *,
    first_line: int = 1,
    within: Steps = (),
    shows: bool = True,
) -> BadNotation:
    """The error that explains why JSON cannot be decoded.

    - `within`: the path of the decoded value, if that is only a part of the data
    - `shows`: whether the error repeats the value
    - `first_line`: the number of the first line (0: the error gives no line number)
    """
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")

    def line_at(at: int) -> str:
        return _line(first_line + text.count("\n", 0, at)) if first_line else ""

    value = _value(text, within)
    if isinstance(error, msgspec.ValidationError) and value:
        steps, wrong = find_problem(error, wanted, *value, shows=shows)
        path = joined(path_text(within), wrong.place)
        if not path and first_line:
            wrong = BadNotation(f"{what} is invalid: {wrong.detail}", hint=wrong.hint, near=wrong.near)
        wrong = placed(wrong, path)
        return wrong.at(line_at(position(text, (*within, *steps))))
    if isinstance(error, RecursionError):
        return BadNotation(f"lists and tables are nested too deeply for {what}")
    if isinstance(error, UnicodeError):
        return BadNotation(f"{what} is invalid: it contains an incomplete character (a lone surrogate)")
    if isinstance(error, SidepotError):
        return _refusal(error, wanted, within, text, line_at)
    found = first_fault(text)
    if found is None:
        return _cut_off(text, what, line_at)
    at, right = found
    if " " > text[at : at + 1] > "":
        return BadNotation("text must not contain a line break", hint="write it as \\n").at(line_at(at))
    wrong = BadNotation(f"invalid JSON: {_sign(text, at)}", hint=right)
    return wrong.at(f"column {at - text.rfind(chr(10), 0, at)}").at(line_at(at))


def _refusal(
    error: SidepotError, wanted: object, within: Steps, text: str, line_at: Callable[[int], str]
) -> BadNotation:
    """The error of a struct's own check, saying where the table is."""
    for value in _value(text, within):
        within = (*within, *refused(value, wanted))
    wrong = BadNotation(error.detail, error.cite, code=error.code, hint=error.hint, near=error.near)
    place = joined(path_text(within), error.place)
    return wrong.at(place).at(line_at(position(text, within)))


def position(text: str, steps: Steps) -> int:
    """The position in a JSON text of the value at a path, as far as the path exists.

    If the last step of the path is a key, the position of that key.
    """
    at = _past_spaces(text, 0)
    for step in steps:
        try:
            at = _step(text, at, step)
        except (ValueError, IndexError, RecursionError):
            break
    return at


def _step(text: str, at: int, step: str | int) -> int:
    """The position of a key of the table, or an item of the list, that begins at `at`. Raises ValueError if it is
    missing.
    """
    if text[at] == '"':  # a key: go to its value
        at = _past_spaces(text, _DECODER.raw_decode(text, at)[1])
        at = _past_spaces(text, at + 1)
    is_table = text[at] == "{"
    count = 0
    at = _past_spaces(text, at + 1)
    while text[at] not in "]}":
        begun = at
        this: str | int = count
        if is_table:
            this, at = _DECODER.raw_decode(text, at)
            at = _past_spaces(text, _past_spaces(text, at) + 1)
        if this == step:
            return begun
        at = _past_spaces(text, _DECODER.raw_decode(text, at)[1])
        at = _past_spaces(text, at + 1) if text[at] == "," else at
        count += 1
    raise ValueError(step)


def _past_spaces(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, within: Steps) -> tuple[object, ...]:
    """The value at a path; () if the text is not valid JSON."""
    try:
        return (reduce(getitem, within, json.loads(text)),)
    except (ValueError, LookupError, RecursionError):
        return ()


def _cut_off(text: str, what: str, line_at: Callable[[int], str]) -> BadNotation:
    """The error for truncated text, which names the last bracket or quote that is not closed."""
    opened: list[int] = []
    for token in _TOKEN.finditer(text):
        if token[0] in ("{", "["):
            opened.append(token.start())
        elif token[0] in ("}", "]"):
            del opened[-1:]
        elif not token[1]:
            opened.append(token.start())
    end = line_at(len(text.rstrip()))
    if not opened:
        return BadNotation(f"{what} is incomplete: the text ends too early").at(end)
    sign, begun = text[opened[-1]], line_at(opened[-1])
    open_one = f"the {sign}{begun and f' of {begun}'} has no {CLOSES.get(sign, sign)}"
    return BadNotation(f"{what} is incomplete: {open_one}", hint="is it cut off?").at(end)


def _sign(text: str, at: int) -> str:
    """The text at a position, as an error shows it."""
    found = re.match(r"[\w.+-]{1,20}|.", text[at:])
    return repr(found[0]) if found else "the end"


def _line(number: int) -> str:
    return f"line {number}"


# ---- the first fault of a text

VALUE: Final = 'expected a value: text in "double quotes", a number, true, false, null, a list or a table'
NUMBER: Final = "a number is written as in 12, -0.5 or 1e6"
ESCAPE: Final = "a backslash in text is written twice, as in \\\\"
KEY: Final = 'expected a key in double quotes, as in "name"'
COLON: Final = "expected a colon after the key"
COMMA_IN: Final = {"{": "expected a comma or }", "[": "expected a comma or ]"}
NO_COMMA: Final = {"{": "remove the comma before }", "[": "remove the comma before ]"}
OVER: Final = "the JSON ends before this, and nothing may follow"

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_TEXT: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*')
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WORD: Final = re.compile(r"true|false|null")
_ENDS: Final = {"{": "}", "[": "]"}


class _Fault(Exception):
    """A syntax error; `at` is None if the text is only truncated."""

    def __init__(self, at: int | None, right: str = "") -> None:
        self.at = at
        self.right = right


def first_fault(text: str) -> tuple[int, str] | None:
    """The position of the first syntax error, and what was expected there.

    None if there is no error, or if the text merely ends too early.
    """
    try:
        _read(text)
    except _Fault as fault:
        return None if fault.at is None else (fault.at, fault.right)
    return None


def _read(text: str) -> None:
    """Parse the whole text. Raises `_Fault`."""
    open_ones: list[str] = []  # open brackets
    at = _skip(text, 0)
    while True:
        # a value is expected
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
        # the value ends, and so do the brackets that close here
        at = _after(text, at, open_ones)
        if not open_ones:
            break
        at = _key(text, at) if open_ones[-1] == "{" else at
    rest = _SPACE.match(text, at)
    if rest is not None and rest.end() < len(text):
        raise _Fault(rest.end(), OVER)


def _after(text: str, at: int, open_ones: list[str]) -> int:
    """Skip closing brackets and the next comma. `open_ones` lists the open brackets."""
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
    """Skip a key and its colon."""
    if text[at] != '"':
        raise _Fault(at, KEY)
    at = _skip(text, _text(text, at))
    if text[at] != ":":
        raise _Fault(at, COLON)
    return _skip(text, at + 1)


def _scalar(text: str, at: int) -> int:
    """Skip a text, a number or a word."""
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
    """Skip spaces. Raises `_Fault` at the end of the text."""
    found = _SPACE.match(text, at)
    end = found.end() if found is not None else at
    if end == len(text):
        raise _Fault(None)
    return end
