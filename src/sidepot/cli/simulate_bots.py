"""The bots that `sidepot simulate` and `sidepot tournament run` are told of, by name; also players of one's own.

`module:name` names a function of the folder one is in, or of an installed package. As in `match` it bets, draws and
declares; hands are tabled in order and the board is run once without asking it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from inspect import iscoroutinefunction
from pathlib import Path
from random import Random
from typing import Final

from sidepot.bots.roster import BOTS, find_bot, loose
from sidepot.cli.own_faults import fault_of
from sidepot.errors import BadNotation
from sidepot.hand.commands import ChooseRuns, Command, Player, Show
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.hand.playing import PlayerFailed
from sidepot.simulation.bot_hand import Bot
from sidepot.validation.reader import did_you_mean, nearest

__all__ = ["BOTS", "USUAL", "find_bots", "loose"]

USUAL: Final = "loose"


def find_bots(names: list[str], where: str, rng: Random) -> list[Bot]:
    """The bots of these names, all deciding by the same chance; `module:name` is one's own. Raises BadNotation."""
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


def own_player(told: str, where: str) -> Player:
    """The player that `module:name` names: it takes a view and options, and gives a command.

    Raises BadNotation where there is no such module, or it fails, or nothing in it that can be called has this name.
    """
    module, _, name = told.partition(":")
    if not module or not name:
        raise BadNotation(f"{where}: a player of your own is written module:name, as in mine:timid, not {told!r}")
    if not all(part.isidentifier() for part in module.split(".")) or module.endswith(".py"):
        hint = f", without .py: {Path(module).stem}:{name}" if module.endswith(".py") else ""
        raise BadNotation(f"{where}: {module!r} is no name of a module{hint}")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        found = import_module(module)
    except (Exception, SystemExit) as error:  # whatever the module does when it is read
        raise BadNotation(f"{where}: the module {module!r} cannot be read: {fault_of(error)}") from None
    play = getattr(found, name, None)
    if not callable(play):
        raise BadNotation(f"{where}: in {module!r} there is no player {name!r}; {_there(vars(found), module, name)}")
    if iscoroutinefunction(play):
        raise BadNotation(f"{where}: {name!r} is async: a player is a plain function, and gives its command at once")
    return _safe(play, told)


def _there(names: Mapping[str, object], module: str, name: str) -> str:
    own = [each for each, value in names.items() if callable(value) and getattr(value, "__module__", "") == module]
    if name in names:
        return f"{name!r} cannot be called: a player is a function of a view and options"
    near = nearest(name, own)
    if near:
        return did_you_mean(map(repr, near))
    return f"there are {', '.join(own)}" if own else "it has no functions"


def _safe(play: Player, told: str) -> Player:
    """The same player, asked about what players decide alone; its mistakes are told with its name."""

    def player(view: Hand, may: Options) -> Command:
        if may.may_show:
            return Show()
        if may.runs:
            return ChooseRuns(1)
        try:
            return play(view, may)
        except (Exception, SystemExit) as error:  # any error
            fault = fault_of(error, view.hole[view.seat])
        raise PlayerFailed(f"the player {told} failed: {fault}", view.seat)

    return player
