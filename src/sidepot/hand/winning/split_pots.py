"""The winners of each pot: its halves, its ties and its odd chips.

Pots are paid in reverse order of creation (PG-68), each split separately (TDA-2013 20).
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sidepot.errors import BadNotation
from sidepot.games.model import ACE_IS_LOW, HIGH_SCALES, Half
from sidepot.hand import refusals
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded, Part
from sidepot.hand.streets import clockwise, seats_of
from sidepot.hand.winning.claims import winners
from sidepot.ranking.playable_cards import made
from sidepot.rules.rulebook import OddChip

if TYPE_CHECKING:
    from sidepot.hand.pots import Pot
    from sidepot.hand.state import HandState


Shares = tuple[tuple[int, int], ...]  # (seat, chips), in the order in which they are paid


def split(amount: int, halves: Sequence[Sequence[int]], *, chip: int = 1, even: bool = True) -> Shares:
    """Share `amount` among the winners of each half, as (seat, chips) pairs in the order in which they are paid.

    Each of `halves` lists its winners in the order in which they get odd chips. A half that nobody won is omitted. An
    odd chip is one of the smallest chips in play. Between the halves, odd chips go to the first half, which is the high
    half. Within a half, no winner gets two odd chips. With `even`, seats that win the same in every half get equal
    totals as far as chips allow. Ties with other seats for one half do not change this (TDA-2013 19, last sentence).

    >>> split(67, [[0], [1]])
    ((0, 34), (1, 33))
    >>> split(66, [[0, 1], [0, 1]])
    ((0, 33), (1, 33))
    >>> split(66, [[0, 1], [0, 1]], even=False)
    ((0, 34), (1, 32))
    >>> split(105, [[0, 1], [0, 1, 2]])
    ((0, 44), (1, 44), (2, 17))
    """
    paid: list[Shares] = []
    for part, won in zip(_parts(amount, len(halves), chip), halves, strict=True):
        shares = tuple(zip(won, _parts(part, len(won), chip), strict=True))
        paid.append(evened(shares, paid) if even and paid else shares)
    return tuple(_sums(paid).items())


def evened(shares: Shares, earlier: Sequence[Shares]) -> Shares:
    """The shares of a half, with the odd chips given to the seats that have less so far.

    This concerns only the seats that also win every `earlier` half.
    """
    both = [seat for seat, _ in shares if all(seat in dict(half) for half in earlier)]
    had = _sums(earlier)
    odd_first = sorted([share for seat, share in shares if seat in both], reverse=True)
    given = dict(zip(sorted(both, key=lambda seat: had[seat]), odd_first, strict=True))
    return tuple([(seat, given.get(seat, share)) for seat, share in shares])


def _sums(parts: Sequence[Shares]) -> dict[int, int]:
    """The total that each seat gets of all parts, in the order in which they are paid."""
    sums: dict[int, int] = {}
    for shares in parts:
        for seat, share in shares:
            sums[seat] = sums.get(seat, 0) + share
    return sums


def _parts(amount: int, count: int, chip: int) -> list[int]:
    """Divide `amount` into `count` parts as even as whole chips allow, the larger ones first."""
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
    lowest: int = 0,
    wild: tuple[str, ...] = (),
) -> list[int]:
    """The winners of a half, in the order in which they get odd chips. Rule: TDA-2013 19.

    The house's `rule` decides. By position, the order begins with `start`, the seat just left of the button. By cards,
    as in stud, it begins with the highest card of the best five; suits break ties. Some houses do so only for high
    hands. Under Robert's Rules, all cards of a hand count, not only the best five: for high, the highest card decides;
    for low, the lowest. An ace is low in ace-to-five.
    """
    seats = clockwise(winners, start)
    if rule is OddChip.POSITION or len(seats) < 2:
        return seats
    if rule is OddChip.BEST_FIVE_HIGH and half.scale not in HIGH_SCALES:
        return seats
    low = half.scale in ACE_IS_LOW

    def height(card: int) -> int:
        return card - 52 if low and card >= 48 else card

    def claim(seat: int) -> tuple[int, ...]:
        if rule is not OddChip.ALL_HIGH_OR_LOW:
            best = made(half.scale, half.choose, half.qualifier, holes[seat], board, lowest=lowest, wild=wild)
            # a community card may be the highest of both: then the next ones decide
            return best.high_card, *sorted([height(card) for card in best.cards], reverse=True)
        if half.scale in HIGH_SCALES:
            return (max(holes[seat]),)
        return (-min(height(card) for card in holes[seat]),)

    return sorted(seats, key=claim, reverse=True)


def award(hand: HandState, at: int) -> Awarded:
    """The event that pays pot `at`: the rake is taken, then each half of each board pays its winners.

    Raises Conflict if the cards of a claimant are not known. Rule: TDA-2013 19, 20; PG-46.
    """
    pot = hand.layers[at]
    claimants = pot.eligible & hand.betting.live
    rake = rake_on(hand, at) if hand.plan.rake is not None else 0
    amount = pot.amount - rake
    if not claimants & (claimants - 1):
        return Awarded(at, pot.amount, ((claimants.bit_length() - 1, amount),) if amount else (), rake)
    seats = seats_of(claimants)
    try:
        if len(hand.boards) == 1:
            halves = winners(hand, seats, 0)
            if len(halves) == 1:
                best = halves[0][1]
                if not best & (best - 1):
                    return Awarded(at, pot.amount, ((best.bit_length() - 1, amount),), rake)
            parts = split_board(hand, amount, 0, halves)
        else:
            parts = []
            won = [(board, winners(hand, seats, board)) for board in range(len(hand.boards))]
            won = [(board, halves) for board, halves in won if halves]  # nobody may hold what wins on one of them
            chip = hand.setup.stakes.chip
            each = _parts(amount, len(won), chip)
            have = 0  # who has had an odd chip of this pot
            for part, (board, halves) in zip(each, won, strict=True):
                shared = split_board(hand, part, board, halves, have)
                least = each[-1] if len(shared) == 1 else sum([share for _, share in shared[-1].shares])
                have |= odd_chips(shared, least // chip, chip)
                parts += shared
    except BadNotation:
        raise refusals.unknown_cards(seats, hand.hole, hand.boards[0]) from None
    if len(parts) == 1:
        return Awarded(at, pot.amount, parts[0].shares, rake)
    return Awarded(at, pot.amount, tuple(_sums([part.shares for part in parts]).items()), rake, tuple(parts))


def rake_on(hand: HandState, at: int) -> int:
    """The rake on pot `at`, which must be the next to be paid.

    The rake depends on all pots of the hand, including pots that were already paid.
    """
    due = rakes_on(hand, hand.layers[: at + 1])[at]
    rake = hand.plan.rake
    if rake is None or rake.cap is None:
        return due
    return min(due, rake.cap - hand.aside.raked)  # a killed hand makes fewer pots of the rest


def rakes_on(hand: HandState, pots: Sequence[Pot]) -> list[int]:
    """The rake on each of the pots that are still to be paid, main pot first."""
    rake = hand.plan.rake
    if rake is None or not is_raked(hand):
        return [0] * len(pots)
    amounts = [pot.amount for pot in pots]
    return rake.on_pots([*amounts, *hand.aside.raked_pots[::-1]], hand.setup.stakes.chip)[: len(pots)]


def is_raked(hand: HandState) -> bool:
    """Whether the house takes rake from this hand.

    Some houses take no rake if the hand ends before the second street is dealt. A side pot that is won before that
    street still pays rake if the main pot is played on.
    """
    rake = hand.plan.rake
    live = hand.betting.live
    return rake is not None and bool(hand.street or live & (live - 1) or not rake.no_flop_no_drop)


def split_board(
    hand: HandState, amount: int, board: int, halves: Sequence[tuple[int, int]], have: int = 0
) -> list[Part]:
    """How the winners of the halves of one board share the board's part of a pot. Rule: TDA-2013 19, 20.

    `have` is a bit mask of the seats that already have an odd chip. In some houses, no seat gets a second odd chip
    before every winner has one (Robert's, ties).
    """
    rulebook = hand.setup.rulebook
    rule = rulebook.odd_chip_stud if hand.plan.is_stud else OddChip.POSITION
    plan = hand.plan
    if plan.odd_first and len(halves) > 1:
        halves = sorted(halves, key=lambda half: plan.odd_first.index(half[0]))
    orders = [
        odd_chip_order(
            won,
            plan.rankers[at][0],
            hand.hole,
            hand.boards[board],
            start=plan.deal_from,
            rule=rule,
            lowest=plan.lowest,
            wild=hand.setup.game.wild,
        )
        for at, won in halves
    ]
    chip = hand.setup.stakes.chip
    is_same = len(orders) > 1 and all(set(order) == set(orders[0]) for order in orders)
    if is_same and rulebook.identical_high_low_even:
        halves, orders = [(-1, halves[0][1])], orders[:1]
    each = _parts(amount, len(orders), chip)
    found: list[Part] = []
    for at, (part, order) in enumerate(zip(each, orders, strict=True)):
        if rulebook.one_odd_chip:
            order.sort(key=lambda seat: have >> seat & 1)
        shares = split(part, [order], chip=chip)
        if found and rulebook.identical_high_low_even:
            shares = evened(shares, [half.shares for half in found])
        found.append(Part(board, halves[at][0], shares))
        if rulebook.one_odd_chip:
            have |= odd_chips(found[-1:], each[-1] // chip, chip)
    return found


def odd_chips(parts: Sequence[Part], whole: int, chip: int) -> int:
    """The seats that got an odd chip of these parts, as a bit mask.

    Such a seat got one chip more than other winners of the same part. A sole winner of a part got an odd chip if
    that part is larger than `whole`, which is the size of a part without an odd chip.

    >>> odd_chips([Part(0, 0, ((3, 17), (1, 16))), Part(0, 1, ((2, 34),))], 33, 1)
    12
    """
    got = 0
    for part in parts:
        least = min([share for _, share in part.shares]) // chip if len(part.shares) > 1 else whole
        for seat, share in part.shares:
            got |= (share // chip > least) << seat
    return got


def is_last_claim(hand: HandState, seat: int) -> bool:
    """Whether a pot would have no claimant left without this hand."""
    if hand.due is Due.ACT:
        return False  # what the seat leaves goes back or is paid as soon as the round closes
    left = hand.betting.live & ~(1 << seat)
    return any(not pot.eligible & left for pot in hand.pots())
