"""Winamax: half chips of old tournaments, all-ins that are too short for a raise, what new players post, exports."""

from __future__ import annotations

from site_hands import nets, record_of

from sidepot.formats.hand_history import of_record
from sidepot.formats.reasons import NO_UPCARDS
from sidepot.formats.sites.printed_result import Verdict, verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.hand.setup import Post

HALF_CHIPS = """Winamax Poker - Tournament "SPRING" buyIn: Ticket level: 7 - HandId: #63-64-12 - Holdem no limit \
(5/50/100) - 2010/10/26 21:05:10 UTC
Table: 'SPRING(14686)#118' 6-max (real money) Seat #1 is the button
Seat 1: Ann (3000.50)
Seat 2: Bo (900)
Seat 3: Cy (2500)
*** ANTE/BLINDS ***
Ann posts ante 5
Bo posts ante 5
Cy posts ante 5
Bo posts small blind 50
Cy posts big blind 100
Dealt to Ann [Jh Jc]
*** PRE-FLOP ***
Ann calls 100
Bo folds
Cy bets 212.50
Ann calls 212.50
*** FLOP *** [5h 3c 9d]
Cy bets 700
Ann raises 1983 to 2683 and is all-in
Cy calls 1482.50 and is all-in
*** TURN *** [5h 3c 9d][Jd]
*** RIVER *** [5h 3c 9d Jd][7h]
*** SHOW DOWN ***
Cy shows [9h 9c] (Trips of 9)
Ann shows [Jh Jc] (Trips of Jacks)
Ann collected 501 from side pot 1
Ann collected 5055 from main pot
*** SUMMARY ***
Total pot 5.56k | No rake
Board: [5h 3c 9d Jd 7h]
Seat 1: Ann (button) showed [Jh Jc] and won 5556 with Trips of Jacks
Seat 3: Cy (big blind) showed [9h 9c] and lost with Trips of 9
"""


def test_tournaments_of_2010_have_half_chips_and_round_what_is_collected() -> None:
    record = record_of(HALF_CHIPS)
    assert (record.decimals, record.pot, record.players[0].stack) == (2, None, 300050)
    assert nets(of_record(record)) == {"Ann": 255500, "Bo": -5500, "Cy": -250000}


def test_more_than_half_a_chip_is_no_rounding() -> None:
    ((_, record),) = read_site(HALF_CHIPS.replace("collected 5055", "collected 5056"))
    assert isinstance(record, Record)
    assert verdict_of(play_record(record)).kind == "mismatched"


SHORT_RAISE = """Winamax Poker - CashGame - HandId: #92-15-14 - \
7-Card Stud fixed limit (1€/5€/10€) - 2016/11/14 02:56:04 UTC
Table: 'Lima' 6-max (real money)
Seat 2: Ann (9.20€)
Seat 3: Bo (240€)
Seat 5: Cy (80€)
*** ANTE/BLINDS ***
Ann posts ante 1€
Bo posts ante 1€
Cy posts ante 1€
*** 3rd STREET ***
Dealt to Ann [X X 4h]
Dealt to Bo [X X Kc]
Dealt to Cy [Kd 3s 9h]
Ann brings in 2€
Bo raises 5€ to 5€
Cy folds
Ann raises -0.80€ to 6.20€
Bo calls 3.20€
*** 4th STREET ***
Dealt to Bo [X X Kc] [6d]
Dealt to Ann [X X 4h] [5c]
*** 5th STREET ***
Dealt to Bo [X X Kc 6d] [7d]
Dealt to Ann [X X 4h 5c] [Js]
*** 6th STREET ***
Dealt to Bo [X X Kc 6d 7d] [2d]
Dealt to Ann [X X 4h 5c Js] [Ad]
*** 7th STREET ***
Dealt to Bo [X X Kc 6d 7d 2d] [X]
Dealt to Ann [X X 4h 5c Js Ad] [X]
*** SHOW DOWN ***
Bo shows [Jh 6h Kc 6d 7d 2d 9s] (One pair : 6)
Ann shows [4d Ac 4h 5c Js Ad Ts] (Two pairs : Aces and 4)
Ann collected 18.40€ from pot
*** SUMMARY ***
Total pot 18.40€ | Rake 1€
Seat 2: Ann showed [4d Ac 4h 5c Js Ad Ts] and won 18.40€ with Two pairs : Aces and 4
Seat 3: Bo showed [Jh 6h Kc 6d 7d 2d 9s] and lost with One pair : 6
"""


def test_an_all_in_that_is_too_short_for_a_raise_names_what_is_added() -> None:
    record = record_of(SHORT_RAISE)
    assert record.paid == {0: 920, 1: 920, 2: 100}
    assert nets(of_record(record)) == {"Ann": 920, "Bo": -920, "Cy": -100}


NEWCOMER = """Winamax Poker - CashGame - HandId: #64-13-22 - Omaha pot limit (1€/2€) - 2014/07/30 01:39:25 UTC
Table: 'Oslo' 5-max (real money) Seat #1 is the button
Seat 1: Ann (174.25€)
Seat 2: Bo (209.81€)
Seat 3: Cy (424.29€)
Seat 5: Di (79.72€)
*** ANTE/BLINDS ***
Di raises 1€ to 3€
Di posts small blind 1€
Cy posts big blind 2€
Dealt to Cy [Ac Qs Jd Kc]
*** PRE-FLOP ***
Di checks
Ann folds
Bo folds
Cy raises 6€ to 8€
Di folds
Cy collected 12€ from pot
*** SUMMARY ***
Total pot 12€ | No rake
Seat 3: Cy (big blind) won 12€
"""


