"""Who wins what: each pot for itself, its halves, its ties and its odd chips.

Pots are paid in reverse order of creation (PG-68), each split separately (TDA-2013 20).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.errors import BadNotation
from sidepot.games.model import Half
from sidepot.hand import refusals
from sidepot.hand.due import Due
from sidepot.hand.pots import Pot
from sidepot.hand.streets import clockwise, seats_of
from sidepot.ranking.choose import made
from sidepot.rules.rulebook import OddChip

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def split(
    amount: int, halves: Sequence[Sequence[int]], *, chip: int = 1, even: bool = True
) -> tuple[tuple[int, int], ...]:
    """Share `amount` among the winners of each half, as (seat, chips) pairs in the order in which they are paid.

    Each of `halves` lists its winners, those first who get odd chips first; halves that nobody won are left out. Odd
    chips are of the smallest chip in play, no winner of a half gets two of them, and between the halves they go to the
    first, the high half. With `even`, seats that win every half alike share the pot once (TDA-2013 19, last sentence).

    >>> split(67, [[0], [1]])
    ((0, 34), (1, 33))
    >>> split(66, [[0, 1], [0, 1]])
    ((0, 33), (1, 33))
    >>> split(66, [[0, 1], [0, 1]], even=False)
    ((0, 34), (1, 32))
    """
    if len(halves) > 1 and even and all(set(half) == set(halves[0]) for half in halves):
        halves = halves[:1]
    paid: dict[int, int] = {}
    for part, winners in zip(_parts(amount, len(halves), chip), halves, strict=True):
        for share, seat in zip(_parts(part, len(winners), chip), winners, strict=True):
            paid[seat] = paid.get(seat, 0) + share
    return tuple(paid.items())


def _parts(amount: int, count: int, chip: int) -> list[int]:
    """`amount` in `count` parts as even as whole chips allow, the larger ones first."""
    each, odd = divmod(amount // chip, count)
    parts = [(each + (at < odd)) * chip for at in range(count)]
    parts[0] += amount % chip
    return parts


def odd_chip_order(
    winners: int,
    half: Half,
    holes: Sequence[Sequence[int]],
    board: Sequence[int],
    *,
    start: int,
    rule: OddChip,
) -> list[int]:
    """The winners of a half, those first who get odd chips first. Rule: TDA-2013 19.

    By position (first left of the button, `start`), or in stud by the high card of the best five, suits breaking ties;
    Robert's Rules look at all cards, and at the lowest one when low wins. An ace is low in ace-to-five.
    """
    seats = clockwise(winners, start)
    if rule is OddChip.POSITION or len(seats) < 2:
        return seats
    low = half.scale == "ace-to-five"

    def height(card: int) -> int:
        return card - 52 if low and card >= 48 else card

    def claim(seat: int) -> tuple[int, ...]:
        if rule is OddChip.BEST_FIVE:
            hand = made(half.scale, half.choose, half.qualifier, holes[seat], board)
            # a community card may be the highest of both: then the next ones decide
            return hand.high_card, *sorted([height(card) for card in hand.cards], reverse=True)
        if half.scale == "high":
            return (max(holes[seat]),)
        return (-min(height(card) for card in holes[seat]),)

    return sorted(seats, key=claim, reverse=True)


def shares(hand: Hand, pot: Pot) -> tuple[tuple[int, int], ...]:
    """Who gets what of a pot: its one claimant all, else the winners of each half.

    Raises Conflict when the cards of a claimant are not known. Rule: TDA-2013 19, 20.
    """
    claimants = pot.eligible & hand.betting.live
    if not claimants & (claimants - 1):
        return ((claimants.bit_length() - 1, pot.amount),)
    board = hand.boards[0]
    holes = hand.hole
    seats = seats_of(claimants)
    halves: list[tuple[Half, int]] = []
    try:
        for half, maker in hand.plan.rankers:
            rank = maker(board)
            best = winners = 0
            for seat in seats:
                strength = rank(holes[seat])
                if strength >= best:
                    if strength > best:
                        best = strength
                        winners = 0
                    winners |= 1 << seat
            if best:
                halves.append((half, winners))
    except BadNotation:
        raise refusals.unknown_cards(seats, holes, board) from None
    if len(halves) == 1 and not halves[0][1] & (halves[0][1] - 1):
        return ((halves[0][1].bit_length() - 1, pot.amount),)
    rulebook = hand.setup.rulebook
    rule = rulebook.odd_chip_stud if hand.plan.is_stud else OddChip.POSITION
    orders = [odd_chip_order(won, half, holes, board, start=hand.plan.deal_from, rule=rule) for half, won in halves]
    return split(pot.amount, orders, chip=hand.setup.stakes.chip, even=rulebook.identical_high_low_even)


def is_last_claim(hand: Hand, seat: int) -> bool:
    """Whether a pot would be left without a claimant if this hand went."""
    if hand.due is Due.ACT:
        return False  # what he leaves goes back or is paid as soon as the round closes
    left = hand.betting.live & ~(1 << seat)
    return any(not pot.eligible & left for pot in hand.pots())
