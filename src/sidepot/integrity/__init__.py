"""Integrity: flag suspicious play in the hands of a room, or in a folder of histories.

It finds traces of cheating: chips that flow one way between two players, all-ins always against the same player,
winning hands folded to one player, strong hands not bet against one player, two players who are never in a pot
together, and answers at suspiciously regular intervals. Each is a *flag*, with the hands behind it and its probability
by chance; none is a verdict. Rules: AI-12, TDA-2013 59, 61; PG-116.

`docs/how-to/integrity.md` explains each flag, and how often honest and planted tables raise one.
"""

from __future__ import annotations

from sidepot.integrity.examine import Examination, Report, examine
from sidepot.integrity.flags import Flag
from sidepot.integrity.played import Played

__all__ = ["Examination", "Flag", "Played", "Report", "examine"]
