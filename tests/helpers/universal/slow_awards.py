"""The right winners of a pot and their shares, computed from the cards on the table by the slow evaluator.

It works one chip at a time, from the texts of the rules, and uses nothing of the engine's own computation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from sidepot.games.model import Choose, Game, Half
from sidepot.games.rake import Rake, Rounding, Sharing
from sidepot.hand.events import Awarded, Part
from sidepot.hand.hand import Hand
from sidepot.rules.hand_choices import OddHalf
from sidepot.rules.rulebook import BothWays, Declaration, OddChip, Rulebook
from universal.broken import require
from universal.slow_hands import Strength, best_cards, is_at_least, of_these, strength_of

Won = tuple[int, set[int]]  # a half and its winners
Cards = Sequence[int]
_HIGH = ("high", "short-deck", "short-deck-trips")


class Showdown(NamedTuple):
    """The cards of a showdown, and everything else that decides: game and house, button, chips, declarations.

    `called` has the cards that a player announced for each half, if hands count as announced. `known` are the strengths
    computed so far, by seat, half and board.
    """

    game: Game
    rulebook: Rulebook
    button: int
    chip: int
    holes: Sequence[Cards]
    boards: Sequence[Cards]
    declared: Mapping[int, int]
    called: Mapping[int, tuple[tuple[int, ...], ...]]
    known: dict[tuple[int, int, int], Strength | None]


def showdown_of(hand: Hand) -> Showdown:
    """The showdown of a hand with its current cards."""
    setup, aside = hand.setup, hand.aside
    return Showdown(
        setup.game, setup.rulebook, setup.button, setup.stakes.chip,
        hand.hole, hand.boards, dict(aside.declared), dict(aside.called), {},
    )  # fmt: skip


def check_award(hand: Hand, event: Awarded, seats: Sequence[int]) -> None:
    """Check that the pot just paid to some of `seats` went to the best hands, chip by chip.

    Raises Broken if it did not.
    """
    paid = sum(chips for _, chips in event.shares)
    require(hand, 0 <= event.rake <= event.amount, f"a rake of {event.rake} was taken from {event.amount}")
    require(hand, paid + event.rake == event.amount, f"{event.amount} was in the pot, and {paid} is paid")
    require(hand, all(chips >= 0 for _, chips in event.shares), "somebody is paid less than nothing")
    require(hand, len({seat for seat, _ in event.shares}) == len(event.shares), "a seat is paid twice")
    if len(seats) == 1:
        require(hand, {seat for seat, _ in event.shares} <= set(seats), f"only seat {seats[0]} can win this pot")
        require(hand, not event.parts, "a pot with one claimant has parts")
        return
    expected = parts_by_chip(showdown_of(hand), event.amount - event.rake, seats)
    require(hand, bool(expected), "a pot is paid that nobody has won")
    found = event.parts or (Part(expected[0].board, expected[0].half, event.shares),)
    require(hand, found == tuple(expected), f"the parts should go to {expected} (board, half, seats), not to {found}")
    require(hand, dict(event.shares) == sums_of(expected), f"{event.shares} are not the sums of {expected}")
    require(hand, not event.parts or len(expected) > 1, "a pot with one part is paid in several")


# ---- the winners


def winners(of: Showdown, seats: Sequence[int], board: int) -> list[Won]:
    """The winners of each half on a board. Rule: PG-62, PG-67, PG-69, PG-76, PG-97, PG-102."""
    if not _declares(of) or not of.declared:
        return _best(of, seats, seats, board)
    high, low = ([seat for seat in seats if of.declared.get(seat, 0) & way] for way in (1, 2))
    first = dict(_best(of, high, low, board))
    both = set(high) & set(low)
    outright = of.rulebook.both_ways is BothWays.WIN_OUTRIGHT
    # a hand declared both ways must be the best of all that went either way, or it is out of the pot
    out = {
        seat
        for seat in both
        if any(seat not in first.get(half, set()) or outright and len(first[half]) > 1 for half in (0, 1))
    }
    high, low = ([seat for seat in some if seat not in out] for some in (high, low))
    return _best(of, high, low, board) or _best(of, seats, seats, board)


def _declares(of: Showdown) -> bool:
    return of.rulebook.declaration is not Declaration.CARDS_SPEAK and len(of.game.halves) == 2


def _best(of: Showdown, high: Sequence[int], low: Sequence[int], board: int) -> list[Won]:
    """The best hands of each half among those who play for it; a half that nobody wins is left out."""
    game = of.game
    found: list[Won] = []
    for half, seats in enumerate((high, low)[: len(game.halves)]):
        strengths = {seat: strength for seat in seats if (strength := _known(of, seat, half, board)) is not None}
        if not half and game.win_requirement:
            strengths = {
                seat: held for seat, held in strengths.items() if is_at_least(game, game.win_requirement, held)
            }
        top = max(strengths.values(), default=None)
        best = {seat for seat, strength in strengths.items() if strength == top}
        found += [(half, best)] if best else []
    return found


def _known(of: Showdown, seat: int, half: int, board: int) -> Strength | None:
    key = seat, half, board
    if key not in of.known:
        of.known[key] = _strength(of, *key)
    return of.known[key]


def _strength(of: Showdown, seat: int, half: int, board: int) -> Strength | None:
    """The strength of a hand: as its owner called it for this half, on a board where those cards can play.

    Otherwise, or if nothing was called, cards speak.
    """
    game = of.game
    cards, on_board = of.holes[seat], of.boards[board]
    called = of.called.get(seat, ())
    if half < len(called) and called[half] and is_playable(game.halves[half], cards, on_board, called[half]):
        return of_these(game, game.halves[half], called[half])
    return strength_of(game, game.halves[half], cards, on_board)


def is_playable(half: Half, hole: Cards, board: Cards, cards: Cards) -> bool:
    """Whether a hand may play these cards on a board."""
    own, shared = (len(set(cards) & set(some)) for some in (hole, board))
    if half.choose is Choose.TWO_THREE:
        return (own, shared, len(cards)) == (2, 3, 5)
    there = len(hole) if half.choose is Choose.HOLE else len(hole) + len(board)
    played = own if half.choose is Choose.HOLE else own + shared
    return played == len(cards) == min(5, there)


def may_win(hand: Hand, seats: Sequence[int]) -> bool:
    """Whether one of the live hands meets the game's requirement, or some half has none."""
    of = showdown_of(hand)
    return any(winners(of, seats, board) for board in range(len(of.boards)))


