"""A live tournament for displays, for a player with a slip, and for the public: each a selection of its view.

A selection is always sent whole, so a page that missed one is correct again after the next. Each contains the rest of
the schedule, so that a page can run the clock without the server. Seats and tables are counted from 1. Players are
marks; names are filled in when a page is encoded. Times are milliseconds since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from sidepot.games.unit import WHOLE, Unit
from sidepot.room.views.tournament import (
    MINUTE,
    MOST_PRIZES,
    CalledView,
    ClockView,
    ItemView,
    OutView,
    StackView,
    TableSummary,
    TournamentView,
    purchases,
)
from sidepot.room.views.tournament_page import figures
from sidepot.room.views.tournament_schema import EntrantView, TournamentFigures
from sidepot.rules.clauses import Sentence, as_one
from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.moves import Move
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How
from sidepot.tournament.state import TournamentState
from sidepot.tournament.structure import Kind


class MoveView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player's move to a seat at another table. `because` and `cite` are set only on the player's own page."""

    player: str
    from_table: int
    from_seat: int
    table: int
    seat: int
    at: int = 0
    because: str = ""
    cite: str = ""
    sentence: Sentence = ()


class ChipView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A chip in play: its value, and its colour (empty if it has none)."""

    value: int
    colour: str = ""


class AnnouncementView(msgspec.Struct, frozen=True, gc=False):
    """An announcement, and when it was made."""

    text: str
    at: int


class Sale(msgspec.Struct, frozen=True, gc=False):
    """Chips that players can buy now. `kind` is rebuy or addon. `price` includes the fee."""

    kind: str
    price: int
    chips: int


class ScreenView(TournamentFigures, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the displays show.

    - `version`: the number of steps so far
    - `paid`: the number of paid places; `prizes` has only the first of them
    - `seating`: a number that changes whenever a seat changes
    - `money`: the unit of all prizes and prices
    """

    id: str
    title: str
    phase: str
    version: int
    clock: ClockView
    schedule: tuple[ItemView, ...]  # from the current item
    more: int = 0  # later items of the schedule
    tables: int = 0
    paid: int = 0
    chips: tuple[ChipView, ...] = ()
    moves: tuple[MoveView, ...] = ()  # of the last minutes, latest first
    stacks: tuple[StackView, ...] = ()  # the largest stacks; at the final table all, by seat
    final: bool = False
    places: tuple[TableSummary, ...] = ()
    out: tuple[OutView, ...] = ()  # the last players out, latest first
    announcement: AnnouncementView | None = None
    called: CalledView | None = None
    seating: int = 0
    money: Unit = WHOLE
    sales: tuple[Sale, ...] = ()
    check_in: bool = False  # players can enter their names
    table_names: tuple[tuple[int, str], ...] = ()  # of the tables that have one


