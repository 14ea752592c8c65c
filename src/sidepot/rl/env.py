"""A poker table as a PettingZoo environment: one episode is one hand, with one agent per seat.

The engine deals, checks and pays as everywhere else. An agent gets what its seat may see and the allowed actions; when
the hand is over, its reward is the number of chips won.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterable, Sequence
from copy import deepcopy
from functools import wraps
from typing import TYPE_CHECKING, Final, Generic, Literal, Self, TypedDict, TypeVar, Unpack, cast, overload

from sidepot.cards import Deck, text
from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.games.catalog import game_of
from sidepot.games.limits import Limit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.games.study import study_of
from sidepot.games.usual import limit_for, stakes_for
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import PassedOut, Posted
from sidepot.hand.hand import Hand
from sidepot.hand.information import InformationState, information_state
from sidepot.hand.legal.options import Options, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.study import STUDY_HOUSE
from sidepot.hand.setup import DEAD_POSTS, Setup
from sidepot.hand.view import view_of
from sidepot.rl.actions import POT_PARTS, Actions, actions_of
from sidepot.rl.arguments import MODES, Place, check_choices, check_options, stacks_of
from sidepot.rl.observation import Observer
from sidepot.rules.houses import CASH, house_of
from sidepot.rules.rulebook import Rulebook
from sidepot.validation.integers import IntLike, as_int

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

try:
    import numpy
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ImportError as missing:  # the module can still be read without them

    class AECEnv:  # type: ignore[no-redef]  # the other definition is PettingZoo's
        """Takes the place of PettingZoo's class if PettingZoo is not installed."""

    _MISSING: str = missing.name or str(missing)
else:
    _MISSING = ""

_NOBODY: Final = Options(Due.DONE, -1)
STACK: Final = 200  # a hundred big blinds
SEATS: Final = 6
BET: Final = 2  # the big blind, or the small bet
KNOWN: Final = 100  # setups that are kept: one for each button, and some of a match
OF_MASKS: Final = ("Observation space for each agent probably should be", "Observation is not a NumPy array")


class Observation(TypedDict):
    """What an agent sees: numbers from 0 to 1, and a 1 for each allowed action."""

    observation: NDArray[numpy.float32]
    action_mask: NDArray[numpy.int8]


class Info(TypedDict, total=False):
    """Further information for an agent. With `mask="info"`, it holds a mask with a 1 for each allowed action."""

    action_mask: NDArray[numpy.int8]


class ResetOptions(TypedDict, total=False):
    """The options of `reset` for one hand: the seat of the button, and the stacks."""

    button: int
    stacks: Sequence[int]


class Choices(TypedDict, total=False):
    """The options of an environment, except the game and `mask` (see `PokerEnv`)."""

    seats: int | None
    stacks: int | Sequence[int] | None
    limit: Limit | None
    stakes: Stakes | None
    house: Rulebook | str
    pot_parts: Sequence[float]
    render_mode: Literal["ansi"] | None


class _AllChoices(Choices, total=False):
    mask: Place


Seen = TypeVar("Seen")
"""The type of a view: an `Observation` or, with `mask="info"`, only the numbers."""


