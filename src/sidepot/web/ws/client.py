"""The socket at `/ws`: reads, checks and carries out a client's commands in order, and sends updates.

No message can disturb other clients: messages are limited in size and rate, decoded by a schema, and carried out for
the account that opened the socket. Each is answered by `ack`, `nack`, `gone` or `fault`.
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from functools import partial
from time import perf_counter
from typing import Final

import msgspec

from sidepot.errors import Conflict, SidepotError
from sidepot.room.dealer.forms import DealerCmd
from sidepot.room.runtime.subscribers import Subscriber
from sidepot.room.store.accounts import Account
from sidepot.room.store.errors import StoreError
from sidepot.room.table.commands import HOST_ONLY, AddBot, AnswerSeat, Report, Resume, Sit
from sidepot.room.views.messages import (
    LONGEST_ID,
    MOST_BYTES,
    NO_ID,
    PROTOCOL,
    Ack,
    AnyCmd,
    Cmd,
    Fault,
    Gone,
    Hello,
    Nack,
    Notice,
    Ping,
    Pong,
    Unwatch,
    Watch,
    Welcome,
    is_id,
)  # fmt: skip
from sidepot.room.views.tournament_schema import AnyFromClient, TournamentCmd
from sidepot.table.bans import Ban, check_ban
from sidepot.validation.codec import UNREADABLE
from sidepot.validation.json_text import json_error
from sidepot.web.auth.authorization import (
    MOST_WAITING,
    MOST_WATCHED,
    NO_TABLE,
    TOO_MANY_TABLES,
    note_sitting,
    shared_bucket,
    why_not_let_in,
    why_not_sit,
)
from sidepot.web.logs import trouble
from sidepot.web.problems import WENT_WRONG, sentence_of_error
from sidepot.web.rate_limits import words_of
from sidepot.web.security.devices import ConnectionHashes
from sidepot.web.socket_backpressure import POLICY, Connection
from sidepot.web.state import STAFF, AppState, check_bot_name
from sidepot.web.ws.answers import nack_of, place_at, place_of
from sidepot.web.ws.topic_access import Pins
from sidepot.web.ws.tournaments import TournamentSubscriptions

MOST_FAULTS: Final = 20  # after this many unreadable messages the socket is closed
MEMBER: Final = "member"  # the role of a member of the club
NOT_YET: Final = "only a host can resume the table, or a player if all hosts have been away for two minutes"

_log = logging.getLogger("sidepot.web")
_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(AnyFromClient)
_LAX: Final = msgspec.json.Decoder(AnyCmd)  # finds the id of a command that `_DECODER` rejects


class Client:
    """One socket: its account, the tables that it watches, and its unanswered commands.

    - `hashes`: the hashes of the client's address and browser
    - `pins`: the client's staff cookies for tournaments
    - `tournaments`: the topics of tournaments that the client watches
    """

    def __init__(
        self,
        app_state: AppState,
        connection: Connection,
        who: Account | None,
        session: str,
        hashes: ConnectionHashes,
        pins: Pins,
    ) -> None:
        self.app_state = app_state
        self.hashes = hashes
        self.connection = connection
        self.who = who
        self.session = session
        self.name = who.name if who else ""
        self.role = who.role if who else ""
        self.is_staff = self.role in STAFF  # they may use the host's commands
        self._account = who.id if who else ""  # accounts are known by id, because a name may pass to another account
        self.watched: dict[str, Subscriber] = {}
        self.tournaments = TournamentSubscriptions(self, pins)
        buckets = [one.bucket for one in app_state.clients.get(self._account, ())]
        self.bucket = shared_bucket(buckets) if app_state.settings.limits else None
        self._greeted = False
        self._faults = 0
        self._waiting = 0  # unanswered commands
        self._held: list[Cmd] | None = None  # commands waiting until one before them is checked (`_before_others`)
        self._tasks: set[asyncio.Task[None]] = set()
        connection.on_text = self.take
        connection.fell_behind = self.fall_behind
        connection.caught_up = self.catch_up

    # ---- messages of the client

    def take(self, data: bytes) -> None:
        """Handle a message of the client."""
        meters = self.app_state.meters
        meters.messages += 1
        if self.bucket is not None and not self.bucket.take():
            meters.refused["too many"] += 1
            self.leave(POLICY, "too many messages")
            return
        if len(data) > MOST_BYTES:
            self._fault(f"expected a message of at most {MOST_BYTES} bytes, got {len(data)}", "too_long")
            return
        try:
            message = _DECODER.decode(data)
        except UNREADABLE as error:
            self._unreadable(data, json_error(error, data, AnyFromClient, "a message", first_line=0, shows=False))
            return
        if not self._greeted and not isinstance(message, Hello):
            self._fault("the first message must be `hello`", "say_hello")
            return
        match message:
            case Cmd():
                self._command(message)
            case Ping(n):
                self.tell(Pong(n, self.app_state.registry.clock()))
            case Hello():
                self._hello(message)
            case Watch(topic=topic) if topic:
                self.soon(self.tournaments.watch(topic))
            case Unwatch(topic=topic) if topic:
                self.tournaments.unwatch(topic)
            case Watch(table, since):
                self.soon(self._watch(table, since))
            case Unwatch(table):
                self._unwatch(table)
            case TournamentCmd():
                self.tournaments.command(message)
            case DealerCmd():
                self.tournaments.deal(message)

    def _hello(self, message: Hello) -> None:
        if self._greeted:
            self._fault("`hello` was already sent", "hello_twice")
        elif message.protocol != PROTOCOL:
            self._fault(f"expected protocol {PROTOCOL}, got {message.protocol}; reload the page", "other_protocol")
        elif len(message.since) > MOST_WATCHED:
            self._fault(TOO_MANY_TABLES, "too_many_tables")
        else:
            self._greeted = True
            self.tell(Welcome(PROTOCOL, self.name, self.role, self.app_state.registry.clock()))
            for table, since in message.since.items():
                self.soon(self._watch(table, since))

    def _unreadable(self, data: bytes, error: SidepotError) -> None:
        """Refuse an unreadable command by its id. Any other unreadable message is a fault."""
        because = words_of(error)
        try:
            found = _LAX.decode(data)
        except UNREADABLE:
            self._fault(because, error.code)
            return
        sent = bytes(found.table)
        table = msgspec.json.decode(sent) if sent.startswith(b'"') else ""
        where = {
            "cmd": table,
            "tournament_cmd": place_of(found.tournament),
            "dealer_cmd": place_at(found.tournament, sent[:LONGEST_ID].decode(errors="replace")),
        }.get(found.type, "")
        if where and len(found.id) <= LONGEST_ID and len(table) <= LONGEST_ID and self._greeted:
            self._count_fault("unreadable")
            self.tell(Nack(found.id, where, because, code=error.code, sentence=sentence_of_error(error)))
        else:
            self._fault(because, error.code)

    # ---- commands

    def _command(self, cmd: Cmd) -> None:
        """Check that the client may give a command, and send it to its table."""
        code, because = self._why_not(cmd)
        if code:
            self.app_state.meters.refused["not heard"] += 1
            self.tell(Nack(cmd.id[:LONGEST_ID], cmd.table[:LONGEST_ID], because, code=code))
            return
        if isinstance(cmd.do, Sit):
            try:
                self.app_state.bans.check(self.who, self.app_state.registry.clock())
            except SidepotError as error:
                self._nack(cmd, error)
                return
        if self._held is not None:
            self._held.append(cmd)
            return
        self._waiting += 1
        if isinstance(cmd.do, Sit) and self.hashes.browser:
            self._held = []
            self.soon(self._before_others(self._sit(cmd)))
        elif cmd.table in self.watched or self.is_staff:  # `_watch` has checked the client's access
            self._submit(cmd)
        else:
            self._held = []
            self.soon(self._before_others(self._submit_if_allowed(cmd)))

    def _why_not(self, cmd: Cmd) -> tuple[str, str]:
        """The reason for refusing a command before it reaches its table: a code and a message, both "" if it is
        allowed.
        """
        do, who = cmd.do, self.who
        if not is_id(cmd.id):
            return "bad_id", NO_ID
        if who is None or not who.name:
            return "say_who", "log in first; until then you can only watch"
        if not self.is_staff and type(do) in HOST_ONLY:
            if not isinstance(do, Resume):
                return "host_only", "only the host may do that"
            if not self.app_state.host_watch.may_resume(cmd.table, who.id):
                return "host_only", NOT_YET
        if self._waiting + len(self._held or ()) >= MOST_WAITING:
            return "too_much", "wait for the answers to your earlier commands"
        return "", ""

    async def _before_others(self, work: Coroutine[object, object, None]) -> None:
        """Check and submit a command. Later ones wait until that is done, so that none overtakes it."""
        try:
            await work
        finally:
            held, self._held = self._held or [], None
            for one in held:
                self._command(one)

    async def _sit(self, cmd: Cmd) -> None:
        """Sit down, unless another account of this browser sits there without the host's permission."""
        try:
            error = await why_not_sit(self.app_state, cmd.table, self.who, self.hashes)
        except Exception as failed:  # a bug: without an answer the client would wait forever
            trouble(_log, "could not check whether a player may sit down", failed)
            error = Conflict(WENT_WRONG, code="went_wrong")
        if error is None:
            await self._submit_if_allowed(cmd)
        else:
            self._waiting -= 1
            self._nack(cmd, error)

    async def _submit_if_allowed(self, cmd: Cmd) -> None:
        """Send a command to its table if the client has access; the table may have a password."""
        code, because = await why_not_let_in(self.app_state, cmd.table, self.who)
        if not code:
            self._submit(cmd)
        else:
            self._waiting -= 1
            self.tell(Nack(cmd.id, cmd.table, because, code=code))

    def _submit(self, cmd: Cmd) -> None:
        """Send a command to its table's actor, which calls `_done` when the event is durable and published, or
        refused.
        """
        # `partial`, because mypyc makes a reference cycle for each nested function.
        done = partial(self._done, cmd, perf_counter())
        actor = self.app_state.registry.get(cmd.table)
        if actor is None:
            done(0, Conflict(NO_TABLE, code="no_table"))
            return
        try:
            if isinstance(cmd.do, AddBot) and cmd.do.name:
                check_bot_name(cmd.do.name)
        except SidepotError as error:
            done(0, error)
            return
        staff = self.is_staff or type(cmd.do) in HOST_ONLY  # `_command` has checked their rights
        # All clients of a table share its ids, so the account is added.
        actor.submit(cmd.do, done, by=self.name, id=f"{self._account}/{cmd.id}", staff=staff, account=self._account)

    def _done(self, cmd: Cmd, submitted: float, seq: int, error: SidepotError | None) -> None:
        """Acknowledge the command, or refuse it, as the actor has answered."""
        self._waiting -= 1
        if error is None:
            self.app_state.meters.commands.took(perf_counter() - submitted)
            self.tell(Ack(cmd.id, cmd.table, seq))
            if isinstance(cmd.do, Sit):
                self.soon(note_sitting(self.app_state, cmd.table, self.who, self.hashes))
                if self.role == MEMBER:
                    self._give_seat(cmd.table)
            if isinstance(cmd.do, Report):
                self.app_state.peers.notice(
                    cmd.table, f"{self.name} has reported a message: see Reports in the table's menu"
                )
        else:
            self._nack(cmd, error)

    def _give_seat(self, table: str) -> None:
        """Approve a club member's request for a seat in place of the host. If there is none, nothing happens."""
        actor = self.app_state.registry.get(table)
        if actor is not None and self.who is not None:
            actor.submit(AnswerSeat("", account=self.who.id), staff=True)

    def _nack(self, cmd: Cmd, error: SidepotError) -> None:
        self.app_state.meters.refused["store" if isinstance(error, StoreError) else "refused"] += 1
        self.tell(nack_of(cmd.id, cmd.table[:LONGEST_ID], error))

    # ---- watching

    async def _watch(self, table: str, since: int) -> None:
        """Subscribe to a table, if the client has access: it gets the events after `since`, or the state."""
        code, because = await why_not_let_in(self.app_state, table, self.who)
        actor = self.app_state.registry.get(table)
        if actor is None:
            self.tell(Gone(table[:LONGEST_ID], NO_TABLE, "no_table"))
        elif code:
            self.tell(Gone(table, because, code))
        elif table not in self.watched and len(self.watched) >= MOST_WATCHED:
            self.tell(Gone(table, TOO_MANY_TABLES, "too_many_tables"))
        elif not self.is_gone:
            subscriber = self.watched.get(table) or Subscriber(
                self.connection.queue, self.name, staff=self.is_staff, account=self._account
            )
            self.watched[table] = subscriber
            actor.watch(subscriber, since)

    def _unwatch(self, table: str) -> None:
        subscriber = self.watched.pop(table, None)
        actor = self.app_state.registry.get(table)
        if subscriber is not None and actor is not None:
            actor.unwatch(subscriber)

    def look_away(self, ban: Ban) -> None:
        """Stop watching tables because the account was banned, unless the ban still allows watching."""
        try:
            check_ban(ban, self.app_state.registry.clock(), watching=True)
        except SidepotError as error:
            for table in list(self.watched):
                self._unwatch(table)
                self.tell(Gone(table, error.message, error.code))
            self.tournaments.look_away(error)

    def fall_behind(self) -> None:
        """Make the tables stop sending, because the client does not read."""
        self.app_state.meters.behind += len(self.watched)

    def catch_up(self) -> None:
        """Send a client that has caught up the current state of its tables. For a closed table, send `gone`."""
        for table, subscriber in list(self.watched.items()):
            actor = self.app_state.registry.get(table)
            if actor is not None:
                actor.watch(subscriber, 0)
            else:
                del self.watched[table]
                self.tell(Gone(table, NO_TABLE, "no_table"))
        self.tournaments.catch_up()

    # ---- coming and going

    @property
    def is_gone(self) -> bool:
        """Whether the socket is closed."""
        return self.connection.on_text is None

    def hurry(self) -> None:
        """Close the socket, because no hello arrived in time."""
        if not self._greeted and not self.is_gone:
            self.leave(POLICY, "the first message must be `hello`")

    def notice(self, table: str, because: str) -> None:
        """Notify the client of a problem at a table, if it is a host or on the staff."""
        if self._greeted and self.is_staff:
            self.tell(Notice(table, because))

    def leave(self, code: int, reason: str) -> None:
        """Close the socket."""
        self.connection.on_text = None
        self.connection.hang_up(code, reason)

    def gone(self) -> None:
        """Clean up after the socket has closed: stop watching. Commands already sent are still carried out."""
        self.connection.on_text = self.connection.fell_behind = self.connection.caught_up = None
        if self.is_staff:
            self.app_state.host_watch.note()
        self.tournaments.gone()
        for table in list(self.watched):
            self._unwatch(table)

    # ---- answers

    def tell(self, message: object) -> None:
        """Send a message to this client only."""
        self.connection.write(_ENCODER.encode(message))

    def _fault(self, because: str, code: str = "unreadable") -> None:
        self._count_fault("fault")
        self.tell(Fault(because, code))

    def _count_fault(self, why: str) -> None:
        self.app_state.meters.refused[why] += 1
        self._faults += 1
        if self._faults == MOST_FAULTS:
            self.tell(Fault("too many unreadable messages", "too_much"))
            self.leave(POLICY, "too many unreadable messages")

    def soon(self, work: Coroutine[object, object, None]) -> None:
        """Run a coroutine in the background."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
