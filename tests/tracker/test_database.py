"""The database of the tracker: what an import adds and removes, and that an interrupted import is made up for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
from each import each
from needs import CORPORA
from places import TESTS

from sidepot.corpora import corpus_run
from sidepot.tracker import database
from sidepot.tracker.importing import HANDS, Imported, import_new

pytestmark = CORPORA.mark

EVENING = (TESTS / "stats" / "evening.txt").read_text()


def imported(home: Path, *folders: Path) -> Imported:
    return import_new(home, folders, watch=lambda files: nullcontext(lambda letters, hands: None))


def asked(home: Path, question: str) -> list[tuple[object, ...]]:
    return database.ask_sql(home, question).rows


def everything(home: Path) -> list[object]:
    """All rows, by what does not depend on the order of imports."""
    return [
        asked(home, "SELECT * EXCLUDE (id, file) FROM hand ORDER BY mark"),
        asked(home, "SELECT mark, player.* EXCLUDE (id) FROM player JOIN hand USING (id) ORDER BY mark, seat"),
        asked(home, "SELECT * EXCLUDE (id, file) FROM mine ORDER BY mark"),
        asked(
            home,
            "SELECT site, player, money, with_owner, sum(hands), max(last), sum(vpip_events), sum(vpip_chances),"
            " sum(calls) FROM figure_sums GROUP BY ALL ORDER BY ALL",
        ),
    ]


def other(number: int) -> str:
    """Three more hands."""
    return EVENING.replace("Hand #", f"Hand #{number}")


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "a.txt").write_text(EVENING)
    (folder / "b.txt").write_text(other(5))
    return folder


def test_imports_in_steps_come_to_the_same_as_one(hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    imported(home, hands)
    (hands / "c.txt").write_text(other(6))
    imported(home)
    (hands / "b.txt").write_text(other(5)[: other(5).index("PokerStars Hand #53")])  # it has fewer hands now
    (hands / "d.txt").write_text(other(6))
    found = imported(home)
    assert (found.hands, found.again) == (8, 3)
    imported(tmp_path / "other", hands)
    assert everything(home) == everything(tmp_path / "other")


def test_only_new_hands_are_written(hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "tracker"
    imported(home, hands)
    (hands / "c.txt").write_text(other(6))
    new: list[str] = []
    update = database._update
    monkeypatch.setattr(database, "_update", lambda *args: new.extend(args[3]) or update(*args))
    imported(home)
    assert len(new) == 1 and len(asked(home, "SELECT * FROM share")) == 2


def test_if_the_counted_copy_of_a_hand_is_gone_another_one_counts(hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    imported(home, hands)
    (hands / "c.txt").write_text(EVENING)
    assert imported(home).again == 3
    (hands / "a.txt").write_text(other(7))
    found = imported(home)
    assert (found.hands, found.again) == (9, 0)
    assert asked(home, "SELECT DISTINCT file[-5:] FROM hand ORDER BY 1") == [("a.txt",), ("b.txt",), ("c.txt",)]


def test_hands_of_deleted_files_stay_when_a_neighbour_changes(hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    imported(home, hands)
    assert len(asked(home, "SELECT * FROM share")) == 1
    (hands / "a.txt").unlink()
    (hands / "b.txt").write_text(other(5) + "\n\n\n" + other(6))
    found = imported(home)
    assert (found.hands, found.again, found.problems) == (9, 0, [])


def test_small_shares_are_joined(hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus_run, "MOST_SMALL", 3)
    home = tmp_path / "tracker"
    for number in range(6, 11):
        (hands / f"{number}.txt").write_text(other(number))
        imported(home, hands)
    assert imported(home).hands == 21
    assert len(asked(home, "SELECT * FROM share")) < 4 and len(list((home / HANDS).glob("hand/*/*"))) < 4
    imported(tmp_path / "other", hands)
    assert everything(home) == everything(tmp_path / "other")


def test_tables_of_another_version_are_made_again(hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "tracker"
    monkeypatch.setattr(corpus_run, "VERSION", "older")
    imported(home, hands)
    monkeypatch.undo()
    for note in (home / HANDS / "done").glob("*.json"):
        note.write_text(note.read_text().replace(corpus_run.VERSION, "older"))
    shutil.rmtree(hands)
    assert imported(home).hands == 6
    assert all(note.version == corpus_run.VERSION for note in corpus_run.complete_shares(home / HANDS).values())


@each("spoil", [lambda file: file.write_bytes(b"no database"), lambda file: file.unlink()])
def test_a_damaged_database_is_made_anew(spoil: Callable[[Path], object], hands: Path, tmp_path: Path) -> None:
    home = tmp_path / "tracker"
    imported(home, hands)
    before = everything(home)
    spoil(home / database.FILE)
    imported(home)
    assert everything(home) == before


def test_a_database_of_another_shape_is_made_anew(hands: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "tracker"
    monkeypatch.setattr(database, "SHAPE", "older")
    imported(home, hands)
    monkeypatch.undo()
    assert imported(home).hands == 6
    assert asked(home, "SELECT shape FROM about") == [(database.SHAPE,)]


KILLED = """
import os, signal, sys
from contextlib import nullcontext
from pathlib import Path
from sidepot.corpora import corpus_run
from sidepot.tracker import database, importing

left = int(sys.argv[3])

def dying(function):
    def counted(*args, **kwargs):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*args, **kwargs)
    return counted

os.replace = dying(os.replace)
Path.unlink = dying(Path.unlink)
class Connection:
    def __init__(self, made):
        self.made = made
        self.execute = dying(made.execute)
    def __enter__(self):
        return self
    def __exit__(self, *error):
        self.made.close()
import duckdb
connect = duckdb.connect
duckdb.connect = lambda *args, **kwargs: Connection(connect(*args, **kwargs))
importing.BATCH = 1
home, hands = map(Path, sys.argv[1:3])
importing.import_new(home, [hands], watch=lambda files: nullcontext(lambda letters, hands: None))
"""


def test_after_a_kill_at_any_step_the_next_import_is_right(hands: Path, tmp_path: Path) -> None:
    """A second import, in which a file is new, one has changed and one was deleted, is killed at some of its steps."""
    start = tmp_path / "start"
    imported(start, hands)
    (hands / "a.txt").unlink()
    (hands / "b.txt").write_text(other(5) + "\n\n\n" + other(6))
    (hands / "c.txt").write_text(other(6) + "\n\n\n" + other(7))
    whole = tmp_path / "whole"
    shutil.copytree(start, whole)
    counts = imported(whole)
    expected = everything(whole)
    assert (counts.hands, counts.again) == (12, 3)
    killed = 0
    for step in range(1, 200, 9):
        home = tmp_path / f"killed-{step}"
        shutil.copytree(start, home)
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run(
            [sys.executable, "-c", KILLED, str(home), str(hands), str(step)], env=environment, check=False
        )
        killed += run.returncode != 0
        found = imported(home)
        assert (found.hands, found.again, everything(home)) == (12, 3, expected), step
        shutil.rmtree(home)
        if run.returncode == 0:
            break
    assert killed > 2
