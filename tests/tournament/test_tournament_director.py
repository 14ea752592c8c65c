"""What a director is told to do, and what they are kept from: where several things come together."""

from __future__ import annotations

from typing import Any

import pytest
from seated_tournaments import seated

from sidepot.errors import BadNotation, Conflict, NotDue, SidepotError
from sidepot.table.events import HandDone
from sidepot.tournament import commands as c
from sidepot.tournament.advice import Advice, bubble, orders
from sidepot.tournament.auto_director import Director
from sidepot.tournament.schedule import MINUTE
from sidepot.tournament.steps import Step
from sidepot.tournament.structure_files import structure_of
from sidepot.tournament.tournament import Tournament, decode, encode, replay

LEVELS = [{"blinds": [25, 50], "minutes": 20}, {"blinds": [50, 100], "minutes": 20}]
BREAK = [LEVELS[0], {"break": 10, "remove": [25]}, {"blinds": [100, 200], "minutes": 20}]


def opened(*tables: str, players: str = "", **terms: Any) -> Tournament:
    """An event whose tables are told as one letter for each player, `.` for an empty seat."""
    usual = {"name": "any", "game": "nl holdem", "seats": 3, "stack": 1000, "chips": [25, 100, 500]}
    return seated(structure_of({**usual, "schedule": LEVELS, **terms}), tables, players)


def count(tournament: Tournament, table: int, now: int = 0, **stacks: int) -> None:
    tournament.do(c.CountHand(table, tuple(stacks.items())), now)


def told(tournament: Tournament, now: int = 0) -> list[str]:
    return [type(order.command).__name__ for order in orders(tournament, now)]


@pytest.mark.parametrize(
    ("house", "cite"),
    [
        ("tda-2013", "TDA-2013:7"),
        ("tda-2024", "TDA-2024:8"),
        ("tda-2026", "TDA-2026:9"),
        ("wsop-2026", "TDA-2024:8"),
        ("barge-2026", "TDA-2024:8"),
    ],
)
def test_a_refusal_cites_the_book_of_the_house(house: str, cite: str) -> None:
    tournament = opened("ab.", house=house)
    with pytest.raises(NotDue, match="nobody is waiting for a seat") as found:
        tournament.do(c.SeatAlternates(), 0)
    assert str(found.value.cite) == cite


def test_a_table_is_halted_by_the_rules_of_2024_only_where_players_went_out() -> None:
    """2024 11-D: short by elimination; a table that was never fuller plays on."""
    terms: dict[str, Any] = {"seats": 6, "house": "tda_2024"}
    never = opened("abcdef", "ghi...", **terms)
    count(never, 1)
    count(never, 2)
    assert "Halt" not in told(never)
    out = opened("abcdef", "ghij..", **terms)
    count(out, 1)
    for _ in range(4):
        count(out, 2)
    count(out, 2, g=0, j=2000)  # the dead seat is the next to have a blind
    assert told(out)[-1] == "Halt"
    assert told(opened("abcdef", "ghi...", seats=6, house="tda_2013"))[-1] == "Halt"


def test_players_stay_during_a_round_of_hand_for_hand() -> None:
    """From a table that has played to one that has not, they would play twice in the round."""
    tournament = opened("abcd", "efg.", seats=4)
    tournament.do(c.GoHandForHand(), 0)
    count(tournament, 2, e=0, f=2000)
    assert told(tournament) == []
    count(tournament, 1)
    assert told(tournament) == ["Balance"]


def test_hand_for_hand_in_a_satellite_for_the_last_seat_and_for_the_money_after_it() -> None:
    terms: dict[str, Any] = {"kind": "satellite", "entry": {"buy_in": 60}, "pays": {"seat_price": 100}}
    tournament = opened("abc", "def", **terms)
    assert tournament.prizes() == (100, 100, 100, 60)
    count(tournament, 1, a=0, b=2000)
    order = bubble(tournament)
    assert order is not None and order.command == c.GoHandForHand()  # one more, and the rest is won
    tournament.do(order.command, 0)
    count(tournament, 1, c=0, b=3000)
    count(tournament, 2)
    assert tournament.left == 4 and bubble(tournament) is None  # and one more, and the seats are: it goes on
    count(tournament, 2, d=0, e=2000)
    assert tournament.ended and bubble(tournament) is None


