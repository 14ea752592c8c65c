"""A cash night, pure: every event balances, a replay makes the same night, and the rules of the floor hold."""

from __future__ import annotations

from typing import Any

import pytest
from cash_nights import GAMES, NAMES, TERMS, Night, at_random, close
from each import each

from sidepot.errors import SidepotError
from sidepot.room.cash import commands as c
from sidepot.room.cash.apply import EFFECTS
from sidepot.room.cash.booking import CHANGES, changes_of
from sidepot.room.cash.closing import open_lines, payments
from sidepot.room.cash.events import AnyFact, decode_event, encode_event
from sidepot.room.cash.machine import HANDLERS, CashNight
from sidepot.room.cash.money import KINDS
from sidepot.room.cash.snapshot import SNAPSHOTS, restore, snapshot_of
from sidepot.room.cash.terms import CashGame, CashTerms
from sidepot.room.store.rows import HOUSE
from sidepot.rules.clauses import plain


def refused(night: Night, command: c.CashCommand, code: str, cite: str = "", minutes: int = 0) -> SidepotError:
    """The refusal of a command, which changes nothing."""
    before = snapshot_of(night.night)
    with pytest.raises(SidepotError) as found:
        night.say(command, minutes)
    assert (found.value.code, str(found.value.cite or "")) == (code, cite), found.value.message
    assert snapshot_of(night.night) == before
    return found.value


def opened(*tables: c.OpenTable, terms: CashTerms = TERMS) -> Night:
    """A night with tables."""
    night = Night(terms)
    for table in tables or (c.OpenTable(1),):
        night.say(table)
    return night


# ---- properties


def test_each_command_fact_and_kind_of_line_has_its_row() -> None:
    assert set(HANDLERS) == set(c.CashCommand.__args__) - {c.Open}
    assert set(EFFECTS) == set(AnyFact.__args__)
    assert set(CHANGES) == set(KINDS)


@each("seed", range(40))
def test_random_nights_balance_and_replay(seed: int) -> None:
    made = at_random(seed, 600)
    night = made.night
    for event in made.log:
        for fact in event.facts:
            line = getattr(fact, "line", None)
            assert line is None or sum(changes_of(line).values()) == 0
    assert sum(night.balance(player) for player in night.accounts) == 0
    rebuilt = CashNight.rebuild("1", [decode_event(encode_event(event)) for event in made.log])
    assert snapshot_of(rebuilt) == snapshot_of(night)
    assert rebuilt.booked == night.booked
    kept = SNAPSHOTS.decode(SNAPSHOTS.encode(snapshot_of(night)))
    assert snapshot_of(restore("1", made.log[0], kept)) == snapshot_of(night)
    check_bounds(night)


def check_bounds(night: CashNight) -> None:
    """Nobody sits twice, and no seat, list or chip is there twice."""
    seats = [(place.table, place.seat) for place in night.seats.values()]
    assert len(set(seats)) == len(seats)
    assert all(place.seat < night.tables[place.table].seats for place in night.seats.values())
    for game, entries in night.lists.items():
        players = [one.player for one in entries]
        assert len(set(players)) == len(players)
        assert not [one for one in players if one in night.seats and night.tables[night.seats[one].table].game == game]
    assert [one.number for one in night.lines] == list(range(1, len(night.lines) + 1))
    assert all(chips > 0 for chips in night.away.values())
    assert sum(one.chips for one in payments(night)) >= 0
    if night.over:
        assert not [one for one in open_lines(night) if one.what != "owed"]


def test_random_nights_reach_every_kind_of_line_and_close_at_nil() -> None:
    nights = [at_random(seed, 1500) for seed in range(12)]
    for made in nights:
        if not made.night.over:
            close(made)
            assert not any(made.night.balance(player) for player in made.night.accounts)
        check_bounds(made.night)
    assert {line.kind for made in nights for line in made.night.lines} == set(KINDS)


def test_a_sum_counted_by_denomination_agrees_with_its_amount() -> None:
    night = opened()
    night.buys("Ann", 1, 100_00)
    refused(night, c.CashOut("Ann", 90_00, ((2500, 4),)), "amounts_do_not_add_up")
    night.say(c.CashOut("Ann", 100_00, ((2500, 4),)))
    assert (night.line().kind, night.line().count, night.line().chips) == ("cash_out", ((2500, 4),), 100_00)


# ---- lists


