"""HTTP: print the receipts and books of a cash night, on A4 or an 80 mm roll, and export them as CSV."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Final, Literal

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromQuery, PathParameter

from sidepot.room.cash.closing import open_lines
from sidepot.room.cash.events import Kind, Line
from sidepot.room.cash.state import CashState
from sidepot.room.runtime.persons import Persons
from sidepot.rules.clauses import Sentence, say
from sidepot.validation import quantities as q
from sidepot.validation.csv_text import write_csv
from sidepot.web.cash.access import CashAccess, cash_access, player_token
from sidepot.web.cash.views import RECEIPTS, payments_of, players_of
from sidepot.web.director.sheets import clock_time, qr_code
from sidepot.web.print.html import Markup, Paper, Part, page, table, tag, translatable
from sidepot.web.problems import NotFound
from sidepot.web.requests import Ask
from sidepot.web.routes.invite import invite_of

LineNumber = Annotated[int, PathParameter(description="The number of a receipt.", ge=1, le=q.MOST_CHIPS)]
File = Literal["lines", "players", "payments"]

WORDS: Final[dict[Kind, Sentence]] = {
    "buy_in": say("Buy-in"),
    "top_up": say("Top-up"),
    "cash_out": say("Cash-out"),
    "time": say("Time charge"),
    "drop": say("Rake counted"),
    "pay_in": say("Paid to the bank"),
    "pay_out": say("Paid by the bank"),
    "settled": say("Paid between players"),
    "float": say("Money put into the bank"),
    "count": say("Bank counted"),
    "difference": say("Difference in the bank"),
    "handed_over": say("Money handed over to the house"),
    "expense": say("Expense"),
    "missing": say("Chips that are missing"),
    "marker": say("Marker"),
    "loan": say("Loan"),
    "marker_paid": say("Marker paid"),
}
TO: Final[dict[Kind, str]] = {"marker": "Owed to", "loan": "Owed to", "marker_paid": "Paid to", "settled": "Paid to"}


class _Paper:
    """The night on paper, with amounts and names in a form that people can read."""

    def __init__(self, cash: CashAccess) -> None:
        self.night: CashState = cash.night
        self.persons: Persons = cash.persons
        self.title = cash.night.terms.title

    def money(self, chips: int) -> Markup:
        """An amount, which the page formats for the reader's language."""
        return translatable(self.night.terms.unit.part(chips))

    def name(self, mark: str) -> str:
        """A name, "" for nobody."""
        return self.persons.name(mark) if mark else ""


def receipt(paper: _Paper, line: Line, code: Markup | None) -> Part:
    """A receipt: its subject, player, amount and chips, a line to sign on, and the QR code of the player's page."""
    facts: list[tuple[str, Part]] = [("Receipt no.", str(line.number)), ("Amount", paper.money(line.chips))]
    facts += [(TO.get(line.kind, "To"), paper.name(line.other))] if line.other else []
    facts += [("Table", str(line.table))] if line.table else []
    facts += [("Corrects no.", str(line.corrects))] if line.corrects else []
    facts += [("Reason", line.why)] if line.why else []
    due = _moment(line.due) if line.due else None
    facts += [("Due", due)] if due is not None else []
    rows = [(paper.money(value), str(many), paper.money(value * many)) for value, many in line.count]
    return tag(
        "article",
        tag("p", paper.title, cls="slip-title"),
        tag("p", translatable(WORDS[line.kind])),
        tag("h2", paper.name(line.player)),
        tag("dl", [(tag("dt", name), tag("dd", value)) for name, value in facts]),
        table(("Chip", "How many", "Amount"), rows, "count") if rows else None,
        tag("p", tag("span", "Paid later")) if line.on_account else None,
        tag("p", _moment(line.at)),
        tag("p", tag("span", "Signature:"), " ", tag("span", "", cls="line"), cls="sign"),
        tag("div", code, tag("small", "Scan: your lists and receipts"), cls="slip-qr") if code else None,
        cls="slip",
    )


def books(paper: _Paper, *, narrow: bool = False) -> Part:
    """The books of the night: each player, the payments that settle it, open items, and every line.

    A `narrow` roll has fewer columns.
    """
    night, name, money = paper.night, paper.name, paper.money
    heads = ["Player", "Bought", "Cashed out", *([] if narrow else ["Paid"]), "Still to get"]
    players = [
        [
            name(one.player),
            money(one.bought),
            money(one.cashed),
            *([] if narrow else [money(one.paid)]),
            money(one.balance),
        ]
        for one in players_of(night)
    ]
    due = [[name(one.payer) or _bank(), name(one.payee) or _bank(), money(one.chips)] for one in payments_of(night)]
    settling = table(("From", "To", "Amount"), due, "amounts") if due else tag("p", "Nobody owes anything.", cls="none")
    still = [tag("li", translatable(one.sentence, paper.persons.text)) for one in open_lines(night)]
    return [
        table(heads, players, "amounts"),
        None if night.seats or night.away else [tag("h2", "Payments"), settling],
        [tag("h2", "Still open"), tag("ul", still)] if still else None,
        tag("h2", "Lines"),
        _lines(paper, narrow=narrow),
    ]


