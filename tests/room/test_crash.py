"""A server that is killed - at each step of the way of a command, on its way up again, at random - loses nothing."""

from __future__ import annotations

import asyncio
import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from few_examples import ALL
from needs import POSIX, SERVE
from places import ROOT

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from sidepot.room.store.crash_points import POINTS, RECOVERY, bomb

pytestmark = POSIX.mark


@pytest.fixture(scope="module")
def crash() -> Any:
    """The tool itself."""
    spec = importlib.util.spec_from_file_location("sidepot_crash", ROOT / "tools" / "crash.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_killed_at_each_step(crash: Any, tmp_path: Path) -> None:
    """One room, killed at one point after the other; what anybody was told holds to the end.

    Every other point is enough without the profile `all`: the database is the same before and after the one between.
    """
    points = list(POINTS) if ALL else list(POINTS)[1::2]

    async def run() -> None:
        room = crash.Soak(tmp_path / "room.db")
        for point in points:
            assert await room.serve(240, crash_at=f"{point}:{room.rng.randint(8, 24)}") == -9, point
            assert room.kills == 0, f"it never came to {point}"
            assert room.notes.broken == [], point
        for point in RECOVERY:
            times = 1 if point == "reading" else room.rng.randint(1, len(crash.TABLES))
            assert await room.serve(240, crash_at=f"{point}:{times}") == -9, point
            assert room.kills == 0, f"it never came to {point}"
        acked = len(room.notes.acked)
        assert acked, "nobody was answered before the server was killed"
        await room.serve(240, enough=lambda: len(room.notes.acked) > acked + 20)
        found = await room.audit()
        assert found.problems == []
        assert len(room.notes.acked) > acked + 20
        assert found.in_hand >= len(points)
        assert found.resumed

    asyncio.run(asyncio.wait_for(run(), 1200))


@pytest.mark.long
def test_killed_at_random(tmp_path: Path) -> None:
    """`make crash`, a short one."""
    command = [sys.executable, str(ROOT / "tools" / "crash.py"), "--hands", "6", "--every", "1", "--seed", "5"]
    done = subprocess.run([*command, "--folder", str(tmp_path)], capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 problems" in done.stdout
    again = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "crash.py"), "--hands", "1", "--every", "1", "--folder", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=900,
    )
    # Other players, who have been told nothing of what is in that store: the audit says so.
    assert again.returncode == 1
    assert "nobody has said" in again.stdout


def test_a_point_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="unknown point 'nowhere'"):
        bomb("nowhere", lambda: None)


def test_a_bomb_goes_off_once() -> None:
    bangs: list[int] = []
    here = bomb("acked:2", lambda: bangs.append(1))
    for point in ("received", "acked", "durable", "acked", "acked"):
        here(point)
    assert bangs == [1]
