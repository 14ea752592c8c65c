"""Perft for poker: betting trees walked with the real hand, against the published number and a tiny second counter."""

from __future__ import annotations

import copy
from collections import Counter

import pytest
from each import each
from perft import Round, betting_tree, information_sets, ways_to_see
from slow_betting import Right

from sidepot.errors import Conflict
from sidepot.games.catalog import HOLDEM, OMAHA, STUD, TRIPLE_DRAW
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH, TDA_2013
from sidepot.rules.rulebook import CapHeadsUp

LIMIT_HOLDEM = seat_hand(HOLDEM, FixedLimit(4), Stakes(blinds=(5, 10)), TDA_2013, [1_000_000] * 2)


def test_information_sets_of_heads_up_limit_holdem() -> None:
    """M. Johanson, "Measuring the Size of Large No-Limit Poker Games", 2013: 3.194e14, exactly this many."""
    assert information_sets(LIMIT_HOLDEM) == 319_365_922_522_608


def test_betting_of_heads_up_limit_holdem() -> None:
    """Eight decisions before the flop, ten in each round reached; seven and nine ways to go on from it."""
    tree = betting_tree(LIMIT_HOLDEM)
    assert [part.decisions for part in tree] == [8, 70, 630, 5670]
    assert [part.closed for part in tree] == [7, 7 * 9, 7 * 9 * 9, 7 * 9 * 9 * 9]
    assert [part.folded for part in tree] == [7, 7 * 8, 7 * 9 * 8, 7 * 9 * 9 * 8]
    assert ways_to_see(LIMIT_HOLDEM) == [1326, 25_989_600, 1_221_511_200, 56_189_515_200]


def no_limit(stacks: list[int]) -> Setup:
    return seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), TDA_2013, stacks)


def pot_limit(stacks: list[int]) -> Setup:
    return seat_hand(OMAHA, PotLimit(), Stakes(blinds=(1, 2)), CASH, stacks)


def fixed(bets: int, stacks: list[int]) -> Setup:
    house = CASH.but(cap_heads_up=CapHeadsUp.ON, reopening_limit=CASH.reopening)
    return seat_hand(HOLDEM, FixedLimit(bets), Stakes(blinds=(2, 4), small_bet=4), house, stacks)


@pytest.mark.long
@each(
    ("setup", "decisions"),
    [
        (fixed(4, [1000] * 2), [8, 70, 630, 5670]),
        (fixed(2, [1000] * 3), [18, 198, 2154, 22410]),
        (fixed(4, [15] * 2), None),
        (fixed(3, [9, 30, 23]), None),
        (no_limit([6, 6]), [12, 28, 44, 60]),
        (no_limit([9, 14]), None),
        (no_limit([4, 7, 5]), None),
        (no_limit([3, 3, 8]), None),
        (pot_limit([12, 12]), [98, 682, 2546, 6842]),
        (pot_limit([5, 9, 4]), None),
    ],
    ids=lambda value: f"{value.limit} {value.stacks}" if isinstance(value, Setup) else "",
)
def test_tree_against_a_tiny_counter(setup: Setup, decisions: list[int] | None) -> None:
    tree = betting_tree(setup)
    assert tiny_count(setup) == tree
    if decisions:
        assert [part.decisions for part in tree] == decisions


def test_games_in_which_cards_decide_who_acts() -> None:
    for game, stakes in ((STUD, Stakes(ante=1, bring_in=1, small_bet=2)), (TRIPLE_DRAW, Stakes(blinds=(1, 2)))):
        with pytest.raises(Conflict, match="depends on the cards"):
            betting_tree(seat_hand(game, FixedLimit(), stakes, CASH, [20, 20]))


def tiny_count(setup: Setup) -> list[Round]:
    """The betting tree once more, by a recursion on stacks and bets that knows nothing of the engine."""
    tiny = Tiny(setup)
    seats = len(setup.stacks)
    bets = [0] * seats
    bets[seats - 1 if seats == 2 else 0], bets[0 if seats == 2 else 1] = setup.stakes.blinds
    stacks = [stack - bet for stack, bet in zip(setup.stacks, bets, strict=True)]
    first = 1 if seats == 2 else 2
    tiny.play(0, stacks, bets, set(), tiny.right(0), [(first + step) % seats for step in range(seats)])
    names = ("decisions", "actions", "folded", "closed")
    return [Round(part.name, *(tiny.found[name, at] for name in names)) for at, part in enumerate(setup.game.streets)]


class Tiny:
    """Blinds, stacks and bets of two or three seats, the button last; four streets."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.seats = len(setup.stacks)
        self.cap = setup.limit.bets or 0 if isinstance(setup.limit, FixedLimit) else 0
        self.found: Counter[tuple[str, int]] = Counter()

    def right(self, street: int) -> Right:
        stakes = self.setup.stakes
        bet = stakes.bet_size(big=street > 1) if self.cap else stakes.min_bet
        rule = "cumulative" if self.setup.rulebook is TDA_2013 else "full"
        return Right(rule, bet, 0 if street else stakes.blinds[1], is_fixed=bool(self.cap))

    def play(
        self, street: int, stacks: list[int], bets: list[int], out: set[int], right: Right, todo: list[int]
    ) -> None:
        """Everything from here on; `todo` are the seats that owe an action, in order."""
        inside = [seat for seat in range(self.seats) if seat not in out]
        rich = [seat for seat in inside if stacks[seat]]
        highest = max(bets[seat] for seat in inside)
        if len(rich) < 2 and not any(bets[seat] < highest for seat in rich):
            todo = []
        todo = [seat for seat in todo if seat in rich]
        if not todo:
            self.found["closed", street] += 1
            if street < 3 and len(rich) > 1:
                everybody = list(range(self.seats))
                self.play(street + 1, stacks, [0] * self.seats, out, self.right(street + 1), everybody)
            return
        seat, *later = todo
        price = right.level()
        self.found["decisions", street] += 1
        if price > bets[seat]:
            self.found["actions", street] += 1
            if len(inside) == 2:
                self.found["folded", street] += 1
            else:
                self.play(street, stacks, bets, {*out, seat}, right, later)
        stay = max(bets[seat], min(price, bets[seat] + stacks[seat]))
        most = bets[seat] + stacks[seat]
        if isinstance(self.setup.limit, PotLimit):
            pot = sum(self.setup.stacks) - sum(stacks)
            most = min(most, price + pot + price - bets[seat])
        for to in (stay, *self.raises(street, most, right, seat, others=len(rich) > 1)):
            self.found["actions", street] += 1
            paid = [chips - (to - bets[seat]) * (at == seat) for at, chips in enumerate(stacks)]
            now = [to if at == seat else bet for at, bet in enumerate(bets)]
            then = copy.deepcopy(right)
            if to > price:
                then.raises_to(seat, to)
                around = [(seat + step) % self.seats for step in range(1, self.seats)]
                self.play(street, paid, now, out, then, around)
            else:
                then.acts(seat)
                self.play(street, paid, now, out, then, later)

    def raises(self, street: int, most: int, right: Right, seat: int, *, others: bool) -> list[int]:
        """Every total the seat may raise to, with `most` all-in."""
        made = sum(counts for _, _, counts in right.raises) + (street == 0)
        if most <= right.level() or not others or not right.may_raise(seat) or (self.cap and made >= self.cap):
            return []
        if self.cap:
            return [min(most, right.base() + right.size())]
        return list(range(min(most, right.level() + right.size()), most + 1))
