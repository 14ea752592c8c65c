"""docs/reference/glossary.md holds: its words are in order, and what it names in code is there."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

import pytest
from each import each
from needs import SERVE
from places import ROOT

PAGE = (ROOT / "docs" / "reference" / "glossary.md").read_text(encoding="utf-8")
PARTS = [
    re.findall(r"^\| (?!word|---)(.+?) \| (.+?) \|(?: (.*?))? \|$", part, re.M) for part in PAGE.split("\n## ")[1:]
]
IN_CODE = sorted(name for part in PARTS for _, _, code in part for name in re.findall(r"`(sidepot[\w.]+)`", code))


def test_the_words_stand_in_order_and_once() -> None:
    for part in PARTS:
        words = [word for word, _, _ in part]
        assert len(words) >= 15
        assert words == sorted(set(words), key=lambda word: (word.lower().replace("-", " "), word))


def test_the_words_of_the_code_name_code() -> None:
    assert len(IN_CODE) >= 40
    assert {"sidepot.hand.apply", "sidepot.tournament.tournament.Tournament"} <= set(IN_CODE)


@each("name", IN_CODE)
def test_names_in_the_glossary_exist(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    try:
        found = find_spec(name)
    except ModuleNotFoundError:  # what it is in is a module, or has no such part
        found = None
    if found is not None:
        return
    try:
        holder = import_module(module)
    except ModuleNotFoundError as error:
        if str(error.name).startswith("sidepot"):
            raise
        pytest.skip(SERVE.reason)
    assert hasattr(holder, attribute), f"docs/reference/glossary.md names {name}, which is not there"
