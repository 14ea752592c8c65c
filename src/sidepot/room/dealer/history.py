"""The finished hands of a helper, from its log, as Poker Hand Histories. Whatever was not entered is unknown there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sidepot.cards import UNKNOWN
from sidepot.errors import BadNotation
from sidepot.formats.phh import Phh
from sidepot.formats.phh_record import phh_of_hand
from sidepot.hand import events as e
from sidepot.room.dealer import acts as a
from sidepot.room.dealer import commands as c
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.dealer.play import Play
from sidepot.room.dealer.terms import HandTerms


class Finished(NamedTuple):
    """A finished hand: its number at the table, when it was closed, and the acts that were entered."""

    number: int
    at: int
    terms: HandTerms
    acts: tuple[a.AnyAct, ...]


def finished(events: Iterable[c.DealerEvent]) -> Iterator[Finished]:
    """The finished hands of a log, in order."""
    each = iter(events)
    helper = DealerTable.begin("", next(each))
    last: Finished | None = None  # it may be reopened
    for event in each:
        if isinstance(event.command, c.Begin) and last is not None:
            yield last
        if isinstance(event.command, c.Close) and helper.terms is not None:
            last = Finished(helper.hands, event.at, helper.terms, helper.acts)
        elif isinstance(event.command, c.Begin | c.Reopen):
            last = None
        helper.apply(event)
    if last is not None:
        yield last


def phh_of(hand: Finished, table: int, name: Callable[[str], str] = str) -> Phh:
    """A finished hand as a Poker Hand History. `name` returns the name to write for a player of the log.

    Raises BadNotation if the format cannot express the hand.
    """
    play = Play(hand.terms, hand.acts)
    if len(play.boards) > play.hand.setup.game.boards:
        raise BadNotation("a Poker Hand History cannot express a board that was run several times")
    seats = hand.terms.seats
    seen = play.hand.copy()
    seen.log = list(_log(play))
    button = play.hand.setup.button
    order = [*range(button + 1, len(seats)), *range(button + 1)]
    about: dict[str, object] = {
        "table": str(table),
        "hand": hand.number,
        "seats": [seats[at].seat + 1 for at in order],
        "players": [name(seats[at].player) for at in order],
    }
    phh = phh_of_hand(seen, about=about, name=str(hand.number))
    setup, nets = play.hand.setup, play.nets
    starting = tuple([setup.stacks[at] if play.is_known(at) else None for at in order])
    known = None not in starting
    finishing = tuple([setup.stacks[at] + nets[at] for at in order]) if known else None
    return replace(phh, starting_stacks=starting, finishing_stacks=finishing)


def _log(play: Play) -> Iterator[e.Event]:
    """The events of a hand with the cards that were entered, including its showdown."""
    hand = play.hand
    boards = [list(board) for board in play.boards]
    for event in hand.log:
        match event:
            case e.Dealt(seat, cards, up):
                yield e.Dealt(seat, (UNKNOWN,) * len(cards), up)
            case e.BoardDealt(cards, board):
                yield e.BoardDealt(_taken(boards[board % len(boards)], len(cards)), board)
            case e.Shown() | e.Mucked():
                pass
            case _:
                yield event
    for seat, cards in play.shown.items():
        yield e.Shown(seat, cards)
    for seat in play.mucked:
        yield e.Mucked(seat)
    if play.waits == "showdown" and hand.street < hand.plan.showdown:  # the streets after betting was over
        for street in hand.setup.game.streets[hand.street + 1 :]:
            for at, left in enumerate(boards):
                if street.board and len(left) >= street.board:
                    yield e.BoardDealt(_taken(left, street.board), at)


def _taken(board: list[int], count: int) -> tuple[int, ...]:
    """The next cards of a board, as unknown cards if they were not entered."""
    taken = tuple(board[:count])
    del board[:count]
    return taken if len(taken) == count else (UNKNOWN,) * count
