"""What a floor person types finds the rule, among the first three, in every book or in one."""

from __future__ import annotations

import pytest
from each import each

from sidepot.errors import BadNotation
from sidepot.rules.finding import find, stem, stems

# What somebody types, and the rule that they mean.
ASKED = {
    "chip on the floor": "TDA-2024:64",
    "found a chip under the table": "TDA-2024:64",
    "four card flop": "TDA-2024:39-A",
    "dealer forgot to burn": "TDA-2024:39-B",
    "joker found in the deck": "TDA-2024:35-D",
    "two aces of spades": "TDA-2024:35-E",
    "phone with a live hand": "TDA-2024:5-C",
    "using a solver at the table": "TDA-2024:5-D",
    "sunglasses and mask": "TDA-2024:4",
    "how long on the clock": "TDA-2024:29",
    "call the clock": "TDA-2024:29",
    "wants to see the other hand": "TDA-2024:18-A",
    "one oversized chip": "TDA-2024:44",
    "two chips without a word": "TDA-2024:45-A",
    "string raise": "TDA-2024:56",
    "acted out of turn": "TDA-2024:53-A",
    "skipped player": "TDA-2024:53-B",
    "short all-in reopens the betting": "TDA-2024:47-A",
    "not enough chips called, undercall": "TDA-2024:51-B",
    "bet below the minimum": "TDA-2024:52-A",
    "who gets the odd chip": "TDA-2024:20-A",
    "hand for hand on the bubble": "TDA-2024:RP-8",
    "dealer mucked my winning hand": "TDA-2024:65-A",
    "player not in the seat when cards are dealt": "TDA-2024:30",
    "all-in hand not turned up": "TDA-2024:16",
    "who shows first": "TDA-2024:17-A",
    "rabbit hunting": "TDA-2024:28",
    "button in the wrong place": "TDA-2024:34-A",
    "first card to the wrong seat": "TDA-2024:35-A2",
    "boxed cards": "TDA-2024:35-A1",
    "river dealt too early": "TDA-2024:RP-5",
    "dropped the stub": "TDA-2024:RP-4",
    "color up the small chips": "TDA-2024:24-A",
    "dodging the big blind": "TDA-2024:33",
    "chips in the pocket": "TDA-2024:63",
    "hidden big chips behind an all-in": "TDA-2024:62",
    "how many seats at the final table": "TDA-2024:RP-9",
    "exposed cards with action behind": "TDA-2024:68",
    "checking it down, soft play": "TDA-2024:69",
    "speaking spanish at the table": "TDA-2024:6",
    "bounty chip thrown in": "TDA-2024:RP-22",
    "count of the stack": "TDA-2024:60",
    "late registration full stack": "TDA-2024:8-A",
    "said five, meant what": "TDA-2024:57",
    "tapped the table": "TDA-2024:3",
    "pot said at no limit": "TDA-2024:54-D",
    "new level during the hand": "TDA-2024:23",
    "table is short of players, stop dealing": "TDA-2024:11-D",
}
IN_A_BOOK = {
    ("tda-2026", "chip on the floor"): "TDA-2026:66",
    ("tda-2026", "foreign card in the deck"): "TDA-2026:37-E",
    ("tda-2026", "checked out of turn heads-up"): "TDA-2026:55-B",
    ("roberts", "straddle is no raise"): "RRP-11:no-limit/straddle-bring-in",
    ("roberts", "seven not bet at lowball"): "RRP-11:lowball/sevens",
    ("wsop-live-2026", "raises at limit, straddle"): "WSOP-LIVE-2026:130",
    ("wsop-2026", "dodging the blinds"): "WSOP-2026:86",
}


@each(("asked", "wanted"), ASKED.items(), ids=list(ASKED))
def test_the_rule_is_among_the_first_three(asked: str, wanted: str) -> None:
    found = [{one.rule.id, *[rule.id for rule in one.also]} for one in find(asked)[:3]]
    assert any(wanted in ids for ids in found), [one.rule.id for one in find(asked)]


@each(("place", "wanted"), IN_A_BOOK.items(), ids=" ".join)
def test_it_is_in_one_book_too(place: tuple[str, str], wanted: str) -> None:
    book, asked = place
    found = find(asked, book)
    assert {rule.edition for one in found for rule in (one.rule, *one.also)} == {wanted.partition(":")[0]}
    ids = [{one.rule.id, *[rule.id for rule in one.also]} for one in found[:3]]
    assert any(wanted in some for some in ids), [one.rule.id for one in found]


def test_one_rule_in_several_editions_is_found_once() -> None:
    found = find("one oversized chip")
    first = found[0]
    assert {"TDA-2024:44", "T42a", "TDA-2026:46"} <= {first.rule.id, *[rule.id for rule in first.also]}
    every = [rule.id for one in found for rule in (one.rule, *one.also)]
    assert len(every) == len(set(every))


def test_the_same_question_finds_the_same_rules() -> None:
    assert find("four card flop") == find("Four-card FLOP?")


def test_words_that_tell_nothing_are_refused() -> None:
    with pytest.raises(BadNotation, match="give words for what happened"):
        find("what is the rule for this")
    with pytest.raises(BadNotation, match="there is no book"):
        find("chip", "tda-1999")
    assert find("xylophone") == ()


def test_stems_and_groups() -> None:
    told = ("raised", "raises", "halves", "call", "dealt")
    assert [stem(word) for word in told] == ["rais", "rais", "halv", "call", "dealt"]
    assert stems("telephones") == stems("the mobile") == ["phone"]
    assert stems("shoved all-in") == ["allin", "allin"]
