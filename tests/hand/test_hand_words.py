"""What cards make, in words: what is kept of a board for all who are told of it is of that board and game alone."""

from __future__ import annotations

from random import Random

import pytest

from sidepot.cards import UNKNOWN, cards
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES, HOLDEM, OMAHA8, find_game
from sidepot.games.decks import find_deck
from sidepot.games.model import Game, Half
from sidepot.hand.words import half_text, reading_text
from sidepot.ranking.playable_cards import made

BOARDS = 12


def worked_out(game: Game, half: Half, hole: tuple[int, ...], board: tuple[int, ...]) -> str:
    """What a complete hand makes, from nothing that is kept."""
    lowest = find_deck(game.deck).lowest
    return made(half.scale, half.choose, half.qualifier, hole, board, lowest=lowest, wild=game.wild).text


def test_many_games_on_one_board_have_their_own_words() -> None:
    chance = Random(26)
    games = [game for game in GAMES.values() if game.board_cards == 5]
    assert {game.deck for game in games} > {"standard"}
    for _ in range(BOARDS):
        dealt = chance.sample(find_deck("6+").cards, 5 + 6 * 3)
        board = tuple(dealt[:5])
        for at in range(5, len(dealt), 6):
            for game in games:
                hole = tuple(dealt[at : at + game.hole_cards])
                for half in game.halves:
                    assert half_text(game, half, hole, board) == worked_out(game, half, hole, board), game.name


def test_a_deck_and_its_wild_cards_count_on_the_same_board() -> None:
    board, hole = cards("7d8h9cKdKh"), cards("As6s")
    assert reading_text(HOLDEM, hole, board) == "Pair of kings"
    assert reading_text(find_game("short-deck"), hole, board) == "Straight, nine high"
    held = cards("2s2hKdQcJd")
    assert reading_text(find_game("five-card-draw"), held, ()) == "Pair of deuces"
    assert reading_text(find_game("deuces-wild"), held, ()) == "Straight, ace high"


def test_board_without_a_hand_has_no_words() -> None:
    for _ in range(2):
        assert reading_text(OMAHA8, cards("AsAh2c3c"), cards("7d8h")) == ""
        with pytest.raises(BadNotation, match="unknown"):
            reading_text(HOLDEM, cards("AsAh"), (*cards("7d8h"), UNKNOWN))
    assert reading_text(OMAHA8, cards("AsAh2c3c"), cards("7d8h9c")) == "Pair of aces"


def test_a_board_may_be_given_as_a_list() -> None:
    assert reading_text(HOLDEM, [*cards("AsAh")], [*cards("7d7h9c")]) == "Two pair, aces and sevens, nine kicker"
