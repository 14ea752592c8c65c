"""The log of rulings over HTTP: rights, order, a photo without its metadata, a safe file, erasing."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)
pytest.importorskip("PIL", reason=SERVE.reason)

from PIL import Image
from web_rooms import PLAIN, Browser, Running, quick_hall, running

from sidepot.room.store import floor_log
from sidepot.validation.csv_text import read_csv
from sidepot.web.pictures import PHOTO, photo_picture
from sidepot.web.routes.floor_log import PAGE

LOG = "/api/floor/log"
FORM = {
    "table": "7",
    "by": "Ann",
    "what": "String bet",
    "ruling": "It is a call.",
    "rule": "TDA-2024:44",
    "house": "tda-2024",
    "link": "/floor#incident=abc",
}


@pytest.fixture
def room(tmp_path: Any) -> Iterator[Running]:
    with running(tmp_path, quick_hall, PLAIN) as found:
        yield found


def hosted(room: Running) -> Browser:
    host = room.guest("Hilda")
    host.become_host()
    return host


def photo_of(size: tuple[int, int] = (300, 200)) -> bytes:
    """A JPEG that a phone took: it says where, and that it must be turned."""
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    exif[0x0112] = 6
    out = BytesIO()
    Image.new("RGB", size, (0, 90, 0)).save(out, "JPEG", exif=exif.tobytes())
    return out.getvalue()


def send(browser: Browser, data: bytes, status: int = 200, number: int = 1) -> Any:
    headers = {"x-csrftoken": browser.me["csrf"], "content-type": "image/jpeg"}
    answer = browser.http.post(f"{LOG}/{number}/photo", content=data, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_rulings_are_listed_latest_first(room: Running) -> None:
    host = hosted(room)
    assert host.get(LOG) == {"rulings": [], "count": 0, "more": 0}
    before = room.registry.clock()
    [first] = host.post(LOG, FORM)["rulings"]
    assert {name: first[name] for name in FORM} == FORM and first["number"] == 1
    assert first["at"] >= before - 60_000 and "photo" not in first
    found = host.post(LOG, {"what": "Misdeal", "ruling": " The hand is dealt again. "})
    assert [one["number"] for one in found["rulings"]] == [2, 1] and found["count"] == 2
    assert (found["rulings"][0]["by"], found["rulings"][0]["ruling"]) == ("Hilda", "The hand is dealt again.")
    for _ in range(PAGE):
        host.post(LOG, FORM)
    found = host.get(LOG)
    assert (len(found["rulings"]), found["count"], found["more"]) == (PAGE, PAGE + 2, 3)
    assert [one["number"] for one in host.get(f"{LOG}?before=3")["rulings"]] == [2, 1]


def test_only_hosts_see_or_change_the_log(room: Running) -> None:
    host, zed, stranger = hosted(room), room.guest("Zed"), Browser(room)
    host.post(LOG, FORM)
    photo = send(host, photo_of())["rulings"][0]["photo"]
    for browser, status in ((zed, 403), (stranger, 401)):
        for path in (LOG, f"{LOG}/csv", photo):
            assert "String bet" not in str(browser.get(path, status))
        browser.post(LOG, FORM, status)
        browser.post(f"{LOG}/1/erase", {}, status)
        send(browser, photo_of(), status)
        send(browser, b"", status)
    assert host.get(LOG)["count"] == 1 and host.http.get(photo).status_code == 200


@pytest.mark.parametrize(
    "wrong",
    [
        {"what": ""},
        {"ruling": "x" * 401},
        {"table": "x" * 41},
        {"by": "two\nlines"},
        {"link": "https://example.org/floor"},
        {"link": "//example.org"},
        {"link": "/floor/../nights"},
        {"link": "/floor#" + "x" * 4000},
        {"link": "/floor#x\n"},
        {"more": 1},
    ],
)
def test_what_is_too_long_or_no_address_of_the_floor_is_refused(room: Running, wrong: dict[str, Any]) -> None:
    host = hosted(room)
    host.post(LOG, {**FORM, **wrong}, 400)
    assert host.get(LOG)["count"] == 0


def test_a_photo_loses_its_metadata_and_can_be_erased(room: Running) -> None:
    host = hosted(room)
    host.post(LOG, FORM)
    assert b"taken at home" in photo_of()
    address = send(host, photo_of())["rulings"][0]["photo"]
    seen = host.http.get(address)
    assert (seen.headers["content-type"], seen.headers["cache-control"]) == ("image/webp", "no-store")
    assert b"taken at home" not in seen.content and b"EXIF" not in seen.content
    with Image.open(BytesIO(seen.content)) as shown:
        assert (shown.format, shown.size, dict(shown.getexif())) == ("WEBP", (200, 300), {})  # upright, not enlarged
    assert send(host, b"no picture", 400)["code"] == "bad_picture"
    assert send(host, b"\0" * (1 << 20 | 1), 413)["code"] == "too_long"
    assert host.get(LOG)["rulings"][0]["photo"] == address, "a refused photo changes nothing"
    assert "photo" not in send(host, b"")["rulings"][0]
    assert host.http.get(address).status_code == 404
    assert send(host, photo_of(), 404, number=2)["code"] == "no_ruling"


def test_a_large_photo_becomes_smaller() -> None:
    with Image.open(BytesIO(photo_picture(photo_of((3000, 1500))))) as shown:
        assert shown.size == (PHOTO[0] // 2, PHOTO[1])


def test_an_erased_ruling_is_gone_with_its_photo(room: Running) -> None:
    host = hosted(room)
    host.post(LOG, FORM)
    address = send(host, photo_of())["rulings"][0]["photo"]
    assert host.post(f"{LOG}/1/erase", {}) == {"rulings": [], "count": 0, "more": 0}
    assert host.http.get(address).status_code == 404 and "String bet" not in host.http.get(f"{LOG}/csv").text
    assert host.post(f"{LOG}/1/erase", {}, 404)["code"] == "no_ruling"
    assert host.post(LOG, FORM)["rulings"][0]["number"] != 1, "a number is never given twice"


def test_no_spreadsheet_calculates_with_the_file(room: Running) -> None:
    host = hosted(room)
    host.post(LOG, {**FORM, "by": "=1+1", "table": "+7", "what": "@x", "ruling": '-2", =3'})
    answer = host.http.get(f"{LOG}/csv")
    assert (
        answer.headers["content-type"].startswith("text/csv") and "rulings.csv" in answer.headers["content-disposition"]
    )
    assert ",'+7,'=1+1,'@x," in answer.text
    head, line = read_csv(answer.text)
    assert head == ["number", "at", "table", "by", "what", "ruling", "rule", "house", "link", "photo"]
    assert line[2:] == ["+7", "=1+1", "@x", '-2", =3', "TDA-2024:44", "tda-2024", "/floor#incident=abc", "no"]


def test_a_full_log_says_so(room: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floor_log, "MOST_RULINGS", 2)
    monkeypatch.setattr(floor_log, "MOST_PHOTOS", 1)
    host = hosted(room)
    host.post(LOG, FORM)
    host.post(LOG, FORM)
    assert host.post(LOG, FORM, 409)["code"] == "log_full"
    send(host, photo_of())
    send(host, photo_of((20, 20)))  # in place of the first
    assert send(host, photo_of(), 409, number=2)["code"] == "log_full"
    host.post(f"{LOG}/1/erase", {})
    send(host, photo_of(), number=2)
