"""A tournament out of its last checkpoint is the same as out of its whole stream, and goes on alike."""

from __future__ import annotations

from random import Random

import pytest
from each import each
from few_examples import some
from needs import SERVE

pytest.importorskip("sqlalchemy", reason=SERVE.reason)

import msgspec
from room_events import sit_and_go
from room_tables import Led, bots, chance, check_same, terms

from sidepot.errors import BadNotation, Conflict, SidepotError
from sidepot.hand.commands import Check, Fold
from sidepot.hand.due import Due
from sidepot.room.checkpoint_check import check_checkpoints
from sidepot.room.store.stream_rows import Checkpoint
from sidepot.room.tables import checkpoint
from sidepot.room.tables import commands as s
from sidepot.room.tables.folding import fold_on
from sidepot.room.tables.room_table import RoomTable
from sidepot.room.tables.table_image import SeatEvent
from sidepot.room.tables.tournament_image import OF_TOURNAMENT
from sidepot.table.commands import Leave, SitOut
from sidepot.tournament.state import TournamentState
from sidepot.tournament.steps import Course
from sidepot.tournament.structure import EntryTerms
from sidepot.tournament.tournament import Tournament

STRUCTURES = {
    "sit-and-go": lambda: sit_and_go(stack=4000),
    "rebuys": lambda: sit_and_go(
        stack=1500, entry=EntryTerms(buy_in=100, rebuys=2, rebuy_cost=50, rebuy_chips=1500, rebuy_levels=4)
    ),
}


def led(kind: str, seed: int) -> tuple[Led, dict[int, bytes]]:
    """A tournament to its end, with its checkpoint after each hand: meek hands first, then players go out."""
    table = Led(terms(tournament=STRUCTURES[kind](), bots=bots(1)), seed=seed)
    table.sit("Ann", "Bo", "Cy")
    rng = Random(seed)
    kept: dict[int, bytes] = {}
    for number in range(14):
        if table.room.phase == "over":
            break
        for said, player in ((SitOut(), "Cy"), (s.Went("Bo"), ""), (s.Buy(0), "Ann"), (Leave(), "Di")):
            if rng.random() < 0.3:
                try:
                    table.say(said, player, key=f"{player}/{number}{said}")
                except SidepotError:
                    continue
        play(table, rng, meek=number < 5)
        if table.room.phase != "over" and table.room.hand is None:
            kept[table.room.seq] = checkpoint.encode(table.room)
    return table, kept


def play(table: Led, rng: Random, *, meek: bool) -> None:
    """The next hand: nobody bets where it is `meek`."""
    while table.room.hand is None and table.room.phase != "over":
        table.tick()
    if table.room.hand is not None and not meek:
        table.play_hand(rng, lapse=0.05)
    while table.room.hand is not None:
        may = table.room.options_of(table.room.to_decide()[0])
        if may is None or may.due is Due.SHOW:
            table.tick()
        else:
            table.act(Check() if may.may_check else Fold())


def resumed(table: Led, data: bytes, upto: int) -> RoomTable:
    image = checkpoint.decode(data)
    records = table.log[image.first_seq - 1 : image.seq]
    room = checkpoint.restore("t1", table.log[0], image, records, chance(99))
    return fold_on(room, table.log[image.seq : upto], chance(99))


def without_past(room: RoomTable) -> RoomTable:
    """The table without the steps and postings that a checkpoint does not have."""
    event = room.tournament
    assert event is not None
    event.earlier += len(event.log)
    event.log.clear()
    event.base, event.known_course = None, Course()
    for one in (room.table, *event.tables.values()):
        one.log[1:] = [what for what in one.log if isinstance(what, SeatEvent)]
        one.ledger.postings.clear()
    return room


@pytest.mark.long
@pytest.mark.more
@each("seed", some(range(3), 1))
@each("kind", STRUCTURES)
def test_from_each_checkpoint_it_is_the_same(kind: str, seed: int) -> None:
    table, kept = led(kind, seed)
    assert len(kept) > 4
    for seq, data in kept.items():
        for upto in {seq, seq + 1, seq + 7, max(kept), len(table.log)}:
            if seq <= upto <= len(table.log):
                whole = RoomTable.fold("t1", table.entries()[:upto], {}, chance(99))
                check_same(without_past(whole), without_past(resumed(table, data, upto)))


@pytest.mark.parametrize("kind", STRUCTURES)
def test_each_is_what_the_entries_before_it_come_to(kind: str) -> None:
    table, kept = led(kind, 7)
    rows = [Checkpoint(seq, checkpoint.version(), data) for seq, data in kept.items()]
    assert not check_checkpoints(table.log, "t1", rows)
    other = [Checkpoint(seq, checkpoint.version(), kept[max(kept)]) for seq in kept]
    assert [one.seq for one in check_checkpoints(table.log, "t1", other)] == sorted(kept)[:-1]


def test_it_goes_on_with_the_same_entries_and_the_same_refusals() -> None:
    """Steps are numbered on, and a draw after it has the seed that it would have had."""
    table, kept = led("rebuys", 2)
    seq = sorted(kept)[2]
    rooms = [RoomTable.fold("t1", table.entries()[:seq], {}, chance(3)), resumed(table, kept[seq], seq)]
    rooms[1].chance = rooms[0].chance = chance(3)
    for entry in table.entries()[seq : seq + 40]:
        told = []
        for room in rooms:
            room.chance = chance(entry.seq)
            try:
                said = room.handle(entry.said, now=entry.at, by=entry.by, id=entry.id, staff=True)
                told.append((said.steps, said.clock, said.people))
            except SidepotError as error:
                told.append(error.message)
        assert told[0] == told[1]
    assert rooms[1].tournament is not None and rooms[1].tournament.earlier > 4


def test_a_command_that_is_refused_late_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    table, kept = led("sit-and-go", 1)
    seq = sorted(kept)[2]
    room = resumed(table, kept[seq], seq + 3)
    before = checkpoint.encode(room) if room.hand is None else b""
    event = room.tournament
    assert event is not None

    def refuse(self: Tournament) -> None:
        raise Conflict("not now")

    places = msgspec.json.encode(event.tables[1].places)
    steps = event.version
    with monkeypatch.context() as patch:
        patch.setattr(Tournament, "check_chips", refuse)
        with pytest.raises(SidepotError, match="not now"):
            room.handle(SitOut(), now=room.at + 1, by="Bo")
    assert event.version == steps
    assert msgspec.json.encode(event.tables[1].places) == places
    assert room.table is event.tables[1]
    assert not before or checkpoint.encode(room) == before
    other = resumed(table, kept[seq], seq + 3)
    check_same(without_past(other), without_past(room))


def test_a_checkpoint_has_every_field_of_a_tournament() -> None:
    caches = {"hall", "chances", "seen", "base", "points", "known_course"}
    always = {"structure", "announced", "seed", "levels_ahead", "chips_ahead"}
    others = {"log", "earlier", "tables", "round_played", "eliminated"}
    assert set(TournamentState.__slots__) == set(OF_TOURNAMENT) | caches | always | others


def test_a_checkpoint_of_another_kind_of_table_is_none() -> None:
    table, kept = led("sit-and-go", 0)
    data = kept[max(kept)]
    image = checkpoint.decode(data)
    cash = Led(terms())
    with pytest.raises(BadNotation, match="of another kind"):
        checkpoint.restore("t1", cash.log[0], image, table.log[image.first_seq - 1 : image.seq], chance(9))
