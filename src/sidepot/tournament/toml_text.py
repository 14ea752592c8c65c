"""Values as TOML has them, in one line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def inline(value: object) -> str:
    """A value in one line: text, a number, true or false, a list or an inline table.

    >>> inline({"blinds": (25, 50), "ante_by": "big blind", "dead": True})
    '{ blinds = [25, 50], ante_by = "big blind", dead = true }'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in plain) + '"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key_text(key)} = {inline(part)}" for key, part in value.items()) + " }"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(inline, value))}]"
    return repr(value)


def key_text(key: object) -> str:
    """A key, in quotes where it must be."""
    text = str(key)
    bare = text.isascii() and text.replace("_", "").replace("-", "").isalnum()
    return text if bare else inline(text)
