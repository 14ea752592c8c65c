"""The stakes, the buy-in and the chips of a simulated table."""

from __future__ import annotations

from math import gcd

import msgspec

from sidepot.cli.play_stakes import read_rake
from sidepot.cli.simulate_input import SimulateInput
from sidepot.errors import SidepotError
from sidepot.games.limits import FixedLimit
from sidepot.games.mixes import Mix, MixGame
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.games.usual import has_blinds, has_bring_in, stakes_for
from sidepot.simulation.cash_table import HAND_MS
from sidepot.table.chip_text import read_chips
from sidepot.table.chips import ChipSet, plain_chips
from sidepot.table.denominations import COLOURS
from sidepot.validation.problems import as_type
from sidepot.validation.reader import at_place, check_keys, quoted

_PARTS = ("blinds", "bets", "ante", "bring_in")


def stakes_of(inputs: SimulateInput, mix: Mix) -> tuple[Stakes, ...]:
    """The stakes of each game of the mix: as listed one by one, or derived from blinds and bets."""
    if "stakes" in inputs:
        found = _listed(inputs, mix)
    else:
        _check_sense(inputs, mix)
        found = [_usual(inputs, mix, part) for part in mix.games]
    if "chips" in inputs:
        _check_chips(inputs, mix, found)
    rake = _rake(inputs) if "rake" in inputs else None
    return tuple(msgspec.structs.replace(stakes, rake=rake) if rake is not None else stakes for stakes in found)


def _listed(inputs: SimulateInput, mix: Mix) -> list[Stakes]:
    """Listed stakes, one table per game. A single game needs no list."""
    other = next((key for key in _PARTS if key in inputs), None)
    if other is not None:
        raise inputs.wrong("stakes", f"this gives all stakes: omit {inputs.place(other)}")
    value = inputs.values["stakes"]
    tables = [value] if isinstance(value, dict) else value
    if not isinstance(tables, list) or len(tables) != len(mix.games):
        raise inputs.wrong("stakes", f"expected a table for each game: {', '.join(mix.names)}")
    found = []
    for name, table in zip(mix.names, tables, strict=True):
        where = f"{inputs.place('stakes')} of {name}"
        if isinstance(table, dict):
            check_keys(table, Stakes.__struct_fields__, where, "a table of stakes")
        found.append(as_type(table, Stakes, where))
    return found


def _check_sense(inputs: SimulateInput, mix: Mix) -> None:
    """Raise BadNotation for blinds or a bring-in in games without them."""
    if "blinds" in inputs and not any(has_blinds(part.game) for part in mix.games):
        raise inputs.wrong("blinds", f"{mix.title} is played without blinds; give `ante` and `bets`")
    if "bring_in" in inputs and not any(has_bring_in(part.game) for part in mix.games):
        raise inputs.wrong("bring_in", f"{mix.title} has no bring-in")


def _check_chips(inputs: SimulateInput, mix: Mix, found: list[Stakes]) -> None:
    """Raise BadNotation for stakes that cannot be paid with the chips of the table."""
    unit = _unit(inputs)
    for name, one in zip(mix.names, found, strict=True):
        amounts = (one.chip, one.ante, *one.blinds, one.bring_in, one.small_bet, one.big_bet)
        odd = next((amount for amount in amounts if amount % unit), 0)
        if odd:
            what = f"its amounts go by {odd} (`chip`)" if odd == one.chip else f"{odd} is played for"
            raise inputs.wrong("chips", f"these chips make {unit}, {2 * unit} and so on, but in {name} {what}")


def _unit(inputs: SimulateInput) -> int:
    """The smallest amount that the given chips can make; 1 if none are given."""
    return gcd(*[chip.value for chip in _chips(inputs).chips]) if "chips" in inputs else 1


