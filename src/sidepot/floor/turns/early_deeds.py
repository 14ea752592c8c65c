"""The deeds that an act out of turn may become: those the player chooses from in turn, and those they are held to."""

from __future__ import annotations

from typing import NamedTuple

from sidepot.floor.spot import Spot
from sidepot.floor.turns.deeds import Deed, act_of, total_of
from sidepot.rules.ruling import Option


class Early(NamedTuple):
    """The early act, as it counts, and the chips put out for it (None: nobody said how many)."""

    deed: Deed
    put: int | None

    def moves(self, spot: Spot, amount: int | None) -> tuple[int, int]:
        """The chips that go back, and those to add, where the total comes to an amount (None: nothing)."""
        if self.put is None:
            return 0, 0
        more = (spot.front if amount is None else amount) - spot.front - self.put
        return max(-more, 0), max(more, 0)

    @property
    def chips(self) -> str:
        """The chips, in words: `the 500`."""
        return "the amount put out" if self.put is None else f"the {self.put}"


def choices(early: Early, spot: Spot, *, may_raise: bool = True) -> tuple[Option, ...]:
    """The player's choices in turn, once the chips are back: not for the director to decide."""
    anew, back = early._replace(put=0), early.put or 0
    call, fold = Deed("call"), Deed("fold")
    found = [held(anew, call, spot, f"It is a call of {total_of(call, spot)}.", back)]
    if may_raise and spot.may_raise and spot.all_in > spot.price:
        least = Deed("raise", min(spot.least_raise, spot.all_in))
        found.append(held(anew, least, spot, f"It is a raise to {_raise_totals(spot)}.", back))
    return (*found, held(anew, fold, spot, "It is a fold.", back))


def who(spot: Spot) -> str:
    """The player in a sentence, by name where one was told."""
    return spot.name or "the player"


def _raise_totals(spot: Spot) -> str:
    """The totals that a raise may be to: one, or that and more."""
    if spot.all_in <= spot.least_raise:
        return f"{spot.all_in}, all-in"
    return f"{spot.least_raise}" if spot.most_raise <= spot.least_raise else f"{spot.least_raise} or more"


def in_words(options: tuple[Option, ...], spot: Spot) -> str:
    """The choices in a sentence: `call 600, raise to 1000 or more, or fold`."""
    words = {"call": f"call {options[0].amount}", "raise": f"raise to {_raise_totals(spot)}", "fold": "fold"}
    parts = [words[option.verdict] for option in options]
    return ", ".join(parts[:-1]) + (", or " if len(parts) > 2 else " or ") + parts[-1]


def held(early: Early, deed: Deed, spot: Spot, because: str, back: int = 0) -> Option:
    """A deed that the player may be held to, on top of the chips that lie there; `back` of them go back before."""
    amount = total_of(deed, spot)
    change, add = early.moves(spot, amount)
    return Option(
        verdict=deed.verb,
        because=because,
        amount=amount,
        change=back + change,
        add=add,
        all_in=amount == spot.all_in,
        steps=(*moved(spot, back, 0), f"Announce: {deed}.", *moved(spot, change, add)),
        effects=act_of(deed, spot),
    )


def moved(spot: Spot, change: int, add: int) -> tuple[str, ...]:
    """The dealer's steps that give chips back and have more put in."""
    back = (f"Give {change} back to {who(spot)}.",) if change else ()
    return (*back, f"Have {who(spot)} put in {add} more.") if add else back
