"""What a showdown pays, ours and PokerKit's, and which of its ways of sharing pots explains a difference.

PokerKit throws away every hand that cannot win anything before it makes the pots, so that pots may fall together; it
gives all odd chips of a part to the first who shares it; it sets a low half apart wherever any live hand is a low; and
it takes its rake from each pot. Here the pots of our hand are shared in these ways, each by itself or together, to see
which of them lead to what PokerKit paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from against_pokerkit.mirror import Difference, Shares, paid_by
from sidepot.hand.events import Awarded
from sidepot.hand.hand import Hand
from sidepot.hand.pots import Pot
from sidepot.hand.streets import clockwise, seats_of

TOGETHER = "pots put together"
FIRST = "odd chips to the first"
OTHERS = "low of others"
EACH = "rake of each pot"
MIXED = "boards mixed up"
WAYS = (FIRST, TOGETHER, OTHERS, EACH, MIXED)


class Pots(NamedTuple):
    """The pots of a finished hand with the seats that contested them to the end, their rake and their boards."""

    hand: Hand
    pots: list[Pot]
    rakes: list[int]
    boards: Sequence[Sequence[int]]


def way_of_paying(found: Difference) -> str:
    """PokerKit's way of sharing the pots that leads to what it paid; the fewest together, the last of them named."""
    hand, state = found.hand, found.mirror.state
    theirs = found.mirror.chips(state.stacks)
    pots = pots_of(hand)
    chips = hand.stacks.copy()
    for seat, amount in paid(pots, ()).items():
        chips[seat] -= amount
    for count in range(1, len(WAYS) + 1):
        for ways in combinations(WAYS, count):
            boards = found.mirror.boards() if MIXED in ways else pots.boards
            won = paid(pots._replace(boards=boards), ways)
            if [stack + won.get(seat, 0) for seat, stack in enumerate(chips)] == theirs:
                return ways[-1]
    return ""


def pots_of(hand: Hand) -> Pots:
    """The pots that a finished hand paid, in order of creation."""
    again = Hand(hand.setup)
    found: list[tuple[int, Pot, int]] = []
    for event in hand.log[1:]:
        if isinstance(event, Awarded):
            pot = again.layers[event.pot]
            found.append((event.pot, pot._replace(eligible=pot.eligible & hand.live), event.rake))
        again.apply(event)
    found.sort(key=lambda one: one[0])
    return Pots(hand, [pot for _, pot, _ in found], [rake for _, _, rake in found], hand.boards)


def paid(of: Pots, ways: Sequence[str]) -> Shares:
    """What the pots pay when they are shared in these ways; by our rules where there are none."""
    hand = of.hand
    alive = hand.live
    pots, rakes = of.pots, of.rakes
    if TOGETHER in ways:
        alive = 0
        for pot in pots:
            for won in _winners(of, pot.eligible, hand.live, others=False).values():
                alive |= won
        pots, rakes = _together(pots, rakes, alive)
    rake = hand.setup.stakes.rake
    if EACH in ways and rake is not None:
        rakes = [rake.of(pot.amount) for pot in pots]
    total: Shares = {}
    for pot, taken in zip(pots, rakes, strict=True):
        winners = _winners(of, pot.eligible & alive, alive, others=OTHERS in ways)
        _share(total, pot.amount - taken, winners, of, to_first=FIRST in ways)
    return total


def _together(pots: Sequence[Pot], rakes: Sequence[int], alive: int) -> tuple[list[Pot], list[int]]:
    """Neighbouring pots that the same seats contest, when only those `alive` are left, as one."""
    joined: list[Pot] = []
    taken: list[int] = []
    for pot, rake in zip(pots, rakes, strict=True):
        eligible = pot.eligible & alive
        if joined and joined[-1].eligible == eligible:
            joined[-1] = joined[-1]._replace(amount=joined[-1].amount + pot.amount)
            taken[-1] += rake
        else:
            joined.append(pot._replace(eligible=eligible))
            taken.append(rake)
    return joined, taken


def _winners(of: Pots, eligible: int, alive: int, *, others: bool) -> dict[tuple[int, int], int]:
    """The winners of each half on each board, as bit masks; `others` sets apart a half that any live hand makes."""
    hand = of.hand
    if not eligible & (eligible - 1):
        return {(0, 0): eligible}
    found: dict[tuple[int, int], int] = {}
    for board, cards in enumerate(of.boards):
        for half, (_, maker) in enumerate(hand.plan.rankers):
            rank = maker(cards)
            strengths = {seat: rank(hand.hole[seat]) for seat in seats_of(eligible)}
            best = max(strengths.values())
            if best or others and any(rank(hand.hole[seat]) for seat in seats_of(alive)):
                found[board, half] = sum(1 << seat for seat, strength in strengths.items() if strength == best)
    return found


def _share(total: Shares, amount: int, winners: dict[tuple[int, int], int], of: Pots, *, to_first: bool) -> None:
    boards = sorted({board for board, _ in winners})
    for board, of_board in zip(boards, _parts(amount, len(boards), to_first=to_first), strict=True):
        halves = [won for at, won in winners.items() if at[0] == board]
        for won, of_half in zip(halves, _parts(of_board, len(halves), to_first=to_first), strict=True):
            seats = clockwise(won, of.hand.plan.deal_from)
            for seat, share in zip(seats, _parts(of_half, len(seats), to_first=to_first), strict=True):
                total[seat] = total.get(seat, 0) + share


def _parts(amount: int, count: int, *, to_first: bool) -> list[int]:
    """`amount` in `count` parts: what is odd goes to the first of them, chip by chip or as a whole."""
    each, odd = divmod(amount, count)
    if to_first:
        return [each + odd, *[each] * (count - 1)]
    return [each + (at < odd) for at in range(count)]


def is_rake_without_last_bets(found: Difference) -> bool:
    """Whether all folded to one seat, and its bets of that round were not raked with the rest of the pot."""
    hand = found.hand
    rake, winner = hand.setup.stakes.rake, hand.live.bit_length() - 1
    if rake is None or hand.live & (hand.live - 1):
        return False
    stacks = hand.stacks.copy()
    stacks[winner] += hand.raked - rake.of(sum(pot.amount for pot in pots_of(hand).pots) - hand.betting.bets[winner])
    return stacks == found.mirror.chips(found.mirror.state.stacks)


def difference_in_paid(found: Difference) -> str:
    """In which half of which board the one pot of a showdown was paid otherwise, as text; empty where it was not.

    Where there are several pots the stacks must tell: PokerKit puts some of them together.
    """
    ours, theirs = paid_by(found.hand), found.mirror.paid()
    if len(ours) != 1 or len(theirs) != 1 or not ours[0] or (None, None) in theirs[0]:
        return ""
    return "" if ours == theirs else f"parts {ours[0]} and {theirs[0]}"
