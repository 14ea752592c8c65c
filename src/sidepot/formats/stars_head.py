"""How a hand begins as PokerStars writes it: its number, the tournament, game and stakes, the time, and the table."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final

from sidepot.formats.decimals import unscaled
from sidepot.formats.hand_history import HandHistory
from sidepot.formats.moments import eastern_of, zoned_moment_in
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit

TITLES: Final = {
    "holdem": "Hold'em",
    "short-deck": "6+ Hold'em",
    "omaha": "Omaha",
    "omaha8": "Omaha Hi/Lo",
    "omaha5": "5 Card Omaha",
    "omaha6": "6 Card Omaha",
    "big-o": "5 Card Omaha Hi/Lo",
    "courchevel": "Courchevel",
    "courchevel8": "Courchevel Hi/Lo",
    "stud": "7 Card Stud",
    "stud8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "five-card-draw": "5 Card Draw",
    "triple-draw": "Triple Draw 2-7 Lowball",
    "single-draw": "Single Draw 2-7 Lowball",
    "badugi": "Badugi",
}
SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "$", "AUD": "$", "INR": "₹"}
UNDATED: Final = "2000/01/01 00:00:00 ET"
_NUMBER: Final = re.compile(r"[A-Z]*(?P<digits>[0-9]+(?:-[0-9]+)*)", re.A)


def symbol_of(told: HandHistory) -> str:
    """What stands before an amount."""
    return SYMBOLS.get(told.money, "")


def head_lines(told: HandHistory) -> list[str]:
    """The first two lines: the hand, and its table."""
    setup = told.hand.setup
    limit = {NoLimit: "No Limit", PotLimit: "Pot Limit", FixedLimit: "Limit"}[type(setup.limit)]
    title = f"{TITLES[setup.game.name]} {limit}"
    what = f" {title} {_stakes(told)}"
    if told.is_tournament:
        event, buy_in, level = told.event or "1", told.buy_in or "Freeroll ", told.level or "I"
        what = f"Tournament #{event}, {buy_in} {title} - Level {level} {_stakes(told)}"
    size = max(told.table_size, *told.numbers, 2)
    button = "" if setup.game.is_stud else f" Seat #{told.numbers[setup.button]} is the button"
    return [
        f"PokerStars Hand #{_number(told.name)}: {what} - {_when(told.when)}",
        f"Table '{told.table or 'sidepot'}' {size}-max{button}",
    ]


def _stakes(told: HandHistory) -> str:
    """Blinds, or bets at fixed limit, the cap of a cap game, and the currency."""
    setup, stakes = told.hand.setup, told.hand.setup.stakes
    if isinstance(setup.limit, FixedLimit):
        low, high = stakes.bet_size(big=False), stakes.bet_size(big=True)
    else:
        low, high = (*stakes.blinds, 0, 0)[:2]
        if not high:
            low, high = low or stakes.ante, low or stakes.ante
    symbol = symbol_of(told)
    cap = getattr(setup.limit, "cap", None)
    capped = f" - {symbol}{unscaled(cap, told.decimals)} Cap - " if cap else ""
    currency = f" {told.money}" if told.money else ""
    return f"({symbol}{unscaled(low, told.decimals)}/{symbol}{unscaled(high, told.decimals)}{capped}{currency})"


def _number(name: str) -> str:
    """The number of a hand, for PokerStars has digits alone. A name of letters gives one of its own, always the same:
    trackers pass over a second hand of a number.
    """
    found = _NUMBER.fullmatch(name)
    if found is not None:
        return found["digits"].replace("-", "")
    return str(int(sha256(name.encode("utf-8", "replace")).hexdigest()[:14], 16)) if name else "1"


def _when(when: str) -> str:
    """Date and time as PokerStars has them, those of New York as far as the zone is known; else a day long ago."""
    told = zoned_moment_in(when)
    if told is None:
        return UNDATED
    year, month, day, hour, minute, second = eastern_of(told) or told.moment
    return f"{year:04}/{month:02}/{day:02} {hour}:{minute:02}:{second:02} ET"
