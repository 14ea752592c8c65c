"""Avatars over HTTP: a drawing or a picture of one's own, which is written anew, bounded, and erased with its owner."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any, get_args

import pytest
from needs import SERVE
from places import ROOT

pytest.importorskip("httpx", reason=SERVE.reason)
pytest.importorskip("PIL", reason=SERVE.reason)

from PIL import Image
from sqlalchemy import func, select
from web_rooms import PLAIN, Browser, Running, quick_hall, running

from sidepot.errors import BadNotation
from sidepot.room.store.schema import avatar
from sidepot.web.auth import identities
from sidepot.web.pictures import MOST_PIXELS, SIDE, small_picture
from sidepot.web.routes.avatars import Drawing

FACES = ROOT / "src" / "sidepot" / "web" / "static" / "faces"


def file_of(kind: str, size: tuple[int, int] = (300, 200), **more: Any) -> bytes:
    """A picture that is red at its left and blue at its right."""
    made = Image.new("RGB", size, (0, 0, 255))
    made.paste((255, 0, 0), (0, 0, size[0] // 2, size[1]))
    out = BytesIO()
    made.save(out, kind, **more)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_cut_to_a_square_and_nothing_else_of_it_is_kept(kind: str) -> None:
    exif = Image.Exif()
    exif[0x010E] = "taken at home"
    found = small_picture(file_of(kind, exif=exif.tobytes()))
    assert b"taken at home" not in found and b"EXIF" not in found and len(found) < 10_000
    with Image.open(BytesIO(found)) as small:
        assert (small.format, small.size, dict(small.getexif())) == ("WEBP", (SIDE, SIDE), {})
        left, right = small.convert("RGB").getpixel((5, 64)), small.convert("RGB").getpixel((122, 64))
    assert left[0] > 200 > 60 > left[2] and right[2] > 200 > 60 > right[0]


def test_a_photo_that_was_taken_upright_stays_upright() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn it clockwise: the left becomes the top
    with Image.open(BytesIO(small_picture(file_of("JPEG", exif=exif.tobytes())))) as small:
        assert small.convert("RGB").getpixel((64, 5))[0] > 200


def bomb(width: int, height: int) -> bytes:
    """A PNG of some bytes whose head promises a huge picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("size", [(6000, 5000), (60_000, 60_000), (MOST_PIXELS + 1, 1)])
def test_a_small_file_with_a_huge_picture_is_refused_before_it_is_decoded(size: tuple[int, int]) -> None:
    with pytest.raises(BadNotation, match="too many pixels: at most 25 million"):
        small_picture(bomb(*size))


@pytest.mark.parametrize(
    "data", [b"", b"no picture", file_of("GIF"), file_of("BMP"), file_of("PNG")[:90], file_of("JPEG")[:200], b"<svg/>"]
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(BadNotation, match="not a picture in PNG, JPEG or WebP") as refused:
        small_picture(data)
    assert refused.value.code == "bad_picture"


# ---- over HTTP


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("room"), quick_hall, PLAIN) as found:
        yield found


def send(browser: Browser, data: bytes, status: int = 200) -> dict[str, Any]:
    answer = browser.http.post(
        "/api/avatar/picture", content=data, headers={"x-csrftoken": browser.me["csrf"], "content-type": "image/png"}
    )
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def avatars(browser: Browser, *names: str) -> dict[str, str]:
    answer = browser.http.get("/api/avatars", params=[("name", name) for name in names])
    assert answer.status_code == 200, answer.text
    found: dict[str, str] = answer.json()["avatars"]
    return found


def test_each_drawing_is_a_file_that_people_can_choose(room: Running) -> None:
    names = sorted(set(get_args(Drawing)) - {""})
    assert names == sorted(file.stem for file in FACES.glob("*.svg")) and len(names) == 12
    ann, bo = room.guest("Ann"), room.guest("Bo")
    assert avatars(bo, "Ann", "Nobody") == {}
    assert ann.post("/api/avatar", {"drawing": "owl"}) == {"avatars": {"Ann": "/static/faces/owl.svg"}}
    assert avatars(bo, "ANN", "Bo") == {"ANN": "/static/faces/owl.svg"}
    assert bo.http.get("/static/faces/owl.svg").headers["content-type"].startswith("image/svg+xml")
    ann.post("/api/avatar", {"drawing": "../fox"}, status=400)
    ann.post("/api/avatar", {"drawing": ""})
    assert avatars(bo, "Ann") == {}


def test_a_picture_is_seen_by_others_until_it_is_erased(room: Running) -> None:
    cy, di = room.guest("Cy"), room.guest("Di")
    address = send(cy, file_of("PNG"))["avatars"]["Cy"]
    assert avatars(di, "Cy") == {"Cy": address}
    seen = di.http.get(address)
    assert seen.headers["content-type"] == "image/webp" and seen.headers["x-content-type-options"] == "nosniff"
    with Image.open(BytesIO(seen.content)) as small:
        assert small.size == (SIDE, SIDE)
    assert send(cy, b"nothing", 400)["code"] == "bad_picture"
    assert send(cy, b"\0" * (1 << 20 | 1), 413)["code"] == "too_long"
    assert avatars(di, "Cy") == {"Cy": address}, "a refused one changes nothing"
    cy.post("/api/avatar", {"drawing": ""})
    assert di.http.get(address).status_code == 404 and avatars(di, "Cy") == {}


def test_a_host_erases_the_picture_of_somebody(room: Running) -> None:
    host, gus, hal = room.guest("Hosta"), room.guest("Gus"), room.guest("Hal")
    host.become_host()
    address = send(gus, file_of("PNG"))["avatars"]["Gus"]
    account = room.do(room.app_state.accounts.named("Gus")).id
    assert hal.post("/api/club/pictures/erase", {"player": "Gus"}, status=403)["code"] == "not_permitted"
    line = gus.socket()
    listed = {one["name"]: one.get("picture", "") for one in host.get("/api/club")["people"]}
    line.close()
    assert (listed["Gus"], listed["Hosta"]) == (address, "")
    host.post("/api/club/pictures/erase", {"account": account})
    assert avatars(hal, "Gus") == {} and hal.http.get(address).status_code == 404
    assert host.post("/api/club/pictures/erase", {"player": "Nobody here"}, status=404)["code"] == "no_account"
    assert send(gus, file_of("WEBP"))["avatars"]["Gus"] not in ("", address)


def test_who_has_no_name_sends_nothing(room: Running) -> None:
    nobody = Browser(room)
    assert send(nobody, file_of("PNG"), 401)["code"]
    nobody.post("/api/avatar", {"drawing": "fox"}, status=401)


def test_a_picture_goes_with_its_owner(room: Running) -> None:
    def rows() -> int:
        return int(room.do(room.app_state.store.ask(lambda ask: ask.scalar(select(func.count()).select_from(avatar)))))

    ed = room.guest("Ed")
    address, before = send(ed, file_of("WEBP"))["avatars"]["Ed"], rows()
    found = room.do(room.app_state.accounts.named("Ed"))
    assert found is not None
    room.do(identities.remove(room.app_state, {found.id: found.name}))
    assert rows() == before - 1 and room.guest("Flo").http.get(address).status_code == 404
