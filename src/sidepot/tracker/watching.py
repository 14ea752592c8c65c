"""Watch the folders of the tracker: a thread imports what is new, and the page shows how far it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final

import msgspec

from sidepot.corpora.corpus_run import Advance
from sidepot.errors import SidepotError
from sidepot.tracker.importing import has_news, import_new
from sidepot.workers import HERE, Workers

EVERY: Final = 5.0
"""The number of seconds between two checks of the folders."""


class Progress(msgspec.Struct, frozen=True):
    """The progress of an import.

    - `hands`: the number of hands so far
    - `done`: the number of characters so far
    - `total`: about how many characters there are
    """

    hands: int
    done: int
    total: int


class Watcher:
    """A thread that imports new files until it is stopped.

    - `progress`: the progress of the running import (None if there is none)
    - `imports`: the number of finished imports
    - `error`: why the last import failed ("" if it did not fail)
    """

    def __init__(self, home: Path, workers: Workers = HERE, *, every: float = EVERY) -> None:
        self.progress: Progress | None = None
        self.imports = 0
        self.error = ""
        self._home, self._workers, self._every = home, workers, every
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="tracker", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop watching. If an import is running, it ends with the program, and continues at the next start."""
        self._stopped.set()

    def look(self) -> None:
        """Import new and changed files, if there are any."""
        try:
            if has_news(self._home):
                import_new(self._home, (), workers=self._workers, watch=self._watch)
                self.imports += 1
            self.error = ""
        except (SidepotError, OSError) as error:
            self.error = str(error)
        finally:
            self.progress = None

    def _run(self) -> None:
        while not self._stopped.wait(self._every):
            self.look()

    @contextmanager
    def _watch(self, files: Sequence[Path]) -> Iterator[Advance]:
        total = sum(file.stat().st_size for file in files if file.is_file())
        self.progress = Progress(0, 0, total)

        def advance(letters: int, hands: int) -> None:
            now = self.progress or Progress(0, 0, total)
            self.progress = Progress(now.hands + hands, min(now.done + letters, total), total)

        yield advance
