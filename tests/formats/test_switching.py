"""A player who switches programs: what a site's text tells beside the play is there again, and no file is lost."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from each import each
from phh_hands import of_phh

from sidepot.cli.app import run
from sidepot.errors import SidepotError
from sidepot.formats.hand_history import HandHistory, of_record
from sidepot.formats.ohh import read_ohh
from sidepot.formats.ohh_write import ohh_of
from sidepot.formats.phh import read_phh
from sidepot.formats.phh_history import phh_of_history
from sidepot.formats.phh_write import write_phh
from sidepot.formats.reasons import NO_RAKE
from sidepot.formats.sites.printed_result import problem_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_games import game_of_title
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.stars import Stars
from sidepot.formats.stars_write import stars_text
from sidepot.games.catalog import find_game
from sidepot.histories import pieces
from sidepot.histories.bulk import replay_files
from sidepot.histories.converting import histories_in, written
from sidepot.stats import seen

SAMPLES = Path(__file__).parent / "sites"
HEAD = "PokerStars Hand #7:  Hold'em No Limit ($0.50/$1 USD) - 2016/04/14 23:31:38 ET"
HAND = (
    HEAD
    + """
Table 'Ann's home' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Bob (42) ($200 in chips)
Seat 4: Cy ($200 in chips)
Bob (42): posts small blind $0.50
Cy: posts big blind $1
*** HOLE CARDS ***
Ann: folds
Bob (42): folds
Uncalled bet ($0.50) returned to Cy
Cy collected $1 from pot
*** SUMMARY ***
Total pot $1 | Rake $0
"""
)


def record_of(text: str) -> Record:
    """The only hand of a text."""
    ((_, record),) = read_site(text)
    assert isinstance(record, Record), record
    return record


def history_of(text: str) -> HandHistory:
    """The same, played."""
    return of_record(record_of(text))


def heads(told: HandHistory) -> tuple[str, str]:
    """The first two lines of PokerStars' text."""
    first, second, *_ = stars_text(told).splitlines()
    return first, second


def test_names_with_numbers_in_brackets_and_tables_with_an_apostrophe() -> None:
    told = history_of(HAND)
    assert told.names == ("Ann", "Bob (42)", "Cy") and told.table == "Ann's home"
    assert heads(told)[1] == "Table 'Ann's home' 6-max Seat #1 is the button"


@each(
    ("money", "currency", "stack"),
    [
        ("($0.50/$1 USD)", "USD", "$200"),
        ("(₹0.50/₹1 INR)", "INR", "₹200"),
        ("(€0.50/€1 EUR)", "EUR", "€200"),
        ("($0.50/$1 CAD)", "CAD", "$200"),
        ("(0.50/1 SEK)", "SEK", "200"),
        ("(0.50/1)", "", "200"),
    ],
)
def test_each_currency_comes_back_and_play_money_is_not_made_dollars(money: str, currency: str, stack: str) -> None:
    told = history_of(HAND.replace("($0.50/$1 USD)", money).replace("$200", stack))
    assert told.currency == currency
    assert money in heads(told)[0] and f"({stack} in chips)" in stars_text(told)
    assert ohh_of(told)["ohh"]["currency"] == (currency or "Chips")
    back = history_of(stars_text(told))
    assert back.currency == currency


def test_a_currency_that_a_text_has_no_word_for_is_refused_by_name() -> None:
    refused = written(msgspec.structs.replace(history_of(HAND), currency="mBTC"), "stars")
    assert isinstance(refused, SidepotError) and "PokerStars' text cannot express the currency" in refused.message


def test_a_small_blind_that_nobody_posts_stays_in_the_stakes() -> None:
    dead = HAND.replace("Bob (42): posts small blind $0.50\n", "").replace("($0.50) returned", "($1) returned")
    dead = dead.replace("Cy collected $1 from pot\n", "").replace("Total pot $1", "Total pot $0")
    record = record_of(dead)
    told = of_record(record)
    assert problem_of(play_record(record)) == "" and seen(told).stakes == "0.50/1"
    assert heads(told)[0] == HEAD
    assert ohh_of(told)["ohh"]["small_blind_amount"] == 0.5
    assert seen(of_phh(read_phh(write_phh(phh_of_history(told)))[0])).stakes == "0.50/1"


TOURNAMENT = HAND.replace("$", "").replace("0.50", "5").replace("1 USD", "10")
EVENT = "Tournament #98765, $4.50+$0.50 USD Hold'em No Limit - Level XI (5/10)"


