"""Logs of PokerNow: what was won, who is who, whose log it is, two boards, and the 7-2 bounty."""

from __future__ import annotations

from site_hands import nets

from sidepot.cards import text as cards_text
from sidepot.errors import BadNotation
from sidepot.formats.hand_history import of_record
from sidepot.formats.sites.printed_result import verdict_of
from sidepot.formats.sites.reading import read_site
from sidepot.formats.sites.record_play import play_record
from sidepot.formats.sites.site_record import Record
from sidepot.histories.converting import written


def log(*hands: list[str], game: str = "No Limit Texas Hold'em", dealer: str = "Ann @ a1") -> str:
    """A log of these hands, the newest entry first; players are quoted by an apostrophe here."""
    entries: list[str] = []
    for at, lines in enumerate(hands, 1):
        entries += [f"-- starting hand #{at} (id: h{at})  {game} (dealer: '{dealer}') --", *lines]
        entries.append(f"-- ending hand #{at} --")
    rows = [
        '"' + entry.replace("'", '"').replace('"', '""') + f'",2026-05-01T20:00:03.000Z,{at}'
        for at, entry in enumerate(entries)
    ]
    return "\n".join(["entry,at,order", *reversed(rows), ""]).replace('Hold""em', "Hold'em")


def records(text: str) -> list[Record]:
    """The hands of a log, each of which comes out as it is printed."""
    found = []
    for _, record in read_site(text):
        assert isinstance(record, Record), record
        assert verdict_of(play_record(record))[:2] == ("matched", ""), record.name
        found.append(record)
    return found


STACKS = "Player stacks: #1 'Ann @ a1' (100) | #3 'Bob @ b2' (100) | #5 'Cal @ c3' (100)"
BLINDS = ["'Bob @ b2' posts a small blind of 1", "'Cal @ c3' posts a big blind of 2"]
SHOWDOWN = [
    STACKS,
    "Your hand is A♥, 4♦",
    *BLINDS,
    "'Ann @ a1' calls 2",
    "'Bob @ b2' folds",
    "'Cal @ c3' checks",
    "Flop:  [4♥, 6♦, 9♥]",
    "'Cal @ c3' checks",
    "'Ann @ a1' checks",
    "Turn: 4♥, 6♦, 9♥ [Q♥]",
    "'Cal @ c3' checks",
    "'Ann @ a1' checks",
    "River: 4♥, 6♦, 9♥, Q♥ [10♥]",
    "'Cal @ c3' checks",
    "'Ann @ a1' checks",
    "'Cal @ c3' shows a Q♠, J♠.",
    "'Ann @ a1' shows a A♥, 4♦.",
    "'Ann @ a1' collected 5 from pot with Flush, A High (combination: A♥, Q♥, 10♥, 9♥, 4♥)",
]


def test_winnings_are_the_amount_and_no_card() -> None:
    (record,) = records(log(SHOWDOWN))
    assert nets(of_record(record)) == {"Ann": 3, "Bob": -1, "Cal": -2}
    ((_, wrong),) = read_site(log([line.replace("collected 5 from", "collected 10 from") for line in SHOWDOWN]))
    assert isinstance(wrong, Record) and verdict_of(play_record(wrong)).kind == "mismatched"


def test_owner_of_the_log_is_known_once_that_hand_is_shown() -> None:
    (record,) = records(log(SHOWDOWN))
    assert record.hero == "Ann" and cards_text(record.dealt[0]) == "Ah4d"
    assert "d dh p3 Ah4d" in str(written(of_record(record), "phh"))


WALK = [STACKS.replace("(100)", "(98)", 1), *BLINDS, "'Ann @ a1' folds", "'Bob @ b2' folds"]
WALK += ["Uncalled bet of 1 returned to 'Cal @ c3'", "'Cal @ c3' collected 2 from pot"]


def test_the_log_is_of_the_one_who_is_left_where_the_others_showed_other_cards() -> None:
    """Cal and Ann have shown; a later hand has the cards of the same player."""
    mine = [line for line in SHOWDOWN if "Your hand" not in line]
    mine.insert(1, "Your hand is 2♣, 2♦")
    walk = [WALK[0], "Your hand is K♣, K♦", *WALK[1:]]
    first, second = records(log(mine, walk))
    assert first.hero == second.hero == "Bob"
    assert cards_text(second.dealt[1]) == "KcKd"
    (unknown,) = records(log([WALK[0], "Your hand is K♣, K♦", *WALK[1:]]))
    assert unknown.hero == "" and not unknown.dealt


def test_a_player_who_changes_the_name_is_one() -> None:
    later = [line.replace("Ann @ a1", "Anna @ a1") for line in WALK]
    first, second = records(log(SHOWDOWN, later))
    assert [player.name for player in first.players] == [player.name for player in second.players]
    assert nets(of_record(first)) == {"Anna": 3, "Bob": -1, "Cal": -2}


def test_a_player_who_logs_in_has_another_id_and_is_one() -> None:
    change = "The player 'Ann @ zz9' changed the ID from a1 to zz9 because authenticated login."
    at = SHOWDOWN.index("Flop:  [4♥, 6♦, 9♥]")
    hand = [*SHOWDOWN[:at], change, *[line.replace("Ann @ a1", "Ann @ zz9") for line in SHOWDOWN[at:]]]
    (record,) = records(log(hand))
    assert nets(of_record(record)) == {"Ann": 3, "Bob": -1, "Cal": -2}


