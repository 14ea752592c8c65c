"""The commands open to somebody at a table now, besides acting in a hand: for buttons. The table itself checks them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sidepot.errors import SidepotError
from sidepot.hand.words import capital
from sidepot.room.table.play import showdown
from sidepot.room.views.schema import Straddling
from sidepot.table import choosing, seats
from sidepot.table import commands as t
from sidepot.table.places import State
from sidepot.table.table_rules import Straddle

if TYPE_CHECKING:
    from sidepot.room.table.machine import RoomTable
    from sidepot.table.places import Place
    from sidepot.table.table import Table

# What a player with a seat is offered where the table would carry it out.
_WITHOUT_CHIPS: Final[tuple[tuple[str, t.AnyCommand], ...]] = (
    ("leave", t.Leave()),
    ("sit_out", t.SitOut()),
    ("come_back", t.ComeBack()),
)


def may_say(room: RoomTable, player: str, straddle: Straddling | None, *, staff: bool = False) -> tuple[str, ...]:
    """The tags of the sayings that `player` can use now, those of the host too for `staff`.

    `straddle` is the result of `may_straddle`.
    """
    found: list[str] = []
    if not room.over:
        if not room.frozen:
            if straddle is not None and straddle.kinds:
                found.append("straddle")
            found += _at_table(room, player) if room.event is None else _of_event(room, player)
            if room.chooser == player:
                found.append("choose_game")
            if room.cutter == player:
                found.append("cut")
            place = room.table.places.get(player)
            if player in room.people and not (place is not None and place.put_out):
                found += ["ask_cut", "ask_show"]
            if showdown.may_show_after(room, player):
                found.append("show_hand")
        if staff:
            found += _of_the_host(room)
    return tuple(found)


def may_buy(room: RoomTable, player: str) -> tuple[int, int]:
    """The least and most to buy now, or bring to the table; (0, 0) for nothing, a most of 0: no limit."""
    table = room.table
    if room.event is not None or room.over:
        return 0, 0
    least, most = table.rules.buy_in
    place = table.places.get(player)
    if place is None:
        gone = table.gone.get(player)
        if gone is not None and room.at - gone.at < table.rules.rathole_ms and gone.chips > least:
            return gone.chips, max(most, gone.chips) if most else 0
        return least, most
    if not _may_add(room, place):
        return 0, 0
    smallest = table.rules.chips.smallest
    if table.is_in_hand(player):
        return smallest, most
    return smallest if place.stack or seats.may_buy_short(table, place) else least, most - place.stack if most else 0


def may_straddle(room: RoomTable, player: str) -> Straddling | None:
    """Whether a player may straddle the next hand; None without a seat, and where nobody ever straddles."""
    table = room.table
    place = table.places.get(player)
    if place is None or not table.rules.straddles or room.over or room.closing:
        return None
    if room.hand is not None:
        return Straddling(why="The next hand is straddled when this one is over")
    if room.frozen:
        return Straddling(why="The table waits for its host")
    chips = next((to for who, _, to in table.straddles if who == player), 0)
    try:
        found = choosing.open_to_straddles(table, place)
    except SidepotError as error:
        return Straddling(chips=chips, why=capital(error.said))
    least = found.least
    kinds = tuple([(kind, least) for kind in table.rules.straddles if table.may_do(t.DoStraddle(kind, least), player)])
    return Straddling(kinds, chips, found.first, "" if kinds else _why_no_straddle(table, place, found))


def _why_no_straddle(table: Table, place: Place, hand: choosing.Open) -> str:
    """Why a player may straddle in none of the ways played here, though others perhaps may."""
    if place.seat not in hand.dealt:
        return "You are not dealt in when the next hand begins"
    if place.seat in hand.blinds:
        return "You have a blind in the next hand, and no blind straddles"
    if place.stack < hand.least:
        return f"A straddle is {hand.least} or more, and you have {place.stack}"
    first = table.player_in(hand.first)
    if table.rules.straddles == (Straddle.UNDER_THE_GUN,) and first != place.player:
        return f"{first} is under the gun in the next hand, and nobody else straddles it"
    return "You straddle the next hand already, by its stakes"


def _may_add(room: RoomTable, place: Place) -> bool:
    """Whether a seated player may buy at least one chip."""
    table = room.table
    most = table.rules.buy_in[1]
    if table.is_in_hand(place.player):
        return not place.leaving
    return not most or place.stack + table.rules.chips.smallest <= most


# ---- at a cash table


def _at_table(room: RoomTable, player: str) -> list[str]:
    table = room.table
    place = table.places.get(player)
    if place is None:
        if player in table.going_list or player in room.requests:
            return ["leave"]
        return [] if room.closing else ["sit" if _has_room(room) else "wait_for_seat"]
    if place.put_out:
        return []
    if place.state is State.IN and not place.leaving and not table.lacks_claim(place):  # as nearly always
        found = ["leave", "sit_out"]
    else:
        found = [tag for tag, command in _WITHOUT_CHIPS if table.may_do(command, player)]
    if _may_add(room, place):
        found.append("buy")
    found.append("top_up")
    return found


def _has_room(room: RoomTable) -> bool:
    """Whether a seat is free, or one of a bot that makes room."""
    waiting = 0 if room.terms.fill else len(room.table.going_list)
    if len(room.table.places) + waiting < room.table.rules.seats:
        return True
    return room.terms.fill and any(room.people[one].bot for one in room.table.places if one in room.people)


# ---- at a table of a tournament


def _of_event(room: RoomTable, player: str) -> list[str]:
    """At a table of a live tournament: what else there is to say is said to that."""
    place = room.table.places.get(player)
    if place is None or room.event is None:
        return []
    is_away = room.event.wishes.get(player, place.state is State.OUT)
    return ["come_back" if is_away else "sit_out"]


# ---- the host


def _of_the_host(room: RoomTable) -> list[str]:
    found = ["resume" if room.clock.stopped_at else "pause"]
    if room.frozen:
        return ["resume"]
    if room.event is not None:
        return found
    if not room.closing:
        found.append("close")
    if room.table.places:
        found.append("remove")
    if len(room.table.places) < room.table.rules.seats:
        found.append("add_bot")
    if room.table.places and room.hand is None:
        found.append("adjust_stack")
    if room.requests:
        found.append("answer_seat")
    return found