def test_a_tournament_keeps_its_number_its_price_its_level_and_the_size_of_its_tables() -> None:
    text = TOURNAMENT.replace(" Hold'em No Limit (5/10)", EVENT).replace("blind 1\n", "blind 10\n")
    text = text.replace("collected 1 ", "collected 10 ").replace("pot 1 ", "pot 10 ")
    told = history_of(text)
    assert (told.tournament_id, told.buy_in, told.level, told.table_size) == ("98765", "$4.50+$0.50 USD", "XI", 6)
    assert EVENT in heads(told)[0] and "6-max" in heads(told)[1]
    ((_, record),) = read_ohh(json.dumps(ohh_of(told)))
    assert isinstance(record, Record)
    for back in (of_record(record), of_phh(read_phh(write_phh(phh_of_history(told)))[0])):
        assert (back.tournament_id, back.buy_in, back.level, back.table_size) == ("98765", "$4.50+$0.50 USD", "XI", 6)


def test_hands_with_a_name_of_letters_have_a_number_each() -> None:
    told = history_of(HAND)
    names = ["HD3001", "1-2-3", "q7x", "q8x7", "abc", "abd"]
    numbers = [heads(msgspec.structs.replace(told, name=name))[0].split("#")[1].split(":")[0] for name in names]
    assert numbers[:2] == ["3001", "123"] and len(set(numbers)) == len(names) and all(map(str.isdecimal, numbers))


def test_pokernow_log_has_times_and_may_have_no_ids() -> None:
    log = (SAMPLES / "pokernow.csv").read_text("utf-8")
    assert {of_record(one).when for _, one in read_site(log) if isinstance(one, Record)} >= {"2026-05-01T20:00:00.000Z"}
    for _, one in read_site(log.replace("(id: h2)  ", "")):
        assert isinstance(one, Record)
        text = stars_text(of_record(one))
        assert "2026/05/01 16:00:00 ET" in text


@pytest.mark.parametrize(
    ("head", "game", "is_tournament"),
    [
        ("PokerStars Home Game Hand #1: {Omaha Tournament Club}  Hold'em No Limit (5/10)", "holdem", False),
        ("Poker Hand #TM1: Tournament #2, Omaha Draw $8 Hold'em No Limit - Level3 (5/10)", "holdem", True),
        ("Poker Hand #TM1: Tournament #2, Hold'em Week, 5 Card Omaha Pot Limit - Level3 (5/10)", "omaha5", True),
        ("Full Tilt Poker Game #1: $4 + $0.40 Rush (233), Table 5 - 5/10 - No Limit Hold'em", "holdem", True),
    ],
)  # fmt: skip
def test_the_name_of_a_club_or_an_event_is_not_taken_for_a_game(head: str, game: str, is_tournament: bool) -> None:
    lines = TOURNAMENT.replace("blind 1\n", "blind 10\n").splitlines()[1:]
    if head.startswith("Full"):
        lines = [
            "The button is in seat #1",
            *[line.replace(" in chips", "").replace(": p", " p").replace(": f", " f") for line in lines[1:]],
        ]
    when = "20:00:00 ET - 2026/05/01" if head.startswith("Full") else "2026/05/01 20:00:00"
    record = record_of("\n".join([f"{head} - {when}", *lines]))
    assert (record.game.name, record.is_tournament) == (game, is_tournament)


def test_a_tournament_of_888poker_is_one() -> None:
    text = (SAMPLES / "pacific.txt").read_text("utf-8").replace("$", "")
    text = text.replace("Table Henderson 10 Max", "Tournament #555 $1.80 + $0.20 - Table #2 9 Max")
    told = [of_record(one) for _, one in read_site(text) if isinstance(one, Record)]
    assert told and all(
        (one.is_tournament, one.tournament_id, one.buy_in) == (True, "555", "$1.80+$0.20") for one in told
    )


def test_the_dollars_of_bovada_are_dollars() -> None:
    assert {
        record.currency
        for _, record in read_site((SAMPLES / "bovada.txt").read_text("utf-8"))
        if isinstance(record, Record)
    } == {"USD"}