def test_a_raise_among_the_posts_is_what_a_new_player_posts() -> None:
    record = record_of(NEWCOMER)
    di = [(one.post, one.amount) for one in record.owed if one.seat == 3]
    assert di == [(Post.LIVE_BLIND, 200), (Post.DEAD_BLIND, 200)]
    assert nets(of_record(record)) == {"Ann": 0, "Bo": 0, "Cy": 400, "Di": -400}


EXPORTED = """Winamax Poker - CashGame - HandId: #88-56-14 - \
7stud fixed limit (0.01/0.05/0.10) - 2016/06/12 19:36:38 UTC
Table: 'Riga' 6-max (play money) Seat #0 is the button
Seat 2: Ann (2.05)
Seat 3: Bo (3.15)
*** ANTE/BLINDS ***
Bo posts ante 0.01
Ann posts ante 0.01
*** THIRD ***
Bo bring-in 0.02
Ann calls 0.02
*** FOURTH ***
Ann bets 0.05
Bo folds
Ann collected 0.10 from pot
*** SUMMARY ***
Total pot 0.10 | Rake 0.01
Seat 2: Ann won 0.10
"""


def test_stud_without_upcards_is_not_checked_but_its_sum_is() -> None:
    ((_, record),) = read_site(EXPORTED)
    assert isinstance(record, Record) and record.bring_in == 2
    assert verdict_of(play_record(record)) == Verdict("unchecked", NO_UPCARDS)
    ((_, record),) = read_site(EXPORTED.replace("collected 0.10", "collected 0.12"))
    assert isinstance(record, Record)
    assert verdict_of(play_record(record)).kind == "mismatched"


BOTH = """Winamax Poker - CashGame - HandId: #92-10-14 - Omaha pot limit (1€/2€) - 2016/11/15 08:31:17 UTC
Table: 'Bari' 5-max (real money) Seat #1 is the button
Seat 1: Ann (445.97€)
Seat 2: Bo (118.92€)
Seat 3: Cy (200€)
Seat 5: Di (57.43€)
*** ANTE/BLINDS ***
Bo posts small blind 1€
Cy posts big blind 2€
Di posts small blind 3€ out of position
Di posts big blind 0€ out of position
Dealt to Ann [Qs 5s 3s Tc]
*** PRE-FLOP ***
Di checks
Ann calls 2€
Bo folds
Cy checks
*** FLOP *** [3c 4s 9h]
Cy checks
Di bets 8€
Ann folds
Cy folds
Di collected 15.50€ from pot
*** SUMMARY ***
Total pot 15.50€ | Rake 0.50€
Board: [3c 4s 9h]
Seat 5: Di won 15.50€
"""


def test_a_small_blind_out_of_position_above_the_big_one_is_both() -> None:
    record = record_of(BOTH)
    di = [(one.post, one.amount) for one in record.owed if one.seat == 3]
    assert di == [(Post.LIVE_BLIND, 200), (Post.DEAD_BLIND, 100)]
    assert nets(of_record(record)) == {"Ann": -200, "Bo": -100, "Cy": -200, "Di": 450}


NEW_PLAYER = """Winamax Poker - CashGame - HandId: #53-39-13 - Holdem no limit (1€/2€) - 2013/11/07 03:53:58 UTC
Table: 'Lima 02' 5-max (real money) Seat #1 is the button
Seat 1: Ann (100€)
Seat 2: Bo (60€)
Seat 3: Cy (200€)
Seat 4: Di (80€)
*** ANTE/BLINDS ***
Bo posts small blind 1€
Cy posts big blind 2€
Di posts small blind 1€ out of position
Di posts big blind 2€ out of position
*** PRE-FLOP ***
Di checks
Ann raises 4€ to 6€
Bo folds
Cy folds
Di calls 2€
*** FLOP *** [4d Kc 9c]
Di checks
Ann bets 10€
Di folds
Ann collected 25.20€ from pot
*** SUMMARY ***
Total pot 25.20€ | Rake 0.80€
Board: [4d Kc 9c]
Seat 1: Ann won 25.20€
"""


def test_call_of_a_new_player_is_completed_by_the_pot() -> None:
    """Di calls 4 more, and the text prints 2: the pot has them all."""
    record = record_of(NEW_PLAYER)
    assert nets(of_record(record)) == {"Ann": 920, "Bo": -100, "Cy": -200, "Di": -700}
    ((_, record),) = read_site(NEW_PLAYER.replace("Rake 0.80€", "Rake 0.40€"))
    assert isinstance(record, Record)
    assert verdict_of(play_record(record)).kind == "mismatched"


def test_the_price_of_a_tournament_has_its_sign_before_or_behind_it() -> None:
    for price in ("€4.50 + €4.50 + €1", "4.50€ + 4.50€ + 1€"):
        assert record_of(HALF_CHIPS.replace("buyIn: Ticket", f"buyIn: {price}")).buy_in == "€4.50+€4.50+€1"
