"""Random evenings with real chips, and single steps taken out of them: the log always tells the same tournament."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from few_examples import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from seated_tournaments import seated

from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.tournament import commands as c
from sidepot.tournament import copying, corrections
from sidepot.tournament import events as e
from sidepot.tournament.advice import bubble, orders, races_due
from sidepot.tournament.asks import asks
from sidepot.tournament.entrants import Status
from sidepot.tournament.schedule import MINUTE, Break
from sidepot.tournament.steps import Step
from sidepot.tournament.structure_files import structure_of
from sidepot.tournament.tournament import Tournament, decode, encode, replay

NAMES = [f"p{at}" for at in range(18)]
TERMS: dict[str, Any] = {
    "name": "evening",
    "game": "nl holdem",
    "seats": 5,
    "stack": 1000,
    "chips": [25, 100, 500],
    "schedule": [
        {"blinds": [25, 50], "minutes": 20},
        {"blinds": [50, 100], "minutes": 20},
        {"break": 10, "remove": [25]},
        {"blinds": [100, 200], "minutes": 20},
        {"blinds": [200, 400], "minutes": 20},
    ],
    "entry": {
        "buy_in": 100, "bounty": 20, "late_levels": 1, "reentries": 1, "rebuys": 1, "rebuy_cost": 50,
        "rebuy_chips": 500, "rebuy_levels": 1,
    },
}  # fmt: skip


def opened(players: int = 12, seed: str = "x", *, live: bool = True) -> Tournament:
    tournament = Tournament(structure_of(TERMS), seed, live=live)
    for player in NAMES[:players]:
        tournament.do(c.Register(player), 0)
    tournament.do(c.DrawSeats(), 0)
    tournament.do(c.Start(), 0)
    return tournament


def some_act(tournament: Tournament, rng: Random, now: int) -> c.AnyCommand:
    """Anything that a director may say; much of it is wrong."""
    name, other = rng.sample(NAMES if rng.random() < 0.2 else [*tournament.entrants, *NAMES[-2:]], 2)
    table, seat = rng.randrange(1, 5), rng.randrange(5)
    advised = [order.command for order in [*orders(tournament, now), *races_due(tournament, now)]]
    found = bubble(tournament, now)
    if found is not None:
        advised.append(found.command)
    if advised and rng.random() < 0.3:
        return rng.choice(advised)
    at_table = [place for one in tournament.tables.values() for place in one.seated()]
    counted = tuple(
        [(place.player, 100 * rng.randrange(1, 30)) for place in rng.sample(at_table, min(3, len(at_table)))]
    )
    out = list(tournament.reports.outs)
    acts: list[c.AnyCommand] = [
        c.Out(name, (other,)), c.Out(name, (other,), max(now - rng.randrange(10 * MINUTE), 0)), c.Out(name),
        c.Out(name, (other,), None, rng.choice([*out, other]), rng.choice([True, False, None])),
        c.Unbust(rng.choice([*out, name])), c.Reorder((name, other), rng.random() < 0.3), c.Round(), c.Register(name),
        c.Reenter(name), c.Rebuy(name), c.GoOut(name), c.MoveTo(name, table, seat), c.Pause(), c.Start(),
        c.AddTime(60_000), c.Jump(rng.randrange(5)), c.BreakNow(60_000), c.GoHandForHand(rng.random() < 0.5),
        c.ButtonAt(table, seat), c.Hands(table, rng.randrange(1, 4)), c.Heads(table, rng.randrange(6)),
        c.Penalise(name, rounds=1), c.Break(table), c.Redraw(table=table), c.OpenTable(), c.Balance(),
        c.SeatAlternates(), c.Lock(table, rng.randrange(-1, 5), rng.random() < 0.6), c.NoShow(name, rng.random() < 0.5),
        c.Refund(name, "asked"), c.Disqualify(name), c.SetButton(table, seat), c.AcceptCount(0, "so it is"),
        c.Race(table, odd=((seat, 1),)), c.InsertItem(rng.randrange(1, 6), Break(60_000), "food"),
        c.RemoveItem(rng.randrange(1, 6), "late"), c.ChangeTerms("few", added=100, break_order=(table,)),
        c.Announce("hello"), c.NameTable(table, rng.choice(["", "Rio"])), c.CallClock(name),
        c.Absent(name), c.Pin(name, table, seat),
        c.CountHand(table, tuple([(place.player, 0) for place in at_table if place.seat == seat][:1])),
    ]  # fmt: skip
    if counted:
        acts += [c.Count(counted), c.Count(counted, None, "so it is")]
    return rng.choice(acts)


def reported(tournament: Tournament) -> list[Step]:
    """The reports in force that a player is out."""
    return [step for step in tournament.course().holds if isinstance(step.command, c.Out)]


def another(step: Step, tournament: Tournament, rng: Random) -> c.Out:
    """Another report of the same elimination."""
    assert isinstance(step.command, c.Out)
    by = rng.choice([(), (rng.choice([*tournament.entrants]),), step.command.by])
    return msgspec.structs.replace(step.command, by=by, at=max(step.at - rng.randrange(5 * MINUTE), 0))


def check(tournament: Tournament) -> None:
    """The books balance, and the log read back gives the same tournament."""
    tournament.check_chips()
    again = replay([decode(encode(step)) for step in tournament.log])
    assert again == tournament
    assert tournament.counts == {
        status: sum([one.status is status for one in tournament.entrants.values()]) for status in Status
    }


@settings(max_examples=examples(25), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_random_evenings_with_single_corrections_replay_equal(seed: int) -> None:
    rng = Random(seed)
    tournament = opened(rng.randrange(4, 15), f"seed {seed}", live=rng.random() < 0.7)
    now = 0
    for _ in range(60):
        now += rng.randrange(2 * MINUTE)
        act = some_act(tournament, rng, now)
        assert msgspec.json.decode(msgspec.json.encode(act), type=c.AnyCommand) == act
        if rng.random() < 0.12:
            act = c.Undo(step=rng.randrange(1, tournament.version + 1), only=rng.random() < 0.8)
        elif rng.random() < 0.1 and (
            outs := [one for one in tournament.course().holds if isinstance(one.command, c.Out)]
        ):
            out = rng.choice(outs)
            act = c.Undo(step=out.number, only=True, instead=another(out, tournament, rng))
        elif rng.random() < 0.04:
            act = c.Redo()
        picture = (
            encode(tournament.log[-1]),
            tournament.version,
            tournament.clock,
            tournament.in_play,
            list(tournament.groups),
        )
        try:
            tournament.do(act, now, by="director")
        except SidepotError:
            assert picture == (
                encode(tournament.log[-1]),
                tournament.version,
                tournament.clock,
                tournament.in_play,
                list(tournament.groups),
            )
        asks(tournament, now)
        if tournament.ended:
            tournament.do(c.Undo(), now)
    check(tournament)


@settings(max_examples=examples(10), deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_preview_tells_what_happens_and_does_nothing(seed: int) -> None:
    rng = Random(seed)
    tournament = opened(8, f"seed {seed}")
    now = 0
    for _ in range(25):
        now += rng.randrange(2 * MINUTE)
        act = some_act(tournament, rng, now) if rng.random() < 0.8 else c.Undo(only=True)
        before = replay(tournament.log)
        try:
            shown = tournament.preview(act, now)
        except SidepotError:
            shown = None
        assert before == tournament
        try:
            done = len(tournament.do(act, now).events)
        except SidepotError:
            done = -1
        if shown is None or not shown.by_chance:  # else chance may decide what else happens
            assert done == (shown.events if shown is not None else -1)
        if tournament.ended:
            return


def test_a_refusal_rebuilds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A misspelt name is found before anything is done."""
    tournament = opened()
    player = tournament.tables[1].players[0]
    monkeypatch.setattr(corrections, "rebuild", lambda *told: pytest.fail("the log was folded"))
    for command in (
        c.Out("nobody"), c.Count((("nobody", 100),)), c.CountHand(1, (("nobody", 0),)), c.MoveTo("nobody", 1, 1),
        c.Rebuy("nobody"), c.Reorder(("nobody", player)), c.Unbust("nobody"), c.Penalise("nobody", 1),
        c.Out(player, ("nobody",)), c.Race(1, odd=((0, 1),)), c.Heads(99, 1), c.ChangeTerms("why"),
    ):  # fmt: skip
        with pytest.raises(SidepotError):
            tournament.do(command, 0)


