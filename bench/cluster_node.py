"""`sidepot serve` as a process of `cluster.py`: it writes down what it answers, and can be without a protection.

    python bench/cluster_node.py FILE WITHOUT serve ...

`FILE` gets a line for each refusal and each state of a table that a player is given, which the log cannot hold back:
when, in milliseconds since 1970, and at which table. `WITHOUT` names protections that this process does not have, in
order to see whether the checker finds out: any of `BROKEN`, separated by commas, or `-`. Nothing in `src` knows of it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Any, Final

import cluster_trap  # noqa: F401  first: it lays traps in what is imported after it
from cluster_witness import PASSING
from msgspec.structs import replace

from sidepot.cli.app import main
from sidepot.cluster.membership import Membership
from sidepot.errors import SidepotError
from sidepot.room.runtime.table_actor import TableActor, TablePublisher
from sidepot.room.store.transaction import Append, Batch, Outcome
from sidepot.room.store.writer import Writer


def _without_fence() -> None:
    """Nothing that this process writes asks whether it was put out, and it goes on where it was."""
    members: Any = Membership
    members.fence = lambda self, connection: None
    members.guard = lambda self: []
    members._end = lambda self, why: None


def _without_lease() -> None:
    """It answers from what it knows, whether or not that is still true."""
    members: Any = Membership
    members.has_lease = lambda self: True


def _without_key() -> None:
    """It writes where it believes the end of the stream to be. (The bench takes the key of `record` away.)"""
    batches: Any = Batch
    do: Callable[[Batch, Any], Outcome] = Batch.do

    def blindly(self: Batch, what: Any) -> Outcome:
        if isinstance(what, Append):
            self.heads[what.stream] = what.after
        return do(self, what)

    batches.do = blindly


def _without_seals() -> None:
    """The orders of the cards are not written with the entry that begins the hand."""
    writers: Any = Writer
    submit = Writer.submit

    def unsealed(self: Writer, what: Any, *more: Any) -> None:
        submit(self, replace(what, seals=()) if isinstance(what, Append) else what, *more)

    writers.submit = unsealed


BROKEN: Final = {"fence": _without_fence, "key": _without_key, "seals": _without_seals, "lease": _without_lease}


def _write_down(file: str) -> None:
    """Note each refusal that is sent, and each state of a table that somebody is let in to see."""
    notes = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    actors: Any = TableActor
    publishers: Any = TablePublisher
    answer, admit = TableActor._answer, TablePublisher.admit

    def note(table: str) -> None:
        os.write(notes, f"{int(time.time() * 1000)} {table}\n".encode())

    def answered(self: TableActor, job: Any, seq: int, error: SidepotError | None) -> None:
        if job is not None and job.by and error is not None and error.code not in PASSING:
            note(self.id)
        answer(self, job, seq, error)

    def let_in(self: Any) -> None:
        note(self.machine.id)
        admit(self)

    actors._answer, publishers.admit = answered, let_in


if __name__ == "__main__":
    _, _file, _names, *_words = sys.argv
    for _name in _names.split(",") if _names != "-" else ():
        BROKEN[_name]()
    _write_down(_file)
    sys.argv[1:] = _words
    main()
