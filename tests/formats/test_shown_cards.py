"""Cards that a text shows, though no pot depends on them, reach every format that has a word for them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from site_hands import record_of

from sidepot.cards import text as cards_text
from sidepot.formats.hand_history import HandHistory, of_record
from sidepot.formats.sites.site_record import Record
from sidepot.histories.converting import histories_in, written

HEAD = """PokerStars Hand #13:  Hold'em No Limit ($1/$2 USD) - 2024/04/24 17:21:34 ET
Table 'Olga' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Seat 3: Cal ($50 in chips)
Bob: posts small blind $1
Cal: posts big blind $2
*** HOLE CARDS ***
Dealt to Cal [As Kc]
"""
SHOWN = f"""{HEAD}Ann: raises $4 to $6
Bob: folds
Cal: folds
Uncalled bet ($4) returned to Ann
Ann collected $5 from pot
Ann: shows [7d 2c] (high card Seven)
*** SUMMARY ***
Total pot $5 | Rake $0
Seat 1: Ann (button) collected ($5)
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cal (big blind) folded before Flop
"""
MUCKED = f"""{HEAD}Ann: calls $2
Bob: folds
Cal: checks
*** FLOP *** [Kh 7c 5d]
Cal: checks
Ann: checks
*** TURN *** [Kh 7c 5d] [Ad]
Cal: checks
Ann: checks
*** RIVER *** [Kh 7c 5d Ad] [3c]
Cal: checks
Ann: checks
*** SHOW DOWN ***
Cal: shows [As Kc] (two pair, Aces and Kings)
Ann: mucks hand
Cal collected $4.80 from pot
*** SUMMARY ***
Total pot $5 | Rake $0.20
Board [Kh 7c 5d Ad 3c]
Seat 1: Ann (button) mucked [Kd Qd]
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cal (big blind) showed [As Kc] and won ($4.80) with two pair, Aces and Kings
"""


def known(record: Record) -> dict[str, str]:
    """The cards that a hand knows of each player."""
    told = of_record(record)
    return {name: cards_text(cards) for name, cards in zip(told.names, told.hand.hole, strict=True) if cards}


@pytest.mark.parametrize(
    ("text", "ann", "words"),
    [
        (SHOWN, "7d2c", {"phh": "p3 sm 7d2c", "ohh": '"Shows Cards", "cards": ["7d", "2c"]', "stars": "shows [7d 2c]"}),
        (MUCKED, "KdQd", {"phh": "d dh p3 KdQd", "ohh": '"Mucks Cards"', "stars": "Seat 1: Ann mucked [Kd Qd]"}),
    ],
)
def test_cards_that_decide_nothing_reach_each_format_and_come_back(
    text: str, ann: str, words: dict[str, str], tmp_path: Path
) -> None:
    record = record_of(text)
    assert known(record) == {"Ann": ann, "Bob": "????", "Cal": "AsKc"}
    for kind, word in words.items():
        new = written(of_record(record), kind)
        assert isinstance(new, str) and word in new, new
        file = tmp_path / f"hands.{ {'phh': 'phhs', 'ohh': 'ohh', 'stars': 'txt'}[kind] }"
        file.write_text(new, encoding="utf-8")
        ((_, back),) = histories_in(file)
        assert isinstance(back, HandHistory)
        assert cards_text(back.hand.hole[back.names.index("Ann")]) == ann, kind


def test_a_hand_that_was_mucked_has_its_cards_in_open_hand_history() -> None:
    found = json.loads(str(written(of_record(record_of(MUCKED)), "ohh")))["ohh"]
    mucked = found["rounds"][-1]["actions"][-1]
    assert (mucked["action"], mucked["cards"]) == ("Mucks Cards", ["Kd", "Qd"])


def test_a_winner_who_shows_without_a_call_has_no_showdown() -> None:
    text = str(written(of_record(record_of(SHOWN)), "stars"))
    assert "SHOW DOWN" not in text and "Ann collected $5 from pot\nAnn: shows [7d 2c]" in text


def test_a_summary_alone_may_show_a_hand() -> None:
    """`Cal: shows` is missing, and the summary has it."""
    text = MUCKED.replace("Cal: shows [As Kc] (two pair, Aces and Kings)\n", "").replace("Dealt to Cal [As Kc]\n", "")
    assert known(record_of(text))["Cal"] == "AsKc"


def test_the_view_of_a_player_has_no_hand_that_was_mucked() -> None:
    assert "KdQd" not in str(written(of_record(record_of(MUCKED)), "phh", hero="Cal"))
