"""`sidepot games`: every game there is, one of them street by street, or one as a file to start your own from."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import Annotated, Any

import typer

from sidepot.cli import common
from sidepot.cli.game_words import (
    KINDS,
    cards_words,
    describe_game,
    kind_of,
    named_game,
    seats_words,
    street_row,
    wins_words,
)
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES
from sidepot.games.model import Game

WIDE = 110  # columns; a narrower terminal has no room for the cards and what wins


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A game to show in full, or a file such as my-game.toml.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
    toml: Annotated[bool, typer.Option("--toml", help="Print the game as a file to start your own game from.")] = False,
) -> None:
    """Show every game there is, or one of them: what is dealt, who opens each round, what wins.

    High games are played low or high-low too, by adding -low, -low-a6, -low-27, -high-low or -high-low-8 to the name. A
    game of your own is a TOML file; docs/games.md tells how to write one.

    Examples:

      sidepot games                                all games
      sidepot games drawmaha                       one game, street by street
      sidepot games crazy-pineapple-high-low-8     a form of one
      sidepot games omaha8 --toml > my-game.toml   a file to change
      sidepot games my-game.toml                   what a file says
      sidepot games --json                         all games as data

    Exit codes: 0 success; 2 no such game, or a file that is none.
    """
    if toml and json:
        raise BadNotation("--toml and --json: print the game as one of them")
    if toml and name is None:
        raise BadNotation("--toml: name a game to print, as in sidepot games omaha8 --toml")
    games = list(GAMES.values()) if name is None else [named_game(name)]
    if json:
        common.print_json([as_json(game) for game in games])
    elif toml:
        _print_toml(games[0])
    elif name is None:
        _print_table(games)
    else:
        _print_in_full(games[0])


def as_json(game: Game) -> dict[str, Any]:
    """One game as `--json` prints it."""
    return {
        "name": game.name,
        "title": game.title,
        "seats": game.seats,
        "deck": game.deck,
        "wild": game.wild,
        "boards": game.boards,
        "hole_cards": game.hole_cards,
        "board_cards": game.board_cards,
        "streets": game.streets,
        "halves": game.halves,
        "pass_out": game.pass_out,
        "open_requirement": game.open_requirement,
        "win_requirement": game.win_requirement,
    }


def _print_toml(game: Game) -> None:
    from sidepot.games.files import write_game

    print(f"# {game.title}. Change what you like, and play it with: sidepot play FILE.toml\n")
    print(write_game(game), end="")


def _print_table(games: list[Game]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    is_wide = console.width >= WIDE
    for kind, alike in groupby(games, key=kind_of):
        table = Table(box=SIMPLE_HEAD, title=KINDS[kind], title_justify="left", title_style="bold", expand=True)
        table.add_column("name", no_wrap=True, width=max(len(game.name) for game in games))
        table.add_column("game", ratio=3)
        table.add_column("seats", no_wrap=True, width=7)
        if is_wide:
            table.add_column("cards", ratio=3)
            table.add_column("what wins", ratio=4)
        for game in alike:
            more = (cards_words(game), wins_words(game)) if is_wide else ()
            table.add_row(game.name, Text(game.title), seats_words(game), *more)
        console.print(table)
    print(f"{len(games)} games. `sidepot games NAME` shows one in full, `sidepot play NAME` plays it.")


def _print_in_full(game: Game) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    print(f"{game.name}  {game.title}" if game.title != game.name else game.name)
    console = common.console()
    for about, words in describe_game(game).items():
        for line in wrap(words, console.width - 14, break_long_words=False, break_on_hyphens=False):
            print(f"  {about:11}{line}")
            about = ""
    table = Table(box=SIMPLE_HEAD)
    for column in ("street", "dealt", "who opens", "fixed limit"):
        table.add_column(column)
    for street in game.streets:
        table.add_row(*(Text(cell) for cell in street_row(game, street)))
    console.print(table)
