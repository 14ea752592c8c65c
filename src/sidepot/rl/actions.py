"""The actions of a learning environment: a fixed list for each game, of which some are allowed at each moment.

A discrete action is an index into the list. Betting comes first; then, as far as the game has them, the sets of cards
to throw away, the halves to declare for, and how often the board is run.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sidepot.errors import IllegalAction
from sidepot.games.limits import FixedLimit
from sidepot.hand.commands import BringIn, Call, Check, ChooseRuns, Command, Declare, Discard, Fold, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.hand.rebuilding import Reduced, reduced

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

    def __init__(self, names: tuple[str, ...], sizes: tuple[float, ...], throws: int, ways: int, runs: int) -> None:
        """Store the actions.

        - `names`: the name of each action
        - `sizes`: the sizes of bets, as parts of the pot
        - `throws`, `ways`, `runs`: where the actions begin that throw cards away, declare, and choose how often to run
          the board
        """
        self.names = names
        self.sizes = sizes
        self.throws = throws
        self.ways = ways
        self.runs = runs

    def __reduce__(self) -> Reduced:
        return reduced(self, (self.names, self.sizes, self.throws, self.ways, self.runs), {})

    def allowed(self, hand: Hand, may: Options) -> dict[int, int]:
        """The actions that the seat in turn may take now, in order: for a bet or raise its total, for others 0."""
        due = may.due
        found: dict[int, int] = {}
        if due is Due.ACT or due is Due.BRING_IN:
            if may.may_fold:
                found[_FOLD] = 0
            found[_STAY] = 0
            low, high = may.raise_min, may.raise_max
            if high:
                found[_LEAST] = low
                if high > low:
                    found[_MOST] = high
                    self._add_sizes(found, hand, may)
        elif due is Due.DRAW:
            held = len(hand.hole[may.seat])
            least, most = may.discard_least, min(may.discard, held)
            for bits in range(1 << held):
                if least <= bits.bit_count() <= most:
                    found[self.throws + bits] = 0
        elif due is Due.DECLARE:
            found = dict.fromkeys(range(self.ways, self.ways + len(WAYS)), 0)
        elif due is Due.RUN:
            found = dict.fromkeys(range(self.runs, self.runs + may.runs), 0)
        return found

    def command(self, action: int, hand: Hand, may: Options, allowed: dict[int, int]) -> Command:
        """The hand command for an action of the seat in turn, which is one of those `allowed` now.

        Raises IllegalAction, listing the allowed actions, if the action is not allowed.
        """
        amount = allowed.get(action)
        if amount is None:
            raise self._not_allowed(action, [*allowed])
        if amount:
            return RaiseTo(amount)
        if action == _FOLD:
            return Fold()
        if action == _STAY:
            return BringIn() if may.due is Due.BRING_IN else Check() if may.may_check else Call()
        if may.due is Due.DRAW:
            hole = sorted(hand.hole[may.seat])
            return Discard(tuple([hole[place - 1] for place in _places(action - self.throws, len(hole))]))
        if may.due is Due.DECLARE:
            return Declare(action - self.ways + 1)
        return ChooseRuns(action - self.runs + 1)

    def _add_sizes(self, found: dict[int, int], hand: Hand, may: Options) -> None:
        """Add the bets of parts of the pot after calling, each as near as is allowed, and each total once."""
        betting = hand.betting
        price, low, high = betting.price, may.raise_min, may.raise_max
        pot = betting.pot() + betting.to_call(may.seat)
        action = _SIZES
        for part in self.sizes:
            to = may.nearest(price + int(part * pot))
            if low < to < high and to not in found.values():
                found[action] = to
            action += 1

    def _not_allowed(self, action: int, allowed: list[int]) -> IllegalAction:
        named = self.names[action] if 0 <= action < len(self.names) else "no action at all"
        choices = ", ".join([f"{at} ({self.names[at]})" for at in allowed[:8]])
        more = f" and {len(allowed) - 8} more" if len(allowed) > 8 else ""
        return IllegalAction(f"action {action} ({named}) is not allowed now; the allowed actions are {choices}{more}")


def actions_of(hand: Hand, pot_parts: Sequence[float] = POT_PARTS) -> Actions:
    """The actions of every hand with the setup of this hand, whatever its stacks and its button.

    `pot_parts` are the bet sizes between the minimum and the maximum, as parts of the pot.
    """
    setup, plan = hand.setup, hand.plan
    sizes = () if isinstance(setup.limit, FixedLimit) else tuple(pot_parts)
    names = ["fold", "check, call or bring it in", "bet or raise the least", "bet or raise the most"]
    names += [f"bet or raise {part:g} pot" for part in sizes]
    throws = len(names)
    held = (0, *plan.held)
    places = max([held[at] for at, changes in enumerate(plan.changes) if changes], default=0)
    if places:
        names.append("stand pat")
        names += ["throw " + " ".join(map(str, _places(bits, places))) for bits in range(1, 1 << places)]
    ways = len(names)
    names += [f"declare {way}" for way in WAYS] if plan.declares else []
    runs = len(names)
    names += [f"run it {count + 1}" for count in range(setup.rulebook.run_it)] if any(plan.run_cost) else []
    return Actions(tuple(names), sizes, throws, ways, runs)


def _places(bits: int, held: int) -> list[int]:
    """The positions, from 1, of the cards whose bits are set."""
    return [at + 1 for at in range(held) if bits >> at & 1]
