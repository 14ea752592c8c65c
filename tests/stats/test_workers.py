"""Work in pieces: the same result for any number of processes, with one killed in the middle too."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from each import each
from killing import Numbered, numbers, refused_or_long, squared
from needs import POSIX

from sidepot.cli.app import run
from sidepot.corpora.corpus_run import NOTES, alone
from sidepot.errors import BadNotation, Conflict
from sidepot.extras import how_to_install
from sidepot.odds import odds
from sidepot.workers import AHEAD, TRIES, WithoutRay, Workers, do_pieces

WANTED = [b"%d" % number**2 for number in range(40)]


def done(pieces: list[Numbered], jobs: int) -> list[bytes]:
    """The results, in order; each is that of its piece."""
    found = list(do_pieces(squared, pieces, Workers(jobs)))
    assert [piece for piece, _ in found] == pieces
    return [result for _, result in found]


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_any_number_of_processes_comes_to_the_same(jobs: int) -> None:
    assert done(numbers(40), jobs) == WANTED
    assert done([], jobs) == []


@pytest.mark.long
@POSIX.mark
@each("jobs", [2, 4])
@each("at", [0, 17, 39])
def test_a_process_that_is_killed_is_made_up_for(jobs: int, at: int, tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    assert done(numbers(40, str(killed), at), jobs) == WANTED
    assert killed.exists()


@POSIX.mark
def test_a_piece_that_kills_each_time_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(Conflict, match="piece 7: the worker process dies each time"):
        done(numbers(40, str(tmp_path / "killed"), 7, always=True), 2)
    assert TRIES > 1


ORPHANED = """
import sys
from pathlib import Path
from killing import numbers, waiting
from sidepot.corpora.corpus_run import alone
from sidepot.extras import how_to_install
from sidepot.workers import Workers, do_pieces

with alone(Path(sys.argv[1])):
    list(do_pieces(waiting, [one._replace(killed=sys.argv[2]) for one in numbers(4)], Workers(2)))
