"""`sidepot tournament payout` and `sidepot tournament icm`: prizes, ICM values, and deals."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import UNSET, Struct, UnsetType

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.errors import BadNotation, Conflict

if TYPE_CHECKING:
    from rich.console import RenderableType

    from sidepot.tournament.deals import Deal
    from sidepot.tournament.icm import Worth

MOST_MONEY = 10**15  # and still exact wherever the JSON is read
MOST_PLAYERS = 1000  # takes about ten seconds
MOST_PLACES = 100  # most players for whom the chance of each place is computed


Entries = Annotated[str, typer.Option("--entries", "-n", metavar="N", help="The number of entries.")]
Pool = Annotated[str, typer.Option(metavar="MONEY", help="The prize pool, in the smallest unit that is paid out.")]
Percents = Annotated[str | None, typer.Option(metavar="P,P,...", help="Your own percentages, from first place down.")]
TableOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="The payout table: standard, flat, steep ... [standard].")
]
Minimum = Annotated[str, typer.Option("--min", metavar="MONEY", help="The smallest prize [0].", show_default=False)]
RoundTo = Annotated[
    str,
    typer.Option(
        "--round",
        metavar="MONEY",
        help="Round prizes to multiples of this; first place gets the rest [1].",
        show_default=False,
    ),
]
Satellite = Annotated[
    str | None, typer.Option(metavar="PRICE", help="Pay a satellite: as many seats of this price as the pool buys.")
]


def payout(
    entries: Entries,
    pool: Pool,
    percents: Percents = None,
    table: TableOption = None,
    minimum: Minimum = "0",
    round_to: RoundTo = "1",
    satellite: Satellite = None,
    json: AsJson = False,
) -> None:
    """Compute the prize of each place, by a payout table, by your own percentages, or in satellite seats.

    The first nine places have their own prizes; lower places are paid in groups. The standard table pays about 15 % of
    the entries, flat 20 %, steep 10 %. In a satellite, money that buys no seat goes to the next place; if there is a
    seat for every entry, all share it evenly.

    Examples:

      sidepot tournament payout --entries 45 --pool 90000
      sidepot tournament payout --entries 9 --pool 972 --percents 50,30,20
      sidepot tournament payout --entries 180 --pool 360000 --table flat --round 100 --min 4000
      sidepot tournament payout --entries 50 --pool 10000 --satellite 2150 --json

    Exit codes: 0 success, 2 bad usage or input.
    """
    from sidepot.tournament.pay_tables import find_pay_table, plain_name
    from sidepot.tournament.payouts import PayTerms, over_seats, pays, seats_paid

    if satellite is not None and (percents is not None or table is not None):
        raise BadNotation("--satellite pays seats: omit --percents and --table")
    if percents is not None and table is not None:
        raise BadNotation("give --percents or --table, not both")
    if table is not None:
        find_pay_table(table)
    terms = PayTerms(
        table=plain_name(table or "standard"),
        percents=() if percents is None else tuple(_percents(percents)),
        minimum=_money(minimum, "--min"),
        round_to=_money(round_to, "--round", least=1),
        seat_price=0 if satellite is None else _money(satellite, "--satellite", least=1),
    )
    number = _money(entries, "--entries", least=1, what="a number of entries")
    money = _money(pool, "--pool", least=1)
    paid = pays(terms, money, number)
    seats, over = seats_paid(terms, paid), over_seats(terms, money, number)
    of_seats = (seats, over) if terms.seat_price else (UNSET, UNSET)
    listed = [PaidReport(place, amount, _percent(amount, money)) for place, amount in enumerate(paid, 1)]
    report = PayoutReport(number, money, listed, *of_seats)
    common.answer(lambda: report, lambda: _show_payout(report), json=json)


class PaidReport(Struct, frozen=True):
    """A paid place and its prize."""

    place: int
    amount: int
    percent: float


class PayoutReport(Struct, frozen=True):
    """The prize of each place. For a satellite, the number of seats, and the money that buys no seat."""

    entries: int
    pool: int
    paid: list[PaidReport]
    seats: int | UnsetType
    over_seats: int | UnsetType


def _show_payout(report: PayoutReport) -> None:
    console = common.console()
    number, seats, over, paid = report.entries, report.seats, report.over_seats, report.paid
    won = "" if seats is UNSET else f", {seats} seat{'' if seats == 1 else 's'}"
    console.print(f"{number:,} entries, a pool of {report.pool:,}: {len(paid):,} paid{won}", style="bold")
    console.print(_payouts(paid))
    if over and seats == number:
        console.print(f"The pool buys a seat for every entry; all share the {over:,} left over")
    elif over:
        console.print(f"{over:,} does not buy a seat; place {len(paid)} gets it")


def _payouts(paid: list[PaidReport]) -> RenderableType:
    """The table of prizes. Equal prizes share a line."""
    table = common.table(right=("place", "each", "percent"))
    first = 1
    for one, after in zip(paid, [*paid[1:], None], strict=True):
        if after is None or after.amount != one.amount:
            places = str(one.place) if one.place == first else f"{first}-{one.place}"
            table.add_row(places, f"{one.amount:,}", f"{one.percent:.3f}")
            first = one.place + 1
    return table


def _percent(amount: int, pool: int) -> float:
    return round(100 * amount / pool, 3)


def icm(
    stacks: Annotated[
        list[str], typer.Argument(metavar="STACKS", help="The stacks, as in 5000,3000,2000 or Ann=5000 Bo=3000.")
    ],
    prizes: Annotated[str, typer.Option(metavar="P,P,...", help="The prizes still to be won, from first place down.")],
    chop: Annotated[bool, typer.Option("--chop", help="Divide by chips (chip chop) instead of ICM.")] = False,
    keep_first: Annotated[
        str,
        typer.Option("--keep-first", metavar="MONEY", help="The amount kept for the winner [0].", show_default=False),
    ] = "0",
    json: AsJson = False,
) -> None:
    """Compute the value of each stack by the independent chip model (ICM), and a deal in whole amounts.

    A player's chance to win is their share of the chips, and the other places follow in the same way. The result is
    exact for up to 15 players; for up to 1000, it is an integral with a stated error. With --chop, the deal pays
    everyone the lowest prize, and divides the rest by chips. The amount kept for the winner comes out of the first
    prize.

    Examples:

      sidepot tournament icm 50,30,20 --prizes 70,30
      sidepot tournament icm Ann=15000 Bo=12000 Cy=9750 --prizes 10000,7600,5000
      sidepot tournament icm 15000,12000,9750 --prizes 10000,7600,5000 --keep-first 1000
      sidepot tournament icm 15000,12000,10000,6000,500 --prizes 250,110,90,63,57 --chop --json

    Exit codes: 0 success, 2 bad usage or input.
    """
    from sidepot.tournament.deals import DEALS, By
    from sidepot.tournament.icm import finishes
    from sidepot.tournament.icm import icm as weigh

    named = _stacks(stacks)
    money = [_money(prize, "--prizes") for prize in _split(prizes, "--prizes")]
    chips = list(named.values())
    deal = DEALS[By.CHIPS if chop else By.ICM](chips, money, _money(keep_first, "--keep-first"))
    worth = weigh(chips, money)
    places = finishes(chips, len(money)) if len(chips) <= MOST_PLACES else ()
    many = f"{len(chips)} players, {sum(chips):,} chips, {sum(money):,} still to be won"

    def show() -> None:
        _show_icm(many, named, worth, places, deal)
        for note in deal.notes if chop or deal.kept else ():
            common.console().print(f"{note[:1].upper()}{note[1:]}", style="yellow")

    common.answer(lambda: _icm_report(named, worth, places, deal), show, json=json)


def _show_icm(
    many: str, named: dict[str, int], worth: Worth, places: tuple[tuple[float, ...], ...], deal: Deal
) -> None:
    console = common.console()
    how = {"exact": "exact", "integral": f"error at most {max(worth.errors):.2g}"}[worth.method]
    console.print(f"{many}; {how}", style="bold")
    console.print(_worths(named, worth, places, deal))
    if deal.kept:
        console.print(f"{deal.kept:,} is kept for the winner")


class ValueReport(Struct, frozen=True):
    """What a stack is worth in prize money."""

    player: str
    stack: int
    value: float
    error: float


class ChancesReport(Struct, frozen=True):
    """A player's chances of finishing in each place."""

    player: str
    chances: tuple[float, ...]


