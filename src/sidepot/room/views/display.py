"""A live tournament for displays, for a player with a slip, and for everybody: filters over its view.

They are sent whole each time, so that a page which missed something is right again with the next one. Each holds the
schedule that is still to come: with it a page counts on alone. Seats and tables are counted from 1. `names` are those
of the players whom the log has by numbers. Times are milliseconds since 1970."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from sidepot.games.titles import Parts
from sidepot.room.views.tournament import MINUTE, MOST, ItemShown, PlayerStack, TournamentView
from sidepot.room.views.tournament_page import EntrantShown, TournamentFigures
from sidepot.rules.clauses import Said, as_one
from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.moves import Move
from sidepot.tournament.reports import How
from sidepot.tournament.structure import ANY
from sidepot.tournament.views import seats_used


class ClockShown(msgspec.Struct, frozen=True, gc=False):
    """The clock: it runs to `until`, or stands with `left` of the time; the last level has no end (`last`).

    `item` is the place in the schedule. `extra`: the break that is on is none of the schedule, and the item goes on
    after it with `after` of its time. `stakes` are those of this level, in a break those of the one before it.
    """

    running: bool
    item: int
    level: int
    is_break: bool
    until: int
    left: int
    stakes: str
    next: str
    next_break: int
    last: bool = False
    extra: bool = False
    after: int = 0
    stakes_said: Parts = ()  # as data, for pages in other languages
    next_said: Parts = ()


class MoveShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player goes to a seat at another table; on the player's own page with the rule and the reason, also as data."""

    player: str
    from_table: int
    from_seat: int
    table: int
    seat: int
    at: int = 0
    because: str = ""
    cite: str = ""
    said: Said = ()


class StackShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is left: seat and chips; `how` they are known (estimated, unknown; left out: counted)."""

    player: str
    chips: int
    table: int = 0
    seat: int = 0
    how: str = ""


class OutShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A player who is out: the place, and what was won."""

    player: str
    place: int
    paid: int = 0


class TableShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A table: how many sit there, of how many seats, and whether it does not play."""

    number: int
    players: int
    seats: int
    stops: bool = False


class ChipShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A kind of chip in play, and its colour where one is agreed."""

    value: int
    colour: str = ""


class CalledShown(msgspec.Struct, frozen=True, gc=False):
    """The clock is called on a player, until then."""

    player: str
    table: int
    until: int


class SaidShown(msgspec.Struct, frozen=True, gc=False):
    """An announcement, and its time."""

    text: str
    at: int


