"""A carried pot: the claims to it or to a part of it, and its end without a hand.

If everybody passes before the draw, or nobody holds a hand that the game requires, all players who have anted play for
the pot again. A player who was all-in for less cannot win unmatched chips. A newcomer has a claim only if nothing but
antes waits and the newcomer puts in as much as the other players.

Source: PG-62, PG-81; TS-4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sidepot.hand.events import Event, Killed
from sidepot.hand.streets import seats_of
from sidepot.table.events import HandBegun, Parts, PotGiven

if TYPE_CHECKING:
    from sidepot.hand.hand import Hand
    from sidepot.table.places import Place
    from sidepot.table.state import TableState


# ---- before a hand


def buys_claim(table: TableState, player: str, stack: int) -> bool:
    """Whether a player has a claim to the carried pot, or can buy a claim for as much as the other players have anted.

    A newcomer gets no claim if the pot holds bets as well, or if `stack` is too small. Without a claim, the player
    plays only for chips that are put in from now on.
    """
    full = max(table.claims.values(), default=0)
    return player in table.claims or table.anted_only and 0 < full < stack


class Waits(NamedTuple):
    """Chips of a carried pot, and who may win them.

    - `seats`: the seats of the next hand that may win these chips
    - `barred`: the players who may not win these chips
    """

    chips: int
    seats: tuple[int, ...]
    barred: tuple[str, ...]


def waiting(table: TableState, players: Sequence[str], stacks: Sequence[int]) -> list[Waits]:
    """The parts of the carried pot that these players contest. The part that every claimant may win comes first."""
    can = [seat for seat, player in enumerate(players) if buys_claim(table, player, stacks[seat])]
    rest = table.carried - sum([chips for chips, _ in table.parts])
    whole = ((rest, ()), *table.parts) if rest else table.parts
    return [Waits(chips, tuple([at for at in can if players[at] not in barred]), barred) for chips, barred in whole]


# ---- during a hand


def waiting_beside(table: TableState, begun: HandBegun, hand: Hand) -> list[tuple[int, tuple[int, ...]]]:
    """Chips that are carried past the current hand because they are not in its pots, with the seats that may win them.

    They come from an earlier deal, and nobody in this hand may win them; or they are the pot of this hand, which was
    passed out.
    """
    found: list[tuple[int, tuple[int, ...]]] = []
    before = waiting(table, begun.players, begun.setup.stacks) if table.carried else []
    contested = [one for one in before if one.seats]
    for chips, mask, part in hand.aside.waits:
        barred = contested[part].barred if 0 <= part < len(contested) else ()
        can = [at for at, player in enumerate(begun.players) if not mask >> at & 1 and player not in barred]
        found.append((chips, tuple(sorted([begun.seats[at] for at in can]))))
    there = [place for place in table.seated() if place.player in table.claims]
    for one in before:
        if not one.seats:
            can = [place.seat for place in there if place.player not in one.barred]
            found.append((one.chips, tuple(can or [place.seat for place in there])))
    return found


# ---- after a hand


def parts_after(table: TableState, begun: HandBegun, hand: Hand, log: Sequence[Event]) -> Parts:
    """The carried chips that some players may not win, with the names of these players.

    `log` has the events of the last deal, without misdeals. An all-in player whose hand was killed, or who had no
    openers, wins no carried chips. Chips that only this player could have won are for all other players.
    """
    before = waiting(table, begun.players, begun.setup.stacks) if table.carried else []
    contested = [one for one in before if one.seats]
    away = {player for player in table.claims if player not in begun.players}
    killed = {event.seat for event in log if isinstance(event, Killed)}
    if hand.aside.proved < 0:
        killed.add(hand.opener)
    dead = {seat for seat in killed if not hand.stacks[seat]}
    found: dict[tuple[str, ...], int] = {}
    for chips, mask, part in hand.aside.waits:
        barred = {begun.players[seat] for seat in {*seats_of(mask), *dead}}
        if part < 0:
            barred |= away
        elif part < len(contested):
            barred |= {player for player in contested[part].barred if player not in begun.players}
        who = tuple(sorted(barred))
        found[who] = found.get(who, 0) + chips
    for one in before:
        if not one.seats:  # its claimants sit out
            who = tuple(sorted({*one.barred, *begun.players}))
            found[who] = found.get(who, 0) + one.chips
    out = {begun.players[seat] for seat in dead}
    left = {*table.claims, *begun.players} - out
    parts: dict[tuple[str, ...], int] = {}
    for some, chips in found.items():
        who = tuple([player for player in some if player in left or player in out])  # without those gone meanwhile
        if not left.difference(who):
            who = tuple(sorted(out))
        parts[who] = parts.get(who, 0) + chips
    return tuple([(chips, who) for who, chips in parts.items() if who])


# ---- without a hand


def last_claim(table: TableState) -> tuple[PotGiven, ...]:
    """The event that gives a carried pot to its only remaining claimant (PG-81). Empty if there are several
    claimants.
    """
    if table.begun is not None or not table.carried:
        return ()
    claimants = [player for player in table.claims if table.has_claim(player)]
    if len(claimants) != 1:
        return ()
    return (PotGiven(claimants[0], table.carried),)


def claimed(table: TableState) -> list[tuple[int, list[Place]]]:
    """The parts of a carried pot, each with its claimants by seat. The part for all claimants comes first.

    If all claimants of a part have left, the part belongs to the other claimants of the pot.
    """
    there = [place for place in table.seated() if place.player in table.claims]
    rest = table.carried - sum([chips for chips, _ in table.parts])
    whole = ((rest, ()), *table.parts) if rest else table.parts
    return [(chips, [place for place in there if place.player not in barred] or there) for chips, barred in whole]


def shares(table: TableState) -> list[PotGiven]:
    """The events that divide a carried pot. Each part is divided among the claimants who may win it.

    Odd chips go first to a player without chips, then clockwise from the left of the button.
    """
    unit = table.rules.chips.smallest
    marks = table.marks
    button = marks.button if marks is not None else -1
    found: dict[str, int] = {}
    for chips, places in claimed(table):
        places.sort(key=lambda place: (place.stack > 0, (place.seat - button - 1) % table.rules.seats))
        players = [place.player for place in places]
        each, odd = divmod(chips // unit, len(players))
        for at, player in enumerate(players):
            found[player] = found.get(player, 0) + (each + (at < odd)) * unit
        found[players[0]] += chips % unit
    return [PotGiven(player, chips) for player, chips in found.items() if chips]
