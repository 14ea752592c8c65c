"""The snippets of the pages run as they stand; the page of the commands lists every one."""

from __future__ import annotations

import doctest
import re

from each import each
from places import ROOT

from sidepot.cli.app import COMMANDS

README = (ROOT / "README.md").read_text(encoding="utf-8")


# All pages with snippets, but the change log and fairness.md (its snippet reads a file: test_fairness_cli).
PAGES = [
    str(page.relative_to(ROOT))
    for page in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
    if "```pycon" in page.read_text(encoding="utf-8") and page.name not in ("fairness.md", "CHANGELOG.md")
]


def test_the_pages_with_snippets_are_found() -> None:
    assert {"README.md", "docs/how-to/add-a-game.md", "docs/explanation/tour.md", "docs/how-to/odds.md"} <= set(PAGES)


@each("page", PAGES)
def test_the_snippets_come_out_as_printed(page: str) -> None:
    """Snippets are in `pycon` blocks; those of one page build on each other."""
    blocks = re.findall(r"^```pycon\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    text = "\n".join(blocks)
    assert ">>>" in text
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append)
    assert not said, "".join(said)


def test_the_page_of_commands_lists_every_one() -> None:
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"| `sidepot {name}` |" in page


def test_make_has_the_two_commands() -> None:
    targets = re.findall(r"^([a-z%-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for target in re.findall(r"^\$ make (\S+)", README, re.MULTILINE):
        assert target in targets or re.sub("-.*", "-%", target) in targets
