"""Figures over many hands: an evening of three, counted by hand; properties of random hands; the corpus' own nets."""

from __future__ import annotations

import json
from collections import defaultdict
from decimal import Decimal
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
from each import each
from few_examples import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER, PLOT
from random_setups import played

from sidepot import CASH, NoLimit, Stakes, find_game, play_hand, seat_hand
from sidepot.bots.strengths import player
from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory
from sidepot.histories.converting import histories_in
from sidepot.histories.file_shares import hands_in, shares_of
from sidepot.stats import EXPLAINED, Rates, counted_files, seen, stats
from sidepot.stats.hand_seen import NO_BUTTON, POSITIONS, positions_of
from sidepot.stats.line import HandWon, line_of
from sidepot.workers import Workers

EVENING = Path(__file__).parent / "evening.txt"


def ann(by: str = "") -> dict[str, Rates]:
    """The figures of Ann, by group."""
    return {row.group: row for row in stats([EVENING], player="Ann", by=by).rows}


# Ann in the evening, by hand. Hand 1 (button): raises to 6, calls a re-raise to 18, calls 20 and 162; 200 lost with
# 400 paid back of 402. Hand 2 (big blind): checks, bets the flop, wins 4 for her 2. Hand 3 (small blind): raises, bets
# the flop, shows and gets 23 for her 12.


def test_figures_of_ann() -> None:
    row = ann()["Ann"]
    assert (row.hands, row.won) == (3, {"USD": "-187"})  # -200 + 2 + 11
    assert row.per_100 == pytest.approx(100 * (-100 + 1 + 5.5) / 3)
    assert row.vpip == pytest.approx(2 / 3)  # a check in the big blind is not voluntary
    assert row.pfr == pytest.approx(2 / 3)
    assert (row.counts["may_three_bet"], row.three_bet) == (0, None)  # nobody has raised before her but once she had
    assert (row.counts["may_continue"], row.counts["continued"]) == (1, 1)  # hand 3; in hand 1 Bo raised last
    assert (row.counts["saw"], row.wtsd) == (3, pytest.approx(2 / 3))
    assert row.w_sd == pytest.approx(1 / 2)


def test_the_standard_error() -> None:
    """-100, 1 and 5.5 big blinds: mean -31.1667, squares off it 4738.03, 1034.69 and 1344.44, variance 7117.17 / 2."""
    assert ann()["Ann"].error == pytest.approx(100 * (7117.1667 / 2 / 3) ** 0.5, rel=1e-6)


def test_an_all_in_with_one_card_to_come_is_worth_what_the_outs_say() -> None:
    """Kings need one of two kings among the 44 cards that nobody holds; the pot is 402, of which 400 are paid."""
    (first, *_) = [told for _, told in histories_in(EVENING) if isinstance(told, HandHistory)]
    ann, bo, cy = seen(first).seats
    assert ann is not None and bo is not None and cy is not None
    assert ann.expected == pytest.approx(400 * 42 / 44 - 200)
    assert bo.expected == pytest.approx(400 * 2 / 44 - 200)
    assert cy.expected is None
    row = stats([EVENING], player="Ann").rows[0]
    assert (row.all_ins, row.all_in_units, row.sampled) == (1, -100.0, 0)
    assert row.expected_units == pytest.approx((400 * 42 / 44 - 200) / 2)
    assert row.expected_per_100 == pytest.approx(100 * ((400 * 42 / 44 - 200) / 2 + 6.5) / 3)


def test_bo_raises_again_and_goes_on() -> None:
    row = stats([EVENING], player="Bo").rows[0]
    assert row.won == {"USD": "188"}  # 200 - 0 - 12
    assert (row.counts["may_three_bet"], row.counts["three_bets"]) == (2, 1)  # hand 3: called a raise
    assert (row.counts["may_continue"], row.counts["continued"]) == (1, 1)
    assert (row.counts["saw"], row.counts["showdowns"], row.counts["won_there"]) == (2, 2, 1)


def test_groups() -> None:
    assert {group: row.hands for group, row in ann("position").items()} == {"BTN": 1, "SB": 1, "BB": 1}
    assert {group: row.won["USD"] for group, row in ann("month").items()} == {"2026-05": "-198", "2026-06": "11"}
    assert list(ann("game")) == ["nl holdem"] and list(ann("stakes")) == ["1/2"]
    whole = stats([EVENING], by="position")
    assert whole.total is not None and whole.total.hands == 9
    assert sum(Decimal(row.won["USD"]) for row in whole.rows) == -3  # the rake


