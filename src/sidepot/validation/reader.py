"""Read TOML files and names. An error says what is wrong, where, and what would be right.

The readers of games, mixes, structures, tables, incidents, hands to settle and cases use these functions. Each takes a
value and its place (`where`, such as `friday.toml: blinds`), and raises BadNotation. Readers take text, never a path;
only the command line and the case runner open files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, Final

from sidepot.errors import BadNotation, SidepotError
from sidepot.validation.shown_text import can_be_shown

MOST: Final = 10**9  # the default bound of numbers; an error does not repeat a larger one
LONGEST: Final = 40  # characters of a value that an error repeats


# ---- text and TOML


def file_text(given: str | bytes, what: str, *suffixes: str) -> str:
    """Return the text of `what`, decoding bytes as UTF-8. Raises BadNotation for anything else, even a file name.

    >>> file_text("hand.phh", "a hand history", ".phh")
    Traceback (most recent call last):
    sidepot.errors.BadNotation: 'hand.phh' is the name of a file, not the text of a hand history
    """
    if isinstance(given, bytes):
        return decoded_text(given)
    if not isinstance(given, str):
        raise BadNotation(f"{what} must be text, {not_text(given)}")
    if len(given) < 1000 and "\n" not in given and given.strip().lower().endswith(suffixes or ("\0",)):
        raise BadNotation(f"{given.strip()!r} is the name of a file, not the text of {what}")
    return given


def decoded_text(data: bytes) -> str:
    """Decode UTF-8. Raises BadNotation, naming the first line that is not UTF-8.

    >>> decoded_text(b"one\\ntw\\xf6")
    Traceback (most recent call last):
    sidepot.errors.BadNotation: line 2: byte 0xf6 is not UTF-8; save the file as UTF-8 text
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, byte = data.count(b"\n", 0, error.start) + 1, error.object[error.start]
        what = f"byte {byte:#04x} is not UTF-8"
        raise BadNotation(what, hint="save the file as UTF-8 text", place=f"line {line}") from None


def not_text(given: object) -> str:
    """A part of an error message, for a value that is neither text nor bytes.

    >>> not_text(5)
    'not int'
    """
    kind = type(given).__name__
    return f"not a path ({kind}); pass path.read_bytes()" if hasattr(given, "__fspath__") else f"not {kind}"


TOML_HINT: Final = "a line is `key = value` or a head [table]; text has quotes, and lists have [ ]"


def toml_of(text: str | bytes, what: str, path: str = "") -> dict[str, object]:
    """Parse TOML text. Raises BadNotation for invalid text.

    - `what`: what the text is, for the message
    - `path`: the path of its file, for the message
    """
    import tomllib  # only where a file is read

    with at_place(path):
        file = file_text(text, what, ".toml")
        try:
            return tomllib.loads(file)
        except RecursionError:
            raise BadNotation(f"lists and tables are nested too deeply for {what}") from None
        except ValueError as error:  # TOMLDecodeError, and numbers of thousands of digits
            raise BadNotation(f"invalid TOML: {error}", hint=TOML_HINT, place=_broken_line(file)) from None


def _broken_line(file: str) -> str:
    """The line of the error, found with tomlkit, because tomllib has it only in its message; "" if there is none."""
    import tomlkit
    from tomlkit.exceptions import ParseError

    try:
        tomlkit.parse(file)
    except ParseError as error:
        return f"line {error.line}"
    except ValueError:  # a number of thousands of digits
        pass
    return ""


def package_toml(package: str, name: str) -> dict[str, Any]:
    """Parse a TOML file of a package of sidepot. Raises BadNotation if it is invalid."""
    return toml_of(files(package).joinpath(name).read_text(encoding="utf-8"), "data of the package", name)


# ---- values


def as_text(value: object, where: str, *, or_empty: bool = False) -> str:
    """Return a value if it is one line of text that fits into a table or a heading. Raises BadNotation otherwise.

    - `where`: where the value is, for the message
    - `or_empty`: whether the value may be ""
    """
    if not isinstance(value, str) or not (value.strip() or or_empty) or not can_be_shown(value):
        raise BadNotation(f"expected text in quotes, on one line, not {quoted(value)}", place=where)
    return value


