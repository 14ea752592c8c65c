"""The game of an ACPC log: the game that it names, a definition next to it, or the game given by the user."""

from __future__ import annotations

from pathlib import Path

from sidepot.errors import BadNotation
from sidepot.formats.acpc import AcpcLog
from sidepot.formats.acpc_games import GAMES, AcpcGame, AcpcStakes, game_named, read_game


def asked_game(text: str) -> AcpcGame | AcpcStakes:
    """The game that a user requests: a name, a limit with blinds, or a `.game` file.

    Raises BadNotation for an unknown game.
    """
    file = Path(text)
    try:
        if file.is_file():
            return read_game(file.read_bytes().decode("utf-8", "replace"), text)
    except OSError as error:
        raise BadNotation(f"{text}: cannot be read: {error.strerror or error}") from None
    is_path = text.endswith(".game") or "/" in text and " " not in text
    if is_path and text.removesuffix(".game") not in GAMES:
        raise BadNotation(f"{text}: no such file")
    return game_named(text)


def game_of_log(log: AcpcLog, file: Path, asked: AcpcGame | AcpcStakes | None = None) -> AcpcGame:
    """The game that a log names or, if it names none, the game that the user `asked` for.

    If there is neither, raises BadNotation, saying how to name the game.
    """
    if log.game is not None:
        return log.game
    problem = f"the game {log.game_name!r} is not known, and there is no {log.game_name}.game next to the log"
    if not log.game_name:
        problem = "the log does not say which game it is of"
    for folder in (file.parent, file.parent / "games", file.parent.parent / "games"):
        definition = folder / f"{log.game_name}.game"
        if log.game_name and definition.is_file():
            try:
                return read_game(definition.read_bytes().decode("utf-8", "replace"), log.game_name)
            except BadNotation as error:
                problem = error.message
                break
            except OSError as error:
                problem = f"{definition} cannot be read: {error.strerror or error}"
                break
    if asked is None:
        raise BadNotation(
            f"{problem}; give the game with --game: a name, a .game file, or limit, game, blinds and "
            "stack, as in 'nl holdem 50/100 20000'"
        )
    if isinstance(asked, AcpcGame):
        return asked
    seats = log.lines[0][1].count("|", log.lines[0][1].rfind(":")) + 1
    if not 2 <= seats <= 10:
        raise BadNotation(f"line {log.lines[0][0]} has {seats} player{'s' * (seats != 1)}; expected 2 to 10")
    return asked.game(seats)
