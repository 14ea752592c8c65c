"""Many like rows in one test: `@each` is `@pytest.mark.parametrize` in groups of forty, and names each row that fails.

A test costs some ten milliseconds of its own, and as much again in each process that collects it; a row costs a call.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import product
from typing import Any, NamedTuple

import pytest

SIZE = 40


class Row(NamedTuple):
    """The values of one row by the names of the parameters, and what a failure calls it."""

    name: str
    values: dict[str, Any]


def each(
    names: str | Sequence[str],
    rows: Iterable[Any],
    ids: Callable[[Any], Any] | Iterable[Any] | None = None,
    size: int = SIZE,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call the test for each row, `size` of them in a test; of two decorators, for each pair of rows.

    Each row gets a `monkeypatch` and a `tmp_path` of its own, and a `capsys` or `capfd` that is empty.
    """
    keys = [key.strip() for key in names.split(",")] if isinstance(names, str) else list(names)
    own = [_row(keys, row, ids if callable(ids) else None) for row in rows]
    if ids is not None and not callable(ids):
        own = [Row(str(name), row.values) for name, row in zip(ids, own, strict=True)]

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        call, inner = getattr(test, "rows", (test, [Row("", {})]))
        found = [Row(f"{a.name}-{b.name}".strip("-"), a.values | b.values) for a, b in product(own, inner)]
        grouped = _grouped(call, found, size)
        marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.args[:1] != ("group",)]
        grouped.pytestmark = [*marks, grouped.pytestmark[-1]]
        return grouped

    return decorate


def _grouped(call: Callable[..., None], rows: list[Row], size: int) -> Callable[..., None]:
    """The test that pytest sees: its one parameter is the number of the group."""
    keys = set().union(*(row.values for row in rows))
    fixtures = [one for one in inspect.signature(call).parameters.values() if one.name not in keys]

    @pytest.mark.parametrize("group", range(-(-len(rows) // size)))
    @wraps(call)
    def test(group: int, subtests: pytest.Subtests, **given: Any) -> None:
        for number, row in enumerate(rows[group * size : (group + 1) * size]):
            with _afresh(given, number) as fresh:
                try:
                    call(**row.values, **fresh)
                except pytest.skip.Exception:
                    with subtests.test(msg=row.name):
                        raise
                except (Exception, pytest.fail.Exception) as fault:
                    with subtests.test(msg=row.name):  # its name and what was expected in one line of the summary
                        raise AssertionError(f"[{row.name}] {_told(fault)}") from fault

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    seen = [inspect.Parameter(name, kind) for name in ("group", "subtests")]
    test.__signature__ = inspect.Signature([*seen, *(one.replace(kind=kind) for one in fixtures)])
    del test.__wrapped__
    test.rows = (call, rows)
    return test


@contextmanager
def _afresh(given: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """The fixtures as a test of its own would get them."""
    fresh = dict(given)
    for name in {"capsys", "capfd", "capsysbinary", "capfdbinary"} & fresh.keys():
        fresh[name].readouterr()
    if "tmp_path" in fresh:
        fresh["tmp_path"] = given["tmp_path"] / str(number)
        fresh["tmp_path"].mkdir()
    if "monkeypatch" not in fresh:
        yield fresh
        return
    with pytest.MonkeyPatch.context() as patch:
        fresh["monkeypatch"] = patch
        yield fresh


def _row(keys: list[str], row: Any, ids: Callable[[Any], Any] | None) -> Row:
    if hasattr(row, "marks"):
        raise TypeError("a row of `each` has no marks of its own: take `pytest.mark.parametrize` for `pytest.param`")
    values = (row,) if len(keys) == 1 else tuple(row)
    names = [_name(value, ids) for value in values]
    return Row("-".join(names), dict(zip(keys, values, strict=True)))


def _told(fault: BaseException) -> str:
    kind = "" if isinstance(fault, AssertionError | pytest.fail.Exception) else f"{type(fault).__name__}: "
    return f"{kind}{fault}"


def _name(value: Any, ids: Callable[[Any], Any] | None) -> str:
    name = ids(value) if ids else None
    if name is None:
        name = value if isinstance(value, str | int) else getattr(value, "__name__", None) or repr(value)
    return name if len(name := str(name)) <= 100 else f"{name[:100]}…"
