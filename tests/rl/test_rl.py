"""The PettingZoo environment: its own tests for every game, chips conserved, and nothing seen that is hidden."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
import random
import re
from typing import Any

import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import RL
from places import ROOT

from sidepot.cards import cards
from sidepot.errors import BadNotation, Conflict, IllegalAction
from sidepot.extras import how_to_install
from sidepot.games.catalog import GAMES
from sidepot.games.limits import FixedLimit, PotLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.games.study import STUDIES
from sidepot.hand.due import Due
from sidepot.hand.events import Awarded, Event, RaisedTo, Started
from sidepot.hand.hand import Hand
from sidepot.hand.information import information_state
from sidepot.hand.legal.options import options
from sidepot.hand.view import redact_log
from sidepot.rl import env as rl
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration

if not rl._MISSING:
    import numpy as np

PAGE = ROOT / "docs" / "how-to" / "rl.md"
DECLARES = CASH.but(declaration=Declaration.IN_TURN)
TWICE = CASH.but(run_it=2)


def quietly(check: Any, *args: Any, **more: Any) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as said:
        check(*args, **more)
    return said.getvalue()


def play(env: Any, chance: random.Random, look: Any = lambda env, agent: None) -> dict[str, int]:
    """One hand to its end with random allowed actions, and the rewards."""
    won: dict[str, int] = {}
    for agent in env.agent_iter():
        observation, reward, over, _, _ = env.last()
        if over:
            won[agent] = reward
            env.step(None)
            continue
        assert reward == 0
        look(env, agent)
        allowed = [at for at, flag in enumerate(observation["action_mask"]) if flag]
        likely = [at for at in allowed if at != 0 and at != 3]  # seldom a fold or all the chips: longer hands
        env.step(chance.choice(likely if chance.random() < 0.8 else allowed))
    return dict(sorted(won.items()))


@RL.mark
@pytest.mark.parametrize("game", [*GAMES, "stud-high-low-8", "five-card-draw-low-27"])
class TestPettingZoo:
    """Warnings are errors here: PettingZoo's tests have nothing to say of either place of the mask."""

    def test_api(self, game: str) -> None:
        from pettingzoo.test import api_test

        assert "Passed API test" in quietly(api_test, rl.env(game, seats=3), num_cycles=120)

    def test_seeds(self, game: str) -> None:
        from pettingzoo.test import seed_test

        quietly(seed_test, lambda: rl.env(game, seats=3), num_cycles=60)


@RL.mark
@pytest.mark.parametrize("game", ["holdem", "badugi", "stud8"])
def test_the_mask_beside_the_observation(game: str) -> None:
    """With the mask in the infos the observation is the numbers alone: the same ones, and the same mask."""
    from pettingzoo.test import api_test, seed_test

    beside = rl.PokerEnv(game, seats=3, mask="info")
    quietly(api_test, beside, num_cycles=120)  # the environment itself: nothing has been told to keep quiet
    quietly(seed_test, lambda: rl.env(game, seats=3, mask="info"), num_cycles=60)
    within = rl.PokerEnv(game, seats=3)
    within.reset(seed=5)
    beside.reset(seed=5)
    chance = random.Random(5)
    for agent in within.agent_iter():
        seen, reward, over, _, _ = within.last()
        numbers, again, done, _, info = beside.last()
        assert np.array_equal(numbers, seen["observation"]) and (reward, over) == (again, done)
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        assert beside.observation_space(agent).contains(numbers)
        assert all(not beside.infos[other]["action_mask"].any() for other in beside.agents if other != agent)
        action = None if over else int(chance.choice(np.flatnonzero(seen["action_mask"])))
        within.step(action)
        beside.step(action)


@RL.mark
def test_signatures_say_what_there_is() -> None:
    """The game may stand first, as for the class; each choice is named with its type; none is swallowed."""
    import inspect

    of_class, of_function = inspect.signature(rl.PokerEnv), inspect.signature(rl.env)
    assert list(of_class.parameters.items()) == list(of_function.parameters.items())
    assert rl.env("razz").unwrapped.game.name == "razz"
    with pytest.raises(TypeError, match="sets"):
        rl.env("holdem", sets=3)  # type: ignore[call-arg]


@RL.mark
@pytest.mark.parametrize("house", [DECLARES, TWICE], ids=["declared", "run twice"])
def test_houses_that_ask_for_more_pass_too(house: Any) -> None:
    """Declarations and runs of the board are actions like others, and some hand comes to them."""
    game, due = ("omaha8", Due.DECLARE) if house is DECLARES else ("holdem", Due.RUN)
    env = rl.PokerEnv(game, seats=3, stacks=20, house=house)
    asked: set[Due] = set()
    for seed in range(30):
        env.reset(seed=seed)
        won = play(env, random.Random(seed), look=lambda env, agent: asked.add(env.hand.due))
        assert sum(won.values()) == 0
    assert due in asked


