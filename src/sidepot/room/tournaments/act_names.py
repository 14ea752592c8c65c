"""The players whom an act of a director names, put into others: their numbers for names, as a stream has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from sidepot.tournament import commands as c


def with_numbers(command: Any, find: Callable[[str], str]) -> Any:
    """The same act with the numbers of its persons; `find` has them."""
    changes: dict[str, Any] = {
        name: find(value) for name in ("player", "together") if isinstance(value := getattr(command, name, None), str)
        and value
    }  # fmt: skip
    match command:
        case c.Out(by=by):
            changes["by"] = tuple([find(one) for one in by])
        case c.Reorder(players=players):
            changes["players"] = tuple([find(one) for one in players])
        case c.Count(stacks=stacks) | c.CountHand(stacks=stacks):
            changes["stacks"] = tuple([(find(player), chips) for player, chips in stacks])
        case c.MakeDeal(amounts=amounts):
            changes["amounts"] = tuple([(find(player), money) for player, money in amounts])
        case _:
            pass
    return msgspec.structs.replace(command, **changes) if changes else command
