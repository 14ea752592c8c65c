"""Whether two hands of histories are one: files that are copied, or put together, tell many hands twice."""

from __future__ import annotations

from hashlib import blake2b

from sidepot.formats.hand_history import HandHistory
from sidepot.formats.moments import order_of


def mark_of(told: HandHistory) -> int:
    """A number of 63 bits that two hands have alike if they are one, also if two players tell it in files of their own.

    It is made of the site, the number and the time of the hand, the players' names, their stacks before and after it,
    and the board. Where a history names no site or no number (a log counts its hands), the hole cards must be the same
    too.
    """
    hand = told.hand
    one = 10.0**told.decimals
    stacks = zip(told.names, hand.setup.stacks, hand.stacks, strict=True)
    seats = sorted([(name, before / one, after / one) for name, before, after in stacks])
    hole = None if told.site and told.name else (told.table, hand.hole)
    about = (told.site, told.name, order_of(told.when) or told.when, seats, hand.boards, hole)
    return int.from_bytes(blake2b(repr(about).encode("utf-8", "replace"), digest_size=8).digest(), "big") >> 1
