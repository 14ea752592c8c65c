"""A live tournament and its tables, pure: what is ordered and reported crosses once, whatever is killed meanwhile."""

from __future__ import annotations

import msgspec
import pytest
from each import each
from live_tournaments import LiveTournament

from sidepot.errors import Conflict, SidepotError
from sidepot.room.table import commands as t
from sidepot.room.table.play.tournament import report_of
from sidepot.room.tournament import commands as s
from sidepot.room.tournament import news
from sidepot.room.tournament.machine import RoomTournament
from sidepot.room.tournament.terms import TournamentTerms
from sidepot.room.tournament.unit_of_work import secret_of
from sidepot.room.views.tournament import TournamentView
from sidepot.room.views.tournament_page import own_view
from sidepot.table.commands import ComeBack, SitOut
from sidepot.table.places import State
from sidepot.tournament import commands as c
from sidepot.tournament.auto_director import Director
from sidepot.tournament.mystery import seal
from sidepot.tournament.presets import PRESETS, find_preset


def begun(preset: str = "turbo", players: int = 23, **more: object) -> LiveTournament:
    """A tournament that has begun."""
    tournament = LiveTournament(find_preset(preset), players, **more)  # type: ignore[arg-type]
    tournament.say(s.Begin(), by="Host", staff=True)
    tournament.push()
    return tournament


KINDS = [
    "turbo", "regular", "satellite", "shoot-out", "rebuy", "bounty", "deep", "hyper", "knockout", "mystery",
]  # fmt: skip


@pytest.mark.long
@each("preset", KINDS)
@each("kills", [0.0, 0.03])
def test_it_is_played_to_its_end(preset: str, kills: float) -> None:
    check_to_its_end(preset, kills)


def test_one_with_crashes_is_played_to_its_end() -> None:
    check_to_its_end(KINDS[0], 0.03)


def check_to_its_end(preset: str, kills: float) -> None:
    """Tables and the tournament agree after each order, nobody is in two seats, and the books balance."""
    live = begun(preset, 23, seed=5, kills=kills)
    live.run()
    tournament = live.machine.tournament
    assert tournament.ended and tournament.in_play == tournament.issued - tournament.removed
    assert bool(live.killed) is bool(kills)
    assert sum(line.paid for line in tournament.standings()) == tournament.pool
    books = live.machine.money
    assert sum(books.values()) == 0
    assert all(table.over for table in live.tables.values())
    assert len([move for move in tournament.moves if move.from_table != move.to_table]) == len(
        [one for log in live.logs.values() for entry in log for one in _sent(entry)]
    )


def _sent(entry: bytes) -> list[object]:
    said = msgspec.json.decode(entry)["command"]
    return said.get("sent", []) if said["type"] == "order" else []


def test_the_seed_of_the_draws_does_not_tell_the_envelopes() -> None:
    """The keys come from a secret of their own; a stream of old that has none keeps the seal that was told."""
    terms = TournamentTerms(title="Friday", structure=find_preset("mystery"))
    one, first = RoomTournament.open("1", terms, "seed", now=1, secret="one")
    other, _ = RoomTournament.open("1", terms, "seed", now=1, secret="other")
    old, opened = RoomTournament.open("1", terms, "seed", now=1)
    seals = [tournament.tournament.envelopes.seal for tournament in (one, other, old)]
    assert seals == [seal("one"), seal("other"), seal("seed/envelopes")]
    assert [secret_of(RoomTournament.begin("1", entry)) for entry in (first, opened)] == ["one", "seed/envelopes"]


def test_a_failure_after_a_change_is_reported_without_the_text_of_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """In them there may be a secret: they would stand in logs."""

    def fail(_: object) -> None:
        raise Conflict("the key is 4711")

    tournament = LiveTournament(find_preset("turbo"), 5)
    monkeypatch.setattr(news, "add_news", fail)
    with pytest.raises(RuntimeError) as failed:
        tournament.say(s.Begin(), by="Host", staff=True)
    assert "4711" not in str(failed.value) and "Conflict" in str(failed.value)