class ShareReport(Struct, frozen=True):
    """A player's share in the deal."""

    player: str
    amount: int


class DealReport(Struct, frozen=True):
    """A deal, in whole amounts."""

    by: str
    paid: list[ShareReport]
    kept: int
    notes: tuple[str, ...]


class IcmReport(Struct, frozen=True):
    """The value of each stack, and the deal."""

    method: str
    values: list[ValueReport]
    places: list[ChancesReport]
    deal: DealReport


def _icm_report(named: dict[str, int], worth: Worth, places: tuple[tuple[float, ...], ...], deal: Deal) -> IcmReport:
    values = zip(named.items(), worth.values, worth.errors, strict=True)
    paid = [ShareReport(name, got) for name, got in zip(named, deal.amounts, strict=True)]
    return IcmReport(
        worth.method,
        [ValueReport(name, stack, value, error) for (name, stack), value, error in values],
        [ChancesReport(name, chances) for name, chances in zip(named, places, strict=bool(places))],
        common.filled(DealReport, deal, paid=paid),
    )


def _worths(named: dict[str, int], worth: Worth, places: tuple[tuple[float, ...], ...], deal: Deal) -> RenderableType:
    """The stacks, their values, the deal, and the chances of as many first places as fit."""
    shown = min(9, len(places[0])) if places else 0
    headings = ["stack", "worth", f"deal by {deal.by}", *[f"{place}." for place in range(1, shown + 1)]]
    table = common.table("player", right=headings)
    for player, (name, stack) in enumerate(named.items()):
        chances = [f"{100 * chance:.1f} %" for chance in places[player][:shown]] if places else []
        table.add_row(name, f"{stack:,}", f"{worth.values[player]:,.2f}", f"{deal.amounts[player]:,}", *chances)
    return table


