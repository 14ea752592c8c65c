"""The addresses about filters, and about comparisons: starting hands, two filters, the owner and all other players."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from sidepot.tracker.differences import Comparison, Leaks, comparison, leaks
from sidepot.tracker.filter_form import FieldShown, FilterShown, fields_shown, filter_shown
from sidepot.tracker.filters.saved import LONGEST, SavedFilter, delete_filter, save_filter, saved_filters
from sidepot.tracker.grid import Grid, grid
from sidepot.tracker.parameters import MOST_LETTERS, Money, Where
from sidepot.tracker.people_routes import GUARDS
from sidepot.tracker.selection import Wanted

Other = Annotated[str, QueryParameter(description="Another filter of hands.", max_length=MOST_LETTERS)]


class FilterName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a filter."""

    name: Annotated[str, msgspec.Meta(max_length=2 * LONGEST)]


class FilterForm(FilterName, frozen=True, forbid_unknown_fields=True):
    """A filter to save under a name."""

    where: Annotated[str, msgspec.Meta(max_length=MOST_LETTERS)]


def filter_routes(home: Path) -> list[Any]:
    """The handlers for the filters of a tracker, whose folder is `home`."""

    @get("/api/tracker/fields")
    async def fields() -> list[FieldShown]:
        return await asyncio.to_thread(fields_shown, home)

    @get("/api/tracker/filter")
    async def filter_of(money: Money = "", where: Where = "") -> FilterShown:
        return await asyncio.to_thread(filter_shown, home, Wanted(money, where))

    @get("/api/tracker/filters")
    async def filters() -> list[SavedFilter]:
        return await asyncio.to_thread(saved_filters, home)

    @post("/api/tracker/filters", status_code=200, guards=GUARDS)
    async def save(data: JSONBody[FilterForm]) -> list[SavedFilter]:
        return await asyncio.to_thread(save_filter, home, data.name, data.where)

    @post("/api/tracker/filters/delete", status_code=200, guards=GUARDS)
    async def delete(data: JSONBody[FilterName]) -> list[SavedFilter]:
        return await asyncio.to_thread(delete_filter, home, data.name)

    @get("/api/tracker/grid")
    async def grid_of(money: Money = "", where: Where = "") -> Grid:
        return await asyncio.to_thread(grid, home, Wanted(money, where))

    @get("/api/tracker/comparison")
    async def comparison_of(money: Money = "", where: Where = "", other: Other = "") -> Comparison:
        return await asyncio.to_thread(comparison, home, Wanted(money, where), other)

    @get("/api/tracker/leaks")
    async def leaks_of(money: Money = "", where: Where = "") -> Leaks:
        return await asyncio.to_thread(leaks, home, Wanted(money, where))

    return [fields, filter_of, filters, save, delete, grid_of, comparison_of, leaks_of]
