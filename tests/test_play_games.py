"""Playing the games that are more than one board and a draw: several boards, runs, declarations, discards, rake.

The hands are dealt from decks in a known order, and what they come to is worked out by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from test_play import Script

from sidepot.cards import Deck, cards, text
from sidepot.cli.answers import read_answer
from sidepot.cli.app import run
from sidepot.cli.hand_story import Story
from sidepot.cli.play_limits import Declares
from sidepot.cli.play_session import Sitting
from sidepot.cli.play_stakes import house_of, house_text, open_table, rake_text, read_rake, title_of
from sidepot.cli.play_table import play_hand
from sidepot.cli.table_text import board_lines, half_text, length, plain, reading_text
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.limits import NoLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import (
    BringIn,
    Call,
    Check,
    ChooseRuns,
    Command,
    Declare,
    Discard,
    Fold,
    Player,
    RaiseTo,
    Show,
)
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.options import Options, options
from sidepot.hand.seating import seat_hand
from sidepot.rules.houses import CASH, TDA_2013
from sidepot.rules.rulebook import Rulebook

TAG = re.compile(r"\[/?[a-z_ ]*\]")


def passive(**answers: Any) -> Player:
    """A player who checks, calls, stands pat and shows; `answers` are what it says otherwise, by what is due."""

    def play(view: Hand, options: Options) -> Command:
        if options.due.name in answers:
            answer = answers[options.due.name]
            return answer(view, options) if callable(answer) else answer  # type: ignore[no-any-return]
        if options.due is Due.ACT:
            return Check() if options.may_check else Call()
        if options.due is Due.DRAW:
            return Discard(view.hole[options.seat][: options.discard_least])
        if options.due is Due.BRING_IN:
            return BringIn()
        return ChooseRuns(1) if options.due is Due.RUN else Declare(1) if options.due is Due.DECLARE else Show()

    return play


def told(
    game: str,
    deck: str,
    *players: Player,
    house: Rulebook = CASH,
    stakes: Stakes | None = None,
    stacks: Iterable[int] = (100, 100),
    you: int = -1,
) -> tuple[list[str], Hand]:
    """A hand as it is told, without colours, and the hand. The button is on the last seat."""
    stakes = stakes or Stakes(blinds=(1, 2))
    setup = seat_hand(find_game(game), NoLimit(), stakes, house, list(stacks))
    story = Story(setup, you=you)
    lines: list[str] = []

    def tell(event: Any) -> None:
        lines.extend(line for each in story.tell(event) for line in TAG.sub("", each).splitlines())

    hand = play_hand(setup, Deck(cards(deck)), players or (passive(), passive()), tell)
    return lines, hand


# ---- boards and runs


def test_two_boards_are_told_and_each_pays_its_half() -> None:
    lines, hand = told(
        "double-board-holdem",
        "As Kc Ah Kd  2c 7c8c9d 3s4s5d  2d Th 6d  2h Kh 6h",  # burns are the deuces; turn and river on both boards
    )
    at = next(at for at, line in enumerate(lines) if line.startswith("── Flop ─"))
    assert lines[at + 1 : at + 3] == ["Board 1  7♣ 8♣ 9♦", "Board 2  3♠ 4♠ 5♦"]
    assert "Board 1  7♣ 8♣ 9♦  T♥" in lines
    assert "Board 2  3♠ 4♠ 5♦ 6♦  6♥" in lines
    # seat 2 has the button and the small blind, seat 1 is dealt first: aces against kings with a king on board 1
    assert lines[-3:] == [
        "The pot of 4 is shared:",
        "  Board 1: Seat 2 gets 2: Three of a kind, kings",
        "  Board 2: Seat 1 gets 2: Two pair, aces and sixes, five kicker",
    ]
    assert hand.stacks == [100, 100]


def test_what_a_hand_makes_is_told_for_each_board() -> None:
    lines, _ = told("double-board-holdem", "As Kc Ah Kd  2c 7c8c9d 3s4s5d  2d Th 6d  2h Kh 6h")
    at = lines.index("Seat 1 shows A♠ A♥:")
    assert (
        lines[at + 1 : at + 3]
        == ["    board 1: pair of aces; board 2: two pair, aces and sixes, five kicker"] + lines[at + 2 : at + 3]
    )


def all_in(view: Hand, options: Options) -> Command:
    return RaiseTo(options.raise_max) if options.may_raise else Call()


def test_a_board_run_twice() -> None:
    runs_twice, agrees = passive(ACT=all_in, RUN=ChooseRuns(2)), passive(RUN=ChooseRuns(3))
    lines, hand = told(
        "holdem",
        # A A against K K; the flop is run first to the river without a king, then with one
        "As Kc Ah Kd  2c 7c8c9d 2d 3h 2h 4h  2s Ks5d6c 3c 8h 3d 9h",
        runs_twice,
        agrees,
        house=CASH.but(run_it=3),
    )
    asked = [line for line in lines if "run" in line]
    assert asked[:3] == ["Seat 1 says: run it twice", "Seat 2 says: run it 3 times", "The board is run twice"]
    assert any(line.startswith("── Flop, run 1 of 2  7♣ 8♣ 9♦ ─") for line in lines)
    assert any(line.startswith("── River, run 2 of 2  K♠ 5♦ 6♣ 8♥  9♥ ─") for line in lines)
    assert lines[-3:] == [
        "The pot of 200 is shared:",
        "  Run 1: Seat 1 gets 100: Pair of aces",
        "  Run 2: Seat 2 gets 100: Three of a kind, kings",
    ]
    assert hand.stacks == [100, 100]


def test_the_boards_of_a_table() -> None:
    setup = seat_hand(GAMES["double-board-holdem"], NoLimit(), Stakes(blinds=(1, 2)), CASH, [100, 100])
    hand = Hand(setup)
    assert board_lines(hand) == []
    hand.boards = (cards("AsKs"), cards("2c3c"))
    assert [TAG.sub("", line) for line in board_lines(hand)] == ["Board 1  A♠ K♠", "Board 2  2♣ 3♣"]
    hand.boards = hand.boards * 2
    hand.aside = hand.aside._replace(runs=2)
    assert [line.partition("  ")[0] for line in board_lines(hand)] == [
        "Run 1, board 1", "Run 1, board 2", "Run 2, board 1", "Run 2, board 2",
    ]  # fmt: skip


def test_a_board_card_of_the_first_street_stands_below_the_cards() -> None:
    lines, _ = told("courchevel", "As Kc Ah Kd Ac Ks Ad Kh 2c 3c  7h  4c 8h9h 5c Th 6c Jh")
    at = next(at for at, line in enumerate(lines) if line.startswith("── Pre-flop ─"))
    assert lines[at + 2] == "Board  7♥"
    assert sum(line.startswith("── Pre-flop") for line in lines) == 1
    assert any(line.startswith("── Flop  7♥  8♥ 9♥ ─") for line in lines)


# ---- halves


STUD_DECK = (  # seat 1 ends with A A K K and no low, seat 2 with 2 3 4 6 7
    "As 7c Ah 6c Kd 4d  8s Kc 3d  8c Qs 2h  8h Js 9d  8d Tc 9h"
)


def test_halves_of_a_pot_are_named() -> None:
    lines, hand = told("stud-high-low", STUD_DECK, stakes=Stakes(ante=5, bring_in=2, small_bet=5))
    assert lines[-3:] == [
        "The pot of 14 is shared:",
        "  High: Seat 1 gets 7: Two pair, aces and kings, queen kicker",
        "  Low: Seat 2 gets 7: Seven-six low, 7-6-4-3-2",
    ]
    assert hand.stacks == [100, 100]


def test_chips_in_the_hand_declare_unseen() -> None:
    house = CASH.but(declaration="chips in hand")
    stakes = Stakes(ante=5, bring_in=2, small_bet=5)
    lines, hand = told(
        "stud-high-low", STUD_DECK, passive(DECLARE=Declare(1)), passive(DECLARE=Declare(1)),
        house=house, stakes=stakes, you=0,
    )  # fmt: skip
    assert "You declare high" in lines
    assert "Seat 2 declares with chips in the closed hand" in lines
    assert "The hands are opened · You high · Seat 2 high" in lines
    assert lines[-1] == "You win the pot of 14: high with two pair, aces and kings, queen kicker"
    assert hand.stacks == [107, 93]


def test_declared_aloud_both_ways() -> None:
    lines, hand = told(
        "stud-high-low", STUD_DECK, passive(DECLARE=Declare(3)), passive(DECLARE=Declare(2)),
        house=CASH.but(declaration="in turn"), stakes=Stakes(ante=5, bring_in=2, small_bet=5),
    )  # fmt: skip
    assert "Seat 1 declares both" in lines
    assert "Seat 2 declares low" in lines
    # both ways needs both halves: seat 1 loses the low, so that all of it is seat 2's
    assert lines[-1] == "Seat 2 wins the pot of 14: low with seven-six low, 7-6-4-3-2"
    assert hand.stacks == [93, 107]


def test_a_hand_alone_wins_by_its_own_cards() -> None:
    lines, _ = told(
        "drawmaha",
        # four nines on the board cannot help in hand; seat 1 holds a pair of aces, seat 2 five hearts
        "As 2h Ah 3h 7c 4h 8d 6h 5c 8h  2c 9c9d9s  2d 9h  2s Kc",
    )
    assert lines[-3:] == [
        "The pot of 4 is shared:",
        "  High: Seat 1 gets 2: Full house, nines full of aces",
        "  In hand: Seat 2 gets 2: Flush, eight high",
    ]


# ---- discards, jokers, short decks


def test_cards_thrown_away_for_nothing() -> None:
    deck = "As Kc Ah Kd 2c 3c  4c 7c8c9d  5h Th  5c Jh"
    lines, hand = told("crazy-pineapple", deck, passive(DRAW=lambda view, _: Discard(view.hole[0][-1:])), passive())
    assert any(line.startswith("── Discard ─") for line in lines)
    assert "Seat 1 throws 2♣ away" in lines
    assert "Seat 2 throws K♣ away" in lines
    assert text(hand.hole[0]) == "AsAh"
    lines, _ = told("crazy-pineapple", deck, you=1)
    assert "Seat 1 throws 1 away" in lines
    assert "You throw K♣ away" in lines


def test_wild_cards_and_short_decks_are_read() -> None:
    joker, bug = GAMES["five-card-draw-joker"], GAMES["five-card-draw-bug"]
    assert reading_text(joker, cards("AsAhAdAcJo"), ()) == "Five of a kind, aces"
    assert reading_text(bug, cards("KsKhKdQcJo"), ()) == "Three of a kind, kings"  # an ace beside them
    assert reading_text(GAMES["deuces-wild"], cards("2s2hKdQcJd"), ()) == "Straight, ace high"
    assert reading_text(GAMES["short-deck"], cards("As6s"), cards("7d8h9cKdKh")) == "Straight, nine high"
    assert reading_text(GAMES["badacey"], cards("As2h3d4cKs"), ()) == "Badugi, 4-3-2-A; king-four low, K-4-3-2-A"
    irish = GAMES["irish"]
    assert reading_text(irish, cards("AsAh2c3c"), cards("7d8h9c")) == "Pair of aces"
    high_low = find_game("irish-high-low-8")
    assert reading_text(high_low, cards("KsKh9c9d"), cards("7d8hTc")) == "Pair of kings"  # a low may still come
    assert half_text(high_low, high_low.halves[1], cards("KsKh"), cards("7d8hTc2c3c")) == "No low"


def test_a_transcript_with_the_joker_shows_it() -> None:
    lines, _ = told("five-card-draw-joker", "As Jo Ah Kd 2c 3c 4c 5h 6d 7c", stakes=Stakes(ante=1, small_bet=2))
    assert any("Jo K♦" in line for line in lines)


# ---- what no seat gets


def test_the_rake_is_told_and_no_chip_is_lost() -> None:
    deck = "As Kc Ah Kd  2c 7c8c9d 2d Th  2h Jh"
    lines, hand = told(
        "holdem", deck, passive(ACT=all_in), passive(), stakes=Stakes(blinds=(1, 2), rake=Rake(5, cap=7))
    )
    # jack, ten, nine, eight, seven lie on the board
    assert "The pot of 200, less 7 for the house, is shared:" in lines
    assert hand.stacks == [97, 96]
    table = open_table("holdem", None, "cash", seats=3, stack=100, seed=1, rake="10%")
    for _ in range(5):
        before = sum(table.stacks)
        played = table.play(table.setup(), [passive(), passive(), passive()])
        assert sum(table.stacks) == before - played.raked
        assert played.raked == 10 * 6 // 100  # three big blinds, and less than a chip is not taken
    with_flop = table.play(table.setup(), [passive(ACT=all_in), passive(), passive()])
    assert with_flop.raked > 0


def test_a_pot_that_nobody_may_win_waits() -> None:
    deck = "As Kc Ah Kd 2c 3c 4c 5h 6d 7c"  # a pair of aces opens, and nobody has trips
    players = passive(ACT=lambda view, may: RaiseTo(may.raise_min) if may.may_check and may.may_raise else Call())
    lines, hand = told("jacks-trips", deck, players, passive(), stakes=Stakes(ante=1, small_bet=2))
    assert lines[-1].startswith("Nobody holds three of a kind or better: ")
    assert hand.carried == 200 - sum(hand.stacks) > 2


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
    assert "How often should the board be run? 1-3, why?, ? > " in said
    assert "(PG:68)" in said
    assert "You may have the board run 1 to 3 times, not 9" in said
    assert "say how often the board is to be run, as a number from 1 to 3" in said.lower()
    assert "The board is run twice" in said
    assert "River, run 2 of 2" in said


def test_a_person_declares() -> None:
    def answers() -> Iterable[str]:
        yield from ["c"] * 6
        yield from ["why?", "neither", "both", "s"]

    others = passive(DECLARE=Declare(2))
    said = sit("stud-high-low", ["c", *answers()], others, declare=Declares.TURN)
    assert "halves declared, in turn" in said
    assert "What do you declare for? high, low, both, why?, ? > " in said
    assert "(PG:69)" in said
    assert "say what you declare for: high, low or both" in said.lower()
    assert "You declare both" in said


def test_a_person_throws_cards_away() -> None:
    said = sit("irish", ["c", "k", "k", "pat", "d 1", "d 1 4", "k", "k", "s"], passive())
    assert "d 1 2 throw 2 away for nothing, why?, ? > " in said
    assert "You must throw 2 card(s) away, not 0" in said
    assert "You must throw 2 card(s) away, not 1" in said
    assert re.search(r"You throw .. .. away", said)
    assert "River" in said


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


@pytest.mark.parametrize(("due", "typed", "command"), ANSWERS)
def test_answers(due: Due, typed: str, command: Command) -> None:
    hand = Hand(seat_hand(GAMES["stud8"], NoLimit(), Stakes(ante=1), CASH, [9, 9]))
    assert read_answer(typed, hand, Options(due, 0, runs=3, declare=True)) == command


@pytest.mark.parametrize(("due", "typed"), [(Due.RUN, "f"), (Due.RUN, "two 3"), (Due.DECLARE, "k"), (Due.ACT, "low")])
def test_what_cannot_be_read(due: Due, typed: str) -> None:
    hand = Hand(seat_hand(GAMES["stud8"], NoLimit(), Stakes(ante=1), CASH, [9, 9]))
    with pytest.raises(BadNotation):
        read_answer(typed, hand, Options(due, 0, runs=3, declare=True))


# ---- options of the command


def test_rakes_are_read() -> None:
    assert read_rake("5%") == Rake(5)
    assert read_rake(" 2.5%/4 ") == Rake(25, 1000, cap=4)
    assert (rake_text(read_rake("2.5%/4")), rake_text(read_rake("10%"))) == ("rake 2.5% up to 4", "rake 10%")
    for wrong in ("5", "5%/", "/3", "5%/x", "-1%", "5%/-3", "٥%"):
        with pytest.raises(BadNotation, match="a rake is a part of the pot, as in 5%, or 5%/3"):
            read_rake(wrong)
    with pytest.raises(Conflict, match="a part of the pot"):
        read_rake("101%")


def test_what_the_table_does_otherwise_is_said() -> None:
    omaha8 = GAMES["omaha8"]
    assert house_text(house_of(omaha8, "cash")) == "House cash"
    assert house_text(house_of(omaha8, "home", run_it=1)) == "House home, board run once"
    ours = house_of(omaha8, "tda-2013", run_it=2, declare=Declares.CHIPS)
    assert house_text(ours) == "House tda-2013, board run up to 2 times, halves declared, chips in hand"
    assert ours.but(run_it=1, declaration=TDA_2013.declaration) == TDA_2013


def test_a_game_without_antes_has_none_and_the_high_card_bets() -> None:
    stakes = open_table("five-card-stud-forced", None, "cash", seats=3, stack=100, seed=1).stakes
    assert (stakes.ante, stakes.bring_in, stakes.small_bet) == (0, 4, 4)
    razz = open_table("razz", None, "cash", seats=3, stack=100, seed=1).stakes
    assert (razz.ante, razz.bring_in, razz.small_bet) == (1, 2, 4)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--rake", "5"], "--rake 5: a rake is a part of the pot, as in 5%"),
        (["--rake", "200%"], "a rake is a part of the pot, not 200/100 of it"),
        (["--run-it", "0"], "--run-it 0: a board is run 1 to 4 times"),
        (["--run-it", "x"], "'--run-it'"),
        (["--declare", "turn"], "--declare turn: Texas hold'em has no halves to declare for"),
        (["stud8", "--declare", "loud"], "'--declare'"),
        (["none.toml"], "none.toml: there is no such file"),
        (["omha"], "did you mean 'omaha'?"),
    ],
)
def test_bad_arguments_end_with_2_and_one_clear_line(
    args: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "--watch", *args]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err


def test_text_of_others_is_no_markup() -> None:
    assert plain("a [red]b[/]") == r"a \[red]b\[/]"
    assert length(plain("a [red]b[/]")) == len("a [red]b[/]")
