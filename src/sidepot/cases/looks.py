"""The facts that a case can compare at any time: the looks of its steps and of its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from sidepot.cards import cards, text
from sidepot.cases.expected import Problems, differ
from sidepot.cases.ruling_cases import Expected
from sidepot.cases.small import PotExpected, plain_pots
from sidepot.errors import SidepotError
from sidepot.games.parts import ONE_ROUND
from sidepot.hand import events
from sidepot.hand.due import Due
from sidepot.hand.hand import Hand
from sidepot.hand.streets import seats_of
from sidepot.hand.view import shown_pot, view_of

Names = list[str]


class HandSeen(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected at the table at some moment. Facts that are not given are not compared.

    - `refuses`: actions that the hand must refuse
    """

    due: str | None = None
    over: bool | None = None
    street: str | None = None
    to_call: int | None = None
    may_raise: bool | None = None
    min_raise_to: int | None = None
    max_raise_to: int | None = None
    pot: int | None = None
    pot_told: int | str | None = None
    seen: dict[str, dict[str, str]] | None = None
    carried: int | None = None
    raked: int | None = None
    pots: list[PotExpected] | None = None
    live: list[str] | None = None
    shown: list[str] | None = None
    stacks: dict[str, int] | None = None
    bets: dict[str, int] | None = None
    cards: dict[str, str] | None = None
    upcards: dict[str, str] | None = None
    board: str | None = None
    boards: list[str] | None = None
    runs: int | None = None
    may_add: bool | None = None
    all_in: list[str] | None = None
    added: dict[str, int] | None = None
    markers: list[tuple[str, int]] | None = None
    loans: list[tuple[str, int, str]] | None = None
    payouts: dict[str, int] | None = None
    returned: dict[str, int] | None = None
    refuses: dict[str, str] | None = None


class HandStep(HandSeen, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A step of a script: what is expected at that moment, followed by an action of the seat (`do`) or a ruling."""

    seat: str | None = None
    do: str | None = None
    rule: dict[str, object] | None = None
    choose: str | None = None
    by: str | None = None
    ruling: Expected | None = None


class HandEnd(HandSeen, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected at the end, when everything has been paid."""

    settlement: list[str] | None = None
    parts: list[str] | None = None
    events: list[str] | None = None
    rabbit: str | None = None


Script = list[str | HandStep]


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


def _pot_shown(hand: Hand, _names: Names) -> int | str:
    shown = shown_pot(hand)
    return "no" if shown is None else shown


BY_SEAT: Final[dict[str, Callable[[Hand], Sequence[object]]]] = {  # only the seats that are named are compared
    "stacks": lambda hand: hand.stacks,
    "bets": lambda hand: hand.bets,
    "added": lambda hand: hand.added,
    "cards": lambda hand: [text(own) for own in hand.hole],
    "upcards": lambda hand: [text(hand.upcards(seat)) for seat in range(len(hand.hole))],
}
MASKS: Final[dict[str, Callable[[Hand], int]]] = {
    "live": lambda hand: hand.live,
    "shown": lambda hand: hand.shown,
    "all_in": lambda hand: hand.live & ~hand.able,
}
LOOKS: Final[dict[str, Callable[[Hand, Names], object]]] = {
    "due": lambda hand, names: due_of(hand),
    "over": _is_over,
    "street": _street,
    "to_call": lambda hand, names: hand.to_call,
    "may_raise": lambda hand, names: hand.may_raise(),
    "min_raise_to": lambda hand, names: hand.min_raise_to(),
    "max_raise_to": lambda hand, names: hand.max_raise_to(),
    "pot": lambda hand, names: sum(hand.put) + hand.dead,
    "pot_told": _pot_shown,
    "carried": lambda hand, names: hand.carried,
    "raked": lambda hand, names: hand.raked,
    "runs": lambda hand, names: hand.aside.runs,
    "may_add": lambda hand, names: hand.may_add(),
    "markers": lambda hand, names: [(names[seat], face) for seat, face in hand.markers],
    "loans": lambda hand, names: [
        (names[seat], amount, name or names[lender]) for seat, amount, lender, name in hand.loans
    ],
    "payouts": lambda hand, names: {names[seat]: chips for seat, chips in _money(hand, events.Awarded).items()},
    "returned": lambda hand, names: {names[seat]: chips for seat, chips in _money(hand, events.Returned).items()},
}


def due_of(hand: Hand) -> str:
    """What is due in a hand, in the words of a case."""
    return hand.due.name.lower().replace("_", "-")


def look(hand: Hand, wanted: HandSeen, names: Names, place: str, problems: Problems) -> None:
    """Compare the hand with what the case expects at this moment, and add the differences to `problems`."""
    found: dict[str, tuple[object, object]] = {}
    for key, column in BY_SEAT.items():
        seats = getattr(wanted, key)
        if seats is not None:
            there = dict(zip(names, column(hand), strict=True))
            found[key] = _plain(seats), {name: there[name] for name in seats}
    for key, mask in MASKS.items():
        players = getattr(wanted, key)
        if players is not None:
            found[key] = sorted(players), sorted(names[seat] for seat in seats_of(mask(hand)))
    for key, see in LOOKS.items():
        expected = getattr(wanted, key)
        if expected is not None:
            found[key] = expected, see(hand, names)
    if wanted.seen is not None:
        views = {
            viewer: dict(zip(names, view_of(hand, names.index(viewer)).hole, strict=True)) for viewer in wanted.seen
        }
        found["seen"] = (
            wanted.seen,
            {viewer: {name: text(views[viewer][name]) for name in others} for viewer, others in wanted.seen.items()},
        )
    if wanted.pots is not None:
        pots = [{"amount": pot.amount, "eligible": sorted(names[seat] for seat in pot.seats)} for pot in hand.pots()]
        found["pots"] = plain_pots(wanted.pots), pots
    if wanted.board is not None:
        found["board"] = text(cards(wanted.board)), text(hand.boards[0])
    if wanted.boards is not None:
        found["boards"] = [text(cards(board)) for board in wanted.boards], [text(board) for board in hand.boards]
    for key, (expected, got) in found.items():
        differ(problems, f"{place}: {key}", expected, got)


def _plain(seats: dict[str, object]) -> dict[str, object]:
    """Chips by seat, or cards in the usual notation."""
    return {name: text(cards(one)) if isinstance(one, str) else one for name, one in seats.items()}


def is_in_order(wanted: Sequence[str], lines: Sequence[str]) -> str | None:
    """The first of the `wanted` parts that is missing or out of order. None if all parts are there, in order."""
    rest = iter(lines)
    return next((line for line in wanted if line not in rest), None)


def refusal(hand: Hand, attempt: Callable[[Hand], None]) -> SidepotError | None:
    """The error that the hand raises when a command is tried on a copy. None if the command is accepted."""
    copy = hand.copy(log=True)
    before = (list(copy.log), list(copy.stacks), copy.due, copy.seat)
    try:
        attempt(copy)
    except SidepotError as error:
        if before != (copy.log, copy.stacks, copy.due, copy.seat):
            raise AssertionError(f"the refusal of a command changed the hand: {error}") from None
        return error
    return None
