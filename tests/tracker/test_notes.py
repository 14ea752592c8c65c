"""Notes, tags and aliases: kept apart from the database, bounded, never about anonymous seats, and undone."""

from __future__ import annotations

import json
import re
import shutil
import stat
from contextlib import nullcontext
from pathlib import Path

import pytest
from each import each
from needs import CORPORA, POSIX
from places import ROOT, TESTS

from sidepot.cli.app import run
from sidepot.errors import BadNotation
from sidepot.tracker import notes
from sidepot.tracker.anonymous import SQL, is_anonymous
from sidepot.tracker.database import FILE as DATABASE
from sidepot.tracker.database import ask_sql
from sidepot.tracker.importing import import_new
from sidepot.tracker.notes import HAND_KEY, Name, join, note_hand, note_player, read_notes, separate
from sidepot.tracker.overview import hands_page, overview
from sidepot.tracker.selection import Wanted

pytestmark = CORPORA.mark

EVENING = TESTS / "stats" / "evening.txt"
BO, CY, ANN = [Name("PokerStars", player) for player in ("Bo", "Cy", "Ann")]


def imported(home: Path, *folders: Path) -> None:
    import_new(home, folders, watch=lambda files: nullcontext(lambda letters, hands: None))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A tracker that a test may change."""
    folder = tmp_path / "hands"
    folder.mkdir()
    shutil.copy(EVENING, folder)
    imported(tmp_path / "home", folder)
    return tmp_path / "home"


def test_notes_and_tags_outlive_the_database(own: Path) -> None:
    (key,) = [key for (key,) in ask_sql(own, f"SELECT {HAND_KEY} FROM hand WHERE hand = '2'").rows]
    note_hand(own, key, "  folded too much ", ["Bluff", "bluff", " big  pot "])
    note_player(own, BO, "calls wide", ["fish"])
    shutil.rmtree(own / "hands")
    (own / "state.json").unlink()
    (own / DATABASE).unlink()
    imported(own, own.parent / "hands")
    assert ask_sql(own, "SELECT hand, note FROM hand_note JOIN hand USING (id)").rows == [("2", "folded too much")]
    assert ask_sql(own, "SELECT hand, tag FROM hand_tag JOIN hand USING (id)").rows == [
        ("2", "Bluff"), ("2", "big pot"),
    ]  # fmt: skip
    assert ask_sql(own, "SELECT person, tag FROM player_tag").rows == [("PokerStars:Bo", "fish")]


@each(
    ("where", "hands"),
    [
        ("tag = Cooler", "1"), ("tag = cooler | BIG POT", "12"), ("tag = c*", "1"), ("tag != cooler", "23"),
        ("not tag = cooler, position = BB", "2"), ("opponent tag = fish", "123"), ("noted", "2"), ("not noted", "13"),
    ],
)  # fmt: skip
def test_filters_by_tags_and_notes(where: str, hands: str, own: Path) -> None:
    keys = dict(ask_sql(own, f"SELECT hand, {HAND_KEY} FROM hand").rows)
    note_hand(own, keys["1"], "", ["cooler"])
    note_hand(own, keys["2"], "why?", ["big pot"])
    note_player(own, BO, "", ["fish"])
    note_player(own, ANN, "", ["me"])
    assert "".join(sorted(one.hand for one in hands_page(own, Wanted(where=where)))) == hands


def test_a_tag_that_no_hand_has(own: Path) -> None:
    assert hands_page(own, Wanted(where="tag = bluff")) == []
    (key,) = [key for (key,) in ask_sql(own, f"SELECT {HAND_KEY} FROM hand WHERE hand = '1'").rows]
    note_hand(own, key, "", ["cooler"])
    with pytest.raises(BadNotation, match="no hand has the tag 'coler'"):
        hands_page(own, Wanted(where="tag = coler"))


def test_the_questions_of_the_page_are_answered(own: Path) -> None:
    """With a tag of Bo, who is in all hands of the evening, and the summary of Winamax: 2 + 5 paid, and rebuys."""
    shutil.copy(TESTS / "formats" / "summaries" / "winamax.txt", own.parent / "hands")
    imported(own)
    note_player(own, BO, "", ["fish"])
    page = (ROOT / "docs" / "how-to" / "tracker-people.md").read_text("utf-8")
    roi, tags = re.findall(r"^```sql\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    ((month, currency, events, net, rate),) = ask_sql(own, roi).rows
    assert (month, currency, events, net) == ("2026-05", "EUR", 2, (4680 - 700 - 500) / 100)
    assert rate == pytest.approx((4680 - 1200) / 1200)
    assert ask_sql(own, tags).rows == [("fish", 3, pytest.approx(100 * (-187 / 2) / 3))]


def test_empty_notes_are_deleted(tmp_path: Path) -> None:
    note_hand(tmp_path, "PokerStars#123456", "x", [])
    note_player(tmp_path, BO, "", ["fish"])
    note_hand(tmp_path, "PokerStars#123456", "", [])
    note_player(tmp_path, BO, "", [])
    assert read_notes(tmp_path) == notes.Notes()


def test_long_numbers_are_the_same_hand_at_any_table() -> None:
    import duckdb

    def key(hand: str, table: str) -> str:
        ((key,),) = duckdb.execute(
            f"SELECT {HAND_KEY} FROM (SELECT 'S' AS site, $h AS hand, $t AS \"table\", NULL AS started)",
            {"h": hand, "t": table},
        ).fetchall()
        return str(key)

    assert key("1234567", "A") == key("1234567", "B") == "S#1234567"
    assert key("7", "A") != key("7", "B")


@each(
    ("note", "tags", "why"),
    [
        ("x" * 2001, [], "2,000 characters"),
        ("", ["x" * 41], "at most 40 characters"),
        ("", ["a,b"], "no commas"),
        ("", ["a\x00b"], "no commas"),
        ("", [str(at) for at in range(21)], "at most 20 tags"),
        ("a\u0300\u0301\u0302\u0303\u0304", [], "accents"),
    ],
)
def test_bad_notes_are_refused(note: str, tags: list[str], why: str, tmp_path: Path) -> None:
    with pytest.raises(BadNotation, match=why):
        note_player(tmp_path, BO, note, tags)
    with pytest.raises(BadNotation, match=why):
        note_hand(tmp_path, "S#1", note, tags)
    assert read_notes(tmp_path) == notes.Notes()


def test_names_become_one_person_and_are_separated_again(tmp_path: Path) -> None:
    note_player(tmp_path, BO, "calls wide", ["fish"])
    note_player(tmp_path, CY, "bluffs", ["fish", "maniac"])
    person = join(tmp_path, [BO, CY])
    assert (person.names, person.note, person.tags) == ((BO, CY), "calls wide\nbluffs", ("fish", "maniac"))
    third = Name("Winamax", "cyr")
    assert join(tmp_path, [CY, third]).names == (BO, CY, third)
    separate(tmp_path, CY)
    assert [one.names for one in read_notes(tmp_path).people] == [(BO, third)]
    separate(tmp_path, third)
    (left,) = read_notes(tmp_path).people
    assert (left.names, left.tags) == ((BO,), ("fish", "maniac"))
    with pytest.raises(BadNotation, match="not joined with any other"):
        separate(tmp_path, BO)
    with pytest.raises(BadNotation, match="at least two"):
        join(tmp_path, [ANN])


@each(
    ("site", "player", "wanted"),
    [
        ("Bovada", "UTG+1", True), ("GGPoker", "5ae0f1", True), ("Run It Once", "Ann A", True),
        ("PokerStars", "5ae0f1", True), ("PokerStars", "Player3", True), ("Chico", "Seat+5", True),
        ("PokerStars", "Hero", True), ("PokerStars", "Bo", False), ("PokerStars", "facade", False),
        ("PokerStars", "Player", False), ("PokerStars", "Player0123", False),
        ("PokerStars", "5AE0F1", False), ("Winamax", "seatbelt9", False),
    ],
)  # fmt: skip
def test_anonymous_seats(site: str, player: str, wanted: bool, tmp_path: Path) -> None:
    """The same in Python and in SQL; they are joined with nobody."""
    import duckdb

    asked = f"SELECT {SQL} FROM (SELECT $site AS site, $player AS player)"
    assert duckdb.execute(asked, {"site": site, "player": player}).fetchall() == [(wanted,)]
    assert is_anonymous(site, player) is wanted
    if wanted:
        for change in (
            lambda: join(tmp_path, [BO, Name(site, player)]),
            lambda: note_player(tmp_path, Name(site, player), "x", []),
        ):
            with pytest.raises(BadNotation, match="anonymous seat"):
                change()


def test_hands_under_another_name_of_the_owner_are_the_owners(own: Path) -> None:
    """Without `Dealt to`, nobody knows whose hands these are, until the owner says so."""
    text = "".join([line for line in EVENING.read_text().splitlines(True) if "Dealt to" not in line])
    (own.parent / "hands" / "other.txt").write_text(text.replace("Hand #", "Hand #7").replace("Ann", "Ann2"))
    imported(own)
    assert overview(own).hands == 3
    other = Name("PokerStars", "Ann2")
    assert join(own, [other], is_me=True).id == "me"
    found = overview(own)
    assert (found.hands, found.net, sorted(found.players)) == (6, 2 * -187, ["Ann", "Ann2"])
    separate(own, other)
    assert overview(own).hands == 3 and read_notes(own) == notes.Notes()


def test_a_damaged_file_is_not_replaced(own: Path) -> None:
    (own / notes.FILE).write_text('{"people": [')
    for act in (lambda: note_player(own, BO, "x", []), lambda: overview(own)):
        with pytest.raises(BadNotation, match="damaged"):
            act()
    assert (own / notes.FILE).read_text() == '{"people": ['


def test_control_characters_are_left_out(tmp_path: Path) -> None:
    assert note_player(tmp_path, BO, "one\r\n\x1b[31mtwo\x07", []).note == "one\n[31mtwo"


def test_the_command(own: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["tracker", "--data", str(own)]
    assert run([*words, "--same", "PokerStars:Bo", "--same", "Winamax:bo: 88"]) == 0
    assert capfd.readouterr().out == "PokerStars:Bo, Winamax:bo: 88\n"
    note_player(own, BO, "calls\nwide", ["fish"])
    assert run([*words, "--same", "me", "--same", "PartyPoker:Ann2"]) == 0
    assert capfd.readouterr().out.splitlines() == [
        "PokerStars:Bo, Winamax:bo: 88 [fish]", "  calls", "  wide", "you: PartyPoker:Ann2",
    ]  # fmt: skip
    assert run([*words, "--apart", "Winamax:bo: 88"]) == run([*words, "--apart", "PartyPoker:Ann2"]) == 0
    capfd.readouterr()
    assert run([*words, "--notes", "--json"]) == 0
    (person,) = json.loads(capfd.readouterr().out)["people"]
    assert (person["names"], person["tags"]) == ([{"site": "PokerStars", "player": "Bo"}], ["fish"])


@each(
    ("options", "why"),
    [
        (["--same", "PokerStars:Bo"], "at least two names"),
        (["--same", "Bo", "--same", "PokerStars:Cy"], "expected a site and a name"),
        (["--same", "me", "--same", "Bovada:UTG"], "anonymous seat"),
        (["--apart", "PokerStars:Bo"], "not joined with any other"),
    ],
)
def test_refusals_of_the_command(
    options: list[str], why: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(["tracker", "--data", str(tmp_path), *options]) == 2
    assert why in capfd.readouterr().err


@POSIX.mark
def test_only_the_owner_reads_the_notes(tmp_path: Path) -> None:
    note_player(tmp_path, BO, "x", [])
    assert stat.S_IMODE((tmp_path / notes.FILE).stat().st_mode) == 0o600


def test_a_full_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NOTED", 1)
    note_player(tmp_path, BO, "x", [])
    with pytest.raises(BadNotation, match="at most 1 notes"):
        note_player(tmp_path, CY, "x", [])
