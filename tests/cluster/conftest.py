"""What the tests of a room of several processes share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sidepot.room.store.place import Place


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A database of PostgreSQL in which no room is yet."""
    from room_stores import fresh_place  # here, as some tests beside need no database

    with fresh_place("postgresql", tmp_path) as found:
        yield found
