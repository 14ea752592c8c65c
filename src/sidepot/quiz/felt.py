"""The betting of a question as a picture: the seats in the order in which they act, their bets, and the pot."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from sidepot.floor.spot import spot_of
from sidepot.floor.spot_line import read_round
from sidepot.hand.hand import Hand
from sidepot.rules.rulebook import Rulebook

State = Literal["", "folded", "all_in", "to_act", "out_of_turn"]


class FeltSeat(msgspec.Struct, frozen=True):
    """A seat, and the state of its player.

    - `name`: "" if the line does not name the player
    - `bet`: the bet in this round
    - `behind`: the other chips (None if unknown)
    """

    name: str
    bet: int
    behind: int | None
    state: State


class Felt(NamedTuple):
    """The seats, and the pot with all bets."""

    seats: tuple[FeltSeat, ...]
    pot: int


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
    return Felt(tuple(seats), spot_of(hand, concerned, names=shown, is_known=concerned in stacks).pot)


def _state(hand: Hand, seat: int, concerned: int) -> State:
    """The state of a player; `concerned` is the seat that the line is about."""
    if seat == hand.seat:
        return "to_act"
    if seat == concerned:
        return "out_of_turn"
    if not hand.live >> seat & 1:
        return "folded"
    return "" if hand.able >> seat & 1 else "all_in"
