"""Run the cases of sidepot on any engine: python run_suite.py CASES.jsonl ADAPTER.py [--json FILE] [--rule ID]

An adapter is a Python file with a NAME, a VERSION, and `run(case)`, which answers ("pass", ""), ("fail", what the
engine did) or ("cannot express", what it has no notion of). A case whose text is open has `readings`: it passes if one
of them does. This file needs Python 3.11 and nothing else. The page suite.md describes the cases.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

Case = dict[str, Any]
Answer = tuple[str, str]
PASS, FAIL, CANNOT = ("pass", "fail", "cannot express")


def load(path: str) -> tuple[Case, list[Case]]:
    """The header, and the cases."""
    with open(path, encoding="utf-8") as file:
        header, *cases = [json.loads(line) for line in file]
    if header.get("suite") != "sidepot-cases" or header["version"].split(".")[0] != "1":
        raise SystemExit(f"{path}: this is no sidepot-cases of version 1")
    return header, cases


def load_adapter(path: str) -> ModuleType:
    """The adapter, as a module; what lies beside it can be imported."""
    sys.path.insert(0, str(Path(path).resolve().parent))
    return importlib.import_module(Path(path).stem)


def judge(run: Callable[[Case], Answer], case: Case) -> Answer:
    """The verdict on one case, by any of its readings."""
    verdict, why = attempt(run, case)
    for reading in case.get("readings", []) if verdict == FAIL else []:
        if attempt(run, case | {"case": case["case"] | reading})[0] == PASS:
            return PASS, f"another reading: {reading['says']}"
    return verdict, why


def attempt(run: Callable[[Case], Answer], case: Case) -> Answer:
    """What the adapter answers; an error of the engine is a failure."""
    try:
        return run(case)
    except Exception as error:
        return FAIL, f"{type(error).__name__}: {error}"


def result(run: Callable[[Case], Answer], case: Case) -> Case:
    verdict, why = judge(run, case)
    assert verdict in (PASS, FAIL, CANNOT), f"{case['id']}: no verdict is {verdict!r}"
    return {"id": case["id"], "kind": case["kind"], "rules": rules_of(case), "verdict": verdict, "why": why}


def rules_of(case: Case) -> list[str]:
    return [rule["id"] for rule in case["rules"]]


def show(results: list[Case]) -> None:
    """Counts by kind and by rule, and each failure."""
    for title in ("kind", "rules"):
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for one in results:
            for key in one["rules"] if title == "rules" else [one["kind"]]:
                counts[key][one["verdict"]] += 1
        print(f"\n{title:24} {'pass':>6} {'fail':>6} {'cannot express':>15}")
        for key, count in sorted(counts.items()):
            print(f"{key:24} {count[PASS]:6} {count[FAIL]:6} {count[CANNOT]:15}")
    print("\n".join(["", *[f"{one['id']}: {one['why']}" for one in results if one["verdict"] == FAIL]]))
    total = Counter(one["verdict"] for one in results)
    print(f"{len(results)} cases: {total[PASS]} pass, {total[FAIL]} fail, {total[CANNOT]} cannot be expressed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("cases", "adapter"):
        parser.add_argument(name)
    parser.add_argument("--json", help="write the results to this file")
    parser.add_argument("--rule", help="only the cases of this rule")
    asked = parser.parse_args()
    (header, cases), adapter = load(asked.cases), load_adapter(asked.adapter)
    results = [result(adapter.run, case) for case in cases if asked.rule in (None, *rules_of(case))]
    if asked.json:
        told = {"suite": header, "engine": adapter.NAME, "version": adapter.VERSION, "results": results}
        Path(asked.json).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    show(results)
    return int(any(one["verdict"] == FAIL for one in results))


if __name__ == "__main__":
    sys.exit(main())
