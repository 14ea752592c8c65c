"""Which lines and branches of sidepot the tests reach, by package.

    python tools/cover.py              those of `make test`; exit 1 where the core has fewer than 95 % of its branches
    python tools/cover.py --all        those of `make test-all`, too, and what share of its lines `make test` reaches
    python tools/cover.py --missing    lists the lines and branches of the core that no test reaches
    python tools/cover.py --json       one JSON object
    python tools/cover.py -- -k pots   what follows the dashes goes to pytest

The servers and commands that tests start are measured with them. What coverage records stays in build/coverage.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from coverage import Coverage, CoverageData

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "build" / "coverage"
PACKAGE: Final = ROOT / "src" / "sidepot"
CORE: Final = ("cards.py", "randomness.py", "ranking", "games", "rules", "hand", "table", "tournament", "floor")
REQUIRED: Final = 95.0  # percent of the branches of the core, and of the lines that `make test-all` reaches


def run(part: str, arguments: Sequence[str]) -> CoverageData:
    """Run one part of the tests under coverage, and what it recorded. Tests that fail end this program."""
    folder = FOLDER / part
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    settings = os.environ | {
        "COVERAGE_FILE": str(folder / "data"),
        "SIDEPOT_RUNNER": f"coverage run --rcfile={ROOT / 'pyproject.toml'} -m pytest",
    }
    code = subprocess.run(["sh", "tools/test.sh", part, *arguments], cwd=ROOT, env=settings, check=False).returncode
    if code:
        print(f"cover: the tests of `{part}` fail: the figures are of those that ran", file=sys.stderr)
    found = Coverage(data_file=str(folder / "data"), config_file=str(ROOT / "pyproject.toml"))
    found.combine([str(folder)])
    found.save()
    return found.get_data()


def report(data: CoverageData) -> dict[str, Any]:
    """What coverage says of each file, by the path below the package."""
    path = FOLDER / "all"
    path.unlink(missing_ok=True)
    both = CoverageData(str(path))
    both.update(data)
    both.write()
    found = Coverage(data_file=str(path), config_file=str(ROOT / "pyproject.toml"))
    found.load()
    out = FOLDER / "report.json"
    found.json_report(outfile=str(out))
    files: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))["files"]
    return {str((ROOT / name).relative_to(PACKAGE)): what for name, what in files.items()}


def parts(files: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Lines and branches, all and reached, by package; `core` sums up those below the room."""
    sums: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(("lines", "hit", "branches", "taken"), 0))
    for name, what in files.items():
        first, summary = name.split("/")[0], what["summary"]
        for part in (first, *(["core"] if first in CORE else []), "all"):
            sums[part]["lines"] += summary["num_statements"]
            sums[part]["hit"] += summary["covered_lines"]
            sums[part]["branches"] += summary["num_branches"]
            sums[part]["taken"] += summary["covered_branches"]
    return dict(sums)


def lines(data: CoverageData) -> set[tuple[str, int]]:
    """Every line that was reached."""
    return {(name, line) for name in data.measured_files() for line in data.lines(name) or ()}


def percent(part: int, whole: int) -> float:
    """A share in percent, rounded down to a tenth: 95 means that 95 was reached."""
    return int(1000 * part / whole) / 10 if whole else 100.0


def missing(files: dict[str, Any]) -> list[str]:
    """The lines and branches of the core that no test reaches, a file a line."""
    found = []
    for name, what in sorted(files.items()):
        branches = [f"{start}->{end if end > 0 else 'exit'}" for start, end in what["missing_branches"]]
        if name.split("/")[0] in CORE and (what["missing_lines"] or branches):
            found.append(f"{name}: {' '.join([*map(str, what['missing_lines']), *branches])}")
    return found


def main() -> int:
    """Run the tests and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true", help="run what `make test` leaves out, too")
    parser.add_argument("--missing", action="store_true", help="list what of the core is not reached")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("arguments", nargs="*", help="arguments of pytest")
    asked = parser.parse_args()
    quick = run("quick", asked.arguments)
    files = report(quick)
    sums = parts(files)
    found: dict[str, Any] = {"quick": sums}
    holds = percent(sums["core"]["taken"], sums["core"]["branches"]) >= REQUIRED
    if asked.all:
        reached = lines(quick)
        quick.update(run("rest", asked.arguments))
        found["whole"] = parts(report(quick))
        found["share"] = percent(len(reached), len(lines(quick)))
        holds = holds and found["share"] >= REQUIRED
    if asked.json:
        print(json.dumps(found | {"missing": missing(files)}))
        return 0 if holds else 1
    print(f"{'':12}{'lines':>8}{'%':>7}{'branches':>10}{'%':>7}")
    for part, row in sorted(sums.items(), key=lambda item: (item[0] in ("core", "all"), item)):
        shares = percent(row["hit"], row["lines"]), percent(row["taken"], row["branches"])
        print(f"{part:12}{row['lines']:>8}{shares[0]:>7}{row['branches']:>10}{shares[1]:>7}")
    if asked.all:
        print(f"`make test` reaches {found['share']} % of the lines that all tests reach ({REQUIRED} % are required)")
    if asked.missing:
        print("\n".join(missing(files)))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
