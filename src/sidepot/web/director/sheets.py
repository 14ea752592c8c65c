"""HTTP: the printed sheets of a live tournament: seats, tables, slips, results, money."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING, Final, Literal

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from sidepot.room.table.level_text import listed
from sidepot.room.views.readers import Scope
from sidepot.room.views.tournament import ItemView, schedule_of
from sidepot.rules.clauses import Sentence, as_one, say
from sidepot.rules.meanings import house_title
from sidepot.tournament import events as e
from sidepot.tournament.moves import Move
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How
from sidepot.tournament.schedule import MINUTE, Break, Level
from sidepot.tournament.tournament import Tournament
from sidepot.tournament.views import seats_used
from sidepot.web.director import bag_sheets
from sidepot.web.director.bags import bags_of
from sidepot.web.director.history import history
from sidepot.web.director.money import money_of
from sidepot.web.director.people import seat_token
from sidepot.web.director.schemas import Kept, OfStep, house_lines
from sidepot.web.director.sheet import Sheet
from sidepot.web.print.html import Markup, Paper, Part, amount, amounts, page, table, tag, translatable
from sidepot.web.requests import Ask
from sidepot.web.routes.club_look import look_of_club
from sidepot.web.routes.invite import invite_of
from sidepot.web.tournaments.access import Access, access

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sidepot.web.director.schemas import HistoryLine, MoneyView

LATELY: Final = 30 * MINUTE  # moves printed on one sheet of slips
BLANK: Final = 30  # lines of a sign-in sheet without entrants


def _seated(sheet: Sheet) -> list[tuple[str, int, int]]:
    """The players with table and seat (from 1), sorted by name."""
    found = [
        (player, number_, place.seat + 1)
        for number_, there in sheet.tournament.tables.items()
        for player, place in there.places.items()
    ]
    return sorted(found, key=lambda one: sheet.name(one[0]).casefold())


def _none(text: str) -> Part:
    return tag("p", text, cls="none")


def slips(sheet: Sheet) -> Part:
    """A slip for each player: table, seat, chips, and the QR code of the player's own page."""
    stack = amount(sheet.tournament.structure.stack)
    found = [
        tag(
            "article",
            sheet.head,
            tag("h2", sheet.name(player)),
            _seat(sheet, table_, seat),
            tag("p", tag("span", "Starting stack:"), " ", tag("b", stack)),
            _qr(sheet, player),
            cls="slip",
        )
        for player, table_, seat in _seated(sheet)
    ]
    return tag("div", found, cls="slips") if found else _none("Nobody has a seat yet: draw seats first.")


def _seat(sheet: Sheet, table_: int, seat: int) -> Markup:
    name = sheet.tournament.reports.names.get(table_)
    at_table = tag("span", tag("small", "Table"), tag("strong", str(table_)), tag("em", name) if name else None)
    return tag("p", at_table, tag("span", tag("small", "Seat"), tag("strong", str(seat))), cls="slip-seat")


def _qr(sheet: Sheet, player: str) -> Markup | None:
    code = sheet.code(player)
    return tag("div", code, tag("small", "Scan: your seat, the clock, your moves"), cls="slip-qr") if code else None


def seats_by_name(sheet: Sheet) -> Part:
    """All players with their seats, sorted by name."""
    rows = [
        (sheet.name(player), sheet.table(table_), str(seat), _chips(sheet, player))
        for player, table_, seat in _seated(sheet)
    ]
    if not rows:
        return _none("Nobody has a seat yet: draw seats first.")
    return tag("div", table(("Player", "Table", "Seat", "Chips"), rows, "by-name"), cls="two")


def _row(sheet: Sheet, seat: int, player: str) -> tuple[Part, ...]:
    """A seat of a table, with the recorded chips, and room for a count."""
    return (str(seat + 1), sheet.name(player) if player else "", _chips(sheet, player) if player else "", "")


def _chips(sheet: Sheet, player: str) -> Part:
    """The recorded chips of a player; estimated ones are marked, unknown ones are left out."""
    stock = stock_of(sheet.tournament, player)
    if stock.how is How.UNKNOWN:
        return "?"
    shown = amount(sheet.tournament.stack_of(player))
    return ["~ ", shown] if stock.how is How.ESTIMATED else shown


def seats_by_table(sheet: Sheet) -> Part:
    """Each table with its seats."""
    found = []
    for number_, there in sorted(sheet.tournament.tables.items()):
        sits = {place.seat: player for player, place in there.places.items()}
        used = range(seats_used(sheet.tournament, number_))
        rows = [_row(sheet, seat, sits.get(seat, "")) for seat in sorted({*used, *sits})]
        found.append(
            tag(
                "section",
                tag("h2", translatable(say("Table {table}", sheet.table(number_)))),
                table(("Seat", "Player", "Chips", "Counted"), rows),
                cls="block",
            )
        )
    return tag("div", found, cls="blocks") if found else _none("No tables are open yet.")


