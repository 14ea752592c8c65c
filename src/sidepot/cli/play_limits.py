"""The limits that `sidepot play` offers, by their short names."""

from __future__ import annotations

from enum import StrEnum


class LimitName(StrEnum):
    """No limit, pot limit, fixed limit."""

    NL = "nl"
    PL = "pl"
    FL = "fl"
