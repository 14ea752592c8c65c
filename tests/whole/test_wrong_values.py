"""Wrong values: each public function and class refuses them in words, and names the argument.

The list is derived from `sidepot.__all__`. A new name fails here until it has a call in `CALLS` that is right, or a
place among `ANSWERS`, of which nobody makes any.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, SupportsIndex, Union, get_args, get_origin

import msgspec
import pytest
from each import each
from needs import FAST

import sidepot
from sidepot import (
    CASH,
    BadNotation,
    Check,
    Deck,
    FixedLimit,
    Fold,
    Hand,
    NoLimit,
    SidepotError,
    Stakes,
    TableRules,
    find_game,
    find_mix,
    find_preset,
    load_cases,
    phh_of_hand,
    play_hand,
    seat_hand,
)
from sidepot.bots.roster import loose
from sidepot.games.mixes import single
from sidepot.hand.betting_terms import NO_LIMIT, Terms
from sidepot.simulation.visitors import Guest

HOLDEM, BLINDS = find_game("holdem"), Stakes(blinds=(1, 2))
SETUP = seat_hand(HOLDEM, NoLimit(), BLINDS, CASH, (100, 100))


def timid(view: Any, may: Any) -> Any:
    return Check() if may.may_check else Fold()


HAND = play_hand(SETUP, [timid, timid], Random(1))
RULES = TableRules(mix=single(HOLDEM, NoLimit()), stakes=(BLINDS,), seats=2, buy_in=(20, 200))
STRUCTURE = find_preset("turbo")
OFFENCE = {"topic": "offence", "offence": "phone"}
SET = {name: getattr(SETUP, name) for name in ("game", "limit", "stakes", "rulebook", "stacks", "button", "owed")}

# of each name, the arguments of a call that is right; a function where making them takes a moment
CALLS: dict[str, Mapping[str, Any] | Callable[[], Mapping[str, Any]]] = {
    "cards": {"text_of_cards": "AsKh"},
    "text": {"some": (51, 46)},
    "Deck": {"pack": "AsKh"},
    "evaluate": {"hand": "AsKs", "board": "Ah Ac 2d 3d 7s"},
    "find_game": {"name": "holdem"},
    "Game": {"name": "mine", "title": "Mine", "streets": HOLDEM.streets, "halves": HOLDEM.halves, "seats": (2, 9)},
    "Street": {"name": "river", "opens": "left of button"},
    "Half": {},
    "read_game": {"text": 'name = "mine"\nlike = "omaha8"'},
    "write_game": {"game": HOLDEM},
    "find_mix": {"name": "horse"},
    "Mix": {"name": "mine", "title": "Mine", "games": find_mix("horse").games},
    "NoLimit": {},
    "PotLimit": {},
    "FixedLimit": {},
    "SpreadLimit": {"low": 2, "high": 10},
    "Stakes": {"blinds": (1, 2)},
    "Rake": {"numerator": 5},
    "stakes_for": {"game": HOLDEM, "limit": NoLimit(), "bet": 2},
    "find_house": {"name": "cash"},
    "Rulebook": {"name": "mine", "edition": "PG"},
    "Setup": SET,
    "seat_hand": {"game": HOLDEM, "limit": NoLimit(), "stakes": BLINDS, "rulebook": CASH, "stacks": (100, 100)},
    "study_setup": {"name": "leduc"},
    "Hand": {"setup": SETUP},
    "Dealer": {"deck": Deck("AsKh")},
    "Fold": {},
    "Check": {},
    "Call": {},
    "RaiseTo": {"to": 6},
    "BringIn": {},
    "Discard": {"cards": (51,)},
    "Show": {"called": ()},
    "Muck": {},
    "ChooseRuns": {"runs": 2},
    "Declare": {"ways": 1},
    "Buy": {"amount": 10},
    "OfferMarker": {"to": 10},
    "Consent": {"agrees": True},
    "Borrow": {"amount": 10, "lender": 1},
    "options": {"hand": Hand(SETUP)},
    "betting_of": {"terms": Terms(NO_LIMIT, 0), "stacks": [100, 100]},
    "pots": {"put": (10, 20), "live": 0b11},
    "uncalled": {"put": (10, 20), "live": 0b11},
    "redact": {"event": HAND.log[0], "seat": 0},
    "view_of": {"hand": HAND, "seat": 0},
    "information_state": {"hand": HAND, "seat": 0},
    "replay": {"log": HAND.log},
    "strict_replay": {"log": HAND.log},
    "play_hand": {"setup": SETUP, "players": (timid, timid), "rng": Random(1)},
    "match": {"players": {"Ann": timid, "Bo": timid}, "hands": 2, "rng": Random(1)},
    "play_duplicate": {"agents": {"Ann": timid, "Bo": timid}, "deals": 2},
    "ratings": lambda: {"match": sidepot.play_duplicate({"Ann": timid, "Bo": timid}, 2)},
    "ProgramPlayer": {"line": [sys.executable]},
    "rule_on": lambda: {"facts": sidepot.read_facts(OFFENCE), "rulebook": CASH},
    "read_facts": {"data": OFFENCE},
    "Table": {"rules": RULES},
    "TableRules": {"mix": RULES.mix, "stakes": RULES.stakes},
    "Tournament": {"structure": STRUCTURE},
    "Structure": {name: getattr(STRUCTURE, name) for name in ("name", "mix", "schedule", "chips", "stack")},
    "icm": {"stacks": (50, 30, 20), "prizes": (70, 30)},
    "bubble_factors": {"stacks": (50, 30, 20), "prizes": (70, 30)},
    "find_preset": {"name": "turbo"},
    "read_structure": lambda: {"text": sidepot.write_structure(STRUCTURE)},
    "write_structure": {"structure": STRUCTURE},
    "read_phh": lambda: {"text": sidepot.write_phh(phh_of_hand(HAND))},
    "play_phh": lambda: {"history": phh_of_hand(HAND)},
    "phh_of_hand": {"hand": HAND},
    "write_phh": lambda: {"hand": phh_of_hand(HAND)},
    "settle": {"put": {"Ann": 5, "Bo": 5}, "best": [["Ann"], ["Bo"]]},
    "equity": {"hands": ["AsKs", "QhQd"], "board": "Qs7s2d"},
    "read_range": {"text": "QQ+,AKs"},
    "range_weights": {"text": "QQ+,AKs"},
    "equities_against": {"against": "QQ+", "board": "Ks7d2c9h"},
    "hand_strength": {"hand": "AsKd", "board": "Ks7d2c9h"},
    "hand_potential": {"hand": "AsKd", "board": "Ks7d2c9h"},
    "Simulation": {"rules": RULES, "guests": [Guest(name, loose(Random(1))) for name in "AB"], "rng": Random(1)},
    "load_cases": {"paths": ()},
    "run_case": lambda: {"case": load_cases()[0]},
    "Batch": {},
    "PokerEnv": {},
    "PokerGymEnv": {},
    "PokerParallelEnv": {},
    "PokerVectorEnv": {"num_envs": 2},
}
NEEDS = {
    "Batch": "numba", "range_weights": "numba", "equities_against": "numba", "hand_strength": "numba",
    "hand_potential": "numba", "PokerEnv": "pettingzoo", "PokerGymEnv": "gymnasium", "PokerParallelEnv": "pettingzoo",
    "PokerVectorEnv": "gymnasium",
}  # fmt: skip

# what sidepot returns or raises, or names only: nobody makes one
ANSWERS = {
    "SidepotError", "IllegalAction", "NotDue", "BadNotation", "Conflict", "Cite", "Made", "Due", "Options", "Pot",
    "HandResult", "InformationState", "PotResult", "MatchResult", "Ruling", "Odds",
    "Event", "Command", "Player", "Betting", "Match",
}  # fmt: skip

# where an argument is called by what it is
SAID = {
    ("find_game", "name"): "expected a game's name",
    ("study_setup", "name"): "expected a game's name",
    ("find_house", "name"): "expected a house's name",
    ("cards", "text_of_cards"): "expected cards as text",
    ("text", "some"): "cards",
    ("pots", "put"): "what the seats put in",
    ("pots", "live"): "the live seats",
    ("pots", "dead"): "dead money",
    ("pots", "broke"): "the broke seats",
    ("icm", "prizes"): "prize",
}

WRONG = (None, 5, "x", [], [None], 1.5, True, object)


class Thing:
    """What is none of anything."""

    def __repr__(self) -> str:
        return "<Thing>"


def called() -> list[str]:
    return [name for name in sidepot.__all__ if callable(getattr(sidepot, name)) and name not in ANSWERS]


def test_each_public_name_has_a_call_or_is_an_answer() -> None:
    assert sorted(CALLS) == sorted(called())
    assert set(sidepot.__all__) >= ANSWERS


@each("name", called())
def test_wrong_values_are_refused_by_the_name_of_the_argument(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason=FAST.reason)
    call, made = getattr(sidepot, name), CALLS.get(name, {})
    right = dict(made() if callable(made) else made)
    call(**right)
    faults: list[str] = []
    for parameter, hint in hints_of(call).items():
        for wrong in (*WRONG[:-1], Thing()):
            fault = fault_of(call, right | {parameter: wrong}, wrong, hint, SAID.get((name, parameter), parameter))
            if fault:
                faults.append(f"{name}({parameter}={wrong!r}): {fault}")
    assert not faults, "\n".join(["", *faults])


NAMED = {
    sidepot.Game: ("holdem", "holdme"),
    sidepot.Rulebook: ("tda-2013", "tda-2031"),
    sidepot.Mix: ("horse", "horze"),
}


OF_MIX = {
    "stakes": (sidepot.stakes_for("stud", FixedLimit(), 20),) * 5,
    "schedule": find_preset("horse").schedule,
    "seats": 8,
}


def named_parameters() -> list[tuple[str, str, type]]:
    """Each parameter that is a game, a house or a mix."""
    found = []
    for name in called():
        for parameter, hint in hints_of(getattr(sidepot, name)).items():
            kinds = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
            found += [(name, parameter, kind) for kind in NAMED if kind in kinds]
    return found


def test_games_houses_and_mixes_are_taken_by_name_wherever_they_are_taken() -> None:
    found = named_parameters()
    assert len(found) > 15
    for name, parameter, kind in found:
        if name in NEEDS and not EXTRA.get("NDArray"):
            continue
        right, wrong = NAMED[kind]
        made = CALLS[name]
        arguments = dict(made() if callable(made) else made)
        if kind is sidepot.Mix:
            arguments |= {key: OF_MIX[key] for key in OF_MIX if key in hints_of(getattr(sidepot, name))}
        getattr(sidepot, name)(**arguments | {parameter: right})
        with pytest.raises(BadNotation, match=f"{parameter}: .*{wrong}.*did you mean '?{right}"):
            getattr(sidepot, name)(**arguments | {parameter: wrong})


def fault_of(call: Callable[..., Any], arguments: dict[str, Any], wrong: object, hint: Any, word: str) -> str:
    """What is wrong with the answer to a wrong value; nothing where it is clear."""
    try:
        call(**arguments)
    except SidepotError as error:
        if not fits(wrong, hint) and word not in error.message:
            return f"does not name {word!r}: {error.message}"
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "" if fits(wrong, hint) else "is accepted"


# ---- which values a hint allows


def hints_of(call: Callable[..., Any]) -> dict[str, Any]:
    """The parameters of a function or class with their types; flags of functions apart, which take any value."""
    names = dict(EXTRA)
    for one in getattr(call, "__mro__", (call,)):
        names |= vars(sys.modules[one.__module__])
    is_struct = isinstance(call, type) and issubclass(call, msgspec.Struct)
    found = {}
    for name, parameter in inspect.signature(call).parameters.items():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            continue
        hint = parameter.annotation
        hint = eval(hint, names) if isinstance(hint, str) else hint
        if hint is not bool or is_struct:
            found[name] = hint
    return found


try:
    from numpy.typing import ArrayLike, NDArray
except ImportError:
    EXTRA: dict[str, Any] = {"Hand": Hand, "Opponent": Any, "Opponents": Any}
else:
    EXTRA = {"Hand": Hand, "ArrayLike": ArrayLike, "NDArray": NDArray, "Opponent": Any, "Opponents": Any}


def fits(value: object, hint: Any) -> bool:
    """Whether a value is of the type of a hint."""
    origin, parts = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin is Annotated:
        return fits(value, parts[0])
    if origin in (Union, UnionType):
        return any(fits(value, part) for part in parts)
    if hint is None or hint is NoneType:
        return value is None
    if origin is Literal:
        return value in parts
    if hint in (int, SupportsIndex):
        return type(value) is int
    if hint is float:
        return type(value) in (int, float)
    if origin is tuple:
        return fits_tuple(value, parts)
    if origin in (Sequence, Iterable, list):
        return isinstance(value, list) and all(fits(one, parts[0]) for one in value)
    if origin in (Mapping, dict):
        return isinstance(value, dict)
    if origin is Callable:
        return callable(value)
    if getattr(hint, "_is_protocol", False):
        return False
    if isinstance(hint, type) and issubclass(hint, Enum):
        return value in [one.value for one in hint]
    return isinstance(value, hint)


def fits_tuple(value: object, parts: tuple[Any, ...]) -> bool:
    if not isinstance(value, list):
        return False
    if parts[1:] == (...,):
        return all(fits(one, parts[0]) for one in value)
    return len(value) == len(parts) and all(map(fits, value, parts))
