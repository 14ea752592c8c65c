"""The printed sheets of the bags of a flight or of day 2: a list to fill in or to file, and a slip for each bag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sidepot.rules.clauses import say
from sidepot.web.print.html import Markup, Part, amount, table, tag, translatable

if TYPE_CHECKING:
    from sidepot.web.director.bag_forms import BagLine, BagsView, FlightOfSeries
    from sidepot.web.director.sheet import Sheet


def bags(sheet: Sheet, view: BagsView) -> Part:
    """The bags of day 2, or the bags of a flight, table by table, with room for bags that are not entered."""
    if not view.lines:
        return tag("p", "There are no bags.", cls="none")
    if not view.tables:
        rows = [_row(sheet, one, (one.flight, _goes_on(one))) for one in view.lines]
        heads = ("Flight", "Day 2", "Player", "Chips", "Bag", "Counted", "Checked")
        return [table(heads, rows), _flights(view)]
    blocks = []
    for there in view.tables:
        lines = [one for one in view.lines if one.table == there.table]
        rows = [_row(sheet, one, (str(one.seat or ""),)) for one in lines]
        total = amount(there.bagged) if not there.missing else "__________"
        sums = tag(
            "p", tag("span", "Bagged:"), " ", total, "   ", tag("span", "Recorded:"), " ", amount(there.recorded)
        )
        blocks.append(
            tag(
                "section",
                tag("h2", translatable(say("Table {table}", sheet.table(there.table)))),
                table(("Seat", "Player", "Chips", "Bag", "Counted", "Checked"), rows, "form"),
                sums,
                cls="block",
            )
        )
    return [blocks, _flights(view)]


def _row(sheet: Sheet, one: BagLine, before: tuple[Part, ...]) -> tuple[Part, ...]:
    return (
        *before, sheet.name(one.player), amount(one.chips) if one.chips else "", one.number, one.counted, one.checked,
    )  # fmt: skip


def _goes_on(one: BagLine) -> Part:
    return translatable(say("no: flight {flight}", one.other)) if one.other else tag("span", "yes")


def _flights(view: BagsView) -> Markup | None:
    """All flights with their chips, and the sums."""
    over = [one for one in view.flights if one.is_over]
    if not over:
        return None
    heads = ("Flight", "Players", "Paid entries", "In play", "Bagged", "Forfeited", "Carried over")
    rows = [(one.flight, *map(amount, _figures(one))) for one in over]
    sums: list[Part] = [tag("b", "All flights")]
    sums += [tag("b", amount(sum(column))) for column in zip(*map(_figures, over), strict=True)]
    return tag("section", tag("h2", "All flights"), table(heads, [*rows, sums]), cls="block")


def _figures(one: FlightOfSeries) -> tuple[int, ...]:
    return one.players, one.entries, one.due, one.bagged, one.forfeited, one.carried


def bag_slips(sheet: Sheet, view: BagsView) -> Part:
    """A slip for each bag of a flight: the player, the chips, the number, two initials, and room for a signature."""
    slips = [_slip(sheet, view, one) for one in view.lines]
    return tag("div", slips, cls="slips") if slips else tag("p", "There are no bags.", cls="none")


def _slip(sheet: Sheet, view: BagsView, one: BagLine) -> Markup:
    facts: list[tuple[str, Part]] = [
        ("Flight", one.flight or view.flight),
        ("Chips", tag("b", amount(one.chips)) if one.chips else ""),
        ("Bag", one.number),
        ("Counted", one.counted),
        ("Checked", one.checked),
    ]
    if one.table:
        facts.insert(1, ("Seat", f"{sheet.table(one.table)}-{one.seat}"))
    return tag(
        "article",
        sheet.head,
        tag("h2", sheet.name(one.player)),
        tag("dl", [(tag("dt", name), tag("dd", value or "__________")) for name, value in facts]),
        tag("p", tag("span", "Signature of the player:"), " ", tag("span", "", cls="line"), cls="sign"),
        cls="slip",
    )
