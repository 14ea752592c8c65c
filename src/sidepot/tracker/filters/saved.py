"""Filters that are saved under a name, in the folder of the tracker."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

import msgspec

from sidepot.rules.clauses import say
from sidepot.tracker.filters.fields import BY_NAME, is_alone
from sidepot.tracker.filters.filter_sql import filter_sql
from sidepot.tracker.filters.grammar import OPERATORS, read_filter, written
from sidepot.tracker.filters.refusals import refuse_filter, refuse_name

FILE: Final = "filters.json"
MOST: Final = 200
LONGEST: Final = 40
_SIGNS: Final = (",", ";", "|", '"', "!", "(", ")")


class SavedFilter(msgspec.Struct, frozen=True):
    """A filter, and the name under which it is saved."""

    name: str
    where: str


def saved_filters(home: Path) -> list[SavedFilter]:
    """The saved filters by name. An unreadable file counts as empty."""
    try:
        found = msgspec.json.decode((home / FILE).read_bytes(), type=dict[str, str])
    except (FileNotFoundError, msgspec.MsgspecError):
        return []
    return [SavedFilter(name, found[name]) for name in sorted(found, key=str.lower)]


def save_filter(home: Path, name: str, where: str) -> list[SavedFilter]:
    """Save a filter under a name, replacing any earlier one. Raises BadNotation for an invalid name or filter."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST or any(mark in name for mark in (*OPERATORS, *_SIGNS)):
        raise refuse_filter(
            say("a filter's name has 1 to {most} characters, and none of {signs}", LONGEST, '= < > ! , ; | ( ) "')
        )
    if name.lower().replace(" ", "_").replace("-", "_") in BY_NAME or name.lower() in ("and", "or", "not"):
        raise refuse_filter(say("{name} already has a meaning in filters; choose another name", repr(name)))
    text = resolved(home, where)
    filter_sql(text)
    if not text:
        raise refuse_filter(say("there is no filter to save"))
    found = {one.name: one.where for one in saved_filters(home) if one.name.lower() != name.lower()}
    if len(found) >= MOST:
        raise refuse_filter(say("there are already {most} saved filters, which is the most; delete one", MOST))
    return _write(home, found | {name: written(read_filter(text, is_alone))})


def delete_filter(home: Path, name: str) -> list[SavedFilter]:
    """Delete a saved filter. Raises BadNotation for an unknown name."""
    found = {one.name: one.where for one in saved_filters(home)}
    exact = _named(found, name)
    if not exact:
        raise refuse_name(say("no filter is saved as {name}", repr(name)), name, [*found])
    del found[exact]
    return _write(home, found)


def resolved(home: Path, where: str) -> str:
    """The text of a filter. The filter may be given by its text or by its name."""
    found = {one.name: one.where for one in saved_filters(home)}
    exact = _named(found, where)
    return found[exact] if exact else where.strip()


def put_filters_in(found: Any, home: Path) -> None:
    """Make the saved filters available on a connection, as the temporary table `saved_filter`."""
    found.execute("CREATE TEMP TABLE saved_filter (name VARCHAR, filter VARCHAR)")
    for one in saved_filters(home):
        found.execute("INSERT INTO saved_filter VALUES ($name, $filter)", {"name": one.name, "filter": one.where})


def filter_in(found: Any, where: str) -> str:
    """The text of a filter. It may be given by its text or, on a connection with the saved filters, by its name."""
    known = dict(found.execute("SELECT name, filter FROM saved_filter").fetchall())
    exact = _named(known, where)
    return known[exact] if exact else where


def _named(found: dict[str, str], name: str) -> str:
    name = " ".join(name.split()).lower()
    return next((one for one in found if one.lower() == name), "")


def _write(home: Path, found: dict[str, str]) -> list[SavedFilter]:
    home.mkdir(parents=True, exist_ok=True)
    part = home / f"{FILE}.tmp"
    part.write_bytes(msgspec.json.format(msgspec.json.encode(found)))
    os.replace(part, home / FILE)
    return saved_filters(home)
