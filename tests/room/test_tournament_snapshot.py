"""A live tournament out of a snapshot is the same as out of its whole stream, and goes on alike."""

from __future__ import annotations

from random import Random

import pytest
from few_examples import some
from live_tournaments import LiveTournament

from sidepot.errors import BadNotation, SidepotError
from sidepot.room.tournament import commands as s
from sidepot.room.tournament import snapshot
from sidepot.room.tournament.events import decode_event
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.snapshot import OF_TOURNAMENT, decode, encode, restore
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset
from sidepot.tournament.state import TournamentState


class Resumed(LiveTournament):
    """The same, and now and then the tournament is taken up from a snapshot of some records ago."""

    often = 0.0

    def __init__(self, preset: str, players: int, *, often: float) -> None:
        self.kept = b""
        self.of = Random(9)
        super().__init__(find_preset(preset), players, seed=3)
        self.often = often

    def maybe_kill(self, number: int) -> None:
        if number or self.of.random() >= self.often or not self.machine.tournament.hands:
            return
        if not self.kept or self.of.random() < 0.3:
            self.kept = encode(self.machine)
            return
        self.killed += 1
        again = resumed(self, self.kept)
        before, again.outbox = self.machine, self.machine.outbox  # what tables have taken is not in the stream
        again.wake()
        assert encode(again) == encode(before)
        self.machine = again


def resumed(tournament: LiveTournament, data: bytes, upto: int | None = None) -> RoomTournament:
    image = decode(data)
    found = restore("1", decode_event(tournament.log[0]), image)
    for record in tournament.log[image.seq : upto]:
        found.apply(decode_event(record))
    return found


@pytest.mark.more
@pytest.mark.parametrize("preset", some(["mystery", "turbo", "rebuy", "shoot-out"], 1))
def test_it_goes_on_with_the_same_records(preset: str) -> None:
    logs = []
    for often in (0.0, 0.1):
        event = Resumed(preset, 14, often=often)
        event.say(s.Begin(), by="Host", staff=True)
        event.push()
        event.run()
        assert (event.killed > 3) is bool(often)
        logs.append(event.log)
    assert logs[0] == logs[1]


def running() -> LiveTournament:
    tournament = LiveTournament(find_preset("turbo"), 14)
    tournament.say(s.Begin(), by="Host", staff=True)
    tournament.push()
    while tournament.machine.tournament.hands < 12 or not tournament.machine.tournament.is_hand_on:
        tournament.step()
    return tournament


def test_a_late_refusal_changes_nothing_and_played_hands_are_not_undone() -> None:
    event = running()
    again = resumed(event, encode(event.machine))
    again.wake()
    before = encode(again)
    number = next(number for number, table in again.tournament.tables.items() if table.is_hand_on)
    for do in (c.Undo(5), c.Break(number), c.MoveTo("P1", number, 0)):
        with pytest.raises(SidepotError):
            again.decide(s.Direct(do, "because"), now=event.now, by="Host", staff=True)
    assert encode(again) == before
    entry = again.decide(s.Direct(c.AddTime(60_000), "late"), now=event.now, by="Host", staff=True)
    assert entry.steps[0].number == event.machine.tournament.version + 1
    undone = again.decide(s.Direct(c.Undo(), "no"), now=event.now, by="Host", staff=True)
    assert undone.steps[0].number == entry.steps[0].number + 1


def test_none_is_due_before_a_hand_nor_while_something_undone_can_come_back() -> None:
    event = running()
    one = decode_event(event.log[-1])
    entry = type(one)(seq=snapshot.EVERY, at=one.at, command=one.command)
    assert snapshot.to_keep(event.machine, entry)
    assert snapshot.to_keep(event.machine, entry) == (snapshot.version(), encode(event.machine))
    event.say(s.Direct(c.AddTime(60_000), "late"), by="Host", staff=True)
    event.say(s.Direct(c.Undo(), "no"), by="Host", staff=True)
    assert not snapshot.to_keep(event.machine, entry)
    assert not snapshot.to_keep(LiveTournament(find_preset("turbo"), 3).machine, entry)


def test_bad_snapshots_are_refused() -> None:
    with pytest.raises(BadNotation):
        decode(b"nothing")
    event = running()
    image = decode(encode(event.machine))
    with pytest.raises(BadNotation):
        snapshot.restore("2", decode_event(event.log[1]), image)


def test_a_snapshot_has_every_field_of_a_tournament() -> None:
    caches = {"all_tables", "chances", "seen", "base", "points", "known_course"}
    always = {"structure", "announced", "seed", "levels_ahead", "chips_ahead"}
    others = {"log", "earlier", "tables", "round_played", "eliminated"}
    assert set(TournamentState.__slots__) == set(OF_TOURNAMENT.alike) | caches | always | others
