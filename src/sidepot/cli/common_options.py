"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from sidepot.cli import common
from sidepot.cli.usual_house import read_option


class LimitName(StrEnum):
    """How bets are limited: no limit, pot limit or fixed limit."""

    NL = "nl"
    PL = "pl"
    FL = "fl"


class Declares(StrEnum):
    """How players declare for halves of the pot: all at once, with chips in hand, or aloud in turn."""

    CHIPS = "chips"
    TURN = "turn"


Histories = Annotated[
    list[Path], typer.Argument(parser=common.path, metavar="PATH", help="Files or folders of hand histories.")
]
LogGame = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME|FILE", help="The game of ACPC logs that do not name it; see replay --help."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

Jobs = Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, max=64, help="Number of worker processes.")]
Ray = Annotated[
    str,
    typer.Option(
        "--ray",
        callback=common.not_empty,
        metavar="auto|ADDRESS",
        help="Run on a Ray cluster: on this machine (auto) or at ADDRESS.",
    ),
]

Limit = Annotated[LimitName | None, typer.Option("--limit", help="No limit, pot limit or fixed limit.")]
Blinds = Annotated[
    str | None, typer.Option("--blinds", metavar="1/2", help="Small blind, big blind and straddles [1/2].")
]
Bets = Annotated[
    str | None,
    typer.Option("--bets", metavar="2/4", help="Small and big bet of fixed limit; otherwise the minimum bet."),
]
Ante = Annotated[int | None, typer.Option("--ante", metavar="N", help="The ante of each player.")]
BringIn = Annotated[int | None, typer.Option("--bring-in", metavar="N", help="The bring-in of stud.")]
Rake = Annotated[str | None, typer.Option("--rake", metavar="5%/3", help="The rake, with a cap in chips per hand.")]
House = Annotated[
    str | None,
    typer.Option(
        "--house",
        metavar="NAME|FILE",
        callback=read_option,
        help="The house rules: cash, tda-2013 ..., or a file [SIDEPOT_HOUSE, or cash].",
    ),
]
TournamentHouse = Annotated[
    str | None,
    typer.Option(
        "--house",
        metavar="NAME|FILE",
        callback=read_option,
        help="The house rules: tda-2013, tda-2024 ..., or a file [SIDEPOT_HOUSE, or tda-2013].",
    ),
]
Bots = Annotated[
    str,
    typer.Option("--bots", metavar="NAMES", help="beginner, regular, expert, loose, steady, random; in seat order."),
]


def times_option(tells: str) -> Any:
    """The option --times, which repeats something N times, each time with the next seed. `tells` begins its help."""
    return typer.Option("--times", min=1, max=1_000_000, metavar="N", help=f"{tells}, with seeds from --seed on.")


def text_option(tells: str, metavar: str, *names: str) -> Any:
    """An option whose value is text that must not be empty. `tells` is its help text."""
    return typer.Option(*names, callback=common.not_empty, metavar=metavar, help=tells)


def file_option(name: str, tells: str, metavar: str = "FILE") -> Any:
    """An option whose value is a file or a folder. `tells` is its help text."""
    return typer.Option(name, parser=common.path, metavar=metavar, help=tells)
