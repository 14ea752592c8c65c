"""The hands of players who are absent or serve a penalty: dealt like all others, then killed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.hand.deaths import is_dealt, may_kill
from sidepot.hand.due import BRING_IN, DONE
from sidepot.hand.winning.split_pots import is_last_claim

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand


def kill_absent(hand: Hand, seats: Sequence[int]) -> tuple[int, ...]:
    """Kill the hands of absent or penalised players after the deal. A seat that owes the bring-in posts it first.

    Returns the seats whose hands cannot be killed yet, because it is too early or because a side pot would have no
    claimant left. Call this function again for these seats. The last live hand takes the pot. Rule: TDA-2013 29, 58-C.
    """
    later = []
    for seat in seats:
        if not hand.betting.live >> seat & 1 or not hand.betting.live & ~(1 << seat):
            continue
        if not is_dealt(hand) or not may_kill(hand) or is_last_claim(hand, seat):
            later.append(seat)
            continue
        if hand.due is BRING_IN and hand.seat == seat:
            hand.bring_in()
        hand.kill(seat)
    return () if hand.due is DONE else tuple(later)
