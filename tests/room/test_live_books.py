"""The books of live tournaments: whatever the desk does, each event adds up to nil, and so do the pools at the end."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from each import each
from few_examples import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidepot.errors import NotDue, SidepotError
from sidepot.room.store.rows import HOUSE
from sidepot.room.tournament import commands as s
from sidepot.room.tournament.live.reports import won_by
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import commands as c
from sidepot.tournament.entrants import Status
from sidepot.tournament.presets import PRESETS, find_preset

KINDS = [name for name, one in PRESETS.items() if not one.flights and name not in ("heads-up", "shoot-out")]
NAMES = [f"P{number}" for number in range(1, 13)]
Books = Counter[tuple[str, str]]


class Desk:
    """A live tournament with its books; each event adds up to nil."""

    def __init__(self, preset: str) -> None:
        terms = TournamentTerms(title="Friday", structure=find_preset(preset), live=True)
        self.machine, event = RoomTournament.open("1", terms, "seed", now=1_000, by="Host", secret="secret")
        self.now = 1_000
        self.books: Books = Counter()
        self.events = [event]

    def do(self, command: c.AnyCommand | s.HandOut) -> None:
        self.now += 1_000
        said = command if isinstance(command, s.HandOut) else s.Act(command, "director")
        event = self.machine.decide(said, now=self.now, by="Host", staff=True)
        if event is None:
            return
        self.events.append(event)
        assert sum(change.chips for change in self.machine.booked) == 0
        for change in self.machine.booked:
            self.books[change.player, change.kind] += change.chips

    def tried(self, command: c.AnyCommand | s.HandOut) -> None:
        with suppress(SidepotError):
            self.do(command)

    def of(self, kind: str, player: str = HOUSE) -> int:
        return self.books[player, kind]

    def total(self, kind: str) -> int:
        return sum(chips for (_, one), chips in self.books.items() if one == kind)


def random_act(desk: Desk, rng: Random) -> c.AnyCommand | s.HandOut:
    tournament = desk.machine.tournament
    one, other = rng.choice(NAMES), rng.choice(NAMES)
    steps = [step.number for step in tournament.log]
    return rng.choice(
        [
            c.Register(one), c.Reenter(one), c.Rebuy(one), c.Rebuy(one, pledge=True), c.PayPledge(one), c.AddOn(one),
            c.Refund(one, "ill"), c.NoShow(one, rng.random() < 0.5), c.Withdraw(one),
            *[c.Out(one, (other,) if other != one else ())] * 6,
            c.Undo(step=rng.choice(steps[-6:]), only=True, why="a slip"),
            c.MakeDeal("even"), c.ChangeTerms("more", added=rng.choice((0, 1_000))), c.Disqualify(one, "cheats"),
            s.HandOut(one, won_by(tournament, one) if one in tournament.entrants else 1),
        ]
    )  # fmt: skip


def played(preset: str, seed: int, acts: int = 60) -> Desk:
    """A tournament in which the desk does anything, and then all go out one by one."""
    rng, desk = Random(seed), Desk(preset)
    for name in NAMES[: rng.randrange(4, 13)]:
        desk.do(c.Register(name))
    desk.do(c.DrawSeats())
    desk.do(c.Start())
    for _ in range(acts):
        desk.tried(random_act(desk, rng))
    desk.tried(c.CloseEntry())
    for _ in range(40):
        left = [one.player for one in desk.machine.tournament.players_in()]
        if desk.machine.over or len(left) < 2:
            break
        desk.tried(c.Out(left[0], (left[1],)))
    return desk


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(preset=st.sampled_from(KINDS), seed=st.integers(0, 9_999))
def test_each_event_adds_up_to_nil_and_so_do_the_pools_at_the_end(preset: str, seed: int) -> None:
    desk = played(preset, seed)
    tournament = desk.machine.tournament
    assert sum(desk.books.values()) == 0
    assert desk.of("fees") == tournament.fees and desk.of("flights") == 0
    owed = sum(one.owes for one in tournament.entrants.values())
    given_out = sum(one.amount for player, one in desk.machine.live.given.items() if player in tournament.entrants)
    bank = -desk.of("bank")
    assert bank == tournament.collected + tournament.fees + tournament.bounties - owed - given_out
    if tournament.ended:
        is_honest = all(one.status is not Status.DISQUALIFIED for one in tournament.entrants.values())
        assert desk.of("bounties") == 0 and (desk.of("prizes") == 0 or desk.of("prizes") > 0 and not is_honest)
        for line in tournament.standings():
            assert desk.of("prize", line.player) == line.paid
            assert desk.of("bounty", line.player) == line.bounties


def test_after_a_deal_nothing_changes_the_pool() -> None:
    desk = Desk("freeze-out")
    for name in NAMES[:4]:
        desk.do(c.Register(name))
    for command in (c.DrawSeats(), c.Start(), c.Out("P1", ("P2",)), c.MakeDeal("even")):
        desk.do(command)
    for command in (c.ChangeTerms("more", added=1), c.ChangeTerms("more", guarantee=90_000)):
        with pytest.raises(NotDue, match="a deal has been made"):
            desk.do(command)
    with pytest.raises(NotDue, match="cannot be refunded"):
        desk.do(c.NoShow("P3", refund=True))


def test_a_cancelled_tournament_has_no_open_line() -> None:
    desk = Desk("knockout")
    for name in NAMES:
        desk.do(c.Register(name))
    assert desk.of("bank") == -12 * 5_500 and desk.of("prizes") == 12 * 4_000 and desk.of("bounties") == 12 * 1_000
    desk.do(c.Cancel("too few"))
    assert not any(desk.books.values())


def test_what_is_handed_out_leaves_the_bank() -> None:
    desk = Desk("sit-and-go")
    for name in NAMES[:3]:
        desk.do(c.Register(name))
    desk.do(c.DrawSeats())
    desk.do(c.Start())
    desk.do(c.Out("P1", ("P2",)))
    desk.do(c.Out("P2", ("P3",)))
    assert desk.machine.over and desk.of("prizes") == 0
    won = won_by(desk.machine.tournament, "P3")
    assert sum(chips for (player, _), chips in desk.books.items() if player == "P3") == won > 0
    desk.do(s.HandOut("P3", won))
    assert sum(chips for (player, _), chips in desk.books.items() if player == "P3") == 0
    assert desk.of("paid", "P3") == 2_200 - won


@each("preset", KINDS)
def test_the_books_are_the_same_after_a_replay(preset: str) -> None:
    desk = played(preset, 7)
    again = RoomTournament.rebuild("1", desk.events[:1])
    books: Books = Counter()
    for event in desk.events[1:]:
        again.apply(event)
        for change in again.booked:
            books[change.player, change.kind] += change.chips
    assert +books == +desk.books and -books == -desk.books


@pytest.mark.parametrize("players", [2, 5])
def test_a_guarantee_is_the_houses_at_the_end(players: int) -> None:
    desk = Desk("sit-and-go")
    desk.do(c.ChangeTerms("a promise", guarantee=30_000))
    for name in NAMES[:players]:
        desk.do(c.Register(name))
    assert desk.of("added") == 0
    desk.do(c.DrawSeats())
    desk.do(c.Start())
    for at in range(players - 1):
        desk.do(c.Out(NAMES[at], (NAMES[players - 1],)))
    assert desk.machine.over and desk.of("prizes") == 0
    assert desk.of("added") == -(30_000 - players * 2_000) and desk.total("prize") == 30_000
