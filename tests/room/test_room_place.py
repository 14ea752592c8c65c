"""Where a store is: a folder, or an address."""

from __future__ import annotations

from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

from sidepot.errors import BadNotation
from sidepot.room.store.place import place_of


def test_a_database_file_is_no_folder(tmp_path: Path) -> None:
    """`--data room.db` made a folder of that name; it says how a file is named. A folder that is there is taken."""
    with pytest.raises(BadNotation, match=r"--data takes a folder; for a file use --db sqlite:///"):
        place_of(tmp_path / "friday.db")
    assert not (tmp_path / "friday.db").exists()
    (tmp_path / "cards.db").mkdir()
    assert place_of(tmp_path / "cards.db").file == tmp_path / "cards.db" / "room.db"
    (tmp_path / "file.db").touch()
    with pytest.raises(BadNotation, match="is a file: give the folder"):
        place_of(tmp_path / "file.db")
