"""The terms of a table of the room: its rules, the times, the bots."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from sidepot.errors import Conflict
from sidepot.table.table_rules import TableRules
from sidepot.validation import quantities as q
from sidepot.validation.shown_text import THAT_SHOWS, can_be_shown
from sidepot.validation.type_checks import check_fields


class Strength(StrEnum):
    """How well a bot plays."""

    BEGINNER = "beginner"
    REGULAR = "regular"
    EXPERT = "expert"


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long people have, in milliseconds.

    Each decision has `decide`; after it the player's time bank runs, which begins with `bank` and gets `bank_back` for
    each hand dealt, never more than `bank` in all. A player without a connection has `away` at least. Between
    hands there is `between`, or `showdown` if hands were shown. A pack may be cut for `cut` after the shuffle where
    somebody has asked to. A player who times out `lapses` times in a row is sat out of a cash table. A restart gives
    `grace` to a decision that was on. At the showdown a player who asks to be asked has `show` to answer, without the
    bank; as long can people show a hand that is over, if somebody may. If all are all-in, each street is looked
    at for `street`: the next hand waits that much longer, and pages show it at that speed.
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
    """A bot that keeps company: its name, how well it plays, and its seat (-1: the first that is free)."""

    name: str
    strength: Strength = Strength.REGULAR
    seat: q.AnySeat = -1


class OfTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tournament of which a table is one: its id, and the number of the table there."""

    tournament: str
    number: q.Table


class RoomTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the room: a cash table, or one of a tournament, and its `rules`.

    `agreed`: a person who sits down has accepted these terms before (PG-35).
    `approve`: a person who would sit down at a cash table waits for the word of a host.
    `watch_after`: the number of hands by which spectators see a hand later; -1: no hand at all.
    `locked`: a player needs a password to come in, which is kept elsewhere. `bots` sit down when it opens, and buy
    `buys` chips (0: the usual buy-in); with `fill`, a bot makes room for a person, and a new one comes when that person
    leaves. `of_tournament`: its seats, levels, chips and hands are ordered by a tournament.
    """

    title: str
    rules: TableRules
    timing: Timing = Timing()
    locked: bool = False
    bots: tuple[BotSeat, ...] = ()
    buys: q.Chips = 0
    fill: bool = False
    agreed: bool = False
    approve: bool = False
    watch_after: q.AnyDelay = 0
    of_tournament: OfTournament | None = None

    def __post_init__(self) -> None:
        check_fields(self)
        if self.of_tournament is not None and not self.rules.is_tournament:
            raise Conflict("a table of a tournament has the rules of one", code="bad_terms")
        if self.approve and self.of_tournament is not None:
            raise Conflict("the host gives the seats of a cash table, and of no tournament", code="bad_terms")
        if not self.title.strip() or len(self.title) > 60 or not can_be_shown(self.title):
            raise Conflict(f"a table has a title of 1 to 60 characters {THAT_SHOWS}", code="bad_terms")


def title_said(terms: RoomTerms) -> tuple[str, ...]:
    """The title of a table of a tournament as data: a sentence, what it is called, and the number of the table."""
    if terms.of_tournament is None:
        return ()
    number = str(terms.of_tournament.number)
    name = terms.title.removesuffix(f", table {number}")
    return ("{}, table {}", name, number) if name != terms.title else ()
