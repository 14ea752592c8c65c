"""What a player may do in a game tree: every action at fixed limit, and some sizes of bets otherwise.

A betting abstraction is a value of `Bets`. All other decisions (which cards to change, what to declare, how often to
run the board) are complete.
"""

from __future__ import annotations

from itertools import combinations
from math import isfinite
from typing import NamedTuple

import msgspec

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.limits import FixedLimit
from sidepot.hand.commands import BringIn, Call, Check, ChooseRuns, Command, Declare, Discard, Fold, RaiseTo
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.validation.type_checks import check_fields

WAYS = ("high", "low", "both")


class Move(NamedTuple):
    """One action of a player, with its name: `fold`, `check`, `call`, `bet 6`, `raise 18`, `all-in`, `throw Kh`."""

    name: str
    command: Command


class Bets(msgspec.Struct, frozen=True):
    """The bets of a tree: parts of the pot, and all-in. Folds, checks and calls are always in the tree.

    - `pot_parts`: the sizes of bets and raises, as parts of the pot; for a raise, the pot after calling
    - `least`: whether the minimum bet or raise is included
    - `all_in`: whether the maximum is included (at pot limit, the pot)
    - `raises`: the maximum number of bets and raises in a round, after which only all-in is left (None for no maximum)

    At fixed limit, there is only one size, and these fields do not matter.
    """

    pot_parts: tuple[float, ...] = (1.0,)
    least: bool = False
    all_in: bool = True
    raises: int | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        for part in self.pot_parts:
            if not isfinite(part) or part <= 0:
                raise BadNotation(f"pot_parts: expected numbers above 0, as in (0.5, 1), got {part!r}")

    def moves(self, hand: Hand) -> list[Move]:
        """The moves of the seat in turn. The hand must know the cards that this seat may throw away."""
        may = options(hand, explain=False)
        due = may.due
        if due is Due.ACT:
            found = [Move("fold", Fold())] if may.call else []
            found.append(Move("call", Call()) if may.call else Move("check", Check()))
            return found + self._raises(hand, may)
        if due is Due.BRING_IN:
            return [Move("bring in", BringIn()), *self._raises(hand, may)]
        if due is Due.DRAW:
            return _throws(hand, may)
        if due is Due.DECLARE:
            return [Move(f"declare {way}", Declare(at + 1)) for at, way in enumerate(WAYS)]
        if due is Due.RUN:
            return [Move(f"run it {count}", ChooseRuns(count)) for count in range(1, may.runs + 1)]
        raise Conflict(f"a tree cannot be built for a hand in which {due.name} is due")

    def _raises(self, hand: Hand, may: Options) -> list[Move]:
        if not may.may_raise:
            return []
        fixed = isinstance(hand.setup.limit, FixedLimit)
        sizes = [may.raise_min] if fixed or self.least else []
        if not fixed:
            betting = hand.betting
            if self.raises is None or betting.raises < self.raises:
                pot = betting.pot() + hand.to_call
                sizes += [may.nearest(betting.price + int(part * pot + 0.5)) for part in self.pot_parts]
            else:
                sizes = []
            sizes += [may.raise_max] if self.all_in else []
        whole = -1 if fixed else hand.bets[may.seat] + hand.betting.stacks[may.seat]
        return [Move("all-in" if to == whole else f"{may.verb} {to}", RaiseTo(to)) for to in sorted({*sizes})]


def _throws(hand: Hand, may: Options) -> list[Move]:
    cards = sorted(hand.hole[may.seat])
    if UNKNOWN in cards:
        raise Conflict("cards: a tree needs to know the cards of a seat that throws cards away")
    counts = range(may.discard_least, min(may.discard, len(cards)) + 1)
    away = [some for count in counts for some in combinations(cards, count)]
    return [Move(f"throw {text(some)}" if some else "stand pat", Discard(some)) for some in away]
