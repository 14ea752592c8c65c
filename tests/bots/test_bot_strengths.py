"""Bots of three strengths: legal everywhere, the same for the same seed, blind to what is hidden, and not silly."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from functools import partial
from random import Random
from types import ModuleType

import pytest
from each import each
from few_examples import ALL, examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from places import ROOT
from random_games import random_game
from random_setups import LIMITS, random_house, random_setup

from sidepot.bots.bot_names import NAMES, bot_names, is_bot_name
from sidepot.bots.past import Kind, read_past
from sidepot.bots.random_player import random_player
from sidepot.bots.simple import simple_player
from sidepot.bots.strengths import STRENGTHS, player
from sidepot.cards import STANDARD_DECK, Deck, cards
from sidepot.cli.play_stakes import open_table
from sidepot.cli.play_table import play_hand
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES, HOLDEM
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand import commands as c
from sidepot.hand.dealer import Dealer
from sidepot.hand.due import Due
from sidepot.hand.events import encode
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player, options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.planning.plan import plan_of
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH


def is_allowed(command: c.Command, may: Options, hole: tuple[int, ...]) -> bool:
    """Whether the options allow a command, read off the options alone."""
    match command:
        case c.Fold():
            return may.may_fold
        case c.Check():
            return may.may_check
        case c.Call():
            return may.may_call
        case c.RaiseTo(to=to):
            between = may.raise_min < to < may.raise_max and not may.raise_two and to % max(may.step, 1) == 0
            return may.may_raise and (between or to in (may.raise_min, may.raise_max))
        case c.BringIn():
            return may.bring_in > 0 or may.due is Due.BRING_IN
        case c.Discard(cards=away):
            fits = may.discard_least <= len(away) <= may.discard
            return may.due is Due.DRAW and fits and len(set(away)) == len(away) and set(away) <= set(hole)
        case c.Show():
            return may.may_show
        case c.Muck():
            return may.may_muck
        case c.ChooseRuns(runs=runs):
            return 1 <= runs <= may.runs
        case c.Declare(ways=ways):
            return may.declare and 1 <= ways <= 3
        case c.Consent():
            return may.due is Due.CONSENT
    return False


def watched(strength: str, seed: object) -> Player:
    """A bot whose every command is held against what it may do."""
    play = player(strength, Random(f"{seed}"))

    def checked(view: Hand, may: Options) -> c.Command:
        command = play(view, may)
        assert is_allowed(command, may, view.hole[may.seat]), f"{strength}: {command} with {may}"
        return command

    return checked


@pytest.mark.long
@each("name", list(GAMES)[:: 1 if ALL else 3])
def test_every_bot_plays_every_game_and_the_same_seed_plays_alike(name: str) -> None:
    logs = []
    for _ in range(2):
        setup = open_table(name, None, "cash", seats=4, stack=100, seed=3).setup()
        players = [watched(strength, at) for at, strength in enumerate(("expert", "regular", "beginner", "expert"))]
        hand = play_hand(setup, Deck(plan_of(setup).deck, below=Random(6).randrange), players)
        assert sum(hand.stacks) + hand.carried == 400
        logs.append(encode(hand.log))
    assert logs[0] == logs[1]


@settings(max_examples=examples(12), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(GAMES)), st.sampled_from(LIMITS), st.integers(0, 10**6))
def test_every_bot_gives_a_legal_command_at_any_table(name: str, limit: str, seed: int) -> None:
    """Any limit, any house, uneven and tiny stacks, odd posts: runs, declarations, chips that are not ones."""
    chance = Random(seed)
    game = GAMES[name]
    setup = random_setup(game, limit, chance.randint(2, min(game.seats[1], 6)), random_house(chance), chance)
    players = [watched(STRENGTHS[(seat + seed) % 3], seat) for seat in range(len(setup.stacks))]
    hand = play_hand(setup, Deck(plan_of(setup).deck, below=chance.randrange), players)
    assert sum(hand.stacks) + hand.carried + hand.raked == sum(setup.stacks) + setup.carried


@pytest.mark.long
@settings(max_examples=examples(3), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_games_that_nobody_has_played(seed: int) -> None:
    chance = Random(seed)
    game = random_game(chance)
    setup = random_setup(game, "no limit", min(game.seats[1], 3), random_house(chance), chance)
    players = [watched(("expert", "beginner", "expert")[seat], seat) for seat in range(len(setup.stacks))]
    hand = play_hand(setup, Deck(plan_of(setup).deck, below=chance.randrange), players)
    assert sum(hand.stacks) + hand.carried + hand.raked == sum(setup.stacks) + setup.carried


@each("bot", [*(partial(player, strength) for strength in STRENGTHS), simple_player])
@each(("name", "rival"), [("holdem", 0), ("stud8", 1), ("triple-draw", 0)])
def test_a_bot_decides_alike_whatever_the_hidden_cards_are(
    name: str, rival: int, bot: Callable[[Random], Player]
) -> None:
    setup = open_table(name, None, "cash", seats=3, stack=100, seed=1).setup()
    decisions = []
    for hidden in ("AsAhAcAd", "7c7d7h7s"):
        hand = Hand(setup)
        at = 0
        others = [card for card in STANDARD_DECK if card not in cards("AsAhAcAd7c7d7h7s")]
        while hand.due in (Due.POST, Due.DEAL):
            if hand.due is Due.POST:
                hand.post()
                continue
            dealt = [others.pop() for _ in range(hand.count)]
            if hand.seat == rival:
                dealt[0] = cards(hidden)[at]
                at += 1
            hand.deal(dealt)
        if hand.due is Due.BRING_IN:
            hand.bring_in()
        assert hand.seat != rival
        decisions.append([bot(Random(seed))(view_of(hand, hand.seat), options(hand)) for seed in range(5)])
    assert decisions[0] == decisions[1]


def heads_up(stack: int, button: str, other: str, board: str) -> tuple[Hand, Dealer]:
    """Two at 1/2; the button, seat 0, acts first before the flop."""
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [stack, stack], button=0))
    mine, his = cards(button), cards(other)
    first, second = (his, mine) if plan_of(hand.setup).deal_from else (mine, his)
    top = (first[0], second[0], first[1], second[1], *cards(board))
    return hand, Dealer(Deck((*top, *(card for card in STANDARD_DECK if card not in top))))


@each("seed", range(6))
def test_an_expert_does_not_fold_the_nuts(seed: int) -> None:
    hand, dealer = heads_up(2000, "AsKs", "7c7d", "2h" + "QsJs4d" + "2c" + "Ts" + "3h" + "5c")
    while dealer.run(hand) is Due.ACT and hand.street < 3:
        hand.check_or_call()
    if hand.seat == 0:
        hand.check()
    assert hand.seat == 1 and hand.hole[0] == cards("AsKs")
    hand.raise_to(hand.max_raise_to())
    assert player("expert", Random(seed))(view_of(hand, 0), options(hand)) == c.Call()


@each("seed", range(6))
def test_with_few_chips_an_expert_is_all_in_or_out(seed: int) -> None:
    expert = player("expert", Random(seed))
    hand, dealer = heads_up(14, "AsAh", "7c7d", "")
    dealer.run(hand)
    assert hand.seat == 0
    assert expert(view_of(hand, 0), options(hand)) == c.RaiseTo(14)
    full = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [14] * 9, button=0))
    others = iter([card for card in STANDARD_DECK if card not in cards("7c2d")])
    while full.due in (Due.POST, Due.DEAL):
        if full.due is Due.POST:
            full.post()
        else:
            full.deal(cards("7c2d") if full.seat == 3 else [next(others), next(others)])
    assert full.seat == 3
    assert expert(view_of(full, 3), options(full)) == c.Fold()


def test_past_acts_are_read_from_the_log() -> None:
    hand, dealer = heads_up(200, "AsKs", "7c7d", "2h" + "QsJs4d")
    dealer.run(hand)
    hand.raise_to(6)
    hand.call()
    dealer.run(hand)
    hand.check()
    hand.raise_to(6)
    past = read_past(hand.log, 2)
    assert [(act.seat, act.kind, act.round, act.board) for act in past.acts] == [
        (0, Kind.RAISE, 0, 0),
        (1, Kind.CALL, 0, 0),
        (1, Kind.CHECK, 1, 3),
        (0, Kind.RAISE, 1, 3),
    ]
    assert past.acts[1].price == pytest.approx(4 / 12)  # 4 to win 8
    assert past.acts[3].price == pytest.approx(6 / 12)  # half the pot
    assert (past.round, past.raises, past.callers) == (1, 1, 0)


def test_draws_are_counted() -> None:
    setup = open_table("triple-draw", None, "cash", seats=2, stack=100, seed=1).setup()
    hand = Hand(setup)
    dealer = Dealer(Deck(plan_of(setup).deck, below=Random(1).randrange))
    changed: list[list[int]] = [[], []]
    while dealer.run(hand) is not Due.DONE:
        if hand.due is Due.DRAW:
            changed[hand.seat].append(len(changed[hand.seat]) + hand.seat)
            hand.do(c.Discard(hand.hole[hand.seat][: changed[hand.seat][-1]]))
        elif hand.due is Due.SHOW:
            hand.show()
        else:
            hand.check_or_call()
    assert read_past(hand.log, 2).draws == [(0, 1, 2), (1, 2, 3)]


def test_an_unknown_strength_is_refused() -> None:
    with pytest.raises(BadNotation, match="did you mean 'expert'"):
        player("expertt", Random(1))


@given(
    st.lists(st.sampled_from([*NAMES, *(f"{name} (bot)" for name in NAMES), "Ann"]), max_size=60), st.integers(0, 99)
)
def test_a_bot_has_a_name_of_its_own(taken: list[str], seed: int) -> None:
    name = bot_names(taken, Random(seed), 1)[0]
    assert name not in taken and is_bot_name(name) and name.removesuffix(" (bot)") not in taken
    names, one_by_one, rng = bot_names(taken, Random(seed), 60), list(taken), Random(seed)
    for _ in range(60):
        one_by_one.append(bot_names(one_by_one, rng, 1)[0])
    assert names == one_by_one[len(taken) :]


# ---- the tool


def load_tool() -> ModuleType:
    path = ROOT / "tools" / "bot_match.py"
    spec = importlib.util.spec_from_file_location("sidepot_bot_match", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_match_counts_what_the_first_wins_from_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who folds always loses a small blind on the button and a big one off it: 75 big blinds in 100 hands."""
    tool = load_tool()

    def stub(strength: str, _rng: Random) -> Player:
        if strength == "beginner":
            return lambda _view, _may: c.Fold()
        return lambda _view, may: c.Check() if may.may_check else c.Call()

    monkeypatch.setattr(tool, "player", stub)
    found = tool.match("holdem", "beginner", "regular", hands=6, seats=2, stack=50)
    assert (found.won, found.error, found.hands) == (-75.0, 0.0, 6)
    with pytest.raises(SystemExit):
        tool.match("holdem", "beginner", "regular", hands=6, seats=3, stack=50)


@pytest.mark.long
@pytest.mark.parametrize("strength", ["regular", "expert"])
def test_bot_that_looks_at_its_cards_beats_one_that_does_not(monkeypatch: pytest.MonkeyPatch, strength: str) -> None:
    """By more than three standard errors after a few hands against somebody who does anything that is allowed."""
    tool = load_tool()

    def either(name: str, rng: Random) -> Player:
        return random_player(rng) if name == "beginner" else player(name, rng)

    monkeypatch.setattr(tool, "player", either)
    found = tool.match("razz", strength, "beginner", hands=40, seats=2, stack=50)
    assert found.won > 3 * found.error > 0, found.line()
