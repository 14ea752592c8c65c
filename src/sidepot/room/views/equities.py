"""The equities of the hands in a finished hand, at each step of its replay and of the run-out of an all-in.

They are computed from the cards that a viewer saw by the end. Unseen cards count as random.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

import msgspec

from sidepot.cards import UNKNOWN, text
from sidepot.errors import SidepotError
from sidepot.games.model import Game
from sidepot.hand.events import (
    BoardDealt,
    BroughtIn,
    Called,
    Checked,
    Discarded,
    Folded,
    RaisedTo,
    Redealt,
    Started,
    Voided,
)
from sidepot.hand.hand import Hand
from sidepot.hand.streets import seats_of
from sidepot.odds.ask import odds, seconds_for
from sidepot.odds.question import make_spot
from sidepot.room.fairness.items import Item
from sidepot.room.fairness.record import HandRecord
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.public_hand import PublicHand
from sidepot.room.views.replayed import walk

PATIENCE: Final = 0.5  # most seconds for an exact calculation
SAMPLES: Final = 800  # deals to sample if it would take longer
_ACTS: Final = (BroughtIn, Called, Checked, Discarded, Folded, RaisedTo)
_BEGINS: Final = (Redealt, Started, Voided)
_ONE_AT_A_TIME: Final = Lock()  # later requests get the cached result


class ShareStep(msgspec.Struct, frozen=True):
    """A step of a run-out.

    - `boards`: the boards after the step
    - `shares`: the equity of each player in the hand, from 0 to 1 (with several boards, the equity in the current run)
    - `exact`: false if the equities were sampled
    """

    boards: tuple[tuple[int, ...], ...]
    shares: tuple[tuple[str, float], ...]  # by the names of the players
    exact: bool


class Shares(msgspec.Struct, frozen=True):
    """The steps of a run-out, starting before its first card.

    There are no steps if there was no run-out, or if the hands were not open.
    """

    hand: int
    steps: tuple[ShareStep, ...]


def shares_of_record(record: HandRecord) -> Shares:
    """The equities during a run-out, from the record of a hand. Raises BadNotation if the record has no hand."""
    return shares_of(view_of_record(record, items_of(record)))


def shares_of(items: Sequence[Item]) -> Shares:
    """The equities during a run-out, from the public items of a finished hand."""
    seen = PublicHand(items)
    seen.catch_up()
    view = seen.view
    looks = _run_out(items, len(view.boards)) if view is not None else []
    if view is None or not looks:
        return Shares(seen.number, ())
    seats = seats_of(view.live)
    hands = [view.hole[seat] for seat in seats]
    runs_of_several = view.plan.boards > 1 and view.aside.runs > 1
    if len(seats) < 2 or runs_of_several or any(UNKNOWN in hole or not hole for hole in hands):
        return Shares(seen.number, ())
    names, game = [seen.players[seat] for seat in seats], view.setup.game
    found = []
    with _ONE_AT_A_TIME:
        for boards, run in looks:
            there = (boards[run],) if view.aside.runs > 1 else boards
            gone = {card for board in boards for card in board} - {card for board in there for card in board}
            try:
                shares, exact = _shares(game, tuple(hands), there, tuple(sorted(gone)))
            except SidepotError:  # too many hands for the calculation
                return Shares(seen.number, ())
            found.append(ShareStep(boards, tuple(zip(names, shares, strict=True)), exact))
    return Shares(seen.number, tuple(found))


@lru_cache(maxsize=1024)
def _shares(
    game: Game, hands: tuple[tuple[int, ...], ...], boards: tuple[tuple[int, ...], ...], gone: tuple[int, ...]
) -> tuple[tuple[float, ...], bool]:
    hole_texts, dead = [text(hole) for hole in hands], text(gone)
    board = "/".join([text(one) for one in boards]) if any(boards) else ""
    exact = seconds_for(make_spot(hole_texts, board=board, dead=dead, game=game), False) <= PATIENCE
    samples = None if exact else SAMPLES
    found = odds(hole_texts, board=board, dead=dead, game=game, exact=exact, samples=samples, engine="plain")
    return tuple([round(one.equity, 4) for one in found.hands]), exact


def _run_out(items: Sequence[Item], count: int) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """The boards after the last action and after each later deal, with the index of the board dealt next."""
    looks: list[tuple[tuple[tuple[int, ...], ...], int]] = []
    boards: dict[int, tuple[int, ...]] = {}
    for item in items:
        if isinstance(item, _ACTS):
            looks.clear()
        elif isinstance(item, _BEGINS):
            looks.clear()
            boards.clear()
        elif isinstance(item, BoardDealt):
            if not looks:
                boards = {at: boards.get(at, boards.get(0, ())) for at in range(count)}  # all runs go on from these
                looks.append((tuple(boards.values()), item.board))
            looks[-1] = looks[-1][0], item.board
            boards[item.board] = boards.get(item.board, ()) + item.cards
            looks.append((tuple([boards[at] for at in range(count)]), item.board))
    return looks


# ---- the steps of a replay


class StepEquity(msgspec.Struct, frozen=True):
    """The equities of the hands at a step of a replay, from 0 to 1.

    - `shares`: the equity of each known hand, by seat of the hand
    - `unknown`: the number of hands in play whose cards the viewer never saw
    - `exact`: false if the equities were sampled

    The unknown hands count as random hands, and have the remaining equity.
    """

    shares: tuple[tuple[int, float], ...]
    unknown: int
    exact: bool


class Equities(msgspec.Struct, frozen=True):
    """The equities at each step of a replay. A step has None if nothing is left to win, or no hand in play is known."""

    hand: int
    steps: tuple[StepEquity | None, ...]


def equities_of_record(record: HandRecord) -> Equities:
    """The equities at each step of a hand, as its owner saw it. In games with draws, there are none."""
    return equities_of_items(view_of_record(record, items_of(record)), record.seat)


def equities_of_items(items: Sequence[Item], seat: int) -> Equities:
    """The equities at each step of a hand with these items, as a seat saw it. In games with draws, there are none."""
    seen = PublicHand(items, seat)
    seen.catch_up()
    last = seen.view
    if last is None or last.setup.game.is_draw:
        return Equities(seen.number, ())
    with _ONE_AT_A_TIME:
        steps = [None if then.paid else _equity_at(view, last) for then, view, _ in walk(items, seat)]
    return Equities(seen.number, tuple(steps))


def _equity_at(view: Hand, last: Hand) -> StepEquity | None:
    """The equities at a step of a hand that ended like `last`, in which the cards shown later are known."""
    seats = seats_of(view.live)
    hands = {seat: _known(view.hole[seat], last.hole[seat]) for seat in range(len(view.hole))}
    known = [seat for seat in seats if hands[seat] and UNKNOWN not in hands[seat]]
    boards = _boards_in_play(view)
    if len(seats) < 2 or not known or boards is None or not all(view.hole[seat] for seat in seats):
        return None
    gone = {card for board in view.boards for card in board} - {card for board in boards for card in board}
    gone |= {card for seat, hole in hands.items() if seat not in seats for card in hole} - {UNKNOWN}
    order = [*known, *[seat for seat in seats if seat not in known]]
    try:
        shares, exact = _shares(view.setup.game, tuple([hands[seat] for seat in order]), boards, tuple(sorted(gone)))
    except SidepotError:  # too many hands for the calculation
        return None
    return StepEquity(tuple(zip(known, shares, strict=False)), len(seats) - len(known), exact)


def _known(hole: tuple[int, ...], end: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a hand at a step, including those that were shown in the `end`."""
    return end[: len(hole)] if UNKNOWN in hole and len(end) >= len(hole) else hole


def _boards_in_play(view: Hand) -> tuple[tuple[int, ...], ...] | None:
    """All boards of a game with several boards. If a board is run several times, the current run (None if all are
    dealt).
    """
    if view.aside.runs < 2:
        return view.boards
    if view.plan.boards > 1:
        return None
    size = view.setup.game.board_cards
    return next(((board,) for board in view.boards if len(board) < size), None)
