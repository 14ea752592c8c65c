"""Weights in a range: `AKs:0.5` is half as likely as a hand without a weight, as in solvers.

The counting code does not know weights: a hand is listed as often as its weight says, in lowest terms.

>>> items_of("QQ+, AKs:0.5")
[('QQ+', 100), ('AKs', 50)]
>>> spread({"QQ": 100, "AK": 50})
('QQ', 'QQ', 'AK')
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import gcd
from typing import TypeVar

from sidepot.errors import BadNotation

Hand = TypeVar("Hand")

WHOLE = 100  # weights are counted in hundredths
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]*)?|\.[0-9]+")


def items_of(text: str) -> list[tuple[str, int]]:
    """The items of a range, separated by commas, with their weights.

    Blanks are removed, and `10` becomes `T`. Raises BadNotation for a weight that is not from 0 to 1.
    """
    found = []
    for item in text.replace(" ", "").split(","):
        name, colon, number = item.partition(":")
        weight = 1.0
        if colon:
            weight = float(number) if _NUMBER.fullmatch(number) else -1.0
            if not name or not 0 <= weight <= 1:
                raise BadNotation(f"{item!r}: expected a weight from 0 to 1 after a hand and a colon, as in AKs:0.5")
        hundredths = max(round(WHOLE * weight), int(weight > 0))
        found.append((name if name.endswith("%") else name.replace("10", "T"), hundredths))
    return found


def spread(weights: Mapping[Hand, int], text: str = "") -> tuple[Hand, ...]:
    """Repeat each hand according to its weight. Weights are first divided by their greatest common divisor.

    Raises BadNotation, quoting the range as `text`, if all weights are 0.
    """
    step = gcd(*weights.values())
    if not step:
        raise BadNotation(f"{text!r} has no hand with a weight above 0")
    return tuple([hand for hand, weight in weights.items() for _ in range(weight // step)])
