"""Rivers and turns between ranges: equal to whole trees with every hand, and to plain counting."""

from __future__ import annotations

from random import Random

import pytest
from needs import FAST

from sidepot.cards import Deck, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.limits import NoLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.view import SPECTATOR, view_of
from sidepot.odds.combos import HANDS
from sidepot.rules.houses import CASH, TDA_2024
from sidepot.solve import Bets, Solver, Subgame, Tree, spot, worlds

pytestmark = FAST.mark


@pytest.mark.parametrize(
    ("board", "stack", "ranges", "bets"),
    [
        ("Ks 7d 4c 2h 9s", 30, ("KK,A5s,QJs,98s", "QQ,K9s,76s,AKo:0.5"), Bets((0.5, 1))),
        ("Ks 7d 4c 2h 9s", 20, ("AA,53s", "KQs,A3s"), Bets((1,), all_in=False)),
        ("Ks 7d 4c 2h", 10, ("KcKd,As5s", "QsQh,6s5s"), Bets((1,), all_in=False, raises=1)),
    ],
)
@pytest.mark.parametrize("rake", [None, Rake(10, 3)])
def test_a_subgame_is_the_tree_of_all_its_hands(
    board: str, stack: int, ranges: tuple[str, str], bets: Bets, rake: Rake | None
) -> None:
    start = spot(board, pot=20, stack=stack, rake=rake)
    game = Subgame(start, ranges, bets)
    tree = Tree(worlds(view_of(start, SPECTATOR), dict(enumerate(ranges))), bets)
    solver = Solver(tree)
    game.run(600), solver.run(600)
    strategy = solver.strategy()
    assert -1e-3 < game.exploitability() < 0.01 > strategy.exploitability()
    assert game.value(0) == pytest.approx(10 + strategy.values()[0], abs=0.02)
    taken = 20 - game.value(0) - game.value(1)
    assert taken == pytest.approx(-sum(strategy.values()), abs=0.02)
    assert taken == pytest.approx(0, abs=1e-3) if rake is None else 2 <= taken <= 3


@pytest.mark.parametrize(
    ("board", "ranges", "pot", "stack", "value"),
    [
        ("Ks 7d 4c 2h 9s", ("KcKh,KdKh,AsKd,Ad5d,QsJs,6s5s,9c8c", "QsQh,KcQc,7c6c,AcKd,9d9h,JcTc"), 20, 30, 10.7993),
        ("Tc 8d 3h 3s Qc", ("AcJc,QdQh,KdJd,Th9h,9c7c,6c5c,AdAh", "KcKd,JhTh,Ac2c,Qh9h,8h8c,7c6h"), 40, 100, 17.0741),
        ("Ah Kh 5h 9c 2d", ("QhJh,AcKc,8h7h,AdQd,JsTs", "AsJs,KdQs,9h9d,6h4h,5s5c"), 60, 45, 40.1429),
    ],
)
def test_rivers_have_the_values_of_a_linear_program(
    board: str, ranges: tuple[str, str], pot: int, stack: int, value: float
) -> None:
    """`bench/river_lp.py` computes these values without sidepot, by SciPy and eval7."""
    game = Subgame(spot(board, pot, stack), ranges, Bets((0.5,), raises=2))
    game.run(2000)
    assert game.value(0) == pytest.approx(value, abs=2e-3)


def test_checking_down_is_the_equity() -> None:
    """Without bets, what a hand wins is its share of the pot, counted hand by hand."""
    start = spot("Ks 7d 4c 2h 9s", pot=100, stack=10)
    game = Subgame(start, ("random", "random"), Bets((), all_in=False))
    game.run(1)
    rank = start.plan.rankers[0][1](start.boards[0])
    strengths = {pair: rank(pair) for pair in game.hands}
    values = game.values(0)
    for at in Random(1).sample(range(1081), 40):
        mine = game.hands[at]
        others = [strengths[pair] for pair in game.hands if not {*pair} & {*mine}]
        share = sum((strengths[mine] > one) + (strengths[mine] == one) / 2 for one in others) / len(others)
        assert values[at] == pytest.approx(100 * share, rel=1e-4)


def test_a_river_of_all_hands_is_solved_to_half_a_percent() -> None:
    game = Subgame(spot("Ks 7d 4c 2h 9s", pot=100, stack=300), ("random", "random"), Bets((0.33, 0.75, 1.5)))
    game.run_to(0.5)
    assert 0 <= game.exploitability() <= 0.5
    assert game.value(0) + game.value(1) == pytest.approx(100, abs=0.01)
    assert game.value(1) > 50  # position
    assert game.chances("KdKh", "bet 75")["fold"] < 0.01
    assert sum(game.mix("check", "bet 75").values()) == pytest.approx(1, abs=1e-4)