def _lines(paper: _Paper, *, narrow: bool) -> Markup:
    """Every line of the books, one row each."""
    rows: list[list[Part]] = []
    for one in paper.night.lines:
        who = " → ".join([paper.name(party) for party in (one.player, one.other) if party])
        what = translatable(WORDS[one.kind])
        if narrow:
            parts = [what, *[[" · ", part] for part in (who, _remark(paper, one)) if part]]
            rows.append([str(one.number), parts, paper.money(one.chips)])
        else:
            rows.append([str(one.number), _moment(one.at), what, who, paper.money(one.chips), _remark(paper, one)])
    heads = ("No.", "What", "Amount") if narrow else ("No.", "When", "What", "Player", "Amount", "Reason")
    return table(heads, rows, "amounts" if narrow else "log")


def _remark(paper: _Paper, line: Line) -> Part:
    if line.corrects:
        return [translatable(say("corrects no. {line}", str(line.corrects))), ": ", line.why]
    return line.why or line.text


def _bank() -> Markup:
    return tag("span", "the bank")


def _moment(at: int) -> Markup:
    written = clock_time(at)
    return tag("time", written, datetime=written.replace(" ", "T"))


# ---- HTTP


@get("/api/cash/{night:str}/receipts/{line:int}", media_type="text/html", dependencies=cash_access())
async def cash_receipt(
    request: Ask, cash: NamedDependency[CashAccess], line: LineNumber, paper: FromQuery[Paper] = "80mm"
) -> Response[str]:
    """Print a receipt."""
    found = cash.night.line(line)
    if found is None or found.kind not in RECEIPTS:
        raise NotFound("there is no such receipt", code="unknown_line")
    way = invite_of(request, cash.app_state).ways[0].address
    token = player_token(cash.app_state, cash.night.id, cash.persons, found.player)
    part = receipt(_Paper(cash), found, qr_code(f"{way}/c/{token}"))
    return _html(page(cash.night.terms.title, "Receipt", part, paper))


@get("/api/cash/{night:str}/books", media_type="text/html", dependencies=cash_access())
async def cash_books(cash: NamedDependency[CashAccess], paper: FromQuery[Paper] = "a4") -> Response[str]:
    """Print the books of the night."""
    return _html(page(cash.night.terms.title, "Books", books(_Paper(cash), narrow=paper == "80mm"), paper))


@get("/api/cash/{night:str}/csv", media_type="text/csv", dependencies=cash_access())
async def cash_csv(cash: NamedDependency[CashAccess], what: FromQuery[File] = "lines") -> Response[str]:
    """The lines, the players or the payments of the night as CSV."""
    night, show, name = cash.night, cash.night.terms.unit.number, _Paper(cash).name
    rows: list[tuple[object, ...]]
    if what == "players":
        rows = [("player", "bought", "cashed", "paid", "balance")]
        rows += [
            (name(one.player), *[show(part) for part in (one.bought, one.cashed, one.paid, one.balance)])
            for one in players_of(night)
        ]
    elif what == "payments":
        rows = [("payer", "payee", "amount")]
        rows += [(name(one.payer) or "bank", name(one.payee) or "bank", show(one.chips)) for one in payments_of(night)]
    else:
        rows = [
            ("number", "time", "by", "kind", "player", "other", "table", "amount", "later", "text", "why", "corrects")
        ]
        rows += [
            (
                one.number, datetime.fromtimestamp(one.at / 1000, UTC).isoformat(timespec="seconds"), name(one.by),
                one.kind, name(one.player), name(one.other), one.table or None, show(one.chips),
                int(one.on_account), one.text, one.why, one.corrects or None,
            )
            for one in night.lines
        ]  # fmt: skip
    headers = {"content-disposition": f'attachment; filename="cash-{night.id}-{what}.csv"'}
    return Response(write_csv(rows), headers=headers, media_type="text/csv")


def _html(text: str) -> Response[str]:
    return Response(text, media_type="text/html")


CASH_SHEETS: Final[tuple[HTTPRouteHandler, ...]] = (cash_receipt, cash_books, cash_csv)
