"""Sitting down to the games with runs, declarations and discards, and the options that go with them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest
from each import each
from msgspec.structs import replace
from test_play import Script, check_refused
from test_play_games import passive

from sidepot.cli.app import run
from sidepot.cli.common_options import Declares
from sidepot.cli.play import Sitting
from sidepot.cli.play_answers import read_answer
from sidepot.cli.play_stakes import house_of, house_text, open_table, read_rake, title_of
from sidepot.cli.table_text import length, plain, table_lines
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import GAMES
from sidepot.games.limits import NoLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.games.titles import rake_words
from sidepot.hand.commands import ChooseRuns, Command, Declare
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.rules.houses import CASH, TDA_2013

# ---- at the table


def sit(game: str, answers: Iterable[str], *others: Player, **table: Any) -> str:
    """What a person sees who answers so against such players, and then is gone."""
    screen = Script(answers)
    opened = open_table(game, None, "cash", seats=1 + len(others), stack=40, seed=1, **table)
    sitting = Sitting(opened, screen, title_of(opened))
    sitting.players[1:] = others
    sitting.run()
    return screen.text


def test_a_person_is_asked_how_often_the_board_is_run() -> None:
    said = sit("holdem", ["a", "why?", "9", "often", "twice"], passive(RUN=ChooseRuns(2)), run_it=3)
    assert "House cash, board run up to 3 times, seed 1." in said
    assert "How many times should the board be run? 1-3, why?, ? > " in said
    assert "(PG:13)" in said
    assert said.count("You may run the board 1 to 3 times: ") == 2  # asked for, and after the 9
    assert "expected the number of times to run the board, from 1 to 3" in said.lower()
    assert "The board is run twice" in said
    assert "River, run 2 of 2" in said


def test_a_person_declares() -> None:
    others = passive(DECLARE=Declare(2))
    answers = [*["k", "c"] * 7, "why?", "neither", "both", "s"]  # what is wrong at one prompt is asked again
    said = sit("stud-high-low", answers, others, declare=Declares.TURN)
    assert "halves declared in turn" in said
    assert "What do you declare for? high, low, both, why?, ? > " in said
    assert "(PG:69)" in said
    assert "expected a declaration: high, low or both" in said.lower()
    assert "You declare both" in said


def test_a_person_throws_cards_away() -> None:
    said = sit("irish", ["c", "k", "k", "pat", "d 1", "d 1 4", "k", "k", "s"], passive())
    assert "Throw 2 of them away, as in d 1 2, why?, ? > " in said
    assert said.count("You must throw away 2 of your cards, and get none for them") > 1
    assert re.search(r"You throw .. .. away", said)
    assert "River" in said


def test_a_player_who_draws_nothing_stands_pat() -> None:
    said = sit("badugi", ["k", "d 1", "k"], passive())
    assert re.search(r"▸ You .*  drew 1$", said, re.MULTILINE)
    assert re.search(r"Seat 2 .*  stood pat$", said, re.MULTILINE)


def test_a_mucked_hand_is_not_a_folded_one() -> None:
    hand = Hand(seat_hand(GAMES["holdem"], NoLimit(), Stakes(blinds=(1, 2)), CASH, [9, 9, 9]))
    hand.betting.live = 0b001
    _, _, second, third = table_lines(hand, 0, mucked=0b010)
    assert (second.split()[-1], third.split()[-1]) == ("mucked[/]", "folded[/]")


def test_a_bring_in_is_completed_not_bet() -> None:
    story = sit("razz", ["b"], *[passive()] * 3) + sit("stud", ["b"], *[passive()] * 3)
    assert "You complete to 4" in story
    assert "You bet 4" not in story


def test_a_small_table_is_filled() -> None:
    few = replace(GAMES["holdem"], seats=(2, 4))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "holdem", few)
        assert len(open_table("holdem", None, "cash", seats=None, stack=40).stacks) == 4
    assert len(open_table("holdem", None, "cash", seats=None, stack=40).stacks) == 6


def test_several_boards_stand_above_the_prompt() -> None:
    said = sit("double-board-omaha", ["c", "k", "k"], passive())
    assert re.search(r"^  Board 1  .. .. ..\n  Board 2  .. .. ..\n  pot 4 \(you 2\)\n  You hold", said, re.MULTILINE)


ANSWERS: list[tuple[Due, str, Command]] = [
    (Due.RUN, "2", ChooseRuns(2)),
    (Due.RUN, "once", ChooseRuns(1)),
    (Due.RUN, "run it three times", ChooseRuns(3)),
    (Due.DECLARE, "high", Declare(1)),
    (Due.DECLARE, "declare low", Declare(2)),
    (Due.DECLARE, "lo", Declare(2)),
    (Due.DECLARE, "high-low", Declare(3)),
    (Due.DECLARE, "Both", Declare(3)),
    (Due.DECLARE, "3", Declare(3)),
]


@each(("due", "typed", "command"), ANSWERS)
def test_answers(due: Due, typed: str, command: Command) -> None:
    hand = Hand(seat_hand(GAMES["stud8"], NoLimit(), Stakes(ante=1), CASH, [9, 9]))
    assert read_answer(typed, hand, Options(due, 0, runs=3, declare=True)) == command


@pytest.mark.parametrize(("due", "typed"), [(Due.RUN, "f"), (Due.RUN, "two 3"), (Due.DECLARE, "k"), (Due.ACT, "low")])
def test_unreadable_options_are_refused(due: Due, typed: str) -> None:
    hand = Hand(seat_hand(GAMES["stud8"], NoLimit(), Stakes(ante=1), CASH, [9, 9]))
    with pytest.raises(BadNotation):
        read_answer(typed, hand, Options(due, 0, runs=3, declare=True))


# ---- options of the command


def test_rakes_are_read() -> None:
    assert read_rake("5%") == Rake(5)
    assert read_rake("3%/5") == Rake(3, 5)
    assert read_rake(" 2.5%/4 ") == Rake(25, 4, denominator=1000)
    assert (rake_words(read_rake("2.5%/4")), rake_words(read_rake("10%"))) == ("rake 2.5% up to 4", "rake 10%")
    for wrong in ("5", "5%/", "/3", "5%/x", "-1%", "5%/-3", "\u0665%"):
        with pytest.raises(BadNotation, match="expected a percentage, as in 5%, or 5%/3"):
            read_rake(wrong)
    with pytest.raises(Conflict, match="the rake must be between none and all of the pot, not 101/100 of it"):
        read_rake("101%")


def test_changes_of_the_house_are_shown() -> None:
    omaha8 = GAMES["omaha8"]
    assert house_text(house_of(omaha8, "cash")) == "House cash"
    assert house_text(house_of(omaha8, "home", run_it=1)) == "House home, board run once"
    ours = house_of(omaha8, "tda-2013", run_it=2, declare=Declares.CHIPS)
    assert house_text(ours) == "House tda-2013, board run up to 2 times, halves declared with chips in hand"
    assert ours.but(run_it=1, declaration=TDA_2013.declaration) == TDA_2013


def test_a_game_without_antes_has_none_and_the_high_card_bets() -> None:
    stakes = open_table("five-card-stud-forced", None, "cash", seats=3, stack=100, seed=1).stakes
    assert (stakes.ante, stakes.bring_in, stakes.small_bet) == (0, 4, 4)
    razz = open_table("razz", None, "cash", seats=3, stack=100, seed=1).stakes
    assert (razz.ante, razz.bring_in, razz.small_bet) == (1, 2, 4)


@each(
    ("args", "says"),
    [
        (["--rake", "5"], "--rake 5: expected a percentage, as in 5%"),
        (["--rake", "200%"], "the rake must be between none and all of the pot, not 200/100 of it"),
        (["--raises", "0"], "--raises 0: expected 1 to 100, or any"),
        (["--run-it", "0"], "--run-it 0: a board is run 1 to 4 times"),
        (["--run-it", "x"], "'--run-it'"),
        (["badugi", "--run-it", "2"], "--run-it 2: Badugi has no board to run"),
        (["--declare", "turn"], "--declare turn: Texas hold'em is not a split-pot game"),
        (["stud8", "--declare", "loud"], "'--declare'"),
        (["none.toml"], "none.toml: no such file"),
        (["omha"], "did you mean 'omaha'?"),
    ],
)
def test_bad_arguments_end_with_2_and_one_clear_line(
    args: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(args, says, capsys)


def test_text_of_others_is_no_markup() -> None:
    assert plain("a [red]b[/]") == r"a \[red]b\[/]"
    assert length(plain("a [red]b[/]")) == len("a [red]b[/]")


def test_bots_declare_and_the_house_takes_its_rake(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["play", "stud-high-low", "--watch", "--declare", "turn", "--rake", "10%", "--seats", "3"]
    for seed in range(12):
        assert run([*args, "--seed", str(seed)]) == 0
        out = capsys.readouterr().out
        assert "rake 10%" in out
        assert "House cash, halves declared in turn" in out
        if re.search(r"Seat \d declares (high|low|both)", out) and "for the house" in out:
            assert re.search(r"^The house has taken \d+", out, re.MULTILINE)
            return
    pytest.fail("no hand of twelve came to a showdown for ten chips or more")
