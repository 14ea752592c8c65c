"""Check the sender of a command: the room itself, the host or staff, or a player."""

from __future__ import annotations

from collections.abc import Container

from sidepot.errors import IllegalAction


def check_sender(
    kind: type, by: str, of_room: Container[type], of_staff: Container[type], *, staff: bool, who: str, opens: type
) -> None:
    """Raise IllegalAction if the sender may not give a command of this `kind`.

    - `by`: the sender ("" for the room itself)
    - `of_room`: the commands of the room itself; a person may give only the command `opens` among them
    - `of_staff`: the commands of the staff
    - `who`: what an error calls the staff

    All other commands are for players.
    """
    if kind in of_room:
        if by and kind is not opens:
            raise IllegalAction("only the room itself may do that", code="room_only")
    elif kind in of_staff:
        if not staff:
            raise IllegalAction(f"only the {who} may do that", code="host_only")
    elif not by:
        raise IllegalAction("only a player may do that, and the command has no player", code="players_only")