def test_a_satellite_is_over_when_registration_closes_with_a_seat_for_everybody() -> None:
    terms: dict[str, Any] = {"kind": "satellite", "pays": {"seat_price": 100}}
    tournament = opened("ab.", entry={"buy_in": 50, "guarantee": 200, "late_levels": 1}, **terms)
    assert not tournament.ended and told(tournament) == []
    (order,) = orders(tournament, 20 * MINUTE)
    tournament.do(order.command, 20 * MINUTE)
    assert tournament.ended and [line.paid for line in tournament.standings()] == [100, 100]


def test_a_satellite_with_fewer_entries_than_seats_shares_the_rest() -> None:
    terms: dict[str, Any] = {"kind": "satellite", "pays": {"seat_price": 100}}
    tournament = opened("abc", entry={"buy_in": 50, "guarantee": 450, "late_levels": 1}, **terms)
    assert tournament.prizes() == (150, 150, 150) and tournament.seats_won == 3
    (order,) = orders(tournament, 20 * MINUTE)
    assert "each of the 3 players left has a seat, and all share the 150 left over" in order.because
    tournament.do(order.command, 20 * MINUTE)
    assert tournament.ended and [line.paid for line in tournament.standings()] == [150, 150, 150]


def test_a_break_in_hand_for_hand_is_taken_by_the_clock() -> None:
    """The clock stands in it (2024 RP-8), and would stand in the break for ever."""
    tournament = opened("abc", "def", schedule=BREAK, house="tda_2024")
    tournament.do(c.GoHandForHand(), 19 * MINUTE)
    count(tournament, 1, 19 * MINUTE)
    count(tournament, 2, 19 * MINUTE)
    assert tournament.reading(20 * MINUTE).is_break
    assert not tournament.reading(30 * MINUTE).is_break
    tournament.do(c.Race(1), 29 * MINUTE)
    tournament.do(c.Race(2), 29 * MINUTE)
    count(tournament, 1, 30 * MINUTE)


def test_hand_for_hand_takes_no_time_off_a_clock_that_runs() -> None:
    tournament = opened("abc", "def", house="tda_2024")
    tournament.do(c.GoHandForHand(), 0)
    count(tournament, 1)
    count(tournament, 2)
    assert tournament.reading(0).left_ms == 18 * MINUTE
    tournament.do(c.Start(), 0)
    count(tournament, 1)
    count(tournament, 2)
    assert tournament.reading(0).left_ms == 18 * MINUTE


@pytest.mark.parametrize("winners", [("z",), ("b", "z")])
def test_a_bounty_that_nobody_in_the_hand_has_won_is_refused(winners: tuple[str, ...]) -> None:
    tournament = opened("abc", entry={"buy_in": 10, "bounty": 5})
    tournament.do(c.BeginHand(1), 0)
    begun = tournament.tables[1].begun
    assert begun is not None
    stacks = tuple([{"a": 0, "b": 2000}.get(player, 1000) for player in begun.players])
    version = tournament.version
    with pytest.raises(Conflict, match="z was not in hand 1"):
        tournament.do(c.EndHand(1, HandDone(1, stacks, stacks), (("a", winners),)), 0)
    assert tournament.version == version and tournament.stack_of("a") == 1000 and tournament.tables[1].is_hand_on


def test_names_that_cannot_be_written_down_are_refused() -> None:
    tournament = opened("abc")
    for command in (c.Register("\ud800"), c.Penalise("a", 1, why="\ud800"), c.ChangeDeck(1, "\ud800")):
        with pytest.raises(BadNotation, match="UTF-8"):
            tournament.do(command, 0)
    with pytest.raises(BadNotation, match="UTF-8"):
        tournament.do(c.Pause(), 0, by="\udfff")
    assert replay([decode(encode(step)) for step in tournament.log]) == tournament


@pytest.mark.parametrize(
    ("entry", "what"),
    [
        ({"late_levels": 2}, "an entry brings 1025"),
        ({"rebuys": 1, "rebuy_cost": 1, "rebuy_chips": 50, "rebuy_levels": 1}, "a rebuy brings 50"),
        ({"addon_cost": 1, "addon_chips": 75, "addon_item": 1}, "an add-on brings 75"),
    ],
)
def test_late_stacks_can_be_made_of_the_chips_in_play(entry: dict[str, int], what: str) -> None:
    terms = {"name": "late", "game": "nl holdem", "chips": [25, 100, 500], "schedule": BREAK, "stack": 1025}
    assert structure_of(terms).stack == 1025
    with pytest.raises(Conflict, match=what):
        structure_of({**terms, "entry": entry})


