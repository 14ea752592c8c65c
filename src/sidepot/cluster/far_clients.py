"""The clients of other processes at the tables of this one: what they say is done, what they watch is told.

A public event goes to each gateway once, however many watch there; what is for one player alone goes to the gateway of
that player's client, and to no other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from sidepot.cluster.far_outlet import FarOutlet
from sidepot.cluster.gateway import answer_of
from sidepot.cluster.messages import Answer, Ask, Found, Leave, Look, NotMine, Say
from sidepot.cluster.transport import Mail
from sidepot.errors import SidepotError
from sidepot.room.running.outlet import Viewer
from sidepot.room.table.commands import decode

KEPT: Final = 4096  # commands that are kept in mind at least, and twice as many at most
_ENCODER: Final = msgspec.json.Encoder()


class FarJob:
    """A command of another process, by its number there: it gets one answer, as often as it is said."""

    __slots__ = ("_post", "answer", "no", "node", "table")

    def __init__(self, post: Mail, node: str, no: int, table: str) -> None:
        self._post = post
        self.node = node
        self.no = no
        self.table = table
        self.answer: Answer | None = None

    def __call__(self, seq: int, error: SidepotError | None) -> None:
        """It has an answer."""
        self.answer = answer_of(self.no, seq, error)
        self.say_again()

    def say_again(self) -> None:
        """Answer, if it is known what."""
        if self.answer is not None:
            self._post.send(self.node, self.answer)


class FarClients:
    """The viewers and commands that come over the bus.

    `find` gives a table that is here, `known` the accounts of all who are known or connected here; `decode` reads what
    is said. With the names of tournaments in place of tables it is the same.
    """

    def __init__(
        self,
        post: Mail,
        find: Callable[[str], Any],
        known: Callable[[], set[str]],
        decode: Callable[[bytes], Any] = decode,
    ) -> None:
        self._post = post
        self._find = find
        self._known = known
        self._decode = decode
        self._viewers: dict[str, dict[int, tuple[str, Viewer]]] = {}  # by gateway and number: the table, the viewer
        self._jobs: dict[tuple[str, int], FarJob] = {}
        self._older: dict[tuple[str, int], FarJob] = {}
        self.commands = 0

    def __len__(self) -> int:
        return sum(map(len, self._viewers.values()))

    def say(self, node: str, letter: Say) -> None:
        """A client of another process says something to a table, perhaps not for the first time."""
        actor = self._find(letter.table)
        if actor is None:
            self._post.send(node, NotMine(letter.table))
            return
        key = node, letter.no
        known = self._jobs.get(key) or self._older.get(key)
        if known is not None:
            known.say_again()
            return
        self.commands += 1
        if len(self._jobs) >= KEPT:
            self._jobs, self._older = {}, self._jobs
        done = self._jobs[key] = FarJob(self._post, node, letter.no, letter.table)
        try:
            said = self._decode(letter.said)
        except SidepotError as error:  # of another version
            done(0, error)
            return
        actor.submit(said, done, by=letter.by, id=letter.id, staff=letter.staff, account=letter.account)

    def look(self, node: str, letter: Look) -> None:
        """A client of another process watches a table."""
        actor = self._find(letter.table)
        if actor is None:
            self._post.send(node, NotMine(letter.table))
            return
        known = self._viewers.setdefault(node, {})
        found = known.get(letter.no)
        if found is None:
            outlet = FarOutlet(partial(self._post.tell, node, letter.no))
            viewer = Viewer(outlet, letter.player, staff=letter.staff, account=letter.account)
            known[letter.no] = letter.table, viewer
        else:
            viewer = found[1]
        actor.watch(viewer, letter.since)

    def leave(self, node: str, letter: Leave) -> None:
        """It watches no more."""
        found = self._viewers.get(node, {}).pop(letter.no, None)
        if found is not None:
            self._unwatch(*found)

    def forget(self, node: str) -> None:
        """No client of that process watches any more, as far as is known."""
        for found in self._viewers.pop(node, {}).values():
            self._unwatch(*found)

    def forget_table(self, table: str) -> None:
        """A table is not here any more. Should it come again, it may know more of what was said to it."""
        for known in self._viewers.values():
            for no in [no for no, (where, _) in known.items() if where == table]:
                del known[no]
        for jobs in (self._jobs, self._older):
            for key in [key for key, job in jobs.items() if job.table == table]:
                del jobs[key]

    def ask(self, node: str, letter: Ask) -> None:
        """Where a hand of a table lies, or which of them are over; without a table, who is known here."""
        if not letter.table:
            self._post.send(node, Found(letter.no, _ENCODER.encode(self._known())))
            return
        actor = self._find(letter.table)
        if actor is None:
            self._post.send(node, NotMine(letter.table))
            return
        hands = actor.room.hands
        at = hands.get(letter.hand)
        place = None if at is None else (at.first_seq, at.last_seq, at.before.hex())
        self._post.send(node, Found(letter.no, _ENCODER.encode(place if letter.hand else sorted(hands))))

    def _unwatch(self, table: str, viewer: Viewer) -> None:
        actor = self._find(table)
        if actor is not None:
            actor.unwatch(viewer)
