"""What the adapters of engines that play hold'em alone have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chips_put import ChipsPut
from script_play import Line


class HoldemTable:
    """A case at the start. `before`: chips that each seat puts in to reach a later round, which these engines deal."""

    looks: dict[str, Callable[[], Any]]
    verbs = frozenset(("fold", "check", "call", "raise", "all-in"))

    def __init__(self, line: Line) -> None:
        self.terms = line["terms"]
        self.seats = len(self.terms["stacks"])
        self.is_round = line["kind"] == "betting"
        self.before = self.terms["units"][0] if self.is_round and not self.terms["owed"] else 0
        self.chips = ChipsPut(self.terms)
