"""Playing the games that are more than one board and a draw: several boards, runs, declarations, discards, rake.

The hands are dealt from decks in a known order, and what they come to is worked out by hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from each import each
from msgspec.structs import replace

from sidepot.cards import Deck, cards, text
from sidepot.cli.common_options import Declares
from sidepot.cli.play_stakes import open_table
from sidepot.cli.play_table import play_hand
from sidepot.cli.table_text import WIDTH, board_lines
from sidepot.cli.transcript import Transcript
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.limits import NoLimit
from sidepot.games.rake import Rake
from sidepot.games.stakes import Stakes
from sidepot.games.study import STUDIES
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.words import half_text, reading_text
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import CapHeadsUp, Rulebook

TAG = re.compile(r"\[/?[a-z_ ]*\]")


def passive(**answers: Any) -> Player:
    """A player who checks, calls, stands pat and shows; `answers` are what it says otherwise, by what is due."""

    def play(view: Hand, options: Options) -> c.Command:
        if options.due.name in answers:
            answer = answers[options.due.name]
            return answer(view, options) if callable(answer) else answer  # type: ignore[no-any-return]
        if options.due is Due.ACT:
            return c.Check() if options.may_check else c.Call()
        if options.due is Due.DRAW:
            return c.Discard(view.hole[options.seat][: options.discard_least])
        if options.due is Due.BRING_IN:
            return c.BringIn()
        return c.ChooseRuns(1) if options.due is Due.RUN else c.Declare(1) if options.due is Due.DECLARE else c.Show()

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
    story = Transcript(setup, you=you)
    lines: list[str] = []

    def tell(event: Any) -> None:
        lines.extend(line for each in story.tell(event) for line in TAG.sub("", each).splitlines())

    hand = play_hand(setup, Deck(cards(deck)), players or (passive(), passive()), tell)
    return lines, hand


def anything(rng: Random) -> Player:
    """A player who does anything that is allowed."""

    def play(view: Hand, may: Options) -> c.Command:
        if may.due is Due.ACT and rng.random() < 0.4 and may.may_raise:
            return c.RaiseTo(rng.choice((may.raise_min, may.raise_max)))
        if may.due is Due.ACT:
            return c.Check() if may.may_check else c.Call() if rng.random() < 0.8 else c.Fold()
        if may.due is Due.DRAW:
            return c.Discard(tuple(rng.sample(view.hole[may.seat], may.discard_least or rng.randint(0, may.discard))))
        if may.due is Due.SHOW and may.may_muck and rng.random() < 0.5:
            return c.Muck()
        return passive(RUN=lambda _, may: c.ChooseRuns(may.runs), DECLARE=c.Declare(rng.randint(1, 3)))(view, may)

    return play


@pytest.mark.long
@each("game", [*GAMES, "double-board-omaha-high-low", "irish-high-low-8", "holdem-low-27"])
def test_every_game_is_shown_in_80_columns(game: str) -> None:
    """Whatever is done, in four houses, with runs, declarations and a rake; and no chip is lost."""
    for at, house in enumerate(("cash", "tda-2013", "roberts", "home")):
        declare = list(Declares)[at % 2] if len(find_game(game).halves) > 1 else None
        runs = 3 if find_game(game).board_cards else None
        table = open_table(game, None, house, seats=4, stack=60, seed=at, run_it=runs, rake="5%", declare=declare)
        for you in (-1, 0):
            story = Transcript(table.setup(), you=you)
            lines: list[str] = []

            def tell(event: Any, story: Transcript = story, lines: list[str] = lines) -> None:
                lines.extend(line for each in story.tell(event) for line in TAG.sub("", each).splitlines())

            table.play(table.setup(), [anything(Random(f"{game} {house} {seat}")) for seat in range(4)], tell)
            table.rebuy()
            assert lines
            assert [line for line in lines if len(line) > WIDTH] == []


@pytest.mark.parametrize("seats", [12, 13, 17])
def test_stud_for_more_than_the_deck_has_cards_for_comes_to_an_end(seats: int) -> None:
    """Thirteen use up the deck with fourth street, seventeen but for one card with third: then none comes."""
    game = replace(GAMES["stud"], seats=(2, seats))
    setup = seat_hand(game, NoLimit(), Stakes(ante=1, bring_in=1, small_bet=2), CASH, [9] * seats)
    hand = play_hand(setup, Deck(below=Random(1).randrange), [passive()] * seats)
    assert hand.due is Due.DONE
    assert len(hand.boards[0]) == {12: 3, 13: 0, 17: 1}[seats]


# ---- boards and runs


def test_two_boards_are_shown_and_each_pays_its_half() -> None:
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
        "Board 1: Seat 2 gets 2: three of a kind, kings",
        "Board 2: Seat 1 gets 2: two pair, aces and sixes, five kicker",
    ]
    assert hand.stacks == [100, 100]


def test_the_hand_is_named_for_each_board() -> None:
    lines, _ = told("double-board-holdem", "As Kc Ah Kd  2c 7c8c9d 3s4s5d  2d Th 6d  2h Kh 6h")
    at = lines.index("Seat 1 shows A♠ A♥: board 1: pair of aces;")
    assert lines[at + 1] == "    board 2: two pair, aces and sixes, five kicker"


def all_in(view: Hand, options: Options) -> c.Command:
    return c.RaiseTo(options.raise_max) if options.may_raise else c.Call()


def test_a_board_run_twice() -> None:
    runs_twice, agrees = passive(ACT=all_in, RUN=c.ChooseRuns(2)), passive(RUN=c.ChooseRuns(3))
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
        "Run 1: Seat 1 gets 100: pair of aces",
        "Run 2: Seat 2 gets 100: three of a kind, kings",
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
    "As 7c Ah 6c Kd 4d  8s Kc 3d  8c Qs 2h  8h Js 9d  8d 5c 9h"
)


def test_halves_of_a_pot_are_named() -> None:
    lines, hand = told("stud-high-low", STUD_DECK, stakes=Stakes(ante=5, bring_in=2, small_bet=5))
    assert lines[-3:] == [
        "The pot of 14 is shared:",
        "High: Seat 1 gets 7: two pair, aces and kings, queen kicker",
        "Low: Seat 2 gets 7: seven-six low, 7-6-4-3-2",
    ]
    assert hand.stacks == [100, 100]


def test_chips_in_the_hand_declare_unseen() -> None:
    house = CASH.but(declaration="chips in hand")
    stakes = Stakes(ante=5, bring_in=2, small_bet=5)
    lines, hand = told(
        "stud-high-low", STUD_DECK, passive(DECLARE=c.Declare(1)), passive(DECLARE=c.Declare(1)),
        house=house, stakes=stakes, you=0,
    )  # fmt: skip
    assert "You declare high" in lines
    assert "Seat 2 declares with chips in the closed hand" in lines
    assert "The hands are opened: you high, Seat 2 high" in lines
    assert lines[-1] == "You win the pot of 14: high with two pair, aces and kings, queen kicker"
    assert hand.stacks == [107, 93]


def test_declared_aloud_both_ways() -> None:
    lines, hand = told(
        "stud-high-low", STUD_DECK, passive(DECLARE=c.Declare(3)), passive(DECLARE=c.Declare(2)),
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
        "As 2h Ah 3h 7c 4h 8d 6h 5c 8h  2c 9c9d9s  3c  2d 9h  2s Kc",
    )
    assert lines[-3:] == [
        "The pot of 4 is shared:",
        "High: Seat 1 gets 2: full house, nines full of aces",
        "In hand: Seat 2 gets 2: flush, eight high",
    ]


# ---- discards, jokers, short decks


def test_cards_thrown_away_for_nothing() -> None:
    deck = "As Kc Ah Kd 2c 3c  4c 7c8c9d  5h Th  5c Jh"
    lines, hand = told("crazy-pineapple", deck, passive(DRAW=lambda view, _: c.Discard(view.hole[0][-1:])), passive())
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
    assert reading_text(high_low, cards("KsKh2c3d"), cards("7d8hTc")) == "Pair of kings"  # a low may still come
    assert half_text(high_low, high_low.halves[1], cards("KsKh"), cards("7d8hTc9s3c")) == "No low"


def test_a_transcript_with_the_joker_shows_it() -> None:
    lines, _ = told("five-card-draw-joker", "As Jo Ah Kd 2c 3c 4c 5h 6d 7c", stakes=Stakes(ante=1, small_bet=2))
    assert any("Jo K♦" in line for line in lines)


# ---- what no seat gets


def test_the_rake_is_shown_and_no_chip_is_lost() -> None:
    deck = "As Kc Ah Kd  2c 7c8c9d 2d Th  2h Jh"
    lines, hand = told(
        "holdem", deck, passive(ACT=all_in), passive(), stakes=Stakes(blinds=(1, 2), rake=Rake(5, cap=7))
    )
    # jack, ten, nine, eight, seven lie on the board
    assert lines[-3:] == [
        "Seat 1 (97) and Seat 2 (96) share the pot of 200,",
        "    less 7 for the house: straight, jack high",
        "The odd chip goes to Seat 1: first left of the button",
    ]
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
    deck = "As Kc Ah Kd 2c 3c 4c 5h 6d 7c  8c"  # a pair of aces opens, and nobody has trips
    players = passive(ACT=lambda view, may: c.RaiseTo(may.raise_min) if may.may_check and may.may_raise else c.Call())
    lines, hand = told("jacks-trips", deck, players, passive(), stakes=Stakes(ante=1, small_bet=2))
    assert lines[-1].startswith("Nobody holds three of a kind or better: ")
    assert hand.carried == 200 - sum(hand.stacks) > 2


@pytest.mark.parametrize("game", STUDIES)
def test_a_small_game_for_study_has_the_amounts_of_its_paper(game: str) -> None:
    table = open_table(game, None, "cash", seats=None, stack=200, seed=1)
    assert (table.limit, table.stakes) == (STUDIES[game].limit, STUDIES[game].stakes)
    assert table.rulebook.cap_heads_up is CapHeadsUp.ON
    other = open_table(game, None, "cash", seats=2, stack=200, seed=1, ante=7)
    assert other.stakes.ante == 7
