"""One action of a Poker Hand History: `d dh p1 AsKh`, `p3 cbr 210 # thinks`, and its parts.

Seats are 0-based here (`p1` is 0). Amounts stay text until the hand's scale is known.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from sidepot.cards import cards
from sidepot.errors import BadNotation

DEAL_HOLE = "dh"
DEAL_BOARD = "db"
BRING_IN = "pb"
RAISE = "cbr"
CALL = "cc"
FOLD = "f"
DRAW = "sd"
SHOW = "sm"
NOTHING = ""


class Act(msgspec.Struct, frozen=True, gc=False):
    """An action.

    - `verb`: the verb of PHH
    - `seat`: the player's seat (-1 for the board or nobody)
    - `cards`: the cards; None if the action has none (`sm` without cards is a muck)
    - `dealt`: whether the player shows the cards that were dealt (`sm -`)
    """

    verb: str
    seat: int = -1
    cards: tuple[int, ...] | None = None
    amount: str = ""
    dealt: bool = False


@lru_cache(maxsize=1 << 15)
def parse_action(text: str) -> Act:
    """Parse an action. For any other text, raises BadNotation with the form of an action."""
    words = text.partition("#")[0].split()
    if not words:
        return Act(NOTHING)
    if words[0] == "d":
        if len(words) == 4 and words[1] == "dh":
            return Act(DEAL_HOLE, _seat(words[2], text), _cards(words[3], text))
        if len(words) == 3 and words[1] == "db":
            return Act(DEAL_BOARD, -1, _cards(words[2], text))
        raise BadNotation(f"{text!r}: expected `d dh pN cards` or `d db cards` after the dealer")
    seat = _seat(words[0], text)
    verb = words[1] if len(words) > 1 else ""
    if len(words) == 2 and verb in (BRING_IN, CALL, FOLD, DRAW, SHOW):
        return Act(verb, seat)
    if len(words) == 3:
        last = words[2]
        if verb == RAISE:
            return Act(verb, seat, amount=last)
        if verb == SHOW and last == "-":
            return Act(verb, seat, dealt=True)
        if verb in (SHOW, DRAW):
            return Act(verb, seat, _cards(last, text))
    raise BadNotation(f"{text!r}: expected `pb`, `cbr amount`, `cc`, `f`, `sd [cards]` or `sm [cards]` after a player")


def _seat(word: str, text: str) -> int:
    number = word[1:]
    if word[:1] == "p" and number.isascii() and number.isdecimal() and len(number) <= 3 and number[0] != "0":
        return int(number) - 1
    raise BadNotation(f"{text!r}: expected `d` (the dealer) or a player such as `p1`, got {word!r}")


def _cards(word: str, text: str) -> tuple[int, ...]:
    try:
        return cards(word)
    except BadNotation as error:
        raise BadNotation(f"{text!r}: {error.message}") from None
