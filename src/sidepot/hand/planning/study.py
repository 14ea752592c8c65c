"""Hands of the small games for study, with everything as in the literature."""

from __future__ import annotations

from typing import Final

from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.study import STUDIES, study_of
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.setup import Setup
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import CapHeadsUp
from sidepot.validation.integers import as_int

STUDY_HOUSE: Final = CASH.but(cap_heads_up=CapHeadsUp.ON)
"""The house of the small games: a cash game in which bets are capped between two players too."""


def study_setup(name: str, *, button: int = 1) -> Setup:
    """The setup of a small game as the literature plays it. The seat that is not the button acts first.

    Raises BadNotation for a game without such a setup, and for an impossible button.

    >>> study_setup("leduc").stacks
    (13, 13)
    """
    found = find_game(name)
    study = study_of(found)
    if study is None:
        raise BadNotation(f"{found.title} is not one of the small games for study, which are {', '.join(STUDIES)}")
    return seat_hand(found, study.limit, study.stakes, STUDY_HOUSE, [study.stack] * 2, button=as_int(button, "button"))
