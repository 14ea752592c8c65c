"""The last commands of an account, so that a command that is sent again is not carried out twice."""

from __future__ import annotations

import msgspec


class RecentIds(msgspec.Struct):
    """The last commands of one account.

    - `at`: the time of the latest command
    - `ids`: the number of the event that each command made, by the command's id
    """

    at: int = 0
    ids: dict[str, int] = {}
