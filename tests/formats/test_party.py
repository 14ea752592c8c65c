"""PartyPoker: tournaments of all years, first lines of all kinds, and what its programs leave out."""

from __future__ import annotations

from each import each
from site_hands import nets, record_of

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import of_record
from sidepot.formats.sites.printed_result import Verdict, verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.games.limits import FixedLimit, Limit, NoLimit, PotLimit
from sidepot.hand.setup import Post


def matched(text: str) -> Record:
    """The only hand of a text, which comes out as it is printed."""
    record = record_of(text)
    assert verdict_of(play_record(record)) == Verdict("matched"), verdict_of(play_record(record))
    return record


OLD = """#Game No : 26216
***** Hand History for Game 26216 *****
NL Texas Hold'em $30 Buy-in  + $3 Entry Fee  Trny:152869 Level:4 Blinds(50/100) - Tuesday, August 30, 00:26:01 EDT 2005
Table Table  11277 (Real Money)
Seat 4 is the button
Total number of players : 4
Seat 2: Ann ( $1902 )
Seat 4: Bob ( $1260 )
Seat 6: Cal ( $645 )
Seat 7: Dee ( $625 )
Trny:152869 Level:4
Blinds(50/100)
** Dealing down cards **
Dealt to Cal [  Td 9c ]
Ann folds.
Bob folds.
Cal calls [50].
Dee checks.
** Dealing Flop ** [ 9h, Qs, Tc ]
>You have options at Table  11531 Table!.
Cal bets [125].
Dee raises [300].
Cal is all-In  [420]
Dee is all-In  [225]
** Dealing Turn ** [ 6d ]
** Dealing River ** [ 5s ]
Dee shows [ 8s, Jd ] a straight, eight to queen.
Cal doesn't show [ Td, 9c ] two pairs, tens and nines.
Cal wins 20 chips from  side pot #1  with two pairs, tens and nines.
Dee wins 1250 chips from  the main pot  with a straight, eight to queen.
"""


def test_posts_without_lines_follow_from_the_level() -> None:
    record = matched(OLD)
    assert [(one.seat, one.post, one.amount) for one in record.owed] == [
        (2, Post.SMALL_BLIND, 50),
        (3, Post.BIG_BLIND, 100),
    ]
    assert (record.tournament_id, record.buy_in, record.level) == ("152869", "$30+$3", "4")
    told = of_record(record)
    assert nets(told) == {"Ann": 0, "Bob": 0, "Cal": -625, "Dee": 625}


def test_the_level_behind_the_seats_counts_and_antes_follow_from_it_too() -> None:
    """The first line is of the level before. Nobody calls the big blind, who has the seat after the small one."""
    text = """***** Hand History for Game 85038 *****
NL Texas Hold'em $215 USD Buy-in Trny: 47928230 Level: 3  Blinds(50/100) - Sunday, October 11, 13:50:04 EDT 2009
Table $300K Guaranteed Sunday (1766475) Table #113 (Real Money)
Seat 2 is the button
Total number of players : 3
Seat 5: Ann ( 4,790 )
Seat 4: Bob ( 6,040 )
Seat 7: Cal ( 5,630 )
Trny: 47928230 Level: 4
Blinds-Antes(100/200 -25)
** Dealing down cards **
Dealt to Cal [  7s Ah ]
Cal did not respond in time
Cal folds
Bob folds
Ann does not show cards.
Ann wins 375 chips
"""
    record = matched(text)
    assert nets(of_record(record)) == {"Bob": -125, "Ann": 150, "Cal": -25}
    assert (record.level, record.buy_in) == ("4", "$215")


def test_heads_up_the_button_has_the_small_blind() -> None:
    text = """***** Hand History for Game 103157 *****
PL Omaha Hi-Lo $8 USD Buy-in Trny: 59658935 Level: 7  Blinds(300/600) - Friday, April 01, 11:44:54 CEST 2011
Table Turbo #1646865 (Real Money)
Seat 5 is the button
Total number of players : 2/6
Seat 5: Ann ( 4,520 )
Seat 4: Bob ( 7,480 )
Trny: 59658935 Level: 7
Blinds(300/600)
** Dealing down cards **
Dealt to Ann [  Jh Kh 2c 3c ]
Ann folds
Bob does not show cards.
Bob wins 900 chips
"""
    record = matched(text)
    assert (record.game.name, record.limit) == ("omaha8", PotLimit())
    assert nets(of_record(record)) == {"Bob": 300, "Ann": -300}


