"""Draw tables so that no column is lost on a narrow terminal, and no line is padded with blanks."""

from __future__ import annotations

import re
import sys
from typing import Any, Final

from rich.console import Console
from rich.measure import Measurement
from rich.table import Column, Table
from rich.text import Text

ELSEWHERE: Final = 120  # columns if the output is not a terminal
FAR: Final = 100_000
CUT: Final = "…"


class Drawing(Console):
    """A console for tables. It shows a table that is too wide as a list, with the column's name before each cell."""

    def __init__(self, *, is_terminal: bool, width: int | None = None) -> None:
        out: Any = sys.stdout if is_terminal else Trimmed(sys.stdout)
        width = width or (None if is_terminal else ELSEWHERE)
        super().__init__(file=out, width=width, highlight=False, soft_wrap=False)

    def print(self, *objects: object, **more: Any) -> None:
        for one in objects:
            if isinstance(one, Table) and least_width(self, one) > self.width:
                self._tell(one)
                continue
            if isinstance(one, Table) and self._cuts(one):
                self._share_out(one)
            if isinstance(one, Table) and not self.is_terminal:
                one.expand = False
                super().print(one, **more)
            else:
                super().print(one, **more)
        if not objects:
            super().print(**more)

    def _cuts(self, table: Table) -> bool:
        """Whether a word would be cut: Rich narrows the widest columns, however long their words are."""
        cells = [str(cell) for column in table.columns for cell in column.cells]
        drawn = "".join([segment.text for segment in self.render(table)])
        return drawn.count(CUT) > "".join(cells).count(CUT)

    def _share_out(self, table: Table) -> None:
        """Give each column the width of its longest word, and the remaining width to columns with longer text."""
        sizes = _sizes(self, table)
        left = self.width - least_width(self, table)
        wanted = sum([size.maximum - size.minimum for size in sizes]) or 1
        for column, size in zip(table.columns, sizes, strict=True):
            column.ratio = None
            column.width = size.minimum + min(left, wanted) * (size.maximum - size.minimum) // wanted

    def _tell(self, table: Table) -> None:
        if table.title:
            super().print(table.title, style=table.title_style or "bold")
        columns = table.columns if table.show_header else [Column() for _ in table.columns]
        for row in zip(*[column.cells for column in table.columns], strict=True):
            for column, cell in zip(columns, row, strict=True):
                shown = Text.from_markup(cell) if isinstance(cell, str) else cell
                header = Text.from_markup(column.header) if isinstance(column.header, str) else column.header
                if not isinstance(shown, Text) or not isinstance(header, Text):
                    super().print(header)
                    super().print(shown)
                elif shown.plain.strip():
                    super().print(Text.assemble(header, ": " if header.plain else "", shown))
            super().print()


def least_width(console: Console, table: Table) -> int:
    """The number of columns that a table needs, so that no word is cut."""
    total = sum([size.minimum for size in _sizes(console, table)])
    _, right, _, left = (table.padding * 2)[:4] if isinstance(table.padding, tuple) else (0, 1, 0, 1)
    lines = len(table.columns) + 1 if table.box is not None else 0  # blank ones, too
    return total + (left + right) * len(table.columns) + lines


def _sizes(console: Console, table: Table) -> list[Measurement]:
    """The minimum and maximum width of each column."""
    wide = console.options.update(max_width=FAR, width=FAR)
    found = []
    for column in table.columns:
        cells = [*column.cells, *([column.header] if table.show_header else [])]
        sizes = [Measurement.get(console, wide, cell) for cell in cells]
        most = max([size.maximum for size in sizes], default=0)
        least = most if column.no_wrap else max([size.minimum for size in sizes], default=0)
        fixed = column.width or 0
        found.append(Measurement(max(least, fixed), max(most, fixed)))
    return found


class Trimmed:
    """A stream that removes blanks from the ends of lines."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return int(self._stream.write(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
