"""Write the generated pages of docs/: houses, rulings, events and their schemas, games, the picture of the README.

python tools/docs.py            writes what is out of date
python tools/docs.py --check    writes nothing; exit 1 if something is out of date
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

from sidepot.cases import case_schema as cases
from sidepot.cli.settle import show
from sidepot.cli.settle_input import read_toml
from sidepot.hand import events
from sidepot.table import events as table_events

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

sys.path.insert(0, str(ROOT / "tools"))  # the tests load this file from elsewhere
from docs_button import button_page  # noqa: E402
from docs_codes import codes_page  # noqa: E402
from docs_due import due_page  # noqa: E402
from docs_events import events_page, schema_text, table_events_page  # noqa: E402
from docs_evidence import evidence_page, readme_page  # noqa: E402
from docs_figures import figures_page  # noqa: E402
from docs_filters import filters_page  # noqa: E402
from docs_games import games_page  # noqa: E402
from docs_houses import houses_page  # noqa: E402
from docs_protocol import protocol_page, protocol_schema  # noqa: E402
from docs_rulings import rulings_page  # noqa: E402
from docs_sources import sources_page, sources_script  # noqa: E402
from docs_types import types_text  # noqa: E402

# ---- the picture of the README


def picture() -> str:
    """What `sidepot settle examples/alice-bob-carol.toml` prints, as SVG that asks no other host for anything."""
    from rich.console import Console

    path = "examples/alice-bob-carol.toml"
    told = read_toml((ROOT / path).read_text(encoding="utf-8"), path)
    console = Console(record=True, width=84, file=io.StringIO(), highlight=False, force_terminal=True)
    show(console, told, told.settle())
    svg = console.export_svg(title=f"sidepot settle {path}", unique_id="settle")
    return re.sub(r"[ \t]*@font-face \{.*?\}\n?", "", svg, flags=re.DOTALL).replace(
        "Fira Code, monospace", "Fira Code, DejaVu Sans Mono, Menlo, Consolas, monospace"
    )


PAGES: dict[str, Callable[[], str]] = {
    "../README.md": lambda: readme_page(ROOT),
    "reference/button.md": button_page,
    "reference/codes.md": codes_page,
    "reference/houses.md": houses_page,
    "reference/due.md": due_page,
    "reference/events.md": events_page,
    "reference/evidence.md": evidence_page,
    "reference/events.schema.json": lambda: schema_text(events.schema),
    "reference/table-events.md": table_events_page,
    "reference/table-events.schema.json": lambda: schema_text(table_events.schema),
    "reference/rulings.md": lambda: rulings_page(ROOT),
    "reference/sources.md": sources_page,
    "../src/sidepot/web/static/common/sources.js": sources_script,
    "reference/figures.md": figures_page,
    "reference/tracker-filters.md": filters_page,
    "reference/games.md": lambda: games_page(ROOT),
    "reference/protocol.md": protocol_page,
    "reference/protocol.schema.json": protocol_schema,
    "reference/protocol.d.ts": types_text,
    "reference/cases.schema.json": lambda: schema_text(cases.schema),
    "pictures/alice-bob-carol.svg": picture,
}


def main(arguments: list[str]) -> int:
    """Write what is out of date, or only say it."""
    stale = []
    for name, page in PAGES.items():
        path, new = DOCS / name, page()
        if not path.exists() or path.read_text(encoding="utf-8") != new:
            stale.append(name)
            if "--check" not in arguments:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(new, encoding="utf-8")
    for name in stale:
        print(f"docs/{name}: {'out of date, run `make docs`' if '--check' in arguments else 'written'}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
