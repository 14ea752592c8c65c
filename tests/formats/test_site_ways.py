"""Ways of GGPoker to tell a hand: cash-outs and insurance, straddles, gifts to the pot, short deck."""

from __future__ import annotations

from pathlib import Path

import pytest
from site_hands import nets, record_of

from sidepot.errors import BadNotation
from sidepot.formats.hand_history import HandHistory, of_record
from sidepot.formats.ohh_write import ohh_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.hand.setup import Post
from sidepot.histories.converting import histories_in, written
from sidepot.stats import seen, stats

GG = """Poker Hand #HD77: Hold'em No Limit ($0.5/$1) - 2026/02/17 06:24:30
Table 'Kit' 6-max Seat #1 is the button
Seat 1: aa11 ($20 in chips)
Seat 2: bb22 ($30 in chips)
Seat 3: Hero ($20 in chips)
bb22: posts small blind $0.5
Hero: posts big blind $1
*** HOLE CARDS ***
Dealt to aa11
Dealt to bb22
Dealt to Hero [Kd Qd]
aa11: folds
bb22: raises $19 to $20
Hero: calls $19 and is all-in
Hero: shows [Kd Qd]
bb22: shows [Ac As]
Hero: Chooses to EV Cashout
*** FLOP *** [Jc 7s 9s]
*** TURN *** [Jc 7s 9s] [Ts]
*** RIVER *** [Jc 7s 9s Ts] [2h]
Hero: Pays Cashout Risk ($32)
*** SHOWDOWN ***
Hero collected $38 from pot
*** SUMMARY ***
Total pot $40 | Rake $1.5 | Jackpot $0.5 | Bingo $0 | Fortune $0 | Tax $0
Board [Jc 7s 9s Ts 2h]
Seat 1: aa11 (button) folded before Flop (didn't bet)
Seat 2: bb22 (small blind) showed [Ac As] and lost with a pair of Aces
Seat 3: Hero (big blind) showed [Kd Qd] and won ($38) with a straight, King to Nine, Cashout Risk ($32)
"""
LOST = GG.replace("Ts", "3s").replace("Pays Cashout Risk ($32)", "Receives Cashout ($6)")
LOST = LOST.replace("Hero collected", "bb22 collected")
INSURED = GG.replace("Hero: Chooses to EV Cashout", "Hero: get an all-in insurance (premium ($0/$4/$0) for ($0/$9/$0))")
INSURED = INSURED.replace("Pays Cashout Risk ($32)", "pay premium of all-in insurance ($4)")


@pytest.mark.parametrize(
    ("text", "beside", "hero"),
    [(GG, -3200, 1800 - 3200), (LOST, 600, -2000 + 600), (INSURED, -400, 1800 - 400)],
)
def test_adjustments_of_ggpoker_count(text: str, beside: int, hero: int) -> None:
    record = record_of(text)
    units = 1 if record.decimals else 100
    assert {seat: amount * units for seat, amount in record.adjustments.items()} == {2: beside}
    told = of_record(record)
    assert nets(told)["Hero"] * units == hero and nets(told)["aa11"] == 0
    (mine,) = [seat for seat in seen(told).seats if seat is not None and seat.player == "Hero"]
    assert mine.expected == mine.net and mine.adjustment == told.adjustments[2]


def test_risk_printed_on_two_streets_is_paid_once() -> None:
    """The summary of two runs tells the risk of each."""
    twice = GG.replace("*** RIVER ***", "Hero: Pays Cashout Risk ($32)\nHero: Chooses to EV Cashout\n*** RIVER ***")
    parts = GG.replace("won ($38) with a straight, King to Nine, Cashout Risk ($32)", "won ($19), Cashout Risk ($16)")
    parts = parts.replace("Cashout Risk ($16)", "Cashout Risk ($16), and won ($19), Cashout Risk ($16)")
    for text in (twice, parts):
        assert text != GG
        record = record_of(text)
        assert record.adjustments == {2: -32 * 10**record.decimals}, text


def test_hands_of_ggpoker_that_a_tracker_has_put_under_the_first_line_of_pokerstars() -> None:
    """The words are GGPoker's all the same: a gift to the pot, a missed blind, a cash-out."""
    text = GG.replace("Poker Hand #HD77:", "PokerStars Hand #77:").replace("$1)", "$1.00)")
    text = text.replace(
        "bb22: posts small", "Cash Drop to Pot : total $5\naa11: posts missed blind $0.5\nbb22: posts small"
    )
    text = text.replace("Hero collected $38", "Hero collected $43.5").replace("won ($38)", "won ($43.5)")
    record = record_of(text)
    assert record.site == "PokerStars" and record.carried == 500
    assert nets(of_record(record)) == {"aa11": -50, "bb22": -2000, "Hero": 2350 - 3200}


