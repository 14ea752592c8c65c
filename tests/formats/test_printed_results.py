"""Nothing matches that was not checked: what a text prints of the result, and what it leaves out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sidepot.cli.app import run
from sidepot.formats.reasons import NO_RAKE, NO_WINNER, ODD_CHIP
from sidepot.formats.sites.printed_result import Verdict, verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record

PARTY = """***** Hand History for Game 11 *****
$4 USD NL Texas Hold'em - Wednesday, August 08, 18:10:04 EDT 2012
Table Bern (Real Money)
Seat 1 is the button
Total number of players : 2/6
Seat 1: Ann ( $3.68 USD )
Seat 2: Bob ( $1.36 USD )
Ann posts small blind [$0.02 USD].
Bob posts big blind [$0.04 USD].
** Dealing down cards **
Ann calls [$0.02 USD]
Bob checks
** Dealing Flop ** [ 8d, 5c, Ac ]
Bob checks
Ann bets [$0.10 USD]
Bob calls [$0.10 USD]
** Dealing Turn ** [ Ad ]
Bob checks
Ann bets [$0.20 USD]
Bob folds
Ann does not show cards.
Ann wins $0.47 USD
"""


def verdict(text: str) -> Verdict:
    """How the only hand of a text comes out."""
    ((_, record),) = read_site(text)
    assert isinstance(record, Record), record
    return verdict_of(play_record(record))


def test_a_rake_that_is_not_printed_leaves_the_winner_unchecked() -> None:
    """The pot is 0.28, and 0.20 was not called."""
    assert verdict(PARTY) == Verdict("unchecked", NO_RAKE)
    assert verdict(PARTY.replace("wins $0.47", "wins $0.48")) == Verdict("matched")


@pytest.mark.parametrize(
    ("was", "put", "why"),
    [
        ("wins $0.47", "wins $0.49", "the text says 0.15"),  # more than the pot
        ("Ann wins $0.47", "Bob wins $0.27", "Ann comes out"),  # another winner
        ("wins $0.47", "wins $0.10", "missing"),  # no site takes so much
        ("Bob calls [$0.10 USD]", "Bob calls [$0.09 USD]", "Bob comes out"),
    ],
)
def test_a_printed_figure_that_cannot_be_is_a_mismatch(was: str, put: str, why: str) -> None:
    assert was in PARTY
    found = verdict(PARTY.replace(was, put))
    assert found.kind == "mismatched" and why in found.why, found


def test_a_text_without_a_winner_is_not_checked() -> None:
    assert verdict(PARTY.replace("Ann wins $0.47 USD\n", "")) == Verdict("unchecked", NO_WINNER)


BOVADA = """Bovada Hand #12 HOLDEM No Limit - 2019-04-05 15:28:11
Seat 1: Dealer ($25 in chips)
Seat 2: Small Blind ($25 in chips)
Seat 3: Big Blind ($25 in chips)
Dealer : Set dealer [1]
Small Blind : Small Blind $0.10
Big Blind : Big blind $0.25
*** HOLE CARDS ***
Dealer : Raises $1 to $1
Small Blind : Folds
Big Blind : Calls $0.75
*** FLOP *** [2h 5d Kd]
Big Blind : Checks
Dealer : Bets $1
Big Blind : Folds
Dealer : Return uncalled portion of bet $1
Dealer : Hand result $2
*** SUMMARY ***
Total Pot($2.10)
"""


SIDE = """PokerStars Hand #14:  Hold'em No Limit ($1/$2 USD) - 2024/04/24 17:21:34 ET
Table 'Olga' 6-max Seat #1 is the button
Seat 1: Ann ($40 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cal ($70 in chips)
Bob: posts small blind $1
Cal: posts big blind $2
*** HOLE CARDS ***
Ann: raises $38 to $40 and is all-in
Bob: raises $60 to $100 and is all-in
Cal: calls $68 and is all-in
Uncalled bet ($30) returned to Bob
*** FLOP *** [5d 5c Jd]
*** TURN *** [5d 5c Jd] [Kd]
*** RIVER *** [5d 5c Jd Kd] [7h]
*** SHOW DOWN ***
Bob: shows [Jh Ts] (two pair, Jacks and Fives)
Cal: shows [9c 8c] (a pair of Fives)
Bob collected $60 from side pot
Ann: shows [Qc Qd] (two pair, Queens and Fives)
Ann collected $115 from main pot
*** SUMMARY ***
Total pot $180 Main pot $120. Side pot $60. | Rake $5
Board [5d 5c Jd Kd 7h]
"""


def test_a_rake_may_come_from_the_main_pot_alone() -> None:
    assert verdict(SIDE) == Verdict("matched")
    assert verdict(SIDE.replace("$115", "$118").replace("collected $60", "collected $57")) == Verdict("matched")
    assert verdict(SIDE.replace("$115", "$119").replace("collected $60", "collected $56")).kind == "mismatched"
    assert verdict(SIDE.replace("$115", "$105").replace("collected $60", "collected $70")).kind == "mismatched"


THREE = """Winamax Poker - Tournament "SPRING" buyIn: 1€ level: 1 - HandId: #11-1-13 - Holdem no limit (10/20) - \
2012/07/29 15:58:48 UTC
Table: 'SPRING(278)#0' 6-max (real money) Seat #1 is the button
Seat 1: Ann (1500)
Seat 2: Bo (1500)
Seat 3: Cy (1500)
*** ANTE/BLINDS ***
Bo posts small blind 10
Cy posts big blind 20
*** PRE-FLOP ***
Ann folds
Bo folds
Cy collected 30 from pot
*** SUMMARY ***
Total pot 30 | No rake
Seat 3: Cy (big blind) won 30
"""
SHARED = THREE.replace("(10/20)", "(5/10)").replace("blind 10", "blind 5").replace("blind 20", "blind 10")
SHARED = (
    SHARED.replace(
        """Ann folds
Bo folds
Cy collected 30 from pot
""",
        """Ann calls 10
Bo folds
Cy checks
*** FLOP *** [Tc Td Qd]
Cy checks
Ann checks
*** TURN *** [Tc Td Qd][Qh]
Cy checks
Ann checks
*** RIVER *** [Tc Td Qd Qh][Ah]
Cy checks
Ann checks
*** SHOW DOWN ***
Cy shows [9c 4d] (Two pairs : Queens and Tens)
Ann shows [9d 8s] (Two pairs : Queens and Tens)
Ann collected 13 from pot
Cy collected 12 from pot
""",
    )
    .replace("Total pot 30", "Total pot 25")
    .replace("Seat 3: Cy (big blind) won 30\n", "")
)


def test_an_odd_chip_that_goes_to_another_winner_is_the_way_of_the_site() -> None:
    assert verdict(SHARED) == Verdict("unchecked", ODD_CHIP)
    assert verdict(SHARED.replace("collected 13", "collected 12").replace("Cy collected 12", "Cy collected 13")) == (
        Verdict("matched")
    )
    assert verdict(
        SHARED.replace("collected 13", "collected 14").replace("Cy collected 12", "Cy collected 11")
    ).kind == ("mismatched")
    assert verdict(THREE.replace("Cy collected 30", "Bo collected 30")).kind == "mismatched"


def test_a_printed_pot_is_a_figure_too() -> None:
    assert verdict(BOVADA) == Verdict("matched")
    assert verdict(BOVADA.replace("Total Pot($2.10)\n", "")) == Verdict("unchecked", NO_RAKE)
    assert verdict(BOVADA.replace("Total Pot($2.10)", "Total Pot($2.20)")).kind == "mismatched"


SHOWDOWN = """PokerStars Hand #13:  Hold'em No Limit ($1/$2 USD) - 2024/04/24 17:21:34 ET
Table 'Olga' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Seat 3: Cal ($50 in chips)
Bob: posts small blind $1
Cal: posts big blind $2
*** HOLE CARDS ***
Ann: folds
Bob: calls $1
Cal: checks
*** FLOP *** [Kh 7c 5d]
Bob: checks
Cal: checks
*** TURN *** [Kh 7c 5d] [Ad]
Bob: checks
Cal: checks
*** RIVER *** [Kh 7c 5d Ad] [3c]
Bob: checks
Cal: checks
*** SHOW DOWN ***
Bob collected $1.90 from pot
Cal collected $1.90 from pot
*** SUMMARY ***
Total pot $4 | Rake $0.20
Board [Kh 7c 5d Ad 3c]
"""


def test_a_showdown_without_cards_is_counted_as_far_as_it_goes() -> None:
    assert verdict(SHOWDOWN) == Verdict("unchecked", "hands that decide a pot were not shown")
    assert "1 is missing" in verdict(SHOWDOWN.replace("Bob collected $1.90", "Bob collected $1.10")).why


def test_replay_keeps_the_four_outcomes_apart(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    hands = {
        "matched": PARTY.replace("wins $0.47", "wins $0.48"),
        "mismatched": PARTY.replace("wins $0.47", "wins $0.49").replace("Game 11", "Game 12"),
        "unchecked": PARTY.replace("Game 11", "Game 13"),
        "failed": PARTY.replace("Bob checks\n", "", 1).replace("Game 11", "Game 14"),
    }
    for kind, text in hands.items():
        file = tmp_path / f"{kind}.txt"
        file.write_text(text, encoding="utf-8")
        code = run(["replay", str(file), "--json"])
        found = json.loads(capfd.readouterr().out)
        assert {one: found[one] for one in hands} == {one: int(one == kind) for one in hands}
        assert code == (1 if kind in ("mismatched", "failed") else 0), kind
        assert (found["reasons"] == {NO_RAKE: 1}) is (kind == "unchecked")
