"""Faults in code of a user's own: the file and the line, and never a card that is hidden."""

from __future__ import annotations

import re
import sysconfig
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final

import sidepot
from sidepot.cards import UNKNOWN, text

_NOT_OWN: Final = (Path(sidepot.__file__).parent, Path(sysconfig.get_path("stdlib")))


def fault_of(error: BaseException, hidden: Sequence[int] = ()) -> str:
    """`mine.py, line 4, in timid: KeyError: 'x'`: the innermost line of the user's own, and what went wrong there.

    A message that names one of the `hidden` cards is left out, and the line of code stands in its place.

    >>> fault_of(ValueError("no such bet"))
    'ValueError: no such bet'
    """
    line = _own_line(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename:
        line = traceback.FrameSummary(error.filename, error.lineno or 0, "<module>", lookup_line=False)
    place = "" if line is None else f"{_short(line.filename)}, line {line.lineno}"
    if line is not None and line.name != "<module>":
        place += f", in {line.name}"
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    if _names(message, hidden):
        message = f"in `{line.line}`" if line is not None and line.line else ""
    what = type(error).__name__ + (f": {message}" if message else "")
    return f"{place}: {what}" if place else what


def _own_line(trace: TracebackType | None) -> traceback.FrameSummary | None:
    """The innermost line that is neither sidepot's nor Python's."""
    lines = [line for line in traceback.extract_tb(trace) if _is_own(line.filename)]
    return lines[-1] if lines else None


def _is_own(file: str) -> bool:
    if file.startswith("<"):
        return False
    path = Path(file).resolve()
    return "site-packages" in path.parts or not any(path.is_relative_to(folder) for folder in _NOT_OWN)


def _short(file: str) -> str:
    """The path from the folder one is in, where it is below it."""
    path = Path(file).resolve()
    here = Path.cwd().resolve()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _names(message: str, hidden: Sequence[int]) -> bool:
    """Whether a message names one of these cards, as text or as a number."""
    known = [card for card in hidden if card != UNKNOWN]
    words = [text((card,)) for card in known] + [rf"\b{card}\b" for card in known]
    return any(re.search(word, message, re.IGNORECASE) for word in words)
