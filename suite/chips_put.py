"""What each seat has put in, so that payments can be told from stacks: some engines only know stacks."""

from __future__ import annotations

from typing import Any


class ChipsPut:
    """Contributions, seat by seat. `dead` chips make no layer of a pot."""

    def __init__(self, terms: dict[str, Any]) -> None:
        self.stacks = list(terms["stacks"])
        self.put = [0] * len(self.stacks)
        self.dead = [0] * len(self.stacks)
        self.folded: set[int] = set()
        for owed in terms["owed"]:
            seat = owed["seat"]
            paid = min(owed["amount"], self.stacks[seat] - self.put[seat] - self.dead[seat])
            (self.dead if owed["post"].startswith("dead") else self.put)[seat] += paid

    def add(self, seat: int, chips: int) -> None:
        """A seat puts chips in."""
        self.put[seat] += chips

    def uncalled(self) -> list[int]:
        """What nobody called, of the seat that put in the most."""
        found = [0] * len(self.put)
        least, most = sorted(self.put)[-2:]
        seat = self.put.index(most)
        if seat not in self.folded:
            found[seat] = most - least
        return found

    def paid(self, stacks: list[int]) -> list[int]:
        """What the pots have paid each seat, by its stack at the end."""
        back = self.uncalled()
        return [
            stacks[seat] - self.stacks[seat] + self.put[seat] + self.dead[seat] - back[seat]
            for seat in range(len(stacks))
        ]
