"""What cards make in a game: the hand for each half of the pot, its strength, and its name."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.cards import cards, find_duplicate, text
from sidepot.errors import Conflict
from sidepot.games.catalog import find_game
from sidepot.games.decks import find_deck
from sidepot.games.model import Game
from sidepot.ranking.choose import Made, made

Cards = str | Sequence[int]


def evaluate(hand: Cards, board: Cards = (), game: str | Game = "holdem") -> tuple[Made, ...]:
    """The hand that these cards make on one board, for each half of the pot; most games have one half.

    Of two hands the one with the greater `strength` wins, and equal strengths tie. A hand that does not qualify for a
    half has strength 0. Cards are text (`AsKs`) or ints. Raises BadNotation for cards that cannot be read and Conflict
    for a card that stands twice, or for too few cards.

    >>> [one.text for one in evaluate("As Kd", "Ah Ac Kh 7s 2d")]
    ['Full house, aces full of kings']
    >>> high, low = evaluate("Ah 2h Kd Qc", "3s 4d 8c Ks Js", "omaha8")
    >>> high.text, low.text
    ('Pair of kings', 'Eight-four low, 8-4-3-2-A')
    """
    played = find_game(game) if isinstance(game, str) else game
    hole, middle = (cards(some) if isinstance(some, str) else tuple(some) for some in (hand, board))
    twice = find_duplicate((*hole, *middle))
    if twice is not None:
        raise Conflict(f"{text((twice,))} stands twice among these cards")
    lowest = find_deck(played.deck).lowest
    return tuple(
        [
            made(half.scale, half.choose, half.qualifier, hole, middle, lowest=lowest, wild=played.wild)
            for half in played.halves
        ]
    )
