"""What each event does to a table. Events are trusted here: `checks` comes before."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.games.mixes import Turn
from sidepot.table import credit
from sidepot.table import events as e
from sidepot.table.apply_hands import drop_barred, hand_begun, hand_done, hand_voided, pot_is_won
from sidepot.table.ledger import CHARGES, PAID
from sidepot.table.places import Gone, Place, State, Waiting

if TYPE_CHECKING:
    from sidepot.table.state import TableState


def opened(table: TableState, event: e.Opened) -> None:
    raise Conflict("a table is opened once")


def agreed(table: TableState, event: e.Agreed) -> None:
    if event.rules.mix != table.rules.mix:
        table.turn = Turn()
        table.chosen = None
    if event.rules.stakes != table.rules.stakes:
        table.level += 1
    table.straddles = tuple([one for one in table.straddles if one[1] in event.rules.straddles])
    table.rules = event.rules


def level_set(table: TableState, event: e.LevelSet) -> None:
    table.rules = msgspec.structs.replace(table.rules, stakes=event.stakes)
    table.level += 1


# ---- coming and going


def sat(table: TableState, event: e.Sat) -> None:
    gone = table.gone.pop(event.player, None)
    place = Place(event.player, event.seat, event.chips, new=table.has_blinds, bought=event.chips, since=event.at)
    if table.must_wait(place):
        place.state = State.WAITS if event.waits else State.POSTS
    if gone is not None:
        place.paid_until = gone.paid_until
        if event.at - gone.at < table.rules.rathole_ms:  # the session goes on
            place.petty = gone.petty
    table.places[event.player] = place
    table.waiting = [one for one in table.waiting if one.player != event.player]
    table.ledger.bring(event.player, event.chips)


def bought(table: TableState, event: e.Bought) -> None:
    place = table.place_of(event.player)
    if not place.stack:
        place.short = event.chips < table.rules.buy_in[0]
    place.stack += event.chips
    place.bought += event.chips
    place.asked = 0
    credit.lift(table, place)
    _revive(table, place)
    table.ledger.buy(event.player, event.chips)


def _revive(table: TableState, place: Place) -> None:
    """A player with chips again plays on, or waits for blinds that have passed."""
    if place.state is State.BUSTED and place.stack:
        place.state = State.WAITS if table.must_wait(place) else State.IN


def asked(table: TableState, event: e.Asked) -> None:
    table.place_of(event.player).asked = event.chips


def top_up(table: TableState, event: e.TopUp) -> None:
    table.place_of(event.player).top_up = event.to


def sat_out(table: TableState, event: e.SatOut) -> None:
    table.place_of(event.player).state = State.OUT


def came_back(table: TableState, event: e.CameBack) -> None:
    place = table.place_of(event.player)
    place.leaving = False
    if place.state is not State.IN or table.lacks_claim(place):
        back = State.WAITS if event.waits else State.POSTS
        place.state = back if table.must_wait(place) else State.IN


def leaves(table: TableState, event: e.Leaves) -> None:
    place = table.place_of(event.player)
    place.leaving = True
    place.put_out = event.put_out
    place.asked = 0


def left(table: TableState, event: e.Left) -> None:
    place = table.place_of(event.player)
    del table.places[event.player]
    table.gone[event.player] = Gone(event.chips, event.at, place.petty, place.paid_until)
    table.claims.pop(event.player, None)
    if table.parts and table.begun is None:  # else the hand that is on says what becomes of them
        drop_barred(table)
    table.straddles = tuple([one for one in table.straddles if one[0] != event.player])
    if table.leg[0] == event.player:  # the kill button belongs to nobody then
        table.leg = ("", 0)
    if table.chosen is not None and table.chosen[0] == event.player:
        table.chosen = None
    if table.first_button == place.seat:  # it belongs to the player, not to the seat
        table.first_button = None
    if table.rules.open_stakes is None:
        table.ledger.cash_out(event.player, event.chips)
    else:
        table.ledger.count_out(event.player, event.chips)


def moved(table: TableState, event: e.Moved) -> None:
    place = table.place_of(event.player)
    if table.first_button == place.seat:
        table.first_button = event.seat
    place.seat = event.seat
    if event.passed:
        place.owes_small = True
    if event.later:
        place.new = not (place.owes_small or place.owes_big)  # missed blinds are owed in any seat
    if event.later or event.passed:
        if place.state in (State.IN, State.WAITS, State.POSTS):
            place.state = State.WAITS if event.waits else State.POSTS


def petty(table: TableState, event: e.Petty) -> None:
    place = table.place_of(event.player)
    place.stack -= event.chips
    place.petty += event.chips
    table.ledger.post(f"petty:{event.player}", f"stack:{event.player}", event.chips, "refreshments and tips")


def charged(table: TableState, event: e.Charged) -> None:
    place = table.place_of(event.player)
    place.stack -= event.chips
    place.charged += event.chips
    place.paid_until = event.until
    table.ledger.post(CHARGES, f"stack:{event.player}", event.chips, "pays for the seat")


def coloured(table: TableState, event: e.Coloured) -> None:
    for player, why, chips in event.rows:
        place = table.place_of(player)
        place.stack += chips
        stack = f"stack:{player}"
        debit, credit = (stack, "colour") if chips > 0 else ("colour", stack)
        table.ledger.post(debit, credit, abs(chips), str(why))
        _revive(table, place)
        if not table.in_play(place):  # else all-in for a pot that waits
            place.state = State.BUSTED
    if event.chips is not None:
        table.rules = msgspec.structs.replace(table.rules, chips=event.chips)


def adjusted(table: TableState, event: e.Adjusted) -> None:
    place = table.place_of(event.player)
    place.stack += event.chips
    table.ledger.adjust(event.player, event.chips, event.reason)
    _revive(table, place)
    if not table.in_play(place):
        place.state = State.BUSTED


def pot_given(table: TableState, event: e.PotGiven) -> None:
    place = table.place_of(event.player)
    place.stack += event.chips
    table.carried -= event.chips
    _revive(table, place)
    if not table.carried:
        pot_is_won(table)
    credit.give(table, event.player)
    table.ledger.win(event.player, event.chips, "takes the pot that waited")


def paid(table: TableState, event: e.Paid) -> None:
    table.ledger.post(f"{PAID}{event.payer}", f"{PAID}{event.payee}", event.chips, "settles")


# ---- the list, and the next hand


def queued(table: TableState, event: e.Queued) -> None:
    table.waiting = [one for one in table.waiting if one.player != event.player]
    table.waiting.append(Waiting(event.player, event.interest, event.at))


def unqueued(table: TableState, event: e.Unqueued) -> None:
    table.waiting = [one for one in table.waiting if one.player != event.player]


def button_drawn(table: TableState, event: e.ButtonDrawn) -> None:
    table.first_button = event.seat


def chosen(table: TableState, event: e.Chosen) -> None:
    table.chosen = (event.player, event.game)


def straddled(table: TableState, event: e.Straddled) -> None:
    others = [one for one in table.straddles if one[0] != event.player]
    table.straddles = (*others, (event.player, event.kind, event.chips))


APPLY: Final[dict[type, Callable[[TableState, Any], None]]] = {
    e.Opened: opened,
    e.Agreed: agreed,
    e.LevelSet: level_set,
    e.Sat: sat,
    e.Bought: bought,
    e.Asked: asked,
    e.TopUp: top_up,
    e.SatOut: sat_out,
    e.CameBack: came_back,
    e.Leaves: leaves,
    e.Left: left,
    e.Moved: moved,
    e.Petty: petty,
    e.Charged: charged,
    e.Queued: queued,
    e.Unqueued: unqueued,
    e.ButtonDrawn: button_drawn,
    e.Chosen: chosen,
    e.Straddled: straddled,
    e.Coloured: coloured,
    e.Adjusted: adjusted,
    e.PotGiven: pot_given,
    e.Paid: paid,
    e.HandBegun: hand_begun,
    e.HandDone: hand_done,
    e.HandVoided: hand_voided,
}