def test_reports_are_taken_while_it_stands_still_and_nothing_follows_until_its_staff_let_it_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What went wrong once would go wrong with each report again, and the hands that are on would never be known."""
    tournament = begun(players=4)
    while (report := report_of(tournament.tables[1])) is None or report.done is None:
        tournament.step()
    tournament.say(s.Freeze("a mistake of the room"))
    asked: list[int] = []
    manage = Director.manage
    monkeypatch.setattr(Director, "manage", lambda self, now: asked.append(now) or manage(self, now))
    tournament.say(s.TakeReport(report))
    assert tournament.machine.tournament.hands == 1 and not asked
    tournament.say(s.StartClock("looked at"), by="Host", staff=True)
    assert asked


def test_an_order_is_carried_out_once_and_in_order() -> None:
    tournament = begun(players=10)
    table = tournament.tables[1]
    assert table.at_tournament is not None
    last = table.at_tournament.step
    with pytest.raises(SidepotError) as refused:
        table.decide(t.Order(last, 0), now=tournament.now)
    assert refused.value.code == "done_already"
    with pytest.raises(SidepotError) as refused:
        table.decide(t.Order(last + 9, last + 5), now=tournament.now)
    assert refused.value.code == "order_out_of_order"
    assert table.at_tournament.step == last


def test_a_report_is_taken_once_and_never_for_the_next_hand() -> None:
    tournament = begun(players=4)
    while (report := report_of(tournament.tables[1])) is None or report.done is None:
        tournament.now += 10_000
        tournament.step()
        if tournament.tables[1].to_decide()[0] == "" and tournament.tables[1].hand is not None:
            break
    report = report_of(tournament.tables[1])
    assert report is not None and report.done is not None
    assert tournament.attempt(s.TakeReport(report))
    hands = tournament.machine.tournament.hands
    assert not tournament.attempt(s.TakeReport(report))
    tournament.push()
    while tournament.tables[1].hand is None:
        tournament.step()
    assert not tournament.attempt(s.TakeReport(report)), "that was the hand before"
    assert tournament.machine.tournament.hands == hands


def test_an_absent_player_posts_and_is_killed_until_they_are_back() -> None:
    tournament = begun(players=9)
    player = next(iter(tournament.tables[1].table.places))
    assert tournament.at_table(1, SitOut(), by=player)
    assert not tournament.at_table(1, SitOut(), by=player), "said once"
    tournament.reports()
    tournament.push()
    assert tournament.tables[1].table.places[player].state is State.OUT
    assert tournament.at_table(1, ComeBack(), by=player)
    tournament.reports()
    tournament.push()
    assert tournament.tables[1].table.places[player].state is not State.OUT


def test_a_table_of_a_tournament_takes_no_commands_of_others() -> None:
    tournament = begun(players=9)
    for said in (t.Sit(), t.Close(), t.AddBot("Eve (bot)"), t.AdjustStack("P1", 1, 2, "because")):
        with pytest.raises(SidepotError) as refused:
            tournament.tables[1].decide(said, now=tournament.now, by="Host", staff=True)
        assert refused.value.code == "tournament_orders"


def test_late_entries_get_a_seat_at_once_and_a_taken_back_entry_is_paid_back() -> None:
    tournament = LiveTournament(find_preset("regular"), 12)
    tournament.say(s.TakeBack(), by="P3", account="a3")
    assert tournament.machine.tournament.left == 11
    tournament.say(s.Begin(), by="Host", staff=True)
    tournament.push()
    tournament.say(s.Register(), by="Late", account="late")
    tournament.push()
    seats = [name for table in tournament.tables.values() for name in table.table.places]
    assert "Late" in seats and "P3" not in seats
    assert tournament.machine.money["Late", "entry"] < 0 and ("P3", "entry") not in tournament.machine.money
    with pytest.raises(SidepotError) as refused:
        tournament.say(s.Register(), by="Late", account="late")
    assert refused.value.code == "entered_already"


def test_two_people_of_one_name_are_two_players() -> None:
    tournament = LiveTournament(find_preset("turbo"), 2)
    tournament.say(s.Register(), by="P1", account="another")
    assert list(tournament.machine.tournament.entrants) == ["P1", "P2", "P1 (2)"]
    assert tournament.machine.names["another"] == "P1 (2)"


def test_the_staff_pause_and_go_on_for_a_reason_that_all_read() -> None:
    tournament = begun(players=9)
    with pytest.raises(SidepotError) as refused:
        tournament.say(s.StopClock("fire"), by="P1", account="a1")
    assert refused.value.code == "host_only"
    tournament.say(s.StopClock("the fire alarm"), by="Host", staff=True)
    tournament.push()
    assert tournament.machine.phase == "paused" and not tournament.machine.tournament.clock.running
    assert tournament.machine.alarm() == 0, "no hand begins"
    assert "the fire alarm" in tournament.machine.news[-1].text and tournament.machine.news[-1].by == "Host"
    tournament.say(s.StartClock(), by="Host", staff=True)
    assert tournament.machine.phase == "running" and tournament.machine.alarm()


def test_staff_are_offered_what_they_can_do_now() -> None:
    tournament = LiveTournament(find_preset("turbo"), 4)

    def may() -> set[str]:
        own = own_view(TournamentView(tournament.machine, tournament.now), "", "Host", staff=True)
        return set(own.may) & {"begin", "add_bots", "pause", "go_on"} if own is not None else set()

    assert may() == {"begin", "add_bots"}
    tournament.say(s.Begin(), by="Host", staff=True)
    assert may() == {"pause"}
    tournament.say(s.StopClock("the lamp"), by="Host", staff=True)
    assert may() == {"go_on"}


def test_a_step_that_changed_a_table_cannot_be_undone() -> None:
    tournament = begun(players=9)
    tournament.say(s.Direct(c.AddTime(60_000), "late"), by="Host", staff=True)
    tournament.say(s.Direct(c.Undo(), "it was not"), by="Host", staff=True)
    with pytest.raises(SidepotError) as refused:
        tournament.say(s.Direct(c.Undo(step=2), "all of it"), by="Host", staff=True)
    assert refused.value.code == "not_undone"
    tournament.kill(0)
    tournament.run()


def test_a_table_that_is_paused_begins_no_hand_and_may_be_broken() -> None:
    tournament = begun(players=12)
    while tournament.tables[1].hand is not None or tournament.tables[2].hand is not None:
        tournament.step()
    tournament.push()
    assert tournament.at_table(2, t.Pause(), by="Host", staff=True)
    report = report_of(tournament.tables[2])
    assert report is not None and report.stands
    tournament.say(s.TakeReport(report))
    assert 2 in tournament.machine.stands
    began = dict(tournament.machine.began)
    for _ in range(200):
        if tournament.tables[2].over or not tournament.step():
            break
    assert tournament.machine.began.get(2) == began.get(2), "no hand begins there"


def test_with_too_few_players_it_is_called_off_and_all_have_their_money_back() -> None:
    tournament = LiveTournament(find_preset("turbo"), 1, starts_at=1_700_000_060_000)
    tournament.now = tournament.machine.alarm()
    tournament.say(s.Tick())
    assert tournament.machine.phase == "called off"
    assert not any(tournament.machine.money.values())
    tournament.kill(0)


def test_it_starts_when_it_is_full() -> None:
    structure = find_preset("turbo")
    structure = msgspec.structs.replace(structure, entry=msgspec.structs.replace(structure.entry, most=6))
    tournament = LiveTournament(structure, 6, starts_full=True)
    assert tournament.machine.phase == "running"
    tournament.run()


def test_a_sit_and_go_of_several_tables_starts_when_they_are_full() -> None:
    name = next(name for name, one in PRESETS.items() if one.at_full)
    structure = find_preset(name)
    tournament = LiveTournament(structure, structure.entry.most)
    assert tournament.machine.phase == "running"
    tournament.run()


def test_bots_fill_a_tournament_up_to_its_places_and_no_further() -> None:
    structure = find_preset("turbo")
    structure = msgspec.structs.replace(structure, entry=msgspec.structs.replace(structure.entry, most=6))
    tournament = LiveTournament(structure, 6, fill=9)
    tournament.say(s.Begin(), by="Host", staff=True)
    assert tournament.machine.tournament.left == 6


def test_a_deal_is_made_when_all_agree_with_something_left_to_play_for() -> None:
    live = begun("turbo", 9, seed=2)
    tournament = live.machine.tournament
    while tournament.left > len(tournament.prizes()) or tournament.is_hand_on or live.machine.may_come_back():
        assert live.step()
    left = [one.player for one in live.machine.tournament.players_in()]
    with pytest.raises(SidepotError) as refused:
        live.say(s.OfferDeal("icm"), by=left[0], account=f"a{left[0][1:]}")
    assert refused.value.code == "no_first"
    live.say(s.OfferDeal("icm", first=100), by=left[0], account=f"a{left[0][1:]}")
    while live.machine.offer is not None and not live.machine.offer.figures:
        live.step()
    offer = live.machine.offer
    assert offer is not None and sum(amount for _, amount in offer.figures) + 100 <= live.machine.tournament.pool
    hands = live.machine.tournament.hands
    for player in left[1:]:
        live.say(s.AnswerDeal(offer.number), by=player, account=f"a{player[1:]}")
        live.kill(0)
    assert live.machine.tournament.deal is not None and live.machine.tournament.hands == hands
    live.run()
    paid = {line.player: line.paid for line in live.machine.tournament.standings()}
    assert all(paid[player] >= amount for player, amount in offer.figures)


def test_a_deal_keeps_for_the_winner_what_was_announced() -> None:
    """`pays.deal_keeps` percent of the prizes left, and never less than one unit."""
    structure = find_preset("turbo")
    pays = msgspec.structs.replace(structure.pays, deal_keeps=10)
    live = LiveTournament(msgspec.structs.replace(structure, pays=pays), 9, seed=2)
    live.say(s.Begin(), by="Host", staff=True)
    live.push()
    tournament = live.machine.tournament
    while tournament.left > len(tournament.prizes()) or tournament.is_hand_on or live.machine.may_come_back():
        assert live.step()
    player = next(one.player for one in live.machine.tournament.players_in())
    least = sum(live.machine.tournament.prizes()[: live.machine.tournament.left]) // 10
    least = least // pays.round_to * pays.round_to
    assert least > 100
    with pytest.raises(SidepotError, match=f"at least {least}") as refused:
        live.say(s.OfferDeal("icm", first=least - 1), by=player, account=f"a{player[1:]}")
    assert refused.value.code == "no_first"
    live.say(s.OfferDeal("icm", first=least), by=player, account=f"a{player[1:]}")
    assert live.machine.offer is not None


def test_a_deal_that_one_does_not_want_is_off() -> None:
    live = begun("turbo", 9, seed=2)
    tournament = live.machine.tournament
    while tournament.left > len(tournament.prizes()) or tournament.is_hand_on or live.machine.may_come_back():
        assert live.step()
    left = [one.player for one in live.machine.tournament.players_in()]
    live.say(s.OfferDeal("chips", first=100), by=left[0], account=f"a{left[0][1:]}")
    live.say(s.AnswerDeal(1, False), by=left[1], account=f"a{left[1][1:]}")
    assert live.machine.offer is None
    with pytest.raises(SidepotError) as refused:
        live.say(s.OfferDeal("even", first=100), by=left[0], account=f"a{left[0][1:]}")
    assert refused.value.code == "deal_offered"
    live.run()
