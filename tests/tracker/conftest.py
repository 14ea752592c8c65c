"""A tracker with three evenings' hands, that no test changes."""

from __future__ import annotations

import shutil
from contextlib import nullcontext
from pathlib import Path

import pytest
from needs import CORPORA
from places import TESTS


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    CORPORA.ask()
    from sidepot.tracker.importing import import_new

    folder = tmp_path_factory.mktemp("hands")
    shutil.copy(TESTS / "stats" / "evening.txt", folder)
    found = tmp_path_factory.mktemp("tracker")
    import_new(found, [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    return found


@pytest.fixture(scope="module")
def seven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The seven hands that test_filters.py describes."""
    CORPORA.ask()
    from sidepot.tracker.importing import import_new

    folder = tmp_path_factory.mktemp("hands")
    shutil.copy(TESTS / "stats" / "evening.txt", folder)
    shutil.copy(TESTS / "tracker" / "filtered.txt", folder)
    home = tmp_path_factory.mktemp("tracker")
    import_new(home, [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    return home
