"""What people see of a table of the room: seats, pots, boards, their own cards."""

from __future__ import annotations

import msgspec
from room_scenes import BLINDS, bets, one, own, pots, scene
from room_scripts import NAMES, SPECTATOR
from room_tables import HOLDEM, cash, hand_lines

from sidepot.cards import UNKNOWN, cards
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand import commands as c
from sidepot.hand.due import Due
from sidepot.room.table import commands as s
from sidepot.room.views.public import event_of
from sidepot.rules.houses import CASH
from sidepot.rules.rulebook import Declaration

# ---- the middle of the table


def test_side_pots_stand_apart_while_bets_still_lie_in_front() -> None:
    table = scene(one("holdem", NoLimit(), BLINDS), (40, 300, 300, 300))
    state = table.state
    assert bets(state) == [0, 1, 2, 0] and pots(state) == [] and state.price == 2
    assert (state.button, state.to_act, state.due, state.street) == (0, 3, "act", "pre-flop")
    table.acts(c.Call(), c.RaiseTo(40), c.Fold(), c.Call(), c.Call())
    state = table.state
    assert state.street == "flop" and len(state.boards) == 1 and len(state.boards[0]) == 3
    assert pots(state) == [(121, (0, 2, 3))] and bets(state) == [0, 0, 0, 0]
    assert [seat.hand for seat in state.seats if seat] == ["all-in", "folded", "live", "live"]
    table.acts(c.RaiseTo(50))
    state = table.state
    assert pots(state) == [(121, (0, 2, 3))] and bets(state) == [0, 0, 50, 0] and state.price == 50
    assert state.seats[2] is not None and (state.seats[2].last, state.seats[2].stack) == ("bets 50", 210)
    table.acts(c.Call())
    assert pots(table.state) == [(121, (0, 2, 3)), (100, (2, 3))]
    assert all(seat.last == "" for seat in table.state.seats if seat)  # a new round


def test_dead_money_is_in_the_main_pot_and_a_cap_keeps_chips_out() -> None:
    stakes = Stakes(blinds=(1, 2), ante=2, ante_by=AnteBy.BIG_BLIND)
    table = scene(one("holdem", NoLimit(cap=20), stakes), (100, 100, 100))
    state = table.state
    assert pots(state) == [(2, (0, 1, 2))] and bets(state) == [0, 1, 2]
    assert [seat.stack for seat in state.seats if seat] == [100, 99, 96]
    told = own(table, "Ann").options
    assert told is not None and told.raise_max == 20
    table.acts(c.RaiseTo(20), c.Fold(), c.Call())
    ann = table.state.seats[0]
    assert ann is not None and (ann.stack - ann.won, ann.hand) == (82, "all-in")  # what is over the cap plays no part


def test_boards_and_runs_stand_side_by_side() -> None:
    table = scene(one("double-board-omaha", PotLimit(), BLINDS), (50, 50))
    assert table.state.boards == ((), ())
    table.acts(c.Call(), c.Check())
    assert [len(board) for board in table.state.boards] == [3, 3]
    rules = cash(HOLDEM, stakes=(BLINDS,), rulebook=CASH.but(run_it=3))
    table = scene(rules, (50, 50))
    assert table.state.boards == ()
    table.acts(c.RaiseTo(50), c.Call())
    assert (table.state.due, table.state.runs) == ("run", 0)
    told = own(table, NAMES[table.state.to_act])
    assert told.options is not None and told.options.runs == 3
    table.acts(c.ChooseRuns(2), c.ChooseRuns(3))
    state = table.state
    assert (state.runs, [len(board) for board in state.boards]) == (2, [5, 5])
    assert {"Flop, run 1", "River, run 2"} <= {line.partition(":")[0] for line in hand_lines(table.room)}


# ---- cards


