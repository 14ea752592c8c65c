"""Structures as text: the terms of a tournament, read from a TOML file and written as one.

    name = "friday"
    game = "nl holdem"                      # or mix = "horse", or a table [mix] as in a file of a rotation
    chips = "25 green, 100 black, 500 purple, 1000 yellow"
    stack = 10000                           # pile = "25x8 100x8 ..." where it is agreed
    schedule = [
        { blinds = [25, 50], minutes = 20 },
        { blinds = [50, 100], ante = 100, ante_by = "big blind", minutes = 20 },
        { break = 10, remove = [25], note = "end of registration" },
        { blinds = [100, 200], ante = 200, ante_by = "big blind", minutes = 20 },
    ]
    [money]
    decimals = 2
    currency = "EUR"
    [entry]
    buy_in = 5000
    [pays]
    percents = [50, 30, 20]

A level of a mix has the amounts of all its games in one table: games with blinds use `blinds`, other games `ante` and
`bring_in`, and fixed-limit games `small_bet` and `big_bet`; or `games` lists a table for each game. Times are minutes.
A level may give, in seconds, the time to `decide` and the maximum of the time `bank`. All other keys are the fields of
`Structure`; `house` names a rulebook or describes a club's own (`own_houses`), and `[rulebook]` changes single choices
of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from sidepot.errors import BadNotation, SidepotError
from sidepot.games.limits import FixedLimit
from sidepot.games.mix_files import mix_of, mix_table
from sidepot.games.mixes import MIXES, SHORT, Mix, find_mix, mix_game, single
from sidepot.games.model import Game, Opens
from sidepot.games.stakes import Stakes
from sidepot.games.unit import Unit
from sidepot.rules.houses import HOUSES, TDA_2013, book_of
from sidepot.rules.own_houses import house_in
from sidepot.rules.rulebook import Rulebook
from sidepot.table.chip_text import read_chips, read_pile
from sidepot.table.chips import ChipSet, plain_chips
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.schedule import MINUTE, Break, Item, Level
from sidepot.tournament.structure import EntryTerms, Structure
from sidepot.validation.problems import as_type
from sidepot.validation.reader import as_table, as_text, at_place, check_keys, quoted, toml_of
from sidepot.validation.toml_text import changed, inline, lines_of, toml_text
from sidepot.validation.type_checks import expect, expect_row

S = TypeVar("S", bound=msgspec.Struct)

KEYS: Final = (*[key for key in Structure.__struct_fields__ if key != "mix"], "game", "mix", "house")
STAKES_KEYS: Final = ("blinds", "small_bet", "big_bet", "ante", "ante_by", "bring_in", "ante_is_dead")
_TIMES: Final = ("decide", "bank")  # of a level, in seconds
LEVEL_KEYS: Final = (*STAKES_KEYS, "games", "minutes", *_TIMES)
BREAK_KEYS: Final = ("break", "remove", "note")
MOST_MINUTES: Final = 100_000
_LIMITED: Final = ("small_bet", "big_bet")
_APART: Final = ("mix", "schedule", "chips", "pile", "rulebook", "entry", "pays", "money")  # not written as they are
_POSTED: Final = ("ante", "ante_by", "bring_in", "ante_is_dead")


# ---- reading


def read_structure(text: str, own: Iterable[Game] = ()) -> Structure:
    """Read the structure in a TOML file. `own` lists games that are not in the catalogue.

    Raises BadNotation for text that is not a structure, and Conflict for a structure that cannot be played.
    """
    return structure_of(toml_of(text, "a structure"), expect_row(own, Game, "own"))


def structure_of(table: Mapping[str, Any], own: Iterable[Game] = ()) -> Structure:
    """Make a structure from the parsed values of a TOML file. `own` lists games that are not in the catalogue.

    Raises BadNotation for values that are not a structure, and Conflict for a structure that cannot be played.
    """
    data = dict(table)
    check_keys(data, KEYS, "the file", "a structure")
    for key, like in (
        ("name", '"friday"'),
        ("chips", '"25 green, 100 black"'),
        ("stack", "10000"),
        ("schedule", "[{ blinds = [25, 50], minutes = 20 }]"),
    ):
        if key not in data:
            raise BadNotation(f"the key {key} is missing; write, for example, {key} = {like}")
    mix = _mix(data, tuple(own))
    terms: dict[str, Any] = {
        "mix": mix,
        "schedule": tuple(_schedule(data.pop("schedule"), mix)),
        "chips": _chips(data.pop("chips")),
        "rulebook": _rulebook(data),
        "money": _table(data.pop("money", {}), Unit, "money"),
        "entry": _table(data.pop("entry", {}), EntryTerms, "entry"),
        "pays": _table(data.pop("pays", {}), PayTerms, "pays"),
    }
    if "pile" in data:
        with at_place("pile"):
            terms["pile"] = read_pile(as_text(data.pop("pile"), ""), terms["chips"])
    plain = {key: _plain(data[key], key) for key in data}
    return Structure(**terms, **plain)


def _plain(value: Any, key: str) -> Any:
    """The value of a field, as the file has it."""
    wanted = next(field.type for field in msgspec.structs.fields(Structure) if field.name == key)
    return as_type(value, wanted, key)


def _table(value: Any, wanted: type[S], where: str) -> S:
    keys = wanted.__struct_fields__
    return as_type(as_table(value, where, keys, f"[{where}]", f"{where} = {{ {keys[0]} = ... }}"), wanted, where)


def _mix(data: dict[str, object], own: tuple[Game, ...]) -> Mix:
    """The game or the rotation, taken out of the file."""
    if ("game" in data) == ("mix" in data):
        raise BadNotation('the game is missing; write, for example, game = "nl holdem" or mix = "horse"')
    if "game" in data:
        with at_place("game"):
            part = mix_game(as_text(data.pop("game"), ""), own)
        return single(part.game, part.limit)
    value = data.pop("mix")
    with at_place("mix"):
        if not isinstance(value, dict):
            return find_mix(as_text(value, ""))
        return mix_of(value, own)


def _chips(value: object) -> ChipSet:
    with at_place("chips"):
        if isinstance(value, list):
            return plain_chips(*as_type(value, list[int], "chips"))
        return read_chips(as_text(value, ""))


def _rulebook(data: dict[str, object]) -> Rulebook:
    house, changes = data.pop("house", TDA_2013.name), data.pop("rulebook", {})
    if not isinstance(changes, dict):
        raise BadNotation(
            f"rulebook: expected a table of changed choices, not {quoted(changes)}; to name a house "
            'write, for example, house = "tda-2024"'
        )
    with at_place("house"):
        book = house_in(house)
    check_keys(changes, Rulebook.__struct_fields__, "rulebook", "a rulebook")
    return book.but(**changes)


def _schedule(value: object, mix: Mix) -> Iterator[Item]:
    if not isinstance(value, list):
        raise BadNotation(f"schedule: expected a list of levels and breaks, not {quoted(value)}")
    number = 0
    for at, table in enumerate(value):
        if not isinstance(table, dict):
            raise BadNotation(
                f"schedule, item {at + 1}: expected a table, as in {{ blinds = [25, 50], minutes = 20 }} or "
                f"{{ break = 10 }}, not {quoted(table)}"
            )
        if "break" in table:
            where = f"schedule, the break after level {number}"
            check_keys(table, BREAK_KEYS, where, "a break")
            with at_place(where):
                removed = as_type(table.get("remove", []), tuple[int, ...], "remove")
                note = as_text(table["note"], "note") if "note" in table else ""
                yield Break(_minutes(table["break"], "break"), removed, note)
            continue
        number += 1
        where = f"schedule, level {number}"
        check_keys(table, LEVEL_KEYS, where, "a level")
        with at_place(where):
            if "minutes" not in table:
                raise BadNotation("minutes is missing; write, for example, minutes = 20")
            times = {key: as_type(table[key], int, key) * 1000 for key in _TIMES if key in table}
            yield Level(tuple(_all_stakes(table, mix)), _minutes(table["minutes"], "minutes"), **times)


def _all_stakes(table: Mapping[str, object], mix: Mix) -> Iterator[Stakes]:
    """The stakes of each game: of the one table, each game what it uses, or each from its own."""
    if "games" not in table:
        for at in range(len(mix.games)):
            yield as_type(_part_for(table, mix, at), Stakes, "")
        return
    if set(table) - {"games", "minutes", *_TIMES}:
        raise BadNotation("put the amounts either in the tables of `games` or in one table for all games, not in both")
    tables = table["games"]
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise BadNotation("games: expected a list of tables, one for each game of the mix")
    for number, each in enumerate(tables, 1):
        check_keys(each, STAKES_KEYS, f"game {number}", "a game")
        yield as_type(each, Stakes, f"game {number}")


def _part_for(table: Mapping[str, object], mix: Mix, at: int) -> dict[str, object]:
    """The part of a level's amounts that a game of a mix uses. A game alone uses all of them."""
    given = {key: value for key, value in table.items() if key in STAKES_KEYS}
    if len(mix.games) == 1:
        return given
    part = mix.games[at]
    unused = set(_POSTED) if part.game.streets[0].opens is Opens.LEFT_OF_BLINDS else {"blinds"}
    if not isinstance(part.limit, FixedLimit) and "blinds" not in unused:
        unused |= set(_LIMITED)
    return {key: value for key, value in given.items() if key not in unused}


