"""Metrics for Prometheus: tables, people, sockets, commands and their durations, the store.

Counters are plain numbers, collected only when Prometheus asks, so counting costs almost nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from sidepot.room.store.writer import Durations
from sidepot.web.socket_backpressure import Flusher

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"


class Meters(Collector):
    """The room's counters.

    - `live`: returns the counts of other parts of the room, by name
    - `commits`: the durations of the store's commits
    - `flusher`: sends the messages to clients
    """

    def __init__(
        self,
        live: Callable[[], dict[str, float]],
        phases: Callable[[], Counter[str]],
        commits: Durations,
        flusher: Flusher,
    ) -> None:
        self.sockets = 0
        self.messages = 0
        self.refused: Counter[str] = Counter()  # by the error
        self.behind = 0
        self.commands = Durations()
        self._commits = commits
        self._flusher = flusher
        self._live = live
        self._phases = phases
        self.registry = CollectorRegistry()
        self.registry.register(self)
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)

    def collect(self) -> Iterator[Metric]:
        """The metrics as Prometheus's library reads them."""
        yield _gauge("sidepot_sockets", "Open sockets.", self.sockets)
        for name, value in self._live().items():
            yield _gauge(f"sidepot_{name}", f"{name.capitalize().replace('_', ' ')}.", value)
        tables = GaugeMetricFamily("sidepot_tables", "Tables, by phase.", labels=("phase",))
        for phase, count in sorted(self._phases().items()):
            tables.add_metric((phase,), count)
        yield tables
        yield CounterMetricFamily("sidepot_messages", "Messages of clients.", self.messages)
        yield CounterMetricFamily("sidepot_frames", "Messages to clients.", self._flusher.sent)
        yield CounterMetricFamily("sidepot_behind", "How often a client fell behind.", self.behind)
        refused = CounterMetricFamily("sidepot_refused", "Refusals, by reason.", labels=("why",))
        for why, count in sorted(self.refused.items()):
            refused.add_metric((why,), count)
        yield refused
        yield _histogram("sidepot_command_seconds", "From a command to its acknowledgement.", self.commands)
        yield _histogram("sidepot_commit_seconds", "Until the disk had a commit for good.", self._commits)

    def page(self) -> bytes:
        """The page of metrics that Prometheus reads."""
        return generate_latest(self.registry)


def _gauge(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(name, text, value)


def _histogram(name: str, text: str, waits: Durations) -> Metric:
    buckets = [("+Inf" if bound == float("inf") else str(bound), float(count)) for bound, count in waits.within()]
    found = HistogramMetricFamily(name, text)
    found.add_metric((), buckets, waits.seconds)
    return found