def test_a_fold_after_the_last_call_mucks_the_hand() -> None:
    """The bettor of the river has been called: the fold is no act of the betting. A bet is refused there."""
    text = """Poker Hand #HD79: Hold'em No Limit ($0.5/$1) - 2026/02/17 06:24:30
Table 'Kit' 6-max Seat #1 is the button
Seat 1: aa11 ($20 in chips)
Seat 2: bb22 ($30 in chips)
aa11: posts small blind $0.5
bb22: posts big blind $1
*** HOLE CARDS ***
Dealt to aa11 [Kd Qd]
aa11: calls $0.5
bb22: checks
*** FLOP *** [Jc 7s 9s]
bb22: checks
aa11: checks
*** TURN *** [Jc 7s 9s] [Ts]
bb22: checks
aa11: checks
*** RIVER *** [Jc 7s 9s Ts] [2h]
bb22: bets $29 and is all-in
aa11: calls $19 and is all-in
aa11: shows [Kd Qd]
bb22: folds
Uncalled bet ($10) returned to bb22
*** SHOWDOWN ***
aa11 collected $39.5 from pot
*** SUMMARY ***
Total pot $40 | Rake $0.5 | Jackpot $0 | Bingo $0
Board [Jc 7s 9s Ts 2h]
Seat 1: aa11 (button) showed [Kd Qd] and won ($39.5)
Seat 2: bb22 (big blind) folded on the River
"""
    assert nets(of_record(record_of(text))) == {"aa11": 1950, "bb22": -2000}
    ((_, record),) = read_site(text.replace("bb22: folds", "bb22: bets $1"))
    assert isinstance(record, Record)
    with pytest.raises(BadNotation, match="the hand is over before this action"):
        play_record(record)


def test_a_hand_that_was_cashed_out_keeps_that_in_other_formats(tmp_path: Path) -> None:
    """Open Hand History has no word for it."""
    told = of_record(record_of(GG))
    for kind, suffix in (("phh", "phhs"), ("stars", "txt")):
        text = written(told, kind)
        assert isinstance(text, str), text
        file = tmp_path / f"hands.{suffix}"
        file.write_text(text, encoding="utf-8")
        ((_, back),) = histories_in(file)
        assert isinstance(back, HandHistory) and nets(back) == nets(told)
        assert stats([file], player="Hero").rows[0].won == {"USD": "-14"}
    assert "cannot express what was cashed out" in str(written(told, "ohh"))
    assert ohh_of(told)


def test_a_straddle_of_ggpoker_is_one_word_and_the_last_one_counts() -> None:
    """It needs no `posts`; a second one names the total."""
    text = """Poker Hand #OM78: PLO-5 ($0.1/$0.25) - 2021/04/13 10:03:48
Table 'Kit' 6-max Seat #3 is the button
Seat 1: aa11 ($5 in chips)
Seat 3: bb22 ($15 in chips)
Seat 4: Hero ($31.73 in chips)
Hero: posts small blind $0.1
aa11: posts big blind $0.25
bb22: straddle $0.5
bb22: straddle $1
*** HOLE CARDS ***
Dealt to Hero [2s 3c 9d 9h Ad]
Hero: folds
aa11: folds
Uncalled bet ($0.75) returned to bb22
*** SHOWDOWN ***
bb22 collected $0.6 from pot
*** SUMMARY ***
Total pot $0.6 | Rake $0 | Jackpot $0 | Bingo $0
"""
    record = record_of(text)
    assert [(one.seat, one.amount) for one in record.owed if one.post is Post.STRADDLE] == [(1, 100)]


def test_short_deck_of_ggpoker_has_one_stake_and_two_runs() -> None:
    """The button posts the blind, everybody an ante; the boards of the runs stand in lines of their own."""
    text = """Poker Hand #117: ShortDeck No Limit ($100) - 2021/04/01 11:44:46
Table 'Kit' 5-max Seat #5 is the button
Seat 1: 951 ($11,965 in chips)
Seat 4: 559 ($5,647.9 in chips)
Seat 5: 180 ($1,334 in chips)
951: posts the ante $100
559: posts the ante $100
180: posts the ante $100
180: posts button blind $100
*** HOLE CARDS ***
Dealt to 559 [8c 7d]
951: calls $100
559: folds
180: raises $1,134 to $1,234 and is all-in
951: calls $1,134
180: shows [Td Ts]
951: shows [Qs Ks]
*** FIRST FLOP ***  [Tc 8h Ah]
*** FIRST TURN *** [Tc 8h Ah] [6h]
*** FIRST RIVER *** [Tc 8h Ah 6h] [Jd]
*** SECOND FLOP ***  [9h 9c Kc]
*** SECOND TURN *** [9h 9c Kc] [6s]
*** SECOND RIVER *** [9h 9c Kc 6s] [As]
*** FIRST SHOW DOWN ***
951 collected $1,354 from pot
*** SECOND SHOW DOWN ***
951 collected $1,354 from pot
*** SUMMARY ***
Total pot $2,768 | Rake $60
Hand was run two times
FIRST
Board [Tc 8h Ah 6h Jd]
SECOND
Board [9h 9c Kc 6s As]
"""
    record = record_of(text)
    assert (record.game.name, len(record.boards)) == ("short-deck", 2)
    assert nets(of_record(record)) == {"951": 137400, "559": -10000, "180": -133400}


