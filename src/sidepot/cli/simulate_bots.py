"""Find the bots of `sidepot simulate` and `sidepot tournament run` by name, including the user's own players.

`module:name` names a function in the current folder or in an installed package. As in `match`, the function decides
bets, draws and declarations. Without asking it, hands are shown in order and the board is run once.
"""

from __future__ import annotations

import re
import sys
import sysconfig
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from inspect import iscoroutinefunction
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final

import sidepot
from sidepot.bots.roster import BOTS, find_bot, loose
from sidepot.cards import UNKNOWN, text
from sidepot.errors import BadNotation
from sidepot.hand.commands import ChooseRuns, Command, Show
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options, Player
from sidepot.hand.playing import PlayerFailed
from sidepot.simulation.bot_hand import Bot
from sidepot.validation.reader import did_you_mean, nearest

__all__ = ["BOTS", "USUAL", "find_bots", "loose"]

USUAL: Final = "loose"


def find_bots(names: list[str], where: str, rng: Random) -> list[Bot]:
    """The bots with these names. All of them share `rng`. `module:name` is the user's own bot.

    Raises BadNotation for an unknown name.
    """
    found: dict[str, Bot] = {}
    for name in names:
        if ":" in name:
            found.setdefault(name, Bot(name, own_player(name, where), is_own=True))
        if name not in found:
            try:
                found[name] = find_bot(name, rng)
            except BadNotation as error:
                raise BadNotation(f"{where}: {error.message}") from None
    return [found[name] for name in names]


def own_player(spec: str, where: str) -> Player:
    """The player called `module:name`: a callable that takes a view and the options, and returns a command.

    Raises BadNotation if the module does not exist or fails, or if it has no such callable.
    """
    module, _, name = spec.partition(":")
    if not module or not name:
        raise BadNotation(f"{where}: name your own player as module:name, such as mine:timid, not {spec!r}")
    if not all(part.isidentifier() for part in module.split(".")) or module.endswith(".py"):
        hint = f", without .py: {Path(module).stem}:{name}" if module.endswith(".py") else ""
        raise BadNotation(f"{where}: {module!r} is not a module name{hint}")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = import_module(module)
    except (Exception, SystemExit) as error:  # any error while it is imported
        raise BadNotation(f"{where}: the module {module!r} cannot be read: {fault_of(error)}") from None
    play = getattr(found, name, None)
    if not callable(play):
        raise BadNotation(f"{where}: {module!r} has no player {name!r}; {_there(vars(found), module, name)}")
    if iscoroutinefunction(play):
        raise BadNotation(f"{where}: {name!r} is async; write a plain function that returns the command")
    return _safe(play, spec)


def _there(names: Mapping[str, object], module: str, name: str) -> str:
    own = [each for each, value in names.items() if callable(value) and getattr(value, "__module__", "") == module]
    if name in names:
        return f"{name!r} cannot be called: a player is a function of a view and options"
    near = nearest(name, own)
    if near:
        return did_you_mean(map(repr, near))
    return f"the choices are {', '.join(own)}" if own else "it has no functions"


def _safe(play: Player, spec: str) -> Player:
    """Wrap a player, so that it decides only bets, draws and declarations, and errors carry the player's name."""

    def player(view: Hand, may: Options) -> Command:
        if may.may_show:
            return Show()
        if may.runs:
            return ChooseRuns(1)
        try:
            return play(view, may)
        except (Exception, SystemExit) as error:  # any error
            fault = fault_of(error, view.hole[view.seat])
        raise PlayerFailed(f"the player {spec} failed: {fault}", view.seat)

    return player


# ---- errors in a user's code: the file and the line, and never a hidden card


_NOT_OWN: Final = (Path(sidepot.__file__).parent, Path(sysconfig.get_path("stdlib")))


def fault_of(error: BaseException, hidden: Sequence[int] = ()) -> str:
    """Describe an error in the user's code by the innermost line of that code: `mine.py, line 4, in timid: KeyError:
    'x'`.

    If the error's message names one of the `hidden` cards, the line of code is shown instead.

    >>> fault_of(ValueError("no such bet"))
    'ValueError: no such bet'
    """
    line = _own_line(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename:
        line = traceback.FrameSummary(error.filename, error.lineno or 0, "<module>", lookup_line=False)
    place = "" if line is None else f"{_short(line.filename)}, line {line.lineno}"
    if line is not None and line.name != "<module>":
        place += f", in {line.name}"
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    if _names(message, hidden):
        message = f"in `{line.line}`" if line is not None and line.line else ""
    what = type(error).__name__ + (f": {message}" if message else "")
    return f"{place}: {what}" if place else what


def _own_line(trace: TracebackType | None) -> traceback.FrameSummary | None:
    """The innermost line that belongs neither to sidepot nor to Python."""
    lines = [line for line in traceback.extract_tb(trace) if _is_own(line.filename)]
    return lines[-1] if lines else None


def _is_own(file: str) -> bool:
    if file.startswith("<"):
        return False
    path = Path(file).resolve()
    return "site-packages" in path.parts or not any(path.is_relative_to(folder) for folder in _NOT_OWN)


def _short(file: str) -> str:
    """The path relative to the current folder, if it is inside."""
    path = Path(file).resolve()
    here = Path.cwd().resolve()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def _names(message: str, hidden: Sequence[int]) -> bool:
    """Whether a message names one of these cards, as text or as a number."""
    known = [card for card in hidden if card != UNKNOWN]
    words = [text((card,)) for card in known] + [rf"\b{card}\b" for card in known]
    return any(re.search(word, message, re.IGNORECASE) for word in words)
