"""Button and blinds from hand to hand: where they move, and which seats can be dealt in.

A dead button follows the blinds: the big blind moves to the next player, the small blind to where the big blind was,
and the button to where the small blind was, even if these seats are empty (TDA-2013 31). A moving button goes to the
next player, and the blinds to the players after that one (PG-51). Seats are those of the table, including empty ones,
0-based and clockwise.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable

import msgspec

from sidepot.errors import Conflict
from sidepot.rules.table_choices import ButtonRule


class Marks(msgspec.Struct, frozen=True, gc=False):
    """The seats of the button and the blinds. If a seat is not dealt in, its button or small blind is dead.

    With two players, the button has the small blind (TDA-2013 33). A single blind is both `small` and `big`.
    """

    button: int
    small: int
    big: int

    @property
    def is_heads_up(self) -> bool:
        """Whether the button has the small blind, as with two players (TDA-2013 33)."""
        return self.button == self.small


def clockwise(among: Iterable[int], after: int, seats: int) -> list[int]:
    """These seats in dealing order: clockwise from the left of seat `after`. If `after` is one of them, it comes
    last.
    """
    row = sorted(set(among))
    first = bisect_right(row, after % seats)
    return row[first:] + row[:first]


def next_seat(among: Iterable[int], after: int, seats: int) -> int:
    """The first of these seats, clockwise from the left of `after`. `after` itself comes last. Raises Conflict if there
    is no seat.
    """
    found = min(among, key=lambda seat: (seat - after - 1) % seats, default=None)
    if found is None:
        raise Conflict("no player can take the button or a blind", code="too_few_players")
    return found


def between(start: int, end: int, seats: int) -> list[int]:
    """The seats strictly between two seats, clockwise."""
    return [(start + step) % seats for step in range(1, (end - start) % seats)]


def first_marks(players: Collection[int], button: int, seats: int, *, one_blind: bool = False) -> Marks:
    """The marks of the first hand, after the button was drawn. The blinds are to its left.

    With two players, the button has the small blind. Raises Conflict if the button is at an empty seat, or if there are
    fewer than two players.
    """
    if button not in players:
        raise Conflict(f"the button must be at a seat with a player; seat {button + 1} is empty", code="seat_empty")
    if len(players) < 2:
        raise Conflict("a hand needs at least two players", code="too_few_players")
    if len(players) == 2:
        return heads_up(next_seat(players, button, seats), players, one_blind=one_blind)
    return _left_of(button, players, players, seats, one_blind)


def heads_up(big: int, pair: Iterable[int], *, one_blind: bool = False) -> Marks:
    """The marks for the two seats in `pair`: `big` has the big blind, the other has the button and the small blind.

    The caller chooses `big` so that the same player does not have it in two hands running. If there is only one blind,
    the button does not post it. Rule: TDA-2013 33.
    """
    (other,) = [seat for seat in pair if seat != big]
    return Marks(other, big if one_blind else other, big)


def move(
    marks: Marks,
    players: Collection[int],
    seats: int,
    rule: ButtonRule,
    *,
    takers: Collection[int] = (),
    taken: Collection[int] = (),
    one_blind: bool = False,
) -> Marks:
    """The marks of the next hand for three or more players. For two players, see `heads_up`.

    - `players`: the seats of the players in the game
    - `takers`: the seats that may take the big blind when it reaches them, including players who wait for it
    - `taken`: the taken seats

    If `takers` or `taken` is empty, it is the same as `players`.
    """
    takers = takers or players
    if rule is ButtonRule.MOVING:
        return _left_of(next_seat(players, marks.button, seats), players, takers, seats, one_blind)
    big = next_seat(takers, marks.big, seats)
    if one_blind:
        moved = Marks(marks.big, big, big)
    else:
        moved = _behind(Marks(marks.small, marks.big, big), players, seats)
    if rule is ButtonRule.DEAD_OVER_EMPTY:
        return _over_empty(moved, taken or players, seats)
    return moved


def resume(
    marks: Marks, players: Collection[int], seats: int, *, takers: Collection[int] = (), one_blind: bool = False
) -> Marks:
    """The marks of the first hand with blinds after a frozen round. They are the marks from before that round, even at
    empty seats.

    The button and the small blind may be dead, but never the big blind. If its player has gone, the next player has the
    big blind. If that player has the button, or if there were two players or a single blind, the marks move as after
    any hand. Rule: TDA-2013 10-B.
    """
    takers = takers or players
    big = marks.big if marks.big in takers else next_seat(takers, marks.big, seats)
    gone = big != marks.big and (marks.is_heads_up or big not in between(marks.big, marks.button, seats))
    if gone or (marks.small == marks.big and not one_blind):
        return move(marks, players, seats, ButtonRule.DEAD, takers=takers, one_blind=one_blind)
    if one_blind:
        return Marks(marks.button, big, big)
    return _behind(Marks(marks.button, marks.small, big), players, seats)


def _behind(marks: Marks, players: Collection[int], seats: int) -> Marks:
    """The marks with the button behind all players who act after the blinds. If two players become more, it is to the
    right of the small blind.
    """
    behind = between(marks.big, marks.small, seats)
    if marks.button in behind:
        return marks
    button = next((seat for seat in reversed(behind) if seat in players), marks.button)
    return Marks(button, marks.small, marks.big)


def _over_empty(marks: Marks, taken: Collection[int], seats: int) -> Marks:
    """The marks with a dead button moved over the empty seats after it, up to a taken seat or the small blind."""
    button = marks.button
    if button not in taken:
        for seat in between(button, marks.small, seats):
            if seat in taken:
                break
            button = seat
    return Marks(button, marks.small, marks.big)


def _left_of(button: int, players: Collection[int], takers: Collection[int], seats: int, one_blind: bool) -> Marks:
    """The marks with the button at this seat. The next player has the small blind, and the next one after that who
    takes it has the big blind.
    """
    small = button if one_blind else next_seat(players, button, seats)
    big = next_seat(takers, small, seats)
    return Marks(button, big if one_blind else small, big)


def closed_seats(marks: Marks, seats: int, *, is_tournament: bool) -> list[int]:
    """The seats in which a player who comes in is not dealt a hand.

    In a tournament, these are the seats between the button and the small blind (TDA-2013 9). In a cash game, they are
    the seats between the button and the big blind, so that nobody buys the small blind (Robert's). If the big blind is
    on the button, all other seats are closed.
    """
    end = marks.small if is_tournament and not marks.is_heads_up else marks.big
    return [(marks.button + step) % seats for step in range(1, (end - marks.button - 1) % seats + 1)]


def passed(before: Marks, after: Marks, seats: int) -> tuple[list[int], list[int]]:
    """The seats that the small blind and the big blind passed or reached. A player in such a seat who is not dealt in
    has missed the blind.

    If only two players are left, the button has the small blind, but the seat of the last big blind counts as passed,
    too.
    """
    big = [*between(before.big, after.big, seats), after.big]
    if after.is_heads_up and not before.is_heads_up and before.small != before.big:
        return [*between(before.small, before.big, seats), before.big], big
    return _over(before.small, after, seats), big


def passed_in_freeze(marks: Marks, seats: int) -> tuple[list[int], list[int]]:
    """The seats that each blind would have passed in the first hand with blinds after a frozen round."""
    big = between(marks.button if marks.small == marks.big else marks.small, marks.big, seats)
    return _over(marks.button, marks, seats), big


def _over(start: int, marks: Marks, seats: int) -> list[int]:
    """The seats passed by the small blind, from `start` on (none if there is a single blind)."""
    return [] if marks.small == marks.big else [*between(start, marks.small, seats), marks.small]
