"""The messages of a topic of a tournament on the socket: what has changed, each part of it whole.

`topic` is what the client watches, `seq` the record that the part stands for, `now` the room's clock. A part that is
sent takes the place of the one before it, so nothing is lost with a message that was not sent.
"""

from __future__ import annotations

import msgspec

from sidepot.room.views.display import CalledShown, ScreenShown
from sidepot.web.director.people import SeatPage, WishShown
from sidepot.web.director.schemas import (
    AmountLine,
    Counts,
    DeskClock,
    DeskTable,
    DeskTerms,
    HistoryLine,
    TodoLine,
)
from sidepot.web.tournaments.routes import TournamentPlayer


class _Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """Anything that a topic tells."""

    topic: str
    seq: int
    now: int


class ScreenTold(_Told, frozen=True, omit_defaults=True, tag="screen"):
    """What the displays show, whole: the message has at most 4 KB."""

    state: ScreenShown


class ClockTold(_Told, frozen=True, omit_defaults=True, tag="clock"):
    """The clock, how many there are of everything, the phase, the terms, and what stands above the console."""

    phase: str
    clock: DeskClock
    counts: Counts
    terms: DeskTerms
    announcement: str = ""
    called: CalledShown | None = None
    paused_why: str = ""
    why: str = ""


class TableTold(_Told, frozen=True, omit_defaults=True, tag="table"):
    """Tables that have changed, with their seats; `whole`: those told are all that there are, large halls in short.

    `gone` are the numbers of tables that are no more.
    """

    tables: tuple[DeskTable, ...]
    gone: tuple[int, ...] = ()
    whole: bool = False


class PlayerTold(_Told, frozen=True, omit_defaults=True, tag="player"):
    """Players who have changed; `all`: many may have, fetch them. On a topic of one seat: the `page` of its player."""

    players: tuple[TournamentPlayer, ...] = ()
    all: bool = False
    page: SeatPage | None = None


class AdviceTold(_Told, frozen=True, omit_defaults=True, tag="advice"):
    """The first lines of the tasks, and how many more there are."""

    todo: tuple[TodoLine, ...]
    more_todo: int = 0


class WishTold(WishShown, frozen=True, omit_defaults=True):
    """A wish, and whose it is."""

    player: str = ""


class AskTold(_Told, frozen=True, omit_defaults=True, tag="ask"):
    """The wishes of players that are open or were seen to a moment ago, the last ones; each names its player."""

    asks: tuple[WishTold, ...]


class SaidTold(_Told, frozen=True, omit_defaults=True, tag="said"):
    """Lines of the history that are new, or read otherwise now (an undone one), the newest last; `step` is the last."""

    step: int
    lines: tuple[HistoryLine, ...]


class MoneyTold(_Told, frozen=True, omit_defaults=True, tag="money"):
    """The pool, its prizes, and the sums of all money. What each has paid and won is fetched."""

    pool: int
    prizes: tuple[int, ...]
    lines: tuple[AmountLine, ...] = ()


TOPIC_NEWS = (ScreenTold, ClockTold, TableTold, PlayerTold, AdviceTold, AskTold, SaidTold, MoneyTold)
