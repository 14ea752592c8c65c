"""Bovada, Ignition and Bodog: places and their order, all-ins before the cards, texts that do not tell the streets."""

from __future__ import annotations

import pytest
from site_hands import nets

from sidepot.cards import text as cards_text
from sidepot.formats.hand_history import of_record
from sidepot.formats.sites.printed_result import Verdict, verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.hand.setup import Post
from sidepot.histories.converting import written


def matched(text: str) -> Record:
    """The only hand of a text, which comes out as it is printed."""
    ((_, record),) = read_site(text)
    assert isinstance(record, Record), record
    assert verdict_of(play_record(record)) == Verdict("matched"), verdict_of(play_record(record))
    return record


FIXED = """Bodog.com Hand #25961 TBL#951 HOLDEM  Fixed Limit - 2012-04-03 16:25:23
Seat 1: Small Blind ($678 in chips)
Seat 2: Big Blind ($147.50 in chips)
Seat 3: UTG [ME] ($320 in chips)
Seat 6: Dealer ($293 in chips)
Dealer : Set dealer/Bring in spot [6]
Small Blind : Ante/Small Blind $4
Big Blind : Big blind/Bring in $8
UTG [ME] : Seat sit out
*** HOLE CARDS ***
Small Blind : Card dealt to a spot [Qd Kc]
Big Blind : Card dealt to a spot [6c As]
Dealer : Card dealt to a spot [4s Kd]
Dealer : Folds
Small Blind : Raises $16
Big Blind : Calls $8
Card dealt to table [Ks 7c 9s]
UTG [ME] : Seat re-join
Small Blind : Bets $8
Big Blind : Raises $16
Small Blind : Calls $8
Card dealt to table [8h]
Small Blind : Bets $16
Big Blind : Folds(timeout)
Small Blind : Return uncalled portion of bet $16
Small Blind : Does not show [Qd Kc] (One pair)
Small Blind : Hand result $63
*** SUMMARY ***
Total Pot($64) | Rake ($1)
Board [Ks 7c 9s 8h ]
Seat 1: Small Blind $63 [Does not show]
Seat 2: Big Blind Folded on the TURN
Seat 6: Dealer Folded on the POCKET CARDS
"""


def test_fixed_limit_of_2012_marks_streets_by_cards_and_prints_its_rake() -> None:
    record = matched(FIXED)
    assert (record.limit, record.small_bet, record.big_bet, record.rake) == (FixedLimit(), 800, 1600, 100)
    assert (record.table, record.currency, cards_text(record.boards[0])) == ("951", "USD", "Ks7c9s8h")
    assert nets(of_record(record)) == {"Small Blind": 3100, "Big Blind": -3200, "Dealer": 0}


SEATS = """Ignition Hand #4328: HOLDEM Tournament #41678 TBL#81, Normal- Level 13 (300/600) - 2021-06-06 18:25:22
Seat 94: UTG (29,404 in chips)
Seat 743: Dealer [ME] (20,396 in chips)
Seat 534: Small Blind (76,670 in chips)
Seat 360: Big Blind (21,433 in chips)
Dealer [ME] : Set dealer [4]
UTG : Ante chip 60
Dealer [ME] : Ante chip 60
Small Blind : Ante chip 60
Big Blind : Ante chip 60
Small Blind : Small blind 300
Big Blind : Big blind 600
*** HOLE CARDS ***
UTG : Card dealt to a spot [Ks Ad]
Dealer [ME] : Card dealt to a spot [9c Kd]
Small Blind : Card dealt to a spot [5s Js]
Big Blind : Card dealt to a spot [3c 7s]
UTG : Raises 1333 to 1333
Dealer [ME] : Folds
Small Blind : Folds
Big Blind : Call 733
*** FLOP *** [Ts 2c 2d]
Big Blind : Checks(timeout)
UTG : Bets(timeout) 1400
Big Blind : Folds
UTG : Return uncalled portion of bet 1400
UTG : Does not show [Ks Ad] (High Card)
UTG : Hand Result 3206
*** SUMMARY ***
Total Pot(3206)
Board [Ts 2c 2d  ]
"""


