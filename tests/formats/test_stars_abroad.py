"""PokerStars in other languages: each sample as in English, mixed files, and words that a table lacks."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.sites.printed_result import problem_of
from sidepot.formats.sites.reading import dialect_of, read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.stars import Stars
from sidepot.formats.sites.stars_abroad import StarsAbroad, english_of
from sidepot.games.limits import NoLimit, PotLimit

SAMPLES = Path(__file__).parent / "sites"
ENGLISH = (SAMPLES / "stars.txt").read_text("utf-8")


def sample(language: str) -> str:
    """The sample in a language."""
    return (SAMPLES / f"stars_{language}.txt").read_text("utf-8")


def hands(text: str) -> list[Record]:
    """The hands of a text; all are readable."""
    found = [one for _, one in read_site(text)]
    assert all(isinstance(one, Record) for one in found), found
    return [one for one in found if isinstance(one, Record)]


@each("language", ["de", "es", "fr", "pt", "ru"])
def test_each_language_is_pokerstars(language: str) -> None:
    text = sample(language)
    assert dialect_of(text) is StarsAbroad
    for one in hands(text):
        assert (one.site, one.hero != "", one.button >= 0) == ("PokerStars", True, True)
        assert one.rake is not None and one.pot is not None and one.table_size in (6, 9)
        assert " ET" in one.when and one.when[4] == "/"


def test_a_hand_in_spanish_in_all_parts() -> None:
    cash, tournament = hands(sample("es"))
    assert [(one.number, one.name, one.stack) for one in cash.players] == [
        (1, "Ann", 1200), (3, "Bo: el [grande]", 940), (4, "Cy", 1000), (6, "Dee", 785),
    ]  # fmt: skip
    assert (cash.small_blind, cash.small_bet, cash.limit, cash.currency) == (5, 10, NoLimit(), "EUR")
    assert (cash.pot, cash.rake, cash.won, cash.hero) == (205, 10, {2: 195}, "Ann")
    assert {seat: cards_text(cards) for seat, cards in cash.dealt.items()} == {0: "8c5h", 3: "AdKc"}
    assert (tournament.tournament_id, tournament.buy_in, tournament.level, tournament.table) == (
        "77001", "€1.80+€0.20 EUR", "III", "77001 4",
    )  # fmt: skip


def test_portuguese_with_a_pot_limit_game() -> None:
    tournament, omaha = hands(sample("pt"))
    assert (tournament.buy_in, tournament.when) == (
        "$1.80+$0.20 USD", "2026/03/12 20:15:09 BRT [2026/03/12 19:15:09 ET]",
    )  # fmt: skip
    assert (omaha.game.name, omaha.limit, omaha.back) == ("omaha", PotLimit(), {0: 50})


def test_french_has_wide_blanks_and_decimal_commas_and_english_bodies() -> None:
    cash, play = hands(sample("fr"))
    assert (cash.small_blind, cash.small_bet, cash.players[0].stack, cash.won) == (5, 10, 1551, {2: 138})
    assert (play.players[2].name, play.won, play.currency) == ("Cy", {0: 500}, "")


def test_the_uncalled_bet_of_a_text_that_does_not_return_it_follows_from_the_bets() -> None:
    assert [one.back for one in hands(sample("de"))] == [{}, {0: 4}]


def test_a_result_that_is_changed_does_not_come_out() -> None:
    for language, was, put in (("ru", "получил $7.85", "получил $7.84"), ("es", "lleva 1.95 €", "lleva 1.96 €")):
        text = sample(language)
        assert was in text
        assert problem_of(play_record(hands(text.replace(was, put))[0]))


def test_a_file_may_go_on_in_english() -> None:
    found = hands(sample("es") + "\n\n\n" + ENGLISH)
    assert [one.name for one in found[:3]] == ["5101", "5102", "1001"]
    assert dialect_of(ENGLISH) is Stars


def test_an_act_in_unknown_words_is_missed_by_the_next_line() -> None:
    text = sample("es").replace("Cy: iguala 0.15 €", "Cy: acepta 0.15 €")
    record = next(one for _, one in read_site(text))
    assert isinstance(record, Record)
    with pytest.raises(BadNotation, match="Cy"):
        play_record(record)


def test_a_first_line_that_is_cut_is_refused_with_its_line() -> None:
    text = sample("es").replace(" (0.05 €/0.10 €) - 11-03-2026 21:05:30 CET [11-03-2026 16:05:30 ET]", "", 1)
    error = next(one for _, one in read_site(text))
    assert isinstance(error, BadNotation) and "line 1" in str(error)


def test_a_line_in_each_language() -> None:
    assert english_of("Ann: geht mit $0.05", "PokerStars") == "Ann: calls $0.05"
    assert english_of("Ann\u00a0: relance. 400 à 1\u202f600", "Main") == "Ann: raises 400 to 1600"
    assert english_of("Ann: aumenta 80 para 160 e está all-in", "Mão") == "Ann: raises 80 to 160 e está all-in"
    assert english_of("Ann: делает рейз $0.06 $0.08", "Раздача") == "Ann: raises $0.06 to $0.08"
