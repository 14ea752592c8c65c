"""The catalogue of offences (`offences.toml`): acts that may or will be punished, and the penalties."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from sidepot.rules.texts import Point
from sidepot.validation.reader import package_toml, unknown

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
IN_TRANSIT: Final = "chips in transit"

PENALTIES: Final = frozenset(
    (NOTHING, WARNING, HANDS, *ROUNDS, CHIPS, FORFEIT, FORFEIT_AND_OUT, REVOKED, SUSPENSION, OUT)
)
"""All penalties, including none."""

LADDER: Final = (NOTHING, WARNING, HANDS, *ROUNDS, OUT)
"""The penalties of a tournament from mild to severe. Rule: TDA-2013 58-B; TDA-2024 71."""
CASH_LADDER: Final = (NOTHING, WARNING, SUSPENSION, OUT)
"""The penalties of a cash game from mild to severe. Rule: Robert's, conduct; PG-116."""


class Offence(NamedTuple):
    """An offence that a player may be penalized for.

    - `will`: whether the TDA's rule makes a penalty certain, not just possible
    - `etiquette`: whether it is a breach of etiquette, which the TDA of 2013 always punishes if it is repeated
    - `first`: the usual first penalty
    - `only`: the penalties for this offence, from mild to severe, if they are not the usual ones
    - `also`: one more penalty that the director may choose
    - `label`: the text shown instead of the code
    """

    point: Point
    gist: str
    first: str = WARNING
    will: bool = False
    etiquette: bool = False
    only: tuple[str, ...] = ()
    also: str = ""
    label: str = ""

    @property
    def code(self) -> str:
        """The code of the offence."""
        return self.point.title

    @property
    def words(self) -> str:
        """The offence in plain words, such as `mucking an all-in hand`."""
        return self.label or self.code

    @property
    def steps(self) -> tuple[str, ...]:
        """The penalties for this offence, from mild to severe."""
        return self.only or LADDER


def _offence(row: dict[str, Any]) -> Offence:
    point = Point(row.pop("code"), row.pop("rules"))
    return Offence(point, **row | {"only": tuple(row.get("only", ()))})


OFFENCES: Final = tuple(map(_offence, package_toml("sidepot.floor.conduct", "offences.toml")["offence"]))

_BY_CODE: Final = {offence.code: offence for offence in OFFENCES}


def find_offence(code: str) -> Offence:
    """The offence with this code. If there is none, raises BadNotation with the most similar codes.

    >>> find_offence("collusion").only
    ('disqualification',)
    """
    found = _BY_CODE.get(code)
    if found is None:
        raise unknown(f"the catalogue has no offence {code!r}", code, _BY_CODE, brief=True, most=3, cutoff=0.5)
    return found


def hands_missed(players: int, rounds: int) -> int:
    """The number of hands that a penalty of `rounds` rounds costs. Each round is one hand per player at the table.

    The offender is one of the `players`, who are counted when the penalty is given. Rule: TDA-2013 58-B; TDA-2024 71.

    >>> hands_missed(9, 2)
    18
    """
    return players * rounds
