"""Decimal amounts as integers in a file's smallest unit: exact, and written back unchanged.

>>> decimals_of("2.50"), scaled("2.5", 2), unscaled(250, 2), unscaled(500, 2)
(2, 250, '2.50', '5')
"""

from __future__ import annotations

import re
from typing import Final, Literal

from sidepot.errors import BadNotation

MOST_DECIMALS = 12
_LARGEST = 10**24
_AMOUNT = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>[0-9][0-9_]*)(?:\.(?P<part>[0-9][0-9_]*))?(?:[eE](?P<power>[+-]?[0-9]{1,3}))?", re.A
)


def _parts(text: str) -> tuple[str, str, str]:
    """The sign, the digits before and the digits after the point, with the exponent applied."""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise BadNotation(f"expected an amount such as 150 or 2.50, got {text!r}")
    whole = match["whole"].replace("_", "")
    part = (match["part"] or "").replace("_", "")
    power = int(match["power"] or 0)
    if abs(power) > 40:
        raise BadNotation(f"the amount {text} is too large")
    if power > 0:
        part = part.ljust(power, "0")
        whole, part = whole + part[:power], part[power:]
    elif power < 0:
        whole = whole.rjust(1 - power, "0")
        whole, part = whole[:power], whole[power:] + part
    return match["sign"].replace("+", ""), whole, part


def decimals_of(text: str) -> int:
    """The number of digits after the decimal point, as written. Raises BadNotation for text that is not an amount."""
    part = _parts(text)[2]
    kept = len(part) if len(part) <= MOST_DECIMALS else len(part.rstrip("0"))
    if kept > MOST_DECIMALS:
        raise BadNotation(f"{text} has more than {MOST_DECIMALS} decimal places")
    return kept


def scaled(text: str, decimals: int) -> int:
    """The amount in units of `10 ** -decimals`. Raises BadNotation if the amount has more decimal places than
    `decimals`.
    """
    sign, whole, part = _parts(text)
    if part[decimals:].strip("0"):
        raise BadNotation(f"{text} has more than {decimals} decimal places")
    amount = int(whole + part[:decimals].ljust(decimals, "0"))
    if amount > _LARGEST:
        raise BadNotation(f"the amount {text} is too large")
    return -amount if sign else amount


def unscaled(amount: int, decimals: int) -> str:
    """Format an amount in units of `10 ** -decimals`. A whole amount has no decimal point; any other has all decimal
    places.
    """
    if not decimals:
        return str(amount)
    whole, part = divmod(abs(amount), 10**decimals)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{part:0{decimals}}" if part else f"{sign}{whole}"


def money(amount: int, decimals: int) -> tuple[str, int, int, str]:
    """An amount of money of an unknown currency as a part of a sentence (`rules.clauses`)."""
    return (MONEY, amount, decimals, "")


Currency = Literal[
    "", "EUR", "USD", "GBP", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "JPY", "INR", "BRL"
]
"""The currencies of money; "" means points, or a number without a currency."""

MONEY: Final = "{money}"
"""The sentence for an amount of money. Its parts are the amount, the number of decimals, and the currency."""

SIGNS: Final = {
    "EUR": "€", "USD": "$", "GBP": "£", "CAD": "$", "AUD": "$", "NZD": "$", "SEK": "kr", "NOK": "kr", "DKK": "kr",
    "PLN": "zł", "CZK": "Kč", "HUF": "Ft", "JPY": "¥", "INR": "₹", "BRL": "R$",
}  # fmt: skip
"""The signs of currencies; others are named by their code."""


def money_text(amount: int, decimals: int = 0, currency: str = "") -> str:
    """An amount of money in English, with a currency sign and thousands separators.

    >>> money_text(123_450, 2, "EUR"), money_text(-500, 2, "USD"), money_text(1_200, 0, "CHF") == "CHF\\xa01,200"
    ('€1,234.50', '-$5', True)
    """
    whole, _, part = unscaled(abs(amount), decimals).partition(".")
    sign = SIGNS.get(currency, currency)
    between = "\N{NO-BREAK SPACE}" if sign.isalpha() else ""
    return f"{'-' if amount < 0 else ''}{sign}{between}{int(whole):,}{'.' if part else ''}{part}"
