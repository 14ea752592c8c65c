"""From the input to a table: its game or mix, its house, its other terms.

The stakes are read in `simulate_stakes`, the guests in `simulate_guests`. Every error comes with
its place: the file and the key, or the option.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from sidepot.cli import common
from sidepot.cli.game_words import named_game
from sidepot.cli.simulate_input import SimulateInput
from sidepot.cli.simulate_stakes import buy_in_of, chips_of, stakes_of
from sidepot.cli.usual_house import usual_house
from sidepot.errors import BadNotation, SidepotError
from sidepot.games.limits import Limit
from sidepot.games.mix_files import read_mix
from sidepot.games.mixes import SHORT, ChangeBy, Mix, find_mix, mix_game, rotation, single
from sidepot.games.usual import usual_limit
from sidepot.rules.houses import find_house
from sidepot.rules.rulebook import Rulebook
from sidepot.rules.table_choices import ButtonRule, FirstButton, MissedBlinds
from sidepot.table.table_rules import Kill, KillKind, OpenStakes, Straddle, TableRules, TimeCharge
from sidepot.validation.problems import as_type
from sidepot.validation.reader import as_text, at_place, quoted

USUAL_SEATS = 6
MINUTE = 60_000
LIMITS: dict[str, Limit] = {
    **SHORT,
    **{f"{word} limit": limit for word, limit in zip(("no", "pot", "fixed"), SHORT.values(), strict=True)},
}


def rules_of(told: SimulateInput) -> TableRules:
    """The table that was told. Raises BadNotation and Conflict, saying where."""
    mix = mix_of(told)
    rulebook = rulebook_of(told)
    stakes = stakes_of(told, mix)
    agreed = agreed_in(told)
    for key in [key for key in agreed if key not in TableRules.__struct_fields__]:  # a choice of the house
        rulebook = rulebook.but(**{key: agreed.pop(key)})
    fields: dict[str, Any] = {
        "name": told.text("name", "table"),
        "seats": told.whole("seats", _usual_seats(told, mix), least=2, what="a number of seats"),
        "buy_in": buy_in_of(told, stakes),
        "dealers_choice": told.yes_no("dealers_choice", False),
        "chips": chips_of(told, stakes),
    }
    try:
        return TableRules(mix=mix, stakes=stakes, rulebook=rulebook, **fields, **agreed)
    except SidepotError as error:
        raise error.at(str(told.path)) from None


def _usual_seats(told: SimulateInput, mix: Mix) -> int:
    """Six, or as many as there are players told, as far as all games have cards for them, or one that is chosen."""
    players = told.values.get("players")
    most = mix.seats_for_choice[1] if told.yes_no("dealers_choice", False) else mix.seats[1]
    return min(max(USUAL_SEATS, len(players) if isinstance(players, list) else 0), most)


# ---- what is played


def mix_of(told: SimulateInput) -> Mix:
    """The game, or the games that follow each other."""
    if "mix" in told and "game" in told:
        raise told.wrong("mix", "a table has a `game` or a `mix`, not both")
    mix = _mix(told) if "mix" in told else _game(told)
    if "limit" in told and len(mix.games) > 1:
        raise told.wrong("limit", f"each game of {mix.title} has its own: {', '.join(mix.names)}")
    changes: dict[str, Any] = {}
    if "by" in told:
        changes["by"] = told.choice("by", told.values["by"], ChangeBy)
        if changes["by"] is ChangeBy.LEVEL:
            raise told.wrong("by", "a cash table has no levels: its games change by hands, or by orbit")
    if "hands_each" in told:
        changes |= {"by": ChangeBy.HANDS, "hands": told.whole("hands_each", 8, least=1, what="a number of hands")}
    return msgspec.structs.replace(mix, **changes)


def _mix(told: SimulateInput) -> Mix:
    """A mix by its name, in a file beside the table's, or listed."""
    value = told.values["mix"]
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        with at_place(told.place("mix")):
            return rotation("mix", f"{len(value)} games", value)
    if not isinstance(value, str):
        raise told.wrong("mix", f'expected a name, as in "horse", or a list, as in ["nl holdem"], not {quoted(value)}')
    if value.endswith(".toml"):
        return common.read_file(Path(told.path).parent / value, read_mix)
    with at_place(told.place("mix")):
        return find_mix(value)


def _game(told: SimulateInput) -> Mix:
    """A game of the catalogue or of a file, with its limit or without; or a mix by its name."""
    name = told.text("game", "holdem")
    if name.partition(" ")[0].lower() in SHORT:
        if "limit" in told:
            raise told.wrong("limit", f"the game is told with its limit already: {name}")
        with at_place(told.place("game")):
            part = mix_game(name)
        return single(part.game, part.limit)
    path = f"{Path(told.path).parent / name}" if name.endswith(".toml") and told.is_in_file("game") else name
    try:
        game = named_game(path)
    except BadNotation as unknown:
        try:
            return find_mix(name)
        except BadNotation as error:
            raise told.wrong("game", f"{unknown.message}; for a mix, {error.hint}") from None
    return single(game, _limit(told) if "limit" in told else SHORT[usual_limit(game)])


