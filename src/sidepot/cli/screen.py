"""The terminal, on which a table is shown and a player is asked, with the colours and characters that it supports."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Protocol

from sidepot.cli.table_text import WIDTH, length

if TYPE_CHECKING:
    from rich.console import Console

_ACROSS = re.compile("─{3,}")
_PLAIN = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "▒": "?", "▸": ">", "·": "-", "─": "-"})


class Screen(Protocol):
    """Shows lines of Rich markup, and asks for a line of input. Raises EOFError at the end of the input."""

    def show(self, line: str = "") -> None: ...

    def ask(self, prompt: str) -> str: ...


class Terminal:
    """Standard output and input. If the output is not a terminal, there are no colours or escape codes."""

    def __init__(self, console: Console | None = None) -> None:
        from rich.console import Console

        self.console = console or Console(width=None if sys.stdout.isatty() else WIDTH, highlight=False, emoji=False)

    def show(self, line: str = "") -> None:
        self.console.print(self._fitted(line), highlight=False, emoji=False)

    def ask(self, prompt: str) -> str:
        return self.console.input(self._fitted(prompt), emoji=False)

    def _fitted(self, line: str) -> str:
        over = length(line) - self.console.width
        if over > 0 and (found := _ACROSS.search(line)):  # a line across a narrow terminal
            line = line.replace(found[0], found[0][: max(2, len(found[0]) - over)])
        return line if self.console.encoding.lower().startswith("utf") else line.translate(_PLAIN)