seeds = st.integers(0, 2**32)
RAKED = Stakes(blinds=(1, 2), ante=2, ante_by=AnteBy.BIG_BLIND, rake=Rake(numerator=1, denominator=10, cap=5))


@RL.mark
@settings(max_examples=examples(40), deadline=None)
@given(seeds)
def test_chips_are_conserved(seed: int) -> None:
    """What the agents win adds up to nothing, less the rake, and is what the engine says."""
    chance = random.Random(seed)
    game = chance.choice(list(GAMES.values()))
    raked = chance.random() < 0.3 and game.name in ("holdem", "omaha8", "drawmaha")
    stakes = RAKED if raked else None
    env = rl.PokerEnv(game, seats=2 + chance.randrange(2), stakes=stakes)
    for _ in range(3):
        stacks = [chance.choice((1, 3, 9, 40, 200)) for _ in env.possible_agents]
        env.reset(seed=seed, options={"stacks": stacks})
        won = play(env, chance)
        assert sum(won.values()) == -env.hand.raked
        if not env.hand.carried:
            assert list(won.values()) == [after - before for after, before in zip(env.hand.stacks, stacks, strict=True)]


@RL.mark
def test_a_pot_that_nobody_may_win_goes_back() -> None:
    """Jacks, and three of a kind to win: everybody passes, or plays without them (PG-81, PG-62)."""
    passed = played = shared = 0
    env = rl.PokerEnv("jacks-trips", seats=3, stacks=[10, 30, 30])
    for seed in range(300):
        env.reset(seed=seed)
        won = play(env, random.Random(seed))
        assert sum(won.values()) == 0
        if not env.hand.carried:
            continue
        paid = [event for event in env.hand.log if isinstance(event, Awarded)]
        if paid:  # a side pot that nobody may win goes back to the two who were in it
            assert len(paid) == 1
            gains = [-10] * 3
            gains[paid[0].shares[0][0]] = 20
            assert list(won.values()) == gains
            shared += 1
        else:
            assert list(won.values()) == [0, 0, 0]
            passed += 1
            played += any(isinstance(event, RaisedTo) for event in env.hand.log)
    assert passed >= played > 10
    assert shared
    env = rl.PokerEnv("jacks-or-better", seats=3, stakes=Stakes(ante=2, small_bet=2, ante_is_dead=True))
    env.reset(seed=1)
    for _ in range(3):
        env.step(1)  # nobody opens
    assert env.hand.carried == 6 and env.hand.due is Due.DONE
    assert list(env.rewards.values()) == [0, 0, 0]


def observer_of(log: list[Event]) -> rl.Observer:
    """An observer that knows a redacted log alone."""
    started = log[0]
    assert isinstance(started, Started)
    observer = rl.Observer(Hand(started.setup))
    for event in log[1:]:
        street = observer.hand.street
        observer.hand.apply(event)
        observer.note(event, street)
    return observer


@RL.mark
@each("game", ["holdem", "triple-draw", "stud8"])
def test_a_copy_goes_on_by_itself_to_the_same_end(game: str) -> None:
    """Also after pickle, and with the compiled core, whose classes have no `__dict__`."""
    env = rl.PokerEnv(game, seats=3)
    env.reset(seed=3)
    env.step(1)
    ends = []
    for one in (copy.deepcopy(env), copy.copy(env), pickle.loads(pickle.dumps(env)), env):
        assert one.observer.hand is one.hand
        seen = []
        while not one.terminations[one.agent_selection]:
            observed = one.observe(one.agent_selection)
            seen.append(observed["observation"].tolist())
            one.step(int(observed["action_mask"].nonzero()[0][:2][-1]))
        ends.append((seen, one.rewards))
    assert ends[0] == ends[1] == ends[2] == ends[3] and len(ends[0][0]) > 3


@RL.mark
@settings(max_examples=examples(30), deadline=None)
@given(seeds)
def test_numbers_are_made_of_what_a_seat_may_see(seed: int) -> None:
    """The redacted log of a seat alone gives the same observation, hidden cards or not; so does each turn's mask."""
    chance = random.Random(seed)
    game = chance.choice(list(GAMES))
    env = rl.PokerEnv(game, seats=3, stacks=60, house=chance.choice((DECLARES, TWICE, CASH)))
    env.reset(seed=seed)

    def look(env: rl.PokerEnv, _agent: str) -> None:
        for agent, seat in env.seat_of.items():
            seen = env.observe(agent)
            alone = observer_of(redact_log(env.hand.log, seat))
            may = options(alone.hand, explain=False) if env.hand.seat == seat else rl._NOBODY
            assert np.array_equal(seen["observation"], np.array(alone.numbers(seat, may), np.float32))
            assert env.observation_space(agent).contains(seen)
            assert seen["action_mask"].any() == (agent == env.agent_selection)

    play(env, chance, look)


