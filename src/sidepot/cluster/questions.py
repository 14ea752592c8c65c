"""Questions of one process to another, of which each is answered or given up after a while."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from sidepot.cluster.messages import Ask, Found
from sidepot.cluster.transport import Mail
from sidepot.room.runtime.unavailable import Busy

PATIENCE: Final = 3.0  # seconds
NO_ANSWER: Final = "this table does not answer just now: try again"


class Questions:
    """The questions of this process that are not answered yet."""

    def __init__(self, post: Mail, next_number: Callable[[], int]) -> None:
        self._post = post
        self._next = next_number
        self._open: dict[int, tuple[asyncio.Future[bytes], float]] = {}
        self._loop = asyncio.get_running_loop()

    async def ask(self, node: str, letter: Callable[[int], Ask]) -> bytes:
        """Ask a process, and wait for its answer. Raises Busy where none comes."""
        if not node:
            raise Busy(NO_ANSWER, code="busy")
        no = self._next()
        future: asyncio.Future[bytes] = self._loop.create_future()
        self._open[no] = future, self._loop.time() + PATIENCE
        self._post.send(node, letter(no))
        try:
            return await future
        finally:
            self._open.pop(no, None)

    def answered(self, letter: Found) -> None:
        """An answer has come."""
        found = self._open.get(letter.no)
        if found is not None and not found[0].done():
            found[0].set_result(letter.data)

    def tick(self, now: float) -> None:
        """Give up what has waited for long."""
        for future, until in self._open.values():
            if now > until and not future.done():
                future.set_exception(Busy(NO_ANSWER, code="busy"))