def test_seats_sit_as_they_are_listed_and_numbers_of_entries_are_none_of_seats() -> None:
    record = matched(SEATS)
    assert [(player.number, player.name) for player in record.players] == [
        (1, "UTG"),
        (2, "Dealer"),
        (3, "Small Blind"),
        (4, "Big Blind"),
    ]
    assert (record.limit, record.hero, record.level, record.button) == (NoLimit(), "Dealer", "13", 1)
    assert nets(of_record(record)) == {"UTG": 1813, "Dealer": -60, "Small Blind": -360, "Big Blind": -1393}
    assert isinstance(written(of_record(record), "stars"), str)


def test_lines_in_no_order_are_put_in_that_of_the_places() -> None:
    lines = SEATS.splitlines(keepends=True)
    lines[1], lines[3] = lines[3], lines[1]
    assert nets(of_record(matched("".join(lines))))["UTG"] == 1813


def test_the_button_is_before_the_small_blind_where_nobody_has_it() -> None:
    text = SEATS.replace("Dealer [ME] : Set dealer [4]\n", "").replace("Dealer [ME]", "UTG+1 [ME]")
    assert matched(text).button == 1


HEADS_UP = """Bovada Hand #2701: HOLDEM Tournament #M-3094 TBL#1, No Limit- Level 8 (200/400) - 2012-12-22 22:48:15
Seat 7: Big Blind (277 in chips)
Seat 8: Dealer [ME] (13,223 in chips)
Dealer [ME] : Set dealer/Bring in spot [8]
Big Blind : Ante chip 40
Dealer [ME] : Ante chip 40
Dealer [ME] : Ante/Small blind 200
Big Blind : All-in 237
*** HOLE CARDS ***
Big Blind : Card dealt to a spot [4d Js]
Dealer [ME] : Card dealt to a spot [As 6c]
Dealer [ME] : Call 37
*** FLOP *** [8s Qd Qs]
*** TURN *** [8s Qd Qs] [6d]
*** RIVER *** [8s Qd Qs 6d] [Ah]
Big Blind : Showdown [Qs Qd Ah Js 8s] (One pair)
Dealer [ME] : Showdown [As Ah Qs Qd 8s] (Two pair)
Dealer [ME] : Hand Result 554
Big Blind : Ranking 2
Big Blind : Prize Cash [$27.50]
*** SUMMARY ***
Total Pot(554)
Board [8s Qd Qs 6d Ah]
"""


def test_an_all_in_before_the_cards_is_a_blind() -> None:
    record = matched(HEADS_UP)
    assert [(one.seat, one.post, one.amount) for one in record.owed][2:] == [
        (1, Post.SMALL_BLIND, 200),
        (0, Post.BIG_BLIND, 400),
    ]
    assert (record.tournament_id, nets(of_record(record))) == ("3094", {"Big Blind": -277, "Dealer": 277})


def test_an_all_in_before_the_cards_is_an_ante_where_the_player_posted_none() -> None:
    """The other one gets back what is above it."""
    text = HEADS_UP.replace("Big Blind : Ante chip 40\n", "Big Blind : All-in 166\n").replace("277 in", "166 in")
    text = text.replace("Ante chip 40", "Ante chip 240").replace("Big Blind : All-in 237\n", "")
    text = text.replace("Ante/Small blind 200\n", "Return uncalled portion of bet 74\n").replace(
        " : Call 37", " : Stand"
    )
    text = text.replace("(200/400)", "(24/48)").replace("554", "332")
    record = matched(text)
    assert [one.amount for one in record.owed] == [240, 240]
    assert nets(of_record(record)) == {"Big Blind": -166, "Dealer": 166}


