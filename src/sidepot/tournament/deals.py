"""Deals: the remaining players divide the remaining prizes instead of playing for them.

They divide by chips, by the value of their stacks (ICM), evenly, or as they agree. All remaining players take part, and
the amounts are whole units that add up to the sum divided. A part may be kept for the winner; Robert's Rules call a
deal that leaves nothing at stake improper.

>>> chip_chop((15000, 12000, 10000, 6000, 500), (250, 110, 90, 63, 57)).amounts
(155, 136, 123, 96, 60)
>>> icm_deal((50, 30, 20), (70, 30, 0)).amounts
(45, 32, 23)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Final

import msgspec

from sidepot.errors import Cite, Conflict
from sidepot.games.unit import WHOLE, Unit
from sidepot.tournament.icm import check_stacks, icm
from sidepot.tournament.payouts import PayTerms
from sidepot.validation.integers import as_int, as_ints

DEAL: Final = Cite("RRP-11", "tournament/deal")


class By(StrEnum):
    """How a deal divides the prizes."""

    CHIPS = "chips"
    ICM = "icm"
    EVEN = "even"
    AGREED = "agreed"


class Deal(msgspec.Struct, frozen=True):
    """A deal on the prizes among the remaining players.

    - `amounts`: what each remaining player is paid now, in stack order
    - `kept`: the money that is kept for the winner
    - `notes`: warnings to the players about anything unusual
    """

    by: By
    amounts: tuple[int, ...]
    kept: int
    notes: tuple[str, ...] = ()


def chip_chop(stacks: Sequence[int], prizes: Sequence[int], keep_for_first: int = 0, step: int = 1) -> Deal:
    """A deal in which everybody gets the lowest remaining prize, and the rest of the money is divided by chips.

    - `keep_for_first`: the money that is kept for the winner
    - `step`: shares are multiples of this (see `whole_shares`)

    This favours large stacks. If the chip leader gets more than the first prize, a note says so. Raises Conflict for
    stacks or prizes that allow no deal.
    """
    stacks, prizes, keep_for_first = _plain(stacks, prizes, keep_for_first)
    left, lowest = _left(stacks, prizes, keep_for_first)
    rest = left - lowest * len(stacks)
    chips = sum(stacks)
    shares = [lowest + Fraction(rest * stack, chips) for stack in stacks]
    return _deal(By.CHIPS, whole_shares(shares, left, stacks, step), prizes, keep_for_first)


def icm_deal(stacks: Sequence[int], prizes: Sequence[int], keep_for_first: int = 0, step: int = 1) -> Deal:
    """A deal in which each player gets the value of their stack in the independent chip model.

    - `keep_for_first`: the money that is kept for the winner
    - `step`: shares are multiples of this (see `whole_shares`)

    The money kept for the winner is taken from the first prize. A player's share, plus the chance of winning that
    money, is worth as much as the player's stack. Raises Conflict for stacks or prizes that allow no deal.
    """
    stacks, prizes, keep_for_first = _plain(stacks, prizes, keep_for_first)
    left, _ = _left(stacks, prizes, keep_for_first)
    open_prizes = [prizes[0] - keep_for_first, *prizes[1:]]
    worth = icm(stacks, open_prizes)
    return _deal(By.ICM, whole_shares(worth.values, left, stacks, step), prizes, keep_for_first)


def even_deal(stacks: Sequence[int], prizes: Sequence[int], keep_for_first: int = 0, step: int = 1) -> Deal:
    """A deal in which everybody gets the same share. Odd units go to the largest stacks.

    - `keep_for_first`: the money that is kept for the winner
    - `step`: shares are multiples of this (see `whole_shares`)

    Raises Conflict for stacks or prizes that allow no deal.
    """
    stacks, prizes, keep_for_first = _plain(stacks, prizes, keep_for_first)
    left, _ = _left(stacks, prizes, keep_for_first)
    shares = [Fraction(left, len(stacks))] * len(stacks)
    return _deal(By.EVEN, whole_shares(shares, left, stacks, step), prizes, keep_for_first)


def agreed_deal(
    stacks: Mapping[str, int],
    prizes: Sequence[int],
    amounts: Mapping[str, int],
    keep_for_first: int = 0,
    *,
    below_lowest: bool = False,
    unit: Unit = WHOLE,
) -> Deal:
    """A deal with the players' own amounts, which must name all players and add up to the prizes.

    Nobody gets less than the lowest remaining prize, which is certain for every player, unless all players agree
    (`below_lowest`). `keep_for_first` is the money that is kept for the winner. Raises Conflict for any other amounts.
    The message shows amounts in the `unit`.
    """
    held, prizes, keep_for_first = _plain(tuple(stacks.values()), prizes, keep_for_first)
    amounts = {name: as_int(amount, f"the amount of {name}") for name, amount in amounts.items()}
    left, lowest = _left(held, prizes, keep_for_first)
    missing = [name for name in stacks if name not in amounts]
    if missing:
        raise Conflict(
            f"still playing: {', '.join(missing)}; a deal must include all remaining players",
            DEAL,
            code="deal_incomplete",
        )
    unknown = [name for name in amounts if name not in stacks]
    if unknown:
        raise Conflict(
            f"a deal is for the remaining players ({', '.join(stacks)}), not for {', '.join(unknown)}",
            code="unknown_player",
        )
    given = sum(amounts.values())
    if given != left:
        show = unit.money
        difference = f"{show(given - left)} too much" if given > left else f"{show(left - given)} is missing"
        with_amount_kept = f", with {show(keep_for_first)} kept for the winner" if keep_for_first else ""
        raise Conflict(
            f"the amounts add up to {show(given)}, but must add up to {show(left)}{with_amount_kept}: {difference}",
            code="amounts_do_not_add_up",
        )
    for name in stacks:
        if amounts[name] < (0 if below_lowest else lowest):
            raise Conflict(
                f"{name} would get {unit.money(amounts[name])}, but the lowest prize left ({unit.money(lowest)}) is "
                "certain for every player",
                code="deal_too_low",
            )
    return _deal(By.AGREED, [amounts[name] for name in stacks], prizes, keep_for_first)


def least_kept(terms: PayTerms, prizes: Sequence[int], players: int) -> int:
    """The minimum that a deal offered by a player keeps for the winner: a percentage of the remaining prizes.

    It is a whole number of units. It is at least one unit, so that something is left to play for, but never more than
    `most_kept`.
    """
    most = most_kept(prizes, players)
    part = sum(prizes) * terms.deal_keeps // 100 // terms.round_to * terms.round_to
    return min(max(part, terms.round_to), most)


def most_kept(prizes: Sequence[int], players: int) -> int:
    """The maximum that a deal can keep for the winner if everybody gets at least the lowest prize."""
    return prizes[0] - (prizes[-1] if len(prizes) == players else 0)


def whole_shares(
    shares: Sequence[Fraction | float], total: int, stacks: Sequence[int], step: int = 1
) -> tuple[int, ...]:
    """Round shares down to whole units. The units then missing from `total` go one by one to the largest remainders.

    Among equal remainders, the larger stack comes first, then the earlier player in the list. With a `step`, shares are
    multiples of the step. The units that make no whole step go to the largest stack.

    >>> whole_shares([66.8, 36.2], 103, [2, 1]), whole_shares([66.8, 36.2], 103, [2, 1], 5)
    ((67, 36), (68, 35))
    """
    if step > 1:
        wholes, odd = divmod(total, step)
        parts = whole_shares([Fraction(share) / step for share in shares], wholes, stacks)
        first = max(range(len(stacks)), key=lambda player: stacks[player])
        return tuple([part * step + odd * (player == first) for player, part in enumerate(parts)])
    noise = Fraction(1, 10**6)  # an integral slightly below a whole unit counts as that unit
    units = [int(Fraction(share) + noise) for share in shares]
    rests = [round(float(share - part), 6) for share, part in zip(shares, units, strict=True)]
    order = sorted(range(len(units)), key=lambda player: (-rests[player], -stacks[player], player))
    for player in order[: total - sum(units)]:
        units[player] += 1
    return tuple(units)


def _plain(stacks: Sequence[int], prizes: Sequence[int], kept: int) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Stacks, prizes and the winner's extra as plain integers. Raises BadNotation for anything else."""
    return as_ints(stacks, "stacks"), as_ints(prizes, "prizes"), as_int(kept, "what is kept for the winner")


