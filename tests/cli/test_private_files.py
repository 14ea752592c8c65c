"""Files that name people: nobody else on the machine reads them, at no moment, with the usual umask."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import sidepot
from sidepot import privacy
from sidepot.cli.app import run
from sidepot.privacy import open_private, replace_private

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes"),
    pytest.mark.usefixtures("usual_umask"),
]


def modes(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def test_a_file_is_private_from_its_first_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[dict[str, int]] = []
    monkeypatch.setattr(privacy.os, "fsync", lambda file: seen.append(modes(tmp_path)))
    (tmp_path / "room.part").write_bytes(b"of a process that was killed, and readable for all")
    replace_private(tmp_path / "room", b"names")
    replace_private(tmp_path / "room", b"more names")
    with open_private(tmp_path / "log", "ab") as log:
        log.write(b"Ann")
        assert modes(tmp_path)["log"] == 0o600
    assert seen == [{"room.part": 0o600}, {"room": 0o600, "room.part": 0o600}]
    assert modes(tmp_path) == {"room": 0o600, "log": 0o600} and (tmp_path / "room").read_bytes() == b"more names"


def test_an_owner_may_open_a_file_to_others(tmp_path: Path) -> None:
    with open_private(tmp_path / "log", "xb"):
        pass
    (tmp_path / "log").chmod(0o640)
    with open_private(tmp_path / "log", "ab"):
        pass
    assert modes(tmp_path) == {"log": 0o640}


def test_a_tournament_in_a_file_and_a_penalty_log_are_private(tmp_path: Path) -> None:
    assert run(["tournament", "direct", str(tmp_path / "friday.jsonl"), "--new", "turbo"]) == 0
    assert run(["tournament", "direct", str(tmp_path / "friday.jsonl"), "register", "player=Eve"]) == 0
    penalty = ["--player", "Ann", "--offence", "abuse", "--by", "Kim"]
    assert run(["penalties", str(tmp_path / "log.json"), *penalty]) == 0
    assert modes(tmp_path) == {"friday.jsonl": 0o600, "log.json": 0o600}


def test_the_room_writes_no_file_in_another_way() -> None:
    root = Path(sidepot.__file__).parent
    writing = re.compile(r"""\.write_(?:bytes|text)\(|open\([^)]*["'][wax][b+]*["']|os\.O_CREAT""")
    files = [file for part in ("room", "web") for file in (root / part).rglob("*.py")]
    found = {f"{file.relative_to(root)}: {line.strip()}" for file in files
             for line in file.read_text(encoding="utf-8").splitlines()
             if writing.search(line) and "open_private(" not in line and "lzma.open(into" not in line}  # fmt: skip
    assert len(files) > 100
    assert found == {"room/store/opening.py: file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)"}
