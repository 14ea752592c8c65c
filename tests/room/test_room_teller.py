"""What the publisher tells each viewer, piece by piece, is what stands: state and own part, after every entry."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest
from each import each
from few_examples import some
from room_scripts import NAMES, SPECTATOR, Play, any_terms, played
from table_messages import yours

from sidepot.games.catalog import GAMES
from sidepot.room.runtime.subscribers import SendQueue, Subscriber
from sidepot.room.runtime.table_actor import TablePublisher
from sidepot.room.table.events import TableEvent
from sidepot.room.table.terms import RoomTerms
from sidepot.room.views.public import snapshot_of

IN_HAND = ("cards", "down", "hand_name", "turn", "options")


def failed(error: Exception) -> None:
    """Nothing goes wrong here."""
    raise error


class Ear:
    """A viewer, and the last that they were told of each kind."""

    def __init__(self, player: str) -> None:
        self.viewer = Subscriber(SendQueue(lambda: None, lambda: None), player)
        self.state: Any = None
        self.own: Any = None
        self.headings = 0

    def listen(self) -> None:
        pending = self.viewer.queue.pending
        for data in pending:
            message = msgspec.json.decode(data)
            if message["type"] == "yours":
                self.own = message
            else:
                self.state = message["state"]
                log = message["log"]
                begins = [at for at, line in enumerate(log) if re.match(r"Hand \d+: (?!.*called off)", line)]
                assert message.get("headings", []) == begins, log
                self.headings += len(begins)
        pending.clear()


def check(terms: RoomTerms, seed: str, players: int, roles: random.Random | None = None) -> int:
    """Play by chance, hear what is told, and compare it with what stands, told anew; how often a part was compared.

    With `roles` players become staff now and then, and lose it again; then only what is theirs in the hand is compared.
    """
    ears = [Ear(name) for name in (*NAMES[:players], SPECTATOR)]
    publishers: list[TablePublisher] = []
    compared = 0

    def told(play: Play, entry: TableEvent | None) -> None:
        nonlocal compared
        if entry is None:
            return
        if not publishers:
            publishers.append(TablePublisher(play.room, lambda _: None, failed))
            for ear in ears:
                publishers[0].delay_groups[0].add(ear.viewer)
                publishers[0].catch_up(ear.viewer, 0)
        else:
            publishers[0].publish(entry)
            if entry.seq % 7 == 0:
                publishers[0].catch_up(ears[-1].viewer, 0)
        stands = msgspec.json.decode(snapshot_of(play.room))["state"]
        for ear in ears:
            ear.listen()
            assert ear.state == stands, (seed, entry)
            own = yours(play.room, ear.viewer.player, ear.viewer.staff)
            if own is not None:
                fresh = msgspec.json.decode(own)
                one, two = core(fresh, stands), core(ear.own, stands)
                if roles is not None:
                    one, two = ({key: of.get(key) for key in IN_HAND} for of in (one, two))
                    ear.viewer.staff = roles.random() < 0.5
                assert one == two, (seed, ear.viewer.player, entry)
                compared += 1

    played(terms, seed, players=players, hands=3, told=told)
    assert all(ear.headings for ear in ears), "each hand has a line that begins it"
    return compared


def core(own: dict[str, Any], state: dict[str, Any]) -> dict[str, Any]:
    """All but its number; who has folded is not told at each street what their cards would make by now."""
    seat = state["seats"][own["seat"]] if own.get("seat", -1) >= 0 else None
    folded = seat is not None and seat.get("hand") == "folded"
    return {key: value for key, value in own.items() if key != "seq" and not (folded and key == "hand_name")}


@pytest.mark.more
@each("game", some(GAMES.values(), 10), ids=lambda game: game.name)
def test_events_add_up_to_the_state(game: Any) -> None:
    chance = random.Random(f"{game.name} told")
    players = chance.randint(max(2, game.seats[0]), min(6, game.seats[1]))
    assert check(any_terms(game, chance, players), f"{game.name} told", players) > 10


@pytest.mark.parametrize("name", ["holdem", "stud", "badugi"])
def test_and_where_players_become_staff_and_lose_it_again(name: str) -> None:
    game, roles = GAMES[name], random.Random(name)
    for at in range(8):
        assert check(any_terms(game, roles, 3), f"{name} roles {at}", 3, roles) > 10
