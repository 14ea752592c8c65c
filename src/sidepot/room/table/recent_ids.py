"""The last commands of an account, so that a command that is sent again is not carried out twice."""

from __future__ import annotations

import msgspec


class RecentIds(msgspec.Struct):
    """The last commands of one account, as the number of the event of each id, and the time of the latest of them."""

    at: int = 0
    ids: dict[str, int] = {}
