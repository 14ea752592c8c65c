"""Tournaments that have just begun, with each player in the seat that a test wants."""

from __future__ import annotations

from sidepot.tournament import commands as c
from sidepot.tournament.structure import Structure
from sidepot.tournament.tournament import Tournament


def seated(structure: Structure, tables: tuple[str, ...], players: str = "", *, live: bool = False) -> Tournament:
    """Its tables are told as one letter for each player, `.` for an empty seat; `players` are drawn for besides."""
    tournament = Tournament(structure, "test", live=live)
    for player in "".join(tables).replace(".", "") + players:
        tournament.do(c.Register(player), 0)
    for number, table in enumerate(tables, 1):
        for seat, player in enumerate(table):
            if player != ".":
                tournament.do(c.Pin(player, number, seat), 0)
    tournament.do(c.DrawSeats(), 0)
    for player in [*tournament.entrants]:
        tournament.do(c.Pin(player, 0), 0)
    tournament.do(c.Start(), 0)
    return tournament
