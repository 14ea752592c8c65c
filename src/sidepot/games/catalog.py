"""Every game by name. Each is a value of `model.Game`; see docs for a table of them."""

from __future__ import annotations

from sidepot.errors import BadNotation
from sidepot.games.model import Choose, Game, Half, Opens, Street

HIGH = Half()
ACE_TO_FIVE = Half(scale="ace-to-five")
DEUCE_TO_SEVEN = Half(scale="deuce-to-seven")
EIGHT_OR_BETTER = Half(scale="ace-to-five", qualifier=8)
OMAHA_HIGH = Half(choose=Choose.TWO_THREE)
OMAHA_EIGHT = Half(scale="ace-to-five", choose=Choose.TWO_THREE, qualifier=8)


def _board_streets(hole: int) -> tuple[Street, ...]:
    return (
        Street("pre-flop", Opens.LEFT_OF_BLINDS, down=hole, burn=False),
        Street("flop", Opens.LEFT_OF_BUTTON, board=3),
        Street("turn", Opens.LEFT_OF_BUTTON, board=1, big=True),
        Street("river", Opens.LEFT_OF_BUTTON, board=1, big=True),
    )


def _stud_streets(first: Opens, later: Opens) -> tuple[Street, ...]:
    return (
        Street("third street", first, down=2, up=1, burn=False),
        Street("fourth street", later, up=1),
        Street("fifth street", later, up=1, big=True),
        Street("sixth street", later, up=1, big=True),
        Street("seventh street", later, down=1, big=True),
    )


def _draw_streets(draws: int, first: Opens, later: Opens) -> tuple[Street, ...]:
    names = ("draw",) if draws == 1 else ("first draw", "second draw", "third draw")
    return (
        Street("before the draw", first, down=5, burn=False),
        *(Street(name, later, draw=5, big=2 * at + 1 >= draws) for at, name in enumerate(names)),
    )


HOLDEM = Game("holdem", "Texas hold'em", _board_streets(2), (HIGH,), (2, 22))
OMAHA = Game("omaha", "Omaha", _board_streets(4), (OMAHA_HIGH,), (2, 11))
OMAHA8 = Game("omaha8", "Omaha high-low, eight or better", _board_streets(4), (OMAHA_HIGH, OMAHA_EIGHT), (2, 11))
STUD = Game("stud", "Seven-card stud", _stud_streets(Opens.LOW_CARD, Opens.HIGH_HAND), (HIGH,), (2, 8))
STUD_HIGH_FIRST = Game(
    "stud-high-first",
    "Seven-card stud, high card first",
    _stud_streets(Opens.HIGH_CARD_ACTS, Opens.HIGH_HAND),
    (HIGH,),
    (2, 8),
)
STUD8 = Game(
    "stud8",
    "Seven-card stud high-low, eight or better",
    _stud_streets(Opens.LOW_CARD, Opens.HIGH_HAND),
    (HIGH, EIGHT_OR_BETTER),
    (2, 8),
)
STUD_HIGH_LOW = Game(
    "stud-high-low",
    "Seven-card stud high-low, no qualifier",
    _stud_streets(Opens.LOW_CARD, Opens.HIGH_HAND),
    (HIGH, ACE_TO_FIVE),
    (2, 8),
)
RAZZ = Game("razz", "Razz", _stud_streets(Opens.HIGH_CARD, Opens.LOW_HAND), (ACE_TO_FIVE,), (2, 8))
FIVE_CARD_DRAW = Game(
    "five-card-draw",
    "Five-card draw",
    _draw_streets(1, Opens.LEFT_OF_BLINDS, Opens.OPENER),
    (HIGH,),
    (2, 10),
    pass_out=True,
)
SINGLE_DRAW = Game(
    "single-draw",
    "Deuce-to-seven single draw",
    _draw_streets(1, Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BUTTON),
    (DEUCE_TO_SEVEN,),
    (2, 10),
)
TRIPLE_DRAW = Game(
    "triple-draw",
    "Deuce-to-seven triple draw",
    _draw_streets(3, Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BUTTON),
    (DEUCE_TO_SEVEN,),
    (2, 10),
)

GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        FIVE_CARD_DRAW,
        SINGLE_DRAW,
        TRIPLE_DRAW,
        STUD,
        STUD_HIGH_FIRST,
        STUD_HIGH_LOW,
        STUD8,
        RAZZ,
        HOLDEM,
        OMAHA,
        OMAHA8,
    )
}


def find_game(name: str) -> Game:
    """The game of that name (case, spaces and underscores do not matter). Raises BadNotation, naming them all."""
    found = GAMES.get(name.strip().lower().replace("_", "-").replace(" ", "-").replace("'", ""))
    if found is None:
        raise BadNotation(f"no game is called {name!r}; there are {', '.join(GAMES)}")
    return found
