"""`sidepot games`: list all games and mixes, describe one, or print one as a file to edit."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import Annotated

import typer
from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.common_options import AsJson
from sidepot.cli.game_words import (
    KINDS,
    LISTED,
    cards_words,
    describe_game,
    named_game,
    seats_words,
    street_row,
    wins_words,
)
from sidepot.errors import BadNotation
from sidepot.games.catalog import GAMES
from sidepot.games.limits import Limit
from sidepot.games.mixes import MIXES, ChangeBy, Mix, find_mix
from sidepot.games.model import Game, Half, Street
from sidepot.games.study import STUDIES, study_of
from sidepot.games.titles import kind_of

_STUDIED = [study.game for study in STUDIES.values()]
LONGEST = max(map(len, GAMES))  # name
WIDE = 110  # columns; a narrower terminal has no room for the cards and the winning hand


def command(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A game or mix to describe, or a game file: my-game.toml.")
    ] = None,
    mixes: Annotated[bool, typer.Option("--mixes", help="List only the mixed games, such as H.O.R.S.E.")] = False,
    json: AsJson = False,
    toml: Annotated[
        bool, typer.Option("--toml", help="Print the game as a TOML file, to start your own game from.")
    ] = False,
) -> None:
    """List all games and mixes, or describe one: the deal, who opens each round, the winning hands.

    Append -low, -low-a6, -low-27, -high-low or -high-low-8 to the name of a high game to play it low or high-low. You
    can define your own game in a TOML file; docs/reference/games.md describes the format.

    Examples:

      sidepot games                                all games
      sidepot games drawmaha                       one game, street by street
      sidepot games crazy-pineapple-high-low-8     a high game, played high-low
      sidepot games horse                          a mix, game by game
      sidepot games omaha8 --toml > my-game.toml   a file to change
      sidepot games my-game.toml                   a game of your own
      sidepot games --json                         all games as JSON, each with its mixes
      sidepot games --mixes --json                 all mixes as JSON

    Exit codes: 0 success, 2 unknown game, or a file that is not a game.
    """
    if toml and json:
        raise BadNotation("give --toml or --json, not both")
    if toml and name is None:
        raise BadNotation("--toml needs a game, as in sidepot games omaha8 --toml")
    if mixes and name is not None:
        raise BadNotation(f"--mixes takes no name; for one game or mix, use sidepot games {name}")
    if name is None:
        _all(mixes=mixes, json=json)
        return
    found = named_game_or_mix(name)
    if isinstance(found, Mix):
        mix = found
        show_mix = print_mix_toml if toml else print_mix
        common.answer(lambda: [mix_report(mix)], lambda: show_mix(mix), json=json)
    else:
        game, show = found, print_toml if toml else print_in_full
        common.answer(lambda: [report_of(game)], lambda: show(game), json=json)


def _all(*, mixes: bool, json: bool) -> None:
    """Print all games and mixes, or only mixes. In JSON, the two are separate, because their keys differ."""
    if mixes:
        common.answer(lambda: [*map(mix_report, MIXES.values())], _show_mixes, json=json)
    else:
        common.answer(lambda: [*map(report_of, (*GAMES.values(), *_STUDIED))], _show_all, json=json)


def _show_all() -> None:
    for kind, alike in groupby(GAMES.values(), key=kind_of):
        print_table([*alike], KINDS[kind])
    print_table(_STUDIED, "Small games for study")
    print(f"{len(GAMES)} games. `sidepot games NAME` describes one, `sidepot play NAME` plays it.\n")
    _show_mixes()


def _show_mixes() -> None:
    print_mixes([*MIXES.values()])
    print(f"{len(MIXES)} mixes. `sidepot simulate --game NAME` plays one.")


class GameReport(Struct, frozen=True):
    """One game, and the mixes that contain it.

    - `study`: whether it is a small game that is solved, not played in a room
    """

    name: str
    title: str
    seats: tuple[int, int]
    deck: str
    wild: tuple[str, ...]
    boards: int
    hole_cards: int
    board_cards: int
    streets: tuple[Street, ...]
    halves: tuple[Half, ...]
    pass_out: bool
    open_requirement: str
    win_requirement: str
    mixes: list[str]
    study: bool


def report_of(game: Game) -> GameReport:
    """Convert a game to a report for JSON, with the mixes that contain it."""
    return common.filled(GameReport, game, mixes=mixes_with(game), study=study_of(game) is not None)


def print_toml(game: Game) -> None:
    """Print a game as a TOML file, which can be edited."""
    from sidepot.games.files import write_game

    print(f"# {game.title}. Change what you like, and play it with: sidepot play FILE.toml\n")
    print(write_game(game), end="")


def print_table(games: list[Game], title: str) -> None:
    """Print games of one kind."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    console = common.console()
    is_wide = console.width >= WIDE
    table = Table(box=SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", expand=True)
    table.add_column("name", no_wrap=True, width=LONGEST)
    table.add_column("game", ratio=3)
    table.add_column("seats", no_wrap=True, width=7)
    if is_wide:
        table.add_column("cards", ratio=3)
        table.add_column("what wins", ratio=4)
    for game in games:
        more = (cards_words(game), wins_words(game)) if is_wide else ()
        table.add_row(game.name, Text(game.title), seats_words(game), *more)
    console.print(table)


def print_in_full(game: Game) -> None:
    """Print one game street by street."""
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


# ---- mixes


CHANGES = {
    ChangeBy.ORBIT: "when everybody has dealt once",
    ChangeBy.HANDS: "after {hands} hands",
    ChangeBy.LEVEL: "with the next level",
}


def named_game_or_mix(name: str) -> Game | Mix:
    """The mix with this name or, if there is none, the game with this name or in this file.

    Raises BadNotation if there is neither, and Conflict if the file's game cannot be played.
    """
    try:
        return find_mix(name)
    except BadNotation as no_mix:
        try:
            return named_game(name)
        except BadNotation as no_game:
            if no_game.code != "unknown_game" or no_game.near or not no_mix.near:
                raise
            hint = f"did you mean the mix {' or '.join(no_mix.near)}? {LISTED}"
            raise BadNotation(no_game.detail, code=no_game.code, hint=hint, near=no_mix.near) from None


def mixes_with(game: Game) -> list[str]:
    """The names of the mixes that contain a game."""
    return [mix.name for mix in MIXES.values() if any(part.game == game for part in mix.games)]


class PartReport(Struct, frozen=True):
    """One game of a mix: its name in the mix, the game, and its limit."""

    name: str
    game: str
    limit: Limit


class MixReport(Struct, frozen=True):
    """A mix of games.

    - `hands`: after how many hands the game changes, if it changes after a number of hands
    """

    name: str
    title: str
    seats: tuple[int, int]
    seats_for_choice: tuple[int, int]
    by: ChangeBy
    hands: int | None
    games: list[PartReport]


def mix_report(mix: Mix) -> MixReport:
    """Convert a mix to a report for JSON, with its games."""
    games = [PartReport(part.name, part.game.name, part.limit) for part in mix.games]
    return common.filled(MixReport, mix, hands=mix.hands if mix.by is ChangeBy.HANDS else None, games=games)


def print_mixes(mixes: list[Mix]) -> None:
    """Print all mixes with their games."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, title="Mixed games", title_justify="left", title_style="bold", expand=True)
    table.add_column("name", no_wrap=True, width=max(len(mix.name) for mix in mixes))
    table.add_column("mix", ratio=2)
    table.add_column("seats", no_wrap=True, width=7)
    table.add_column("games", ratio=5)
    for mix in mixes:
        table.add_row(mix.name, Text(mix.title), _range(mix.seats), Text(", ".join(mix.names)))
    common.console().print(table)


def print_mix(mix: Mix) -> None:
    """Print one mix: its games, and when they change."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    print(f"{mix.name}  {mix.title}")
    print(f"  players    {_range(mix.seats)}; {_range(mix.seats_for_choice)} where each dealer chooses among them")
    print(f"  next game  {CHANGES[mix.by].format(hands=mix.hands)}")
    table = Table(box=SIMPLE_HEAD)
    for column in ("", "as written", "game", "seats", "cards", "what wins"):
        table.add_column(column)
    for at, part in enumerate(mix.games, 1):
        game = part.game
        cells = (part.name, game.title, seats_words(game), cards_words(game), wins_words(game))
        table.add_row(str(at), *map(Text, cells))
    common.console().print(table)
    print(f"`sidepot simulate --game {mix.name}` plays it, `sidepot games NAME` describes a game.")


def print_mix_toml(mix: Mix) -> None:
    """Print a mix as a TOML file, which can be edited."""
    from sidepot.games.mix_files import write_mix

    print(f'# {mix.title.rstrip(".")}. Change what you like, and name the file in that of a table: mix = "FILE.toml"\n')
    print(write_mix(mix), end="")


def _range(seats: tuple[int, int]) -> str:
    return f"{seats[0]} to {seats[1]}"
