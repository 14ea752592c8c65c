"""`bench/cluster.py`, short ones: processes that end at each crash point, or are cut off, and broken builds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from few_examples import ALL
from needs import NATS, POSIX, POSTGRES, SERVE
from places import ROOT

pytest.importorskip("litestar", reason=SERVE.reason)

from sidepot.room.store.crash_points import POINTS, RECOVERY

pytestmark = [POSIX.mark, POSTGRES.mark, NATS.mark, pytest.mark.long]

SOON = 1500  # seconds, on a machine that does much else
RUNS = 5


def bench(folder: Path, words: str, program: str = "cluster.py") -> tuple[dict[str, Any], int, str]:
    """What it finds, its exit code, and what else it says."""
    if program == "cluster.py":
        words = f"--lease 1 {words}"  # on a busy machine a shorter one puts out processes that are only slow
    told = subprocess.run(
        [sys.executable, str(ROOT / "bench" / program), "--json", "--folder", str(folder), *words.split()],
        capture_output=True,
        text=True,
        timeout=SOON,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert told.stdout, told.stderr
    return json.loads(told.stdout), told.returncode, told.stderr


def test_every_crash_point_of_an_owner_and_of_one_that_takes_over(tmp_path: Path) -> None:
    step = 1 if ALL else 3
    found, code, words = bench(tmp_path, f"--lease 2 --points {step} --nodes 3 --tables 3 --rate 30")
    assert code == 0, words
    assert list(found["points"]) == [*list(POINTS)[step - 1 :: step], *RECOVERY]
    assert found["acknowledged"] > 100 and found["hands"] > 3 and found["private_views"] > 50, found
    assert found["takeovers"] >= (10 if ALL else 3), found


def test_one_of_three_processes_is_cut_off_from_the_bus(tmp_path: Path) -> None:
    found, code, words = bench(tmp_path, "--nodes 3 --tables 6 --seconds 8 --kill 2 --harm cut-bus")
    assert code == 0, words
    assert found["acknowledged"] > 20 and found["harms"]["cut-bus"] >= 1, found


@pytest.mark.parametrize(
    ("without", "harm", "what"),
    [("fence", "back", "put_out_writes"), ("lease", "cut-db", "two_answer"), ("nothing", "back,cut-db", "")],
)
def test_a_build_without_a_protection_is_found_out(without: str, harm: str, what: str, tmp_path: Path) -> None:
    """Each of them alone, by the harm that the other does not cover; with both nothing is found.

    On a machine that does much else a run may be over before any harm was done, or anybody has asked during it: such a
    run says nothing, and there is another.
    """
    often = "--seconds 14 --kill 1.5" if "," in harm else "--seconds 6 --kill 1.5"
    words = f"--nodes 2 --tables 6 --rate 60 {often} --harm {harm} --without {without}"
    for run in range(RUNS):
        found, code, told = bench(tmp_path / f"{run}", words)
        assert what or code == 0, told
        if found["harms"].keys() == set(harm.split(",")) and (not what or found[what]):
            break
    else:
        raise AssertionError(told)
    assert code == (1 if what else 0), told


def test_processes_that_are_restarted_in_turn_hand_their_tables_over(tmp_path: Path) -> None:
    """How long a table stands still is for the bench to say; no hand is called off."""
    found, code, words = bench(tmp_path, "--rolling --nodes 2 --tables 6 --rate 60", "cluster_growth.py")
    assert code == 0, words
    assert found["called_off"] == 0 and found["tables_moved"] >= 2 and found["acknowledged"] > 50, found
    assert [codes[0] for codes in found["exit_codes"]] == [0, 0], found
