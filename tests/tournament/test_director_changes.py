"""What a director changes on the evening: seats per table, the order of breaking, locks; and when cards become real."""

from __future__ import annotations

from typing import Any

import pytest
from seated_tournaments import seated

from sidepot.errors import Conflict, NotDue, SidepotError
from sidepot.tournament import commands as c
from sidepot.tournament.advice import orders, races_due
from sidepot.tournament.asks import About, asks
from sidepot.tournament.flights import brought_by, final_day, flight_of, through
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.reports import How, Largest
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.structure_files import structure_of
from sidepot.tournament.tournament import Tournament, decode, encode, replay
from sidepot.tournament.views import all_tables

LEVELS = [{"blinds": [25, 50], "minutes": 40}, {"blinds": [50, 100], "minutes": 40}]
LATER = [{"blinds": [100, 200], "minutes": 40}, {"blinds": [200, 400], "minutes": 40}]


def opened(*tables: str, live: bool = True, **terms: Any) -> Tournament:
    """A tournament whose tables are told as one letter for each player, `.` for an empty seat."""
    usual = {"name": "any", "game": "nl holdem", "seats": 6, "stack": 1000, "chips": [25, 100, 500], "final": 6}
    if "mix" in terms:
        del usual["game"]
    return seated(structure_of({**usual, "schedule": LEVELS, **terms}), tables, live=live)


def told(tournament: Tournament, now: int = 0) -> list[c.AnyCommand]:
    return [order.command for order in orders(tournament, now)]


def same(tournament: Tournament) -> None:
    assert replay([decode(encode(step)) for step in tournament.log]) == tournament


def test_fewer_seats_per_table_are_given_to_nobody() -> None:
    tournament = opened("abcde.", "fghij.", entry={"late_levels": 1})
    tournament.do(c.ChangeTerms("the room is small", seats=5), 0)
    assert all_tables(tournament).room == 0
    tournament.do(c.Register("late"), 1)
    assert list(tournament.waiting) == ["late"]
    tournament.do(c.ChangeTerms("it is not", seats=6), 2)
    tournament.do(c.SeatAlternates(), 2)
    assert not tournament.waiting
    same(tournament)


def test_more_seats_per_table_widen_the_tables_that_are_open() -> None:
    tournament = opened("abcdef", "ghijkl", entry={"late_levels": 1})
    tournament.do(c.ChangeTerms("many came", seats=7), 0)
    assert [table.rules.seats for table in tournament.tables.values()] == [7, 7]
    tournament.do(c.Register("late"), 1)
    assert not tournament.waiting
    with pytest.raises(Conflict, match="seats, not 90"):
        tournament.do(c.ChangeTerms("too many", seats=90), 2)
    same(tournament)


def test_tables_are_broken_in_the_order_that_was_announced() -> None:
    tournament = opened("abcde.", "fghi..", "jklm..")
    for player in "klm":
        tournament.do(c.Out(player, ("j",)), 0)
    assert told(tournament)[0] == c.Break(3)
    tournament.do(c.ChangeTerms("the stage is at table 3", break_order=(1, 2)), 0)
    assert told(tournament)[0] == c.Break(1)
    tournament.do(told(tournament)[0], 1)
    assert sorted(tournament.tables) == [2, 3]
    with pytest.raises(Conflict, match="list only open tables, each once"):
        tournament.do(c.ChangeTerms("gone", break_order=(1,)), 2)
    same(tournament)


def test_a_locked_table_gains_and_loses_no_players() -> None:
    tournament = opened("abcdef", "ghij..", "klm...")
    tournament.do(c.Lock(2, why="the cameras"), 0)
    assert c.Balance() not in told(tournament) and {ask.table for ask in asks(tournament, 0)} == {1, 3}
    for table in (1, 3):
        tournament.do(c.ButtonAt(table, 0), 0)
    assert told(tournament)[0] == c.Balance()
    tournament.do(c.Balance(), 0)
    assert tournament.moves[-1].to_table == 3
    tournament.do(c.Lock(2, on=False), 1)
    tournament.do(c.Lock(2, 4, why="a broken chair"), 1)
    with pytest.raises(NotDue, match="seat 5 at table 2 is locked"):
        tournament.do(c.MoveTo("a", 2, 4), 1)
    same(tournament)


def test_the_first_report_makes_chips_and_cards_real() -> None:
    """Until then hands are counted one by one, and the record is exact."""
    tournament = opened("abcd..", live=False)
    tournament.do(c.CountHand(1, (("a", 900), ("b", 1100))), MINUTE)
    tournament.do(c.Pause(), MINUTE)
    with pytest.raises(NotDue, match="the clock is stopped, so no hand can begin"):
        tournament.do(c.CountHand(1, (("a", 0), ("b", 2000))), 2 * MINUTE)
    tournament.do(c.Out("a", ("b",)), 3 * MINUTE)
    assert tournament.reports.live and tournament.stack_of("b") == 2000 and tournament.left == 3
    with pytest.raises(NotDue, match="plays with real cards"):
        tournament.do(c.BeginHand(1), 3 * MINUTE)
    tournament.do(c.CountHand(1, (("c", 0), ("d", 2000))), 4 * MINUTE)
    assert tournament.left == 2
    same(tournament)


