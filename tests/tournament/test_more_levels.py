"""Levels added to a schedule that is too short for so many players."""

from __future__ import annotations

from itertools import pairwise

import msgspec
from each import each

from sidepot.games.stakes import Stakes
from sidepot.tournament import commands as c
from sidepot.tournament.more_levels import MOST_BETS, added, long_enough, missing_level
from sidepot.tournament.presets import PRESETS
from sidepot.tournament.schedule import Level
from sidepot.tournament.structure import ROUNDS
from sidepot.tournament.tournament import Tournament
from sidepot.validation.quantities import MOST_ITEMS


@each("name", PRESETS)
@each("players", [2, 27, 1_000, 20_000])
def test_all_chips_are_few_bets_of_the_last_level(name: str, players: int) -> None:
    before = PRESETS[name]
    after = long_enough(before, players)
    together = min(players, before.seats) if before.kind in ROUNDS else players  # who play for the same chips
    assert together * (before.stack + before.entry.addon_chips) <= MOST_BETS * after.levels[-1].min_bet
    assert after.schedule[: len(before.schedule)] == before.schedule
    more = after.levels[len(before.levels) - 1 :]
    assert all(level.min_bet == 2 * last.min_bet and level.ms == last.ms for last, level in pairwise(more))
    assert len(added(before, after)) == (after != before)


def test_a_schedule_that_is_long_enough_stays() -> None:
    assert long_enough(PRESETS["turbo"], 500) is PRESETS["turbo"]
    more = long_enough(PRESETS["turbo"], 501)
    assert more.levels[-1].stakes == (Stakes(blinds=(50_000, 100_000), chip=more.levels[-1].stakes[0].chip),)
    assert added(PRESETS["turbo"], more)[0].startswith("level 17 was added to the schedule")
    assert "levels 17 to 19 were added" in added(PRESETS["turbo"], long_enough(PRESETS["turbo"], 4_000))[0]


def test_every_game_of_a_mix_is_doubled() -> None:
    before, after = PRESETS["horse"], long_enough(PRESETS["horse"], 600)
    for old, new in zip(before.levels[-1].stakes, after.levels[-1].stakes, strict=True):
        for name in ("ante", "bring_in", "small_bet", "big_bet"):
            assert getattr(new, name) == 2 * getattr(old, name)
        assert new.blinds == tuple([2 * blind for blind in old.blinds])


def test_there_is_an_end_of_levels() -> None:
    level = PRESETS["turbo"].schedule[0]
    assert isinstance(level, Level)
    long = msgspec.structs.replace(PRESETS["turbo"], schedule=(level,) * MOST_ITEMS)
    assert long_enough(long, 20_000) is long


def begun(name: str, players: int) -> Tournament:
    """A tournament of that preset whose clock runs."""
    tournament = Tournament(PRESETS[name], "seed")
    for at in range(players):
        tournament.do(c.Register(f"P{at}"), 1)
    tournament.do(c.DrawSeats(), 2)
    tournament.do(c.Start(), 3)
    return tournament


def test_the_missing_level_is_known_from_the_chips_in_play() -> None:
    assert missing_level(begun("turbo", 500), 3) is None
    level = missing_level(begun("turbo", 501), 3)
    assert level is not None and level.min_bet == 2 * PRESETS["turbo"].levels[-1].min_bet
    assert missing_level(begun("heads-up", 600), 3) is None, "two play for the chips of two"
    assert long_enough(PRESETS["heads-up"], 600) is PRESETS["heads-up"]
