"""What bots choose besides betting: which cards go, how often the board is run, which half they declare for."""

from __future__ import annotations

from random import Random

import pytest
from each import each
from msgspec.structs import replace

from sidepot.bots.beginner import beginner
from sidepot.bots.discards import to_discard
from sidepot.bots.pricing import spot_of
from sidepot.bots.simple import simple_player
from sidepot.cards import STANDARD_DECK, Deck, cards, text
from sidepot.games.catalog import (
    BADACEY,
    BADEUCEY,
    BADUGI_27,
    BADUGI_GAME,
    CRAZY_PINEAPPLE,
    DEUCES_WILD,
    DRAW_BUG,
    DRAW_JOKER,
    DRAWMAHA,
    FIVE_CARD_DRAW,
    GAMES,
    HOLDEM,
    IRISH,
    LOWBALL,
    LOWBALL_A6,
    LOWBALL_JOKER,
    PINEAPPLE,
    STUD_HIGH_LOW,
    TRIPLE_DRAW,
)
from sidepot.games.decks import find_deck
from sidepot.games.limits import FixedLimit, NoLimit
from sidepot.games.model import Game, Opens
from sidepot.games.parts import stud_streets
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import ChooseRuns, Declare, Discard
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.view import view_of
from sidepot.ranking.wild import read_wild
from sidepot.rules.houses import CASH, HOME
from sidepot.rules.rulebook import Declaration

CHIPS = CASH.but(declaration=Declaration.CHIPS_IN_HAND)
NO_BRING_IN = stud_streets(Opens.HIGH_HAND, Opens.HIGH_HAND)


def stacked(start: str) -> Deck:
    """A deck with these cards on top and the rest in order."""
    top = cards(start)
    return Deck((*top, *(card for card in STANDARD_DECK if card not in top)))


@each(
    ("game", "hand", "draws", "away"),
    [
        (FIVE_CARD_DRAW, "AsAhKd7c2s", 1, "Kd7c2s"),
        (FIVE_CARD_DRAW, "AsAhKdKc2s", 1, "2s"),
        (FIVE_CARD_DRAW, "AsAhAdKc2s", 1, "Kc2s"),
        (FIVE_CARD_DRAW, "As9s5s3sKd", 1, "Kd"),
        (FIVE_CARD_DRAW, "9s8d7c6h2d", 1, "2d"),
        (FIVE_CARD_DRAW, "9s8d7c6hTd", 1, ""),
        (FIVE_CARD_DRAW, "AsAhAdKcKs", 1, ""),
        (FIVE_CARD_DRAW, "As9h7d4c2s", 1, "9h7d4c2s"),
        (TRIPLE_DRAW, "7s5d4c3h2d", 3, ""),
        (TRIPLE_DRAW, "7s5d4c3hKd", 3, "Kd"),
        (TRIPLE_DRAW, "7s7d4c3hKd", 2, "7sKd"),
        (TRIPLE_DRAW, "6s5d4c3h2d", 3, "6s"),
        (TRIPLE_DRAW, "7s5s4s3s2s", 1, "7s"),
        (TRIPLE_DRAW, "9s5d4c3h2d", 3, "9s"),
        (TRIPLE_DRAW, "9s7d4c3h2d", 1, ""),
        (TRIPLE_DRAW, "AsKdQcJhTd", 3, "AsKdQcJhTd"),
        (DRAW_JOKER, "JoAhKd7c2s", 1, "Kd7c2s"),
        (DRAW_JOKER, "JoAhAd7c2s", 1, "7c2s"),
        (DRAW_JOKER, "Jo9h8d7c6s", 1, ""),
        (DEUCES_WILD, "2h2d7c9sKd", 1, "7c9s"),
        (DRAW_BUG, "JoAhQd7c3s", 1, "Qd7c3s"),
        (LOWBALL_JOKER, "Jo7h5d3cAs", 1, ""),
        (LOWBALL_JOKER, "JoKh5d3cAs", 1, "Kh"),
        (LOWBALL, "5s4d3c2hAs", 1, ""),
        (LOWBALL_A6, "5s4d3c2hAs", 1, "5s"),
        (BADUGI_GAME, "8s5d3cAh", 3, ""),
        (BADUGI_GAME, "Ks5d3cAh", 3, "Ks"),
        (BADUGI_GAME, "Js5d3cAh", 1, ""),
        (BADUGI_GAME, "5s5d3cAh", 1, "5d"),
        (BADUGI_GAME, "7d5d3cAh", 2, "7d"),
        (BADUGI_GAME, "KsQsJsTs", 3, "KsQsJs"),
        (BADUGI_27, "As5d3c2h", 3, "As"),
        (BADACEY, "7s5d3c2hAs", 3, ""),
        (BADACEY, "Ks6d4c2hAs", 1, "Ks"),
        (BADACEY, "Ks6d4d2hAs", 1, "Ks"),
        (BADEUCEY, "7s5d4c2h3h", 2, ""),
        (BADEUCEY, "AsKs4c2h3d", 3, "AsKs"),
        (DRAWMAHA, "AsAhAdKcKs", 1, ""),
        (DRAWMAHA, "AsAh9d7c2s", 1, "9d7c2s"),
    ],
)
def test_bot_discards_these_cards(game: Game, hand: str, draws: int, away: str) -> None:
    thrown = to_discard(game, cards(hand), draws)
    assert sorted(thrown) == sorted(cards(away)), text(thrown)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.wild])
def test_wild_cards_are_never_thrown_away(name: str) -> None:
    game = GAMES[name]
    deck = find_deck(game.deck).cards
    wild = read_wild(game.wild).all
    chance = Random(name)
    held = 0
    for _ in range(400):
        hand = chance.sample(deck, game.hole_cards)
        held += len(wild & set(hand))
        assert not wild & set(to_discard(game, hand, 1)), text(hand)
    assert held


