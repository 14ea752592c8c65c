"""The actions of a learning environment: a fixed list for each game, of which some are allowed at each moment.

A discrete action is an index into the list. Betting comes first; then, as far as the game has them, the sets of cards
to throw away, the halves to declare for, and how often the board is run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.errors import IllegalAction
from sidepot.games.limits import FixedLimit
from sidepot.hand.commands import BringIn, Call, Check, ChooseRuns, Command, Declare, Discard, Fold, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options

POT_PARTS: Final = (0.5, 1.0)  # sizes of a bet between the least and the greatest, in pots
WAYS: Final = ("high", "low", "both")

_FOLD, _STAY, _LEAST, _MOST, _SIZES = range(5)


class Actions:
    """All actions that may be possible in any hand of one setup. `names` contains the name of each action, by its
    index.

    - 0: fold
    - 1: stay in for as little as possible (check, call, bring in)
    - 2, 3: bet or raise the minimum, or the maximum
    - from 4 on: bet the pot, or a fraction of the pot
    - `throw 1 3`: throw away cards by their positions in the hand, sorted from the lowest card up

    Two actions with the same effect are never both allowed.
    """

    def __init__(self, hand: Hand, pot_parts: Sequence[float] = POT_PARTS) -> None:
        setup, plan = hand.setup, hand.plan
        self.sizes = () if isinstance(setup.limit, FixedLimit) else tuple(pot_parts)
        names = ["fold", "check, call or bring it in", "bet or raise the least", "bet or raise the most"]
        names += [f"bet or raise {part:g} pot" for part in self.sizes]
        self.throws = len(names)
        held = (0, *plan.held)
        places = max([held[at] for at, changes in enumerate(plan.changes) if changes], default=0)
        if places:
            names.append("stand pat")
            names += ["throw " + " ".join(map(str, _places(bits, places))) for bits in range(1, 1 << places)]
        self.ways = len(names)
        names += [f"declare {way}" for way in WAYS] if plan.declares else []
        self.runs = len(names)
        names += [f"run it {count + 1}" for count in range(setup.rulebook.run_it)] if any(plan.run_cost) else []
        self.names = tuple(names)

    def allowed(self, view: Hand, may: Options) -> list[int]:
        """The indices of the actions that a seat may take now, in order. `view` is the hand as the seat sees it."""
        due = may.due
        if due is Due.ACT or due is Due.BRING_IN:
            found = [_FOLD] if may.may_fold else []
            found.append(_STAY)
            if may.may_raise:
                found.append(_LEAST)
                if may.raise_max > may.raise_min:
                    found.append(_MOST)
                    found += [_SIZES + at for at in self._sizes_between(view, may)]
            return found
        if due is Due.DRAW:
            held = len(view.hole[may.seat])
            counts = range(may.discard_least, min(may.discard, held) + 1)
            return [self.throws + bits for bits in range(1 << held) if bits.bit_count() in counts]
        if due is Due.DECLARE:
            return [self.ways + at for at in range(len(WAYS))]
        if due is Due.RUN:
            return [self.runs + at for at in range(may.runs)]
        return []

    def command(self, action: int, view: Hand, may: Options) -> Command:
        """The hand command for an action. `view` is the hand as the seat sees it.

        Raises IllegalAction, listing the allowed actions, if the action is not allowed.
        """
        allowed = self.allowed(view, may)
        if action not in allowed:
            named = self.names[action] if 0 <= action < len(self.names) else "no action at all"
            choices = ", ".join([f"{at} ({self.names[at]})" for at in allowed[:8]])
            more = f" and {len(allowed) - 8} more" if len(allowed) > 8 else ""
            raise IllegalAction(
                f"action {action} ({named}) is not allowed now; the allowed actions are {choices}{more}"
            )
        if may.due is Due.DRAW:
            hole = sorted(view.hole[may.seat])
            return Discard(tuple([hole[place - 1] for place in _places(action - self.throws, len(hole))]))
        if may.due is Due.DECLARE:
            return Declare(action - self.ways + 1)
        if may.due is Due.RUN:
            return ChooseRuns(action - self.runs + 1)
        if action == _FOLD:
            return Fold()
        if action == _STAY:
            return BringIn() if may.due is Due.BRING_IN else Check() if may.may_check else Call()
        if action == _LEAST:
            return RaiseTo(may.raise_min)
        return RaiseTo(may.raise_max if action == _MOST else self._size(view, may, self.sizes[action - _SIZES]))

    def _sizes_between(self, view: Hand, may: Options) -> list[int]:
        """The sizes between the minimum and the maximum, each amount once."""
        found: list[int] = []
        seen = {may.raise_min, may.raise_max}
        for at, part in enumerate(self.sizes):
            to = self._size(view, may, part)
            if may.raise_min < to < may.raise_max and to not in seen:
                seen.add(to)
                found.append(at)
        return found

    def _size(self, view: Hand, may: Options, part: float) -> int:
        """A raise by a fraction of the pot after calling, as close as is allowed, as the total for the round."""
        betting = view.betting
        return may.nearest(betting.price + int(part * (betting.pot() + view.to_call)))


def _places(bits: int, held: int) -> list[int]:
    """The positions, from 1, of the cards whose bits are set."""
    return [at + 1 for at in range(held) if bits >> at & 1]
