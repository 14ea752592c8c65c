"""Older and newer programs of sites: PartyPoker, 888poker, and the logs of PokerNow."""

from __future__ import annotations

import pytest
from site_hands import nets, record_of

from sidepot.errors import BadNotation
from sidepot.formats.hand_history import of_record
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.games.limits import NoLimit, PotLimit
from sidepot.hand.setup import Post
from sidepot.histories.converting import written
from sidepot.stats import seen

PARTY = """***** Hand History For Game 17706a5h *****
0.10/0.25 Omaha Hi Game Table (PL) - Mon Feb 09 12:55:26 EST 2026
Table Table 7481 (Real Money) -- Seat 1 is the button
Total number of players : 3/6
Seat 1: Ann ($56.64)
Seat 2: Bo ($20.20)
Seat 3: Hero ($25.86)
Bo posts small blind (0.10)
Hero posts big blind (0.25)
** Dealing down cards **
Dealt to Hero [ 9c, 7h, 8h, 4d ]
Ann folds
Bo raises 0.65 to 0.75
Hero raises 2.25 to 2.25
Bo calls (1.50)
** Dealing Flop ** :  [ Jc, 7d, 6c ]
Bo bets (4.00)
Hero raises 16.50 to 16.50
Bo calls (12.50)
** Dealing Turn ** :  [ Ts ]
Bo bets (1.45)
Bo is all-In.
Hero calls (1.45)
Creating Main Pot with $ 40.40 with Bo, Hero
Bo Cash-out Premium % is 1.0
Bo opted for cash-out
Bo probabilty is 5.37
Bo Cashout Amount is 2.05
** Dealing River ** :  [ Js ]
** Summary **
Main Pot: $40.40 Rake: $2.0
Board: [ Jc, 7d, 6c, Ts, Js ]
Ann balance $56.64, didn't bet (folded)
Bo Cashed out  balance $2.05, bet $20.20, collected $2.05, net -$18.15[ Tc, Ac, Ad, 4c ] [ two pairs -- Ac,Ad,Jc,Js,Ts ]
Hero balance $44.06, bet $20.20, collected $38.40, net +$18.20[ 9c, 7h, 8h, 4d ] [ a straight -- Jc,Ts,9c,8h,7d ]
"""


def test_newer_hand_of_partypoker_prints_the_stacks_at_the_end() -> None:
    record = record_of(PARTY)
    assert (record.limit, record.currency, record.table) == (PotLimit(), "USD", "Table 7481")
    assert record.ends == {0: 5664, 1: 0, 2: 4406} and record.adjustments == {1: 205}
    assert nets(of_record(record)) == {"Ann": 0, "Bo": -1815, "Hero": 1820}
    assert seen(of_record(record)).month == "2026-02"
    won = PARTY.replace("Tc, Ac, Ad, 4c", "Tc, Jh, Jd, 4c").replace("Hero balance $44.06", "Hero balance $5.66")
    record = record_of(won)  # the site has the pot, and nobody collects it
    assert record.ends[1] == 3840 and nets(of_record(record)) == {"Ann": 0, "Bo": -1815, "Hero": -2020}


def test_a_tournament_of_partypoker_as_newer_programs_write_it() -> None:
    text = """***** Hand History For Game 1620i4oz *****
250/500 Tourney Texas Holdem Game Table (NL) (MTT Tournament #3024) (Buyin $3.0 + $0.3) - Tue May 04 12:00:14 EDT 2021
Table (3024) Table #22 (Real Money) -- Seat 2 is the button
Total number of players : 3/8
Seat 1: Ann (50000)
Seat 2: Bo (50000)
Seat 3: Hero (50000)
Ann posts ante (65)
Bo posts ante (65)
Hero posts ante (65)
Hero posts small blind (250)
Ann posts big blind (500)
** Dealing down cards **
Dealt to Hero [ 6d, 6c ]
Bo folds
Hero raises 1000 to 1250
Ann folds
** Summary **
Main Pot: 1195
Ann balance 49435, lost 565 (folded)
Bo balance 49935, lost 65 (folded)
Hero balance 50630, bet 1315, collected 1945, net +630
"""
    record = record_of(text)
    assert (record.limit, record.tournament_id, record.buy_in) == (NoLimit(), "3024", "$3.0+$0.3")
    assert nets(of_record(record)) == {"Ann": -565, "Bo": -65, "Hero": 630}


OLDER = """#Game No : 44918
***** Hand History for Game 12395 *****
$25 USD fastforward NL Texas Hold'em - Sunday,December 9, 14:29:49 ICT 2012
Table Ponce ( Real Money )
Seat 2 is the button
Total number of players : 4/6
seat 1: Ann ( $24,72 USD )
seat 2: Bo ( $1.126,43 USD )
seat 3: Cy ( $27,03 USD )
seat 4: Hero ( $25 USD )
Cy posts small blind [$0,10 USD].
Hero posts big blind [$0,25 USD].
Ann posts big blind + dead [0,35 $].
** Dealing down cards **
Dealt to Hero [ 5h, 4s ]
Ann checks
Bo folds
Cy folds
Hero checks
** Dealing Flop ** [ Jd, 9h, Qh ]
Hero bets [ $0,42 USD ]
Ann folds
Hero does not show cards.
Hero wins $1,10 USD
"""


