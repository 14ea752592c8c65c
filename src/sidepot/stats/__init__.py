"""The figures of players over many hands, from histories in any format.

>>> from sidepot.stats import EXPLAINED, stats
>>> EXPLAINED["PFR"]
'a `RaisedTo` in the first betting round, of all hands but walks and bomb pots'
"""

from __future__ import annotations

from sidepot.stats.counted_files import Stats, stats
from sidepot.stats.events_played import EventRates
from sidepot.stats.explained import EXPLAINED
from sidepot.stats.hand_seen import BY, HandSeen, SeatSeen, seen
from sidepot.stats.line import LinePoint
from sidepot.stats.rates import Rates

__all__ = ["BY", "EXPLAINED", "EventRates", "HandSeen", "LinePoint", "Rates", "SeatSeen", "Stats", "seen", "stats"]
