"""A live tournament, as displays, seat pages and sheets are told of it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from viewed import public, screen, seat

from sidepot.room.views.tournament import schedule_of
from sidepot.tournament import commands as c
from sidepot.tournament.presets import PRESETS
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.tournament import Tournament

START = 1_800_000_000_000
NAMES = (
    "Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hilda", "Ivo", "Jo", "Kim", "Lea", "Max", "Nils", "Ola", "Pia",
    "Quinn", "Rosa", "Sam", "Tess", "Uma", "Vic", "Wim", "Xenia", "Yves", "Zoe", "Maximilian Oberhofer",
)  # fmt: skip


def evening(players: int = 27, preset: str = "regular") -> Tournament:
    """So many players at their tables, five minutes after the start; one is out, one was moved."""
    tournament = Tournament(PRESETS[preset], "friday", at=START, live=True)
    for player in NAMES[:players]:
        tournament.do(c.Register(player), START)
    tournament.do(c.DrawSeats(), START)
    tournament.do(c.Start(), START)
    table = tournament.entrants["Ann"].table
    other = next((number for number in tournament.tables if number != table), 0)
    if other:
        taken = {place.seat for place in tournament.tables[other].places.values()}
        free = next(seat for seat in range(9) if seat not in taken) if len(taken) < 9 else -1
        if free < 0:
            last = next(player for player, one in tournament.entrants.items() if one.table == other)
            tournament.do(
                c.Out(last, by=(next(p for p in tournament.tables[other].places if p != last),)), START + MINUTE
            )
            gone = tournament.entrants[last]
            if gone.status == "busted":
                tournament.do(c.GoOut(last), START + MINUTE)
            taken = {place.seat for place in tournament.tables[other].places.values()}
            free = next(seat for seat in range(9) if seat not in taken)
        tournament.do(c.MoveTo("Ann", other, free, "tables are uneven"), START + 2 * MINUTE)
    return tournament


def display_told(tournament: Tournament, now: int, title: str = "Friday night", **show: Any) -> dict[str, Any]:
    """What a display is told that shows it."""
    state = screen(tournament, now, title)
    told = {
        "now": now,
        "code": "4F7K",
        "show": {"tournament": "7", **show},
        "state": state,
        "schedule": schedule_of(tournament.structure).items[state.clock.item :],
    }
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found


def seats_told(tournament: Tournament) -> dict[str, Any]:
    """Who sits where, by name."""
    lines = [
        {"player": player, "table": number, "seat": place.seat + 1}
        for number, table in tournament.tables.items()
        for player, place in table.places.items()
    ]
    return {"seats": sorted(lines, key=lambda one: str(one["player"]))}


def seat_told(tournament: Tournament, player: str, now: int, asks: Any = ()) -> dict[str, Any]:
    """The page of a player, as it is told."""
    state = seat(tournament, player, now, "Friday night")
    told = {"event": "7", "now": now, "seq": tournament.version, "player": player, "state": state, "asks": list(asks)}
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found


def public_told(tournament: Tournament, now: int, phase: str = "running", *, check_in: bool = False) -> dict[str, Any]:
    """The public page, as it is told."""
    state = public(tournament, now, title="Friday night", check_in=check_in)
    told = {
        "now": now,
        "title": "Friday night",
        "phase": phase,
        "game": "Texas hold'em",
        "cost": 5500,
        "stack": 10_000,
        "house": "tda-2013",
        "check_in": check_in,
        "state": state,
    }
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found
