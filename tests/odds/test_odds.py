"""Odds against what brute force finds, in every game, plainly and by kernels; and what is asked wrongly."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest
from each import each
from needs import FAST

from sidepot.cards import cards, text
from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.extras import how_to_install
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.kernels.jit import is_fast
from sidepot.odds import Odds, odds
from sidepot.odds import ask as ask_module
from sidepot.odds.ask import layers
from sidepot.odds.ranges import classes, read_range
from sidepot.ranking.playable_cards import at_least, ranker

ENGINES = ["plain", pytest.param("fast", marks=FAST.mark)]
FORMS = ["holdem-high-low-8", "holdem-high-low", "holdem-low", "holdem-low-27", "holdem-low-a6", "omaha-high-low"]
WILD = {"five-card-draw-joker", "five-card-draw-bug", "deuces-wild", "jacks-or-better-bug", "lowball-joker"}

Cards = tuple[int, ...]


def deals(stub: Cards, missing: Sequence[int]) -> Iterator[list[Cards]]:
    """Every way to give the first so many cards, the next so many, and so on."""
    if not missing:
        yield []
        return
    for first in combinations(stub, missing[0]):
        for rest in deals(tuple([card for card in stub if card not in first]), missing[1:]):
            yield [first, *rest]


def shares(game: Game, hands: Sequence[Cards], boards: Sequence[Cards]) -> list[Fraction]:
    """Who gets what part of a pot, by the rankers that play is settled with."""
    found = [Fraction(0)] * len(hands)
    lowest = find_deck(game.deck).lowest
    least = at_least(game.win_requirement) if game.win_requirement else 1
    for board in boards:
        won = []
        for at, half in enumerate(game.halves):
            rank = ranker(half.scale, half.choose, half.qualifier, board, lowest=lowest, wild=game.wild)
            strengths = [rank(hand) for hand in hands]
            if max(strengths) >= (1 if at else least):
                won.append([seat for seat, strength in enumerate(strengths) if strength == max(strengths)])
        for seats in won:
            for seat in seats:
                found[seat] += Fraction(1, len(boards) * len(won) * len(seats))
    return found


def brute_force(game: Game, hands: Sequence[Cards], boards: Sequence[Cards], stub: Cards) -> tuple[int, list[Fraction]]:
    missing = [game.hole_cards - len(hand) for hand in hands] + [game.board_cards - len(board) for board in boards]
    total, count = [Fraction(0)] * len(hands), 0
    for dealt in deals(stub, missing):
        full = [(*known, *more) for known, more in zip((*hands, *boards), dealt, strict=True)]
        for seat, share in enumerate(shares(game, full[: len(hands)], full[len(hands) :])):
            total[seat] += share
        count += 1
    return count, [one / count for one in total]


@pytest.mark.parametrize(
    ("name", "engine"),
    [pytest.param(name, "plain") for name in [*GAMES, *FORMS]]
    + [pytest.param(name, "fast", marks=FAST.mark) for name in [*GAMES, *FORMS] if name not in WILD],  # ranked plainly
)
def test_every_game_against_brute_force(name: str, engine: str) -> None:
    """Random spots with one or two cards to come, three hands, some cards dead."""
    game = find_game(name)
    deck = find_deck(game.deck).cards
    for seed in range(3):
        chance = random.Random(f"{name} {seed}")
        order = chance.sample(deck, len(deck))
        most = 2 if len(deck) < 30 or game.boards > 1 else 3
        to_come = 1 if game.boards > 1 else 2
        held, on_board = game.hole_cards, game.board_cards
        if on_board:
            on_board -= 1 if game.boards > 1 else to_come
        else:
            held -= 1
        hands = [tuple([order.pop() for _ in range(held)]) for _ in range(most)]
        boards = [tuple([order.pop() for _ in range(on_board)]) for _ in range(game.boards)]
        if game.board_cards == 0:
            boards = [()]
            hands = [(*hands[0], order.pop()), *[(*hand, order.pop()) for hand in hands[1:-1]], hands[-1]]
        dead = tuple(order[: max(len(order) - 14, 0)])
        stub = tuple([card for card in order if card not in dead])
        count, equities = brute_force(game, hands, boards, stub)
        found = odds(
            [text(hand) for hand in hands],
            board="/".join([text(board) for board in boards]) if game.board_cards else "",
            dead=text(dead),
            game=game,
            engine=engine,  # type: ignore[arg-type]
            exact=True,
        )
        assert (found.exact, found.boards) == (True, count)
        for hand, equity in zip(found.hands, equities, strict=True):
            assert hand.equity == pytest.approx(float(equity), abs=1e-12)


@pytest.mark.parametrize("engine", ENGINES)
def test_before_the_flop_suits_count_for_what_they_are(engine: str) -> None:
    """The well-known counts: 1,712,304 boards, of which aces and kings suited win so many from red queens."""
    for hands, wins, ties in (
        (["AsKs", "QhQd"], (787966, 917606), 6732),
        (["AsKs", "AhKh"], (122556, 122556), 1467192),
        (["JhTh", "2c2d"], (912248, 775969), 24087),
    ):
        found = odds(hands, engine=engine)  # type: ignore[arg-type]
        assert found.boards == 1_712_304
        assert tuple([round(hand.win * found.boards) for hand in found.hands]) == wins
        assert {round(hand.tie * found.boards) for hand in found.hands} == {ties}


@pytest.mark.long
@each("board", ["", "Th", "Th9h", "Th9h8h", "Th9h8h2c", "Th9h8h2c2d"])
@each("game", ["holdem", "holdem-high-low-8", "short-deck"])
def test_counting_by_ranks_is_counting_every_board(game: str, board: str) -> None:
    """The plain shortcut of hold'em and plain enumeration agree; the deck is made short where boards are many."""
    if game == "short-deck":
        board = board.replace("2c", "6c").replace("2d", "6d")
    from sidepot.odds.by_ranks import count_by_ranks
    from sidepot.odds.plain import count_plainly
    from sidepot.odds.question import make_spot

    hands = ["AhKh", "QhQc", "7d7c"]
    gone = {*cards("".join(hands) + board)}
    dead = [card for card in find_deck(find_game(game).deck).cards if card not in gone][::2]
    spot = make_spot(hands, board=board, dead=text(dead), game=game)
    by_ranks = count_by_ranks(spot, [one.choices[0] for one in spot.holdings])
    plainly = count_plainly(spot)
    assert by_ranks.counts == plainly.counts
    assert (by_ranks.deals, by_ranks.scoops, by_ranks.parts) == (plainly.deals, plainly.scoops, plainly.parts)
    assert by_ranks.squares == pytest.approx(plainly.squares)


