"""Many tables as one vectorised environment with the conventions of `gymnasium.vector`: one row for each table.

An episode is one hand or, with `hands`, a match of two players whose stacks carry over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.hand import Hand
from sidepot.hand.information import InformationState
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.kernels.array_input import MOST
from sidepot.kernels.batch import MOST_TABLES, Batch, BatchTables
from sidepot.kernels.bits import state_of
from sidepot.kernels.observing import FLAGS, Rows, choose_evenly
from sidepot.kernels.rows import settle_rows
from sidepot.kernels.running import LOOK, ROWS, SKIP, run_tables
from sidepot.rl.actions import POT_PARTS, Actions, actions_of
from sidepot.rl.arguments import check_choices, stacks_of
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect_callable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Observations: TypeAlias = dict[str, NDArray[Any]]
    Opponents: TypeAlias = Callable[[Observations, np.random.Generator], NDArray[np.int64]]
    Stepped: TypeAlias = tuple[
        Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, NDArray[Any]]
    ]

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as missing:  # the module can still be read without it

    class VectorEnv:  # type: ignore[no-redef]  # the other definition is Gymnasium's
        """Takes the place of Gymnasium's class if Gymnasium is not installed."""

    _MISSING: str = missing.name or str(missing)
    _AUTORESET: object = None
else:
    _MISSING = ""
    _AUTORESET = AutoresetMode.NEXT_STEP

_DECISIONS: Final = 3
LEARNER: Final = 0  # the seat of the learner; the button moves around it


