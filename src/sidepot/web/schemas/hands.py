"""What goes over HTTP of hands that are over: one's own list of them, a replay, one's figures."""

from __future__ import annotations

from typing import Annotated

import msgspec

from sidepot.hand.figures import LinePoint
from sidepot.room.views.replayed import Replayed

LONGEST_NOTE = 2000


class MyHand(msgspec.Struct, frozen=True):
    """A hand in your list: `own` where you were dealt in, else you looked on; `cards` are yours, in short (`AhKd`)."""

    table: str
    hand: int
    at: int
    title: str
    game: str
    game_title: str
    tournament: bool
    players: int
    pot: int
    showdown: bool
    boards: list[str]
    own: bool
    net: int
    cards: str
    noted: bool


class MyHands(msgspec.Struct, frozen=True):
    """A page of your hands; `more` asks for the next one ("": there is none). `games` by id, on the first page."""

    hands: list[MyHand]
    more: str
    games: dict[str, str]


class GameFigures(msgspec.Struct, frozen=True):
    """Your figures in one game ("": in all of them): counts of hands, but for chips and `per_100` (big blinds).

    `voluntary` and `raised` are told as parts of the hands that you `decided`: all but walks.
    """

    game: str
    title: str
    hands: int
    net: int
    per_100: float
    voluntary: int
    raised: int
    showdowns: int
    won_there: int
    decided: int


class MyFigures(msgspec.Struct, frozen=True):
    """Your figures in all, by games, and the line over time."""

    all: GameFigures
    games: list[GameFigures]
    line: list[LinePoint]


class Replay(msgspec.Struct, frozen=True):
    """A hand to step through; your `note` of it, and whether it is in your list (`own`)."""

    table: str
    replayed: Replayed
    note: str
    own: bool


class NoteForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note of your own."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NOTE)]