@RL.mark
@settings(max_examples=examples(30), deadline=None)
@given(seeds)
def test_allowed_is_what_the_hand_takes(seed: int) -> None:
    """Each allowed action does something of its own that the hand takes; each other is refused and changes nothing."""
    chance = random.Random(seed)
    env = rl.PokerEnv(chance.choice(list(GAMES)), seats=3, stacks=60, house=chance.choice((DECLARES, TWICE, CASH)))
    env.reset(seed=seed)

    def look(env: rl.PokerEnv, agent: str) -> None:
        may, view = options(env.hand, explain=False), env.view(agent)
        allowed = env.actions.allowed(view, may)
        mask = env.observe(agent)["action_mask"]
        commands = []
        for action in range(len(mask)):
            if mask[action]:
                commands.append(env.actions.command(action, view, may, allowed))
                env.hand.copy().do(commands[-1])
        assert len(set(commands)) == len(commands) > 0
        for action in [-1, *np.flatnonzero(mask == 0)[:4], len(mask)]:
            before = len(env.hand.log)
            with pytest.raises(IllegalAction, match="the allowed actions are"):
                env.step(int(action))
            assert len(env.hand.log) == before

    play(env, chance, look)


@RL.mark
def test_observation_has_each_fact_at_its_documented_index() -> None:
    env = rl.PokerEnv("holdem", seats=3, stacks=[50, 30, 20])
    env.reset(seed=4, options={"button": 2})
    hand = env.hand
    for agent, seat in env.seat_of.items():
        numbers = env.observe(agent)["observation"]
        part = {name: numbers[where] for name, where in env.sections.items()}
        assert set(np.flatnonzero(part["hole"])) == set(hand.hole[seat])
        assert part["stacks"] == pytest.approx([hand.stacks[(seat + at) % 3] / 100 for at in range(3)])
        assert list(part["button"]) == [float((seat + at) % 3 == 2) for at in range(3)]
        assert not part["boards"].any() and list(part["street"]) == [1, 0, 0, 0, 0]
        assert part["amounts"][:2] == pytest.approx([0.03, 0.02])
    assert sum(len(numbers[where]) for where in env.sections.values()) == len(numbers)
    env.step(3)  # all-in for 20: they sit on the button
    assert env.observe("player_0")["observation"][env.sections["raises"]][2] == 0.25
    assert list(env.observe("player_0")["observation"][env.sections["aggressor"]]) == [0, 0, 1]


@RL.mark
def test_cards_are_thrown_by_their_places_in_the_sorted_hand() -> None:
    env = rl.PokerEnv("badugi", seats=2)
    env.reset(seed=1)
    while env.hand.due is not Due.DRAW:
        env.step(1)
    seat, held = env.hand.seat, sorted(env.hand.hole[env.hand.seat])
    action = env.actions.names.index("throw 1 3")
    env.step(action)
    thrown = env.sections["thrown"]
    assert set(np.flatnonzero(env.observe(f"player_{seat}")["observation"][thrown])) == {held[0], held[2]}
    assert env.observe(f"player_{1 - seat}")["observation"][env.sections["drawn"]][1] == 0.5
    assert not env.observe(f"player_{1 - seat}")["observation"][thrown].any()


@RL.mark
def test_sizes_are_parts_of_the_pot() -> None:
    env = rl.PokerEnv("holdem", seats=2, stacks=100, limit=PotLimit(), pot_parts=(0.5, 0.75, 1))
    env.reset(seed=1, options={"button": 0})
    assert env.actions.names[4:] == ("bet or raise 0.5 pot", "bet or raise 0.75 pot", "bet or raise 1 pot")
    assert np.flatnonzero(env.observe("player_0")["action_mask"]).tolist() == [0, 1, 2, 3, 5]  # half is the least
    env.step(5)
    assert env.hand.price == 5  # the price of 2, and three quarters of a pot of 4
    assert rl.PokerEnv("holdem", limit=FixedLimit()).actions.names[-1] == "bet or raise the most"


@RL.mark
def test_rendered_as_a_stranger_sees_it() -> None:
    env = rl.PokerEnv("stud", seats=2, render_mode="ansi")
    env.reset(seed=3)
    said = env.render()
    assert said is not None
    shown = set(cards("".join(re.findall(r"front (\w\w)\b", said))))
    assert shown == {env.hand.faces[0][0], env.hand.faces[1][0]}
    assert rl.PokerEnv("stud").render() is None


