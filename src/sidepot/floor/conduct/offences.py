"""The catalogue of offences: acts that may, or will, cost a penalty, with their rule and usual first penalty.

The codes are those of `Sanction.offence` in rulings. No book gives the usual first penalty of an offence,
except where a book names it (collusion ends in disqualification, chips out of sight are lost): it is our advice, which
`sidepot.floor.conduct.offence` recommends and the director takes or not.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from sidepot.rules.texts import Point
from sidepot.validation.reader import unknown

Code = Literal[
    "acting out of turn", "exposing cards", "cards off the table", "two to a hand", "soft play", "abuse", "disruption",
    "cheating", "collusion", "chip dumping", "miscalling a hand", "phone", "device", "language", "hidden chips",
    "cards out of view", "leaving the table", "dodging blinds", "chips in transit", "tiny chips", "pot in no limit",
    "odd fold", "conditional statement", "premature reaction", "disclosure", "advice", "reading an untabled hand",
    "touching others' cards or chips", "delay", "betting out of reach", "chatter", "splashing", "string bet",
    "over-betting for change", "asking too often", "high folding", "belongings", "mucking all-in", "slow rolling",
    "offensive dress", "hidden face", "drunkenness", "hygiene", "showing mucked cards", "misleading statement",
    "checking it down",
]  # fmt: skip

NOTHING: Final = "no penalty"
WARNING: Final = "verbal warning"
HANDS: Final = "missed hands"
ROUNDS: Final = {"1 round": 1, "2 rounds": 2, "3 rounds": 3, "4 rounds": 4}
OUT: Final = "disqualification"
FORFEIT: Final = "loss of the chips"
CHIPS: Final = "chip penalty"
FORFEIT_AND_OUT: Final = "loss of the chips, and disqualification"
REVOKED: Final = "loss of the right to ask"

SUSPENSION: Final = "suspension"
DODGING: Final = "dodging blinds"

LADDER: Final = (NOTHING, WARNING, HANDS, *ROUNDS, OUT)
"""The penalties of a tournament from mild to hard. Rule: TDA-2013 58-B; TDA-2024 71."""
CASH_LADDER: Final = (NOTHING, WARNING, SUSPENSION, OUT)
"""The penalties of a cash game from mild to hard. Rule: Robert's, conduct; PG-116."""


class Offence(NamedTuple):
    """Something that a player is not to do.

    `will`: by the TDA a penalty follows, it is not only possible. `etiquette`: a breach of etiquette, which the TDA of
    2013 punishes when it is repeated. `first` is the usual first penalty, `only` the penalties there are for it, from
    mild to hard, where they are not those of everything else; `also` one more that may be chosen.
    """

    point: Point
    gist: str
    first: str = WARNING
    will: bool = False
    etiquette: bool = False
    only: tuple[str, ...] = ()
    also: str = ""

    @property
    def code(self) -> str:
        """How the offence is called."""
        return self.point.title

    @property
    def steps(self) -> tuple[str, ...]:
        """The penalties for it, from mild to hard."""
        return self.only or LADDER


