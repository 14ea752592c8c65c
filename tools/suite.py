"""Make the cases for other engines: the JSON Lines, their schema, the runner, the adapters and the page, in one zip.

python tools/suite.py            build/sidepot-cases-VERSION.jsonl and its schema, and the zip with all of it
python tools/suite.py FOLDER     the same in another folder
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import msgspec

from sidepot.cases.case_schema import suite_schema
from sidepot.cases.export import SUITE, VERSION, lines, to_text
from sidepot.cases.run import load_cases

ROOT = Path(__file__).resolve().parent.parent
DOCS = ("suite.md", "cases.md", "conformance.md")
STAMP = (2020, 1, 1, 0, 0, 0)  # the same cases make the same zip


def files() -> dict[str, bytes]:
    """Every file of the suite, by its name in it."""
    name = f"{SUITE}-{VERSION}"
    schema = msgspec.json.format(msgspec.json.encode(suite_schema()), indent=2) + b"\n"
    found = {f"{name}.jsonl": to_text(lines(load_cases())), f"{name}.schema.json": schema}
    found |= {file.name: file.read_bytes() for file in sorted((ROOT / "suite").iterdir()) if file.is_file()}
    found |= {page: (ROOT / "docs" / "reference" / page).read_bytes() for page in DOCS}
    return found | {"LICENSE": (ROOT / "LICENSE").read_bytes()}


def main(arguments: Sequence[str]) -> int:
    """Write them."""
    folder = Path(arguments[0]) if arguments else ROOT / "build"
    folder.mkdir(parents=True, exist_ok=True)
    made = files()
    for name in list(made)[:2]:
        (folder / name).write_bytes(made[name])
    with zipfile.ZipFile(folder / f"{SUITE}-{VERSION}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in made.items():
            archive.writestr(zipfile.ZipInfo(f"{SUITE}-{VERSION}/{name}", STAMP), content, zipfile.ZIP_DEFLATED)
    print(f"{folder / f'{SUITE}-{VERSION}.zip'}: {len(made)} files")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