def test_a_list_calls_in_order_and_each_may_pass() -> None:
    night = opened()
    for name in NAMES[:4]:
        night.say(c.PutOnList(name, 1, going=name != "Ann"))
    night.say(c.CallNext(1))
    assert night.night.called(1) == ["Bo"]
    night.say(c.Pass("Bo", 1))
    night.say(c.CallNext(1))
    assert night.night.called(1) == ["Cy"]
    refused(night, c.Pass("Bo", 1), "not_called")
    night.say(c.Sit("Cy", 1))
    night.say(c.CallNext(1))
    assert night.night.called(1) == ["Bo"]  # who passed keeps the place


def test_a_call_that_runs_out_goes_to_the_end_of_the_list() -> None:
    night = opened()
    for name in NAMES[:3]:
        night.say(c.PutOnList(name, 1))
    night.say(c.CallNext(1))
    assert night.night.alarm() == night.now + TERMS.call_ms
    night.say(c.Tick(), minutes=5)
    assert [one.player for one in night.night.lists[1]] == ["Bo", "Cy", "Ann"]
    assert night.night.alarm() == 0


def test_free_seats_belong_to_those_who_are_called_and_ahead() -> None:
    night = opened(c.OpenTable(1, seats=2))
    for name in NAMES[:3]:
        night.say(c.PutOnList(name, 1))
    night.say(c.CallNext(1))
    night.say(c.CallNext(1))
    refused(night, c.CallNext(1), "no_free_seat")
    assert "Ann is next" in refused(night, c.Sit("Cy", 1), "others_wait").message
    night.say(c.Sit("Bo", 1))
    refused(night, c.Sit("Hal", 1), "others_wait")
    night.say(c.Sit("Ann", 1))
    refused(night, c.Sit("Cy", 1), "no_free_seat")


def test_must_move_players_go_first_in_their_order() -> None:
    night = opened(c.OpenTable(1, seats=2), c.OpenTable(1, seats=4, must_move=1))
    for at, name in enumerate(NAMES[:5]):
        night.now += 1000
        night.buys(name, 1 if at < 2 else 2, 40_00)
    night.say(c.PutOnList("Gus", 1))
    night.say(c.CashOut("Ann", 40_00))
    assert "Cy must move" in refused(night, c.Sit("Gus", 1), "others_wait").message
    refused(night, c.Move("Dee", 1), "others_wait")
    night.say(c.Move("Cy", 1))
    assert night.night.at_table(1) == {0: "Cy", 1: "Bo"}
    night.say(c.Sit("Gus", 2))
    assert night.night.must_move_to(1) == ["Dee", "Eve", "Gus"]


def test_a_table_change_goes_in_the_order_of_asking() -> None:
    night = opened(c.OpenTable(1, seats=2), c.OpenTable(1, seats=4))
    for at, name in enumerate(NAMES[:5]):
        night.buys(name, 1 if at < 2 else 2, 40_00)
    night.say(c.WantTable("Dee", 1))
    night.say(c.CashOut("Ann", 40_00))
    refused(night, c.Move("Cy", 1), "others_wait")
    night.say(c.Move("Dee", 1))
    assert night.night.tables[1].wants == ()


# ---- chips


def test_buy_ins_and_top_ups_have_bounds() -> None:
    night = opened()
    night.say(c.Sit("Ann", 1))
    refused(night, c.Buy("Ann", 30_00), "buy_in_too_small")
    refused(night, c.Buy("Ann", 201_00), "buy_in_too_large")
    night.say(c.Buy("Ann", 100_00))
    refused(night, c.Buy("Ann", 60_00, stack=150_00), "buy_in_too_large")
    night.say(c.Buy("Ann", 50_00, stack=150_00))
    assert [(one.kind, one.chips) for one in night.night.lines] == [("buy_in", 100_00), ("top_up", 50_00)]


def test_going_south_is_refused_with_its_rule() -> None:
    night = opened()
    night.buys("Bo", 1, 200_00)
    night.buys("Ann", 1, 100_00)
    night.say(c.CashOut("Ann", 180_00))
    night.say(c.Sit("Ann", 1), minutes=10)
    refused(night, c.Buy("Ann", 100_00), "rathole", "PG:44")
    night.say(c.Buy("Ann", 180_00))
    night.say(c.Leave("Ann", 180_00))
    night.say(c.Sit("Ann", 1), minutes=10)
    refused(night, c.Buy("Ann", 0, stack=170_00), "rathole", "PG:44")
    refused(night, c.Buy("Ann", 0, stack=190_00), "chips_not_held")
    night.say(c.Buy("Ann", 0, stack=180_00))
    assert not night.night.away
    night.say(c.CashOut("Ann", 180_00))
    night.say(c.Sit("Ann", 1), minutes=31)
    night.say(c.Buy("Ann", 40_00))


