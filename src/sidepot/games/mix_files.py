"""Rotations as text: read a mix from a TOML file, or write one as a starting point for another mix.

    name = "our-night"
    title = "Our night"
    by = "hands"                  # or "orbit", "level"
    hands = 6
    games = ["nl holdem", "pl omaha8", "fl stud"]

Instead of the list, `like = "horse"` takes the games of another mix; a table `[[games]]` for each game allows any
limit: `game = "holdem"`, `limit = { kind = "spread limit", low = 2, high = 10 }`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.mixes import SHORT, ChangeBy, Mix, MixGame, find_mix, game_among, mix_game
from sidepot.games.model import Game
from sidepot.validation.problems import as_type
from sidepot.validation.reader import as_number, as_one_of, as_text, at_place, check_keys, toml_of
from sidepot.validation.toml_text import inline, toml_text

KEYS: Final = ("like", "name", "title", "by", "hands", "games")
GAME_KEYS: Final = ("game", "limit")
MOST_GAMES: Final = 50
MOST_HANDS: Final = 1000
USUAL_HANDS: Final = 8
KINDS: Final = ("no limit", "pot limit", "fixed limit", "spread limit")
LIMITS: Final[tuple[type[Limit], ...]] = (NoLimit, PotLimit, FixedLimit, SpreadLimit)


def read_mix(text: str, own: Iterable[Game] = ()) -> Mix:
    """Read a rotation from the text of a TOML file. `own` lists games that are not in the catalogue.

    Raises BadNotation for text that is not a rotation, and Conflict for a rotation that cannot be played.

    >>> read_mix('name = "short"\\nby = "hands"\\nhands = 4\\ngames = ["fl razz", "nl holdem"]').names
    ('fl razz', 'nl holdem')
    """
    return mix_of(toml_of(text, "a rotation"), own)


def mix_of(data: Mapping[str, Any], own: Iterable[Game] = ()) -> Mix:
    """Make a rotation from the parsed values of a TOML file. `own` lists games that are not in the catalogue.

    Raises BadNotation for values that are not a rotation, and Conflict for a rotation that cannot be played.
    """
    check_keys(data, KEYS, "the file", "a rotation")
    like = find_mix(as_text(data["like"], "like")) if "like" in data else None
    if "name" not in data:
        raise BadNotation('the rotation has no name; write, for example, name = "our-night"')
    if "games" not in data and like is None:
        raise BadNotation('the rotation has no games; list them, as in games = ["nl holdem", "pl omaha"]')
    fields: dict[str, Any] = {"hands": USUAL_HANDS} if like is None else msgspec.structs.asdict(like)
    fields["name"] = fields["title"] = as_text(data["name"], "name")
    if "title" in data:
        fields["title"] = as_text(data["title"], "title")
    if "games" in data:
        fields["games"] = tuple(_games(data["games"], tuple(own)))
    if "by" in data:
        fields["by"] = ChangeBy(as_one_of(data["by"], ChangeBy, "by"))
    if "hands" in data:
        what = f"a number of hands, 1 to {MOST_HANDS}"
        fields["hands"] = as_number(data["hands"], "hands", what, 1, MOST_HANDS)
    return Mix(**fields)


def write_mix(mix: Mix) -> str:
    """Write a rotation as the text of a TOML file. `read_mix` can read it if it is given the same `own` games."""
    return toml_text(mix_table(mix))


def mix_table(mix: Mix) -> dict[str, object]:
    """A mix as the plain values of its TOML file."""
    table: dict[str, object] = {"name": mix.name, "title": mix.title, "by": str(mix.by)}
    if mix.by is ChangeBy.HANDS or mix.hands != USUAL_HANDS:
        table["hands"] = mix.hands
    if all(part.limit in SHORT.values() for part in mix.games):
        return table | {"games": list(mix.names)}
    return table | {"games": [{"game": part.game.name, "limit": _limit_value(part.limit)} for part in mix.games]}


def _limit_value(limit: Limit) -> object:
    """The limit as `"no limit"`, or as a table with its numbers, in which a cap of 0 means none."""
    kind = KINDS[LIMITS.index(type(limit))]
    if limit in SHORT.values():
        return kind
    return inline({"kind": kind} | {key: getattr(limit, key) or 0 for key in limit.__struct_fields__})


# ---- the tables of a file


def _games(value: object, own: Sequence[Game]) -> Iterator[MixGame]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_GAMES:
        raise BadNotation(f'games: expected a list of 1 to {MOST_GAMES}, as in ["nl holdem", "pl omaha"]')
    for at, entry in enumerate(value, 1):
        where = f"game {at}"
        with at_place(where):
            if isinstance(entry, str):
                yield mix_game(entry, own)
                continue
            if not isinstance(entry, dict):
                raise BadNotation('expected text such as "nl holdem", or a table with game and limit')
            for key in GAME_KEYS:
                if key not in entry:
                    raise BadNotation(
                        f'the key {key!r} is missing; expected, for example, {{ game = "holdem", limit = "no limit" }}'
                    )
            check_keys(entry, GAME_KEYS, "the table", "a game of a rotation")
            yield MixGame(game_among(as_text(entry["game"], "game"), own), _limit(entry["limit"]))


def _limit(value: object) -> Limit:
    """The limit written as `"no limit"`, `"pl"`, or a table with the kind and its numbers (0 for no cap)."""
    table = value if isinstance(value, dict) else {"kind": as_text(value, "limit")}
    if "kind" not in table:
        raise BadNotation("limit: the key 'kind' is missing; expected, for example, { kind = \"no limit\", cap = 500 }")
    kind = as_text(table["kind"], "limit: kind").lower()
    kind = KINDS[list(SHORT).index(kind)] if kind in SHORT else kind
    as_one_of(kind, KINDS, "limit")
    fields = LIMITS[KINDS.index(kind)].__struct_fields__
    check_keys(table, ("kind", *fields), "limit", f"a {kind}")
    numbers = {key: number for key, number in table.items() if key != "kind"}
    for key, number in numbers.items():
        as_number(number, f"limit: {key}", "a number")
    for cap in ("cap", "bets"):
        if numbers.get(cap) == 0:
            numbers[cap] = None
    for key in ("low", "high") if kind == "spread limit" else ():
        if key not in numbers:
            raise BadNotation(
                f'limit: the key {key!r} is missing; expected, for example, {{ kind = "spread limit", low '
                "= 2, high = 10 }"
            )
    limit: Limit = as_type({"kind": kind} | numbers, Limit, "limit")  # type: ignore[arg-type]  # a union is no type to mypy
    return limit