# ---- how the chips are shared


def parts_by_chip(of: Showdown, amount: int, seats: Sequence[int]) -> list[Part]:
    """A pot dealt out one chip at a time: to each board in turn, there to each half, there to each of its winners.

    So boards, halves and winners differ by one chip at most, and the first of them get the odd chips. If some players
    win both halves of a board alike, then in most houses they share it once, or divide their winnings evenly. Chips
    smaller than those in play go with the first chip. If there are no parts, nobody may win the pot.

    Rule: TDA-2013 19, 20; PG-103; Robert's, ties.
    """
    won = [(board, halves) for board in range(len(of.boards)) if (halves := winners(of, seats, board))]
    if not won:
        return []
    chips, small = divmod(amount, of.chip)
    found: list[Part] = []
    have: set[int] = set()  # who has had an odd chip of this pot
    on_boards = _dealt_round(chips, len(won))
    for (board, halves), on_board in zip(won, on_boards, strict=True):
        if len(halves) == 2 and halves[0][1] == halves[1][1] and of.rulebook.identical_high_low_even:
            halves = [(-1, halves[0][1])]
        if of.rulebook.odd_half is OddHalf.LARGER:
            halves = sorted(halves, key=lambda half: _is_smaller(of.game.halves[half[0]]))
        sizes = _dealt_round(on_board, len(halves))
        beside = sizes if len(halves) > 1 else on_boards
        for (half, best), size in zip(halves, sizes, strict=True):
            order = _in_line(of, best, max(half, 0), board)
            if of.rulebook.one_odd_chip:
                order.sort(key=lambda seat: seat in have)
            each = _dealt_round(size, len(order))
            least = min(beside) if len(order) == 1 else min(each)  # one winner has what is odd of the halves, or boards
            have |= {seat for seat, got in zip(order, each, strict=True) if got > least}
            if of.rulebook.identical_high_low_even and not of.rulebook.one_odd_chip:
                _even_out(order, each, [dict(part.shares) for part in found if part.board == board], of.chip)
            shares = [(seat, got * of.chip) for seat, got in zip(order, each, strict=True)]
            if not found:
                shares[0] = (shares[0][0], shares[0][1] + small)
            found.append(Part(board, half, tuple(shares)))
    return found


