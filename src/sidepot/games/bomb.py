"""Bomb pots: everybody antes, nobody bets before the flop, and then the hand goes on as always.

>>> from sidepot.games.catalog import find_game
>>> [street.opens.value for street in bomb_pot(find_game("holdem")).streets]
['nobody', 'left of button', 'left of button', 'left of button']
"""

from __future__ import annotations

from msgspec.structs import replace

from sidepot.errors import Conflict
from sidepot.games.model import Game, Opens
from sidepot.games.stakes import AnteBy, Stakes


def bomb_pot(game: Game) -> Game:
    """The game without the betting before the flop. Raises Conflict where no flop comes."""
    first, *later = game.streets
    if first.opens is Opens.NOBODY or not any(street.board for street in later):
        raise Conflict(f"{game.title} has no betting before a flop, so there is no bomb pot in it")
    return replace(
        game,
        name=f"{game.name}-bomb-pot",
        title=f"{game.title}, bomb pot",
        streets=(replace(first, opens=Opens.NOBODY), *later),
    )


def bomb_stakes(stakes: Stakes, ante: int) -> Stakes:
    """The stakes of a bomb pot: an ante from everybody and no blinds; bets are as large as always. Raises Conflict."""
    if ante < 1 or ante % stakes.chip:
        raise Conflict(f"the ante of a bomb pot is paid in chips of {stakes.chip}, so it is not {ante}")
    return replace(stakes, ante=ante, ante_by=AnteBy.ALL, blinds=(), small_bet=stakes.min_bet)
