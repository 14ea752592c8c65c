"""A poker table with PettingZoo's parallel interface: all agents send an action at each step, and one of them acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from sidepot.games.model import Game
from sidepot.rl.env import Info, Observation, PokerEnv, ResetOptions
from sidepot.validation.integers import IntLike

if TYPE_CHECKING:
    from gymnasium import spaces

    Stepped: TypeAlias = tuple[
        dict[str, Observation], dict[str, int], dict[str, bool], dict[str, bool], dict[str, Info]
    ]

try:
    from pettingzoo import ParallelEnv
except ImportError:  # the module can still be read without it

    class ParallelEnv:  # type: ignore[no-redef]  # the other definition is PettingZoo's
        """Takes the place of PettingZoo's class if PettingZoo is not installed."""


class PokerParallelEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A hand of poker in which the agent with a nonempty action mask acts. The actions of all other agents are ignored.

    The arguments, observations, actions and rewards are those of `PokerEnv`.
    """

    metadata = {"name": "sidepot", "render_modes": ["ansi"]}  # noqa: RUF012  # PettingZoo's

    def __init__(self, game: str | Game = "holdem", **choices: Any) -> None:
        self.table: PokerEnv[Observation] = PokerEnv(game, **choices)
        self.possible_agents: list[str] = self.table.possible_agents
        self.agents: list[str] = []
        self.render_mode = self.table.render_mode

    def __repr__(self) -> str:
        return f"<PokerParallelEnv: {self.table!r}>"

    def observation_space(self, agent: str) -> spaces.Box | spaces.Dict:
        """The space of an agent's observations, which is the same for all agents."""
        return self.table.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, which is the same for all agents."""
        return self.table.action_space(agent)

    def reset(
        self, seed: int | None = None, options: ResetOptions | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Deal a hand. After the same `seed`, the same actions lead to the same hands.

        `options` may set the `button` and the `stacks`. Any other option raises BadNotation.
        """
        self.table.reset(seed, options)
        self.agents = self.possible_agents.copy()
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, IntLike]) -> Stepped:
        """Carry out the action of the agent in turn. An illegal action raises IllegalAction, and changes nothing."""
        table = self.table
        table.step(actions[table.agent_selection])
        ended = table.terminations.copy()
        stepped = self._observations(), table.rewards.copy(), ended, dict.fromkeys(ended, False), self._infos()
        if any(ended.values()):
            self.agents = []
        return stepped

    def render(self) -> str | None:
        """The table as text, if `render_mode` is `ansi`."""
        return self.table.render()

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.table.observe(agent) for agent in self.possible_agents}

    def _infos(self) -> dict[str, Info]:
        return {agent: self.table.infos.get(agent, Info()) for agent in self.possible_agents}
