"""Rotations as text: a mix is read from a TOML file, and written as one to start another from.

    name = "our-night"
    title = "Our night"
    by = "hands"                  # or "orbit", "level"
    hands = 6
    games = ["nl holdem", "pl omaha8", "fl stud"]

Instead of the list, `like = "horse"` takes the games of another mix; a table `[[games]]` for each game has room for any
limit: `game = "holdem"`, `limit = { kind = "spread limit", low = 2, high = 10 }`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.mixes import SHORT, ChangeBy, Mix, MixGame, find_mix, game_among, mix_game
from sidepot.games.model import Game

KEYS: Final = ("like", "name", "title", "by", "hands", "games")
GAME_KEYS: Final = ("game", "limit")
MOST_GAMES: Final = 50
MOST_HANDS: Final = 1000
USUAL_HANDS: Final = 8
MOST: Final = 10**9
KINDS: Final = ("no limit", "pot limit", "fixed limit", "spread limit")
LIMITS: Final[tuple[type[Limit], ...]] = (NoLimit, PotLimit, FixedLimit, SpreadLimit)


def read_mix(text: str, own: Iterable[Game] = ()) -> Mix:
    """The rotation of a TOML file. `own` are games that are not in the catalogue. Raises BadNotation, Conflict.

    >>> read_mix('name = "short"\\nby = "hands"\\nhands = 4\\ngames = ["fl razz", "nl holdem"]').names
    ('fl razz', 'nl holdem')
    """
    data = _toml(text)
    _check_keys(data, KEYS, "the file", "a rotation")
    like = find_mix(_text(data["like"], "like")) if "like" in data else None
    if "name" not in data:
        raise BadNotation('the rotation has no name: give it one, as in name = "our-night"')
    if "games" not in data and like is None:
        raise BadNotation('the rotation has no games: list them, as in games = ["nl holdem", "pl omaha"]')
    name = _text(data["name"], "name")
    return Mix(
        name,
        _text(data["title"], "title") if "title" in data else name,
        tuple(_games(data["games"], tuple(own))) if "games" in data else like.games if like else (),
        _by(data["by"]) if "by" in data else like.by if like else ChangeBy.ORBIT,
        _hands(data["hands"]) if "hands" in data else like.hands if like else USUAL_HANDS,
    )


def write_mix(mix: Mix) -> str:
    """A rotation as a TOML file that `read_mix` reads back (with the same `own` games)."""
    lines = [f"name = {_quoted(mix.name)}", f"title = {_quoted(mix.title)}", f"by = {_quoted(mix.by)}"]
    if mix.by is ChangeBy.HANDS or mix.hands != USUAL_HANDS:
        lines.append(f"hands = {mix.hands}")
    if all(part.limit in SHORT.values() for part in mix.games):
        return "\n".join([*lines, f"games = [{', '.join(map(_quoted, mix.names))}]"]) + "\n"
    for part in mix.games:
        lines += ["", "[[games]]", f"game = {_quoted(part.game.name)}", f"limit = {_limit_text(part.limit)}"]
    return "\n".join(lines) + "\n"


def _limit_text(limit: Limit) -> str:
    """`"no limit"`, or a table with its numbers; a cap of 0 is none."""
    numbers = {key: getattr(limit, key) for key in limit.__struct_fields__}
    kind = KINDS[LIMITS.index(type(limit))]
    if limit in SHORT.values():
        return _quoted(kind)
    return f"{{ kind = {_quoted(kind)}, {', '.join(f'{key} = {number or 0}' for key, number in numbers.items())} }}"


# ---- the tables of a file


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadNotation("lists and tables are nested too deep to be a rotation") from None
    except ValueError as error:  # TOMLDecodeError, and numbers of thousands of digits
        raise BadNotation(f"this is no TOML: {error}") from None


def _games(value: Any, own: Sequence[Game]) -> Iterator[MixGame]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_GAMES:
        raise BadNotation(f'games: this is a list of 1 to {MOST_GAMES}, as in ["nl holdem", "pl omaha"]')
    for at, entry in enumerate(value, 1):
        where = f"game {at}"
        with _at(where):
            if isinstance(entry, str):
                yield mix_game(entry, own)
                continue
            if not isinstance(entry, dict):
                raise BadNotation('this is text such as "nl holdem", or a table with game and limit')
            for key in GAME_KEYS:
                if key not in entry:
                    raise BadNotation(f'{key} is missing, as in {{ game = "holdem", limit = "no limit" }}')
            _check_keys(entry, GAME_KEYS, "the table", "a game of a rotation")
            yield MixGame(game_among(_text(entry["game"], "game"), own), _limit(entry["limit"]))


def _limit(value: Any) -> Limit:
    """`"no limit"`, `"pl"`, or a table with the kind and its numbers; 0 for no cap."""
    table = value if isinstance(value, dict) else {"kind": _text(value, "limit")}
    kind = _text(table.get("kind", ""), "limit: kind").lower()
    kind = KINDS[list(SHORT).index(kind)] if kind in SHORT else kind
    if kind not in KINDS:
        raise BadNotation(f"limit: there is no {_said(kind)}; {_nearest(kind, KINDS)}there are {', '.join(KINDS)}")
    fields = LIMITS[KINDS.index(kind)].__struct_fields__
    _check_keys(table, ("kind", *fields), "limit", f"a {kind}")
    numbers = {key: number for key, number in table.items() if key != "kind"}
    for key, number in numbers.items():
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST:
            raise BadNotation(f"limit: {key}: this is a number, not {_said(number)}")
    for cap in ("cap", "bets"):
        if numbers.get(cap) == 0:
            numbers[cap] = None
    for key in ("low", "high") if kind == "spread limit" else ():
        if key not in numbers:
            raise BadNotation(f'limit: {key} is missing, as in {{ kind = "spread limit", low = 2, high = 10 }}')
    with _at("limit"):
        limit: Limit = msgspec.convert({"kind": kind} | numbers, Limit)
    return limit


def _by(value: Any) -> ChangeBy:
    if value not in list(ChangeBy):
        raise BadNotation(f"by: there is no {_said(value)}; there are {', '.join(ChangeBy)}")
    return ChangeBy(value)


def _hands(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MOST_HANDS:
        raise BadNotation(f"hands: this is a number of hands, 1 to {MOST_HANDS}, not {_said(value)}")
    return value


def _check_keys(table: Mapping[str, Any], keys: Sequence[str], where: str, what: str) -> None:
    for key in table:
        if key not in keys:
            raise BadNotation(
                f"{where}: there is no key {_said(key)}; {_nearest(key, keys)}{what} has {', '.join(keys)}"
            )


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise BadNotation(f"{where}: this is text in quotes, in one line, not {_said(value)}")
    return value


def _nearest(name: str, names: Iterable[str]) -> str:
    """A question that names the most similar one, or nothing."""
    near = get_close_matches(name.lower(), list(names), n=1)
    return f"did you mean {near[0]!r}? " if near else ""


def _said(value: Any) -> str:
    """A value of a file as an error repeats it: in one line and never long."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else text[:36] + "..."


def _quoted(text: str) -> str:
    """Text as TOML has it, in one line."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in plain) + '"'


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Where in the file an error is."""
    try:
        yield
    except SidepotError as error:
        raise type(error)(f"{where}: {error.message}", error.cite) from None
