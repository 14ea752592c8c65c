"""The frame of the pages: each part of a page goes where the frame has its mark, and every page is whole in it."""

from __future__ import annotations

from pathlib import Path

from sidepot.web.routes.pages import FRAME, fill_frame, read_page

FRAME_TEXT = "<a>\n  <!-- head -->\n<b>\n    <!-- top -->\n<c>\n  <!-- page -->\n<d>\n"
STATIC = Path(__file__).parents[2] / "src" / "sidepot" / "web" / "static"


def test_each_part_goes_where_the_frame_has_its_mark() -> None:
    page = "<!-- head -->\n  <title>A</title>\n  <link>\n<!-- page -->\n  <main>\n  </main>\n"
    assert fill_frame(FRAME_TEXT, page) == "<a>\n  <title>A</title>\n  <link>\n<b>\n<c>\n  <main>\n  </main>\n<d>\n"
    assert fill_frame(FRAME_TEXT, "<!-- top -->\n  <!-- a note -->\n") == "<a>\n<b>\n  <!-- a note -->\n<c>\n<d>\n"


def test_the_frame_keeps_parts_that_the_page_lacks() -> None:
    frame = "<!-- viewport -->\n<a>\n<!-- /viewport -->\n<!-- body -->\n<b>\n  <!-- page -->\n</b>\n<!-- /body -->\n"
    assert fill_frame(frame, "<!-- page -->\n<main>\n") == "<a>\n<b>\n<main>\n</b>\n"
    assert fill_frame(frame, "<!-- viewport -->\n<!-- body -->\n<c>\n") == "<c>\n"


def test_every_page_of_parts_is_whole_in_the_frame() -> None:
    pages = sorted(STATIC.glob("*/*.html"))
    assert len(pages) >= 7
    for path in pages:
        text = read_page(STATIC, path)
        assert text.startswith("<!doctype html>\n") and text.endswith("</html>\n"), path.name
        assert text.count("<body") == text.count("<header") == text.count('rel="icon"') == 1, path.name
        if path != STATIC / FRAME:
            assert text.count("<title>") == text.count("viewport") - text.count("viewport-fit") == 1, path.name
            assert text.count("<main") == 1 and "<!--" not in text, path.name
            script = path.with_suffix(".js")
            address = f'src="/static/{script.relative_to(STATIC).as_posix()}"'
            assert (address in text) == script.is_file(), path.name
