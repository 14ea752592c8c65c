"""Who finishes where when several go out together, and who gets the bounty on whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from universal.answering import answer

from sidepot.cards import Deck, cards
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import find_game
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.houses import TDA_2024
from sidepot.tournament.bounties import knock_out, knocked_out
from sidepot.tournament.ranks import Bust, Finish, finish, rank_out


@st.composite
def outs(draw: st.DrawFn) -> list[Bust]:
    """Busts of up to three tables: some at their own pace, then some in rounds of hand-for-hand."""
    found: list[Bust] = []
    clock = draw(st.permutations(range(1, 40)))
    rounds = draw(st.integers(0, 3))
    for table in range(draw(st.integers(1, 3))):
        times = sorted(clock[table * 6 : table * 6 + 4])
        for hand, at in enumerate(times):
            in_round = hand - (4 - rounds)
            base = 1000 * (in_round + 1) if in_round >= 0 else 0  # rounds follow each other, and follow all else
            for stack in draw(st.lists(st.integers(1, 3), max_size=3)):
                name = f"p{len(found)}"
                found.append(Bust(name, table, hand, stack, base + at, in_round if in_round >= 0 else None))
    return list(draw(st.permutations(found)))


def beats(one: Bust, other: Bust) -> bool:
    """The slow way: whether the one finishes above the other, from what the rules say of two players."""
    together = one.round is not None and one.round == other.round
    if not together and (one.table, one.hand) != (other.table, other.hand):
        return (one.at, -one.table) > (other.at, -other.table)
    return one.stack > other.stack


@given(busts=outs())
def test_places_against_all_pairs(busts: list[Bust]) -> None:
    groups = rank_out(busts)
    assert sorted(name for group in groups for name in group) == sorted(bust.player for bust in busts)
    rank = {name: at for at, group in enumerate(groups) for name in group}
    shared = {
        bust.round for bust, other in combinations(busts, 2)
        if bust.round is not None and bust.round == other.round and bust.table != other.table
    }  # fmt: skip
    for one, other in permutations(busts, 2):
        if one.round in shared and one.round == other.round:  # two tables lost players in this round: all of them share
            assert rank[one.player] == rank[other.player]
        else:
            assert (rank[one.player] < rank[other.player]) is beats(one, other)


@given(busts=outs())
def test_where_stacks_decide_across_tables(busts: list[Bust]) -> None:
    rank = {name: at for at, group in enumerate(rank_out(busts, by_stacks=True)) for name in group}
    for one, other in permutations(busts, 2):
        assert (rank[one.player] < rank[other.player]) is beats(one, other)


@given(sizes=st.lists(st.integers(1, 4), max_size=5), left=st.integers(0, 9))
def test_places_are_all_taken_once(sizes: list[int], left: int) -> None:
    groups = [[f"{at}-{each}" for each in range(size)] for at, size in enumerate(sizes)]
    finished = finish(groups, left)
    taken = [
        place
        for each in dict.fromkeys((each.place, each.shared) for each in finished)
        for place in range(each[0], sum(each))
    ]
    assert taken == list(range(left + 1, left + 1 + sum(sizes)))
    assert [each.player for each in finished] == [name for group in groups for name in group]


def test_a_table_by_stacks_and_tables_apart_by_time() -> None:
    same = [Bust("ann", 3, 41, 500, 7), Bust("bo", 3, 41, 2000, 7), Bust("di", 3, 41, 500, 7)]
    assert rank_out(same) == (("bo",), ("ann", "di"))
    assert rank_out([*same, Bust("cy", 1, 38, 100, 6)]) == (("bo",), ("ann", "di"), ("cy",))
    assert finish(rank_out(same), 4) == (Finish("bo", 5), Finish("ann", 6, 2), Finish("di", 6, 2))


@pytest.mark.parametrize(
    ("busts", "says"),
    [
        ([Bust("ann", 1, 1, 5, 0), Bust("ann", 1, 2, 5, 1)], "ann cannot go out twice without entering again"),
        ([Bust("ann", 1, 1, -1, 0)], "cannot have started the hand with -1 chips"),
        (
            [Bust("ann", 1, 1, 5, 0), Bust("bo", 1, 1, 5, 1)],
            "hand 1 of table 1 cannot have ended at two different times or in two different rounds",
        ),
        (
            [Bust("ann", 1, 1, 5, 0, 2), Bust("bo", 1, 1, 5, 0)],
            "hand 1 of table 1 cannot have ended at two different times or in two different rounds",
        ),
    ],
)
def test_impossible_bust_orders_are_refused(busts: list[Bust], says: str) -> None:
    with pytest.raises(Conflict, match=says):
        rank_out(busts)


def test_fewer_than_none_cannot_be_left() -> None:
    with pytest.raises(Conflict, match="the number of players left must not be negative, but is -1"):
        finish([["ann"]], -1)


# ---- bounties: who took whom out


def play(stacks: Sequence[int], game: str, deck: Deck) -> Hand:
    """A hand in which everybody moves in as soon as they may."""
    hand = Hand(seat_hand(find_game(game), NoLimit(), Stakes(blinds=(10, 20)), TDA_2024, stacks))
    dealer = Dealer(deck, auto_show=True)
    while dealer.run(hand) is Due.ACT:
        top = hand.max_raise_to()
        if top:
            hand.raise_to(top)
        else:
            hand.check_or_call()
    assert hand.due is Due.DONE
    return hand


def slow_takers(hand: Hand, put: Sequence[int], seat: int) -> set[int]:
    """Who won the pot with the last chips of a seat: pots end where a stack ends, and the main pot is the first."""
    number = sorted(set(put)).index(put[seat])
    (paid,) = [event for event in hand.log if isinstance(event, Awarded) and event.pot == number]
    return {at for at, amount in paid.shares if amount}


@settings(deadline=None, max_examples=examples(200))
@given(
    stacks=st.lists(st.one_of(st.integers(1, 60), st.integers(1, 600)), min_size=2, max_size=7),
    game=st.sampled_from(["holdem", "omaha8", "omaha"]),
    seed=st.integers(0, 10**9),
)
def test_all_move_in_and_the_last_chips_decide(stacks: list[int], game: str, seed: int) -> None:
    hand = play(stacks, game, Deck(below=Random(seed).randrange))
    second = sorted(stacks)[-2]
    put = [min(stack, second) for stack in stacks]
    found = knocked_out(hand.log)
    assert set(found) == {seat for seat, stack in enumerate(hand.stacks) if not stack}
    for seat, winners in found.items():
        assert set(winners) == slow_takers(hand, put, seat)
        assert winners and all(hand.stacks[winner] for winner in winners)


@settings(deadline=None, max_examples=examples(100))
@given(stacks=st.lists(st.integers(1, 120), min_size=2, max_size=7), seed=st.integers(0, 10**9))
def test_at_any_play_the_takers_had_as_much_in_as_who_is_out(stacks: list[int], seed: int) -> None:
    chance = Random(seed)
    deck = Deck(below=chance.randrange)
    hand = Hand(seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(10, 20)), TDA_2024, stacks))
    most = [0] * len(stacks)
    while hand.due is not Due.DONE:
        answer(hand, deck, chance.randrange, (2, 10, 6))
        most = [max(before, now) for before, now in zip(most, hand.betting.put, strict=True)]
    found = knocked_out(hand.log)
    assert set(found) == {seat for seat, stack in enumerate(hand.stacks) if not stack}
    for seat, winners in found.items():
        paid = {event.pot: event for event in hand.log if isinstance(event, Awarded)}
        assert winners in [
            tuple(at for at, _ in sorted(event.shares, key=lambda share: -share[1])) for event in paid.values()
        ]
        assert all(most[winner] >= most[seat] for winner in winners)  # they covered them


def test_the_main_pot_is_another_mans_than_the_side_pot() -> None:
    # button 300, small blind 50, big blind 100; all cards of a hand come at once, from the small blind on
    short, middle, large = "AsAh", "2c7d", "KsKh"
    dealt = short + middle + large
    hand = play((300, 50, 100), "holdem", Deck(cards(dealt + "4sQdJc8s4h5d4c3h")))
    assert hand.stacks == [300, 150, 0]  # the short stack wins 150; 100 of the side pot and 200 that nobody called
    assert knocked_out(hand.log) == {2: (0,)}  # who had more chips than the short stack was taken out by the large one


def test_a_hand_that_is_not_over() -> None:
    hand = Hand(seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(10, 20)), TDA_2024, (100, 100)))
    with pytest.raises(Conflict, match="the hand is not over"):
        knocked_out(hand.log)
    with pytest.raises(BadNotation):
        knocked_out([])


# ---- bounties: the money


@given(
    bounties=st.lists(st.integers(0, 1000), min_size=2, max_size=7),
    progressive=st.booleans(),
    chance=st.randoms(use_true_random=False),
)
def test_no_bounty_is_lost(bounties: list[int], progressive: bool, chance: Random) -> None:
    heads = {f"p{at}": bounty for at, bounty in enumerate(bounties)}
    cash = dict.fromkeys(heads, 0)
    while len(heads) > 1:
        out, *others = chance.sample(list(heads), len(heads))
        winners = others[: chance.randint(1, len(others))]
        before, won = heads, knock_out(heads, out, winners, progressive=progressive)
        assert set(won.heads) == set(heads) - {out}
        assert sum(won.cash.values()) + sum(won.added.values()) == before[out]
        got = [won.cash[winner] + won.added[winner] for winner in winners]
        assert max(got) - min(got) <= 1 and got == sorted(got, reverse=True)
        for winner in winners:
            assert won.heads[winner] == before[winner] + won.added[winner]
            assert won.added[winner] == ((won.cash[winner] + won.added[winner] + 1) // 2 if progressive else 0)
            cash[winner] += won.cash[winner]
        heads = won.heads
    (last,) = heads
    cash[last] += heads[last]  # the winner's own
    assert sum(cash.values()) == sum(bounties)


def test_bounties_that_are_refused() -> None:
    heads = {"ann": 25, "bo": 25, "cy": 25}
    for out, winners, says in (
        ("di", ["ann"], "no bounty on di"),
        ("cy", [], "each named once, got none"),
        ("cy", ["cy"], "each named once, got cy"),
        ("cy", ["ann", "ann"], "each named once, got ann, ann"),
        ("cy", ["di"], "cannot win a bounty: di"),
    ):
        with pytest.raises(Conflict, match=says):
            knock_out(heads, out, winners)
