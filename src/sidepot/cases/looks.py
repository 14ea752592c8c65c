"""The things to see on the table of a case at any time: the looks of its steps and of its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sidepot.cards import text
from sidepot.errors import SidepotError
from sidepot.games.parts import ONE_ROUND
from sidepot.hand import events
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.streets import seats_of
from sidepot.hand.view import shown_pot, view_of

Names = list[str]


def _of_seats(column: Callable[[Hand], Sequence[int]]) -> Callable[[Hand, Names], object]:
    return lambda hand, names: dict(zip(names, column(hand), strict=True))


def _of_mask(mask: Callable[[Hand], int]) -> Callable[[Hand, Names], object]:
    return lambda hand, names: [names[seat] for seat in seats_of(mask(hand))]


def _pots(hand: Hand, names: Names) -> object:
    return [{"amount": pot.amount, "eligible": sorted(names[seat] for seat in pot.seats)} for pot in hand.pots()]


def _money(hand: Hand, kind: type) -> dict[int, int]:
    found: dict[int, int] = {}
    for event in hand.log:
        if isinstance(event, events.Awarded) and kind is events.Awarded:
            for seat, amount in event.shares:
                found[seat] = found.get(seat, 0) + amount
        elif isinstance(event, events.Returned) and kind is events.Returned:
            found[event.seat] = found.get(event.seat, 0) + event.amount
        elif isinstance(event, events.Killed) and event.refund and kind is events.Returned:
            found[event.seat] = found.get(event.seat, 0) + event.refund
        elif isinstance(event, events.Redealt):
            found = {}
    return found


def _street(hand: Hand, _names: Names) -> str:
    streets = hand.setup.game.streets
    return streets[hand.street].name if 0 <= hand.street < len(streets) else "showdown"


def _is_over(hand: Hand, _names: Names) -> bool:
    if hand.setup.game == ONE_ROUND:
        return hand.due is not Due.ACT
    return hand.due is Due.DONE


def _upcards(hand: Hand, names: Names) -> dict[str, str]:
    return {name: text(hand.upcards(seat)) for seat, name in enumerate(names)}


def _pot_told(hand: Hand, _names: Names) -> int | str:
    told = shown_pot(hand)
    return "no" if told is None else told


def _seen(hand: Hand, names: Names) -> dict[str, dict[str, str]]:
    """Each player's view of everybody's cards."""
    found = {}
    for viewer, name in enumerate(names):
        view = view_of(hand, viewer)
        found[name] = {other: text(view.hole[seat]) for seat, other in enumerate(names)}
    return found


LOOKS: dict[str, Callable[[Hand, Names], Any]] = {
    "due": lambda hand, names: hand.due.name.lower().replace("_", "-"),
    "over": _is_over,
    "street": _street,
    "to_call": lambda hand, names: hand.to_call,
    "may_raise": lambda hand, names: hand.may_raise(),
    "min_raise_to": lambda hand, names: hand.min_raise_to(),
    "max_raise_to": lambda hand, names: hand.max_raise_to(),
    "pot": lambda hand, names: sum(hand.put) + hand.dead,
    "pot_told": _pot_told,
    "seen": _seen,
    "carried": lambda hand, names: hand.carried,
    "raked": lambda hand, names: hand.raked,
    "pots": _pots,
    "live": _of_mask(lambda hand: hand.live),
    "shown": _of_mask(lambda hand: hand.shown),
    "stacks": _of_seats(lambda hand: hand.stacks),
    "bets": _of_seats(lambda hand: hand.bets),
    "cards": lambda hand, names: {name: text(hand.hole[seat]) for seat, name in enumerate(names)},
    "upcards": _upcards,
    "board": lambda hand, names: text(hand.boards[0]),
    "boards": lambda hand, names: [text(board) for board in hand.boards],
    "runs": lambda hand, names: hand.aside.runs,
    "may_add": lambda hand, names: hand.may_add(),
    "all_in": _of_mask(lambda hand: hand.live & ~hand.able),
    "added": _of_seats(lambda hand: hand.added),
    "markers": lambda hand, names: [[names[seat], face] for seat, face in hand.markers],
    "loans": lambda hand, names: [
        [names[seat], amount, name or names[lender]] for seat, amount, lender, name in hand.loans
    ],
    "payouts": lambda hand, names: {names[seat]: chips for seat, chips in _money(hand, events.Awarded).items()},
    "returned": lambda hand, names: {names[seat]: chips for seat, chips in _money(hand, events.Returned).items()},
}
SOME_SEATS = ("stacks", "bets", "cards", "upcards", "added")  # only the seats that are named are compared


def is_in_order(wanted: Sequence[str], said: Sequence[str]) -> str | None:
    """The first of `wanted` that does not come in its turn among what was said, or None."""
    rest = iter(said)
    return next((line for line in wanted if line not in rest), None)


def refusal(hand: Hand, attempt: Callable[[Hand], None]) -> SidepotError | None:
    """The error of a command that is tried on a copy, or None when it was accepted."""
    copy = hand.copy(log=True)
    before = (list(copy.log), list(copy.stacks), copy.due, copy.seat)
    try:
        attempt(copy)
    except SidepotError as error:
        if before != (copy.log, copy.stacks, copy.due, copy.seat):
            raise AssertionError(f"the refusal of a command changed the hand: {error}") from None
        return error
    return None
