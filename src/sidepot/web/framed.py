"""The frame of the pages: what stands in the head of each, and on plain ones the sign of the house above the text.

A page is a file of parts. Each part begins with a line that is its mark, and goes where the frame has the same mark, or
in place of what the frame has from that mark to its end (`<!-- /body -->`). The script of a page is the file beside it,
of the same name.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

FRAME: Final = "common/page.html"

_MARK: Final = re.compile(r"^ *<!-- (viewport|plain|head|script|body|nav|top|page) -->\n", re.MULTILINE)
_USUAL: Final = re.compile(_MARK.pattern + r"(.*?)^ *<!-- /\1 -->\n", re.MULTILINE | re.DOTALL)


def fill_frame(frame: str, page: str) -> str:
    """The page in the frame. A part that the page does not have is as the frame has it, or empty."""
    _, *pieces = _MARK.split(page)
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
    while _USUAL.search(frame):  # one may hold another
        frame = _USUAL.sub(lambda usual: parts.get(usual[1], usual[2]), frame)
    return _MARK.sub(lambda mark: parts.get(mark[1], ""), frame)


def read_page(folder: Path, path: Path) -> str:
    """The page in that file of the folder: in the frame if it consists of parts, else as it is."""
    text = path.read_text(encoding="utf-8")
    if not _MARK.match(text):
        return text
    script = path.with_suffix(".js")
    if script.is_file():
        address = f"/static/{script.relative_to(folder).as_posix()}"
        text = f'<!-- script -->\n  <script type="module" src="{address}"></script>\n{text}'
    return fill_frame((folder / FRAME).read_text(encoding="utf-8"), text)