def _left(stacks: Sequence[int], prizes: Sequence[int], keep_for_first: int) -> tuple[int, int]:
    """The total to divide, and the lowest remaining prize, which each player has for sure. Raises Conflict."""
    check_stacks(stacks)
    if len(stacks) < 2:
        raise Conflict("a deal needs at least two players; the only player left has won", code="too_few_players")
    if not prizes or len(prizes) > len(stacks):
        raise Conflict(
            f"expected 1 to {len(stacks)} prizes still to be won, not {len(prizes)}",
            code="bad_prizes",
        )
    for place, (higher, lower) in enumerate(pairwise(prizes), 1):
        if lower > higher:
            raise Conflict(
                f"place {place + 1} ({lower}) must not get more than place {place} ({higher})",
                code="bad_prizes",
            )
    lowest = prizes[-1] if len(prizes) == len(stacks) else 0
    if lowest < 0:
        raise Conflict(f"a prize must not be negative, but one is {lowest}", code="bad_prizes")
    most = prizes[0] - lowest
    if not 0 <= keep_for_first <= most:
        raise Conflict(
            f"at most {most} of the first prize ({prizes[0]}) can be kept for the winner, not "
            f"{keep_for_first}: everybody is sure of the lowest prize, {lowest}",
            code="deal_keeps_too_much",
        )
    return sum(prizes) - keep_for_first, lowest


def _deal(by: By, amounts: Sequence[int], prizes: Sequence[int], kept: int) -> Deal:
    notes = []
    if max(amounts) > prizes[0]:
        notes.append(f"the largest share, {max(amounts)}, is more than the first prize of {prizes[0]}")
    if not kept:
        notes.append("nothing is left to play for")
    return Deal(by, tuple(amounts), kept, tuple(notes))


DEALS: Final[dict[By, Callable[[Sequence[int], Sequence[int], int], Deal]]] = {
    By.CHIPS: chip_chop,
    By.ICM: icm_deal,
    By.EVEN: even_deal,
}