"""


@POSIX.mark
def test_processes_end_with_the_one_that_began_them(tmp_path: Path) -> None:
    """Else those of a run that was killed would keep the next one out of its folder."""
    (tmp_path / NOTES).mkdir()
    begun = tmp_path / "begun"
    where = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen([sys.executable, "-c", ORPHANED, str(tmp_path), str(begun)], env=where) as program:
        until = time.monotonic() + 120
        while not begun.exists():
            assert time.monotonic() < until and program.poll() is None
            time.sleep(0.02)
        with pytest.raises(Conflict, match="another run"), alone(tmp_path):
            pass
        program.kill()
    while not is_free(tmp_path):
        assert time.monotonic() < until
        time.sleep(0.02)


def is_free(folder: Path) -> bool:
    """Whether no run has the folder."""
    try:
        with alone(folder):
            return True
    except Conflict:
        return False


def test_the_messages_of_ray_are_kept_out_of_the_results(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", WithoutRay(sys.stdout))
    ray = Thread(target=print, args=("a worker died",), name="ray_listen_error_messages")
    ray.start()
    ray.join()
    sys.stdout.write("42 hands\n")
    assert sys.stdout.isatty() is False
    assert tuple(capsys.readouterr()) == ("42 hands\n", "a worker died\n")


def failing(piece: Numbered) -> bytes:
    """Work that refuses one piece."""
    if piece.number == 5:
        raise BadNotation("five cannot be read")
    return squared(piece)


@pytest.mark.parametrize("jobs", [1, 2])
def test_refusals_of_the_work_come_through(jobs: int) -> None:
    found = do_pieces(failing, numbers(40), Workers(jobs))
    assert [next(found)[1] for _ in range(5)] == WANTED[:5]
    with pytest.raises(BadNotation, match="five cannot be read"):
        next(found)


def test_refusal_does_not_wait_for_long_pieces(tmp_path: Path) -> None:
    """The same for Ctrl+C, which would else take as long as the pieces that were begun."""
    pieces = [one._replace(killed=str(tmp_path)) for one in numbers(6)]
    with pytest.raises(BadNotation, match="this piece"):
        next(do_pieces(refused_or_long, pieces, Workers(2)))
    assert not list(tmp_path.glob("*was waited for"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_more_pieces_are_made_than_can_be_worked_on(jobs: int) -> None:
    made = 0

    def pieces() -> Iterator[Numbered]:
        nonlocal made
        for piece in numbers(40):
            made += 1
            yield piece

    found = do_pieces(squared, pieces(), Workers(jobs))
    for count in range(1, 20):
        next(found)
        assert made <= count + AHEAD * jobs
    found.close()  # type: ignore[attr-defined]


def test_ray_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidepot.workers.find_spec", lambda name: None)
    with pytest.raises(Conflict, match=re.escape(f"Ray is not installed: {how_to_install('ray')}")):
        list(do_pieces(squared, numbers(3), Workers(1, "auto")))


# ---- what goes in pieces


def printed(words: list[str], capfd: pytest.CaptureFixture[str]) -> list[str]:
    """What a command prints, but for how long it took."""
    capfd.readouterr()
    assert run(words) == 0
    return [line for line in capfd.readouterr().out.splitlines() if "seconds" not in line]


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--hands", "8", "--times", "3"],
        ["tournament", "run", "--preset", "turbo", "--players", "3", "--times", "3"],
        ["odds", "QQ+ AK", "--board", "Kh7d2c3s"],
        ["odds", "AsKs QQ+", "--samples", "12000"],
        ["odds", "AsKs QdQh 88+", "--board", "Kh7d2c3s", "--put", "100,300,300"],
    ],
    ids=" ".join,
)
def test_command_gives_the_same_for_any_number_of_processes(
    words: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    one, two, four = [printed([*words, "--json", "--jobs", jobs], capfd) for jobs in ("1", "2", "4")]
    assert one == two == four
    if "--samples" not in words:
        assert one == printed([*words, "--json"], capfd)  # without pieces


@pytest.mark.long
def test_samples_in_pieces_come_near_the_truth() -> None:
    exact = odds(["AsKs", "QhQd"], exact=True).hands[0].equity
    sampled = odds(["AsKs", "QhQd"], samples=40_000, engine="plain", workers=Workers(1)).hands[0]
    assert sampled.error is not None and abs(sampled.equity - exact) < 6 * sampled.error


def test_times_are_added_up(capfd: pytest.CaptureFixture[str]) -> None:
    import json

    words = ["tournament", "run", "--preset", "turbo", "--players", "3", "--times", "3", "--seed", "5", "--json"]
    assert run(words) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["times"], told["seeds"], told["violations"]) == (3, [5, 6, 7], [])
    assert sum(player["wins"] for player in told["players"]) == 3
    assert sum(player["paid"] for player in told["players"]) == sum(one["pool"] for one in told["tournaments"])
    single = []
    for seed in ("5", "6", "7"):
        assert run(["tournament", "run", "--preset", "turbo", "--players", "3", "--seed", seed, "--json"]) == 0
        single.append(json.loads(capfd.readouterr().out))
    assert [one["standings"][0]["player"] for one in single] == [one["winner"] for one in told["tournaments"]]
    assert run(["simulate", "--hands", "8", "--times", "3", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert sum(player["net"] for player in told["players"]) == -told["rake"]
    assert told["hands"] == 24 and run(["simulate", "--hands", "8", "--times", "3"]) == 0
    assert "24 hands" in capfd.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "--times", "2", "--histories", "x.phhs"],
        ["tournament", "run", "--preset", "turbo", "--times", "2", "--histories", "x"],
        ["odds", "--plot", "x.png", "--jobs", "2"],
    ],
    ids=" ".join,
)
def test_options_of_one_run_are_refused(words: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    assert "omit" in capfd.readouterr().err
