"""Tournament summaries: each site on samples of our own, broken ones, and what the commands make of them."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from random import Random

import pytest
from fuzz_histories import broken

from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.formats.moments import moment_in
from sidepot.formats.sites.ipoker_summary import ipoker_summaries
from sidepot.formats.sites.summary_reading import IN_MARKS, MARKS, SITES, YOU, has_summary, read_summaries
from sidepot.formats.sites.summary_write import COLUMNS
from sidepot.formats.sites.tournament_summary import Finish, TournamentSummary
from sidepot.histories import pieces
from sidepot.histories.piece_hands import summaries_of
from sidepot.histories.pieces import pieces_of

SAMPLES = Path(__file__).parent / "summaries"
HANDS = Path(__file__).parent / "sites"


def summaries(name: str) -> list[TournamentSummary]:
    """The summaries of a sample; all are readable."""
    found = [summary for _, summary in read_summaries((SAMPLES / name).read_bytes())]
    assert all(isinstance(one, TournamentSummary) for one in found), found
    return [one for one in found if isinstance(one, TournamentSummary)]


def test_every_site_has_a_sample() -> None:
    seen = {one.site for path in SAMPLES.iterdir() for one in summaries(path.name)}
    assert seen == {site.name for site in SITES}


def test_stars_in_all_parts() -> None:
    one, other = summaries("stars.txt")
    assert (one.number, one.game, one.currency, one.entries, one.prize_pool) == (
        "900100", "No Limit Hold'em", "USD", 6, 5400,
    )  # fmt: skip
    assert (one.buy_in, one.bounty, one.fee, one.cost) == (900, 500, 100, 1500)
    assert one.started.startswith("2026/05/01 20:00:00") and one.ended.startswith("2026/05/01 21:10:00")
    assert [(each.place, each.name, each.prize) for each in one.finishes][:3] == [
        (1, "Ann", 3510),
        (2, "Bo, the 2nd", 1890),
        (3, "Cy", 0),
    ]
    assert one.hero == "Bo, the 2nd" and one.finishes[1] == Finish(
        place=2, name="Bo, the 2nd", prize=1890, rebuys=2, add_ons=1, added=2700
    )
    assert one.net_of("Bo, the 2nd") == 1890 - 1500 - 2700
    assert (one.net_of("Ann"), one.net_of("Cy"), one.net_of("Zoe")) == (3510 - 1500, -1500, None)
    assert [each.is_playing for each in other.finishes] == [True, True, False]
    assert (other.buy_in, other.fee, other.currency, other.hero, other.line) == (2125000, 375000, "", "Cy", 18)


def test_stars_has_a_line_for_each_entry_of_a_player() -> None:
    text = """PokerStars Tournament #900102, No Limit Hold'em
Buy-In: $10.00/$1.00 USD
4 players
Total Prize Pool: $80.00 USD
Tournament started 2026/05/03 20:00:00 ET
  1: Bo[x] 2 (Peru), $50.00 (62.5%)
  2: Ann [3] (Finland), $30.00 (37.5%)
  3: Cy [2] (Chad),
  4: Ann (Finland),
  5: Dee (Japan),
  6: Cy (Chad),
  7: Ann [2] (Finland),

You finished in 2nd place.
You made 2 re-entries for a total of $22.00.
"""
    ((_, one),) = read_summaries(text)
    assert isinstance(one, TournamentSummary) and one.hero == "Ann"
    assert sorted([(each.place, each.name, each.prize, each.re_entries) for each in one.finishes]) == [
        (1, "Bo[x] 2", 5000, 0), (2, "Ann", 3000, 2), (3, "Cy", 0, 1), (5, "Dee", 0, 0),
    ]  # fmt: skip
    assert [one.net_of(name) for name in ("Ann", "Bo[x] 2", "Cy", "Dee")] == [-300, 3900, -2200, -1100]


def test_stars_in_french_and_german() -> None:
    french = """PokerStars Tournoi #900103, No Limit Hold'em
Buy-in : €4.50/€0.50 EUR
4 joueurs
Dotation totale : €1350.00 EUR
Tournoi commencé 12/07/2026 20:00:00 CET [12/07/2026 14:00:00 ET]

  1: Bo (Belgique), €1_012,50 (75%)
  2: Ann [2] (France), 337,50_€ (25%)
  3: Cy (Suisse),
  4: Dee (France), ticket 5 €

Vous avez terminé à la 2e place (éliminé lors de la main n°77).
""".replace("_", "\u00a0")
    german = """PokerStars Turnier #900104, No Limit Hold'em