CASHED = (
    HEAD
    + """
Table 'Ida' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob ($20 in chips)
Seat 3: Cy ($20 in chips)
Bob: posts small blind $0.50
Cy: posts big blind $1
*** HOLE CARDS ***
Ann: raises $9 to $10 and is all-in
Bob: raises $10 to $20 and is all-in
Cy: calls $19 and is all-in
*** FLOP *** [2c 3d 4s]
*** TURN *** [2c 3d 4s] [Jc]
*** RIVER *** [2c 3d 4s Jc] [9h]
*** SHOW DOWN ***
Bob: shows [Kc Kd] (a pair of Kings)
Cy: shows [Qc Qd] (a pair of Queens)
Bob collected $20 from side pot
Ann: shows [Ac Ad] (a pair of Aces)
Ann cashed out the hand for $19.55 | Cash Out Fee $0.20
*** SUMMARY ***
Total pot $50 Main pot $30. Side pot $20. | Rake $0
Board [2c 3d 4s Jc 9h]
Seat 1: Ann (button) showed [Ac Ad] and won ($30) with a pair of Aces (pot not awarded as player cashed out)
Seat 2: Bob (small blind) showed [Kc Kd] and won ($20) with a pair of Kings
Seat 3: Cy (big blind) showed [Qc Qd] and lost with a pair of Queens
"""
)


def test_a_hand_that_was_cashed_out_counts_as_it_was_played() -> None:
    record = record_of(CASHED)
    assert problem_of(play_record(record)) == ""
    assert record.won == {0: 3000, 1: 2000} or record.won == {0: 30, 1: 20}


def test_stakes_with_cents_of_whole_amounts_are_converted() -> None:
    """`($1.00/$2.00 USD)` is the only place where the text has cents: what is written has none."""
    told = history_of(HAND.replace("$0.50/$1 USD", "$1.00/$2.00 USD").replace("$1", "$2").replace("$0.50", "$1"))
    assert told.decimals == 2
    for kind in ("stars", "ohh", "phh"):
        assert isinstance(written(told, kind), str), written(told, kind)


# ---- the command


def test_no_file_that_is_read_is_written_over(tmp_path: Path) -> None:
    told = {
        tmp_path / "jan" / "hands.txt": (SAMPLES / "gg.txt").read_text("utf-8"),
        tmp_path / "feb" / "hands.txt": (SAMPLES / "stars.txt").read_text("utf-8"),
        tmp_path / "feb" / "hands-2.txt": (SAMPLES / "winamax.txt").read_text("utf-8"),
    }
    for file, text in told.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    run(["convert", *map(str, told), "--to", "stars", "--out", str(tmp_path / "feb")])
    assert {file: file.read_text("utf-8") for file in told} == told
    assert len(list((tmp_path / "feb").iterdir())) == 5


def test_unreadable_summary_is_reported_by_each_command(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "hands.txt").write_text(HAND)
    summary = (SAMPLES.parent / "summaries" / "winamax.txt").read_text("utf-8")
    (tmp_path / "a.txt").write_text(summary, encoding="utf-8")
    (tmp_path / "b.txt").write_text(summary.replace("Prizepool : 1350.40€", "Prizepool : a lot"), encoding="utf-8")
    assert run(["stats", str(tmp_path), "--no-expectation"]) == 1
    assert "b.txt" in capfd.readouterr().err
    out = tmp_path / "new"
    assert run(["convert", str(tmp_path), "--to", "json", "--strict", "--out", str(out)]) == 2
    assert "line 14: this line cannot be read" in capfd.readouterr().err and not out.exists()
    assert run(["convert", str(tmp_path), "--to", "phh", "--out", str(out), "--json"]) == 0
    whole = sum(found is not None for found in [*histories_in(tmp_path / "hands.txt")])
    assert whole and json.loads(capfd.readouterr().out)["summaries"] == 4


@each("first", ["stars.txt", "gg.txt", "party.txt"])
@each("block", [700, 1 << 18])
def test_a_file_may_have_the_hands_of_several_sites(
    first: str, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "BLOCK", block)
    names = [first, *sorted({"stars.txt", "gg.txt", "winamax.txt", "pacific.txt", "party.txt", "bovada.txt"} - {first})]
    texts = [(SAMPLES / name).read_text("utf-8") for name in names]
    (tmp_path / "all.txt").write_text("\n\n".join([*texts, HAND.replace("Cy", "Full Tilt Poker Game #")]), "utf-8")
    found = replay_files([tmp_path / "all.txt"])
    alone = sum(len(list(read_site(text))) for text in texts) + 1
    assert (found.hands, found.matched + found.unchecked) == (alone, alone), found.problems
    assert list(found.reasons) == [NO_RAKE]


def test_unreadable_files_of_a_folder_are_reported(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "2019.ZIP").write_bytes(b"PK\x03\x04" + bytes(100))
    (tmp_path / "pot.json").write_bytes((SAMPLES / "pot.ohh").read_bytes())
    (tmp_path / "settings.json").write_text("{}")
    assert run(["replay", str(tmp_path), "--json"]) == 1
    told = json.loads(capfd.readouterr().out)
    assert (told["matched"], told["failed"]) == (1, 1) and "compressed" in told["problems"][0]["detail"]
    assert run(["stats", str(tmp_path), "--no-expectation"]) == 1
    assert "2019.ZIP: the file is compressed; decompress it first" in capfd.readouterr().err