ANTE_OF_MANY = """Bovada Hand #2697: HOLDEM Tournament #2750 TBL#14, No Limit- Level 15 (600/1200) - 2012-12-13 05:21:51
Seat 1: UTG (65,460 in chips)
Seat 4: Dealer (9,476 in chips)
Seat 5: Small Blind (11,419 in chips)
Seat 6: Big Blind (12 in chips)
Dealer : Set dealer/Bring in spot [4]
UTG : Ante chip 120
Dealer : Ante chip 120
Small Blind : Ante chip 120
Big Blind : All-in 12
Small Blind : Ante/Small blind 600
*** HOLE CARDS ***
UTG : Card dealt to a spot [As Jh]
Dealer : Card dealt to a spot [Ad Qc]
Small Blind : Card dealt to a spot [2d 8d]
Big Blind : Card dealt to a spot [5d 9s]
UTG : Call 1200
Dealer : All-in(raise) 9356 to 9356
Small Blind : Folds
UTG : Call 8156
*** FLOP *** [5s 7h 5h]
*** TURN *** [5s 7h 5h] [Ks]
*** RIVER *** [5s 7h 5h Ks] [6h]
UTG : Showdown [5s 5h As Ks Jh] (One pair)
Dealer : Showdown [5s 5h Ad Ks Qc] (One pair)
Big Blind : Showdown [5d 5s 5h Ks 9s] (Three of a kind)
Dealer : Hand Result-Side Pot 19636
Big Blind : Hand Result 48
*** SUMMARY ***
Total Pot(19684)
Board [5s 7h 5h Ks 6h]
"""


def test_a_big_blind_who_has_nothing_after_the_ante_has_to_be_called_all_the_same() -> None:
    assert nets(of_record(matched(ANTE_OF_MANY))) == {
        "UTG": -9476,
        "Dealer": 10160,
        "Small Blind": -720,
        "Big Blind": 36,
    }


STREETLESS = """Bovada Hand #2648: HOLDEM Tournament #1930 TBL#29, No Limit- Level 7 (100/200) - 2012-07-31 21:36:21
Seat 1: UTG+3 (5,135 in chips)
Seat 2: Dealer (14,133 in chips)
Seat 3: Small Blind (1,704 in chips)
Seat 4: Big Blind (4,200 in chips)
Seat 5: UTG (4,460 in chips)
Seat 6: UTG+1 (8,844 in chips)
Seat 8: UTG+2 [ME] (3,404 in chips)
Dealer : Set dealer/Bring in spot [2]
Small Blind : Ante/Small blind 100
Big Blind : Big blind/Bring in 200
*** HOLE CARDS ***
UTG+3 : Card dealt to a spot [Jd Ac]
Dealer : Card dealt to a spot [3d 7h]
Small Blind : Card dealt to a spot [5c 5h]
Big Blind : Card dealt to a spot [4s 9d]
UTG : Card dealt to a spot [4d As]
UTG+1 : Card dealt to a spot [7s 7d]
UTG+2 [ME] : Card dealt to a spot [Qd Ad]
UTG : Call 200
UTG+1 : Raises 600
UTG+2 [ME] : Call 600
UTG+3 : Fold(Blind Disconnected)
Dealer : Sit out
Dealer : Folds(timeout)
Small Blind : Call 500
Big Blind : Folds
UTG : Folds
Small Blind : Checks(timeout)
UTG+1 : Checks
UTG+2 [ME] : Checks
Small Blind : Bets 400
UTG+1 : Raises(timeout) 900
UTG+2 [ME] : All-in(raise-timeout) 2804
Small Blind : All-in(timeout) 704
Dealer : Re-join
UTG+1 : Call 1904
Small Blind : Showdown [Jh Jc 5h 5c Kh] (Two pair)
UTG+1 : Showdown [Jh Jc 7s 7d Kh] (Two pair)
UTG+2 [ME] : Showdown [Jh Jc Ad Kh Qd] (One pair)
UTG+1 : Hand Result-Side Pot 3400
UTG+1 : Hand Result 5512
Small Blind : Ranking 153
*** SUMMARY ***
Total Pot(8912)
Board [Jh Jc 6c 3c Kh]
"""


def test_a_text_without_streets_is_read_by_who_has_answered() -> None:
    """They check on the flop; on the turn three are in."""
    record = matched(STREETLESS)
    assert cards_text(record.boards[0]) == "JhJc6c3cKh"
    assert {name: net for name, net in nets(of_record(record)).items() if net} == {
        "Small Blind": -1704,
        "Big Blind": -200,
        "UTG": -200,
        "UTG+1": 5508,
        "UTG+2": -3404,
    }


