"""Run the suite on sidepot and on other engines, and write what came of it to docs/reference/conformance.md.

python tools/conformance.py             the engines that are installed; needs all of them to write the page
python tools/conformance.py --results DIR   also leaves the results of each engine there, as JSON
python tools/conformance.py --check     writes nothing; exit 1 if the page is out of date
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
SUITE = ROOT / "suite"
PAGE = ROOT / "docs" / "reference" / "conformance.md"
ENGINES: Final = ("sidepot", "pokerkit", "openspiel", "texasholdem")
VERDICTS: Final = ("pass", "fail", "cannot express")
Run = dict[str, Any]


def export(folder: Path) -> Path:
    """The suite, as it is now."""
    from sidepot.cases.export import SUITE as NAME
    from sidepot.cases.export import VERSION, lines, to_text
    from sidepot.cases.run import load_cases

    path = folder / f"{NAME}-{VERSION}.jsonl"
    path.write_bytes(to_text(lines(load_cases())))
    return path


def run_engine(name: str, cases: Path, folder: Path) -> Run:
    """The results of one engine, by the reference runner in a process of its own: an engine may end it."""
    result = folder / f"{name}.json"
    command = [sys.executable, str(SUITE / "run_suite.py"), str(cases), str(SUITE / f"{name}_adapter.py")]
    done = subprocess.run([*command, "--json", str(result)], capture_output=True, text=True, check=False)
    if not result.exists():
        raise SystemExit(f"{name}: {done.stderr.strip().splitlines()[-1:]}; `make peers` installs the engines")
    found: Run = json.loads(result.read_text(encoding="utf-8"))
    return found


def reasons() -> dict[tuple[str, str], tuple[str, str]]:
    """Why an engine does not pass a case, as somebody found out by hand: (how, why) by engine and case."""
    rows = tomllib.loads((SUITE / "reasons.toml").read_text(encoding="utf-8"))["reason"]
    return {(row["engine"], case): (row["how"], row["why"]) for row in rows for case in row["cases"]}


# ---- the page


def page(runs: Sequence[Run], titles: Mapping[str, str]) -> str:
    """The whole page."""
    suite = runs[0]["suite"]
    books = ", ".join(f"{book['edition']} ({book['cases']}, `{book['digest']}`)" for book in suite["books"])
    parts = [
        _TOP,
        f"`{suite['suite']} {suite['version']}`: {suite['cases']:,} cases. Books: {books}.\n",
        _counts("engine", [(f"{run['engine']} {run['version']}", [run]) for run in runs]),
        "## By kind\n",
        _table("kind", runs, lambda one: [one["kind"]]),
        "## Failures\n",
        _FAILURES,
        *[_failures(run, titles) for run in runs],
        "## By rule\n",
        _RULES,
        _table("rule", runs, lambda one: one["rules"]),
    ]
    return "\n".join(parts)


_TOP: Final = """# What other engines make of the cases

For authors of other engines, and for readers who compare engines. `make conformance` generates this page; [the
suite](suite.md) explains the cases and the adapters.

An engine **passes** a case if everything in it comes out as the case says, by any reading where the text is open. It
**fails** where it can play the case and something comes out otherwise. It **cannot express** what it has no notion of:
that is no failure. The cases were written for rules of card rooms, and most of them are about what people do at a table
(rulings, seats, tournaments). No other engine here is made for that.

```console
$ make peers          # the engines, in the versions of constraints.txt
$ make conformance    # this page
$ make suite          # the cases, to run by yourself:
$ python suite/run_suite.py build/sidepot-cases-1.0.jsonl suite/pokerkit_adapter.py
```
"""

_FAILURES: Final = """\
Somebody looked at each of these by hand ([reasons.toml](../../suite/reasons.toml)). *Another rule*: the engine plays by
one that some houses have, or by its own. *Error*: it means to keep the rule, and does not.
"""

_RULES: Final = """\
Numbers are passed / failed; cases that an engine cannot express are left out, and so are rules of which no other
engine can express a case. `sidepot rules ID` tells the rule.
"""


def _counts(what: str, rows: Iterable[tuple[str, list[Run]]]) -> str:
    lines = [f"| {what} | pass | fail | cannot express |", "| --- | --: | --: | --: |"]
    for name, runs in rows:
        count = Counter(one["verdict"] for run in runs for one in run["results"])
        lines.append(f"| {name} | " + " | ".join(f"{count[verdict]:,}" for verdict in VERDICTS) + " |")
    return "\n".join(lines) + "\n"


def _table(what: str, runs: Sequence[Run], keys: Any) -> str:
    """A row for each kind or rule of which another engine can express a case."""
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for run in runs:
        for one in run["results"]:
            for key in keys(one):
                counts[key][run["engine"]][one["verdict"]] += 1
    names = [run["engine"] for run in runs]
    lines = [f"| {what} | cases | {' | '.join(names)} |", "| --- | --: |" + " --: |" * len(names)]
    for key, found in sorted(counts.items()):
        cells = [_cell(found[name]) for name in names]
        if what == "kind" or any(cells[1:]):
            lines.append(f"| {key} | {sum(found[names[0]].values())} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _cell(count: Counter[str]) -> str:
    return f"{count['pass']} / {count['fail']}" if count["pass"] or count["fail"] else ""


def _failures(run: Run, titles: Mapping[str, str]) -> str:
    """One line for each failure of an engine, with what it did."""
    known = reasons()
    failed = [one for one in run["results"] if one["verdict"] == "fail"]
    if not failed:
        return f"### {run['engine']}\n\nNone.\n"
    lines = [f"### {run['engine']}\n"]
    grouped: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for one in failed:
        grouped[known.get((run["engine"], one["id"]), ("not looked at", ""))].append(one)
    for (how, why), ones in grouped.items():
        lines.append(f"**{how.capitalize()}**{f': {why}' if why else ''}.\n")
        lines += [f"- `{one['id']}` {titles[one['id']]}: {one['why']}" for one in ones]
        lines.append("")
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, help="a folder for the results of each engine")
    parser.add_argument("--check", action="store_true", help="only say whether the page is out of date")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as made:
        folder = asked.results or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        cases = export(folder)
        runs = [run_engine(name, cases, folder) for name in ENGINES]
        titles = {line["id"]: line["title"] for line in map(json.loads, cases.read_bytes().splitlines()[1:])}
    text = page(runs, titles)
    if PAGE.exists() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE.relative_to(ROOT)}: {'out of date, run `make conformance`' if asked.check else 'written'}")
    if not asked.check:
        PAGE.write_text(text, encoding="utf-8")
    return int(asked.check)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