def test_all_players_are_counted_if_none_is_named() -> None:
    found = stats([EVENING])
    assert {row.group: row.won["USD"] for row in found.rows} == {"Ann": "-187", "Bo": "188", "Cy": "-4"}
    assert (found.files, found.hands, found.problems) == (1, 3, [])


def test_the_line_of_ann() -> None:
    line = stats([EVENING], player="Ann", line=True).line
    assert line is not None and line.measure == "USD"
    assert [(point.hands, point.net, point.showdown, point.without) for point in line.points] == [
        (0, 0, 0, 0), (1, -200, -200, 0), (2, -198, -200, 2), (3, -187, -189, 2),
    ]  # fmt: skip
    assert line.points[-1].expected == pytest.approx(400 * 42 / 44 - 200 + 13, abs=1e-3)


def test_a_line_of_several_currencies_is_in_big_blinds_and_in_the_order_of_play() -> None:
    late = HandWon((2026, 2, 1, 10, 0, 0), 3.0, 30.0, "USD", True)
    early = HandWon((2026, 2, 1, 9, 5, 0), -1.0, -2.0, "EUR", False)
    line = line_of([late, early])
    assert line.measure == "big blinds"
    assert [point.net for point in line.points] == [0, -1, 2]
    undated = line_of([late, msgspec.structs.replace(early, when=())])
    assert [point.net for point in undated.points] == [0, 3, 2]  # the order of the files


@each(
    ("seats", "middle"),
    [
        (2, []),
        (3, []),
        (4, ["CO"]),
        (5, ["UTG", "CO"]),
        (6, ["UTG", "HJ", "CO"]),
        (8, ["UTG", "UTG+1", "LJ", "HJ", "CO"]),
        (9, ["UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO"]),
    ],
)
def test_positions(seats: int, middle: list[str]) -> None:
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [100] * seats, button=0)
    blinds = ["BB"] if seats == 2 else ["SB", "BB"]
    assert positions_of(setup) == ("BTN", *blinds, *middle)


def test_stud_has_no_positions() -> None:
    stakes = Stakes(ante=1, bring_in=1, small_bet=4)
    setup = seat_hand(find_game("stud"), NoLimit(), stakes, CASH, [100] * 3)
    assert positions_of(setup) == (NO_BUTTON,) * 3


# ---- properties


def told(seed: int) -> HandHistory:
    """A random hand of any game as a history would tell it."""
    hand = played(seed, kills=True)
    seats = range(len(hand.setup.stacks))
    return HandHistory(hand=hand, names=tuple([f"p{seat}" for seat in seats]), numbers=tuple(seats), name=str(seed))


@example(seed=185)  # the muck is shuffled between the second cards of two boards
@given(st.integers(0, 10**6))
def test_counts_of_any_hand_of_any_game_fit_together(seed: int) -> None:
    one = told(seed)
    hand = seen(one, expectation=False)
    assert hand.pot >= 0 and len(hand.seats) == len(one.names)
    for seat in hand.seats:
        if seat is None:
            continue
        did = seat.did
        assert did.three_bet <= did.may_three_bet and did.continued <= did.may_continue
        assert did.three_bet <= did.raised <= did.voluntary
        assert did.won_there <= did.showdown <= did.saw
        assert did.showdown <= hand.showdown
        assert did.may_continue <= did.raised
    assert sum(seat.did.may_continue for seat in hand.seats if seat) <= 1
    assert sum(seat.did.three_bet for seat in hand.seats if seat) <= 1


@settings(max_examples=examples(25))  # plainly, an all-in before the flop takes a second
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_the_averages_of_an_all_in_come_to_what_was_won(seed: int, count: int) -> None:
    """Chips are neither made nor lost by luck: the averages of a hand add up to its nets."""
    chance = Random(seed)
    stacks = [chance.randint(2, 12) for _ in range(count)]
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, stacks)
    hand = play_hand(setup, [player("beginner", chance)] * count, chance)
    names = tuple([f"p{seat}" for seat in range(count)])
    found = seen(HandHistory(hand=hand, names=names, numbers=tuple(range(count))))
    seats = [seat for seat in found.seats if seat is not None and seat.expected is not None]
    assert sum(seat.expected or 0 for seat in seats) == pytest.approx(sum(seat.net for seat in seats))


