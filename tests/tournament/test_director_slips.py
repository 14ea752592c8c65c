"""Slips of a busy evening: final tables after a change of seats, locks, late counts, places, deals that are signed."""

from __future__ import annotations

import pytest
from test_director_changes import LEVELS, opened, same, told

from sidepot.errors import Conflict, NotDue
from sidepot.tournament import commands as c
from sidepot.tournament.advice import all_orders
from sidepot.tournament.asks import About, asks
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.tournament import Tournament

PRIZES = {"entry": {"buy_in": 100}, "pays": {"percents": [50, 30, 20]}}


@pytest.mark.parametrize(("seats", "final"), [(5, 6), (6, 7)])
def test_the_final_table_has_room_for_one_more_whatever_the_seats_per_table(seats: int, final: int) -> None:
    """TDA-2013 11: one more than a full table, also where the director has changed how many sit at one."""
    tournament = opened("abcde.", "fghij.", final=0)
    tournament.do(c.ChangeTerms("the room is small", seats=seats), 0)
    for player in "abcd"[: 10 - final]:
        tournament.do(c.Out(player), MINUTE)
    for table in tournament.tables:
        tournament.do(c.Heads(table, len(tournament.tables[table].places)), 2 * MINUTE)
    assert told(tournament, 2 * MINUTE)[-1] == c.Redraw()
    tournament.do(c.Redraw(), 2 * MINUTE)
    (table,) = tournament.tables.values()
    assert len(table.places) == table.rules.seats == final
    same(tournament)


def test_a_move_by_hand_to_or_from_a_locked_table_is_refused() -> None:
    tournament = opened("abcd..", "efgh..")
    tournament.do(c.Lock(2, why="the cameras"), 0)
    for player, table in (("a", 2), ("e", 1)):
        with pytest.raises(NotDue, match="table 2 is locked"):
            tournament.do(c.MoveTo(player, table, 5), 1)
    tournament.do(c.MoveTo("e", 2, 5), 1)  # another seat at the same table
    tournament.do(c.Lock(2, on=False), 2)
    tournament.do(c.MoveTo("a", 2, 4), 2)
    same(tournament)


def test_a_bust_told_late_is_below_a_player_who_was_disqualified_after_it() -> None:
    tournament = opened("abcd..")
    tournament.do(c.Disqualify("a", "cheated"), 10 * MINUTE)
    tournament.do(c.Out("b", ("c",), at=5 * MINUTE), 11 * MINUTE)
    assert {line.player: line.place for line in tournament.standings() if line.place} == {"a": 3, "b": 4}
    same(tournament)


def test_a_count_that_is_older_than_the_last_one_does_not_take_its_place() -> None:
    tournament = opened("abcd..")
    tournament.do(c.Count((("a", 1500),)), 10 * MINUTE)
    with pytest.raises(NotDue, match="was counted after the time of this count; count again") as found:
        tournament.do(c.Count((("a", 500), ("b", 1000)), at=5 * MINUTE), 11 * MINUTE)
    assert found.value.code == "counted_since" and tournament.stack_of("a") == 1500
    tournament.do(c.Count((("a", 500),)), 11 * MINUTE)
    same(tournament)


def test_a_table_at_which_all_are_out_is_broken_and_asked_for_nothing() -> None:
    tournament = opened("abcdef", "ghijk.", "lm....", entry={"late_levels": 1})
    for player in "lm":
        tournament.do(c.Out(player), MINUTE)
    tournament.do(c.ChangeTerms("the stage", break_order=(1, 2, 3)), MINUTE)
    assert told(tournament, MINUTE)[0] == c.Break(3)
    assert not [ask for ask in asks(tournament, MINUTE) if ask.about is About.BUTTON and ask.table == 3]
    tournament.do(c.Break(3), 2 * MINUTE)
    assert sorted(tournament.tables) == [1, 2]
    same(tournament)


def test_not_all_of_a_table_are_out_in_one_hand() -> None:
    """Somebody has won the chips: a count of nothing but zeros would end the evening without a winner."""
    tournament = opened("abcd..", **PRIZES)
    with pytest.raises(Conflict, match="somebody at table 1 has the chips"):
        tournament.do(c.CountHand(1, tuple([(player, 0) for player in "abcd"])), MINUTE)
    tournament.do(c.CountHand(1, (*[(player, 0) for player in "abc"], ("d", 4000))), MINUTE)
    assert tournament.ended and tournament.standings()[0].player == "d"
    same(tournament)


