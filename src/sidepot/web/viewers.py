"""A client at a table, as the table sees him: somebody to whom messages are sent, the same bytes as to all others."""

from __future__ import annotations

from sidepot.web.fast_socket import Line


class TableViewer:
    """One client at one table. While he does not take what he was sent he gets nothing; then a snapshot."""

    __slots__ = ("lagging", "line", "outbox", "player", "post", "staff")

    def __init__(self, line: Line, player: str, *, staff: bool) -> None:
        self.line = line
        self.outbox = line.outbox
        self.post = line.post
        self.lagging = line.behind
        self.player = player
        self.staff = staff