class ScreenShown(TournamentFigures, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the displays show. `version` counts the steps; `seating` changes when anybody has another seat, or none.

    `paid` places are paid; `prizes` has the first of them.
    """

    id: str
    title: str
    phase: str
    version: int
    clock: ClockShown
    schedule: tuple[ItemShown, ...]  # from the item that is on
    more: int = 0  # items of the schedule that come after these
    tables: int = 0
    paid: int = 0
    chips: tuple[ChipShown, ...] = ()
    moves: tuple[MoveShown, ...] = ()  # of the last minutes, the last one first
    stacks: tuple[StackShown, ...] = ()  # the largest; at the final table all of them, by seat
    final: bool = False
    places: tuple[TableShown, ...] = ()
    out: tuple[OutShown, ...] = ()  # the last ones, the last one first
    said: SaidShown | None = None
    called: CalledShown | None = None
    seating: int = 0


class SeatShown(EntrantShown, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One player's own page: where they sit, what they have, how often they were moved and why, and the screen."""

    number: int  # of the entry
    screen: ScreenShown
    seat: int = 0
    penalty: int = 0
    moves: tuple[MoveShown, ...] = ()  # the last one first
    may: tuple[str, ...] = ()  # what can be asked for: rebuy, add_on, reenter, floor, out, count


class PublicShown(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The public page: chip counts and places, with names or with the numbers of the entries."""

    names: str  # names or numbers
    screen: ScreenShown
    stacks: tuple[StackShown, ...] = ()
    out: tuple[OutShown, ...] = ()
    entered: tuple[str, ...] = ()  # before the start
    check_in: bool = False


LARGEST: Final = 3900  # bytes of a screen: with what stands around it a message has 4 KB
SAID: Final = 10 * MINUTE  # what was announced is shown for so long
CALLED: Final = 15_000  # a called clock is shown for so long after its end
AHEAD: Final = 24  # items of the schedule
FINAL: Final = 10  # players at the final table, at most
MOST_MOVES: Final = 20  # of a player
MOST_STACKS: Final = 200  # on the public page
MOST_OUT: Final = 200
# what a screen that is too long loses, down to how many; displays have the whole schedule beside it
_SHORTER: Final = (
    ("schedule", 8),
    ("out", 0),
    ("moves", 0),
    ("places", 0),
    ("stacks", 0),
    ("prizes", 0),
    ("schedule", 0),
)
Names = Mapping[str, str]
Naming = Literal["names", "numbers"]


# ---- displays


def screen_of(view: TournamentView, names: Names) -> ScreenShown:
    """A tournament for the displays: a whole picture of at most 4 KB."""
    tournament, at = view.tournament, view.at
    reports, ahead = tournament.reports, view.schedule.items[view.reading.item :]
    said, called = reports.announced, view.called(CALLED)
    return fitted(
        ScreenShown(
            id=view.event.id,
            title=view.event.terms.title,
            phase=view.phase,
            version=tournament.version,
            clock=_clock(view),
            schedule=ahead[:AHEAD],
            more=max(len(ahead) - AHEAD, 0),
            players=len(tournament.entrants),
            entries=tournament.entries,
            left=tournament.left,
            tables=len(tournament.tables),
            average=view.average,
            average_bets=view.average_bets,
            pool=tournament.pool,
            paid=len(view.prizes),
            prizes=view.prizes[: 2 * MOST],
            jump=view.jump,
            chips=tuple([ChipShown(one.value, one.colour) for one in tournament.chips_at(view.reading.level).chips]),
            moves=tuple([_move(one.move, names, one.at) for one in view.last_moves]),
            stacks=tuple([_stack(one, names) for one in _leaders(view)]),
            final=len(tournament.tables) == 1 and tournament.left <= FINAL,
            places=tuple(
                [
                    TableShown(number, len(one.places), seats_used(tournament, number), number in tournament.halted)
                    for number, one in sorted(tournament.tables.items())
                ]
            ),
            out=tuple([OutShown(names.get(one.player, one.player), one.place, one.paid) for one in view.last_out]),
            said=SaidShown(said.text, said.at) if said is not None and at < said.at + SAID else None,
            called=CalledShown(names.get(called.player, called.player), called.table, called.until) if called else None,
            hand_for_hand=tournament.hand_for_hand,
            entry_open=view.enters,
            rebuys_open=view.rebuys,
            seating=view.seating,
            why=reports.cancelled,
        )
    )


def _clock(view: TournamentView) -> ClockShown:
    """The clock; in a break its stakes are those of the level before it."""
    reading = view.reading
    waits = reading.is_break and not reading.is_extra  # its level is the one after the break
    before = reading.level - 1 if waits else reading.level
    now, following = view.stakes(before), view.stakes(before + 1)
    return ClockShown(
        running=view.runs,
        item=reading.item,
        level=view.first_level + before,
        is_break=reading.is_break,
        until=view.until,
        left=reading.left_ms or 0,
        stakes=now.text,
        next=following.text,
        next_break=view.next_break,
        last=reading.left_ms is None,
        extra=reading.is_extra,
        after=view.tournament.clock.settled(view.clock_at).left if reading.is_extra else 0,
        stakes_said=now.said,
        next_said=following.said,
    )


def _leaders(view: TournamentView) -> list[PlayerStack]:
    """Those with most chips, as far as these are known; at the final table all who are left, by seat."""
    if len(view.tournament.tables) == 1 and view.tournament.left <= FINAL:
        return sorted(view.stacks, key=lambda one: one.seat)
    return view.leaders


def _stack(one: PlayerStack, names: Names) -> StackShown:
    return StackShown(names.get(one.player, one.player), one.chips, one.table, one.seat, one.doubt)


def _move(move: Move, names: Names, at: int = 0, *, why: bool = False) -> MoveShown:
    """A move; with `why` also the rule and the reason."""
    return MoveShown(
        names.get(move.player, move.player),
        move.from_table,
        move.from_seat + 1,
        move.to_table,
        move.to_seat + 1,
        at,
        move.because if why else "",
        str(move.cite) if why else "",
        as_one(move.said) if why else (),
    )


def fitted(screen: ScreenShown) -> ScreenShown:
    """The screen in at most 4 KB: what is least needed is left out from its end."""
    for name, least in _SHORTER:
        while len(msgspec.json.encode(screen)) > LARGEST and len(found := getattr(screen, name)) > least:
            kept = found[: max(len(found) // 2, least)]
            more = screen.more + (len(found) - len(kept) if name == "schedule" else 0)
            screen = msgspec.structs.replace(screen, **{name: kept, "more": more})
    return screen


# ---- the page of a player


def seat_of(view: TournamentView, player: str, names: Names, screen: ScreenShown) -> SeatShown:
    """The own page of a player, who must be an entrant; the `screen` is the same on all of them."""
    tournament = view.tournament
    one = tournament.entrants[player]
    stack = view.stack(one) if one.is_in else None
    line = None if one.is_in else view.standings[player]
    moves = [move for move in reversed(tournament.moves) if move.player == player]
    return SeatShown(
        player=names.get(player, player),
        status=one.status.value,
        number=one.number,
        screen=screen,
        table=stack.table if stack is not None else 0,
        seat=stack.seat if stack is not None else 0,
        chips=stack.chips if stack is not None else 0,
        how=stack.doubt if stack is not None else "",
        counted_at=stack.counted_at if stack is not None and stack.how is How.KNOWN else 0,
        place=line.place if line is not None else 0,
        paid=line.paid + line.bounties if line is not None else 0,
        penalty=one.penalty,
        moves=tuple([_move(move, names, why=True) for move in moves[:MOST_MOVES]]),
        may=_may(view, one),
    )


def _may(view: TournamentView, one: Entrant) -> tuple[str, ...]:
    """What the player can ask the staff for now."""
    tournament = view.tournament
    if not view.is_on:
        return ()
    found = []
    entry = tournament.structure.entry
    if view.rebuys and one.status in (Status.SEATED, Status.BUSTED):
        left = entry.rebuys == ANY or one.rebought < entry.rebuys
        is_known = one.status is Status.SEATED and not tournament.reports.real  # a real stack was counted long ago
        stack = tournament.stack_of(one.player) if is_known else 0
        found += ["rebuy"] if left and stack <= tournament.structure.rebuy_below else []
    again = entry.reentries == ANY or one.entries <= entry.reentries
    if view.enters and again and entry.reentries and not one.is_in and one.status is not Status.DISQUALIFIED:
        found.append("reenter")
    if one.status is Status.SEATED:
        found += ["add_on"] if view.addon_open and not one.addons else []
        found += ["count", "out", "floor"]
    elif one.is_in or one.status is Status.BUSTED:
        found.append("floor")
    return tuple(found)


# ---- the public page


def public_of(view: TournamentView, shows: Naming, names: Names, *, check_in: bool = False) -> PublicShown:
    """The public page with names; or with the numbers of entries, and no words of the staff, who may name somebody."""
    tournament, known = view.tournament, names
    if shows == "numbers":
        known = {player: f"#{one.number}" for player, one in tournament.entrants.items()}
    screen = screen_of(view, known)
    stacks = sorted(view.stacks, key=lambda one: (one.how is How.UNKNOWN, -one.chips))
    return PublicShown(
        names=shows,
        screen=screen if shows == "names" else msgspec.structs.replace(screen, said=None, why=""),
        stacks=tuple([_stack(one, known) for one in stacks[:MOST_STACKS]]),
        out=tuple([OutShown(known.get(one.player, one.player), one.place, one.paid) for one in view.out[:MOST_OUT]]),
        entered=() if tournament.is_seated else tuple([known.get(one, one) for one in tournament.entrants]),
        check_in=check_in and not tournament.is_seated,
    )
