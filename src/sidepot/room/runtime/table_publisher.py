"""Publishing a table: who watches it gets what may be seen, first when everything is durable; who goes is noticed."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import msgspec

from sidepot.hand.streets import seats_of
from sidepot.hand.view import PLAIN
from sidepot.room.runtime.outside import Outside
from sidepot.room.runtime.send_queue import Subscriber
from sidepot.room.runtime.subscribers import Subscribers
from sidepot.room.table.commands import Act, Came, Order, TableCommand, Went
from sidepot.room.table.events import TableEvent, is_act
from sidepot.room.table.play.people import name_of
from sidepot.room.views.messages import Gone
from sidepot.room.views.player import player_view, player_view_after
from sidepot.room.views.public import event_of, snapshot_of
from sidepot.room.views.schema import PlayerView, Said

if TYPE_CHECKING:
    from sidepot.room.table.machine import RoomTable

LINES: Final = 40  # of the log, that a snapshot has
MOMENT = 2.0  # seconds before a player who does not watch any more is away

_ENCODER: Final = msgspec.json.Encoder()


class TablePublisher:
    """The subscribers of one table, from a `room` in which everything is durable.

    `say` gives the table a command of the room's own, `report` hears of mistakes in publishing. `changed`: more was
    published than acts in a hand, since somebody looked.
    """

    __slots__ = (
        "_decides",
        "_late",
        "_log",
        "_owns",
        "_presence",
        "_report",
        "changed",
        "outside",
        "room",
        "subscribers",
    )

    def __init__(
        self, room: RoomTable, say: Callable[[TableCommand], None], report: Callable[[Exception], None]
    ) -> None:
        self.room = room
        self.subscribers = Subscribers(room.seq)  # who sees everything at once
        self.outside = Outside(room) if room.terms.watch_after else None
        self.changed = False
        self._report = report
        self._presence = Presence(lambda: self.room, self._is_there, say)
        self._late: dict[Subscriber, int] = {}  # viewers who wait to be let in, and the entry they know
        # the lines, whether each begins a hand, and each as data
        self._log: deque[tuple[str, bool, Said]] = deque(maxlen=LINES)
        self._decides = room.clock.player
        self._owns: dict[
            tuple[str, bool], PlayerView
        ] = {}  # of seated players, as cards lie; any entry but an act drops it

    def publish(self, entry: TableEvent) -> int:
        """Send everybody the last entry; when the table is due, after an act at which nobody came or went.

        An ordinary act changes the private view only of the actor and of the next to act; where cards came too, that of
        all who are still in the hand; at the end of a hand, and where people come and go, everybody's.
        """
        said = entry.command
        only_act = isinstance(said, Act) and not entry.table and not entry.people
        self.changed = self.changed or not only_act
        if entry.seq != self.subscribers.at + 1:  # the one before could not be sent: now everybody gets the state
            self._start_over(self.room)
        else:
            self._publish(entry)
        if isinstance(said, Order):
            self.look_for(entry.accounts)
        return entry.clock.until if only_act else -1

    def _publish(self, entry: TableEvent) -> None:
        room = self.room
        subscribers = self.subscribers
        if not is_act(entry):
            self._owns.clear()
        event = event_of(room, entry)
        begins = event.headings or ()
        self._log.extend([(line, at in begins, event.said[at]) for at, line in enumerate(event.log)])
        subscribers.publish(entry.seq, _ENCODER.encode(event))
        if self.outside is not None:
            self.outside.publish(event)
            if not is_act(entry):
                self._sort()
                self.outside.viewers.tell_own(self._own, self.outside.viewers.by_person)
        before, self._decides = self._decides, room.clock.player
        if not subscribers.viewers:
            return
        if type(entry.command) is not Act or entry.table:
            subscribers.tell_own(self._own, subscribers.by_person)
            return
        names = {before, entry.by, self._decides}
        if PLAIN.issuperset(map(type, entry.items)):
            subscribers.tell_own(self._own_as_cards_lie, map(room.accounts.get, names, names))
        else:
            names.update(self._live())
            subscribers.tell_own(self._own, map(room.accounts.get, names, names))

    # ---- who watches

    def add(self, viewer: Subscriber, since: int) -> None:
        """Let the viewer in when all that was decided is durable."""
        self._late[viewer] = since

    def let_in(self, viewer: Subscriber, since: int) -> None:
        """Add a viewer, and send the entries missed."""
        subscribers = self.group_of(viewer)
        subscribers.add(viewer)
        try:
            self.catch_up(viewer, since)
        except Exception as error:
            subscribers.drop(viewer)
            self._report(error)
            return
        self._look_for(viewer)

    def settled(self) -> None:
        """Let in who waits. Everything must be durable, and nothing may be decided before this returns."""
        while self._late:
            viewer = next(iter(self._late))
            self.let_in(viewer, self._late.pop(viewer))

    def viewers(self) -> dict[Subscriber, int]:
        """Those who watch or wait to, and the entry that each knows; 0 for none."""
        found = dict(self._late)
        for some in self.groups():
            found |= some.known()
        return found | self._late

    def accounts(self) -> list[str]:
        """The accounts of those who see everything at once, those first that came first."""
        return list(dict.fromkeys([one.account for one in self.subscribers.viewers if one.account]))

    def drop(self, viewer: Subscriber) -> None:
        """Remove a viewer."""
        self._late.pop(viewer, None)
        was_there = False
        for some in self.groups():
            was_there = some.drop(viewer) or was_there
        if was_there:
            self._look_for(viewer)

    def look_for(self, players: Iterable[str]) -> None:
        """These players are known here from now on: some of them may watch already."""
        for player in players:
            self._presence.look(player)

    def catch_up(self, viewer: Subscriber, since: int) -> None:
        """Send a viewer the entries after `since`, or the state of the table."""
        if self.outside is not None and viewer in self.outside.viewers.viewers:
            self.outside.viewers.catch_up(viewer, since, self.room.seq, self._snapshot_outside, self._own)
            return
        self.subscribers.catch_up(viewer, since, self.room.seq, self._snapshot, self._own)

    def start_over(self, room: RoomTable) -> None:
        """The table was loaded again; send its subscribers its state, if it differs from the one they know."""
        self.changed = True
        try:
            self._start_over(room)
        except Exception as error:
            self._report(error)

    def _start_over(self, room: RoomTable) -> None:
        self.room = room
        self._decides = room.clock.player
        self._owns.clear()
        if room.seq != self.subscribers.at:
            for some in self.groups():
                some.forget(room.seq)
                for viewer in list(some.viewers):
                    self.catch_up(viewer, 0)

    def send_away(self, reason: str, code: str) -> None:
        """There is nothing to watch here any more: everybody gets the reason, those who wait too."""
        for viewer in self._late:
            self.subscribers.add(viewer)
        self._late.clear()
        self._presence.stop()
        gone = _ENCODER.encode(Gone(self.room.id, reason, code))
        for some in self.groups():
            for viewer in list(some.viewers):
                some.part(viewer, gone)

    def begin(self) -> None:
        """Look, after a while in which they may come, whether there is anybody, and who was thought to be there is."""
        room = self.room
        grace = room.terms.timing.grace / 1000
        self._presence.wait("", grace)
        for player, person in room.people.items():
            if not person.bot and not person.away_since:
                self._presence.wait(player, grace)

    def stop(self) -> None:
        """Nobody is missed any more."""
        self._presence.stop()

    def _look_for(self, viewer: Subscriber) -> None:
        player = self.room.names.get(viewer.account, "") if viewer.account else viewer.player
        if player:
            self._presence.look(player)
        self._presence.look("")

    def _is_there(self, player: str) -> bool:
        for some in self.groups():
            if self.person(player) in some.by_person if player else some.viewers:
                return True
        return False

    # ---- who sees what

    def groups(self) -> list[Subscribers]:
        """All who watch: those who see everything at once, and those who do not."""
        return [self.subscribers] if self.outside is None else [self.subscribers, self.outside.viewers]

    def group_of(self, viewer: Subscriber) -> Subscribers:
        """Where a viewer belongs: players and hosts see everything at once."""
        if self.outside is None or viewer.staff:
            return self.subscribers
        room = self.room
        player = room.names.get(viewer.account, "") if viewer.account else viewer.player
        return self.subscribers if player in room.table.places else self.outside.viewers

    def _sort(self) -> None:
        """People have sat down, or left: they see the table otherwise from now on."""
        for some in self.groups():
            for viewer in list(some.viewers):
                group = self.group_of(viewer)
                if group is not some:
                    some.drop(viewer)
                    group.add(viewer)
                    self.catch_up(viewer, 0)

    def _snapshot_outside(self) -> bytes:
        return self.outside.snapshot(self.room) if self.outside is not None else self._snapshot()

    def _snapshot(self) -> bytes:
        log = list(self._log)
        headings = [at for at, (_, begins, _) in enumerate(log) if begins]
        return snapshot_of(self.room, [line for line, _, _ in log], headings, [said for _, _, said in log])

    def person(self, player: str) -> str:
        """By what the viewers of a player are known: the account, or the name where there is none."""
        return self.room.accounts.get(player, player)

    def _own(self, viewer: Subscriber) -> PlayerView | None:
        return self._yours(viewer, name_of(self.room, viewer.account, viewer.player))

    def _yours(self, viewer: Subscriber, player: str) -> PlayerView | None:
        """The view of the player as whom a viewer is known here."""
        staff = viewer.staff
        last = self._last(viewer, player)
        if last is not None:
            found: PlayerView | None = player_view_after(self.room, player, last)
        else:
            found = player_view(self.room, player, staff=staff, own_name=viewer.player, account=viewer.account)
        if found is not None and found.seat >= 0:
            self._owns[player, staff] = found
            self._owns.pop((player, not staff), None)  # older than the cards
        return found

    def _last(self, viewer: Subscriber, player: str) -> PlayerView | None:
        """The last view of that player; None where it does not say who they are here: their own name is another now."""
        last = self._owns.get((player, viewer.staff))
        if last is not None and bool(last.name) is not (viewer.player not in ("", player)):
            return None
        return last

    def _own_as_cards_lie(self, viewer: Subscriber) -> PlayerView | None:
        """The same after an act that brought no cards."""
        player = self.room.names.get(viewer.account) or name_of(self.room, viewer.account, viewer.player)
        last = self._last(viewer, player)
        return (
            self._yours(viewer, player) if last is None else player_view_after(self.room, player, last, cards_lie=True)
        )

    def _live(self) -> list[str]:
        """The players still in the hand."""
        hand, begun = self.room.hand, self.room.begun
        if hand is None or begun is None:
            return []
        return [begun.players[seat] for seat in seats_of(hand.live)]


class Presence:
    """Says `Came` and `Went` to one table, of the people it knows: one is away when nobody watches under that name.

    A page that is loaded again is gone for a moment only, so a little is waited before it is said. Whether anybody
    watches at all is said in the same way, under the name "": bots alone do not play for nobody.
    """

    __slots__ = ("_is_there", "_room", "_say", "_waiting")

    def __init__(
        self, room: Callable[[], RoomTable], is_there: Callable[[str], bool], say: Callable[[TableCommand], None]
    ) -> None:
        self._room = room
        self._is_there = is_there
        self._say = say
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    def look(self, player: str) -> None:
        """Somebody of that name has come to watch, or has gone: say so, if the table thinks otherwise."""
        away = self._thought_away(player)
        if away is None:
            return
        if self._is_there(player):
            waiting = self._waiting.pop(player, None)
            if waiting is not None:
                waiting.cancel()
            if away:
                self._say(Came(player))
        elif not away:
            self.wait(player, MOMENT)

    def wait(self, player: str, seconds: float) -> None:
        """Look after the player in a while."""
        if player not in self._waiting:
            loop = asyncio.get_running_loop()
            self._waiting[player] = loop.call_later(seconds, self._is_away, player)

    def stop(self) -> None:
        """Say nothing any more."""
        for waiting in self._waiting.values():
            waiting.cancel()
        self._waiting.clear()

    def _thought_away(self, player: str) -> bool | None:
        """Whether the table has the player as away; None where it does not know the name."""
        room = self._room()
        if not player:
            return not room.watched
        person = room.people.get(player)
        return None if person is None or person.bot else person.away_since > 0

    def _is_away(self, player: str) -> None:
        self._waiting.pop(player, None)
        if self._thought_away(player) is False and not self._is_there(player):
            self._say(Went(player))
