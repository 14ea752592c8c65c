"""What the package index shows: links and pictures that work outside of the repository."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from needs import PACKAGING

PACKAGING.ask()

from package_page import PackagePage, project_urls, whole_addresses  # noqa: E402 - it needs hatchling

ROOT = Path(__file__).parents[2]
ADDRESS = "https://example.org/us/sidepot"


def page(monkeypatch: pytest.MonkeyPatch, address: str) -> dict[str, Any]:
    monkeypatch.setenv("SIDEPOT_URL", address)
    metadata: dict[str, Any] = {"version": "1.2.3"}
    PackagePage(str(ROOT), {}).update(metadata)
    return metadata


def test_every_link_and_picture_of_the_readme_has_a_whole_address(monkeypatch: pytest.MonkeyPatch) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    told = page(monkeypatch, ADDRESS + "/")["readme"]["text"]
    there = re.findall(r"\]\(([^()]+)\)", readme)
    links = re.findall(r"\]\(([^()]+)\)", told)
    assert len(links) == len(there) > 30
    assert all(link.startswith(("https://", "http://", "#")) for link in links)
    for link in links:
        if link.startswith(ADDRESS):
            kind, tag, file = link.removeprefix(ADDRESS + "/").split("/", 2)
            assert (ROOT / file.partition("#")[0]).exists() and tag == "v1.2.3"
            assert (kind == "raw") == file.endswith((".png", ".svg"))


def test_without_an_address_the_readme_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told = page(monkeypatch, "")
    assert told["urls"] == {}
    assert told["readme"]["text"] == (ROOT / "README.md").read_text(encoding="utf-8")


def test_links_of_other_pages_and_headings_are_left_alone() -> None:
    text = "[a](https://a.org/b) [b](#the-layers) ![c](docs/c.png) [d](docs/d.md#e)"
    told = whole_addresses(text, ADDRESS, "v1")
    assert told == (
        f"[a](https://a.org/b) [b](#the-layers) ![c]({ADDRESS}/raw/v1/docs/c.png) [d]({ADDRESS}/blob/v1/docs/d.md#e)"
    )


@pytest.mark.parametrize("address", ["example.org/us/sidepot", "http://example.org/us/sidepot", "https://example.org"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="SIDEPOT_URL"):
        project_urls(address, "v1")


def test_pyproject_leaves_version_to_the_tag_and_links_to_the_page() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(project["dynamic"]) == {"version", "readme", "urls"}
