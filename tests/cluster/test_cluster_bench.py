"""`bench/cluster.py`, a short one: three processes, killed and cut off while they are played in; all is true."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from needs import NATS, POSIX, POSTGRES, SERVE
from places import ROOT

pytest.importorskip("litestar", reason=SERVE.reason)

pytestmark = [POSIX.mark, POSTGRES.mark, NATS.mark]


def test_three_processes_of_which_one_is_killed_and_one_cut_off(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "bench" / "cluster.py"), "--json", "--folder", str(tmp_path)]
    told = subprocess.run(
        [*command, "--nodes", "3", "--tables", "6", "--seconds", "20", "--kill", "5", "--harm", "kill,cut-bus"],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["acknowledged"] > 50 and found["hands"] > 3 and found["private_views"] > 50, found
    assert found["harms"]["kill"] >= 1 and found["harms"]["cut-bus"] >= 1, found
    assert found["takeovers"] >= 1 and found["takeover_p50_s"] < 10, found