def test_a_deal_by_chips_waits_until_all_stacks_are_counted() -> None:
    tournament = opened("abcd..", entry={"buy_in": 100}, pays={"percents": [50, 30, 20]})
    tournament.do(c.Out("a", ("b",)), MINUTE)
    with pytest.raises(NotDue, match="; count it first,"):
        tournament.do(c.MakeDeal(), 2 * MINUTE)
    tournament.do(c.Count((("b", 1900), ("c", 1100), ("d", 1000))), 2 * MINUTE)
    tournament.do(c.MakeDeal(), 2 * MINUTE)
    assert tournament.deal is not None
    same(tournament)


def test_a_short_table_is_asked_for_its_button_where_the_blinds_decide_whether_it_stops() -> None:
    """2024 11-D: a table stops once the blinds are affected, which depends on the button."""
    tournament = opened("abcdef", "ghij..", house="tda_2024")
    tournament.do(c.Out("g", ("h",)), MINUTE)
    asked = [ask.table for ask in asks(tournament, MINUTE) if ask.about is About.BUTTON]
    assert 2 in asked and not any(isinstance(command, c.Halt) for command in told(tournament, MINUTE))


def test_what_is_to_do_cites_the_texts_of_the_house() -> None:
    levels = [LEVELS[0], {"break": 10, "remove": [25]}, LATER[0]]
    cited = {}
    for house in ("tda_2013", "tda_2024"):
        tournament = opened("abcdef", "ghij..", house=house, schedule=levels)
        tournament.do(c.Out("g", ("h",)), MINUTE)
        button = next(ask for ask in asks(tournament, MINUTE) if ask.about is About.BUTTON)
        cited[house] = str(button.cite), str(races_due(tournament, 41 * MINUTE)[0].cite)
    assert cited == {"tda_2013": ("TDA-2013:10-A", "TDA-2013:23-A"), "tda_2024": ("TDA-2024:11-A", "TDA-2024:24-A")}


def test_the_last_player_of_a_flight_brings_all_chips_whatever_was_told() -> None:
    chips: dict[str, Any] = {"chips": [25, 100, 500], "stack": 1025, "flights": ["A", "B"], "flight_levels": 2}
    breaks = [{"break": 10, "remove": [25]}]
    terms = {"name": "any", "game": "nl holdem", "seats": 6, "final": 6, "schedule": [*LEVELS, *breaks, *LATER]}
    structure = structure_of({**terms, **chips})
    tournament = seated(flight_of(structure, "A"), ("abc",), live=True)
    tournament.do(c.Count((("a", 900), ("b", 700))), 1)  # nobody knows where the rest is
    tournament.do(c.Out("c"), 2)
    tournament.do(c.Out("b"), 3)
    assert tournament.ended and tournament.reports.adrift == {}
    [(player, brought)] = [(one.player, one.chips) for one in through(tournament)]
    assert (player, brought) == ("a", 3100)  # 3,075, and the odd chips are raced
    assert stock_of(tournament, "a").how == "known"
    same(tournament)
    last_day = Tournament(final_day(structure), "test", live=True)
    for command in brought_by([tournament]):
        last_day.do(command, 0)
    tournament.do(c.Undo("it was c", step=tournament.version, only=True), 4)
    assert not tournament.ended
    same(tournament)


# ---- chips that turn up late; a button that waits


def test_late_chips_are_changed_and_the_rest_is_removed() -> None:
    """TDA-2013 23-C: nobody gets anything for chips out of play that make no chip."""
    tournament = opened("abcd..", schedule=LATER, chips=[100, 500])
    tournament.do(c.LateChips("a", "25x7"), 0)
    assert tournament.stack_of("a") == 900  # 175 and eight chips of 100; the record had 25 more than there are
    tournament.do(c.LateChips("b", "25x8"), 0)
    assert tournament.stack_of("b") == 1000
    tournament.do(c.Undo(), 1)
    tournament.do(c.Undo(), 1)
    assert tournament.stack_of("a") == tournament.stack_of("b") == 1000
    same(tournament)