class PokerEnv(AECEnv, Generic[Seen]):  # type: ignore[misc] # PettingZoo has no types
    """A hand of poker among agents `player_0`, `player_1`, ... (seats in order, clockwise).

    - `game`: a name from the catalogue, a form of a game, or a `Game`
    - `limit`, `stakes`: by default, the usual ones
    - `stacks`: one number for all seats, or one for each seat (by default 200; a small game for study has its own
      default)
    - `house`: the rulebook, by value or name
    - `pot_parts`: the bet sizes between the minimum and the maximum, as parts of the pot

    The observation is a dict of `observation` (numbers from 0 to 1) and `action_mask`. With `mask="info"`, the
    observation is only the numbers, and the mask is in `infos`. `sections` gives the position of each fact, and
    `actions.names` the name of each action. `hand` is the hand with all its cards; use it to keep the score, and never
    show it to an agent.

    The button is drawn for each hand, unless `reset(options={"button": seat})` names its seat. `"stacks"` in `options`
    sets the stacks of one hand. `copy.copy` and `copy.deepcopy` make an independent environment. Raises BadNotation or
    Conflict for an unplayable setting.
    """

    metadata = {"name": "sidepot", "render_modes": [*MODES], "is_parallelizable": False}  # noqa: RUF012 # PettingZoo's

    agents: list[str]
    possible_agents: list[str]
    agent_selection: str
    rewards: dict[str, int]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, Info]
    hand: Hand

    @overload
    def __init__(
        self: PokerEnv[Observation],
        game: str | Game = ...,
        *,
        mask: Literal["observation"] = ...,
        **choices: Unpack[Choices],
    ) -> None: ...

    @overload
    def __init__(
        self: PokerEnv[NDArray[numpy.float32]],
        game: str | Game = ...,
        *,
        mask: Literal["info"],
        **choices: Unpack[Choices],
    ) -> None: ...

    def __init__(
        self,
        game: str | Game = "holdem",
        *,
        seats: int | None = None,
        stacks: int | Sequence[int] | None = None,
        limit: Limit | None = None,
        stakes: Stakes | None = None,
        house: Rulebook | str = CASH,
        pot_parts: Sequence[float] = POT_PARTS,
        mask: Place = "observation",
        render_mode: Literal["ansi"] | None = None,
    ) -> None:
        if _MISSING:
            raise Conflict(f"learning needs {_MISSING}, which is not installed: {how_to_install('rl')}")
        super().__init__()
        check_choices(render_mode, mask, pot_parts, limit=limit, stakes=stakes)
        self.game: Game = (found := game_of(game))
        low, high = found.seats
        study = study_of(found)
        if stacks is None:
            stacks = STACK if study is None else study.stack
        for_all = isinstance(stacks, int) and not isinstance(stacks, bool)
        if seats is None:
            seats = max(min(SEATS, high), low) if for_all else len(stacks_of(stacks))
        seats = as_int(seats, "seats")
        if not low <= seats <= high:
            raise BadNotation(f"{found.title} needs {low} to {high} seats, got {seats}")
        self.stacks = self._checked([stacks] * seats if for_all else stacks, seats)
        self.limit = limit or limit_for(found)
        self.stakes = stakes or (study.stakes if study is not None else stakes_for(found, self.limit, BET))
        self.house = STUDY_HOUSE if study is not None and house is CASH else house_of(house)
        self.render_mode = render_mode
        self.mask = mask
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.agents = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.random = random.Random()
        self._setups: dict[tuple[int, tuple[int, ...], Stakes], Setup] = {}
        self.hand = Hand(self._setup(0, self.stacks))
        self.actions: Actions = actions_of(self.hand, pot_parts)
        self.observer = Observer(self.hand)
        self.sections = self.observer.sections
        self._may, self._allowed = _NOBODY, dict[int, int]()
        size = next(reversed(self.sections.values())).stop
        flags = len(self.actions.names)
        self.action_spaces = {agent: spaces.Discrete(flags) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._sees(size, flags) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Box | spaces.Dict:
        """The space of an agent's observations, which is the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions, which is the same for all agents."""
        return self.action_spaces[agent]

    def __repr__(self) -> str:
        return f"<PokerEnv: {self.game.title}, {len(self.possible_agents)} agents>"

    def __copy__(self) -> Self:
        return deepcopy(self)

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """Yield the agent in turn again and again, until the hand is over."""
        agents: Iterable[str] = super().agent_iter(max_iter)
        return agents

    @overload
    def last(self, observe: Literal[True] = ...) -> tuple[Seen, int, bool, bool, Info]: ...

    @overload
    def last(self, observe: Literal[False]) -> tuple[None, int, bool, bool, Info]: ...

    def last(self, observe: bool = True) -> tuple[Seen | None, int, bool, bool, Info]:
        """A tuple: what the agent in turn sees, its reward, whether the hand is over, False, and its info."""
        last: tuple[Seen | None, int, bool, bool, Info] = super().last(observe)
        return last

    def reset(self, seed: int | None = None, options: ResetOptions | None = None) -> None:
        """Deal a hand. After the same `seed`, the same actions lead to the same hands.

        `options` may set the `button` and the `stacks`. Any other option raises BadNotation, and nothing changes.
        """
        chosen: ResetOptions = options or {}
        check_options(chosen)
        seats = len(self.possible_agents)
        stacks = self._checked(chosen["stacks"], seats) if "stacks" in chosen else self.stacks
        given = as_int(chosen.get("button", 0), "the button")
        if not 0 <= given < seats:
            raise BadNotation(f"button: expected a seat from 0 to {seats - 1}, got {given}")
        if seed is not None:
            self.random = random.Random(as_int(seed, "the seed"))
        drawn = self.random.randrange(seats)  # also if it is given: the same seed deals the same cards
        self.deal(self._setup(given if "button" in chosen else drawn, stacks))

    def deal(self, setup: Setup) -> None:
        """Deal a hand of this setup, as `reset` does. It must be one of the same game, with as many seats.

        A seat without chips is not dealt in.
        """
        self.hand = hand = Hand(setup)
        self.dealer = Dealer(Deck(hand.plan.deck, below=self.random.randrange), auto_show=True)
        self.observer.begin(hand)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def step(self, action: IntLike | None) -> None:
        """Carry out the action of the agent in turn.

        Raises IllegalAction for an illegal action, which changes nothing, and Conflict before the first `reset`.
        """
        if not self.agents:
            raise Conflict("reset the environment before its first step")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        chosen = -1 if action is None else as_int(action, "an action")
        self.observer.do(self.actions.command(chosen, self.hand, self._may, self._allowed))
        self._go_on()

    def observe(self, agent: str) -> Seen:
        """What an agent sees, and its allowed actions. Out of turn, no action is allowed."""
        seat = self.seat_of[agent]
        seen: NDArray[numpy.float32] = numpy.frombuffer(self.observer.numbers(seat, self._may), numpy.float32)
        if self.mask == "info":
            return cast("Seen", seen)
        return cast("Seen", Observation(observation=seen, action_mask=self._flags(seat)))

    def view(self, agent: str) -> Hand:
        """The hand as an agent sees it, with the whole log. It is meant for agents that need more than numbers."""
        return view_of(self.hand, self.seat_of[agent])

    def information_state(self, agent: str) -> InformationState:
        """Everything that an agent has seen of the hand, in order: as text, as a key, and as a tensor of rows.

        Unlike an observation, an information state has perfect recall: two different histories have different states.
        """
        return information_state(self.hand, self.seat_of[agent])

    def render(self) -> str | None:
        """The hand as a spectator sees it, in a few lines. None unless `render_mode` is `ansi`."""
        if self.render_mode is None:
            return None
        hand = self.hand
        boards = " | ".join([text(board) for board in hand.boards if board])
        lines = [f"{self.game.title}: pot {hand.betting.pot()}" + (f", board {boards}" if boards else "")]
        for seat, agent in enumerate(self.possible_agents):
            marks = ["button"] * (seat == hand.setup.button) + ["to act"] * (seat == hand.seat)
            marks += [] if hand.live >> seat & 1 else ["folded"]
            shown = text(hand.upcards(seat))
            lines.append(" ".join([f"{agent}: {hand.stacks[seat]} behind, {hand.bets[seat]} in front", shown, *marks]))
        return "\n".join(lines)

    def close(self) -> None:
        """Close the environment. It holds no resources."""

    # ---- helpers

    def _setup(self, button: int, stacks: Sequence[int]) -> Setup:
        key = button, tuple(stacks), self.stakes
        setup = self._setups.get(key)
        if setup is None:
            setup = seat_hand(self.game, self.limit, self.stakes, self.house, stacks, button=button)
            if len(self._setups) < KNOWN:
                self._setups[key] = setup
        return setup

    def _sees(self, size: int, flags: int) -> spaces.Box | spaces.Dict:
        """The space of an observation with `size` numbers and, if it is included, a mask with `flags` actions."""
        seen = spaces.Box(0.0, 1.0, (size,), numpy.float32)
        if self.mask == "info":
            return seen
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (flags,), numpy.int8)})

    def _flags(self, seat: int) -> NDArray[numpy.int8]:
        """A 1 for each action that a seat may take now."""
        flags = bytearray(len(self.actions.names))
        if seat == self._may.seat:
            for action in self._allowed:
                flags[action] = 1
        mask: NDArray[numpy.int8] = numpy.frombuffer(flags, numpy.int8)
        return mask

    def _checked(self, stacks: object, seats: int) -> tuple[int, ...]:
        """Return stacks that can be played with. Raises BadNotation for others."""
        row = stacks_of(stacks)
        if len(row) != seats or min(row) < 1:
            raise BadNotation(f"stacks: expected {seats} integers above 0, got {stacks!r:.200}")
        return row

    def _go_on(self) -> None:
        """Deal until an agent must decide, or until the hand is over and the rewards are due."""
        hand = self.hand
        if self.dealer.run(hand) is Due.DONE:
            self._may, self._allowed = _NOBODY, {}
            self._pay()
        else:
            self._may = may = options(hand, explain=False)
            self._allowed = self.actions.allowed(hand, may)
            self.agent_selection = self.possible_agents[may.seat]
        if self.mask == "info":
            self.infos = {agent: {"action_mask": self._flags(seat)} for agent, seat in self.seat_of.items()}

    def _pay(self) -> None:
        """Set the rewards of the hand, which is over."""
        hand = self.hand
        back = unwon(hand)
        for agent, after, before, own in zip(self.agents, hand.stacks, hand.setup.stacks, back, strict=True):
            self.rewards[agent] = self._cumulative_rewards[agent] = after - before + own
            self.terminations[agent] = True


