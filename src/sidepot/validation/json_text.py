"""Read JSON that people or programs wrote. An error says in which line, at which key, what is wrong and what is right.

>>> import msgspec
>>> read_json('{"name": "friday",\\n "seats": "nine"}', msgspec.json.Decoder(dict[str, int | str]), "a table") and None
>>> read_json('{"blinds": 1,\\n "seats": "nine"}', msgspec.json.Decoder(dict[str, int]), "a table")
Traceback (most recent call last):
sidepot.errors.BadNotation: line 2: seats: this is a whole number, not 'nine'
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
from sidepot.validation.json_syntax import first_fault
from sidepot.validation.problems import Steps, joined, misfit, path_text, placed, refused
from sidepot.validation.reader import decoded_text, not_text

T = TypeVar("T")

CLOSES: Final = {"{": "}", "[": "]"}
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*("?)|[\[\]{}]', re.DOTALL)
_SPACE: Final = re.compile(r"[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


def json_given(data: bytes | str, what: str) -> str:
    """The text of `what`, from text or bytes. Raises BadNotation for anything else, and for nothing."""
    if not isinstance(data, bytes | str):
        raise BadNotation(f"{what} is read from JSON, {not_text(data)}")
    text = decoded_text(data) if isinstance(data, bytes) else data.removeprefix("\ufeff")
    if not text.strip():
        raise BadNotation("this is empty", hint=f"{what} is JSON, and begins with a {{ or a [", place=_line(1))
    return text


def read_json(data: bytes | str, decoder: msgspec.json.Decoder[T], what: str, *, first_line: int = 1) -> T:
    """A value of JSON. Raises BadNotation, saying where; of a part of a file, `first_line` is its first line."""
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
    """Why JSON, or the value `within` it, cannot be decoded; `shows` lets the error repeat what stands there.

    It names no line where `first_line` is 0.
    """
    text = data if isinstance(data, str) else data.decode("utf-8", "replace")

    def line_at(at: int) -> str:
        return _line(first_line + text.count("\n", 0, at)) if first_line else ""

    value = _value(text, within)
    if isinstance(error, msgspec.ValidationError) and value:
        steps, told = misfit(error, wanted, *value, shows=shows)
        path = joined(path_text(within), told.place)
        if not path and first_line:
            told = BadNotation(f"this is not {what}: {told.said}", hint=told.hint, near=told.near)
        told = placed(told, path)
        return told.at(line_at(position(text, (*within, *steps))))
    if isinstance(error, RecursionError):
        return BadNotation(f"lists and tables are nested too deep to be {what}")
    if isinstance(error, UnicodeError):
        return BadNotation(f"this has half of a character (a lone surrogate) and is not {what}")
    if isinstance(error, SidepotError):
        return _refusal(error, wanted, within, text, line_at)
    found = first_fault(text)
    if found is None:
        return _cut_off(text, what, line_at)
    at, right = found
    if " " > text[at : at + 1] > "":
        return BadNotation("text stays in one line", hint="write a line break in it as \\n").at(line_at(at))
    told = BadNotation(f"this is no JSON: {_sign(text, at)}", hint=right)
    return told.at(f"column {at - text.rfind(chr(10), 0, at)}").at(line_at(at))


def _refusal(
    error: SidepotError, wanted: object, within: Steps, text: str, line_at: Callable[[int], str]
) -> BadNotation:
    """What the values themselves refuse, told at the table that they stand in."""
    for value in _value(text, within):
        within = (*within, *refused(value, wanted))
    told = BadNotation(error.said, error.cite, code=error.code, hint=error.hint, near=error.near)
    place = joined(path_text(within), error.place)
    return told.at(place).at(line_at(position(text, within)))


def position(text: str, steps: Steps) -> int:
    """Where the value (or the key, for the last step) stands in a JSON text; as near as the steps go."""
    at = _skip(text, 0)
    for step in steps:
        try:
            at = _step(text, at, step)
        except (ValueError, IndexError, RecursionError):
            break
    return at


def _step(text: str, at: int, step: str | int) -> int:
    """One step on from a value: to a key of the table, or an item of the list, that begins here. Raises ValueError."""
    if text[at] == '"':  # a key: on to its value
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        at = _skip(text, at + 1)
    is_table = text[at] == "{"
    count = 0
    at = _skip(text, at + 1)
    while text[at] not in "]}":
        begun = at
        this: str | int = count
        if is_table:
            this, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        if this == step:
            return begun
        at = _skip(text, _DECODER.raw_decode(text, at)[1])
        at = _skip(text, at + 1) if text[at] == "," else at
        count += 1
    raise ValueError(step)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(text: str, within: Steps) -> tuple[object, ...]:
    """The value, as far as it is known: of a text that is broken further on, it is not."""
    try:
        return (reduce(getitem, within, json.loads(text)),)
    except (ValueError, LookupError, RecursionError):
        return ()


def _cut_off(text: str, what: str, line_at: Callable[[int], str]) -> BadNotation:
    """The error for a text that ends too early: what was begun last and is not closed."""
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
        return BadNotation(f"this is not the whole of {what}: the text ends too early").at(end)
    sign, begun = text[opened[-1]], line_at(opened[-1])
    open_one = f"the {sign}{begun and f' of {begun}'} has no {CLOSES.get(sign, sign)}"
    return BadNotation(f"this is not the whole of {what}: {open_one}", hint="is it cut off?").at(end)


def _sign(text: str, at: int) -> str:
    """What stands at a place, as an error shows it."""
    found = re.match(r"[\w.+-]{1,20}|.", text[at:])
    return repr(found[0]) if found else "the end"


def _line(number: int) -> str:
    return f"line {number}"
