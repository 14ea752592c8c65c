"""The rows of a hand that is over: the hand itself, and one for each account that was at it or looked on.

They are an index: the stream of the table stays the truth, and by them a hand is found in it without reading the rest.
"""

from __future__ import annotations

from sidepot.room.discreet import Discreet


class HandOf(Discreet, frozen=True, gc=False):
    """The row of one account: its `seat` in the hand (-1: it looked on), chips up or down, and the figures of it.

    `unit` is the chips that results are counted in, `cards` are its own at the end of the hand, in short.
    """

    SHOWN = ("seat",)

    account: str
    seat: int = -1
    net: int = 0
    unit: int = 0
    voluntary: bool = False
    raised: bool = False
    showdown: bool = False
    won_there: bool = False
    cards: str = ""


class HandListed(Discreet, frozen=True, gc=False):
    """The row of a hand, and those `of` its accounts. It lies in entries `first` to `last` of the stream of its table.

    `before` is the link of the chain before it; `tournament`: its chips are those of one.
    """

    SHOWN = ("number", "first", "last")

    number: int
    at: int
    first: int
    last: int
    before: bytes
    title: str
    game: str
    tournament: bool
    players: int
    pot: int
    showdown: bool
    board: str
    of: tuple[HandOf, ...] = ()


def rows_of(stream: str, told: HandListed) -> tuple[tuple[object, ...], list[tuple[object, ...]]]:
    """The row for `hand`, and those for `hand_of`, in the order of their columns."""
    row: tuple[object, ...] = (
        stream, told.number, told.at, told.first, told.last, told.before, told.title, told.game, told.tournament,
        told.players, told.pot, told.showdown, told.board,
    )  # fmt: skip
    of: list[tuple[object, ...]] = [
        (
            one.account, told.at, stream, told.number, one.seat, one.net, one.unit, one.voluntary, one.raised,
            one.showdown, one.won_there, one.cards,
        )
        for one in told.of
    ]  # fmt: skip
    return row, of
