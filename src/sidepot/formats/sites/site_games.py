"""The game and limit of a site's title: "Omaha Hi/Lo Pot Limit", "NL Hold'em", "Limit 2-7 Triple Draw"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Game, Opens
from sidepot.rules.clauses import refuse, say

_HIGH_LOW: Final = r"(hi[^a-z]?lo|h/?l\b|(?<!\d)8(?!\d)|\beight\b)"
"""How a title marks high-low split: `OmahaHL`, `Hi/Lo`, `H/L`, `Omaha 8`."""

# the first that matches a title counts: special games come before common ones
GAMES: Final = (
    (r"(?<![\w.,$€£¥])6\+(?! ?[\d$€£¥])|short.?deck", "short-deck"),  # not a buy-in: `$1.86+$0.14`
    (r"split hold", "double-board-holdem"),
    (rf"courchevel.*{_HIGH_LOW}", "courchevel8"),
    (r"courchevel", "courchevel"),
    (r"2-?7 drawmaha", "drawmaha-27"),
    (r"drawmaha", "drawmaha"),
    (rf"((5|five).?card (omaha|plo)|omaha[- ]?5(?!\d)).*{_HIGH_LOW}|plo.?8.?5|big o\b", "big-o"),
    (r"(5|five).?card (omaha|plo)|(plo|omaha)[- ]?5(?!\d)", "omaha5"),
    (r"(6|six).?card (omaha|plo)|(plo|omaha)[- ]?6(?!\d)", "omaha6"),
    (rf"omaha.*{_HIGH_LOW}|plo8", "omaha8"),
    (r"omaha|plo", "omaha"),
    (r"2-?7 razz|razz 2-?7", "razz-27"),
    (r"razz", "razz"),
    (rf"stud.*{_HIGH_LOW}", "stud8"),
    (r"(5|five).?card stud", "five-card-stud-low"),
    (r"stud", "stud"),
    (r"badeucy|badeucey", "badeucey"),
    (r"badacey|badacy", "badacey"),
    (r"badugi", "badugi"),
    (r"a-?5 triple draw|triple draw a-?5", "triple-draw-a5"),
    (r"triple draw", "triple-draw"),
    (r"single draw", "single-draw"),
    (r"draw", "five-card-draw"),
    (r"hold.?em|\b[nlfp]lh\b", "holdem"),
)
_DRAWMAHA: Final = find_game("drawmaha")
DRAWMAHA_27: Final = msgspec.structs.replace(
    _DRAWMAHA,
    name="drawmaha-27",
    title="Deuce-to-seven drawmaha",
    halves=(_DRAWMAHA.halves[0], msgspec.structs.replace(_DRAWMAHA.halves[1], scale="deuce-to-seven")),
)
"""Drawmaha whose draw half goes to the lowest deuce-to-seven hand."""

_FIVE_CARD_STUD: Final = find_game("five-card-stud")
FIVE_CARD_STUD_LOW: Final = msgspec.structs.replace(
    _FIVE_CARD_STUD,
    name="five-card-stud-low",
    title="Five-card stud, low card brings in",
    streets=(msgspec.structs.replace(_FIVE_CARD_STUD.streets[0], opens=Opens.LOW_CARD), *_FIVE_CARD_STUD.streets[1:]),
)
"""Five-card stud as sites deal it: with antes, and a bring-in of the lowest upcard."""

_OF_SITES: Final = {game.name: game for game in (DRAWMAHA_27, FIVE_CARD_STUD_LOW)}
_GAMES: Final = [(re.compile(pattern), name) for pattern, name in GAMES]


@lru_cache(maxsize=512)
def game_of_title(title: str) -> Game:
    """The game with this title on a poker site. Raises BadNotation if there is none."""
    words = title.lower()
    if "double hold" in words:  # three hole cards, one of which plays with the board only
        raise refuse(BadNotation, say("no game has the title {title}", repr(title)), code="unknown_game")
    for pattern, name in _GAMES:
        if pattern.search(words):
            return as_sites_play(_OF_SITES.get(name) or find_game(name))
    raise refuse(BadNotation, say("no game has the title {title}", repr(title)), code="unknown_game")


def as_sites_play(game: Game) -> Game:
    """The game as sites play it: after a draw, the first player left of the button acts first, not the opener."""
    streets = tuple(
        [
            msgspec.structs.replace(street, opens=Opens.LEFT_OF_BUTTON) if street.opens is Opens.OPENER else street
            for street in game.streets
        ]
    )
    return game if streets == game.streets else msgspec.structs.replace(game, streets=streets)


@lru_cache(maxsize=512)
def limit_of_title(title: str, cap: int | None = None) -> Limit:
    """The limit that a site's title names. If the title names none, it is fixed limit. `cap` is the cap of a cap
    game.
    """
    words = title.lower()
    if re.search(r"no.?limit|\bnl\b|\bnlh", words):
        return NoLimit(cap)
    if re.search(r"pot.?limit|\bpl\b|\bplo", words):
        return PotLimit(cap=cap)
    return FixedLimit()
