"""The penalty log: each penalty with player, offence, reason and author, and the hands still to be missed.

A log is a value: every function that changes it returns a new one. Call `hand_over` after each finished hand of a
table; a misdealt hand counts once, with its re-deal (TDA-2013 34-B; TDA-2024 35-C).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.floor.conduct.offence import OffenceFacts
from sidepot.floor.conduct.offences import FORFEIT_AND_OUT, HANDS, OUT, REVOKED, ROUNDS, find_offence, hands_missed
from sidepot.rules.ruling import Ruling
from sidepot.validation.csv_text import write_csv
from sidepot.validation.json_text import read_json

COLUMNS: Final = ("hand", "player", "offence", "ruling", "hands", "by", "reason", "rules")


_ASKED: Final = {
    "player": "the player",
    "ruling": "the decision",
    "by": "who decided",
    "reason": "the reason",
}


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One entry of the penalty log.

    - `hand`: the number of the hand in which the offence happened (0 between hands)
    - `hands`: how many hands the player misses, beginning with the next hand
    - `rules`: the cited rules
    """

    player: str
    offence: str
    ruling: str
    by: str
    reason: str
    hands: int = 0
    hand: int = 0
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        find_offence(self.offence)
        for field in ("player", "ruling", "by", "reason"):
            if not getattr(self, field).strip():
                raise BadNotation(f"{field} is missing: an entry of the penalty log needs {_ASKED[field]}")
        if self.hands < 0 or self.hand < 0:
            raise BadNotation(f"`hands` and `hand`: expected 0 or more, not {self.hands} and {self.hand}")


class Away(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who must miss hands as a penalty.

    - `left`: the number of hands still to miss
    - `waits`: whether the penalty begins only after the current hand
    """

    player: str
    left: int
    waits: bool = False

    def __post_init__(self) -> None:
        if self.left < 1:
            raise BadNotation(f"left: expected at least 1 hand for {self.player} to miss, not {self.left}")


class PenaltyLog(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All penalties of a tournament so far, and the players who are away."""

    entries: tuple[Entry, ...] = ()
    away: tuple[Away, ...] = ()


_DECODER: Final = msgspec.json.Decoder(PenaltyLog)


def enter(log: PenaltyLog, entry: Entry) -> PenaltyLog:
    """The log with one more entry. The hands of the entry are added to those that the player must still miss.

    >>> log = enter(PenaltyLog(), Entry(player="Ann", offence="abuse", ruling="1 round", by="TD", reason="-", hands=9))
    >>> is_away(log, "Ann")
    True
    """
    away = list(log.away)
    if entry.hands:
        before = _penalty_of(log, entry.player)
        if before is None:
            away.append(Away(entry.player, entry.hands, waits=entry.hand > 0))
        else:
            more = msgspec.structs.replace(before, left=before.left + entry.hands)
            away = [more if one.player == entry.player else one for one in away]
    return PenaltyLog((*log.entries, entry), tuple(away))


def entry_of(ruling: Ruling, facts: OffenceFacts, *, player: str, by: str, hand: int = 0) -> Entry:
    """The entry for a ruling on an offence. Raises BadNotation if the director has not chosen yet."""
    if ruling.is_open:
        raise BadNotation(f"the director has not chosen an option yet; {ruling.recommended!r} is recommended")
    return Entry(
        player=player,
        offence=facts.offence,
        ruling=ruling.verdict,
        by=by,
        reason=ruling.because,
        hands=hands_for(ruling.verdict, facts),
        hand=hand,
        rules=tuple(str(cite) for cite in ruling.cites),
    )


def hands_for(penalty: str, facts: OffenceFacts) -> int:
    """The number of hands that a penalty costs. Rule: TDA-2013 58-B; TDA-2024 71.

    >>> hands_for("2 rounds", OffenceFacts(offence="abuse", players=9))
    18
    """
    if penalty in ROUNDS:
        return hands_missed(facts.players, ROUNDS[penalty])
    return facts.hands if penalty == HANDS else 0


def is_out(log: PenaltyLog, player: str) -> bool:
    """Whether the player was disqualified. Their chips are then removed from play. Rule: TDA-2013 58-D."""
    return any(entry.ruling in (OUT, FORFEIT_AND_OUT) for entry in log.entries if entry.player == player)


def is_away(log: PenaltyLog, player: str) -> bool:
    """Whether the player must miss the next hand. Rule: TDA-2013 58-C; TDA-2024 71."""
    penalty = _penalty_of(log, player)
    return penalty is not None and not penalty.waits


def hands_left(log: PenaltyLog, player: str) -> int:
    """The number of hands that the player must still miss."""
    penalty = _penalty_of(log, player)
    return 0 if penalty is None else penalty.left


def seats_to_kill(log: PenaltyLog, seats: Mapping[int, str]) -> tuple[int, ...]:
    """The seats whose hands are killed after the deal, in order. Rule: TDA-2013 58-C; TDA-2024 71.

    `seats` names the player in each seat. The seats returned post as usual and, in stud, pay the bring-in if they owe
    it.
    """
    return tuple(sorted(seat for seat, player in seats.items() if is_away(log, player)))


def hand_over(log: PenaltyLog, players: Collection[str]) -> PenaltyLog:
    """The log after a finished hand of these players. Each of them who is away then has one hand fewer to miss.

    A misdeal does not finish a hand (TDA-2013 34-B). A penalty that was waiting for the end of the hand begins now
    (TDA-2013 60; TDA-2024 68).
    """
    away = []
    for penalty in log.away:
        if penalty.player not in players:
            away.append(penalty)
        elif penalty.waits:
            away.append(msgspec.structs.replace(penalty, waits=False))
        elif penalty.left > 1:
            away.append(msgspec.structs.replace(penalty, left=penalty.left - 1))
    return msgspec.structs.replace(log, away=tuple(away))


def times_before(log: PenaltyLog, player: str, offence: str = "") -> int:
    """The number of a player's entries for one offence or, if `offence` is "", for any offence. Rule: TDA-2013 58-B."""
    return sum(entry.player == player and offence in ("", entry.offence) for entry in log.entries)


def may_ask(log: PenaltyLog, player: str) -> bool:
    """Whether the player may still ask to see hands. A player who overuses this right loses it. Rule: PG-79."""
    return not any(entry.player == player and entry.ruling == REVOKED for entry in log.entries)


def to_json(log: PenaltyLog) -> str:
    """The log as JSON text, which `from_json` reads back."""
    return msgspec.json.encode(log).decode()


def from_json(text: str) -> PenaltyLog:
    """Read a log from its JSON text. Raises BadNotation, naming the line and the field, if the text is invalid."""
    return read_json(text, _DECODER, "a penalty log")


def to_csv(log: PenaltyLog) -> str:
    """The entries as CSV with a header line."""
    rows = [[*[getattr(entry, column) for column in COLUMNS[:-1]], " ".join(entry.rules)] for entry in log.entries]
    return write_csv([COLUMNS, *rows])


def _penalty_of(log: PenaltyLog, player: str) -> Away | None:
    return next((penalty for penalty in log.away if penalty.player == player), None)
