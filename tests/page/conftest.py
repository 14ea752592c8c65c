"""A browser for the tests of the pages, and a real room; one of each for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A Chromium that runs."""
    from page_browser import chromium

    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """`sidepot serve` in a process of its own, and its host."""
    from page_room import open_room

    with open_room(tmp_path_factory.mktemp("room")) as found:
        yield found