def test_a_move_before_the_race_of_a_table_is_refused_with_what_comes_first() -> None:
    tournament = opened("abc", "de.", schedule=BREAK)
    count(tournament, 1, 0, a=975, b=1025)
    tournament.do(c.Race(2), 21 * MINUTE)
    with pytest.raises(NotDue, match="; race off the smaller chips at table"):
        tournament.do(c.MoveTo("a", 2, 2), 21 * MINUTE)
    tournament.do(c.Race(1), 21 * MINUTE)
    tournament.do(c.MoveTo("a", 2, 2), 21 * MINUTE)
    assert tournament.stack_of("a") == 1000


LEAVING: dict[tuple[str, ...], tuple[dict[str, int], ...]] = {
    ("abc", "def", "gh."): ({"a": 975, "b": 2025, "c": 0}, {"d": 975, "e": 2025, "f": 0}, {"g": 975, "h": 1025}),
    ("abcd", "ef.."): ({"a": 975, "b": 1025, "c": 975, "d": 1025}, {"e": 975, "f": 1025}),
    ("abc", "de."): ({"a": 975, "b": 2025, "c": 0}, {"d": 0, "e": 2000}),
}


@pytest.mark.parametrize("tables", LEAVING)
def test_chips_are_raced_off_at_a_table_before_its_players_leave_it(tables: tuple[str, ...]) -> None:
    """A table is broken, one player moves, or all draw, after a new level took small chips out of play in a hand."""
    now = 0
    tournament = opened(*tables, seats=len(tables[0]), schedule=BREAK)

    def do(command: c.AnyCommand, order: Advice | None = None) -> Step:
        step = tournament.do(command, now)
        director.note(step)
        return step

    for number, stacks in enumerate(LEAVING[tables], 1):
        count(tournament, number, **stacks)
    (order, *_) = orders(tournament, now)
    playing = [number for number, table in tournament.tables.items() if table.in_play_here > 1]
    for number in playing:
        tournament.do(c.BeginHand(number), 0)
    director = Director(tournament, do)
    now = 31 * MINUTE
    director.turn(now)
    for number in sorted(playing, key=lambda number: number in order.holds):
        do(c.VoidHand(number))
        director.hand_over(number, now, waited=0)
        assert director.manage(now)
        if number not in order.holds:  # it plays on, with the chips of the new level
            director.prepare(number, now)
            do(c.BeginHand(number))
    moves = [move for move in tournament.moves if move.from_table != move.to_table]
    assert moves and all(tournament.stack_of(move.player) % 100 == 0 for move in moves)


def test_numbers_of_players_are_their_own_after_a_withdrawal() -> None:
    tournament = Tournament(structure_of({"name": "n", "game": "nl holdem", "stack": 100, "chips": [1], "schedule":
                                     [{"blinds": [1, 2], "minutes": 5}]}))  # fmt: skip
    for command in (c.Register("a"), c.Register("b"), c.Withdraw("a"), c.Register("d")):
        tournament.do(command, 0)
    assert [entrant.number for entrant in tournament.entrants.values()] == [2, 3]


def test_everything_can_be_undone_and_done_again() -> None:
    """At every point the log, read back, makes the same event."""
    entry = {"buy_in": 100, "late_levels": 2, "reentries": 1, "bounty": 20, "progressive": True}
    tournament = opened("abc", "def", entry=entry)
    count(tournament, 1, a=0, b=2000)
    tournament.do(c.Reenter("a"), 0)
    tournament.do(c.GoHandForHand(), 0)
    count(tournament, 2, d=0, e=2000)
    tournament.do(c.Penalise("c", 1), 0)
    count(tournament, 1, a=0, c=2000)
    tournament.do(c.GoHandForHand(False), 0)
    tournament.do(c.Disqualify("c"), 0)
    tournament.do(c.End(), 0)
    end, steps = tournament.standings(), len(tournament.effective())
    while len(tournament.effective()) > 1:
        tournament.do(c.Undo("x"), 0)
        assert replay([decode(encode(step)) for step in tournament.log]) == tournament
    with pytest.raises(NotDue):
        tournament.do(c.Undo("x"), 0)
    for _ in range(steps - 1):
        tournament.do(c.Redo("x"), 0)
    assert tournament.standings() == end and tournament.ended
    with pytest.raises(SidepotError):
        tournament.do(c.Redo("x"), 0)


