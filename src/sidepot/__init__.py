"""sidepot: poker by the book, as running software.

The names below are the public ones of the rules core. Readers of hand histories live in `sidepot.formats`, ranking in
`sidepot.ranking`, cases in `sidepot.cases` and simulation in `sidepot.simulation`.
"""

from sidepot.cards import Deck
from sidepot.errors import BadNotation, Cite, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.model import Game, Half, Street
from sidepot.games.stakes import Stakes
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.playing import MatchResult, match, play_hand
from sidepot.hand.pots import Pot, pots, uncalled
from sidepot.hand.replaying import replay, strict_replay
from sidepot.hand.result import HandResult, PotResult
from sidepot.hand.setup import Setup
from sidepot.hand.view import redact, view_of
from sidepot.rules.houses import CASH, HOUSES, TDA_2013, TDA_2024, find_house
from sidepot.rules.rulebook import Rulebook

__version__ = "0.1.0"

__all__ = [
    "CASH",
    "GAMES",
    "HOUSES",
    "TDA_2013",
    "TDA_2024",
    "BadNotation",
    "Cite",
    "Conflict",
    "Dealer",
    "Deck",
    "Due",
    "Event",
    "FixedLimit",
    "Game",
    "Half",
    "Hand",
    "HandResult",
    "IllegalAction",
    "MatchResult",
    "NoLimit",
    "NotDue",
    "Options",
    "Pot",
    "PotLimit",
    "PotResult",
    "Rulebook",
    "Setup",
    "SidepotError",
    "SpreadLimit",
    "Stakes",
    "Street",
    "find_game",
    "find_house",
    "match",
    "options",
    "play_hand",
    "pots",
    "redact",
    "replay",
    "seat_hand",
    "strict_replay",
    "uncalled",
    "view_of",
]
