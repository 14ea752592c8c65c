"""The letters between the processes of a room, and the frames in which they go.

A process is a gateway for the clients whose sockets it has, and the owner of some tables. A gateway says the commands
of its clients to the owner of their table (`Say`), and has them watch it (`Look`, `Leave`). The owner answers
(`Answer`), and tells the viewers at a gateway what happens (`Told`): what is public once for all of them.

Whatever is lost is asked for again: frames are numbered, and who misses one sends a `RollCall`. Numbers of commands and
viewers are a gateway's own, and never come twice, not even after it was started again.
"""

from __future__ import annotations

from typing import Final

import msgspec


class _Letter(msgspec.Struct, array_like=True, gc=False):
    """One letter. It has cards in it: logs and tracebacks show its kind alone."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class _Numbered(_Letter):
    """A letter about a command, a question or a viewer, by its number."""

    no: int


class _OfTable(_Letter):
    """A letter about a table."""

    table: str


# ---- from a gateway to an owner


class Say(_Numbered, tag="say"):
    """Command `no`: what an account says to a table, as it comes off the wire. Said again, it is not done again."""

    table: str
    by: str
    id: str
    staff: bool
    account: str
    said: bytes


class Look(_Numbered, tag="look"):
    """Viewer `no` of this gateway watches a table, for a player ("" for nobody), and knows its entry `since`."""

    table: str
    player: str
    staff: bool
    account: str
    since: int


class Leave(_Numbered, tag="leave"):
    """Viewer `no` watches no more."""


class Afresh(_Letter, tag="afresh"):
    """Forget all viewers of this gateway: those that it has follow."""


class Ask(_Numbered, tag="ask"):
    """Question `no`: where a hand of a table lies in its stream; of hand 0, which hands are over.

    Without a table: the accounts that are known at the tables there, and those of the clients.
    """

    table: str
    hand: int


# ---- from an owner to a gateway


class Answer(_Numbered, tag="answer"):
    """The outcome of command `no`: the number of its entry, or what is wrong."""

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


class Told(_Letter, tag="told"):
    """A message to these viewers."""

    viewers: list[int]
    data: bytes


# ---- to all


class Owned(_OfTable, tag="owned"):
    """A table that the sender has, since entry `seq`, and its summary for the lobby, if there is one.

    `seated`: the accounts of the people in the summary.
    """

    seq: int
    summary: bytes
    seated: tuple[str, ...] = ()


class Over(_OfTable, tag="over"):
    """A table is closed for good."""


class IntLike(_Letter, tag="whole"):
    """These are all tables that the sender has: others that it is thought to have are closed, or somebody else's."""

    tables: list[str]


class RollCall(_Letter, tag="roll-call"):
    """Something was missed: say all that is still true, the viewers, the commands not answered, the tables."""


class Take(_OfTable, tag="take"):
    """A table was handed over to the receiver; `refused` there were commands of these ids, and why."""

    refused: dict[str, Answer] = {}


class Soon(_OfTable, tag="soon"):
    """The table will be handed over to the receiver, which reads it while it is still played here."""


class Ready(_OfTable, tag="ready"):
    """The sender waits for a table that is to be handed over to it: it has read it, if it could."""


class Aside(_Letter, tag="aside"):
    """Word for the server of the other processes: what about, and whatever belongs to it."""

    about: str
    facts: dict[str, object]


class Beat(_Letter, tag="beat"):
    """The sender is there. `leaving`: it hands its tables over, and takes none."""

    leaving: bool


PlainLetter = (
    Say
    | Look
    | Leave
    | Afresh
    | Ask
    | Answer
    | Found
    | NotMine
    | Told
    | Owned
    | Over
    | IntLike
    | RollCall
    | Take
    | Soon
    | Ready
    | Aside
    | Beat
)


class OfTournaments(_Letter, tag="tournaments"):
    """A letter about a tournament and those who follow it: it has the name of that where others have a table's."""

    letter: PlainLetter


Letter = PlainLetter | OfTournaments


class Frame(msgspec.Struct, array_like=True, gc=False):
    """Letters that go together: from a process in its life `epoch`, its frame number `n` to one process, or to all."""

    node: str
    epoch: int
    to_all: bool
    n: int
    letters: list[Letter]

    def __repr__(self) -> str:
        """Without the letters."""
        return f"<Frame {self.n} of {self.node}, {len(self.letters)} letters>"


_ENCODER: Final = msgspec.msgpack.Encoder()
_DECODER: Final = msgspec.msgpack.Decoder(Frame)


def encode_frame(frame: Frame) -> bytes:
    """A frame as it goes over the bus."""
    return _ENCODER.encode(frame)


def decode_frame(data: bytes) -> Frame | None:
    """The frame, or None where that is none: from another version of the program, or a stranger."""
    try:
        return _DECODER.decode(data)
    except msgspec.MsgspecError:
        return None
