"""The two texts of the Winning Poker Network: posts, cap games, bomb pots, and what an older hand leaves unresolved."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each
from site_hands import nets, record_of

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import of_record
from sidepot.formats.reasons import DROP
from sidepot.formats.sites.printed_result import problem_of, verdict_of
from sidepot.formats.sites.reading import dialect_of, read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.formats.sites.wpn import Wpn, WpnOld
from sidepot.games.limits import FixedLimit, NoLimit, PotLimit
from sidepot.games.model import Opens
from sidepot.hand.setup import Post
from sidepot.histories.converting import written

SAMPLES = Path(__file__).parent / "sites"
NEW = (SAMPLES / "wpn.txt").read_text("utf-8")
OLD = (SAMPLES / "wpn_old.txt").read_text("utf-8")


def hands(text: str) -> dict[str, Record | BadNotation]:
    """The hands of a text by their numbers."""
    return dict(read_site(text))


def one(name: str, text: str = NEW + OLD) -> Record:
    """A hand of the samples."""
    found = hands(text if text != NEW + OLD else NEW if name < "9200" else OLD)[name]
    assert isinstance(found, Record), found
    return found


def test_a_dead_small_blind_a_side_pot_and_fees() -> None:
    record = one("9101")
    assert [(owed.seat, owed.post, owed.amount) for owed in record.owed] == [
        (1, Post.SMALL_BLIND, 2),
        (2, Post.BIG_BLIND, 5),
        (3, Post.LIVE_BLIND, 5),
        (3, Post.DEAD_BLIND, 2),
    ]
    assert (record.rake, record.pot, record.won) == (46, 1007, {1: 866, 3: 95})
    assert (record.hero, record.table, record.table_size, record.currency) == ("Ann", "Fort Kit", 6, "USD")
    assert [player.name for player in record.players] == ["Ann", "Bo B", "Cy", "Ed"]


def test_the_cap_of_a_cap_game_is_what_was_put_in() -> None:
    assert (one("9102").limit, one("9201").limit) == (NoLimit(150), PotLimit(cap=30000))
    assert one("9101").limit == NoLimit()


def test_stud_a_bomb_pot_and_a_tournament() -> None:
    stud = one("9103")
    assert (stud.game.name, stud.limit, stud.bring_in, stud.won) == ("stud8", FixedLimit(), 2, {1: 13})
    assert cards_text(stud.dealt[2]) == "5s3s9dJd"
    bomb = one("9104")
    assert nets(of_record(bomb)) == {"Bo B": -10, "Ann": 9} and bomb.game.streets[0].opens is Opens.NOBODY
    event = one("9105")
    assert (event.tournament_id, event.level, event.is_tournament, event.table) == ("9100", "10", True, "99")
    assert [owed.amount for owed in event.owed] == [900, 900, 900, 3000, 6000]


def test_older_hands_name_no_limit() -> None:
    assert one("9202").limit == FixedLimit() and (one("9202").small_bet, one("9202").big_bet) == (200, 400)
    assert one("9203").is_tournament and one("9203").ends == {}  # no bets in the summary: the acts count
    assert nets(of_record(one("9203"))) == {"Ann": 285, "Bo B": -30, "Cy": -255}
    assert cards_text(one("9201").dealt[0]) == "8d4sTc6c" and one("9201").hero == "Ann"


def test_each_hand_can_be_written_again() -> None:
    for name in ("9101", "9102", "9103", "9105", "9202", "9203"):
        assert str(written(of_record(one(name)), "stars")).startswith(f"PokerStars Hand #{name}"), name
    assert str(written(of_record(one("9104")), "phh")).startswith("[9104]")


def test_a_player_who_was_disconnected_has_chips_left() -> None:
    """Such a player is not asked any more: nobody can say by the rules what the pots are."""
    found = hands(OLD.replace("Player Cy bets (2)\n", "Player Cy is disconnected and ALL IN.\nPlayer Cy allin\n"))[
        "9202"
    ]
    assert isinstance(found, Record) and "disconnected" in found.unresolved
    assert play_record(found).unresolved == found.unresolved


@each(
    ("name", "was", "put", "said"),
    [
        ("9101", "Bo B raises $2.98 to $3.00", "Bo B raises", "line 15: expected an amount"),
        ("9101", "Ed checks\nAnn raises", "Ann raises", "line 13: Ed is to act, not Ann"),
        ("9101", "[As Ah]\nEd", "[As Zh]\nEd", "line 12: "),
        ("9102", "- Holdem(No", "- Bridge(No", "line 45: no game has the title 'Bridge(No Limit)'"),
        ("9102", "Holdem(No Limit) -", "Holdem -", "line 45: a hand of WPN cannot begin with"),
        ("9202", "Player Cy has big", "Player  has big", "line 47: the line has an action but no player"),
    ],
)
def test_damage_is_named_with_its_hand_and_line(name: str, was: str, put: str, said: str) -> None:
    text = NEW if name < "9200" else OLD
    at = text.index(f"#{name}" if name < "9200" else f"ID: {name}")
    changed = text[:at] + text[at:].replace(was, put, 1)
    assert changed != text
    found = next(one for number, one in read_site(changed) if number == name or said.startswith(f"line {number}:"))
    if isinstance(found, Record):
        with pytest.raises(BadNotation) as refused:
            play_record(found)
        found = refused.value
    assert str(found).startswith(said)


def test_a_result_that_is_changed_does_not_come_out() -> None:
    for text, was, put in (
        (NEW, "Ed collected $0.95", "Ann collected $0.95"),
        (OLD, "Bets: 300. Collects: 607", "Bets: 300. Collects: 608"),
        (OLD, "Collects: 540", "Collects: 500"),
    ):
        assert was in text
        found = [one for one in hands(text.replace(was, put, 1)).values() if isinstance(one, Record)]
        assert [bool(problem_of(play_record(one))) for one in found].count(True) == 1, was


def test_the_texts_are_known_by_their_first_line() -> None:
    assert dialect_of(NEW) is Wpn and dialect_of(OLD) is WpnOld
    assert record_of(NEW.split("\n\n")[0]).site == "WPN"


def test_jackpot_drops_are_not_printed() -> None:
    """The pot is 48, the rake 2; a quarter of a dollar is missing, which the table takes for its jackpot."""
    text = """Game started at: 2014/3/9 19:37:22
