"""Mixed games: the turn of each game, names at dealer's choice, files, usual stakes, and bomb pots."""

from __future__ import annotations

from itertools import groupby
from random import Random

import msgspec
import pytest
from each import each
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from universal.tester import play_randomly

from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit, SpreadLimit
from sidepot.games.mix_files import read_mix, write_mix
from sidepot.games.mixes import MIXES, ChangeBy, Mix, MixGame, Turn, find_mix, mix_game, rotation, single
from sidepot.games.stakes import Stakes
from sidepot.games.usual import has_blinds, stakes_for
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.houses import CASH
from sidepot.validation.shown_text import can_be_shown

HORSE = find_mix("horse")


# ---- whose turn it is


@given(players=st.lists(st.integers(2, 8), min_size=1, max_size=80))
def test_an_orbit_is_a_hand_for_each_player(players: list[int]) -> None:
    turn = Turn()
    turns = []
    for count in players:
        left = turn.left(HORSE, players=count) if turn.hands else 1
        after = turn.next(HORSE, players=count)
        assert after.at == (turn.at if left else HORSE.next_at(turn.at))
        assert (after.hands == turn.hands + 1) == bool(left)
        turn = after
        turns.append(turn.at)
    # no game is left out, and of each but the last one a hand for each player of its last hand was played
    runs = [(at, len(list(some))) for at, some in groupby(turns)]
    assert [at for at, _ in runs] == [number % 5 for number in range(len(runs))]
    done = 0
    for _, length in runs[:-1]:
        done += length
        assert length >= min(players[done - 1], players[done])


