"""The learning environments beside `PokerEnv`: for one learner, in parallel, and vectorised."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from each import each
from needs import FAST

pytest.importorskip("pettingzoo")
pytest.importorskip("numba", reason=FAST.reason)

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

from sidepot.cards import Deck
from sidepot.errors import BadNotation, Conflict
from sidepot.games.decks import find_deck
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import BringIn, Call, Check, Command, Discard, Fold, RaiseTo
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.setup import Owed, Setup
from sidepot.kernels.running import LOOK
from sidepot.rl.env import PokerEnv
from sidepot.rl.match import next_hand
from sidepot.rl.parallel import PokerParallelEnv
from sidepot.rl.single import PokerGymEnv, random_opponent
from sidepot.rl.vector import PokerVectorEnv, random_opponents


def test_gymnasium_finds_and_accepts_the_environment() -> None:
    env = gymnasium.make("sidepot/Poker-v0", game="leduc")
    check_env(env.unwrapped, skip_render_check=True)
    many = gymnasium.make_vec(
        "sidepot/Poker-v0", num_envs=3, vectorization_mode="vector_entry_point", game="leduc", stacks=20
    )
    assert isinstance(many, PokerVectorEnv) and many.num_envs == 3


def test_gymnasium_imports_the_environment_by_its_module() -> None:
    """In a fresh process, where nothing of sidepot is imported. Gymnasium 1.0 no longer reads entry points."""
    made = (
        "import gymnasium; print(gymnasium.make('sidepot.rl.single:sidepot/Poker-v0', game='leduc').reset(seed=1)[1])"
    )
    done = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    assert done.stdout == "{}\n"


def test_an_episode_of_the_single_environment_is_a_hand_and_its_reward_what_was_won() -> None:
    env = PokerGymEnv("holdem", seats=3, stacks=30)
    for seed in range(20):
        seen, _ = env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            seen, reward, over, _, info = env.step(random_opponent(seen, env.np_random))
            total += reward
        assert total == info["stacks"][0] - 30 == env.table.hand.stacks[0] - 30


def test_a_match_carries_stacks_and_raises_blinds() -> None:
    levels = [Stakes(blinds=(1, 2)), Stakes(blinds=(3, 6))]
    calls = {"hands": 12, "stacks": 80, "opponents": lambda _seen, _rng: 1}
    env = PokerGymEnv("holdem", levels=levels, hands_per_level=5, **calls)
    longest = 0
    for seed in range(10):
        env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            _, reward, over, _, info = env.step(1)
            total += reward
        assert total == info["stacks"][0] - 80 and sum(info["stacks"]) == 160
        assert env.played == 12 or 0 in info["stacks"]
        assert env.table.stakes == levels[(env.played - 1) // 5 > 0]
        longest = max(longest, env.played)
    assert longest == 12


def any_command(hand: Hand, rng: np.random.Generator) -> Command:
    """A random command of the seat in turn; seldom a fold."""
    may = options(hand, explain=False)
    if may.due is Due.DRAW:
        return Discard(hand.hole[hand.seat][: int(rng.integers(may.discard_least, min(may.discard, 4) + 1))])
    found: list[Command] = [RaiseTo(may.raise_min), RaiseTo(may.raise_max)] if may.may_raise else []
    if may.due is Due.BRING_IN:
        return [BringIn(), *found][rng.integers(len(found) + 1)]
    found += [Check() if may.may_check else Call()] * 3 + [Fold()] * bool(may.call)
    return found[rng.integers(len(found))]


@each("game", ["holdem", "omaha8", "stud8", "razz", "triple-draw", "badugi", "five-card-draw", "short-deck"])
def test_a_seat_without_chips_is_as_if_it_were_not_there(game: str) -> None:
    """A match of four, hand by hand: the hand with all seats is that of the players who are left, in every step."""
    rng = np.random.default_rng(3)
    one = PokerGymEnv(game, seats=4, stacks=40, hands=60).table
    left: set[int] = set()
    same: dict[str, Any] = {"game": one.game, "limit": one.limit, "stakes": one.stakes, "house": one.house}
    for match in range(20):
        stacks, marks = (40, 40, 40, 40), None
        while sum(map(bool, stacks)) > 1:
            last = marks
            setup, marks = next_hand(last, stacks, first_button=match % 4, **same)
            if last is not None and setup.stakes.blinds:  # it moves on by one player each hand
                assert marks.big == next(seat for at in range(1, 5) if stacks[seat := (last.big + at) % 4])
            seats = [seat for at in range(4) if stacks[seat := (setup.button + 1 + at) % 4]]
            left.add(len(seats))
            owed = tuple([Owed(seats.index(post.seat), post.post, post.amount) for post in setup.owed])
            alone = Setup(
                one.game, one.limit, one.stakes, one.house, tuple([stacks[seat] for seat in seats]), len(seats) - 1,
                owed, len(seats),
            )  # fmt: skip
            pack = rng.permutation(np.array(find_deck(one.game.deck).cards)).tolist()
            hands = [Hand(setup), Hand(alone)]
            dealers = [Dealer(Deck(pack), auto_show=True) for _ in hands]
            while dealers[0].run(hands[0]) is not Due.DONE:
                dealers[1].run(hands[1])
                assert hands[0].due is hands[1].due and hands[0].seat == seats[hands[1].seat]
                assert hands[0].raise_bounds() == hands[1].raise_bounds() and hands[0].to_call == hands[1].to_call
                command = any_command(hands[0], rng)
                for hand in hands:
                    hand.do(command)
            assert dealers[1].run(hands[1]) is Due.DONE
            assert [hands[0].stacks[seat] for seat in seats] == hands[1].stacks
            stacks = (*hands[0].stacks,)
            if hands[0].carried:
                break
    assert left == {2, 3, 4}


def test_a_match_of_several_players_goes_on_until_the_learner_has_nothing_or_everything() -> None:
    env = PokerGymEnv("holdem", seats=4, stacks=20, hands=500, levels=[Stakes(blinds=(1, 2)), Stakes(blinds=(2, 4))])
    sizes, ends = set(), set()
    for seed in range(12):
        seen, _ = env.reset(seed=seed)
        over, total = False, 0.0
        while not over:
            sizes.add(sum(map(bool, env.stacks)))
            seen, reward, over, _, info = env.step(random_opponent(seen, env.np_random))
            total += reward
        assert sum(info["stacks"]) == 80 and total == info["stacks"][0] - 20
        ends.add(info["stacks"][0])
    assert sizes == {2, 3, 4} and ends == {0, 80}


@each(
    ("more", "words"), [({"hands": 0, "seats": 3}, "expected 1 or more"), ({"opponents": [], "seats": 3}, "opponents")]
)
def test_the_single_environment_refuses_settings(more: dict[str, Any], words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        PokerGymEnv(**more)


def test_pettingzoo_accepts_the_parallel_environment_up_to_turns() -> None:
    env = PokerParallelEnv("leduc")
    seen, infos = env.reset(seed=1)
    twin: PokerEnv[Any] = PokerEnv("leduc")
    twin.reset(seed=1)
    rng = np.random.default_rng(1)
    while env.agents:
        [turn] = [agent for agent in env.agents if seen[agent]["action_mask"].any()]
        assert turn == twin.agent_selection and set(infos) == set(env.possible_agents)
        action = random_opponent(seen[turn], rng)
        twin.step(action)
        seen, rewards, ended, _, infos = env.step(dict.fromkeys(env.agents, action))
    assert all(ended.values()) and rewards == twin.rewards


GAMES = (
    ("holdem", {"history": 6}),
    ("holdem", {"seats": 4, "stacks": [20, 50, 5, 90]}),
    ("stud8", {"seats": 3}),
    ("triple-draw", {"seats": 3, "history": 4}),
    ("jacks-or-better", {"seats": 4}),
    ("leduc", {"stacks": 20}),
    ("double-board-omaha", {}),
    ("drawmaha", {}),
)


@each(("game", "more"), GAMES)
def test_numbers_of_many_tables_stay_in_their_space_and_rewards_add_up(game: str, more: dict[str, Any]) -> None:
    for opponents in (None, random_opponents):
        env = PokerVectorEnv(game, 32, opponents=opponents, **more)
        seen, _ = env.reset(seed=3)
        over = 0
        for _ in range(40):
            assert env.observation_space.contains(seen)
            seen, rewards, ended, truncated, infos = env.step(random_opponents(seen, env.rng))
            assert not truncated.any() and (infos["won"].sum(axis=1) == 0).all() and (rewards[~ended] == 0).all()
            if opponents is not None:
                assert (rewards == infos["won"][:, 0]).all()
            over += int(ended.sum())
        assert over > 32


@each(
    "game", ["holdem", "omaha8", "stud", "razz", "badugi", "five-card-draw", "crazy-pineapple", "leduc", "short-deck"]
)
def test_many_tables_show_and_allow_what_one_table_does(game: str) -> None:
    """The same decks and actions: the same masks, cards, chips and rewards as in `PokerEnv`."""
    env = PokerVectorEnv(game, 8, seats=2, stacks=60, history=90)
    env.reset(seed=5)
    rng = np.random.default_rng(2)
    pack = np.array(find_deck(env.batch.game.deck).cards)
    decks = rng.permuted(np.tile(pack, (8, 1)), axis=1)
    env.tables = env.batch.deal(env._before, buttons=env._buttons, decks=decks, keep=90)
    env._advance(env._acts, LOOK)
    ones = [table_with(game, deck.tolist(), int(button)) for deck, button in zip(decks, env._buttons, strict=True)]
    assert env.actions.names == ones[0].actions.names
    seen, over = env._observations(), np.zeros(8, dtype=bool)
    while not over.all():
        acts = random_opponents(seen, rng)
        for row in np.flatnonzero(~over):
            compare(env, ones[row], {name: numbers[row] for name, numbers in seen.items()})
            assert env.information_state(row) == ones[row].information_state(ones[row].agent_selection)
            ones[row].step(int(acts[row]))
        seen, _, ended, _, infos = env.step(acts)
        for row in np.flatnonzero(ended & ~over):
            assert infos["won"][row].tolist() == [*ones[row].rewards.values()]
        over |= ended


def table_with(game: str, deck: list[int], button: int) -> PokerEnv[Any]:
    """One table where this deck is dealt."""
    one: PokerEnv[Any] = PokerEnv(game, seats=2, stacks=60)
    one.reset(options={"button": button})
    one.hand = Hand(one.hand.setup)
    one.dealer = Dealer(Deck(deck), auto_show=True)
    one.observer.begin(one.hand)
    one._go_on()
    return one


SAME = ("hole", "faces", "boards", "stacks", "bets", "put", "live", "able", "button", "amounts")


def compare(env: PokerVectorEnv, one: PokerEnv[Any], row: dict[str, Any]) -> None:
    """Check that a row has the numbers and the mask of one table."""
    theirs = one.observe(one.agent_selection)
    assert row["action_mask"].tolist() == theirs["action_mask"].tolist()
    for name in set(SAME) & set(one.sections):
        mine, other = row["observation"][env.sections[name]], theirs["observation"][one.sections[name]]
        assert np.allclose(mine, other), name


@each(("seats", "flags"), [(2, 0), (7, 0), (8, 53)])
def test_stud_has_a_board_only_if_the_deck_may_be_too_short(seats: int, flags: int) -> None:
    env = PokerVectorEnv("stud8", 64, seats=seats)
    board = env.sections["boards"]
    assert board.stop - board.start == flags
    seen, _ = env.reset(seed=1)
    dealt = 0
    for _ in range(80):
        seen, *_ = env.step(np.ones(64, dtype=np.int64))  # all check, call, and bring it in
        tables = env._on()
        served = (tables.boards < 53).sum(axis=1) * (tables.seat >= 0)
        assert (seen["observation"][:, board].sum(axis=1) == served).all()
        dealt += int(served.sum())
    assert (dealt > 0) == (flags > 0)


def test_a_vectorised_match_ends_when_a_player_is_broke_or_after_its_hands() -> None:
    env = PokerVectorEnv("holdem", 64, stacks=20, hands=5, opponents=random_opponents)
    seen, _ = env.reset(seed=1)
    ends = 0
    for _ in range(200):
        before = env._before.copy()
        seen, _, ended, _, _ = env.step(random_opponents(seen, env.rng))
        assert (before.sum(axis=1) == 40).all() and (env._before.sum(axis=1) == 40).all()
        ends += int(ended.sum())
    assert ends > 64


@each(("more", "words"), [({"hands": 0}, "expected 1 or more"), ({"hands": 2, "seats": 3}, "use PokerGymEnv")])
def test_many_tables_refuse_matches_of_more_than_two(more: dict[str, Any], words: str) -> None:
    with pytest.raises(BadNotation, match=words):
        PokerVectorEnv(**more)


def test_the_same_seed_gives_the_same_rows() -> None:
    first, second = PokerVectorEnv("omaha", 16), PokerVectorEnv("omaha", 16)
    one, other = first.reset(seed=4)[0], second.reset(seed=4)[0]
    for _ in range(30):
        assert all((one[name] == other[name]).all() for name in one)
        acts = random_opponents(one, first.rng)
        random_opponents(other, second.rng)
        one, other = first.step(acts)[0], second.step(acts)[0]


@each(
    ("acts", "words"),
    [([0.0, 1.0], "integers"), ([1], "expected 2 integers"), ([1, 99], "expected 0 to"), ([-1, 1], "expected 0 to")],
)
def test_actions_of_many_tables_are_checked(acts: Any, words: str) -> None:
    env = PokerVectorEnv("holdem", 2)
    with pytest.raises(Conflict, match="reset"):
        env.step(np.array([1, 1]))
    env.reset(seed=1)
    with pytest.raises(BadNotation, match=words):
        env.step(np.array(acts))
