"""Slips of a busy evening: final tables after a change of seats, locks, late counts, places, deals that are signed."""

from __future__ import annotations

import pytest
from test_director_changes import opened, same, told

from sidepot.errors import Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament.asks import About, asks
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.tournament import Tournament

PRIZES = {"entry": {"buy_in": 100}, "pays": {"percents": [50, 30, 20]}}


@pytest.mark.parametrize(("seats", "final"), [(5, 6), (6, 7)])
def test_the_final_table_has_room_for_one_more_whatever_the_seats_per_table(seats: int, final: int) -> None:
    """TDA-2013 11: one more than a full table, also where the director has changed how many sit at one."""
    event = opened("abcde.", "fghij.", final=0)
    event.do(c.ChangeTerms("the room is small", seats=seats), 0)
    for player in "abcd"[: 10 - final]:
        event.do(c.Out(player), MINUTE)
    for table in event.tables:
        event.do(c.Heads(table, len(event.tables[table].places)), 2 * MINUTE)
    assert told(event, 2 * MINUTE)[-1] == c.Redraw()
    event.do(c.Redraw(), 2 * MINUTE)
    (table,) = event.tables.values()
    assert len(table.places) == table.rules.seats == final
    same(event)


def test_nobody_is_moved_by_hand_to_a_locked_table_or_from_it() -> None:
    event = opened("abcd..", "efgh..")
    event.do(c.Lock(2, why="the cameras"), 0)
    for player, table in (("a", 2), ("e", 1)):
        with pytest.raises(NotDue, match="table 2 is locked"):
            event.do(c.MoveTo(player, table, 5), 1)
    event.do(c.MoveTo("e", 2, 5), 1)  # another seat at the same table
    event.do(c.Lock(2, on=False), 2)
    event.do(c.MoveTo("a", 2, 4), 2)
    same(event)


def test_a_bust_told_late_is_below_a_player_who_was_disqualified_after_it() -> None:
    event = opened("abcd..")
    event.do(c.Disqualify("a", "cheated"), 10 * MINUTE)
    event.do(c.Out("b", ("c",), at=5 * MINUTE), 11 * MINUTE)
    assert {line.player: line.place for line in event.standings() if line.place} == {"a": 3, "b": 4}
    same(event)


def test_a_count_that_is_older_than_the_last_one_does_not_take_its_place() -> None:
    event = opened("abcd..")
    event.do(c.Count((("a", 1500),)), 10 * MINUTE)
    with pytest.raises(NotDue, match="a was counted later than that") as found:
        event.do(c.Count((("a", 500), ("b", 1000)), at=5 * MINUTE), 11 * MINUTE)
    assert found.value.code == "counted_since" and event.stack_of("a") == 1500
    event.do(c.Count((("a", 500),)), 11 * MINUTE)
    same(event)


def test_a_table_at_which_all_are_out_is_broken_and_asked_for_nothing() -> None:
    event = opened("abcdef", "ghijk.", "lm....", entry={"late_levels": 1})
    for player in "lm":
        event.do(c.Out(player), MINUTE)
    event.do(c.ChangeTerms("the stage", break_order=(1, 2, 3)), MINUTE)
    assert told(event, MINUTE)[0] == c.Break(3)
    assert not [ask for ask in asks(event, MINUTE) if ask.about is About.BUTTON and ask.table == 3]
    event.do(c.Break(3), 2 * MINUTE)
    assert sorted(event.tables) == [1, 2]
    same(event)


def test_not_all_of_a_table_are_out_in_one_hand() -> None:
    """Somebody has won the chips: a count of nothing but zeros would end the evening without a winner."""
    event = opened("abcd..", **PRIZES)
    with pytest.raises(Conflict, match="somebody at table 1 has the chips"):
        event.do(c.CountHand(1, tuple([(player, 0) for player in "abcd"])), MINUTE)
    event.do(c.CountHand(1, (*[(player, 0) for player in "abc"], ("d", 4000))), MINUTE)
    assert event.ended and event.standings()[0].player == "d"
    same(event)


def dealt() -> tuple[Tournament, int]:
    """Three have made a deal by their stacks; and the step in which those were counted."""
    event = opened("abcd..", **PRIZES)
    event.do(c.Out("a", ("b",)), MINUTE)
    counted = event.do(c.Count((("b", 2000), ("c", 1100), ("d", 900))), 2 * MINUTE).number
    event.do(c.MakeDeal(), 3 * MINUTE)
    return event, counted


def test_a_deal_that_is_signed_stays_as_it_is_when_a_count_before_it_is_corrected() -> None:
    event, counted = dealt()
    signed = event.deal
    event.do(c.Undo(step=counted, only=True), 4 * MINUTE)
    assert event.deal == signed and event.stack_of("c") == 1000
    same(event)


def test_nobody_comes_back_into_prizes_that_a_deal_has_divided() -> None:
    event, _ = dealt()
    with pytest.raises(NotDue, match="without them") as found:
        event.do(c.Unbust("a", why="the wrong name"), 4 * MINUTE)
    assert found.value.code == "deal_made"
    out = next(step.number for step in event.log if isinstance(step.command, c.Out))
    with pytest.raises(Conflict, match="no longer fit"):
        event.do(c.Undo(step=out, only=True), 4 * MINUTE)
    event.do(c.Out("d", ("b",)), 5 * MINUTE)
    event.do(c.Unbust("d", why="it was a split pot"), 6 * MINUTE)  # who is in the deal
    assert event.left == 3
    same(event)
