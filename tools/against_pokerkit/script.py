"""A hand of the differential test as a Python script: it takes both engines to where they part, and runs by itself."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from types import ModuleType
from typing import Any

from against_pokerkit.games import arguments
from against_pokerkit.mirror import Mirror
from sidepot.hand.events import encode
from sidepot.hand.hand import Hand

_TOOLS = str(Path(__file__).resolve().parents[1])
_HEAD = """\
import sys

from pokerkit import *

sys.path.insert(0, {tools!r})
from against_pokerkit.mirror import asked_by
from sidepot.hand.events import decode_log
from sidepot.hand.replaying import replay

LOG = {log!r}
hand = replay(decode_log(LOG))
rake = hand.setup.stakes.rake
print("sidepot: ", asked_by(hand), "stacks", hand.stacks)

state = State(
{arguments})
"""

_TAIL = """
print("PokerKit:", "seat", state.turn_index, "calls", state.checking_or_calling_amount, "raises to", end=" ")
print(state.min_completion_betting_or_raising_to_amount, state.max_completion_betting_or_raising_to_amount, end=" ")
print("stacks", state.stacks, "from the left of the button")
"""


def script(hand: Hand, mirror: Mirror) -> str:
    """The script of a hand that was played in both engines, up to where it was left."""
    told = arguments(mirror.pk, hand.setup, ask_runs=mirror.asks_runs)
    lines = "".join(f"    {name}={_code(mirror.pk, name, value)},\n" for name, value in told.items())
    return _HEAD.format(tools=_TOOLS, log=encode(hand.log).decode(), arguments=lines) + "\n".join(mirror.calls) + _TAIL


def _code(pk: ModuleType, name: str, value: Any) -> str:
    """One argument of PokerKit's state as Python."""
    if name == "rake":
        return "lambda amount, state: (rake.of(amount), amount - rake.of(amount))"
    if name == "deck":
        return f"Deck.{next(deck for deck in vars(pk.Deck) if getattr(pk.Deck, deck) is value)}"
    return _text(value)


def _text(value: Any) -> str:
    if isinstance(value, tuple):
        return f"({''.join(_text(one) + ', ' for one in value)})"
    if isinstance(value, Enum):
        return f"{value.__class__.__name__}.{value.name}"
    if isinstance(value, type):
        return str(value.__name__)
    if hasattr(value, "__dataclass_fields__"):
        return (
            f"{type(value).__name__}({', '.join(_text(getattr(value, field)) for field in value.__dataclass_fields__)})"
        )
    return repr(value)