def test_a_player_named_twice_in_a_deal_or_race_is_refused() -> None:
    tournament = opened("abc", schedule=BREAK, entry={"buy_in": 100})
    with pytest.raises(Conflict, match="a player is named twice"):
        tournament.do(c.MakeDeal(amounts=(("a", 100), ("a", 100), ("b", 100), ("c", 100))), 0)
    with pytest.raises(Conflict, match="the chips of a seat are given twice"):
        tournament.do(c.Race(1, ((0, "25x40"), (0, "100x10"))), 21 * MINUTE)
    tournament.do(c.Race(1, ((0, "25x40"), (1, "100x10"))), 21 * MINUTE)


def test_a_field_that_fits_the_final_table_sits_there_from_the_first_hand() -> None:
    """TDA-2013 11: ten at tables of nine are one table of ten, when nobody can come late."""

    def drawn(count: int, late: int = 0, **terms: Any) -> tuple[list[int], list[str]]:
        tournament = opened(players="abcdefghijk"[:count], seats=9, entry={"buy_in": 5, "late_levels": late}, **terms)
        return [len(table.places) for table in tournament.tables.values()], told(tournament)

    assert drawn(10) == ([10], [])
    assert drawn(9) == ([9], [])
    assert drawn(11) == ([6, 5], [])
    assert drawn(10, late=1) == ([5, 5], [])
    assert drawn(10, house="tda_2024") == ([5, 5], [])
    assert drawn(10, house="tda_2024", final=10) == ([10], [])


def test_all_draw_again_once_at_each_number_of_players_that_the_structure_names() -> None:
    tournament = opened("abc", "def", "ghi", "jkl", redraw_at=[9, 6], entry={"buy_in": 5})

    def bust(*players: str) -> list[str]:
        """Each loses all to another at the same table, and then what is to be done is done."""
        for player in players:
            entrant = tournament.entrants[player]
            table = tournament.tables[entrant.table]
            other = next(one for one in table.places if one != player)
            stacks = {player: 0, other: table.places[other].stack + table.places[player].stack}
            tournament.do(c.CountHand(entrant.table, tuple(stacks.items())), 0)
        names = told(tournament)
        while found := orders(tournament, 0):
            for order in found:
                tournament.do(order.command, 0)
        return names

    assert told(tournament) == []
    assert bust("a", "d") == []
    assert bust("g") == ["Redraw"]
    assert len(tournament.tables) == 3
    assert "Redraw" not in bust("b")  # eight are left: all have drawn again at nine
    assert bust("c", "e")[0] == "Redraw"
    assert len(tournament.tables) == 2
    assert sum(isinstance(step.command, c.Redraw) for step in tournament.log) == 2


def test_no_redraw_at_a_number_that_the_field_never_exceeded() -> None:
    assert told(opened("abc", "def", redraw_at=[9, 6], entry={"buy_in": 5})) == []
    assert told(opened("abc", "def", redraw_at=[5], entry={"buy_in": 5})) == []


def test_all_come_together_when_registration_is_closed_and_rebuys_are_sold_no_more() -> None:
    rebuys = {"rebuys": 1, "rebuy_cost": 5, "rebuy_chips": 1000, "rebuy_levels": 1}
    for entry in ({"buy_in": 5, "late_levels": 1}, {"buy_in": 5, "late_levels": 1, **rebuys}):
        tournament = opened("ab.", "cd.", entry=entry)
        assert told(tournament, 20 * MINUTE - 1) == []
        assert told(tournament, 20 * MINUTE) == ["Redraw"]
    assert told(opened("abc", "de.", entry={**rebuys, "buy_in": 5})) == []


def test_a_table_is_broken_in_hand_for_hand_when_nobody_has_an_opponent() -> None:
    tournament = opened("a..", "bcd", entry={"buy_in": 5, "late_levels": 2}, pays={"percents": [50, 30, 20]})
    tournament.do(c.GoHandForHand(), 0)
    count(tournament, 2, b=0, c=0, d=3000)
    assert told(tournament, MINUTE) == ["Break"]


