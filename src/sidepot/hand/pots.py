"""Divide contributions into pots: one function for display, settlement, rulings, command line and web.

A pot is a layer of equal chips from each of a set of seats. The number of pots is not limited (SD-3). A folded seat
pays into the layers but does not contest any. Dead money goes to the main pot and makes no layers. A pot carried from
an earlier deal may have parts that only some seats contest; these come before the pots of this deal.

>>> pots([30, 10, 50, 50], live=0b1111)
[Pot(amount=40, eligible=15, floor=0), Pot(amount=60, eligible=13, floor=10), Pot(amount=40, eligible=12, floor=30)]
>>> uncalled([200, 100], live=0b11)
[(0, 100)]
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sidepot.errors import BadNotation
from sidepot.validation.integers import as_int, as_ints


class Pot(NamedTuple):
    """One pot of a hand.

    - `amount`: its chips
    - `eligible`: the seats that contest it, as a bit mask
    - `floor`: the contribution at which its layer begins; for parts of a carried pot, -1 for the first part, -2 for the
      second, and so on
    """

    amount: int
    eligible: int
    floor: int

    @property
    def seats(self) -> list[int]:
        """The seats that contest this pot, in seat order."""
        return [seat for seat in range(self.eligible.bit_length()) if self.eligible >> seat & 1]


Parts = Sequence[tuple[int, int]]


def pots(put: Sequence[int], live: int, dead: int = 0, parts: Parts = (), broke: int = 0) -> list[Pot]:
    """The main pot and the side pots in order of creation, from the contributions (`put`) and the `live` seats.

    A layer ends where a live seat's chips end. Higher contributions of folded seats go to the last pot, so no chips
    vanish.

    - `dead`: dead money in the main pot
    - `parts`: parts of the dead money that were carried from an earlier deal, as (chips, bit mask of the seats that
      contest them)
    - `broke`: the seats that contest only these parts, as a bit mask

    Raises BadNotation if a number is not an integer. Rule: SD-2, SD-3, TS-5, PG-8, PG-10, PG-81. Source of the layering
    example: PG-4.
    """
    apart = [_part(one) for one in (parts if isinstance(parts, Iterable) else (parts,))]
    put = as_ints(put, "what the seats put in")
    return layered(
        put, as_int(live, "the live seats"), as_int(dead, "dead money"), apart, as_int(broke, "the broke seats")
    )


def _part(one: object) -> tuple[int, int]:
    if not isinstance(one, Sequence) or isinstance(one, str) or len(one) != 2:
        raise BadNotation(f"parts: expected chips and a bit mask of seats, as in (60, 0b11), not {one!r:.60}")
    return as_int(one[0], "a part"), as_int(one[1], "the seats of a part")


def layered(put: Sequence[int], live: int, dead: int = 0, parts: Parts = (), broke: int = 0) -> list[Pot]:
    """Like `pots`, but without checking that the numbers are integers."""
    if parts:
        apart = [Pot(amount, can & live, -1 - at) for at, (amount, can) in enumerate(parts) if amount and can & live]
        return apart + layered(put, live & ~broke or live, dead - sum([pot.amount for pot in apart]))
    total = dead
    least = most = -1
    for seat, amount in enumerate(put):
        total += amount
        if live >> seat & 1:
            if least < 0 or amount < least:
                least = amount
            if amount > most:
                most = amount
    if least == most:  # all live seats have put in the same: there is only one pot
        return [Pot(total, live, 0)] if total else []
    levels = {amount for seat, amount in enumerate(put) if live >> seat & 1}
    found: list[Pot] = []
    floor = 0
    for level in sorted(levels):
        if level == floor:
            continue
        amount = 0
        eligible = 0
        for seat, chips in enumerate(put):
            if chips > floor:
                amount += (chips if chips < level else level) - floor
                if chips >= level and live >> seat & 1:
                    eligible |= 1 << seat
        found.append(Pot(amount, eligible, floor))
        floor = level
    over = total - dead - sum([pot.amount for pot in found])
    if dead and found[0].eligible != live:
        # a live seat has only dead money in, and contests only that
        found.insert(0, Pot(dead, live, 0))
    elif dead:
        found[0] = found[0]._replace(amount=found[0].amount + dead)
    if over:
        found[-1] = found[-1]._replace(amount=found[-1].amount + over)
    return found


def last_claim(put: Sequence[int], live: int) -> int:
    """The seats that contest the last pot, as a bit mask: the live seats with the highest contribution."""
    most = -1
    claimants = 0
    for seat, chips in enumerate(put):
        if live >> seat & 1 and chips >= most:
            if chips > most:
                most = chips
                claimants = 0
            claimants |= 1 << seat
    return claimants


def uncalled(put: Sequence[int], live: int, *, all_in: bool = False, kept: int = 0) -> list[tuple[int, int]]:
    """The uncalled chips, as (seat, chips) pairs. They are returned at once, before any pot is awarded.

    These are the chips that one live seat put in above everybody else. Rule: SD-2, PG-8, PG-12.

    A folded seat leaves its chips in the pot. But if every live hand is all-in for less, no live hand may win the
    excess, which is returned (TS-4). If only one hand is live, `all_in` says whether it is all-in. If several hands are
    live, all of them must be all-in, because otherwise they would have called. `kept` is a bit mask of seats that get
    nothing back: in some houses, a killed hand forfeits everything.

    >>> uncalled([4, 3, 2, 5], live=0b0110)
    [(0, 1), (3, 2)]
    """
    return over_called(as_ints(put, "put"), as_int(live, "live"), as_int(kept, "kept"), all_in=all_in)


def over_called(put: Sequence[int], live: int, kept: int = 0, *, all_in: bool) -> list[tuple[int, int]]:
    """Like `uncalled`, but without checking that the numbers are integers."""
    most = second = 0
    leader = -1
    for seat, chips in enumerate(put):
        if chips > most:
            second = most
            most = chips
            leader = seat
        elif chips > second:
            second = chips
    if leader < 0:
        return []
    if live >> leader & 1:
        return [(leader, most - second)] if most > second else []
    if not (all_in or live & (live - 1)):
        return []
    top = max([chips for seat, chips in enumerate(put) if live >> seat & 1])
    stays = live | kept
    return [(seat, chips - top) for seat, chips in enumerate(put) if chips > top and not stays >> seat & 1]


def cut(put: list[int], floor: int) -> None:
    """Remove the layer up to `floor`, which has been paid, from the contributions."""
    for seat, chips in enumerate(put):
        if chips > floor:
            put[seat] = floor


def pots_contested(
    put: Sequence[int], live: int, able: int, dead: int = 0, parts: Parts = (), broke: int = 0
) -> list[Pot]:
    """The pots as players see them during the betting: a new pot begins only where a seat is all-in.

    Seats that may still call (`able`) count as contestants. The main pot comes first, but after any `parts` of a
    carried pot.
    """
    if parts:
        apart = [pot for pot in pots((), live, dead, parts) if pot.floor < 0]
        return apart + pots_contested(put, live & ~broke or live, able, dead - sum([pot.amount for pot in apart]))
    all_in = {amount for seat, amount in enumerate(put) if (live & ~able) >> seat & 1}
    found: list[Pot] = []
    amount = floor = 0
    layers = pots(put, live, dead)
    for at, layer in enumerate(layers):
        amount += layer.amount
        ceiling = layers[at + 1].floor if at + 1 < len(layers) else max(put)
        if ceiling in all_in or at + 1 == len(layers):
            claimants = (able | layer.eligible) & live
            if claimants & (claimants - 1) or not found:  # otherwise nobody called it, and it is returned at once
                found.append(Pot(amount, claimants, floor))
            amount, floor = 0, ceiling
    return found
