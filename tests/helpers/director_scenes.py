"""An evening with real chips, as displays, seat pages and sheets are told of it."""

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
    event = Tournament(PRESETS[preset], "friday", at=START, real=True)
    for player in NAMES[:players]:
        event.do(c.Register(player), START)
    event.do(c.DrawSeats(), START)
    event.do(c.Start(), START)
    table = event.entrants["Ann"].table
    other = next((number for number in event.tables if number != table), 0)
    if other:
        taken = {place.seat for place in event.tables[other].places.values()}
        free = next(seat for seat in range(9) if seat not in taken) if len(taken) < 9 else -1
        if free < 0:
            last = next(player for player, one in event.entrants.items() if one.table == other)
            event.do(c.Out(last, by=(next(p for p in event.tables[other].places if p != last),)), START + MINUTE)
            gone = event.entrants[last]
            if gone.status == "busted":
                event.do(c.GoOut(last), START + MINUTE)
            taken = {place.seat for place in event.tables[other].places.values()}
            free = next(seat for seat in range(9) if seat not in taken)
        event.do(c.MoveTo("Ann", other, free, "tables are uneven"), START + 2 * MINUTE)
    return event


def display_told(event: Tournament, now: int, title: str = "Friday night", **show: Any) -> dict[str, Any]:
    """What a display is told that shows it."""
    state = screen(event, now, title)
    told = {
        "now": now,
        "code": "4F7K",
        "show": {"tournament": "7", **show},
        "state": state,
        "schedule": schedule_of(event.structure).items[state.clock.item :],
    }
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found


def seats_told(event: Tournament) -> dict[str, Any]:
    """Who sits where, by name."""
    lines = [
        {"player": player, "table": number, "seat": place.seat + 1}
        for number, table in event.tables.items()
        for player, place in table.places.items()
    ]
    return {"seats": sorted(lines, key=lambda one: str(one["player"]))}


def seat_told(event: Tournament, player: str, now: int, asks: Any = ()) -> dict[str, Any]:
    """The page of a player, as it is told."""
    state = seat(event, player, now, "Friday night")
    told = {"event": "7", "now": now, "seq": event.version, "player": player, "state": state, "asks": list(asks)}
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found


def public_told(event: Tournament, now: int, phase: str = "running", *, check_in: bool = False) -> dict[str, Any]:
    """The public page, as it is told."""
    state = public(event, now, title="Friday night", check_in=check_in)
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
