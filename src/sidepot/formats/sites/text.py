"""What all site dialects share in letters: encodings, amounts with currencies, cards in brackets."""

from __future__ import annotations

import re
from typing import Final

from sidepot.cards import UNKNOWN, card
from sidepot.errors import BadNotation

_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_AMOUNT: Final = re.compile(r"[0-9][0-9,\u00a0\u202f]*(?:\.[0-9]+)?")
_HIDDEN: Final = frozenset({"X", "x", "?", "??", "-"})
_CARDS: Final = {rank + suit: card(rank + suit) for rank in "23456789TJQKA" for suit in "cdhs"}
MOST_DIGITS: Final = 15


def text_of(data: bytes) -> str:
    """The text of a file, whichever of UTF-8, UTF-16 and Windows' western alphabet it is written in."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace").replace("\x00", "")
    if data[:200:2].count(0) > 40 or data[1:200:2].count(0) > 40:
        return data.decode("utf-16-le" if data[1:2] == b"\x00" else "utf-16-be", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def amounts_of(text: str, decimals: int) -> list[int]:
    """All amounts in a text, in units of `10 ** -decimals`: `$1,234.50` is 123450 where there are two.

    >>> amounts_of("raises $2 to $1,234.50", 2)
    [200, 123450]
    """
    return [_amount(found, decimals) for found in _AMOUNT.findall(text)]


def amount_of(text: str, decimals: int) -> int:
    """The first amount in a text. Raises BadNotation where there is none."""
    found = _AMOUNT.search(text)
    if found is None:
        raise BadNotation(f"an amount is missing in {text.strip()!r}")
    return _amount(found[0], decimals)


def _amount(text: str, decimals: int) -> int:
    whole, _, part = text.replace(",", "").replace("\u00a0", "").replace("\u202f", "").partition(".")
    if len(whole) > MOST_DIGITS:
        raise BadNotation(f"{text} is out of all proportion for an amount of chips")
    if part[decimals:].strip("0"):
        raise BadNotation(f"{text} has more than {decimals} decimals")
    return int(whole + part[:decimals].ljust(decimals, "0"))


def decimals_in(text: str) -> int:
    """How many decimals the amounts of a hand have: none, or two, as money has."""
    return 2 if re.search(r"[0-9]\.[0-9]{1,2}(?![0-9.])", text) else 0


def brackets(text: str) -> list[tuple[int, ...]]:
    """The cards of each pair of brackets, in order; hidden ones are unknown. Raises BadNotation.

    >>> brackets("[Ac X] [10h]") == [(48, UNKNOWN), (34,)]
    True
    """
    return [cards_of(inside) for inside in _BRACKETS.findall(text)]


def cards_of(text: str) -> tuple[int, ...]:
    """Cards as sites write them: with spaces or commas or nothing between, `10h` or `Th`, `X` for a hidden one."""
    found: list[int] = []
    for word in text.replace(",", " ").replace("10", "T").split():
        known = _CARDS.get(word)
        if known is not None:
            found.append(known)
        elif word in _HIDDEN:
            found.append(UNKNOWN)
        elif len(word) % 2 == 0:
            found += [card(word[at].upper() + word[at + 1].lower()) for at in range(0, len(word), 2)]
        else:
            raise BadNotation(f"{word!r} is no card; cards are written as in Ah or Th")
    return tuple(found)
