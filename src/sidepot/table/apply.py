"""Apply events to a table. Events are trusted here, because `checks` checks them first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from sidepot.errors import Conflict
from sidepot.games.mixes import Turn
from sidepot.table import credit, kills
from sidepot.table import events as e
from sidepot.table.ledger import BOMB_POT, CHARGES, PAID, POT, RAKE, SEVEN_DEUCE, STACK, STAND_UP
from sidepot.table.places import Gone, Place, State, Waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sidepot.table.state import TableState


# ---- start and end of a hand


_COMES: Final = (State.WAITS, State.POSTS)


def hand_begun(table: TableState, event: e.HandBegun) -> None:
    table.begun = event
    if event.bomb:
        table.bomb = 0


def hand_voided(table: TableState, event: e.HandVoided) -> None:
    begun, rules = table.begun, table.rules
    if begun is not None and begun.bomb and not table.bomb:
        ante = begun.setup.stakes.ante
        table.bomb = 0 if rules.is_bomb(begun.number) and ante == rules.bomb_ante else ante
    table.begun = None
    drop_barred(table)  # restricted players may have left in the meantime


def hand_done(table: TableState, event: e.HandDone) -> None:
    begun = table.begun
    if begun is None or len(event.stacks) != len(begun.players) or len(event.won) != len(begun.players):
        raise Conflict("no hand with this number is in progress")
    for player, chips in event.bought:
        table.place_of(player).bought += chips
        table.ledger.buy(player, chips, f"buys in hand {event.number}")
    there = table.places
    places = [there[player] for player in begun.players]
    _pay(table, begun, event, places)
    _carry(table, begun, event)
    _seat_again(table, begun, places)
    if begun.setup.open is not None:
        credit.restrict(table, event.credit, begun.players)
    if not table.carried:
        pot_is_won(table)
    kills.tally(table, begun, event)
    table.marks = begun.marks
    table.turn = begun.turn
    table.parked = begun.parked
    table.first_button = None
    table.hands = event.number
    table.chosen = None
    table.straddles = ()
    table.begun = None


def _pay(table: TableState, begun: e.HandBegun, event: e.HandDone, places: Sequence[Place]) -> None:
    """Book each player's contribution and winnings in the ledger and in the stack."""
    came = dict(event.bought)
    why = f"hand {event.number}"
    game = BOMB_POT if begun.bomb else ""
    if event.credit is not None:
        credit.take_in(table, begun, event.credit, came)
    for player, had, won, has in zip(begun.players, begun.setup.stacks, event.won, event.stacks, strict=True):
        put = had + won - has + (came.get(player, 0) if came else 0)
        if put:
            table.ledger.put(player, put, why, game)
    for place, won, has in zip(places, event.won, event.stacks, strict=True):
        if won:
            table.ledger.win(place.player, won, why, game)
        place.stack = has
    if event.credit is not None:
        credit.tear_up(table, event.credit, why)
    table.ledger.post(RAKE, POT, event.raked, why)


def _seat_again(table: TableState, begun: e.HandBegun, places: Sequence[Place]) -> None:
    """Update all players after a hand: who plays on, who has no chips, and which blinds are owed."""
    there = table.places
    for player in begun.settled:
        place = there[player]
        place.new = False
        if place.state is not State.IN and place.state in _COMES:
            place.state = State.IN
    for player, small, big in begun.missed:
        missed = there.get(player)
        if missed is not None and not missed.new:
            missed.owes_small = small
            missed.owes_big = big
    for place in places:
        place.hands += 1
        if not place.stack and not table.in_play(place):
            place.state = State.BUSTED


# ---- the carried pot


def _carry(table: TableState, begun: e.HandBegun, event: e.HandDone) -> None:
    """Set the carried pot and the claims to it: each player's antes (PG-81).

    A player who could not ante in full contests the chips matched, and owes nothing for the rest.
    """
    new = event.carried - table.carried
    table.carried = event.carried
    table.parts = event.parts
    if not event.carried:
        return
    table.anted_only = table.anted_only and new <= sum(event.anted)
    for player, chips in zip(begun.players, event.anted, strict=True):
        table.claims[player] = table.claims.get(player, 0) + chips
    full = max(table.claims.values())
    for player, stack in zip(begun.players, event.stacks, strict=True):
        table.claims[player] = full
        if not stack and not table.has_claim(player):
            del table.claims[player]  # a dead hand


