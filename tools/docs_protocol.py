"""The page of docs/ about the socket of the room, from the structs of its messages, and their JSON Schema."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
from docs_events import comments, defaults_of, quantities_table, tag_of, types_as_written
from docs_text import NOTE, in_a_cell, table

from sidepot.hand import commands
from sidepot.hand.due import Due
from sidepot.hand.legal.options import Options
from sidepot.hand.legal.reason import Reason
from sidepot.room.table import commands as s
from sidepot.room.table.changeable import Changeable
from sidepot.room.table.terms import Strength
from sidepot.room.tournament import commands as of_events
from sidepot.room.tournament import events as event_events
from sidepot.room.views import messages, public, schema, tournament, tournament_schema
from sidepot.table.table_rules import Straddle
from sidepot.validation.codec import dedented
from sidepot.web.director import people
from sidepot.web.ws.dealers import DealerUpdate
from sidepot.web.ws.topics import PlayerUpdate, ScreenUpdate

TO_CLIENT = (
    messages.Welcome, schema.Snapshot, schema.Event, schema.PlayerView, messages.Ack, messages.Nack, messages.Pong,
    messages.Gone, messages.Notice, messages.Fault, tournament_schema.TournamentUpdate, ScreenUpdate, PlayerUpdate,
    messages.CashChanged, DealerUpdate,
)  # fmt: skip
HELD = (
    schema.PublicView, schema.GameFacts, schema.SeatState, schema.PotState, schema.Payment,
    Options, Reason, schema.Straddling, schema.TermsChange, s.Sent,
    tournament_schema.PublicTournament, tournament_schema.Announced,
    tournament_schema.LevelLine, tournament_schema.TableLine, tournament_schema.Stack, tournament.OutView,
    event_events.News, event_events.Offer,
    tournament_schema.OwnTournament,
    tournament.ClockView, people.SeatPage,
)  # fmt: skip

TOPICS = (
    (
        "`tournament/7`",
        "`tournament`: its state after each event, twice a second at most, and with an account `yours`",
        "everybody; of a tournament with real chips it shows what the public may see, as its page does",
    ),
    (
        "`tournament/7/screen`",
        "`screen`: what the displays show, in 4 KB at most",
        "everybody, if the tournament is played in the room or public with names; else its staff, except dealers",
    ),
    ("`tournament/7/screen/TOKEN`", "the same", "a display that shows that tournament, by its token"),
    (
        "`tournament/7/seat/TOKEN`",
        "`player` with the `page` of that player, and `screen` once a second at most",
        "a player, by the token of the slip",
    ),
    ("`cash/7`", "`cash`: the number of the last event; what a page shows, it fetches over HTTP", "everybody"),
    (
        "`tournament/7/dealer/3`",
        "`dealer` with the `view` of the dealer's helper of table 3, after each act there",
        "the staff; a dealer whose PIN is for one table only that table",
    ),
)

BOT = Path(__file__).resolve().parent.parent / "examples" / "guest_bot.py"
DECISIONS = (
    (Due.BRING_IN, "`bring_in`, or `raise_to` to complete"),
    (Due.ACT, "`fold`, `check`, `call` or `raise_to`; at open stakes also `buy`, `offer_marker` and `borrow`"),
    (Due.DRAW, "`discard`: from `discard_least` to `discard` cards; none to stand pat"),
    (Due.SHOW, "`show`, or `muck` where `may_muck`"),
    (Due.RUN, "`choose_runs`: from 1 to `runs`"),
    (Due.DECLARE, "`declare`: 1 high, 2 low, 3 both"),
    (Due.CONSENT, "`consent`"),
)
# types and values of Python, as a client sees them
WRITTEN = {
    "BY_PEOPLE | BY_HOST": "TableCommand",
    "PlayerCommand | StaffCommand": "TournamentCommand",
    "Literal['icm', 'chips', 'even', 'amounts']": "str",
}
JSON = {"True": "true", "False": "false", "None": "null"}


def example(value: Any) -> str:
    """A message as it goes over the wire."""
    return msgspec.json.encode(value).decode()


def protocol_page() -> str:
    """How a client talks to the room."""
    parts = [
        "# The socket of the room",
        "For programmers who connect a client to a room; [the tutorial](../tutorials/write-a-bot.md) comes first.",
        NOTE,
        "A client does everything at the tables over one WebSocket, `/ws`. It carries JSON objects in text frames, "
        "each with a `type`. A client sends one object in each frame. The room may send several in one frame, one on "
        "each line. The pages of the room are one client; [examples/bot.py](../../examples/bot.py) is another, "
        "in 100 lines. [protocol.schema.json](protocol.schema.json) has the schema of both directions, and "
        "[protocol.d.ts](protocol.d.ts) the same as types for TypeScript, with every field of every message. This page "
        "says what they mean.",
        "## Who you are",
        "The cookie with which you open a socket says whose socket it is. `POST /api/guest` with "
        '`{"name": "Ann"}` returns a cookie for a guest, `POST /api/login` one for an account with a password. Each '
        "POST needs the cookies of `GET /api/me`, and its `csrf` token in the header `x-csrftoken`. Without a session "
        "you can only watch. The room describes its HTTP calls at `/schema`. A browser may open a socket only from the "
        "room's own pages (the server checks its `Origin`).",
        "## A conversation",
        "Bo sits alone at a no-limit hold'em table, 1/2. Ann joins and tries to raise to 3. `…` marks omitted fields; "
        "messages in between, such as the start of the hand, are omitted too.",
        "```text\n"
        + "\n".join(
            [
                "> " + example(messages.Hello(since={"1": 0})),
                "< " + example(messages.Welcome(1, "Ann", "guest", 1_800_000_000_000)),
                '< {"type":"snapshot","table":"1","seq":2,"at":1799999999000,"state":{…},…}',
                "> " + example(messages.Cmd("c1", "1", s.Sit(3, 200))),
                '< {"type":"event","table":"1","seq":3,"at":1800000000040,"state":{…},"what":[…],"log":[…],'
                '"sentences":[…]}',
                "< " + example(messages.Ack("c1", "1", 3)),
                '< {"type":"yours","table":"1","seq":5,"seat":3,"cards":[51,50],"down":2,"turn":2,"options":{…},…}',
                "> " + example(messages.Cmd("c2", "1", s.Act(2, commands.RaiseTo(3)))),
                '< {"type":"nack","id":"c2","table":"1","because":"… it may raise to 4 at least and 200 at most",'
                '"sentence":[…],"cite":"RRP-11:no-limit/least-raise","code":"raise_too_small"}',
            ]
        )
        + "\n```",
        *_bot_guide(),
        "## What the room guarantees",
        "- **Durable before seen.** The room sends an `ack` or an `event` only when the change is on the disk. `seq` "
        "counts the events of a table from 1 without a gap.\n"
        "- **Once.** You give each command an `id` of 1 to 64 characters. A command that you send again gets the same "
        "answer and is not carried out again. So after a lost connection, resend every unanswered command. A table "
        "remembers the last 100 commands of each account, until the account has sent nothing there for five minutes or "
        "a thousand other accounts have sent commands since. So do not resend a command after two minutes; look at "
        "the state of the table instead.\n"
        "- **In time.** `act` names the decision that it answers (`turn`); an answer to an earlier one is refused.\n"
        "- **Catching up.** After a reconnect, send `hello` with the last `seq` of each table. You get the missed "
        "events one by one, or a `snapshot` if there are too many. A client that reads too slowly gets a `snapshot` "
        "too.\n"
        "- **Private cards stay private.** `snapshot` and `event` are the same bytes for everybody; `yours` is for you "
        "alone. Cards are numbers, `4 * rank + suit` with deuce 0 to ace 12 and clubs, diamonds, hearts, spades 0 to "
        "3; 52 is a joker, 53 a card that is face down. Seats count from 0, amounts are chips, times "
        "milliseconds since 1970.\n"
        "- **A missing field has its default value.**\n"
        "- **Numbers have bounds.** The type of a number says what it counts; [its bounds](#quantities) are at the end "
        "of this page and in the schema. A number out of bounds is refused (`out_of_bounds`), never changed to fit.\n"
        f"- **Limits.** A message has at most {messages.MOST_BYTES:,} bytes, and each account has a limit of messages "
        "a second. A client that sends unreadable messages gets a `fault` for each, and is disconnected if it goes "
        "on.\n"
        "- **Close codes.** 1012: the server stops. 1008: you exceeded a limit, or did not send `hello`. 4001: the "
        "session is over, after a log-out or because another session took its place. 4002: your browser has a new "
        "session because you became host or set a password; open another socket with the new cookie.",
        "## Topics",
        "Send `watch` with a `topic` instead of a `table` to follow a tournament or a cash night. You get each part "
        "that has changed, complete, soon after the change is durable and at most ten times a second. You get all "
        "parts at first, and again after you have read too slowly; so the next message makes up for a missed one. "
        "`gone`, with the topic as its `table`, says why you cannot watch it, or can no longer.",
        table(["topic", "what it sends", "who may watch it"], [list(line) for line in TOPICS]),
        "The room keeps checking your right to watch; if you lose it, you get `gone`. The console of the staff "
        "watches the state, and fetches its own data when a new state has come.",
        "The room knows the role that a PIN gave by the cookie with which the socket was opened: after `POST …/enter` "
        "open another socket. Lists, such as all players, come over HTTP in pages of 200.",
        "## The books over HTTP",
        "[Settle a night](../how-to/settle-a-night.md) says what the books are. A `PERIOD` is a night (`2026-11-26`), "
        "a month (`2026-11`) or a year (`2026`). `offset` is how many minutes your clock is ahead of UTC. The types "
        "are in [`protocol.d.ts`](protocol.d.ts). No answer may be kept (`cache-control: no-store`).",
        "| call | what | who |\n| --- | --- | --- |\n"
        "| `GET /api/nights?offset=60` | the nights, latest first (`Nights`) | hosts; players: their own |\n"
        "| `GET /api/nights/PERIOD?offset=60&table=table/7` | results, payments due, changes (`NightBooks`); `table` "
        "at most 100 times | the same |\n"
        "| `GET /api/nights/PERIOD/league` | the league of a month or a year (`League`) | the same |\n"
        "| `GET /api/nights/PERIOD/csv?what=players` | `players`, `payments`, `changes`, `league` or `postings` "
        "| the same |\n"
        "| `POST /api/nights/PERIOD/changes` | make a change (`NightChange`), and get the books | hosts; a player "
        "`paid` to themselves, and `undo` of their own mark |",
        "For hosts there are also [the journal](../how-to/journal.md), the people of the club and "
        "[the seasons](../how-to/seasons.md):",
        "| call | what |\n| --- | --- |\n"
        "| `GET /api/journal/PERIOD?offset=60` | the accounts, and the open lines (`JournalPage`) |\n"
        "| `GET /api/journal/PERIOD/lines?account=/bank` | the lines of one account (`JournalLinesPage`); `/csv` "
        "for a file |\n"
        "| `GET /api/club/persons` | the people of the club (`PersonsOfClub`) |\n"
        "| `POST /api/club/persons/17` | rename, link an account, erase (`ChangePerson`) |\n"
        "| `GET /api/club/persons/17/stored` | everything stored of a person (`StoredOfPerson`) |\n"
        "| `POST /api/club/merges`, `POST /api/club/merges/1/undo` | make two persons one (`MergePersons`), and undo "
        "that |\n"
        "| `GET /api/seasons`, `POST /api/seasons` | the seasons (`SeasonList`), a new one (`SeasonForm`) |\n"
        "| `GET /api/seasons/1`, `POST /api/seasons/1` | terms (`SeasonPage`), a change (`ChangeSeason`) |\n"
        "| `GET /api/seasons/1/standings` | the standings (`Standings`); `/csv` for a file, `/toml` for the terms |\n"
        "| `GET /api/floor/log?before=0`, `POST /api/floor/log` | the rulings that hosts keep (`KeptRulings`), "
        "keep one more (`RulingForm`) |\n"
        "| `GET /api/floor/log/csv` | all of them as a file |\n"
        "| `POST /api/floor/log/17/photo` | send the photo of a ruling as the body; an empty body erases it |\n"
        "| `POST /api/floor/log/17/erase` | erase a ruling with its photo |\n"
        "| `GET /api/standings/TOKEN` | the standings on a public page, for whoever has the link |",
        "A change names its parties as the books do, `the house` included, and in `after` the `last` of the books "
        "that you saw. If another change was made since, it is refused (`night_changed`): so nothing is written "
        "twice. Amounts are in units of `10 ** -decimals`, 0 to 2. Chips are 1 to 10^12, a text has 1 to 80 "
        "characters, an expense at most 100 people, points are 0 to 1,000 for at most 30 ranks, and a period has "
        "at most 1,000 changes. `paid` must be due, in whole or in part (`payment_not_due`). Bots are no parties "
        "(`bot_pays_nothing`).",
        "```json\n"
        '{"what": {"type": "expense", "text": "Pizza", "chips": 24, "to": "Ida", "among": ["Ann", "Bo"]}, "after": 0}\n'
        '{"what": {"type": "adjustment", "text": "Miscounted", "chips": 5, "to": "Cy", "among": ["the house"]}, '
        '"after": 1}\n'
        '{"what": {"type": "paid", "payer": "Bo", "payee": "Ann", "chips": 40}, "after": 2, "tables": ["table/7"]}\n'
        '{"what": {"type": "undo", "number": 3}, "after": 3}\n'
        '{"what": {"type": "points", "points": [10, 7, 5, 3, 2, 1]}, "after": 4}\n'
        "```",
        "## From the client",
        "In the tables below, `=` gives the value of a field that you leave out.",
        _commands("message", get_args(tournament_schema.AnyFromClient)),
        "## Commands to a table",
        "The `do` of a `cmd` is one of these. Only a host of the room may send the last "
        f"{len(get_args(s.BY_HOST))}. `buy` during a hand asks for chips that come when it is over, and `leave` also "
        "takes a name off the waiting list. At a table of a tournament, `leave` and `sit_out` both mean "
        "to be absent, and `sit`, `buy`, `top_up`, `choose_game` and `straddle` are refused: use commands to the "
        "tournament instead.",
        _commands("command", (*get_args(s.BY_PEOPLE), *get_args(s.BY_HOST))),
        f"The `kind` of a `straddle` is {_values(Straddle)}. The `strength` of a bot is {_values(Strength)}.",
        f"The `to` of a `change_terms` has these fields: {_fields(Changeable)}. {in_a_cell(Changeable)} "
        "`GET /api/tables/ID/agreement` has the present `values`; send them with some changed. A new password is "
        'stored first: `POST /api/tables/ID/password` with `{"password": "…"}` returns the `lock` that names it.',
        "## Commands to a tournament",
        "The `do` of a `tournament_cmd` is one of these; [online tournaments](online-tournaments.md) explains them. "
        f"Only the staff may send the last {len(get_args(of_events.StaffCommand))}.",
        _commands("command", (*get_args(of_events.PlayerCommand), *get_args(of_events.StaffCommand))),
        "The `do` of a `direct` is one of these:",
        _commands("direct", get_args(of_events.Directed)),
        "## Commands to a hand",
        "The `command` of an `act` is one of these. The `options` of `yours` list the allowed ones and their bounds.",
        _commands("command", get_args(commands.Command)),
        "## To the client",
        "[protocol.d.ts](protocol.d.ts) has the fields of these, and of their parts.",
        table(["message", "meaning"], [[f"`{tag_of(kind)}`", in_a_cell(kind)] for kind in TO_CLIENT]),
        "The `what` of an event holds public events of [the hand](events.md), with seats of the hand, public events of "
        "[the table](table-events.md), and the `heading`, `shuffled` and `cut` of [fairness](../explanation/"
        "fairness.md).",
        "## Parts of messages",
        table(["part", "meaning"], [[f"`{kind.__name__}`", in_a_cell(kind)] for kind in HELD]),
    ]
    return "\n\n".join([*parts, quantities_table(parts)]) + "\n"


def _bot_guide() -> list[str]:
    """How to write a bot, step by step, and a whole one: a test runs the program that the page shows."""
    return [
        "## Write a bot",
        "A bot needs three HTTP requests and one socket. The room at `http://127.0.0.1:8000` has a table with the id "
        "`1`:",
        "```http\n"
        'GET /api/me                  -> cookies, and {"name":"","csrf":"TOKEN",…}\n'
        'POST /api/guest              -> the cookie of the session, and {"name":"Ann","role":"guest"}\n'
        "  x-csrftoken: TOKEN\n"
        '  {"name":"Ann"}\n'
        'GET /api/tables              -> {"tables":[{"id":"1","seats":6,"free":5,…}],…}\n'
        "GET /ws                      -> the socket; send all cookies with the request\n"
        "```",
        "1. **Sign in.** Send the cookies of the first answer, and its token, with the second request. A name that "
        "is taken is refused; without a name the room finds one.\n"
        "2. **Find a table.** `free` counts the free seats; a field that is missing is 0 or empty. A table with "
        "`of_tournament` belongs to a tournament: you get a seat there by entering it.\n"
        "3. **Say hello and watch.** `hello` is the first message. Its `since` names each table that you watch, with "
        "the last `seq` that you have seen there, 0 for none. You get a `snapshot`, then an `event` for each change. "
        "`watch` adds a table later.\n"
        "4. **Sit down and buy in.** Each table also sends you `yours`. When `may` has `sit`, send `sit` with a seat "
        "(-1: any) and the chips; `buy` has the minimum and the maximum, and 0 chips are the usual buy-in. With "
        "`waits` false you post to be dealt in at once. Where `accept` is not empty, the table has terms: read them at "
        "`/api/tables/1/agreement`, and send the version as `accepts`. When you have lost your chips, send `buy`.\n"
        "5. **Act.** `yours` with `options` asks for your decision number `turn`. Answer with `act`, with the same "
        "`turn` and one of the commands in the table below. The room decides for you when your time is up; "
        "the `until` of the state says when.\n"
        "6. **Read the answer.** `ack`: the command was carried out. `nack`: it was refused, and `because` says why; "
        "nothing has changed, so decide again, with another `id`. Events come in between.\n"
        "7. **Reconnect.** When the connection is lost, open a socket with the same cookies, send `hello` with the "
        "last `seq`, and resend each unanswered command with its old `id`. It is carried out once.",
        "The number `due` of the options says what kind of decision it is; the state names it in its own `due`:",
        table(
            ["`due`", "in the state", "`command` of the `act`"],
            [[f"`{due.value}`", f"`{public.DUE[due]}`", command] for due, command in DECISIONS],
        ),
        "This is a whole bot, [examples/guest_bot.py](../../examples/guest_bot.py). It checks or calls, and leaves "
        "after some hands: `python guest_bot.py http://127.0.0.1:8000 Ann 10`. It needs `httpx` and `websockets`.",
        f"```python\n{BOT.read_text(encoding='utf-8')}```",
    ]


def protocol_schema() -> str:
    """The JSON Schema of both directions."""
    kinds = {"from_client": tournament_schema.AnyFromClient, "to_client": _union(TO_CLIENT)}
    schemas, parts = msgspec.json.schema_components(kinds.values(), ref_template="#/$defs/{name}")
    return json.dumps(dedented({**dict(zip(kinds, schemas, strict=True)), "$defs": parts}), indent=2) + "\n"


def _union(kinds: tuple[Any, ...]) -> Any:
    one = kinds[0]
    for kind in kinds[1:]:
        one = one | kind
    return one


def _commands(head: str, kinds: tuple[Any, ...]) -> str:
    """A row for each struct that a client sends: its tag, its fields with their defaults, and what it means."""
    return table([head, "fields", "meaning"], [[f"`{tag_of(kind)}`", _fields(kind), in_a_cell(kind)] for kind in kinds])


def _fields(kind: Any) -> str:
    types, defaults = types_as_written(kind), defaults_of(kind)
    found = []
    for key, name in zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True):
        default = defaults.get(name, "").strip("`")
        typed = WRITTEN.get(types[name], types[name])
        found.append(f"`{key}: {typed}" + (f" = {JSON.get(default, default)}`" if default else "`"))
    return ", ".join(found)


def _values(kind: Any) -> str:
    """The values of an enum, each with its comment."""
    notes = comments(kind)
    return ", ".join(f"`{one.value}`" + (f" ({notes[one.name]})" if notes.get(one.name) else "") for one in kind)
