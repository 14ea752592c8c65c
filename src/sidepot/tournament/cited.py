"""The rules that several parts of a tournament cite."""

from __future__ import annotations

from typing import Final

from sidepot.errors import Cite

DRAWN: Final = Cite("TDA-2013", "6")
NEW_PLAYERS: Final = Cite("TDA-2013", "7")
BALANCE: Final = Cite("TDA-2013", "10-A")
FROZEN: Final = Cite("TDA-2013", "10-B")
SHORT: Final = Cite("TDA-2013", "10-D")
LEVELS: Final = Cite("TDA-2013", "22")
RACES: Final = Cite("TDA-2013", "23-A")
LATE_CHIPS: Final = Cite("TDA-2013", "23-C")
CHIPS: Final = Cite("PG", "23")
TOGETHER: Final = Cite("TDA-2024", "RP-8")
