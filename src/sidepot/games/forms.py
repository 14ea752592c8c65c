"""Any game played low or high-low: the deal and the betting stay the same, the winning hand changes.

Source: PG-88 (a variant is a deal and a showdown, each free of the other).
"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from sidepot.errors import Conflict
from sidepot.games.decks import find_deck
from sidepot.games.model import Game, Half, Opens


class Form(NamedTuple):
    """Another form of a high game.

    - `scale`, `qualifier`: the scale and the qualifier of its low hand
    - `high_too`: whether the high hand shares the pot
    """

    title: str
    scale: str
    qualifier: int | None
    high_too: bool


FORMS: Final[dict[str, Form]] = {
    "low": Form("low, ace to five", "ace-to-five", None, False),
    "low-a6": Form("low, ace to six", "ace-to-six", None, False),
    "low-27": Form("low, deuce to seven", "deuce-to-seven", None, False),
    "high-low": Form("high-low", "ace-to-five", None, True),
    "high-low-8": Form("high-low, eight or better", "ace-to-five", 8, True),
}

# the bring-in and the opener of stud that is played for low alone
_LOW_OPENS: Final = {
    Opens.LOW_CARD: Opens.HIGH_CARD,
    Opens.HIGH_HAND: Opens.LOW_HAND,
}


def form_of(game: Game, name: str) -> Game:
    """The high game `game` in the form `name`, one of `FORMS`.

    Raises Conflict, with the reason, if the game has no such form.
    """
    form = FORMS[name]
    if len(game.halves) != 1 or game.halves[0].scale != "high":
        raise Conflict(f"{game.title} has no low or high-low form: only games that the high hand alone wins have one")
    if find_deck(game.deck).lowest:
        raise Conflict(f"{game.title} cannot be played for low: it uses no low cards")
    if game.open_requirement or game.win_requirement:
        raise Conflict(f"{game.title} cannot be played for low: the winning hand must be at least a certain high hand")
    choose = game.halves[0].choose
    low = Half(scale=form.scale, choose=choose, qualifier=form.qualifier)
    streets = game.streets
    if not form.high_too:
        streets = tuple([replace(street, opens=_LOW_OPENS.get(street.opens, street.opens)) for street in streets])
    return replace(
        game,
        name=f"{game.name}-{name}",
        title=f"{game.title} {form.title}" if form.high_too else f"{game.title}, {form.title}",
        streets=streets,
        halves=(*game.halves, low) if form.high_too else (low,),
    )


def forms_of(game: Game) -> list[str]:
    """The `FORMS` in which a game can be played."""
    found = []
    for name in FORMS:
        try:
            form_of(game, name)
        except Conflict:
            continue
        found.append(name)
    return found
