"""Shared by the TOML files of games and of rotations: how a value is read, and the message for a wrong one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final

from sidepot.codec import file_text
from sidepot.errors import BadNotation, SidepotError

FAR: Final = 10**9  # numbers beyond are not repeated in an error


def toml_of(text: str | bytes, what: str, path: str = "") -> dict[str, Any]:
    """The values of a TOML file that tells of `what`. Raises BadNotation, naming the `path` it came from."""
    where = f"{path}: " if path else ""
    try:
        return tomllib.loads(file_text(text, what, ".toml"))
    except BadNotation as error:
        raise BadNotation(f"{where}{error.message}") from None
    except RecursionError:
        raise BadNotation(f"{where}lists and tables are nested too deep to be {what}") from None
    except ValueError as error:  # TOMLDecodeError, and numbers of thousands of digits
        raise BadNotation(f"{where}this is no TOML: {error}") from None


def quoted(text: str) -> str:
    """Text as TOML has it, in one line."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in plain) + '"'


def check_keys(table: Mapping[str, Any], keys: Sequence[str], where: str, what: str) -> None:
    """Raise BadNotation for a key that `what` does not have."""
    for key in table:
        if key not in keys:
            raise BadNotation(f"{where}: there is no key {said(key)}; {nearest(key, keys)}{what} has {', '.join(keys)}")


def text_of(value: Any, where: str) -> str:
    """Text in one line, so that it can stand in a table or a heading."""
    place = f"{where}: " if where else ""
    if not isinstance(value, str):
        raise BadNotation(f'{place}this is text in quotes, as in "omaha8", not {said(value)}')
    if not value.strip() or not value.isprintable():
        raise BadNotation(f"{place}this is text in one line, not {said(value)}")
    return value


def whole(value: Any, where: str, what: str, least: int = 0, most: int = FAR) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadNotation(f"{where}: this is {what}, not {said(value)}")
    return value


def yes_no(value: Any, where: str) -> bool:
    """`true` or `false`."""
    if not isinstance(value, bool):
        raise BadNotation(f"{where}: this is true or false, without quotes, not {said(value)}")
    return value


def one_of(value: Any, names: Sequence[str], where: str) -> str:
    """One of these names."""
    if value not in names:
        near = nearest(value, names) if isinstance(value, str) else ""
        raise BadNotation(f"{where}: there is no {said(value)}; {near}there are {', '.join(names)}")
    return str(value)


def nearest(name: str, names: Iterable[str]) -> str:
    """A question that names the most similar one, or nothing."""
    near = get_close_matches(name.lower(), list(names), n=1)
    return f"did you mean {str(near[0])!r}? " if near else ""


def said(value: Any) -> str:
    """A value of a file as an error repeats it: never long, and a number never with thousands of digits."""
    if isinstance(value, int) and abs(value) > FAR:
        return "a number beyond all decks"
    if not isinstance(value, str | int | float):
        return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a date or time"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:36] + "..."


@contextmanager
def at_place(where: str) -> Iterator[None]:
    """Where in the file an error is."""
    try:
        yield
    except SidepotError as error:
        raise error.at(where) from None