def test_partypoker_with_decimal_commas_small_seats_and_both_blinds() -> None:
    record = record_of(OLDER)
    assert [player.stack for player in record.players] == [2472, 112643, 2703, 2500]
    assert [(one.seat, one.post, one.amount) for one in record.owed][2:] == [
        (0, Post.LIVE_BLIND, 25),
        (0, Post.DEAD_BLIND, 10),
    ]
    assert nets(of_record(record)) == {"Ann": -35, "Bo": 0, "Cy": -10, "Hero": 43}


SNAP = """***** 888poker Snap Poker Hand History for Game 139 *****
$ 10/$ 20 Blinds No Limit Holdem - *** 16 09 2020 16:14:46
Table Worms 6 Max (Real Money)
Seat 1 is the button
Total number of players : 3
Seat 1: Ann ( $ 3.243 )
Seat 2: Bo ( $ 552,72 )
Seat 4: Hero ( $ 800 )
Bo posts small blind [$ 10]
Hero posts big blind [$ 20]
** Dealing down cards **
Dealt to Hero [ 8c, Ac ]
Ann folds
Bo folds
** Summary **
Hero did not show his hand
Hero collected [ $ 30 ]
"""


def test_a_fast_table_of_888poker_in_a_land_of_decimal_commas() -> None:
    record = record_of(SNAP)
    assert [player.stack for player in record.players] == [324300, 55272, 80000]
    assert (record.name, nets(of_record(record))) == ("139", {"Ann": 0, "Bo": -1000, "Hero": 1000})


LOG_OF = {
    "bomb": [
        "Player stacks: #1 'Ann @ aaa' (20.00) | #2 'Bo @ bbb' (20.00) | #9 'Cy @ ccc' (20.00)",
        "'Cy @ ccc' posts a bet of 3.00 (bomb pot bet)",
        "'Ann @ aaa' calls 3.00 (bomb pot bet)",
        "'Bo @ bbb' calls 3.00 (bomb pot bet)",
        "flop:  [A♥, K♦, Q♦]",
        "'Cy @ ccc' checks",
        "'Ann @ aaa' bets 4.00",
        "'Bo @ bbb' folds",
        "'Cy @ ccc' folds",
        "Uncalled bet of 4.00 returned to 'Ann @ aaa'",
        "'Ann @ aaa' collected 9.00 from pot",
    ],
    "small": [
        "Player stacks: #1 'Ann @ aaa' (2000) | #2 'Bo @ bbb' (2000) | #9 'Cy @ ccc' (2000)",
        "'Cy @ ccc' posts a small blind of 10",
        "'Ann @ aaa' posts a big blind of 20",
        "'Bo @ bbb' calls 20",
        "'Cy @ ccc' folds",
        "'Ann @ aaa' checks",
        "flop:  [A♥, K♦, Q♦]",
        "'Ann @ aaa' bets 40",
        "'Bo @ bbb' folds",
        "Uncalled bet of 40 returned to 'Ann @ aaa'",
        "'Ann @ aaa' collected 50 from pot",
    ],
}


def log_of(lines: list[str]) -> str:
    """A log of PokerNow, the newest entry first."""
    begins = '-- starting hand #3 (id: h3)  (No Limit Texas Hold\'em) (dealer: "Bo @ bbb") --'
    entries = [begins, *[line.replace("'", '"') for line in lines], "-- ending hand #3 --"]
    rows = ['"' + entry.replace('"', '""') + f'",2026-05-01T20:00:03.000Z,{at}' for at, entry in enumerate(entries)]
    return "\n".join(["entry,at,order", *reversed(rows), ""])


def test_a_bomb_pot_of_pokernow_has_no_betting_before_the_flop() -> None:
    record = record_of(log_of(LOG_OF["bomb"]))
    assert [one.post for one in record.owed] == [Post.ANTE] * 3
    told = of_record(record)
    assert nets(told) == {"Ann": 600, "Bo": -300, "Cy": -300}
    assert isinstance(written(told, "phh"), str)
    assert "cannot express a bomb pot" in str(written(told, "stars"))


def test_older_logs_of_pokernow_write_the_streets_small() -> None:
    record = record_of(log_of(LOG_OF["small"]))
    assert nets(of_record(record)) == {"Ann": 30, "Bo": -20, "Cy": -10}


def test_an_error_in_a_log_of_pokernow_names_its_line_and_players_without_quotes() -> None:
    """The newest entry is the first line of the file, behind its head: Ann's check is the eighth line."""
    lines = [line for line in LOG_OF["small"] if line != "'Bo @ bbb' calls 20"]
    ((_, record),) = read_site(log_of(lines))
    assert isinstance(record, Record)
    with pytest.raises(BadNotation, match="line 8: Bo is to act, not Ann") as refused:
        play_record(record)
    assert '"' not in refused.value.message and record.line == 13
    ((_, wrong),) = read_site(log_of([line.replace("bets 40", "bets") for line in LOG_OF["small"]]))
    assert "line 6: expected an amount" in str(wrong)
