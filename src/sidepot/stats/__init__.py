"""The statistics of players over many hands, from histories in any format.

>>> from sidepot.stats import EXPLAINED, stats
>>> EXPLAINED["PFR"]
'bet or raised in the first betting round, of all hands except walks and bomb pots'
"""

from __future__ import annotations

from sidepot.stats.counted_files import Stats, stats
from sidepot.stats.hand_seen import BY, HandSeen, SeatSeen, seen
from sidepot.stats.line import LinePoint
from sidepot.stats.rates import EXPLAINED, Rates
from sidepot.stats.tournaments_played import TournamentRates

__all__ = ["BY", "EXPLAINED", "HandSeen", "LinePoint", "Rates", "SeatSeen", "Stats", "TournamentRates", "seen", "stats"]