class SeatView(EntrantView, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The page of one player, with the seat, the chips, the moves and their reasons.

    - `number`: the player's entry number
    - `screen`: what the displays show
    - `penalty`: the number of hands that the player must still miss
    - `may`: the requests that the player can make now
    """

    number: int  # of the entry
    screen: ScreenView
    seat: int = 0
    penalty: int = 0
    moves: tuple[MoveView, ...] = ()  # latest first
    may: tuple[str, ...] = ()  # possible requests: rebuy, add_on, reenter, floor, out, count


class PublicPageView(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The public page: chip counts and places, with names or entry numbers."""

    names: str  # names or numbers
    screen: ScreenView
    stacks: tuple[StackView, ...] = ()
    out: tuple[OutView, ...] = ()
    entered: tuple[str, ...] = ()  # before the start
    check_in: bool = False


LARGEST: Final = 3900  # bytes of a screen, so that a message with its envelope has 4 KB
SHOWN_FOR: Final = 10 * MINUTE  # how long an announcement is shown
CALLED: Final = 15_000  # how long a called clock is shown after its end
AHEAD: Final = 24  # items of the schedule
MOST_MOVES: Final = 20  # of a player
MOST_STACKS: Final = 200  # on the public page
MOST_OUT: Final = 200
# parts cut from a screen that is too long, and what must remain; displays get the whole schedule separately
_SHORTER: Final = (
    ("schedule", 8),
    ("out", 0),
    ("moves", 0),
    ("places", 0),
    ("table_names", 0),
    ("stacks", 0),
    ("prizes", 0),
    ("schedule", 0),
)
FillNames = Callable[[bytes], bytes]  # puts names into JSON
Naming = Literal["names", "numbers"]
_ENCODER: Final = msgspec.json.Encoder()


# ---- displays


def _sales(view: TournamentView) -> tuple[Sale, ...]:
    entry = view.tournament.structure.entry
    rebuy = Sale("rebuy", entry.rebuy_cost + entry.rebuy_fee, entry.rebuy_chips)
    addon = Sale("addon", entry.addon_cost + entry.addon_fee, entry.addon_chips)
    return (*([rebuy] if view.rebuys else []), *([addon] if view.addon_open else []))


def screen_of(view: TournamentView, fill_names: FillNames = bytes) -> ScreenView:
    """What the displays show. It is at most 4 KB once `fill_names` has replaced the marks with names."""
    tournament, at = view.tournament, view.at
    reports, ahead = tournament.reports, view.schedule.items[view.reading.item :]
    announced = reports.announced
    return fitted(
        ScreenView(
            id=view.state.id,
            title=view.state.terms.title,
            phase=view.phase,
            version=tournament.version,
            clock=view.clock(),
            schedule=ahead[:AHEAD],
            more=max(len(ahead) - AHEAD, 0),
            **figures(view) | {"prizes": view.prizes[:MOST_PRIZES]},
            tables=len(tournament.tables),
            paid=len(view.prizes),
            chips=tuple([ChipView(one.value, one.colour) for one in tournament.chips_at(view.reading.level).chips]),
            moves=tuple([move_view(one.move, one.at) for one in view.last_moves]),
            stacks=tuple(view.leaders),
            final=view.is_final,
            places=view.tables,
            out=tuple(view.last_out),
            announcement=AnnouncementView(announced.text, announced.at)
            if announced is not None and at < announced.at + SHOWN_FOR
            else None,
            called=view.called(CALLED),
            entry_open=view.enters,
            seating=view.seating,
            why=reports.cancelled,
            money=tournament.structure.money,
            sales=_sales(view),
            check_in=view.enters and view.state.live.check_in,
            table_names=table_names(tournament),
        ),
        fill_names,
    )


def table_names(tournament: TournamentState) -> tuple[tuple[int, str], ...]:
    """The open tables that have a name, as pairs of number and name."""
    return tuple([(number, name) for number, name in tournament.reports.names.items() if number in tournament.tables])


def move_view(move: Move, at: int = 0, *, why: bool = False) -> MoveView:
    """A player's move at the time `at`. With `why`, it includes the rule and the reason."""
    return MoveView(
        move.player,
        move.from_table,
        move.from_seat + 1,
        move.to_table,
        move.to_seat + 1,
        at,
        move.because if why else "",
        str(move.cite) if why else "",
        as_one(move.clauses) if why else (),
    )


def fitted(screen: ScreenView, fill_names: FillNames = bytes) -> ScreenView:
    """Shorten the content of the displays to 4 KB. The least important lists lose their last entries."""
    size = len(fill_names(_ENCODER.encode(screen)))
    for name, least in _SHORTER:
        while size > LARGEST and len(found := getattr(screen, name)) > least:
            kept = found[: max(len(found) // 2, least)]
            more = screen.more + (len(found) - len(kept) if name == "schedule" else 0)
            screen = msgspec.structs.replace(screen, **{name: kept, "more": more})
            size = len(fill_names(_ENCODER.encode(screen)))
    return screen


# ---- the page of a player


def seat_of(view: TournamentView, player: str, screen: ScreenView) -> SeatView:
    """The page of a player, who must have entered. `screen` is what the displays show."""
    tournament = view.tournament
    one = tournament.entrants[player]
    stack, stock = view.stacks.get(player) or StackView(player, 0), stock_of(tournament, player)
    line = None if one.is_in and not tournament.ended else view.standings[player]
    moves = [move for move in reversed(tournament.moves) if move.player == player]
    goes_on = one.is_in and tournament.structure.kind is Kind.FLIGHT
    return SeatView(
        player=player,
        status=one.status.value,
        number=one.number,
        screen=screen,
        table=stack.table,
        seat=stack.seat,
        chips=stack.chips,
        how=stack.how,
        counted_at=stock.at if one.is_in and stock.how is How.KNOWN else 0,
        place=line.place if line is not None and not goes_on else 0,
        paid=line.paid + line.bounties if line is not None else 0,
        penalty=one.penalty,
        moves=tuple([move_view(move, why=True) for move in moves[:MOST_MOVES]]),
        may=_may(view, one),
    )


def _may(view: TournamentView, one: Entrant) -> tuple[str, ...]:
    """The requests that the player can make now."""
    if not view.is_on:
        return ()
    found = purchases(view, one)
    if one.status is Status.SEATED:
        found += ["count", "out", "floor"]
    elif one.is_in or one.status is Status.BUSTED:
        found.append("floor")
    return tuple(found)


# ---- the public page


def public_of(view: TournamentView, shows: Naming, screen: ScreenView, *, check_in: bool = False) -> PublicPageView:
    """The public page of a live tournament. `shows` says whether it has names or entry numbers.

    A page with entry numbers instead of names has no text written by staff, because such a text might name somebody.
    """
    stacks = sorted(view.stacks.values(), key=lambda one: (one.how == How.UNKNOWN, -one.chips))
    if shows != "names":
        screen = msgspec.structs.replace(screen, announcement=None, why="", table_names=())
    return PublicPageView(
        names=shows,
        screen=screen,
        stacks=tuple(stacks[:MOST_STACKS]),
        out=tuple(view.out[:MOST_OUT]),
        entered=() if view.tournament.is_seated else tuple(view.tournament.entrants),
        check_in=check_in and not view.tournament.is_seated,
    )
