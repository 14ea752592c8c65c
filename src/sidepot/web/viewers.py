"""A client at a table, as the table sees him: somebody to whom messages are sent, the same bytes as to all others."""

from __future__ import annotations

from sidepot.web.fast_socket import Line, text_frame
from sidepot.web.metrics import Meters


class _Last:
    """The frame that was built last: the next viewer gets the same bytes."""

    data: bytes = b""
    frame: bytes = text_frame(b"")


def frame_of(data: bytes) -> bytes:
    """A message as a frame, built once for all who are told it."""
    if data is not _Last.data:
        _Last.data, _Last.frame = data, text_frame(data)
    return _Last.frame


class TableViewer:
    """One client at one table. While he does not take what he was sent he gets nothing; then a snapshot."""

    __slots__ = ("_line", "_meters", "lagging", "player", "staff")

    def __init__(self, line: Line, meters: Meters, player: str, *, staff: bool) -> None:
        self._line = line
        self._meters = meters
        self.lagging = False
        self.player = player
        self.staff = staff

    def send(self, data: bytes) -> None:
        """One message, as JSON text."""
        line, meters = self._line, self._meters
        meters.frames += 1
        line.write(frame_of(data))
        if line.behind:  # this one still waits for him; the table sends no more
            self.lagging = True
            meters.behind += 1
