"""The form for announcing a tournament, and the terms it stands for."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from sidepot.errors import BadNotation
from sidepot.privacy import PrivateStruct
from sidepot.room.table.terms import Strength, Timing
from sidepot.room.tournament.terms import LONGEST_TITLE, TournamentTerms, title_with
from sidepot.rules.clauses import refuse, say
from sidepot.rules.houses import PAGE_HOUSE, TDA_2013
from sidepot.tournament.flights import FlightTerms, as_flight, final_day
from sidepot.tournament.presets import find_preset
from sidepot.tournament.structure import Structure
from sidepot.tournament.structure_files import read_structure
from sidepot.validation import quantities as q
from sidepot.validation.shown_text import MOST_ACCENTS, is_piled
from sidepot.web.schemas.tables import check_timing

LONGEST: Final = 2000  # most characters of a description


class TournamentForm(PrivateStruct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament as a host describes it on a form.

    - `preset`, `structure`: the structure, by name or as the text of a structure file
    - `starts_at`: when the tournament starts, in milliseconds since 1970 (0 if a host starts it)
    - `starts_full`: whether the tournament starts when `players` players have entered
    - `players`: the maximum number of players (0: as in the structure)
    - `weekly`: the time zone in which the tournament repeats each week ("" if it does not)
    - `fill`: the number of players to which bots fill up the tournament at the start
    - `strength`: the strength of these bots
    - `least`: with fewer players, the tournament is called off
    - `seconds`: the time for a decision
    - `timing`: all time limits, as for a table
    - `live`: whether real chips and cards are used, and the staff report what happens
    - `public`: how the public page shows players: by `names`, by `numbers`, or not at all ("")
    - `password`: the password that players give before they enter or watch a table
    - `agreed`: whether players must accept the terms before they enter
    - `draft`: whether this is a live tournament that is not yet published, and whose check-in is opened later
    - `flights_at`: the starts of the flights in order (0, or left out, if a host starts them)
    - `flight`: whether this is one flight of a live tournament, whose flights are announced one by one

    If the structure has flights, the form announces the final day, and the flights are announced with it.
    """

    SHOWN = ("title", "preset")

    title: str = ""
    preset: str = "turbo"
    structure: str = ""
    description: str = ""
    starts_at: q.Moment = 0
    starts_full: bool = False
    weekly: str = ""
    players: q.Entries = 0
    fill: q.Bots = 0
    strength: Strength = Strength.REGULAR
    least: q.Entries = 2
    seconds: q.SomeSeconds = 25
    watch_after: q.AnyDelay = 0
    timing: Timing | None = None
    live: bool = False
    public: Literal["", "names", "numbers"] = ""
    password: str = ""
    agreed: bool = False
    draft: bool = False
    flights_at: tuple[q.Moment, ...] = ()
    flight: FlightTerms | None = None


def preset_by_page_house(name: str) -> Structure:
    """A preset structure by name. A preset that names no house gets the first house that pages offer.

    Raises BadNotation for an unknown name.
    """
    found = find_preset(name)
    return replace(found, rulebook=PAGE_HOUSE) if found.rulebook is TDA_2013 else found


def tournament_terms(form: TournamentForm) -> TournamentTerms:
    """The terms of a tournament from its form. Raises BadNotation or Conflict if its fields do not fit together."""
    if len(form.description) > LONGEST:
        raise refuse(BadNotation, say("a description has at most {most} characters", str(LONGEST)), code="bad_form")
    if is_piled(form.description):
        raise refuse(BadNotation, say("a letter has at most {accents} accents", str(MOST_ACCENTS)), code="bad_form")
    structure = read_structure(form.structure) if form.structure else preset_by_page_house(form.preset)
    if form.players:
        structure = replace(structure, entry=replace(structure.entry, most=form.players))
    title, flight = form.title or _short(structure.title), form.flight
    if flight is not None:
        if not form.live:
            raise refuse(BadNotation, say("only a live tournament is announced flight by flight"), code="bad_form")
        structure = as_flight(structure, flight)
        title = title_with(title, flight.name.strip())
    days = _days(form, structure)
    if form.timing is not None:
        check_timing(form.timing)
    return TournamentTerms(
        title=title,
        flight=flight.name.strip() if flight is not None else "",
        structure=structure if days is None else final_day(days),
        days=days,
        flights_at=form.flights_at,
        description=form.description,
        starts_at=form.starts_at,
        starts_full=days is None and (form.starts_full or structure.at_full and not form.starts_at),
        weekly=form.weekly,
        fill=form.fill,
        strength=form.strength,
        least=max(form.least, 2),
        timing=form.timing or Timing(decide=form.seconds * 1000),
        watch_after=form.watch_after,
        live=form.live,
        public=form.public,
        locked=bool(form.password),
        agreed=form.agreed,
        draft=form.draft,
    )


def _days(form: TournamentForm, structure: Structure) -> Structure | None:
    """The structure of all days, if there are flights. Flights that start when full have that in their structure."""
    if not structure.flights:
        return None
    if form.live:
        raise refuse(BadNotation, say("a live tournament cannot announce flights: leave them out"), code="bad_form")
    return replace(structure, at_full=True) if form.starts_full else structure


def _short(title: str) -> str:
    """The short title of a structure, for a tournament: "Hyper" of "Hyper: two-minute levels ..."."""
    return title if len(title) <= LONGEST_TITLE else title.split(":")[0][:LONGEST_TITLE].strip()
