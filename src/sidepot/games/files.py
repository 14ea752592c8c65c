"""Games as text: read a game from a TOML file, or write one as a starting point for another game.

The keys are the fields of `model.Game`, with a table `[[streets]]` for each street and `[[halves]]` for each half. A
key that a file leaves out has its usual value or, with `like = "omaha8"`, the value in that game; only the name and
title are always the file's own. `docs/reference/games.md` describes the format with an example.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game, game_of
from sidepot.games.decks import STANDARD, find_deck
from sidepot.games.model import Choose, Game, Half, Opens, Street
from sidepot.ranking.playable_cards import at_least
from sidepot.ranking.scales import SCALES, find_scale
from sidepot.ranking.wild import wild_cards
from sidepot.validation.reader import (
    as_number,
    as_one_of,
    as_tables,
    as_text,
    as_yes_no,
    at_place,
    check_keys,
    quoted,
    toml_of,
)
from sidepot.validation.toml_text import changed, toml_text

GAME_KEYS: Final = ("like", *Game.__struct_fields__)
STREET_KEYS: Final = Street.__struct_fields__
HALF_KEYS: Final = Half.__struct_fields__
MOST_SEATS: Final = 10  # if a file does not say how many play
MOST_STREETS: Final = 30

_COUNTS: Final = ("down", "up", "board", "draw", "discard")


def read_game(text: str) -> Game:
    """Read a game from the text of a TOML file.

    Raises BadNotation for text that is not a game, and Conflict for a game that cannot be played.

    >>> game = read_game('name = "two-boards"\\nlike = "omaha8"\\nboards = 2')
    >>> game.boards, game.hole_cards, game.seats  # eleven could play Omaha, and two boards leave cards for ten
    (2, 4, (2, 10))
    """
    data = toml_of(text, "a game")
    check_keys(data, GAME_KEYS, "the file", "a game")
    like = _like(data)
    if "name" not in data:
        raise BadNotation('the game has no name; write, for example, name = "my-game"')
    given = {key: read(data[key]) for key, read in _READERS.items() if key in data}
    fields: dict[str, Any] = {"halves": (Half(),)} if like is None else msgspec.structs.asdict(like)
    fields |= {"title": given["name"]} | given
    if not fields.get("streets"):
        raise BadNotation(
            "the game has no streets; write one [[streets]] table for each street, or copy those of another "
            'game with like = "holdem"'
        )
    if "seats" not in given:
        room = _room(fields["streets"], fields.get("deck", STANDARD), fields.get("boards", 1), short=like is not None)
        fields["seats"] = (2, max(min(like.seats[1] if like else MOST_SEATS, room), 2))
    return Game(**fields)


def write_game(game: Game | str) -> str:
    """Write a game, given as a `Game` or by name, as TOML text that `read_game` can read. Default values are
    omitted.
    """
    game = game_of(game)
    table = changed(game)
    del table["streets"], table["halves"]
    table["streets"] = [changed(street, {"burn": _burns(at, street.discard)}) for at, street in enumerate(game.streets)]
    table["halves"] = [changed(half, {"scale": None}) for half in game.halves]
    return toml_text(table)


def _burns(at: int, discard: int) -> bool:
    """Whether a card is burned if a file does not say so: before each street but the first, if cards are dealt
    on it.
    """
    return at > 0 and not discard


# ---- the tables of a file


def _like(data: Mapping[str, object]) -> Game | None:
    if "like" not in data:
        return None
    with at_place("like"):
        return find_game(as_text(data["like"], ""))


def _streets(value: object) -> tuple[Street, ...]:
    tables = as_tables(value, "streets")
    if len(tables) > MOST_STREETS:
        raise BadNotation(f"expected at most {MOST_STREETS} tables, not {len(tables)}", place="streets")
    return tuple([_street(table, at) for at, table in enumerate(tables)])


def _street(table: Mapping[str, Any], at: int) -> Street:
    where = f"street {at + 1}"
    if "name" in table:
        where += f" ({as_text(table['name'], f'{where}: name')!r})"
    check_keys(table, STREET_KEYS, where, "a street")
    if "name" not in table:
        raise BadNotation(f'{where} has no name; write, for example, name = "flop"')
    if "opens" not in table:
        raise BadNotation(
            f'{where} has no betting round; name who opens it, as in opens = "{Opens.LEFT_OF_BUTTON}" '
            f'(one of {", ".join(Opens)}), or write "{Opens.NOBODY}" if nobody bets'
        )
    opens = Opens(as_one_of(table["opens"], Opens, f"{where}: opens"))
    what = "a number of cards, 0 or more"
    counts: dict[str, Any] = {key: as_number(table[key], f"{where}: {key}", what) for key in _COUNTS if key in table}
    flags = {"burn": _burns(at, counts.get("discard", 0))}
    flags |= {key: as_yes_no(table[key], f"{where}: {key}") for key in ("burn", "big") if key in table}
    return Street(table["name"], opens, **counts, **flags)


def _halves(value: object) -> tuple[Half, ...]:
    tables = as_tables(value, "halves")
    if not tables:
        raise BadNotation(
            'halves is empty: write a table [[halves]] with, for example, scale = "high", or leave halves out'
        )
    return tuple([_half(table, f"half {at + 1}") for at, table in enumerate(tables)])


def _half(table: Mapping[str, object], where: str) -> Half:
    check_keys(table, HALF_KEYS, where, "a half")
    scale = as_one_of(table.get("scale", "high"), SCALES, f"{where}: scale")
    choose = Choose(as_one_of(table.get("choose", Choose.ANY), Choose, f"{where}: choose"))
    qualifier = None
    if "qualifier" in table:
        qualifier = as_number(table["qualifier"], f"{where}: qualifier", "a card as a number, 5 to 14 for an ace")
    with at_place(f"{where}: qualifier"):
        find_scale(scale, qualifier)
    return Half(scale, choose, qualifier)


# ---- values


def _deck(value: object) -> str:
    name = as_text(value, "deck")
    with at_place("deck"):
        return find_deck(name).name


def _wild(value: object) -> tuple[str, ...]:
    with at_place("wild"):
        if not isinstance(value, list):
            raise BadNotation(f'expected a list, as in wild = ["joker"] or wild = ["2"], not {quoted(value)}')
        for name in value:
            wild_cards((as_text(name, ""),))
    return tuple(value)


def _seats(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise BadNotation(
            f"seats: expected the smallest and largest number of players, as in [2, 8], not {quoted(value)}"
        )
    least, most = (as_number(seats, "seats", "a number of players") for seats in value)
    return least, most


def _room(streets: Sequence[Street], deck: str, boards: int, *, short: bool) -> int:
    """The number of seats for which the deck has enough cards.

    With `short`, only the first street of stud counts, as `Game` allows.
    """
    middle = boards * sum(street.board for street in streets)
    short = short and not middle and any(street.up for street in streets)
    each = sum(street.down + street.up for street in (streets[:1] if short else streets))
    return (len(find_deck(deck).cards) - middle) // max(each, 1)


def _requirement(ranks: object, where: str) -> str:
    if ranks != "":  # an empty one asks for nothing, even if the other game does
        with at_place(where):
            at_least(as_text(ranks, ""))
    return str(ranks)


_READERS: Final[dict[str, Callable[[object], object]]] = {
    "name": partial(as_text, where="name"),
    "title": partial(as_text, where="title"),
    "streets": _streets,
    "halves": _halves,
    "deck": _deck,
    "boards": partial(as_number, where="boards", what="a number of boards"),
    "seats": _seats,
    "pass_out": partial(as_yes_no, where="pass_out"),
    "wild": _wild,
    "open_requirement": partial(_requirement, where="open_requirement"),
    "win_requirement": partial(_requirement, where="win_requirement"),
}
