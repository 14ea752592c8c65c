"""`sidepot tournament new`: print a structure to edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.usual_house import read_option
from sidepot.errors import BadNotation

if TYPE_CHECKING:
    from sidepot.games.mixes import Mix
    from sidepot.tournament.structure import Structure

PLAYERS: int = 27  # for the estimate of the length


Preset = Annotated[str | None, typer.Option("--preset", metavar="NAME", help="A preset; see --list.")]
Listed = Annotated[bool, typer.Option("--list", help="List the presets.")]
Players = Annotated[
    int | None, typer.Option("--players", min=2, max=100_000, metavar="N", help="The expected number of players.")
]
Hours = Annotated[
    float | None,
    typer.Option("--hours", min=0.2, max=500, metavar="H", help="How many hours the tournament should last."),
]
Chips = Annotated[str | None, typer.Option("--chips", metavar="SET", help="The chip set, as in '25 green, 100 black'.")]
Stack = Annotated[
    int | None, typer.Option("--stack", min=1, max=common.MOST_CHIPS, metavar="N", help="The starting stack.")
]
Seats = Annotated[int | None, typer.Option("--seats", min=2, max=22, metavar="N", help="Seats per table.")]
Level = Annotated[int | None, typer.Option("--level", min=1, max=600, metavar="MIN", help="Minutes per level.")]
Game = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME|MIX", help="The game or mix: 'nl holdem', 'fl stud', horse ... [nl holdem]."),
]
Name = Annotated[str | None, typer.Option("--name", metavar="TEXT", help="The name of the tournament.")]
House = Annotated[
    str | None,
    typer.Option(
        "--house",
        metavar="NAME|FILE",
        callback=read_option,
        help="The house rules: tda-2024, tda-2013, wsop-2026, tda-2026 (from secondary sources) ... [SIDEPOT_HOUSE, or "
        "tda-2013].",
    ),
]


def command(
    preset: Preset = None,
    listed: Listed = False,
    players: Players = None,
    hours: Hours = None,
    chips: Chips = None,
    stack: Stack = None,
    seats: Seats = None,
    level: Level = None,
    game: Game = None,
    name: Name = None,
    house: House = None,
    json: AsJson = False,
) -> None:
    """Print a structure as TOML: a preset, or one designed for your players, hours and chips.

    Edit the output as you like, and simulate it with `sidepot tournament run FILE`; docs/reference/tournament.md
    describes the format. The length of a designed structure is an estimate.

    Examples:

      sidepot tournament new --list
      sidepot tournament new --preset turbo --house tda-2024 > friday.toml
      sidepot tournament new --preset mystery > mystery.toml
      sidepot tournament new --players 40 --hours 4 > friday.toml
      sidepot tournament new --players 18 --hours 3 --chips "5 red, 25 green, 100 black, 500 purple" --stack 2000
      sidepot tournament new --players 24 --hours 5 --game horse --seats 8 --json

    Exit codes: 0 success, 2 bad usage or input.
    """
    from sidepot.tournament.presets import find_preset
    from sidepot.tournament.structure_files import write_structure

    measured = (hours, chips, stack, seats, level, game)
    if listed:
        _list(json=json)
        return
    if preset is None and hours is None:
        raise BadNotation("give --preset NAME, or --players N --hours H to design one, or --list")
    if preset is not None:
        if any(one is not None for one in measured):
            raise BadNotation(
                "a preset already has all terms; leave out --hours, --chips and the like, or edit its file"
            )
        structure = find_preset(preset)
    else:
        structure = _build(players or PLAYERS, hours or 0.0, chips, stack, seats, level, game)
    structure = _by_book(_named(structure, name), house)
    text = write_structure(structure)
    common.answer(
        lambda: report_of(structure, text, players or PLAYERS),
        lambda: print(text, end="" if text.endswith("\n") else "\n"),
        json=json,
    )


def _build(
    players: int,
    hours: float,
    chips: str | None,
    stack: int | None,
    seats: int | None,
    level: int | None,
    game: str | None,
) -> Structure:
    from sidepot.table.chip_text import read_chips
    from sidepot.tournament.builder import HOLDEM, build

    mix = HOLDEM if game is None else find_games(game)
    return build(
        players,
        round(60 * hours),
        stack=stack or 0,
        chips=None if chips is None else read_chips(chips),
        seats=seats or min(9, mix.seats[1]),
        level_minutes=level or 0,
        mix=mix,
    )


def find_games(name: str) -> Mix:
    """A mix by name, or a single game such as `pl omaha`. Raises BadNotation for an unknown name."""
    from sidepot.games.mixes import MIXES, find_mix, mix_game, single

    if name.strip().lower() in MIXES:
        return find_mix(name)
    part = mix_game(name)
    return single(part.game, part.limit)


def _named(structure: Structure, name: str | None) -> Structure:
    import msgspec

    return structure if name is None else msgspec.structs.replace(structure, name=name, title=name)


def _by_book(structure: Structure, house: str | None) -> Structure:
    """The structure with the given house. If none is given, print a note on stderr that lists the houses."""
    import msgspec

    from sidepot.cli.usual_house import house_of_environment
    from sidepot.rules.houses import find_house
    from sidepot.rules.meanings import asked_houses

    named = house or house_of_environment()
    if named:
        return msgspec.structs.replace(structure, rulebook=find_house(named))
    books = "; ".join(f"{name}: {title}" for name, title in asked_houses("tournament").items())
    common.say(f"note: the house rules are {structure.rulebook.name}; choose others with --house. {books}")
    return structure


class EstimateReport(Struct, frozen=True):
    """The estimated duration of a tournament with this many players."""

    players: int
    minutes: int
    level: int
    why: str


class StructureReport(Struct, frozen=True):
    """A structure, and its estimated duration."""

    name: str
    title: str
    kind: str
    kinds: list[str]
    seats: int
    stack: int
    house: str
    levels: int
    estimate: EstimateReport
    toml: str


class PresetReport(Struct, frozen=True):
    """A preset in the list."""

    name: str
    title: str
    kind: str
    kinds: list[str]
    seats: int


class PresetsReport(Struct, frozen=True):
    """All presets."""

    presets: list[PresetReport]


def report_of(structure: Structure, text: str, players: int) -> StructureReport:
    """Convert a structure to a report for JSON, with its estimated duration for this many players."""
    from sidepot.tournament.estimate import estimate
    from sidepot.tournament.kind_words import kinds_of

    likely = estimate(structure, players)
    return common.filled(
        StructureReport,
        structure,
        kinds=[*kinds_of(structure)],
        house=structure.rulebook.name,
        levels=len(structure.levels),
        estimate=EstimateReport(players, round(likely.end_ms / 60_000), likely.level + 1, likely.why),
        toml=text,
    )


def _list(*, json: bool) -> None:
    from sidepot.tournament.kind_words import kinds_of
    from sidepot.tournament.presets import PRESETS

    def report() -> PresetsReport:
        rows = [common.filled(PresetReport, one, name=name, kinds=[*kinds_of(one)]) for name, one in PRESETS.items()]
        return PresetsReport(rows)

    def show() -> None:
        width = max(len(name) for name in PRESETS)
        for name, one in PRESETS.items():
            print(f"{name:{width}}  {one.title}")

    common.answer(report, show, json=json)
