"""A browser for the tests of the pages, one for as long as they run; and a real room, one for a file of tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
# Of these `make test` plays scenes: lobby, table, desk and floor open, and a hand is played and checked. All others are
# for `make test-all`.
QUICK = ("test_page", "test_page_desk", "test_page_floor", "test_page_lobby", "test_page_play", "test_page_verify")
RUNNING = ExitStack()
BROWSERS: list[Any] = []  # the one that runs


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the scenes of other files as long."""
    for item in items:
        if item.path.parent == HERE and item.path.stem not in QUICK:
            item.add_marker("long")


@pytest.fixture(scope="module")
def browser() -> Any:
    """A Chromium that runs; each page is opened in a context of its own."""
    from page_browser import chromium

    if not BROWSERS:
        BROWSERS.append(RUNNING.enter_context(chromium()))
    return BROWSERS[0]


@pytest.fixture(autouse=True)
def tabs_are_free() -> Iterator[None]:
    """What a test leaves open, as it failed, is closed."""
    yield
    for browser in BROWSERS:
        browser.tabs.close_taken()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser before a test of another folder: the loop that it runs in would be in the way there."""
    if nextitem is None or nextitem.path.parent != HERE:
        BROWSERS.clear()
        RUNNING.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A room on a free port of this process, and its host."""
    from page_room import room_within

    with room_within(tmp_path_factory.mktemp("room")) as found:
        yield found
