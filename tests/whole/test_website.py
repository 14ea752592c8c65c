"""The website (tools/website.py): every public name is in its reference and says what it is, and links stay inside."""

from __future__ import annotations

import importlib.util
import inspect
import re
from importlib import import_module
from types import ModuleType

from each import each
from places import ROOT

import sidepot


def load_tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sidepot_website", ROOT / "tools" / "website.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TOOL = load_tool()
PAGES: dict[str, str] = dict(TOOL._pages())
MODULES: set[str] = TOOL.shown_modules(PAGES)


@each("name", sidepot.__all__)
def test_a_public_name_says_what_it_is(name: str) -> None:
    """A class or function has a docstring of its own, a sentence; every name has a line in the list of names."""
    module, gist = sidepot.PUBLIC[name]
    assert module in MODULES
    assert len(gist.split()) >= 3 and not gist.endswith(".")
    found = getattr(sidepot, name)
    if inspect.isclass(found) or inspect.isfunction(found):
        first = (inspect.getdoc(found) or "").split("\n\n")[0]
        assert first[:1].isupper() and re.search(r"[.:?](\s|$)", first), f"{name} does not say what it is: {first!r}"
        assert first not in {inspect.getdoc(base) for base in getattr(found, "__mro__", ())[1:]}, name


def test_shown_modules_and_classes_have_docstrings() -> None:
    """Its modules, and of each of them the public classes and functions that are its own."""
    lacking = []
    for name in sorted(MODULES):
        try:
            module = import_module(name)
        except ImportError:
            continue  # it needs an extra that is not installed
        lacking += [name] * (not module.__doc__)
        for key, found in vars(module).items():
            own = getattr(found, "__module__", "") == name and not key.startswith("_")
            if own and inspect.isclass(found) and not found.__doc__:
                lacking.append(f"{name}.{key}")
    assert not lacking


def test_the_modules_of_the_reference_are_found() -> None:
    machines = {f"sidepot.{name}.{name}" for name in ("hand", "table", "tournament")}
    assert machines | {"sidepot.cards", "sidepot.hand.commands", "sidepot.table.events", "sidepot.rl.env"} <= MODULES
    assert "sidepot.web.ws.client" not in MODULES


def test_every_page_has_a_place_in_the_menu() -> None:
    """The list of all guides (docs/README.md) is the menu: it names each page once."""
    menu = sorted(name for names in TOOL.guides().values() for name in names)
    assert menu == sorted({str(path.relative_to(ROOT / "docs"))[:-3] for path in (ROOT / "docs").glob("*/*.md")})


def test_pages_link_to_pages_of_the_website() -> None:
    """A page of the repository that is none of the website would be copied there, with links that lead nowhere."""
    linked = {
        str((ROOT / source).parent.joinpath(address.partition("#")[0]).resolve().relative_to(ROOT))
        for source in PAGES
        for _, _, address in TOOL._LINK.findall((ROOT / source).read_text(encoding="utf-8"))
        if "://" not in address and address.partition("#")[0].endswith(".md")
    }
    assert linked <= set(PAGES)


def test_links_stay_on_the_website() -> None:
    """A link to a page, to the code, and to a file; code in the page is left alone."""
    links = (
        "[a](../how-to/serve.md#the-host) [b](../../src/sidepot/cards.py) [c](../../README.md) [d](https://x.org/) `x`"
    )
    text = f"{links}\n```\n[e](no)\n```"
    linked = TOOL._relinked(text, "docs/explanation/tour.md", "explanation/tour.md", PAGES, MODULES)
    assert linked == text.replace("(../../src/sidepot/cards.py)", "[sidepot.cards]").replace(
        "../../README.md", "../index.md"
    )
    page = TOOL._relinked(
        "[a](../games.md)",
        *(f"{path}playthroughs/holdem.md" for path in ("docs/reference/", "reference/")),
        PAGES,
        MODULES,
    )
    assert page == "[a](../../reference/games.md)"
