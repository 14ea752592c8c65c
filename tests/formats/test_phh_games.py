"""Poker Hand Histories of every game and house: through the format and back; what the format has no word for."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from each import each
from few_examples import examples
from phh_hands import LIMITS, random_hand, table, told
from test_phh import NO_LIMIT, one

from sidepot.errors import BadNotation, SidepotError
from sidepot.formats.phh import read_phh
from sidepot.formats.phh_game import UnknownGame
from sidepot.formats.phh_play import Played, play_phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.formats.phh_write import write_phh, write_phhs
from sidepot.games.catalog import FIVE_CARD_DRAW, GAMES, HOLDEM, OMAHA8, STUD, find_game
from sidepot.games.files import read_game
from sidepot.games.forms import FORMS
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.model import Game
from sidepot.games.stakes import Stakes
from sidepot.hand.due import Due
from sidepot.hand.events import RunChosen, Shown
from sidepot.hand.hand import Hand
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.replaying import replay
from sidepot.hand.setup import Owed, Post, Setup
from sidepot.hand.view import view_of
from sidepot.rules.houses import CASH, HOME
from sidepot.rules.rulebook import Rulebook

# ---- every game, through the format and back


def there_and_back(hand: Hand, decimals: int = 0) -> Played:
    """The hand that is read from what was written of this one; what a history can tell is the same."""
    history = phh_of_hand(hand, decimals=decimals, name="1")
    (again,) = read_phh(write_phhs([history]))
    assert again == history
    return play_phh(again)


def check(hand: Hand, played: Played) -> None:
    """The same hand came back: cards, chips, and what happened in which order; its seats from the button on."""
    setup, back = hand.setup, played.hand
    first = (setup.button + 1) % len(setup.stacks)
    assert played.finished and not played.notes
    assert back.stacks == hand.stacks[first:] + hand.stacks[:first]
    assert back.hole == hand.hole[first:] + hand.hole[:first]
    assert (back.boards, back.raked, back.carried) == (hand.boards, hand.raked, hand.carried)
    for field in ("game", "limit", "stakes", "rulebook", "players_left", "carried"):
        assert getattr(back.setup, field) == getattr(setup, field)
    if not first:
        assert back.setup == setup
        assert told(back) == told(hand)


@pytest.mark.more
@each("name", GAMES)
def test_every_game_goes_through_the_format_and_back(name: str) -> None:
    for seed in range(examples(4 * len(LIMITS))):
        chance = random.Random(f"{name} {seed}")
        hand = random_hand(table(GAMES[name], LIMITS[seed % len(LIMITS)], chance), chance, mistakes=seed % 2 == 1)
        check(hand, there_and_back(hand, decimals=2 * (seed % 3 == 0)))


def all_forms() -> list[Game]:
    """Every low or high-low form of a game of the catalogue."""
    found = []
    for name in GAMES:
        for form in FORMS:
            try:
                found.append(find_game(f"{name}-{form}"))
            except SidepotError:
                continue
    return found


def test_every_form_of_a_game_is_written_by_its_name() -> None:
    forms = all_forms()
    assert len(forms) > 50
    for at, game in enumerate(forms):
        chance = random.Random(at)
        hand = random_hand(table(game, LIMITS[at % len(LIMITS)], chance), chance)
        assert phh_of_hand(hand).extra["_sidepot_game"] == game.name
        check(hand, there_and_back(hand))


OWN_GAMES = (
    'name = "it\'s ours"\nlike = "crazy-pineapple"\nboards = 2\nseats = [2, 6]\n',
    'name = "one-eyed"\nlike = "badacey"\nwild = ["one-eyed jacks"]\n',
    'name = "jacks-three-draws"\nlike = "jacks-or-better"\ndeck = "joker"\nwild = ["bug"]\n'
    '[[streets]]\nname = "deal"\nopens = "left of blinds"\ndown = 5\n'
    '[[streets]]\nname = "one"\nopens = "opener"\ndraw = 5\n[[streets]]\nname = "two"\nopens = "opener"\ndraw = 5\n',
    'name = "holdem"\nlike = "holdem"\nseats = [2, 5]\n',  # a game of that name, but not that game
    'name = "seven-to-five"\n[[streets]]\nname = "deal"\nopens = "left of blinds"\ndown = 7\n'
    '[[streets]]\nname = "throw"\nopens = "nobody"\ndiscard = 1\nburn = false\n'
    '[[streets]]\nname = "change"\nopens = "nobody"\ndraw = 3\nburn = false\n'
    '[[streets]]\nname = "throw again"\nopens = "left of button"\ndiscard = 1\n'
    '[[streets]]\nname = "last"\nopens = "left of button"\ndown = 1\nburn = false\n',
)


@pytest.mark.parametrize("text", OWN_GAMES)
def test_a_game_of_ones_own_is_written_out(text: str) -> None:
    game = read_game(text)
    for seed in range(3 * len(LIMITS)):
        chance = random.Random(seed)
        hand = random_hand(table(game, LIMITS[seed % len(LIMITS)], chance), chance, mistakes=seed % 2 == 1)
        assert phh_of_hand(hand).extra["_sidepot_game"].startswith("{")
        check(hand, there_and_back(hand))


@each("name", GAMES)
def test_view_of_one_seat_is_played_as_far_as_it_is_known(name: str) -> None:
    for seed in range(6):
        chance = random.Random(f"view {name} {seed}")
        setup = table(GAMES[name], LIMITS[seed], chance)
        hand = random_hand(setup, chance, mistakes=seed % 2 == 1)
        played = there_and_back(view_of(hand, chance.randrange(-1, len(setup.stacks))))
        first = (setup.button + 1) % len(setup.stacks)
        if played.finished:
            assert played.hand.stacks == hand.stacks[first:] + hand.stacks[:first]
        else:
            assert played.unresolved == "the openers were not shown"


def test_a_hand_that_is_not_over_is_played_as_far_as_it_goes() -> None:
    for seed in range(200):
        chance = random.Random(f"part {seed}")
        game = chance.choice(list(GAMES.values()))
        whole = random_hand(table(game, chance.choice(LIMITS), chance), chance, mistakes=seed % 2 == 1)
        hand = replay(whole.log[: chance.randint(1, len(whole.log))])
        played = there_and_back(hand)
        if hand.setup.button == len(hand.setup.stacks) - 1:
            both = list(zip(told(hand), told(played.hand), strict=False))
            assert both == [(event, event) for event, _ in both]
            assert len(told(played.hand)) >= len(told(hand))


# ---- what of it is written


def hand_of(game: Game, limit: Limit, stakes: Stakes, house: Rulebook, stacks: list[int], **more: Any) -> Hand:
    return random_hand(seat_hand(game, limit, stakes, house, stacks, **more), random.Random(1))


def test_a_game_without_a_code_names_itself() -> None:
    stakes = Stakes(blinds=(1, 2), small_bet=2)
    history = phh_of_hand(hand_of(FIVE_CARD_DRAW, FixedLimit(), stakes, CASH, [50, 50]))
    assert history.variant == "_five-card-draw"
    assert history.extra["_sidepot_game"] == "five-card-draw"
    broken = write_phh(history).replace("'five-card-draw'", "'{}'")
    with pytest.raises(BadNotation, match="_sidepot_game"):
        play_phh(one(broken))
    with pytest.raises(UnknownGame, match="unknown game"):
        play_phh(one(write_phh(history).replace("'five-card-draw'", "'six-card-draw'")))
    with pytest.raises(UnknownGame, match="_sidepot_limit is missing"):
        play_phh(one(write_phh(history).replace("_sidepot_limit", "_limit")))


def test_uneven_posts_are_carried() -> None:
    posts = ((0, Post.DEAD_ANTE, 3), (2, Post.DEAD_ANTE, 1), (0, Post.SMALL_BLIND, 1), (1, Post.BIG_BLIND, 2),
             (2, Post.DEAD_BLIND, 1), (2, Post.LIVE_BLIND, 2))  # fmt: skip
    owed = tuple(Owed(*post) for post in posts)
    setup = Setup(HOLDEM, NoLimit(), Stakes(blinds=(1, 2), ante=3), CASH, (40, 40, 40), 2, owed)
    history = phh_of_hand(random_hand(setup, random.Random(3)))
    played = play_phh(one(write_phh(history)))
    assert played.hand.setup == setup
    assert tuple(played.hand.stacks) == history.finishing_stacks


def test_a_pot_that_waits_and_who_is_left_are_carried() -> None:
    hand = hand_of(STUD, FixedLimit(), Stakes(ante=1, bring_in=1, small_bet=2), CASH, [9, 9], carried=5, players_left=7)
    history = phh_of_hand(hand)
    assert history.extra["_sidepot_carried"] == 5 and history.extra["_sidepot_players_left"] == 7
    check(hand, there_and_back(hand))
    with pytest.raises(BadNotation, match="_sidepot_carried: expected an integer, got 'five'"):
        play_phh(one(write_phh(history).replace("_sidepot_carried = 5", "_sidepot_carried = 'five'")))


def test_contenders_of_a_waiting_pot_are_carried() -> None:
    parts = ((4, (0, 2)), (1, (0, 1, 2)))
    game, stakes = find_game("jacks-trips"), Stakes(ante=1, small_bet=2)
    setup = msgspec.structs.replace(seat_hand(game, NoLimit(), stakes, HOME, [9, 9, 0], carried=5), parts=parts)
    hand = random_hand(setup, random.Random(3))
    history = phh_of_hand(hand)
    assert history.extra["_sidepot_parts"] == "[[4,[0,2]],[1,[0,1,2]]]"
    assert play_phh(one(write_phh(history))).hand.setup == setup
    check(hand, there_and_back(hand))
    broke = msgspec.structs.replace(
        setup, stacks=(0, 0, 0), parts=((5, (0, 1, 2)),)
    )  # all are in for the old pot alone
    check(hand := random_hand(broke, random.Random(3)), there_and_back(hand))
    with pytest.raises(BadNotation, match="_sidepot_parts does not have the form that sidepot writes"):
        play_phh(one(write_phh(history).replace("[[4,", "[[four,")))


def test_cents_are_kept_where_only_dollars_are_written() -> None:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(100, 200), chip=100), CASH, [5000, 5000]))
    history = phh_of_hand(hand, decimals=2)
    assert "starting_stacks = [50, 50]" in write_phh(history)
    assert there_and_back(hand, decimals=2).hand.setup == hand.setup


def test_players_without_chips_are_left_out() -> None:
    hand = hand_of(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [40, 0, 40, 30], button=3)
    history = phh_of_hand(hand)
    assert history.starting_stacks == (40, 40, 30) and history.about["seats"] == [1, 3, 4]
    played = there_and_back(hand)
    assert played.hand.stacks == [hand.stacks[0], hand.stacks[2], hand.stacks[3]]
    with pytest.raises(BadNotation, match="two players with chips"):
        phh_of_hand(Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, [40, 0])))


def test_an_unfinished_hand_and_a_winner_who_shows() -> None:
    text = NO_LIMIT.replace("'p2 cc', 'd db 2c", "'p2 f']\n_rest = ['d db 2c")
    hand = play_phh(one(text.replace("[216, 184, 100]", "[202, 198, 100]"))).hand
    assert hand.due is Due.DONE
    hand.show(seat=0)
    history = phh_of_hand(hand)
    assert history.actions[-1] == "p1 sm AsAh"
    assert isinstance(play_phh(history).hand.log[-1], Shown)
    assert phh_of_hand(Hand(hand.setup)).finishing_stacks is None


def test_a_code_is_used_only_where_the_format_can_say_all() -> None:
    stakes = Stakes(blinds=(1, 2), small_bet=2)
    assert phh_of_hand(hand_of(OMAHA8, FixedLimit(), stakes, CASH, [60, 60])).variant == "FO/8"
    assert phh_of_hand(hand_of(OMAHA8, PotLimit(), stakes, CASH, [60, 60])).variant == "_omaha8"
    setup = seat_hand(HOLDEM, NoLimit(), stakes, HOME, [60, 60])
    ran = next(
        hand
        for hand in (random_hand(setup, random.Random(seed)) for seed in range(100))
        if any(isinstance(event, RunChosen) for event in hand.log)
    )
    assert phh_of_hand(ran).variant == "_holdem" and there_and_back(ran).hand.stacks == ran.stacks
    assert phh_of_hand(Hand(setup)).variant == "NT"
