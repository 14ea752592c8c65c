"""Write TOML in the layout of a person who will edit it: short tables in one line, sections below the plain values.

It uses tomlkit, because other writers put each number of `blinds = [25, 50]` on a line of its own. tomlkit is loaded
only when something is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from tomlkit.items import Array


def toml_text(table: Mapping[str, object]) -> str:
    """A table as the text of a TOML file.

    A table inside it becomes a section `[key]`. A list of tables becomes a section `[[key]]` for each table.

    >>> print(toml_text({"name": "mine", "seats": (2, 8), "streets": [{"name": "flop"}]}), end="")
    name = "mine"
    seats = [2, 8]
    <BLANKLINE>
    [[streets]]
    name = "flop"
    """
    import tomlkit

    return tomlkit.dumps(table)


def lines_of(tables: Iterable[Mapping[str, object]]) -> Array:
    """A list of tables as a TOML array with one line for each table.

    >>> print(toml_text({"levels": lines_of([{"blinds": (25, 50)}, {"break": 10}])}), end="")
    levels = [
        {blinds = [25, 50]},
        {break = 10},
    ]
    """
    return _array([*tables]).multiline(True)


def inline(value: object) -> object:
    """A value as TOML in one line, including all tables inside it."""
    import tomlkit

    if isinstance(value, Mapping):
        table = tomlkit.inline_table()
        table.update({key: inline(part) for key, part in value.items()})
        return table
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _array(value)
    return value


def _array(values: Sequence[object]) -> Array:
    import tomlkit

    array = tomlkit.array()
    array.extend([inline(part) for part in values])
    return array


def changed(struct: msgspec.Struct, usual: Mapping[str, object] | None = None) -> dict[str, object]:
    """The fields of a struct that differ from their defaults, as plain values. `usual` replaces some of the
    defaults.
    """
    values = {field.name: field.default for field in msgspec.structs.fields(struct)} | dict(usual or {})
    return {key: msgspec.to_builtins(value) for key in values if (value := getattr(struct, key)) != values[key]}
