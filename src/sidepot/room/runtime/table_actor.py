"""A running table: its actor, and its publisher, which sends each subscriber what they may see.

Players and staff see everything at once. The terms of a table may delay spectators by some hands (`DelayGroup`).
"""

# compiled: docs/how-to/measure-speed.md

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from sidepot.hand.streets import seats_of
from sidepot.hand.view import PLAIN
from sidepot.room.runtime.actor import Actor
from sidepot.room.runtime.machine import Kind
from sidepot.room.runtime.presence import Presence
from sidepot.room.runtime.publisher import Publisher
from sidepot.room.runtime.services import Services
from sidepot.room.runtime.subscribers import Subscriber, Subscribers
from sidepot.room.runtime.table_storage import TableStorage
from sidepot.room.table.commands import Act, Freeze, Order, TableCommand, Tick
from sidepot.room.table.events import TableEvent, TalkLine, is_act
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.play.people import name_of
from sidepot.room.views.messages import Gone
from sidepot.room.views.player import player_view, player_view_after
from sidepot.room.views.public import event_of, public_view, snapshot_of
from sidepot.room.views.schema import Event, PlayerView, PublicView, SeatState, Sentence, Snapshot

LINES: Final = 40  # the last lines of the log in words, for snapshots
KIND = Kind[TableCommand]("", Tick(), Freeze)
_ENCODER: Final = msgspec.json.Encoder()


class DelayGroup(Subscribers):
    """Subscribers who see each hand `delay` hands later (0: at once; below 0: never).

    They still get one event for each event of the table, with the same number, so that catching up works as usual. With
    a delay, the content of this event comes from an earlier event. Chat lines come with the hand in which they were
    written. At first, and after a restart, delayed subscribers see who sits at the table, but no hand.
    """

    __slots__ = ("_held", "_log", "_shown", "_talk", "delay")

    def __init__(self, at: int, delay: int = 0) -> None:
        super().__init__(at)
        self.delay = delay
        self._log: deque[tuple[str, bool, Sentence]] = deque(
            maxlen=LINES
        )  # a line, whether it begins a hand, its parts
        self._held: deque[Event] = deque()
        self._shown: PublicView | None = None
        self._talk: dict[int, TalkLine] = {}  # chat, by the numbers of the lines

    def send(self, event: Event) -> None:
        """Send these subscribers an event or, with a delay, the earlier content that they may see now."""
        shown = event if not self.delay else self._earlier(event)
        begins = shown.headings or ()
        for at, line in enumerate(shown.log):
            self._log.append((line, at in begins, shown.sentences[at]))
        self.publish(event.seq, _ENCODER.encode(shown))

    def snapshot(self, room: RoomTable) -> bytes:
        """The state of the table as these subscribers see it, encoded."""
        log = list(self._log)
        lines, parts = [line for line, _, _ in log], [sentence for _, _, sentence in log]
        if not self.delay:
            return snapshot_of(room, lines, [at for at, (_, begins, _) in enumerate(log) if begins], parts)
        state, talk = self._shown or without_hand(public_view(room)), tuple(self._talk.values()) or UNSET
        return _ENCODER.encode(
            Snapshot(room.id, room.seq, room.at, state, tuple(lines), talk=talk, sentences=tuple(parts))
        )

    def turn_to(self, delay: int) -> None:
        """Change the delay. All subscribers of the group then get the whole state."""
        self.delay = delay
        self._held.clear()
        self._shown = None
        self.forget(self.at)

    def _earlier(self, event: Event) -> Event:
        """The delayed content that replaces this event."""
        if self.delay < 0:
            return Event(event.table, event.seq, event.at, without_hand(event.state))
        self._held.append(event)
        found = self._due(event.state)
        if found:
            last = found[-1].state
            self._shown = replace(
                last, since=0, bank_from=0, until=0, next_at=0, stopped_at=0
            )  # these times have passed
        self._talk |= {line.seq: line for one in found for line in one.talk or ()}
        while len(self._talk) > LINES:
            del self._talk[min(self._talk)]
        return Event(
            event.table,
            event.seq,
            event.at,
            self._shown or without_hand(event.state),
            tuple([what for one in found for what in one.what]),
            tuple([line for one in found for line in one.log]),
            talk=tuple([line for one in found for line in one.talk or ()]) or UNSET,
            sentences=tuple([sentence for one in found for sentence in one.sentences]),
        )

    def _due(self, now: PublicView) -> list[Event]:
        """The held events to show now: all events of earlier hands or, if there are none, the next event of the hand
        being shown.
        """
        held, found = self._held, list[Event]()
        newest = now.hand - self.delay
        while held and (held[0].state.hand < newest or now.phase == "over"):
            found.append(held.popleft())
        if held and held[0].state.hand == newest and not found:
            found.append(held.popleft())
        return found