Buy-in: $10.00/$1.00 USD
1.200 Spieler
Preispool gesamt: $12000.00 USD
Turnierbeginn 03.05.2026 20:00:00 MEZ [03.05.2026 14:00:00 ET]

  1: Bo (Deutschland), spielt noch
  80: Ann (Deutschland), $40.20 (0.335%)
  81: Cy (Österreich),

Du hast den 80. Platz belegt (in Hand #77 aus dem Turnier ausgeschieden).
"""
    ((_, one),) = read_summaries(french)
    assert isinstance(one, TournamentSummary) and has_summary(french) and has_summary(german)
    assert (one.site, one.number, one.currency, one.cost, one.entries, one.prize_pool) == (
        "PokerStars", "900103", "EUR", 500, 4, 135000,
    )  # fmt: skip
    assert (one.hero, one.net_of("Ann"), one.net_of("Bo")) == ("Ann", 33750 - 1000, 101250 - 500)
    assert moment_in(one.started) == (2026, 7, 12, 14, 0, 0)
    assert [each.ticket for each in one.finishes if each.name == "Dee"] == ["ticket €5"]
    ((_, one),) = read_summaries(german)
    assert isinstance(one, TournamentSummary)
    assert (one.number, one.entries, one.hero, one.net_of("Ann")) == ("900104", 1200, "Ann", 2920)
    assert moment_in(one.started) == (2026, 5, 3, 14, 0, 0)
    assert [each.name for each in one.finishes if each.is_playing] == ["Bo"]


def test_full_tilt_in_the_words_of_pokerstars() -> None:
    text = """Full Tilt Tournament #900201, No Limit Hold'em
Buy-In: 460/40
3 players
Total Prize Pool: 1380
Tournament started 2016/06/02 19:30:10 ET

  1: Bo (Peru), still playing
  2: Ann [2] (Chad), still playing
  3: Cy (Japan),
  4: Ann (Chad),

You finished in 3rd place (eliminated at hand #77).
"""
    ((name, one),) = read_summaries(text)
    assert isinstance(one, TournamentSummary) and has_summary(text)
    assert (name, one.site, one.hero, one.cost, one.net_of("Cy")) == ("900201", "PokerStars", "Cy", 50000, -50000)
    assert [each.name for each in one.finishes if each.is_playing] == ["Bo", "Ann"]


def test_full_tilt_with_rebuys() -> None:
    (one,) = summaries("full_tilt.txt")
    assert (one.number, one.title, one.game) == ("900200", "$10 + $1 Sit & Go (Rebuy)", "Hold'em No Limit")
    assert (one.rebuy, one.add_on, one.prize_pool, one.entries) == (1000, 1000, 107000, 4)
    assert one.hero == "Ann" and one.net_of("Ann") == 70000 - 1100 - 3 * 1000
    assert [(each.place, each.name) for each in one.finishes] == [(1, "Ann"), (2, "Bo"), (3, "Cy"), (4, "Dee")]


def test_gg_with_bounties_re_entries_and_tickets() -> None:
    one, other, yuan, satellite = summaries("gg.txt")
    assert (one.title, one.game) == ("Bounty Night $10", "Hold'em No Limit")
    assert (one.buy_in, one.fee, one.bounty) == (450, 50, 500)
    assert one.finishes == (Finish(place=3, name="Hero", prize=2000, re_entries=1),) and one.net_of("Hero") == 0
    assert (other.entries, other.title) == (1100, "Step to the Main Event, 20 Seats")
    assert other.finishes == (Finish(place=5, name="Hero", ticket="$50 Entry"),)
    assert (yuan.currency, yuan.cost, yuan.prize_pool, yuan.net_of("Hero")) == ("CNY", 4000, 1499680, -12000)
    assert (satellite.cost, satellite.game) == (250, "AoF Hold'em No Limit")
    assert satellite.finishes == (Finish(place=1, name="Hero", ticket="T$10"),)


def test_winamax_with_bounties_and_tickets() -> None:
    one, other = summaries("winamax.txt")
    assert (one.title, one.number, one.currency, one.hero) == ("Space (KO)", "900400", "EUR", "Ann B")
    assert (one.buy_in, one.bounty, one.fee, one.rebuy, one.add_on) == (80, 100, 20, 200, 100)
    assert one.finishes == (Finish(place=7, name="Ann B", prize=3120, bounties=1560, rebuys=2, add_ons=1),)
    assert other.finishes == (Finish(place=1, name="Ann B", ticket="Ticket 40€"),)


def test_winamax_has_a_summary_for_each_entry() -> None:
    block = """Winamax Poker - Tournament summary : Space (KO)(900402){late}
Player : Ann B
Buy-In : 0.80€ + 1€ + 0.20€
Registered players : {players}
Prizepool : 1350€
Tournament started 2026/05/02 18:30:00 UTC
You finished in {place} place
{won}
"""
    first = block.format(late=" - Late Registration", players=380, place="214th", won="")
    second = block.format(late="", players=540, place="7th", won="You won 31.20€ + Bounty 15.60€")
    other = second.replace("900402", "900403")
    for text in (first + second, first + second + first + second):
        (_, one), (_, more) = read_summaries(text + other)
        assert isinstance(one, TournamentSummary) and isinstance(more, TournamentSummary)
        assert one.finishes == (Finish(place=7, name="Ann B", prize=3120, bounties=1560, re_entries=1),)
        assert (one.line, one.entries, one.net_of("Ann B")) == (1, 540, 3120 + 1560 - 2 * 200)
        assert (more.number, more.net_of("Ann B")) == ("900403", 3120 + 1560 - 200)


def test_pacific() -> None:
    (one,) = summaries("pacific.txt")
    assert (one.site, one.number, one.entries, one.hero) == ("888poker", "900500", 90, "Ann")
    assert one.finishes == (Finish(place=3, name="Ann", prize=7550, rebuys=2, add_ons=1),)
    assert one.net_of("Ann") == 7550 - 1100 - 3 * 1000


def test_run_it_once_and_unibet() -> None:
    (one,) = summaries("run_it_once.txt")
    assert (one.hero, one.cost, one.entries, one.net_of("Ann A"), one.net_of("Bo")) == ("Bo", 200, 3, 400, -200)
    won, lost = summaries("unibet.txt")
    assert (won.buy_in, won.fee, won.currency, won.prize_pool, won.line) == (186, 14, "EUR", 800, 3)
    assert (won.hero, won.net_of(YOU), lost.hero, lost.net_of(YOU)) == (YOU, 600, YOU, -500)
    assert [(each.place, each.name) for each in lost.finishes][2:5] == [(3, "Cy"), (4, YOU), (5, "Dee")]


def test_ipokers_sessions_have_the_owners_result() -> None:
    (one,) = [
        summary
        for piece in pieces_of(HANDS / "ipoker.xml")
        for _, summary in summaries_of(piece)
        if isinstance(summary, TournamentSummary)
    ]
    assert (one.site, one.number, one.title, one.hero, one.currency) == (
        "iPoker", "9003", "Stud Evening", "Ann", "EUR",
    )  # fmt: skip
    assert (one.buy_in, one.fee, one.finishes) == (500, 50, (Finish(place=2, name="Ann"),))


def test_ipokers_prices_in_words_and_re_entries() -> None:
    head = """<session><general><gametype>Holdem NL</gametype><nickname>Ann</nickname><place>3</place>
<tournamentcode>77</tournamentcode><tournamentcurrency>GBP</tournamentcurrency><buyin>%s</buyin>
<totalbuyin>%s</totalbuyin><win>%s</win></general><game gamecode="1">"""
    found = [
        next(iter(ipoker_summaries(head % fields)))[1]
        for fields in (("£4.50 + £0.50", "£15", "£1,020.40"), ("Token", "£2", "N/A"), ("N/A", "N/A", "0"))
    ]
    assert [
        (one.cost, one.fee, one.finishes[0].re_entries, one.net_of("Ann"), one.currency)
        for one in found
        if isinstance(one, TournamentSummary)
    ] == [(500, 50, 2, 102040 - 1500, "GBP"), (200, 0, 0, -200, "GBP"), (0, 0, 0, 0, "GBP")]
    broken_price = head % ("£" + "9" * 20, "", "")
    ((name, error),) = ipoker_summaries(broken_price, 7)
    assert isinstance(error, BadNotation) and (name, "line 7" in str(error)) == ("7", True)


def test_a_line_that_is_wrong_is_named() -> None:
    told = (SAMPLES / "winamax.txt").read_text("utf-8").replace("Prizepool : 1350.40€", "Prizepool : a lot")
    found = dict(read_summaries(told))
    assert "line 14: this line cannot be read: expected an amount" in str(found["1"])
    assert isinstance(found["900401"], TournamentSummary)


@pytest.mark.parametrize("path", sorted(SAMPLES.iterdir()), ids=lambda path: path.name)
def test_broken_summaries_are_read_or_say_where(path: Path) -> None:
    for seed in range(60):
        for _, found in read_summaries(broken(path.read_bytes(), Random(seed))):
            if isinstance(found, BadNotation):
                assert "line " in str(found)
            else:
                found.net_of(found.hero)


@pytest.mark.parametrize("block", [150, 1 << 18])
def test_summaries_are_found_in_pieces_of_any_size_and_among_hands(
    block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "BLOCK", block)
    stars = (SAMPLES / "stars.txt").read_text("utf-8")
    (tmp_path / "alone.txt").write_text(stars, encoding="utf-8")
    (tmp_path / "mixed.txt").write_text((HANDS / "stars.txt").read_text("utf-8") + "\n\n" + stars, encoding="utf-8")
    for name in ("alone.txt", "mixed.txt"):
        found = [one for piece in pieces_of(tmp_path / name) for _, one in summaries_of(piece)]
        assert [one.number for one in found if isinstance(one, TournamentSummary)] == ["900100", "900101"]


def test_replay_and_convert_count_them(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for path in SAMPLES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "hands.txt").write_bytes((HANDS / "gg.txt").read_bytes())
    (tmp_path / "wrong.txt").write_text("hello\nPokerStars Tournament #\n")
    assert run(["replay", str(tmp_path), "--json"]) == 1
    told = json.loads(capfd.readouterr().out)
    assert (told["hands"], told["matched"], told["failed"], told["summaries"]) == (2, 1, 1, 13)
    (tmp_path / "wrong.txt").unlink()
    assert run(["replay", str(tmp_path)]) == 0
    assert "13 tournament summaries next to the hands" in capfd.readouterr().out
    assert run(["convert", str(tmp_path), "--to", "phh", "--out", str(tmp_path / "new"), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["written"], told["summaries"], told["problems"]) == (1, 13, [])


def test_they_are_converted_to_a_table(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(SAMPLES), "--to", "csv", "--hero", "Ann"]) == 0
    rows = list(csv.DictReader(io.StringIO(capfd.readouterr().out)))
    told = {(row["site"], row["number"]): row for row in rows if row["name"]}
    tilt = told["Full Tilt", "900200"]
    assert [tilt[name] for name in ("place", "prize", "rebuys", "add_ons", "net")] == ["1", "700", "2", "1", "659"]
    assert {row["name"] for row in told.values()} == {"Ann"}
    assert len(rows) == 13 and list(rows[0]) == list(COLUMNS)
    assert run(["convert", str(SAMPLES), "--to", "csv", "--out", str(tmp_path), "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    assert (report["written"], report["summaries"], report["hands"], len(report["files"])) == (13, 13, 0, 7)
    assert all(Path(file).read_text("utf-8").startswith("site,number,") for file in report["files"])


def test_they_are_converted_to_json_without_names(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    wanted = [str(SAMPLES / "stars.txt"), str(HANDS / "stars.txt")]
    assert run(["convert", *wanted, "--to", "json", "--anonymise", "--out", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    first, _ = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [one["name"] for one in first["finishes"]] == [f"Player{at}" for at in range(1, 7)]
    assert (first["hero"], first["decimals"], first["cost"], first["finishes"][1]["net"]) == ("Player2", 2, 1500, -2310)


def test_hands_alone_are_no_summaries(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["convert", str(HANDS / "gg.txt"), "--to", "csv"]) == 2
    assert "no tournament summary in this file" in capfd.readouterr().err
    (tmp_path / "wrong.txt").write_text("PokerStars Tournament #\n")
    assert run(["convert", str(tmp_path), "--to", "json"]) == 1
    assert "wrong.txt, summary 1: " in capfd.readouterr().err
    assert run(["convert", str(tmp_path), "--to", "json", "--strict"]) == 2


def test_stats_counts_cost_and_winnings_of_tournaments(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for at in range(2):  # a summary that is there twice counts once
        (tmp_path / f"{at}.txt").write_bytes((SAMPLES / "winamax.txt").read_bytes())
    assert run(["stats", str(tmp_path), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told["rows"] == [] and [
        (one["player"], one["currency"], one["events"], one["paid"], one["cost"], one["got"], one["net"])
        for one in told["events"]
    ] == [("Ann B", "EUR", 2, 1, "12", "46.80", "34.80")]
    assert run(["stats", str(SAMPLES), "--player", "Bo", "--jobs", "2"]) == 0
    assert "370 USD" in capfd.readouterr().out
    assert run(["stats", str(SAMPLES), "--player", "Nobody"]) == 2


def test_texts_without_the_word_of_every_mark_have_no_summary() -> None:
    assert all(
        any(word in mark for word in IN_MARKS) for mark in MARKS if mark != "***** 888"
    )  # whose line is looked at again
    head = "Tournament #7, Daily Five, Hold'em No Limit\n"
    assert has_summary(head) and has_summary("Seat 1: Ann\n" + head) and has_summary("\ufeff " + head)
    assert not has_summary("Tournament #7 $2.50 + $0.25 - Table #1 (Real Money)\n")  # of a hand of 888poker
    assert not has_summary("***** 888poker Hand History for Game 7 *****\nTournament #7 Free\n")
    assert not has_summary("PokerStars Hand #1: Tournament #7, $10+$1\n") and not has_summary("Seat 1: Ann")