def test_who_left_with_more_than_the_largest_buy_in_may_bring_it_all_back() -> None:
    night = opened()
    for name in NAMES[:3]:
        night.buys(name, 1, 200_00)
    night.say(c.Leave("Ann", 350_00))
    night.say(c.Sit("Ann", 1))
    night.say(c.Buy("Ann", 0, stack=350_00))
    refused(night, c.Buy("Ann", 1_00, stack=350_00), "buy_in_too_large")


def test_time_is_charged_once_a_period_and_rake_is_counted() -> None:
    night = opened(c.OpenTable(2), c.OpenTable(1))
    night.buys("Ann", 1, 100_00)
    night.buys("Bo", 1, 100_00)
    night.buys("Cy", 2, 100_00)
    night.say(c.TakeTime(1))
    assert (night.line().chips, night.line().players) == (10_00, 2)
    refused(night, c.TakeTime(1), "paid_already", "PG:45", minutes=5)
    night.say(c.TakeTime(1), minutes=25)
    refused(night, c.TakeTime(2), "no_charge", "PG:45")
    refused(night, c.Drop(1, 100), "no_charge")
    night.say(c.Drop(2, count=((100, 7),)))
    assert night.night.balance(HOUSE, "rake") == 7_00
    assert night.night.in_play == 273_00


# ---- the bank and the books


def test_the_bank_is_counted_and_the_difference_is_named() -> None:
    night = opened()
    night.say(c.FillBank(500_00))
    night.buys("Ann", 1, 100_00)
    night.say(c.Expense(30_00, "pizza"))
    assert night.night.cash == 570_00
    night.say(c.CountBank(570_00))
    assert len(night.night.lines) == 4
    refused(night, c.CountBank(565_00), "no_reason")
    night.say(c.CountBank(565_00, why="five went astray"))
    assert (night.line(-1).kind, night.line().kind, night.line().chips) == ("count", "difference", -5_00)
    assert night.line(-1).expected == 570_00
    assert night.night.cash == 565_00


def test_a_line_is_corrected_by_a_counter_entry_and_only_once() -> None:
    night = opened()
    for name in NAMES[:2]:
        night.buys(name, 1, 100_00)
    night.say(c.CashOut("Ann", 120_00))
    refused(night, c.Correct(3, ""), "no_reason")
    night.say(c.Correct(3, "a stack was counted twice", 100_00))
    counter, right = night.night.lines[3:]
    assert (counter.chips, counter.corrects, right.chips, right.corrects) == (-120_00, 3, 100_00, 0)
    assert night.night.in_play == 100_00 and night.night.cash == 100_00
    assert night.night.gone["Ann"][1].chips == 100_00
    refused(night, c.Correct(3, "again"), "corrected_already")
    refused(night, c.Correct(4, "again"), "corrected_already")
    refused(night, c.Correct(9, "again"), "unknown_line")


def test_a_cash_out_of_the_wrong_player_is_reversed_and_they_have_their_chips() -> None:
    night = opened()
    night.buys("Ann", 1, 100_00)
    night.say(c.CashOut("Ann", 100_00))
    night.say(c.Correct(2, "it was Bo"))
    assert night.night.away == {"Ann": 100_00}
    night.say(c.Sit("Ann", 1))
    night.say(c.Buy("Ann", 0, stack=100_00))


# ---- open stakes


def agreed() -> Night:
    """A table whose players have agreed on markers."""
    night = opened()
    for name in NAMES[:3]:
        night.say(c.Sit(name, 1))
    refused(night, c.Agree(1, "cash", players=NAMES[:2]), "terms_not_accepted", "OS:12")
    night.say(c.Agree(1, "cash, within a week", 7 * 24 * 3_600_000, 10_00, NAMES[:3]))
    for name in NAMES[:3]:
        night.say(c.Buy(name, 100_00))
    return night


