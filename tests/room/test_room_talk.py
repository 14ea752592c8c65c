"""Talk at a table: who may write when, what waits for the end of a hand, silence, emoji, and what is reported."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from each import each
from live_tournaments import LiveTournament
from room_tables import Led, cash, chance, check_same, fold_records, refused, terms

from sidepot.errors import BadNotation, SidepotError
from sidepot.hand import commands as c
from sidepot.room.table import commands as s
from sidepot.room.table import snapshot as snapshots
from sidepot.room.table.events import TableEvent, TalkLine
from sidepot.room.table.play.chat import AT_MOST, KEPT, PACE, talk_now
from sidepot.room.tournament import commands as events
from sidepot.room.views.player import player_view
from sidepot.room.views.public import event_of, snapshot_of
from sidepot.room.views.schema import Reacted, Snapshot, Threw
from sidepot.rules.houses import CASH, TDA_2013, WSOP_2026
from sidepot.tournament.presets import find_preset

STRICT = CASH.but(talk_in_hand=False)


def strict(hand: bool = True) -> Led:
    """Ann, Bo and Cy at a cash table that keeps to one player to a hand."""
    table = Led(terms(cash(rulebook=STRICT)))
    table.sit("Ann", "Bo", "Cy", waits=False)
    if hand:
        table.deal()
    return table


def told(table: Led, entry: TableEvent) -> list[str]:
    """The texts of the lines that all are told by an entry."""
    found = event_of(table.room, entry).talk
    return [line.text for line in found] if found else []


def read(table: Led) -> list[str]:
    """The texts that somebody reads who comes to the table now."""
    found = msgspec.json.decode(snapshot_of(table.room), type=Snapshot).talk
    return [line.text for line in found] if found else []


def code(table: Led, said: s.TableCommand, by: str, *, staff: bool = False) -> str:
    """The code by which something is refused."""
    return refused(table, said, by, staff=staff).code


def finish(table: Led) -> TableEvent:
    """All fold until the hand is over."""
    while table.room.hand is not None:
        entry = table.act(c.Fold())
    return entry


def test_a_line_is_told_to_all_and_to_those_who_come_later() -> None:
    table = strict(hand=False)
    entry = table.say(s.Talk("Good evening 👋"), "Dot")  # who only looks on
    [line] = event_of(table.room, entry).talk
    assert line == TalkLine(entry.seq, table.now, "Dot", "Good evening 👋")
    assert read(table) == ["Good evening 👋"]
    assert event_of(table.room, entry).log == ()


def test_a_player_in_a_hand_writes_nothing_and_is_told_the_rule() -> None:
    table = strict()
    assert player_view(table.room, "Ann").talk == "in the hand"
    assert code(table, s.Talk("I have aces"), "Ann") == "talk_in_hand"
    assert str(refused(table, s.Talk("I have aces"), "Ann").cite) == "HOUSE:talk_in_hand"
    assert code(table, s.React("👍"), "Ann") == "talk_in_hand"


def test_lines_of_folded_players_and_spectators_wait_for_the_end_of_the_hand() -> None:
    table = strict()
    folds = table.room.to_decide()[0]
    table.act(c.Fold())
    assert player_view(table.room, folds).talk == "held"
    entry = table.say(s.Talk("I had kings"), folds)
    assert told(table, entry) == [] and read(table) == []
    assert event_of(table.room, entry).what == ()
    assert player_view(table.room, folds).held == ("I had kings",)
    assert player_view(table.room, "Dot").held == ()
    assert told(table, table.say(s.Talk("Call them!"), "Dot")) == []
    assert code(table, s.React("👍"), "Dot") == "talk_in_hand"
    last = finish(table)
    assert told(table, last) == ["I had kings", "Call them!"]
    assert read(table) == ["I had kings", "Call them!"]
    assert player_view(table.room, folds).held == ()
    assert player_view(table.room, folds).talk == "at once"


def test_a_player_who_is_all_in_is_still_in_the_hand() -> None:
    table = strict()
    player = table.room.to_decide()[0]
    table.act(c.RaiseTo(table.room.table.places[player].stack))
    assert player_view(table.room, player).talk == "in the hand"


def test_at_a_cash_table_that_says_nothing_all_talk_at_any_time() -> None:
    table = Led(terms())
    table.sit("Ann", "Bo", waits=False)
    table.deal()
    assert told(table, table.say(s.Talk("Call me"), table.room.to_decide()[0])) == ["Call me"]


def test_a_table_out_of_its_stream_has_the_same_talk() -> None:
    table = strict(hand=False)
    table.say(s.Talk("One"), "Dot", account="d1", key="d1/1")
    table.host(s.Silence("Cy"))
    table.deal()
    folds = table.room.to_decide()[0]
    table.act(c.Fold())
    table.say(s.Talk("Two"), folds)
    check_same(table.folded(), table.room)
    finish(table)
    table.say(s.React("🔥", table.room.lines[0].seq), "Bo")
    table.say(s.Report(table.room.lines[0].seq), "Ann")
    for _ in range(4):
        table.deal()
        finish(table)
    check_same(table.folded(), table.room)
    found = fold_records("t1", table.log, chance(9))
    assert [line.text for line in found.lines] == ["One", "Two"]
    assert found.silenced == {"Cy": "Cy"}
    assert [one.line.text for one in found.reports] == ["One"]


def test_a_snapshot_has_the_talk() -> None:
    table = strict(hand=False)
    table.say(s.Talk("One"), "Dot")
    table.play_hand(Random(1))
    image = snapshots.decode(snapshots.encode(table.room))
    found = snapshots.restore("t1", table.log[0], image, table.log[image.first_seq - 1 : image.seq], chance(9))
    check_same(found, table.room)
    assert [line.text for line in found.lines] == ["One"]


def test_a_silenced_player_writes_no_more_and_all_see_it() -> None:
    table = strict(hand=False)
    entry = table.host(s.Silence("Ann"))
    assert event_of(table.room, entry).log == ("Ann is muted by the host",)
    assert player_view(table.room, "Ann").talk == "silenced"
    assert code(table, s.Talk("Hey"), "Ann") == code(table, s.React("👍"), "Ann") == "silenced"
    assert code(table, s.Silence("Ann"), "Host", staff=True) == "silenced_already"
    assert code(table, s.Silence("Nobody"), "Host", staff=True) == "not_at_table"
    assert code(table, s.Silence("Bo"), "Ann") == "host_only"
    table.host(s.Silence("Ann", quiet=False))
    assert told(table, table.say(s.Talk("Thanks"), "Ann")) == ["Thanks"]


def test_silence_holds_for_the_account_under_any_name() -> None:
    table = strict(hand=False)
    table.say(s.Talk("Hey"), "Dot", account="d1", key="d1/1")
    table.host(s.Silence("Dot"))
    with pytest.raises(SidepotError, match="muted"):
        table.say(s.Talk("Hey"), "Dora", account="d1", key="d1/2")
    assert table.say(s.Talk("Hey"), "Dot", account="d2", key="d2/1")


def test_an_emoji_answers_a_line_and_is_taken_back() -> None:
    table = strict(hand=False)
    line = table.say(s.Talk("Nice hand"), "Ann").seq
    entry = table.say(s.React("👏", line), "Bo")
    assert event_of(table.room, entry).talk[0].reactions == {"👏": ("Bo",)}
    table.say(s.React("👏", line), "Cy")
    assert table.room.lines[0].reactions == {"👏": ("Bo", "Cy")}
    table.say(s.React("👏", line), "Bo")
    table.say(s.React("👏", line), "Cy")
    assert table.room.lines[0].reactions == {}
    assert code(table, s.React("👏", line + 99), "Bo") == "no_such_line"


def test_an_emoji_to_the_table_is_shown_once_and_not_kept() -> None:
    table = strict(hand=False)
    entry = table.say(s.React("🔥"), "Bo")
    assert event_of(table.room, entry).what == (Reacted("Bo", "🔥"),)
    assert read(table) == []


def test_a_report_reaches_the_host_alone_with_the_lines_around() -> None:
    table = strict(hand=False)
    for at, text in enumerate(("One", "Two", "Three")):
        table.say(s.Talk(text), ("Ann", "Bo", "Cy")[at])
    bad = table.room.lines[1].seq
    entry = table.say(s.Report(bad), "Cy")
    found = event_of(table.room, entry)
    assert (found.what, found.log, found.talk) == ((), (), msgspec.UNSET)
    [report] = player_view(table.room, "Host", staff=True).reports
    assert (report.by, report.line.text, [one.text for one in report.around]) == ("Cy", "Two", ["One", "Two", "Three"])
    assert player_view(table.room, "Bo").reports == ()
    assert code(table, s.Report(bad), "Cy") == "reported_already"
    assert code(table, s.Report(bad), "Bo") == "no_such_line"  # a line of one's own
    assert code(table, s.DropReport(report.seq), "Cy") == "host_only"
    table.host(s.DropReport(report.seq))
    assert player_view(table.room, "Host", staff=True).reports == ()
    assert code(table, s.DropReport(report.seq), "Host", staff=True) == "no_such_report"


@each("text", ["", "   ", "x" * 301, "two\nlines", "turned \u202e round", "\u200b"])
def test_a_line_of_no_use_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        strict(hand=False).say(s.Talk(text), "Ann")


def test_lines_of_one_person_are_limited() -> None:
    table = strict(hand=False)
    for at in range(AT_MOST):
        table.say(s.Talk(f"Line {at}"), "Ann")
    assert code(table, s.Talk("More"), "Ann") == "too_fast"
    table.say(s.Talk("Others do"), "Bo")
    table.now += PACE
    table.say(s.Talk("More"), "Ann")
    for at in range(KEPT):
        table.now += PACE
        table.say(s.Talk(f"Line {at}"), "Ann")
    assert len(read(table)) == KEPT


def test_at_a_table_that_is_paused_or_over_people_still_talk() -> None:
    table = strict(hand=False)
    table.host(s.Pause())
    table.say(s.Talk("Back at nine"), "Ann")
    table.host(s.Close())
    assert table.room.over
    table.say(s.Talk("Good night"), "Ann")
    assert read(table) == ["Back at nine", "Good night"]


def test_logs_do_not_have_what_was_written() -> None:
    assert "secret" not in repr(s.Talk("secret"))


def test_in_a_tournament_players_in_a_hand_are_silent_but_for_the_last_two_by_wsop() -> None:
    """The hand says how many are left."""
    for book, players, rule in ((TDA_2013, 2, "TDA-2013:59"), (WSOP_2026, 2, ""), (WSOP_2026, 3, "TDA-2024:67")):
        tournament = LiveTournament(msgspec.structs.replace(find_preset("turbo"), rulebook=book), players)
        tournament.say(events.Begin(), by="Host", staff=True)
        while not (tournament.tables and tournament.tables[1].to_decide()[0]):
            assert tournament.step()
        table = tournament.tables[1]
        player = table.to_decide()[0]
        assert talk_now(table, player) == ("in the hand" if rule else "at once")
        if rule:
            with pytest.raises(SidepotError) as silent:
                table.decide(s.Talk("I have aces"), now=tournament.now, by=player)
            assert str(silent.value.cite) == rule, book.name


# ---- things thrown from seat to seat


def test_a_thing_is_thrown_from_one_seat_to_another_and_all_see_it() -> None:
    table = strict(hand=False)
    entry = table.say(s.Throw("🍅", "Bo"), "Ann")
    assert event_of(table.room, entry).what == (Threw("Ann", "🍅", "Bo"),)
    assert event_of(table.room, entry).log == () and read(table) == []
    check_same(table.folded(), table.room)


def test_only_seated_players_throw_and_only_at_others() -> None:
    table = strict(hand=False)
    assert code(table, s.Throw("🌹", "Bo"), "Dot") == "not_at_table"
    assert code(table, s.Throw("🌹", "Dot"), "Ann") == "not_at_table"
    assert code(table, s.Throw("🌹", "Ann"), "Ann") == "not_at_table"


def test_things_have_the_pace_the_rules_and_the_silence_of_talk() -> None:
    table = strict(hand=False)
    for _ in range(6):
        table.say(s.Throw("🎉", "Bo"), "Ann")
    assert code(table, s.Throw("🎉", "Bo"), "Ann") == code(table, s.Talk("Hey"), "Ann") == "too_fast"
    table.host(s.Silence("Bo"))
    assert code(table, s.Throw("🍺", "Ann"), "Bo") == "silenced"
    assert code(strict(), s.Throw("🍺", "Bo"), "Ann") == "talk_in_hand"
