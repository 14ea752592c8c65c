"""Whole events between bots: they end, nothing is wrong in them, and whatever goes wrong is found."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from each import each

from sidepot.bots.random_player import random_player
from sidepot.cli.simulate_bots import BOTS
from sidepot.games.catalog import find_game
from sidepot.games.limits import FixedLimit, Limit, NoLimit
from sidepot.games.mixes import single
from sidepot.games.stakes import Stakes
from sidepot.hand.hand import Hand
from sidepot.rules.houses import TDA_2013, TDA_2024
from sidepot.simulation.tournaments import end
from sidepot.simulation.tournaments.place_check import Out, wrong_money, wrong_places
from sidepot.simulation.tournaments.tournament_checks import TournamentChecks
from sidepot.simulation.tournaments.tournament_people import Habits
from sidepot.simulation.tournaments.whole_tournament import TournamentRun
from sidepot.table import blinds, dealing
from sidepot.table.events import HandBegun
from sidepot.tournament import advice, auto_director, balancing, do_hands
from sidepot.tournament import commands as c
from sidepot.tournament import events as e
from sidepot.tournament.builder import build
from sidepot.tournament.cited import RACES
from sidepot.tournament.estimate import estimate
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.positions import Spot, spot
from sidepot.tournament.presets import PRESETS, find_preset
from sidepot.tournament.schedule import MINUTE, Level
from sidepot.tournament.structure import EntryTerms, Structure
from sidepot.tournament.tournament import Step, Tournament, decode, encode, replay

SMALL = {"heads-up": 5, "shoot-out": 21}


def an_event(name: str | Structure, players: int, seed: int, bot: str = "loose", **more: Any) -> TournamentRun:
    structure = find_preset(name) if isinstance(name, str) else name
    rng = Random(seed)
    return TournamentRun(structure, players, seed, [BOTS[bot](rng)], rng=rng, **more)


def found_in(runs: Callable[[int], TournamentRun], says: str, seeds: range = range(1, 13)) -> list[str]:
    """What the first event says in which something of the kind is found."""
    for seed in seeds:
        found = [violation.what for violation in runs(seed).run().violations]
        if any(says in what for what in found):
            return found
    return []


# ---- they end, and all is well


@pytest.mark.long
@each("name", PRESETS)
@each("players", [2, 0])
def test_events_of_every_kind_end_with_everything_in_its_place(name: str, players: int) -> None:
    players = players or SMALL.get(name, 24)
    for seed in (1, 2):
        run = an_event(name, players, seed)
        result = run.run()
        assert result.violations == () and result.is_over
        assert result.chips_issued - result.chips_removed == result.chips_in_play
        assert sum(line.paid for line in result.standings) == result.pool == sum(result.payouts)
        assert sum(line.bounties for line in result.standings) == result.bounties
        assert result.players <= players and len(result.standings) == result.players
        if name == "heads-up" and players == 5:
            assert result.tables > 2


@pytest.mark.long
@pytest.mark.parametrize(("game", "limit"), [("jacks-trips", NoLimit()), ("jacks-or-better", FixedLimit())])
def test_events_of_games_in_which_a_pot_may_wait_end_too(game: str, limit: Limit) -> None:
    """Who is all-in for it is not out, and nobody is moved from its table before it is won (PG-62, PG-81)."""
    all_in = 0
    for seed in (3, 5, 7):
        run = an_event(build(40, 60, mix=single(find_game(game), limit), seats=6), 40, seed, "random")
        assert run.run().violations == ()
        log = [one.event for step in run.tournament.log for one in step.events if isinstance(one, e.AtTable)]
        all_in += sum([0 in one.setup.stacks for one in log if isinstance(one, HandBegun)])
    assert all_in or game != "jacks-trips"


@pytest.mark.long
def test_a_bounty_that_nobody_has_won_goes_to_who_plays_on_for_the_pot() -> None:
    """Who is away and all-in has their hand killed, and goes out in a hand that nobody wins (TDA-2013 29)."""
    schedule = tuple([Level((Stakes(ante=25 << at, small_bet=50 << at, chip=25),), 6 * MINUTE) for at in range(14)])
    mix = single(find_game("jacks-trips"), NoLimit())
    structure = msgspec.structs.replace(find_preset("bounty"), mix=mix, seats=6, schedule=schedule)
    unwon = 0
    for seed in range(1, 7):
        bots = [BOTS["random"](Random(seed)), BOTS["random"](Random(seed + 1))]
        run = TournamentRun(structure, 13, seed, bots, voids=0.01)
        assert run.run().violations == ()
        for step in run.tournament.log:
            paid = any(isinstance(what, e.BountyWon) for what in step.events)
            unwon += paid and isinstance(step.command, c.EndHand) and not any(step.command.done.won)
    assert unwon


@pytest.mark.long
@pytest.mark.parametrize("name", ["regular", "horse", "bounty"])
def test_events_by_the_rules_of_2024_end_too(name: str) -> None:
    structure = msgspec.structs.replace(find_preset(name), rulebook=TDA_2024)
    for seed in range(1, 4):
        assert an_event(structure, 21, seed).run().violations == ()


@pytest.mark.long
def test_no_more_places_are_paid_than_there_are_players() -> None:
    terms = PayTerms(percents=(20, 16, 12, 10, 8, 8, 6, 5, 5, 4, 3, 3))
    structure = msgspec.structs.replace(find_preset("deep"), pays=terms)
    entries = 0
    for seed in range(1, 4):
        result = an_event(structure, 6, seed, habits=Habits(reenters=1.0)).run()
        assert result.violations == () and len(result.payouts) == result.players
        entries = max(entries, result.entries)
    assert entries > 6


def test_the_same_seed_gives_the_same_event_and_another_one_another() -> None:
    logs = []
    for seed in (4, 4, 5):
        run = an_event("regular", 14, seed)
        run.run()
        logs.append([encode(step) for step in run.tournament.log])
    assert logs[0] == logs[1] != logs[2]


@pytest.mark.long
@pytest.mark.parametrize("name", ["rebuy", "horse", "shoot-out"])
def test_the_log_of_an_event_replays_to_the_same_one(name: str) -> None:
    run = an_event(name, 20, 3)
    assert run.run().violations == ()
    assert replay([decode(encode(step)) for step in run.tournament.log]) == run.tournament


@pytest.mark.long
def test_people_come_late_buy_and_enter_again_and_are_away() -> None:
    keen = Habits(late=0.5, rebuys=1.0, reenters=1.0, addons=1.0, pledges=1.0, away=5.0, penalised=3.0)
    seen = set()
    for name in ("rebuy", "regular"):
        for seed in range(1, 4):
            run = an_event(name, 20, seed, habits=keen, voids=0.02)
            assert run.run().violations == ()
            seen |= {type(step.command) for step in run.tournament.log}
    assert {
        c.Register, c.Rebuy, c.AddOn, c.Reenter, c.PayPledge, c.Absent, c.Present, c.Penalise, c.VoidHand, c.Race,
        c.Break, c.Balance, c.Redraw,
    } <= seen  # fmt: skip


@pytest.mark.long
def test_hand_for_hand_begins_before_the_money_and_ends_with_it() -> None:
    terms = PayTerms(percents=(20, 16, 12, 10, 8, 8, 6, 5, 5, 4, 3, 3))
    for rulebook in (TDA_2013, TDA_2024):
        entry = EntryTerms(buy_in=100)  # while registration is open nobody knows how many are paid
        structure = msgspec.structs.replace(find_preset("turbo"), pays=terms, rulebook=rulebook, entry=entry)
        rounds = 0
        for seed in range(1, 6):
            run = an_event(structure, 30, seed)
            assert run.run().violations == ()
            turns = [step.command.on for step in run.tournament.log if isinstance(step.command, c.GoHandForHand)]
            assert turns == [True, False] * (len(turns) // 2) and not run.tournament.hand_for_hand
            rounds += sum(isinstance(one, e.RoundDone) for step in run.tournament.log for one in step.events)
        assert rounds > 2


def test_quiet_habits_cause_no_late_entries_rebuys_or_penalties() -> None:
    quiet = Habits(late=0, rebuys=0, reenters=0, addons=0, pledges=0, away=0, penalised=0)
    run = an_event("rebuy", 12, 1, habits=quiet)
    result = run.run()
    assert result.violations == ()
    assert (result.entries, result.rebuys, result.addons) == (12, 0, 0)
    assert not {c.Absent, c.Penalise} & {type(step.command) for step in run.tournament.log}


def test_hands_are_told_as_they_end_and_so_is_how_far_it_is() -> None:
    told: list[int] = []
    left: list[int] = []
    run = an_event("turbo", 12, 1, on_hand=lambda at, *more: told.append(at), voids=0.0, habits=Habits(late=0))
    result = run.run(lambda one: left.append(one.tournament.left))
    assert len(told) == result.hands == len(left)
    assert left[0] == 12 and left[-1] == 1 and left == sorted(left, reverse=True)
    assert TournamentRun(find_preset("turbo"), ["ann", "bo"], 1, [BOTS["loose"](Random(1))]).run().players == 2


@pytest.mark.long
def test_steady_players_need_about_as_long_as_is_estimated() -> None:
    for name in ("regular", "turbo", "satellite"):
        structure = find_preset(name)
        likely = estimate(structure, 27)
        long = [an_event(structure, 27, seed, "steady").run().clock_ms for seed in (1, 2, 3)]
        assert 0.7 * likely.early_ms < sorted(long)[1] < 1.5 * likely.late_ms


def test_a_steady_player_folds_most_hands() -> None:
    rng = Random(1)
    seen: list[float] = []

    def look(table: int, hand: Hand, begun: Any) -> None:
        if len(begun.players) == 9:
            seen.append(sum(bool(cards) and hand.live >> seat & 1 for seat, cards in enumerate(hand.hole)) / 9)

    run = TournamentRun(find_preset("deep"), 9, 1, [BOTS["steady"](rng)], rng=rng, on_hand=look)
    run.run()
    assert len(seen) > 30
    assert 0.1 < sum(seen) / len(seen) < 0.35
    assert BOTS["steady"](rng).bet is not None and random_player(rng)


# ---- whatever goes wrong is found


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        (c.Balance, "and a player should have been moved"),
        (c.Break, "it should have been broken"),
        (c.Halt, "it should have stopped"),
        (c.Redraw, "should sit down at the final table"),
    ],
)
def test_orders_that_nobody_carries_out_are_missed(monkeypatch: pytest.MonkeyPatch, kind: type, says: str) -> None:
    def without(event: Any, now: int) -> list[advice.Advice]:
        return [order for order in advice.orders(event, now) if not isinstance(order.command, kind)]

    monkeypatch.setattr(auto_director, "orders", without)
    assert found_in(lambda seed: an_event("regular", 40, seed), says)


def test_a_big_blind_twice_running_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = blinds.plan_next

    def again(before: Any, standings: Any, *args: Any, **more: Any) -> Any:
        if before is not None and before.button in {one.seat for one in standings if one.stack}:
            more["first_button"] = before.button
        return real(before, standings, *args, **more)

    monkeypatch.setattr(dealing, "plan_next", again)
    found = found_in(lambda seed: an_event("regular", 9, seed), "has the big blind twice running")
    assert any("P" in what.split(":")[1] for what in found if "twice running" in what)


def test_a_newcomer_between_button_and_small_blind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blinds, "closed_seats", lambda *args, **more: [])
    assert found_in(lambda seed: an_event("regular", 60, seed), "comes in between the button and the small blind")


def test_a_player_moved_into_the_small_blind_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def small(view: Any, rulebook: Any) -> Spot | None:
        spots = [spot(view, seat, rulebook) for seat in view.open_seats]
        return next((one for one in spots if one.is_small), spots[0] if spots else None)

    monkeypatch.setattr(balancing, "worst_seat", small)
    says = "was moved to even the tables out, and has the small blind"
    assert found_in(lambda seed: an_event("regular", 60, seed), says, range(1, 25))


@pytest.mark.parametrize(
    ("name", "says"), [("issued", "were issued"), ("removed", "removed"), ("in_play", "should be in play")]
)
def test_chips_that_are_counted_wrong_are_found(name: str, says: str) -> None:
    run = an_event("turbo", 9, 1)
    run.run()
    checks, tournament = run.checks, run.tournament
    checks.step(Step(500, tournament.at, "", None, ()))
    assert not checks.found
    setattr(tournament, name, getattr(tournament, name) + 25)
    checks.step(Step(500, tournament.at, "", None, ()))
    assert any("chips were issued and" in one.what for one in checks.found)
    assert any("and the tournament has" in one.what for one in checks.found)
    assert any(says in one.what for one in checks.found)


def test_an_event_that_loses_chips_goes_no_further() -> None:
    run = an_event("turbo", 9, 1)

    def spoil(one: TournamentRun) -> None:
        one.tournament.issued += 25 * (one.tournament.hands == 20)

    assert any("were issued" in one.what for one in run.run(spoil).violations)
    assert run.tournament.hands == 20 and not run.tournament.ended


def test_chips_that_move_from_one_stack_to_another_are_found() -> None:
    run = an_event("turbo", 9, 1)
    run.run(lambda one: _steal(one) if one.tournament.hands == 20 else None)
    assert any("is dealt in with" in violation.what for violation in run.checks.found)
    checks = TournamentChecks(run.tournament)
    checks.close()
    assert any("and should have no seat" in violation.what for violation in checks.found)


def _steal(run: TournamentRun) -> None:
    table = next(iter(run.tournament.tables.values()))
    rich, poor = sorted(table.places.values(), key=lambda place: -place.stack)[:2]
    rich.stack -= 1
    poor.stack += 1


def test_places_that_are_wrong_are_found() -> None:
    run = an_event("bounty", 12, 1)
    run.run()
    tournament, outs = run.tournament, run.checks.outs
    standings = list(tournament.standings())
    entrants = tournament.entrants
    assert list(wrong_places(standings, outs, entrants)) == []
    swapped = [*standings[:4], *[msgspec.structs.replace(one, place=9 - one.place) for one in standings[3:5]]]
    assert "standings" in next(wrong_places(swapped, outs, entrants))
    swapped = [*standings[:3], *[msgspec.structs.replace(one, place=9 - one.place) for one in standings[3:5]]]
    swapped += standings[5:]
    assert any("it should be 4" in what for what in wrong_places(swapped, outs, entrants))
    none = [msgspec.structs.replace(standings[0], place=0), *standings[1:]]
    assert "has no place" in next(wrong_places(none, outs, entrants))
    second = [msgspec.structs.replace(standings[0], place=2), *standings[1:]]
    assert "were never put out" in next(wrong_places(second, outs, entrants))


def test_busts_at_two_tables_in_one_round_share_and_in_one_hand_do_not() -> None:
    together = {"ann": Out(7, 1, 500, 3), "bo": Out(8, 2, 90, 3)}
    run = an_event("turbo", 3, 1)
    for name in ("ann", "bo", "cy"):
        run.tournament.do(c.Register(name), 0)
    line = run.tournament.standings()[0]
    places = [
        msgspec.structs.replace(line, player=name, place=place) for name, place in (("cy", 1), ("ann", 2), ("bo", 2))
    ]
    assert list(wrong_places(places, together, run.tournament.entrants)) == []
    apart = {"ann": Out(7, 1, 500, 3), "bo": Out(7, 1, 90, 3)}
    assert list(wrong_places(places, apart, run.tournament.entrants)) == ["bo has place 2, and it should be 3"]


def test_money_that_is_wrong_is_found() -> None:
    run = an_event("bounty", 12, 1)
    run.run()
    tournament, checks = run.tournament, run.checks
    standings = list(tournament.standings())
    money = (checks.collected, checks.fees, checks.bounties)
    assert list(wrong_money(tournament, standings, *money)) == []
    more = [msgspec.structs.replace(standings[0], paid=standings[0].paid + 5), *standings[1:]]
    assert any("is paid" in what and "the pool is" in what for what in wrong_money(tournament, more, *money))
    more = [msgspec.structs.replace(standings[0], bounties=standings[0].bounties + 5), *standings[1:]]
    assert any("was collected for bounties" in what for what in wrong_money(tournament, more, *money))
    assert any("was collected, " in what for what in wrong_money(tournament, standings, 5, *money[1:]))
    turned = [msgspec.structs.replace(a, paid=b.paid) for a, b in ((standings[0], standings[1]), standings[1::-1])]
    said = list(wrong_money(tournament, [*turned, *standings[2:]], *money))
    assert any("more than place 1" in what for what in said) and any("for which there is" in what for what in said)


def test_an_event_that_goes_no_further_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_director, "bubble", lambda event, now: None)
    monkeypatch.setattr(auto_director, "orders", lambda event, now: [])
    run = an_event("shoot-out", 18, 1, habits=Habits(away=0, penalised=0))
    assert any("nothing more happens" in violation.what for violation in run.run().violations)
    assert not run.tournament.ended
    three = an_event("shoot-out", 27, 1, habits=Habits(away=8))  # whose people still come and go
    said = three.run().violations[0].what
    assert "no hand is over for" in said and "3 left at tables" in said
    assert 60 < (three.now - three.watch.moved) / MINUTE < 90


@pytest.mark.parametrize(("name", "says"), [("HANDS", "it does not come to an end"), ("STALE", "nobody has gone out")])
def test_an_event_that_plays_on_for_ever_is_found(monkeypatch: pytest.MonkeyPatch, name: str, says: str) -> None:
    run = an_event("turbo", 9, 1)
    assert run.run().violations == ()
    monkeypatch.setattr(end, name, 0)
    found = an_event("turbo", 9, 1).run()
    assert says in found.violations[0].what and found.hands < run.tournament.hands


def test_blinds_that_are_too_low_for_the_stacks_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(end, "STALE", 100)
    monkeypatch.setattr(auto_director, "longer_schedule", lambda event, now: None)
    deep = find_preset("deep")
    slow = msgspec.structs.replace(deep, schedule=deep.schedule[:1], entry=EntryTerms(buy_in=100), redraw_at=())
    (violation,) = an_event(slow, 2, 1, "steady").run().violations
    assert "in 101 hands nobody has gone out: 60000 chips are in play, and level 1 has bets of 50" in violation.what


def test_hands_that_are_all_called_off_are_no_event() -> None:
    (violation,) = an_event("turbo", 4, 1, voids=1.0).run().violations
    assert "no hand is over for" in violation.what


def test_a_schedule_that_runs_out_is_noted_and_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto_director, "longer_schedule", lambda event, now: None)
    short = msgspec.structs.replace(find_preset("turbo"), schedule=find_preset("turbo").schedule[:5])
    run = an_event(short, 9, 2)
    result = run.run()
    assert result.violations == () and result.is_over and result.level == 4
    (note,) = result.notes
    over = (result.clock_ms - 5 * 6 * MINUTE) // MINUTE
    assert f"last level, 5, went on for {over} minutes after its 6;" in note and over > 0
    assert an_event("turbo", 9, 2).run().notes == ()


def test_a_schedule_that_is_too_short_gets_levels_at_the_start() -> None:
    short = msgspec.structs.replace(find_preset("turbo"), schedule=find_preset("turbo").schedule[:5])
    run = an_event(short, 9, 2)
    result = run.run()
    assert result.violations == () and result.is_over
    assert "added to the schedule, each with twice the bets" in result.notes[0]
    assert len(run.tournament.structure.levels) > 5


def test_a_hand_that_is_dealt_again_in_hand_for_hand_is_of_the_same_round() -> None:
    """RP-8: nobody moves from a table that has played the round to one that has not (10-A: between hands)."""
    terms = PayTerms(percents=(20, 16, 12, 10, 8, 8, 6, 5, 5, 4, 3, 3))
    structure = msgspec.structs.replace(find_preset("turbo"), pays=terms)
    again = 0
    for seed in (7, 9):
        run = an_event(structure, 24, seed, voids=0.3)
        assert run.run().violations == ()
        again += sum(isinstance(step.command, c.VoidHand) for step in run.tournament.log)
    assert again


# ---- the final table


@pytest.mark.long
def test_no_final_table_is_drawn_while_somebody_may_still_come() -> None:
    for rulebook in (TDA_2013, TDA_2024):
        structure = msgspec.structs.replace(find_preset("turbo"), rulebook=rulebook, redraw_at=(16,), seats=6)
        early = late = 0
        for seed in range(1, 7):
            run = an_event(structure, 14, seed, habits=Habits(late=0.6))
            assert run.run().violations == ()
            until = run.people._late_ms()
            for step in run.tournament.log:
                if isinstance(step.command, c.Redraw):
                    assert step.at >= until
                    late += 1
                early += isinstance(step.command, c.Break | c.OpenTable) and step.at < until
        assert early and late


def test_a_final_table_that_is_due_while_registration_is_open_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "may_still_come", lambda event, now: True)
    found = found_in(lambda seed: an_event("turbo", 20, seed), "should sit down at the final table")
    assert found


def test_orders_without_an_end_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = advice.Advice(c.PushDealers(), RACES, "again and again")
    monkeypatch.setattr(auto_director, "orders", lambda event, now: [endless])
    assert "there is no end of orders" in an_event("turbo", 9, 1).run().violations[0].what


def test_a_hand_for_hand_round_is_ranked_even_if_all_draw_again_in_it() -> None:
    run = an_event("bounty", 40, 5, "loose")
    run.rng.seed(5040)
    assert run.run().violations == ()


@pytest.mark.long
def test_a_rebuy_in_a_round_of_hand_for_hand_is_not_ranked_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "may_still_come", lambda event, now: False)  # a director who begins it too early
    terms = PayTerms(percents=(20, 16, 12, 10, 8, 8, 6, 5, 5, 4, 3, 3))
    structure = msgspec.structs.replace(find_preset("rebuy"), pays=terms)
    keen = Habits(rebuys=0.8, pledges=0.0, away=0.0, penalised=0.0)
    bought = 0
    for seed in range(1, 9):
        run = an_event(structure, 26, seed, habits=keen)
        assert run.run().violations == ()
        on = False
        for step in run.tournament.log:
            on = step.command.on if isinstance(step.command, c.GoHandForHand) else on
            bought += on and isinstance(step.command, c.Rebuy)
    assert bought


def test_a_penalised_player_who_waits_behind_the_button_is_no_bar_to_the_hand() -> None:
    assert do_hands._dealt_in(_two_and_one_between()) == ("bo", "ann")


def _two_and_one_between() -> Any:
    run = an_event("turbo", 9, 1)
    from sidepot.table.table import Table

    table = Table(run.tournament.structure.table_rules(0))
    for seat, name in enumerate(("ann", "bo", "cy")):
        table.sit(name, 3 * seat, 5000)
    table.draw_button(0)
    table.start_hand()
    table.void()
    table.leave("cy")
    return table


def test_a_hand_that_is_called_off_leaves_newcomers_as_new_as_they_were() -> None:
    """Who was in a hand that was called off waits like any newcomer where these do, and is dealt in where they are."""
    deep = find_preset("deep")
    dealt = set()
    for seed in range(1, 25):
        tournament = Tournament(msgspec.structs.replace(deep, pays=PayTerms()), f"again/{seed}")
        checks = TournamentChecks(tournament)

        def do(command: Any, tournament: Tournament = tournament, checks: TournamentChecks = checks) -> None:
            checks.step(tournament.do(command, tournament.at + MINUTE))

        for name in ("ann", "bo"):
            do(c.Register(name))
        for command in (c.DrawSeats(), c.Start(), c.CountHand(1, (("ann", 0), ("bo", 60_000)))):
            do(command)
        for command in (c.Register("cy"), c.BeginHand(1), c.Register("di"), c.VoidHand(1)):
            do(command)
        assert tournament.tables[1].places["cy"].new
        do(c.BeginHand(1))
        begun = tournament.tables[1].begun
        assert begun is not None and checks.found == []
        dealt.add(begun.players)
    waiting = [{"bo", "cy", "di"}.difference(players) for players in dealt]
    assert set() in waiting and {"cy"} in waiting