@given(hands=st.integers(1, 9), count=st.integers(1, 60))
def test_so_many_hands_of_each_game(hands: int, count: int) -> None:
    mix = msgspec.structs.replace(HORSE, by=ChangeBy.HANDS, hands=hands)
    turn = Turn()
    for number in range(count):
        turn = turn.next(mix)
        assert (turn.at, turn.hands) == (number // hands % 5, number % hands + 1)
        assert turn.left(mix) == hands - turn.hands


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_the_next_level_brings_the_next_game(rises: list[bool]) -> None:
    mix = msgspec.structs.replace(HORSE, by=ChangeBy.LEVEL)
    level = 3
    turn = Turn().next(mix, level=level)
    at = 0
    for rise in rises:
        level += rise
        at += rise
        assert turn.left(mix, level=level) == (0 if rise else None)
        turn = turn.next(mix, level=level)
        assert turn.at == at % 5


def test_turns_that_cannot_be() -> None:
    with pytest.raises(Conflict, match="an orbit needs at least two players, not 1"):
        Turn().next(HORSE, players=2).next(HORSE, players=1)
    with pytest.raises(Conflict, match="has no hand 0 of game 6; it has 5 games"):
        Turn(at=5).next(HORSE, players=4)
    with pytest.raises(BadNotation, match="hands: expected 1 to 1000, not 0"):
        rotation("a", "A", ["nl holdem"], hands=0)
    with pytest.raises(Conflict, match=": a rotation needs at least one game"):
        Mix("a", "A", ())
    crowd = msgspec.structs.replace(find_game("holdem"), seats=(9, 10))
    with pytest.raises(Conflict, match="no number of players can play all"):
        Mix("a", "A", (MixGame(crowd, NoLimit()), HORSE.games[3]))


def test_a_rotation_of_one_goes_on() -> None:
    mix = single(find_game("razz"), FixedLimit())
    turn = Turn()
    for _ in range(7):
        turn = turn.next(mix, players=3)
        assert mix.games[turn.at].name == "fl razz"


# ---- names


def test_the_usual_rotations() -> None:
    assert HORSE.names == ("fl holdem", "fl omaha8", "fl razz", "fl stud", "fl stud8")
    assert HORSE.seats == (2, 8)
    assert [name for name, mix in MIXES.items() if name != mix.name or find_mix(mix.title) is not mix] == []
    eight = find_mix("8-game")
    assert eight.names[-2:] == ("nl holdem", "pl omaha") and len(eight.games) == 8
    assert find_mix("10 GAME").names[:8] == eight.names
    with pytest.raises(BadNotation, match="did you mean hose or horse"):
        find_mix("hosre")
    with pytest.raises(
        BadNotation,
        match="unknown rotation 'zzz'",
    ):
        find_mix("zzz")


@each("mix", MIXES.values(), ids=lambda mix: mix.name)
def test_each_game_of_a_list_is_found_by_its_names(mix: Mix) -> None:
    for at, part in enumerate(mix.games):
        assert mix.find(part.name) == mix.find(part.name.upper()) == at
        words = {NoLimit: "No-limit", PotLimit: "pot limit", FixedLimit: "Limit"}[type(part.limit)]
        assert mix.find(f"{words} {part.game.title}") == at
        if [other.game for other in mix.games].count(part.game) == 1:
            assert mix.find(part.game.name) == mix.find(part.game.title) == at


@each(
    ("name", "message"),
    [
        ("holdem", "is ambiguous here; expected"),
        ("stud9", "did you mean 'stud' or 'stud8'"),
        ("pl razz", "is not one of the games of this table"),
        ("limit", "is not one of the games of this table"),
        ("", "is not one of the games of this table"),
        ("bourr\u00e9", r"Bourr\u00e9 is no poker.*\(PG:105\)"),
    ],
)
def test_unknown_game_of_a_mix_is_refused(name: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        find_mix("eight-game").find(name)


def test_a_game_that_so_many_cannot_play() -> None:
    assert HORSE.find("stud", players=8) == 3
    for players in (1, 9):
        with pytest.raises(Conflict, match=f"fl stud needs 2 to 8 players, not {players}"):
            HORSE.find("stud", players=players)


def test_games_with_their_limits() -> None:
    assert mix_game(" PL  omaha8 ") == MixGame(find_game("omaha8"), PotLimit())
    assert MixGame(find_game("stud"), SpreadLimit(2, 10)).name == "sl stud"
    for text in ("holdem", "xl holdem", "nl", ""):
        with pytest.raises(BadNotation, match="expected a game with its limit"):
            mix_game(text)
    for text in ("nl guts", "nl 7-27", "fl Seven Twenty-Seven", "nl bourre", "nl boo-ray"):
        with pytest.raises(BadNotation, match=r"is no poker.*\(PG:105\)"):
            mix_game(text)


# ---- files

limits: st.SearchStrategy[Limit] = st.one_of(
    st.builds(NoLimit, cap=st.none() | st.integers(1, 10**6)),
    st.builds(PotLimit, st.integers(1, 9), st.integers(1, 9), st.none() | st.integers(1, 10**6)),
    st.builds(FixedLimit, st.none() | st.integers(1, 9)),
    st.builds(SpreadLimit, st.integers(1, 9), st.integers(9, 99), st.none() | st.integers(1, 9)),
)
OWN = msgspec.structs.replace(find_game("omaha8"), name="two-boards", title="Two boards", boards=2, seats=(2, 9))
names = st.text(min_size=1).filter(lambda text: text.strip() and can_be_shown(text))
mixes = st.builds(
    Mix,
    names,
    names,
    st.lists(st.builds(MixGame, st.sampled_from([*GAMES.values(), OWN]), limits), min_size=1, max_size=6).map(tuple),
    st.sampled_from(ChangeBy),
    st.integers(1, 1000),
)


@given(mixes)
def test_a_file_is_read_as_it_is_written(mix: Mix) -> None:
    assert read_mix(write_mix(mix), own=[OWN]) == mix
    assert msgspec.json.decode(msgspec.json.encode(mix), type=Mix) == mix


@each("mix", MIXES.values(), ids=lambda mix: mix.name)
def test_the_usual_ones_are_short_files(mix: Mix) -> None:
    assert read_mix(write_mix(mix)) == mix
    assert write_mix(mix).count("\n") == 4


def test_a_file_like_another() -> None:
    mix = read_mix('name = "short"\nlike = "horse"\nby = "hands"\nhands = 3')
    assert mix == msgspec.structs.replace(HORSE, name="short", title="short", by=ChangeBy.HANDS, hands=3)
    tables = '[[games]]\ngame = "razz"\nlimit = { kind = "FL", bets = 0 }\n[[games]]\ngame = "stud"\nlimit = "pl"'
    assert read_mix('name = "a"\n' + tables).games == (
        MixGame(find_game("razz"), FixedLimit(None)),
        MixGame(find_game("stud"), PotLimit()),
    )


TABLE = 'name = "a"\n[[games]]\ngame = "holdem"\n'


@each(
    ("text", "message"),
    [
        ("x", "invalid TOML"),
        ("a = " + "[" * 5000, r"no TOML|nested too deep"),
        ('games = ["nl holdem"]', "the rotation has no name"),
        ('name = "a"', "the rotation has no games"),
        ("name = 3", "no games"),
        ('name = 3\nlike = "horse"', "name: expected text in quotes, on one line, not 3"),
        ('name = "a\\nb"\nlike = "horse"', "name: expected text in quotes, on one line, not 'a"),
        ('name = "a"\nlike = "hosre"', "did you mean hose or horse"),
        ('name = "a"\nlike = 1', "like: expected text"),
        ('name = "a"\nlik = "horse"', "unknown key 'lik'; did you mean 'like'"),
        ('name = "a"\ngames = []', "a list of 1 to 50"),
        ('name = "a"\ngames = "nl holdem"', "a list of 1 to 50"),
        ('name = "a"\ngames = ["nl holdem", 3]', 'game 2: expected text such as "nl holdem"'),
        ('name = "a"\ngames = ["holdem"]', "expected a game with its limit"),
        ('name = "a"\ngames = ["nl hodlem"]', "game 1: unknown game"),
        ('name = "a"\ngames = ["nl guts"]', r"game 1: Guts is no poker.*\(PG:105\)"),
        (TABLE, "game 1: the key 'limit' is missing; expected, for example,"),
        ('name = "a"\n[[games]]\nlimit = "nl"', "game 1: the key 'game' is missing; expected, for example,"),
        (TABLE + 'limit = "nl"\nbet = 2', "unknown key 'bet'"),
        (TABLE + 'limit = "spred limit"', "unknown value 'spred limit'; did you mean 'spread limit'"),
        (TABLE + "limit = [2]", "not a list"),
        (TABLE + "limit = { cap = 2 }", "is missing; expected, for example,"),
        (TABLE + "limit = { kind = 2 }", "limit: kind: expected text in quotes"),
        (TABLE + 'limit = { kind = "no limit", cup = 2 }', "unknown key 'cup'; did you mean 'cap'"),
        (TABLE + 'limit = { kind = "no limit", cap = true }', "cap: expected a number, not true"),
        (TABLE + 'limit = { kind = "no limit", cap = -1 }', "cap: expected a number, not -1"),
        (
            TABLE + 'limit = { kind = "spread limit", low = 2 }',
            "game 1: limit: the key 'high' is missing; expected, for example,",
        ),
        (TABLE + 'limit = { kind = "pot limit", denominator = 0 }', "limit.denominator: expected 1 to"),
        (TABLE + 'limit = { kind = "spread limit", low = 9, high = 2 }', "must be larger than the low bet"),
        ('name = "a"\nlike = "horse"\nby = "moon"', "by: unknown value 'moon'; the choices are hands, orbit, level"),
        ('name = "a"\nlike = "horse"\nby = {}', "by: unknown value a table; the choices are hands, orbit, level"),
        ('name = "a"\nlike = "horse"\nhands = 0', "hands: expected a number of hands"),
        ('name = "a"\nlike = "horse"\nhands = "' + "8" * 99 + '"', r"not '8{30,}\.\.\."),
    ],
)
def test_a_bad_file_is_refused_in_one_clear_line(text: str, message: str) -> None:
    with pytest.raises((BadNotation, Conflict), match=message) as caught:
        read_mix(text)
    assert "\n" not in str(caught.value)


# ---- stakes


@pytest.mark.long
@pytest.mark.parametrize("mix", MIXES.values(), ids=lambda mix: mix.name)
@settings(max_examples=examples(30))
@given(bet=st.integers(1, 50), chip=st.integers(1, 30), seed=st.integers(0, 10**6))
def test_the_usual_stakes_can_be_played(mix: Mix, bet: int, chip: int, seed: int) -> None:
    bet *= chip
    part = mix.games[seed % len(mix.games)]
    stakes = stakes_for(part.game, part.limit, bet, chip=chip)
    assert stakes.min_bet == bet
    amounts = (stakes.ante, stakes.bring_in, *stakes.blinds, stakes.small_bet)
    assert [amount for amount in amounts if amount % chip] == []
    assert bool(stakes.blinds) == has_blinds(part.game)
    play_randomly(seat_hand(part.game, part.limit, stakes, CASH, [9 * bet] * 3), Random(seed).randrange, thorough=False)


def test_usual_stakes_have_words() -> None:
    assert stakes_for(find_game("holdem"), NoLimit(), 10) == Stakes(blinds=(5, 10))
    assert stakes_for(find_game("holdem"), FixedLimit(), 10, ante=2) == Stakes(ante=2, blinds=(5, 10), small_bet=10)
    assert stakes_for(find_game("stud"), FixedLimit(), 100, chip=25) == Stakes(25, bring_in=50, small_bet=100, chip=25)
    assert stakes_for(find_game("stud"), FixedLimit(), 100, ante=0).ante == 0
    with pytest.raises(Conflict, match="the bet must be at least one chip"):
        stakes_for(find_game("holdem"), NoLimit(), 10, chip=25)
