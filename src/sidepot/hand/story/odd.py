"""The odd chips of a pot: which board, half or share gets one, and why; for played and for settled hands."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.games.model import HIGH_SCALES
from sidepot.games.titles import half_label
from sidepot.hand.events import Part
from sidepot.hand.words import board_name
from sidepot.rules.rulebook import OddChip

if TYPE_CHECKING:
    from sidepot.hand.events import Awarded
    from sidepot.hand.state import HandState

Where = tuple[int, int, int]  # a board, a half of it, and the paid seat


class Why(Enum):
    """Why an odd chip goes to a board, to a half of a board, or to a winner of a half."""

    FIRST_BOARD = auto()
    FIRST_HALF = auto()
    LARGER_HALF = auto()
    POSITION = auto()
    BEST_FIVE = auto()
    HIGHEST = auto()
    LOWEST = auto()
    ALIKE = auto()


OF_SEATS: Final = {
    Why.POSITION: "first left of the button",
    Why.BEST_FIVE: "the highest card by suit",
    Why.HIGHEST: "the highest card by suit",
    Why.LOWEST: "the lowest card by suit",
    Why.ALIKE: "the same hand both ways gets the same",
}
"""The reasons why a winner of a half gets an odd chip, in words."""

_BY_RULE: Final = {
    OddChip.POSITION: (Why.POSITION, Why.POSITION),  # for a high half and a low half
    OddChip.BEST_FIVE: (Why.BEST_FIVE, Why.BEST_FIVE),
    OddChip.BEST_FIVE_HIGH: (Why.BEST_FIVE, Why.POSITION),
    OddChip.ALL_HIGH_OR_LOW: (Why.HIGHEST, Why.LOWEST),
}


class Odd(NamedTuple):
    """The odd chips of a board, of a half, or of the winners of a half, and the reason.

    - `half`: the half (-1: the whole board)
    - `seats`: the winners that get one odd chip each (empty if the board or half as a whole gets it)
    - `one_each`: whether this house gives no seat a second odd chip
    """

    why: Why
    board: int
    half: int
    seats: tuple[int, ...] = ()
    one_each: bool = False


def odd_chips_of(hand: HandState, event: Awarded) -> list[Odd]:
    """The odd chips of a pot in the order in which they are awarded: to boards, to halves, to winners.

    Rule: TDA-2013 19, 20.
    """
    if not event.parts and len(event.shares) < 2:
        return []
    parts = event.parts or (Part(0, -1, event.shares),)
    chip = hand.setup.stakes.chip
    boards = {one.board: sum([_total(other) for other in parts if other.board == one.board]) // chip for one in parts}
    found = [Odd(Why.FIRST_BOARD, board, -1) for board, total in boards.items() if total > min(boards.values())]
    first = Why.LARGER_HALF if hand.plan.odd_first and hand.plan.odd_first[0] else Why.FIRST_HALF
    for part in parts:
        least = min([_total(one) for one in parts if one.board == part.board]) // chip
        if _total(part) // chip > least:
            found.append(Odd(first, part.board, part.half))
    for part in parts:
        least = min([amount for _, amount in part.shares], default=0) // chip
        seats = tuple([seat for seat, amount in part.shares if amount // chip > least])
        one_each = len(parts) > 1 and hand.setup.rulebook.one_odd_chip
        alike = () if one_each else _evened(hand, part, parts)
        by_rank = tuple([seat for seat in seats if seat not in alike])
        if by_rank:
            found.append(Odd(_of_seats(hand, part), part.board, part.half, by_rank, one_each))
        if len(by_rank) < len(seats):
            found.append(Odd(Why.ALIKE, part.board, part.half, tuple([seat for seat in seats if seat in alike])))
    return found


def _evened(hand: HandState, part: Part, parts: Sequence[Part]) -> tuple[int, ...]:
    """The winners of a half who also won earlier halves, if their totals differ. Rule: TDA-2013 19, last sentence."""
    before = [dict(one.shares) for one in parts[: parts.index(part)] if one.board == part.board]
    if not before or not hand.setup.rulebook.identical_high_low_even:
        return ()
    both = [seat for seat, _ in part.shares if all(seat in half for half in before)]
    had = {sum([half[seat] for half in before]) for seat in both}
    return tuple(both) if len(had) > 1 else ()


def odd_reasons(hand: HandState, event: Awarded) -> dict[Where, str]:
    """The reason, in words, for each share with an odd chip, by board, half and seat."""
    parts = event.parts or (Part(0, -1, event.shares),)
    found: dict[Where, str] = {}
    for odd in odd_chips_of(hand, event):
        for seat in odd.seats:
            words = OF_SEATS[odd.why]
            found[odd.board, odd.half, seat] = f"{words}, and nobody gets two" if odd.one_each else words
        if not odd.seats:
            here = [part for part in parts if part.board == odd.board and odd.half in (-1, part.half)]
            if len(here) == 1 and len(here[0].shares) == 1:  # a share that is all of a board or a half
                part = here[0]
                name = board_name(hand, odd.board).lower()
                if odd.why is not Why.FIRST_BOARD:
                    name = half_label(hand.setup.game, odd.half)
                found[part.board, part.half, part.shares[0][0]] = f"{name} comes first"
    return found


def _of_seats(hand: HandState, part: Part) -> Why:
    """Why some winners of a part get its odd chips."""
    rule = hand.setup.rulebook.odd_chip_stud if hand.plan.is_stud else OddChip.POSITION
    is_high = hand.setup.game.halves[max(part.half, 0)].scale in HIGH_SCALES
    return _BY_RULE[rule][0 if is_high else 1]


def _total(part: Part) -> int:
    return sum([amount for _, amount in part.shares])
