"""Scenes at a table for the tests of its page: real tables, led to a point, and what is told of them there."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from page_browser import PlayedRoom
from room_tables import Led, bots, cash, one_game, terms
from table_messages import event, yours

from sidepot.bots.random_player import random_player
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.games.mixes import find_mix
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.room.table import commands as s
from sidepot.room.views.public import snapshot_of

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")


class Scene(Led):
    """A table that is led along, and what its page is told: a snapshot first, then what comes."""

    def seat(self, count: int, chips: int = 0) -> None:
        """So many people sit down, one after the other."""
        for player in NAMES[:count]:
            self.say(s.Sit(chips=chips, waits=False), player)

    def told(self, player: str, log: Sequence[str] = ()) -> list[bytes]:
        """What `player` is told when they come."""
        mine = yours(self.room, player)
        return [snapshot_of(self.room, log), *([mine] if mine else [])]

    def next(self, said: s.TableCommand, by: str, player: str) -> list[bytes]:
        """Say something, and what `player` is told of that."""
        entry = self.say(said, by)
        mine = yours(self.room, player)
        return [event(self.room, entry), *([mine] if mine else [])]

    def shown(self) -> None:
        """Play a hand to its end, all hands shown."""
        self.ask(*[place.player for place in self.room.table.seated()])
        self.until(Due.SHOW)
        while self.room.hand is not None:
            self.act(c.Show())

    def until(self, due: Due, *, rng: Random | None = None, most: int = 400) -> str:
        """Play on at random, nobody folding, until something is due: who is to decide it."""
        play = random_player(rng or Random(2), fold=0.0, passive=0.8)
        for _ in range(most):
            if self.room.hand is None:
                self.deal()
                continue
            who, _turn = self.room.to_decide()
            may = self.room.options_of(who)
            assert may is not None
            if may.due is due:
                return who
            self.act(play(self.room.hand, may))
        raise AssertionError(f"{due} never came")


def holdem(players: int = 6, *, seats: int = 6, chips: int = 0) -> Scene:
    scene = Scene(terms(cash(seats=seats)))
    scene.seat(players, chips)
    scene.deal()
    return scene


def game(name: str, players: int = 4, limit: Limit | None = None) -> Scene:
    """A table of one game, dealt."""
    found = find_game(name)
    scene = Scene(terms(one_game(name, limit or NoLimit())))
    scene.seat(min(players, found.seats[1]))
    scene.deal()
    return scene


def choice() -> Scene:
    scene = Scene(terms(cash(find_mix("dealers-choice"), seats=6, dealers_choice=True)))
    scene.seat(4)
    return scene


def choosing() -> Scene:
    """A hand at dealer's choice is over, and its next dealer is to name the game."""
    scene = choice()
    scene.deal()
    while scene.room.hand is not None:
        scene.act(c.Fold())
    while scene.room.phase != "choosing":
        scene.tick()
    return scene


def full() -> Scene:
    """A hand at a full table, where a bot makes room for Zoe as soon as it is over."""
    scene = Scene(terms(cash(seats=3), bots=bots(2), fill=True))
    scene.seat(1)
    scene.deal()
    scene.say(s.Sit(), "Zoe")
    return scene


def at_table(browser: Any, scene: Scene, me: str, *, log: Sequence[str] = (), **more: Any) -> tuple[PlayedRoom, Any]:
    """The table page of `me`, as the table stands, with the last lines of its log."""
    room = PlayedRoom(me)
    room.greet, room.now = scene.told(me, log), scene.now
    page = room.open(browser, "/table/t1", **more)
    page.wait_for_selector(".seat")
    if me in scene.room.to_decide():
        page.wait_for_selector("sp-actions.on")  # it is told after the table is; no key means anything before
    return room, page


def to_act(scene: Scene) -> str:
    return scene.room.to_decide()[0]


__all__ = ["NAMES", "Due", "FixedLimit", "Scene", "at_table", "c", "choice", "choosing", "game", "holdem", "to_act"]
