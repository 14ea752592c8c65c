"""A hand that is over, step by step, as one seat saw it: what happened, the table then, and what its next seat may do.

It is made from the record of the hand alone (`fair.record`), which shows its owner's cards and nobody else's: so a
replay shows no card more, and hands that were mucked stay mucked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from sidepot.errors import BadNotation
from sidepot.games.titles import Parts, terms_parts, terms_words
from sidepot.hand.due import DEAL
from sidepot.hand.events import Dealt
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, options
from sidepot.hand.legal.reason import Reason
from sidepot.hand.streets import seats_of
from sidepot.room.fairness.items import OF_THE_ROOM, Heading, Item
from sidepot.room.fairness.record import HandRecord
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.public import DUE, boards_of, street_of
from sidepot.room.views.public_hand import Onlooker
from sidepot.room.views.schema import Payment, PotState, SeatState
from sidepot.room.views.seats import seat_in_hand
from sidepot.room.views.told_parts import plain

CARDS_ARE_DEALT: Final = "The cards are dealt"


class Turn(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision that is due: whose (by the seat of the hand), of which kind, all they `may` do, and why or why not."""

    seat: int
    due: str
    may: tuple[str, ...]
    why: tuple[Reason, ...] = ()


class ReplayStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened, in words, and the table after it: seats and boards as its owner saw them, pots that are collected.

    `won_by` has with several boards the (seat, chips) that each has paid; `paid` are all payments until then, by the
    seats of the hand.
    """

    lines: tuple[str, ...]
    street: str
    seats: tuple[SeatState, ...]
    boards: tuple[tuple[int, ...], ...] = ()
    pots: tuple[PotState, ...] = ()
    runs: int = 0
    won_by: tuple[tuple[tuple[int, int], ...], ...] = ()
    turn: Turn | None = None
    paid: tuple[Payment, ...] = ()


class Replayed(msgspec.Struct, frozen=True):
    """A hand to step through, as seat `you` of it saw it (-1: as everybody did). `title` is the table's."""

    title: str
    hand: int
    you: int
    game: str
    terms: str
    stud: bool
    button: int
    steps: tuple[ReplayStep, ...]
    terms_said: Parts = ()  # the `terms` as data, for pages in other languages


def replay_record(record: HandRecord) -> Replayed:
    """The steps of a hand. Raises BadNotation for a record that is none of a hand."""
    view = view_of_record(record, items_of(record))
    heading = next((item for item in view if isinstance(item, Heading)), None)
    items: list[Item] = []
    seen = Onlooker(items, record.seat)
    steps: list[ReplayStep] = []
    for item in view:
        items.append(item)
        seen.catch_up()
        lines = tuple(map(plain, seen.lines[-1])) or _dealt(seen.view, item)
        if seen.view is not None and lines and not isinstance(item, OF_THE_ROOM):
            steps.append(_step(seen, seen.view, lines, record.seat))
    if heading is None or seen.view is None or not steps:
        raise BadNotation("the record of a hand begins with its heading, and has a hand")
    setup = seen.view.setup
    return Replayed(
        heading.table,
        heading.hand,
        record.seat,
        setup.game.title,
        terms_words(setup.limit, setup.stakes),
        setup.game.is_stud,
        setup.button,
        tuple(steps),
        tuple(terms_parts(setup.limit, setup.stakes)),
    )


def hand_of_record(record: HandRecord) -> tuple[Hand, Sequence[str]]:
    """The hand as its owner saw it, and the names of its seats. Raises BadNotation."""
    items: list[Item] = []
    seen = Onlooker(items, record.seat)
    items += view_of_record(record, items_of(record))
    seen.catch_up()
    if seen.view is None:
        raise BadNotation("the record of a hand has a hand")
    return seen.view, seen.players


def _dealt(view: Hand | None, item: Item) -> tuple[str, ...]:
    """A deal of which no card could be seen is a step too, when the last one has come."""
    ends = isinstance(item, Dealt) and view is not None and view.due is not DEAL
    return (CARDS_ARE_DEALT,) if ends else ()


def _step(seen: Onlooker, view: Hand, lines: tuple[str, ...], own: int) -> ReplayStep:
    seats = tuple([_seat(seen, view, at, own) for at in range(len(seen.players))])
    pots = [PotState(amount, tuple(seats_of(can & view.live))) for amount, can, _ in view.pots()]
    return ReplayStep(
        lines,
        street_of(view),
        seats,
        boards_of(view),
        tuple(pots),
        view.aside.runs,
        tuple([tuple(sorted(board.items())) for board in seen.won_by]),
        _turn(view, seen.players),
        tuple([Payment(*payment) for payment in seen.paid]),
    )


def _seat(seen: Onlooker, view: Hand, at: int, own: int) -> SeatState:
    state = seat_in_hand(seen, view, at, view.stacks[at], view.bets[at], None, None)
    cards = view.hole[at] if at == own else state.cards
    return msgspec.structs.replace(state, state="in", cards=cards)


# ---- the decision that is due


def _turn(view: Hand, players: Sequence[str]) -> Turn | None:
    due = DUE.get(view.due)
    if due is None or view.seat < 0 or view.forced:
        return None
    may = options(view, names=players)
    return Turn(view.seat, due, tuple(may_words(may)), may.why)


def may_words(may: Options) -> list[str]:
    """All that a seat may do, each in words: `call 40`, `raise to 80 up to 400`."""
    found = ["fold"] * may.may_fold + ["check"] * may.may_check
    if may.may_call:
        found.append(f"call {may.call}" if may.call else "call all-in")
    if may.bring_in:
        found.append(f"bring it in for {may.bring_in}")
    if may.may_raise:
        to = "" if may.is_bet else " to"
        many = f" or {may.raise_max}" if may.raise_two else f" up to {may.raise_max}"
        found.append(f"{may.verb}{to} {may.raise_min}{many if may.raise_max > may.raise_min else ''}")
    if may.is_draw:
        least, most = may.discard_least, may.discard
        found.append(f"throw {most} away" if least == most else f"change up to {most}")
    found += ["show"] * may.may_show + ["muck"] * may.may_muck
    if may.runs:
        found.append(f"have the board run up to {may.runs} times")
    return found + ["declare"] * may.declare
