"""Whether open hands beat a hand, so that it can be mucked without a loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.cards import UNKNOWN
from sidepot.hand.streets import seats_of
from sidepot.hand.winning.claims import called_strength

if TYPE_CHECKING:
    from sidepot.hand.state import HandState


def is_beaten(hand: HandState, seat: int) -> bool:
    """Whether tabled hands beat this seat's hand in every pot that it contests, for high and for low.

    It is false if cards alone do not decide: after declarations, in games with a win requirement, and while bets may
    still be returned under the sevens rule.
    """
    plan = hand.plan
    if hand.aside.declared or plan.to_win or plan.sevens is not None:
        return False
    hole = hand.hole[seat]
    open_seats = [at for at in seats_of(hand.betting.live & hand.shown & ~(1 << seat)) if UNKNOWN not in hand.hole[at]]
    if not open_seats:
        return False
    beats: list[int] = []  # for each way to win, the seats whose open hands beat this one
    for half, (_, on_board) in enumerate(plan.rankers):
        for board, cards in enumerate(hand.boards):
            rank = on_board(cards)
            mine = rank(hole)
            if mine:
                over = [at for at in open_seats if called_strength(hand, at, half, board, rank) > mine]
                beats.append(sum([1 << at for at in over]))
    rivals = sum([1 << at for at in open_seats])
    return all(
        pot.eligible & rivals and all(pot.eligible & better for better in beats)
        for pot in hand.pots()
        if pot.eligible >> seat & 1
    )
