"""The terms of a tournament of the room: its structure, the start, the time limits at its tables, the bots."""

from __future__ import annotations

import re
from typing import Final, Literal

import msgspec

from sidepot.errors import Conflict
from sidepot.room.table.terms import OfTournament, RoomTerms, Strength, Timing
from sidepot.rules.clauses import refuse, say
from sidepot.tournament.events import TableOpened
from sidepot.tournament.structure import Kind, Structure
from sidepot.validation import quantities as q
from sidepot.validation.shown_text import MOST_ACCENTS, can_be_shown
from sidepot.validation.type_checks import check_fields

LONGEST_TITLE: Final = 45  # followed by a table's number, this is the title of the table
LONGEST_FLIGHT: Final = 20
WEEK: Final = 7 * 86_400_000
_ZONE: Final = re.compile(r"[A-Za-z0-9_+-]{1,30}(?:/[A-Za-z0-9_+-]{1,30}){0,2}")


class TournamentTerms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The terms of a tournament of the room, as announced.

    - `starts_at`: the start, in milliseconds since 1970 (0: a host starts it)
    - `starts_full`: the tournament starts as soon as `structure.entry.most` players have entered
    - `fill`: at the start, bots enter until there are this many players
    - `least`: with fewer players, the tournament is called off, and entries are returned
    - `timing`, `watch_after`: the time limits, and the delay for spectators, at its tables
    - `live`: it is played with real chips and cards, and people report what happens
    - `weekly`: the time zone of a weekly series; once this tournament has begun, the next is announced
    - `follows`: the tournament before this one in a weekly series
    - `password_of`: the tournament whose password this one has
    - `public`: whether its public page shows names or entry numbers ("" for no such page)
    - `locked`: a player needs a password (stored elsewhere) to enter, and to watch its tables
    - `agreed`: a person must accept the terms to enter (PG-35)
    - `draft`: it is not published yet
    - `days`: on a final day, the structure of all its days
    - `flights_at`: on a final day, when each of its flights starts
    - `flight`, `final`: in a flight, its name, and the id of its final day
    - `first_flight`: in a later flight of a live tournament, and on its day 2, the id of the first flight
    - `first_level`: the number of its first level, which is above 1 on day 2
    """

    title: str
    structure: Structure
    description: str = ""
    starts_at: q.Moment = 0
    starts_full: bool = False
    fill: q.Bots = 0
    strength: Strength = Strength.REGULAR
    least: q.Players = 2
    timing: Timing = Timing()
    watch_after: q.AnyDelay = 0
    live: bool = False
    weekly: str = ""
    follows: str = ""
    password_of: str = ""
    public: Literal["", "names", "numbers"] = ""
    locked: bool = False
    agreed: bool = False
    draft: bool = False
    days: Structure | None = None
    flights_at: tuple[q.Moment, ...] = ()
    flight: str = ""
    final: str = ""
    first_flight: str = ""
    first_level: q.Levels = 1

    def __post_init__(self) -> None:
        check_fields(self)
        if not self.title.strip() or len(self.title) > LONGEST_TITLE or not can_be_shown(self.title):
            raise refuse(
                Conflict,
                say(
                    "a title has 1 to {most} printable characters, with at most {accents} accents on a letter",
                    str(LONGEST_TITLE),
                    str(MOST_ACCENTS),
                ),
                code="bad_terms",
            )
        if self.weekly:
            check_zone(self.weekly)
            if not self.starts_at:
                raise refuse(Conflict, say("a weekly tournament needs a start time"), code="bad_terms")
        if self.live and (self.locked or self.agreed):
            raise refuse(
                Conflict,
                say("players enter a live tournament at the desk: it takes no password and no terms to accept"),
                code="bad_terms",
            )
        if self.live and (self.fill or self.starts_full):
            raise refuse(Conflict, say("a live tournament has no bots, and its staff start it"), code="bad_terms")
        if self.draft and not self.live:
            raise refuse(Conflict, say("only a live tournament can be a draft"), code="bad_terms")
        if self.starts_full and not self.structure.entry.most:
            raise refuse(
                Conflict,
                say("a tournament that starts when it is full needs a maximum number of entries"),
                code="bad_terms",
            )
        _check_days(self)


def first_level(terms: TournamentTerms) -> int:
    """The number of the first level, counted from 1. A final day continues the levels of its flights."""
    return terms.first_level if terms.days is None else terms.days.flight_levels + 1


def is_live_flight(terms: TournamentTerms) -> bool:
    """Whether this is a flight of a live tournament."""
    return terms.live and terms.structure.kind is Kind.FLIGHT


def is_day_2(terms: TournamentTerms) -> bool:
    """Whether this is day 2 of a live tournament, which nobody enters directly."""
    return terms.live and bool(terms.first_flight) and not is_live_flight(terms)


def title_without(terms: TournamentTerms) -> str:
    """The title of a live tournament without the name of the flight at its end."""
    return terms.title.removesuffix(f", {terms.flight}") if terms.flight else terms.title


def title_with(title: str, behind: str) -> str:
    """A title with `behind`, the name of a flight, at its end. The title is cut if the whole would be too long."""
    rest = f", {behind}"
    return title[: LONGEST_TITLE - len(rest)].rstrip() + rest


def _check_days(terms: TournamentTerms) -> None:
    """Raise Conflict if the names or start times of a final day's flights are wrong."""
    days, starts = terms.days, terms.flights_at
    if is_live_flight(terms):
        check_flight_name(terms.flight)
    if days is None:
        if starts or terms.structure.flights:
            raise refuse(Conflict, say("flights are announced with their final day"), code="bad_terms")
        return
    if terms.live:
        raise refuse(Conflict, say("a live tournament cannot announce flights"), code="bad_terms")
    for name in days.flights:
        check_flight_name(name)
    if len(starts) > len(days.flights):
        raise refuse(
            Conflict,
            say(
                "expected at most {most} start times for the flights, got {count}",
                str(len(days.flights)),
                str(len(starts)),
            ),
            code="bad_terms",
        )
    if terms.starts_at and max(starts, default=0) > terms.starts_at:
        raise refuse(Conflict, say("the final day must start after its flights"), code="bad_terms")
    if terms.weekly and not all(not one or terms.starts_at - WEEK < one for one in starts):
        raise refuse(Conflict, say("weekly flights must start in the week before their final day"), code="bad_terms")


