"""An act with real chips that somebody has told already: the second one hears who was first, and nothing is done."""

from __future__ import annotations

import pytest
from each import each

from sidepot.room.tournament import commands as s
from sidepot.room.tournament.live.reports import KNOWN, AlreadyDone
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.tournament import commands as c
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.structure_files import structure_of

PLAYERS = tuple("abcdefghijklmnopqrst")
REENTRY = structure_of(
    {
        "name": "evening",
        "game": "nl holdem",
        "seats": 9,
        "stack": 10_000,
        "chips": [100, 500, 1000, 5000],
        "schedule": [{"blinds": [100, 200], "minutes": 20}, {"break": 10}, {"blinds": [200, 400], "minutes": 20}],
        "entry": {
            "buy_in": 100,
            "late_levels": 1,
            "reentries": -1,
            "addon_item": 1,
            "addon_cost": 50,
            "addon_chips": 5_000,
        },
    }
)
SEATED = (c.DrawSeats(), c.Start())
TOLD = [
    ((), c.Register("new")),
    ((), c.Withdraw("a")),
    ((), c.DrawSeats()),
    (SEATED[:1], c.Start()),
    (SEATED, c.Pause()),
    (SEATED, c.Out("a", ("b",))),
    (SEATED, c.Refund("a", "ill")),
    (SEATED, c.NoShow("a")),
    (SEATED, c.GoHandForHand()),
    ((*SEATED, c.CallClock("a")), c.CallClock("a", on=False)),
    ((*SEATED, c.OpenTable()), c.Break(4)),
    ((*SEATED, c.Out("a", ("b",))), c.Reenter("a")),
    ((*SEATED, c.Jump(1)), c.AddOn("a")),
    ((*SEATED, c.Announce("hello")), c.Undo(step=24, only=True)),
]


def say(tournament: RoomTournament, command: c.AnyCommand, by: str) -> int:
    entry = tournament.decide(s.Act(command), now=tournament.at + MINUTE, by=by, staff=True)
    return entry.steps[0].number


@each("before, command", TOLD)
def test_the_second_teller_hears_the_name_of_the_first(before: tuple[c.AnyCommand, ...], command: c.AnyCommand) -> None:
    tournament, _ = RoomTournament.open(
        "1", TournamentTerms(title="Friday", structure=REENTRY, live=True), "seed", now=0
    )
    for one in (*[c.Register(player) for player in PLAYERS], *before):
        say(tournament, one, "Host")
    step = say(tournament, command, "Ann")
    was, seq = tournament.tournament.version, tournament.seq
    with pytest.raises(AlreadyDone) as told:
        say(tournament, command, "Bo")
    assert (told.value.by, told.value.step, told.value.code) == ("Ann", step, "done_by_other")
    assert (tournament.tournament.version, tournament.seq) == (was, seq), "nothing is done"


def test_all_kinds_of_acts_that_are_known_again_are_tried() -> None:
    assert {type(command) for _, command in TOLD} == set(KNOWN)
