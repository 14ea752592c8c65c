"""CoinPoker's texts of a spectator: all-ins without a total, hands that are cancelled, the currency of a table."""

from __future__ import annotations

from site_hands import nets, record_of

from sidepot.cards import text as cards_text
from sidepot.formats.hand_history import of_record
from sidepot.formats.reasons import CANCELLED
from sidepot.formats.sites.printed_result import verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record

TOURNAMENT = """CoinPoker Hand #1854: Tournament #1287, Daily Freeroll Hold'em No Limit (50/100 ante 10 play) \
2024/12/23 15:10:04 GMT
Table '2' 7-max Seat #1 is the button
Seat 1: Ann (5000 in chips)
Seat 2: Bo (5000 in chips)
Seat 3: Cy (5000 in chips)
Ann: posts the ante 10
Bo: posts the ante 10
Cy: posts the ante 10
Bo: posts small blind 50
Cy: posts big blind 100
*** HOLE CARDS ***
Dealt to Bo [6s 3c]
Ann: raises 200 to 300
Bo: folds
"""
SUMMARY = """*** SUMMARY ***
Total pot 5370 | Rake 0
Board [ ]
"""


def test_a_raise_all_in_without_a_total_names_what_is_added() -> None:
    text = TOURNAMENT + "Cy: raises 4890 and is all-in\nAnn: folds\nCy collected 5370 from pot\n" + SUMMARY
    assert nets(of_record(record_of(text))) == {"Ann": -310, "Bo": -60, "Cy": 370}


def test_a_cancelled_hand_has_no_winner_and_no_loser() -> None:
    for line in ("*** HAND CANCELLED ***", "Hand cancelled", "Hand #1854 has been canceled"):
        ((_, record),) = read_site(f"{TOURNAMENT}{line}\nAll bets returned (480)\n{SUMMARY}")
        assert isinstance(record, Record), record
        assert verdict_of(play_record(record))[:2] == ("unchecked", CANCELLED)


def test_the_currency_is_in_the_name_of_the_table_where_the_stakes_have_none() -> None:
    text = TOURNAMENT.replace("Tournament #1287, Daily Freeroll ", "").replace("50/100 ante 10 play", "50/100 ")
    text = text.replace("'2'", "'NL ₮100 I'") + "Cy: folds\nAnn: RETURN 200\nAnn collected 280 from pot\n" + SUMMARY
    record = record_of(text.replace("5370", "280"))
    assert (record.currency, record.table) == ("USDT", "NL ₮100 I")


def test_the_summary_has_a_card_of_the_board_that_its_street_lacks() -> None:
    acts = (
        "Cy: calls 200\n*** FLOP *** [5c 2h 5s]\nCy: checks\nAnn: checks\n*** TURN *** [5c 2h 5s]\n[8d]\nCy: checks\n"
    )
    acts += "Ann: checks\n*** RIVER *** [5c 2h 5s 8d] [Jc]\nCy: checks\nAnn: checks\n*** SHOW DOWN ***\n"
    acts += "Cy: shows [As Kd] (a pair)\nAnn: mucks hand\nCy collected 680 from pot\n"
    record = record_of(TOURNAMENT + acts + SUMMARY.replace("5370", "680").replace("[ ]", "[5c 2h 5s 8d Jc]"))
    assert cards_text(record.boards[0]) == "5c2h5s8dJc"