BOUNTY = {"buy_in": 100, "bounty": 20}
BACK = {"late_levels": 1, "reentries": 1, "rebuys": 1, "rebuy_cost": 50, "rebuy_chips": 500, "rebuy_levels": 1}


def winners_asked(tournament: Tournament) -> list[tuple[str, int]]:
    return [(ask.player, ask.step) for ask in asks(tournament, MINUTE) if ask.about is About.WINNER]


@pytest.mark.parametrize("back", [c.Reenter("a"), c.Rebuy("a")])
def test_a_bounty_stays_open_when_its_player_buys_in_again(back: c.AnyCommand) -> None:
    tournament = opened("abcd", entry=BOUNTY | BACK)
    out = tournament.do(c.Out("a"), MINUTE).number
    assert winners_asked(tournament) == [("a", 0)]
    if isinstance(back, c.Reenter):
        tournament.do(c.GoOut("a"), MINUTE)
    tournament.do(back, MINUTE)
    assert winners_asked(tournament) == [("a", out)]
    head = tournament.entrants["a"].head
    with pytest.raises(NotDue, match="left no open bounty on b"):
        tournament.do(c.Out("b", ("c",), step=out), MINUTE)
    tournament.do(c.Out("a", ("b",), step=out), MINUTE)
    assert winners_asked(tournament) == []
    assert (tournament.entrants["b"].bounties, tournament.entrants["a"].head) == (20, head)
    same(tournament)


def test_the_end_waits_for_the_winner_of_a_bounty() -> None:
    tournament = opened("abc", entry=BOUNTY)
    tournament.do(c.Out("a"), MINUTE)
    tournament.do(c.Out("b", ("c",)), MINUTE)
    assert not tournament.ended and winners_asked(tournament) == [("a", 0)]
    assert next(ask for ask in asks(tournament, MINUTE) if ask.player == "a").text.endswith("when that is known.")
    tournament.do(c.Out("a", ("b",)), MINUTE)
    assert tournament.ended and tournament.entrants["b"].bounties == 20
    same(tournament)


def test_a_director_may_end_it_although_a_bounty_is_open() -> None:
    tournament = opened("abc", entry=BOUNTY)
    tournament.do(c.Out("a"), MINUTE)
    tournament.do(c.Out("b", ("c",)), MINUTE)
    tournament.do(c.End(), MINUTE)
    assert tournament.ended and tournament.standings()[0].bounties == 60
    same(tournament)


def test_a_called_clock_ends_when_the_player_has_acted() -> None:
    tournament = opened("abc")
    with pytest.raises(NotDue, match="nobody has called the clock on a"):
        tournament.do(c.CallClock("a", on=False), MINUTE)
    tournament.do(c.CallClock("a"), MINUTE)
    assert tournament.reports.called is not None
    tournament.do(c.CallClock("a", on=False), MINUTE)
    assert tournament.reports.called is None
    same(tournament)


def dealt() -> tuple[Tournament, int]:
    """Three have made a deal by their stacks; and the step in which those were counted."""
    tournament = opened("abcd..", **PRIZES)
    tournament.do(c.Out("a", ("b",)), MINUTE)
    counted = tournament.do(c.Count((("b", 2000), ("c", 1100), ("d", 900))), 2 * MINUTE).number
    tournament.do(c.MakeDeal(), 3 * MINUTE)
    return tournament, counted


def test_a_deal_that_is_signed_stays_as_it_is_when_a_count_before_it_is_corrected() -> None:
    tournament, counted = dealt()
    signed = tournament.deal
    tournament.do(c.Undo(step=counted, only=True), 4 * MINUTE)
    assert tournament.deal == signed and tournament.stack_of("c") == 1000
    same(tournament)


