"""Make the rules of a table from the input: its game or mix, its house, and its other terms.

`simulate_stakes` reads the stakes, `simulate_guests` the players. Every error names its place: the file and the key, or
the option.
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
from sidepot.games.usual import limit_for
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


def rules_of(inputs: SimulateInput) -> TableRules:
    """The rules of the table. Raises BadNotation or Conflict, saying where the mistake is."""
    mix = mix_of(inputs)
    rulebook = rulebook_of(inputs)
    stakes = stakes_of(inputs, mix)
    agreed = agreed_in(inputs)
    for key in [key for key in agreed if key not in TableRules.__struct_fields__]:  # a choice of the house
        rulebook = rulebook.but(**{key: agreed.pop(key)})
    fields: dict[str, Any] = {
        "name": inputs.text("name", "table"),
        "seats": inputs.integer("seats", _usual_seats(inputs, mix), least=2, what="a number of seats"),
        "buy_in": buy_in_of(inputs, stakes),
        "dealers_choice": inputs.yes_no("dealers_choice", False),
        "chips": chips_of(inputs, stakes),
    }
    try:
        return TableRules(mix=mix, stakes=stakes, rulebook=rulebook, **fields, **agreed)
    except SidepotError as error:
        raise error.at(str(inputs.path)) from None


def _usual_seats(inputs: SimulateInput, mix: Mix) -> int:
    """Six, or the number of listed players, as far as the games have enough cards."""
    players = inputs.values.get("players")
    most = mix.seats_for_choice[1] if inputs.yes_no("dealers_choice", False) else mix.seats[1]
    return min(max(USUAL_SEATS, len(players) if isinstance(players, list) else 0), most)


# ---- the games


def mix_of(inputs: SimulateInput) -> Mix:
    """The mix to play. It may consist of only one game."""
    if "mix" in inputs and "game" in inputs:
        raise inputs.wrong("mix", "a table has a `game` or a `mix`, not both")
    mix = _mix(inputs) if "mix" in inputs else _game(inputs)
    if "limit" in inputs and len(mix.games) > 1:
        raise inputs.wrong("limit", f"each game of {mix.title} has its own limit: {', '.join(mix.names)}")
    changes: dict[str, Any] = {}
    if "by" in inputs:
        changes["by"] = inputs.choice("by", inputs.values["by"], ChangeBy)
        if changes["by"] is ChangeBy.LEVEL:
            raise inputs.wrong("by", "a cash table has no levels: games change by hands or by orbit")
    if "hands_each" in inputs:
        changes |= {"by": ChangeBy.HANDS, "hands": inputs.integer("hands_each", 8, least=1, what="a number of hands")}
    return msgspec.structs.replace(mix, **changes)


def _mix(inputs: SimulateInput) -> Mix:
    """A mix by name, from a file next to the table's file, or as a list."""
    value = inputs.values["mix"]
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        with at_place(inputs.place("mix")):
            return rotation("mix", f"{len(value)} games", value)
    if not isinstance(value, str):
        raise inputs.wrong(
            "mix", f'expected a name, as in "horse", or a list, as in ["nl holdem"], not {quoted(value)}'
        )
    if value.endswith(".toml"):
        return common.read_file(Path(inputs.path).parent / value, read_mix)
    with at_place(inputs.place("mix")):
        return find_mix(value)


def _game(inputs: SimulateInput) -> Mix:
    """A game from the catalogue or a file, with or without a limit; or a mix by its name."""
    name = inputs.text("game", "holdem")
    if name.partition(" ")[0].lower() in SHORT:
        if "limit" in inputs:
            raise inputs.wrong("limit", f"the game already has a limit: {name}")
        with at_place(inputs.place("game")):
            part = mix_game(name)
        return single(part.game, part.limit)
    path = f"{Path(inputs.path).parent / name}" if name.endswith(".toml") and inputs.is_in_file("game") else name
    try:
        game = named_game(path)
    except BadNotation as unknown:
        try:
            return find_mix(name)
        except BadNotation as error:
            raise inputs.wrong("game", f"{unknown.message}; for a mix, {error.hint}") from None
    return single(game, _limit(inputs) if "limit" in inputs else limit_for(game))


def _limit(inputs: SimulateInput) -> Limit:
    """Parse `nl`, `pot limit`, or a table with the kind and its numbers."""
    value = inputs.values["limit"]
    if isinstance(value, str):
        limit = LIMITS.get(value.lower().replace("-", " ").strip())
        if limit is None:
            raise inputs.wrong("limit", f"unknown limit {quoted(value)}; expected one of {', '.join(LIMITS)}")
        return limit
    try:
        kinds: Any = Limit
        found: Limit = as_type(value, kinds, "")
    except SidepotError as error:
        example = '{ kind = "spread limit", low = 2, high = 10 }'
        raise inputs.wrong("limit", f"{error}; a limit is a word, as in nl, or a table, as in {example}") from None
    return found


