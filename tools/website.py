"""Build the website: the guides, and an API reference made from the docstrings, in build/site.

python tools/website.py           (or `make site`, which installs mkdocs into .venv-site first)

The reference covers what docs/reference/stability.md promises: the names in `sidepot.__all__`, and each module that a
page shows in code or links to. The pages go to build/site-pages, where links to source files become links to it.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src"
PAGES = ROOT / "build" / "site-pages"
SITE = ROOT / "build" / "site"

INDEX = "docs/README.md"  # the list of all guides: its parts are the menu
# The other pages, in the order of the menu.
ELSEWHERE = {"README.md": "index.md", INDEX: "guides.md", "CONTRIBUTING.md": "contributing.md"}
ELSEWHERE |= {"CHANGELOG.md": "changelog.md", "SECURITY.md": "security.md"}
ELSEWHERE |= {"bench/README.md": "speed.md", "deploy/README.md": "deploy.md"}
# Modules that belong to the reference although no page shows them in code.
MACHINES = ("hand", "table", "tournament")
FILES_OF_A_MACHINE = ("commands", "events", "state", "apply")

_FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
_GUIDE = re.compile(r"\]\(([\w-]+/[\w-]+)\.md\)")
_NAMED = re.compile(r"\bsidepot(?:\.\w+)+")
_IMPORT = re.compile(r"^(?:>>> )?from (sidepot[\w.]*) import ([^#\n]+)", re.MULTILINE)


def main() -> int:
    """Write the pages and run mkdocs; its exit code."""
    shutil.rmtree(PAGES, ignore_errors=True)
    pages = dict(_pages())
    modules = shown_modules(pages)
    for source, target in pages.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        _write(target, _relinked(text, source, target, pages, modules))
    reference = _write_reference(modules)
    config = {"INHERIT": "../mkdocs.yml", "docs_dir": str(PAGES), "site_dir": str(SITE), "nav": _nav(pages, reference)}
    path = ROOT / "build" / "mkdocs.json"
    path.write_text(json.dumps(config, indent=1), encoding="utf-8")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", str(path)]
    quiet = os.environ | {"NO_MKDOCS_2_WARNING": "1"}  # an advertisement for its successor
    return subprocess.run(words, cwd=ROOT, env=quiet, check=False).returncode


# ---- the pages


def guides() -> dict[str, tuple[str, ...]]:
    """The pages of docs/, by the part of the menu: each part of the list of all guides that has pages of its own."""
    _, *parts = re.split(r"^## (.*)$", (ROOT / INDEX).read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {
        title: tuple(_GUIDE.findall(body))
        for title, body in zip(parts[::2], parts[1::2], strict=True)
        if _GUIDE.search(body)
    }


def _pages() -> Iterator[tuple[str, str]]:
    """Each page of the repository with its place on the website."""
    yield from ELSEWHERE.items()
    yield from ((f"docs/{name}.md", f"{name}.md") for names in guides().values() for name in names)
    for path in (ROOT / "docs" / "reference" / "playthroughs").glob("*.md"):
        name = "index.md" if path.name == "README.md" else path.name
        yield f"docs/reference/playthroughs/{path.name}", f"reference/playthroughs/{name}"


def _relinked(text: str, source: str, target: str, pages: dict[str, str], modules: set[str]) -> str:
    """A page with links that hold on the website; code stays as it is."""

    def link(found: re.Match[str]) -> str:
        sign, label, address = found.groups()
        path, _, heading = address.partition("#")
        if "://" in address or not path:
            return found[0]
        meant = (ROOT / source).parent.joinpath(path).resolve().relative_to(ROOT)
        if str(meant) in pages:
            up = "../" * target.count("/")
            return f"{sign}[{label}]({up}{pages[str(meant)]}{'#' * bool(heading)}{heading})"
        if (module := _module_of(ROOT / meant)) in modules:
            return f"[{label}][{module}]"
        if (ROOT / meant).is_dir():
            package = [*module.split("."), ""][1]
            return f"[{label}]({'../' * target.count('/')}api/{package}.md)" if package in packages else label
        return f"{sign}[{label}]({'../' * target.count('/')}{_copied(meant)})"

    packages = {name.split(".")[1] for name in modules}
    parts = _FENCE.split(text)
    return "".join(part if part.startswith("```") else _LINK.sub(link, part) for part in parts)


def _copied(path: Path) -> str:
    """A file that a page links to, put beside the pages; text that browsers would download is shown as .txt."""
    name = f"files/{path}" + (".txt" if path.suffix in (".py", ".toml") else "")
    (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(ROOT / path, PAGES / name)
    return name


# ---- the reference


def shown_modules(pages: dict[str, str]) -> set[str]:
    """The modules of the reference: of public names, shown in code by a page, linked to, or parts of a machine."""
    from sidepot import PUBLIC

    names = {module for module, _ in PUBLIC.values()}
    names |= {f"sidepot.{machine}.{name}" for machine in MACHINES for name in (*FILES_OF_A_MACHINE, machine)}
    for source in pages:
        if source == "CHANGELOG.md":
            continue
        text = (ROOT / source).read_text(encoding="utf-8")
        names |= set(_NAMED.findall(text))
        names |= {f"{module}.{name.split()[0]}" for module, said in _IMPORT.findall(text) for name in said.split(",")}
        linked = [(ROOT / source).parent.joinpath(address.partition("#")[0]) for _, _, address in _LINK.findall(text)]
        names |= {_module_of(path.resolve()) for path in linked if path.suffix == ".py"}
    return {module for name in names if (module := _longest_module(name))}


def _longest_module(name: str) -> str:
    """The module that a dotted name is, or is in; empty if there is none, or only a package without own names."""
    while name.count("."):
        path = SRC.joinpath(*name.split("."))
        if path.with_suffix(".py").exists():
            return name
        if (path / "__init__.py").exists():
            return name if _has_names(path / "__init__.py") else ""
        name = name.rpartition(".")[0]
    return ""


def _has_names(path: Path) -> bool:
    return any(not isinstance(node, ast.Expr) for node in ast.parse(path.read_text(encoding="utf-8")).body)


def _module_of(path: Path) -> str:
    """The dotted name of a file or folder of the package; nothing for any other."""
    if not path.is_relative_to(SRC):
        return ""
    return ".".join(path.relative_to(SRC).with_suffix("").parts).removesuffix(".__init__")


def _write_reference(modules: set[str]) -> list[str]:
    """A page for each package, and one for the names that `import sidepot` gives; their places."""
    from sidepot import PUBLIC

    rows = [f"| [`{name}`][{module}.{name}] | {gist} |" for name, (module, gist) in PUBLIC.items()]
    head = "# sidepot\n\nThese names come from `import sidepot`. Each is loaded when you first use it.\n\n"
    _write("api/index.md", head + "\n".join(["| name | what it is |", "| --- | --- |", *rows]) + "\n")
    packages: dict[str, list[str]] = {}
    first = [module for module, _ in PUBLIC.values()]
    first += [f"sidepot.{machine}.{name}" for machine in MACHINES for name in (*FILES_OF_A_MACHINE, machine)]
    for module in sorted(modules, key=lambda name: (first.index(name) if name in first else len(first), name)):
        packages.setdefault(module.split(".")[1], []).append(module)
    for package, names in sorted(packages.items()):
        doc = f"sidepot.{package}"
        title = f'# {doc} <a id="{doc}"></a>' if doc not in names else f"# {doc}"
        blocks = [f"::: {name}" for name in names]
        _write(f"api/{package}.md", "\n\n".join([title, *blocks]) + "\n")
    return [f"api/{package}.md" for package in sorted(packages)]


def _nav(pages: dict[str, str], reference: list[str]) -> list[dict[str, list[str]]]:
    """The menu."""
    play = sorted(
        target for target in pages.values() if target.startswith("reference/playthroughs/") and "index" not in target
    )
    return [
        {"sidepot": [*ELSEWHERE.values()]},
        *[{title: [f"{name}.md" for name in names]} for title, names in guides().items()],
        {"A hand of every game": ["reference/playthroughs/index.md", *play]},
        {"API reference": ["api/index.md", *reference]},
    ]


def _write(target: str, text: str) -> None:
    path = PAGES / target
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