@each(
    ("game", "hand", "board", "away"),
    [
        (PINEAPPLE, "AsAh2c", "", "2c"),
        (PINEAPPLE, "AsKs3d", "", "3d"),
        (CRAZY_PINEAPPLE, "AsKh3d", "3c3s9h", ""),
        (CRAZY_PINEAPPLE, "9s8s2d", "7s6s2h", "2d"),
        (IRISH, "AsAhKc2d", "AdKhKs", "Kc2d"),
        (IRISH, "QsJs3d2c", "TsKs4h", "3d2c"),
    ],
)
def test_bot_throws_exactly_as_many_cards_as_must_go(game: Game, hand: str, board: str, away: str) -> None:
    """Exactly as many as must go, and never the best of them."""
    played, count = at_throw(game, hand, board)
    view = view_of(played, 1)
    answer = simple_player(Random(1), deals=150)(view, options(played))
    assert isinstance(answer, Discard)
    assert len(answer.cards) == count
    if away:
        assert set(answer.cards) <= set(cards(away)), text(answer.cards)
    else:
        assert cards("3d")[0] not in answer.cards  # three threes are kept


@pytest.mark.parametrize(
    ("game", "hand", "board", "away"),
    [
        (CRAZY_PINEAPPLE, "AsKh3d", "3c3s9h", "Kh"),
        (IRISH, "AsKh2d2c", "2hTs9s", "AsKh"),
        (IRISH, "AsAhKc2d", "AdKhKs", "2dKc"),
    ],
)
def test_beginner_keeps_a_made_hand(game: Game, hand: str, board: str, away: str) -> None:
    played, _ = at_throw(game, hand, board)
    answer = beginner(Random(1))(view_of(played, 1), options(played))
    assert isinstance(answer, Discard)
    assert set(answer.cards) == set(cards(away)), text(answer.cards)


def at_throw(game: Game, hand: str, board: str) -> tuple[Hand, int]:
    """A heads-up hand in which seat 1 is about to throw cards away, and how many."""
    count = next(street.discard for street in game.streets if street.discard)
    played = Hand(seat_hand(game, NoLimit(), Stakes(blinds=(1, 2)), CASH, [200] * 2))
    rest = [card for card in STANDARD_DECK if card not in cards(hand + board)]
    while played.due is not Due.DRAW or played.seat != 1:
        match played.due:
            case Due.POST:
                played.post()
            case Due.DEAL:
                held = cards(hand) if played.seat == 1 else rest[: len(cards(hand))]
                played.deal(held)
            case Due.ACT:
                played.check_or_call()
            case Due.BURN:
                played.burn()
            case Due.DRAW:
                played.discard(played.hole[0][:count])
            case _:
                played.board(cards(board))
    return played, count


def at_declaration(game: Game, hole: str, rest: str) -> tuple[Hand, Hand]:
    """A heads-up hand of stud that is checked down to the declaration of seat 1, and its view."""
    played = Hand(seat_hand(game, FixedLimit(), Stakes(ante=1, small_bet=4), CHIPS, [200] * 2))
    mine, others = list(cards(hole)), list(cards(rest))
    while played.due is not Due.DECLARE:
        match played.due:
            case Due.POST:
                played.post()
            case Due.DEAL:
                from_where = mine if played.seat == 1 else others
                played.deal([from_where.pop(0) for _ in range(played.count)])
            case Due.BURN:
                played.burn()
            case _:
                played.check_or_call()
    if played.seat == 0:
        played.declare(1)
    return played, view_of(played, 1)


@pytest.mark.parametrize(
    ("hole", "ways"),
    [
        ("AsAhAdKcKhQdQs", 1),  # aces full, and no low to speak of
        ("Ac2d3h4s6c7dKh", 2),  # the other hand is higher
        ("Ac2c3c4c5cKhQh", 3),  # a steel wheel wins both
    ],
)
def test_bot_declares_these_halves(hole: str, ways: int) -> None:
    played, view = at_declaration(replace(STUD_HIGH_LOW, streets=NO_BRING_IN), hole, "9s9dTsThJsJd8h")
    assert simple_player(Random(2), deals=60)(view, options(played)) == Declare(ways)
    said = beginner(Random(2))(view, options(played))
    assert said in ((Declare(1), Declare(2)) if ways == 3 else (Declare(ways),))


def test_far_leader_wants_one_run() -> None:
    answers = {}
    for held in ("AsAh", "7c2d"):
        played = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), HOME, [20, 20]))
        dealer = Dealer(stacked(f"{held[:2]}Kc{held[2:]}Kd"))
        while dealer.run(played) is Due.ACT:
            top = played.max_raise_to()
            if top:
                played.raise_to(top)
            else:
                played.check_or_call()
        assert (played.due, played.seat) == (Due.RUN, 0)
        view = view_of(played, 0)
        answers[held] = simple_player(Random(4), deals=300)(view, options(played))
    assert answers == {"AsAh": ChooseRuns(1), "7c2d": ChooseRuns(2)}


def test_chips_that_only_others_may_win_make_the_pot_no_larger() -> None:
    stakes = Stakes(ante=1, small_bet=2)
    setup = replace(seat_hand(FIVE_CARD_DRAW, NoLimit(), stakes, HOME, [20, 20, 20], carried=30), parts=((30, (1, 2)),))
    hand = Hand(setup)
    dealer = Dealer(Deck(below=Random(1).randrange))
    pots = {}
    while dealer.run(hand) is Due.ACT and len(pots) < 3:
        pots[hand.seat] = spot_of(view_of(hand, hand.seat), options(hand)).pot
        hand.check()
    assert pots == {0: 3, 1: 33, 2: 33}
