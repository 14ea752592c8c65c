"""Tables on narrow terminals lose nothing, and what goes elsewhere is not filled up with blanks."""

from __future__ import annotations

import io
import sys

import pytest
from each import each
from rich.table import Table

from sidepot.cli import tabular
from sidepot.cli.app import run

LINES = [
    ["games"], ["rules", "--kind", "E"], ["rule", "--topics"], ["settle", "examples/alice-bob-carol.toml"],
    ["odds", "AsKs QhQd", "--board", "7d2c3h"], ["tournament", "icm", "Ann=50 Bo=30 Cy=20", "--prizes", "70,30"],
    ["tournament", "payout", "--entries", "45", "--pool", "9000"], ["tournament", "new", "--list"],
    ["tournament", "seat", "--players", "23", "--seed", "x"], ["simulate", "--hands", "5"], ["games", "--mixes"],
    ["tournament", "race", "1=25x3 100x40", "2=25x1 100x3"], ["rules", "diff", "cash", "home"],
]  # fmt: skip


def as_on_a_terminal(args: list[str], width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a command prints on a terminal of that width, without colours."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)

    def narrow(self: tabular.Drawing, *, is_terminal: bool) -> None:
        tabular.Console.__init__(self, file=out, width=width, highlight=False, force_terminal=True, no_color=True)

    monkeypatch.setattr(tabular.Drawing, "__init__", narrow)
    monkeypatch.setattr(sys, "stdout", out)
    assert run(args) == 0
    out.seek(0)
    return out.read()


@pytest.mark.parametrize("args", LINES, ids=" ".join)
def test_lines_are_not_padded_or_wider_than_the_console(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(args) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert [line for line in lines if line.startswith("╭") and len(line) >= 120] == []


def heads_and_cells() -> Table:
    table = Table()
    for name in ("player", "stack", "worth", "deal", "places"):
        table.add_column(name, no_wrap=True)
    table.add_row("Annabel", "1,500,000", "12,345.67", "12,000", "50.0 %")
    table.add_row("Bo", "900", "10.00", "9", "[bold]50.0[/] %")
    return table


@each("width", [10, 20, 30, 40, 60, 200])
def test_every_cell_is_there_at_any_width(width: int) -> None:
    out = io.StringIO()
    console = tabular.Drawing(is_terminal=True, width=width)
    console.file = out
    console.print(heads_and_cells())
    said = "".join(out.getvalue().split())
    for word in ("player", "stack", "worth", "deal", "places", "Annabel", "1,500,000", "12,345.67", "12,000", "50.0%"):
        assert word in said
    assert "…" not in said and "[bold]" not in said
    if width == 40:
        assert "worth: 12,345.67" in out.getvalue()
    if width == 200:
        assert "worth:" not in out.getvalue()


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        (["tournament", "icm", "Ann=50 Bo=30 Cy=20", "--prizes", "70,30"], ["Ann", "stack", "worth", "deal by", "2."]),
        (["odds", "AsKs QhQd", "--board", "7d2c3h"], ["AsKs", "equity", "win", "tie"]),
        (["games"], ["holdem", "razz"]),
    ],
    ids=lambda value: str(value[0]),
)
def test_forty_columns_lose_none(args: list[str], wanted: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = as_on_a_terminal(args, 40, monkeypatch)
    for word in wanted:
        assert word in said
    assert "…" not in said


@pytest.mark.long
@pytest.mark.parametrize("args", [*LINES, ["games", "omaha8"]], ids=" ".join)
def test_no_word_is_cut_at_any_width(args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The table within the box of `settle` is Rich's own, which needs 38 columns."""
    least = 38 if args[0] == "settle" else 0
    widths = [width for width in (24, 30, 34, 38, 40, 44, 50, 60, 72) if width >= least]
    assert [width for width in widths if "…" in as_on_a_terminal(args, width, monkeypatch)] == []