def test_a_gift_of_ggpoker_lies_in_the_pot_before_the_hand() -> None:
    text = """Poker Hand #RC79: Hold'em No Limit ($0.1/$0.25) - 2021/04/13 10:03:48
Table 'Kit' 6-max Seat #1 is the button
Seat 1: aa11 ($50 in chips)
Seat 2: bb22 ($50 in chips)
Seat 3: Hero ($31.73 in chips)
Cash Drop to Pot : total $5
bb22: posts small blind $0.1
Hero: posts big blind $0.25
*** HOLE CARDS ***
aa11: folds
bb22: calls $0.15
Hero: checks
*** FLOP *** [Jc 7s 8s]
bb22: checks
Hero: bets $2
bb22: folds
Uncalled bet ($2) returned to Hero
*** SHOWDOWN ***
Hero collected $5.25 from pot
*** SUMMARY ***
Total pot $5.5 | Rake $0.25 | Jackpot $0 | Bingo $0
"""
    record = record_of(text)
    assert record.carried == 500 and nets(of_record(record)) == {"aa11": 0, "bb22": -25, "Hero": 500}


MISSED = """Poker Hand #HD54: Hold'em No Limit  ($0.5/$1) - 2018/12/28 11:00:52
Table 'Kit' 6-max Seat #5 is the button
Seat 1: Ann ($60 in chips)
Seat 3: Bob ($175.41 in chips)
Seat 4: Cal ($20 in chips)
Seat 5: Dee ($22.84 in chips)
Seat 6: Eve ($98.5 in chips)
Eve: posts small blind $0.5
Ann: posts big blind $1
Cal: posts missed blind $0.5
Cal: posts big blind $1
*** HOLE CARDS ***
Bob: calls $1
Cal: raises $4 to $5
Dee: folds
Eve: folds
Ann: folds
Bob: folds
Uncalled bet ($4) returned to Cal
*** SHOWDOWN ***
Cal collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0 | Jackpot $0 | Bingo $0
"""


def test_missed_blind_of_ggpoker_is_dead_with_a_big_one() -> None:
    record = record_of(MISSED)
    assert [(one.post, one.amount) for one in record.owed][2:] == [(Post.DEAD_BLIND, 50), (Post.LIVE_BLIND, 100)]
    assert nets(of_record(record)) == {"Ann": -100, "Bob": -100, "Cal": 250, "Dee": 0, "Eve": -50}


def test_a_missed_small_blind_alone_is_dead_too() -> None:
    text = MISSED.replace("Cal: posts big blind $1\n", "").replace("raises $4 to $5", "calls $1")
    text = text.replace("Ann: folds\nBob: folds\n", "Ann: checks\n*** FLOP *** [Kc 4c 2h]\nAnn: folds\nBob: folds\n")
    text = text.replace("Uncalled bet ($4) returned to Cal\n", "")
    assert nets(of_record(record_of(text)))["Cal"] == 250


def test_a_straddle_of_the_big_blind_has_the_blind_in_it() -> None:
    text = """Poker Hand #OM11: PLO-5 ($25/$50) - 2021/04/11 03:57:00
Table 'Kit Ante1' 6-max Seat #4 is the button
Seat 3: Ann ($2,000 in chips)
Seat 4: Bob ($3,270.7 in chips)
Seat 5: Hero ($552.57 in chips)
Bob: posts the ante $10
Ann: posts the ante $10
Hero: posts the ante $10
Hero: posts small blind $25
Ann: posts big blind $50
Ann: straddle $100
*** HOLE CARDS ***
Dealt to Hero [Kd 2h 3h Qc Tc]
Bob: raises $225 to $325
Hero: folds
Ann: folds
Uncalled bet ($225) returned to Bob
*** SHOWDOWN ***
Bob collected $242.25 from pot
*** SUMMARY ***
Total pot $255 | Rake $12.75 | Jackpot $0 | Bingo $0
"""
    assert nets(of_record(record_of(text))) == {"Ann": -11000, "Bob": 13225, "Hero": -3500}


def test_in_a_tournament_the_blinds_that_were_posted_count() -> None:
    """The first line is of the next level."""
    text = MISSED.replace("Hold'em No Limit  ($0.5/$1)", "Tournament #9, Deep $5 Hold'em No Limit - Level2(100/200)")
    text = text.replace("Cal: posts missed blind $0.5\nCal: posts big blind $1\n", "").replace("$", "")
    text = text.replace("blind 0.5", "blind 50").replace("big blind 1", "big blind 100").replace("calls 1", "calls 100")
    text = text.replace("raises 4 to 5", "raises 100 to 200").replace("(4) returned", "(100) returned")
    text = text.replace("collected 4", "collected 350").replace("pot 4", "pot 350").replace(".41", "41")
    text = text.replace("60 in", "6000 in").replace("20 in", "2000 in").replace("22.84", "2284").replace("98.5", "9850")
    record = record_of(text)
    assert (record.small_bet, record.small_blind) == (100, 50)
    assert nets(of_record(record))["Cal"] == 250