def _minutes(value: Any, key: str) -> int:
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 < value <= MOST_MINUTES:
        raise BadNotation(f"{key}: expected a number of minutes, not {quoted(value)}")
    return round(value * MINUTE)


# ---- writing


def write_structure(structure: Structure) -> str:
    """Write a structure as the text of a TOML file. `read_structure` can read it
    if it is given the same `own` games.

    Default values are omitted.
    """
    expect(structure, Structure, "structure")
    book = book_of(structure.rulebook)
    if book.name not in HOUSES:
        book = TDA_2013
    usual = {"name": None, "stack": None, "title": structure.name, "pile": structure.chips.usable(structure.stack)}
    table = {key: value for key, value in changed(structure, usual).items() if key not in _APART}
    if book != TDA_2013:
        table["house"] = book.name
    table |= _mix_value(structure.mix) | {"chips": str(structure.chips)}
    if structure.pile != usual["pile"]:
        table["pile"] = str(structure.pile)
    table["schedule"] = lines_of([_item_table(item, structure.mix) for item in structure.schedule])
    sections = {
        "money": changed(structure.money),
        "entry": changed(structure.entry),
        "pays": changed(structure.pays),
        "rulebook": changed(structure.rulebook, msgspec.structs.asdict(book)),
    }
    table |= {key: {name: inline(value) for name, value in part.items()} for key, part in sections.items() if part}
    return toml_text(table)


