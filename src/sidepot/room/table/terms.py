"""The terms of a table of the room: its rules, the time limits, the bots."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

import msgspec

from sidepot.bots.bot_names import BotStyle
from sidepot.errors import Conflict
from sidepot.rules.clauses import refuse, say
from sidepot.table.table_rules import TableRules
from sidepot.validation import quantities as q
from sidepot.validation.shown_text import MOST_ACCENTS, can_be_shown
from sidepot.validation.type_checks import check_fields

LONGEST_CALL: Final = 300
_CALL: Final = re.compile(r"https://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+(:[0-9]{1,5})?([/?#][!-~]*)?")


class Strength(StrEnum):
    """How well a bot plays."""

    BEGINNER = "beginner"
    REGULAR = "regular"
    EXPERT = "expert"


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The time limits at a table, in milliseconds.

    - `decide`: the time for a decision, after which the time bank runs
    - `bank`: the time bank at the start, which is also its maximum
    - `bank_back`: what each hand dealt gives back to the time bank
    - `away`: the minimum time that a disconnected player has for a decision
    - `between`, `showdown`: the pause between hands, and the longer pause if hands were shown
    - `cut`: the time to cut the deck, for a player who asked to
    - `lapses`: the number of timeouts in a row after which a player at a cash table must sit out
    - `grace`: the time added to the current decision after a restart
    - `show`: the time to choose at the showdown, to show a hand after it is over, and for the rabbit hunt
    - `street`: how long each street is shown if all players are all-in; the next hand waits that much longer
    """

    decide: q.SomePause = 25_000
    bank: q.Pause = 60_000
    bank_back: q.Pause = 1_000
    away: q.Pause = 45_000
    between: q.Pause = 2_500
    showdown: q.Pause = 6_000
    cut: q.Pause = 8_000
    lapses: q.SomeHands = 2
    grace: q.Pause = 10_000
    show: q.Pause = 5_000
    street: q.Pause = 1_200

    def __post_init__(self) -> None:
        check_fields(self)


class BotSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot that plays at a table: its name, its strength, and its seat (-1 for any)."""

    name: str
    strength: Strength = Strength.REGULAR
    seat: q.AnySeat = -1


class OfTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tournament that a table belongs to: its id, and the number of the table there."""

    tournament: str
    number: q.Table


class RoomTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of a table of the room: a cash table or a tournament table, with its `rules`.

    - `locked`: a player needs a password, which is stored elsewhere
    - `lock`: the name under which the password is stored, if a host has changed the password
    - `bots`: the bots that sit down when the table opens
    - `bot_style`: the style of bots that the host chose (None for any)
    - `buys`: the chips that bots buy (0 for the usual buy-in)
    - `fill`: a bot makes room for a person, and a new bot comes when that person leaves
    - `agreed`: a person must accept these terms before sitting down (PG-35)
    - `approve`: at a cash table, a host must approve each person who sits down
    - `watch_after`: the number of hands after which spectators see a hand (-1: never)
    - `of_tournament`: the tournament that controls the table's seats, levels, chips and hands
    - `call`: an https link to a call for talking while playing, which only players and hosts see
    """

    title: str
    rules: TableRules
    timing: Timing = Timing()
    locked: bool = False
    lock: str = ""
    bots: tuple[BotSeat, ...] = ()
    bot_style: BotStyle | None = None
    buys: q.Chips = 0
    fill: bool = False
    agreed: bool = False
    approve: bool = False
    watch_after: q.AnyDelay = 0
    of_tournament: OfTournament | None = None
    call: str = ""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.of_tournament is not None and not self.rules.is_tournament:
            raise refuse(Conflict, say("a tournament table needs tournament rules"), code="bad_terms")
        if self.approve and self.of_tournament is not None:
            raise refuse(Conflict, say("the host can approve players only at a cash table"), code="bad_terms")
        if self.call and (len(self.call) > LONGEST_CALL or not _CALL.fullmatch(self.call)):
            raise refuse(
                Conflict,
                say("the link to the call must be an https address of up to {most} characters", str(LONGEST_CALL)),
                code="bad_terms",
            )
        if not self.title.strip() or len(self.title) > 60 or not can_be_shown(self.title):
            raise refuse(
                Conflict,
                say(
                    "a title has 1 to {most} printable characters, with at most {accents} accents on a letter",
                    "60",
                    str(MOST_ACCENTS),
                ),
                code="bad_terms",
            )


def title_sentence(terms: RoomTerms) -> tuple[str, ...]:
    """The title of a tournament's table as data: a sentence, the tournament's name, and the table's number."""
    if terms.of_tournament is None:
        return ()
    number = str(terms.of_tournament.number)
    name = terms.title.removesuffix(f", table {number}")
    return ("{}, table {}", name, number) if name != terms.title else ()
