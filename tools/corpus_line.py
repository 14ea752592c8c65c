"""Say in one line how much of the corpus came out to the printed chip, from the JSON of `sidepot replay`.

Exits 1 where a hand mismatched or failed, and where nothing was replayed at all.
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
    notes = [
        f"{count} {what}"
        for count, what in (
            (report["expected"], "expected divergences"),
            (report["unchecked"], "unchecked"),
            (report["mismatched"], "mismatched"),
            (report["failed"], "failed"),
        )
        if count
    ]
    tail = f" ({', '.join(notes)})" if notes else ""
    print(f"corpus: {report['matched']} of {report['hands']} hands matched{tail}")
    return 1 if report["mismatched"] or report["failed"] or not report["hands"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