# ---- the other terms


def rulebook_of(inputs: SimulateInput) -> Rulebook:
    """The rulebook of the house, with this table's changes."""
    usual = "" if "house" in inputs else usual_house("open-stakes" if inputs.values.get("open_stakes") else "cash")
    given = inputs.values.get("house")
    with at_place(inputs.place("house")):
        rulebook = given if isinstance(given, Rulebook) else find_house(inputs.text("house", usual))
    if "rulebook" not in inputs:
        return rulebook
    changes = inputs.values["rulebook"]
    if not isinstance(changes, dict):
        raise inputs.wrong("rulebook", f"expected a table, as in rulebook = {{ run_it = 2 }}, not {quoted(changes)}")
    with at_place(inputs.place("rulebook")):
        return rulebook.but(**changes)


def agreed_in(inputs: SimulateInput) -> dict[str, Any]:
    """The terms other than game, stakes and house, as values for the fields of `TableRules`."""
    values = inputs.values
    agreed: dict[str, Any] = {}
    for key, choices in (("button", ButtonRule), ("missed_blinds", MissedBlinds), ("first_button", FirstButton)):
        if key in inputs:
            agreed[key] = inputs.choice(key, values[key], choices)
    if "shut_out" in inputs:
        agreed["shut_out"] = inputs.yes_no("shut_out", True)
    if "petty" in inputs:
        agreed["petty"] = inputs.integer("petty", 0, what="a number of chips")
    if "rathole_minutes" in inputs:
        agreed["rathole_ms"] = inputs.integer("rathole_minutes", 0, what="a number of minutes") * MINUTE
    if "straddles" in inputs:
        listed = values["straddles"] if isinstance(values["straddles"], list) else [values["straddles"]]
        agreed["straddles"] = tuple(inputs.choice("straddles", one, Straddle) for one in listed)
    if "open_stakes" in inputs:
        agreed["open_stakes"] = _open_stakes(inputs)
    if "kill" in inputs:
        agreed["kill"] = _kill(inputs)
    if "bomb" in inputs:
        bomb = inputs.table("bomb", ("every", "ante"), "{ every = 10, ante = 5 }")
        agreed["bomb_every"] = inputs.number("bomb.every", bomb.get("every", 10), "a number of hands", 1)
        agreed["bomb_ante"] = inputs.number("bomb.ante", bomb.get("ante", 0), "a number of chips", 1)
    if "time_charge" in inputs:
        charge = inputs.table("time_charge", ("amount", "minutes"), "{ amount = 5, minutes = 30 }")
        amount = inputs.number("time_charge.amount", charge.get("amount", 0), "a number of chips", 1)
        minutes = inputs.number("time_charge.minutes", charge.get("minutes", 30), "minutes", 1)
        agreed["time_charge"] = TimeCharge(amount, minutes * MINUTE)
    return agreed


def _kill(inputs: SimulateInput) -> Kill:
    """Parse a word, or a table with the number of pots or the size of the pot."""
    value = inputs.values["kill"]
    if isinstance(value, str):
        return Kill(inputs.choice("kill", value, KillKind))
    table = inputs.table("kill", ("kind", "legs", "at_least"), '{ kind = "half", legs = 2 }')
    kind = inputs.choice("kill.kind", table.get("kind", KillKind.FULL), KillKind)
    legs = inputs.number("kill.legs", table.get("legs", 2), "a number of pots won in a row")
    at_least = inputs.number("kill.at_least", table.get("at_least", 0), "a number of big bets")
    with at_place(inputs.place("kill")):
        return Kill(kind, legs, at_least)


def _open_stakes(inputs: SimulateInput) -> OpenStakes | None:
    """Parse true, false, or a table with the terms of markers."""
    value = inputs.values["open_stakes"]
    if isinstance(value, bool):
        return OpenStakes() if value else None
    table = inputs.table("open_stakes", ("threshold", "terms"), '{ threshold = 5, terms = "in cash, tonight" }')
    threshold = inputs.number("open_stakes.threshold", table.get("threshold", 0), "an amount of chips")
    terms = table.get("terms", OpenStakes().terms)
    as_text(terms, inputs.place("open_stakes.terms"), or_empty=True)
    with at_place(inputs.place("open_stakes")):
        return OpenStakes(threshold, terms)