def _even_out(order: Sequence[int], each: list[int], earlier: Sequence[Mapping[int, int]], chip: int) -> None:
    """Move chips one by one between players who also won each `earlier` half, until they have equal amounts."""
    alike = [at for at, seat in enumerate(order) if earlier and all(seat in half for half in earlier)]
    while alike:
        sums = {at: each[at] + sum(half[order[at]] // chip for half in earlier) for at in alike}
        least, most = min(sums.values()), max(sums.values())
        if most - least < 2:
            return
        each[max(at for at in alike if sums[at] == most)] -= 1
        each[min(at for at in alike if sums[at] == least)] += 1


def sums_of(parts: Sequence[Part]) -> dict[int, int]:
    """The total of each seat over all parts."""
    sums: dict[int, int] = {}
    for _, _, shares in parts:
        for seat, chips in shares:
            sums[seat] = sums.get(seat, 0) + chips
    return sums


def _dealt_round(chips: int, count: int) -> list[int]:
    """That many chips dealt round, one at a time, to that many places."""
    places = [0] * count
    for chip in range(chips):
        places[chip % count] += 1
    return places


def _is_smaller(half: Half) -> tuple[bool, bool]:
    """Four cards are a smaller hand than five, and the draw comes before the board. Source: BARGE rulebook."""
    return half.scale.startswith("badugi"), half.choose is not Choose.HOLE


def _in_line(of: Showdown, best: set[int], half: int, board: int) -> list[int]:
    """Tied seats in the order of odd chips: from the left of the button, or in stud by a card.

    Rule: TDA-2013 19; WSOP live 153 for high only; Robert's, ties: the highest of all cards, or the lowest for low.
    """
    clockwise = sorted(best, key=lambda seat: (seat - of.button - 1) % len(of.holes))
    rule, played = of.rulebook.odd_chip_stud, of.game.halves[half]
    is_high = played.scale in _HIGH
    if not of.game.is_stud or rule is OddChip.POSITION or rule is OddChip.BEST_FIVE_HIGH and not is_high:
        return clockwise
    if rule is OddChip.ALL_HIGH_OR_LOW and is_high:
        return sorted(clockwise, key=lambda seat: -max(of.holes[seat]))
    if rule is OddChip.ALL_HIGH_OR_LOW:
        aces = -1 if played.scale in ("ace-to-five", "ace-to-six", "badugi") else 1
        return sorted(
            clockwise, key=lambda seat: min(card - 52 if card >= 48 and aces < 0 else card for card in of.holes[seat])
        )
    line = {seat: best_cards(of.game, played, of.holes[seat], of.boards[board]) for seat in best}
    return sorted(clockwise, key=lambda seat: line[seat], reverse=True)


# ---- the rake


def rake_of(rake: Rake, total: int, chip: int = 1) -> int:
    """The house's rake of a hand with one pot, in exact fractions. Rule: PG-46."""
    cap = total if rake.cap is None else rake.cap
    return min(_percentage(rake, total, chip), cap - cap % _step(rake, chip))


def rake_of_pots(rake: Rake, pots: Sequence[int], chip: int = 1) -> list[int]:
    """The house's take of each pot of a hand, the main pot first, one unit at a time. Rule: PG-46.

    Until the cap is reached or nothing is owed, the next unit comes from the pot, among those that still owe one by
    their own percentage, that has paid least of its exact share of the cap. Or else the pots pay as they are awarded,
    the last one first: each pays the rake due on everything won up to then.
    """
    step = _step(rake, chip)
    paid = [0] * len(pots)
    if rake.sharing is Sharing.SIDE_POT_FIRST:
        for at in reversed(range(len(pots))):
            while sum(paid) + step <= rake_of(rake, sum(pots[at:]), chip) and paid[at] + step <= pots[at]:
                paid[at] += step
        return paid
    owed = [_percentage(rake, pot, chip) for pot in pots]
    cap = sum(owed) if rake.cap is None else rake.cap
    cap -= cap % step
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