def test_two_players_of_one_name_keep_their_ids() -> None:
    (record,) = records(log([line.replace("Cal @", "Ann @") for line in SHOWDOWN]))
    assert nets(of_record(record)) == {"Ann @ a1": 3, "Bob": -1, "Ann @ c3": -2}


def test_a_name_may_hold_quotes_and_at_signs() -> None:
    (record,) = records(log([line.replace("Cal @", "C @ 'l' @") for line in SHOWDOWN]))
    assert nets(of_record(record)) == {"Ann": 3, "Bob": -1, 'C @ "l"': -2}


TWO = [
    STACKS,
    *BLINDS,
    "'Ann @ a1' folds",
    "'Bob @ b2' calls 2",
    "'Cal @ c3' checks",
    "Flop:  [6♦, 3♠, Q♠]",
    "Flop (second board):  [10♦, J♠, 5♦]",
    "'Bob @ b2' checks",
    "'Cal @ c3' checks",
    "Turn: 6♦, 3♠, Q♠ [Q♦]",
    "Turn (second board): 10♦, J♠, 5♦ [Q♣]",
    "'Bob @ b2' checks",
    "'Cal @ c3' checks",
    "River: 6♦, 3♠, Q♠, Q♦ [2♣]",
    "River (second board): 10♦, J♠, 5♦, Q♣ [4♣]",
    "'Bob @ b2' checks",
    "'Cal @ c3' checks",
    "'Bob @ b2' shows a A♦, K♦.",
    "'Cal @ c3' shows a 6♣, 6♥.",
    "'Cal @ c3' collected 2 from pot with Full House, 6's over Q's (combination: 6♣, 6♥, 6♦, Q♠, Q♦)",
    "'Bob @ b2' collected 2 from pot with Straight, A High (combination: A♦, K♦) on the second board",
]


def test_two_boards_share_the_pot() -> None:
    (record,) = records(log(TWO))
    assert record.game.name == "double-board-holdem"
    assert [cards_text(board) for board in record.boards] == ["6d3sQsQd2c", "TdJs5dQc4c"]
    told = of_record(record)
    assert nets(told) == {"Ann": 0, "Bob": 0, "Cal": 0} and isinstance(written(told, "phh"), str)


def test_a_bomb_pot_on_two_boards_of_omaha() -> None:
    posts = ["'Ann @ a1' posts a bet of 2 (bomb pot bet)", "'Bob @ b2' calls 2 (bomb pot bet)"]
    hand = [STACKS, *posts, "'Cal @ c3' calls 2 (bomb pot bet)", *TWO[6:8], "'Bob @ b2' checks", *TWO[8:]]
    hand = [line.replace("A♦, K♦.", "A♦, K♦, 2♥, 2♦.").replace("6♣, 6♥.", "6♣, 6♥, A♣, 7♣.") for line in hand]
    hand = [line.replace("'Cal @ c3' checks", "'Cal @ c3' checks+'Ann @ a1' checks") for line in hand]
    lines = [part for line in hand for part in line.split("+")]
    lines.remove("'Bob @ b2' checks")
    lines[-2] = lines[-2].replace("collected 2", "collected 3")
    lines[-1] = lines[-1].replace("collected 2", "collected 3")
    lines.insert(-4, "'Ann @ a1' shows a 8♦, 8♠, 7♥, 2♠.")
    (record,) = records(log(lines, game="Pot Limit Omaha Hi"))
    assert (record.game.name, len(record.boards)) == ("double-board-omaha", 2)
    assert nets(of_record(record)) == {"Ann": -2, "Bob": 1, "Cal": 1}


def test_seven_deuce_bounty_is_outside_the_pot() -> None:
    after = [
        "'Cal @ c3' shows a 7♦.",
        "'Cal @ c3' shows a 2♣.",
        "'Ann @ a1' paid 5 for the 7-2 bounty to 'Cal @ c3'",
        "'Bob @ b2' paid 5 for the 7-2 bounty to 'Cal @ c3'",
        "'Cal @ c3' collected 10 from the 7-2 bounty",
    ]
    (record,) = records(log([*WALK, *after]))
    told = of_record(record)
    assert told.adjustments == {0: -5, 1: -5, 2: 10}
    assert nets(told) == {"Ann": -5, "Bob": -6, "Cal": 11}
    assert isinstance(written(told, "phh"), str)


def test_the_line_that_sums_up_a_bounty_may_be_missing_and_may_stand_behind_the_hand() -> None:
    after = [
        "'Cal @ c3' shows a 7♦, 2♣.",
        "-- ending hand #1 --",
        "'Ann @ a1' paid 5 for the 7-2 bounty to 'Cal @ c3'",
        "'Bob @ b2' paid 5 for the 7-2 bounty to 'Cal @ c3'",
    ]
    (record,) = records(log([*WALK, *after]))
    assert of_record(record).adjustments == {0: -5, 1: -5, 2: 10}


def test_a_bounty_that_goes_to_nobody_of_the_hand_is_refused() -> None:
    ((_, found),) = read_site(log([*WALK, "'Ann @ a1' paid 5 for the 7-2 bounty to 'Eve @ e5'"]))
    assert isinstance(found, BadNotation) and "a bounty goes to a player who is not in the hand" in str(found)
