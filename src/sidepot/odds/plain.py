"""Odds with the plain evaluators of `ranking`, without NumPy or numba, for every game, wild cards and discards.

If cards must be thrown away (pineapple, Irish), each hand keeps those that are best with the board at that time, and
high cards in a tie. Draws are not simulated for known cards: give only the cards that a hand keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import NamedTuple

from sidepot.games.decks import find_deck
from sidepot.games.model import Choose
from sidepot.odds.question import Known, Spot
from sidepot.odds.tally import Tally
from sidepot.ranking.omaha import Ranker
from sidepot.ranking.playable_cards import at_least, maker

Progress = Callable[[int], None]


class Judge(NamedTuple):
    """Finds the winning hands.

    - `halves`: for each half of the pot, a function that makes a ranker for a board
    - `least`: the minimum strength for the first half
    """

    halves: tuple[Callable[[Sequence[int]], Ranker], ...]
    least: int

    @classmethod
    def of(cls, spot: Spot) -> Judge:
        """A judge for the game of a spot."""
        game = spot.game
        lowest = find_deck(game.deck).lowest
        halves = tuple(
            [maker(half.scale, half.choose, half.qualifier, lowest=lowest, wild=game.wild) for half in game.halves]
        )
        least = at_least(game.win_requirement, game.halves[0].scale) if game.win_requirement else 1
        return cls(halves, least)

    def judge(self, tally: Tally, hands: Sequence[Known], boards: Sequence[Known]) -> None:
        """Count one deal: the winners of each half on each board."""
        shares = [0.0] * len(hands)
        part = 1 / len(boards)
        for board in boards:
            won = []
            for at, half in enumerate(self.halves):
                rank = half(board)
                strengths = [rank(hand) for hand in hands]
                best = max(strengths)
                if best >= (1 if at else self.least):
                    won.append((at, [seat for seat, strength in enumerate(strengths) if strength == best]))
            for at, seats in won:
                size = len(seats)
                counts = tally.counts[2 * at + (len(won) == 1)]
                for seat in seats:
                    counts[seat][size] += 1
                    shares[seat] += part / len(won) / size
        for seat, share in enumerate(shares):
            if share > 0:
                tally.squares[seat] += share * share
                (tally.scoops if share > 0.999999 else tally.parts)[seat] += 1


class Throw(NamedTuple):
    """A discard: how many cards the hand keeps, and how many board cards are known at that time."""

    keeps: int
    on_board: int


def throws_of(spot: Spot) -> tuple[Throw, ...]:
    """The discards that the hands have yet to make."""
    found = []
    on_board = 0
    for street, held in zip(spot.game.streets, spot.game.held, strict=True):
        on_board += street.board
        if street.discard:
            found.append(Throw(held, on_board))
    return tuple(found)


def thrown(spot: Spot, judge: Judge, hand: Known, board: Known) -> Known:
    """The cards of a hand that are left after its remaining discards."""
    for throw in throws_of(spot):
        if len(hand) > throw.keeps:
            hand = best_kept(spot, judge, hand, throw.keeps, board[: throw.on_board])
    return hand


def best_kept(spot: Spot, judge: Judge, hand: Known, keeps: int, board: Known) -> Known:
    """The cards to keep: the best for the first half on this board. Of equal choices, the highest cards."""
    if spot.game.halves[0].choose is Choose.TWO_THREE and (len(board) < 3 or keeps < 2):
        return max(combinations(sorted(hand), keeps), key=lambda kept: (-len({card >> 2 for card in kept}), kept))
    rank = judge.halves[0](board)
    return max(combinations(sorted(hand), keeps), key=lambda kept: (rank(kept), sum(kept)))


def settled(spot: Spot) -> Spot:
    """The same spot after the discards of all streets that have been dealt. The discarded cards are dead."""
    if not any(street.discard for street in spot.game.streets) or len(spot.boards) > 1:
        return spot
    judge = Judge.of(spot)
    board, dead, holdings = spot.boards[0], list(spot.dead), list(spot.holdings)
    for seat, one in enumerate(holdings):
        hand = one.choices[0]
        for throw in throws_of(spot):
            if len(one.choices) == 1 and not one.missing and len(hand) > throw.keeps and len(board) >= throw.on_board:
                kept = best_kept(spot, judge, hand, throw.keeps, board[: throw.on_board])
                dead += [card for card in hand if card not in kept]
                hand = kept
        if len(one.choices) == 1:
            holdings[seat] = one._replace(choices=(hand,))
    return spot._replace(holdings=tuple(holdings), dead=tuple(dead))


def joint_choices(spot: Spot) -> Iterator[tuple[Known, ...]]:
    """Every combination of hands in which no card is used twice."""
    for hands in product(*[one.choices for one in spot.holdings]):
        if len({card for hand in hands for card in hand}) == sum(map(len, hands)):
            yield hands


def count_plainly(spot: Spot, progress: Progress = lambda _: None) -> Tally:
    """Count every deal of the remaining cards."""
    judge = Judge.of(spot)
    tally = Tally.empty(spot.live, len(spot.boards))
    throwing = any(street.discard for street in spot.game.streets)
    deals = 0
    for hands in joint_choices(spot):
        gone = {card for hand in hands for card in hand}
        stub = tuple([card for card in spot.stub if card not in gone])
        known = [*hands, *spot.boards]
        for dealt in _deals(stub, spot.to_come):
            full = [(*some, *more) for some, more in zip(known, dealt, strict=True)]
            in_hand, boards = full[: spot.live], full[len(hands) :]
            if throwing:
                in_hand = [thrown(spot, judge, hand, boards[0]) for hand in in_hand]
            judge.judge(tally, in_hand, boards)
            deals += 1
            if not deals % 1000:
                progress(1000)
    return tally._replace(deals=deals)


def _deals(stub: Known, to_come: Sequence[int]) -> Iterator[tuple[Known, ...]]:
    """Every way to deal these numbers of cards to the first hand, the next, and so on."""
    if not to_come:
        yield ()
        return
    for first in combinations(stub, to_come[0]):
        left = tuple([card for card in stub if card not in first]) if to_come[0] else stub
        for rest in _deals(left, to_come[1:]):
            yield (first, *rest)


def sample_plainly(spot: Spot, deals: int, seed: int, progress: Progress = lambda _: None) -> Tally:
    """Count the results of `deals` random deals, all equally likely."""
    judge = Judge.of(spot)
    tally = Tally.empty(spot.live, len(spot.boards))
    throwing = any(street.discard for street in spot.game.streets)
    random = Random(seed)
    to_come, stub = spot.to_come, spot.stub
    single = all(len(one.choices) == 1 for one in spot.holdings)
    hands = [one.choices[0] for one in spot.holdings]
    left = stub
    for number in range(1, deals + 1):
        if not single:
            hands = choose_hands(spot, random)
            gone = {card for hand in hands for card in hand}
            left = tuple([card for card in stub if card not in gone])
        dealt = random.sample(left, sum(to_come))
        full, at = [], 0
        for known, more in zip((*hands, *spot.boards), to_come, strict=True):
            full.append((*known, *dealt[at : at + more]))
            at += more
        in_hand, boards = full[: spot.live], full[len(hands) :]
        if throwing:
            in_hand = [thrown(spot, judge, hand, boards[0]) for hand in in_hand]
        judge.judge(tally, in_hand, boards)
        if not number % 1000:
            progress(1000)
    return tally._replace(deals=deals)


def choose_hands(spot: Spot, random: Random) -> list[Known]:
    """A random hand for each seat. If two hands share a card, or a hand repeats one, all hands are drawn again."""
    while True:
        hands = [random.choice(one.choices) for one in spot.holdings]
        if len({card for hand in hands for card in hand}) == sum(map(len, hands)):
            return hands
