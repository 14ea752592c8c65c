"""Every game by name. Each is a value of `model.Game`; `docs/reference/games.md` has a table of them.

`GAMES` are the games that people play; `find_game` also finds the small games of `study`.

`forms` makes the low and high-low forms of these games: `find_game("crazy-pineapple-high-low-8")`.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec.structs import replace

from sidepot.errors import BadNotation
from sidepot.games.forms import FORMS, form_of, forms_of
from sidepot.games.model import Choose, Game, Half, Opens, Street
from sidepot.games.parts import (
    ACE_TO_FIVE,
    ACE_TO_SIX,
    BADUGI,
    BADUGI_DEUCE,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    OMAHA_EIGHT,
    OMAHA_HIGH,
    SHORT_DECK,
    SHORT_DECK_TRIPS,
    between,
    board_streets,
    draw_streets,
    five_card_streets,
    stud_streets,
    throw,
)
from sidepot.games.study import STUDIES
from sidepot.validation.reader import at_place, nearest
from sidepot.validation.type_checks import expect

# ---- games with a board

HOLDEM = Game("holdem", "Texas hold'em", board_streets(2), (HIGH,), (2, 22))
PINEAPPLE = Game("pineapple", "Pineapple", between(board_streets(3), "flop", throw(1)), (HIGH,), (2, 15))
CRAZY_PINEAPPLE = Game(
    "crazy-pineapple", "Crazy pineapple", between(board_streets(3), "turn", throw(1)), (HIGH,), (2, 15)
)
IRISH = Game("irish", "Irish poker", between(board_streets(4), "turn", throw(2)), (HIGH,), (2, 11))
SHORT = Game("short-deck", "Short-deck hold'em", board_streets(2), (SHORT_DECK,), (2, 14), deck="6+")
SHORT_TRIPS = Game(
    "short-deck-trips",
    "Short-deck hold'em, three of a kind beats a straight",
    board_streets(2),
    (SHORT_DECK_TRIPS,),
    (2, 14),
    deck="6+",
)
ROYAL = Game("royal", "Royal hold'em", board_streets(2), (HIGH,), (2, 6), deck="T+")
DOUBLE_BOARD_HOLDEM = Game("double-board-holdem", "Double-board hold'em", board_streets(2), (HIGH,), (2, 19), boards=2)

OMAHA = Game("omaha", "Omaha", board_streets(4), (OMAHA_HIGH,), (2, 11))
OMAHA8 = Game("omaha8", "Omaha high-low, eight or better", board_streets(4), (OMAHA_HIGH, OMAHA_EIGHT), (2, 11))
OMAHA5 = Game("omaha5", "Five-card Omaha", board_streets(5), (OMAHA_HIGH,), (2, 8))
BIG_O = Game(
    "big-o", "Big O: five-card Omaha high-low, eight or better", board_streets(5), (OMAHA_HIGH, OMAHA_EIGHT), (2, 8)
)
OMAHA6 = Game("omaha6", "Six-card Omaha", board_streets(6), (OMAHA_HIGH,), (2, 7))
COURCHEVEL = Game("courchevel", "Courchevel", board_streets(5, at_once=1), (OMAHA_HIGH,), (2, 8))
COURCHEVEL8 = replace(
    COURCHEVEL,
    name="courchevel8",
    title="Courchevel high-low, eight or better",
    halves=(OMAHA_HIGH, OMAHA_EIGHT),
)
DOUBLE_BOARD_OMAHA = Game("double-board-omaha", "Double-board Omaha", board_streets(4), (OMAHA_HIGH,), (2, 9), boards=2)
DRAWMAHA = Game(
    "drawmaha",
    "Drawmaha",
    between(board_streets(5), "turn", Street("draw", Opens.NOBODY, draw=5)),
    (OMAHA_HIGH, Half(choose=Choose.HOLE)),
    (2, 7),
)

# ---- stud

STUD = Game("stud", "Seven-card stud", stud_streets(Opens.LOW_CARD, Opens.HIGH_HAND), (HIGH,), (2, 8))
STUD_HIGH_FIRST = replace(
    STUD,
    name="stud-high-first",
    title="Seven-card stud, high card first",
    streets=stud_streets(Opens.HIGH_CARD_ACTS, Opens.HIGH_HAND),
)
STUD8 = replace(STUD, name="stud8", title="Seven-card stud high-low, eight or better", halves=(HIGH, EIGHT_OR_BETTER))
STUD_HIGH_LOW = replace(
    STUD, name="stud-high-low", title="Seven-card stud high-low, no qualifier", halves=(HIGH, ACE_TO_FIVE)
)
RAZZ = Game("razz", "Razz", stud_streets(Opens.HIGH_CARD, Opens.LOW_HAND), (ACE_TO_FIVE,), (2, 8))
RAZZ_27 = replace(RAZZ, name="razz-27", title="Deuce-to-seven razz", halves=(DEUCE_TO_SEVEN,))
RAZZ_A6 = replace(RAZZ, name="razz-a6", title="Ace-to-six razz", halves=(ACE_TO_SIX,))
FIVE_CARD_STUD = Game(
    "five-card-stud", "Five-card stud", five_card_streets(Opens.HIGH_CARD_ACTS, Opens.HIGH_HAND), (HIGH,), (2, 10)
)
FIVE_CARD_STUD_FORCED = replace(
    FIVE_CARD_STUD,
    name="five-card-stud-forced",
    title="Five-card stud without antes: the high card must bet",
    streets=five_card_streets(Opens.HIGH_CARD, Opens.HIGH_HAND),
)

# ---- draw

FIVE_CARD_DRAW = Game(
    "five-card-draw",
    "Five-card draw",
    draw_streets(1, Opens.LEFT_OF_BLINDS, Opens.OPENER),
    (HIGH,),
    (2, 10),
    pass_out=True,
)
DRAW_JOKER = replace(
    FIVE_CARD_DRAW, name="five-card-draw-joker", title="Five-card draw, joker wild", deck="joker", wild=("joker",)
)
DRAW_BUG = replace(
    FIVE_CARD_DRAW, name="five-card-draw-bug", title="Five-card draw with the bug", deck="joker", wild=("bug",)
)
DEUCES_WILD = replace(FIVE_CARD_DRAW, name="deuces-wild", title="Five-card draw, deuces wild", wild=("2",))
JACKS = replace(
    FIVE_CARD_DRAW, name="jacks-or-better", title="Five-card draw, jacks or better to open", open_requirement="JJ"
)
JACKS_BUG = replace(
    JACKS,
    name="jacks-or-better-bug",
    title="Five-card draw with the bug, jacks or better to open",
    deck="joker",
    wild=("bug",),
)
JACKS_TRIPS = replace(
    JACKS,
    name="jacks-trips",
    title="Five-card draw, jacks or better to open, three of a kind to win",
    win_requirement="222",
)
LOWBALL = Game(
    "lowball",
    "Ace-to-five lowball",
    draw_streets(1, Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BUTTON),
    (ACE_TO_FIVE,),
    (2, 10),
)
LOWBALL_JOKER = replace(
    LOWBALL, name="lowball-joker", title="Ace-to-five lowball with a joker", deck="joker", wild=("joker",)
)
LOWBALL_A6 = replace(LOWBALL, name="lowball-a6", title="Ace-to-six lowball", halves=(ACE_TO_SIX,))
SINGLE_DRAW = replace(LOWBALL, name="single-draw", title="Deuce-to-seven single draw", halves=(DEUCE_TO_SEVEN,))
TRIPLE_DRAW = replace(
    SINGLE_DRAW,
    name="triple-draw",
    title="Deuce-to-seven triple draw",
    streets=draw_streets(3, Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BUTTON),
)
TRIPLE_DRAW_A5 = replace(TRIPLE_DRAW, name="triple-draw-a5", title="Ace-to-five triple draw", halves=(ACE_TO_FIVE,))
BADACEY = replace(TRIPLE_DRAW, name="badacey", title="Badacey: badugi and ace-to-five", halves=(BADUGI, ACE_TO_FIVE))
BADEUCEY = replace(
    TRIPLE_DRAW,
    name="badeucey",
    title="Badeucey: badugi and deuce-to-seven",
    halves=(BADUGI_DEUCE, DEUCE_TO_SEVEN),
)
BADUGI_GAME = Game(
    "badugi",
    "Badugi",
    draw_streets(3, Opens.LEFT_OF_BLINDS, Opens.LEFT_OF_BUTTON, cards=4),
    (BADUGI,),
    (2, 12),
)
BADUGI_27 = replace(BADUGI_GAME, name="badugi-27", title="Deuce-to-seven badugi", halves=(BADUGI_DEUCE,))

GAMES: Final[dict[str, Game]] = {
    game.name: game
    for game in (
        FIVE_CARD_DRAW,
        DRAW_JOKER,
        DRAW_BUG,
        DEUCES_WILD,
        JACKS,
        JACKS_BUG,
        JACKS_TRIPS,
        LOWBALL,
        LOWBALL_JOKER,
        LOWBALL_A6,
        SINGLE_DRAW,
        TRIPLE_DRAW,
        TRIPLE_DRAW_A5,
        BADUGI_GAME,
        BADUGI_27,
        BADACEY,
        BADEUCEY,
        FIVE_CARD_STUD,
        FIVE_CARD_STUD_FORCED,
        STUD,
        STUD_HIGH_FIRST,
        STUD_HIGH_LOW,
        STUD8,
        RAZZ,
        RAZZ_27,
        RAZZ_A6,
        HOLDEM,
        PINEAPPLE,
        CRAZY_PINEAPPLE,
        IRISH,
        SHORT,
        SHORT_TRIPS,
        ROYAL,
        DOUBLE_BOARD_HOLDEM,
        OMAHA,
        OMAHA8,
        OMAHA5,
        BIG_O,
        OMAHA6,
        COURCHEVEL,
        COURCHEVEL8,
        DOUBLE_BOARD_OMAHA,
        DRAWMAHA,
    )
}

NICKNAMES: Final = {
    "nlhe": "holdem",
    "texas-holdem": "holdem",
    "6+": "short-deck",
    "plo": "omaha",
    "plo4": "omaha",
    "plo5": "omaha5",
    "plo6": "omaha6",
    "plo8": "omaha8",
    "o8": "omaha8",
    "7-card-stud": "stud",
    "5-card-draw": "five-card-draw",
    "5-card-stud": "five-card-stud",
    "2-7-single-draw": "single-draw",
    "2-7-triple-draw": "triple-draw",
    "2-7-razz": "razz-27",
    "california-lowball": "lowball-joker",
    "kansas-city-lowball": "single-draw",
    "kuhn-poker": "kuhn",
    "leduc-holdem": "leduc",
    "leduc-poker": "leduc",
    "rhode-island-holdem": "rhode-island",
}


def find_game(name: str) -> Game:
    """The game with this name, or the form of a game with this name, such as `razz` or `stud-high-low`.

    Upper and lower case, spaces and underscores do not matter. Raises BadNotation for an unknown name.
    """
    if not isinstance(name, str):
        raise BadNotation(f"expected a game's name, such as 'holdem', not {name!r:.60}")
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-").replace("'", "")
    wanted = NICKNAMES.get(wanted, wanted)
    found = GAMES.get(wanted)
    if found is not None:
        return found
    if wanted in STUDIES:
        return STUDIES[wanted].game
    for suffix in FORMS:
        base = GAMES.get(wanted.removesuffix("-" + suffix))
        if base is not None:
            return form_of(base, suffix)
    near = _near(wanted)
    if near:
        *others, last = map(repr, near)
        meant = f"{', '.join(others)} or {last}" if others else last
        hint = f"did you mean {meant}?"
    else:
        forms = ", ".join("-" + suffix for suffix in FORMS)
        hint = f"the games are {', '.join(GAMES)}, and their forms with the suffixes {forms}"
    raise BadNotation(f"unknown game {name!r}", code="unknown_game", hint=hint, near=near)


def game_of(given: Game | str, what: str = "game") -> Game:
    """The game that a caller gave, as a `Game` or by name.

    Raises BadNotation if there is no such game. The message begins with `what`.

    >>> game_of("Short deck") is game_of(SHORT)
    True
    """
    if isinstance(given, str):
        with at_place(what):
            return find_game(given)
    return expect(given, Game, what)


def _near(wanted: str) -> list[str]:
    """The games that a name may mean: those whose titles have all its words, or the most similar name."""
    words = set(wanted.split("-"))
    titles = {name: re.split(r"[^a-z0-9]+", game.title.lower().replace("'", "")) for name, game in GAMES.items()}
    titled = [name for name, title in titles.items() if words <= set(title)]
    if titled:
        return titled[:5]
    forms = [f"{name}-{suffix}" for name, game in GAMES.items() for suffix in forms_of(game)]
    return nearest(re.sub("hi-?lo", "high-low", wanted), [*GAMES, *STUDIES, *forms])
