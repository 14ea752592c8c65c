"""Mixed games for `sidepot games`: all of them, or one with its games in their order."""

from __future__ import annotations

from msgspec import Struct

from sidepot.cli import common
from sidepot.cli.game_words import LISTED, cards_words, named_game, seats_words, wins_words
from sidepot.errors import BadNotation
from sidepot.games.limits import Limit
from sidepot.games.mixes import MIXES, ChangeBy, Mix, find_mix
from sidepot.games.model import Game

CHANGES = {
    ChangeBy.ORBIT: "when everybody has dealt once",
    ChangeBy.HANDS: "after {hands} hands",
    ChangeBy.LEVEL: "with the next level",
}


def named_game_or_mix(name: str) -> Game | Mix:
    """The mix of that name, or else the game, by name or by file. Raises BadNotation or Conflict."""
    try:
        return find_mix(name)
    except BadNotation as no_mix:
        try:
            return named_game(name)
        except BadNotation as no_game:
            if no_game.code != "unknown_game" or no_game.near or not no_mix.near:
                raise
            hint = f"did you mean the mix {' or '.join(no_mix.near)}? {LISTED}"
            raise BadNotation(no_game.said, code=no_game.code, hint=hint, near=no_mix.near) from None


def mixes_with(game: Game) -> list[str]:
    """The names of the mixes that a game is part of."""
    return [mix.name for mix in MIXES.values() if any(part.game == game for part in mix.games)]


class PartReport(Struct, frozen=True):
    """A game of a mix."""

    name: str
    game: str
    limit: Limit


class MixReport(Struct, frozen=True):
    """One mix; `hands` where it changes by hands."""

    name: str
    title: str
    seats: tuple[int, int]
    seats_for_choice: tuple[int, int]
    by: ChangeBy
    hands: int | None
    games: list[PartReport]


def report_of(mix: Mix) -> MixReport:
    """One mix with its games."""
    games = [PartReport(part.name, part.game.name, part.limit) for part in mix.games]
    return common.filled(MixReport, mix, hands=mix.hands if mix.by is ChangeBy.HANDS else None, games=games)


def print_table(mixes: list[Mix]) -> None:
    """All mixes, with their games as they are written."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, title="Mixed games", title_justify="left", title_style="bold", expand=True)
    table.add_column("name", no_wrap=True, width=max(len(mix.name) for mix in mixes))
    table.add_column("mix", ratio=2)
    table.add_column("seats", no_wrap=True, width=7)
    table.add_column("games", ratio=5)
    for mix in mixes:
        table.add_row(mix.name, Text(mix.title), _seats(mix.seats), Text(", ".join(mix.names)))
    common.console().print(table)


def print_in_full(mix: Mix) -> None:
    """One mix: when the next game comes, and each of its games."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    print(f"{mix.name}  {mix.title}")
    print(f"  players    {_seats(mix.seats)}; {_seats(mix.seats_for_choice)} where each dealer chooses among them")
    print(f"  next game  {CHANGES[mix.by].format(hands=mix.hands)}")
    table = Table(box=SIMPLE_HEAD)
    for column in ("", "as written", "game", "seats", "cards", "what wins"):
        table.add_column(column)
    for at, part in enumerate(mix.games, 1):
        game = part.game
        cells = (part.name, game.title, seats_words(game), cards_words(game), wins_words(game))
        table.add_row(str(at), *map(Text, cells))
    common.console().print(table)
    print(f"`sidepot simulate --game {mix.name}` plays it, `sidepot games NAME` shows a game in full.")


def print_toml(mix: Mix) -> None:
    """A mix as a file to start another from."""
    from sidepot.games.mix_files import write_mix

    print(f'# {mix.title.rstrip(".")}. Change what you like, and name the file in that of a table: mix = "FILE.toml"\n')
    print(write_mix(mix), end="")


def _seats(seats: tuple[int, int]) -> str:
    return f"{seats[0]} to {seats[1]}"
