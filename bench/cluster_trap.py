"""A trap for a process of `cluster.py`: it ends, or stands still, when it comes to a step of its way.

Imported before anything that has such steps (`store/crash_points.py`). While the file of `SIDEPOT_TRAP` is there, it
names a step, how often the process may still come there, and the signal that it gives itself then; before it does the
file is renamed. So a trap is laid in a process that runs, at any moment. Nothing in `src` knows of it.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from sidepot.room.store import crash_points

VARIABLE: Final = "SIDEPOT_TRAP"
MET: Final = ".met"


def lay(file: Path, point: str, times: int, signal: int) -> None:
    """Lay a trap at a step, to be met the so-manieth time."""
    part = file.with_name(f"{file.name}.part")
    part.write_text(f"{point} {times} {signal}")
    part.rename(file)


class Trap:
    """What a process does at each step."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def __call__(self, point: str) -> None:
        """It is at this one."""
        if not self._file.exists():
            return
        name, times, signal = self._file.read_text().split()
        if name != point:
            return
        if int(times) > 1:
            lay(self._file, name, int(times) - 1, int(signal))
            return
        self._file.rename(f"{self._file}{MET}")
        os.kill(os.getpid(), int(signal))


if VARIABLE in os.environ:
    points: Any = crash_points
    points.here, points.is_armed = Trap(Path(os.environ[VARIABLE])), True
