"""`sidepot tournament race`: work out a chip race from the chips of each seat."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson, TournamentHouse
from sidepot.errors import BadNotation
from sidepot.validation.reader import at_place
from sidepot.validation.reader import quoted as written

if TYPE_CHECKING:
    from sidepot.rules.rulebook import Rulebook
    from sidepot.rules.table_choices import RaceRounding
    from sidepot.table.chips import ChipSet
    from sidepot.table.colour import Exchange
    from sidepot.table.piles import Pile
    from sidepot.table.race import RaceSheet

SEAT: str = r"\s*(?:seat\s*)?(\d{1,2})\s*[=:]\s*(.+)"


Stacks = Annotated[
    list[str] | None,
    typer.Argument(metavar="SEAT=CHIPS", help="The chips of a seat, as in '1=25x3 100x40'; seats count from 1."),
]
File = Annotated[
    str | None, typer.Option("--file", metavar="FILE", help="A file with one such line per seat; - for standard input.")
]
Remove = Annotated[
    int | None,
    typer.Option(
        "--remove",
        min=1,
        max=common.MOST_CHIPS,
        metavar="VALUE",
        help="The denomination to remove [the smallest].",
    ),
]
Chips = Annotated[
    str | None, typer.Option("--chips", metavar="SET", help="All denominations in play, as in '25 green, 100 black'.")
]
Cards = Annotated[
    list[str] | None,
    typer.Option("--cards", metavar="SEAT=CARDS", help="The cards dealt to a seat: 1=9c4d2h; repeatable."),
]
Seed = Annotated[str, typer.Option("--seed", metavar="TEXT", help="The seed for dealing the cards, without --cards.")]
Late = Annotated[
    list[str] | None,
    typer.Option("--late", metavar="SEAT=CHIPS", help="Chips that turn up after their race; needs --chips."),
]


def command(
    stacks: Stacks = None,
    file: File = None,
    remove: Remove = None,
    chips: Chips = None,
    cards: Cards = None,
    seed: Seed = "1",
    late: Late = None,
    house: TournamentHouse = None,
    json: AsJson = False,
) -> None:
    """Work out a chip race at a table: the exchange, the cards, the chips won, the new stacks.

    Each player exchanges chips at value as far as possible, and gets a card for each odd chip. The highest cards win a
    chip of the next denomination, at most one per player. A race cannot bust a player (TDA-2013 23).

    Chips that turn up after the race are exchanged at value as far as possible; the rest is removed without
    compensation (TDA-2013 23-C). Give all chips of such a seat with --late, and the denominations in play with --chips.

    Examples:

      sidepot tournament race "1=25x3 100x40" "2=25x1 100x8" "5=25x2 500x6"
      sidepot tournament race "1=25x3 100x4" "4=25x1" --cards 1=9c4d2h --cards 4=As
      sidepot tournament race --file stacks.txt --remove 25 --house tda-2024 --json
      sidepot tournament race --late "3=25x7 100x3" --chips "100, 500"

    Exit codes: 0 success, 2 bad usage or input.
    """
    from sidepot.cli.usual_house import usual_house
    from sidepot.rules.houses import find_house
    from sidepot.table.chip_text import read_chips

    if late:
        if stacks or file or remove is not None or cards:
            raise BadNotation("--late takes only --chips and --house")
        _show_late(
            _by_seat([("--late", one) for one in late]), chips, find_house(house or usual_house("tda-2013")), json
        )
        return
    lines = [("", line) for line in stacks or []] + ([] if file is None else _lines_of(file))
    by_seat = _by_seat(lines)
    if not by_seat:
        raise BadNotation("give the chips of each seat, as in '1=25x3 100x40'; see --help")
    known = None if chips is None else read_chips(chips)
    piles = _piles(by_seat, known)
    everything = known or _set_of(piles)
    rulebook = find_house(house or usual_house("tda-2013"))
    sheet, announcement = _race(piles, everything, remove, _cards(cards or []), seed, rulebook.chip_race)
    common.answer(lambda: report_of(sheet), lambda: _show(sheet, announcement, rulebook), json=json)


def _show(sheet: RaceSheet, announcement: tuple[str, ...], rulebook: Rulebook) -> None:
    """Print the announcement, the sheet, the chips to and from the rack, and the rule."""
    from sidepot.rules.own_numbers import own_cite
    from sidepot.tournament.cited import RACES

    for line in announcement:
        print(line)
    print()
    for line in sheet.lines:
        print(line)
    for value, count in sheet.rack:
        if count:
            print(f"Rack: {abs(count)} chips of {value} {'come in' if count > 0 else 'go out'}.")
    print(own_cite(rulebook, RACES))


def _show_late(by_seat: dict[int, _SeatText], chips: str | None, rulebook: Rulebook, json: bool) -> None:
    """Print the exchange of chips that turned up after they were raced off: what each seat gets, and what is
    removed.
    """
    from sidepot.rules.own_numbers import own_cite
    from sidepot.table.chip_text import read_chips
    from sidepot.table.colour import exchange_late
    from sidepot.tournament.cited import LATE_CHIPS

    if chips is None:
        raise BadNotation("give the chips in play, as in --chips '100, 500'", place="--late")
    known = read_chips(chips)
    found = [exchange_late(seat, pile, known) for seat, pile in sorted(_piles(by_seat, None).items())]
    cite = own_cite(rulebook, LATE_CHIPS)

    def show() -> None:
        for one in found:
            print(f"{one.announcement} It has {one.after}.")
        print(cite)

    common.answer(lambda: LateReport([_late(one) for one in found], str(cite)), show, json=json)


class LateSeat(Struct, frozen=True):
    """The chips that a seat (numbered from 1) handed in after the race, and the chips that it got for them."""

    seat: int
    handed: str
    got: str
    lost: int
    kept_in: int
    after: int
    chips: str


class LateReport(Struct, frozen=True):
    """Chips that turned up after they were raced off."""

    late: list[LateSeat]
    cite: str


def _late(one: Exchange) -> LateSeat:
    return common.filled(
        LateSeat,
        one,
        seat=one.seat + 1,
        handed=str(one.handed),
        got=str(one.got),
        after=one.after.total,
        chips=str(one.after),
    )


class _SeatText(NamedTuple):
    """The chips or cards of a seat as text, and the line of the file."""

    text: str
    place: str


def _lines_of(file: str) -> list[tuple[str, str]]:
    """The lines of a file that describe seats, each with its place. Raises BadNotation if there are none."""
    name = "standard input" if file == "-" else file
    lines = enumerate(common.read_text(file).splitlines(), 1)
    found = [(f"{name}: line {number}", line) for number, line in lines if line.strip() and not line.startswith("#")]
    if not found:
        raise BadNotation(
            "the file lists no seats", hint="a line is a seat and its chips, as in 1=25x3 100x40", place=name
        )
    return found


def _by_seat(lines: Iterable[tuple[str, str]]) -> dict[int, _SeatText]:
    """Parse lines such as `1=25x3` into the chips of each seat, from 0. Raises BadNotation for other lines."""
    found: dict[int, _SeatText] = {}
    for place, line in lines:
        match = re.fullmatch(SEAT, line.strip(), re.IGNORECASE)
        if match is None or not int(match[1]):
            what = f"{written(line.strip())} is not a seat with its chips"
            raise BadNotation(what, hint="seats count from 1, as in 1=25x3 100x40", place=place)
        seat = int(match[1]) - 1
        if seat in found:
            raise BadNotation(f"seat {seat + 1} is given twice", hint="give each seat once", place=place)
        found[seat] = _SeatText(match[2], place)
    return found


def _piles(by_seat: dict[int, _SeatText], chips: ChipSet | None) -> dict[int, Pile]:
    from sidepot.table.chip_text import read_pile

    found = {}
    for seat, (text, place) in by_seat.items():
        with at_place(place), at_place(f"seat {seat + 1}"):
            found[seat] = read_pile(text, chips)
    return found


def _set_of(piles: dict[int, Pile]) -> ChipSet:
    """The denominations of all seats together."""
    from sidepot.table.chips import plain_chips

    values = sorted({value for pile in piles.values() for value, _ in pile.counts})
    if len(values) < 2:
        raise BadNotation(
            "a race needs a higher denomination, and no seat has one: give the chips in play with --chips"
        )
    return plain_chips(*values)


def _cards(texts: list[str]) -> dict[int, tuple[int, ...]] | None:
    from sidepot.cards import cards

    seats = _by_seat([("--cards", one) for one in texts])
    return {seat: tuple(cards(text)) for seat, (text, _) in seats.items()} or None


def _race(
    piles: dict[int, Pile],
    chips: ChipSet,
    remove: int | None,
    dealt: dict[int, tuple[int, ...]] | None,
    seed: str,
    rounding: RaceRounding,
) -> tuple[RaceSheet, tuple[str, ...]]:
    """The race sheet, and the announcement before the cards are dealt."""
    from sidepot.cards import STANDARD_DECK, Deck
    from sidepot.table.race import announce, deal_race, odd_chips, prizes, race
    from sidepot.tournament.seating import HashDraw, mixed

    odd = odd_chips(piles, chips, remove)
    if dealt is None and prizes(odd, chips, rounding):
        dealt = deal_race(odd, Deck(mixed(STANDARD_DECK, HashDraw(seed))))
    return race(piles, chips, dealt or {}, rounding, remove), announce(odd, chips, rounding)


class RackReport(Struct, frozen=True):
    """How many chips of a denomination go from the tables to the rack (negative if they go to the tables)."""

    value: int
    count: int


class RaceSeatReport(Struct, frozen=True):
    """What the race did to one seat (numbered from 1)."""

    seat: int
    before: int
    exchanged: int
    odd: int
    cards: str
    taken: int
    won: int
    kept_in: int
    after: int
    chips: str


class RaceReport(Struct, frozen=True):
    """The sheet of a race."""

    removed: int
    smallest: int
    rounding: RaceRounding
    before: int
    after: int
    taken: int
    issued: int
    rack: list[RackReport]
    seats: list[RaceSeatReport]


def report_of(sheet: RaceSheet) -> RaceReport:
    """Convert a race sheet to a report for JSON."""
    from sidepot.cards import text

    seats = [
        common.filled(
            RaceSeatReport,
            one,
            seat=one.seat + 1,
            cards=text(one.cards),
            after=one.after.total,
            chips=str(one.after),
        )
        for one in sheet.seats
    ]
    return common.filled(RaceReport, sheet, rack=[RackReport(*row) for row in sheet.rack], seats=seats)
