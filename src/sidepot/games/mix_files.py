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

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.file_values import at_place, check_keys, nearest, quoted, said, text_of, toml_of, whole
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.mixes import SHORT, ChangeBy, Mix, MixGame, find_mix, game_among, mix_game
from sidepot.games.model import Game

KEYS: Final = ("like", "name", "title", "by", "hands", "games")
GAME_KEYS: Final = ("game", "limit")
MOST_GAMES: Final = 50
MOST_HANDS: Final = 1000
USUAL_HANDS: Final = 8
KINDS: Final = ("no limit", "pot limit", "fixed limit", "spread limit")
LIMITS: Final[tuple[type[Limit], ...]] = (NoLimit, PotLimit, FixedLimit, SpreadLimit)


def read_mix(text: str, own: Iterable[Game] = ()) -> Mix:
    """The rotation of a TOML file. `own` are games that are not in the catalogue. Raises BadNotation, Conflict.

    >>> read_mix('name = "short"\\nby = "hands"\\nhands = 4\\ngames = ["fl razz", "nl holdem"]').names
    ('fl razz', 'nl holdem')
    """
    data = toml_of(text, "a rotation")
    check_keys(data, KEYS, "the file", "a rotation")
    like = find_mix(text_of(data["like"], "like")) if "like" in data else None
    if "name" not in data:
        raise BadNotation('the rotation has no name: give it one, as in name = "our-night"')
    if "games" not in data and like is None:
        raise BadNotation('the rotation has no games: list them, as in games = ["nl holdem", "pl omaha"]')
    name = text_of(data["name"], "name")
    return Mix(
        name,
        text_of(data["title"], "title") if "title" in data else name,
        tuple(_games(data["games"], tuple(own))) if "games" in data else like.games if like else (),
        _by(data["by"]) if "by" in data else like.by if like else ChangeBy.ORBIT,
        _hands(data["hands"]) if "hands" in data else like.hands if like else USUAL_HANDS,
    )


def write_mix(mix: Mix) -> str:
    """A rotation as a TOML file that `read_mix` reads back (with the same `own` games)."""
    lines = [f"name = {quoted(mix.name)}", f"title = {quoted(mix.title)}", f"by = {quoted(mix.by)}"]
    if mix.by is ChangeBy.HANDS or mix.hands != USUAL_HANDS:
        lines.append(f"hands = {mix.hands}")
    if all(part.limit in SHORT.values() for part in mix.games):
        return "\n".join([*lines, f"games = [{', '.join(map(quoted, mix.names))}]"]) + "\n"
    for part in mix.games:
        lines += ["", "[[games]]", f"game = {quoted(part.game.name)}", f"limit = {_limit_text(part.limit)}"]
    return "\n".join(lines) + "\n"


def _limit_text(limit: Limit) -> str:
    """`"no limit"`, or a table with its numbers; a cap of 0 is none."""
    numbers = {key: getattr(limit, key) for key in limit.__struct_fields__}
    kind = KINDS[LIMITS.index(type(limit))]
    if limit in SHORT.values():
        return quoted(kind)
    return f"{{ kind = {quoted(kind)}, {', '.join(f'{key} = {number or 0}' for key, number in numbers.items())} }}"


# ---- the tables of a file


def _games(value: Any, own: Sequence[Game]) -> Iterator[MixGame]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_GAMES:
        raise BadNotation(f'games: this is a list of 1 to {MOST_GAMES}, as in ["nl holdem", "pl omaha"]')
    for at, entry in enumerate(value, 1):
        where = f"game {at}"
        with at_place(where):
            if isinstance(entry, str):
                yield mix_game(entry, own)
                continue
            if not isinstance(entry, dict):
                raise BadNotation('this is text such as "nl holdem", or a table with game and limit')
            for key in GAME_KEYS:
                if key not in entry:
                    raise BadNotation(f'{key} is missing, as in {{ game = "holdem", limit = "no limit" }}')
            check_keys(entry, GAME_KEYS, "the table", "a game of a rotation")
            yield MixGame(game_among(text_of(entry["game"], "game"), own), _limit(entry["limit"]))


def _limit(value: Any) -> Limit:
    """`"no limit"`, `"pl"`, or a table with the kind and its numbers; 0 for no cap."""
    table = value if isinstance(value, dict) else {"kind": text_of(value, "limit")}
    if "kind" not in table:
        raise BadNotation('limit: kind is missing, as in { kind = "no limit", cap = 500 }')
    kind = text_of(table["kind"], "limit: kind").lower()
    kind = KINDS[list(SHORT).index(kind)] if kind in SHORT else kind
    if kind not in KINDS:
        raise BadNotation(f"limit: there is no {said(kind)}; {nearest(kind, KINDS)}there are {', '.join(KINDS)}")
    fields = LIMITS[KINDS.index(kind)].__struct_fields__
    check_keys(table, ("kind", *fields), "limit", f"a {kind}")
    numbers = {key: number for key, number in table.items() if key != "kind"}
    for key, number in numbers.items():
        whole(number, f"limit: {key}", "a number")
    for cap in ("cap", "bets"):
        if numbers.get(cap) == 0:
            numbers[cap] = None
    for key in ("low", "high") if kind == "spread limit" else ():
        if key not in numbers:
            raise BadNotation(f'limit: {key} is missing, as in {{ kind = "spread limit", low = 2, high = 10 }}')
    with at_place("limit"):
        limit: Limit = msgspec.convert({"kind": kind} | numbers, Limit)
    return limit


def _by(value: Any) -> ChangeBy:
    if value not in list(ChangeBy):
        raise BadNotation(f"by: there is no {said(value)}; there are {', '.join(ChangeBy)}")
    return ChangeBy(value)


def _hands(value: Any) -> int:
    return whole(value, "hands", f"a number of hands, 1 to {MOST_HANDS}", 1, MOST_HANDS)
