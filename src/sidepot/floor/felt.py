"""The betting of a line as a picture: the seats in the order in which they act, their bets, and what may follow."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Literal, NamedTuple

import msgspec

from sidepot.floor.acting.legal import call_total, greatest_total, least_total
from sidepot.floor.spot import MUCH, Spot, spot_of
from sidepot.floor.spot_line import read_round
from sidepot.hand.hand import Hand
from sidepot.rules.rulebook import Rulebook

State = Literal["", "folded", "all_in", "to_act", "out_of_turn"]


class FeltSeat(msgspec.Struct, frozen=True):
    """A seat, and the state of its player.

    - `name`: the player's name ("" if the line does not name the player)
    - `bet`: the bet in this round
    - `behind`: the player's other chips (None if unknown)
    """

    name: str
    bet: int
    behind: int | None
    state: State


class NextAct(msgspec.Struct, frozen=True):
    """What the player to act may do. Amounts are totals for the round.

    - `name`: the player's name in the line; for a player without a name, a name that the line may use
    - `call`: the total of a call (None if there is nothing to call)
    - `least`: the minimum bet or raise (0 if there is none)
    - `most`: the maximum bet or raise (0 if there is none, None if it has no limit)
    """

    name: str
    call: int | None
    least: int
    most: int | None


class Felt(NamedTuple):
    """The seats, the pot with all bets, and what the player to act may do."""

    seats: tuple[FeltSeat, ...]
    pot: int
    turn: NextAct


def felt_of(line: str, rulebook: Rulebook) -> Felt:
    """The picture of a line of betting. Raises BadNotation for a line that cannot be read or played.

    >>> from sidepot.rules.houses import TDA_2013
    >>> [(seat.name, seat.bet, seat.state) for seat in felt_of("NL 200/400: A 1200; B to act", TDA_2013).seats]
    [('A', 1200, ''), ('B', 0, 'to_act'), ('SB', 200, ''), ('BB', 400, '')]
    """
    hand, names, concerned, stacks, shown = read_round(line, rulebook)
    seats = []
    for seat, name in enumerate(names):
        named = shown[seat] or (name if name in ("SB", "BB", "BTN") else "")
        behind = hand.betting.stacks[seat] if seat in stacks else None
        seats.append(FeltSeat(named, hand.betting.bets[seat], behind, _state(hand, seat, concerned)))
    spot = spot_of(hand, hand.seat, names=shown, is_known=hand.seat in stacks)
    return Felt(tuple(seats), spot.pot, _next_act(spot, seats[hand.seat].name or _free_name(shown)))


def _next_act(spot: Spot, name: str) -> NextAct:
    least = least_total(spot) if spot.all_in > spot.price else 0
    most = min(greatest_total(spot), spot.all_in) if least else 0
    return NextAct(
        name, call_total(spot) if spot.is_facing_bet else None, min(least, most), None if most >= MUCH else most
    )


def _free_name(names: tuple[str, ...]) -> str:
    """The first letter that no player is called by."""
    used = {name.upper() for name in names}
    return next(letter for letter in ascii_uppercase if letter not in used)


def _state(hand: Hand, seat: int, concerned: int) -> State:
    """The state of a player; `concerned` is the seat that the line is about."""
    if seat == hand.seat:
        return "to_act"
    if seat == concerned:
        return "out_of_turn"
    if not hand.live >> seat & 1:
        return "folded"
    return "" if hand.able >> seat & 1 else "all_in"
