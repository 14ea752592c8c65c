"""Say in one line how the corpus came out, from the JSON of `sidepot replay`.

Four things are kept apart: a printed figure was compared and is equal (matched), or another one (mismatched); nothing
that is printed could be compared (unchecked, each reason in a line of its own); the hand could not be read or played
(failed). Exits 1 where a hand mismatched or failed, and where no hand matched at all.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def main(path: str) -> int:
    """Print the problems, then the line. `path` is the JSON report."""
    try:
        report = json.loads(Path(path).read_text(encoding="utf-8"))
    except ValueError as error:
        print(f"corpus: replay wrote no report ({error})")
        return 1
    for problem in report["problems"][:20]:
        print(f"  {problem['file']} hand {problem['hand']}: {problem['kind']}: {problem['detail']}")
    for reason, count in report["reasons"].items():
        print(f"  {count} unchecked: {reason}")
    counts = [f"{report[kind]} {kind}" for kind in ("mismatched", "unchecked", "failed")]
    counts += [f"{report['expected']} expected divergences"] if report["expected"] else []
    print(f"corpus: {report['matched']} of {report['hands']} hands matched ({', '.join(counts)})")
    return 1 if report["mismatched"] or report["failed"] or not report["matched"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
