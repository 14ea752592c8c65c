"""Play hands at tables of the room and print all that is told: the same bytes from the pure and the compiled build.

Usage: smoke_room.py SEED HANDS, with the build to be tried on PYTHONPATH.
"""

from __future__ import annotations

import random
import sys

from sidepot.bots.random_player import random_player
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.games.mixes import single
from sidepot.games.usual import stakes_for
from sidepot.room.runtime.subscribers import ForwardingQueue, SendQueue, Subscriber
from sidepot.room.runtime.table_actor import TablePublisher
from sidepot.room.table import commands as s
from sidepot.room.table.events import TableEvent, encode_table_event
from sidepot.room.table.machine import Chance, RoomTable
from sidepot.room.table.terms import RoomTerms, Timing
from sidepot.table.commands import Buy
from sidepot.table.table_rules import TableRules

PEOPLE = ("Ann", "Bo", "Cy", "Di")
START = 1_700_000_000_000
GAMES: tuple[tuple[str, Limit], ...] = (
    ("holdem", NoLimit()),
    ("omaha8", PotLimit()),
    ("stud", FixedLimit()),
    ("badugi", FixedLimit()),
)


def failed(error: Exception) -> None:
    """Nothing goes wrong here."""
    raise error


class Hearer:
    """A viewer who keeps everything they are told."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.outbox = [b""]
        queue: SendQueue
        if player:
            queue = SendQueue(lambda: None, lambda: None)
            queue.pending = self.outbox
        else:
            queue = ForwardingQueue(self.outbox.append)  # the one who looks on does so from another process
        self.viewer = Subscriber(queue, player)


def play(name: str, limit: Limit, seed: int, hands: int) -> list[Hearer]:
    """So many hands at one table, and all that its people and somebody who looks on are told."""
    chance = random.Random(seed)
    game = find_game(name)
    rules = TableRules(mix=single(game, limit), stakes=(stakes_for(game, limit, 4),), seats=len(PEOPLE))
    terms = RoomTerms(title="Smoke", rules=rules, timing=Timing())
    sealed = Chance(lambda: lambda n: int(chance.random() * n), chance.randbytes)
    room, _ = RoomTable.open("t1", terms, now=START, by="Host", chance=sealed)
    publisher = TablePublisher(room, lambda _: None, failed)
    hearers = [Hearer(player) for player in (*PEOPLE, "")]
    for hearer in hearers:
        publisher.delay_groups[0].add(hearer.viewer)
        publisher.catch_up(hearer.viewer, 0)
    stream = hearers[-1].outbox
    now, player = START, random_player(chance)

    def told(entry: TableEvent) -> None:
        room.to_seal()
        stream.append(encode_table_event(entry))
        publisher.publish(entry)

    def sit_or_buy() -> None:
        for seat, who in enumerate(PEOPLE):
            place = room.table.places.get(who)
            if place is None:
                told(room.decide(s.Sit(seat=seat, chips=400), now=now, by=who, id=f"{who}/{now}"))
            elif not place.stack and not place.asked:
                told(room.decide(Buy(400), now=now, by=who, id=f"{who}/{now}"))

    while len(room.hands) < hands:
        if room.hand is None:
            sit_or_buy()
        who, turn = room.to_decide()
        may = room.options_of(who) if who else None
        if may is not None and room.hand is not None:
            now += 700
            told(room.decide(s.Act(turn, player(room.hand, may)), now=now, by=who, id=f"{who}/{turn}"))
        else:
            now = max(now, room.alarm())
            told(room.decide(s.Tick(), now=now))
    return hearers


def main(seed: str, hands: str) -> None:
    """Print all that is told, a message a line."""
    for name, limit in GAMES:
        for hearer in play(name, limit, int(seed), int(hands)):
            for data in hearer.outbox[1:]:
                print(hearer.player, data.decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
