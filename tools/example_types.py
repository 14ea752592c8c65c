"""The types of the examples, by pyright in strict mode; the notebooks are read as scripts.

    python tools/example_types.py

Pyright comes from npm, in the version of package.json: `tools/front.sh` installs it. It reads the types of what the
examples import, so that some Python here must have all of it. Without either, this says so and exits 0.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYRIGHT = ROOT / "node_modules" / ".bin" / "pyright"
EXAMPLES = ROOT / "examples"
IMPORTED = "import httpx, matplotlib, numpy, websockets"
OF_NOTEBOOKS = "# pyright: reportUnusedExpression=false, reportUnknownMemberType=false"  # shown values; matplotlib


def script(notebook: Path) -> str:
    """The code of a notebook, cell by cell."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return "\n\n".join([OF_NOTEBOOKS, *code, ""])


def python() -> Path | None:
    """A Python that has what the examples import: this one, or that of .venv."""
    for found in (Path(sys.executable), ROOT / ".venv" / "bin" / "python"):
        if found.exists() and not subprocess.run([found, "-c", IMPORTED], capture_output=True, check=False).returncode:
            return found
    return None


def main() -> int:
    """Copy the examples to a folder, and check them there."""
    able = python()
    if not PYRIGHT.exists() or able is None:
        why = "no Python here has all that the examples import" if able is None else "pyright is not installed"
        print(f"example types: skipped, because {why}")
        return 0
    with tempfile.TemporaryDirectory(prefix="sidepot-examples-") as place:
        folder = Path(place)
        for example in EXAMPLES.glob("*.py"):
            shutil.copy(example, folder)
        for notebook in (EXAMPLES / "notebooks").glob("*.ipynb"):
            (folder / f"{notebook.stem}.py").write_text(script(notebook), encoding="utf-8")
        settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": [str(ROOT / "src")]}
        (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        command: list[str | Path] = [PYRIGHT, "--pythonpath", able, "--project", folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(f"example types: {done.stdout.strip() or done.stderr.strip()}")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
