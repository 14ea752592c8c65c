"""First lines of PokerStars since 2003, and what Run It Once has of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from site_hands import nets, record_of

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import of_record
from sidepot.formats.moments import zoned_moment_in
from sidepot.formats.sites.printed_result import verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record, What

SAMPLES = Path(__file__).parent / "sites"
HAND = """Table '63858762 18' 9-max Seat #1 is the button
Seat 1: Ann (3485 in chips)
Seat 2: Bob (1380 in chips)
Seat 3: Cal (8530 in chips) is sitting out
Seat 4: Dee (8765 in chips)
Bob: posts small blind 15
Dee: posts big blind 30
*** HOLE CARDS ***
Dealt to Cal [5c 5d]
Cal is connected
Cal has returned
Cal: folds
Ann: folds
Bob: folds
Uncalled bet (15) returned to Dee
Dee collected 30 from pot
*** SUMMARY ***
Total pot 30 | Rake 0
"""


@pytest.mark.parametrize(
    ("head", "event", "buy_in", "when"),
    [
        (
            "PokerStars Game #126: Tournament #638, $5.00+$0.50 Hold'em No Limit - Level II (15/30) - "
            "2007/10/15 - 05:34:03 (ET)",
            "638",
            "$5.00+$0.50",
            (2007, 10, 15, 5, 34, 3),
        ),
        (
            "PokerStars Game #126: Tournament #638, Freeroll  Hold'em No Limit - Level II (15/30) - "
            "2006/01/15 - 05:34:03 (ET)",
            "638",
            "Freeroll",
            (2006, 1, 15, 5, 34, 3),
        ),
        (
            "PokerStars Game #126:  Hold'em No Limit (15/30) - 2005/10/15 - 05:34:03 (ET)",
            "",
            "",
            (2005, 10, 15, 5, 34, 3),
        ),
        (
            "PokerStars Hand #126: Tournament #638, $5.00+$0.50 USD Hold'em No Limit - Level II (15/30) - "
            "2012/10/15 11:34:03 CET [2012/10/15 05:34:03 ET]",
            "638",
            "$5.00+$0.50USD",
            (2012, 10, 15, 5, 34, 3),
        ),
    ],
)
def test_first_lines_of_all_years(head: str, event: str, buy_in: str, when: tuple[int, ...]) -> None:
    ((_, record),) = read_site(f"{head}\n{HAND}")
    assert isinstance(record, Record), record
    assert (record.tournament_id, record.buy_in.replace(" ", ""), record.is_tournament) == (event, buy_in, bool(event))
    told = zoned_moment_in(record.when)
    assert told is not None and (told.moment, told.zone) == (when, "ET")
    assert nets(of_record(record)) == {"Ann": 0, "Bob": -15, "Cal": 0, "Dee": 15}


def test_the_uncalled_bet_that_run_it_once_prints_is_what_was_won() -> None:
    """The bet of 0.21 came back, and the site had put 0.50 into the pot."""
    (_, cash), (_, event) = read_site((SAMPLES / "run_it_once.txt").read_text("utf-8"))
    assert isinstance(cash, Record) and isinstance(event, Record)
    assert (cash.back, cash.carried, cash.rake, cash.hero) == ({2: 21}, 50, 4, "")
    assert nets(of_record(cash)) == {"Ann A": -10, "Bo": -5, "Cy C": 61}
    assert (event.hero, event.site, event.tournament_id) == ("Cy C", "Run It Once", "158168")
    assert cards_text(of_record(event).hand.hole[1]) == "9s4s"


RAISED_MORE = """Run It Once Poker Hand #312: Omaha Pot Limit (€1/€2) - 2019/02/17 21:38 UTC [2019/02/17 22:38 CET]
Table ID '312491' 6-Max Seat #1 is the button
Seat 1: Ann A (€180 in chips)
Seat 2: Bo (€457.04 in chips)
Seat 3: Cy C (€300 in chips)
Bo: posts small blind €1
Cy C: posts big blind €2
*** HOLE CARDS ***
Dealt to Ann A [Ad 3c As Kh]
Ann A: raises €5.00 to €7
Bo: folds
Cy C: raises €15.00 to €20
Ann A: raises €40.00 to €60
Cy C: calls €45
*** FLOP *** [6c Jc Js]
Cy C: checks
Ann A: bets €113
Cy C: calls €113
*** TURN *** [6c Jc Js] [5d]
Cy C: checks
Ann A: checks
*** RIVER *** [6c Jc Js 5d] [Jh]
Cy C: checks
Ann A: checks
*** SHOWDOWN ***
Ann A shows [Ad 3c As Kh] for Full House [As Ad Js Jh Jc]
Ann A collected €357.50 from pot
*** SUMMARY ***
Total pot €361 | Rake €3.50
Board [6c Jc Js 5d Jh]
Seat 1: Ann A (button) showed [Ad 3c As Kh] and won €357.50 with Full House J's and A's
Seat 2: Bo (small blind) folded before Flop
Seat 3: Cy C (big blind) mucked [4c 7h 4d 7s] and lost
"""


def test_raises_of_run_it_once_that_leave_out_what_was_bet_before() -> None:
    record = record_of(RAISED_MORE)
    assert [act.amount for act in record.acts if act.what is What.RAISE] == [700, 2200, 6700, 11300]
    assert nets(of_record(record)) == {"Ann A": 17750, "Bo": -100, "Cy C": -18000}


CLUB = """{head} Hand #16161: {title} ($0.5/$1 USD) - 2021/03/19 19:51:54 UTC
Table 'Oslo' 6-max Seat #1 is the button
Seat 1: 1081 ($122.4 in chips)
Seat 3: 1082 ($184.0 in chips)
1081: posts small blind $0.5
1082: posts big blind $1
*** HOLE CARDS ***
Dealt to 1081 [{cards}]
1081: raises $1 to $2
1082: folds
Uncalled bet ($1) returned to 1081
1081 collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
Seat 1: 1081 (button) (small blind) collected ($2)
"""


@pytest.mark.parametrize(
    "head", ["PokerStars", "PokerMaster", "PokerBros", "PPPoker", "SupremaPoker", "MPLPoker", "Full Tilt"]
)
def test_clubs_and_full_tilt_write_the_text_of_pokerstars(head: str) -> None:
    record = record_of(CLUB.format(head=head, title="Hold'em No Limit", cards="8h 9h"))
    assert nets(of_record(record)) == {"1081": 100, "1082": -100}


@pytest.mark.parametrize(
    ("title", "cards", "game"),
    [
        ("Omaha Pot Limit", "8h 9h Ts Jc", "omaha"),
        ("Omaha Pot Limit", "8h 9h Ts Jc 2d", "omaha5"),
        ("Omaha Pot Limit", "8h 9h Ts Jc 2d 2c", "omaha6"),
        ("Omaha Hi/Lo Pot Limit", "8h 9h Ts Jc 2d", "big-o"),
    ],
)
def test_cards_decide_a_larger_omaha_than_the_title(title: str, cards: str, game: str) -> None:
    assert record_of(CLUB.format(head="PokerMaster", title=title, cards=cards)).game.name == game


def test_more_cards_than_the_game_has_are_refused() -> None:
    ((_, refused),) = read_site(CLUB.format(head="PokerMaster", title="Hold'em No Limit", cards="8h 9h Ts"))
    assert isinstance(refused, BadNotation) and "3 cards" in str(refused), refused


SECOND_SMALL = """PokerStars Hand #343: Omaha Fixed Limit ($30/$60.00) - 2017/03/08 20:45:32
Table '#114' 6-max Seat #1 is the button
Seat 1: Ann ($667 in chips)
Seat 2: Bo ($752 in chips)
Seat 3: Cy ($924.25 in chips)
Seat 4: Di ($500 in chips)
Bo: posts small blind $15
Cy: posts big blind $30
Di: posts small blind $15
*** HOLE CARDS ***
Dealt to Cy [7h 6c 8d 9s]
Di: {act}
Ann: folds
Bo: folds
Cy: checks
*** FLOP *** [Kc Jd Js]
Cy: checks
Di: bets $30
Cy: folds
Uncalled bet ($30) returned to Di
Di collected ${won} from pot
*** SUMMARY ***
Total pot ${won} | Rake $0
Board [Kc Jd Js]
Seat 4: Di collected (${won})
"""


@pytest.mark.parametrize(("act", "won", "net"), [("calls $15", 75, 4500), ("calls $30", 90, 4500)])
def test_a_second_small_blind_is_live_if_the_call_makes_it_up(act: str, won: int, net: int) -> None:
    record = record_of(SECOND_SMALL.format(act=act, won=won))
    assert nets(of_record(record))["Di"] == net


SPLASH = """Run It Once Poker Hand #448: Omaha Pot Limit (€0.10/€0.20) - 2020/05/13 21:33 UTC [2020/05/13 22:33 CET]
Table ID '448' 6-Max Seat #1 is the button
Seat 1: Ann (€39.76 in chips)
Seat 3: Bo (€20 in chips)
*** HOLE CARDS ***
STP added: €200.00
Dealt to Bo [Qc 8c 8s Ad]
Dealt to Ann [7s 9d 4s Ah]
*** SUMMARY ***
Total pot €200.00 | Main pot €140.00 | Side pot €60.00 | STP €200.00 | Rake €0.00
Board [4h Tc Td 3d 6c]
"""


def test_a_splash_that_is_dealt_out_without_a_bet_is_not_checked() -> None:
    ((_, record),) = read_site(SPLASH)
    assert isinstance(record, Record)
    kind, why, _ = verdict_of(play_record(record))
    assert (kind, why) == ("unchecked", "nobody bets after such a splash, and the text does not tell who won")
