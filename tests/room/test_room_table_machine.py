"""Anything that can be said to a table of the room, in any order: it is refused and changes nothing, or is one entry.

After every step the table that only takes its entries in is the same to the last clock and card, and no chip is lost.
"""

from __future__ import annotations

from random import Random

from few_examples import examples
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from room_tables import (
    PEOPLE,
    START,
    Led,
    bots,
    cash,
    chance,
    check_chips,
    check_same,
    differences,
    fold_records,
    state_of,
    terms,
)

from sidepot.bots.bot_names import BotStyle
from sidepot.bots.random_player import random_player
from sidepot.errors import SidepotError
from sidepot.games.mixes import find_mix
from sidepot.games.stakes import AnteBy
from sidepot.hand.commands import Call, Check, Fold, RaiseTo, Show
from sidepot.room.table import commands as s
from sidepot.room.table.changeable import Changeable
from sidepot.room.table.events import decode_table_event
from sidepot.room.table.machine import RoomTable
from sidepot.room.table.terms import RoomTerms, Strength, Timing
from sidepot.table.table_rules import Straddle

NAMES = (*PEOPLE, "Bot 1", "Nobody")


def kinds() -> dict[str, RoomTerms]:
    """The tables that everything is said to."""
    timing = Timing(lapses=2)
    dealers = cash(find_mix("dealers-choice"), dealers_choice=True, seats=5)
    straddled = cash(seats=4, straddles=(Straddle.UNDER_THE_GUN, Straddle.SLEEPER), buy_in=(40, 300))
    return {
        "cash": terms(straddled, timing=timing),
        "filled": terms(cash(seats=3), bots=bots(3), fill=True, timing=timing),
        "dealer's choice": terms(dealers, bots=bots(1), timing=timing),
        "horse": terms(cash(find_mix("horse"), seats=5, buy_in=(20, 100)), timing=timing),
    }


KINDS = kinds()
amounts = st.sampled_from((-1, 0, 1, 2, 20, 40, 77, 200, 300, 10_000))
seats = st.integers(-2, 6)
games = st.sampled_from(("nl holdem", "fl razz", "badugi", "holdem", "bridge", ""))
commands = st.sampled_from((Fold(), Check(), Call(), RaiseTo(4), RaiseTo(10**9), Show()))
by_people = st.one_of(
    st.builds(s.Sit, seat=seats, chips=amounts, waits=st.booleans()),
    st.builds(s.Sit),
    st.builds(s.Leave),
    st.builds(s.SitOut),
    st.builds(s.ComeBack, waits=st.booleans()),
    st.builds(s.Buy, amounts),
    st.builds(s.TopUp, amounts),
    st.builds(s.ChooseGame, games),
    st.builds(s.DoStraddle, st.sampled_from(Straddle), amounts),
    st.builds(s.AskCut, st.booleans()),
    st.builds(s.SitOutAtBig, st.booleans()),
    st.builds(s.CutPack, st.sampled_from(("", "socks", "x" * 101, "\ud800"))),
    st.builds(s.Act, st.integers(0, 5), commands),
)
names = st.sampled_from(NAMES)
values = st.builds(
    Changeable,
    bet=st.sampled_from((2, 4, 10)),
    blinds=st.sampled_from(((), (1, 3))),
    ante=st.sampled_from((None, 1)),
    bring_in=st.none(),
    big_bet=st.none(),
    ante_by=st.sampled_from(AnteBy),
    buy_in=st.sampled_from(((40, 300), (20, 100), (1, 0))),
    seconds=st.sampled_from((5, 25)),
    straddles=st.sampled_from(((), (Straddle.UNDER_THE_GUN,), tuple(Straddle))),
    bomb_every=st.sampled_from((0, 1, 3)),
    bomb_ante=st.just(3),
    runs=st.integers(1, 2),
    rabbit=st.booleans(),
    seven_deuce=st.sampled_from((0, 2)),
    stand_up=st.sampled_from((0, 3)),
    style=st.sampled_from((None, *BotStyle)),
    call=st.just(""),
    approve=st.booleans(),
    watch_after=st.integers(0, 1),
    bots=st.integers(0, 4),
    strength=st.sampled_from(Strength),
    lock=st.sampled_from(("", "a1")),
)
by_host = st.one_of(
    st.builds(s.ChangeTerms, values),
    st.builds(s.WithdrawChange),
    st.builds(s.BombPot, st.sampled_from((0, 3, 50))),
    st.builds(s.WithdrawBombPot),
    st.builds(s.Pause),
    st.builds(s.Resume),
    st.builds(s.Resume),
    st.builds(s.Remove, names),
    st.builds(s.AddBot, names, seat=seats, chips=amounts),
    st.builds(s.AdjustStack, names, st.sampled_from((1, 198, 199, 200)), amounts, st.just("a mistake")),
)
by_room = st.one_of(
    st.builds(s.Came, st.sampled_from(("", *NAMES))),
    st.builds(s.Went, st.sampled_from(("", *NAMES))),
    st.builds(s.Restarted),
    st.builds(s.Moved, st.integers(1, 9)),
    st.builds(s.Freeze, st.just("a mistake")),
)


