"""The messages on the socket, between client and server.

A client sends `hello`, watches tables, and sends commands. Each command is acknowledged (`ack`), or refused with the
rule and the reason (`nack`). For each table the client gets a `snapshot` once, then every `event` in order, each
followed by its own view (`yours`). The public part is the same bytes for everybody.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from sidepot.room.table.commands import BY_HOST, BY_PEOPLE
from sidepot.validation import quantities as q

PROTOCOL: Final = 1
MOST_BYTES: Final = 4096  # most bytes of a client's message
LONGEST_ID: Final = 64
NO_ID: Final = f"the id of a command has 1 to {LONGEST_ID} characters"


def is_id(id_: str) -> bool:
    """Whether `id_` is allowed as the id of a command."""
    return 0 < len(id_) <= LONGEST_ID and id_.isprintable()


# ---- from the client


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """The first message of a client: the protocol version, and the tables to watch.

    `since` has, for each table, the number of the last event that the client knows (0: none).
    """

    protocol: q.Integer = PROTOCOL
    since: dict[str, q.Seq] = {}


class Watch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="watch"):
    """Watch a table, or a `topic` of a tournament or cash night.

    The first answer for a table has the events after `since`, or is a snapshot. For a topic, it is the whole state.
    """

    table: str = ""
    since: q.Seq = 0
    topic: str = ""


class Unwatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="unwatch"):
    """Stop watching a table or a `topic`."""

    table: str = ""
    topic: str = ""


class Cmd(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="cmd"):
    """A command to a table.

    If a command is sent again with the same `id`, it gets the same answer and is not carried out again.
    """

    id: str
    table: str
    do: BY_PEOPLE | BY_HOST


class AnyCmd(msgspec.Struct):
    """The readable parts of a malformed command, so that it can be answered.

    `table` is as it was sent: the id of a table, or the number of a dealer's table.
    """

    type: str
    id: str
    table: msgspec.Raw = msgspec.Raw(b'""')
    tournament: str = ""


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Ask whether the server responds. It answers with a `pong` that has the same number."""

    n: q.Integer = 0


FromClient = Hello | Watch | Unwatch | Cmd | Ping

# ---- to the client


class Welcome(msgspec.Struct, frozen=True, tag="hello"):
    """The answer to `hello`: the client's account, and the time in milliseconds since 1970."""

    protocol: int
    you: str
    role: str
    now: int


class _Answer(msgspec.Struct, frozen=True):
    """The answer to a command with this `id`."""

    id: str
    table: str


class Ack(_Answer, frozen=True, tag="ack"):
    """The answer to a command that was carried out and is durable, with the number `seq` of its event."""

    seq: int


class Nack(_Answer, frozen=True, omit_defaults=True, tag="nack"):
    """The answer to a command that was refused. Nothing has changed.

    - `because`: the reason as text
    - `sentence`: the reason as data, for translated pages that need more than the code, such as a number and its bounds
    - `code`: the reason as one of the codes in docs/reference/codes.md
    - `cite`: the rule, such as `TDA-2013:43`
    """

    because: str
    cite: str = ""
    code: str = ""
    sentence: tuple[Any, ...] = ()


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to `ping`."""

    n: int
    now: int


class _OfTable(msgspec.Struct, frozen=True):
    """A problem at a table, with the reason."""

    table: str
    because: str


class Gone(_OfTable, frozen=True, omit_defaults=True, tag="gone"):
    """Reports that a table can no longer be watched. The reason is given as text and as `code`.

    After the codes busy and not_written, the client should try again.
    """

    code: str = ""


class CashChanged(msgspec.Struct, frozen=True, omit_defaults=True, tag="cash"):
    """A cash night has changed. A page then fetches what it shows.

    - `seq`: the number of the night's last event
    - `names`: players were renamed or entered
    """

    topic: str
    seq: int
    names: bool = False


class Notice(_OfTable, frozen=True, tag="notice"):
    """A problem at a table or with the store, reported to hosts and staff."""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True, tag="fault"):
    """Reports that a message could not be read. After too many such messages, the server closes the socket."""

    because: str
    code: str = ""