def schedule(sheet: Sheet) -> Part:
    """All levels and breaks, and the terms."""
    structure = sheet.tournament.structure
    reading = sheet.tournament.reading(sheet.at)
    rows: list[tuple[Part, ...]] = []
    passed = 0
    for at, (item, shown) in enumerate(zip(structure.schedule, schedule_of(structure).items, strict=True)):
        mark = "▶ " if sheet.tournament.clock.begun and at == reading.item else ""
        length = str(round(item.ms / MINUTE, 1)).removesuffix(".0")
        minutes = passed // MINUTE
        clock = f"{minutes // 60}:{minutes % 60:02}"
        if isinstance(item, Level):
            rows.append((f"{mark}{shown.level}", translatable(_stakes(shown)), length, clock))
        else:
            gone = say("Break: chips of {values} leave play", amounts(item.remove)) if item.remove else say("Break")
            note = f", {item.note}" if item.note else None
            rows.append((mark, tag("em", translatable(gone), note), length, clock))
        passed += item.ms
    return [table(("Level", "Stakes", "Minutes", "From"), rows, "schedule"), _terms(sheet)]


def _stakes(shown: ItemView) -> Sentence:
    if not shown.big:
        return listed(shown.parts)
    big = amounts(shown.big, " / ")
    if not shown.ante:
        return big
    return (
        say("{stakes}, big blind ante {ante}", big, shown.ante)
        if shown.by_one
        else say("{stakes}, ante {ante}", big, shown.ante)
    )


def _bought(sheet: Sheet, cost: int, fee: int, chips: int) -> Markup:
    part = sheet.unit.part
    if fee:
        return translatable(say("{cost} + {fee} fee for {chips}", part(cost), part(fee), chips))
    return translatable(say("{price} for {chips}", part(cost), chips))


def _terms(sheet: Sheet) -> Markup:
    structure, entry = sheet.tournament.structure, sheet.tournament.structure.entry
    part = structure.money.part
    chips = [
        [", " if at else None, amount(chip.value), [" ", tag("span", chip.colour)] if chip.colour else None]
        for at, chip in enumerate(structure.chips.chips)
    ]
    facts = [
        ("Game", translatable((structure.mix.title,))),
        (
            "Entry",
            translatable(say("{buy_in} + {fee} fee", part(entry.buy_in), part(entry.fee)))
            if entry.fee
            else sheet.money(entry.buy_in),
        ),
        ("Starting stack", amount(structure.stack)),
        ("Chips", chips),
        (
            "Late registration",
            translatable(say("through level {level}", str(entry.late_levels))) if entry.late_levels else "none",
        ),
        ("Bounty", sheet.money(entry.bounty) if entry.bounty else ""),
        ("Rebuys", _bought(sheet, entry.rebuy_cost, entry.rebuy_fee, entry.rebuy_chips) if entry.rebuys else ""),
        ("Add-on", _bought(sheet, entry.addon_cost, entry.addon_fee, entry.addon_chips) if entry.addon_chips else ""),
        ("Guarantee", sheet.money(entry.guarantee) if entry.guarantee else ""),
        ("House rules", translatable((house_title(structure.rulebook),))),
    ]
    pairs = [(tag("dt", name), tag("dd", value)) for name, value in facts if value]
    lines = [
        tag("li", tag("span", one.text, lang="en"), " ", tag("cite", one.rule))
        for one in house_lines(structure.rulebook)
    ]
    differs = tag("section", tag("h2", "Where the house differs from the book"), tag("ul", lines)) if lines else None
    return tag("div", tag("dl", pairs, cls="terms"), differs)


def race(sheet: Sheet) -> Part:
    """The chip races so far, and a form for the next one: odd chips at each seat, cards, and chips in the rack."""
    tournament = sheet.tournament
    found: list[Part] = [_next_race(sheet)]
    for number_, done in reversed(tournament.races):
        rack = [
            translatable(say("{number} of {value}", f"{'+' if more > 0 else '-'}{abs(more)}", value))
            for value, more in done.rack
            if more
        ]
        lines = [tag("li", tag("span", line, lang="en")) for line in done.lines]
        what = say("Table {table}: chips of {value} raced off", sheet.table(number_), done.removed)
        found.append(
            tag(
                "section",
                tag("h2", translatable(what)),
                tag("ul", lines),
                tag("p", tag("b", "Chip rack:"), [(" ", one) for one in rack] or [" ", tag("span", "as before")]),
                cls="block",
            )
        )
    return found


