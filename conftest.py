"""What makes the collection of the tests cheap, which every process that runs some of them has to do."""

from __future__ import annotations

import gc
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while tests are collected: all that is made stays. Later, look for it less often."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Seek doctests only in a file that has some: to search a module takes longer than to import it."""
    found = yield
    if file_path.parent.name == "solve" and find_spec("numba") is None:  # its examples solve games
        return [collector for collector in found if type(collector) is pytest.Module]
    if any(type(collector) is not pytest.Module for collector in found) and b">>>" not in file_path.read_bytes():
        return [collector for collector in found if type(collector) is pytest.Module]
    return found


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Leave each failure its whole line, with its row and what was expected, however narrow the window is."""
    terminalreporter.config.get_terminal_writer().fullwidth = 240
