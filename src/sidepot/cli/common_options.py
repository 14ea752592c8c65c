"""Options that several commands have in common, and the option that names a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from sidepot.cli import common
from sidepot.cli.play_limits import LimitName

Histories = Annotated[
    list[Path], typer.Argument(parser=common.path, metavar="PATH", help="Files or folders of hand histories.")
]
LogGame = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME|FILE", help="The game of ACPC logs that do not name it, as for replay."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, max=64, help="Processes to share the work.")]
Ray = Annotated[
    str,
    typer.Option(
        "--ray",
        callback=common.not_empty,
        metavar="auto|ADDRESS",
        help="Do the work on a Ray cluster: that of this machine, or the one at an address.",
    ),
]

Limit = Annotated[LimitName | None, typer.Option("--limit", help="No limit, pot limit or fixed limit.")]
Blinds = Annotated[str | None, typer.Option("--blinds", metavar="1/2", help="Small and big blind, straddles [1/2].")]
Bets = Annotated[
    str | None,
    typer.Option("--bets", metavar="2/4", help="Small and big bet of fixed limit; elsewhere the least bet."),
]
Ante = Annotated[int | None, typer.Option("--ante", metavar="N", help="The ante of each seat.")]
BringIn = Annotated[int | None, typer.Option("--bring-in", metavar="N", help="The bring-in of stud.")]
Rake = Annotated[
    str | None, typer.Option("--rake", metavar="5%/3", help="The house's take, with a cap in chips a hand.")
]
House = Annotated[
    str | None,
    typer.Option("--house", metavar="NAME", help="The house: cash, tda-2013 ... [SIDEPOT_HOUSE, or cash]."),
]
TournamentHouse = Annotated[
    str | None,
    typer.Option("--house", metavar="NAME", help="The house: tda-2013, tda-2024 ... [SIDEPOT_HOUSE, or tda-2013]."),
]
Bots = Annotated[
    str, typer.Option("--bots", metavar="NAMES", help="beginner, regular, expert, loose, steady, random; in turn.")
]


def times_option(tells: str) -> Any:
    """The option for how often something is played, each time with the next seed."""
    return typer.Option("--times", min=1, max=1_000_000, metavar="N", help=f"{tells}, with seeds from --seed on.")


def text_option(tells: str, metavar: str, *names: str) -> Any:
    """An option that takes a text; an empty one is refused."""
    return typer.Option(*names, callback=common.not_empty, metavar=metavar, help=tells)


def file_option(name: str, tells: str, metavar: str = "FILE") -> Any:
    """The option `name` that takes a file or a folder; an empty name is refused."""
    return typer.Option(name, parser=common.path, metavar=metavar, help=tells)