def _mix_value(mix: Mix) -> dict[str, object]:
    """The game, a rotation by name, or its table, which comes last."""
    part = mix.games[0]
    if mix == single(part.game, part.limit) and part.limit in SHORT.values():
        return {"game": part.name}
    return {"mix": mix.name if mix == MIXES.get(mix.name) else mix_table(mix)}


def _item_table(item: Item, mix: Mix) -> dict[str, object]:
    if isinstance(item, Break):
        table: dict[str, object] = {"break": _in_minutes(item.ms)}
        return table | {key: getattr(item, key) for key in ("remove", "note") if getattr(item, key)}
    tables = [_amounts(stakes) for stakes in item.stakes]
    shared: dict[str, object] = {}
    for each in tables:
        shared |= each
    bare = tuple(msgspec.structs.replace(stakes, chip=1) for stakes in item.stakes)
    if _as_read(shared, mix) != bare:
        shared = {"games": tables}
    times = {"decide": item.decide // 1000} if item.decide else {}
    times |= {"bank": item.bank // 1000} if item.bank >= 0 else {}
    return shared | {"minutes": _in_minutes(item.ms)} | times


def _amounts(stakes: Stakes) -> dict[str, object]:
    """The amounts that are not 0, without the smallest chip."""
    plain = msgspec.to_builtins(stakes)
    usual = msgspec.to_builtins(Stakes(blinds=(1,))) | {"blinds": ()}
    return {key: plain[key] for key in STAKES_KEYS if plain[key] != usual[key] and plain[key] != []}


def _as_read(shared: dict[str, object], mix: Mix) -> tuple[Stakes, ...]:
    """The stakes of each game according to one table for all; empty if a game gets no stakes from it."""
    try:
        return tuple(_all_stakes(shared, mix))
    except SidepotError:
        return ()


def _in_minutes(ms: int) -> int | float:
    whole, rest = divmod(ms, MINUTE)
    return ms / MINUTE if rest else whole
