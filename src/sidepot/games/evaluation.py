"""Hands that cards make in a game: the hand for each half of the pot, its strength, and its name."""

from __future__ import annotations

from sidepot.cards import Cards, cards_of, find_duplicate, text
from sidepot.errors import Conflict
from sidepot.games.catalog import game_of
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.ranking.playable_cards import Made, made


def evaluate(hand: Cards, board: Cards = (), game: str | Game = "holdem") -> tuple[Made, ...]:
    """The hand that these cards make on one board, for each half of the pot. Most games have only one half.

    The hand with the greater `strength` wins; equal strengths tie. A hand that does not qualify for a half has strength
    0. Cards are text (`AsKs`) or numbers. `game` is a `Game` or a name. Raises BadNotation for an unreadable card or
    game, and Conflict if a card is given twice or if there are too few cards.

    >>> [one.text for one in evaluate("As Kd", "Ah Ac Kh 7s 2d")]
    ['Full house, aces full of kings']
    >>> high, low = evaluate("Ah 2h Kd Qc", "3s 4d 8c Ks Js", "omaha8")
    >>> high.text, low.text
    ('Pair of kings', 'Eight-four low, 8-4-3-2-A')
    """
    played, hole, middle = game_of(game), cards_of(hand, "hand"), cards_of(board, "board")
    twice = find_duplicate((*hole, *middle))
    if twice is not None:
        raise Conflict(f"duplicate card: {text((twice,))}")
    lowest = find_deck(played.deck).lowest
    return tuple(
        [
            made(half.scale, half.choose, half.qualifier, hole, middle, lowest=lowest, wild=played.wild)
            for half in played.halves
        ]
    )