def without_hand(state: PublicView) -> PublicView:
    """The view of a table with its game and seats, but without its hand."""
    seats = [
        None
        if seat is None or seat.state == "gone"
        else SeatState(seat.player, 0, state=seat.state, bot=seat.bot, away=seat.away, leaving=seat.leaving)
        for seat in state.seats
    ]
    return PublicView(
        state.table,
        state.title,
        state.phase,
        game=state.game,
        game_id=state.game_id,
        limit=state.limit,
        stakes=state.stakes,
        terms=state.terms,
        terms_parts=state.terms_parts,
        facts=state.facts,
        mix=state.mix,
        buy_in=state.buy_in,
        seats=tuple(seats),
        locked=state.locked,
        why=state.why,
        approve=state.approve,
        watch_after=state.watch_after,
        decimals=state.decimals,
        change=state.change,
        bomb=state.bomb,
        bomb_ante=state.bomb_ante,
    )


class TablePublisher(Publisher[RoomTable, TableEvent]):
    """The subscribers of one table. Players and staff see everything at once. Spectators see it after the delay in the
    terms.

    - `give`: submits a command of the room itself to the table
    - `changed`: more than an action in a hand was published since the registry last looked (`TableRegistry.on_durable`)
    """

    def __init__(
        self, room: RoomTable, give: Callable[[TableCommand], None], report: Callable[[Exception], None]
    ) -> None:
        self.delay_groups = [DelayGroup(room.seq)]
        super().__init__(room, report, *self.delay_groups)
        self._follow_delay()
        self.changed = False
        self._presence = Presence(lambda: self.machine, self._is_there, give)
        self._decides = room.clock.player  # the player to act after the last event
        # The last views of seated players, by name and `staff`. An act changes only parts of a view; any other event
        # drops them.
        self._owns: dict[tuple[str, bool], PlayerView] = {}

    def _follow_delay(self) -> None:
        """Apply the delay for spectators in the table's current terms."""
        delay, last = self.machine.terms.watch_after, self.delay_groups[-1]
        if delay == last.delay:
            return
        if len(self.delay_groups) > 1:
            last.turn_to(delay)
            return
        later = DelayGroup(last.at, delay)
        self.delay_groups.append(later)
        self.groups = tuple(self.delay_groups)
        for subscriber in [one for one in last if self.group_of(one) is later]:  # before they get the next event
            last.drop(subscriber)
            later.add(subscriber)

    # ---- sending

    def publish(self, event: TableEvent) -> int:
        """Send all subscribers the last event, and then each private view that may have changed.

        After an ordinary action, these are the views of the player who acted and of the next player to act. If cards
        were dealt, they are those of all players in the hand. After any other event, these are all views. Returns the
        time of the table's next alarm after an action, and -1 after any other event.
        """
        room, first = self.machine, self.delay_groups[0]
        only_act = is_act(event)
        if event.seq != first.at + 1:  # publishing the previous event failed: everybody gets the whole state
            self._start_over(room)
        else:
            if not only_act:
                self._owns.clear()
                self._follow_delay()
            message = event_of(room, event)
            for group in self.delay_groups:
                group.send(message)
            if not only_act and len(self.delay_groups) > 1:
                self._sort()
                for group in self.delay_groups[1:]:
                    group.send_own(self.own, group.by_person)
            before, self._decides = self._decides, room.clock.player
            # An act that used the time bank is ordinary here: only the public view shows the bank.
            if type(event.command) is not Act or event.table:  # the hand is over, or people came or went
                first.send_own(self.own, first.by_person)
            elif PLAIN.issuperset(map(type, event.items)):  # no card was dealt
                names = {before, event.by, self._decides}  # `send_own` takes accounts, or names of bots
                first.send_own(partial(self.own, cards_lie=True), map(room.accounts.get, names, names))
            else:
                names = {before, event.by, self._decides, *self._live()}
                first.send_own(self.own, map(room.accounts.get, names, names))
        if only_act:
            return event.clock.until
        self.changed = True
        if isinstance(event.command, Order):
            self.look_for(event.accounts)
        return -1

    def own(self, subscriber: Subscriber, *, cards_lie: bool = False) -> PlayerView | None:
        """A subscriber's private view (None for a spectator).

        `cards_lie` means that no card has changed since the last view.
        """
        room, staff = self.machine, subscriber.staff
        player = room.names.get(subscriber.account) or name_of(room, subscriber.account, subscriber.player)
        last = self._owns.get((player, staff))
        # `last.name` is set if the player's own name differs from the shown one, which may have changed since.
        if last is not None and bool(last.name) is (subscriber.player not in ("", player)):
            found: PlayerView | None = player_view_after(room, player, last, cards_lie=cards_lie)
            if cards_lie:
                return found
        else:
            found = player_view(room, player, staff=staff, own_name=subscriber.player, account=subscriber.account)
        if found is not None and found.seat >= 0:
            self._owns[player, staff] = found
            self._owns.pop((player, not staff), None)  # it may be from before these cards
        return found

    def snapshot(self, subscriber: Subscriber) -> bytes:
        """The state of the table, with the last lines of its log."""
        return self.group_of(subscriber).snapshot(self.machine)

    def gone(self, reason: str, code: str) -> bytes:
        """The last message to subscribers: this table can no longer be watched here."""
        return _ENCODER.encode(Gone(self.machine.id, reason, code))

    def _live(self) -> list[str]:
        """The names of the players still in the hand."""
        hand, begun = self.machine.hand, self.machine.begun
        if hand is None or begun is None:
            return []
        return [begun.players[seat] for seat in seats_of(hand.live)]

    # ---- who watches

    def group_of(self, subscriber: Subscriber) -> DelayGroup:
        """The group of a subscriber. Players and staff are in the first group, which has no delay."""
        groups, places = self.delay_groups, self.machine.table.places
        return groups[0] if len(groups) == 1 or subscriber.staff or self._player(subscriber) in places else groups[1]

    def _sort(self) -> None:
        """Move subscribers to the right groups after people sat down or left, or the delay has changed."""
        for group in self.delay_groups:
            known = group.known()
            for subscriber in list(group):
                right = self.group_of(subscriber)
                if right is not group:
                    group.drop(subscriber)
                    right.add(subscriber)
                if right is not group or not known[subscriber]:
                    self.catch_up(subscriber)

    def accounts(self) -> list[str]:
        """The accounts of the subscribers who see everything without delay, in the order in which they came."""
        at_once = [one for group in self.delay_groups if not group.delay for one in group]
        return list(dict.fromkeys([one.account for one in at_once if one.account]))

    def look_for(self, players: Iterable[str]) -> None:
        """Check whether these players are present, and notify the table of changes.

        The name "" stands for all subscribers together.
        """
        for player in players:
            self._presence.look(player)

    def came_or_went(self, subscriber: Subscriber) -> None:
        """Check whether the subscriber's player is present, and whether anybody watches."""
        player = self._player(subscriber)
        self.look_for([player, ""] if player else [""])

    def _player(self, subscriber: Subscriber) -> str:
        return self.machine.names.get(subscriber.account, "") if subscriber.account else subscriber.player

    def _is_there(self, player: str) -> bool:
        if not player:
            return any(self.delay_groups)  # a group without subscribers is falsy
        person = self.machine.accounts.get(player, player)
        return any(person in group.by_person for group in self.delay_groups)

    # ---- start and stop

    def begin(self) -> None:
        """After a grace period, check whether the players who were present before a restart have come back."""
        room = self.machine
        grace = room.terms.timing.grace / 1000
        self._presence.wait("", grace)
        for player, person in room.people.items():
            if not person.bot and not person.away_since:
                self._presence.wait(player, grace)

    def start_over(self, machine: RoomTable) -> None:
        """Continue with a table that was reloaded."""
        self.changed = True
        try:
            self._start_over(machine)
        except Exception as error:
            self._report(error)

    def _start_over(self, room: RoomTable) -> None:
        self._decides = room.clock.player
        self._owns.clear()
        super().start_over(room)
        self._follow_delay()

    def send_away(self, reason: str, code: str) -> None:
        """Inform all subscribers that this process no longer serves the table, and remove them."""
        self._presence.stop()
        super().send_away(reason, code)

    def stop(self) -> None:
        """Stop reporting players as away, because the room closes or the table migrates."""
        self._presence.stop()


class TableActor(Actor[RoomTable, TableCommand, TableEvent]):
    """The actor of one table."""

    def __init__(self, room: RoomTable, services: Services, on_durable: Callable[[Any], None] = lambda _: None) -> None:
        publisher = self.publisher = TablePublisher(room, self.submit, self.report_bug)
        storage = TableStorage(room.chance, publisher.accounts, self.report_bug)
        super().__init__(room, storage, publisher, KIND, services, on_durable)

    def start(self) -> None:
        """Start the actor. Players who do not connect within a grace period count as away."""
        self.publisher.begin()
        super().start()