def check_flight_name(name: str) -> None:
    """Raise Conflict if a text cannot be the name of a flight."""
    if not name.strip() or len(name) > LONGEST_FLIGHT or not can_be_shown(name):
        raise refuse(
            Conflict,
            say(
                "the name of a flight has 1 to {most} printable characters, with at most {accents} accents on a letter",
                str(LONGEST_FLIGHT),
                str(MOST_ACCENTS),
            ),
            code="bad_terms",
        )


def check_zone(name: str) -> None:
    """Raise Conflict if a text does not look like the name of a time zone. The zone itself need not exist."""
    if not _ZONE.fullmatch(name):
        raise refuse(Conflict, say("expected a time zone such as Europe/Berlin"), code="bad_terms")


def starts_full(terms: TournamentTerms) -> bool:
    """Whether the tournament starts as soon as it is full."""
    return terms.starts_full or terms.structure.at_full


def level_timing(terms: TournamentTerms, number: int) -> Timing | None:
    """The time limits of a level, counted from 0 (None: the level has none of its own)."""
    levels = terms.structure.levels
    level = levels[min(number, len(levels) - 1)]
    if not level.decide and level.bank < 0:
        return None
    timing = terms.timing
    bank = level.bank if level.bank >= 0 else timing.bank
    return msgspec.structs.replace(timing, decide=level.decide or timing.decide, bank=bank)


def table_terms(tournament: str, terms: TournamentTerms, opened: TableOpened) -> RoomTerms:
    """The terms of a tournament's table when it opens."""
    rules = terms.structure.table_rules(opened.level, f"table {opened.table}")
    if opened.seats:
        rules = msgspec.structs.replace(rules, seats=opened.seats)
    return RoomTerms(
        title=f"{terms.title}, table {opened.table}",
        rules=rules,
        timing=terms.timing,
        watch_after=terms.watch_after,
        locked=terms.locked,
        of_tournament=OfTournament(tournament, opened.table),
    )