# ---- parsing


def _stacks(given: list[str]) -> dict[str, int]:
    """Parse stacks by name, or numbered: `5000,3000` or `Ann=5000 Bo=3000`. Raises BadNotation for other text."""
    found: dict[str, int] = {}
    for text in _split(" ".join(given), "STACKS"):
        name, equals, chips = text.rpartition("=")
        if equals and not name:
            raise BadNotation(f"STACKS: put a name before the = in {text}, as in Ann=5000")
        name = name or str(len(found) + 1)
        if name in found:
            raise BadNotation(f"STACKS: {name} is named twice")
        found[name] = _money(chips, f"the stack of {name}", least=1, what="a number of chips")
    if len(found) > MOST_PLAYERS:
        raise Conflict(f"STACKS: expected at most {MOST_PLAYERS}, not {len(found):,}")
    return found


def _split(text: str, where: str) -> list[str]:
    """Split `50,30,20`, `50 30 20` or `50/30/20`. Raises BadNotation if it is empty."""
    parts = [part for part in re.split(r"[\s,;/]+", text) if part]
    if not parts:
        raise BadNotation(f"{where}: {text!r} is empty; give numbers, as in 50,30,20")
    return parts


def _percents(text: str) -> list[float]:
    found: list[float] = []
    for part in _split(text, "--percents"):
        plain = part.removesuffix("%")
        if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,9})?", plain):
            raise BadNotation(
                f"--percents: {part!r} is not a percentage; give numbers, as in 50,30,20 or 38.25,23.5,..."
            )
        found.append(float(plain))
    return found


def _money(text: str, where: str, *, least: int = 0, what: str = "a whole amount") -> int:
    """Parse an integer such as `90000` or `90_000`. Raises BadNotation, giving the expected form, for other text."""
    plain = text.strip().replace("_", "").replace(",", "")
    if re.fullmatch(r"[0-9]+\.[0-9]{2}", plain) and what == "a whole amount":
        raise BadNotation(f"{where}: {text.strip()} is not a whole amount; count in cents: {plain.replace('.', '')}")
    if not re.fullmatch(r"-?[0-9]{1,20}", plain):
        raise BadNotation(f"{where}: expected {what}, not {text.strip()!r}")
    number = int(plain)
    if not least <= number <= MOST_MONEY:
        raise BadNotation(f"{where}: expected {what} from {least} to {MOST_MONEY:,}, not {number:,}")
    return number
