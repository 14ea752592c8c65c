"""Integrity: what in the hands of a room, or in a folder of histories, somebody should look at.

It finds what cheats leave behind: chips that flow one way between two players, all-ins against one and the same,
winning hands folded to one, strong hands not bet against one, two players who are never in a pot together, and answers
as regular as a clock. Each is a *flag*, with the hands behind it and how seldom chance alone makes one; none is a
verdict. Rules: AI-12, TDA-2013 59, 61; PG-116.

`docs/integrity.md` says what each flag means, and how often honest and planted tables raise one.
"""

from __future__ import annotations

from sidepot.integrity.examine import Examination, Report, examine
from sidepot.integrity.flags import Flag
from sidepot.integrity.played import Played

__all__ = ["Examination", "Flag", "Played", "Report", "examine"]