def test_a_spot_of_a_hand_with_folded_players_and_unequal_stacks() -> None:
    hand = Hand(seat_hand("holdem", NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 15, 40]))
    dealer = Dealer(Deck(below=Random(4).randrange))
    dealer.run(hand)
    hand.raise_to(6), hand.call(), hand.call()
    while dealer.run(hand) is Due.ACT and hand.street < 3:
        hand.check()
    hand.raise_to(9), hand.call(), hand.fold(seat=2)
    if hand.due is not Due.ACT:
        hand = _river_three_ways()
    game = Subgame(hand, ("random", "random"), Bets((1,)))
    game.run(20)
    assert game.value(game.seats[0]) + game.value(game.seats[1]) == pytest.approx(game.pot, abs=0.01)


def _river_three_ways() -> Hand:
    """On the river, the first of three folds; the two others have 34 and 94 chips behind."""
    hand = Hand(seat_hand("holdem", NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 15, 40]))
    dealer = Dealer(Deck(below=Random(4).randrange))
    dealer.run(hand)
    hand.raise_to(6), hand.call(), hand.call()
    while dealer.run(hand) is Due.ACT and hand.street < 3:
        hand.check()
    hand.fold()
    return hand


def test_ranges_as_weights_are_those_of_the_text() -> None:
    start = spot("Ks 7d 4c 2h 9s", pot=100, stack=100)
    weights = [float({high >> 2, low >> 2} == {10}) for high, low in HANDS]  # queens
    by_text, by_weights = (Subgame(start, (one, "AA"), Bets((1,))) for one in ("QQ", weights))
    by_text.run(30), by_weights.run(30)
    assert by_text.value(0) == by_weights.value(0)
    assert {text(pair)[0] for pair in by_weights.hands} == {"Q", "A"}


def test_what_cannot_be_solved_is_refused() -> None:
    river = spot("Ks 7d 4c 2h 9s", pot=100, stack=100)
    with pytest.raises(Conflict, match="2 cards are to come"):
        Subgame(spot("Ks 7d 4c", pot=100, stack=100), ("AA", "KK"))
    with pytest.raises(Conflict, match="pot: expected an even number"):
        spot("Ks 7d 4c 2h 9s", pot=99, stack=100)
    with pytest.raises(Conflict, match="board: expected"):
        spot("Ks 7d", pot=100, stack=100)
    with pytest.raises(Conflict, match="shares a card with every hand of the other"):
        Subgame(river, ("AsAh", "AsAd"))
    with pytest.raises(Conflict, match="no hand in them is possible"):
        Subgame(river, ("KsKh", "Ks7d"))
    with pytest.raises(BadNotation, match="ranges: expected two"):
        Subgame(river, ("AA",))
    with pytest.raises(BadNotation, match="ranges: expected two, one for each seat that is left, not 'AA'"):
        Subgame(river, "AA")
    with pytest.raises(BadNotation, match="'bet 7' is none of"):
        Subgame(river, ("AA", "QQ")).mix("bet 7")
    with pytest.raises(Conflict, match="two own cards"):
        Subgame(spot("Ks 7d 4c 2h 9s", pot=100, stack=100, game="omaha"), ("AA", "KK"))
    shows = seat_hand("holdem", NoLimit(), Stakes(blinds=(1, 2)), TDA_2024, [50, 50])
    with pytest.raises(Conflict, match="shows hands before the last card"):
        Subgame(_at_turn(shows), ("AA", "KK"))


def _at_turn(setup: object) -> Hand:
    return _played_to(setup, 2)


def _played_to(setup: object, street: int) -> Hand:
    hand = Hand(setup)  # type: ignore[arg-type]
    dealer = Dealer(Deck(below=Random(4).randrange))
    while dealer.run(hand) is Due.ACT and hand.street < street:
        hand.check_or_call()
    return hand


@pytest.mark.parametrize("bet", [50, 100, 200])
def test_the_nuts_and_bluffs_against_a_bluff_catcher_come_out_as_in_the_book(bet: int) -> None:
    """Half of the range wins, half loses: with a pot P and a bet B, the bluffs are B / (P + B) of the value bets, and
    the other calls P / (P + B) of the time. Source: B. Chen and J. Ankenman, The Mathematics of Poker (2006), 11.
    """
    pot = 100
    start = spot("Kc 7d 2h 2s 3c", pot=pot, stack=bet)
    game = Subgame(start, ("KsKh,6s5s", "QsQh"), Bets((), all_in=True))
    game.run(3000)
    assert game.chances("KsKh")["all-in"] == pytest.approx(1, abs=0.01)
    assert game.chances("6s5s")["all-in"] == pytest.approx(bet / (pot + bet), abs=0.02)
    assert game.chances("QsQh", "all-in")["call"] == pytest.approx(pot / (pot + bet), abs=0.02)
    assert game.value(0) == pytest.approx(pot * (0.5 + bet / (pot + bet) / 2), abs=0.5)
