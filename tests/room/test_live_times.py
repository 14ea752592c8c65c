"""The shot clock and the time bank of each level of a live tournament, and a bank that is carried to another table."""

from __future__ import annotations

from live_tournaments import QUICK, LiveTournament
from msgspec.structs import replace

from sidepot.hand.commands import Check, Fold
from sidepot.room.table import commands as t
from sidepot.room.table.agreement import tournament_agreement
from sidepot.room.tournament import commands as s
from sidepot.tournament import commands as c
from sidepot.tournament.presets import find_preset
from sidepot.tournament.schedule import Level
from sidepot.tournament.structure import Structure
from sidepot.tournament.structure_files import read_structure, write_structure

TIMING = replace(QUICK, decide=10_000, bank=20_000, bank_back=100)


def timed() -> Structure:
    """The first level has a shot clock of five seconds and a time bank of eight, the second a bank of none."""
    plain = find_preset("turbo")
    found, number = [], 0
    for item in plain.schedule:
        if isinstance(item, Level):
            number += 1
            times = {1: {"decide": 5_000, "bank": 8_000}, 2: {"bank": 0}}.get(number, {})
            item = replace(item, ms=60_000, **times)
        found.append(item)
    return replace(plain, schedule=tuple(found))


def begun(players: int) -> LiveTournament:
    tournament = LiveTournament(timed(), players, timing=TIMING)
    tournament.say(s.Begin(), by="Host", staff=True)
    tournament.push()
    for number, table in tournament.tables.items():
        for player in list(table.table.places):
            assert tournament.at_table(number, t.Came(player))
    return tournament


def to_a_decision(tournament: LiveTournament, number: int) -> None:
    """Until somebody decides at a table."""
    while not tournament.tables[number].to_decide()[0]:
        tournament.step()


def test_each_level_has_its_own_times() -> None:
    tournament = begun(3)
    seen: dict[int, set[tuple[int, int]]] = {}
    while tournament.machine.tournament.levels.get(1, 9) < 3:
        player, turn = tournament.tables[1].to_decide()
        if not player:
            assert tournament.step()
            continue
        clock = tournament.tables[1].clock
        level = tournament.machine.tournament.levels[1]
        seen.setdefault(level, set()).add((clock.bank_from - clock.since, clock.until - clock.bank_from))
        may = tournament.tables[1].options_of(player)
        assert may is not None
        tournament.now += 4_000
        assert tournament.at_table(1, t.Act(turn, Check() if may.may_check else Fold()), by=player)
    assert seen[0] == {(5_000, 8_000)} and seen[1] == {(10_000, 0)}
    assert {own for own, _ in seen[2]} == {10_000} and max(bank for _, bank in seen[2]) > 0


def test_a_moved_player_brings_the_time_bank_along() -> None:
    tournament = begun(14)
    tournament.play = lambda rng, hand, may: Check() if may.may_check else Fold()  # so nobody goes out
    to_a_decision(tournament, 1)
    player, turn = tournament.tables[1].to_decide()
    tournament.now = tournament.tables[1].clock.bank_from + 1_500
    may = tournament.tables[1].options_of(player)
    assert may is not None
    assert tournament.at_table(1, t.Act(turn, Check() if may.may_check else Fold()), by=player)
    left = tournament.tables[1].people[player].bank
    assert 0 < left < 8_000
    while tournament.machine.tournament.tables[1].is_hand_on or not tournament.machine.banks:
        tournament.step()
    kept = tournament.machine.banks[player]
    assert kept == tournament.tables[1].people[player].bank and left <= kept < 8_000
    there = tournament.machine.tournament.tables[2]
    seat = next(seat for seat in range(there.rules.seats) if there.player_in(seat) is None)
    while tournament.machine.tournament.tables[1].is_hand_on or tournament.machine.tournament.tables[2].is_hand_on:
        tournament.step()
    tournament.kill(0)
    tournament.say(s.Direct(c.MoveTo(player, 2, seat), "to see friends"), by="Host", staff=True)
    tournament.push()
    assert tournament.tables[2].people[player].bank == tournament.machine.banks[player]


def test_a_file_says_the_times_of_a_level_and_the_terms_tell_them() -> None:
    structure = timed()
    text = write_structure(structure)
    assert "decide = 5" in text and "bank = 0" in text
    assert read_structure(text) == structure
    terms = tournament_agreement(structure, TIMING).terms
    assert [term.text for term in terms if term.topic == "Time to act in a level"] == [
        "level 1: 5 seconds, a time bank of 8 seconds at most",
        "level 2: a time bank of 0 seconds at most",
    ]
