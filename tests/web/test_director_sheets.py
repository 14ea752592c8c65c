"""Paper for a live tournament: every sheet is made, has what it must, and trusts no name."""

from __future__ import annotations

import pytest
from needs import SERVE

pytest.importorskip("litestar", reason=SERVE.reason)

import msgspec
from director_scenes import NAMES, START, evening
from seated_tournaments import seated
from viewed import viewed

from sidepot.games.unit import Unit
from sidepot.room.tournament.acts import words_of
from sidepot.rules.houses import HOUSES
from sidepot.rules.meanings import house_title
from sidepot.tournament import commands as c
from sidepot.tournament.payouts import PayTerms
from sidepot.tournament.presets import PRESETS
from sidepot.tournament.schedule import MINUTE, Break
from sidepot.tournament.tournament import Tournament
from sidepot.web.director import sheets as of_seats
from sidepot.web.director.money import money_of
from sidepot.web.director.schemas import AmountLine, HistoryLine, MoneyLine, MoneyView, house_lines
from sidepot.web.director.sheet import Sheet
from sidepot.web.print.html import Markup, joined, page, tag

NOW = START + 5 * MINUTE


def sheet(tournament: Tournament, at: int = NOW) -> Sheet:
    return Sheet(tournament, "Friday & co", at, str, str, lambda player: Markup(f"<svg data-of='{len(player)}'></svg>"))


def test_a_text_is_escaped_where_it_is_put_in() -> None:
    told = page("<b>", "Seat slips", tag("p", "<script>", title='"'), "80mm")
    assert "<script>" not in told.replace('<script type="module"', "") and "&lt;b&gt;" in told
    assert 'title="&quot;"' in told and "/static/paper/80mm.css" in told
    assert joined(["a", None, Markup("<br>")]) == "a<br>"


def test_each_seated_player_has_a_slip_with_a_code() -> None:
    tournament = evening()
    told = joined(of_seats.slips(sheet(tournament)))
    assert told.count('<article class="slip">') == 26 == told.count("<svg")
    assert "Maximilian Oberhofer" in told and "10,000" in told and "Friday &amp; co" in told


def test_seats_are_listed_by_name_and_by_table() -> None:
    tournament = evening()
    by_name = joined(of_seats.seats_by_name(sheet(tournament)))
    assert by_name.index("<td>Ann<") < by_name.index("<td>Bo<") < by_name.index("<td>Zoe<")
    by_table = joined(of_seats.seats_by_table(sheet(tournament)))
    assert [by_table.count(f"Table {number}") for number in (1, 2, 3)] == [1, 1, 1]
    assert by_table.count("<tr>") == 3 * 10, "each seat has a row, an empty one too"


def test_a_table_has_its_name_on_paper() -> None:
    tournament = evening()
    tournament.do(c.NameTable(1, "Rio & Co"), NOW)
    at_one = len(tournament.tables[1].places)
    slips, breaks = (joined(one(sheet(tournament))) for one in (of_seats.slips, of_seats.breaks))
    assert slips.count("<em>Rio &amp; Co</em>") == at_one and "<strong>1</strong>" in slips
    assert "Rio &amp; Co" in breaks, "Ann was moved there"
    assert joined(of_seats.seats_by_name(sheet(tournament))).count("<td>1 (Rio &amp; Co)</td>") == at_one
    by_table = joined(of_seats.seats_by_table(sheet(tournament)))
    assert "Table 1 (Rio &amp; Co)</span></h2>" in by_table and "Table 2</span></h2>" in by_table
    assert "Table 1 (Rio &amp; Co)" in joined(of_seats.race(sheet(tournament)))


def test_the_schedule_has_levels_breaks_and_terms() -> None:
    told = joined(of_seats.schedule(sheet(evening())))
    assert "25 / 50" in told and "200 / 400, big blind ante 400" in told
    assert "chips of 25 leave play" in told and "▶ 1" in told
    assert "Late registration" in told and ">25</span> <span>green<" in told


