"""The page of docs/ about the socket of the room, from the structs of its messages, and their JSON Schema."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from docs_events import enum_table, first_sentence, struct_table, tag_of
from docs_text import NOTE, table

from sidepot.codec import dedented
from sidepot.hand import commands
from sidepot.hand.legal.options import Options
from sidepot.hand.legal.reason import Reason
from sidepot.room.tables import messages, sayings, state
from sidepot.room.tables.terms import Strength
from sidepot.table.model import Straddle

TO_CLIENT = (
    messages.Welcome, state.Snapshot, state.Event, state.Yours, messages.Ack, messages.Nack, messages.Pong,
    messages.Gone, messages.Notice, messages.Fault,
)  # fmt: skip
HELD = (
    state.TableState, state.SeatState, state.PotState, state.EventState, Options, Reason, state.Straddling,
)  # fmt: skip


def example(value: Any) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(value).decode()


def protocol_page() -> str:
    """How a client talks to the room."""
    parts = [
        "# The socket of the room",
        NOTE,
        "Everything that a client does at the tables goes over one WebSocket, `/ws`: JSON objects in text frames, each "
        "with its `type`. The page of the room is such a client, [examples/bot.py](../examples/bot.py) another, in 60 "
        "lines. The schema of both directions is [protocol.schema.json](protocol.schema.json).",
        "## Who you are",
        "The socket belongs to the session of the cookie that it is opened with: `POST /api/guest` with "
        '`{"name": "Ann"}` gives one to a guest, `POST /api/login` to who has a password. Without one you watch. '
        "The page of the HTTP calls is served by the room itself, at `/schema`. A browser's socket must come from the "
        "room's own pages (its `Origin` is checked).",
        "## A conversation",
        "Bo sits alone at a table of no-limit hold'em 1/2; Ann comes, and wants to raise to 3. `…` is left out, and so "
        "is what comes between, such as the start of the hand.",
        "```text\n"
        + "\n".join(
            [
                "> " + example(messages.Hello(since={"1": 0})),
                "< " + example(messages.Welcome(1, "Ann", "guest", 1_800_000_000_000)),
                '< {"type":"snapshot","table":"1","seq":2,"at":1799999999000,"state":{…},…}',
                "> " + example(messages.Cmd("c1", "1", sayings.Sit(3, 200))),
                '< {"type":"event","table":"1","seq":3,"at":1800000000040,"state":{…},"what":[…],"log":[…]}',
                "< " + example(messages.Ack("c1", "1", 3)),
                '< {"type":"yours","table":"1","seq":5,"seat":3,"cards":[51,50],"down":2,"turn":2,"options":{…},…}',
                "> " + example(messages.Cmd("c2", "1", sayings.Act(2, commands.RaiseTo(3)))),
                "< "
                + example(messages.Nack("c2", "1", "… it may raise to 4 at least and 200 at most", "TDA-2013:41-A")),
            ]
        )
        + "\n```",
        "## What holds",
        "- **Durable before seen.** An `ack`, and any `event`, is told once it is on the disk. `seq` counts the "
        "entries of a table from 1 without a gap.\n"
        "- **Once.** A command has an `id` of your own, of 1 to 64 characters. Sent again, it is answered as before "
        "and not done again: after a lost connection, send what was not answered. A table knows the last 100 "
        "commands of each account, whatever others say, until it has said nothing there for a day (or a thousand "
        "others have spoken there since).\n"
        "- **In time.** `act` names the decision that it answers (`turn`); an answer to an earlier one is refused.\n"
        "- **Catching up.** After a reconnect, `hello` with the last `seq` of each table brings what was missed, event "
        "by event, or a `snapshot` where that was too much. The same happens to a client that reads too slowly.\n"
        "- **Nothing more than is yours.** `snapshot` and `event` are the same bytes for everybody; `yours` is for you "
        "alone. Cards are numbers, `4 * rank + suit` with deuce 0 to ace 12 and clubs, diamonds, hearts, spades 0 to "
        "3; 52 is a joker, 53 a card that lies face down. Seats count from 0, amounts are chips, times "
        "milliseconds since 1970.\n"
        "- **Left out is the default.** A field that has its default value may be missing.\n"
        "- **Numbers have bounds.** `Seq` is 0 or more, `Count` any number of 64 bits. Seats are -1 (where that means "
        f"any) or more, and amounts {sayings.MOST_CHIPS:,} chips at most. What is out of its bounds is refused, "
        "and never taken for something else.\n"
        f"- **Limits.** A message has at most {messages.MOST_BYTES:,} bytes, and a socket may send only so many a "
        "second; whoever sends what cannot be read is told so (`fault`), and hung up on in the end.\n"
        "- **Closed, and why.** 1012: the server stops. 1008: the limits were not kept to, or `hello` was not said. "
        "4001: the session is over, by a log-out or because another took its place. 4002: your browser has a new "
        "session, as you became host or took a password: open another socket with the new cookie.",
        "## From the client",
        *_each(get_args(messages.FromClient)),
        "## What can be said to a table",
        "`do` of a `cmd` is one of these; the last five are for the host of the room.",
        *_each((*get_args(sayings.BY_PEOPLE), *get_args(sayings.BY_HOST)), "### "),
        enum_table(Straddle),
        enum_table(Strength),
        "## What can be said to a hand",
        "`command` of an `act` is one of these; `options` of `yours` says which of them, and within which bounds.",
        table(["command", "fields", ""], [_command(kind) for kind in get_args(commands.Command)]),
        "## To the client",
        *_each(TO_CLIENT),
        "## What they are made of",
        *[struct_table(kind, f"### {kind.__name__}\n\n") for kind in HELD],
        "`what` of an event has the public events of [the hand](events.md), with seats of the hand, and of "
        "[the table](table-events.md), and `heading`, `shuffled` and `cut` of [fairness](fairness.md).",
    ]
    return "\n\n".join(parts) + "\n"


def protocol_schema() -> str:
    """The JSON Schema of both directions."""
    kinds = {"from_client": messages.FromClient, "to_client": _union(TO_CLIENT)}
    schemas, parts = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    return json.dumps(dedented({**dict(zip(kinds, schemas, strict=True)), "$defs": parts}), indent=2) + "\n"


def _union(kinds: tuple[Any, ...]) -> Any:
    one = kinds[0]
    for kind in kinds[1:]:
        one = one | kind
    return one


def _each(kinds: tuple[Any, ...], level: str = "### ") -> list[str]:
    return [struct_table(kind, f"{level}`{tag_of(kind)}`\n\n") for kind in kinds]


def _command(kind: Any) -> list[str]:
    fields = ", ".join(f"`{name}`: `{kind.__annotations__[name]}`" for name in kind.__struct_fields__)
    return [f"`{tag_of(kind)}`", fields, first_sentence(kind)]
