"""The event of a tournament: a command, and all the steps that it caused."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sidepot.room.tournament.commands import TournamentCommand
from sidepot.tournament.steps import Step
from sidepot.validation.codec import Codec


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of news.

    - `cite`: the rule behind the line
    - `kind`: move, break, level, bubble, race, out, staff, deal or note
    - `player`: the player whom the line is about
    - `tables`: the numbers of the tables that see the line (empty: all tables)
    - `sentence`: the text as data, for pages in other languages
    """

    at: int
    text: str
    kind: str = "note"
    cite: str = ""
    player: str = ""
    tables: tuple[int, ...] = ()
    by: str = ""
    sentence: list[Any] = []  # lists, because that is how they are decoded


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal that the player `player` has offered.

    - `by`: the method
    - `until`: when players must have answered
    - `amounts`, `first`: as in the command `OfferDeal`
    - `figures`: what each player would be paid (empty while hands are in progress)
    - `agreed`: the players who have accepted
    """

    number: int
    player: str
    by: str
    until: int
    amounts: tuple[tuple[str, int], ...] = ()
    first: int = 0
    figures: tuple[tuple[str, int], ...] = ()
    agreed: tuple[str, ...] = ()


class TournamentEvent(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Event `seq` of a tournament's log: a command, its sender `by`, its time `at`, and all its effects.

    - `steps`: the steps of the underlying `Tournament`, which have their own numbers and events
    - `accounts`: the account of each person who enters with this event
    - `bots`: the strength of each bot that enters with this event
    - `news`: the lines of news
    - `offer`: the new state of an offered deal, if it changes
    - `called_off`: the reason, if the tournament is called off before it begins
    """

    seq: int
    at: int
    by: str = ""
    id: str = ""
    command: TournamentCommand
    steps: tuple[Step, ...] = ()
    accounts: dict[str, str] = {}
    bots: dict[str, str] = {}
    news: tuple[News, ...] = ()
    offer: Offer | msgspec.UnsetType | None = msgspec.UNSET
    called_off: str = ""

    def __repr__(self) -> str:
        return f"<TournamentEvent {self.seq} by {self.by!r}: {type(self.command).__name__}, {len(self.steps)} steps>"


_JSON: Final = Codec[TournamentEvent](TournamentEvent, "a record of a tournament")
encode_event, decode_event = _JSON.encode, _JSON.decode
