"""What the tests of the room share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a store in a file is."""
    return tmp_path / "room.db"


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables try again at once."""
    for module in ("actor", "clock"):
        monkeypatch.setattr(f"sidepot.room.runtime.{module}.RETRY", 0.05)
