"""Integrity checks of the room's hands, for the host. Each runs in a process of its own, so as not to slow play."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path
from typing import Final, Literal

import msgspec

import sidepot
from sidepot.room.audit.integrity import IntegrityReport, IntegrityRequest
from sidepot.room.store.place import Place
from sidepot.validation.codec import UNREADABLE
from sidepot.web.logs import trouble

State = Literal["never", "looking", "done", "failed"]

_log: Final = logging.getLogger("sidepot.web")


class IntegrityChecks:
    """The last integrity check, and the one in progress."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._task: asyncio.Task[None] | None = None
        self.state: State = "never"
        self.at = 0
        self.found: IntegrityReport | None = None

    def begin(self, now: int, since: int) -> None:
        """Start a check of the hands since the time `since`, unless a check is in progress."""
        if self._task is None or self._task.done():
            self.state, self.at = "looking", now
            self._task = asyncio.get_running_loop().create_task(self._look(since))

    async def stop(self) -> None:
        """Cancel the check."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _look(self, since: int) -> None:
        try:
            self.found = await check_in_process(self._place, since)
            self.state = "done"
        except Exception as error:
            self.state = "failed"
            trouble(_log, "the hands could not be checked", error)


async def check_in_process(place: Place, since: int) -> IntegrityReport:
    """Check the hands that ended after `since` in a separate process. Raises RuntimeError if that fails."""
    address = place.url.set(drivername=place.url.get_backend_name()).render_as_string(hide_password=False)
    folder = str(Path(sidepot.__file__).parent.parent)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [folder, os.environ.get("PYTHONPATH")]))}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "sidepot.room.audit.integrity", env=environment,
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        request = msgspec.json.encode(IntegrityRequest(address=address, since=since))
        out, errors = await process.communicate(request)
    except BaseException:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        raise RuntimeError(errors.decode(errors="replace")[-500:])
    try:
        return msgspec.json.decode(out, type=IntegrityReport)
    except UNREADABLE as error:
        raise RuntimeError(f"the answer is unreadable: {error}") from None