POTLIMIT = """Bovada Hand #2605 TBL#1218 OMAHA Pot Limit - 2012-05-14 00:54:46
Seat 2: Dealer [ME] ($124 in chips)
Seat 3: Small Blind ($116 in chips)
Seat 4: Big Blind ($400 in chips)
Seat 5: UTG ($3,903.98 in chips)
Dealer  [ME] : Set dealer/Bring in spot [2]
Small Blind : Ante/Small Blind $2
Big Blind : Big blind/Bring in $4
*** HOLE CARDS ***
Dealer  [ME] : Card dealt to a spot [Js Ad Jd 9h]
Small Blind : Card dealt to a spot [2s Kh 6s 8d]
Big Blind : Card dealt to a spot [7s 7d 9d 8c]
UTG : Card dealt to a spot [3d Jc 3c 6c]
UTG : Calls $4
Dealer  [ME] : Calls $4
Small Blind : Folds
Big Blind : Raises $18
UTG : Raises $60
Dealer  [ME] : All-in(raise) $124
Big Blind : All-in(raise) $400
UTG : Calls $340
Dealer  [ME] : Showdown [Ad Jd Td 6d 5d] (Flush)
Big Blind : Showdown [7d 9d Td 6d 5d] (Flush)
UTG : Showdown [Jc 6c Td Qs 6d] (One pair)
Big Blind : Hand result-Side pot $550.22
Dealer  [ME] : Hand result $372.78
*** SUMMARY ***
Total Pot($926) | Rake ($3)
Board [Td 8h Qs 6d 5d]
"""


def test_an_all_in_names_the_total_or_what_is_left() -> None:
    record = matched(POTLIMIT)
    assert record.limit == PotLimit()
    assert nets(of_record(record)) == {"Dealer": 24878, "Small Blind": -200, "Big Blind": 15022, "UTG": -40000}


def test_seats_of_stud_have_no_places() -> None:
    text = """Bovada Hand #2844 TBL#779 7CARD HiLo Fixed Limit - 2014-04-06 19:50:19
Seat+1: $15.75 in chips
Seat+2 [ME]: $193 in chips
Seat+4: $21.50 in chips
Seat+2 [ME] : Ante chip $1
Seat+1 : Ante chip $1
Seat+4 : Ante chip $1
*** 3RD STREET ***
Seat+1 : Card dealt to a spot [Kd 9c Jd]
Seat+2 [ME] : Card dealt to a spot [5c 5h 6c]
Seat+4 : Card dealt to a spot [Ad Qd 2d]
Seat+4 : Bring_in chip $1
Seat+1 : Folds
Seat+2 [ME] : Raises $2 to $2
Seat+4 : Folds
Seat+2 [ME] : Return uncalled portion of bet $1
Seat+2 [ME] : Does not show [5c 5h 6c] (One pair)
Seat+2 [ME] : Hand result $5
*** SUMMARY ***
Total Pot($5)
Seat+1:  Folded on the 3rd STREET
"""
    record = matched(text)
    assert (record.hero, record.game.name, record.bring_in) == ("Seat+2", "stud8", 100)
    assert nets(of_record(record)) == {"Seat+1": -100, "Seat+2": 300, "Seat+4": -200}


def test_an_open_pair_on_fourth_street_lets_players_bet_the_upper_limit() -> None:
    text = """Bodog Hand #26042 TBL#1178 7CARD Fixed Limit - 2012-05-07 03:40:46
Seat+1: $5.40 in chips
Seat+3 [ME]: $5.60 in chips
Seat+1 : Ante chip $0.10
Seat+3 [ME] : Ante chip $0.10
*** HOLE CARDS ***
Seat+1 : Card dealt to a spot [Qc 7c 3d]
Seat+3 [ME] : Card dealt to a spot [Js Kc 5d]
Seat+1 : Bring_in chip $0.20
Seat+3 [ME] : Calls $0.20
Seat+1 : Card dealt to a spot [3c]
Seat+3 [ME] : Card dealt to a spot [Ks]
Seat+1 : D bets $1
Seat+3 [ME] : Calls $1
Seat+1 : Card dealt to a spot [8h]
Seat+3 [ME] : Card dealt to a spot [Ts]
Seat+1 : Bets $1
Seat+3 [ME] : Folds
Seat+1 : Return uncalled portion of bet $1
Seat+1 : Hand result $2.50
*** SUMMARY ***
Total Pot($2.60) | Rake ($0.10)
Seat 1:  $2.50 [Does not show]
Seat 3:  Folded on the 5TH STREET
"""
    record = matched(text)
    assert nets(of_record(record)) == {"Seat+1": 120, "Seat+3": -130}