def _next_race(sheet: Sheet) -> Part:
    tournament = sheet.tournament
    now = tournament.reading(sheet.at).item
    coming = [item for item in tournament.structure.schedule[now:] if isinstance(item, Break) and item.remove]
    if not coming or not tournament.tables:
        return _none("No more chips leave play.")
    gone = coming[0].remove
    left = tournament.chips_at(tournament.reading(sheet.at).level).values
    smallest = next((value for value in left if value not in gone), gone[-1])
    races = say("Chips of {values} leave play. The odd ones are raced for chips of {value}.", amounts(gone), smallest)
    parts: list[Part] = [tag("p", translatable(races), cls="lead")]
    for number_, there in sorted(tournament.tables.items()):
        sits = sorted(there.places.values(), key=lambda place: place.seat)
        rows = [(str(place.seat + 1), sheet.name(place.player), "", "", "") for place in sits]
        rack = [(tag("span", "In the rack after that:"), [(" ", amount(value), ": ______") for value in left])]
        parts.append(
            tag(
                "section",
                tag("h2", translatable(say("Table {table}", sheet.table(number_)))),
                table(("Seat", "Player", "Odd chips", "Cards", "Gets"), rows, "form"),
                tag("p", rack),
                cls="block",
            )
        )
    return parts


def moves_in(tournament: Tournament, number: int) -> list[Move]:
    """The moves of one step."""
    steps = [step for step in tournament.course().holds if step.number == number]
    return [happened.move for step in steps for happened in step.events if isinstance(happened, e.Moved)]


def recent_moves(tournament: Tournament, at: int) -> list[Move]:
    """The moves of the last half hour or, if there are none, the moves of the last step with moves."""
    found: list[Move] = []
    for step in reversed(tournament.course().holds):
        moves = [happened.move for happened in step.events if isinstance(happened, e.Moved)]
        if step.at < at - LATELY and (found or moves):
            return found or moves
        found += moves
    return found


def breaks(sheet: Sheet) -> Part:
    """A slip for each player who moves: old seat, new seat, and reason."""
    found = [
        tag(
            "article",
            sheet.head,
            tag("h2", sheet.name(move.player)),
            _seat(sheet, move.to_table, move.to_seat + 1),
            tag(
                "p",
                translatable(
                    say("from table {table}, seat {seat}", sheet.table(move.from_table), str(move.from_seat + 1))
                ),
            ),
            tag(
                "p",
                translatable(as_one(move.clauses) or (move.because,), sheet.text),
                " ",
                tag("cite", str(move.cite)),
                cls="why",
            ),
            _qr(sheet, move.player),
            cls="slip",
        )
        for move in (moves_in(sheet.tournament, sheet.step) if sheet.step else recent_moves(sheet.tournament, sheet.at))
    ]
    return tag("div", found, cls="slips") if found else _none("Nobody has been moved yet.")


def sign_in(sheet: Sheet) -> Part:
    """All players who have entered, to tick off and sign (empty lines if there are none)."""
    entrants = sorted(sheet.tournament.entrants.values(), key=lambda one: sheet.name(one.player).casefold())
    rows = [(f"#{one.number}", sheet.name(one.player), "☐", "☐", "") for one in entrants]
    rows += [("", "", "☐", "☐", "")] * (BLANK if not rows else 6)
    return table(("No.", "Name", "Here", "Paid", "Signature"), rows, "form")


def poster(sheet: Sheet) -> Part:
    """A poster for the check-in, with nothing but its QR code."""
    return tag(
        "section",
        tag("p", "Scan the code and type your name.", cls="lead"),
        tag("div", qr_code(sheet.entry), cls="poster-qr"),
        tag("p", sheet.entry.split("://")[-1].removesuffix("?enter"), cls="poster-link"),
        cls="poster",
    )


# ---- money, history, and everything


WAYS: Final = {"icm": "By ICM", "chips": "By chip count", "even": "Evenly"}


def clock_time(at: int, zone: tzinfo | None = None) -> str:
    """A date and time in the computer's time zone.

    >>> clock_time(1_800_000_000_000, UTC)
    '2027-01-15 08:00'
    """
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(zone).strftime("%Y-%m-%d %H:%M")