def test_markers_need_an_agreement_before_play() -> None:
    night = opened()
    night.buys("Ann", 1, 100_00)
    night.buys("Bo", 1, 100_00)
    refused(night, c.WriteMarker("Ann", "Bo", 50_00, ("Bo",)), "no_agreement", "OS:12")
    refused(night, c.Agree(1, "cash", players=NAMES), "no_agreement", "OS:12")


def test_a_marker_needs_everybody_in_the_pot_unless_it_is_small() -> None:
    night = agreed()
    refused(night, c.WriteMarker("Ann", "Bo", 50_00), "terms_not_accepted", "OS:6")
    refused(night, c.WriteMarker("Ann", "Bo", 50_00, ("Bo",), ("Cy",)), "marker_refused", "OS:7")
    night.say(c.WriteMarker("Ann", "Bo", 50_00, ("Bo", "Cy"), raised=True))
    assert night.line().due == night.now + 7 * 24 * 3_600_000
    night.say(c.WriteMarker("Ann", "Bo", 5_00, refused=("Cy",)))
    assert night.night.balance("Ann") == -55_00
    night.say(c.PayMarker(4, 20_00))
    night.say(c.PayMarker(4))
    refused(night, c.PayMarker(4), "no_debt")
    assert (night.night.balance("Ann"), night.night.balance("Bo")) == (-5_00, 5_00)


def test_who_comes_later_agrees_too_before_a_marker() -> None:
    night = agreed()
    night.buys("Dee", 1, 100_00)
    refused(night, c.WriteMarker("Dee", "Ann", 50_00, ("Ann",)), "no_agreement", "OS:12")
    refused(night, c.WriteMarker("Ann", "Dee", 5_00), "terms_not_accepted", "OS:6")  # she need not accept small ones
    night.say(c.WriteMarker("Ann", "Dee", 50_00, ("Dee",)))
    night.say(c.AgreeToo("Dee"))
    refused(night, c.AgreeToo("Dee"), "no_change")
    night.say(c.WriteMarker("Ann", "Dee", 5_00))
    night.say(c.WriteMarker("Dee", "Ann", 50_00, ("Ann",)))
    assert night.line().due == night.now + 7 * 24 * 3_600_000


def test_a_lender_is_out_of_the_pot() -> None:
    night = agreed()
    refused(night, c.Lend("Ann", "Cy", 50_00, ("Ann", "Cy")), "cannot_lend", "OS:8")
    night.say(c.Lend("Ann", "Cy", 50_00, ("Ann", "Bo")))
    assert night.night.balance("Cy") == 50_00


def test_who_won_less_than_a_buy_in_all_in_takes_no_credit_until_a_full_one() -> None:
    night = agreed()
    night.say(c.Restrict("Ann"))
    refused(night, c.WriteMarker("Ann", "Bo", 50_00, ("Bo",)), "credit_restricted", "OS:4")
    refused(night, c.Buy("Ann", 10_00, stack=20_00), "credit_restricted", "OS:4")
    night.say(c.Buy("Ann", 20_00, stack=20_00))
    night.say(c.WriteMarker("Ann", "Bo", 50_00, ("Bo",)))


# ---- the end


def test_the_end_names_the_line_that_is_open_until_all_is_at_nil() -> None:
    night = agreed()
    night.buys("Dee", 1, 100_00, on_account=True)
    night.say(c.WriteMarker("Ann", "Bo", 30_00, ("Bo",)))
    night.say(c.Drop(1, 8_00))
    assert "Ann still sits" in refused(night, c.End(), "lines_open").message
    for name, chips in (("Ann", 50_00), ("Bo", 150_00), ("Cy", 70_00)):
        night.say(c.CashOut(name, chips))
    night.say(c.Leave("Dee", 121_00))
    assert "Dee still has €121" in refused(night, c.End("later"), "lines_open").message
    night.say(c.CashOut("Dee", 121_00, on_account=True))
    assert next((one.what, one.chips) for one in open_lines(night.night)) == ("missing", 1_00)
    refused(night, c.End("later"), "lines_open")
    night.say(c.MissingChips("one chip went with somebody"))
    assert [(one.what, one.player) for one in open_lines(night.night)] == [
        ("owed", "Ann"), ("owed", "Bo"), ("owed", "Dee"), ("bank", ""),
    ]  # fmt: skip
    assert [str(one) for one in payments(night.night)] == ["Ann pays Bo 3000", "the box pays Dee 2100"]
    night.say(c.Settle("Ann", "Bo", 30_00))
    night.say(c.PayOut("Dee", 21_00))
    night.say(c.EmptyBank())
    assert open_lines(night.night) == []
    night.say(c.End())
    refused(night, c.PutOnList("Ann", 1), "cash_over")


