"""What lasts of the tournament of a table from hand to hand, as data: for checkpoints.

Its steps are not in it. A tournament that is taken up from its image goes back to that where a command is refused late.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from sidepot.errors import BadNotation
from sidepot.room.tables.table_image import TableImage, set_table, table_image
from sidepot.room.tables.tournament_play import TABLE
from sidepot.table.race import RaceSheet
from sidepot.table.table import Table
from sidepot.table.table_rules import TableRules
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
    `structure` is the one that is played, None for the one announced; `table` is the only one, None where there is none
    (any more).
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
    table: TableImage | None


OF_TOURNAMENT: Final = TournamentImage.__struct_fields__[: TournamentImage.__struct_fields__.index("steps")]
_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(TournamentImage)


def tournament_image(tournament: Tournament) -> TournamentImage:
    """The image of a tournament of one table."""
    table, image = tournament.tables.get(TABLE), image_without_tables(tournament)
    return image if table is None else replace(image, table=table_image(table, _usual(tournament)))


def image_without_tables(tournament: Tournament) -> TournamentImage:
    """The image of a tournament of any number of tables, which are kept apart."""
    values: dict[str, Any] = {name: getattr(tournament, name) for name in OF_TOURNAMENT}
    structure = tournament.structure
    return TournamentImage(
        **values,
        steps=tournament.version,
        rounds=tuple(sorted(tournament.round_played)),
        out=tuple(sorted(tournament.eliminated)),
        structure=None if structure is tournament.announced[0] else structure,
        table=None,
    )


def set_tournament(tournament: Tournament, image: TournamentImage) -> None:
    """Have a tournament that was just opened stand as its image. Its log begins there. Raises BadNotation."""
    if image.steps < tournament.version:
        raise BadNotation("the image of a tournament is of before its opening")
    tournament.base = partial(_go_back, tournament, _ENCODER.encode(image))  # as what it is set to changes
    tournament.base()
    tournament.log.clear()
    tournament.earlier = image.steps


def set_without_tables(tournament: Tournament, image: TournamentImage) -> None:
    """Have a tournament stand as its image, as yet without tables."""
    at = tournament.at
    tournament.clear()
    if image.structure is not None:
        tournament.set_structure(image.structure)
    for name in OF_TOURNAMENT:
        setattr(tournament, name, getattr(image, name))
    tournament.at = max(image.at, at)  # time does not go back
    tournament.round_played, tournament.eliminated = set(image.rounds), set(image.out)


def _go_back(tournament: Tournament, data: bytes) -> None:
    image = _DECODER.decode(data)
    set_without_tables(tournament, image)
    if image.table is not None:
        table = tournament.tables[TABLE] = Table(_usual(tournament))
        set_table(table, image.table)


def _usual(tournament: Tournament) -> TableRules:
    return tournament.structure.table_rules(0, f"table {TABLE}")
