"""The files of the pages are sent packed to those who take that, and are the same to all others."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from needs import SERVE

pytest.importorskip("httpx", reason=SERVE.reason)

import httpx
from web_rooms import Running, running

from sidepot.web.routes.pages import lighter

SCRIPT = "/static/table/table.js"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room")) as found:
        yield found


def sent(room: Running, path: str, accepts: str, **headers: str) -> tuple[httpx.Response, bytes]:
    """An answer, and its bytes as they came over the wire."""
    asked = {"accept-encoding": accepts, **headers}
    with httpx.Client(base_url=room.url, timeout=60) as http, http.stream("GET", path, headers=asked) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize("accepts", ["gzip", "br, GZIP;q=0.5", "*"])
def test_a_script_is_packed_for_those_who_take_it(room: Running, accepts: str) -> None:
    answer, data = sent(room, SCRIPT, accepts)
    plain, whole = sent(room, SCRIPT, "identity")
    assert answer.headers["content-encoding"] == "gzip" and len(data) < len(whole) / 2
    assert gzip.decompress(data) == lighter(SCRIPT, whole.decode()).encode()
    assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"


@pytest.mark.parametrize("accepts", ["identity", "br", "gzip;q=0", "gzip; q=0.00", ""])
def test_others_get_it_as_it_is(room: Running, accepts: str) -> None:
    answer, data = sent(room, SCRIPT, accepts)
    assert "content-encoding" not in answer.headers and b"sp-felt" in data


def test_a_cached_file_is_not_sent_again(room: Running) -> None:
    answer, _ = sent(room, SCRIPT, "gzip")
    again, data = sent(room, SCRIPT, "gzip", **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, data) == (304, b"")


def test_a_broken_link_leads_a_person_to_a_page_and_a_program_to_a_refusal(room: Running) -> None:
    asks = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer, page = sent(room, "/no/such/page", "identity", **asks)
    assert answer.status_code == 404 and answer.headers["content-type"].startswith("text/html")
    assert b'href="/"' in page and b"content-security-policy" in dict(answer.headers.raw)
    for path, headers in (("/no/such/page", {}), ("/api/no", asks), ("/static/no.js", asks)):
        answer, told = sent(room, path, "identity", **headers)
        assert (answer.status_code, json.loads(told)["code"]) == (404, "not_found"), path


def test_no_script_of_the_pages_is_left_heavy() -> None:
    from sidepot.web.routes.pages import FOLDER

    for path in (*FOLDER.rglob("*.js"), *FOLDER.rglob("*.css")):
        text = path.read_text("utf-8")
        light = lighter(path.name, text)
        assert len(light.split("\n")) == len(text.split("\n")), path
        assert not [line for line in light.split("\n") if line.lstrip().startswith(("/*", "//"))], path


@pytest.mark.parametrize(
    "text",
    [
        "const a = `\n// a line of it\n`;\n",
        'const there = "// no comment";\n',
        "const a = b /* of c */ + d;\n",
        "const link = `/* ${a} */`; // why\n",
    ],
)
def test_text_that_looks_like_a_comment_stays(text: str) -> None:
    assert lighter("a.js", text) == text


def test_a_style_keeps_what_is_no_comment_there() -> None:
    assert lighter("a.css", "/* why */\n// no: 1;\na { b: c; }\n") == "\n// no: 1;\na { b: c; }\n"


def test_a_file_that_does_not_compress_is_sent_unchanged(tmp_path: Path) -> None:
    from sidepot.web.routes.pages import Files

    (tmp_path / "a.js").write_text("1")
    assert Files(tmp_path).find("a.js").packed == b""