def as_number(value: object, where: str, what: str = "an integer", least: int = 0, most: int = MOST) -> int:
    """Return a value if it is an integer from `least` to `most`. Raises BadNotation otherwise.

    - `where`: where the value is, for the message
    - `what`: what the value should be, for the message
    """
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadNotation(f"expected {what}, not {quoted(value)}", place=where)
    return value


def as_yes_no(value: object, where: str) -> bool:
    """Return a value if it is `true` or `false`. Raises BadNotation otherwise."""
    if not isinstance(value, bool):
        raise BadNotation(f"expected true or false, without quotes, not {quoted(value)}", place=where)
    return value


def as_one_of(value: object, names: Iterable[str], where: str) -> str:
    """Return a value if it is one of these names. Raises BadNotation otherwise."""
    known = [str(name) for name in names]
    if value not in known:
        raise unknown(f"unknown value {quoted(value)}", value, known, place=where)
    return str(value)


def as_table(value: object, where: str, keys: Sequence[str], what: str, example: str) -> dict[str, object]:
    """Return a value if it is a table with no keys other than `keys`.

    Otherwise, raises BadNotation with an example.
    """
    if not isinstance(value, dict):
        raise BadNotation(f"expected a table, as in {example}, not {quoted(value)}", place=where)
    check_keys(value, keys, where, what)
    return value


def as_tables(value: object, where: str) -> list[dict[str, object]]:
    """Return a value if it is a list of tables. Raises BadNotation otherwise."""
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise BadNotation(f"expected several tables, each under its own line [[{where}]]", place=where)
    return value


def check_keys(table: Mapping[str, object], keys: Sequence[str], where: str, what: str) -> None:
    """Raise BadNotation if a table has a key that is not among `keys`."""
    for key in table:
        if key not in keys:
            plain = key.lower().replace("-", "_")
            raise unknown(f"unknown key {quoted(key)}", plain, keys, lead=f"{what} has", place=where)


# ---- errors


def quoted(value: object) -> str:
    """A value in the form in which an error message repeats it: short, and in one line."""
    if isinstance(value, int) and abs(value) > MOST:
        return "a number that is too large"
    if value is None:
        return "null"
    if not isinstance(value, str | int | float):
        return "a table" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a date or time"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 4] + "..."


def unknown(
    message: str,
    word: object,
    names: Iterable[str],
    *,
    also: Iterable[str] = (),
    lead: str = "the choices are",
    brief: bool = False,
    most: int = 1,
    cutoff: float = 0.6,
    code: str = "",
    place: str = "",
) -> BadNotation:
    """The error for an unknown name, with the most similar names.

    - `brief`: whether all names are listed only if no name is similar
    - `also`: further names that may be suggested, but are not listed

    >>> unknown("unknown colour 'gren'", "gren", ["green", "blue"]).message
    "unknown colour 'gren'; did you mean 'green'? the choices are green, blue"
    >>> unknown("unknown colour 'gren'", "gren", ["green", "blue"], brief=True).message
    "unknown colour 'gren'; did you mean green?"
    """
    known = [str(name) for name in names]
    near = nearest(word, [*known, *also], most, cutoff)
    everything = f"{lead} {', '.join(known) or 'none'}"
    if brief:
        hint = did_you_mean(near) if near else everything
    else:
        hint = f"{did_you_mean([repr(name) for name in near])} {everything}" if near else everything
    return BadNotation(message, hint=hint, near=near, code=code, place=place)


def nearest(word: object, names: Iterable[str], most: int = 1, cutoff: float = 0.6) -> list[str]:
    """The names most similar to a word, ignoring case, most similar first."""
    from difflib import get_close_matches  # only for errors

    known = {name.lower(): name for name in names}
    return [known[name] for name in get_close_matches(str(word).lower(), known, most, cutoff)]


def did_you_mean(names: Iterable[str]) -> str:
    """A question for an error message: `did you mean hose or horse?`"""
    return f"did you mean {' or '.join(names)}?"


@contextmanager
def at_place(where: str) -> Iterator[None]:
    """A context that adds a place to each BadNotation raised inside it."""
    try:
        yield
    except SidepotError as error:
        raise error.at(where) from None
