"""Any hand of sidepot as a game of OpenSpiel, for its algorithms: `openspiel_game(study_setup("leduc"))`.

The package `open_spiel` is not an extra of sidepot; install it separately. The rules are those of the engine, and the
information states those of `information_state`.
"""

from __future__ import annotations

from typing import Any, Final

from sidepot.errors import Conflict
from sidepot.games.limits import FixedLimit
from sidepot.hand.commands import Discard
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.information import columns_of, information_state
from sidepot.hand.setup import Setup
from sidepot.solve.moves import Bets, Move
from sidepot.solve.tree import DECISIONS, advance, choices
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect

try:
    import numpy
    import pyspiel
except ImportError:  # the module can still be read without them
    _HERE: bool = False
    _Game: Any = object
    _State: Any = object
else:
    _HERE = True
    _Game, _State = pyspiel.Game, pyspiel.State

FOLD: Final = 0  # the actions of every game; sizes of bets follow, then what only some games have
STAY: Final = 1
FIRST_SIZE: Final = 2


def openspiel_game(setup: Setup, bets: Bets | None = None, *, rows: int = 64) -> Any:
    """A hand of this setup as a `pyspiel.Game`, with the moves of a betting abstraction.

    The actions are numbered:

    - 0: fold
    - 1: check, call or bring in
    - from 2 on: bets in the order of their size, then sets of cards to throw away, declarations and runs of the board,
      if the game has them

    Information states are available as text, and as a tensor of `rows` rows (see `InformationState.tensor`); a longer
    state raises Conflict. Raises Conflict if OpenSpiel is not installed.
    """
    if not _HERE:
        raise Conflict("this needs NumPy and OpenSpiel, which are not installed: pip install open_spiel")
    return HandGame(expect(setup, Setup, "setup"), bets or Bets(), as_int(rows, "rows"))


class _Actions:
    """The numbers of the moves."""

    def __init__(self, setup: Setup, bets: Bets) -> None:
        plan = Hand(setup).plan
        fixed = isinstance(setup.limit, FixedLimit)
        self.throws = FIRST_SIZE + (1 if fixed else len(bets.pot_parts) + bets.least + bets.all_in)
        self.held = max(
            [held for held, changes in zip((0, *plan.held), plan.changes, strict=False) if changes], default=0
        )
        self.ways = self.throws + (1 << self.held if self.held else 0)
        self.runs = self.ways + 3 * plan.declares
        self.count = self.runs + (setup.rulebook.run_it if any(plan.run_cost) else 0)

    def numbers(self, hand: Hand, moves: list[Move]) -> list[int]:
        """The number of each move of a hand, in ascending order as the moves are."""
        if hand.due is Due.DRAW:
            held = sorted(hand.hole[hand.seat])
            away = [move.command.cards for move in moves if isinstance(move.command, Discard)]
            return [self.throws + sum([1 << held.index(card) for card in some]) for some in away]
        if hand.due is Due.DECLARE:
            return [self.ways + at for at in range(len(moves))]
        if hand.due is Due.RUN:
            return [self.runs + at for at in range(len(moves))]
        stay = next(at for at, move in enumerate(moves) if move.name in ("check", "call", "bring in"))
        return [STAY + at - stay for at in range(len(moves))]


class HandGame(_Game):  # type: ignore[misc] # OpenSpiel has no types
    """One hand of a setup as a game of OpenSpiel."""

    def __init__(self, setup: Setup, bets: Bets, rows: int) -> None:
        self.setup = setup
        self.bets = bets
        self.rows = rows
        self.numbers = _Actions(setup, bets)
        seats, chips = len(setup.stacks), sum(setup.stacks)
        zero_sum = setup.stakes.rake is None and not setup.carried
        utility = pyspiel.GameType.Utility
        kind = pyspiel.GameType(
            short_name="sidepot_hand",
            long_name=setup.game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=utility.ZERO_SUM if zero_sum else utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=seats,
            min_num_players=seats,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbers.count,
            max_chance_outcomes=_most_outcomes(setup),
            num_players=seats,
            min_utility=-float(max(setup.stacks)),
            max_utility=float(chips + setup.carried),
            utility_sum=0.0 if zero_sum else None,
            max_game_length=len(setup.game.streets) * seats * (2 + chips // max(setup.stakes.min_bet, 1)),
        )
        super().__init__(kind, info, {})

    def new_initial_state(self) -> HandState:
        """The hand before its first card."""
        return HandState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HandObserver:
        """An observer of what a player knows. An observation is the whole information state."""
        return HandObserver(len(self.setup.stacks), self.rows)


def _most_outcomes(setup: Setup) -> int:
    """The greatest number of different deals at one time, counted from the fullest deck."""
    from math import comb

    cards = len(Hand(setup).plan.deck)
    streets = setup.game.streets
    deals = [comb(cards, one.down) * comb(cards - one.down, one.up) for one in streets]
    return max([*deals, *[comb(cards, one.board) for one in streets], *[comb(cards, one.draw) for one in streets]])


class HandState(_State):  # type: ignore[misc] # OpenSpiel has no types
    """One hand at a moment when cards are due, a player must decide, or the hand is over."""

    def __init__(self, game: HandGame) -> None:
        super().__init__(game)
        self.hand = Hand(game.setup)
        advance(self.hand)

    def current_player(self) -> int:
        """The seat that must decide, or OpenSpiel's id for chance or for the end of the hand."""
        hand = self.hand
        if hand.due is Due.DONE:
            return int(pyspiel.PlayerId.TERMINAL)
        return hand.seat if hand.due in DECISIONS else int(pyspiel.PlayerId.CHANCE)

    def _moves(self) -> dict[int, Move]:
        game = self.get_game()
        moves = game.bets.moves(self.hand)
        return dict(zip(game.numbers.numbers(self.hand, moves), moves, strict=True))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._moves())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal of the cards that are due, numbered in the order of the cards."""
        count = len(list(choices(self.hand)))
        return [(at, 1 / count) for at in range(count)]

    def _apply_action(self, action: int) -> None:
        hand = self.hand
        if hand.due in DECISIONS:
            hand.do(self._moves()[action].command)
        else:
            cards = next(some for at, some in enumerate(choices(hand)) if at == action)
            (hand.deal if hand.due is Due.DEAL else hand.board)(cards)
        advance(hand)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self._moves()[action].name

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self.hand.due is Due.DONE

    def returns(self) -> list[float]:
        """The chips that each seat has won; 0 before the hand is over."""
        hand = self.hand
        if hand.due is not Due.DONE:
            return [0.0] * hand.plan.seats
        return [float(after - before) for after, before in zip(hand.stacks, hand.setup.stacks, strict=True)]

    def __str__(self) -> str:
        return " / ".join([information_state(self.hand, seat).text for seat in range(self.hand.plan.seats)])


class HandObserver:
    """The information state of a player, as text and as one flat tensor."""

    def __init__(self, seats: int, rows: int) -> None:
        width = columns_of(seats)["hidden"].stop
        self.tensor = numpy.zeros(rows * width, numpy.float32)
        self.dict = {"notes": self.tensor.reshape(rows, width)}

    def set_from(self, state: HandState, player: int) -> None:
        """Fill the tensor with what a player knows."""
        notes = self.dict["notes"]
        notes[:] = information_state(state.hand, player).tensor(len(notes))

    def string_from(self, state: HandState, player: int) -> str:
        """What a player knows, as text."""
        return information_state(state.hand, player).text
