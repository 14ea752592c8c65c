"""Copying hands by `copy.copy`, `copy.deepcopy` and `pickle`. Each copy is independent, including its log.

Engines and searches use `Hand.copy` instead. This module rebuilds an object from its fields, because compiled classes
have no `__dict__` for pickle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

# all of a hand except its setup and its log
COLUMNS: Final = (
    "aside", "betting", "board_at", "boards", "burns", "carried", "count", "due", "faces", "forced", "fresh", "hole",
    "layers", "muck_pile", "opener", "pending", "pot_at", "seat", "show_from", "shown", "street", "stub",
    "to_board", "up_count",
)  # fmt: skip

# all of a betting round
BETTING: Final = (
    "able", "acted", "actor", "aggressor", "alt", "began", "bets", "capped", "dead", "extra", "full_at", "full_raise",
    "level", "live", "price", "put", "raises", "stacks", "terms", "to_act", "unit",
)  # fmt: skip

# all terms of a betting round except their kind and the reopening rule
TERMS: Final = (
    "adds", "bets", "big", "big_blind", "cap_heads_up", "chip", "denominator", "high", "low", "numerator", "rounds_up",
    "small",
)  # fmt: skip

Reduced = tuple[Callable[..., object], tuple[object, ...]]


def reduced(one: object, arguments: tuple[object, ...], columns: Mapping[str, object]) -> Reduced:
    """The value that `__reduce__` of the object `one` returns, from which pickle and copy make the object again.

    `arguments` are the arguments of its class, and `columns` are the values of its fields.
    """
    return rebuilt, (type(one), arguments, dict(columns))


def rebuilt(kind: Callable[..., object], arguments: tuple[object, ...], columns: Mapping[str, object]) -> object:
    """Make an object again from the arguments of its class and the values of its fields."""
    made = kind(*arguments)
    for name, value in columns.items():
        setattr(made, name, value)
    return made