def _usual(inputs: SimulateInput, mix: Mix, part: MixGame) -> Stakes:
    """The default stakes of a game, with the given blinds, bets, ante and bring-in."""
    blinds = _blinds(inputs)
    bets = _bets(inputs)
    plain = 2 if all(has_blinds(each.game) for each in mix.games) else 4
    in_blinds = has_blinds(part.game)
    by_bets = isinstance(part.limit, FixedLimit) or not in_blinds
    big_blind = max(blinds[:2], default=0)
    small_bet = bets[0] if bets else 0
    bet = (small_bet or big_blind if by_bets else big_blind or small_bet) or plain
    chip = inputs.integer("chip", _unit(inputs), least=1, what="the smallest chip in play")
    without = [each for each in mix.games if not has_blinds(each.game)]
    ante = None
    if "ante" in inputs and not (in_blinds and without):  # if some games have no blinds, they apply to the others
        ante = inputs.integer("ante", 0, what="an amount of chips")
    if "bring_in" in inputs and has_bring_in(part.game):
        bring_in = inputs.integer("bring_in", 0, what="an amount of chips")
        if bring_in > bet:
            raise inputs.wrong("bring_in", f"the bring-in must be at most the small bet of {bet}")
    else:
        bring_in = None
    with at_place(inputs.place(next((key for key in ("bets", "blinds", "chip", "chips") if key in inputs), "stakes"))):
        stakes = stakes_for(part.game, part.limit, bet, ante=ante, chip=chip)
        changes: dict[str, object] = {}
        if (
            in_blinds and blinds and not (by_bets and bets and len(mix.games) > 1)
        ):  # in a mix, those of a bet go with it
            changes["blinds"] = blinds
        if by_bets and len(bets) > 1 or bets and not by_bets:
            changes |= {"small_bet": bets[0], "big_bet": bets[-1] if len(bets) > 1 else 0}
        if bring_in is not None:
            changes["bring_in"] = bring_in
        return msgspec.structs.replace(stakes, **changes)


def _blinds(inputs: SimulateInput) -> tuple[int, ...]:
    if "blinds" not in inputs:
        return ()
    blinds = inputs.amounts("blinds", "1/2")
    if list(blinds) != sorted(blinds) or not blinds[-1]:
        raise inputs.wrong("blinds", "expected a small blind, a big blind and straddles in ascending order, as in 1/2")
    return blinds


def _bets(inputs: SimulateInput) -> tuple[int, ...]:
    if "bets" not in inputs:
        return ()
    bets = inputs.amounts("bets", "2/4")
    if len(bets) > 2 or not 0 < bets[0] <= bets[-1]:
        raise inputs.wrong("bets", "expected a small and a big bet, as in 2/4")
    return bets


def _rake(inputs: SimulateInput) -> Rake:
    """Parse `5%/3`, or a table with the fields of `Rake`."""
    value = inputs.values["rake"]
    if isinstance(value, str):
        try:
            return read_rake(value)
        except SidepotError as error:
            raise inputs.wrong("rake", error.detail) from None
    if not isinstance(value, dict):
        raise inputs.wrong("rake", f'expected text, as in "5%/3", or a table, not {quoted(value)}')
    check_keys(value, Rake.__struct_fields__, inputs.place("rake"), "a rake")
    return as_type(value, Rake, inputs.place("rake"))


def buy_in_of(inputs: SimulateInput, stakes: tuple[Stakes, ...]) -> tuple[int, int]:
    """The minimum and maximum buy-in. By default, 50 and 100 times the largest small bet."""
    if "buy_in" not in inputs:
        bet = max(one.min_bet for one in stakes)
        return 50 * bet, 100 * bet
    amounts = inputs.amounts("buy_in", "100-200")
    if len(amounts) > 2 or not 0 < amounts[0] <= amounts[-1]:
        raise inputs.wrong("buy_in", "expected the smallest and the largest buy-in, as in 100-200")
    return amounts[0], amounts[-1]


def chips_of(inputs: SimulateInput, stakes: tuple[Stakes, ...]) -> ChipSet:
    """The chips in play, given with colours or as numbers. If none are given, the usual chips."""
    if "chips" not in inputs:
        smallest = min(one.chip for one in stakes)
        return plain_chips(*[value for value in {smallest, *COLOURS} if not value % smallest and value <= 5_000])
    return _chips(inputs)


def _chips(inputs: SimulateInput) -> ChipSet:
    value = inputs.values["chips"]
    with at_place(inputs.place("chips")):
        if isinstance(value, str):
            return read_chips(value)
        return plain_chips(*inputs.amounts("chips", "[1, 5, 25]"))


def hand_ms_of(inputs: SimulateInput) -> int:
    """The virtual duration of a hand in milliseconds; 100 seconds by default."""
    return inputs.integer("hand_seconds", HAND_MS // 1000, least=1, what="a number of seconds") * 1000