def unwon(hand: Hand) -> list[int]:
    """The chips of each seat in pots that nobody may win, and that would be carried to the next deal.

    An episode has no next deal, so these chips are returned to the seats that put them in. The winnings of all seats in
    a hand then add up to 0, less the rake. Source: PG-81.
    """
    back = [0] * hand.plan.seats
    if not hand.carried:
        return back
    again = Hand(hand.setup)
    for event in hand.log[1:]:
        if isinstance(event, PassedOut):
            put = again.put
            floor = again.layers[again.pot_at].floor if again.pot_at > 0 else 0
            back = [own + max(chips - floor, 0) for own, chips in zip(back, put, strict=True)]
            if not floor and again.dead:
                for post in hand.log:
                    if isinstance(post, Posted) and post.post in DEAD_POSTS:
                        back[post.seat] += post.amount
        again.apply(event)
    return back


@wraps(PokerEnv, assigned=(), updated=())  # the choices, too, are those of the class
def env(game: str | Game = "holdem", **choices: Unpack[_AllChoices]) -> OrderEnforcingWrapper:
    """A `PokerEnv` with these choices, in PettingZoo's usual wrappers. The wrappers refuse calls that are out of
    order.
    """
    made = PokerEnv(game, **choices)  # type: ignore[arg-type] # of either overload
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

    for complaint in OF_MASKS:  # PettingZoo's test makes them of all masks but those of its own games, by name
        warnings.filterwarnings("ignore", complaint, UserWarning, r"pettingzoo\.test\.api_test")
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(made))
