"""Poker for one learner, as a Gymnasium environment: the other seats are played by callables.

An episode is one hand or, with `hands`, a match in which stacks carry over and the blinds may rise.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.rl.env import Observation, PokerEnv
from sidepot.rl.match import next_hand
from sidepot.table.button import Marks
from sidepot.validation.integers import as_int
from sidepot.validation.type_checks import expect_row

if TYPE_CHECKING:
    from numpy.random import Generator

    Opponent: TypeAlias = Callable[[Observation, Generator], int]

try:
    from gymnasium import Env, register
except ImportError as missing:  # the module can still be read without it

    class Env:  # type: ignore[no-redef]  # the other definition is Gymnasium's
        """Takes the place of Gymnasium's class if Gymnasium is not installed."""

    _MISSING: str = missing.name or str(missing)
else:
    _MISSING = ""

NAME: Final = "sidepot/Poker-v0"
LEARNER: Final = "player_0"
STAY: Final = 1  # check, call or bring it in


def random_opponent(seen: Observation, rng: Generator) -> int:
    """An opponent that chooses any allowed action with the same probability."""
    return int(rng.choice(seen["action_mask"].nonzero()[0]))


class PokerGymEnv(Env):  # type: ignore[misc]  # Gymnasium's class is generic in what it does not say
    """A table where one seat learns. Observations, masks and actions are those of `PokerEnv`.

    - `opponents`: a function that chooses an action from an observation and a random generator; or one such function
      for each other seat
    - `hands`: the maximum number of hands in a match, which ends when the learner has no chips or all of them
    - `levels`: the stakes of the match, one after another
    - `hands_per_level`: the number of hands at each of these stakes

    In a match, button and blinds move as in a tournament, and a seat without chips is out. The first button is drawn.

    The reward is the chips won in each hand. In place of an action that is not allowed, the seat checks or calls, or
    stands pat.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium's

    def __init__(
        self,
        game: str | Game = "holdem",
        *,
        opponents: Opponent | Sequence[Opponent] = random_opponent,
        hands: int = 1,
        levels: Sequence[Stakes] = (),
        hands_per_level: int = 10,
        render_mode: str | None = None,
        **choices: Any,
    ) -> None:
        if _MISSING:
            raise Conflict(f"learning needs {_MISSING}, which is not installed: {how_to_install('rl')}")
        choices = {"seats": 2, **choices}
        self.levels: tuple[Stakes, ...] = expect_row(levels, Stakes, "levels")
        if self.levels:
            choices["stakes"] = self.levels[0]
        self.table: PokerEnv[Observation] = PokerEnv(game, render_mode=render_mode, **choices)  # type: ignore[arg-type]  # what else is chosen is checked there
        self.render_mode = render_mode
        others = len(self.table.possible_agents) - 1
        self.hands = as_int(hands, "hands")
        self.hands_per_level = as_int(hands_per_level, "hands_per_level")
        if self.hands < 1 or self.hands_per_level < 1:
            raise BadNotation(
                f"hands and hands_per_level: expected 1 or more, not {self.hands} and {self.hands_per_level}"
            )
        row = (opponents,) * others if callable(opponents) else opponents
        if not isinstance(row, Sequence) or len(row) != others or not all(map(callable, row)):
            raise BadNotation(f"opponents: expected one function, or {others} of them, got {opponents!r:.80}")
        self.opponents: tuple[Opponent, ...] = tuple(row)
        self.observation_space = self.table.observation_space(LEARNER)
        self.action_space = self.table.action_space(LEARNER)
        self.stacks: tuple[int, ...] = self.table.stacks
        self.played = 0
        self.first_button = 0
        self.marks: Marks | None = None

    def __repr__(self) -> str:
        return f"<PokerGymEnv: {self.table!r}>"

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode. If other seats end a hand before the learner can act, another hand is dealt.

        The same `seed` and actions give the same episode. `options` are those of `PokerEnv.reset`.
        """
        super().reset(seed=seed)
        self._begin(options)
        while self._play_on():
            self._begin(options)
        return self.table.observe(LEARNER), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act for the learner, and play on until its next decision or the end of the episode."""
        mask = self.table.observe(LEARNER)["action_mask"]
        if not (0 <= action < len(mask) and mask[action]):
            action = STAY if mask[STAY] else int(mask.argmax())
        self.table.step(action)
        reward = 0
        while self._play_on():
            reward += self.table.rewards[LEARNER]
            self.played += 1
            self.stacks = tuple(
                [
                    stack + self.table.rewards[agent]
                    for stack, agent in zip(self.stacks, self.table.possible_agents, strict=True)
                ]
            )
            if self.played >= self.hands or self.stacks[0] in (0, sum(self.stacks)):
                return self.table.observe(LEARNER), float(reward), True, False, {"stacks": self.stacks}
            self._deal()
        return self.table.observe(LEARNER), float(reward), False, False, {}

    def render(self) -> str | None:
        """The table as text, if `render_mode` is `ansi`."""
        return self.table.render()

    def _begin(self, options: dict[str, Any] | None) -> None:
        """Deal the first hand of an episode."""
        table = self.table
        self.played, self.marks = 0, None
        if self.levels:
            table.stakes = self.levels[0]
        table.reset(seed=int(self.np_random.integers(1 << 31)), options=options)  # type: ignore[arg-type]  # checked there
        self.stacks = table.hand.setup.stacks
        self.first_button = table.hand.setup.button
        if self.hands > 1:
            self._deal()

    def _deal(self) -> None:
        """Deal the next hand of a match, at the level that it has reached."""
        table = self.table
        if self.levels:
            table.stakes = self.levels[min(self.played // self.hands_per_level, len(self.levels) - 1)]
        setup, self.marks = next_hand(
            self.marks,
            self.stacks,
            game=table.game,
            limit=table.limit,
            stakes=table.stakes,
            house=table.house,
            first_button=self.first_button,
        )
        table.deal(setup)

    def _play_on(self) -> bool:
        """Let opponents act until the learner must, or the hand is over. Returns whether it is over."""
        table = self.table
        while not any(table.terminations.values()):
            agent = table.agent_selection
            if agent == LEARNER:
                return False
            table.step(self.opponents[table.seat_of[agent] - 1](table.observe(agent), self.np_random))
        return True


def register_environments() -> None:
    """Register the environment with Gymnasium, so that `gymnasium.make` finds it by the name `sidepot/Poker-v0`."""
    register(NAME, entry_point=PokerGymEnv, vector_entry_point="sidepot.rl.vector:PokerVectorEnv")


if not _MISSING:
    register_environments()
