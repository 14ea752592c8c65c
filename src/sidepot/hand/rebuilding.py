"""Copies of a hand by `copy.copy`, `copy.deepcopy` and `pickle`: each is a hand of its own, log and all.

`Hand.copy` is the copy that engines and searches make. This module rebuilds an object from its columns: compiled
classes have no `__dict__` that pickle could read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

# all of a hand apart from its setup and its log
COLUMNS: Final = (
    "aside", "betting", "board_at", "boards", "burns", "carried", "count", "due", "faces", "forced", "fresh", "hole",
    "layers", "muck_pile", "opener", "pending", "pot_at", "seat", "show_from", "shown", "street", "stub",
    "to_board", "up_count",
)  # fmt: skip

# all of a betting round apart from its terms and the chips behind
BETTING: Final = (
    "able", "acted", "actor", "aggressor", "alt", "began", "bets", "capped", "dead", "extra", "full_at", "full_raise",
    "level", "live", "price", "put", "raises", "to_act", "unit",
)  # fmt: skip

# all terms of a betting round apart from their kind, and what reopens the betting
TERMS: Final = (
    "adds", "bets", "big", "big_blind", "cap_heads_up", "chip", "denominator", "high", "low", "numerator", "rounds_up",
    "small",
)  # fmt: skip

Reduced = tuple[Callable[..., object], tuple[object, ...]]


def reduced(one: object, arguments: tuple[object, ...], columns: Mapping[str, object]) -> Reduced:
    """What `__reduce__` returns: how the same object is made again."""
    return rebuilt, (type(one), arguments, dict(columns))


def rebuilt(kind: Callable[..., object], arguments: tuple[object, ...], columns: Mapping[str, object]) -> object:
    """The object rebuilt, with its columns."""
    made = kind(*arguments)
    for name, value in columns.items():
        setattr(made, name, value)
    return made
