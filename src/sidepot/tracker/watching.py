"""Watch the folders and rooms of the tracker: a thread imports what is new, and the page shows how far it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final

import msgspec

from sidepot.corpora.corpus_run import Advance
from sidepot.errors import SidepotError
from sidepot.rules.clauses import Sentence, in_a_list, say
from sidepot.tracker.importing import has_news, import_new
from sidepot.tracker.rooms import remembered_rooms
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
    """A thread that imports new hands until it is stopped.

    - `progress`: the progress of the running import (None if there is none)
    - `error`: why the last import failed, or which rooms could not be read ("" if all went well)
    - `sentence`: the same with gaps, for translation; empty if a part of it has no sentence
    """

    def __init__(self, home: Path, workers: Workers = HERE, *, every: float = EVERY) -> None:
        self.progress: Progress | None = None
        self.error = ""
        self.sentence: Sentence = ()
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
        """Import new hands of the rooms, and new and changed files, if there are any.

        If another program imports them at this moment, there is nothing to do.
        """
        try:
            problems = self._take_from_rooms()
            if has_news(self._home):
                import_new(self._home, (), workers=self._workers, watch=self._watch)
            self._report(problems)
        except SidepotError as error:
            self._report([] if error.code == "import_running" else [(str(error), error.sentence)])
        except OSError as error:
            self._report([(str(error), ())])
        finally:
            self.progress = None

    def _report(self, problems: Sequence[tuple[str, Sentence]]) -> None:
        """Keep the problems of an import: each is a text, and its sentence if it has one."""
        sentences = [sentence for _, sentence in problems]
        self.error = "; ".join([text for text, _ in problems])
        self.sentence = in_a_list(sentences) if problems and all(sentences) else ()

    def _take_from_rooms(self) -> list[tuple[str, Sentence]]:
        """Write the new hands of the remembered rooms to files. Returns which rooms cannot be read, and why."""
        rooms = remembered_rooms(self._home)
        if not rooms:
            return []
        from sidepot.tracker.room_hands import take_hands  # needs the store of rooms

        problems = []
        for room in rooms:
            try:
                take_hands(self._home, room)
            except SidepotError as error:
                text = f"{error.message}; the hands that were taken before stay"
                sentence = say("{problem}; the hands that were taken before stay", error.sentence)
                problems.append((text, sentence if error.sentence else ()))
        return problems

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