OFFENCES: Final = (
    # cards and turns
    Offence(
        Point(
            "acting out of turn",
            {"TDA-2013": "38-A", "TDA-2024": "53-A", "PG": "115", "RRP-11": "behavior/etiquette"},
        ),
        "Players act when it is their turn.",
        etiquette=True,
    ),
    Offence(
        Point("exposing cards", {"TDA-2013": "60", "TDA-2024": "68", "PG": "114", "RRP-11": "behavior/etiquette"}),
        "Cards are not shown while there is action to come; the hand is not dead.",
    ),
    Offence(
        Point(
            "cards off the table",
            {"TDA-2013": "58-A", "TDA-2024": "71-B", "TDA-2026": "72", "RRP-11": "behavior/conduct"},
        ),
        "Cards are not thrown, and stay on the table.",
        first=HANDS,
    ),
    Offence(
        Point("high folding", {"TDA-2013": "60", "TDA-2024": "68", "RRP-11": "behavior/etiquette"}),
        "Folded cards are pushed in low and unseen.",
    ),
    Offence(
        Point("cards out of view", {"TDA-2013": "24-C", "TDA-2024": "25-C"}),
        "The cards of a live hand are seen by all.",
    ),
    Offence(
        Point("mucking all-in", {"TDA-2013": "15", "TDA-2024": "16", "PG": "13"}),
        "With somebody all-in and the betting over, everybody's cards are opened.",
    ),
    Offence(
        Point("miscalling a hand", {"TDA-2013": "12", "TDA-2024": "12", "TDA-2026": "73", "PG": "74"}),
        "Cards speak, and a hand is not miscalled on purpose.",
    ),
    Offence(
        Point("slow rolling", {"TDA-2013": "62", "TDA-2024": "70", "TDA-2026": "73", "RRP-11": "behavior/etiquette"}),
        "A player who holds the winner does not make the others wait for it.",
        etiquette=True,
    ),
    Offence(
        Point(
            "asking too often",
            {"PG": "79", "TDA-2013": "62", "TDA-2024": "70", "TDA-2026": "73", "RRP-11": "showdown/ask-to-see"},
        ),
        "Hands are asked for to protect the game, not to annoy.",
        etiquette=True,
        only=(NOTHING, WARNING, REVOKED),
    ),
    # one player to a hand, each alone
    Offence(
        Point("two to a hand", {"TDA-2013": "59", "TDA-2024": "67", "PG": "116", "RRP-11": "behavior/etiquette"}),
        "One player plays a hand, and nobody else sees it or is asked about it.",
    ),
    Offence(
        Point("disclosure", {"TDA-2013": "59", "TDA-2024": "67", "RRP-11": "behavior/etiquette"}),
        "The cards of a live or folded hand are told to nobody.",
    ),
    Offence(
        Point("advice", {"TDA-2013": "59", "TDA-2024": "67", "PG": "116", "RRP-11": "behavior/etiquette"}),
        "How others play is neither advised on nor found fault with, at any time.",
    ),
    Offence(
        Point("reading an untabled hand", {"TDA-2013": "59", "TDA-2024": "67", "RRP-11": "behavior/etiquette"}),
        "Nobody reads out a hand that is not open on the table.",
    ),
    Offence(
        Point("soft play", {"TDA-2013": "61", "TDA-2024": "69", "PG": "116", "RRP-11": "behavior/etiquette"}),
        "Everybody plays alone: to go easy on one player harms the others.",
        first="1 round",
        will=True,
        also=FORFEIT,
    ),
    Offence(
        Point("collusion", {"TDA-2013": "61", "TDA-2024": "69", "PG": "116", "RRP-11": "behavior/conduct"}),
        "Players who work together cheat the rest.",
        first=OUT,
        will=True,
        only=(OUT,),
    ),
    Offence(
        Point("chip dumping", {"TDA-2013": "61", "TDA-2024": "69", "PG": "116", "RRP-11": "behavior/conduct"}),
        "To lose chips to somebody on purpose is to work together.",
        first=OUT,
        will=True,
        only=(OUT,),
    ),
    Offence(
        Point("cheating", {"TDA-2013": "58-A", "TDA-2024": "71-B", "PG": "116", "RRP-11": "behavior/conduct"}),
        "Nobody cheats.",
        first=OUT,
        will=True,
    ),
    # bets
    Offence(
        Point("tiny chips", {"TDA-2013": "39", "TDA-2024": "41"}),
        "A chip that is tiny beside the bet says nothing clearly.",
    ),
    Offence(
        Point("pot in no limit", {"TDA-2013": "47", "TDA-2024": "54-D"}),
        "Nobody bets 'the pot' where bets have no limit.",
    ),
    Offence(
        Point("odd fold", {"TDA-2013": "50", "TDA-2024": "58"}),
        "A fold out of turn or with nothing to call is final, and unfair to the others.",
    ),
    Offence(
        Point("conditional statement", {"TDA-2013": "51", "TDA-2024": "59-A", "RRP-11": "behavior/etiquette"}),
        "Nobody says what they would do if another did something.",
    ),
    Offence(
        Point("premature reaction", {"TDA-2013": "37-B", "TDA-2024": "50-B"}),
        "A player acts once the bet to answer is clear, and not earlier.",
    ),
    Offence(
        Point("string bet", {"TDA-2013": "48", "TDA-2024": "56", "PG": "65"}),
        "A bet or raise goes in all at once.",
    ),
    Offence(
        Point("over-betting for change", {"TDA-2013": "53", "TDA-2024": "61"}),
        "Change is asked for, not got by betting more than is meant.",
    ),
    Offence(
        Point("splashing", {"TDA-2013": "62", "TDA-2024": "70", "TDA-2026": "73", "RRP-11": "behavior/etiquette"}),
        "Chips are put down in front of the player and not thrown into the pot.",
        etiquette=True,
    ),
    Offence(
        Point("betting out of reach", {"TDA-2013": "62", "TDA-2024": "70", "TDA-2026": "73"}),
        "Bets are put where the dealer can reach them.",
        etiquette=True,
    ),
    # chips and blinds
    Offence(
        Point("hidden chips", {"TDA-2013": "24-A", "TDA-2024": "25-A", "TS": "2", "RRP-11": "behavior/etiquette"}),
        "A stack can be told by eye, with the large chips in front.",
    ),
    Offence(
        Point("chips in transit", {"TDA-2013": "55", "TDA-2024": "63"}),
        "Chips are never held or carried where they are not seen; such chips are lost.",
        first=FORFEIT,
        will=True,
        only=(FORFEIT, FORFEIT_AND_OUT),
    ),
    Offence(
        Point("dodging blinds", {"TDA-2013": "32", "TDA-2024": "33", "WSOP-2026": "86"}),
        "Blinds are paid as they come and not dodged on purpose.",
        first=HANDS,
        will=True,
    ),
    # at the table
    Offence(
        Point("leaving the table", {"TDA-2013": "30", "TDA-2024": "31"}),
        "A player stays with a live hand.",
    ),
    Offence(
        Point("abuse", {"TDA-2013": "58-A", "TDA-2024": "71-B", "TDA-2026": "72", "RRP-11": "behavior/conduct"}),
        "Nobody is insulted or threatened.",
        first="1 round",
        will=True,
    ),
    Offence(
        Point("disruption", {"TDA-2013": "58-A", "TDA-2024": "71-B", "TDA-2026": "72", "RRP-11": "behavior/conduct"}),
        "Nobody disturbs the game.",
        first=HANDS,
        will=True,
    ),
    Offence(
        Point("delay", {"TDA-2013": "62", "TDA-2024": "70", "TDA-2026": "73", "RRP-11": "behavior/etiquette"}),
        "Nobody holds up the game.",
        etiquette=True,
    ),
    Offence(
        Point("chatter", {"TDA-2013": "62", "TDA-2024": "70", "TDA-2026": "73"}),
        "Nobody talks so much that it disturbs.",
        etiquette=True,
    ),
    Offence(
        Point("touching others' cards or chips", {"TDA-2013": "62", "TDA-2024": "70", "TDA-2026": "73"}),
        "Players leave others' things alone.",
        etiquette=True,
    ),
    Offence(
        Point("language", {"TDA-2013": "5", "TDA-2024": "6"}),
        "While a hand is on, only the announced languages are spoken.",
    ),
    Offence(
        Point("phone", {"TDA-2013": "4", "TDA-2024": "5-A", "RRP-11": "behavior/etiquette"}),
        "Telephone calls are made away from the table.",
    ),
    Offence(
        Point("device", {"TDA-2013": "4", "TDA-2024": "5"}),
        "Devices are used only as the house allows.",
    ),
    Offence(
        Point("belongings", {"TDA-2013": "RP-3", "TDA-2024": "RP-3"}),
        "The table and the ways around it are kept clear.",
    ),
    # what the TDA of 2026 lists beside
    Offence(
        Point("offensive dress", {"TDA-2013": "58-A", "TDA-2024": "71", "TDA-2026": "72"}),
        "Clothes carry no message that offends others.",
        etiquette=True,
    ),
    Offence(
        Point("hidden face", {"TDA-2013": "58-A", "TDA-2024": "4", "TDA-2026": "72"}),
        "A player can be recognized, and wears no mask.",
        etiquette=True,
    ),
    Offence(
        Point("drunkenness", {"TDA-2013": "58-A", "TDA-2024": "71", "TDA-2026": "72"}),
        "A player who is drunk or drugged does not play on.",
        etiquette=True,
    ),
    Offence(
        Point("hygiene", {"TDA-2013": "58-A", "TDA-2024": "71", "TDA-2026": "72"}),
        "Players are clean enough to sit next to.",
        etiquette=True,
    ),
    Offence(
        Point("showing mucked cards", {"TDA-2013": "58-A", "TDA-2024": "71", "TDA-2026": "73"}),
        "Cards that were mucked are not shown.",
        etiquette=True,
    ),
    Offence(
        Point("misleading statement", {"TDA-2013": "58-A", "TDA-2024": "71", "TDA-2026": "73"}),
        "Nobody says what is false of the action or of the hand to mislead others.",
        etiquette=True,
    ),
    Offence(
        Point(
            "checking it down", {"TDA-2013": "61", "TDA-2024": "69", "TDA-2026": "73", "RRP-11": "behavior/etiquette"}
        ),
        "Nobody agrees with another to check a hand down while a third player is all-in.",
        etiquette=True,
    ),
)

_BY_CODE: Final = {offence.code: offence for offence in OFFENCES}


def find_offence(code: str) -> Offence:
    """The offence of that code. Raises BadNotation, with the nearest codes.

    >>> find_offence("collusion").only
    ('disqualification',)
    """
    found = _BY_CODE.get(code)
    if found is None:
        raise unknown(f"the catalogue has no offence {code!r}", code, _BY_CODE, brief=True, most=3, cutoff=0.5)
    return found


def hands_missed(players: int, rounds: int) -> int:
    """How many hands a penalty of so many rounds lasts: one for each player at the table, the offender too, a round.

    Rule: TDA-2013 58-B; TDA-2024 71. The table counts as it was when the penalty was given.

    >>> hands_missed(9, 2)
    18
    """
    return players * rounds
