"""`sidepot odds`: tables, JSON, the picture of the 169 starting hands, and one clear line for what is wrong."""

from __future__ import annotations

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest
from each import each
from needs import FAST, PLOT
from places import ROOT

from sidepot import plots
from sidepot.cli.app import run
from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.odds.heat import plot, starting_hands

PAGE = ROOT / "docs" / "how-to" / "odds.md"


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "AsKs QhQd", "--board", "Kh 7d 2c", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == ["exact", "boards", "seconds", "hands"]
    assert (found["exact"], found["boards"]) == (True, 990)
    assert [list(hand) for hand in found["hands"]] == [["hand", "equity", "win", "tie", "low"]] * 2
    assert [hand["hand"] for hand in found["hands"]] == ["AsKs", "QhQd"]
    assert sum([hand["equity"] for hand in found["hands"]]) == pytest.approx(1)
    assert 0 <= found["seconds"] < 60


def test_json_of_samples_and_pots(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["odds", "AsKs", "QhQd", "--range", "77", "--samples", "300", "--seed", "5", "--put", "100,250,250"]
    assert run([*line, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["exact"], found["boards"]) == (False, 300)
    assert all(0 < hand["error"] < 0.1 for hand in found["hands"])
    assert [(pot["amount"], pot["hands"]) for pot in found["pots"]] == [(300, [0, 1, 2]), (300, [1, 2])]
    assert run([*line, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == found["hands"]


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "As2s5cKd KhKcQdJd", "--game", "omaha8", "--board", "3c4c9d"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"As2s5cKd +\d+\.\d\d % +\d+\.\d\d % +\d+\.\d\d % +\d+\.\d\d %", out)
    assert "exact, all 820 deals" in out
    assert "low" in out
    assert run(["odds", "AsKs QhQd", "--samples", "200", "--put", "5,5"]) == 0
    out = capsys.readouterr().out
    assert "sampled, 200 deals" in out
    assert "±" in out
    assert "main pot 10" in out
    assert "low" not in out


@each(
    ("args", "words"),
    [
        (["AsKs AsQd"], "As is used in hand 1 and in hand 2"),
        (["AsKsQs QhQd"], "at most 2 cards"),
        (["AsKs", "--range", "QQ+,"], "a range names hands"),
        (["AsKs QhQd", "--game", "holdm"], "did you mean 'holdem'"),
        (["AsKs QhQd", "--put", "5,x"], "'x' is not a number of chips"),
        ([], "expected two or more"),
        (["--plot", "x.png", "--exact"], "leave out --put, --pot and --exact"),
        (["AKs:2 QQ"], "'AKs:2': expected a weight from 0 to 1"),
        (["0% QQ"], "above 0 and up to 100"),
        (["AA++ KKQQ", "--game", "omaha"], "a range of hands of 4 cards names ranks"),
        (["AsKs QhQd", "--game", "nowhere.toml"], "nowhere.toml: no such file"),
        (["AsKs QhQd", "--plot", "x.png", "--game", "omaha"], "choose holdem"),
    ],
)
def test_bad_input_ends_with_2_and_a_line(args: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", *args]) == 2
    said = capsys.readouterr()
    assert words in said.err
    assert said.err.startswith("error: ")
    assert said.err.count("\n") == 1
    assert not said.out


def test_a_game_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in the notation of `sidepot games --toml`: here hold'em with the low taking all."""
    assert run(["games", "holdem-low", "--toml"]) == 0
    path = tmp_path / "my-game.toml"
    path.write_text(capsys.readouterr().out.replace("holdem-low", "my-low"), encoding="utf-8")
    line = ["odds", "As2s KhKd", "--board", "3c4c9d", "--json"]
    assert run([*line, "--game", str(path)]) == 0
    mine = json.loads(capsys.readouterr().out)["hands"]
    assert run([*line, "--game", "holdem-low"]) == 0
    assert json.loads(capsys.readouterr().out)["hands"] == mine
    path.write_text("name = 5", encoding="utf-8")
    assert run([*line, "--game", str(path)]) == 2
    assert f"error: {path}: " in capsys.readouterr().err


def test_of_several_draws_the_odds_are_those_of_the_last(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", "2s3d4c 5h6s7d8c", "--game", "badugi"]) == 0
    assert "exact, all 45 deals, of the last draw, in" in capsys.readouterr().out
    assert run(["odds", "2s3d4c5h 2h3s4d7c8h", "--game", "single-draw"]) == 0
    assert "last draw" not in capsys.readouterr().out


# ---- the 169 starting hands


def test_starting_hands_against_a_range() -> None:
    with pytest.raises(Conflict, match="'QQ' has no possible hand"):
        starting_hands(["QQ"], board="QsQhQd2c", samples=40)
    found = starting_hands(["7c2d"], dead="AsAhAd", samples=60)
    assert found["AA"] is None
    assert found["AKs"] is not None
    assert found["KK"] is not None
    assert found["KK"] > 0.7
    assert found["32o"] is not None
    assert found["32o"] < 0.6
    with pytest.raises(BadNotation, match="choose holdem"):
        starting_hands(game="omaha")


@pytest.mark.long
@PLOT.mark
def test_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "heat.png"
    assert run(["odds", "--range", "QQ+", "--plot", str(path), "--samples", "30"]) == 0
    assert path.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    out = capsys.readouterr().out
    assert out.splitlines()[0].startswith("  AA")
    assert len(out.splitlines()) == 14
    assert run(["odds", "--range", "QQ+", "--plot", str(path), "--samples", "30", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["hands"]) == 169
    with pytest.raises(BadNotation):
        plot({"AA": 0.5} | dict.fromkeys(map(str, range(168))), tmp_path / "heat.nothing", "title")


def test_without_matplotlib_it_names_the_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda _: None)
    with pytest.raises(Conflict, match=re.escape(how_to_install("plot"))):
        plot({}, tmp_path / "x.png", "title")


def test_without_matplotlib_nothing_is_sampled(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda _: None)
    assert run(["odds", "--plot", str(tmp_path / "x.png")]) == 2
    assert how_to_install("plot") in capsys.readouterr().err


# ---- the page


@pytest.mark.long
@FAST.mark  # what the page shows was found by kernels; plainly some of it is sampled, and printed with its error
def test_the_commands_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    """What is printed under a command comes out so, but for the time it takes."""
    blocks = re.findall(r"```console\n\$ sidepot (.*)\n([^`]+)```", PAGE.read_text(encoding="utf-8"))
    assert len(blocks) >= 4
    for line, printed in blocks:
        code = run(shlex.split(line))
        said = capsys.readouterr()
        out = re.sub(r"in \d+\.\d\d s", "in 0.00 s", said.out + said.err)
        assert out.split() == printed.split(), line
        assert code == (2 if "error: " in printed else 0)


@pytest.mark.long
def test_the_python_of_the_page_runs() -> None:
    blocks = re.findall(r"^```pycon\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    test = doctest.DocTestParser().get_doctest(blocks[0], {}, PAGE.name, PAGE.name, 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not said, "".join(said)