class PokerVectorEnv(VectorEnv):  # type: ignore[misc]  # Gymnasium's types are generic in what it does not say
    """Many tables of one game (`num_envs`), played by a compiled kernel.

    - `opponents`: a function that chooses the actions of all seats except the learner's, from the observations of some
      rows and a random generator; without it, the caller makes every decision (self-play)
    - `hands`: the number of hands in a match, in which stacks are carried over; 1 is an ordinary episode of one hand
    - `history`: how many decisions of the hand an observation contains
    - `copy`: whether each step returns new arrays; otherwise, it fills the same arrays, which is faster
    - the other arguments are those of `PokerEnv`

    The observations are a dictionary of `observation` and `action_mask`, as in `PokerEnv`, for the seat to act.
    `sections` gives the slice of each part. In place of an action that is not allowed, the seat checks or calls. When
    an episode is over, the next step ignores the action for that table, and deals again. The reward is the chips that
    the learner won. In self-play, it is the chips of the seat that acted, and `infos["won"]` contains the chips of all
    seats.
    """

    metadata = {"autoreset_mode": _AUTORESET, "render_modes": []}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        game: str | Game = "holdem",
        num_envs: int = 1024,
        *,
        opponents: Opponents | None = None,
        seats: int = 2,
        stacks: int | Sequence[int] = 200,
        limit: Limit | None = None,
        stakes: Stakes | None = None,
        house: Rulebook | str = CASH,
        pot_parts: Sequence[float] = POT_PARTS,
        hands: int = 1,
        history: int = 0,
        copy: bool = True,
    ) -> None:
        if _MISSING:
            raise Conflict(f"learning needs {_MISSING}, which is not installed: {how_to_install('rl')}")
        import numpy as np

        self.batch: Batch = Batch(game, limit, stakes, house_of(house), seats=seats)
        check_choices(None, "observation", pot_parts, limit=limit, stakes=stakes)
        self.num_envs: int = as_int(num_envs, "num_envs")
        if not 1 <= self.num_envs <= MOST_TABLES:
            raise BadNotation(f"num_envs: expected 1 to {MOST_TABLES:,}, got {self.num_envs}")
        self.hands: int = as_int(hands, "hands")
        if self.hands < 1:
            raise BadNotation(f"hands: expected 1 or more, got {self.hands}")
        if self.hands > 1 and seats > 2:
            raise BadNotation("hands: matches at many tables are for two seats; for more seats, use PokerGymEnv")
        self.opponents = opponents
        self.copy = copy
        if opponents is not None:
            expect_callable(opponents, "opponents", "a function from observations to actions")
        row = stacks_of([stacks] * seats if type(stacks) is int else stacks)
        if len(row) != seats or not all(0 < stack <= MOST for stack in row):
            raise BadNotation(f"stacks: expected {seats} integers from 1 to {MOST:,}, got {stacks!r:.200}")
        self.first = np.array(row, dtype=np.int64)
        hand = Hand(seat_hand(self.batch.game, self.batch.limit, self.batch.stakes, self.batch.rulebook, [9] * seats))
        self.actions: Actions = actions_of(hand, pot_parts)
        self._parts = np.array(self.actions.sizes, dtype=np.float64)
        self.history: int = as_int(history, "history")
        self.sections: dict[str, slice] = _layout(self.batch, self.history)
        size, flags = self.sections["history"].stop, len(self.actions.names)
        self.single_action_space = spaces.Discrete(flags)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (flags,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._seats = np.zeros(self.num_envs, dtype=np.int64)
        self._seen = np.zeros((self.num_envs, size), dtype=np.float32)
        self._mask = np.zeros((self.num_envs, flags), dtype=np.int8)
        self._amounts = np.zeros((self.num_envs, self.actions.throws), dtype=np.int64)
        none = np.zeros((0, 0), dtype=np.int64)
        cards, policy = np.zeros((0, 0), dtype=np.int32), np.zeros((0, 0, 0, 0), dtype=np.int64)
        self._unused = state_of(0, 0), cards, policy, none.ravel(), none, np.zeros(4, dtype=np.int64)
        self.rng: np.random.Generator = np.random.default_rng()
        self.tables: BatchTables | None = None

    def __repr__(self) -> str:
        return f"<PokerVectorEnv: {self.num_envs} tables, {self.batch!r}>"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal a hand at each table. The same seed and actions give the same hands."""
        import numpy as np

        if seed is not None:
            self.rng = np.random.default_rng(seed)
        rows, seats = self.num_envs, self.batch.seats
        self._before = np.tile(self.first, (rows, 1))
        self._buttons = self.rng.integers(0, seats, rows)
        self._played, self._acts = np.zeros(rows, dtype=np.int64), np.zeros(rows, dtype=np.int64)
        self._reported, self._none = np.zeros(rows, bool), np.zeros(rows, bool)
        self.tables = self.batch.deal(
            self._before, buttons=self._buttons, seed=int(self.rng.integers(1 << 62)), keep=self.history
        )
        self._advance(self._acts, LOOK)
        self._let_others_act()
        return self._observations(), {}

    def step(self, actions: NDArray[np.int64]) -> Stepped:
        """Act at each table. Deal again at tables whose episode was over."""
        import numpy as np

        tables = self._on()
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise BadNotation(f"actions: expected {self.num_envs} integers, got {chosen.dtype} of {chosen.shape}")
        if chosen.min() < 0 or chosen.max() >= self._mask.shape[1]:
            raise BadNotation(f"actions: expected 0 to {self._mask.shape[1] - 1}")
        rows = self.num_envs
        actors = self._seats.copy() if self.opponents is None else np.full(rows, LEARNER)
        again = self._reported.copy()
        self._advance(np.ascontiguousarray(chosen, dtype=np.int64))
        self._reported[:] = False
        self._let_others_act()
        self._reported = again
        won = np.zeros((rows, self.batch.seats), dtype=np.int64)
        rewards, ended = np.zeros(rows), np.zeros(rows, dtype=bool)
        settle_rows(
            self.batch._forms, tables._tables, self._seats, actors, self.first, self._before, self.hands,
            self._played, self._reported, won, rewards, ended,
        )  # fmt: skip
        return self._observations(), rewards, ended, self._none.copy(), {"won": won}

    def information_state(self, row: int) -> InformationState:
        """Everything that the seat to act at a table has seen of the hand, in order, as in `PokerEnv`.

        Raises Conflict if the hand is over, or if it has more decisions than `history`.
        """
        tables = self._on()
        tables._before = self._before
        return tables.information_state(row)

    def close_extras(self, **kwargs: Any) -> None:
        """Close the environment. It holds no resources."""

    # ---- helpers

    def _on(self) -> BatchTables:
        if self.tables is None:
            raise Conflict("reset the environment before its first step")
        return self.tables

    def _advance(self, chosen: NDArray[np.int64], mode: int = ROWS) -> None:
        """Carry out the actions with these indices, and deal again where an episode was over."""
        tables, batch = self._on(), self.batch
        state, cards, policy, away, numbers, totals = self._unused
        rows = Rows(self._parts, self._reported, self._seats, self._seen, self._mask, self._amounts)
        run_tables(
            mode, batch._forms, batch._look, batch._posts, self._before, self._buttons, state, cards, chosen, policy,
            away, tables._tables, batch._desks, numbers, cards, tables._log, totals, rows,
        )  # fmt: skip

    def _let_others_act(self) -> None:
        """Let opponents act until each table waits for the learner or is over."""
        import numpy as np

        if self.opponents is None:
            return
        while len(rows := np.flatnonzero((self._seats >= 0) & (self._seats != LEARNER))):
            seen = {"observation": self._seen[rows], "action_mask": self._mask[rows]}
            chosen = np.full(self.num_envs, SKIP)
            chosen[rows] = self.opponents(seen, self.rng)
            self._advance(chosen)

    def _observations(self) -> Observations:
        if self.copy:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._seen, "action_mask": self._mask}


def random_opponents(seen: Observations, rng: np.random.Generator) -> NDArray[np.int64]:
    """Opponents that choose any allowed action with the same probability."""
    import numpy as np

    mask = np.ascontiguousarray(seen["action_mask"], dtype=np.int8)
    chosen = np.empty(len(mask), dtype=np.int64)
    choose_evenly(mask, rng.random(len(mask)), chosen)
    return chosen


def _layout(batch: Batch, history: int) -> dict[str, slice]:
    """The slice of each section in an observation: see `kernels.observing`."""
    game, seats = batch.game, batch.seats
    sizes = {
        "hole": FLAGS,
        "faces": FLAGS * seats if game.is_stud else 0,
        "boards": FLAGS * game.boards if batch.form["shows_boards"] else 0,
        **dict.fromkeys(("stacks", "bets", "put", "live", "able", "button"), seats),
        "amounts": 5,
        "street": len(game.streets),
        "decision": _DECISIONS,
        "history": 2 * history,
    }
    found, at = {}, 0
    for name, size in sizes.items():
        found[name] = slice(at, at + size)
        at += size
    return found
