"""How the website shows docstrings: examples as code, and the comment at a field as its description (for griffe)."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^(?P<indent> *)>>> .*(?:\n(?! *$).*)*", re.MULTILINE)
_COMMENT = re.compile(r"\s#\s(?P<text>.+)$")


class Docstrings(griffe.Extension):  # type: ignore[misc]  # griffe is installed for the website alone
    """Changes each docstring before mkdocstrings renders it as Markdown."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fence the examples of an object; describe a field by the comment on its line."""
        if obj.docstring is not None:
            obj.docstring.value = fence(obj.docstring.value)
        elif obj.is_attribute and (comment := _comment(obj)):
            obj.docstring = griffe.Docstring(comment, parent=obj)


def fence(text: str) -> str:
    """A docstring with each run of `>>>` lines as a block of code."""
    return _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", text)


def _comment(obj: griffe.Object) -> str:
    """The comment behind an attribute, as a sentence; nothing if there is none."""
    if obj.lineno is None or obj.endlineno is None:
        return ""
    for line in obj.lines_collection[obj.filepath][obj.lineno - 1 : obj.endlineno]:
        if found := _COMMENT.search(line):
            text = found["text"]
            return "" if text.startswith(("noqa", "type:")) else f"{text[0].upper()}{text[1:].rstrip('.')}."
    return ""
