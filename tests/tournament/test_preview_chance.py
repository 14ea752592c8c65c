"""A preview shows what is certain: whatever chance decides later, it comes to what was shown."""

from __future__ import annotations

from random import Random
from typing import Final

import pytest
from test_director_corrections import opened, some_act

from sidepot.errors import SidepotError
from sidepot.rules.clauses import plain
from sidepot.tournament import commands as c
from sidepot.tournament.presets import PRESETS
from sidepot.tournament.preview import Preview, changes_between
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.structure import Kind
from sidepot.tournament.tournament import Tournament, replay

SEEDS: Final = tuple(f"chance {at}" for at in range(4))
DRAWS: Final = (
    c.DrawSeats(), c.DrawSeats(seed="mine"), c.Register("new"), c.Register("new", seed="mine"), c.Reenter("p1"),
    c.SeatAlternates(), c.OpenTable(), c.Break(), c.Break(seed="mine"), c.Redraw(),
    *[c.Race(table) for table in (1, 2, 3)], *[c.BeginHand(table) for table in (1, 2)],
)  # fmt: skip


def check_certain(tournament: Tournament, act: c.AnyCommand, now: int) -> Preview | None:
    """The preview of an act, which is the same by each seed, and which holds whatever is drawn; None: it is refused."""
    told = []
    for seed in SEEDS:
        other = replay(tournament.log)
        other.seed = seed
        try:
            told.append(other.preview(act, now))
        except SidepotError:
            return None
        before = replay(tournament.log)
        command = act
        if getattr(act, "seed", ""):
            command = type(act)(**{**{name: getattr(act, name) for name in act.__struct_fields__}, "seed": seed})
        try:
            other.do(command, now)
        except SidepotError:  # it depends on the draw: a chip that is too small for the table that was drawn
            continue
        came = set(changes_between(before, other, now))
        wrong = [one for one in told[-1].changes if one not in came]
        assert not wrong, f"{act} with seed {seed}: {wrong} did not come"
    assert told == [told[0]] * len(SEEDS), f"the preview of {act} depends on the seed"
    return told[0]


def words(shown: Preview | None) -> list[str]:
    assert shown is not None
    return [plain(one) for one in shown.by_chance]


def test_the_preview_of_a_first_draw_shows_how_many_seats_are_drawn_and_none_of_them() -> None:
    tournament = Tournament(PRESETS["regular"], "x", live=True)
    for at in range(12):
        tournament.do(c.Register(f"p{at}"), 0)
    shown = check_certain(tournament, c.DrawSeats(), 0)
    assert words(shown) == ["12 seats are drawn"]
    assert shown is not None and {one.what for one in shown.changes} >= {"status", "stack"}
    assert not any(one.what == "seat" for one in shown.changes)


def test_the_preview_of_a_draw_shows_the_seat_that_a_player_is_given_beforehand() -> None:
    tournament = Tournament(PRESETS["regular"], "x", live=True)
    for at in range(12):
        tournament.do(c.Register(f"p{at}"), 0)
    tournament.do(c.Pin("p3", 2, 4, "a wheelchair"), 0)
    shown = check_certain(tournament, c.DrawSeats(), 0)
    assert words(shown) == ["11 seats are drawn"]
    assert shown is not None
    assert [(one.whom, one.after) for one in shown.changes if one.what == "seat"] == [("p3", "table 2 seat 5")]


def test_a_late_entry_and_a_broken_table_show_that_seats_are_drawn() -> None:
    tournament = opened(8)
    assert words(check_certain(tournament, c.Register("new"), 0)) == ["A seat is drawn"]
    for player in tournament.tables[2].players[:2]:
        tournament.do(c.Out(player), 0)
        tournament.do(c.GoOut(player), 0)
    out = tournament.tables[1].players[0]
    tournament.do(c.Out(out), 0)
    tournament.do(c.GoOut(out), 0)
    left = len(tournament.tables[2].players)
    shown = check_certain(tournament, c.Break(2), 0)
    assert words(shown) == ["A seat is drawn" if left == 1 else f"{left} seats are drawn"]


def test_the_preview_of_a_race_shows_no_winner_unless_the_cards_were_dealt_at_the_table() -> None:
    tournament = Tournament(PRESETS["regular"], "x", live=True)
    for at in range(6):
        tournament.do(c.Register(f"p{at}"), 0)
    tournament.do(c.DrawSeats(), 0)
    tournament.do(c.Start(), 0)
    item = next(at for at, one in enumerate(tournament.structure.schedule) if getattr(one, "remove", ()))
    tournament.do(c.Jump(item), 0)
    seats = [place.seat for place in tournament.tables[1].seated()]
    odd = tuple((seat, 2 if at < 3 else 0) for at, seat in enumerate(seats))
    gone = min(tournament.structure.schedule[item].remove)
    shown = check_certain(tournament, c.Race(1, odd=odd, draw=True), 0)
    assert words(shown) == [f"The odd chips of {gone} at table 1 are raced for"]
    assert shown is not None and not any(one.what == "stack" for one in shown.changes)
    cards = tuple((seat, text) for seat, text in zip(seats[:3], ("AsKs", "QhJh", "2c3c"), strict=True))
    dealt = check_certain(tournament, c.Race(1, odd=odd, cards=cards), 0)
    assert words(dealt) == [] and any(one.what == "stack" for one in dealt.changes)


def test_the_preview_of_an_envelope_does_not_say_what_is_in_it() -> None:
    from sidepot.tournament.mystery import key, seal

    structure = next(one for one in PRESETS.values() if one.entry.mystery and one.kind is not Kind.FLIGHT)
    tournament = Tournament(structure, "x", live=True)
    for at in range(8):
        tournament.do(c.Register(f"p{at}"), 0)
    tournament.do(c.SealEnvelopes(seal("secret")), 0)
    tournament.do(c.DrawSeats(), 0)
    tournament.do(c.Start(), 0)
    late = max(structure.entry.late_levels, 0)
    item = next(at for at, one in enumerate(structure.schedule) if structure_level(structure, at) > late)
    tournament.do(c.Jump(item), 0)
    players = list(tournament.tables[1].players)
    while not tournament.envelopes.unopened:
        tournament.do(c.Out(players.pop(), (players[0],)), 0)
    shown = tournament.preview(c.OpenEnvelope(key("secret", 1)), 0)
    assert words(shown) == ["An envelope is drawn"]
    assert not any(one.what == "bounties" for one in shown.changes)


def structure_level(structure: object, item: int) -> int:
    """How many levels begin up to an item."""
    return sum(hasattr(one, "stakes") for one in structure.schedule[: item + 1])  # type: ignore[attr-defined]


@pytest.mark.long
@pytest.mark.parametrize("live", [True, False])
def test_previewed_changes_happen_by_any_draw_in_a_random_tournament(live: bool) -> None:
    seen: set[type] = set()
    for seed in range(3):
        rng = Random(seed)
        tournament = opened(8 + seed, f"seed {seed}", live=live)
        now = 0
        for _ in range(8):
            now += rng.randrange(2 * MINUTE)
            for act in (*rng.sample(DRAWS, 4), c.Undo(step=rng.randrange(2, tournament.version + 1), only=True)):
                if check_certain(tournament, act, now) is not None:
                    seen.add(type(act))
            try:
                tournament.do(some_act(tournament, rng, now), now)
            except SidepotError:
                continue
            if tournament.ended:
                break
    assert seen >= {c.Register, c.OpenTable, c.Redraw, c.Undo}
