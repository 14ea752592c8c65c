"""The bots at the tables. Each decides in a thread, from its seat's view, and takes about as long as a human.

If only bots play a hand while a person waits to be dealt in, they act faster. A bot sends its action like any player.
If its program fails, or its action is illegal, it checks or folds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Final, NamedTuple

from sidepot.bots.bot_names import style_of
from sidepot.bots.strengths import player as bot_of_strength
from sidepot.bots.styles import in_style
from sidepot.errors import SidepotError
from sidepot.hand.commands import Check, Command, Fold, Show
from sidepot.hand.events import Event
from sidepot.hand.hand import Hand
from sidepot.hand.legal.options import Player, options
from sidepot.hand.view import view_of_log
from sidepot.room.runtime.errors import Busy
from sidepot.room.table.commands import Act, TableCommand
from sidepot.table.commands import ChooseGame
from sidepot.table.places import State

if TYPE_CHECKING:
    from sidepot.room.runtime.table_actor import TableActor
    from sidepot.room.table.machine import RoomTable

AGAIN: Final = 1.0  # seconds before another try when the room was busy
MOST_BOTS: Final = 2000  # bots remembered from hand to hand


class Pace(NamedTuple):
    """The shortest and the longest time that a bot takes for a decision, in seconds.

    Each time is drawn at random between these two.
    """

    least: float = 0.5
    most: float = 1.6


HUMAN: Final = Pace()
WAITED_FOR: Final = Pace(0.1, 0.4)  # for hands of bots alone, while a person waits to be dealt in


class BotPlayers:
    """Plays for all bots of the room."""

    def __init__(
        self, pace: Pace = HUMAN, make: Callable[[str, Random], Player] = bot_of_strength, rng: Random | None = None
    ) -> None:
        self._pace = pace
        self._make = make
        self._rng = rng or SystemRandom()
        self._players: dict[tuple[str, str, str], Player] = {}
        self._asked: dict[str, tuple[str, int, int]] = {}  # by table: the task that computes a bot's act
        self._thinking: set[asyncio.Task[object]] = set()
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="sidepot-bot")

    def look(self, actor: TableActor) -> None:
        """Let a bot act, if it is a bot's turn at the table."""
        room = actor.machine
        person = room.people.get(room.clock.player)
        if person is None or not person.bot:  # usually a person must act
            return
        name, turn = room.to_decide()
        if not name:
            name = room.chooser
        if not name:
            return
        asked = (name, turn, room.clock.since)
        if self._asked.get(actor.id) == asked or room.clock.stopped_at:
            return
        self._asked[actor.id] = asked
        hand = room.hand
        work = self._choose(actor, name) if hand is None else self._act(actor, name, turn, person.bot, hand)
        self._soon(actor, work)

    def forget(self, table: str) -> None:
        """Stop playing at a closed table."""
        self._asked.pop(table, None)

    async def stop(self) -> None:
        """Cancel all decisions in progress."""
        for task in self._thinking:
            task.cancel()
        await asyncio.gather(*self._thinking, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    # ---- acting

    async def _act(self, actor: TableActor, name: str, turn: int, strength: str, hand: Hand) -> None:
        loop = asyncio.get_running_loop()
        pace = min(self._pace, WAITED_FOR) if is_waited_for(actor.machine) else self._pace
        ready = loop.time() + self._rng.uniform(*pace)
        player = self._player(actor.id, name, strength)
        command, meek = await loop.run_in_executor(self._threads, decide, player, list(hand.log), hand.seat)
        await asyncio.sleep(max(ready - loop.time(), 0))
        for one in (command, meek):
            if one is None or await self._say(actor, Act(turn, one), name):
                return
        self._asked.pop(actor.id, None)  # decide again later: for example, the table may have been paused

    async def _choose(self, actor: TableActor, name: str) -> None:
        clock = actor.machine.clock
        most = max(clock.until - clock.since, 0) / 2000  # half of the available time
        await asyncio.sleep(min(self._rng.uniform(*self._pace), most))
        rules = actor.machine.terms.rules
        if rules is not None and actor.machine.chooser == name:
            if not await self._say(actor, ChooseGame(self._rng.choice(rules.mix.games).name), name):
                self._asked.pop(actor.id, None)

    async def _say(self, actor: TableActor, command: TableCommand, name: str) -> bool:
        """Send a command, and send it again while the table is busy. Returns whether this decision is finished."""
        while True:
            try:
                await actor.say(command, by=name)
            except Busy:
                if actor.is_stopped:
                    return True  # another process has the table now, and runs its bots
                await asyncio.sleep(AGAIN)
                if isinstance(command, Act) and actor.machine.to_decide() != (name, command.turn):
                    return True  # the bot's turn is over
            except SidepotError:
                return isinstance(command, Act) and actor.machine.to_decide() != (name, command.turn)
            else:
                return True

    def _player(self, table: str, name: str, strength: str) -> Player:
        key = table, name, strength
        found = self._players.get(key)
        if found is None:
            if len(self._players) >= MOST_BOTS:
                self._players.clear()
            found, style = self._make(strength, Random(self._rng.getrandbits(64))), style_of(name)
            if style is not None:
                found = in_style(style, found, Random(self._rng.getrandbits(64)))
            self._players[key] = found
        return found

    def _soon(self, actor: TableActor, work: Coroutine[object, object, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._thinking.add(task)
        task.add_done_callback(partial(self._done, actor))

    def _done(self, actor: TableActor, task: asyncio.Task[object]) -> None:
        """Handle the end of a bot's task. If it ended with a bug, freeze the table."""
        self._thinking.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            actor.went_wrong(error)


def is_waited_for(room: RoomTable) -> bool:
    """Whether a person with chips waits to be dealt in while only bots play this hand."""
    if room.begun is None:
        return False
    bots = {person.player for person in room.people.values() if person.bot}
    persons = room.table.places.keys() - bots
    if not persons.isdisjoint(room.begun.players):
        return False
    places = [room.table.places[player] for player in persons]
    return any(room.table.in_play(place) and place.state is not State.OUT for place in places)


def decide(player: Player, log: Sequence[Event], seat: int) -> tuple[Command, Command | None]:
    """Choose a bot's action after these events of a hand, and a second action in case the first is refused.

    The bot sees only what its seat sees. This runs in another thread, which is safe because events are immutable.
    """
    view = view_of_log(log, seat)
    may = options(view, explain=False)
    meek = Check() if may.may_check else Fold() if may.may_fold else None
    try:
        return player(view, may), meek
    except Exception:  # a failing bot must not hold up the table
        return meek or Show(), None