def test_a_hand_with_a_misspelt_name_rebuilds_nothing_where_hands_are_counted_one_by_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tournament = Tournament(structure_of(TERMS))
    for player in NAMES[:4]:
        tournament.do(c.Register(player), 0)
    tournament.do(c.DrawSeats(), 0)
    tournament.do(c.Start(), 0)
    monkeypatch.setattr(corrections, "rebuild", lambda *told: pytest.fail("the log was folded"))
    with pytest.raises(Conflict, match="is not in the hand or is listed twice"):
        tournament.do(c.CountHand(1, (("nobody", 0),)), 0)


def test_a_correction_goes_on_from_a_checkpoint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "EVERY", 10)
    monkeypatch.setattr(corrections, "EVERY", 10)
    monkeypatch.setattr("sidepot.tournament.tournament.EVERY", 10)
    tournament = opened()
    for at in range(60):
        tournament.do(c.Announce(f"number {at}"), at)
    assert [point.steps for point in tournament.points][-1] == tournament.version // 10 * 10
    wrong = tournament.do(c.Out(tournament.tables[1].players[0]), 60)
    tournament.do(c.Announce("after it"), 61)
    tournament.do(c.Undo(step=wrong.number, only=True), 62)
    assert tournament.left == 12 and tournament.reports.announced == e.Announced("after it", 61)
    check(tournament)