STUD = """***** Hand History for Game 11480 *****
FL 7 Card Stud Hi-Lo $6 USD Buy-in Trny:69784932 Level:2  Stakes-Antes(60/120-10) - Wednesday, May 30, 14:41:43 EDT 2012
Table Regular (2629813) Table #2 (Real Money)
Seat 0 is the button
Total number of players : 2/8
Seat 1: Ann ( 390 )
Seat 3: Bob ( 510 )
Trny:69784932 Level:2
Stakes-Antes(60/120-10)
Ann posts ante [10]
Bob posts ante [10]
** Dealing **
Dealt to Ann [  Ah 4h 4d ]
Ann opens
Ann bring-ins [20]
Bob completes [60]
Ann calls [40]
** Dealing Fourth street **
Dealt to Ann [  Td ]
Bob opens
Bob double bets [120]
Ann raises [240]
Bob calls [120]
** Dealing Fifth street **
Dealt to Ann [  Qd ]
Bob opens
Bob bets [120]
Ann is all-In [79]
** Dealing Sixth street **
Dealt to Ann [  Kc ]
** Dealing River **
Dealt to Ann [  8s ]
Bob shows [ Qc, 3d, Ac, 8h, 2s, 5h, Jc ]high card Ace.
Bob shows8,5,3,2,A  for low.
Ann shows [ Ah, 4h, 4d, Td, Qd, Kc, 8s ]a pair of Fours.
Bob wins 40 chips from the side pot
Ann wins 390 chips from the main pot with a pair of Fours.
Bob wins Lo (390 chips) from the main pot with 8,5,3,2,A.
"""


def test_stud_of_a_tournament_with_an_all_in_that_lacks_a_chip() -> None:
    """Ann has 80 left on fifth street, and is all-in for 79."""
    record = matched(STUD)
    assert (record.game.name, record.small_bet, record.bring_in) == ("stud8", 60, 20)
    assert nets(of_record(record)) == {"Ann": 0, "Bob": 0}


CASH = """***** Hand History for Game 11443 *****
$15/$30 USD Texas Hold'em - Monday, April 25, 09:42:13 BST 2011
Table Table  125413 (Real Money)
Seat 3 is the button
Total number of players : 4/6
Seat 3: Ann ( $964 USD )
Seat 5: Bob ( $905 USD )
Seat 6: Cal ( $150 USD )
Seat 4: Dee ( $638.50 USD )
Dee posts small blind [$10 USD].
Bob posts big blind [$15 USD].
Cal posts small blind [$10 USD].
** Dealing down cards **
Cal calls [$5 USD]
Ann folds
Dee folds
Bob raises [$15 USD]
Cal folds
Bob does not show cards.
Bob wins $55 USD
"""


def test_a_second_small_blind_is_live() -> None:
    assert nets(of_record(matched(CASH))) == {"Ann": 0, "Dee": -1000, "Bob": 2500, "Cal": -1500}


def test_a_program_that_leaves_out_blanks() -> None:
    text = CASH.replace("$15/$30 USD Texas Hold'em - Monday,", "$15/$30 USD FL  Texas Hold'em-Monday,")
    text = text.replace("Seat ", "seat").replace("seat3 is", "Seat 3 is").replace("raises [", "raises[ ")
    assert nets(of_record(matched(text)))["Bob"] == 2500


@each(
    ("title", "game", "limit"),
    [
        ("$10 USD PL Omaha Hi-Lo", "omaha8", PotLimit()),
        ("$20/$40 USD FL Omaha Hi-Lo", "omaha8", FixedLimit()),
        ("$8 USD PL Omaha", "omaha", PotLimit()),
        ("$25 USD fastforward NL Texas Hold'em", "holdem", NoLimit()),
        ("\u20ac4 EUR NL Texas Hold'em", "holdem", NoLimit()),
        ("$1/$2 USD NL Short Deck", "short-deck", NoLimit()),
    ],
)
def test_titles_of_cash_games(title: str, game: str, limit: Limit) -> None:
    ((_, record),) = read_site(CASH.replace("$15/$30 USD Texas Hold'em", title))
    assert isinstance(record, Record), record
    assert (record.game.name, record.limit) == (game, limit)


def test_double_holdem_is_another_game() -> None:
    ((_, wrong),) = read_site(CASH.replace("$15/$30 USD Texas Hold'em", "$2 USD NL Double Hold'em"))
    assert isinstance(wrong, BadNotation) and wrong.code == "unknown_game"


