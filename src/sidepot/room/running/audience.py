"""Those who watch a table: they are let in when everything is durable, told what happens, and missed when they go."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sidepot.room.running.presence import Presence
from sidepot.room.running.teller import Teller
from sidepot.room.runtime.outlet import Viewer
from sidepot.room.table.commands import Act, Order, Saying

if TYPE_CHECKING:
    from sidepot.room.table.events import Entry
    from sidepot.room.table.machine import RoomTable


class Audience:
    """The viewers of one table. `say` is the room's own voice at it, `report` hears of mistakes in telling.

    `changed`: more was published than acts in a hand, since somebody looked.
    """

    __slots__ = ("_late", "_presence", "_report", "_teller", "changed")

    def __init__(self, room: RoomTable, say: Callable[[Saying], None], report: Callable[[Exception], None]) -> None:
        self._teller = Teller(room)
        self._presence = Presence(lambda: self._teller.room, self._is_there, say)
        self._report = report
        self._late: dict[Viewer, int] = {}  # viewers who wait to be let in, and the entry they know
        self.changed = False

    def publish(self, entry: Entry) -> int:
        """Tell everybody of the last entry; when the table is due, after an act at which nobody came or went."""
        said = entry.said
        is_act = isinstance(said, Act) and not entry.table and not entry.people
        self.changed = self.changed or not is_act
        self._teller.tell(entry)
        if isinstance(said, Order):
            self.look_for(entry.accounts)
        return entry.clock.until if is_act else -1

    def add(self, viewer: Viewer, since: int) -> None:
        """A decision is not durable yet: let the viewer in when it is."""
        self._late[viewer] = since

    def let_in(self, viewer: Viewer, since: int) -> None:
        """Add a viewer, and send the entries missed."""
        subscribers = self._teller.group_of(viewer)
        subscribers.add(viewer)
        try:
            self._teller.catch_up(viewer, since)
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

    def viewers(self) -> dict[Viewer, int]:
        """Those who watch or wait to, and the entry that each knows; 0 for none."""
        found = dict(self._late)
        for some in self._teller.groups():
            found |= some.known()
        return found | self._late

    def accounts(self) -> list[str]:
        """The accounts of those who see everything at once, those first that came first."""
        return list(dict.fromkeys([one.account for one in self._teller.subscribers.viewers if one.account]))

    def drop(self, viewer: Viewer) -> None:
        """Remove a viewer."""
        self._late.pop(viewer, None)
        was_there = False
        for some in self._teller.groups():
            was_there = some.drop(viewer) or was_there
        if was_there:
            self._look_for(viewer)

    def look_for(self, players: Iterable[str]) -> None:
        """These players are known here from now on: some of them may watch already."""
        for player in players:
            self._presence.look(player)

    def start_over(self, room: RoomTable) -> None:
        """The table was loaded again."""
        self.changed = True
        try:
            self._teller.start_over(room)
        except Exception as error:
            self._report(error)

    def send_away(self, reason: str, code: str) -> None:
        """There is nothing to watch here any more: all are told, those who wait too."""
        for viewer in self._late:
            self._teller.subscribers.add(viewer)
        self._late.clear()
        self._presence.stop()
        self._teller.send_away(reason, code)

    def begin(self) -> None:
        """Look, after a while in which they may come, whether there is anybody, and who was thought to be there is."""
        room = self._teller.room
        grace = room.terms.timing.grace / 1000
        self._presence.wait("", grace)
        for player, person in room.people.items():
            if not person.bot and not person.away_since:
                self._presence.wait(player, grace)

    def stop(self) -> None:
        """Nobody is missed any more."""
        self._presence.stop()

    def _look_for(self, viewer: Viewer) -> None:
        player = self._teller.room.names.get(viewer.account, "") if viewer.account else viewer.player
        if player:
            self._presence.look(player)
        self._presence.look("")

    def _is_there(self, player: str) -> bool:
        teller = self._teller
        for some in teller.groups():
            if teller.person(player) in some.by_person if player else some.viewers:
                return True
        return False
