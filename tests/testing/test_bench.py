"""The tables of bench/README.md say what bench/results.json holds, and `sidepot bench` measures what they need."""

from __future__ import annotations

import importlib.util
import json
from types import ModuleType

import pytest
from places import ROOT

from sidepot.benchmarks import peers, workloads
from sidepot.cli.bench import measure


def load_measure() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bench_measure", ROOT / "bench" / "measure.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MEASURE = load_measure()


@pytest.mark.parametrize("name", ["results", "compiled"])
def test_the_tables_are_those_of_the_results(name: str) -> None:
    results = json.loads((ROOT / "bench" / f"{name}.json").read_text(encoding="utf-8"))
    assert results["compiled"] == (name == "compiled")
    page = (ROOT / "bench" / "README.md").read_text(encoding="utf-8")
    assert page == MEASURE.with_tables(page, results), "run `python bench/measure.py --tables`"


def test_multiples_are_ours_by_theirs() -> None:
    speeds = {"sidepot": 9000.0, "openspiel": 12000.0, "pokerkit": 100.0, "openspiel_unlisted": None}
    assert MEASURE.multiple(speeds, "openspiel").split() == ["0.75", MEASURE.TIMES]
    assert MEASURE.multiple(speeds, "pokerkit").split() == ["90", MEASURE.TIMES]
    assert MEASURE.multiple(speeds, "openspiel_unlisted") == ""


def test_the_workloads_of_the_tables_are_there() -> None:
    assert set(MEASURE.COMPILED_WORKLOADS) <= set(workloads.WORKLOADS)
    assert tuple(workloads.WORKLOADS) == peers.WORKLOADS


def test_one_run_measures_and_replays_every_workload() -> None:
    document = measure(list(workloads.WORKLOADS), peers=False, seconds=0.05, rounds=1, warm_up=0.0, seed=1)
    assert set(document.workloads) == set(workloads.WORKLOADS)
    assert all(speeds["sidepot"] > 0 for speeds in document.workloads.values())