def _limit(told: SimulateInput) -> Limit:
    """`nl`, `pot limit`, or a table with the kind and its numbers."""
    value = told.values["limit"]
    if isinstance(value, str):
        limit = LIMITS.get(value.lower().replace("-", " ").strip())
        if limit is None:
            raise told.wrong("limit", f"there is no limit {quoted(value)}; there are {', '.join(LIMITS)}")
        return limit
    try:
        kinds: Any = Limit
        found: Limit = as_type(value, kinds, "")
    except SidepotError as error:
        example = '{ kind = "spread limit", low = 2, high = 10 }'
        raise told.wrong("limit", f"{error}; a limit is a word, as in nl, or a table, as in {example}") from None
    return found


# ---- what is agreed


def rulebook_of(told: SimulateInput) -> Rulebook:
    """The house, with this table's changes."""
    usual = "" if "house" in told else usual_house("open-stakes" if told.values.get("open_stakes") else "cash")
    name = told.text("house", usual)
    with at_place(told.place("house")):
        rulebook = find_house(name)
    if "rulebook" not in told:
        return rulebook
    changes = told.values["rulebook"]
    if not isinstance(changes, dict):
        raise told.wrong("rulebook", f"expected a table, as in rulebook = {{ run_it = 2 }}, not {quoted(changes)}")
    with at_place(told.place("rulebook")):
        return rulebook.but(**changes)


def agreed_in(told: SimulateInput) -> dict[str, Any]:
    """The terms besides game, stakes and house, as fields of TableRules."""
    values = told.values
    agreed: dict[str, Any] = {}
    for key, choices in (("button", ButtonRule), ("missed_blinds", MissedBlinds), ("first_button", FirstButton)):
        if key in told:
            agreed[key] = told.choice(key, values[key], choices)
    if "shut_out" in told:
        agreed["shut_out"] = told.yes_no("shut_out", True)
    if "petty" in told:
        agreed["petty"] = told.whole("petty", 0, what="a number of chips")
    if "rathole_minutes" in told:
        agreed["rathole_ms"] = told.whole("rathole_minutes", 0, what="a number of minutes") * MINUTE
    if "straddles" in told:
        listed = values["straddles"] if isinstance(values["straddles"], list) else [values["straddles"]]
        agreed["straddles"] = tuple(told.choice("straddles", one, Straddle) for one in listed)
    if "open_stakes" in told:
        agreed["open_stakes"] = _open_stakes(told)
    if "kill" in told:
        agreed["kill"] = _kill(told)
    if "bomb" in told:
        bomb = told.table("bomb", ("every", "ante"), "{ every = 10, ante = 5 }")
        agreed["bomb_every"] = told.number("bomb.every", bomb.get("every", 10), "a number of hands", 1)
        agreed["bomb_ante"] = told.number("bomb.ante", bomb.get("ante", 0), "a number of chips", 1)
    if "time_charge" in told:
        charge = told.table("time_charge", ("amount", "minutes"), "{ amount = 5, minutes = 30 }")
        amount = told.number("time_charge.amount", charge.get("amount", 0), "a number of chips", 1)
        minutes = told.number("time_charge.minutes", charge.get("minutes", 30), "minutes", 1)
        agreed["time_charge"] = TimeCharge(amount, minutes * MINUTE)
    return agreed


def _kill(told: SimulateInput) -> Kill:
    """A word, or a table with how often running or how large."""
    value = told.values["kill"]
    if isinstance(value, str):
        return Kill(told.choice("kill", value, KillKind))
    table = told.table("kill", ("kind", "legs", "at_least"), '{ kind = "half", legs = 2 }')
    kind = told.choice("kill.kind", table.get("kind", KillKind.FULL), KillKind)
    legs = told.number("kill.legs", table.get("legs", 2), "a number of pots won running")
    at_least = told.number("kill.at_least", table.get("at_least", 0), "a number of big bets")
    with at_place(told.place("kill")):
        return Kill(kind, legs, at_least)


def _open_stakes(told: SimulateInput) -> OpenStakes | None:
    """true, or a table with the terms of markers."""
    value = told.values["open_stakes"]
    if isinstance(value, bool):
        return OpenStakes() if value else None
    table = told.table("open_stakes", ("threshold", "terms"), '{ threshold = 5, terms = "in cash, tonight" }')
    threshold = told.number("open_stakes.threshold", table.get("threshold", 0), "an amount of chips")
    terms = table.get("terms", OpenStakes().terms)
    as_text(terms, told.place("open_stakes.terms"), or_empty=True)
    with at_place(told.place("open_stakes")):
        return OpenStakes(threshold, terms)