def test_any_number_of_processes_counts_the_same(tmp_path: Path) -> None:
    text = EVENING.read_text(encoding="utf-8")
    for number in range(6):
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "broken.txt").write_text(text.replace("Ann: calls $20\n", ""), encoding="utf-8")
    found = [
        msgspec.json.encode(stats([tmp_path], by="position", workers=Workers(jobs), line=False)) for jobs in (1, 2, 3)
    ]
    assert found[0] == found[1] == found[2]


def test_showdown_without_cards_counts_as_it_is_printed(tmp_path: Path) -> None:
    text = EVENING.read_text(encoding="utf-8").replace("Bo: shows [Kd Kh] (three of a kind, Kings)\n", "")
    text = text.replace("showed [Kd Kh] and won ($400) with three of a kind, Kings", "collected ($400)")
    file = tmp_path / "untold.txt"
    file.write_text(text, encoding="utf-8")
    whole, untold = stats([EVENING], expectation=False), stats([file])
    assert untold.problems == []
    assert untold.rows == whole.rows  # nobody knows what the all-in was to come to
    (share,) = shares_of([file])
    (told,) = [told for _, name, told in hands_in(share) if name == "1"]
    assert isinstance(told, HandHistory)
    hand = seen(told)
    assert (hand.pot, hand.rake, hand.showdown) == (402, 2, True)
    assert [seat and (seat.net, seat.did.won_there) for seat in hand.seats] == [(-200, False), (200, True), (-2, False)]


# ---- the corpus


