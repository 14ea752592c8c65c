"""Chico, SwC, Poker Mavens and Unibet: posts of new players, boards, owners, and what their texts leave out."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each
from site_hands import nets, record_of

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import of_record
from sidepot.formats.reasons import NO_WINNER
from sidepot.formats.sites.chico import Chico
from sidepot.formats.sites.dialect import Dialect
from sidepot.formats.sites.mavens import Mavens
from sidepot.formats.sites.printed_result import verdict_of
from sidepot.formats.sites.reading import dialect_of, read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record, What
from sidepot.formats.sites.swc import Swc
from sidepot.formats.sites.unibet import Unibet
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.hand.setup import Post

SAMPLES = Path(__file__).parent / "sites"
CHICO, MAVENS, SWC, UNIBET = [
    (SAMPLES / f"{name}.txt").read_text("utf-8") for name in ("chico", "mavens", "swc", "unibet")
]


def hands(text: str) -> dict[str, Record]:
    """The hands of a text by their numbers; all are readable."""
    found = dict(read_site(text))
    assert all(isinstance(one, Record) for one in found.values()), found
    return {name: one for name, one in found.items() if isinstance(one, Record)}


@each(("text", "kind"), [(CHICO, Chico), (MAVENS, Mavens), (SWC, Swc), (UNIBET, Unibet)])
def test_each_text_is_recognised(text: str, kind: type[Dialect]) -> None:
    assert dialect_of(text) is kind


@pytest.mark.parametrize("line", ["Game #2041 starts.", "Game #12: Table of six", "Hand #12 - Holdem(No Limit) - x"])
def test_a_line_with_a_common_mark_does_not_begin_a_hand(line: str) -> None:
    assert dialect_of(line) not in (Unibet, Mavens)


def test_chico_adds_the_dead_blind_that_its_text_omits() -> None:
    one = hands(CHICO)["7001"]
    assert [(owed.seat, owed.post, owed.amount) for owed in one.owed] == [
        (0, Post.SMALL_BLIND, 25),
        (1, Post.BIG_BLIND, 50),
        (2, Post.LIVE_BLIND, 50),
        (3, Post.LIVE_BLIND, 50),
        (3, Post.DEAD_BLIND, 25),
    ]
    assert [player.name for player in one.players] == ["Bo", "Cy D", "Dee", "Fay", "Ann"]
    assert (cards_text(one.boards[0]), one.when, one.currency) == ("Th7s2cKh3d", "2016/03/01 20:10:11 ET", "USD")
    assert nets(of_record(one)) == {"Ann": -4000, "Bo": -25, "Cy D": 7950 + 1210 - 5210, "Dee": -50, "Fay": -75}


def test_chico_hides_omaha_and_the_limit_of_a_tournament() -> None:
    _, omaha, tournament, _ = hands(CHICO).values()
    assert (omaha.game.name, omaha.limit, omaha.when) == ("omaha", PotLimit(), "2012/06/07 08:58 GMT")
    assert (tournament.limit, tournament.small_bet, tournament.tournament_id) == (NoLimit(), 3000, "5501")
    assert (tournament.decimals, tournament.players[0].stack, tournament.rake) == (2, 145050, 0)


def test_chico_folds_players_who_left_the_table() -> None:
    """The text does not print these folds; the fold of Bo, who left afterwards, counts once."""
    one = hands(CHICO)["7004"]
    assert [one.players[act.seat].name for act in one.acts if act.what is What.FOLD] == ["Cy D", "Dee", "Bo", "Fay"]
    text = CHICO.split("\n\n\n\n")[-1]
    early = text.replace("Dee has left the table\n", "").replace("*** HOLE", "Dee has left the table\n*** HOLE")
    replay = play_record(record_of(early))
    assert verdict_of(replay).kind == "matched"
    assert [note.partition(": ")[2] for note in replay.notes] == ["Dee folds out of turn"]


def test_chico_names_a_player_whose_printed_stack_contradicts_the_bets() -> None:
    text = CHICO.split("\n\n\n\n")[-1].replace("Ann (12.00", "Ann (0.00")
    ((_, error),) = read_site(text)
    assert isinstance(error, BadNotation) and "Ann has no chips in the text, but puts some in" in str(error)


def test_swc_bomb_pots_and_tournaments() -> None:
    plain, bomb, tournament = hands(SWC).values()
    assert (plain.rake, plain.table, plain.table_size, plain.currency) == (10, "Evening #1", 9, "")
    assert ({owed.post for owed in bomb.owed}, bomb.won) == ({Post.ANTE}, {0: 60})
    assert (tournament.game.name, tournament.limit, tournament.small_bet) == ("omaha5", PotLimit(), 2000)
    assert (tournament.tournament_id, tournament.buy_in, tournament.level) == ("9001", "0+0", "II")


def test_a_double_board_of_which_one_is_printed_stays_open() -> None:
    bomb = SWC.split("\n\n\n")[1].replace("'Bomb Pots", "'Double Board Bomb Pots")
    shown = bomb.replace(
        "ann: bets 0.45\nbo_b: folds\ncy: folds\nUncalled bet (0.45) returned to ann\n", "ann: checks\n"
    )
    shown = shown.replace(
        "ann: doesn't show hand\nann collected 0.60 from pot\n",
        "ann: shows [Ks Kd 9c 9h] (x)\ncy: shows [Kh 9s 8s 3d] (x)\n"
        "ann collected 0.45 from pot\ncy collected 0.15 from pot\n",
    )
    ((_, record),) = read_site(shown)
    assert isinstance(record, Record)
    assert record.unresolved == "the text prints one of the two boards"
    assert not record_of(bomb).unresolved


def test_poker_mavens() -> None:
    first, side, limit = hands(MAVENS).values()
    assert [(owed.post, owed.amount) for owed in first.owed] == [
        (Post.SMALL_BLIND, 25), (Post.BIG_BLIND, 50), (Post.LIVE_BLIND, 50), (Post.DEAD_BLIND, 25),
    ]  # fmt: skip
    assert (first.name, first.when, first.table, first.rake) == (
        "9101-7", "2026-03-02 20:14:05", "Kitchen #3", 10,
    )  # fmt: skip
    assert (first.hero, len(first.players), first.players[first.button].name) == ("Cy", 4, "Bo B")
    assert (side.won, side.rake, cards_text(side.boards[0])) == ({1: 26, 2: 52}, 0, "Kc9d2s4h7c")
    assert isinstance(limit.limit, FixedLimit) and (limit.small_bet, limit.big_bet) == (300, 600)


def test_unibet_finds_the_owner_and_takes_the_mark_off_the_name() -> None:
    first, late, tournament, older = hands(UNIBET).values()
    assert [player.name for player in first.players] == ["Ann", "Bo B", "Dee", "Cy"]
    assert [one.hero for one in (first, late, tournament, older)] == ["Cy", "Cy", "Cy", "Bo B"]
    assert (first.when, first.currency, first.table, first.table_size) == (
        "2026/03/29 20:20:05 UTC", "EUR", "20000011", 6,
    )  # fmt: skip
    assert [(owed.post, owed.amount) for owed in late.owed] == [
        (Post.SMALL_BLIND, 50), (Post.BIG_BLIND, 100), (Post.DEAD_BLIND, 50), (Post.LIVE_BLIND, 100),
    ]  # fmt: skip
    assert (tournament.tournament_id, tournament.buy_in, tournament.decimals) == ("85600011", "€1.86+€0.14", 0)
    assert (tournament.won, tournament.ends) == ({0: 120, 1: 840}, {0: 300, 1: 840, 2: 360})
    assert (older.name, older.when, older.table, older.currency) == ("6004", "2021/04/04 13:22:50", "€1 NL", "EUR")


def test_unibets_net_result_is_compared() -> None:
    changed = UNIBET.replace("net result: €2.80", "net result: €2.79").split("\n\n\n")[0]
    ((_, record),) = read_site(changed)
    assert isinstance(record, Record)
    assert verdict_of(play_record(record)).kind == "mismatched"


def test_a_hand_of_unibet_without_its_end_is_unchecked() -> None:
    head, _, _ = UNIBET.split("\n\n\n")[0].partition("*** Preflop ***")
    text = head + "*** Preflop ***\nAnn folds\n*** Summary ***\nTotal pot €0.75 Rake €0\n"
    ((_, record),) = read_site(text)
    assert isinstance(record, Record)
    verdict = verdict_of(play_record(record))
    assert (verdict.kind, verdict.why) == ("unchecked", NO_WINNER)
