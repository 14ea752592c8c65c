"""What displays, seat pages and the public page are told of a tournament with real chips."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest
from seated_tournaments import seated
from viewed import public, screen, seat, viewed

from sidepot.games.unit import Unit
from sidepot.room.runtime.persons import fill_marks, mark_of
from sidepot.room.views.display import LARGEST, Sale, fitted
from sidepot.room.views.tournament import TournamentView, Views, jump_of
from sidepot.tournament import commands as c
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.presets import PRESETS
from sidepot.tournament.real_tables import stock_of
from sidepot.tournament.schedule import MINUTE, Break, Level
from sidepot.tournament.tournament import Tournament

TURBO = PRESETS["turbo"]


def evening() -> Tournament:
    """Two tables of real chips, a minute after the start."""
    return seated(TURBO, ("abcdef", "ghijkl"), live=True)


def test_a_screen_has_the_clock_and_the_schedule_to_count_on_by() -> None:
    shown = screen(evening(), MINUTE)
    first = TURBO.levels[0]
    assert (shown.clock.level, shown.clock.until, shown.clock.running) == (1, first.ms, True)
    assert (shown.schedule[0].big, shown.schedule[0].ante, shown.more) == (first.stakes[0].blinds, 0, 0)
    assert shown.schedule[0].ms == first.ms and shown.schedule[1].text == shown.clock.next
    assert (shown.left, shown.tables, shown.average) == (12, 2, TURBO.stack)
    assert [one.value for one in shown.chips] == list(TURBO.chips.values)
    assert [(one.number, one.players) for one in shown.places] == [(1, 6), (2, 6)]


def test_the_seats_are_others_when_anybody_sits_elsewhere_or_nowhere() -> None:
    tournament = evening()
    seen = [screen(tournament).seating]
    tournament.do(c.Out("a", by=("b",)), MINUTE)
    seen.append(screen(tournament, MINUTE).seating)
    tournament.do(c.Undo(step=tournament.log[-1].number, only=True), MINUTE)
    assert screen(tournament, MINUTE).seating == seen[0]
    tournament.do(c.Announce("Pizza"), MINUTE)
    assert screen(tournament, MINUTE).seating == seen[0], "the list is not asked for again"
    tournament.do(c.MoveTo("a", 2, 8, "tables are uneven"), MINUTE)
    seen.append(screen(tournament, MINUTE).seating)
    assert len(set(seen)) == 3


def test_in_a_break_the_level_is_the_one_before_it_and_the_next_one_comes() -> None:
    tournament = evening()
    at = next(at for at, item in enumerate(TURBO.schedule) if isinstance(item, Break))
    tournament.do(c.Jump(at), MINUTE)
    shown = screen(tournament, MINUTE)
    levels = sum(isinstance(item, Level) for item in TURBO.schedule[:at])
    assert (shown.phase, shown.clock.is_break, shown.clock.level) == ("break", True, levels)
    assert [one.level for one in shown.schedule[:2]] == [0, levels + 1]
    assert shown.clock.next == shown.schedule[1].text


def test_a_break_says_what_chips_can_be_bought_for() -> None:
    preset = PRESETS["rebuy"]
    entry = msgspec.structs.replace(preset.entry, rebuy_fee=100, addon_fee=200)
    structure = msgspec.structs.replace(preset, entry=entry, money=Unit(2, "EUR"))
    tournament = seated(structure, ("abcdef", "ghijkl"), live=True)
    assert screen(tournament, MINUTE).sales == (Sale("rebuy", 2100, 3000),)
    tournament.do(c.Jump(entry.addon_item), MINUTE)
    shown = screen(tournament, MINUTE)
    assert shown.sales == (Sale("rebuy", 2100, 3000), Sale("addon", 2200, 5000)) and shown.money == Unit(2, "EUR")
    tournament.do(c.Jump(entry.addon_item + 1), MINUTE)
    assert not screen(tournament, MINUTE).sales


def test_an_extra_break_says_how_much_of_the_level_is_left_after_it() -> None:
    tournament = evening()
    tournament.do(c.BreakNow(5 * MINUTE), MINUTE)
    shown = screen(tournament, 2 * MINUTE).clock
    assert (shown.extra, shown.is_break, shown.until, shown.level) == (True, True, 6 * MINUTE, 1)
    assert shown.after == TURBO.levels[0].ms - MINUTE


def test_a_clock_that_stands_has_what_is_left() -> None:
    tournament = evening()
    tournament.do(c.Pause(), MINUTE)
    shown = screen(tournament, 9 * MINUTE).clock
    assert (shown.running, shown.until, shown.left) == (False, 0, TURBO.levels[0].ms - MINUTE)


def test_the_next_jump_is_the_first_place_that_is_paid_more() -> None:
    assert jump_of((100, 50, 50), 9) == (6, 50)
    assert jump_of((100, 50, 50), 3) == (2, 50)
    assert jump_of((100, 50, 50), 1) == (0, 0) == jump_of((), 5)


def test_announcements_and_calls_are_shown_for_a_while() -> None:
    tournament = evening()
    tournament.do(c.Announce("Food is here"), MINUTE)
    tournament.do(c.CallClock("b", 30), MINUTE)
    shown = screen(tournament, MINUTE)
    assert shown.announcement is not None and shown.announcement.text == "Food is here"
    assert shown.called is not None and (shown.called.player, shown.called.until) == ("b", MINUTE + 30_000)
    later = screen(tournament, 30 * MINUTE)
    assert (later.announcement, later.called) == (None, None)


def test_a_player_reads_seat_moves_and_what_can_be_asked() -> None:
    tournament = evening()
    tournament.do(c.MoveTo("b", 2, 7, "too loud"), MINUTE)
    shown = seat(tournament, "b", 2 * MINUTE)
    assert (shown.player, shown.table, shown.seat, shown.chips) == ("b", 2, 8, TURBO.stack)
    (move,) = shown.moves
    assert (move.from_table, move.from_seat, move.table, move.seat, move.at) == (1, 2, 2, 8, 0)
    assert move.because and "floor" in shown.may and "out" in shown.may
    (told,) = shown.screen.moves
    assert (told.player, told.at, told.because) == ("b", MINUTE, "")
    tournament.do(c.Out("b"), 3 * MINUTE)
    if tournament.entrants["b"].status == "busted":
        tournament.do(c.GoOut("b"), 3 * MINUTE)
    gone = seat(tournament, "b", 4 * MINUTE)
    assert (gone.table, gone.place, gone.chips) == (0, 12, 0)


def test_a_rebuy_can_be_asked_for_whatever_the_record_has_of_a_real_stack() -> None:
    """Nobody has told the desk what was lost since: the record may have more than they hold."""
    tournament = seated(PRESETS["rebuy"], ("abcdef", "ghijkl"), live=True)
    tournament.do(c.Out("a", by=("b",)), MINUTE)
    assert tournament.stack_of("b") > tournament.structure.rebuy_below
    assert "rebuy" in seat(tournament, "b", 2 * MINUTE).may


def test_why_it_was_cancelled_is_not_public_where_numbers_are() -> None:
    tournament = evening()
    tournament.do(c.Cancel("Bo is ill"), MINUTE)
    assert public(tournament, MINUTE).screen.why == "Bo is ill"
    assert public(tournament, MINUTE, shows="numbers").screen.why == ""


def test_a_tournament_that_is_over_stays_as_its_last_step_left_it() -> None:
    tournament = evening()
    tournament.do(c.Cancel("the hall closes"), MINUTE)
    shown, later = screen(tournament, 2 * MINUTE), screen(tournament, 300 * MINUTE)
    assert (shown.phase, shown.clock.running, shown.clock.level) == ("called off", False, 1)
    assert later == shown, "nothing is sent again while time passes"


def test_a_view_is_made_once_for_a_step_and_a_second() -> None:
    now = MINUTE
    tournament, views = viewed(evening(), MINUTE).state, Views(lambda: now)
    first = views.of(tournament)
    now += 999
    assert views.of(tournament) is first, "in the same second"
    now += 1
    assert views.of(tournament) is not first, "time has passed"
    now += 500
    last = views.of(tournament, exact=True)
    assert last.at == now and views.of(tournament, exact=True) is last
    tournament.seq += 1
    assert views.of(tournament) is not last, "something happened"
    made: list[int] = []

    def make(view: TournamentView) -> list[int]:
        made.append(view.seq)
        return made

    assert first.once(make) is first.once(make) and made == [first.seq]


def test_the_read_model_has_seats_and_chips_as_the_tournament_has_them() -> None:
    tournament = seated(PRESETS["rebuy"], ("abcdef", "ghijkl"), live=True)
    tournament.do(c.Register("late"), MINUTE)
    tournament.do(c.MoveTo("b", 2, 7, "too loud"), MINUTE)
    tournament.do(c.Out("a", by=("c", "d")), MINUTE)
    tournament.do(c.Out("g"), 2 * MINUTE)  # nobody says who won: all stacks at that table are unknown
    shown = viewed(tournament, 2 * MINUTE).stacks
    assert [*shown] == [one.player for one in tournament.players_in()]
    for player, one in shown.items():
        entrant = tournament.entrants[player]
        place, how = tournament.place_at(entrant), stock_of(tournament, player).how
        assert (one.player, one.chips, one.table) == (player, tournament.chips_of(entrant), entrant.table)
        assert (one.seat, one.how or "known") == (place.seat + 1 if place is not None else 0, how)
    assert {one.how for one in shown.values()} == {"", "estimated", "unknown"}
    assert viewed(Tournament(TURBO, "test", live=True), 0).stacks == {}


def test_the_public_page_has_all_stacks_the_largest_first() -> None:
    tournament = evening()
    tournament.do(c.Out("a", by=("b",)), MINUTE)
    shown = public(tournament, 2 * MINUTE)
    assert shown.stacks[0].player == "b" and len(shown.stacks) == 11 and shown.stacks[0].how == "estimated"


def test_before_the_start_there_are_only_the_entries() -> None:
    tournament = Tournament(TURBO, "test", live=True)
    tournament.do(c.Register("Ann"), 0)
    shown = public(tournament, 0, check_in=True)
    assert (shown.entered, shown.check_in, shown.stacks) == (("Ann",), True, ())
    assert (shown.screen.phase, shown.screen.clock.running, shown.screen.average) == ("registering", False, 0)


@pytest.mark.parametrize("letters", ["x", "ß", "é"])
def test_a_screen_is_four_kilobytes_at_most(letters: str) -> None:
    tournament = Tournament(PRESETS["regular"], "test", live=True)
    for player in range(270):
        tournament.do(c.Register(mark_of(player)), 0)
    tournament.do(c.DrawSeats(), 0)
    named = partial(fill_marks, name=lambda player: f"{letters * 30} {player}")
    shown = screen(tournament, 0, letters * 45, named)
    assert len(named(msgspec.json.encode(shown))) <= LARGEST
    assert shown.left == 270 and shown.schedule and shown.stacks
    assert fitted(shown, named) is shown
    assert len(shown.schedule) + shown.more == len(tournament.structure.schedule)


def test_a_screen_that_fits_is_encoded_once_to_measure_it() -> None:
    sizes: list[int] = []

    def named(data: bytes) -> bytes:
        sizes.append(len(data))
        return data

    screen(evening(), MINUTE, told=named)
    assert len(sizes) == 1 and sizes[0] <= LARGEST


def final_three(kept: int = 0) -> Tournament:
    """Three of six have made a deal: a got b's chips and then c's, so that the deal is by 60, 20 and 20 percent."""
    tournament = seated(msgspec.structs.replace(TURBO, pays=PayTerms(percents=(50, 30, 20))), ("abcdef",), live=True)
    tournament.do(c.Jump(len(TURBO.schedule) - 1), MINUTE)
    for player in "fed":
        tournament.do(c.Out(player, by=("a",)), MINUTE)
    tournament.do(c.MoveTo("c", 1, 7, "he asked"), 2 * MINUTE)
    tournament.do(c.Count((("a", 30_000), ("b", 20_000), ("c", 10_000)), why="counted"), 2 * MINUTE)
    tournament.do(c.MakeDeal("chips", first=kept), 3 * MINUTE)
    return tournament


def test_after_a_deal_all_pages_have_what_was_agreed_and_not_the_table() -> None:
    tournament = final_three(kept=6)
    amounts, pool = tournament.deal.deal.amounts, tournament.pool
    assert sum(amounts) + 6 == pool
    shown = screen(tournament, 4 * MINUTE)
    assert [(one.player, one.amount) for one in shown.deal] == list(zip("abc", amounts, strict=True))
    assert (shown.kept, shown.prizes, shown.jump) == (6, amounts, (2, 6))
    assert screen(final_three(), 4 * MINUTE).jump == (0, 0), "nobody gets more for a better place"


def test_a_tournament_that_is_over_has_what_was_paid() -> None:
    tournament = final_three(kept=6)
    first, *others = tournament.deal.deal.amounts
    for player in "cb":
        tournament.do(c.Out(player, by=("a",)), 5 * MINUTE)
    shown = screen(tournament, 6 * MINUTE)
    assert (shown.phase, shown.prizes, shown.jump) == ("over", (first + 6, *others), (0, 0))
    assert [(one.player, one.place, one.paid) for one in shown.out[:3]] == [
        ("a", 1, first + 6), ("b", 2, others[0]), ("c", 3, others[1]),
    ]  # fmt: skip
    assert (shown.deal, shown.kept, shown.moves) == ((), 0, ()), "old moves are no news any more"
    assert not shown.clock.running and not shown.clock.until
    pages = {player: seat(tournament, player, 6 * MINUTE) for player in "abc"}
    assert [(one.place, one.paid) for one in pages.values()] == [(1, first + 6), (2, others[0]), (3, others[1])]
    assert (
        public(tournament, 6 * MINUTE).screen.prizes == shown.prizes == seat(tournament, "a", 6 * MINUTE).screen.prizes
    )


def test_nothing_is_paid_where_all_money_is_returned() -> None:
    tournament = evening()
    tournament.do(c.Cancel("the hall closes"), MINUTE)
    assert screen(tournament, MINUTE).prizes == ()


def test_all_who_are_paid_are_named_when_it_is_over() -> None:
    percents = (20, 15, 12, 10, 8, 7, 6, 6, 6, 4, 3, 3)
    structure = msgspec.structs.replace(TURBO, pays=PayTerms(percents=percents))
    tournament = seated(structure, ("abcdefgh", "ijklmnop"), live=True)
    tournament.do(
        c.Count(tuple([(one, 500 + 25 * at) for at, one in enumerate("ponmlkjihgfedcba")]), why="yes"), MINUTE
    )
    tournament.do(c.End(), MINUTE)
    assert [one.paid for one in screen(tournament, MINUTE).out] == [*tournament.prizes()]