def test_a_return_after_a_deal_divided_the_prizes_is_refused() -> None:
    tournament, _ = dealt()
    with pytest.raises(NotDue, match="a deal has been made without a; undo the deal first") as found:
        tournament.do(c.Unbust("a", why="the wrong name"), 4 * MINUTE)
    assert found.value.code == "deal_made"
    out = next(step.number for step in tournament.log if isinstance(step.command, c.Out))
    with pytest.raises(Conflict, match="no longer fit"):
        tournament.do(c.Undo(step=out, only=True), 4 * MINUTE)
    tournament.do(c.Out("d", ("b",)), 5 * MINUTE)
    tournament.do(c.Unbust("d", why="it was a split pot"), 6 * MINUTE)  # who is in the deal
    assert tournament.left == 3
    same(tournament)


def test_small_chips_are_brought_back_when_the_clock_is_set_back_over_their_race() -> None:
    """T23: the blinds of the level need them again; until they lie on the tables nobody can post or count them."""
    raced = [*LEVELS[:1], {"break": 10, "remove": [25]}, {"blinds": [100, 200], "minutes": 40}]
    tournament = opened("abcd..", "efg...", schedule=raced)
    tournament.do(c.Jump(2), MINUTE)
    for table in (1, 2):
        tournament.do(c.Race(table, odd=((0, 0),)), 2 * MINUTE)
    assert not all_orders(tournament, 2 * MINUTE)
    tournament.do(c.Jump(0, 10 * MINUTE), 3 * MINUTE)
    (back,) = all_orders(tournament, 3 * MINUTE)
    assert back.command == c.BringBack() and back.holds == (1, 2) and "chips of 25" in back.because
    assert str(back.cite).startswith("TDA-2013:23")
    tournament.do(back.command, 4 * MINUTE)
    assert not all_orders(tournament, 4 * MINUTE)
    tournament.do(c.Count((("a", 1025),)), 5 * MINUTE)
    with pytest.raises(NotDue, match="the chips in play are already those of this level") as found:
        tournament.do(c.BringBack(), 5 * MINUTE)
    assert found.value.code == "no_race"
    tournament.do(c.Jump(2), 6 * MINUTE)
    assert [order.command for order in all_orders(tournament, 6 * MINUTE)] == [c.Race(1), c.Race(2)]
    same(tournament)


def test_no_chips_are_brought_back_where_they_leave_first() -> None:
    raced = [*LEVELS[:1], {"break": 10, "remove": [25]}, {"blinds": [100, 200], "minutes": 40}]
    tournament = opened("abcd..", schedule=raced)
    tournament.do(c.Jump(2), MINUTE)
    with pytest.raises(NotDue, match="race off the chips of 25 at table 1 first") as found:
        tournament.do(c.BringBack(1), MINUTE)
    assert found.value.code == "chips_leave_first"


def test_of_two_out_in_one_hand_of_hand_for_hand_it_is_asked_who_began_it_with_more() -> None:
    """RP-8: a table plays one hand in a round, so that both went out in it; the order of the record says nothing."""
    tournament = opened("abcd..", "efgh..", **PRIZES)
    tournament.do(c.GoHandForHand(), MINUTE)
    tournament.do(c.Out("a", ("d",)), 2 * MINUTE)
    before = len(tournament.log)
    with pytest.raises(Conflict, match="in this hand; report who began it with more chips") as found:
        tournament.do(c.Out("b", ("d",)), 3 * MINUTE)
    assert found.value.code == "same_hand" and len(tournament.log) == before
    tournament.do(c.Out("b", ("d",), together="a", higher=True), 3 * MINUTE)
    tournament.do(c.Round(), 4 * MINUTE)
    tournament.do(c.Out("e", ("f",)), 5 * MINUTE)
    tournament.do(c.Out("c", ("d",)), 5 * MINUTE)  # at another table, in another hand: nothing to ask
    tournament.do(c.Round(), 6 * MINUTE)
    places = {line.player: line.place for line in tournament.standings() if line.place}
    assert places == {"c": 5, "e": 5, "b": 7, "a": 8}
    same(tournament)


def test_two_who_began_a_hand_of_hand_for_hand_with_as_many_share_the_place() -> None:
    tournament = opened("abcd..", "efgh..", **PRIZES)
    tournament.do(c.GoHandForHand(), MINUTE)
    tournament.do(c.Out("a", ("d",)), 2 * MINUTE)
    tournament.do(c.Out("b", ("d",), together="a"), 3 * MINUTE)
    tournament.do(c.Round(), 4 * MINUTE)
    assert {line.player: line.place for line in tournament.standings() if line.place} == {"a": 7, "b": 7}
