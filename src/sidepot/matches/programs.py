"""Programs as players: one line of JSON for each decision, one line of JSON as the answer.

A program is started once and plays many hands. For each decision it reads a line from its standard input:

    {"seat": 0, "options": {...}, "events": [...]}

`events` are those of the hand that its seat may see, as in a log (docs/reference/events.md), and `options` what it may
do (docs/reference/protocol.md). It writes a line with its command, such as `{"type": "call"}` or
`{"type": "raise_to", "to": 6}`, and flushes it. Its standard error is not read.

A program that answers too late, too long or not at all, or ends, fails: it loses the hand, is stopped, and is started
again for the next one.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from types import TracebackType
from typing import IO, Final

import msgspec

from sidepot.errors import BadNotation, Conflict
from sidepot.hand import commands
from sidepot.hand.commands import Command
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Options
from sidepot.validation.type_checks import expect, expect_row

SECONDS: Final = 10.0
MOST_SECONDS: Final = 3600.0
LOOK: Final = 0.2  # seconds between two looks whether the program was stopped
LONGEST: Final = 10_000
"""The maximum length of an answer in bytes."""


class ProgramPlayer:
    """A player that asks a program. Use it as a context manager, or call `close`, so that the program ends.

    - `line`: the program and its arguments
    - `seconds`: the time limit for a decision
    """

    def __init__(self, line: Sequence[str], seconds: float = SECONDS) -> None:
        words = expect_row(line, str, "line")
        if not words or shutil.which(words[0]) is None:
            raise BadNotation(f"line: {' '.join(words) or 'nothing'}: no such program")
        if isinstance(seconds, bool) or not 0 < expect(seconds, (float, int), "seconds") <= MOST_SECONDS:
            raise BadNotation(f"seconds: expected more than 0 and at most {MOST_SECONDS:g}, not {seconds}")
        self._line = [*words]
        self._seconds = seconds
        self._running: subprocess.Popen[bytes] | None = None
        self._answers: Queue[bytes] = Queue()
        self._stopped = Event()

    def __enter__(self) -> ProgramPlayer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __call__(self, view: Hand, may: Options) -> Command:
        """The program's command. Raises Conflict if it does not answer, and BadNotation for an unreadable answer."""
        question = {"seat": may.seat, "options": may, "events": view.log}
        try:
            return commands.decode(self._ask(msgspec.json.encode(question) + b"\n"))
        except (Conflict, BadNotation):
            self.close()
            raise

    def _ask(self, question: bytes) -> bytes:
        running = self._running or self._start()
        assert running.stdin is not None
        if not self._answers.empty():
            raise Conflict("the program wrote more than one line for a decision")
        try:
            running.stdin.write(question)
            running.stdin.flush()
        except (BrokenPipeError, OSError):
            raise Conflict("the program has ended") from None
        try:
            answer = self._answers.get(timeout=self._seconds)
        except Empty:
            raise Conflict(f"the program did not answer within {self._seconds:g} seconds") from None
        if len(answer) > LONGEST:
            raise Conflict(f"the program answered with more than {LONGEST:,} bytes")
        if not answer.endswith(b"\n"):
            raise Conflict("the program has ended")
        return answer

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            self._running = subprocess.Popen(
                self._line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            raise Conflict(f"the program cannot be started: {error.strerror or error}") from None
        self._answers = Queue(1)  # so that a program that floods waits, and takes no memory
        self._stopped = Event()
        assert self._running.stdout is not None
        Thread(target=_read, args=(self._running.stdout, self._answers, self._stopped), daemon=True).start()
        return self._running

    def close(self) -> None:
        """Stop the program."""
        running, self._running = self._running, None
        if running is None:
            return
        self._stopped.set()
        running.kill()
        running.wait()
        for pipe in (running.stdin, running.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _read(out: IO[bytes], answers: Queue[bytes], stopped: Event) -> None:
    """Pass on each line of a program, and an empty line when it ends."""
    try:
        while line := out.readline(LONGEST + 1):
            _pass_on(line, answers, stopped)
        _pass_on(b"", answers, stopped)
    except (OSError, ValueError):
        return  # the pipe was closed


def _pass_on(line: bytes, answers: Queue[bytes], stopped: Event) -> None:
    while not stopped.is_set():
        with suppress(Full):
            answers.put(line, timeout=LOOK)
            return