@RL.mark
@each(
    ("choices", "says"),
    [
        ({"game": "holdme"}, "did you mean"),
        ({"game": "stud", "seats": 9}, "Seven-card stud needs 2 to 8 seats, got 9"),
        ({"stacks": [100]}, "Texas hold'em needs 2 to 22 seats, got 1"),
        ({"stacks": [100, 0]}, "integers above 0"),
        ({"stacks": [100, 1.5]}, "stacks: expected an integer above 0, or one for each seat, got"),
        ({"stacks": True, "seats": 2}, "expected an integer above 0, or one for each seat, got True"),
        ({"stacks": "99"}, "expected an integer above 0, or one for each seat, got '99'"),
        ({"seats": 2.0}, "seats: expected an integer, not 2.0"),
        ({"render_mode": "human"}, "render_mode: unknown value 'human'; expected one of ansi, or None"),
        ({"render_mode": "rgb_array"}, "render_mode: unknown value 'rgb_array'; expected one of ansi, or None"),
        ({"mask": "infos"}, "expected observation or info, got 'infos'"),
        ({"pot_parts": (0.5, -1)}, "expected numbers above 0, as in"),
        ({"pot_parts": (float("nan"),)}, "expected numbers above 0, as in"),
        ({"limit": "nl"}, r"limit: .* as in NoLimit\(\), not 'nl'"),
        ({"stakes": (1, 2)}, r"as in Stakes\(blinds"),
        ({"house": "chas"}, "house: unknown house 'chas'; did you mean 'cash'"),
        ({"house": 5}, r"house: .* as in find_house\('cash'\), not 5"),
    ],
)
def test_impossible_environments_are_refused(choices: dict[str, Any], says: str) -> None:
    with pytest.raises(BadNotation, match=says):
        rl.PokerEnv(**choices)


@RL.mark
def test_options_that_cannot_be() -> None:
    env = rl.PokerEnv(seats=2)
    with pytest.raises(Conflict, match="reset the environment before its first step"):
        env.step(1)
    with pytest.raises(BadNotation, match="expected a seat from 0 to 1, got 2"):
        env.reset(options={"button": 2})
    with pytest.raises(BadNotation, match="2 integers"):
        env.reset(options={"stacks": [5]})
    with pytest.raises(BadNotation, match="unknown option 'buton' of reset; did you mean 'button'"):
        env.reset(options={"buton": 1})
    with pytest.raises(BadNotation, match=r"the button: expected an integer, not 1\.5"):
        env.reset(options={"button": 1.5})
    env.reset(seed=3)
    dealt, state = env.hand.log[:6], env.random.getstate()
    with pytest.raises(BadNotation):
        env.reset(seed=4, options={"stacks": [5, 5], "buttons": 1})
    assert env.random.getstate() == state and env.hand.log[:6] == dealt


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rl, "_MISSING", "pettingzoo")
    with pytest.raises(Conflict, match=re.escape(f"pettingzoo, which is not installed: {how_to_install('rl')}")):
        rl.PokerEnv()


@pytest.mark.long
@RL.mark
def test_the_page_runs_and_its_agent_learns(capsys: pytest.CaptureFixture[str]) -> None:
    for code in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        exec(code, {})
    found = re.search(r"(-?[\d.]+) at first, (-?[\d.]+) in the end", capsys.readouterr().out)
    assert found is not None
    assert float(found[2]) > 4


@RL.mark
def test_the_page_names_every_section() -> None:
    page = PAGE.read_text(encoding="utf-8")
    named = set(re.findall(r"`(\w+)`", "".join(line for line in page.splitlines() if line.startswith("| `"))))
    used: set[str] = set()
    for game in GAMES:
        used |= set(rl.PokerEnv(game, house=DECLARES).sections)
    assert named == used


@RL.mark
@pytest.mark.parametrize("name", STUDIES)
def test_a_small_game_for_study_is_an_environment_with_the_amounts_of_its_paper(name: str) -> None:
    env = rl.PokerEnv(name)
    study = STUDIES[name]
    assert (env.limit, env.stakes, env.stacks) == (study.limit, study.stakes, (study.stack,) * 2)
    for seed in range(20):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, over, _, _ = env.last()
            env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
        assert sum(env.hand.stacks) == 2 * study.stack


@RL.mark
@each("game", [*GAMES, *STUDIES])
def test_agents_have_information_states_with_perfect_recall(game: str) -> None:
    """Each decision of an agent has a state of its own; it is that of the agent's view, so nothing hidden is in it."""
    env = rl.PokerEnv(game, **({} if game in STUDIES else {"seats": 3, "stacks": 40}))
    chance = random.Random(game)
    for seed in range(3):
        env.reset(seed=seed, options={"button": 0})
        states = []
        while not all(env.terminations.values()):
            agent = env.agent_selection
            state = env.information_state(agent)
            assert state == information_state(env.view(agent), env.seat_of[agent])
            states.append(state.key)
            allowed = env.observe(agent)["action_mask"].nonzero()[0]
            env.step(chance.choice(allowed))
        assert len(set(states)) == len(states)
