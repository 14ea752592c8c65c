"""What lasts of a tournament from record to record, as data: for checkpoints. Its tables and steps are kept apart."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sidepot.table.race import RaceSheet
from sidepot.tournament.clock import Clock
from sidepot.tournament.entrants import Entrant, Status
from sidepot.tournament.events import Busted, DealMade
from sidepot.tournament.heard import Heard
from sidepot.tournament.moves import Move, SeatDraw
from sidepot.tournament.mystery import Envelopes
from sidepot.tournament.structure import Structure
from sidepot.tournament.tournament import Tournament


class TournamentImage(msgspec.Struct, frozen=True, kw_only=True):
    """The tournament: each field is the attribute of that name, but for `steps` and those after it.

    `steps`: how many there have been. `rounds` and `out` are the tables of `round_played` and of `eliminated`.
    `structure` is the one that is played, None for the one announced.
    """

    at: int
    clock: Clock
    entrants: dict[str, Entrant]
    counts: dict[Status, int]
    busted: dict[str, None]
    waiting: dict[str, None]
    levels: dict[int, int]
    totals: dict[int, int]
    signals: dict[int, int]
    halted: dict[int, str]
    last_table: int
    issued: int
    removed: int
    in_play: int
    collected: int
    fees: int
    bounties: int
    hands: int
    groups: list[tuple[str, ...]]
    hand_for_hand: bool
    round_busts: list[Busted]
    draws: list[SeatDraw]
    moves: list[Move]
    races: list[tuple[int, RaceSheet]]
    deal: DealMade | None
    redrawn_at: int
    entries: int
    ended: bool
    heard: Heard = msgspec.field(default_factory=Heard)
    envelopes: Envelopes = Envelopes()
    flights: tuple[str, ...] = ()
    steps: int
    rounds: tuple[int, ...]
    out: tuple[int, ...]
    structure: Structure | None = None


OF_TOURNAMENT: Final = TournamentImage.__struct_fields__[: TournamentImage.__struct_fields__.index("steps")]


def tournament_image(tournament: Tournament) -> TournamentImage:
    """The image of a tournament."""
    values: dict[str, Any] = {name: getattr(tournament, name) for name in OF_TOURNAMENT}
    structure = tournament.structure
    return TournamentImage(
        **values,
        steps=tournament.version,
        rounds=tuple(sorted(tournament.round_played)),
        out=tuple(sorted(tournament.eliminated)),
        structure=None if structure is tournament.announced[0] else structure,
    )


def set_tournament(tournament: Tournament, image: TournamentImage) -> None:
    """Have a tournament stand as its image, as yet without tables."""
    at = tournament.at
    tournament.clear()
    if image.structure is not None:
        tournament.set_structure(image.structure)
    for name in OF_TOURNAMENT:
        setattr(tournament, name, getattr(image, name))
    tournament.at = max(image.at, at)  # time does not go back
    tournament.round_played, tournament.eliminated = set(image.rounds), set(image.out)
