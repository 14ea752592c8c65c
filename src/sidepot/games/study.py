"""Small games for study: Kuhn poker, Leduc hold'em and Rhode Island hold'em.

They are games like all others, but the literature fixes their amounts too: a `Study` has the limit, the stakes and the
stack with which papers solve the game. Nobody plays them for fun, so the lobby and the mixes leave them out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sidepot.games.limits import FixedLimit
from sidepot.games.model import Game, Half, Opens, Street
from sidepot.games.stakes import Stakes


class Study(NamedTuple):
    """A small game for two players, as the literature plays it.

    - `stack`: the stack of each player; it is the most that a player can lose, so nobody is ever all-in for less than a
      bet
    - `source`: the paper
    """

    game: Game
    limit: FixedLimit
    stakes: Stakes
    stack: int
    source: str


def _street(name: str, *, down: int = 0, board: int = 0, big: bool = False) -> Street:
    return Street(name, Opens.LEFT_OF_BUTTON, down=down, board=board, burn=False, big=big)


KUHN = Game("kuhn", "Kuhn poker", (_street("deal", down=1),), (Half(),), (2, 2), deck="Js Qs Ks")
LEDUC = Game(
    "leduc", "Leduc hold'em", (_street("deal", down=1), _street("flop", board=1, big=True)), (Half(),), (2, 2), "JQK hs"
)
RHODE_ISLAND = Game(
    "rhode-island",
    "Rhode Island hold'em",
    (_street("deal", down=1), _street("flop", board=1, big=True), _street("turn", board=1, big=True)),
    (Half("three-card"),),
    (2, 2),
)

STUDIES: Final[dict[str, Study]] = {
    study.game.name: study
    for study in (
        Study(
            KUHN,
            FixedLimit(bets=1),
            Stakes(ante=1, small_bet=1),
            2,
            "H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games 1 (1950)",
        ),
        Study(
            LEDUC,
            FixedLimit(bets=2),
            Stakes(ante=1, small_bet=2),
            13,
            "F. Southey and others, Bayes' Bluff: Opponent Modelling in Poker, UAI (2005)",
        ),
        Study(
            RHODE_ISLAND,
            FixedLimit(bets=3),
            Stakes(ante=5, small_bet=10),
            155,
            "J. Shi and M. L. Littman, Abstraction Methods for Game Theoretic Poker, Computers and Games (2000)",
        ),
    )
}


def study_of(game: Game) -> Study | None:
    """The limit, stakes and stack of a small game in the literature; None for a game that people play.

    >>> study_of(LEDUC).stack
    13
    """
    found = STUDIES.get(game.name)
    return found if found is not None and found.game == game else None
