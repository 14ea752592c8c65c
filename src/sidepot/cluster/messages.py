"""The messages between the nodes of a room, and the frames that carry them.

A node is the gateway of the clients whose sockets it has, and the owner of some tables. A gateway passes commands of
its clients to the owner of their table (`Submit`), and subscribes them (`Watch`, `Unwatch`). The owner answers
(`Answer`), and sends the subscribers at a gateway what happens (`Deliver`): a public event once for all of them.

Frames are numbered. A node that misses one sends a `RollCall`, and gets again whatever still matters. A gateway numbers
its commands and subscribers, and never uses a number twice, not even after a restart.
"""

from __future__ import annotations

from typing import Final

import msgspec


class _Message(msgspec.Struct, array_like=True, gc=False):
    """One message. It may contain cards: logs and tracebacks show its kind alone."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class _Numbered(_Message):
    """A message about a command, a question or a subscriber, by its number."""

    no: int


class _OfTable(_Message):
    """A message about a table."""

    table: str


# ---- from a gateway to an owner


class Submit(_Numbered, tag="submit"):
    """Command `no` of an account to a table, as it comes off the wire. Sent twice, it is done once."""

    table: str
    by: str
    id: str
    staff: bool
    account: str
    command: bytes


class Watch(_Numbered, tag="watch"):
    """Subscriber `no` of this gateway watches a table, for a player ("": a spectator), and knows its event `since`."""

    table: str
    player: str
    staff: bool
    account: str
    since: int


class Unwatch(_Numbered, tag="unwatch"):
    """Subscriber `no` has stopped watching."""


class Afresh(_Message, tag="afresh"):
    """Forget all subscribers of this gateway: those that it has follow."""


class Ask(_Numbered, tag="ask"):
    """Question `no`: where a hand is in the log of its table; for hand 0, which hands are over.

    Without a table: the accounts that are known at the tables there, and those of the clients.
    """

    table: str
    hand: int


# ---- from an owner to a gateway


class Answer(_Numbered, tag="answer"):
    """The outcome of command `no`: the number of its event, or what is wrong."""

    seq: int
    kind: str = ""
    message: str = ""
    code: str = ""
    cite: str = ""
    by: tuple[str, int, int] | None = None  # of what somebody has done already: who, when, and by which step


class Found(_Numbered, tag="found"):
    """The answer to question `no`."""

    data: bytes


class NotMine(_OfTable, tag="not-mine"):
    """The table is not here: ask for its owner."""


class Deliver(_Message, tag="deliver"):
    """A message for these subscribers."""

    subscribers: list[int]
    data: bytes


# ---- to all


class Owned(_OfTable, tag="owned"):
    """A table that the sender has, since event `seq`, and its summary for the lobby, if there is one.

    `seated`: the accounts of the people in the summary.
    """

    seq: int
    summary: bytes
    seated: tuple[str, ...] = ()


class Over(_OfTable, tag="over"):
    """A table is closed for good."""


class AllOwned(_Message, tag="all-owned"):
    """All tables that the sender has: any other that it seemed to have is closed, or has another owner."""

    tables: list[str]


class RollCall(_Message, tag="roll-call"):
    """Something was missed: send again all that still matters, subscribers, unanswered commands, tables."""


class Take(_OfTable, tag="take"):
    """A table migrates to the receiver; `refused` has the ids of commands that were refused before, and why."""

    refused: dict[str, Answer] = {}


class Soon(_OfTable, tag="soon"):
    """The table will migrate to the receiver, which loads it while play goes on here."""


class Ready(_OfTable, tag="ready"):
    """The sender waits for a table that will migrate to it, and has loaded it if it could."""


class Notice(_Message, tag="notice"):
    """A notice for the servers of the other nodes: its topic, and its facts."""

    about: str
    facts: dict[str, object]


class Heartbeat(_Message, tag="heartbeat"):
    """The sender is alive. `leaving`: it gives its tables away, and takes none."""

    leaving: bool


PlainMessage = (
    Submit
    | Watch
    | Unwatch
    | Afresh
    | Ask
    | Answer
    | Found
    | NotMine
    | Deliver
    | Owned
    | Over
    | AllOwned
    | RollCall
    | Take
    | Soon
    | Ready
    | Notice
    | Heartbeat
)


class OfTournaments(_Message, tag="tournaments"):
    """A message about a tournament and its subscribers: `table` is the id of the tournament."""

    message: PlainMessage


NodeMessage = PlainMessage | OfTournaments


class Frame(msgspec.Struct, array_like=True, gc=False):
    """Messages that go together: from a node in its `epoch`, its frame number `n` to one node, or to all."""

    node: str
    epoch: int
    to_all: bool
    n: int
    messages: list[NodeMessage]

    def __repr__(self) -> str:
        """Without the messages."""
        return f"<Frame {self.n} of {self.node}, {len(self.messages)} messages>"


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Frame)


def encode_frame(frame: Frame) -> bytes:
    """A frame as it goes over the bus."""
    return _ENCODER.encode(frame)


def decode_frame(data: bytes) -> Frame | None:
    """The frame, or None for data that is none: from another version of the program, or a stranger."""
    try:
        return _DECODER.decode(data)
    except msgspec.MsgspecError:
        return None
