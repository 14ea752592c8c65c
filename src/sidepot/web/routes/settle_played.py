"""HTTP: a hand that was played at a table of the room, as a form to settle it anew with real chips."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency

from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.games.catalog import find_game
from sidepot.games.model import Game
from sidepot.hand.events import Awarded, Killed, Mucked, PassedOut, Redealt, Returned
from sidepot.hand.hand import Hand
from sidepot.room.fairness.items import Item
from sidepot.room.fairness.record import HandRecord
from sidepot.room.fairness.record_check import items_of, view_of_record
from sidepot.room.views.public_hand import PublicHand
from sidepot.rules.houses import CASH, HOUSES
from sidepot.web.hand_records import seen_record
from sidepot.web.requests import Ask, HandNumber, TableId
from sidepot.web.routes.settle import Player, SettleForm
from sidepot.web.state import Desk

AT_SETTLEMENT: Final = (
    "odd_chip_stud", "identical_high_low_even", "one_odd_chip", "odd_half", "both_ways", "dead_hand_forfeits",
)  # fmt: skip
"""The choices of a house that a settlement asks for."""


@get("/api/tables/{table:str}/hands/{hand:int}/settle")
async def settle_played(
    request: Ask, desk: NamedDependency[Desk], table: TableId, hand: HandNumber
) -> Response[SettleForm]:
    """What everybody saw of a hand: who put in what, who folded, cards that were shown; for `POST /api/settle`."""
    record = await seen_record(desk, table, hand, request.user, public=True)
    return Response(await asyncio.to_thread(form_of_record, record))


def form_of_record(record: HandRecord) -> SettleForm:
    """A hand as a form to settle. Raises BadNotation for a record of no hand, Conflict for one that no form tells."""
    items: list[Item] = []
    seen = PublicHand(items, record.seat)
    then: Hand | None = None  # when all betting was over, and no chip given back or paid
    killed: list[int] = []
    mucked: list[int] = []
    for item in view_of_record(record, items_of(record)):
        view = seen.view
        if isinstance(item, Redealt):
            then, killed, mucked = None, [], []
        elif then is None and view is not None and isinstance(item, Returned | Awarded | PassedOut):
            then = view.copy()
        if (
            isinstance(item, Mucked)
            or isinstance(item, Killed)
            and view is not None
            and view.street == view.plan.showdown
        ):
            mucked.append(item.seat)
        elif isinstance(item, Killed):
            killed.append(item.seat)
        items.append(item)
        seen.catch_up()
    view = seen.view
    if view is None:
        raise BadNotation("the record of a hand has a hand")
    return _form(view, view if then is None else then, seen.players, killed, mucked)


def _form(view: Hand, then: Hand, names: Sequence[str], killed: list[int], mucked: list[int]) -> SettleForm:
    """The form of a hand: its cards as they are at the end, and its chips as they were `then`."""
    setup = view.setup
    if setup.parts:
        raise Conflict(
            "a pot that waited is for some of the players only, which a form to settle cannot tell", code="cannot_tell"
        )
    seats = view.plan.seats
    live = then.live & view.live
    if not _is_known(setup.game):
        raise Conflict(
            f"{setup.game.title} is not a game that a form can name: use `sidepot settle --game FILE`",
            code="cannot_tell",
        )
    players = []
    for seat in [(setup.button + 1 + at) % seats for at in range(seats)]:
        if not setup.stacks[seat] and not then.put[seat]:
            continue
        out = not live >> seat & 1 or seat in mucked
        cards = () if out or UNKNOWN in view.hole[seat] else view.hole[seat]
        players.append(
            Player(
                names[seat],
                then.put[seat],
                out and seat not in (*killed, *mucked),
                text(cards),
                seat in killed,
                not out and not then.betting.stacks[seat],
                _declared(view, seat),
            )
        )
    game, rulebook = setup.game, setup.rulebook
    house = HOUSES.get(rulebook.name, CASH)
    return SettleForm(
        players,
        " / ".join([text(board) for board in view.boards if board]),
        mucked=[names[seat] for seat in mucked],
        dead=then.dead,
        chip=setup.stakes.chip,
        game=game.name,
        house=house.name,
        rulebook={
            name: getattr(rulebook, name) for name in AT_SETTLEMENT if getattr(rulebook, name) != getattr(house, name)
        },
    )


def _is_known(game: Game) -> bool:
    """Whether a game is found by its name."""
    try:
        return find_game(game.name) == game
    except SidepotError:
        return False


def _declared(view: Hand, seat: int) -> str:
    """What a seat declared, as `settle` reads it."""
    return {1: "first", 2: "second", 3: "both"}.get(view.aside.ways_of(seat), "")


SETTLE_PLAYED: Final = (settle_played,)
