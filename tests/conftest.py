"""For all tests. None is timed: a slow machine must find no faults that are not there.

The last line that is printed says what was skipped, and how to get what it needs.
"""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import HealthCheck, settings

SLOW = (HealthCheck.too_slow,)  # a machine with much to do draws slowly, too
settings.register_profile("sidepot", deadline=None, suppress_health_check=SLOW)
# for code that has been tried at length
settings.register_profile("few", deadline=None, suppress_health_check=SLOW, max_examples=5)
settings.load_profile("sidepot")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with those that take half a minute and mostly wait: else one of them is left alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End with one line: how many tests were skipped for want of what, and how to get it."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or hasattr(config, "workerinput"):
        return
    reasons = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reporter.stats.get("skipped", ()))
    told = "; ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    reporter.write_line(f"skipped: {sum(reasons.values())} ({told})" if reasons else "skipped: none")