@CORPUS.mark
def test_the_nets_of_the_corpus() -> None:
    """Each player's net of each listed hand is the printed one, to the cent, without what a site gave beside."""
    wanted: dict[str, dict[str, dict[str, Decimal]]] = defaultdict(dict)
    for line in (Path(CORPUS_FOLDER) / "expected" / "stars-like.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        wanted[row["file"]][row["hand"]] = {name: Decimal(net) for name, (_, net) in row["players"].items()}
    compared = 0
    for file, hands in wanted.items():
        for name, one in histories_in(Path(CORPUS_FOLDER) / file):
            if name not in hands or not isinstance(one, HandHistory):
                continue
            hand = seen(one, expectation=False)
            nets = {one.player: Decimal(one.net - one.adjustment).scaleb(-hand.decimals) for one in hand.seats if one}
            printed = {name: net for name, net in hands[name].items() if name in nets}
            assert {name: nets[name] for name in printed} == printed, (file, name)
            compared += len(printed)
    assert compared > 5_000


# ---- the command


def test_command_and_python_give_the_same(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", str(EVENING), "--player", "Ann", "--by", "month", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    found = msgspec.to_builtins(stats([EVENING], player="Ann", by="month"))
    del found["line"]
    assert told == found
    assert run(["stats", str(EVENING), "--player", "Ann", "--by", "month", "--csv"]) == 0
    head, may, june = capfd.readouterr().out.splitlines()
    assert head.startswith("month,hands,per_100,error,vpip") and head.endswith("won USD")
    assert may.startswith("2026-05,2,") and may.endswith(",-198") and june.endswith(",11")
    assert run(["stats", str(EVENING), "--player", "Ann"]) == 0
    assert "-187 USD" in capfd.readouterr().out


def test_a_broken_hand_is_named_and_the_others_count(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.txt"
    file.write_text(EVENING.read_text(encoding="utf-8").replace("Ann: calls $20\n", ""), encoding="utf-8")
    assert run(["stats", str(file), "--json"]) == 1
    out, err = capfd.readouterr()
    assert f"{file}, hand 1: line 17: " in err
    assert json.loads(out)["rows"][0]["hands"] == 2


def test_the_line_without_a_name_is_that_of_whose_files_they_are(tmp_path: Path) -> None:
    """Under each name that they have at a site."""
    told = EVENING.read_text(encoding="utf-8")
    found = stats([EVENING], line=True)
    assert (found.heroes, found.line) == (["Ann"], stats([EVENING], player="Ann", line=True).line)
    (tmp_path / "1.txt").write_text(told)
    (tmp_path / "2.txt").write_text(told.replace("Ann", "Anna").replace("Dealt to Anna [Qc Qd]", ""))
    both = stats([tmp_path], line=True)
    assert both.heroes == ["Ann", "Anna"] and both.line is not None and both.line.points[-1].hands == 5
    (tmp_path / "1.txt").write_text("\n".join([line for line in told.splitlines() if not line.startswith("Dealt to")]))
    with pytest.raises(BadNotation, match="do not show whose they are"):
        stats([tmp_path / "1.txt"], line=True)


@PLOT.mark
def test_the_winnings_are_drawn(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "won.png"
    assert run(["stats", str(EVENING), "--player", "Ann", "--plot", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert str(picture) in capfd.readouterr().out.replace("\n", "")


def test_chips_are_named_next_to_a_currency(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    first = EVENING.read_text().partition("\n\n\n")[0]
    (tmp_path / "dollars.txt").write_text(first)
    (tmp_path / "chips.txt").write_text(first.replace("#1:", "#999:").replace(" USD", "").replace("$", ""))
    assert run(["stats", str(tmp_path), "--player", "Ann"]) == 0
    out = capfd.readouterr().out
    assert "USD" in out and " chips" in out
    assert run(["stats", str(tmp_path / "chips.txt"), "--player", "Ann"]) == 0
    assert "chips" not in capfd.readouterr().out


def test_each_figure_is_explained(capfd: pytest.CaptureFixture[str]) -> None:
    from places import ROOT

    assert run(["stats", "--explain"]) == 0
    told = capfd.readouterr().out
    pages = "".join([(ROOT / "docs" / "reference" / name).read_text("utf-8") for name in ("stats.md", "figures.md")])
    for name, text in EXPLAINED.items():
        assert name in told and "\n" not in text
        assert f"| {name} | {text} |" in pages


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--player", "Dee"], "no player in these 3 hands is named 'Dee'"),
        (["--by", "weather"], "expected one of position, game, stakes, month"),
        (["--player", ""], "the value is empty"),
    ],
)
def test_bad_usage(more: list[str], said: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["stats", str(EVENING), *more]) == 2
    assert said in capfd.readouterr().err


def test_no_history_at_all(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary,", encoding="utf-8")
    assert run(["stats", str(tmp_path)]) == 2
    assert run(["stats"]) == 2
    assert "name files or folders" in capfd.readouterr().err
    with pytest.raises(BadNotation):
        stats([tmp_path / "nowhere"])


def test_positions_of_more_seats_than_usual() -> None:
    setup = seat_hand(find_game("holdem"), NoLimit(), Stakes(blinds=(1, 2)), CASH, [100] * 22, button=0)
    assert [one for one in positions_of(setup) if one not in POSITIONS] == []


WALK = """


PokerStars Hand #4: Hold'em No Limit ($1/$2 USD) - 2026/06/02 21:00:00 ET
Table 'Kit' 6-max Seat #2 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bo ($400 in chips)
Seat 3: Cy ($198 in chips)
Cy: posts small blind $1
Ann: posts big blind $2
*** HOLE CARDS ***
Bo: folds
Cy: folds
Uncalled bet ($1) returned to Ann
Ann collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""


def test_a_walk_is_no_hand_in_which_a_player_could_come_in(tmp_path: Path) -> None:
    """As trackers count: whom all others leave the blinds has decided nothing."""
    (tmp_path / "walk.txt").write_text(EVENING.read_text(encoding="utf-8") + WALK, encoding="utf-8")
    before = {row.group: row for row in stats([EVENING], expectation=False).rows}
    after = {row.group: row for row in stats([tmp_path / "walk.txt"], expectation=False).rows}
    assert (after["Ann"].hands, after["Ann"].counts["walks"], after["Cy"].counts["walks"]) == (4, 1, 0)
    assert (after["Ann"].vpip, after["Ann"].pfr) == (before["Ann"].vpip, before["Ann"].pfr)
    assert after["Bo"].vpip == pytest.approx(2 / 4)


BOMB = """
Hand #9104 - Holdem(No Limit) - $0.05/$0.10 - 2021/04/20 18:45:26 UTC
Fort Kit 6-max Seat #1 is the button
Seat 1: Ann ($10.00)
Seat 3: Bo ($10.00)
Seat 5: Cy ($10.00)
Ann posts ante $0.10
Bo posts ante $0.10
Cy posts ante $0.10
*** HOLE CARDS ***
*** FLOP *** [9c Kh 2c]
Bo bets $0.20
Cy raises $0.60 to $0.60
Ann folds
Bo raises $1.80 to $1.80
Cy folds
Uncalled bet ($1.20) returned to Bo
Bo collected $1.50 from main pot
*** SUMMARY ***
Total pot $1.50 | Rake $0.00 | JP Fee $0.00
BombPot
"""


def test_a_bomb_pot_has_no_figures_before_the_flop(tmp_path: Path) -> None:
    """Bo raises again on the flop, which is no third bet, and nobody paid to come in."""
    (tmp_path / "bomb.txt").write_text(BOMB, encoding="utf-8")
    rows = stats([tmp_path / "bomb.txt"], expectation=False).rows
    assert {row.group: row.won["USD"] for row in rows} == {"Ann": "-0.10", "Bo": "0.80", "Cy": "-0.70"}
    for row in rows:
        assert (row.vpip, row.pfr, row.three_bet, row.c_bet) == (None, None, None, None), row.group
        assert (row.counts["bomb_pots"], row.counts["saw"], row.counts["walks"]) == (1, 1, 0), row.group


def test_hands_of_several_zones_are_in_the_order_of_play(tmp_path: Path) -> None:
    """Ann's hand at midnight in New York comes after the one at three in universal time."""
    told = [f"[{at}]\n{THREE}time_zone_abbreviation = '{zone}'\ntime = {time}:00:00\n" for at, (zone, time) in
            enumerate([("ET", "00"), ("UTC", "03")], 1)]  # fmt: skip
    (tmp_path / "hands.phhs").write_text(told[0] + "\n" + told[1].replace("p2 f", "p2 cbr 20', 'p1 f"))
    line = stats([tmp_path], player="Ann", line=True).line
    assert line is not None and [point.net for point in line.points] == [0, -6, -4]


THREE = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cc', 'p1 cbr 6', 'p2 f']
players = ['Ann', 'Bo']
year = 2026
month = 5
day = 2
"""


# ---- hands that are there twice


def test_a_hand_that_is_in_two_files_counts_once(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A copy of the evening, the first two of its hands in a file of their own, and one hand once more in its file."""
    told = EVENING.read_text("utf-8")
    first, second, third = ["PokerStars " + hand.rstrip() for hand in told.split("PokerStars ")[1:]]
    files = {"a": told, "b": told, "c": f"{first}\n\n\n{second}", "d": f"{third}\n\n\n{third}"}
    for name, text in files.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    alone = stats([EVENING], player="Ann", line=True)
    for jobs in (1, 2):
        found = stats([tmp_path], player="Ann", line=True, workers=Workers(jobs))
        assert (found.files, found.hands, found.again) == (4, 3, 7)
        assert (found.rows, found.line) == (alone.rows, alone.line)
    assert run(["stats", str(tmp_path), "--json", "--no-expectation"]) == 0
    out, err = capfd.readouterr()
    assert json.loads(out)["again"] == 7 and "7 hands appeared twice" in err


def test_hands_that_are_cut_into_several_shares_count_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of a share are known and some are not."""
    monkeypatch.setattr(counted_files, "shares_of", partial(shares_of, most=1))
    told = EVENING.read_text("utf-8")
    (tmp_path / "a.txt").write_text("PokerStars " + told.split("PokerStars ")[2], encoding="utf-8")
    (tmp_path / "b.txt").write_text(told, encoding="utf-8")
    found = stats([tmp_path])
    assert (found.hands, found.again, found.total) == (3, 1, None)
    assert {row.group: row.won["USD"] for row in found.rows} == {"Ann": "-187", "Bo": "188", "Cy": "-4"}


@pytest.mark.parametrize(
    ("was", "put"),
    [("Hand #", "Hand #9"), ("2026/", "2025/"), ("Cy", "Di")],
)
def test_hands_that_differ_both_count(was: str, put: str, tmp_path: Path) -> None:
    told = EVENING.read_text("utf-8")
    other = told.replace(was, put)
    assert other != told
    (tmp_path / "a.txt").write_text(told, encoding="utf-8")
    (tmp_path / "b.txt").write_text(other, encoding="utf-8")
    found = stats([tmp_path])
    assert (found.hands, found.again) == (6, 0)


def test_logs_that_count_their_hands_differ_by_the_cards(tmp_path: Path) -> None:
    """Hand 0 of two matches between the same two: the one who has the small blind folds in both."""
    head = "# name/game/hands/seed match holdem.limit.2p.reverse_blinds.game 1 0\n"
    (tmp_path / "a.log").write_text(f"{head}STATE:0:f:9s8h|9c6h:5|-5:Ann|Bo\n", encoding="utf-8")
    (tmp_path / "b.log").write_text(f"{head}STATE:0:f:2s3h|9c6h:5|-5:Ann|Bo\n", encoding="utf-8")
    (tmp_path / "c.log").write_text(f"{head}STATE:0:f:2s3h|9c6h:5|-5:Ann|Bo\n", encoding="utf-8")
    found = stats([tmp_path])
    assert (found.hands, found.again) == (2, 1)
