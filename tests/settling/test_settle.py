"""`sidepot settle`: the settlements of the sources, odd chips, and what is refused."""

from __future__ import annotations

import io
import itertools
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from each import each
from places import ROOT

from sidepot.cards import cards
from sidepot.cli.app import run
from sidepot.errors import BadNotation, Conflict
from sidepot.games.catalog import find_game
from sidepot.hand.settling.real_chips import Settlement, settle
from sidepot.rules.houses import CASH, HOUSES, find_house
from sidepot.rules.index import find_rules

EXAMPLES = ROOT / "examples"
STUD_A, STUD_B = cards("6s5h4d3c2hKhQh"), cards("6h5s4c3d2sJcTc")  # both 6-5-4-3-2: high and low


def pots_of(settled: Settlement) -> list[tuple[int, str, str]]:
    return [(pot.amount, " ".join(pot.eligible), " ".join(pot.winners)) for pot in settled.pots]


def settle_json(capsys: pytest.CaptureFixture[str], *args: str) -> Any:
    assert run(["settle", *args, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


# ---- the worked examples of the sources


def test_alice_bob_and_carol(capsys: pytest.CaptureFixture[str]) -> None:  # SV-001, AI-7, AI-8
    found = settle_json(capsys, str(EXAMPLES / "alice-bob-carol.toml"))
    assert [(pot["amount"], pot["eligible"], pot["winners"]) for pot in found["pots"]] == [
        (3500, ["Alice", "Carol"], ["Alice"]),
        (200, ["Carol"], ["Carol"]),
    ]
    assert found["returned"] == {"Carol": 800}
    assert found["payouts"] == {"Alice": 3500, "Carol": 200}
    assert list(found)[:4] == ["pots", "returned", "payouts", "cites"]
    assert list(found["pots"][0])[:3] == ["amount", "eligible", "winners"]
    assert {"SD-2", "PG-8", "AI-8"} <= set(found["cites"])


def test_antes_that_two_cannot_cover() -> None:  # SV-002, PG-4
    settled = settle({"P1": 30, "P2": 10, "P3": 50, "P4": 50})
    assert pots_of(settled) == [(40, "P1 P2 P3 P4", ""), (60, "P1 P3 P4", ""), (40, "P3 P4", "")]
    assert not settled.returned and not settled.payouts
    assert settled.unpaid == 140


def test_all_in_for_exactly_the_ante() -> None:  # SV-003
    settled = settle({"Short": 100, "SB": 500, "BB": 900, "UTG": 900}, folded=["SB"])
    assert pots_of(settled) == [(400, "Short BB UTG", ""), (2000, "BB UTG", "")]
    assert not settled.returned


def test_a_short_call() -> None:  # SV-010, TS-5
    assert pots_of(settle({"Opener": 20, "Short": 5, "Caller": 20})) == [
        (15, "Opener Short Caller", ""),
        (30, "Opener Caller", ""),
    ]


def test_the_side_pot_is_paid_before_the_all_in_hand_shows() -> None:  # SV-011, TS-7
    put = {"Opener": 20, "Short": 5, "Caller": 20}
    first = settle(put, best=[["Opener"], ["Caller"]])
    assert pots_of(first) == [(15, "Opener Short Caller", ""), (30, "Opener Caller", "Opener")]
    assert (first.payouts, first.unpaid) == ({"Opener": 30}, 15)
    assert settle(put, best=[["Short"], ["Opener"], ["Caller"]]).payouts == {"Opener": 30, "Short": 15}


@pytest.mark.parametrize(
    ("best", "main", "side"), [("AllIn B C", "AllIn", "B"), ("B AllIn C", "B", "B"), ("AllIn C B", "AllIn", "C")]
)
def test_the_best_hand_of_each_pot_wins_it(best: str, main: str, side: str) -> None:  # SV-012, SD-6, SD-7
    settled = settle({"AllIn": 10, "B": 30, "C": 30}, best=[[name] for name in best.split()])
    assert [pot.winners for pot in settled.pots] == [(main,), (side,)]


def test_heads_up_all_in() -> None:  # SV-031, PG-12, in half big blinds
    settled = settle({"SB": 1, "BB": 2, "Andy": 200, "Barbara": 100}, folded=["SB", "BB"])
    assert pots_of(settled) == [(203, "Andy Barbara", "")]
    assert settled.returned == {"Andy": 100}


def test_three_way_all_in() -> None:  # SV-032, PG-15
    put = {"SB": 1, "BB": 2, "Andy": 200, "Barbara": 100, "Chuck": 150}
    settled = settle(put, folded=["SB", "BB"])
    assert pots_of(settled) == [(303, "Andy Barbara Chuck", ""), (100, "Andy Chuck", "")]
    assert settled.returned == {"Andy": 50}


def test_identical_hands_both_ways_divide_evenly() -> None:  # SV-120, SV-121, IA-19
    both = [["A", "B"]]
    assert settle({"A": 33, "B": 33}, game=find_game("omaha8"), best=both, low=both).payouts == {"A": 33, "B": 33}
    stud = settle({"A": 33, "B": 33}, game=find_game("stud8"), hands={"A": STUD_A, "B": STUD_B})
    assert stud.payouts == {"A": 33, "B": 33}
    house = CASH.but(identical_high_low_even=False)
    twice = settle({"A": 33, "B": 33}, game=find_game("omaha8"), best=both, low=both, house=house)
    assert twice.payouts == {"A": 34, "B": 32}


def test_odd_chips() -> None:  # SV-122
    board = settle({"A": 33, "B": 33}, dead=1, best=[["A", "B"]], button="A")
    assert board.payouts == {"A": 33, "B": 34}  # B sits left of the button
    assert "left of the button" in board.pots[0].why[-1].text
    stud = settle({"A": 33, "B": 33}, dead=1, game=find_game("stud8"), hands={"A": STUD_A, "B": STUD_B})
    assert stud.payouts == {"A": 34, "B": 33}
    assert "6s" in stud.pots[0].why[-1].text
    split = settle({"A": 33, "B": 33}, dead=1, game=find_game("omaha8"), best=[["A"], ["B"]], low=[["B"], ["A"]])
    assert split.payouts == {"A": 34, "B": 33}


@pytest.mark.parametrize(
    ("game", "cards", "of_2024", "of_2026"),
    [
        ("holdem", None, "TDA-2024:20-A", "TDA-2026:21-A"),
        ("stud8", {"A": STUD_A, "B": STUD_B}, "TDA-2024:20-B", "TDA-2026:21-B"),
        ("badugi", None, "TDA-2024:20", "TDA-2026:21-D"),
        ("triple-draw", None, "TDA-2024:20", "TDA-2026:21-D"),
    ],
)
def test_the_odd_chip_names_the_part_of_its_game(
    game: str, cards: dict[str, Any] | None, of_2024: str, of_2026: str
) -> None:
    """The part on other games is new in 2026: before it the rule as a whole is named."""
    told: dict[str, Any] = {"hands": cards} if cards else {"best": [["A", "B"]]}
    for house, cite in (("tda-2024", of_2024), ("tda-2026", of_2026)):
        settled = settle({"A": 33, "B": 33}, dead=1, game=find_game(game), house=find_house(house), **told)
        assert settled.pots[0].why[-1].cites == (cite,)


@each(
    ("house", "game", "cites"),
    [
        ("wsop-2026", "holdem", ["TDA-2024:20-A"]),
        ("barge-2026", "holdem", ["TDA-2024:20-A"]),
        ("wsop-2026", "stud8", ["WSOP-2026:73", "TDA-2024:20-B"]),
        ("wsop-live-2026", "stud", ["WSOP-LIVE-2026:153"]),
        ("wsop-live-2026", "razz", ["WSOP-LIVE-2026:153"]),
        ("cash", "holdem", ["RRP-11:ties/button-games"]),
        ("roberts", "holdem", ["RRP-11:ties/button-games"]),
    ],
)
def test_the_odd_chip_is_told_by_the_book_that_the_house_plays_by(game: str, house: str, cites: list[str]) -> None:
    cards = {"hands": {"A": STUD_A, "B": STUD_B}} if game == "stud8" else {}
    told: dict[str, Any] = cards or {"best": [["A", "B"]]}
    if game == "stud":
        told = {"hands": {"A": STUD_A, "B": STUD_B}}
    settled = settle({"A": 33, "B": 33}, dead=1, game=find_game(game), house=find_house(house), **told)
    assert [cite for reason in settled.pots[0].why[-len(cites) :] for cite in reason.cites] == cites


def test_in_the_live_games_of_the_wsop_an_odd_chip_of_low_goes_by_position() -> None:
    """WSOP live 153: the highest card by suit is for the high hand alone."""
    house = find_house("wsop-live-2026")
    razz = settle({"A": 33, "B": 33}, dead=1, game=find_game("razz"), best=[["A", "B"]], button="A", house=house)
    assert razz.payouts == {"A": 33, "B": 34}
    assert "left of the button" in razz.pots[0].why[-1].text


def test_each_pot_is_split_on_its_own() -> None:  # SV-123, T20
    settled = settle({"A": 11, "B": 11, "C": 6, "D": 11}, folded=["D"], dead=1, best=[["A", "B"], ["C"]])
    assert pots_of(settled) == [(25, "A B C", "A B"), (15, "A B", "A B")]
    assert settled.payouts == {"A": 21, "B": 19}


def test_the_smallest_chip_in_play() -> None:  # T19a
    settled = settle({"A": 150, "B": 150, "C": 150}, dead=100, best=[["A", "B"], ["C"]], chip=50)
    assert settled.payouts == {"A": 300, "B": 250}


def test_one_odd_chip_of_five_by_all_cards() -> None:  # Robert's Rules
    razz = find_game("razz")
    hands = {"A": cards("As2s3s4s5sKsQs"), "B": cards("Ac2c3c4c5cKcQc")}
    assert settle({"A": 4, "B": 4}, dead=1, game=razz, hands=hands, house=find_house("roberts")).payouts["B"] == 5
    assert settle({"A": 4, "B": 4}, dead=1, game=razz, hands=hands).payouts["A"] == 5


def test_no_low_qualifies() -> None:  # PG-98
    hands = {"A": cards("AsAhKdQd"), "B": cards("2c3c4d5d")}
    board = cards("Ks Qs Jh Tc 9c")
    assert settle({"A": 50, "B": 50}, game=find_game("omaha8"), hands=hands, board=board).payouts == {"A": 100}


def test_a_community_card_in_stud() -> None:  # PG-95
    hands = {"A": cards("KsKhTd8c4s2h"), "B": cards("AsAhTs8d4c2d")}
    assert settle({"A": 5, "B": 5}, game=find_game("stud"), hands=hands, board=cards("Kd")).payouts == {"A": 10}


def test_everybody_else_folded() -> None:  # PG-26
    settled = settle({"A": 10, "B": 40, "C": 20}, folded=["A", "C"])
    assert (settled.returned, settled.payouts, settled.cites[-1]) == ({"B": 20}, {"B": 50}, "PG-26")


def test_no_chip_is_lost() -> None:
    """Chips come out as they went in, and a house's choice moves at most an odd chip a pot."""
    names = ["A", "B", "C", "D"]
    for amounts in itertools.product((0, 3, 5, 8), repeat=4):
        for gone in ([], ["A"], ["A", "C"]):
            put = dict(zip(names, amounts, strict=True))
            if not any(put[name] for name in names if name not in gone):
                continue
            settled = settle(put, folded=gone, dead=1, best=[["B", "C"], ["A", "D"]] if not gone else [])
            paid = sum(settled.payouts.values()) + sum(settled.returned.values()) + settled.unpaid
            assert paid == sum(amounts) + 1


@each("house", HOUSES)
def test_every_cite_is_a_rule_of_the_index(house: str) -> None:
    rulebook = find_house(house)
    put = {"A": 31, "B": 31, "C": 12, "D": 90}
    some = settle(put, folded=["D"], dead=1, best=[["A", "B"], ["C"]], house=rulebook)
    more = settle({"A": 9, "B": 4}, dead=1, game=find_game("stud8"), hands={"A": STUD_A, "B": STUD_B}, house=rulebook)
    for cite in (*some.cites, *more.cites):
        if not cite.startswith(("TDA-2024", "RRP")):
            assert find_rules(cite), cite


# ---- the command


def test_options_and_file_are_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    options = ["--put", "Ann=800", "--put", "Bo=900", "--put", "Cy=1,700", "--folded", "Bo", "--board", "Kd8s5s4c2h"]
    options += ["--hand", "Ann=AsKs", "--hand", "Cy=QhQd", "--game", "holdem", "--house", "tda-2013"]
    file = tmp_path / "hand.toml"
    file.write_text(
        'folded = ["Bo"]\nboard = "Kd 8s 5s 4c 2h"\nhouse = "tda-2013"\n'
        '[put]\nAnn = 800\nBo = 900\nCy = 1700\n[hands]\nAnn = "As Ks"\nCy = "QhQd"\n'
    )
    by_options = settle_json(capsys, *options)
    assert by_options == settle_json(capsys, str(file))
    assert by_options["payouts"] == {"Ann": 2400, "Cy": 200}
    assert settle_json(capsys, str(file), "--hand", "Ann=3d3c")["payouts"] == {"Cy": 2600}


def test_the_text_says_who_gets_what_and_why(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", str(EXAMPLES / "alice-bob-carol.toml")]) == 0
    out = capsys.readouterr().out
    places = [out.index(part) for part in ("800 back to Carol", "Main pot 3,500", "Side pot 200", "takes")]
    assert places == sorted(places)
    for part in ("SD-2; PG-8", "K♠ K♥ A♥ 9♦ 6♠", "Pair of queens", "AI-8", "PG-68"):
        assert part in out


@pytest.mark.parametrize(
    ("game", "ann", "bo", "board", "wins"),
    [
        ("badacey", "As2d3c4hKh", "Qs5s4d3s2s", "", ("the badugi half", "the low half")),
        ("drawmaha", "AsAhKd9c2s", "7c6h5s4d3h", "Ac Kc 9d 8h 2h", ("the high half", "the half in hand")),
        ("omaha8", "As2sKdKc", "QhQdJsTs", "3c 4d 8h Kh 9s", ("the high half", "the low half")),
    ],
)
def test_each_half_has_the_name_it_has_at_the_table(  # PG-97
    game: str, ann: str, bo: str, board: str, wins: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    hands = ["--hand", f"Ann={ann}", "--hand", f"Bo={bo}", *(["--board", board] if board else [])]
    told = settle_json(capsys, "--put", "Ann=50", "--put", "Bo=50", "--game", game, *hands)
    assert [name for name in wins if name in json.dumps(told)] == list(wins)


def test_names_are_not_markup(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["settle", "--put", "[red]=5", "--put", "[/]=5", "--best", "[/],[red]"]) == 0
    assert "[red]" in capsys.readouterr().out


TWO = ["--put", "Ann=10", "--put", "Bo=10"]
HOLE = ["--hand", "Ann=AsKs", "--hand", "Bo=QhQd"]
REFUSED: dict[str, tuple[list[str], str]] = {
    "nothing": ([], "nothing to settle"),
    "no chips": (["--board", "AsKsQs"], "nobody put in chips; give each player's chips for the whole hand"),
    "unknown name": ([*TWO, "--folded", "Anne"], "no player named"),
    "unknown hand": ([*TWO, "--hand", "Zoe=AsKs"], "error: no player named"),
    "unknown button": ([*TWO, "--button", "Zoe"], "no player named"),
    "unknown best": ([*TWO, "--best", "Zoe"], "no player named"),
    "negative": (["--put", "Ann=-5", "--put", "Bo=5"], "error: Ann: the chips put in must not be negative, but are -5"),
    "half a chip": (["--put", "Ann=2.5"], "is not a number of chips"),
    "no amount": (["--put", "Ann"], "expected NAME=CHIPS"),
    "too much": (["--put", f"Ann={'9' * 5000}"], "expected at most"),
    "twice": ([*TWO, "--put", "Ann=5"], "Ann is named twice"),
    "no live player": (
        [*TWO, "--folded", "Ann,Bo"],
        "not everybody can have folded: the last player left takes the pot",
    ),
    "duplicate card": ([*TWO, *HOLE, "--board", "AsKdQs2c3c"], "As is in the hand of Ann and on the board too"),
    "duplicate on board": ([*TWO, "--board", "KdKd2c"], "Kd is twice on the board"),
    "impossible card": ([*TWO, "--board", "1s"], "board: unknown card '1s'"),
    "unknown card": (
        [*TWO, "--hand", "Ann=As??"],
        "error: there is an unknown card in the hand of Ann; name all the cards there, or none",
    ),
    "joker": ([*TWO, "--hand", "Ann=AsJo"], "Jo in the hand of Ann is not in the deck of Texas hold'em (52 cards)"),
    "short board": (
        [*TWO, *HOLE, "--board", "2c3c4c"],
        "error: Texas hold'em needs a board of 5 cards, but 3 cards are given",
    ),
    "long board": (
        [*TWO, "--board", "2c3c4c5c6c7c"],
        "error: Texas hold'em needs a board of 5 cards, but 6 cards are given",
    ),
    "long hand": (
        [*TWO, "--hand", "Ann=AsKsQs", "--board", "2c3c4c5c6c"],
        "error: a hand of Texas hold'em has 2 cards, but 3 cards are given for Ann",
    ),
    "cards and order": ([*TWO, *HOLE, "--board", "2c3c4c5c6c", "--best", "Ann"], "or an order of strength, not both"),
    "folded and best": (
        [*TWO, "--folded", "Bo", "--best", "Bo"],
        "is listed both as folded and in an order of strength; remove the name from one of them",
    ),
    "twice best": ([*TWO, "--best", "Bo,Ann=Bo"], "Bo appears twice in the order of strength"),
    "empty place": ([*TWO, "--best", "Ann,,Bo"], "--best: a name is missing from 'Ann,,Bo'"),
    "no low half": ([*TWO, "--best", "Bo,Ann", "--low", "Ann"], "has no low half"),
    "game": ([*TWO, "--game", "whist"], "unknown game"),
    "house": ([*TWO, "--house", "mine"], "unknown house 'mine'"),
    "chip": ([*TWO, "--chip", "4"], "error: Ann: 10 cannot be made with chips of 4; give the smallest chip in play"),
    "no chip": ([*TWO, "--chip", "0"], "the smallest chip must be at least 1, not"),
    "odd chip by suit": (
        [*TWO, "--dead", "1", "--game", "stud", "--best", "Ann=Bo"],
        "the suit of a card decides who gets the odd chip",
    ),
    "no file": (["nowhere.toml"], "no such file"),
}


@each(("args", "told"), REFUSED.values(), ids=list(REFUSED))
def test_bad_input_is_one_clear_line(
    args: list[str], told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run(["settle", *args]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ") and err.count("\n") == 1
    assert told in err


BAD_FILES = {
    "unknown key": ("potts = 1", "unknown key 'potts'; a hand has title, game, house"),
    "broken": ("put = [", "hand.toml: "),
    "text for chips": ('[put]\nAnn = "many"', "put.Ann: expected an integer from 0 to 1000000000000000, not 'many'"),
    "true for chips": ("[put]\nAnn = true", "put.Ann: expected an integer from 0 to 1000000000000000, not true"),
    "date for chips": (
        "[put]\nAnn = 2024-01-01",
        "put.Ann: expected an integer from 0 to 1000000000000000, not a date or time",
    ),
    "who folded": ('folded = ["Zoe"]\n[put]\nAnn = 5', "hand.toml: no player named"),
    "empty place": ('best = ["Ann", []]\n[put]\nAnn = 5', "hand.toml: best: a name is missing from the order"),
    "no table": ("put = 5", "put: expected a table"),
    "no list": ('folded = "Ann"', "folded: expected a list"),
    "no text": ("board = 5", "board: expected text in quotes"),
    "no order": ("best = 5", "best: expected a list [...], not 5"),
    "line break in a name": (
        '[put]\n"A\\nnn" = 5',
        "'A\\nnn' is not a valid name: expected letters, without control characters",
    ),
    "deep": ("put = " + "[" * 5000, "hand.toml: "),
}


@each(("text", "told"), BAD_FILES.values(), ids=list(BAD_FILES))
def test_bad_files_are_one_clear_line(text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hand.toml"
    file.write_text(text)
    assert run(["settle", str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ") and err.count("\n") == 1
    assert told in err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_it_asks_on_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["", "Ann 800", "Bo x", "Bo 900", "Cy 1700", "", "", "Zoe", "Bo", "", "Kd8s5s4c2h", "AsKs", "AsQd"]
    answers += ["Kd8s5s4c2h", "AsKs", "QhQd"]  # once more: the ace of spades came twice
    monkeypatch.setattr(sys, "stdin", Terminal("\n".join(answers) + "\n"))
    assert run(["settle", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["payouts"] == {"Ann": 2400, "Cy": 200}
    assert "Bo: 'x' is not a number" in err
    assert "unknown player 'Zoe'" in err
    assert "As is in the hand of Ann and in the hand of Cy too; please try again:" in err


def test_it_asks_for_two_boards(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = ["double-board-holdem", "Ann 33", "Bo 33", "", "", "", "", "4h5h9sTdJc", "AsAh", "8h7h"]
    answers += ["4h5h9sTdJc / 2c3c4c5d9d", "AsAh", "8h7h"]
    monkeypatch.setattr(sys, "stdin", Terminal("\n".join(answers) + "\n"))
    assert run(["settle", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["payouts"] == {"Ann": 33, "Bo": 33}
    assert (
        "try again:\nBoard (Kd 8s 5s 4c 2h / 9h 9d 6c 3c 2d), several runs separated by /: Hand of Ann: Hand of Bo:"
        in err
    )


def test_a_game_of_your_own_is_found_beside_the_hand(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A stripped deck closes its straights with the ace: A-7-8-9-T."""
    (tmp_path / "seven-up.toml").write_text('name = "seven-up"\nlike = "holdem"\ndeck = "7+"\n')
    hand = '[put]\nAnn = 5\nBo = 5\n[hands]\nAnn = "AsTs"\nBo = "KhKd"\n'
    (tmp_path / "hand.toml").write_text(f'game = "seven-up.toml"\nboard = "7h 8d 9c Qd Kc"\n{hand}')
    assert settle_json(capsys, str(tmp_path / "hand.toml"))["payouts"] == {"Ann": 10}
    (tmp_path / "plain.toml").write_text(f'board = "7h 8d 9c Qd Kc"\n{hand}')
    assert settle_json(capsys, str(tmp_path / "plain.toml"))["payouts"] == {"Bo": 10}
    own = ["--game", str(tmp_path / "seven-up.toml")]
    assert settle_json(capsys, str(tmp_path / "plain.toml"), *own)["payouts"] == {"Ann": 10}
    assert run(["settle", str(tmp_path / "plain.toml"), *own, "--board", "2h 8d 9c Qd Kc"]) == 2
    assert "2h on the board is not in the deck of seven-up (32 cards)" in capsys.readouterr().err
    assert run(["settle", str(tmp_path / "plain.toml"), "--game", "nowhere.toml"]) == 2
    assert "nowhere.toml: no such file" in capsys.readouterr().err


def test_the_boards_of_a_settlement_have_names(capsys: pytest.CaptureFixture[str]) -> None:
    two = ["--put", "Ann=51", "--put", "Bo=50", "--dead", "1", "--hand", "Ann=AsAh", "--hand", "Bo=8h7h"]
    assert run(["settle", *two, "--board", "4h5h9sTdJc / 4h5h9s2cKd"]) == 0
    out = capsys.readouterr().out
    for part in ("Run 2  4♥ 5♥ 9♠ 2♣ K♦", "run 1  J♣ T♦ 9♠ 8♥ 7♥", "Run 2: Ann wins it", "The odd 1 goes to run 1"):
        assert part in out
    assert run(["settle", "--put", "A=5", "--put", "B=5", "--game", "jacks-trips", "--hand", "A=AsAh3d4c5c",
                "--hand", "B=KsKh3c4d5d"]) == 0  # fmt: skip
    assert "next deal            10" in capsys.readouterr().out


def test_text_and_lists_are_cards_and_boards_alike() -> None:
    hands = {"A": "AsAh", "B": ["8h", "7h"]}
    told: dict[str, Any] = {"game": "double-board-holdem", "house": "cash", "hands": hands}
    one, other = cards("4h5h9sTdJc"), cards("2c3c4c5d9d")
    for board in ("4h5h9sTdJc/2c3c4c5d9d", [one, other], ["4h 5h 9s Td Jc", other], (list(one), "2c3c4c5d9d")):
        assert settle({"A": 33, "B": 33}, board=board, **told).payouts == {"A": 33, "B": 33}
    told = {"hands": {"A": cards("AsAh"), "B": "8h7h"}}
    for board in ("4h5h9sTdJc", one, ["4h", "5h", "9s", "Td", "Jc"], [one]):
        assert settle({"A": 33, "B": 33}, board=board, **told).payouts == {"B": 66}


def test_an_end_of_the_answers_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("\nAnn 5\n"))
    assert run(["settle"]) == 2
    assert "the input ended" in capsys.readouterr().err


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"house": "cashh"}, "unknown house 'cashh'; did you mean 'cash'?"),
    ({"house": 3}, "house: expected a Rulebook, as in find_house('cash'), not 3"),
    ({"game": "holdemm"}, "unknown game"),
    ({"game": None}, "game: expected a Game, as in find_game('holdem'), not None"),
    ({"hands": {"A": "AsXx"}}, "the hand of A: unknown card 'Xx'"),
    ({"hands": {"A": 5}}, "the hand of A: "),
    ({"hands": {"A": [51, 99]}}, "the hand of A: "),
    ({"hands": {"A": None}}, "the hand of A: "),
    ({"hands": ["AsAh"]}, "hands: expected a value for each player"),
    ({"board": 5}, "board: expected cards"),
    ({"board": "Ks/Qx"}, "board 2: unknown card 'Qx'"),
    ({"folded": "A"}, "folded: expected a list of"),
    ({"mucked": ["A", "A"]}, "is listed both as mucked at the showdown and as out before it; list the player once"),
    (
        {"mucked": ["A"], "folded": ["A"]},
        "is listed both as mucked at the showdown and as out before it; list the player once",
    ),
    ({"best": "A"}, "best: expected a list of"),
    ({"declared": {"A": "high"}}, "do not declare"),
    ({"declared": {"A": "up", "B": "low"}, "game": "omaha8"}, "A cannot declare 'up'"),
    (
        {"board": "As Ks Qs Js Ts / 2c 2d 2h 2s 3c", "best": [["A"], ["B"]]},
        "with more than one board, give the hands as cards",
    ),
    ({"game": "badugi", "board": "As", "hands": {"A": "AsKhQdJc"}}, "Badugi has no board"),
    ({"game": "razz", "board": "AsKs"}, "only one community card, dealt if the deck runs out"),
]


def test_each_wrong_value_is_refused_by_name() -> None:
    wrong = []
    for told, expected in WRONG:
        with pytest.raises((BadNotation, Conflict)) as error:
            settle({"A": 5, "B": 5}, **told)
        if expected not in str(error.value) and "has no board" not in expected:
            wrong.append(f"{told}: {error.value}")
    assert not wrong, "\n".join(wrong)


def test_errors_of_the_function() -> None:
    with pytest.raises(BadNotation, match="1 is not a valid name: expected letters, without control characters"):
        settle({1: 5, 2: 5})  # type: ignore[dict-item]
    with pytest.raises(Conflict, match="needs 2 to 22 players, not 1"):
        settle({"A": 5})
    with pytest.raises(BadNotation):
        settle({})
    with pytest.raises(Conflict, match="every hand has a low"):
        settle({"A": 5, "B": 5}, game=find_game("stud-high-low"), best=[["A"], ["B"]])
    with pytest.raises(Conflict, match="the order of the low hands is given, but not that of the high hands"):
        settle({"A": 5, "B": 5}, game=find_game("omaha8"), low=[["A"], ["B"]])
