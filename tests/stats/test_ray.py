"""The same on a Ray cluster of this machine: equal bytes for 1, 2 and 4 workers, with one killed in the middle too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from killing import numbers, squared
from needs import CORPORA, RAY
from places import ROOT

from sidepot.cli.app import run
from sidepot.errors import BadNotation, Conflict
from sidepot.workers import Workers, do_pieces

RAY.ask()

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

EVENING = str(Path(__file__).parent / "evening.txt")
SITES = str(ROOT / "tests" / "formats" / "sites")
ON_RAY = Workers(1, "auto")


@pytest.fixture(params=[1, 2, 4])
def cluster(request: pytest.FixtureRequest) -> Iterator[int]:
    """A cluster with so many workers, which do what they are sent."""
    import ray

    ray.init(
        num_cpus=request.param,
        include_dashboard=False,
        log_to_driver=False,
        logging_level="ERROR",
        runtime_env={"env_vars": {"PYTHONPATH": f"{ROOT / 'src'}:{Path(__file__).parent}"}},
    )
    yield request.param
    ray.shutdown()


def test_pieces_with_a_worker_killed(cluster: int, tmp_path: Path) -> None:
    pieces = numbers(40, str(tmp_path / "killed"), 17)
    found = list(do_pieces(squared, pieces, ON_RAY))
    assert [piece for piece, _ in found] == pieces
    assert [result for _, result in found] == [b"%d" % number**2 for number in range(40)]
    assert (tmp_path / "killed").exists()
    with pytest.raises(Conflict, match="piece 7: the worker process dies each time"):
        list(do_pieces(squared, numbers(9, str(tmp_path / "again"), 7, always=True), ON_RAY))

    def failing(piece: object) -> bytes:
        raise BadNotation("nothing can be read")

    with pytest.raises(BadNotation, match="nothing can be read"):
        list(do_pieces(failing, numbers(3), ON_RAY))


def test_the_commands(cluster: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = [
        ["stats", EVENING, SITES, "--by", "position"],
        ["replay", EVENING, SITES],
        ["simulate", "--hands", "8", "--times", "3"],
        ["tournament", "run", "--preset", "turbo", "--players", "3", "--times", "3"],
        ["odds", "AsKs QQ+", "--samples", "12000"],
    ]
    for words in lines:
        told = []
        for where in (["--jobs", "1"], ["--ray", "auto"]):
            capfd.readouterr()
            assert run([*words, "--json", *where]) == 0
            told.append([line for line in capfd.readouterr().out.splitlines() if "second" not in line])
        assert told[0] == told[1], words


@CORPORA.mark
def test_the_bytes_of_a_corpus(cluster: int, tmp_path: Path) -> None:
    trees = []
    for name, where in (("here", ["--jobs", "1"]), ("there", ["--ray", "auto"])):
        out = tmp_path / name
        assert run(["replay", EVENING, SITES, "--out", str(out), *where]) == 0
        trees.append({path.relative_to(out): path.read_bytes() for path in out.rglob("*.*")})
    assert len(trees[0]) > 10 and trees[0] == trees[1]
