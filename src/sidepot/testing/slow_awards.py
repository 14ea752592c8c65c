"""The right winners of a pot and their shares, worked out from the cards on the table by the slow evaluator.

For the universal tester: nothing here looks at how the engine came to its answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from sidepot.games.model import Choose, Half
from sidepot.games.rake import Rake, Rounding, Sharing
from sidepot.hand.events import Awarded, Part
from sidepot.hand.hand import Hand
from sidepot.rules.hand_choices import OddHalf
from sidepot.rules.rulebook import BothWays, Declaration, OddChip
from sidepot.testing.broken import require
from sidepot.testing.slow_hands import Strength, is_at_least, of_these, strength_of

Won = tuple[int, set[int]]  # a half and its winners


def check_award(hand: Hand, event: Awarded, seats: Sequence[int]) -> None:
    """The pot that was just paid to some of `seats` went to the best hands, and in the right parts. Raises Broken."""
    paid = sum(chips for _, chips in event.shares)
    require(hand, 0 <= event.rake <= event.amount, f"a rake of {event.rake} was taken from {event.amount}")
    require(hand, paid + event.rake == event.amount, f"{event.amount} was in the pot, and {paid} is paid")
    require(hand, all(chips >= 0 for _, chips in event.shares), "somebody is paid less than nothing")
    require(hand, len({seat for seat, _ in event.shares}) == len(event.shares), "a seat is paid twice")
    if len(seats) == 1:
        require(hand, {seat for seat, _ in event.shares} <= set(seats), f"only seat {seats[0]} can win this pot")
        require(hand, not event.parts, "a pot with one claimant has parts")
        return
    expected: list[tuple[int, int, set[int]]] = []  # board, half, winners; -1 where both halves go alike
    for board in range(len(hand.boards)):
        won = winners(hand, seats, board)
        alike = len(won) == 2 and won[0][1] == won[1][1] and hand.setup.rulebook.identical_high_low_even
        expected += [(board, -1, won[0][1])] if alike else [(board, half, best) for half, best in won]
    require(hand, bool(expected), "a pot is paid that nobody has won")
    parts = event.parts
    if len(expected) == 1:
        require(hand, not parts, "a pot with one part is paid in several")
        board, half, _ = expected[0]
        parts = (Part(board, half, event.shares),)
    found = [(board, half, {seat for seat, _ in shares}) for board, half, shares in parts]
    if hand.setup.rulebook.odd_half is OddHalf.LARGER and hand.setup.game.name in ("badacey", "badeucey", "drawmaha"):
        expected.sort(key=lambda part: (part[0], -part[1]))  # the second half takes what is odd
    require(hand, found == expected, f"the parts should go to {expected} (board, half, seats), not to {found}")
    _check_sums(hand, event, parts)
    _check_sizes(hand, event.amount - event.rake, parts)
    have: set[int] = set()
    for part in parts:
        _check_odd_chips(hand, part.shares, have)
        if hand.setup.rulebook.one_odd_chip:
            have |= _have_odd_chips(hand, part, parts)


def winners(hand: Hand, seats: Sequence[int], board: int) -> list[Won]:
    """The winners of each half on a board. Rule: PG-62, PG-67, PG-69, PG-76, PG-97, PG-102."""
    if not _declares(hand) or not hand.aside.declared:
        return _best(hand, seats, seats, board)
    ways = dict(hand.aside.declared)
    high, low = ([seat for seat in seats if ways.get(seat, 0) & way] for way in (1, 2))
    first = dict(_best(hand, high, low, board))
    both = set(high) & set(low)
    outright = hand.setup.rulebook.both_ways is BothWays.WIN_OUTRIGHT
    # a hand declared both ways must be the best of all that went either way, or it is out of the pot
    out = {
        seat
        for seat in both
        if any(seat not in first.get(half, set()) or outright and len(first[half]) > 1 for half in (0, 1))
    }
    high, low = ([seat for seat in some if seat not in out] for some in (high, low))
    return _best(hand, high, low, board) or _best(hand, seats, seats, board)


def _declares(hand: Hand) -> bool:
    return hand.setup.rulebook.declaration is not Declaration.CARDS_SPEAK and len(hand.setup.game.halves) == 2


def _best(hand: Hand, high: Sequence[int], low: Sequence[int], board: int) -> list[Won]:
    """The best hands of each half among those who play for it; a half that nobody wins is left out."""
    game = hand.setup.game
    found: list[Won] = []
    for half, seats in enumerate((high, low)[: len(game.halves)]):
        strengths = {seat: strength for seat in seats if (strength := _strength(hand, seat, half, board)) is not None}
        if not half and game.win_requirement:
            strengths = {
                seat: held for seat, held in strengths.items() if is_at_least(game, game.win_requirement, held)
            }
        top = max(strengths.values(), default=None)
        best = {seat for seat, strength in strengths.items() if strength == top}
        found += [(half, best)] if best else []
    return found


def _strength(hand: Hand, seat: int, half: int, board: int) -> Strength | None:
    """The strength of a hand: as its owner called it for this half, on a board where those cards can play.

    Otherwise, or where nothing was called, cards speak.
    """
    game = hand.setup.game
    cards, on_board = hand.hole[seat], hand.boards[board]
    called = dict(hand.aside.called).get(seat, ())
    if half < len(called) and called[half] and is_playable(game.halves[half], cards, on_board, called[half]):
        return of_these(game, game.halves[half], called[half])
    return strength_of(game, game.halves[half], cards, on_board)


def is_playable(half: Half, hole: Sequence[int], board: Sequence[int], cards: Sequence[int]) -> bool:
    """Whether these may be the cards that a hand plays on a board."""
    own, shared = (len(set(cards) & set(some)) for some in (hole, board))
    if half.choose is Choose.TWO_THREE:
        return (own, shared, len(cards)) == (2, 3, 5)
    there = len(hole) if half.choose is Choose.HOLE else len(hole) + len(board)
    played = own if half.choose is Choose.HOLE else own + shared
    return played == len(cards) == min(5, there)


def may_win(hand: Hand, seats: Sequence[int]) -> bool:
    """Whether one of the live hands holds what the game asks of a winner, or a half that it asks nothing of."""
    return any(winners(hand, seats, board) for board in range(len(hand.boards)))


# ---- how the chips are shared


def _check_sums(hand: Hand, event: Awarded, parts: Sequence[Part]) -> None:
    """Each seat gets the sum of its parts."""
    sums: dict[int, int] = {}
    for _, _, shares in parts:
        for seat, chips in shares:
            sums[seat] = sums.get(seat, 0) + chips
    require(hand, sums == dict(event.shares), f"the parts pay {sums}, and the pot {dict(event.shares)}")


def _check_sizes(hand: Hand, amount: int, parts: Sequence[Part]) -> None:
    """Boards share as evenly as chips allow, the first taking what is odd; so do the halves of a board, high first."""
    boards = sorted({part.board for part in parts})
    on_board = [sum(chips for part in parts if part.board == board for _, chips in part.shares) for board in boards]
    _check_even(hand, amount, on_board, "boards")
    for board, total in zip(boards, on_board, strict=True):
        halves = [sum(chips for _, chips in part.shares) for part in parts if part.board == board]
        _check_even(hand, total, halves, "halves")


def _check_even(hand: Hand, amount: int, parts: Sequence[int], what: str) -> None:
    """The parts of an amount differ by one of the smallest chips at most, the larger first. Rule: TDA-2013 19."""
    chip = hand.setup.stakes.chip
    broken = amount % chip  # chips smaller than those in play are not broken up, and go with the first
    whole = [parts[0] - broken, *parts[1:]]
    require(hand, sum(parts) == amount and not any(part % chip for part in whole), f"{what}: {parts} of {amount}")
    even = max(whole) - min(whole) <= chip and whole == sorted(whole, reverse=True)
    require(hand, even, f"the {what} should share {amount} evenly, not as {list(parts)}")


def _have_odd_chips(hand: Hand, part: Part, parts: Sequence[Part]) -> set[int]:
    """The seats with a chip more than others of a part, or alone with a part larger than another of its board."""
    if len(part.shares) == 1:
        beside = [one for one in parts if one.board == part.board]
        whole = {one.board: 0 for one in parts}
        for one in parts:
            whole[one.board] += sum(chips for _, chips in one.shares)
        sizes = [sum(chips for _, chips in one.shares) for one in beside] if len(beside) > 1 else whole.values()
        is_odd = sum(chips for _, chips in part.shares) - min(sizes) >= hand.setup.stakes.chip
        return {part.shares[0][0]} if is_odd else set()
    least = min(chips for _, chips in part.shares)
    return {seat for seat, chips in part.shares if chips - least >= hand.setup.stakes.chip}


def _check_odd_chips(hand: Hand, shares: Sequence[tuple[int, int]], have: set[int]) -> None:
    """Those who tie share evenly; odd chips go to the first left of the button, where cards do not decide.

    In some houses those that `have` one get no other (Robert's, ties).
    """
    _check_even(hand, sum(chips for _, chips in shares), [chips for _, chips in shares], "winners")
    by_position = not hand.setup.game.is_stud or hand.setup.rulebook.odd_chip_stud is OddChip.POSITION
    seats = [seat for seat, _ in shares]
    count = len(hand.setup.stacks)
    clockwise = sorted(seats, key=lambda seat: (seat in have, (seat - hand.setup.button - 1) % count))
    require(hand, not by_position or seats == clockwise, f"odd chips go round as {clockwise}, not as {seats}")


# ---- the rake


def rake_of(rake: Rake, total: int, chip: int = 1) -> int:
    """The house's take of a hand with one pot, in exact fractions. Rule: PG-46."""
    cap = total if rake.cap is None else rake.cap
    return min(_percentage(rake, total, chip), cap - cap % _step(rake, chip))


def rake_of_pots(rake: Rake, pots: Sequence[int], chip: int = 1) -> list[int]:
    """The house's take of each pot of a hand, the main pot first, one unit at a time. Rule: PG-46.

    The next unit comes from the pot that has paid least of its exact part of the cap, of those that owe one by their
    own percentage, until the cap is reached or nothing is owed. Or else the pots pay as they are awarded, the last one
    first, each what is due of all that was won by then.
    """
    if rake.sharing is Sharing.SIDE_POT_FIRST:
        due = [rake_of(rake, sum(pots[at:]), chip) for at in range(len(pots))] + [0]
        return [min(due[at] - due[at + 1], pots[at]) for at in range(len(pots))]
    step = _step(rake, chip)
    owed = [_percentage(rake, pot, chip) for pot in pots]
    cap = sum(owed) if rake.cap is None else rake.cap
    cap -= cap % step
    paid = [0] * len(pots)
    while sum(paid) + step <= cap and paid != owed:
        lacks = [Fraction(cap * pot, sum(pots)) - has for pot, has in zip(pots, paid, strict=True)]
        paid[max([at for at in range(len(pots)) if paid[at] < owed[at]], key=lambda at: lacks[at])] += step
    return paid


def _percentage(rake: Rake, pot: int, chip: int) -> int:
    """The percentage of a pot without a cap, rounded to units, and made of whole units and whole chips."""
    units = Fraction(pot * rake.numerator, rake.denominator * rake.unit)
    if rake.rounding is Rounding.UP:
        whole = ceil(units)
    else:
        whole = floor(units + Fraction(1, 2)) if rake.rounding is Rounding.NEAREST else floor(units)
    most = min(whole * rake.unit, pot)
    return most - most % _step(rake, chip)


def _step(rake: Rake, chip: int) -> int:
    """The least amount that is made of whole units and of whole chips."""
    return next(amount for amount in range(chip, rake.unit * chip + 1, chip) if amount % rake.unit == 0)
