"""The topics of rulings on bets, each with its number in each rulebook."""

from __future__ import annotations

from typing import Final

from sidepot.rules.floor_choices import TwoMotions
from sidepot.rules.texts import Point

# ---- chips

ONE_CHIP: Final = Point(
    "one large chip", {"TDA-2013": "42/silent", "TDA-2024": "44/silent", "RRP-11": "betting/oversized-chip"}
)
CHIP_BET: Final = Point(
    "one large chip with no bet", {"TDA-2013": "42/no-bet", "TDA-2024": "44/no-bet", "RRP-11": "betting/oversized-chip"}
)
CHIP_RAISE: Final = Point(
    "one large chip after a declared raise",
    {"TDA-2013": "42/raise-said", "TDA-2024": "44/raise-said", "RRP-11": "betting/oversized-chip"},
)
MANY_CHIPS: Final = Point("several chips", {"TDA-2013": "43", "TDA-2024": "45-A", "WSOP-2026": "92"})
SPARE_CHIPS: Final = Point("several chips, not all needed", {"TDA-2013": "43", "TDA-2024": "45-B1", "WSOP-2026": "92"})
LAST_CHIPS: Final = Point("the last chips", {"TDA-2013": "43", "TDA-2024": "45-B2", "WSOP-2026": "92"})
HALF: Final = Point(
    "half a raise or more",
    {"TDA-2013": "41-A/half", "TDA-2024": "43-A/half", "RRP-11": "betting/half-bet", "WSOP-2026": "95"},
)
CHANGE: Final = Point("chips put out to get change", {"TDA-2013": "53", "TDA-2024": "61"})
EXACT_CHIPS: Final = Point("a call in chips", {"TDA-2013": "39/exact", "TDA-2024": "41-B", "PG": "60"})
TINY: Final = Point("a tiny chip", {"TDA-2013": "39/tiny", "TDA-2024": "41"})
CHIPS_BET: Final = Point("chips pushed", {"TDA-2013": "37-A/in-turn", "TDA-2024": "50-A", "PG": "64"})
BROUGHT_UP: Final = Point(
    "a bet below the least", {"TDA-2013": "41-A/minimum", "TDA-2024": "52-A", "RRP-11": "no-limit/minimum", "PG": "39"}
)
BET_BROUGHT_UP: Final = Point(
    "an opening bet below the least", {"TDA-2024": "52-A", "RRP-11": "no-limit/minimum", "PG": "39"}
)
ONE_MOTION: Final = Point("a raise in one motion", {"TDA-2013": "40-A", "TDA-2024": "42-A", "PG": "65"})
STRING: Final = Point(
    "a string bet", {"TDA-2013": "48", "TDA-2024": "56", "PG": "65", "RRP-11": "betting/string-raise"}
)

# ---- what may be bet

NOBODY_CALLS: Final = Point("a raise that nobody could call", {"TS": "12"})
CAPPED: Final = Point(
    "the number of raises", {"TDA-2013": "45", "TDA-2024": "48", "WSOP-2026": "100", "WSOP-LIVE-2026": "130"}
)
BOUNDS: Final = Point("the least and the greatest bet", {"PG": "39"})
POT_SIZE: Final = Point("the size of the pot", {"TDA-2024": "54", "PG": "39/pot"})
ALL_IN_CALL: Final = Point("calling with all that one has", {"SD": "1", "TS": "3", "PG": "66"})
ALL_IN_BET: Final = Point("betting all that one has", {"PG": "11"})

# ---- words

BINDS: Final = Point(
    "words in turn", {"TDA-2013": "37-A/in-turn", "TDA-2024": "50-A", "PG": "64", "RRP-11": "betting/verbal"}
)
CALLING: Final = Point("calling", {"TDA-2013": "39/said", "TDA-2024": "41-A", "PG": "60", "RRP-11": "betting/verbal"})
DECLARED: Final = Point(
    "an amount said first", {"TDA-2013": "40-B", "TDA-2024": "42-B", "PG": "64", "RRP-11": "betting/verbal"}
)
LIKE_CHIPS: Final = Point(
    "an amount said is an amount pushed", {"TDA-2013": "41-A/half", "TDA-2024": "40-C", "WSOP-2026": "95"}
)
UNOFFICIAL: Final = Point("unofficial words and gestures", {"TDA-2013": "49/unofficial", "TDA-2024": "57/unofficial"})
UNCLEAR: Final = Point(
    "an amount of several meanings", {"TDA-2013": "49/amount", "TDA-2024": "57/amount", "RRP-11": "no-limit/lesser"}
)
RAISE_AMOUNT: Final = Point(
    "the amount of a raise", {"TDA-2013": "49/amount", "TDA-2024": "43-B", "RRP-11": "no-limit/lesser"}
)
WRONG_WORDS: Final = Point("words that do not fit", {"TDA-2013": "49/unofficial", "TDA-2024": "55"})
WITHOUT_BET: Final = WRONG_WORDS.part("no-bet", "TDA-2024", "TDA-2026")
CHECK_FACING_BET: Final = WRONG_WORDS.part("check", "TDA-2024", "TDA-2026")
POT_SAID: Final = Point("the pot, outside pot limit", {"TDA-2013": "47/pot-said", "TDA-2024": "54-D"})
FOLDING: Final = Point("folding", {"TDA-2013": "37-A/in-turn", "TDA-2024": "50-A", "PG": "59"})
CHECKING: Final = Point("checking", {"TDA-2013": "37-A/in-turn", "TDA-2024": "50-A", "PG": "57"})
ODD_FOLD: Final = Point("a fold with nothing to call", {"TDA-2013": "50", "TDA-2024": "58", "PG": "59"})
TAPPING: Final = Point("tapping the table", {"TDA-2024": "3", "TDA-2013": "49/unofficial"})

WORDS_WITH_CHIPS: Final = Point("words and chips together", {"TDA-2024": "40-A/together", "TDA-2013": "1", "PG": "107"})

# ---- a raise announced first, by how the house takes the chips that follow

RAISE_SAID: Final = {
    TwoMotions.EXACT_CALL: Point("a raise said first", {"TDA-2013": "40-C"}),
    TwoMotions.NEVER: Point("a raise said first", {"TDA-2024": "42-A", "TDA-2013": "40-A"}),
    TwoMotions.UNTIL_HANDS_REST: Point("a raise said first", {"RRP-11": "no-limit/raise-said", "TDA-2013": "40-C"}),
}
