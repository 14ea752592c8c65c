"""`sidepot games`, games found by name or file, and one's own game played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from each import each
from msgspec.structs import replace
from places import ROOT
from rich.console import Console

from sidepot.cli import common
from sidepot.cli.app import run
from sidepot.cli.game_words import named_game, requirement_words
from sidepot.errors import BadNotation
from sidepot.games.catalog import FIVE_CARD_DRAW, GAMES, RAZZ
from sidepot.games.files import read_game, write_game
from sidepot.games.mix_files import read_mix
from sidepot.games.mixes import MIXES, find_mix
from sidepot.games.study import STUDIES
from sidepot.games.usual import usual_limit

KEYS = [
    "name", "title", "seats", "deck", "wild", "boards", "hole_cards", "board_cards", "streets", "halves", "pass_out",
    "open_requirement", "win_requirement", "mixes", "study",
]  # fmt: skip

# ---- names and words


def test_games_by_name_and_by_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(write_game(replace(RAZZ, name="mine")), encoding="utf-8")
    assert named_game(str(path)).name == "mine"
    assert named_game("Crazy Pineapple high-low-8").title == "Crazy pineapple high-low, eight or better"
    with pytest.raises(BadNotation, match=re.escape("did you mean 'badugi'? `sidepot games` lists them")):
        named_game("bagudi")
    with pytest.raises(BadNotation, match=r"^unknown game 'chess'; `sidepot games` lists them$"):
        named_game("chess")
    with pytest.raises(BadNotation, match="no such file"):
        named_game("no/such.toml")
    path.write_text("name = 1", encoding="utf-8")
    with pytest.raises(BadNotation, match=re.escape(f"{path}: name: expected text")):
        named_game(str(path))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("texas", "'holdem'"),
        ("omaha hi-lo", "'omaha-high-low'"),
        ("seven-card-stud", "'stud', 'stud-high-first', 'stud-high-low' or 'stud8'"),
        ("pineaple", "'pineapple'"),
    ],
)
def test_near_names_are_suggested(name: str, meant: str) -> None:
    with pytest.raises(BadNotation, match=re.escape(f"did you mean {meant}? `sidepot games` lists them")):
        named_game(name)


def test_a_file_of_any_name_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text('name = "mine"\nlike = "razz"', encoding="utf-8")
    assert named_game("mine.txt").name == "mine"
    with pytest.raises(BadNotation, match="this is a folder"):
        named_game(".")


def test_limits_that_games_are_usually_played_at() -> None:
    at = {limit: {name for name, game in GAMES.items() if usual_limit(game) == limit} for limit in ("nl", "pl", "fl")}
    assert {"holdem", "short-deck", "irish", "single-draw", "jacks-or-better"} <= at["nl"]
    assert {"omaha", "omaha8", "big-o", "courchevel", "drawmaha", "double-board-omaha"} == at["pl"] - {
        "omaha5", "omaha6", "courchevel8"
    }  # fmt: skip
    assert {"stud", "razz", "five-card-stud", "triple-draw", "badugi", "badacey"} <= at["fl"]


def test_required_hands_are_named_as_in_card_rooms() -> None:
    (opens, wins) = requirement_words(GAMES["jacks-trips"])
    assert opens == "a pair of jacks or better opens the betting"
    assert wins.startswith("three of a kind or better wins")
    nines = replace(FIVE_CARD_DRAW, open_requirement="999", win_requirement="KK77")
    assert requirement_words(nines)[0].startswith("three of a kind, nines or better")
    assert requirement_words(nines)[1].startswith("two pair, kings and sevens or better")


# ---- the command


def test_the_table_has_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    out = capsys.readouterr().out
    assert [name for name in GAMES if not re.search(rf"^ +{name} +", out, re.MULTILINE)] == []
    for heading in ("Draw", "Stud", "Games with a board"):
        assert re.search(rf"^{heading} *$", out, re.MULTILINE)
    assert f"{len(GAMES)} games." in out
    assert max(len(line) for line in out.splitlines()) <= 120


def test_a_narrow_terminal_has_names_and_titles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "console", lambda: Console(width=80))
    assert run(["games"]) == 0
    out = capsys.readouterr().out
    assert "\u2026" not in out  # nothing is cut short
    assert re.search(r"^  triple-draw +Deuce-to-seven triple draw +2 to 10 *$", out, re.MULTILINE)
    assert run(["games", "jacks-trips"]) == 0
    out += capsys.readouterr().out
    assert "  asked for  a pair of jacks or better opens the betting; " in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_where_nobody_posts_a_blind_the_seat_left_of_the_button_begins(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "jacks-or-better"]) == 0
    assert re.search(r"before the draw +5 down +left of the button ", capsys.readouterr().out)
    assert run(["games", "lowball"]) == 0
    assert re.search(r"before the draw +5 down +left of the blinds ", capsys.readouterr().out)


def test_one_game_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "drawmaha"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("drawmaha  Drawmaha\n")
    for said in ("2 to 7", "52 cards", "5 of one's own, 5 on the board, 1 draw", "(own cards alone)", "pot limit;"):
        assert said in out
    assert re.search(r"draw +change up to 5 +nobody: no betting *$", out, re.MULTILINE)
    assert re.search(r"river +1 to the board +left of the button +big bet", out)


def test_decks_wild_cards_and_requirements_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "jacks-or-better-bug"]) == 0
    out = capsys.readouterr().out
    assert "53 cards, a joker among them" in out
    assert "the joker as a bug: an ace, or what completes a straight or a flush" in out
    assert "a pair of jacks or better opens the betting" in out
    assert "if nobody opens, the pot stays for the next deal" in out
    assert run(["games", "royal"]) == 0
    assert "20 cards, tens and up" in capsys.readouterr().out
    assert run(["games", "double-board-holdem"]) == 0
    assert "5 on each of 2 boards" in capsys.readouterr().out


def test_a_form_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "crazy-pineapple-high-low-8"]) == 0
    out = capsys.readouterr().out
    assert "Crazy pineapple high-low, eight or better" in out
    assert "lowest hand, ace to five, eight or better" in out
    assert "throw 1 away" in out


def test_json_of_all_and_of_one(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["games", "--json"]) == 0
    games = json.loads(capfdbinary.readouterr().out)
    assert [game["name"] for game in games] == [*GAMES, *STUDIES]
    assert [game["name"] for game in games if game["study"]] == [*STUDIES]
    assert all(list(game) == KEYS for game in games)
    assert run(["games", "omaha8", "--json"]) == 0
    (game,) = json.loads(capfdbinary.readouterr().out)
    assert (game["seats"], game["hole_cards"], game["board_cards"], game["boards"]) == ([2, 11], 4, 5, 1)
    assert game["streets"][1] == {
        "name": "flop", "opens": "left of button", "down": 0, "up": 0, "board": 3, "draw": 0, "discard": 0,
        "burn": True, "big": False,
    }  # fmt: skip
    assert game["halves"] == [
        {"scale": "high", "choose": "two and three", "qualifier": None},
        {"scale": "ace-to-five", "choose": "two and three", "qualifier": 8},
    ]


def test_mixes_are_listed_after_the_games_and_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games"]) == 0
    both = capsys.readouterr().out
    assert re.search(
        r"^  horse +H\.O\.R\.S\.E\. +2 to 8 +fl holdem, fl omaha8, fl razz, fl stud, fl stud8 *$", both, re.M
    )
    assert run(["games", "--mixes"]) == 0
    alone = capsys.readouterr().out
    assert alone.endswith(f"{len(MIXES)} mixes. `sidepot simulate --game NAME` plays one.\n")
    assert both.endswith(alone)
    assert "drawmaha" not in alone


@pytest.mark.parametrize("name", ["horse", "H.O.R.S.E.", "h.o.r.s.e"])
def test_a_mix_in_full(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert run(["games", name]) == 0
    out = capsys.readouterr().out
    assert out.startswith("horse  H.O.R.S.E.\n  players    2 to 8; 2 to 22 where each dealer chooses among them\n")
    assert "next game  when everybody has dealt once" in out
    rows = re.findall(r"^  ([1-9]) +(fl [a-z0-9]+) ", out, re.MULTILINE)
    assert rows == [(str(at), written) for at, written in enumerate(MIXES["horse"].names, 1)]


def test_mixes_as_data(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["games", "--mixes", "--json"]) == 0
    mixes = json.loads(capfdbinary.readouterr().out)
    assert [mix["name"] for mix in mixes] == list(MIXES)
    assert run(["games", "omaha-holdem", "--json"]) == 0
    (mix,) = json.loads(capfdbinary.readouterr().out)
    assert mix in mixes
    assert mix == {
        "name": "omaha-holdem",
        "title": "Hold'em and Omaha",
        "seats": [2, 11],
        "seats_for_choice": [2, 22],
        "by": "orbit",
        "hands": None,
        "games": [
            {"name": "nl holdem", "game": "holdem", "limit": {"kind": "no limit", "cap": None, "bets": None}},
            {
                "name": "pl omaha",
                "game": "omaha",
                "limit": {"kind": "pot limit", "numerator": 1, "denominator": 1, "cap": None, "bets": None},
            },
        ],
    }
    assert run(["games", "razz", "--json"]) == 0
    (game,) = json.loads(capfdbinary.readouterr().out)
    assert game["mixes"] == ["horse", "rose", "eight-game", "ten-game", "triple-stud", "dealers-choice"]


def test_no_mix_hides_a_game() -> None:
    for game in GAMES.values():
        for name in (game.name, game.title):
            with pytest.raises(BadNotation):
                find_mix(name)


def test_a_mix_is_printed_as_a_file_to_start_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "ten-game", "--toml"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Ten-game. Change what you like")
    assert read_mix(out) == MIXES["ten-game"]


def test_a_game_is_printed_as_a_file_to_start_from(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["games", "jacks-or-better-bug", "--toml"]) == 0
    out = capsys.readouterr().out
    assert read_game(out) == GAMES["jacks-or-better-bug"]
    path = tmp_path / "own.toml"
    path.write_text(out, encoding="utf-8")
    assert run(["games", str(path)]) == 0
    assert "jacks or better to open" in capsys.readouterr().out


@each(
    ("args", "says"),
    [
        (["bagudi"], "did you mean 'badugi'?"),
        (["razz-low"], "Razz has no low or high-low form: only games that the high hand alone wins have one"),
        (["none.toml"], "none.toml: no such file"),
        (["--toml"], "--toml needs a game"),
        (["razz", "--toml", "--json"], "give --toml or --json, not both"),
        (["--jsn"], "--jsn"),
        (["hosre"], "unknown game 'hosre'; did you mean the mix hose or horse? `sidepot games` lists them"),
        (["horse", "--mixes"], "--mixes takes no name; for one game or mix, use sidepot games horse"),
    ],
)
def test_bad_input_is_one_clear_error(capsys: pytest.CaptureFixture[str], args: list[str], says: str) -> None:
    assert run(["games", *args]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert says in told.err
    assert "Traceback" not in told.err


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["games", "--help"]) == 0
    assert "sidepot games omaha8 --toml > my-game.toml" in capsys.readouterr().out


def test_a_title_is_no_markup(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('name = "x"\ntitle = "A [red]game[/] of [/]ours"\nlike = "razz"', encoding="utf-8")
    assert run(["games", str(path)]) == 0
    assert "A [red]game[/] of [/]ours" in capsys.readouterr().out
    assert run(["play", str(path), "--watch", "--seed", "1"]) == 0
    assert "A [red]game[/] of [/]ours, fixed limit" in capsys.readouterr().out


# ---- playing one's own


def test_the_example_is_played_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(12):
        assert run(["play", str(ROOT / "examples" / "my-game.toml"), "--watch", "--seed", str(seed)]) == 0
        out = capsys.readouterr().out
        assert out.startswith("Shrinking pineapple on two boards, no limit")
        assert "── Result ─" in out
        if "Board 2" in out and "Second discard" in out:
            assert re.search(r"Seat \d throws .. away", out)
            return
    pytest.fail("no hand of twelve went to the river")