def deal(sheet: Sheet, money: MoneyView) -> Part:
    """The deal that was made, or each player's share in a possible deal, for all players to sign."""
    tournament = sheet.tournament
    stacks = {one.player: tournament.stack_of(one.player) for one in tournament.players_in()}
    if money.made:
        agreed = "We have agreed to split the remaining prizes as follows."
        return [tag("p", agreed, cls="lead"), _to_sign(sheet, stacks, money.made, money.kept), _when(sheet)]
    if not money.deals:
        return tag(
            "p",
            "A deal is possible once all remaining players are in the money and their stacks are counted.",
            cls="none",
        )
    found: list[Part] = [tag("p", "We agree to split the remaining prizes as ticked.", cls="lead")]
    if money.uncounted:
        names = ", ".join(map(sheet.name, money.uncounted))
        first = say("For a deal by stacks count them first. Some are not known: {players}.", names)
        found.append(tag("p", translatable(first), cls="lead"))
    for way, shares in money.deals.items():
        part = _to_sign(sheet, {} if money.uncounted else stacks, shares, money.kept)
        found.append(tag("section", tag("h2", "☐ ", tag("span", WAYS.get(way, way))), part, cls="block"))
    return [*found, _when(sheet)]


def _when(sheet: Sheet) -> Markup:
    return tag("p", _moment(sheet.at))


def _moment(at: int) -> Markup:
    """A time of day, which the page formats for the reader's language."""
    written = clock_time(at)
    return tag("time", written, datetime=written.replace(" ", "T"))


def _to_sign(sheet: Sheet, stacks: Mapping[str, int], shares: Sequence[tuple[str, int]], kept: int = 0) -> Markup:
    """The players with stack (if known and still in play), share, and room for a signature."""
    rows: list[tuple[Part, ...]] = [
        (sheet.name(player), amount(stacks[player]) if player in stacks else "", sheet.money(share), "")
        for player, share in shares
    ]
    rows += [("Left for the winner", "", sheet.money(kept), "")] if kept else []
    return table(("Player", "Chips", "Gets", "Signature"), rows, "form deal")


def receipts(sheet: Sheet, money: MoneyView) -> Part:
    """A receipt for each player: payments and winnings."""
    found = []
    for line in money.players:
        one = sheet.tournament.entrants[line.player]
        bought = [say("{times} x entry", str(one.entries))]
        bought += [say("{times} x rebuy", str(one.rebuys))] if one.rebuys else []
        bought += [say("{times} x add-on", str(one.addons))] if one.addons else []
        paid = translatable(("{} (" + ", ".join(["{}"] * len(bought)) + ")", sheet.unit.part(line.paid), *bought))
        facts: list[tuple[str, Part]] = [("Paid", paid)]
        facts += [("Still to pay", sheet.money(line.due))] if line.due else []
        facts += [("Place", str(line.place))] if line.place else []
        facts += [("Won", sheet.money(line.won))] if line.won else []
        found.append(
            tag(
                "article",
                sheet.head,
                tag("h2", sheet.name(line.player)),
                tag("dl", [(tag("dt", name), tag("dd", value)) for name, value in facts]),
                tag("p", _moment(sheet.at)),
                tag("p", tag("span", "Signature:"), " ", tag("span", "", cls="line"), cls="sign"),
                cls="slip",
            )
        )
    return tag("div", found, cls="slips") if found else tag("p", "Nobody has entered yet.", cls="none")


def log(sheet: Sheet, lines: Sequence[HistoryLine]) -> Part:
    """The history: what was done, when and why, and who did it. Undone steps are struck out."""
    rows = [
        (
            str(line.step or ""),
            _moment(line.at),
            sheet.text(line.by),
            tag("s" if line.undone else "span", translatable(line.sentence or (line.text,), sheet.text)),
            sheet.text(line.why),
        )
        for line in lines
    ]
    return table(("Step", "When", "Who", "What", "Reason"), rows, "log")


def results(sheet: Sheet, money: MoneyView) -> Part:
    """All players by place, with payments and winnings, and the totals."""
    tournament = sheet.tournament
    rows = [
        (
            str(line.place) if line.place else "",
            sheet.name(line.player),
            "" if line.place else amount(tournament.stack_of(line.player)),
            sheet.money(line.paid),
            sheet.money(line.won) if line.won else "",
        )
        for line in money.players
    ]
    sums = [
        (tag("dt", translatable(one.sentence or (one.text,))), tag("dd", sheet.money(one.amount)))
        for one in money.lines
    ]
    pool = (tag("dt", "Prize pool"), tag("dd", sheet.money(money.pool)))
    return [table(("Place", "Player", "Chips", "Paid", "Won"), rows), tag("dl", [pool, *sums], cls="terms")]


