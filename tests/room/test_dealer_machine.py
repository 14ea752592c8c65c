"""The dealer's helper of a table: acts, acts taken back and corrected, results, and the same again from its log."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from dealt_hands import taps, terms_of
from few_examples import examples
from settled_hands import played_out

from sidepot.errors import BadNotation, Conflict, IllegalAction, NotDue, SidepotError
from sidepot.floor.spot_line import read_spot
from sidepot.formats.phh import read_phh
from sidepot.formats.phh_write import write_phh
from sidepot.games.catalog import GAMES, find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.games.mixes import MixGame
from sidepot.games.stakes import AnteBy, Stakes
from sidepot.hand.planning.forced_bets import seat_hand
from sidepot.room.dealer import acts as a
from sidepot.room.dealer import commands as c
from sidepot.room.dealer.history import finished, phh_of
from sidepot.room.dealer.machine import DealerTable
from sidepot.room.dealer.play import Play, spot_of
from sidepot.room.dealer.terms import UNKNOWN_CHIPS, HandTerms, Seated, next_marks
from sidepot.room.dealer.terms import terms_of as terms_at
from sidepot.room.dealer.view import dealt_view
from sidepot.rules.houses import TDA_2024
from sidepot.rules.table_choices import ButtonRule
from sidepot.table.button import Marks

BLINDS = Stakes(blinds=(100, 200), chip=100)
STUD = Stakes(ante=10, bring_in=20, small_bet=50, big_bet=100)


class Followed:
    """A helper whose log is kept."""

    def __init__(self) -> None:
        self.table = DealerTable("5-1", "5", 1)
        self.log: list[c.DealerEvent] = []
        self.do(c.Open("5", 1))

    def do(self, *commands: c.DealerCommand) -> None:
        for command in commands:
            self.log.append(self.table.decide(command, now=len(self.log)))

    def tap(self, *acts: a.AnyAct) -> None:
        self.do(*map(c.Tap, acts))

    def play(self) -> Play:
        """The hand in progress."""
        return self.table.play

    def again(self) -> DealerTable:
        """The helper from its stored log."""
        first, *rest = [c.decode(c.encode(event)) for event in self.log]
        table = DealerTable.begin("5-1", first)
        for event in rest:
            table.apply(event)
        return table


def begun(
    chips: list[int],
    game: str = "holdem",
    limit: Limit | None = None,
    stakes: Stakes = BLINDS,
    button: int | None = None,
) -> c.Begin:
    stacks = [UNKNOWN_CHIPS if one < 0 else one for one in chips]
    setup = seat_hand(game, limit or NoLimit(), stakes, TDA_2024, stacks, button=button, players_left=40)
    return c.Begin(HandTerms(tuple([Seated(at, f"P{at}", one) for at, one in enumerate(chips)]), setup))


@pytest.fixture
def six() -> Followed:
    """Six seats with unknown stacks; seat 5 has the button, seat 2 is first."""
    found = Followed()
    found.do(begun([-1] * 6))
    return found


def test_three_all_ins_make_two_side_pots(six: Followed) -> None:
    six.tap(
        a.RaiseToAct(600), a.AllInAct(1500), a.FoldAct(), a.AllInAct(3000), a.AllInAct(5000), a.FoldAct(), a.CallAct()
    )
    hand = dealt_view(six.table).hand
    assert hand is not None
    assert [(pot.amount, pot.seats) for pot in hand.pots] == [(6200, (0, 2, 3, 5)), (4500, (0, 2, 5)), (4200, (0, 2))]
    assert [seat.seat for seat in hand.seats if seat.all_in] == [0, 3, 5]
    six.tap(a.OrderAct(((3,), (5,), (0,), (2,))))
    assert len(six.table.acts) == 8
    six.do(c.Close())
    assert six.table.last is not None
    results = {one.seat: (one.net, one.chips) for one in six.table.last.results}
    assert results == {0: (-900, 4200), 1: (-200, -1), 2: (-5100, -1), 3: (4700, 6200), 4: (0, -1), 5: (1500, 4500)}


def test_an_all_in_of_an_unknown_stack_asks_for_its_chips(six: Followed) -> None:
    with pytest.raises(Conflict) as refused:
        six.tap(a.AllInAct())
    assert refused.value.code == "stack_not_known"
    six.tap(a.AllInAct(150))  # less than the price: a call
    assert six.table.play.hand.price == 200
    assert dealt_view(six.table).hand.seats[2].all_in  # type: ignore[union-attr]


def test_an_all_in_after_bets_counts_what_was_put_in_before(six: Followed) -> None:
    six.tap(a.RaiseToAct(600), a.FoldAct(), a.FoldAct(), a.FoldAct(), a.FoldAct(), a.RaiseToAct(1800), a.AllInAct(1000))
    assert six.table.play.hand.setup.stacks[2] == 1600
    hand = six.table.play.hand
    assert six.table.play.waits == "showdown"
    assert hand.stacks[1] == UNKNOWN_CHIPS - 1600  # 200 were not called


def test_a_raise_that_reopens_nothing_says_so(six: Followed) -> None:
    six.tap(a.RaiseToAct(600), a.AllInAct(700), a.FoldAct(), a.FoldAct(), a.FoldAct(), a.FoldAct())
    turn = dealt_view(six.table).hand.turn  # type: ignore[union-attr]
    assert turn is not None and turn.seat == 2
    assert (turn.call, turn.least, turn.most) == (100, 0, 0)
    why = next(one for one in turn.why if "raise" in one.about)
    assert why.verdict == "may_not"
    with pytest.raises(IllegalAction):
        six.tap(a.RaiseToAct(2000))
    six.tap(a.CallAct())


def test_who_may_raise_and_why_not(six: Followed) -> None:
    six.tap(a.RaiseToAct(600), a.CallAct(), a.AllInAct(700), a.FoldAct(), a.FoldAct())
    hand = dealt_view(six.table).hand
    assert hand is not None and hand.turn is not None and hand.turn.seat == 1
    assert {seat.seat: seat.may_raise for seat in hand.seats if seat.to_act} == {1: True, 2: False, 3: False}
    why = {seat.seat: seat.why_not_raise for seat in hand.seats if seat.why_not_raise is not None}
    assert set(why) == {2, 3} and all(one.verdict == "may_not" and one.cite for one in why.values())


def test_a_refused_act_changes_nothing(six: Followed) -> None:
    before = msgspec.json.encode(dealt_view(six.table))
    for act in (
        a.CheckAct(),
        a.RaiseToAct(300),
        a.ShowAct(2, "AsKs"),
        a.StreetAct(),
        a.DiscardAct(1),
        a.FoldAct(9),
        a.ProveAct(),
    ):
        with pytest.raises(SidepotError):
            six.tap(act)
        assert msgspec.json.encode(dealt_view(six.table)) == before


def test_bets_stay_in_front_until_the_round_closes(six: Followed) -> None:
    six.tap(a.CallAct(), a.CallAct(), a.CallAct(), a.CallAct(), a.CallAct())
    hand = dealt_view(six.table).hand
    assert hand is not None
    assert [seat.bet for seat in hand.seats] == [200] * 6 and not hand.pots
    six.tap(a.CheckAct())
    view = dealt_view(six.table)
    assert view.phase == "street" and view.hand is not None
    assert [pot.amount for pot in view.hand.pots] == [1200] and not any(seat.bet for seat in view.hand.seats)


def test_the_board_may_be_entered_or_not(six: Followed) -> None:
    six.tap(a.RaiseToAct(600), a.CallAct(), *[a.FoldAct()] * 4)
    with pytest.raises(SidepotError):
        six.tap(a.StreetAct("AsKd"))
    six.tap(
        a.StreetAct("AsKd2c"),
        a.CheckAct(),
        a.CheckAct(),
        a.StreetAct("7h"),
        a.CheckAct(),
        a.CheckAct(),
        a.StreetAct(),
        a.CheckAct(),
        a.CheckAct(),
    )
    six.tap(a.ShowAct(2, "AhQh"))
    assert not six.table.play.is_over  # the river is not known yet, and one hand
    six.tap(a.BoardAct("AsKd2c7h8h"), a.ShowAct(3, "KsQs"))
    assert six.table.play.nets == [-100, -200, 900, -600, 0, 0]


def test_the_seat_whose_open_cards_open_is_tapped() -> None:
    found = Followed()
    found.do(begun([-1] * 5, "stud8", FixedLimit(), STUD))
    view = dealt_view(found.table)
    assert view.phase == "street" and view.hand is not None and view.hand.asks_opener
    found.tap(a.StreetAct(opens=3))
    assert dealt_view(found.table).hand.turn.seat == 3  # type: ignore[union-attr]
    found.tap(a.BringInAct(), a.CallAct(), a.RaiseToAct(50), a.FoldAct(), a.FoldAct(), a.CallAct(), a.CallAct())
    assert dealt_view(found.table).hand.asks_opener  # type: ignore[union-attr]
    with pytest.raises(Conflict):
        found.tap(a.StreetAct(opens=1))  # folded
    found.tap(a.StreetAct(opens=4))
    assert dealt_view(found.table).hand.turn.seat == 4  # type: ignore[union-attr]


def test_a_pair_on_fourth_street_allows_the_double_bet() -> None:
    for pair in (False, True):
        found = Followed()
        begin = begun([-1] * 3, "stud", FixedLimit(), STUD)
        setup = msgspec.structs.replace(begin.terms.setup, rulebook=TDA_2024.but(open_pair_option=True))
        found.do(c.Begin(HandTerms(begin.terms.seats, setup)))
        found.tap(a.StreetAct(opens=0), a.BringInAct(), a.CallAct(), a.CallAct(), a.StreetAct(opens=1, pair=pair))
        turn = dealt_view(found.table).hand.turn  # type: ignore[union-attr]
        assert turn is not None and (turn.least, turn.most, turn.two) == (50, 100 if pair else 50, pair)


def test_an_act_is_taken_back_and_corrected(six: Followed) -> None:
    six.tap(a.RaiseToAct(600))
    at_first = msgspec.json.encode(dealt_view(six.table).hand)
    six.tap(a.CallAct(), a.FoldAct())
    six.do(c.TakeBack(), c.TakeBack())
    assert msgspec.json.encode(dealt_view(six.table).hand) == at_first
    six.tap(a.CallAct(), a.CallAct())
    six.do(c.Correct(1, a.RaiseToAct(800)))
    assert [seat.bet for seat in dealt_view(six.table).hand.seats] == [100, 200, 800, 800, 800, 0]  # type: ignore[union-attr]
    six.tap(a.RaiseToAct(1400))
    with pytest.raises(NotDue) as refused:
        six.do(c.Correct(1, a.RaiseToAct(1300)))
    assert refused.value.code == "acts_do_not_fit" and "act 4" in refused.value.message


def test_a_hand_without_acts_is_taken_back_and_not_counted(six: Followed) -> None:
    six.do(c.TakeBack())
    assert six.table.hands == 0 and six.table.terms is None
    with pytest.raises(NotDue):
        six.do(c.TakeBack())


def test_a_hand_begins_when_the_last_one_was_reported(six: Followed) -> None:
    with pytest.raises(NotDue):
        six.do(begun([-1] * 6))
    with pytest.raises(NotDue):
        six.do(c.Close())
    six.tap(*[a.FoldAct()] * 5)
    six.do(c.Close())
    with pytest.raises(NotDue):
        six.do(begun([-1] * 6))
    assert dealt_view(six.table).phase == "report"
    six.do(c.Report(17))
    six.do(begun([-1] * 6))
    assert six.table.hands == 2 and dealt_view(six.table).step == 17


def test_a_known_id_is_not_carried_out_again(six: Followed) -> None:
    event = six.table.decide(c.Tap(a.CallAct()), now=9, id="tap-1")
    assert six.table.ids == {"tap-1": event.seq}
    with pytest.raises(NotDue):
        six.table.decide(c.Tap(a.CallAct()), now=9, id="tap-1")


def test_a_frozen_helper_resumes_without_its_hand(six: Followed) -> None:
    six.do(c.Freeze("a bug"))
    with pytest.raises(NotDue):
        six.tap(a.CallAct())
    assert dealt_view(six.table).frozen == "a bug"
    six.do(c.Resume())
    assert six.table.terms is None


@pytest.mark.parametrize("name", list(GAMES))
def test_any_hand_is_rebuilt_from_the_log_and_from_any_point_taken_back(name: str) -> None:
    chance = Random(name)
    for seed in range(examples(10)):
        hand = played_out(find_game(name), TDA_2024, seed).hand
        found = Followed()
        found.do(c.Begin(terms_of(hand.setup)))
        total = sum(hand.setup.stacks)
        for act in taps(hand, found.play):
            before = msgspec.json.encode(dealt_view(found.table).hand)
            found.tap(act)
            play = found.table.play
            assert sum(play.nets) + play.hand.betting.pot() + play.hand.carried == hand.setup.carried, total
            if not chance.randrange(4):
                after = msgspec.json.encode(dealt_view(found.table).hand)
                found.do(c.TakeBack())
                assert msgspec.json.encode(dealt_view(found.table).hand) == before
                found.tap(act)
                assert msgspec.json.encode(dealt_view(found.table).hand) == after
        assert msgspec.json.encode(dealt_view(found.again())) == msgspec.json.encode(dealt_view(found.table))


def test_finished_hands_are_hand_histories(six: Followed) -> None:
    six.tap(
        a.RaiseToAct(600), a.AllInAct(1500), a.FoldAct(), a.AllInAct(3000), a.AllInAct(5000), a.FoldAct(), a.CallAct()
    )
    six.tap(
        a.BoardAct("AsKd2c7h8h"), a.ShowAct(3, "AhAd"), a.ShowAct(5, "KsKh"), a.ShowAct(0, "QsQh"), a.ShowAct(2, "JsJh")
    )
    six.do(c.Close(), c.Report(3), begun([5000] * 6))
    six.tap(*[a.FoldAct()] * 5)
    six.do(c.Close())
    first, second = finished(six.log)
    text = write_phh(phh_of(first, 1))
    assert (
        "p1 sm QsQh" in text and "d db AsKd2c" in text and "starting_stacks = [5100, inf, inf, 1500, inf, 3000]" in text
    )
    assert "players = ['P0', 'P1', 'P2', 'P3', 'P4', 'P5']" in text
    assert "finishing_stacks = [4900, 5100, 5000, 5000, 5000, 5000]" in write_phh(phh_of(second, 1))
    assert read_phh(text)


def test_button_and_blinds_move_and_dead_ones_are_not_posted() -> None:
    rule = ButtonRule.DEAD
    marks = next_marks([0, 2, 3, 5], 6, rule, last=None, button=5)
    assert marks == Marks(5, 0, 2)
    assert next_marks([0, 2, 3, 5], 6, rule, last=marks) == Marks(0, 2, 3)
    dead = next_marks([0, 3, 5], 6, rule, last=marks)  # the big blind of seat 2 is gone: its small blind is dead
    assert dead == Marks(0, 2, 3)
    seats = [Seated(0, "P0"), Seated(3, "P3", 4000), Seated(5, "P5")]
    terms = terms_at(seats, dead, MixGame(find_game("holdem"), NoLimit()), BLINDS, TDA_2024)  # type: ignore[arg-type]
    assert [(owed.seat, owed.amount) for owed in terms.setup.owed] == [(1, 200)]
    assert (terms.button, terms.setup.button, terms.setup.stacks) == (0, 0, (UNKNOWN_CHIPS, 4000, UNKNOWN_CHIPS))
    assert next_marks([3, 5], 6, rule, last=dead) == Marks(3, 3, 5)
    assert next_marks([0, 3, 5], 6, rule, last=None, button=4) == Marks(4, 5, 0)
    assert next_marks([0, 3, 5], 6, rule, last=None) is None


def test_the_floor_reads_how_the_betting_stands(six: Followed) -> None:
    six.tap(a.RaiseToAct(600), a.FoldAct(), a.CallAct(), a.FoldAct(), a.RaiseToAct(2000))
    line = "NL 100/200, 6 players: Seat3 600; Seat4 folds; Seat5 calls; Seat6 folds; SB 2000; BB to act"
    assert spot_of(six.table.play) == line
    six.tap(a.FoldAct(), a.CallAct(), a.FoldAct(), a.StreetAct(), a.RaiseToAct(1000))
    assert spot_of(six.table.play) == "NL 100/200, flop pot 4800, 2 players: Seat1 1000; Seat3 to act"


def test_the_floor_reads_the_stacks_at_the_beginning_of_the_round() -> None:
    found = Followed()
    found.do(begun([4000, 150, 9000, -1, 700]))
    line = "NL 100/200, 5 players: Seat3 (9000); Seat4; Seat5 (700); SB (3900); BB posts 150"
    assert spot_of(found.table.play) == f"{line}; Seat3 to act"
    found.tap(a.RaiseToAct(600), a.FoldAct())
    line = f"{line}; Seat3 600; Seat4 folds; Seat5 to act"
    assert spot_of(found.table.play) == line
    assert read_spot(line, TDA_2024).all_in == 700
    found.tap(a.CallAct(), a.CallAct(), a.StreetAct(), a.CheckAct())
    assert spot_of(found.table.play) == (
        "NL 100/200, flop pot 1950, 4 players: Seat1 (3400); Seat3 (8400); Seat5 (100); Seat1 checks; Seat3 to act"
    )


def test_the_floor_reads_antes_of_all_players_and_of_the_big_blind() -> None:
    for by, head in ((AnteBy.ALL, "NL 100/200, ante 25, 3 players"), (AnteBy.BIG_BLIND, "NL 100/200/25, 3 players")):
        found = Followed()
        found.do(begun([4000] * 3, stakes=Stakes(blinds=(100, 200), ante=25, ante_by=by, chip=25)))
        line = spot_of(found.table.play)
        assert line.startswith(f"{head}: Seat3 (") and line.endswith("; Seat3 to act")
        assert read_spot(line, TDA_2024).pot == found.table.play.hand.betting.pot()


def test_the_last_hand_is_reopened_until_the_next_one_begins(six: Followed) -> None:
    six.tap(a.RaiseToAct(600), *[a.FoldAct()] * 5)
    at_the_end = msgspec.json.encode(dealt_view(six.table).hand)
    six.do(c.Close(), c.Report(17))
    assert dealt_view(six.table).reopens
    six.do(c.Reopen())
    assert msgspec.json.encode(dealt_view(six.table).hand) == at_the_end and not list(finished(six.log))
    with pytest.raises(NotDue):
        six.do(c.Reopen())
    six.do(c.TakeBack())
    six.tap(a.CallAct())
    assert six.again().acts == six.table.acts
    six.do(c.CallOff())
    assert six.table.hands == 0 and six.table.button == -1
    six.do(begun([5000] * 6))
    six.tap(*[a.FoldAct()] * 5)
    six.do(c.Close(), c.Report(18), begun([5000] * 6))
    assert not dealt_view(six.table).reopens and len(list(finished(six.log))) == 1
    six.do(c.TakeBack())
    with pytest.raises(NotDue):
        six.do(c.Reopen())


def test_a_board_that_was_run_twice_is_entered_where_the_house_runs_it() -> None:
    for most in (1, 2):
        found = Followed()
        begin = begun([1000, 1000, 1000])
        setup = msgspec.structs.replace(begin.terms.setup, rulebook=TDA_2024.but(run_it=most))
        found.do(c.Begin(HandTerms(begin.terms.seats, setup)))
        found.tap(a.RaiseToAct(400), a.CallAct(), a.FoldAct(), a.StreetAct("AsKd2c"), a.AllInAct(), a.CallAct())
        hand = dealt_view(found.table).hand
        assert hand is not None and hand.runs == most
        twice = a.BoardAct("AsKd2c7h8h / AsKd2cQhQd")
        if most == 1:
            with pytest.raises(Conflict):
                found.tap(twice)
            continue
        with pytest.raises(Conflict):
            found.tap(a.BoardAct("AsKd2c7h8h / AsKd3cQhQd"))
        live = [seat.seat for seat in hand.seats if not seat.folded]
        found.tap(twice, a.ShowAct(live[0], "AhAd"), a.ShowAct(live[1], "QsQc"))
        (pot,) = dealt_view(found.table).hand.pots  # type: ignore[union-attr]
        assert sorted(chips for _, chips in pot.shares) == [1100, 1100]
        found.do(c.Close())
        (ended,) = finished(found.log)
        with pytest.raises(BadNotation):
            phh_of(ended, 1)


def test_the_opener_announces_splitting_openers() -> None:
    found = Followed()
    stakes = Stakes(ante=10, small_bet=50, big_bet=100)
    found.do(begun([-1] * 3, "jacks-or-better", FixedLimit(), stakes))
    found.tap(a.RaiseToAct(50), a.CallAct(), a.FoldAct())
    turns = []
    while (view := dealt_view(found.table)).phase == "draw":
        assert view.hand is not None and view.hand.turn is not None
        turns.append(view.hand.turn.may_split)
        if not view.hand.turn.may_split:
            with pytest.raises(SidepotError):
                found.tap(a.DiscardAct(2, split=True))
        found.tap(a.DiscardAct(2, split=view.hand.turn.may_split))
    assert sorted(turns) == [False, True]
    while dealt_view(found.table).phase == "act":
        found.tap(a.CheckAct())
    hand = dealt_view(found.table).hand
    assert hand is not None and hand.asks_openers and hand.split_openers
    opener = found.play().hand.opener
    found.tap(a.ProveAct(good=False))
    assert found.play().is_over and found.play().nets[opener] == -60


def test_an_odd_chip_goes_by_its_rule(six: Followed) -> None:
    six.tap(a.RaiseToAct(600), a.CallAct(), *[a.FoldAct()] * 4)
    for _ in range(3):
        six.tap(a.StreetAct(), a.CheckAct(), a.CheckAct())
    six.tap(a.OrderAct(((2, 3),)))
    (pot,) = dealt_view(six.table).hand.pots  # type: ignore[union-attr]
    assert (pot.amount, dict(pot.shares)) == (1500, {2: 800, 3: 700})  # seat 2 is first left of the button
    assert any("odd" in why.text and why.cites for why in pot.why)
