"""The generated pages are up to date, and what the pages link to is there."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from each import each
from needs import SERVE
from places import ROOT

SERVE.ask()  # what goes over HTTP is described with the server's own types

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
GUIDES = sorted(ROOT.glob("docs/**/*.md"))
BY_HAND = [page for name in ("tutorials", "how-to", "explanation") for page in sorted(ROOT.glob(f"docs/{name}/*.md"))]
TOP = {"README.md": 160, "CONTRIBUTING.md": 90, "CHANGELOG.md": 60}  # the most lines of each


def load_generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sidepot_docs", ROOT / "tools" / "docs.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GENERATOR = load_generator()


@pytest.mark.long
@each("name", GENERATOR.PAGES)
def test_the_generated_pages_are_up_to_date(name: str) -> None:
    committed = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert committed == GENERATOR.PAGES[name](), f"docs/{name} is out of date: run `make docs`"


@each("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_links_lead_to_files_and_headings(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in target:
            continue
        path, _, heading = target.partition("#")
        linked = page.parent / path if path else page
        assert linked.exists(), f"{page.name} links to {target}, which is not there"
        if heading:
            headings = [
                re.sub(r"[^\w\- ]", "", line).strip().lower().replace(" ", "-")
                for line in re.findall(r"^#+ (.*)$", linked.read_text(encoding="utf-8"), re.MULTILINE)
            ]
            assert heading in headings, f"{page.name} links to {target}, and there is no such heading"


def test_the_picture_asks_no_other_host_for_anything() -> None:
    svg = (ROOT / "docs" / "pictures" / "alice-bob-carol.svg").read_text(encoding="utf-8")
    assert "@font-face" not in svg
    assert not re.search(r"(?:href|src|url)\s*[=(]\s*[\"']?https?:", svg)
    assert "3,500" in svg


@pytest.mark.parametrize(
    ("name", "some"),
    [
        ("events", {"started", "raised_to", "awarded"}),
        ("table-events", {"opened", "sat", "hand_begun", "hand_done", "left"}),
    ],
)
def test_the_schema_knows_every_event(name: str, some: set[str]) -> None:
    schema = json.loads((ROOT / "docs" / "reference" / f"{name}.schema.json").read_text(encoding="utf-8"))
    tags = set(schema["discriminator"]["mapping"])
    page = (ROOT / "docs" / "reference" / f"{name}.md").read_text(encoding="utf-8")
    assert some <= tags
    for tag in tags:
        assert f"`{tag}`. " in page


def test_the_terms_of_a_table_are_documented_with_its_events() -> None:
    """Each value that the schema has stands on the page, or on the one that it links to."""
    schema = json.loads((ROOT / "docs" / "reference" / "table-events.schema.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs" / "reference" / "table-events.md").read_text(encoding="utf-8")
    for name in ("TableRules", "Kill", "Marks", "Stakes", "ChipSet", "Mix", "Straddle"):
        assert name in schema["$defs"]
        assert f"\n### {name}\n" in page
    assert "| `rulebook` | `Rulebook` | `cash` |" in page


def test_files_are_of_the_repository() -> None:
    """Nothing links to a file that git would leave behind."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    for page in PAGES:
        ignored = subprocess.run(["git", "check-ignore", "-q", str(page)], cwd=ROOT, check=False)
        assert ignored.returncode == 1, page


def test_extras_are_called_as_they_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = set(project["project"]["optional-dependencies"])
    told: dict[str, str] = {}
    for file in [*PAGES, *sorted((ROOT / "src").rglob("*.py"))]:
        text = file.read_text(encoding="utf-8")
        for named in re.findall(r"sidepot\[([a-z,-]+)\]|\(extra `([a-z]+)`\)", text):
            told.update(dict.fromkeys((named[0] or named[1]).split(","), file.name))
    assert {"plot", "ray", "serve"} <= set(told)
    assert {name: file for name, file in told.items() if name not in extras} == {}


@each("page", GUIDES, ids=[str(page.relative_to(ROOT)) for page in GUIDES])
def test_the_first_sentence_says_whom_a_page_is_for(page: Path) -> None:
    first = page.read_text(encoding="utf-8").split("\n\n")[1]
    assert first.startswith("For "), first


@each("page", BY_HAND, ids=[str(page.relative_to(ROOT)) for page in BY_HAND])
def test_a_page_by_hand_can_be_read_in_ten_minutes(page: Path) -> None:
    """References may be long: people look things up in them."""
    words = len(page.read_text(encoding="utf-8").split())
    assert words <= 1200, f"{page.name} has {words} words: make two pages of it"


def test_short_pages_at_the_top_stay_short() -> None:
    lines = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in TOP}
    assert {name: count for name, count in lines.items() if count > TOP[name]} == {}


def test_a_script_can_read_the_renames() -> None:
    """Each row has one old name, one new name and a place that the first table lists."""
    places, _, renames = (ROOT / "docs" / "reference" / "renames.md").read_text(encoding="utf-8").partition("| old |")
    known = set(re.findall(r"`([^`]+)`", "".join(line.split("|")[1] for line in places.splitlines() if "|" in line)))
    rows = [line for line in renames.splitlines()[2:] if line]
    assert rows
    for row in rows:
        found = re.fullmatch(r"\| `[^`]+` \| `[^`]+` \| `([^`]+)` \| .*\|", row)
        assert found and found[1] in known, row