def test_a_player_out_after_a_deal_keeps_the_share_and_so_do_all_below() -> None:
    entry = {"buy_in": 100}
    tournament = opened("abcde", seats=5, entry=entry, pays={"percents": [40, 25, 15, 12, 8]})
    count(tournament, 1, e=0, a=2000)
    count(tournament, 1, d=0, a=3000)
    tournament.do(c.MakeDeal("even", first=10), 0)
    tournament.do(c.Disqualify("b"), 0)
    count(tournament, 1, c=0, a=4000)
    assert {line.player: line.paid for line in tournament.standings()} == {
        "a": 140,
        "c": 130,
        "b": 130,
        "d": 60,
        "e": 40,
    }


def test_all_bounties_are_paid_whatever_happens_to_a_head() -> None:
    """What nobody has won goes to the winner; who was never out keeps their own."""
    entry = {"buy_in": 100, "bounty": 20}
    tournament = opened("abcd", seats=4, entry=entry)
    tournament.do(c.Disqualify("a"), 0)
    count(tournament, 1, b=0, c=2000)
    tournament.do(c.End(), 0)
    assert {line.player: line.bounties for line in tournament.standings()} == {"c": 60, "d": 20, "b": 0, "a": 0}


def test_hand_for_hand_does_not_begin_while_it_is_not_known_how_many_are_paid() -> None:
    tournament = opened("ab.", "cd.", entry={"buy_in": 5, "late_levels": 1}, pays={"percents": [50, 30, 20]})
    assert bubble(tournament) is None and bubble(tournament, 20 * MINUTE - 1) is None
    order = bubble(tournament, 20 * MINUTE)
    assert order is not None and order.command == c.GoHandForHand()


def test_a_break_goes_on_when_hand_for_hand_is_announced_in_it() -> None:
    """2024 RP-8: the clock stands for the hands; a break that stood would never end."""
    levels = [{"blinds": [25, 50], "minutes": 20}, {"break": 5}, {"blinds": [50, 100], "minutes": 20}]
    tournament = opened("ab.", "cd.", house="tda_2024", schedule=levels)
    tournament.do(c.GoHandForHand(), 21 * MINUTE)
    assert tournament.clock.at(24 * MINUTE).is_break and not tournament.clock.at(25 * MINUTE).is_break
    again = opened("ab.", "cd.", house="tda_2024", schedule=levels)
    again.do(c.GoHandForHand(), 19 * MINUTE)
    assert not again.clock.at(60 * MINUTE).is_break and again.clock.at(60 * MINUTE).left_ms == MINUTE


def test_players_without_chips_are_out_when_entry_closes_by_an_order_to_the_director() -> None:
    tournament = opened("abc", entry={"buy_in": 5, "late_levels": 1, "reentries": 1})
    with pytest.raises(NotDue, match="players may still enter"):
        tournament.do(c.CloseEntry(), 0)
    count(tournament, 1, a=0, b=0, c=3000)
    assert (tournament.left, tournament.ended, told(tournament)) == (1, False, [])
    later = 20 * MINUTE
    assert told(tournament, later) == ["CloseEntry"]
    tournament.do(c.CloseEntry(), later)
    assert tournament.ended and tournament.standings()[0].player == "c"


def test_nothing_is_closed_where_nobody_is_without_chips() -> None:
    tournament = opened("abc", entry={"buy_in": 5, "late_levels": 1})
    with pytest.raises(NotDue, match="nobody in the tournament has busted"):
        tournament.do(c.CloseEntry(), 20 * MINUTE)


BIGGER = {"schedule": [LEVELS[0], {"break": 10, "remove": [25]}, {"blinds": [200, 400], "minutes": 20}]}


def test_chips_are_raced_off_before_players_take_them_to_a_table_that_has_raced() -> None:
    """T23: table 1 has raced in the break; a hand of table 2 went on until after it, and then all sit together."""
    tournament = opened("abc", "def", **BIGGER)
    count(tournament, 1, a=0, b=2000)
    count(tournament, 1, b=3000, c=0)
    tournament.do(c.BeginHand(2), 19 * MINUTE)
    tournament.do(c.Race(1), 25 * MINUTE)
    begun = tournament.tables[2].begun
    assert begun is not None
    stacks = tuple([{"d": 1525, "e": 1475, "f": 0}[player] for player in begun.players])
    tournament.do(c.EndHand(2, HandDone(1, stacks, stacks)), 31 * MINUTE)
    assert told(tournament, 31 * MINUTE) == ["Race", "Redraw"]
    for order in orders(tournament, 31 * MINUTE):
        tournament.do(order.command, 31 * MINUTE)
    assert len(tournament.tables) == 1 and sum(map(tournament.stack_of, "bde")) == 6000
