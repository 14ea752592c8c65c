"""The positions of button and blinds at a table in its next hand, and the value of its seats (T10a).

The answer comes from `plan_next`, which also plans the tables' real hands. So it is right for a house with a moving
button, for two players, for a button that does not move in stud games, and for seats that are not dealt in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sidepot.errors import Conflict
from sidepot.games.stakes import Stakes
from sidepot.rules.rulebook import Rulebook
from sidepot.table.blinds import Planned, Standing, plan_next
from sidepot.table.button import between, clockwise
from sidepot.tournament.moves import TableView

_STAKES: Final = {1: Stakes(blinds=(2,)), 2: Stakes(blinds=(1, 2)), 3: Stakes(blinds=(1, 2, 4))}


class Spot(NamedTuple):
    """A seat for a newcomer, and its position in the next hand.

    - `within`: the number of hands until the big blind (1: in the next hand)
    - `is_small`: whether it has the small blind
    - `closed`: whether it is between the button and the small blind, where a newcomer waits for the button to pass
      (TDA-2013 9)
    """

    seat: int
    within: int
    is_small: bool = False
    closed: bool = False

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """The key for comparing seats. The worst seat that may be given has the lowest rank."""
        return self.is_small, self.closed, self.within


def next_hand(view: TableView, rulebook: Rulebook) -> Planned | None:
    """The button and blinds of the next hand, planned as if it were a hand with blinds.

    None if no hand can be dealt, no game has blinds, or the button is unknown. Before the first hand, the button is in
    the seat that drew it or, without a draw, in the last taken seat. Rule: TDA-2013 10-B, 31, 33.
    """
    if not view.blinds or view.unknown:
        return None
    standings = [Standing(seat, 1, new=seat in view.fresh) for seat, _ in view.taken]
    standings += [Standing(seat, 0) for seat in view.held]
    try:
        return plan_next(
            view.marks,
            tuple(standings),
            view.seats,
            _STAKES[min(view.blinds, 3)],
            rule=rulebook.button,
            missed_rule=rulebook.missed_blinds,
            shut_out=rulebook.shut_out,
            has_blinds=True,
            frozen=view.parked,
            first_button=view.first_button if view.first_button in dict(view.taken) else None,
            is_tournament=True,
        )
    except Conflict:
        return None


def big_blinds(view: TableView, rulebook: Rulebook) -> Iterator[tuple[int, int]]:
    """The occupied seats in the order in which they get the big blind, each with the number of hands until then.

    The seats are found hand by hand, as if nobody busts. Empty if no hand can be dealt.
    """
    found: set[int] = set()
    for hand in range(1, 2 * view.seats + 1):
        planned = None if len(found) == len(view.taken) else next_hand(view, rulebook)
        if planned is None:
            return
        big = planned.marks.big
        if big not in found:
            found.add(big)
            yield big, hand
        fresh = view.fresh.difference(planned.settled)
        view = view._replace(marks=planned.marks, parked=False, fresh=fresh, first_button=None)


def big_blind_within(view: TableView, seat: int, rulebook: Rulebook) -> int:
    """The number of hands until the big blind reaches a taken seat (1 for the next hand); 0 if no hand can be dealt."""
    return next((hand for big, hand in big_blinds(view, rulebook) if big == seat), 0)


def blind_order(view: TableView, rulebook: Rulebook) -> Iterator[int]:
    """The taken seats in the order in which they get the big blind.

    If the table can deal no hand, they are listed clockwise from the last big blind.
    """
    found = set()
    for seat, _ in big_blinds(view, rulebook):
        found.add(seat)
        yield seat
    last = view.marks.big if view.marks is not None else -1
    taken = [seat for seat, _ in view.taken if seat not in found]
    yield from clockwise(taken, last % view.seats, view.seats)


def spot(view: TableView, seat: int, rulebook: Rulebook) -> Spot:
    """What an open seat means for a newcomer: when they get the big blind, and whether they are dealt in."""
    joined = view.joined_by([(seat, "")])
    return _spot(joined, seat, next_hand(joined, rulebook), rulebook)


def _spot(joined: TableView, seat: int, planned: Planned | None, rulebook: Rulebook) -> Spot:
    """What a seat is worth to the newcomer there, whose first hand is planned so."""
    if planned is None:
        return Spot(seat, 0)
    return Spot(
        seat,
        1 if planned.marks.big == seat else big_blind_within(joined, seat, rulebook),
        is_small=_posts_small(planned, seat),
        closed=seat not in planned.dealt,
    )


def _posts_small(planned: Planned | None, seat: int) -> bool:
    """Whether a seat has the small blind and not the big one."""
    return planned is not None and planned.marks.small == seat != planned.marks.big


def may_be_given(view: TableView, seat: int, rulebook: Rulebook) -> bool:
    """Whether an open seat may be given to a newcomer.

    The seat of the small blind may not be given, unless the only player at the table waits for an opponent.
    """
    return len(view.taken) < 2 or not _posts_small(next_hand(view.joined_by([(seat, "")]), rulebook), seat)


def worst_seat(view: TableView, rulebook: Rulebook) -> Spot | None:
    """The worst open seat: the big blind's seat if it is open, otherwise the open seat that the big blind reaches next.

    The small blind's seat is never given, but the button's seat may be. A player who is alone at a table gets an
    opponent in any case. None if no seat may be given now. Rule: TDA-2013 10-A; TDA-2024 11-A.
    """
    if not view.blinds:
        return None
    after = view.marks.big if view.marks is not None else -1
    seats = clockwise(view.open_seats, after % view.seats, view.seats)
    spots = []
    for seat in seats:
        joined = view.joined_by([(seat, "")])
        planned = next_hand(joined, rulebook)
        if len(view.taken) < 2 or not _posts_small(planned, seat):
            spots.append(_spot(joined, seat, planned, rulebook))
    return min(spots, key=lambda one: one.rank, default=None)


def seat_opened_last(view: TableView) -> int | None:
    """The open seat that was left last or, if nobody has left, the first unused seat; None at a full table.

    Rule: TDA-2013 10-A, for tournaments with only stud games.
    """
    opened = dict(view.opened)
    return max(view.open_seats, key=lambda seat: (opened.get(seat, -1), -seat), default=None)


def blinds_are_touched(view: TableView, rulebook: Rulebook) -> bool:
    """Whether an empty seat owes a blind in the next hand. The small blind is then dead, or the big blind skips the
    seat.

    It is also true if there are no blinds, or if no hand can be dealt, because then there is nothing to wait for.
    """
    planned = next_hand(view, rulebook)
    if planned is None:
        return True
    taken = {seat for seat, _ in view.taken}
    marks = planned.marks
    since = view.marks.big if view.marks is not None and not view.parked else marks.small
    return marks.small not in taken or any(seat not in taken for seat in between(since, marks.big, view.seats))