def archive(sheet: Sheet, money: MoneyView, lines: Sequence[HistoryLine]) -> Part:
    """The whole tournament as one document: results, seats, schedule and history."""
    parts: list[tuple[str, Part]] = [("Results", results(sheet, money))]
    if sheet.tournament.tables:
        parts.append(("Seats", seats_by_table(sheet)))
    parts += [("Schedule", schedule(sheet)), ("History", log(sheet, lines))]
    return [tag("section", tag("h2", title), part, cls="chapter") for title, part in parts]


SheetName = Literal[
    "poster", "slips", "seats-by-name", "seats-by-table", "schedule", "race", "breaks", "deal", "receipts", "sign-in",
    "log", "bags", "bag-slips",
]  # fmt: skip
TITLES: Final[dict[str, str]] = {
    "slips": "Seat slips",
    "seats-by-name": "Seats by name",
    "seats-by-table": "Seats by table",
    "schedule": "Schedule",
    "race": "Race sheet",
    "breaks": "Move slips",
    "deal": "Deal",
    "receipts": "Receipts",
    "sign-in": "Sign-in",
    "poster": "Check-in",
    "log": "History",
    "bags": "Bags",
    "bag-slips": "Bag slips",
}
NEEDED: Final[dict[str, Scope]] = {
    "slips": Scope.CODES,
    "breaks": Scope.CODES,
    "deal": Scope.MONEY,
    "receipts": Scope.MONEY,
    "bags": Scope.MONEY,
    "bag-slips": Scope.MONEY,
}
EVERYTHING: Final = 100_000  # most steps
_PLAIN: Final[dict[str, Callable[[Sheet], Part]]] = {
    "slips": slips,
    "seats-by-name": seats_by_name,
    "seats-by-table": seats_by_table,
    "schedule": schedule,
    "race": race,
    "breaks": breaks,
    "sign-in": sign_in,
    "poster": poster,
}


@get("/api/tournaments/{tournament:str}/print/{sheet:str}", media_type="text/html", dependencies=access(Scope.TABLES))
async def print_sheet(
    request: Ask,
    access: NamedDependency[Access],
    sheet: FromPath[SheetName],
    paper: FromQuery[Paper] = "a4",
    kept: Kept = 0,
    step: OfStep = 0,
) -> Response[str]:
    """Print a sheet on A4 or an 80 mm roll: seats, slips, schedule, race, moves, deal, receipts, log, bags.

    `kept` is what a possible deal keeps for the winner. `step` is the step whose move slips are printed (0: the
    latest moves).
    """
    access.check(NEEDED.get(sheet, Scope.TABLES))
    found, persons = access.machine, access.persons
    now = access.now
    way = invite_of(request, access.app_state).ways[0].address

    def code(player: str) -> Markup | None:
        if Scope.CODES not in access.scopes:
            return None
        return qr_code(f"{way}/s/{seat_token(access.app_state, found.id, persons, player)}")

    made = Sheet(
        found.tournament, found.terms.title, now, persons.name, persons.text, code, step, f"{way}/e/{found.id}?enter",
        await look_of_club(access.app_state),
    )  # fmt: skip
    if sheet in _PLAIN:
        part = _PLAIN[sheet](made)
    elif sheet in ("bags", "bag-slips"):
        part = (bag_sheets.bags if sheet == "bags" else bag_sheets.bag_slips)(made, await bags_of(access))
    elif sheet == "log":
        part = log(made, history(access.view, EVERYTHING, access.scopes)[0][::-1])
    else:
        part = (deal if sheet == "deal" else receipts)(made, money_of(access.view, kept))
    return _answer(page(found.terms.title, TITLES[sheet], part, paper, made.club.name, made.club.logo))


@get("/api/tournaments/{tournament:str}/archive.html", media_type="text/html", dependencies=access(Scope.MONEY))
async def print_archive(access: NamedDependency[Access]) -> Response[str]:
    """The tournament on one page: results, money, seats, schedule, history."""
    found, persons = access.machine, access.persons
    now = access.now
    club = await look_of_club(access.app_state)
    made = Sheet(found.tournament, found.terms.title, now, persons.name, persons.text, club=club)
    view = access.view
    part = archive(made, money_of(view), history(view, EVERYTHING, access.scopes)[0][::-1])
    return _answer(page(found.terms.title, "Archive", part, club=club.name, logo=club.logo))


def _answer(text: str) -> Response[str]:
    return Response(text, media_type="text/html")


def qr_code(text: str) -> Markup:
    """The QR code of a text as inline SVG without styles."""
    import segno

    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", scale=4, border=2, xmldecl=False, omitsize=True, svgclass="qr", lineclass=None)
    return Markup(out.getvalue().decode())


PAPER: Final = (print_sheet, print_archive)