def test_a_draw_keeps_its_result_when_an_earlier_step_is_taken_out() -> None:
    tournament = opened(6)
    wrong = tournament.do(c.Register("late"), 1)
    tournament.do(c.Register("later"), 2)
    seat = (
        tournament.tables[tournament.entrants["later"].table].places["later"].seat,
        tournament.entrants["later"].table,
    )
    tournament.do(c.Undo(step=wrong.number, only=True), 3)
    assert (tournament.tables[seat[1]].places["later"].seat, tournament.entrants["later"].table) == seat
    assert "late" not in tournament.entrants
    check(tournament)


def test_names_that_differ_in_case_and_spaces_are_one_player() -> None:
    tournament = opened(4)
    with pytest.raises(Conflict, match="is another player, confirm it"):
        tournament.do(c.Register("P0 "), 1)


def test_several_steps_are_undone_together_or_none_of_them() -> None:
    tournament = Tournament(structure_of(TERMS), "list", live=True)
    steps = [tournament.do(c.Register(player), 1).number for player in ("Ann", "Bob", "Cy")]
    tournament.do(c.Register("Di"), 2)
    done = tournament.do(c.Undo(step=steps[0], only=True, also=(steps[1], steps[2])), 3)
    assert [*tournament.entrants] == ["Di"]
    assert [one.number for one in tournament.course().holds if one.command is not None] == [steps[-1] + 1]
    assert replay(tournament.log).entrants == tournament.entrants
    tournament.do(c.Redo(), 4)
    assert sorted(tournament.entrants) == ["Ann", "Bob", "Cy", "Di"]
    assert decode(encode(done)) == done
    tournament.do(c.DrawSeats(), 5)
    tournament.do(c.Start(), 5)
    tournament.do(c.Out("Ann"), 6)
    before = [*tournament.entrants]
    with pytest.raises(Conflict, match=f"without steps {steps[0]}, {steps[1]} these no longer fit"):
        tournament.do(c.Undo(step=steps[1], only=True, also=(steps[0],)), 7)
    with pytest.raises(
        Conflict, match="undo one step, several single steps, or all from one step on; these cannot be combined"
    ):
        tournament.do(c.Undo(step=steps[1], also=(steps[0],)), 7)
    assert [*tournament.entrants] == before


NINE: dict[str, Any] = {**{key: value for key, value in TERMS.items() if key != "entry"}, "seats": 9}


def busts() -> Tournament:
    """Three players went out of nine, at minutes 1, 2 and 3; the last one came after a count."""
    tournament = seated(structure_of(NINE), ("abcdefghi",), live=True)
    tournament.do(c.Out("a", by=("b",)), MINUTE)
    tournament.do(c.Out("c", by=("d",)), 2 * MINUTE)
    tournament.do(c.Out("e", by=("f",)), 3 * MINUTE)
    return tournament


def stacks(tournament: Tournament, players: str) -> list[int]:
    return [tournament.stack_of(player) for player in players]


def test_a_bust_is_corrected_in_its_place() -> None:
    tournament = busts()
    step = next(one.number for one in tournament.log if isinstance(one.command, c.Out) and one.command.player == "c")
    tournament.do(c.Undo("it was g", step, only=True, instead=c.Out("c", by=("g",))), 4 * MINUTE)
    assert stacks(tournament, "dg") == [1000, 2000] and tournament.reports.outs["c"].by == (("g", 1000),)
    tournament.do(c.Undo("earlier", step, only=True, instead=c.Out("c", by=("g",), at=MINUTE // 2)), 5 * MINUTE)
    assert [line.player for line in tournament.standings()][-3:] == ["e", "a", "c"]
    assert replay([decode(encode(one)) for one in tournament.log]) == tournament
    tournament.do(c.Redo(), 6 * MINUTE)
    assert [line.player for line in tournament.standings()][-3:] == ["e", "c", "a"] and stacks(tournament, "dg")[1]
    tournament.do(c.Undo("not out", step, only=True), 7 * MINUTE)
    assert tournament.left == 7 and stacks(tournament, "cdg") == [1000, 1000, 1000]
    assert replay([decode(encode(one)) for one in tournament.log]) == tournament


def test_only_a_bust_alone_is_corrected_and_by_another_report_of_it() -> None:
    tournament = busts()
    out = c.Out("c", by=("g",))
    for command, why in (
        (c.Undo("", 0, instead=out), "one step at a time"),
        (c.Undo("", tournament.log[-2].number, only=True, instead=c.Out("a", by=("g",))), "is about c, not a"),
        (c.Undo("", 2, only=True, instead=out), "does not report that a player is out"),
        (c.Undo("", tournament.log[-2].number, only=True, instead=c.Out("c", by=("d",))), "this would change nothing"),
    ):
        with pytest.raises((Conflict, NotDue), match=why):
            tournament.do(command, 4 * MINUTE)
    assert replay([decode(encode(one)) for one in tournament.log]) == tournament
