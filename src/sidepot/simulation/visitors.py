"""The people around a simulated table: rebuys, arrivals and departures, the time of each action.

They only do what is allowed at that moment, so a refusal counts as an error of the table. Only straddles are tried
without knowing whether they are allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import msgspec

from sidepot.errors import Conflict, IllegalAction
from sidepot.simulation.bot_hand import Bot
from sidepot.table.places import Place, State
from sidepot.table.table import Table
from sidepot.table.table_rules import Straddle

Chance = Callable[[], float]

NAMES = (
    "Ann Bob Cy Dora Ed Flo Gus Hal Ida Jo Kim Lou Max Nan Otto Pia Quin Rae Sol Tess Uma Vic Wes Xena Yul Zoe "
    "Art Bea Cal Dee Eli Fay Gil Hope Ira Jan Ken Liv Moe Nia Ole Peg Ray Sue Ted Una Van Wyn"
).split()


class Guest(msgspec.Struct, frozen=True):
    """A player who is at the table from the beginning.

    - `seat`: the player's seat (-1 for any seat)
    - `chips`: the player's chips (0 for the usual number)
    """

    name: str
    bot: Bot
    seat: int = -1
    chips: int = 0


class People:
    """The people of one table.

    - `bots`: how each person plays
    - `lively`: whether people come and go
    - `outside`: the players who may come to the table, in the order in which they left it
    - `chance`: the source of chance for everything that people do
    """

    def __init__(self, table: Table, guests: list[Guest], chance: Chance, *, lively: bool) -> None:
        self.table = table
        self.chance = chance
        self.lively = lively
        self.bots: dict[str, Bot] = {guest.name: guest.bot for guest in guests}
        self.outside: list[str] = []
        rules = table.rules
        self.step = max([stakes.chip for stakes in rules.stakes] + [rules.chips.smallest])
        least, most = rules.buy_in
        self.least = -(-least // self.step) * self.step
        most = max(most or 2 * self.least, self.least)
        self.most = most - (most - self.least) % self.step
        self.charge = rules.time_charge.amount if rules.time_charge is not None else 0
        self._sit_all(guests)

    def _sit_all(self, guests: list[Guest]) -> None:
        """Seat the first players: those who have chosen a seat, then the other players in order."""
        rules = self.table.rules
        chosen = {guest.seat for guest in guests if guest.seat >= 0}
        free = [seat for seat in range(rules.seats) if seat not in chosen]
        for guest in guests:
            seat = guest.seat if guest.seat >= 0 else free.pop(0) if free else -1
            if seat < 0:
                self.outside.append(guest.name)
            else:
                self.table.sit(guest.name, seat, guest.chips or self._usual(), waits=False)

    def _usual(self) -> int:
        """A buy-in: the maximum if the same players stay, any amount if people come and go."""
        if not self.lively:
            return self.most
        return self.least + self.step * int(self.chance() * ((self.most - self.least) // self.step + 1))

    # ---- between hands

    def come_and_go(self, at: int) -> None:
        """Do everything that people do between two hands, at the time `at`."""
        if self.lively:
            for place in self.table.seated():
                self._one(place, at)
            self._door(at)
            return
        for place in self.table.places.values():
            if not place.stack or self.charge and place.stack <= self.charge:
                self._fill(place, self.most, at)

    def gather(self, at: int) -> None:
        """Let everybody come back, buy in and post. This is needed if fewer than two people would play."""
        table = self.table
        while len(table.places) < min(table.rules.seats, 3) and (table.waiting or self.outside):
            self._sit_first(at) if table.waiting else self._sit(at)
        for place in table.seated():
            if place.stack <= self.charge:
                self._fill(place, self.most, at)
            if place.state is State.OUT or place.state is not State.POSTS and table.must_wait(place):
                table.come_back(place.player, waits=False)

    def _one(self, place: Place, at: int) -> None:
        """Carry out one player's action, which is usually none."""
        u = self.chance()
        if place.stack <= self.charge:
            self._without_chips(place, u, at)
        elif place.state is State.OUT:
            self._sitting_out(place, u, at)
        elif place.state is State.WAITS:
            self._waiting(place, u, at)
        else:
            self._playing(place, u, at)

    def _without_chips(self, place: Place, u: float, at: int) -> None:
        if u < 0.7:
            self._fill(place, self._usual(), at)
        elif u < 0.9 or not place.stack:
            self._leave(place.player, at)

    def _sitting_out(self, place: Place, u: float, at: int) -> None:
        if u < 0.12:
            self.table.come_back(place.player, waits=self.chance() < 0.5)
        elif u > 0.98:
            self._leave(place.player, at)

    def _waiting(self, place: Place, u: float, at: int) -> None:
        if u < 0.1:
            self.table.come_back(place.player, waits=False)
        elif u > 0.995:
            self.table.sit_out(place.player, at)

    def _playing(self, place: Place, u: float, at: int) -> None:
        player = place.player
        if u < 0.01:
            self.table.sit_out(player, at)
        elif u < 0.015:
            self._leave(player, at)
        elif u < 0.02:
            self._move(player)
        elif u < 0.03 and place.stack < self.least:
            self._fill(place, self._usual(), at)
        elif u < 0.032:
            self.table.top_up(player, 0 if place.top_up else self._usual())
        elif u < 0.034:
            self._petty(place)

    def _fill(self, place: Place, to: int, at: int) -> None:
        """Buy chips up to a stack of this size, in whole chips."""
        self.table.buy(place.player, max((to - place.stack) // self.step, 1) * self.step, at)

    def _leave(self, player: str, at: int) -> None:
        self.table.leave(player, at)
        self.outside.append(player)

    def _move(self, player: str) -> None:
        free = [seat for seat, taken in enumerate(self.table.seats()) if taken is None]
        if free:
            self.table.move(player, free[int(self.chance() * len(free))], waits=self.chance() < 0.5)

    def _petty(self, place: Place) -> None:
        left = min(self.table.rules.petty - place.petty, place.stack - self.step)
        if left >= self.step:
            self.table.petty(place.player, self.step)

    def _door(self, at: int) -> None:
        """Let a newcomer sit down, or join the waiting list."""
        table = self.table
        free = table.rules.seats - len(table.places)
        if not self.outside and not table.waiting:
            return
        if free and table.waiting:
            if self.chance() < 0.5:
                self._sit_first(at)
        elif free and self.outside:
            if self.chance() < 0.1 * free:
                self._sit(at)
        elif self.outside and self.chance() < 0.02:
            name = self.outside.pop(int(self.chance() * len(self.outside)))
            table.queue(name, at, interest=self.chance() < 0.3)
        elif table.waiting and self.chance() < 0.01:
            name = table.waiting[-1].player
            table.unqueue(name)
            self.outside.append(name)

    def _sit(self, at: int) -> None:
        """Let somebody from outside take a free seat."""
        free = [seat for seat, taken in enumerate(self.table.seats()) if taken is None]
        name = self.outside.pop(int(self.chance() * len(self.outside)))
        seat = free[int(self.chance() * len(free))]
        self.table.sit(name, seat, self._brings(name, at), at, waits=self.chance() < 0.5)

    def _sit_first(self, at: int) -> None:
        name = self.table.going_list[0]
        self.table.seat_next(self._brings(name, at), at, waits=self.chance() < 0.5)

    def _brings(self, name: str, at: int) -> int:
        """A newcomer's buy-in. A player who left a short while ago must bring the same stack back."""
        gone = self.table.gone.get(name)
        if gone is not None and at - gone.at < self.table.rules.rathole_ms and gone.chips > self.least:
            return gone.chips
        return self._usual()

    def straddle(self) -> None:
        """Now and then, let a player try to straddle, even one in the blinds or in a wrong seat."""
        rules = self.table.rules
        if not rules.straddles or self.chance() > 0.2:
            return
        places = self.table.seated()
        place = places[int(self.chance() * len(places))]
        kind: Straddle = rules.straddles[int(self.chance() * len(rules.straddles))]
        big = max(max(stakes.blinds[:2], default=0) for stakes in rules.stakes)
        with suppress(Conflict, IllegalAction):
            self.table.straddle(place.player, kind, 2 * big)

    # ---- while a hand is on

    def meanwhile(self, at: int) -> None:
        """Do what people do while a hand is in progress: request chips, get up, sit down."""
        u = self.chance()
        if u > 0.06:
            return
        table = self.table
        places = table.seated()
        place = places[int(self.chance() * len(places))]
        in_hand = table.is_in_hand(place.player)
        if u < 0.02:
            if in_hand and not place.leaving:
                table.ask(place.player, self._usual())
        elif u < 0.025:
            if in_hand and place.leaving:
                table.come_back(place.player)
            elif in_hand:
                table.leave(place.player, at)  # when the hand is over: `left` finds the player
            else:
                self._leave(place.player, at)
        elif u < 0.035:
            if place.state not in (State.OUT, State.BUSTED):
                table.sit_out(place.player, at)
            elif place.state is State.OUT:
                table.come_back(place.player, waits=self.chance() < 0.5)
        elif u < 0.06 and len(table.places) < table.rules.seats and self.outside and not table.waiting:
            self._sit(at)

    def note_left(self, before: list[str]) -> None:
        """Record who left at the end of a hand. These players may return."""
        places = self.table.places
        self.outside += [player for player in before if player not in places]
