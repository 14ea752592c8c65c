"""The messages between the nodes of a room, and the frames that carry them.

A node is the gateway for the clients connected to it, and the owner of some tables. A gateway passes its clients'
commands to the owner of the table (`Submit`), and subscribes the clients (`Watch`, `Unwatch`). The owner answers
(`Answer`), and sends events to the subscribers at a gateway (`Deliver`), a public event only once for all of them.

Frames are numbered. A node that misses one sends a `ResendRequest`, and everything that still matters is sent again. A
gateway numbers its commands and subscribers, and never uses a number twice, even after a restart.
"""

from __future__ import annotations

from typing import Final

import msgspec


class _Message(msgspec.Struct, array_like=True, gc=False):
    """One message. It may contain cards, so logs and tracebacks show only its kind."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class _Numbered(_Message):
    """A message about a command, a question or a subscriber, identified by number."""

    no: int


class _OfTable(_Message):
    """A message about a table."""

    table: str


# ---- from a gateway to an owner


class Submit(_Numbered, tag="submit"):
    """Command number `no` of an account to a table, as the client sent it.

    A command that arrives twice is decided only once.
    """

    table: str
    by: str
    id: str
    staff: bool
    account: str
    command: bytes


class Watch(_Numbered, tag="watch"):
    """Subscriber number `no` of the sender watches a table as a player ("" for none), and has all events up to
    `since`.
    """

    table: str
    player: str
    staff: bool
    account: str
    since: int


class Unwatch(_Numbered, tag="unwatch"):
    """Subscriber number `no` has stopped watching."""


class ForgetSubscribers(_Message, tag="forget-subscribers"):
    """All subscribers of the sender are void. The current subscribers follow in further messages."""


class Query(_Numbered, tag="query"):
    """Question number `no` to a node. The answer depends on the fields:

    - with a `table` and a `hand`: where the hand is in the log of the table
    - with a `table` and hand 0: which hands of the table are finished
    - without a `table`: which accounts are known at the node's tables or belong to its clients
    """

    table: str
    hand: int


# ---- from an owner to a gateway


class Answer(_Numbered, tag="answer"):
    """The result of command number `no`: the number of its event, or the error."""

    seq: int
    kind: str = ""
    message: str = ""
    code: str = ""
    cite: str = ""
    by: tuple[str, int, int] | None = None  # if somebody has done it already: who, when, and in which step


class QueryResult(_Numbered, tag="query-result"):
    """The answer to question number `no`."""

    data: bytes


class NotOwner(_OfTable, tag="not-owner"):
    """The sender does not have this table. The receiver should look up the owner."""


class Deliver(_Message, tag="deliver"):
    """A message for these subscribers."""

    subscribers: list[int]
    data: bytes


# ---- to all nodes


class Owned(_OfTable, tag="owned"):
    """The sender has owned a table since event `seq`.

    - `summary`: the summary of the table, if the lobby lists the table
    - `seated`: the accounts of the people in the summary
    """

    seq: int
    summary: bytes
    seated: tuple[str, ...] = ()


class Closed(_OfTable, tag="closed"):
    """A table is permanently closed."""


class AllOwned(_Message, tag="all-owned"):
    """All tables that the sender owns. Any other table that the sender seemed to own is closed, or has another
    owner.
    """

    tables: list[str]


class ResendRequest(_Message, tag="resend-request"):
    """Messages were missed: resend everything that still matters (subscribers, unanswered commands, tables)."""


class Migrate(_OfTable, tag="migrate"):
    """The table has migrated to the receiver. `refused` holds earlier refusals, keyed by command id."""

    refused: dict[str, Answer] = {}


class MigrationAnnounced(_OfTable, tag="migration-announced"):
    """The table will soon migrate to the receiver, which should load it while play continues at the sender."""


class MigrationReady(_OfTable, tag="migration-ready"):
    """The sender expects a table that will migrate to it, and has loaded it if possible."""


class Notice(_Message, tag="notice"):
    """A notice to the servers of all other nodes: its topic and its facts."""

    about: str
    facts: dict[str, object]


class Heartbeat(_Message, tag="heartbeat"):
    """The sender is alive. `leaving` means that it is giving its tables away, and takes no other tables."""

    leaving: bool


PlainMessage = (
    Submit
    | Watch
    | Unwatch
    | ForgetSubscribers
    | Query
    | Answer
    | QueryResult
    | NotOwner
    | Deliver
    | Owned
    | Closed
    | AllOwned
    | ResendRequest
    | Migrate
    | MigrationAnnounced
    | MigrationReady
    | Notice
    | Heartbeat
)


class OfTournaments(_Message, tag="tournaments"):
    """A message about a tournament and its subscribers. Its field `table` has the id of the tournament."""

    message: PlainMessage


NodeMessage = PlainMessage | OfTournaments


class Frame(msgspec.Struct, array_like=True, gc=False):
    """Several messages in one: frame number `n` of a node in its `epoch`, to one node or to all."""

    node: str
    epoch: int
    to_all: bool
    n: int
    messages: list[NodeMessage]

    def __repr__(self) -> str:
        """The representation without the messages."""
        return f"<Frame {self.n} of {self.node}, {len(self.messages)} messages>"


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Frame)


def encode_frame(frame: Frame) -> bytes:
    """Encode a frame for the bus."""
    return _ENCODER.encode(frame)


def decode_frame(data: bytes) -> Frame | None:
    """Decode a frame. Returns None if the data is from another version of the program, or an unknown sender."""
    try:
        return _DECODER.decode(data)
    except msgspec.MsgspecError:
        return None
