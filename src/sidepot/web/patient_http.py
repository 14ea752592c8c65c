"""HTTP as uvicorn speaks it, with an end to patience: a silent connection takes nobody else's place.

A client that never ends the head of its request, or its body, or never reads its answer, would keep its connection for
ever; with enough of them there would be none left for the players.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_PATIENCE: Final = 20.0  # seconds for the head of a first request; anything else has twice as long at most


class PatientHttp(H11Protocol):
    """uvicorn's connection, which is looked after every now and then until it is closed or becomes a socket."""

    patience = HEAD_PATIENCE

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        super().connection_made(transport)
        self._stuck_at: Any = None
        self._next_look = self.loop.call_later(self.patience, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        self._next_look.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._next_look.cancel()
        super().handle_websocket_upgrade(event)

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        if self._is_stuck():
            if self.cycle is self._stuck_at:  # before any request, or still at the same one
                self.transport.abort()
                return
            self._stuck_at = self.cycle
        else:
            self._stuck_at = self
        self._next_look = self.loop.call_later(self.patience, self._look)

    def _is_stuck(self) -> bool:
        """Whether it is the client who is waited for, in the middle of something."""
        cycle: Any = self.cycle  # None before the first
        if cycle is None:
            return True
        if cycle.response_complete:
            return self.timeout_keep_alive_task is None  # else nothing is on, and uvicorn counts the time
        return bool(cycle.more_body or self.flow.write_paused)
