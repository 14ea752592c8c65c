"""The wishes of players: what each asks the staff for, the act that grants it, and when it is moot."""

from __future__ import annotations

from typing import Final

import msgspec

from sidepot.tournament import commands as c

OPEN: Final = "open"


class Asked(msgspec.Struct, frozen=True):
    """A wish of a player: `state` is open, done or refused; then `by` whom and `why`."""

    number: int
    about: str
    player: str
    at: int
    n: int = 0
    state: str = OPEN
    by: str = ""
    why: str = ""
    closed_at: int = 0


def granted(one: Asked) -> c.AnyCommand | None:
    """The act by which a wish of a player is granted; None where somebody only has to come."""
    match one.about:
        case "enter":
            return c.Register(one.player)
        case "rebuy":
            return c.Rebuy(one.player)
        case "add_on":
            return c.AddOn(one.player)
        case "reenter":
            return c.Reenter(one.player)
        case "out":
            return c.Out(one.player, at=one.at)
        case "count":
            return c.Count(((one.player, one.n),), one.at)
        case _:
            return None


def is_moot(one: Asked, done: c.AnyCommand) -> bool:
    """Whether what a player asked for is done by an act that was told without it, or is known better by now."""
    wanted = granted(one)
    if isinstance(done, c.Count):
        return isinstance(wanted, c.Count) and one.player in dict(done.stacks)
    return wanted is not None and type(wanted) is type(done) and getattr(done, "player", "") == one.player
