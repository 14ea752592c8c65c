"""The shares of a run-out: how much of the pot each hand wins on average, before the first card and after each deal.

They are worked out from the public items of a hand that is over: all hands lie open then, and folded ones are unknown.
This takes up to half a second: a page asks for them when it shows a run-out, and no hand waits for that.
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
from sidepot.hand.streets import seats_of
from sidepot.odds.ask import odds, seconds_for
from sidepot.odds.question import make_spot
from sidepot.room.fairness.items import Item
from sidepot.room.fairness.record import HandRecord
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.public_hand import Onlooker

PATIENCE: Final = 0.5  # seconds that an exact answer may take
SAMPLES: Final = 800  # deals that are sampled where it would take longer
_ACTS: Final = (BroughtIn, Called, Checked, Discarded, Folded, RaisedTo)
_BEGINS: Final = (Redealt, Started, Voided)
_ONE_AT_A_TIME: Final = Lock()  # the next one who asks finds the answer ready


class ShareStep(msgspec.Struct, frozen=True):
    """The boards as they lay, and the share of each seat of the hand that was in, from 0 to 1; `exact`, or sampled.

    While a board is run more than once they are the shares of the run that is dealt.
    """

    boards: tuple[tuple[int, ...], ...]
    shares: tuple[tuple[str, float], ...]  # by the names of the players
    exact: bool


class Shares(msgspec.Struct, frozen=True):
    """The steps of a run-out, the hands alone first; none where no board was run out with hands open."""

    hand: int
    steps: tuple[ShareStep, ...]


def shares_of_record(record: HandRecord) -> Shares:
    """The same from the record of a hand. Raises BadNotation for a record that is none of a hand."""
    return shares_of(view_of_record(record, items_of(record)))


def shares_of(items: Sequence[Item]) -> Shares:
    """The shares of a hand that is over, from its public items."""
    seen = Onlooker(items)
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
            except SidepotError:  # more hands than odds are worked out for
                return Shares(seen.number, ())
            found.append(ShareStep(boards, tuple(zip(names, shares, strict=True)), exact))
    return Shares(seen.number, tuple(found))


@lru_cache(maxsize=1024)
def _shares(
    game: Game, hands: tuple[tuple[int, ...], ...], boards: tuple[tuple[int, ...], ...], gone: tuple[int, ...]
) -> tuple[tuple[float, ...], bool]:
    told, dead = [text(hole) for hole in hands], text(gone)
    board = "/".join([text(one) for one in boards]) if any(boards) else ""
    exact = seconds_for(make_spot(told, board=board, dead=dead, game=game), False) <= PATIENCE
    samples = None if exact else SAMPLES
    found = odds(told, board=board, dead=dead, game=game, exact=exact, samples=samples, engine="plain")
    return tuple([round(one.equity, 4) for one in found.hands]), exact


def _run_out(items: Sequence[Item], count: int) -> list[tuple[tuple[tuple[int, ...], ...], int]]:
    """The boards after the last act and after each deal since, each with the board that gets the next card."""
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
                boards = {at: boards.get(at, boards.get(0, ())) for at in range(count)}  # each run goes on from there
                looks.append((tuple(boards.values()), item.board))
            looks[-1] = looks[-1][0], item.board
            boards[item.board] = boards.get(item.board, ()) + item.cards
            looks.append((tuple([boards[at] for at in range(count)]), item.board))
    return looks