def test_the_hours_of_a_schedule_with_half_minutes_add_up() -> None:
    structure = PRESETS["regular"]
    short = [msgspec.structs.replace(item, ms=MINUTE * 5 // 2) for item in structure.schedule]
    tournament = Tournament(msgspec.structs.replace(structure, schedule=tuple(short)), "friday", at=START, live=True)
    told = joined(of_seats.schedule(sheet(tournament, START)))
    hours, minutes = divmod((len(short) - 1) * 5 // 2, 60)
    assert told.count("<td>2.5</td>") == len(short) and f"<td>{hours}:{minutes:02}</td>" in told


def test_the_schedule_says_where_the_house_differs_from_the_book() -> None:
    structure = msgspec.structs.replace(PRESETS["regular"], rulebook=HOUSES["home"])
    told = joined(of_seats.schedule(sheet(Tournament(structure, "friday", at=START, live=True))))
    assert "differs from the book" in told and house_title(HOUSES["home"]) in told
    assert told.count("<li>") == len(house_lines(HOUSES["home"])) > 5
    assert "differs" not in joined(of_seats.schedule(sheet(evening())))


def test_a_race_sheet_is_a_form_for_each_table() -> None:
    tournament = evening()
    told = joined(of_seats.race(sheet(tournament)))
    assert told.count("Odd chips") == 3 and "raced for chips of 100" in told and "100</span>: ______" in told
    at = next(at for at, item in enumerate(tournament.structure.schedule) if isinstance(item, Break) and item.remove)
    tournament.do(c.Jump(at), NOW)
    table = min(tournament.tables)
    tournament.do(
        c.Race(table, odd=tuple([(place.seat, 0) for place in tournament.tables[table].places.values()])), NOW
    )
    assert "chips of 25 raced off" in joined(of_seats.race(sheet(tournament)))
    assert words_of(tournament.log[-1]).endswith("nobody gets a chip")
    assert "0 of 25" not in joined(of_seats.race(sheet(tournament)))


def test_it_is_told_at_once_who_wins_a_race() -> None:
    tournament = evening()
    at = next(at for at, item in enumerate(tournament.structure.schedule) if isinstance(item, Break) and item.remove)
    tournament.do(c.Jump(at), NOW)
    table = min(tournament.tables)
    first, second = sorted(place.seat for place in tournament.tables[table].places.values())[:2]
    tournament.do(c.Race(table, odd=((first, 2), (second, 2)), cards=((first, "2c3c"), (second, "AsKd"))), NOW)
    assert words_of(tournament.log[-1]).endswith(f": seat {second + 1} gets a chip of 100")


def test_it_is_told_at_once_what_late_chips_are_exchanged_for() -> None:
    tournament = evening()
    at = next(at for at, item in enumerate(tournament.structure.schedule) if isinstance(item, Break) and item.remove)
    tournament.do(c.Jump(at), NOW)
    table = min(tournament.tables)
    tournament.do(
        c.Race(table, odd=tuple([(place.seat, 0) for place in tournament.tables[table].places.values()])), NOW
    )
    first, second, *_ = tournament.tables[table].places
    for player, chips, told in ((first, "25x27", "600 exchanged, 75 removed"), (second, "25x24", "600 exchanged")):
        tournament.do(c.LateChips(player, chips), NOW)
        assert words_of(tournament.log[-1]) == f"Late chips of {player}: {told}"
    tournament.do(c.Count(((second, 100),)), NOW)
    tournament.do(c.LateChips(second, "25x3"), NOW)
    assert words_of(tournament.log[-1]).endswith("75 removed, and a chip of 100 to stay in")


def test_a_moved_player_has_a_slip_with_the_reason() -> None:
    told = joined(of_seats.breaks(sheet(evening())))
    assert told.count("<article") == 1 and ">Ann<" in told and "tables are uneven" in told
    assert "Nobody has been moved" in joined(of_seats.breaks(sheet(evening(8))))


def test_all_who_have_entered_sign_in() -> None:
    told = joined(of_seats.sign_in(sheet(evening())))
    assert all(f">{name}<" in told for name in NAMES)
    empty = Tournament(evening(8).structure, "x", at=START, live=True)
    assert joined(of_seats.sign_in(sheet(empty, START))).count("<tr>") == 1 + of_seats.BLANK
    assert "draw seats first" in joined(of_seats.slips(sheet(empty, START)))


def money(tournament: Tournament) -> MoneyView:
    lines = [MoneyLine(player, 5500, 0, 0, 0) for player in tournament.entrants]
    deals = {"icm": [("Ann", 20_000), ("Bo", 15_000)]}
    fees = [AmountLine("Fees", 500)]
    return MoneyView(135_000, tournament.prizes(), lines=fees, players=lines, deals=deals, made=[])


def test_money_is_put_on_paper() -> None:
    tournament = evening()
    told = joined(of_seats.deal(sheet(tournament), money(tournament)))
    assert "ICM" in told and "20,000" in told and "Signature" in told
    made = msgspec.structs.replace(money(tournament), made=[("Ann", 20_000), ("Bo", 15_000)])
    signed = joined(of_seats.deal(sheet(tournament), made))
    assert "We have agreed" in signed and 'class="form deal"' in signed and of_seats.clock_time(NOW) in signed
    kept = joined(of_seats.deal(sheet(tournament), msgspec.structs.replace(made, kept=500)))
    assert (
        "Left for the winner" in kept
        and ">500<" in kept
        and "Left for" not in joined(of_seats.deal(sheet(tournament), made))
    )
    uncounted = msgspec.structs.replace(money(tournament), uncounted=["Bo", "Cy"])
    assert "not known: Bo, Cy" in joined(of_seats.deal(sheet(tournament), uncounted))
    told = joined(of_seats.receipts(sheet(tournament), money(tournament)))
    assert told.count("<article") == 27 and "5,500 (1 x entry)" in told
    lines = [HistoryLine(2, NOW, "Eve", "<Ann> is out", undone=True, why="told twice")]
    told = joined(of_seats.archive(sheet(tournament), money(tournament), lines))
    assert "&lt;Ann&gt; is out</span></s>" in told and "told twice" in told and "Schedule" in told and "135,000" in told


def test_paper_has_money_with_its_currency() -> None:
    entry = msgspec.structs.replace(
        PRESETS["turbo"].entry, rebuys=-1, rebuy_cost=1050, rebuy_fee=50, rebuy_chips=5000, rebuy_levels=4
    )
    structure = msgspec.structs.replace(PRESETS["turbo"], entry=entry, money=Unit(2, "EUR"))
    tournament = seated(structure, ("abc",), live=True)
    money = money_of(viewed(tournament, MINUTE))
    assert "\N{EURO SIGN}22 (1 x entry)" in joined(of_seats.receipts(sheet(tournament), money))
    assert "\N{EURO SIGN}60" in joined(of_seats.archive(sheet(tournament), money, []))
    schedule = joined(of_seats.schedule(sheet(tournament)))
    assert "\N{EURO SIGN}20 + \N{EURO SIGN}2 fee" in schedule
    assert "\N{EURO SIGN}10.50 + \N{EURO SIGN}0.50 fee for 5,000" in schedule


def test_the_deal_sheet_has_what_is_kept_for_the_winner() -> None:
    structure = msgspec.structs.replace(PRESETS["turbo"], pays=PayTerms(percents=(50, 30, 20)))
    tournament = seated(structure, ("abc",), live=True)
    tournament.do(c.Count((("a", 30_000), ("b", 20_000), ("c", 10_000)), why="counted"), MINUTE)
    money = money_of(viewed(tournament, MINUTE), 7)
    assert money.kept == 7 and set(money.deals) == {"icm", "chips", "even"}
    assert {sum(amount for _, amount in one) for one in money.deals.values()} == {tournament.pool - 7}
    assert joined(of_seats.deal(sheet(tournament), money)).count("Left for the winner") == 3
    assert money_of(viewed(tournament, MINUTE), 10**9).kept == money.most_kept


def test_the_poster_has_the_code_of_the_check_in_alone() -> None:
    made = sheet(evening())._replace(entry="http://192.168.1.5:8000/e/7?enter")
    told = joined(of_seats.poster(made))
    assert "<svg" in told and "192.168.1.5:8000/e/7<" in told and "PIN" not in told


def test_the_slips_of_one_step_are_printed_alone() -> None:
    tournament = evening()
    moved = tournament.log[-1].number
    [move] = of_seats.moves_in(tournament, moved)
    tournament.do(c.MoveTo("Ann", move.from_table, move.from_seat, "back again"), NOW)
    assert joined(of_seats.breaks(sheet(tournament))).count("<article") == 2
    assert joined(of_seats.breaks(sheet(tournament)._replace(step=moved))).count("<article") == 1


def test_lists_of_seats_have_the_chips_and_say_which_are_estimated() -> None:
    tournament = evening()
    tournament.do(c.Out("Zoe"), NOW)
    by_name, by_table = (joined(one(sheet(tournament))) for one in (of_seats.seats_by_name, of_seats.seats_by_table))
    assert ">10,000<" in by_name and ">?<" in by_name and "Counted" in by_table
    tournament.do(c.Count((("Bo", 8000),)), NOW)
    assert ">8,000<" in joined(of_seats.seats_by_table(sheet(tournament)))