class RoomMachine(RuleBasedStateMachine):
    """A table of the room, and beside it one that only takes the entries in."""

    led: Led
    mirror: RoomTable

    @initialize(kind=st.sampled_from(sorted(KINDS)), seed=st.integers(0, 1000), players=st.integers(0, 4))
    def open(self, kind: str, seed: int, players: int) -> None:
        self.led = Led(KINDS[kind], seed=seed)
        self.rng = Random(seed)
        self.player = random_player(self.rng)
        self.mirror = RoomTable("t1", KINDS[kind], chance(seed + 1))
        self.taken = 0
        self.number = 0
        for player in PEOPLE[:players]:
            self.say(s.Sit(), player)

    def say(self, said: s.TableCommand, by: str = "", *, staff: bool = False, sure: bool = False) -> None:
        room = self.led.room
        before = {} if sure else state_of(room)
        self.number += 1
        key = f"c{self.number}"
        try:
            entry = self.led.say(said, by, key=key, staff=staff)
        except SidepotError:
            entry = None
        if entry is None:  # refused
            assert not sure, said
            found = list(differences(before, state_of(room)))
            assert not found, (said, found)
            assert room.ids.get(key) is None
            return
        assert room.ids.get(key) == entry.seq == room.seq
        assert entry.at == room.at <= self.led.now or self.led.now < room.at

    @rule(said=by_people, by=names)
    def somebody(self, said: s.TableCommand, by: str) -> None:
        self.say(said, by)

    @rule(said=by_people, at=st.integers(0, 5))
    def somebody_who_sits(self, said: s.TableCommand, at: int) -> None:
        there = list(self.led.room.people)
        if there:
            self.say(said, there[at % len(there)])

    @rule(at=st.integers(0, 5), wants=st.sampled_from((True, True, False)))
    def ask_cut(self, at: int, wants: bool) -> None:
        there = list(self.led.room.people)
        if there:
            self.say(s.AskCut(wants), there[at % len(there)])

    @rule(at=st.integers(0, 5), comes=st.booleans())
    def come_and_go(self, at: int, comes: bool) -> None:
        there = list(self.led.room.people)
        if there:
            player = there[at % len(there)]
            self.say(s.Came(player) if comes else s.Went(player))

    @rule(said=by_host, by=names)
    def host(self, said: s.TableCommand, by: str) -> None:
        self.say(said, by, staff=True)

    @rule(said=by_room)
    def house(self, said: s.TableCommand) -> None:
        self.say(said)
        if isinstance(said, s.Freeze):
            self.say(s.Resume(), "Host", staff=True)

    @rule(ms=st.sampled_from((0, 1, 900, 30_000, 100_000, -500)))
    def later(self, ms: int) -> None:
        self.led.now += ms
        self.say(s.Tick())

    @rule(times=st.integers(1, 6))
    def wait(self, times: int) -> None:
        for _ in range(times):
            due = self.led.room.alarm()
            if due:
                seq, turn = self.led.room.seq, self.led.room.clock.turn
                self.led.now = max(self.led.now, due)
                self.say(s.Tick(), sure=True)
                assert self.led.room.seq == seq + 1, f"a bell that is due is heard: {self.led.room}"
                next_due, waits_for = self.led.room.alarm(), self.led.room.clock.turn
                assert next_due != due or waits_for != turn, "it does not ring for the same twice"

    @rule(times=st.integers(1, 25))
    def play(self, times: int) -> None:
        for _ in range(times):
            player, turn = self.led.room.to_decide()
            may = self.led.room.options_of(player)
            if may is None or self.led.room.hand is None:
                self.wait(1)
                continue
            self.led.now += 700
            self.say(s.Act(turn, self.player(self.led.room.hand, may)), player, sure=True)

    @rule()
    def cut_or_choose(self) -> None:
        room = self.led.room
        if room.cutter:
            self.say(s.CutPack("a lucky number"), room.cutter)
        elif room.chooser:
            self.say(s.ChooseGame(self.rng.choice(room.table.rules.mix.names)), room.chooser)

    @precondition(lambda self: self.led.room.seq > 60)
    @rule(by=names)
    def close(self, by: str) -> None:
        self.say(s.Close(), by, staff=True)

    @invariant()
    def same_when_taken_in(self) -> None:
        if not hasattr(self, "led"):
            return
        for data in self.led.log[self.taken :]:
            self.mirror.apply(decode_table_event(data))
            for root in self.mirror.lacks:
                self.mirror.give_deck(root, self.led.secrets[root])
        self.taken = len(self.led.log)
        check_same(self.mirror, self.led.room)
        check_chips(self.led.room)
        room = self.led.room
        phases = ("waiting", "choosing", "cutting", "playing", "between", "paused", "frozen", "over")
        assert room.phase in phases
        player, _ = room.to_decide()
        if room.hand is not None and room.is_dealt and not room.clock.stopped_at:
            assert player == room.begun.players[room.hand.seat]
        assert set(room.people) >= set(room.table.places)
        if room.phase not in ("paused", "frozen", "over"):
            assert not player or room.clock.until >= room.clock.bank_from >= room.clock.since >= START

    def teardown(self) -> None:
        if hasattr(self, "led"):
            check_same(self.led.folded(), self.led.room)
            quick = fold_records("t1", self.led.log, chance(99))
            for root in quick.lacks:
                quick.give_deck(root, self.led.secrets[root])
            check_same(quick, self.led.room)


TestRoom = RoomMachine.TestCase
TestRoom.settings = settings(
    max_examples=examples(25), stateful_step_count=30, deadline=None, suppress_health_check=list(HealthCheck)
)
