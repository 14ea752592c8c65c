"""The betting rounds of a hand, as statistics see them: what each seat did in turn, and what it drew.

The first betting round ends with the first card that is dealt or discarded after somebody has acted, and so does each
later one. If a hand was dealt again, only the last deal counts. A bomb pot has an empty first round.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.games.model import Opens
from sidepot.hand import events as e
from sidepot.hand.setup import LIVE_POSTS

if TYPE_CHECKING:
    from sidepot.hand.state import HandState

_NEXT: Final = frozenset({e.Dealt, e.BoardDealt, e.Discarded, e.Burned})


class Kind(IntEnum):
    """What a seat did in turn.

    Bets and completions are raises. Any other action that adds chips is a call; an action that adds none is a check.
    """

    FOLD = 0
    CHECK = 1
    CALL = 2
    RAISE = 3
    BRING_IN = 4


FOLD: Final = Kind.FOLD  # module constants are faster than attributes, and each action needs one
CHECK: Final = Kind.CHECK
CALL: Final = Kind.CALL
RAISE: Final = Kind.RAISE
BRING_IN: Final = Kind.BRING_IN


class Act(NamedTuple):
    """What a seat did in one turn. `owes`: whether it had chips to call."""

    seat: int
    kind: Kind
    owes: bool


class BettingRounds(NamedTuple):
    """The betting rounds of a hand.

    - `rounds`: the acts of each round
    - `pats`: for each seat, whether it stood pat at each of its draws
    - `dealt`: the seats that were dealt in
    - `gone`: the seats whose hands were folded or dead at the end of the hand
    - `gone_first`: the seats whose hands were folded or dead when the first round ended
    - `ended`: whether the first round ended
    - `bomb`: whether the hand was a bomb pot
    """

    rounds: list[list[Act]]
    pats: dict[int, list[bool]]
    dealt: set[int]
    gone: set[int]
    gone_first: set[int]
    ended: bool
    bomb: bool

    def acts(self, at: int) -> list[Act]:
        """The acts of betting round `at`, counted from 0; none if the hand ended before this round."""
        return self.rounds[at] if at < len(self.rounds) else []


def last_deal(log: Sequence[e.Event]) -> Sequence[e.Event]:
    """The events of the last deal of a hand, after its setup."""
    kinds = [*map(type, log)]
    return log[len(kinds) - kinds[::-1].index(e.Redealt) if e.Redealt in {*kinds} else 1 :]


def betting_rounds(hand: HandState) -> BettingRounds:
    """The betting rounds of a hand."""
    bomb = hand.setup.game.streets[0].opens is Opens.NOBODY
    acts: list[Act] = []
    rounds: list[list[Act]] = [[], acts] if bomb else [acts]
    pats: dict[int, list[bool]] = {}
    dealt: set[int] = set()
    gone: set[int] = set()
    gone_first: set[int] = set()
    bets = [0] * len(hand.setup.stacks)
    level = 0
    ended = False
    for event in last_deal(hand.log):  # by the exact type, because `isinstance` is slow with structs
        if type(event) in _NEXT:
            if acts:
                acts = []
                rounds.append(acts)
                bets, level = [0] * len(bets), 0
                if not ended and not bomb:
                    ended, gone_first = True, set(gone)
            if type(event) is e.Dealt:
                dealt.add(event.seat)
            elif type(event) is e.Discarded:
                pats.setdefault(event.seat, []).append(not event.cards)
        elif type(event) is e.Folded:
            seat = event.seat
            acts.append(Act(seat, FOLD, level > bets[seat]))
            gone.add(seat)
        elif type(event) is e.Checked:
            acts.append(Act(event.seat, CHECK, False))
        elif type(event) is e.Called:
            seat, amount = event.seat, event.amount
            acts.append(Act(seat, CALL if amount else CHECK, amount > 0))
            bets[seat] += amount
            level = max(level, bets[seat])
        elif type(event) is e.RaisedTo:
            seat = event.seat
            acts.append(Act(seat, RAISE, level > bets[seat]))
            bets[seat] = event.to
            level = max(level, event.to)
        elif type(event) is e.Posted:
            if event.post in LIVE_POSTS:
                bets[event.seat] += event.amount
                level = max(level, bets[event.seat])
        elif type(event) is e.BroughtIn:
            acts.append(Act(event.seat, BRING_IN, level > bets[event.seat]))
            bets[event.seat] += event.amount
            level = max(level, bets[event.seat])
        elif type(event) is e.Killed:
            gone.add(event.seat)
    return BettingRounds(rounds, pats, dealt, gone, gone_first, ended, bomb)