def test_stud_shows_upcards_where_they_lie_and_ones_own_below() -> None:
    #            Bo Cy Ann
    order = "2c3c4c 5d6d7d 8hThJh"
    table = scene(one("stud", FixedLimit()), (100, 100, 100), order)
    seats = table.state.seats
    assert [seat.cards for seat in seats if seat] == [
        (UNKNOWN, UNKNOWN, cards("Jh")[0]),
        (UNKNOWN, UNKNOWN, cards("8h")[0]),
        (UNKNOWN, UNKNOWN, cards("Th")[0]),
    ]
    told = own(table, "Ann")
    assert (told.cards, told.down) == (cards("4c 7d Jh"), 2)
    assert table.state.due == "bring_in" and table.state.to_act == 1
    assert own(table, SPECTATOR).cards == ()


def test_discards_are_only_counted() -> None:
    table = scene(one("five-card-draw", NoLimit(), BLINDS), (100, 100), "2c3c 4c5c 6c7c 8c9c TcJc 2d QdKd")
    table.acts(c.Call(), c.Check())
    who = NAMES[table.state.to_act]
    held = own(table, who).cards
    entry = table.say(s.Act(table.room.clock.turn, c.Discard(held[:2])), who)
    heard = event_of(table.room, entry)
    assert heard.log == (f"{who} draws 2",)
    thrown = next(item for item in msgspec.to_builtins(heard.what) if item["type"] == "discarded")
    assert thrown["cards"] == (UNKNOWN, UNKNOWN)
    seat = heard.state.seats[NAMES.index(who)]
    assert seat is not None and (seat.last, seat.cards) == ("draws 2", (UNKNOWN,) * 5)
    assert own(table, who).cards == (*held[2:], *cards("QdKd"))


def test_closed_hands_are_opened_together() -> None:
    rules = one("stud-high-low", FixedLimit(), rulebook=CASH.but(declaration=Declaration.CHIPS_IN_HAND))
    table = scene(rules, (100, 100))
    while table.state.due != "declare":
        may = table.room.options_of(table.room.to_decide()[0])
        assert may is not None
        table.act(c.BringIn() if may.due is Due.BRING_IN else c.Call() if may.may_call else c.Check())
    who = table.room.to_decide()[0]
    entry = table.say(s.Act(table.room.clock.turn, c.Declare(2)), who)
    heard = event_of(table.room, entry)
    assert heard.log == (f"{who} declares with chips in the closed hand",)
    assert msgspec.to_builtins(heard.what)[0]["ways"] == -1
    other = table.room.to_decide()[0]
    entry = table.say(s.Act(table.room.clock.turn, c.Declare(1)), other)
    assert event_of(table.room, entry).log[1] == f"The hands are opened: {who} low, {other} high"


def test_a_hand_that_is_shown_is_named_until_the_next_one() -> None:
    #        Bo Ann      burn flop     burn turn  burn river
    order = "AcKc AdKd 2c 2h5s5d 3c 9h 4c Jd"
    table = scene(one("holdem", NoLimit(), BLINDS), (80, 50), order)
    assert own(table, "Bo").hand_name == "Pair of aces"
    table.acts(c.RaiseTo(80), c.Call())
    while table.room.hand is not None:
        table.act(c.Show())
    state = table.state
    assert state.phase == "between" and (state.hand, state.street) == (1, "showdown")
    assert state.root == "" and state.link == table.room.link.hex()
    bo, ann = state.seats[1], state.seats[0]
    assert bo is not None and ann is not None
    assert (bo.cards, bo.shown, bo.hand_name, bo.won, bo.stack) == (
        cards("AcAd"), True, "Two pair, aces and fives, jack kicker", 100, 100
    )  # fmt: skip
    assert ann.won == 0 and ann.stack == 30
    table.say(s.Leave(), "Bo")
    gone = table.state.seats[1]
    assert gone is not None and (gone.state, gone.cards, gone.won, gone.stack) == ("gone", cards("AcAd"), 100, 0)
    assert own(table, "Bo").seat == -1