def test_stud_without_streets_and_an_8_that_is_a_number() -> None:
    text = """Bovada Hand #2633: 7CARD Tournament #1378659 TBL#1, Fixed Limit- Level 8 (0/0) - 2012-06-17 22:21:03
Seat+1: 1,500 in chips
Seat+4 [ME]: 1,500 in chips
Seat+5: 1,500 in chips
Seat+4 [ME] : Table enter user
Seat+1 : Ante chip 2
Seat+4 [ME] : Ante chip 2
Seat+5 : Ante chip 2
*** HOLE CARDS ***
Seat+1 : Card dealt to a spot [9d Td 5c]
Seat+4 [ME] : Card dealt to a spot [2h 2c 3c]
Seat+5 : Card dealt to a spot [Kc 4s Kd]
Seat+4 [ME] : Big blind/Bring in(timeout) 5
Seat+5 : Raises 10
Seat+1 : Folds
Seat+4 [ME] : Call 5
Seat+4 [ME] : Card dealt to a spot [7d]
Seat+5 : Card dealt to a spot [Ts]
Seat+5 : Checks
Seat+4 [ME] : Checks
Seat+4 [ME] : Card dealt to a spot [8d]
Seat+5 : Card dealt to a spot [Jh]
Seat+5 : Bets 20
Seat+4 [ME] : Folds
Seat+5 : Return uncalled portion of bet 20
Seat+5 : Does not show [Kc 4s Kd Ts Jh] (One pair)
Seat+5 : Hand Result 26
*** SUMMARY ***
Total Pot(26)
Seat 5:  26 [Does not show]
"""
    record = matched(text)
    assert (record.game.name, record.bring_in) == ("stud", 5)
    assert nets(of_record(record)) == {"Seat+1": -2, "Seat+4": -12, "Seat+5": 14}


def test_a_pot_of_nothing_is_a_printed_figure() -> None:
    text = """Bovada Hand #2629 TBL#1902 HOLDEM No Limit - 2012-09-02 13:31:57
Seat 2: Big Blind ($9.77 in chips)
Seat 4: UTG ($27.12 in chips)
Seat 6: Dealer [ME] ($25.23 in chips)
Dealer  [ME] : Set dealer/Bring in spot [6]
Big Blind : Big blind/Bring in $0.25
*** HOLE CARDS ***
Big Blind : Card dealt to a spot [Kh 6s]
UTG : Card dealt to a spot [4h 7h]
Dealer  [ME] : Card dealt to a spot [6h 7c]
UTG : Folds
Dealer  [ME] : Folds & shows [6h 7c]
Big Blind : Return uncalled portion of bet $0.25
Big Blind : Does not show [Kh 6s] (High Card)
*** SUMMARY ***
Total Pot($0) | Rake ($0)
"""
    assert set(nets(of_record(matched(text))).values()) == {0}


@pytest.mark.parametrize(
    ("title", "game", "limit"),
    [
        ("HOLDEM Tournament #1 TBL#2, Turbo- Level 1 (10/20)", "holdem", NoLimit()),
        ("OMAHA Tournament #1 TBL#2, Normal- Level 1 (10/20) [MVS]", "omaha", PotLimit()),
        ("OMAHA Tournament #18 TBL#8, Pot Limit- Level 8 (10/20)", "omaha", PotLimit()),
        ("OMAHA HiLo Tournament #1 TBL#2, Fixed Limit- Level 6 (75/150)", "omaha8", FixedLimit()),
        ("Zone Poker ID#9 OMAHA HiLoZonePoker Pot Limit", "omaha8", PotLimit()),
        ("TBL#9 7CARD_HL Fixed Limit", "stud8", FixedLimit()),
    ],
)
def test_titles_of_bovada(title: str, game: str, limit: Limit) -> None:
    lines = SEATS.splitlines(keepends=True)
    ((_, record),) = read_site("".join([f"Bodog UK Hand #7: {title} - 2021-06-06 18:25:22\n", *lines[1:]]))
    assert isinstance(record, Record), record
    assert (record.game.name, record.limit) == (game, limit)
