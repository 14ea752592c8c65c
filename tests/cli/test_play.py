"""`sidepot play`: transcripts, a whole sitting with typed answers, a real terminal, and bad arguments."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from io import StringIO

import msgspec
import pytest
from each import each

from sidepot.cards import cards
from sidepot.cli.app import run
from sidepot.cli.play import Sitting, bots, watch_hand
from sidepot.cli.play_answers import read_answer
from sidepot.cli.play_stakes import open_table, title_of
from sidepot.cli.screen import Terminal
from sidepot.cli.table_text import WIDTH, flow, length, pots_now, pots_text, seat_cards
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES, HOLDEM, OMAHA8, STUD8
from sidepot.games.limits import NoLimit
from sidepot.games.stakes import Stakes
from sidepot.hand.commands import BringIn, Call, Check, Discard, Fold, RaiseTo, Show
from sidepot.hand.due import Due
from sidepot.hand.events import Event, decode_log
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import options
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.hand.words import reading_text
from sidepot.rules.houses import CASH


class Script:
    """A screen without a terminal: answers come from a list, what is shown is kept as plain text."""

    def __init__(self, answers: Iterable[str] = ()) -> None:
        from rich.console import Console

        self.answers = iter(answers)
        self.out = StringIO()
        self.terminal = Terminal(Console(file=self.out, width=WIDTH, highlight=False))

    @property
    def text(self) -> str:
        return self.out.getvalue()

    def show(self, line: str = "") -> None:
        self.terminal.show(line)

    def ask(self, prompt: str) -> str:
        answer = next(self.answers, None)
        if answer is None:
            raise EOFError
        self.terminal.show(f"{prompt}{answer}")
        return answer


def sit(
    game: str, answers: Iterable[str], *, seats: int = 3, stack: int = 200, seed: int = 1, house: str = "cash"
) -> str:
    """What a person sees who gives these answers and then is gone."""
    screen = Script(answers)
    table = open_table(game, None, house, seats=seats, stack=stack, seed=seed)
    Sitting(table, screen, title_of(table)).run()
    return screen.text


def watched(game: str, *, seed: int = 1, seats: int = 6, stack: int = 200, house: str = "cash") -> str:
    screen = Script()
    table = open_table(game, None, house, seats=seats, stack=stack, seed=seed)
    hand = watch_hand(table, screen, title_of(table))
    assert sum(hand.stacks) + hand.carried == seats * stack
    return screen.text


# ---- watching


@pytest.mark.long
@each("game", GAMES)
def test_a_transcript_is_complete_and_the_same_for_the_same_seed(game: str) -> None:
    first = watched(game, seed=2, seats=3)
    assert first == watched(game, seed=2, seats=3)
    assert GAMES[game].title in first
    assert "pot " in first
    assert "Seat 1 " in first
    assert "── Result ─" in first
    assert max(len(line) for line in first.splitlines()) <= WIDTH


def test_another_seed_is_another_hand() -> None:
    assert watched("holdem", seed=2) != watched("holdem", seed=3)


def test_side_pots_are_shown_with_their_seats() -> None:
    uneven = open_table("holdem", None, "cash", seats=4, stack=20, seed=4)
    uneven.stacks = [6, 40, 15, 90]
    told = []
    for seed in range(30):
        uneven.seed, uneven.stacks, uneven.hands = seed, [6, 40, 15, 90], 0
        screen = Script()
        watch_hand(uneven, screen, "uneven")
        told.append(screen.text)
    text = "\n".join(told)
    assert " all-in" in text
    assert "main pot " in text and "side pot " in text
    assert "wins the side pot of" in text


def test_watching_prints_json_that_is_a_log(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["play", "razz", "--watch", "--json", "--seed", "4"]) == 0
    log: list[Event] = decode_log(capfdbinary.readouterr().out)
    started, *events = log
    hand = Hand(started.setup)  # type: ignore[union-attr]
    for event in events:
        hand.apply(event)
    table = open_table("razz", None, "cash", seats=6, stack=200, seed=4)
    assert hand.stacks == table.play(table.setup(), bots(table)).stacks
    assert msgspec.json.encode(hand.log) == msgspec.json.encode(log)


def test_without_a_terminal_one_hand_is_played() -> None:
    args = [sys.executable, "-m", "sidepot", "play", "--seed", "7"]
    done = subprocess.run(args, capture_output=True, stdin=subprocess.DEVNULL, timeout=300, check=False)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Result" in done.stdout
    assert b"\x1b" not in done.stdout
    plain = subprocess.run(
        args, capture_output=True, stdin=subprocess.DEVNULL, timeout=300, check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert plain.stdout.isascii()
    assert b"\\u" not in plain.stdout


# ---- playing


def test_a_sitting_of_two_hands() -> None:
    text = sit("holdem", ["", "?", "why?", "t", "f", "", "fold", "q"])
    assert "You are dealt " in text
    assert "(PG:57)" in text and "(TDA-2013:50)" in text
    assert "change your first and third card" in text
    assert text.count("You fold") == 2
    assert "── Hand 2 " in text
    assert "after 2 hands. Goodbye." in text
    assert max(len(line) for line in text.splitlines()) <= WIDTH


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    text = sit("holdem", ["k", "r", "r 3", "r 1.5", "dance [bold]", "d 1 2", "s", "r 1000000", "f", "q"])
    assert "You may not check: it is " in text
    assert "say the total in whole chips, from r " in text
    assert "You may raise to 4 or more: the bet is 2 " in text
    assert "'1.5' is not an amount" in text
    assert "'dance [bold]' is not a command here" in text
    assert "That is not possible now." in text and "You may call " in text
    assert "You fold" in text


@pytest.mark.long
@each(
    ("game", "house"),
    [
        *((game, "cash") for game in GAMES),
        *((game, "tda-2013") for game in ("holdem", "omaha8", "stud", "triple-draw")),
    ],
)
def test_every_game_can_be_sat_through_with_calls_alone(game: str, house: str) -> None:
    def answers() -> Iterable[str]:
        for _ in range(15):
            yield from ("c", "k", "pat", "s", "d 1", "d 1 2")
        yield "q"

    text = sit(game, answers(), seed=5, house=house)
    assert "Goodbye." in text
    assert max(len(line) for line in text.splitlines()) <= WIDTH
    assert "internal" not in text


def test_a_player_without_chips_rebuys() -> None:
    text = sit("holdem", ["a", "s", "", "a", "s", "", "a", "s", "", "a", "s", "", "q"] * 4, stack=10, seats=4, seed=3)
    assert " out of chips and buy" in text


def test_a_pot_that_nobody_opened_waits_for_the_next_hand() -> None:
    for seed in range(40):
        text = sit("five-card-draw", ["k", "f", "", "f", "q", "q"], seats=2, seed=seed)
        if "Nobody opened" in text:
            assert "and 2 stay in the pot for the next deal" in text
            assert "pot 4 (you 2)" in text
            return
    pytest.fail("nobody ever passed")


def test_leaving_or_the_end_of_the_input_ends_the_sitting() -> None:
    assert "You leave in the middle of a hand" in sit("holdem", ["q"])
    assert "Goodbye." in sit("holdem", [])
    assert "Goodbye." in sit("stud", ["f", "c", "q"])


def test_an_all_in_does_not_run_into_the_pots() -> None:
    screen = Script()
    table = open_table("holdem", None, "cash", seats=3, stack=1, seed=1)
    watch_hand(table, screen, title_of(table))
    assert "posts the small blind, 1, all-in  pot 1" in screen.text


def test_a_bet_that_is_not_the_blind_is_in_the_title() -> None:
    table = open_table("holdem", None, "cash", seats=3, stack=100, seed=1, bets="5")
    assert title_of(table) == "Texas hold'em, no limit, blinds 1/2, least bet 5"


def test_between_hands_only_a_clear_answer_deals() -> None:
    screen = Script(["f", "why?", "nonsense", "", "q"])
    table = open_table("holdem", None, "cash", seats=3, stack=100, seed=1)
    Sitting(table, screen, title_of(table)).run()
    assert screen.text.count("The hand is over. Enter deals the next one") == 2
    assert screen.text.count("You are dealt") == 2


def test_in_a_terminal() -> None:
    pid, master = pty.fork()
    if not pid:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # where the tests run beside a shell, it is passed over
        os.environ.update(TERM="xterm-256color", COLUMNS="80", LINES="40")
        os.execv(sys.executable, [sys.executable, "-m", "sidepot", "play", "--seed", "11"])
    seen = read_until(master, b"why?")
    assert b"\x1b[" in seen
    os.write(master, b"why?\n")
    seen = read_until(master, b"TDA-2013:50")
    os.write(master, b"f\n")
    read_until(master, b"Enter for the next hand")
    interrupt_until(master, b"Goodbye.")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(master)


def read_until(master: int, wanted: bytes) -> bytes:
    """What the terminal shows up to these bytes; fails after a minute."""
    seen = b""
    end = time.monotonic() + 60
    while wanted not in seen:
        ready, _, _ = select.select([master], [], [], max(end - time.monotonic(), 0))
        assert ready, f"{wanted!r} never came: {seen!r}"
        seen += os.read(master, 4096)
    return seen


def interrupt_until(master: int, wanted: bytes) -> bytes:
    """Press Ctrl-C until these bytes come: one that is pressed while the prompt is set up may be lost in readline."""
    seen = b""
    for _ in range(10):
        os.write(master, b"\x03")
        while select.select([master], [], [], 2)[0]:
            seen += os.read(master, 4096)
            if wanted in seen:
                return seen
    raise AssertionError(f"{wanted!r} never came: {seen!r}")


# ---- answers


def holdem(stacks: list[int], button: int | None = None) -> Hand:
    hand = Hand(seat_hand(HOLDEM, NoLimit(), Stakes(blinds=(1, 2)), CASH, stacks, button=button))
    free = iter(range(52))
    while hand.due in (Due.POST, Due.DEAL):
        if hand.due is Due.POST:
            hand.post()
        else:
            hand.deal([next(free) for _ in range(hand.count)])
    return hand


@each(
    ("typed", "command"),
    [
        ("f", Fold()), ("FOLD", Fold()), ("k", Check()), ("c", Call()),
        ("r 10", RaiseTo(10)), ("raise to 10", RaiseTo(10)), ("r10", RaiseTo(10)), ("b 7", RaiseTo(7)),
        ("min", RaiseTo(4)), ("r min", RaiseTo(4)), ("p", RaiseTo(7)), ("pot", RaiseTo(7)),
        ("a", RaiseTo(200)), ("all-in", RaiseTo(200)), ("all in", RaiseTo(200)),
        ("d 1", Discard((16,))), ("d 12", Discard((16, 17))), ("d 6c 6d", Discard((16, 17))), ("pat", Discard()),
        ("s", Show()), ("bring", BringIn()),
    ],
)  # fmt: skip
def test_answers(typed: str, command: object) -> None:
    hand = holdem([200, 200, 200])
    hand.hole[hand.seat] = (16, 17)
    assert read_answer(typed, hand, options(hand)) == command


@each("typed", ["hello", "r", "r x", "r 5 5", "f 3", "d", "d 3", "d 1 1", "d zz", "r ٣", "b -3"])
def test_unreadable_answers_are_refused(typed: str) -> None:
    hand = holdem([200, 200, 200])
    with pytest.raises(BadNotation):
        read_answer(typed, hand, options(hand))


def test_all_in_is_a_call_where_it_takes_all() -> None:
    hand = holdem([50, 200, 200], button=2)
    assert read_answer("a", hand, options(hand)) == RaiseTo(200)
    hand.raise_to(100)
    assert (hand.seat, read_answer("a", hand, options(hand))) == (0, Call())


# ---- the table in text


def test_pots_begin_where_somebody_is_all_in() -> None:
    hand = holdem([200, 200, 50], button=2)
    assert pots_text(hand) == "pot 3 (1 2 3)"
    hand.raise_to(50)
    hand.raise_to(150)
    assert pots_text(hand, 0) == "main pot 102 (you 2 3) · side pot 100 (you 2)"
    hand.call()
    assert [(pot.amount, pot.eligible) for pot in pots_now(hand)] == [(150, 0b111), (200, 0b011)]


def test_readings_say_no_low_only_when_no_card_is_to_come() -> None:
    assert reading_text(HOLDEM, cards("AsAh"), ()) == "Pair of aces"
    assert reading_text(OMAHA8, cards("AsAh2c3c"), ()) == ""
    assert reading_text(STUD8, cards("AsAh2c"), ()) == "Pair of aces"
    assert reading_text(STUD8, cards("KsKhQcQd2s2h3c"), ()).endswith("; no low")


def test_lists_flow_without_breaking_an_item() -> None:
    lines = flow(["[red]x[/]" * 10 for _ in range(12)], indent="  ")
    assert all(length(line) <= WIDTH for line in lines)
    assert len(lines) == 2


def test_down_cards_of_stud_stand_in_brackets() -> None:
    table = open_table("stud", None, "cash", seats=2, stack=50, seed=1)
    hand = Hand(table.setup())
    hand.post()
    hand.post()
    while not hand.hole[0]:
        hand.deal(cards("AsKs2c") if hand.seat == 0 else cards("AhKh2d"))
    assert seat_cards(hand, 0).startswith("(")
    assert seat_cards(hand, 0).endswith(") [green]2♣[/]")


# ---- bad arguments


@each(
    ("args", "says"),
    [
        (["chess"], "unknown game 'chess'; `sidepot games` lists them"),
        (["--seats", "1"], "--seats 1: Texas hold'em is for 2 to 22 players"),
        (["stud", "--seats", "9"], "--seats 9: Seven-card stud is for 2 to 8 players"),
        (["--stack", "0"], "--stack 0: expected 1 to 1,000,000,000,000 chips"),
        (["--stack", "-5"], "--stack -5"),
        (["--house", "casino"], "unknown house 'casino'; the choices are tda-2013"),
        (["--blinds", "x"], "--blinds x: expected whole chips"),
        (["--blinds", "2/1"], "--blinds 2/1: expected a small blind, a big blind and straddles"),
        (["--blinds", "1"], "--blinds 1: expected a small blind"),
        (["--blinds", "1/2/4", "--seats", "2"], "--blinds 1/2/4: 3 blinds need at least 3 players, not 2"),
        (["--blinds", "0/0"], "the stakes need an ante, a blind or a bring-in"),
        (["stud", "--blinds", "1/2"], "is played without blinds"),
        (["--bring-in", "2"], "--bring-in: Texas hold'em has no bring-in"),
        (["stud", "--bring-in", "9"], "at most the small bet of 4"),
        (["--ante", "-1"], "--ante -1"),
        (["--bets", "4/2"], "--bets 4/2"),
        (["five-card-draw", "--bets", "0"], "--bets 0: expected a small and a big bet"),
        (["--limit", "xl"], "'--limit'"),
        (["--seats", "two"], "'--seats'"),
    ],
)
def test_bad_arguments_end_with_2_and_one_clear_line(
    args: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check_refused(args, says, capsys)


def check_refused(args: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`sidepot play` with these arguments exits 2, with one line on stderr that says what is wrong."""
    assert run(["play", "--watch", *args]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err
    assert "Traceback" not in told.err
