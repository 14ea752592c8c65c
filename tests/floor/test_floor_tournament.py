"""The event: final tables, short tables, what is posted, and that nobody's rule book is copied."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import get_args

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st
from needs import CORPUS, CORPUS_FOLDER
from places import ROOT

from sidepot.errors import BadNotation, Cite
from sidepot.floor.conduct.announcements import DUTIES, SUBJECTS, Subject, announcements
from sidepot.floor.conduct.offences import find_offence
from sidepot.floor.tournament.short_tables import final_table_size, must_halt
from sidepot.rules.clauses import plain
from sidepot.rules.houses import CASH, HOUSES, TDA_2013, TDA_2024
from sidepot.rules.notice import LINK, NOTICE, notice_for

WORDS_IN_A_ROW = 8
# what is copied on purpose, and short phrases of every card room that hardly go otherwise
ALLOWED = (
    NOTICE,
    "poker tournament directors association 2013 rules version 1 1",  # the title
    "the odd chip goes to the first seat left of the button",
    "the odd chip goes to the high card by suit",
    "the total pot goes to the high side",
    "first seat left of the button in flop games",
    "the last aggressive player on the final betting round",
    "before the end of the last betting round",
    "at his seat when the first card is dealt",
    "a player must be at his seat to",
)


@each(("full", "old", "new"), [(10, 10, 10), (9, 10, 9), (8, 9, 9), (7, 8, 7), (6, 7, 7), (5, 6, 6)])
def test_the_size_of_the_final_table(full: int, old: int, new: int) -> None:
    assert final_table_size(full, TDA_2013) == old
    assert final_table_size(full, TDA_2024) == new
    assert final_table_size(full, CASH) == old
    assert final_table_size(full, TDA_2024, heads_up=True) == 2


@given(st.integers(-3, 40), st.sampled_from(list(HOUSES.values())))
def test_a_final_table_has_two_to_ten_players(full: int, house: object) -> None:
    try:
        assert 2 < final_table_size(full, house) <= 10  # type: ignore[arg-type]
    except BadNotation:
        assert not 2 <= full <= 22


@given(st.lists(st.integers(1, 10), max_size=8))
def test_a_table_halts_when_three_are_missing_and_the_fullest_never(tables: list[int]) -> None:
    halting = must_halt(tables, TDA_2013)
    assert all(max(tables) - tables[table] >= 3 for table in halting)
    assert all(max(tables) - players < 3 for table, players in enumerate(tables) if table not in halting)
    assert must_halt(tables, TDA_2013, by_elimination=False, blinds_affected=False) == halting
    assert must_halt(tables, TDA_2024) == halting
    assert must_halt(tables, TDA_2024, by_elimination=False) == must_halt(tables, TDA_2024, blinds_affected=False) == ()


# ---- what is posted


def test_each_subject_is_posted_and_all_of_them_unless_some_are_named() -> None:
    everything = announcements(TDA_2024)
    assert set(SUBJECTS) == set(get_args(Subject))
    assert everything == tuple(line for one in SUBJECTS for line in announcements(TDA_2024, subjects=(one,)))
    assert len(set(everything)) == len(everything)
    assert announcements(TDA_2013) != everything


def test_a_duty_that_is_not_done_is_an_offence_of_the_catalogue() -> None:
    assert [find_offence(offence).code for _, offence in DUTIES if offence] == [one for _, one in DUTIES if one]


@pytest.mark.parametrize(
    ("languages", "says"),
    [
        (["English"], "speak only English."),
        (["Czech", " English "], "Czech or English."),
        (["a", "b", "c"], "a, b or c"),
    ],
)
def test_languages_are_listed(languages: list[str], says: str) -> None:
    assert says in plain(announcements(TDA_2013, languages, ["language"])[0])
    with pytest.raises(BadNotation, match="languages: expected at least one, such as English"):
        announcements(TDA_2013, [])


# ---- the rule books themselves


def test_output_that_cites_the_tda_says_where_its_rules_are() -> None:
    assert LINK in notice_for([Cite("RRP-11", "ties"), Cite("TDA-2024", "44")])
    assert notice_for([Cite("RRP-11", "ties"), Cite("PG", "79")]) == ""
    assert "http://www.pokertda.com" in NOTICE


def in_words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("\u2019", ""))


def runs_of(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + WORDS_IN_A_ROW]) for at in range(len(words) - WORDS_IN_A_ROW + 1)]


def copied(text: str, source: set[tuple[str, ...]]) -> list[str]:
    """What stands in the text as it stands in the source, each stretch once."""
    words = in_words(text)
    found: list[str] = []
    last = -WORDS_IN_A_ROW
    for at, run in enumerate(runs_of(words)):
        if run in source:
            if at > last + 1:
                found.append(" ".join(run))
            else:
                found[-1] += f" {run[-1]}"
            last = at
    return found


def test_copied_stretches_are_found_whole() -> None:
    source = set(runs_of(in_words("the quick brown fox jumps over the lazy dog's back")))
    assert copied("See: the Quick brown fox, jumps over the lazy DOGS!", source) == [
        "the quick brown fox jumps over the lazy dogs"
    ]
    assert copied("the quick brown fox jumps over a lazy dog's back", source) == []


def pages() -> list[Path]:
    return [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / "bench").rglob("*.md"),
        *(ROOT / "src").rglob("*.py"),
        *(ROOT / "src").rglob("*.toml"),
        *(ROOT / "tests").rglob("*.py"),
        *(ROOT / "tools").rglob("*.py"),
    ]


def quoted(gists: str) -> list[str]:
    """What gists quote from a book: longer stretches in quotation marks."""
    return re.findall(r'"([^"\n]{20,})"', gists)


def test_a_gist_is_ours_and_its_quotations_are_not() -> None:
    assert quoted('The hand lives, 65-B: "The quick brown fox jumps over lazy dogs", and "no bet".') == [
        "The quick brown fox jumps over lazy dogs"
    ]


def texts_of_books() -> list[str]:
    """The texts at hand: a book of the TDA, what the gists quote of others, and the folder SIDEPOT_BOOK_TEXTS."""
    beside = Path(CORPUS_FOLDER).parent
    found = [file.read_text(encoding="utf-8") for file in sorted((beside / "seeds").glob("001_*.txt"))]
    for gists in sorted((beside / "books").glob("*.md")):
        found += quoted(gists.read_text(encoding="utf-8"))
    more = os.environ.get("SIDEPOT_BOOK_TEXTS")
    return found + [file.read_text(encoding="utf-8") for file in sorted(Path(more).glob("*.txt"))] if more else found


@pytest.mark.long
@CORPUS.mark
def test_no_sentence_of_a_book_stands_here() -> None:
    """Rules are told in our own words; the notice of the association is the only thing that is copied."""
    theirs = {run for text in texts_of_books() for run in runs_of(in_words(text))}
    theirs -= {run for phrase in ALLOWED for run in runs_of(in_words(phrase))}
    assert len(theirs) > 5000
    found = {
        str(page.relative_to(ROOT)): stretches
        for page in pages()
        if (stretches := copied(page.read_text(encoding="utf-8"), theirs))
    }
    assert found == {}
