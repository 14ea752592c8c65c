"""Players of one's own: `module:name` names a function of the folder one is in, or of an installed package."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import Any

from sidepot.errors import BadNotation
from sidepot.hand.commands import Command, Player
from sidepot.hand.hand import Hand
from sidepot.hand.options import Options
from sidepot.hand.playing import PlayerFailed


def own_player(told: str, where: str) -> Player:
    """The player that `module:name` names: it takes a view and options, and gives a command.

    Raises BadNotation where there is no such module, or it fails, or nothing in it that can be called has this name.
    """
    module, _, name = told.partition(":")
    if not module or not name:
        raise BadNotation(f"{where}: a player of your own is written module:name, as in mine:timid, not {told!r}")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = import_module(module)
    except Exception as error:  # whatever the module does when it is read
        raise BadNotation(f"{where}: the module {module!r} cannot be read: {_told(error)}") from None
    play = getattr(found, name, None)
    if not callable(play):
        raise BadNotation(f"{where}: in {module!r} there is no player {name!r}; {_there(vars(found), module, name)}")
    return _safe(play, told)


def _there(names: Mapping[str, Any], module: str, name: str) -> str:
    own = [each for each, value in names.items() if callable(value) and getattr(value, "__module__", "") == module]
    if name in names:
        return f"{name!r} cannot be called: a player is a function of a view and options"
    near = get_close_matches(name, own, n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there are {', '.join(own)}" if own else "it has no functions"


def _safe(play: Player, told: str) -> Player:
    """The same player, whose own mistakes are told with its name instead of a traceback."""

    def player(view: Hand, may: Options) -> Command:
        try:
            return play(view, may)
        except Exception as error:  # whatever it does
            raise PlayerFailed(f"the player {told} failed: {_told(error)}", view.seat) from error

    return player


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
