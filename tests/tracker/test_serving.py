"""The page of the tracker over HTTP: only this machine, only reading, and what is new appears by itself."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from each import each
from needs import CORPORA, SERVE
from places import TESTS

pytest.importorskip("litestar", reason=SERVE.reason)

from litestar.testing import TestClient

from sidepot.corpora.corpus_run import alone
from sidepot.tracker.importing import read_state
from sidepot.tracker.serving import make_app
from sidepot.tracker.watching import Watcher

pytestmark = [CORPORA.mark, SERVE.mark]


def asked(home: Path, path: str, method: str = "GET", **headers: str) -> Any:
    with TestClient(make_app(home, Watcher(home)), base_url="http://127.0.0.1:8010") as client:
        return client.request(method, path, headers=headers)


@each(
    "path",
    ["/", "/hand?id=5", "/api/avatars?name=Ann", "/static/tracker/tracker.js",
     "/api/tracker/overview", "/api/tracker/overview?days=true&money=USD",
     "/api/tracker/positions", "/api/tracker/hands?skip=1",
     "/api/tracker/fields", "/api/tracker/filter?where=won", "/api/tracker/filters", "/api/tracker/grid?where=won",
     "/api/tracker/comparison?where=won&other=lost", "/api/tracker/leaks?where=pot+%3D+raised",
     "/api/tracker/imported", "/api/tracker/news"],
)  # fmt: skip
def test_all_answers_have_the_headers_of_the_room(path: str, home: Path) -> None:
    found = asked(home, path)
    assert found.status_code == 200
    assert "default-src 'self'" in found.headers["content-security-policy"]
    assert found.headers["cache-control"] == ("no-store" if path.startswith("/api/") else "no-cache")


@each(
    ("path", "status"),
    [
        ("/api/tracker/overview?money=XYZ", 400),
        ("/api/tracker/hands?skip=-1", 400),
        ("/api/tracker/hands?skip=99999999999999999999", 400),
        ("/api/tracker/positions?money=" + "x" * 41, 400),
        ("/api/tracker/positions?where=" + "x" * 2001, 400),
        ("/api/tracker/overview?where=postion+%3D+BTN", 400),
        ("/api/tracker/comparison?other=" + "x" * 2001, 400),
        ("/api/tracker/other", 404),
        ("/static/../tracker.duckdb", 404),
    ],
)
def test_wrong_requests_are_refused(path: str, status: int, home: Path) -> None:
    found = asked(home, path)
    assert found.status_code == status and found.json()["because"]


def test_other_names_and_other_methods_are_refused(home: Path) -> None:
    assert asked(home, "/api/tracker/overview", host="evil.example").status_code == 421
    assert asked(home, "/api/tracker/overview", host="localhost:8010").status_code == 200
    for method in ("POST", "PUT", "DELETE"):
        assert asked(home, "/api/tracker/overview", method).status_code == 405


def test_a_filter_that_is_too_long_is_refused_in_its_own_words(home: Path) -> None:
    answer = asked(home, f"/api/tracker/overview?where={'x' * 10_000}")
    assert (answer.status_code, answer.json()["because"]) == (400, "the filter has more than 2,000 characters")


def test_the_overview_is_that_of_the_evening(home: Path) -> None:
    found = asked(home, "/api/tracker/overview").json()
    assert (found["hands"], found["net"], found["money"]) == (3, -187.0, "USD")
    known = asked(home, "/api/tracker/money").json()
    assert known == {"moneys": [{"money": "USD", "hands": 3}], "money": "USD", "measure": "USD"}
    assert asked(home, "/api/tracker/imported").json()["hands"] == 3


def test_a_hand_is_replayed_as_its_owner_saw_it(home: Path) -> None:
    (worst,) = asked(home, "/api/tracker/overview").json()["worst"]
    found = asked(home, f"/api/tracker/hand/{worst['id']}").json()
    replayed = found["replayed"]
    assert (found["name"], found["site"], replayed["you"], replayed["hand"]) == ("1", "PokerStars", 0, 1)
    first, last = replayed["steps"][0], replayed["steps"][-1]
    assert [seat["player"] for seat in first["seats"]] == ["Ann", "Bo", "Cy"]
    dealt = next(step for step in replayed["steps"] if step["seats"][0].get("cards"))
    assert sorted(dealt["seats"][0]["cards"]) == [50, 51]  # the ace of hearts and the ace of spades
    assert not dealt["seats"][1].get("cards") or set(dealt["seats"][1]["cards"]) == {53}
    assert any("Bo" in line for line in last["lines"])
    equities = asked(home, f"/api/tracker/hand/{worst['id']}/equities").json()
    assert len(equities["steps"]) == len(replayed["steps"])


def test_a_hand_that_is_not_there_any_more(home: Path, tmp_path: Path) -> None:
    assert asked(home, "/api/tracker/hand/5").status_code == 400
    for number in ("-1", str(1 << 63), "9" * 30, "x"):
        assert asked(home, f"/api/tracker/hand/{number}").status_code in (400, 404)


def test_a_hand_of_a_deleted_file_can_be_replayed(home: Path, tmp_path: Path) -> None:
    (worst,) = asked(home, "/api/tracker/overview").json()["worst"]
    file = Path(worst["file"])
    text, before = file.read_text(), file.stat()
    try:
        file.unlink()
        assert asked(home, f"/api/tracker/hand/{worst['id']}").json()["replayed"]["hand"] == 1
    finally:
        file.write_text(text)
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # nothing is new for the other tests


def test_the_watcher_imports_what_is_new_and_other_trackers_learn_of_it(home: Path, tmp_path: Path) -> None:
    own = tmp_path / "home"
    shutil.copytree(home, own)
    watcher, other = Watcher(own), Watcher(own)
    watcher.look()
    before = asked(own, "/api/tracker/news").json()
    assert (before["progress"], before["error"]) == (None, "") and before["imported_at"] > 0
    (folder,) = map(Path, read_state(own).folders)
    text = (TESTS / "stats" / "evening.txt").read_text()
    new = folder / "later.txt"
    try:
        new.write_text(text.replace("Hand #", "Hand #7"))
        with alone(own / "hands"):  # another tracker is importing
            other.look()
        assert other.error == "" and asked(own, "/api/tracker/news").json() == before
        watcher.look()
        assert (watcher.error, watcher.progress) == ("", None)
        other.look()
        assert asked(own, "/api/tracker/news").json()["imported_at"] > before["imported_at"]
        assert asked(own, "/api/tracker/overview").json()["hands"] == 6
    finally:
        new.unlink()


def test_filters_are_saved_and_deleted(home: Path, tmp_path: Path) -> None:
    own = tmp_path / "home"
    shutil.copytree(home, own)
    assert sent(own, "filters", {"name": "Won", "where": "won"}).status_code == 400  # a word of filters
    saved = sent(own, "filters", {"name": "Big wins", "where": "won, result > 5"})
    assert saved.json() == [{"name": "Big wins", "where": "won, result > 5"}]
    assert [hand["hand"] for hand in asked(own, "/api/tracker/hands?where=big+wins").json()] == ["3"]
    assert asked(own, "/api/tracker/filter?where=Big+wins").json()["conditions"] == [["won", "result > 5"]]
    assert sent(own, "filters", {"name": "x", "where": "y" * 2001}).status_code == 400
    assert sent(own, "filters/delete", {"name": "Bog wins"}).status_code == 400
    assert sent(own, "filters/delete", {"name": "big wins"}, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert sent(own, "filters/delete", {"name": "big wins"}).json() == []


def sent(home: Path, path: str, data: Any, **headers: str) -> Any:
    with TestClient(make_app(home, Watcher(home)), base_url="http://127.0.0.1:8010") as client:
        return client.post(f"/api/tracker/{path}", json=data, headers=headers)
