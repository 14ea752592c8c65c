"""Opponents, tournaments, notes and CSV over HTTP: only from the tracker's own page, and safe for spreadsheets."""

from __future__ import annotations

import csv
import io
import shutil
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from each import each
from needs import CORPORA, SERVE
from places import TESTS

pytest.importorskip("litestar", reason=SERVE.reason)

from litestar.testing import TestClient

from sidepot.tracker.exports import TABLES
from sidepot.tracker.importing import import_new
from sidepot.tracker.notes import Notes, read_notes
from sidepot.tracker.serving import make_app
from sidepot.tracker.watching import Watcher

pytestmark = [CORPORA.mark, SERVE.mark]

EVENING = (TESTS / "stats" / "evening.txt").read_text()


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A tracker that a test may change, with a player whose name is a formula, and a tournament."""
    folder = tmp_path / "hands"
    folder.mkdir()
    (folder / "evening.txt").write_text(EVENING.replace("Cy", "=1+1"))
    shutil.copy(TESTS / "formats" / "summaries" / "winamax.txt", folder)
    import_new(tmp_path / "home", [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    return tmp_path / "home"


def asked(home: Path, path: str, data: Any = None, **headers: str) -> Any:
    with TestClient(make_app(home, Watcher(home)), base_url="http://127.0.0.1:8010") as client:
        if data is None:
            return client.get(f"/api/tracker/{path}", headers=headers)
        return client.post(f"/api/tracker/{path}", json=data, headers=headers)


def test_notes_of_hands(own: Path) -> None:
    (worst,) = asked(own, "overview").json()["worst"]
    assert (worst["note"], worst["tags"]) == ("", [])
    form = {"note": "<b>set</b>", "tags": ["Cooler"]}
    found = asked(own, f"hand/{worst['id']}/note", form)
    assert found.status_code == 200 and found.json() == form | {"known": ["Cooler"]}
    assert asked(own, f"hand/{worst['id']}/note").json() == form | {"known": ["Cooler"]}
    assert [(one["note"], one["tags"]) for one in asked(own, "hands").json()] == [
        ("", []), ("", []), ("<b>set</b>", ["Cooler"]),
    ]  # fmt: skip
    assert asked(own, "notes").json()["hands"][0]["tags"] == ["Cooler"]
    assert asked(own, "hand/5/note").status_code == asked(own, "hand/5/note", form).status_code == 400


def test_notes_and_names_of_players(own: Path) -> None:
    found = asked(own, "opponent/note", {"person": "PokerStars:Bo", "note": "tight", "tags": ["nit"]})
    assert found.status_code == 200 and found.json()["note"] == "tight"
    names = [{"site": "PokerStars", "player": "Bo"}, {"site": "Winamax", "player": "bo88"}]
    assert asked(own, "join", {"names": names}).json()["names"] == names
    one = asked(own, "opponent?person=Winamax:bo88").json()["opponent"]
    assert (one["person"], one["hands"], one["note"], one["tags"]) == ("PokerStars:Bo", 3, "tight", ["nit"])
    assert asked(own, "opponents?search=bo88").json()["count"] == 1
    assert asked(own, "separate", names[1]).json()["people"][0]["names"] == names[:1]
    assert asked(own, "join", {"names": [{"site": "PokerStars", "player": "Cyd"}], "me": True}).json()["is_me"]


@each(
    ("path", "data"),
    [
        ("opponent/note", {"person": "PokerStars:Bo", "note": "x" * 2001}),
        ("opponent/note", {"person": "PokerStars:Bo", "tags": ["x" * 41]}),
        ("opponent/note", {"person": "PokerStars:Bo", "tags": ["x"] * 21}),
        ("opponent/note", {"person": "Bovada:UTG", "note": "x"}),
        ("opponent/note", {"person": "Bo", "note": "x"}),
        ("join", {"names": []}),
        ("join", {"names": [{"site": "PokerStars", "player": "Bo"}]}),
        ("join", {"names": [{"site": "x" * 201, "player": "Bo"}], "me": True}),
        ("join", {"names": [{"site": "Bovada", "player": "UTG"}], "me": True}),
        ("separate", {"site": "PokerStars", "player": "Bo"}),
        ("separate", {"site": "PokerStars", "player": "Bo", "more": 1}),
    ],
)
def test_wrong_changes_are_refused(path: str, data: Any, own: Path) -> None:
    assert asked(own, path, data).status_code == 400
    assert read_notes(own) == Notes()


def test_other_pages_change_nothing(own: Path) -> None:
    data = {"person": "PokerStars:Bo", "note": "x"}
    assert asked(own, "opponent/note", data, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert asked(own, "opponent/note", data, **{"content-type": "text/plain"}).status_code == 403
    assert asked(own, "opponent/note", data, host="evil.example").status_code == 421
    assert read_notes(own) == Notes()
    assert asked(own, "opponent/note", data, **{"sec-fetch-site": "same-origin"}).status_code == 200


@each("table", sorted(TABLES))
def test_each_table_is_csv(table: str, own: Path) -> None:
    found = asked(own, f"csv/{table}")
    assert found.status_code == 200 and found.headers["content-type"] == "text/csv; charset=utf-8"
    assert found.headers["content-disposition"] == f'attachment; filename="{table}.csv"'
    head, *rows = csv.reader(io.StringIO(found.text))
    assert rows and all(len(row) == len(head) for row in rows)


def test_no_cell_is_a_formula(own: Path) -> None:
    (worst,) = asked(own, "overview").json()["worst"]
    asked(own, f"hand/{worst['id']}/note", {"note": "=1+1", "tags": ["@a", "+b"]})
    rows = list(csv.DictReader(io.StringIO(asked(own, "csv/hands").text)))
    assert (rows[-1]["note"], rows[-1]["tags"]) == ("'=1+1", "'@a,' +b")


def test_csv_of_opponents(own: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(asked(own, "csv/opponents?sort=name&up=true").text)))
    assert [row["person"] for row in rows] == ["PokerStars:=1+1", "PokerStars:Bo"]
    assert (rows[1]["hands"], rows[1]["vpip_chances"], rows[1]["vpip"]) == ("3", "3", str(2 / 3))


def test_csv_is_about_the_wanted_rows(own: Path) -> None:
    assert len(asked(own, "csv/opponents?search=bo").text.splitlines()) == 2
    assert asked(own, "csv/tournament-groups?by=site").text.splitlines()[1].startswith("Winamax,2,1,")
    assert asked(own, "csv/other").status_code == 400


@each(
    "path",
    ["opponents?sort=id", "opponents?skip=-1", "opponents?search=" + "x" * 201, "opponent", "opponent?person=x",
     "tournaments?currency=XYZ", "tournaments?by=luck"],
)  # fmt: skip
def test_wrong_questions_are_refused(path: str, own: Path) -> None:
    found = asked(own, path)
    assert found.status_code == 400 and found.json()["because"]


def test_tournaments(own: Path) -> None:
    found = asked(own, "tournaments?currency=EUR&by=kind").json()
    assert (found["total"]["events"], found["tickets"]) == (2, 1)
    assert {one["group"] for one in found["groups"]} == {"knockout", "usual"}