def pot_is_won(table: TableState) -> None:
    """Record that a carried pot was won: nobody has a claim to it any more.

    Players who waited for the end of the pot may play again. Players who were all-in for the pot are out of chips.
    """
    table.claims = {}
    table.parts = ()
    table.anted_only = True
    for place in table.places.values():
        if not place.stack:
            place.state = State.BUSTED
        elif place.state is not State.IN and place.state in _COMES and not place.owes:
            place.state = State.IN


def drop_barred(table: TableState) -> None:
    """Drop players without a claim to the pot from the lists of players who may not win certain carried chips.

    If that leaves nobody who may win certain chips, every player with a claim may win them.
    """
    left = [(chips, tuple([one for one in who if one in table.claims])) for chips, who in table.parts]
    table.parts = tuple([(chips, who) for chips, who in left if 0 < len(who) < len(table.claims)])


# ---- the other events


def opened(table: TableState, event: e.Opened) -> None:
    raise Conflict("the table is already open")


def agreed(table: TableState, event: e.Agreed) -> None:
    if event.rules.mix != table.rules.mix:
        table.turn = Turn()
        table.chosen = None
        table.bomb = 0
    if event.rules.stakes != table.rules.stakes:
        table.level += 1
    table.straddles = tuple([one for one in table.straddles if one[1] in event.rules.straddles])
    table.rules = event.rules
    if not event.rules.stand_up:
        table.standing = table.in_round = ()


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
    """Let a player who has chips again play on, or wait for missed blinds."""
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
    table.standing = tuple([player for player in table.standing if player != event.player])
    if table.parts and table.begun is None:  # otherwise the result of the current hand decides
        drop_barred(table)
    table.straddles = tuple([one for one in table.straddles if one[0] != event.player])
    if table.leg[0] == event.player:  # the kill button belongs to nobody now
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
        place.new = not (place.owes_small or place.owes_big)  # missed blinds are owed in every seat
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
        if not table.in_play(place):  # otherwise all-in for a pot that waits
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


def bounty_paid(table: TableState, event: e.BountyPaid) -> None:
    for payer, chips in event.paid:
        _pay_another(table, payer, event.player, chips, SEVEN_DEUCE)


def stand_up_begun(table: TableState, event: e.StandUpBegun) -> None:
    table.standing = table.in_round = event.players


def stand_up_won(table: TableState, event: e.StandUpWon) -> None:
    table.standing = tuple([player for player in table.standing if player != event.player])


def stand_up_over(table: TableState, event: e.StandUpOver) -> None:
    table.standing = table.in_round = ()
    for payee, chips in event.paid:
        _pay_another(table, event.player, payee, chips, STAND_UP)


def _pay_another(table: TableState, payer: str, payee: str, chips: int, game: str) -> None:
    """Move chips from one stack to another in a side game."""
    pays, gets = table.place_of(payer), table.place_of(payee)
    pays.stack -= chips
    gets.stack += chips
    table.ledger.post(f"{STACK}{payee}", f"{STACK}{payer}", chips, "side game", game)
    _revive(table, gets)
    if not table.in_play(pays):
        pays.state = State.BUSTED


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


def bomb_pot_set(table: TableState, event: e.BombPotSet) -> None:
    table.bomb = event.ante


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
    e.BombPotSet: bomb_pot_set,
    e.Coloured: coloured,
    e.Adjusted: adjusted,
    e.PotGiven: pot_given,
    e.Paid: paid,
    e.BountyPaid: bounty_paid,
    e.StandUpBegun: stand_up_begun,
    e.StandUpWon: stand_up_won,
    e.StandUpOver: stand_up_over,
    e.HandBegun: hand_begun,
    e.HandDone: hand_done,
    e.HandVoided: hand_voided,
}