def test_strict_stops_at_the_first_broken_hand(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "hands.txt"
    file.write_text(HAND + "\n\n" + HAND.replace("Bob (42): folds\n", ""), encoding="utf-8")
    assert run(["replay", str(file)]) == 1
    capfd.readouterr()
    assert run(["replay", str(file), "--strict"]) == 2
    out, err = capfd.readouterr()
    assert out == "" and f"error: {file}, hand 7: line 17: the text ends, but Bob (42) still has to act" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device stands for a full disk")
def test_full_disk_is_reported_with_the_file(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "gg.phhs").symlink_to("/dev/full")
    assert run(["convert", str(SAMPLES / "gg.txt"), "--to", "phh", "--out", str(tmp_path)]) == 2
    assert f"{tmp_path}/gg.phhs: No space left on device" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("title", "game"),
    [
        ("Mixed NLH/PLO (Hold'em No Limit, $0.50/$1 USD)", "holdem"),
        ("8-Game (7 Card Stud Hi/Lo Limit, $0.50/$1 USD)", "stud8"),
        ("HORSE (Razz Limit, $0.50/$1 USD)", "razz"),
        ("Tournament #2, $1+$0.10 USD Mixed Omaha (Omaha Pot Limit) - Level 18 (5/10)", "omaha"),
        ("Tournament #2, $1+$0.10 USD Omaha Pot Limit - Level 8 (5/10)", "omaha"),
        ("Tournament #2, $1.86+$0.14 USD Hold'em No Limit - Level 8 (5/10)", "holdem"),  # not 6+ Hold'em
        ("Tournament #2, $6+$0.60 USD Hold'em No Limit - Level 8 (5/10)", "holdem"),
        ("Tournament #2, $6+$0.60 USD 6+ Hold'em No Limit - Level 8 (5/10)", "short-deck"),
    ],
)
def test_the_game_of_a_mix_is_the_one_in_brackets(title: str, game: str) -> None:
    head = Stars.start.match(f"PokerStars Hand #1:  {title} - 2016/04/14 23:31:38 ET")
    assert head is not None
    assert game_of_title(Stars([], 1).title(head)).name == game


def test_a_big_blind_that_is_all_in_for_less_after_its_ante_keeps_the_stakes() -> None:
    text = TOURNAMENT.replace("Cy (200", "Cy (12").replace("posts big blind 1\n", "posts big blind 8 and is all-in\n")
    antes = "".join([f"{name}: posts the ante 4\n" for name in ("Ann", "Bob (42)", "Cy")])
    text = text.replace("Bob (42): posts small", antes + "Bob (42): posts small")
    text = (
        text.replace("(5) returned", "(3) returned")
        .replace("collected 1 ", "collected 22 ")
        .replace("pot 1 ", "pot 22 ")
    )
    told = history_of(text)
    ((_, record),) = read_ohh(json.dumps(ohh_of(told)))
    assert isinstance(record, Record)
    assert seen(of_record(record)).stakes == seen(told).stakes == "5/10 ante 4"


def test_a_hand_whose_game_would_be_another_one_is_refused() -> None:
    """The format has one word for Omaha: the cards tell how many there are, and here nobody's are known."""
    told = of_record(msgspec.structs.replace(record_of(HAND), game=find_game("omaha5")))
    refused = written(told, "ohh")
    assert isinstance(refused, SidepotError) and refused.message == "Open Hand History cannot express the game"


def test_broken_poker_hand_history_is_reported_with_its_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    one = write_phh(phh_of_history(history_of(HAND)))
    broken = one.replace("'p1 f'", "'p1 cbr 999'")
    assert broken != one
    text = "\n\n".join([f"[1]\n{one}", f"[2]\n{broken}", "[3]\nvariant = [", f"[4]\n{one}"])
    file = tmp_path / "hands.phhs"
    file.write_text(text, encoding="utf-8")
    lines = {number: text[: text.index(f"[{number}]")].count("\n") + 1 for number in (2, 3)}
    for command in (["replay"], ["stats"], ["convert", "--to", "stars"], ["replay", "--json"]):
        assert run([command[0], str(file), *command[1:]]) == 1
        told = "".join(capfd.readouterr())
        assert f"line {lines[2]}: action" in told and f"line {lines[3]}: not TOML" in told
        assert "(TDA-2013:41-A) (TDA-2013:41-A)" not in told