def test_untabled_hand_is_known_all_the_same() -> None:
    told = of_record(matched(OLD.replace("Cal shows", "Cal doesn't show")))
    assert cards_text(told.hand.hole[2]) == "Td9c"


def test_all_in_that_lacks_a_chip_counts_posts_without_lines() -> None:
    """Cal has 480 left behind the bets of 165, with the small blind of 50 that follows from the level."""
    text = OLD.replace("Cal is all-In  [420]", "Cal is all-In  [419]")
    assert nets(of_record(matched(text))) == {"Ann": 0, "Bob": 0, "Cal": -625, "Dee": 625}


def test_a_player_who_was_moved_away_has_no_blind_of_the_level() -> None:
    record = matched("""***** Hand History for Game 117 *****
NL Texas Hold'em  Trny: 694 Level: 3  Blinds(30/60) - Wednesday, May 16, 17:59:37 CET 2012
Table Freeroll (259) Table #15 (Real Money)
Seat 3 is the button
Total number of players : 4/10
Seat 3: Ann ( 1,330 )
Seat 7: Cal ( 6,665 )
Seat 4: Moved ( 3,000 )
Seat 6: Bob ( 2,010 )
Trny: 694 Level: 3
Blinds(30/60)
** Dealing down cards **
Ann folds
Bob calls [30]
Cal checks
** Dealing Flop ** [ 7d, 4s, 9c ]
Bob checks
Cal bets [60]
Bob folds
Cal does not show cards.
Cal wins 180 chips
""")
    assert [player.name for player in record.players] == ["Ann", "Bob", "Cal"]
    assert nets(of_record(record)) == {"Ann": 0, "Bob": -60, "Cal": 60}


def test_two_lines_that_a_program_glues_together_are_two() -> None:
    text = CASH.replace("Bob posts big blind", "Ann is sitting outBob posts big blind")
    assert text != CASH
    assert nets(of_record(matched(text)))["Bob"] == 2500


def test_hands_that_a_tracker_has_written_with_figures_behind_the_stacks() -> None:
    """`(Poker Stars)` behind the first line, the tracker's figures behind each stack, `posts ante of`."""
    record = matched("""***** Hand History for Game 1111111111 ***** (Poker Stars)
Tourney Hand NL Texas Hold'em - Sunday, December 23, 07:21:56 ET 2018
Table 2481408818 659 (Real Money)
Seat 3 is the button
Seat 1: Ann ( 123236 ) - VPIP: 27, PFR: 22, 3B: 12, AF: 3,5, Hands: 172
Seat 3: Bob ( 143531 ) - VPIP: 13, PFR: 13, 3B: 9, AF: 0,0, Hands: 23
Seat 4: Cal ( 331791 ) - VPIP: 24, PFR: 15, 3B: 6, AF: 2,8, Hands: 100003
Ann posts ante of [1200].
Bob posts ante of [1200].
Cal posts ante of [1200].
Cal posts small blind [6000].
Ann posts big blind [12000].
** Dealing down cards **
Dealt to Cal [ Qs As ]
Bob folds
Cal raises [324591]
Ann calls [110036]
** Dealing Flop ** [ 7s, Td, 4c ]
** Dealing Turn ** [ 2s ]
** Dealing River ** [ Kh ]
Cal shows [Qs, As ]
Ann shows [Th, Ts ]
Cal wins 208555 from side pot #1
Ann wins 247672 from main pot
""")
    assert record.is_tournament
    assert nets(of_record(record)) == {"Ann": 124436, "Bob": -1200, "Cal": -123236}


def test_a_tracker_s_text_of_a_cash_game_names_the_program_it_comes_from() -> None:
    text = CASH.replace("*****\n", "***** (PokerBros)\n", 1).replace("USD )", "USD ) - (21.60 / 16.35 / - / 2.4k)")
    text = text.replace("USD Texas Hold'em", "USD FL Holdem")
    assert nets(of_record(matched(text)))["Bob"] == 2500


def test_a_player_who_posts_and_has_no_seat_in_the_text_is_named() -> None:
    text = CASH.replace(
        "Cal posts small blind", "Eve has joined the table.\nEve posts big blind [$15 USD].\nCal posts small blind"
    )
    ((_, wrong),) = read_site(text)
    assert isinstance(wrong, BadNotation)
    assert "Eve posts a blind, but the text gives no seat or stack for Eve" in wrong.message, wrong
