"""The sheets about money, and the whole record: deal to sign, receipts, log, archive. Pure: markup is made."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Final

from sidepot.rules.clauses import say
from sidepot.web.director_sheets import Sheet, schedule, seats_by_table
from sidepot.web.paper import Markup, Part, amount, table, tag, told

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sidepot.web.director_shown import HistoryLine, MoneyShown

WAYS: Final = {"icm": "By the worth of the stacks (ICM)", "chips": "By chips", "even": "Evenly"}


def clock_time(at: int, zone: tzinfo | None = None) -> str:
    """A time of the day, in the zone of the machine.

    >>> clock_time(1_800_000_000_000, UTC)
    '2027-01-15 08:00'
    """
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone).strftime("%Y-%m-%d %H:%M")


def deal(sheet: Sheet, money: MoneyShown) -> Part:
    """The deal that was made, or what each would get; to be signed by all."""
    tournament = sheet.tournament
    stacks = {one.player: tournament.stack_of(one.player) for one in tournament.players_in()}
    if money.made:
        agreed = "We have agreed to divide the prizes that are left as follows."
        return [tag("p", agreed, cls="lead"), _to_sign(sheet, stacks, money.made, money.kept), _when(sheet)]
    if not money.deals:
        return tag("p", "A deal is possible once all who are left are paid, and their stacks are counted.", cls="none")
    found: list[Part] = [tag("p", "We agree to divide the prizes that are left as ticked.", cls="lead")]
    if money.uncounted:
        names = ", ".join(map(sheet.name, money.uncounted))
        first = say("For a deal by stacks count them first. Some are not known: {}.", names)
        found.append(tag("p", told(first), cls="lead"))
    for way, shares in money.deals.items():
        part = _to_sign(sheet, {} if money.uncounted else stacks, shares)
        found.append(tag("section", tag("h2", "☐ ", tag("span", WAYS.get(way, way))), part, cls="block"))
    return [*found, _when(sheet)]


def _when(sheet: Sheet) -> Markup:
    return tag("p", _moment(sheet.at))


def _moment(at: int) -> Markup:
    """A time of the day, which the page writes as the reader's language has it."""
    written = clock_time(at)
    return tag("time", written, datetime=written.replace(" ", "T"))


def _to_sign(sheet: Sheet, stacks: Mapping[str, int], shares: Sequence[tuple[str, int]], kept: int = 0) -> Markup:
    """Each with the stack, where that is known and still there, the share, and room for a name."""
    rows: list[tuple[Part, ...]] = [
        (sheet.name(player), amount(stacks[player]) if player in stacks else "", amount(share), "")
        for player, share in shares
    ]
    rows += [("Kept for the winner", "", amount(kept), "")] if kept else []
    return table(("Player", "Chips", "Gets", "Signature"), rows, "form deal")


def receipts(sheet: Sheet, money: MoneyShown) -> Part:
    """A receipt for each player: what was paid, and what was won."""
    found = []
    for line in money.players:
        one = sheet.tournament.entrants[line.player]
        bought = [say("{} x entry", str(one.entries))]
        bought += [say("{} x rebuy", str(one.rebuys))] if one.rebuys else []
        bought += [say("{} x add-on", str(one.addons))] if one.addons else []
        paid = told(("{} (" + ", ".join(["{}"] * len(bought)) + ")", line.paid, *bought))
        facts: list[tuple[str, Part]] = [("Paid", paid)]
        facts += [("Still to pay", amount(line.due))] if line.due else []
        facts += [("Place", str(line.place))] if line.place else []
        facts += [("Won", amount(line.won))] if line.won else []
        found.append(
            tag(
                "article",
                tag("p", sheet.title, cls="slip-title"),
                tag("h2", sheet.name(line.player)),
                tag("dl", [(tag("dt", name), tag("dd", value)) for name, value in facts]),
                tag("p", _moment(sheet.at)),
                tag("p", tag("span", "Signature:"), " ", tag("span", "", cls="line"), cls="sign"),
                cls="slip",
            )
        )
    return tag("div", found, cls="slips") if found else tag("p", "Nobody has entered yet.", cls="none")


def log(sheet: Sheet, lines: Sequence[HistoryLine]) -> Part:
    """Everything that was done: when, by whom, what and why; what was undone is struck out."""
    rows = [
        (
            str(line.step or ""),
            _moment(line.at),
            sheet.text(line.by),
            tag("s" if line.undone else "span", told(line.said or (line.text,), sheet.text)),
            sheet.text(line.why),
        )
        for line in lines
    ]
    return table(("Step", "When", "Who", "What", "Why"), rows, "log")


def results(sheet: Sheet, money: MoneyShown) -> Part:
    """All players by place, what they paid and won; and the money in all."""
    tournament = sheet.tournament
    rows = [
        (
            str(line.place) if line.place else "",
            sheet.name(line.player),
            "" if line.place else amount(tournament.stack_of(line.player)),
            amount(line.paid),
            amount(line.won) if line.won else "",
        )
        for line in money.players
    ]
    sums = [(tag("dt", told(one.said or (one.text,))), tag("dd", amount(one.amount))) for one in money.lines]
    pool = (tag("dt", "Prize pool"), tag("dd", amount(money.pool)))
    return [table(("Place", "Player", "Chips", "Paid", "Won"), rows), tag("dl", [pool, *sums], cls="terms")]


def archive(sheet: Sheet, money: MoneyShown, lines: Sequence[HistoryLine]) -> Part:
    """The whole evening on one page."""
    parts: list[tuple[str, Part]] = [("Results", results(sheet, money))]
    if sheet.tournament.tables:
        parts.append(("Seats", seats_by_table(sheet)))
    parts += [("Schedule", schedule(sheet)), ("History", log(sheet, lines))]
    return [tag("section", tag("h2", title), part, cls="chapter") for title, part in parts]
