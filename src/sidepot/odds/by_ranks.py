"""Exact odds of known hold'em hands in plain Python: count boards by ranks, and correct for flushes.

The suits of a board matter only if three or more of its cards are of one suit. So all boards are first counted by
ranks, each with the number of ways to deal it. Then, for each suit, the boards that give somebody a flush are counted
exactly, and their earlier count is subtracted. `kernels.holdem` does the same in a thousandth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

from sidepot.games.decks import find_deck
from sidepot.games.model import Choose
from sidepot.odds.question import Known, Spot
from sidepot.odds.tally import Tally
from sidepot.ranking.playable_cards import at_least
from sidepot.ranking.scales import Scale, find_scale


def goes_by_ranks(spot: Spot) -> bool:
    """Whether `count_by_ranks` applies: the game is hold'em, high or high-low, with known hands and one board."""
    game = spot.game
    first, second = game.halves[0], game.halves[-1]
    lowest = find_deck(game.deck).lowest
    return (
        game.hole_cards == 2
        and game.board_cards == 5
        and game.boards == 1
        and not game.wild
        and all(half.choose is Choose.ANY for half in game.halves)
        and all(one.missing == 0 and len(one.choices[0]) == 2 for one in spot.holdings)
        and find_scale(first.scale, lowest=lowest).high is not None
        and find_scale(first.scale, lowest=lowest).size == 5
        and (len(game.halves) == 1 or second.scale == "ace-to-five")
    )


def scales_of(spot: Spot) -> list[Scale]:
    """The ranking scale of each half of the pot, high half first."""
    lowest = find_deck(spot.game.deck).lowest
    return [find_scale(half.scale, half.qualifier, lowest=lowest) for half in spot.game.halves]


def count_by_ranks(spot: Spot, hands: Sequence[Known]) -> Tally:
    """Count the boards on which each hand wins."""
    gone = {card for hand in hands for card in hand}
    stub = [card for card in spot.stub if card not in gone]
    counter = _Counter(spot, hands)
    board = spot.boards[0]
    to_come = 5 - len(board)
    counter.count(0, _choices(stub, to_come), 0, 1, [0] * spot.live)
    for suit in range(4):
        of_suit = [card >> 2 for card in stub if card & 3 == suit]
        others = [card for card in stub if card & 3 != suit]
        on_board = [card >> 2 for card in board if card & 3 == suit]
        in_hand = [[card >> 2 for card in hand if card & 3 == suit] for hand in hands[: spot.live]]
        for more in range(max(3 - len(on_board), 0), to_come + 1):
            able = [len(held) + len(on_board) + more >= 5 for held in in_hand]
            if not any(able):
                continue
            rests = _choices(others, to_come - more)
            for chosen in combinations(of_suit, more):
                flushes = [
                    counter.flush((*held, *on_board, *chosen)) if can else 0
                    for held, can in zip(in_hand, able, strict=True)
                ]
                ranks = sum([1 << 3 * rank for rank in chosen])
                counter.count(ranks, rests, -1, 1, flushes)
    return counter.tally._replace(deals=comb(len(stub), to_come))


def _choices(stub: Sequence[int], count: int) -> list[tuple[int, int]]:
    """Every choice of `count` ranks, as a sum of keys, and the number of ways to deal it."""
    left = [0] * 13
    for card in stub:
        left[card >> 2] += 1
    found = []
    for ranks in combinations_with_replacement([rank for rank in range(13) if left[rank]], count):
        ways = 1
        total = 0
        for rank in set(ranks):
            ways *= comb(left[rank], ranks.count(rank))
            total += ranks.count(rank) << 3 * rank
        if ways:
            found.append((total, ways))
    return found


class _Counter:
    """Counts boards by the ranks on them."""

    def __init__(self, spot: Spot, hands: Sequence[Known]) -> None:
        self.tally = Tally.empty(spot.live)
        self.orders = scales_of(spot)
        game = spot.game
        self.least = at_least(game.win_requirement, game.halves[0].scale) if game.win_requirement else 1
        self.known = [sum([1 << 3 * (card >> 2) for card in (*hand, *spot.boards[0])]) for hand in hands[: spot.live]]

    def flush(self, ranks: Sequence[int]) -> int:
        """The strength of a flush with these five or more ranks."""
        return self.orders[0].strength([4 * rank for rank in ranks])

    def count(self, ranks: int, rests: Sequence[tuple[int, int]], plain: int, real: int, flushes: list[int]) -> None:
        """Add boards: `real` times with their flushes, and `plain` times as if there were no flushes."""
        table = self.orders[0].table
        assert table is not None
        by_ranks, learn = table.by_ranks, table.learn
        for rest, ways in rests:
            strengths = []
            for known in self.known:
                total = known + ranks + rest
                strengths.append(by_ranks.get(total) or learn(total))
            lows = self._lows(ranks + rest) if len(self.orders) > 1 else None
            if plain:
                self._add(strengths, lows, plain * ways)
                strengths = [max(one, flush) for one, flush in zip(strengths, flushes, strict=True)]
            self._add(strengths, lows, real * ways)

    def _lows(self, ranks: int) -> list[int]:
        table = self.orders[1].table
        assert table is not None
        by_ranks = table.by_ranks
        found = []
        for known in self.known:
            low = by_ranks.get(known + ranks)
            found.append(table.learn(known + ranks) if low is None else low)
        return found

    def _add(self, strengths: list[int], lows: list[int] | None, times: int) -> None:
        tally = self.tally
        best, low = max(strengths), max(lows) if lows else 0
        won = best >= self.least
        size, size2 = strengths.count(best), lows.count(low) if lows else 0
        alone = 0 if won and low else 1
        part = 1.0 if alone else 0.5
        for seat, strength in enumerate(strengths):
            share = 0.0
            if won and strength == best:
                tally.counts[alone][seat][size] += times
                share += part / size
            if lows and low and lows[seat] == low:
                tally.counts[2 + alone][seat][size2] += times
                share += part / size2
            if share:
                tally.squares[seat] += times * share * share
                (tally.scoops if share > 0.999999 else tally.parts)[seat] += times
