"""The filters of `sidepot tracker`: figures of the selected hands, and filters that are saved under a name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli import common
from sidepot.errors import BadNotation
from sidepot.validation.csv_text import write_csv

if TYPE_CHECKING:
    from sidepot.tracker.overview import Cell, PositionRow
    from sidepot.tracker.selection import Wanted


def print_filters(home: Path, save: str, where: str, forget: str, *, json: bool) -> None:
    """Save the filter `where` under the name `save`, delete the filter named `forget`, and print all saved ones.

    An empty text saves or deletes nothing.
    """
    from sidepot.tracker.filters.saved import delete_filter, save_filter, saved_filters

    if save:
        if not where:
            raise BadNotation("--save needs a filter", hint="give it with --where")
        save_filter(home, save, where)
    if forget:
        delete_filter(home, forget)
    saved = saved_filters(home)

    def show() -> None:
        for one in saved:
            print(f"{one.name}: {one.where}")
        if not saved:
            print("No filter is saved.")

    common.answer(lambda: saved, show, json=json)


def print_figures(home: Path, wanted: Wanted, *, as_csv: bool, json: bool) -> None:
    """Print all figures of the wanted hands."""
    from sidepot.tracker.overview import all_figures

    found = all_figures(home, wanted)
    common.answer(lambda: found, lambda: _print_csv(found) if as_csv else _show(found), json=json)


def _show(found: PositionRow) -> None:
    print(f"{found.hands:,} hand{'' if found.hands == 1 else 's'}")
    table = common.table()
    table.add_column("figure")
    for name in ("value", "±", "chances"):
        table.add_column(name, justify="right")
    for cell in found.cells:
        name = f"{cell.name} ({cell.unit})" if cell.unit else cell.name
        table.add_row(name, _written(cell, cell.value), _written(cell, cell.error), f"{cell.chances:,}")
    common.console().print(table)


def _written(cell: Cell, value: float | None) -> str:
    """A value or a standard error: percent, or what the figure is in."""
    if value is None:
        return ""
    return f"{100 * value:.1f}" if cell.unit == "%" else f"{value:.1f}" if cell.unit else f"{value:.2f}"


def _print_csv(found: PositionRow) -> None:
    rows = [[cell.key, cell.value, cell.error, cell.chances] for cell in found.cells]
    print(write_csv([["figure", "value", "error", "chances"], *rows]), end="")
