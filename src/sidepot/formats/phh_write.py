"""Poker Hand Histories as text: the fields in the format's order, then the user's own.

A file that is read and written keeps its values and the order of its fields, but not its spacing and TOML comments.
`phh_of_hand` makes the history of a hand played by sidepot.
"""

from __future__ import annotations

from collections.abc import Iterable

from sidepot.errors import BadNotation
from sidepot.formats.phh import Phh
from sidepot.formats.phh_text import Real, toml, toml_key
from sidepot.hand.hand import Hand
from sidepot.validation.decimals import unscaled
from sidepot.validation.type_checks import expect

_GAME = (
    "ante_trimming_status", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet",
    "starting_stacks",
)  # fmt: skip
_RESULT = ("finishing_stacks", "winnings")
ORDER = (
    "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time", "time_zone",
    "time_zone_abbreviation", "day", "month", "year", "hand", "level", "seats", "seat_count", "table", "players",
    *_RESULT, "currency", "currency_symbol", "time_limit", "time_banks",
)  # fmt: skip


def write_phh(hand: Phh) -> str:
    """Write a hand as the text of a `.phh` file. Raises BadNotation for anything but a `Phh`."""
    _check_record(hand)
    lines = [f"variant = {toml(hand.variant)}"]
    lines += [_line(hand, field) for field in _GAME if getattr(hand, field) is not None]
    lines.append(f"actions = {toml(hand.actions)}")
    for field in ORDER:
        if field in hand.about:
            lines.append(f"{field} = {toml(hand.about[field])}")
        elif field in _RESULT and getattr(hand, field) is not None:
            lines.append(_line(hand, field))
    lines += [f"{toml_key(key)} = {toml(value)}" for key, value in hand.extra.items()]
    return "\n".join(lines) + "\n"


def _check_record(given: object) -> None:
    if isinstance(given, Hand):
        raise BadNotation("hand: expected a Phh, got a Hand; use write_phh(phh_of_hand(hand))")
    expect(given, Phh, "hand")


def write_phhs(hands: Iterable[Phh]) -> str:
    """Write hands as the text of a `.phhs` file, each under its header, or under its number if it has none.

    Raises BadNotation if two hands have the same header.
    """
    parts = []
    seen = set()
    for number, hand in enumerate(hands, 1):
        name = hand.name or str(number)
        if name in seen:
            raise BadNotation(f"two hands have the header [{name}]")
        seen.add(name)
        parts.append(f"[{toml_key(name)}]\n{write_phh(hand)}")
    return "\n".join(parts)


def _line(hand: Phh, field: str) -> str:
    return f"{field} = {toml(_value(getattr(hand, field), hand.decimals))}"


def _value(value: object, decimals: int) -> object:
    """Amounts in the file's own scale."""
    if isinstance(value, tuple):
        return [_value(item, decimals) for item in value]
    if value is None:
        return Real("inf")
    return Real(unscaled(value, decimals)) if type(value) is int else value
