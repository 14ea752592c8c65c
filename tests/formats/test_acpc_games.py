"""ACPC logs that do not say which game they are of: `--game` of replay and explain, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from needs import CORPUS, CORPUS_FOLDER
from test_acpc import DEFINITION, FREE_LINE, HALVES, LIMIT_LINE

from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.formats.acpc import setup_of
from sidepot.formats.acpc_games import GAMES, UNLIMITED, AcpcStakes, game_named


def replayed(capfd: pytest.CaptureFixture[str], *args: str | Path) -> tuple[int, dict[str, Any]]:
    code = run(["replay", "--json", *map(str, args)])
    return code, json.loads(capfd.readouterr().out)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A heads-up log at fixed limit, 5 and 10, without a word of its game."""
    file = tmp_path / "match.log"
    file.write_text(f"{LIMIT_LINE}\nSCORE:-70|70:x|y\n")
    return file


def test_missing_game_names_the_option_that_gives_it(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code, found = replayed(capfd, log)
    assert (code, found["unchecked"], found["matched"]) == (0, 1, 0)
    told = found["problems"][0]["detail"]
    assert told.startswith("the log does not say which game it is of; give the game with --game")
    assert "nl holdem 50/100 20000" in told


@pytest.mark.parametrize("game", ["holdem.limit.2p.reverse_blinds", "holdem.limit.2p.reverse_blinds.game", "ours.game",
                                  "fl holdem 5/10", " FL Hold'em 5/10"])  # fmt: skip
def test_game_is_given_by_the_option(
    game: str, log: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(log.parent)
    Path("ours.game").write_text(DEFINITION.replace("2 1\n", "10 5\n", 1).replace("2 2 4 4", "10 10 20 20"))
    code, found = replayed(capfd, log, "--game", game)
    assert (code, found["matched"], found["problems"]) == (0, 1, [])


def test_stacks_are_given_with_the_blinds(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """All-in at 2,000 the first is over before the flop; of 20,000 chips the second has some left to check with."""
    (tmp_path / "allin.log").write_text("STATE:0:r2000c///:AsAh|KsKd/2c7d9h/Tc/Qs:2000|-2000:x|y\n")
    (tmp_path / "deep.log").write_text(FREE_LINE + "\n")
    for stack, matched in ((2000, "allin"), (20000, "deep")):
        for name in ("allin", "deep"):
            code, found = replayed(capfd, tmp_path / f"{name}.log", "--game", f"nl holdem 50/100 {stack}")
            assert (code, found["matched"]) == ((0, 1) if name == matched else (1, 0))


def test_three_have_the_blinds_left_of_the_button(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "three.log").write_text(HALVES + "\n")
    assert replayed(capfd, tmp_path, "--game", "fl holdem 5/10", "--jobs", "2")[1]["matched"] == 1


def test_a_log_that_names_its_game_is_of_that_one(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log.write_text(f"# m x/holdem.limit.2p.reverse_blinds.game 1 0\n{LIMIT_LINE}\n")
    assert replayed(capfd, log, "--game", "nl holdem 50/100")[1]["matched"] == 1


def test_unreadable_definition_next_to_a_log_is_reported(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log.write_text(f"# m x/ours.game 1 0\n{LIMIT_LINE}\n")
    (log.parent / "ours.game").write_text(DEFINITION.replace("numRanks = 13", "numRanks = 4"))
    assert "only limit and no-limit hold'em are supported" in replayed(capfd, log)[1]["problems"][0]["detail"]
    assert replayed(capfd, log, "--game", "fl holdem 5/10")[1]["matched"] == 1


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("", "one of holdem.limit.2p.reverse_blinds"),
        ("holdem.limit.9p", "one of holdem.limit.2p.reverse_blinds"),
        ("none.game", "none.game: no such file"),
        ("games/none", "games/none: no such file"),
        ("fl holdem", "or a line such as 'nl holdem 50/100 20000'"),
        ("pl holdem 5/10", "nl or fl hold'em, got 'pl holdem'"),
        ("fl razz 5/10", "nl or fl hold'em, got 'fl razz'"),
        ("nl holdem 10/5", "expected blinds such as 50/100"),
        ("nl holdem 0/0", "expected blinds such as 50/100"),
        ("nl holdem 5/10 9", "the stack of 9 is less than the big blind of 10"),
        ("nl holdme 5/10", "holdme"),
        ("match.log", "match.log: expected a blind"),
        ("x" * 5000, "cannot be read"),
    ],
)
def test_unknown_games_are_refused(
    game: str, told: str, log: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(log.parent)
    if game == "match.log":
        log.write_text("limit\nnumRanks = 13\nnumSuits = 4\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\n")
    for command in (["replay", str(log)], ["explain", str(log)]):
        assert run([*command, "--game", game]) == 2
        err = capfd.readouterr().err
        assert told in err and err.count("\n") == 1 and err.startswith("error: ")


def test_a_log_for_one_player_is_refused(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    log.write_text("STATE:0:f:AsAh:0:x\n")
    assert (
        "line 1 has 1 player; expected 2 to 10"
        in replayed(capfd, log, "--game", "nl holdem 1/2")[1]["problems"][0]["detail"]
    )


def test_explain_takes_it_too(log: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", str(log)]) == 2
    assert "does not say which game it is of; give the game with --game" in capfd.readouterr().err
    assert run(["explain", str(log), "--game", "fl holdem 5/10", "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["steps"] == 11


@pytest.mark.parametrize("name", GAMES)
def test_words_make_the_games_of_the_competition(name: str) -> None:
    """Told by blinds and stack, each comes to the same setup as by its name."""
    game = GAMES[name]
    asked = game_named("nl holdem 50/100 20000" if game.no_limit else "fl holdem 5/10")
    assert isinstance(asked, AcpcStakes)
    assert setup_of(asked.game(game.seats)) == setup_of(game)
    assert game_named(name) == game
    assert asked.game(6).stacks[5] == (20000 if game.no_limit else UNLIMITED)


@CORPUS.mark
def test_real_logs_come_out_without_their_first_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for file, game in (("2p.limit", "holdem.limit.2p.reverse_blinds"), ("2p.nolimit", "nl holdem 50/100 20000"),
                       ("3p.limit", "fl holdem 5/10")):  # fmt: skip
        text = (Path(CORPUS_FOLDER) / "acpc" / "dealer" / f"{file}.h1000.r0.log").read_text(encoding="utf-8")
        bare = tmp_path / f"{file}.log"
        bare.write_text("".join(line for line in text.splitlines(keepends=True) if not line.startswith("#")))
        code, found = replayed(capfd, bare, "--game", game)
        assert (code, found["matched"], found["hands"]) == (0, 1000, 1000)


def test_errors_of_the_function() -> None:
    with pytest.raises(BadNotation):
        game_named("nl holdem 5/10/20")
