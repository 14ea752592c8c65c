"""Opponents of hand-made hands: a person under several names, the result against the owner, anonymous seats."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest
from each import each
from needs import CORPORA
from places import TESTS

from sidepot.errors import BadNotation
from sidepot.stats import stats
from sidepot.tracker.importing import import_new
from sidepot.tracker.notes import Name, join, note_player, separate
from sidepot.tracker.opponents import SHOWN, Asked, one_person, opponents
from sidepot.tracker.selection import EVERYTHING

pytestmark = CORPORA.mark

EVENING = TESTS / "stats" / "evening.txt"
TEXT = EVENING.read_text()


def tracker_of(tmp_path: Path, *texts: str) -> Path:
    folder = tmp_path / "hands"
    folder.mkdir()
    for at, text in enumerate(texts):
        (folder / f"{at}.txt").write_text(text, encoding="utf-8")
    import_new(tmp_path / "home", [folder], watch=lambda files: nullcontext(lambda letters, hands: None))
    return tmp_path / "home"


def other_site(text: str, number: int = 7) -> str:
    """The same hands at Full Tilt's text as PokerStars wrote it, with other numbers and another name of Bo."""
    return text.replace("Hand #", f"Hand #{number}").replace("Bo", "Robert")


def test_the_figures_are_those_of_the_command(home: Path) -> None:
    found = opponents(home)
    assert [(one.person, one.hands, one.last) for one in found.opponents] == [
        ("PokerStars:Bo", 3, "2026-06-02 20:00:00"), ("PokerStars:Cy", 3, "2026-06-02 20:00:00"),
    ]  # fmt: skip
    assert (found.count, found.anonymous) == (2, 0)
    rows = {row.group: row.figures for row in stats([EVENING]).rows}
    for one in found.opponents:
        known = rows[one.names[0].player]
        assert [cell.key for cell in one.cells] == list(SHOWN)
        for cell in one.cells:
            wanted = known[cell.key]
            value, error = [None if x is None else pytest.approx(x, abs=1e-4) for x in (wanted.value, wanted.error)]
            assert (cell.value, cell.error, cell.chances) == (value, error, wanted.chances), cell.key


def test_one_person_under_two_names(tmp_path: Path) -> None:
    """The figures of Bo and Robert together are those of one player in all six hands."""
    home = tracker_of(tmp_path, TEXT, other_site(TEXT))
    assert [one.hands for one in opponents(home).opponents] == [6, 3, 3]  # Cy, Bo, Robert
    join(home, [Name("PokerStars", "Bo"), Name("PokerStars", "Robert")])
    found = opponents(home, asked=Asked(sort="per_100"))
    assert [(one.person, one.hands) for one in found.opponents] == [("PokerStars:Bo", 6), ("PokerStars:Cy", 6)]
    both = tmp_path / "both.txt"
    both.write_text(TEXT + TEXT.replace("Hand #", "Hand #7"))
    known = {row.group: row.figures for row in stats([both]).rows}["Bo"]
    for cell in found.opponents[0].cells:
        wanted = known[cell.key]
        assert cell.value == (None if wanted.value is None else pytest.approx(wanted.value, abs=1e-4)), cell.key
        assert cell.chances == wanted.chances, cell.key
    assert one_person(home, EVERYTHING, "PokerStars:Robert").opponent.hands == 6
    separate(home, Name("PokerStars", "Robert"))
    assert [one.hands for one in opponents(home).opponents] == [6, 3, 3]


def test_search_order_and_pages(tmp_path: Path) -> None:
    home = tracker_of(tmp_path, TEXT, other_site(TEXT))

    def names(**asked: object) -> list[str]:
        return [one.names[0].player for one in opponents(home, asked=Asked(**asked)).opponents]  # type: ignore[arg-type]

    assert names(search="RO") == ["Robert"] and names(search="nobody") == []
    assert names(sort="name", up=True) == ["Bo", "Cy", "Robert"]
    assert names(least=4) == ["Cy"] and names(skip=1) == ["Bo", "Robert"]
    assert names(sort="per_100", up=True)[0] == "Cy"
    join(home, [Name("PokerStars", "Bo"), Name("PokerStars", "Robert")])
    assert names(search="rob") == ["Bo"] and names(sort="name", up=True) == ["Bo", "Cy"]
    with pytest.raises(BadNotation, match="unknown order"):
        names(sort="id; DROP TABLE hand")


def test_the_result_against_the_owner(home: Path) -> None:
    """Bo and Ann alone went on in hand 1, where Ann lost 100 big blinds, and in hand 3, where Ann won 5.5. Hand 2 was
    Ann's and Cy's: Ann won the big blind that Cy had put in.
    """
    bo, cy = [one_person(home, EVERYTHING, f"PokerStars:{name}") for name in ("Bo", "Cy")]
    assert (bo.together.hands, bo.together.net, bo.together.per_100) == (2, -94.5, -4725)
    assert bo.together.error == pytest.approx(100 * (105.5 / 2**0.5) / 2**0.5)
    assert (cy.together.hands, cy.together.net, cy.together.per_100, cy.together.error) == (1, 1, 100, None)
    assert [one.hand for one in bo.played] == ["3", "2", "1"] and bo.played[-1].net == -200
    assert [(row.position, row.hands) for row in bo.positions] == [("BTN", 1), ("SB", 1), ("BB", 1)]
    assert {cell.key: cell.chances for cell in bo.opponent.cells}["vpip"] == 3


def test_anonymous_seats_are_no_persons(tmp_path: Path) -> None:
    """At PokerStars, Bo is now a code as GGPoker prints it; Bovada's three seats are one hand."""
    sites = TESTS / "formats" / "sites"
    bovada = (sites / "bovada.txt").read_text("utf-8").split("Bovada Hand #")[1]
    home = tracker_of(tmp_path, TEXT.replace("Bo", "5ae0f1").replace("Cy", "Player2"), f"Bovada Hand #{bovada}")
    found = opponents(home)
    assert (found.opponents, found.count) == ([], 0) and found.anonymous == 8
    for person in ("PokerStars:5ae0f1", "Bovada:Dealer"):
        with pytest.raises(BadNotation, match="is not an opponent"):
            one_person(home, EVERYTHING, person)


def test_the_owner_is_no_opponent(tmp_path: Path) -> None:
    """In Bo's file of another evening, Ann is at the table; the owner has both names."""
    home = tracker_of(tmp_path, TEXT, other_site(TEXT))
    join(home, [Name("PokerStars", "Robert")], is_me=True)
    assert [one.person for one in opponents(home).opponents] == ["PokerStars:Cy", "PokerStars:Bo"]
    with pytest.raises(BadNotation, match="is not an opponent"):
        one_person(home, EVERYTHING, "me")


def test_notes_are_shown(tmp_path: Path) -> None:
    home = tracker_of(tmp_path, TEXT)
    note_player(home, Name("PokerStars", "Cy"), "folds", ["nit"])
    cy = next(one for one in opponents(home).opponents if one.person == "PokerStars:Cy")
    assert (cy.note, cy.tags) == ("folds", ["nit"])


@each("person", ["", "Bo", "PokerStars:", "x" * 300 + ":y"])
def test_what_names_nobody_is_refused(person: str, home: Path) -> None:
    with pytest.raises(BadNotation, match="expected a site and a name"):
        one_person(home, EVERYTHING, person)


def test_a_player_without_a_hand(home: Path) -> None:
    found = one_person(home, EVERYTHING, "PokerStars:Zoe")
    assert (found.opponent.hands, found.opponent.last, found.played, found.together.hands) == (0, "", [], 0)
