"""The text of Poker Hand Histories: TOML to plain values and back, one hand at a time.

PHH files are TOML. The common shape, one `key = value` per line, is read by a few string operations; everything else by
`tomllib` (a test holds the two equal). Decimal numbers stay text (`Real`), so that no amount is ever rounded; dates and
times stay ISO text (`Moment`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from sidepot.errors import BadNotation
from sidepot.validation.reader import file_text


class Real(msgspec.Struct, frozen=True):
    """A number that is not an integer, as written: `2.50`, `1e3`, `inf`."""

    text: str


class Moment(msgspec.Struct, frozen=True):
    """A date, a time, or both, as ISO text: `00:02:58`."""

    text: str


Table = dict[str, Any]

_WHOLE = r"(?:0|[1-9][0-9]{0,17})"
_NUMBER = rf"{_WHOLE}(?:\.[0-9]{{1,18}})?"
_INTS = re.compile(rf"\[{_WHOLE}(?:, ?{_WHOLE})*\]")
_NUMBERS = re.compile(rf"\[{_NUMBER}(?:, ?{_NUMBER})*\]")
_TIME = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d"
_SCALAR = re.compile(rf"(?P<int>{_WHOLE})|(?P<real>{_WHOLE}\.[0-9]{{1,18}})|(?P<time>{_TIME})", re.A)
_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_NAME = r"""[A-Za-z0-9_-]+|'[^'\n]*'|"[^"\\\n]*\""""
_HEADER = re.compile(rf"^[ \t]*\[[ \t]*(?P<name>{_NAME})[ \t]*\][ \t]*(?:#[^\n]*)?$", re.M)
_PLAIN_HEADER = re.compile(r"\[[A-Za-z0-9_-]+\][ \t]*(?:\n|\Z)")
_FIRST = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*(?P<char>[^ \t\n#])")


def tables(text: str | bytes) -> Iterator[tuple[str, Table | BadNotation]]:
    """Yield each hand of a `.phh` (named "") or `.phhs` text (named by its header) as plain values, in order.

    For a hand that is not valid TOML, yields a BadNotation, so that the other hands are still read. Raises BadNotation
    for a text that is empty or not UTF-8.
    """
    text = _as_text(text)
    first = _FIRST.match(text)
    if first is None:
        raise BadNotation("the text is empty, so it has no hand")
    if first["char"] != "[":
        yield "", _table(text)
        return
    headers = list(_HEADER.finditer(text))
    ends = [*[header.start() for header in headers[1:]], len(text)]
    found = [
        (header["name"].strip("'\""), _table(text[header.end() : end]))
        for header, end in zip(headers, ends, strict=False)
    ]
    twice = len({name for name, _ in found}) < len(found)
    if not found or twice or any(isinstance(table, BadNotation) for _, table in found):
        # what looks like a header may be inside a longer value, or be a table of a hand: TOML decides
        whole = _by_toml(text)
        if not isinstance(whole, BadNotation):
            no_hand = BadNotation("expected a hand as a table with a header, as in [1]")
            found = [(name, table if isinstance(table, dict) else no_hand) for name, table in whole.items()]
        elif not found:
            found = [("", whole)]
    yield from found


def line_of(at: int, text: str, first_line: int = 1) -> int:
    """The first line of hand number `at` of a text. A hand without a header begins on the first line."""
    lines = _header_lines(text)
    return first_line + (lines[at] if at < len(lines) else 0)


@lru_cache(maxsize=2)  # a text may have many broken hands
def _header_lines(text: str) -> tuple[int, ...]:
    """The number of lines before each header."""
    first = _FIRST.match(text)
    if first is None or first["char"] != "[":
        return ()
    found: list[int] = []
    line = at = 0
    for header in _HEADER.finditer(text):
        line += text.count("\n", at, header.start())
        at = header.start()
        found.append(line)
    return tuple(found)


def last_header(text: str, since: int = 0) -> int:
    """The index after `since` at which the last hand of a `.phhs` text begins; -1 if there is none.

    Only a header after a blank line counts, because other headers may be inside a longer value.
    """
    at = len(text)
    while True:
        at = text.rfind("\n\n[", since, at + 2)
        if at < 0:
            return -1
        if _PLAIN_HEADER.match(text, at + 2):
            return at + 2


def after_header(text: str) -> str:
    """The text from its first header on. A piece of a file may begin in the middle of a hand."""
    found = _HEADER.search(text)
    return text[found.start() :] if found is not None else ""


def _as_text(text: str | bytes) -> str:
    text = file_text(text, "a hand history", ".phh", ".phhs")
    return text.replace("\r\n", "\n") if "\r" in text else text


def _table(text: str) -> Table | BadNotation:
    found = by_lines(text)
    return found if found is not None else _by_toml(text)


def by_lines(text: str) -> Table | None:
    """Read text in which each value is on one line; None if any line has another form."""
    table: Table = {}
    for line in text.split("\n"):
        if not line:
            continue
        if line[0] == "#" and line.isprintable():
            continue
        key, equals, value = line.partition(" = ")
        if not equals or not value or key in table or not line.isprintable() or not _KEY.fullmatch(key):
            return None
        found = _value(value)
        if found is None:
            return None
        table[key] = found
    return table


def _value(value: str) -> object:
    """One value that is written on one line; None for any other text."""
    start = value[0]
    if start == "'" or start == '"':
        body = value[1:-1]
        simple = value[-1] == start and len(value) > 1 and start not in body and (start == "'" or "\\" not in body)
        return body if simple else None
    if start == "[":
        if value[1] == "'" if len(value) > 1 else False:
            if value[-2:] != "']":
                return None
            pieces = value[2:-2].split("', '")
            return pieces if len(value) > 3 and value.count("'") == 2 * len(pieces) else None
        if _INTS.fullmatch(value):
            return [int(piece) for piece in value[1:-1].split(",")]
        if _NUMBERS.fullmatch(value):
            return [Real(piece) if "." in piece else int(piece) for piece in value[1:-1].replace(" ", "").split(",")]
        return None
    if value == "true":
        return True
    if value == "false":
        return False
    match = _SCALAR.fullmatch(value)
    if match is None:
        return None
    if match.lastgroup == "int":
        return int(value)
    return Real(value) if match.lastgroup == "real" else Moment(value)


def _by_toml(text: str) -> Table | BadNotation:
    """Read any TOML. The error is returned, not raised, because it belongs to one hand among many."""
    try:
        return {key: _plain(value) for key, value in tomllib.loads(text, parse_float=Real).items()}
    except (ValueError, RecursionError) as error:
        return BadNotation(f"not TOML: {str(error) or 'nested too deeply'}", code="not_toml")


def _plain(value: object) -> object:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return Moment(value.isoformat()) if hasattr(value, "isoformat") else value


def toml(value: object) -> str:
    """A value as TOML. Raises BadNotation for a value that TOML does not have."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case Real() | Moment():
            return value.text
        case list() | tuple():
            return "[" + ", ".join([toml(item) for item in value]) + "]"
        case dict():
            return "{" + ", ".join([f"{toml_key(key)} = {toml(item)}" for key, item in value.items()]) + "}"
        case _:
            raise BadNotation(f"TOML cannot express {value!r}")


def toml_key(key: str) -> str:
    """A key as TOML, without quotes if possible."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _quoted(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    if not escaped.isprintable():
        escaped = "".join([c if c.isprintable() else _escape(c) for c in escaped])
    return f'"{escaped}"'


def _escape(char: str) -> str:
    code = ord(char)
    if 0xD800 <= code <= 0xDFFF:
        raise BadNotation("the text has an incomplete character (a lone surrogate)")
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
