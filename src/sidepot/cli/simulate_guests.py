"""The players of a simulated table, including those who may come later, and their bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from sidepot.cli.simulate_bots import USUAL, find_bots
from sidepot.cli.simulate_input import SimulateInput
from sidepot.errors import BadNotation
from sidepot.simulation.bot_hand import Bot
from sidepot.simulation.visitors import NAMES, Guest
from sidepot.table.table_rules import TableRules
from sidepot.validation.reader import as_number, as_text, check_keys, quoted

KEYS: Final = ("name", "chips", "bot", "seat")


def guests_of(inputs: SimulateInput, rules: TableRules, rng: Random, *, lively: bool) -> list[Guest]:
    """The listed players. If none are listed, one player for each seat.

    If players come and go (`lively`), players are added until there are about two for each seat.
    """
    bots = find_bots(_bots(inputs), inputs.place("bots"), rng)
    guests = _players(inputs, rules, bots, rng) if "players" in inputs else []
    taken = {guest.name for guest in guests}
    wanted = 2 * rules.seats + 2 if lively else 0 if guests else rules.seats
    names = [name for name in (*NAMES, *[f"Player {at}" for at in range(1, wanted + 1)]) if name not in taken]
    guests += [Guest(names.pop(0), bots[at % len(bots)]) for at in range(len(guests), wanted)]
    if len(guests) < 2:
        raise inputs.wrong("players", "a table needs at least two players")
    return guests


def _bots(inputs: SimulateInput) -> list[str]:
    value = inputs.values.get("bots", USUAL)
    listed = [name.strip() for name in value.split(",")] if isinstance(value, str) else value
    if not isinstance(listed, list) or not listed or not all(isinstance(name, str) for name in listed):
        raise inputs.wrong("bots", f'expected a list of bots, as in ["regular", "loose"], not {quoted(value)}')
    return listed


def _players(inputs: SimulateInput, rules: TableRules, bots: Sequence[Bot], rng: Random) -> list[Guest]:
    """The listed players, each given as a name or a table."""
    value = inputs.values["players"]
    if not isinstance(value, list) or len(value) > rules.seats:
        raise inputs.wrong("players", f"expected a list of up to {rules.seats} players, one for each seat")
    guests: list[Guest] = []
    for at, entry in enumerate(value):
        where = f"{inputs.place('players')}: player {at + 1}"
        guests.append(_player(entry, where, rules, guests, bots[at % len(bots)], rng))
    return guests


def _player(entry: object, where: str, rules: TableRules, others: list[Guest], bot: Bot, rng: Random) -> Guest:
    table = {"name": entry} if isinstance(entry, str) else entry
    if not isinstance(table, dict):
        raise BadNotation(f'{where}: expected a name, or a table, as in {{ name = "Ann", chips = 150 }}')
    check_keys(table, KEYS, where, "a player")
    name = as_text(table.get("name", ""), f"{where}: name")
    if name in [guest.name for guest in others]:
        raise BadNotation(f"{where}: {name} is listed twice; each player needs a different name")
    chips = _number(table, "chips", where, *rules.buy_in)
    seat = _number(table, "seat", where, 1, rules.seats) - 1
    if seat >= 0 and seat in [guest.seat for guest in others]:
        raise BadNotation(f"{where}: seat {seat + 1} is taken")
    if "bot" in table:
        (bot,) = find_bots([as_text(table["bot"], f"{where}: bot")], where, rng)
    return Guest(name, bot, seat, chips)


def _number(table: Mapping[str, object], key: str, where: str, least: int, most: int) -> int:
    """A number between two bounds, 0 by default."""
    if key not in table:
        return 0
    return as_number(table[key], f"{where}: {key}", f"a number from {least} to {most}", least, most)
