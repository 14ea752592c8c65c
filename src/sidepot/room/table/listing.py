"""The rows with which players and spectators later find a finished hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Final

from sidepot.cards import text
from sidepot.hand.hand import Hand
from sidepot.hand.seat_stats import SeatFigures, figures, unit
from sidepot.room.store.rows import HandListed, HandOf
from sidepot.room.table.state import HandAt
from sidepot.table.events import HandBegun, HandDone

if TYPE_CHECKING:
    from sidepot.room.table.events import TableEvent
    from sidepot.room.table.machine import RoomTable

MOST_SPECTATORS: Final = 50  # most accounts that one hand is listed for


def is_done(event: TableEvent) -> bool:
    """Whether this event ends a hand that was played to the end, not called off."""
    return any(isinstance(one, HandDone) for one in event.table)


def listed(
    room: RoomTable,
    event: TableEvent,
    spectators: Callable[[], Collection[str]],
    report: Callable[[Exception], None],
) -> HandListed | None:
    """The listing to write with the last event (None if that event does not end a hand).

    The listing is only an index. If making it fails, `report` is called with the error, and play continues without the
    listing. `spectators` returns the accounts that watch the table.
    """
    if not event.link or not is_done(event):
        return None
    try:
        return to_list(room, spectators())
    except Exception as error:
        report(error)
        return None


def to_list(room: RoomTable, spectators: Collection[str]) -> HandListed | None:
    """The listing of the hand that ended with the last event (None if there is no such hand).

    `spectators` are the accounts that watch the table.
    """
    hand, begun = room.last, room.begun
    if hand is None or begun is None:
        return None
    accounts = {name: room.accounts.get(name, "") for name in begun.players}
    where = room.hands[begun.number]
    is_tournament = room.at_tournament is not None
    decimals = room.table.rules.unit.decimals
    return rows_of_hand(
        hand, begun, where, room.at, room.terms.title, accounts, spectators, tournament=is_tournament, decimals=decimals
    )


def rows_of_hand(
    hand: Hand,
    begun: HandBegun,
    where: HandAt,
    at: int,
    title: str,
    accounts: Mapping[str, str],
    spectators: Collection[str] = (),
    *,
    tournament: bool,
    decimals: int = 0,
) -> HandListed:
    """The listing of a hand that ended at the time `at`. `accounts` maps the names of its players to their accounts."""
    found = figures(hand)
    chips = unit(hand.setup)
    of: dict[str, HandOf] = {}
    for seat, (name, seen) in enumerate(zip(begun.players, found.seats, strict=True)):
        account = accounts.get(name, "")
        if account and seen is not None and account not in of:
            of[account] = _row(account, seat, seen, chips, text(hand.hole[seat]))
    looked = [account for account in spectators if account not in of]
    return HandListed(
        title,
        hand.setup.game.name,
        tournament,
        len(begun.players),
        found.pot,
        found.showdown,
        " ".join([text(board) for board in hand.boards if board]),
        decimals,
        begun.number,
        at,
        where.first_seq,
        where.last_seq,
        where.before,
        (*of.values(), *[HandOf(account) for account in looked[:MOST_SPECTATORS]]),
    )


def _row(account: str, seat: int, seen: SeatFigures, chips: int, cards: str) -> HandOf:
    did = (seen.voluntary, seen.raised, seen.showdown, seen.won_there)
    return HandOf(account, seat, seen.net, chips, *did, cards, seen.walk or seen.bomb)