Game ID: 261679750 2/4 Braunite ( Beast ) (Hold'em)
Seat 1 is the button
Seat 1: Ann (173.82).
Seat 3: Bob (386.70).
Seat 4: Cal (377.18).
Player Bob has small blind (2)
Player Cal has big blind (4)
Player Ann calls (4)
Player Bob folds
Player Cal checks
*** FLOP ***: [Qd 4d 7d]
Player Cal bets (10)
Player Ann calls (10)
*** TURN ***: [Qd 4d 7d] [Jc]
Player Cal checks
Player Ann bets (20)
Player Cal folds
Uncalled bet (20) returned to Ann
Player Ann mucks cards
------ Summary ------
Pot: 28.25. Rake 1.50
Board: [Qd 4d 7d Jc]
*Player Ann mucks (does not show cards). Bets: 14. Collects: 28.25. Wins: 14.25.
Player Bob does not show cards.Bets: 2. Collects: 0. Loses: 2.
Player Cal does not show cards.Bets: 14. Collects: 0. Loses: 14.
Game ended at: 2014/3/9 19:38:54
"""
    ((_, record),) = read_site(text)
    assert isinstance(record, Record)
    assert verdict_of(play_record(record))[:2] == ("unchecked", DROP)
    ((_, wrong),) = read_site(text.replace("28.25", "8.25").replace("14.25", "-5.75"))
    assert isinstance(wrong, Record) and verdict_of(play_record(wrong)).kind == "mismatched"
    ((_, usual),) = read_site(text.replace(" ( Beast )", ""))
    assert isinstance(usual, Record) and verdict_of(play_record(usual)).kind == "mismatched"