@pytest.mark.parametrize(
    ("player", "chips", "message"),
    [
        (
            "a",
            "25x41",
            "a has 1000 on record, but these chips are worth 1025; count the stack first; "
            "with these chips, it must come to at least 1100",
        ),
        ("a", "100x2", "chips of 100 are still in use and need no exchange; in use are 100 black"),
        ("a", "socks", "socks"),
        ("z", "25x2", "z"),
    ],
)
def test_late_chips_that_cannot_be_are_refused(player: str, chips: str, message: str) -> None:
    tournament = opened("abcd..", schedule=LATER, chips=[100, 500])
    with pytest.raises(SidepotError, match=message):
        tournament.do(c.LateChips(player, chips), 0)
    assert tournament.stack_of("a") == 1000


MIXED = [{"blinds": [50, 100], "small_bet": 100, "ante": 25, "bring_in": 50, "minutes": 200}]


def test_a_button_that_waits_for_blinds_is_known_until_it_moves() -> None:
    """TDA-2013 10-B: in the stud rounds of a mix the one moves who gets the big blind when it is over."""
    tournament = opened("abcdef", "ghij..", mix="horse", schedule=MIXED)
    for table in (1, 2):
        tournament.do(c.ButtonAt(table, 0, frozen=True), 0)
    tournament.do(c.Hands(1, 3), 60 * MINUTE)
    tournament.do(c.Balance(), 60 * MINUTE)
    (move,) = tournament.moves
    assert (move.player, move.from_table) == ("c", 1)
    tournament.do(c.ButtonAt(1, 2), 61 * MINUTE)
    assert [ask.about for ask in asks(tournament, 90 * MINUTE) if ask.table == 1] == []
    same(tournament)


def test_a_button_waits_in_a_mix_alone() -> None:
    tournament = opened("abcdef", "ghij..")
    with pytest.raises(Conflict, match="cannot be held: that is only for mixes that have games both"):
        tournament.do(c.ButtonAt(1, 0, frozen=True), 0)


def test_a_deal_that_leaves_nothing_to_play_for_ends_the_tournament() -> None:
    entry = {"buy_in": 100}
    tournament = opened("abc", entry=entry, pays={"percents": [50, 30, 20]})
    tournament.do(c.MakeDeal("even", first=10), 0)
    assert not told(tournament, MINUTE)
    tournament.do(c.Undo(), 0)
    tournament.do(c.MakeDeal("even"), 0)
    assert told(tournament, MINUTE) == [c.End()]


def raced() -> Tournament:
    """Two tables whose chips of 25 leave play; the record of most stacks is an estimate that fits no odd chips."""
    tournament = opened("abcdef", "gh", schedule=[*LEVELS[:1], {"break": 10, "remove": [25]}, *LATER])
    tournament.do(c.Out("f", by=("a", "b", "c")), 0)
    tournament.do(c.Jump(1), MINUTE)
    return tournament


def test_nobody_gets_a_chip_in_a_race_that_was_not_reported() -> None:
    tournament = raced()
    odd = ((0, 1), (1, 2), (2, 1))
    with pytest.raises(SidepotError, match="Chips of 100 to win at seats 1, 2 and 3: 1") as found:
        tournament.do(c.Race(1, odd=odd), 2 * MINUTE)
    assert found.value.code == "race_undecided"
    with pytest.raises(SidepotError, match="seat 4 has no odd chips"):
        tournament.do(c.Race(1, odd=odd, won=(3,)), 2 * MINUTE)
    with pytest.raises(SidepotError, match="expected 1 different seats, which get one chip each, not 2"):
        tournament.do(c.Race(1, odd=odd, won=(1, 2)), 2 * MINUTE)
    tournament.do(c.Race(1, odd=odd, won=(2,)), 2 * MINUTE)
    (_, sheet) = tournament.races[-1]
    assert [(one.seat, one.won, one.cards) for one in sheet.seats if one.odd] == [(0, 0, ()), (1, 0, ()), (2, 100, ())]
    same(tournament)
    tournament.do(c.Undo(), 3 * MINUTE)
    tournament.do(c.Race(1, odd=odd, draw=True), 3 * MINUTE)
    assert sum(len(one.cards) for one in tournament.races[-1][1].seats) == 4
    same(tournament)


def test_a_race_for_a_chip_each_needs_no_report() -> None:
    tournament = raced()
    tournament.do(c.Race(1, odd=((0, 3), (1, 3))), 2 * MINUTE)
    assert [one.won for one in tournament.races[-1][1].seats[:2]] == [100, 100]
    tournament.do(c.Race(2, odd=((0, 1), (1, 0))), 2 * MINUTE)
    assert not any(one.won for one in tournament.races[-1][1].seats), "a quarter of a chip is removed"


def test_a_race_never_lowers_the_record_of_a_table() -> None:
    tournament = raced()
    before = sum(place.stack for place in tournament.tables[1].places.values())
    tournament.do(c.Race(1, odd=((0, 1), (1, 2), (2, 1)), won=(1,)), 2 * MINUTE)
    stacks = {player: place.stack for player, place in tournament.tables[1].places.items()}
    assert sum(stacks.values()) == before == 6000, "four odd chips for one of 100"
    tournament.do(c.Count(tuple(stacks.items())), 3 * MINUTE)
    assert not [ask for ask in asks(tournament, 3 * MINUTE) if ask.about is About.COUNT], (
        "a true count is no difference"
    )


