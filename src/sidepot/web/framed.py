"""The frame of the pages with plain text: what stands in the head of each, and the sign of the house above it.

A page in the frame is a file of parts. Each part begins with a line that is its mark, and goes where the frame has the
same mark. Its script is the file beside it, of the same name. The page of a table is a whole document: its head and its
bar are its own.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

FRAME: Final = "common/page.html"

_MARK: Final = re.compile(r"^ *<!-- (head|script|top|page) -->\n", re.MULTILINE)


def fill_frame(frame: str, page: str) -> str:
    """The page in the frame; a part that the page does not have is empty."""
    _, *pieces = _MARK.split(page)
    parts = dict(zip(pieces[::2], pieces[1::2], strict=True))
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