def test_what_people_owe_may_stay_open_with_a_reason() -> None:
    night = opened()
    night.buys("Ann", 1, 100_00, on_account=True)
    night.buys("Bo", 1, 100_00, on_account=True)
    night.say(c.CashOut("Ann", 20_00, on_account=True))
    night.say(c.CashOut("Bo", 180_00, on_account=True))
    refused(night, c.End(), "lines_open")
    assert [str(one) for one in payments(night.night)] == ["Ann pays Bo 8000"]
    night.say(c.End("Ann pays on Monday"))
    assert night.night.balance("Ann") == -80_00


def test_the_books_of_a_night_that_is_over_are_put_right_and_close_at_nil_again() -> None:
    night = opened()
    night.buys("Ann", 1, 100_00)
    night.buys("Bo", 1, 100_00)
    night.say(c.CashOut("Ann", 130_00))
    night.say(c.CashOut("Bo", 70_00))
    night.say(c.End())
    night.say(c.Correct(3, "there were 120", 120_00), minutes=600)
    assert [(one.what, one.chips) for one in open_lines(night.night)] == [("missing", 10_00), ("bank", 10_00)]
    night.say(c.MissingChips("the others have them"))
    night.say(c.Expense(10_00, "pizza, which nobody had recorded"))
    assert open_lines(night.night) == []
    night.say(c.Correct(4, "it was not Bo"))
    assert [(one.what, one.player) for one in open_lines(night.night)] == [("chips", "Bo"), ("bank", "")]
    night.say(c.CashOut("Bo", 70_00))
    assert open_lines(night.night) == [] and night.night.over
    for command in (c.PutOnList("Ann", 1), c.Sit("Ann", 1), c.OpenTable(1), c.Drop(1, 1_00), c.End()):
        refused(night, command, "cash_over")


def test_debts_are_paid_after_the_end() -> None:
    night = agreed()
    night.say(c.WriteMarker("Ann", "Bo", 30_00, ("Bo",)))
    for name in ("Ann", "Bo", "Cy"):
        night.say(c.CashOut(name, 100_00))
    night.say(c.End("the marker is due in a week"))
    [marker] = night.night.markers()
    night.say(c.PayMarker(marker.number), minutes=6 * 24 * 60)
    assert night.night.unpaid(marker) == 0


def test_chips_and_money_that_are_too_few_or_too_many_are_named() -> None:
    night = opened()
    night.buys("Ann", 1, 100_00)
    night.say(c.CashOut("Ann", 100_00))
    night.say(c.Correct(2, "it was more", 110_00))
    assert [plain(one.sentence) for one in open_lines(night.night)] == [
        "€10 more in chips came back than was sold", "€10 are missing in the bank",
    ]  # fmt: skip


def test_the_house_is_no_player() -> None:
    night = opened()
    night.buys("Ann", 1, 100_00)
    night.buys("Bo", 1, 100_00, on_account=True)
    for command in (c.PayIn("", 1_00), c.PayOut("", 1_00), c.Settle("", "Ann", 1_00), c.Settle("Bo", "", 1_00),
                    c.PutOnList("", 1), c.Sit("", 1), c.CashOut("", 1_00)):  # fmt: skip
        refused(night, command, "bad_name")
    night.say(c.Expense(1_00, "pizza"))


# ---- terms and numbers


BAD_TERMS: list[dict[str, Any]] = [
    {"title": ""},
    {"games": ()},
    {"chips": (5, 5)},
    {"call_ms": 0},
    {"games": (CashGame("A", 1),) * 21},
]


@each("bad", BAD_TERMS)
def test_terms_have_bounds(bad: dict[str, Any]) -> None:
    with pytest.raises(SidepotError):
        CashTerms(**{"title": "Friday", "games": GAMES, **bad})


@each("command", [c.Buy("Ann", -1), c.Buy("Ann", 10**13), c.Sit("Ann", 0), c.Sit("Ann", 1, 1000), c.PayIn("Ann", 0)])
def test_numbers_have_bounds(command: c.CashCommand) -> None:
    with pytest.raises(SidepotError):
        opened().say(command)