def test_players_out_of_chips_are_asked_and_named_where_their_seats_are_needed() -> None:
    entry = {"late_levels": 1, "rebuys": -1, "rebuy_levels": 1, "buy_in": 10, "rebuy_cost": 10, "rebuy_chips": 1000}
    tournament = opened("abcd", "ef", entry=entry, seats=5)
    for player in "bcd":
        tournament.do(c.Out(player), 0)
    asked = [ask.text for ask in asks(tournament, MINUTE) if ask.about is About.REBUY]
    assert asked == [f"{one} is out of chips and keeps a seat at table 1: rebuy or home?" for one in "bcd"]
    with pytest.raises(NotDue, match="b is out of chips and keeps a seat: rebuy or home") as found:
        tournament.do(c.MoveTo("e", 1, 1, "why not"), MINUTE)
    assert found.value.code == "seat_kept"
    with pytest.raises(NotDue, match="b, c and d are out of chips and keep their seats: rebuy or home"):
        tournament.do(c.Break(2), MINUTE)
    for player in "bcd":
        tournament.do(c.GoOut(player), MINUTE)
    assert not [ask for ask in asks(tournament, MINUTE) if ask.about is About.REBUY]
    tournament.do(c.Break(2), MINUTE)
    same(tournament)


def test_the_final_table_keeps_the_number_that_the_director_wants() -> None:
    tournament = opened("abcd..", "efg...", final=7, entry={"late_levels": 1})
    tournament.do(c.Out("g", by=("e",)), 1)
    with pytest.raises(Conflict, match="no table 9; the open tables are 1, 2"):
        tournament.do(c.Redraw(table=9), 2)
    tournament.do(c.Redraw(table=2), 2)
    assert list(tournament.tables) == [2] and tournament.tables[2].rules.seats == 7
    assert sorted(place.stack for place in tournament.tables[2].places.values()) == [1000, 1000, 1000, 1000, 1000, 2000]
    assert tournament.in_play == 7000 and tournament.left == 6
    assert {tournament.entrants[player].table for player in "abcdef"} == {2}
    same(tournament)
    tournament.do(c.Undo("a slip", tournament.log[-1].number), 3)
    assert sorted(tournament.tables) == [1, 2]
    tournament.do(c.Redo(), 4)
    assert list(tournament.tables) == [2]
    same(tournament)


def test_several_tables_keep_no_number() -> None:
    tournament = opened("abcdef", "ghijkl", "mnopqr")
    with pytest.raises(NotDue, match="18 players do not fit at one table of 6"):
        tournament.do(c.Redraw(table=2), 1)
    with pytest.raises(NotDue, match="the final table always gets a new number"):
        opened("abcd..", "efg...", live=False, final=7, entry={"late_levels": 1}).do(c.Redraw(table=2), 1)


def test_a_table_has_a_name_until_it_is_taken_away() -> None:
    tournament = opened("abcd..", "efgh..")
    tournament.do(c.NameTable(2, " Rio "), 0)
    assert tournament.reports.names == {2: "Rio"}
    for again, code in ((c.NameTable(2, "Rio"), "no_change"), (c.NameTable(1, "Rio"), "named_twice")):
        with pytest.raises(SidepotError) as refused:
            tournament.do(again, 1)
        assert refused.value.code == code
    with pytest.raises(SidepotError):
        tournament.do(c.NameTable(9, "Lima"), 1)
    tournament.do(c.NameTable(2), 2)
    assert tournament.reports.names == {}
    tournament.do(c.Undo(), 3)
    assert tournament.reports.names == {2: "Rio"}


def test_the_largest_stack_of_an_evening_is_kept() -> None:
    tournament = opened("abcde.")
    tournament.do(c.Out("a", ("b",)), 1)
    assert tournament.reports.largest == Largest("b", 2000, How.ESTIMATED, 4)
    tournament.do(c.Count((("b", 1500), ("c", 2500), ("d", 500))), 2)
    assert tournament.reports.largest == Largest("c", 2500, How.KNOWN, 4)
    tournament.do(c.Out("d", ("c",)), 3)
    assert tournament.reports.largest == Largest("c", 3000, How.ESTIMATED, 3)
    tournament.do(c.Unbust("d"), 4)
    assert tournament.reports.largest == Largest("c", 2500, How.ESTIMATED, 4)
    tournament.do(c.Undo(), 5)
    tournament.do(c.Out("e", ("c",)), 6)
    assert tournament.reports.largest == Largest("c", 3000, How.ESTIMATED, 3), "one of the last two has it anyhow"
    same(tournament)
