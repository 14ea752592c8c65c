"""The odd chips of a pot in words: which share has one, and why: `first left of the button`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.games.model import HIGH_SCALES
from sidepot.games.titles import half_label
from sidepot.hand.events import Part
from sidepot.hand.words import board_name
from sidepot.rules.rulebook import OddChip

if TYPE_CHECKING:
    from sidepot.hand.events import Awarded
    from sidepot.hand.hand import Hand

Where = tuple[int, int, int]  # a board, a half of it, and the seat that is paid
_BY_CARD = {
    OddChip.BEST_FIVE: "the highest card by suit",
    OddChip.BEST_FIVE_HIGH: "the highest card by suit",
    OddChip.ALL_HIGH_OR_LOW: "the highest card by suit",
}


def odd_reasons(hand: Hand, event: Awarded) -> dict[Where, str]:
    """Why shares of this pot have an odd chip, by the board, the half and the seat. Rule: TDA-2013 19, 20."""
    parts = event.parts or (Part(0, -1, event.shares),)
    chip = hand.setup.stakes.chip
    found: dict[Where, str] = {}
    for part in parts:
        if len(part.shares) > 1:
            least = min([amount for _, amount in part.shares]) // chip
            why = _why_seat(hand, part, several=len(parts) > 1)
            found |= {(part.board, part.half, seat): why for seat, amount in part.shares if amount // chip > least}
        elif why := _why_part(hand, part, parts):
            found[part.board, part.half, part.shares[0][0]] = why
    return found


def _why_seat(hand: Hand, part: Part, *, several: bool) -> str:
    """Why one of the winners of a part has its odd chip."""
    rulebook, halves = hand.setup.rulebook, hand.setup.game.halves
    rule = rulebook.odd_chip_stud if hand.plan.is_stud else OddChip.POSITION
    is_high = halves[max(part.half, 0)].scale in HIGH_SCALES
    if rule is OddChip.BEST_FIVE_HIGH and not is_high:
        rule = OddChip.POSITION
    why = _BY_CARD.get(rule, "first left of the button")
    if rule is OddChip.ALL_HIGH_OR_LOW and not is_high:
        why = "the lowest card by suit"
    return f"{why}, and nobody gets two" if several and rulebook.one_odd_chip else why


def _why_part(hand: Hand, part: Part, parts: tuple[Part, ...]) -> str:
    """Why a part with one winner is a chip larger than another; "" where it is not."""
    chip = hand.setup.stakes.chip
    mine = _total(part)
    if any(_total(one) // chip < mine // chip for one in parts if one.board == part.board):
        return f"{half_label(hand.setup.game, part.half)} comes first"
    boards = {one.board: sum([_total(other) for other in parts if other.board == one.board]) for one in parts}
    is_alone = sum([one.board == part.board for one in parts]) == 1
    if is_alone and any(total // chip < mine // chip for total in boards.values()):
        return f"{board_name(hand, part.board).lower()} comes first"
    return ""


def _total(part: Part) -> int:
    return sum([amount for _, amount in part.shares])
