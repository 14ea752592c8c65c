"""Write the generated pages of docs/: houses, rulings, events and their schema, games, the picture of the README.

python tools/docs.py            writes what is out of date
python tools/docs.py --check    writes nothing; exit 1 if something is out of date
"""

from __future__ import annotations

import ast
import inspect
import io
import json
import re
import sys
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from sidepot.cli.settle import show
from sidepot.cli.settle_told import read_toml
from sidepot.hand import events

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"

sys.path.insert(0, str(ROOT / "tools"))  # the tests load this file from elsewhere
from docs_button import button_page  # noqa: E402
from docs_games import games_page  # noqa: E402
from docs_houses import houses_page  # noqa: E402
from docs_rulings import rulings_page  # noqa: E402
from docs_text import NOTE, table  # noqa: E402

# ---- events


def events_page() -> str:
    """Each event of a hand with its fields, from the structs themselves."""
    kinds = get_args(events.Event)
    parts = [
        "# Events",
        NOTE,
        "A hand is the fold of its events: `Hand.apply` is the only thing that changes it, and `replay(hand.log)` "
        "gives the same hand again. Each event is one struct of `sidepot.hand.events`: the Python object, the JSON on "
        "the wire, and the schema in [events.schema.json](events.schema.json).",
        "In JSON an event is an object whose `type` is the tag in the headings below: "
        f"`{events.encode(events.RaisedTo(2, 600)).decode()}`. Cards are numbers, `4 * rank + suit` with deuce 0 to "
        "ace 12 and clubs, diamonds, hearts, spades 0 to 3; 52 is a joker, 53 a card that is not known here. Seats "
        "count from 0, and amounts are chips of the smallest unit.",
        table(
            ["event", "tag", "what happened"],
            [[f"[{k.__name__}](#{k.__name__.lower()})", f"`{_tag(k)}`", first_sentence(k)] for k in kinds],
        ),
    ]
    parts += [_struct(kind, f"## {kind.__name__}\n\n`{_tag(kind)}`. ") for kind in kinds]
    parts.append("## What they are made of")
    parts += [_struct(kind, f"### {kind.__name__}\n\n") for kind in (events.Setup, events.Owed)]
    said = comments(events.Post)
    posts = [[f"`{post.value}`", said.get(post.name, "")] for post in events.Post]
    parts.append(f"### Post\n\n{first_sentence(events.Post)}\n\n{table(['post', ''], posts)}")
    parts.append("`game` is described in [games.md](games.md), `rulebook` in [houses.md](houses.md).")
    return "\n\n".join(parts) + "\n"


def comments(kind: type) -> dict[str, str]:
    """The comment that stands at each field of a class."""
    source = inspect.getsource(kind)
    said = {
        token.start[0]: token.string.lstrip("# ").rstrip(". ")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    found = {}
    for node in ast.parse(source).body[0].body:  # type: ignore[attr-defined]
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
        comment = next((said[line] for line in lines if line in said), None)
        if isinstance(target, ast.Name) and comment:
            found[target.id] = comment
    return found


def _struct(kind: Any, head: str) -> str:
    """A heading, what the struct is, and its fields."""
    doc = " ".join((inspect.getdoc(kind) or "").split())
    defaults = dict(zip(reversed(kind.__struct_fields__), reversed(kind.__struct_defaults__), strict=False))
    rows = [
        [f"`{name}`", f"`{kind.__annotations__[name]}`", f"`{defaults[name]}`" if name in defaults else ""]
        for name in kind.__struct_fields__
    ]
    return f"{head}{doc}\n\n{table(['field', 'type', 'default'], rows)}"


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def first_sentence(kind: Any) -> str:
    """What a class is, in one sentence."""
    return " ".join((inspect.getdoc(kind) or "").split()).partition(". ")[0].rstrip(".") + "."


def events_schema() -> str:
    """The JSON Schema of an event."""
    return json.dumps(events.schema(), indent=2) + "\n"


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
    "button.md": button_page,
    "houses.md": houses_page,
    "events.md": events_page,
    "events.schema.json": events_schema,
    "rulings.md": lambda: rulings_page(ROOT),
    "games.md": lambda: games_page(ROOT),
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
