"""The state of a hand: chips, cards, what is due, and simple questions about them.

`HandState` has no commands; `hand` adds them. `apply`, `course` and the refusals only need this part of a hand.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from typing import Self

from sidepot.cards import UNKNOWN
from sidepot.hand.aside import NOTHING_ASIDE, Aside
from sidepot.hand.betting import Betting, betting_of
from sidepot.hand.due import ACT, BOARD, BRING_IN, CONSENT, DEAL, DONE, POST, Due
from sidepot.hand.events import Event, Started
from sidepot.hand.planning.plan import Plan, plan_of
from sidepot.hand.pots import Pot, layered
from sidepot.hand.rebuilding import COLUMNS, Reduced, reduced
from sidepot.hand.setup import Setup
from sidepot.validation.type_checks import wrong_type


class Known:
    """A hand from one player's point of view: the public state of `hand` and, in the other fields, what the player
    knows.

    One object serves many views. A view copies the public state, and shares `log` and `hole`. It keeps no reference to
    this object.
    """

    __slots__ = ("aside", "burns", "fresh", "hand", "hole", "log", "muck_pile")

    log: list[Event]
    hole: list[tuple[int, ...]]
    fresh: int

    def __init__(
        self,
        hand: HandState,
        burns: tuple[int, ...] = (),
        muck_pile: tuple[int, ...] = (),
        aside: Aside = NOTHING_ASIDE,
    ) -> None:
        self.hand = hand
        self.burns = burns
        self.muck_pile = muck_pile
        self.aside = aside


class HandState:
    """The state of a hand. `Hand` adds the commands and begins a hand.

    - `due`: what must happen next
    - `seat`: the seat that must do it (-1: the dealer)
    - `count`: the number of cards or chips that are due, or the number of the pot
    - `live`, `able`: the seats that have not folded, and the live seats with chips to bet; bit masks, with seats
      counted from 0
    - `street`: -1 before the deal, `len(streets)` at the showdown
    """

    __slots__ = (
        "aside", "betting", "board_at", "boards", "burns", "carried", "count", "due", "faces", "forced", "fresh",
        "hole", "layers", "log", "muck_pile", "opener", "pending", "plan", "pot_at", "seat", "setup", "show_from",
        "shown", "street", "stub", "to_board", "up_count",
    )  # fmt: skip

    plan: Plan
    betting: Betting
    faces: tuple[tuple[int, ...], ...]
    boards: tuple[tuple[int, ...], ...]
    board_at: int
    stub: int
    street: int
    pending: int
    to_board: int
    opener: int
    shown: int
    forced: bool
    show_from: int
    layers: list[Pot]
    pot_at: int
    carried: int
    seat: int
    count: int
    up_count: int
    due: Due

    def __init__(self, setup: Setup, known: Known | None = None) -> None:
        """Start a new hand, or make a copy or a view of a hand from what is `known`.

        One `__init__` does both, because a compiled class needs its `__init__`.
        """
        self.setup = setup
        if known is not None:
            try:
                like = known.hand
            except AttributeError:
                raise wrong_type(known, (Known,), "known") from None
            self.plan = like.plan
            self.betting = like.betting.copy()
            self.faces = like.faces
            self.boards = like.boards
            self.board_at = like.board_at
            self.stub = like.stub
            self.street = like.street
            self.pending = like.pending
            self.to_board = like.to_board
            self.opener = like.opener
            self.shown = like.shown
            self.forced = like.forced
            self.show_from = like.show_from
            self.layers = like.layers
            self.pot_at = like.pot_at
            self.carried = like.carried
            self.seat = like.seat
            self.count = like.count
            self.up_count = like.up_count
            self.due = like.due
            self.log = known.log
            self.hole = known.hole
            self.fresh = known.fresh
            self.burns = known.burns
            self.muck_pile = known.muck_pile
            self.aside = known.aside
            return
        plan = plan_of(setup)
        self.plan = plan
        self.betting = betting_of(plan.terms, plan.in_play(setup.stacks), plan.units[0])
        self.betting.dead = setup.carried
        self.log = [Started(setup)]
        self.hole = [()] * plan.seats
        self.faces = ((),) * plan.seats
        self.boards = ((),) * plan.boards
        self.board_at = 0
        self.aside = NOTHING_ASIDE
        if setup.parts:
            self._take_parts(setup)
        self.burns = self.muck_pile = ()
        self.stub = len(plan.deck)
        self.fresh = plan.fresh
        self.street = self.opener = self.pot_at = self.seat = -1
        self.pending = self.to_board = self.shown = self.carried = self.count = self.up_count = 0
        self.forced = False
        self.show_from = plan.deal_from
        self.layers = []
        self.due = DONE
        self._begin()

    def _begin(self) -> None:
        """Set what is due first in a new hand. A state without commands does nothing."""

    @property
    def stacks(self) -> list[int]:
        """The chips behind each seat. In a cap game, they include the chips that do not play."""
        stacks, cap = self.betting.stacks, self.plan.hand_cap
        if cap is None:
            return stacks
        return [stack + max(had - cap, 0) for stack, had in zip(stacks, self.setup.stacks, strict=True)]

    @property
    def bets(self) -> list[int]:
        """The chips in front of each seat in the current round; 0 once the bets have been collected."""
        return self.betting.bets if self._has_bets_in_front() else [0] * self.plan.seats

    @property
    def put(self) -> list[int]:
        """Each seat's chips in the pots that are still to be paid."""
        return self.betting.put

    @property
    def dead(self) -> int:
        """The dead money in the main pot: big-blind antes, dead blinds."""
        return self.betting.dead

    @property
    def seen(self) -> bytes:
        """For each card, 1 if it can no longer be dealt: from the deuce of clubs to the joker and the unknown card."""
        return bytes([not self.fresh >> card & 1 for card in range(UNKNOWN + 1)])

    @property
    def raked(self) -> int:
        """The rake taken from the pots so far."""
        return self.aside.raked

    @property
    def live(self) -> int:
        """The seats that have not folded, as a bit mask."""
        return self.betting.live

    @property
    def able(self) -> int:
        """The live seats with chips to bet, as a bit mask."""
        return self.betting.able

    @property
    def price(self) -> int:
        """The chips that a seat must have in front of it to stay in."""
        return self.betting.price

    @property
    def to_call(self) -> int:
        """The chips that the seat to act must add to stay in."""
        return self.betting.to_call(self.seat)

    @property
    def added(self) -> list[int]:
        """The chips that each seat has bought for cash in this hand, at open stakes."""
        return list(self.aside.credit.added) or [0] * self.plan.seats

    @property
    def markers(self) -> tuple[tuple[int, int], ...]:
        """The accepted markers of this hand, as (seat, face) pairs."""
        return self.aside.credit.markers

    @property
    def loans(self) -> tuple[tuple[int, int, int, str], ...]:
        """The loans of this hand, as (seat, amount, folded seat that lent or -1, name of a lender who sits out or
        "").
        """
        return self.aside.credit.loans

    def upcards(self, seat: int) -> tuple[int, ...]:
        """The face-up cards of a seat, or all its cards once it has shown."""
        return self.hole[seat] if self.shown >> seat & 1 else self.faces[seat]

    def pots(self) -> list[Pot]:
        """The pots collected so far, main pot first. Bets of the current round are still in front of the seats."""
        betting = self.betting
        if self.street >= self.plan.showdown:
            return self.layers[: self.pot_at + 1]
        if not self._has_bets_in_front():
            return layered(betting.put, betting.live, betting.dead, self.aside.parts, self.aside.broke)
        collected = [put - bet for put, bet in zip(betting.put, betting.bets, strict=True)]
        return layered(collected, betting.live, betting.dead, self.aside.parts, self.aside.broke)

    def copy(self, *, log: bool = False) -> Self:
        """An independent copy. Its log is empty unless `log` is set."""
        known = Known(self, self.burns, self.muck_pile, self.aside)
        known.log = self.log.copy() if log else []
        known.hole = self.hole.copy()
        known.fresh = self.fresh
        return self.__class__(self.setup, known)

    def __copy__(self) -> Self:
        return self.copy(log=True)

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy(log=True)  # everything else is immutable

    def __reduce__(self) -> Reduced:
        columns = {name: getattr(self, name) for name in ("log", *COLUMNS)}
        if self.aside is NOTHING_ASIDE:  # the value with which an ordinary hand begins
            del columns["aside"]
        return reduced(self, (self.setup,), columns)

    def _take_parts(self, setup: Setup) -> None:
        """Set the parts of a carried pot that only some seats contest.

        A seat that has been all-in since an earlier deal plays for one of them.
        """
        parts = tuple([(chips, sum([1 << seat for seat in can])) for chips, can in setup.parts])
        broke = sum([1 << seat for seat, stack in enumerate(setup.stacks) if not stack])
        self.aside = Aside(parts=parts, broke=broke)
        for _, can in parts:
            self.betting.live |= can

    def _has_bets_in_front(self) -> bool:
        """Whether there are bets in front of seats: during a round, or blinds before the first one."""
        return self.due in (ACT, BRING_IN, CONSENT) or (self.street <= 0 and self.due in (POST, DEAL, BOARD))
