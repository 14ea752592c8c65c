"""The seats of a table as everybody sees them: player, chips, cards and acts in the hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from sidepot.hand.words import hand_words
from sidepot.room.views.schema import SeatState

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.room.table.events import Person
    from sidepot.room.table.machine import RoomTable
    from sidepot.room.views.public_hand import Onlooker
    from sidepot.table.places import Place


def all_seats(room: RoomTable, seen: Onlooker) -> tuple[SeatState | None, ...]:
    """Every seat of the table. A player who left since the last hand is still shown with it."""
    table, people, view, begun = room.table, room.people, seen.view, room.begun
    on = room.hand is not None
    found: list[SeatState | None] = [None] * table.rules.seats
    dealt = dict(zip(seen.players, range(len(seen.players)), strict=True)) if view is not None else {}
    stacks, bets = (view.stacks, view.bets) if on and view is not None else ([], [])
    for place in table.places.values():
        person = people.get(place.player)
        at = dealt.pop(place.player, -1)
        if at >= 0 and view is not None:
            stack, bet = (stacks[at], bets[at]) if on else (place.stack, 0)
            found[place.seat] = seat_in_hand(seen, view, at, stack, bet, place, person)
        else:
            found[place.seat] = _beside(place, person)
    if dealt and begun is not None and view is not None:
        for player, at in dealt.items():
            seat = begun.seats[at]
            if seat < len(found) and found[seat] is None:
                found[seat] = seat_in_hand(seen, view, at, 0, 0, None, people.get(player))
    if room.showed and view is not None:
        return tuple([_showed(one, view, room.showed) for one in found])
    return tuple(found)


def _showed(seat: SeatState | None, view: Hand, showed: dict[str, tuple[int, ...]]) -> SeatState | None:
    """A seat with the hand that its player showed after it was over, if so."""
    cards = showed.get(seat.player) if seat is not None else None
    if seat is None or cards is None:
        return seat
    return replace(seat, cards=cards, shown=True, hand_name=hand_words(view, cards))


def with_touched(room: RoomTable, seen: Onlooker, seats: tuple[SeatState | None, ...]) -> tuple[SeatState | None, ...]:
    """The seats as they were, but for the chips and acts of those that have been touched, in a hand that goes on."""
    view, begun = seen.view, room.begun
    if view is None or begun is None:
        return all_seats(room, seen)
    found = [*seats]
    stacks, bets, betting = view.stacks, view.bets, view.betting
    for at in seen.touched:
        seat = begun.seats[at]
        was = found[seat]
        if was is None:
            return all_seats(room, seen)
        live = betting.live >> at & 1
        found[seat] = replace(
            was,
            stack=stacks[at],
            bet=bets[at],
            hand=("live" if betting.able >> at & 1 else "all-in") if live else "folded",
            cards=view.hole[at] if live or was.shown else (),
            last=seen.last[at],
        )
    return tuple(found)


def _beside(place: Place, person: Person | None) -> SeatState:
    """A seated player who is in no hand."""
    if person is None:
        return SeatState(
            place.player, place.stack, state=place.state.value, leaving=place.leaving, put_out=place.put_out
        )
    return SeatState(
        place.player,
        place.stack,
        0,
        place.state.value,
        bot=person.bot,
        away=person.away_since > 0,
        leaving=place.leaving,
        bank=person.bank,
        put_out=place.put_out,
        away_since=person.away_since,
    )


def seat_in_hand(
    seen: Onlooker, view: Hand, at: int, stack: int, bet: int, place: Place | None, person: Person | None
) -> SeatState:
    """A player of the current hand, or of the last one; without a place they have left since."""
    betting = view.betting
    live = betting.live >> at & 1
    shown = view.shown >> at & 1
    return SeatState(
        seen.players[at],
        stack,
        bet,
        place.state._value_ if place is not None else "gone",  # `value` takes a descriptor's while
        ("live" if betting.able >> at & 1 else "all-in") if live else "folded",
        view.hole[at] if live or shown else (),
        bool(shown),
        seen.last[at],
        seen.won[at],
        seen.hand_name(at) if shown else "",
        person.bot if person is not None else "",
        person is not None and person.away_since > 0,
        place is not None and place.leaving,
        person.bank if person is not None else 0,
        max(view.aside.ways_of(at), 0) if view.aside.declared else 0,
        place is not None and place.put_out,
        person.away_since if person is not None else 0,
    )