RANGE_SPOTS = [
    (["AA,KsKh", "QQ,AKs"], "2c7d9hJs", ""),
    (["AsKs,AhKh", "random"], "2c7d9hJs", "3c"),
    (["TsTc", "A9s+", "JJ-QQ"], "2h8h9d", "Ah"),
    (["AA", "KK"], "", ""),
    (["AhKh", "2d2c", "77"], "", "7s"),
]


@pytest.mark.long
@FAST.mark
@pytest.mark.parametrize(("hands", "board", "dead"), RANGE_SPOTS)
def test_ranges_kind_by_kind_board_by_board_and_plainly(
    hands: list[str], board: str, dead: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hands that are alike but for their suits are counted once, or each board is: the same comes of it."""
    from sidepot.odds import quick

    monkeypatch.setattr(quick, "by_boards", lambda _: 1.0)
    monkeypatch.setattr(quick, "by_kinds", lambda _: 0.0)
    kinds = odds(hands, board=board, dead=dead, engine="fast", exact=True)
    if len(board) >= 6 or hands == ["AA", "KK"]:
        monkeypatch.setattr(quick, "by_kinds", lambda _: 2.0)
        boards = odds(hands, board=board, dead=dead, engine="fast", exact=True)
        assert same(kinds, boards)
    if len(board) >= 8:
        assert same(kinds, odds(hands, board=board, dead=dead, engine="plain", exact=True))
    assert sum([hand.equity for hand in kinds.hands]) == pytest.approx(1)
    sampled = odds(hands, board=board, dead=dead, engine="fast", samples=200_000)
    assert close(sampled, kinds)


def same(one: Odds, other: Odds) -> bool:
    """Whether both counted the same deals with the same result."""
    assert one.boards == other.boards
    for mine, his in zip(one.hands, other.hands, strict=True):
        assert (mine.equity, mine.win, mine.tie) == pytest.approx((his.equity, his.win, his.tie), abs=1e-12)
    return True


def close(sampled: Odds, exact: Odds) -> bool:
    """Whether samples are within five standard errors, and not exact by accident."""
    assert exact.exact
    assert not sampled.exact
    for mine, his in zip(sampled.hands, exact.hands, strict=True):
        assert mine.error is not None
        assert 0 < mine.error < 0.02
        assert abs(mine.equity - his.equity) < 5 * mine.error
    return True


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
@each(
    ("game", "hands", "board"),
    [
        ("holdem", ["AsKs", "QhQd", "7c6c"], ""),
        ("holdem", ["AsKs", "QQ,JJ"], "2c3c4d"),
        ("holdem-high-low-8", ["As2s", "KhKd"], "3c4c9d"),
        ("omaha8", ["As2s5cKd", "KhKcQdJd"], "3c4c9d"),
        ("omaha8", ["As2s5cKd,Ad2d5cKh", "KhKcQdJd"], "3c4c9d"),
        ("razz", ["As2d3h4c9s", "5s6d7hKcKd"], ""),
        ("badugi", ["As2d3h", "4s5d6h7c"], ""),
        ("double-board-holdem", ["AsKs", "QhQd"], "2c3c4c5d/9s8s7hTd"),
    ],
)
def test_samples_are_within_their_error(game: str, hands: list[str], board: str, engine: str) -> None:
    exact = odds(hands, board=board, game=game, exact=True)
    sampled = odds(hands, board=board, game=game, samples=20_000, seed=3, engine=engine)  # type: ignore[arg-type]
    assert sampled.boards == 20_000
    assert close(sampled, exact)
    again = odds(hands, board=board, game=game, samples=20_000, seed=3, engine=engine)  # type: ignore[arg-type]
    other = odds(hands, board=board, game=game, samples=20_000, seed=4, engine=engine)  # type: ignore[arg-type]
    assert [hand.equity for hand in again.hands] == [hand.equity for hand in sampled.hands]
    assert [hand.equity for hand in other.hands] != [hand.equity for hand in sampled.hands]


def test_the_error_is_that_of_the_mean() -> None:
    """Of many sampled answers two in three lie within one standard error."""
    truth = odds(["AsKs", "QhQd"], board="Kh7d2c").hands[0].equity
    within = 0
    for seed in range(60):
        hand = odds(["AsKs", "QhQd"], board="Kh7d2c", samples=400, seed=seed, engine="plain").hands[0]
        assert hand.error is not None
        within += abs(hand.equity - truth) <= hand.error
    assert 28 <= within <= 52


@pytest.mark.long
def test_everything_works_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ask_module, "is_fast", lambda: False)
    assert odds(["AsKs", "QhQd"]).exact
    assert not odds(["AsKs", "random"], samples=100).exact
    assert odds(["AsKs", "random", "random"]).boards == ask_module.PLAIN_SAMPLES
    assert not odds(["As2s5cKd", "KhKcQdJd"], game="omaha8", samples=100).exact


# ---- side pots, thrown cards, requirements


def test_each_pot_is_for_those_who_paid_for_it() -> None:
    found = odds(["AsKs", "QhQd", "7c6c"], board="Kh7d2c", put=[100, 250, 400], extra=30)
    main, side = found.pots
    assert (main.amount, main.hands) == (330, (0, 1, 2))
    assert main.equity == tuple([hand.equity for hand in found.hands])
    assert (side.amount, side.hands) == (300, (1, 2))
    alone = odds(["QhQd", "7c6c"], board="Kh7d2c", dead="AsKs")
    assert side.equity == pytest.approx([hand.equity for hand in alone.hands])
    assert sum(side.chips) == pytest.approx(300)


def test_folded_chips_make_no_pot_of_their_own() -> None:
    assert layers([100, 100]) == [(200, (0, 1))]
    assert layers([50, 200, 100], 10) == [(160, (0, 1, 2)), (100, (1, 2))]
    assert layers([0, 200, 100]) == [(200, (1, 2))]
    for put in ([100, 0], [0, 0], [-1, 5]):
        with pytest.raises(BadNotation):
            layers(put)


def test_forced_discards_are_thrown_away() -> None:
    """Crazy pineapple: on the flop each hand throws what helps it least, and that card cannot come again."""
    found = odds(["AsAhKd", "7c6c5c"], board="2s3s4s", game="crazy-pineapple")
    kept = odds(["AsAh", "6c5c"], board="2s3s4s", dead="Kd7c", game="crazy-pineapple")
    assert same(found, kept)
    before = odds(["AsAhKd", "7c6c5c"], game="crazy-pineapple", samples=500)
    assert sum([hand.equity for hand in before.hands]) == pytest.approx(1)


def test_a_pot_that_nobody_may_win() -> None:
    """Three of a kind to win: a pair of aces wins nothing."""
    found = odds(["AsAhKdQc9s", "7c7d7h2s3s"], game="jacks-trips")
    assert [(hand.equity, hand.win) for hand in found.hands] == [(0, 0), (1, 1)]
    found = odds(["AsAhKdQc9s", "7c7dTh2s3s"], game="jacks-trips")
    assert [(hand.equity, hand.win) for hand in found.hands] == [(0, 0), (0, 0)]


def test_half_of_a_split_pot() -> None:
    """The nut low with no chance for high takes half of it; a tie for that half is a quarter."""
    found = odds(["As2dKhKc", "QsQdQh9c", "Ad2hJsJc"], board="3c4d8sQcTh", game="omaha8")
    assert [(hand.equity, hand.win, hand.tie, hand.low) for hand in found.hands] == [
        (0.25, 0, 1, 0.25),
        (0.5, 0, 1, 0),
        (0.25, 0, 1, 0.25),
    ]


# ---- ranges


@each(
    ("written", "count"),
    [
        ("AA", 6), ("AKs", 4), ("AKo", 12), ("AK", 16), ("QQ+", 18), ("22+", 78), ("ATs+", 16), ("A2s+", 48),
        ("KQ+", 16), ("22-55", 24), ("55-22", 24), ("A2s-A5s", 16), ("76s-T9s", 16), ("AXs", 48), ("random", 1326),
        ("XX", 1326), ("AsKs", 1), ("KsAs", 1), ("AsKs,KsAs", 1), ("QQ+,AKs", 22), ("10 10", 6), ("*A", 198),
        ("aks", 4), ("AX", 198), ("KJo+", 24), ("15%", 200), ("100%", 1326), ("0.5%", 12), ("10 10, 7.5%", 100),
    ],
)  # fmt: skip
def test_ranges_mean_so_many_hands(written: str, count: int) -> None:
    hands = read_range(written)
    assert len(hands) == len(set(hands)) == count
    assert all(high > low for high, low in hands)


def test_the_169_hands_are_all_hands() -> None:
    names = classes()
    assert len(names) == len(set(names)) == 169
    assert (names[0], names[1], names[13], names[168]) == ("AA", "AKs", "AKo", "22")
    assert sorted([hand for name in names for hand in read_range(name)]) == sorted(read_range("random"))


@each("written", ["AAs", "A", "AKx+", "AK-QJo", "A2s-K5s", "22-A5", "AsAs", "1h2h", "", "AA,", "Q+Q"])
def test_bad_range_error_shows_the_notation(written: str) -> None:
    with pytest.raises(BadNotation, match="a range names hands"):
        read_range(written)


# ---- what cannot be

WRONG = [
    (["AsKs", "AsQd"], {}, "As is used in hand 1 and in hand 2"),
    (["AsAs", "QhQd"], {}, "As is used twice in hand 1"),
    (["AsKs", "QhQd"], {"board": "KsQcJc"}, "Ks is used in the board and in hand 1"),
    (["AsKs", "QhQd"], {"board": "2c", "dead": "2c"}, "2c is used in the board and in the dead cards"),
    (["AsKsQs", "QhQd"], {}, "has at most 2 cards, but 'AsKsQs' has 3"),
    (["AsKs", "QhQd"], {"board": "2c3c4c5c6c7c"}, "at most 5 cards, got 6"),
    (["AsKs", "QhQd"], {"board": "2c3c4c/5c6c7c"}, "holdem has 1 board, got 2"),
    (["AsKsQsJsTs", "QhQdQc2c3c"], {"board": "2c", "game": "five-card-draw"}, "has no board"),
    (["AA", "KK"], {"board": "AsAhAd"}, "has no possible hand"),
    (["AA", "AA", "AA"], {}, "cannot be held at once"),
    (["", "KK"], {}, "a hand is empty"),
    (["QQ+,", "KK"], {}, "a range names hands"),
    (["As", "KK"], {}, "a hand of holdem has 2 cards, but 'As' has 1"),
    (["AsKs"], {}, "expected two or more"),
    (["random"] * 13, {}, "expected at most 12 hands of holdem, got 13"),
    (["AsKs", "QhQd"], {"game": "holdm"}, "did you mean 'holdem'"),
    (["AsKs", "QhQd"], {"game": "omaha"}, "a hand of omaha has 4 cards, but 'AsKs' has 2"),
    (["QQ+", "AsKsQsJs"], {"game": "omaha"}, "is not a hand; a range of hands of 4 cards"),
    (["AAKKQ", "AsKsQsJs"], {"game": "omaha"}, "has 5 cards, but a hand has 4"),
    (["AAAr", "AsKsQsJs"], {"game": "omaha", "board": "AhAdKc"}, "has no possible hand"),
    (["AAAAA", "AsKsQsJsTs"], {"game": "omaha5"}, "matches no hand"),
    (["xxxxxds", "AsKsQsJsTs"], {"game": "omaha5"}, "matches too many hands; give more ranks"),
    (["AA,,KK", "AsKsQsJs"], {"game": "omaha"}, "is not a hand; a range of hands of 4 cards"),
    (["AAxx", "AsKsQsJsTs9s8s"], {"game": "stud"}, "ranges need hold'em, Omaha or a similar game; for stud"),
    (["QQ+", "AsKs"], {"game": "badugi"}, "ranges need hold'em, Omaha"),
    (["AK:2", "QQ"], {}, "'AK:2': expected a weight from 0 to 1"),
    (["AK:half", "QQ"], {}, "after a hand and a colon, as in AKs:0.5"),
    ([":0.5", "QQ"], {}, "after a hand and a colon, as in AKs:0.5"),
    (["AK:0,KK:0", "QQ"], {}, "no hand with a weight above 0"),
    (["AAxx:x", "AsKsQsJs"], {"game": "omaha"}, "expected a weight from 0 to 1"),
    (["0%", "QQ"], {}, "'0%': expected a percentage above 0 and up to 100"),
    (["101%", "QQ"], {}, "expected a percentage above 0"),
    (["x%", "QQ"], {}, "expected a percentage above 0"),
    (["15%", "AsKs"], {"game": "short-deck"}, "percentages need the full deck, which short-deck does not"),
    (["55,44", "AsKs"], {"game": "short-deck"}, "has no possible hand"),
    (["5s5h,AsKs", "AhKh"], {"game": "short-deck"}, "5s in '5s5h' is not in the deck of short-deck"),
    (["2s2c", "AsKs"], {"game": "short-deck"}, "not in the deck of short-deck"),
    (["AsKs", "QhQd"], {"samples": 0}, "expected 1 to 1,000,000,000, got 0"),
    (["AsKs", "QhQd"], {"samples": 5, "exact": True}, "give either exact or samples"),
    (["AsKs", "QhQd"], {"put": [1]}, "expected 2 amounts, one put in by each hand"),
    (["AsKs", "QhQd"], {"extra": 5}, "with dead chips, also give the chips that each hand has put in"),
    (["Ax", "QhQd"], {"board": "Zz"}, "unknown card 'Zz'"),
    (["AsKs", "QhQd"], {"board": "??"}, "every card must be known"),
    (["random"] * 5, {"game": "omaha", "dead": text(range(30))}, "the hands need 25 more cards, but the deck has 22"),
    (["AsKsQsZs", "QhQdQcJc"], {"game": "omaha"}, "unknown card 'Zs'"),
    (["AsKsQsJs,AsKsQs??", "random"], {"game": "omaha"}, "the same number of known cards"),
]


@each(("hands", "rest", "words"), WRONG)
def test_impossible_odds_are_refused_with_what_is_possible(
    hands: list[str], rest: dict[str, object], words: str
) -> None:
    with pytest.raises(SidepotError, match=words):
        odds(hands, **rest)  # type: ignore[arg-type]


def test_the_fast_engine_says_what_it_cannot_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    if is_fast():
        with pytest.raises(Conflict, match="no lookup table ranks"):
            odds(["AsKsQsJsTs", "2s2c3c4c5c"], game="deuces-wild", engine="fast")
    monkeypatch.setattr("sidepot.kernels.jit.is_fast", lambda: False)
    with pytest.raises(Conflict, match=re.escape(how_to_install("fast"))):
        odds(["AsKs", "QhQd"], engine="fast")
