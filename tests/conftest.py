"""For all tests. None is timed: a slow machine must find no faults that are not there.

The last line that is printed says what was skipped, and how to get what it needs.
"""

from __future__ import annotations

import logging
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from needs import FAST

SLOW = (HealthCheck.too_slow,)  # a machine with much to do draws slowly, too
settings.register_profile("sidepot", deadline=None, suppress_health_check=SLOW, max_examples=20)
# `make test` draws few; `make test-all`, and pytest without a profile, many; `all` is what a test asks for
settings.register_profile("few", deadline=None, suppress_health_check=SLOW, max_examples=5)
settings.register_profile("all", deadline=None, suppress_health_check=SLOW)
settings.load_profile("sidepot")


class _Unheard(logging.Handler):
    """Keeps what an event loop says of callbacks that failed: nobody awaits them, so a test would pass all the same."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        told = record.getMessage().splitlines()[0]
        if "callback" in told:  # what it says of tasks comes whenever memory is tidied up, in any other test
            self.kept.append(f"{told}: {record.exc_info[1] if record.exc_info else None!r}")


@pytest.fixture(autouse=True)
def callbacks_hold() -> Iterator[None]:
    """A callback that fails in an event loop fails the test in which it does."""
    unheard = _Unheard()
    log = logging.getLogger("asyncio")
    log.addHandler(unheard)
    try:
        yield
    finally:
        log.removeHandler(unheard)
    assert not unheard.kept, unheard.kept


@pytest.fixture(autouse=True)
def own_houses_are_forgotten() -> Iterator[None]:
    """A club's house that a test registers is gone after it; otherwise the pages of the next room offer it."""
    yield
    if "sidepot.rules.own_houses" in sys.modules:
        from own_houses_of_tests import forget_own_houses

        forget_own_houses()


LONG = re.compile(r"\bmark\.(long|more)\b|\bhypothesis\b|\bFAST\b")  # what a test of `make test-all` or its file names


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import a file for `make test-all` that has none of its tests: half of them, in each worker.

    Which scenes of the pages are long is for `page/conftest.py` to say.
    """
    if config.option.markexpr != "long or more or hypothesis" or not collection_path.match("test_*.py"):
        return None
    if collection_path.parent.name == "page":
        return None
    return None if LONG.search(collection_path.read_text(encoding="utf-8")) else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of kernels are long, as a minute goes by until all of those are compiled.

    Begin with those of several processes, which mostly wait: else one of them is left alone at the end.
    """
    for item in items:
        if any(mark.kwargs.get("reason") == FAST.reason for mark in item.iter_markers("skipif")):
            item.add_marker("long")
    items.sort(key=lambda item: item.path.parent.name != "cluster")


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End with one line: how many tests were skipped for want of what, and how to get it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reporter.stats.get("skipped", ()))
    told = "; ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    reporter.write_line(f"skipped: {sum(reasons.values())} ({told})" if reasons else "skipped: none")


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """New files are readable for all unless the program says otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)
